"""Opens pages the way every browser test does, so that none forgets to look."""

from playwright.sync_api import Page

from tests.e2e.support.watch import Watch

OK = 200


class Visit:
    """`visit("/codes/")` opens an address of the site in `page` and asserts that it behaved.

    Behaved means: the expected status, one h1, no request to another host, no failed sub-resource, nothing on the
    console (where a broken security policy shows). `on=` takes another page, say one without JavaScript.
    """

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin
        self.watches: dict[Page, Watch] = {}

    def __call__(self, path: str, *, status: int = OK, on: Page | None = None) -> Page:
        """Open `path`, assert that it behaved and return the page it was opened in."""
        page = on or self.page
        if page not in self.watches:
            self.watches[page] = Watch(page, self.origin)
        watch = self.watches[page]
        if status != OK:
            watch.expected_failures.add(self.origin + path)
        response = page.goto(self.origin + path)
        assert response is not None, f"{path} opened nothing"
        assert response.status == status, f"{path} answered {response.status}"
        watch.assert_clean()
        assert page.locator("h1").count() == 1, f"{path} needs exactly one h1"
        return page

    def assert_clean(self) -> None:
        """Fail where any page did something wrong since it was opened; the fixture calls it at the end."""
        for watch in self.watches.values():
            watch.assert_clean()
