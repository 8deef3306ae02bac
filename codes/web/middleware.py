"""What holds for every answer, also where no view of ours was asked."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from codes.accounts.mail import MailNotSent

from .door import AWAY, is_outage, unavailable

logger = logging.getLogger(__name__)

# Django's own middleware says the last three, unless it fails itself; then they stand here.
_TO_BROWSERS = {
    "Permissions-Policy": settings.PERMISSIONS_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
}


class LastWord:
    """The outermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Django counts the nothing that these consist of. On a 304 that would tell of an empty page (RFC 9110
        # section 8.6), and on a 204 the field must not stand.
        if response.status_code in (204, 304):
            del response.headers["Content-Length"]
        for name, value in _TO_BROWSERS.items():
            response.headers.setdefault(name, value)
        # Who may read an answer with a script may show it, too; what is one reader's own stays on pages of this site.
        open_to_all = "Access-Control-Allow-Origin" in response.headers
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if open_to_all else "same-origin"
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """503 and when to come again, never 500, while the database or the mail server is away."""
        if isinstance(exception, MailNotSent):
            logger.error("Mail could not be sent: %s", request.path, exc_info=exception)
            return unavailable(request, "Mail cannot be sent at the moment.")
        if not is_outage(exception):
            return None
        logger.error("The database did not answer: %s", request.path, exc_info=exception)
        return unavailable(request, AWAY)
