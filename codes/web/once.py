"""A query parameter that may stand in the address once: of two values, no choice between them would be right."""

from django.http import HttpRequest

from .problems import Refusal


def once(request: HttpRequest, name: str) -> str:
    """The value of parameter `name`, "" where there is none. Raises Refusal."""
    values = request.GET.getlist(name)
    if len(values) > 1:
        detail = f"{name} may stand in the address once."
        errors = [{"parameter": name, "code": "repeated", "detail": detail}]
        raise Refusal("invalid-parameter", detail, members={"errors": errors})
    return values[0] if values else ""
