from django.http import HttpResponse
from rest_framework.request import Request

from codes.harness_errors import codec
from codes.harness_errors.entries import CategoryEntry
from codes.releases.current import Current
from codes.web import unknown

from .base import RELEASE, Read, documented


@documented("listCategories", "List categories", "CategoryList", 404)
class Categories(Read):
    """The registered categories with the names of their codes."""

    parameters = (RELEASE,)

    def get(self, request: Request) -> HttpResponse:
        now, _ = self.asked(request)
        results = [_data(now, entry) for entry in now.registry.categories]
        data = {"release": now.release.version, "count": len(results), "next": None, "results": results}
        return self.send(request, now, data)


@documented("readCategory", "Read a category", "CategoryDetail", 404)
class Category(Read):
    """One category with the names of its codes."""

    parameters = (RELEASE,)

    def get(self, request: Request, name: str) -> HttpResponse:
        now, _ = self.asked(request)
        entry = now.registry.category(name)
        if entry is None:
            raise unknown.category(now, name)
        return self.send(request, now, {"release": now.release.version, **_data(now, entry)})


def _data(now: Current, entry: CategoryEntry) -> dict[str, object]:
    return {**codec.encode(entry), "codes": [code.code for code in now.registry.codes_of(entry.category)]}
