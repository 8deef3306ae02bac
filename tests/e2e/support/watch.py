"""Watches a browser page for everything that no page of ours may do."""

from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, Response

BAD_REQUEST = 400


class Watch:
    """What went wrong on `page` so far, from its first request to its last: `problems`, one line each."""

    def __init__(self, page: Page, origin: str) -> None:
        self.origin = origin
        self.problems: list[str] = []
        self.expected_failures: set[str] = set()  # addresses that are visited for their 404
        page.on("request", self._request)
        page.on("response", self._response)
        page.on("requestfailed", self._failed)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"script error: {error}"))

    def assert_clean(self) -> None:
        """Fail with all problems at once."""
        assert not self.problems, "\n".join(self.problems)

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and not request.url.startswith(f"{self.origin}/"):
            self.problems.append(f"request to another host: {request.url}")

    def _failed(self, request: Request) -> None:
        # Who goes on to the next page before all of this one is there leaves the rest: no fault of the page.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"not loaded: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= BAD_REQUEST and response.url not in self.expected_failures:
            self.problems.append(f"status {response.status}: {response.url}")

    def _console(self, message: ConsoleMessage) -> None:
        # The browser reports a refusal of the security policy and a failed load as errors, too.
        if message.type == "error" and message.location["url"] not in self.expected_failures:
            self.problems.append(f"console: {message.text}")
