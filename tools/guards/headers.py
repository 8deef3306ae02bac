"""The guards in the headers of every answer."""

from functools import partial

from tools.guards.guard import Guard

MIDDLEWARE = "codes/web/middleware.py"
SETTINGS = "registry_site/settings.py"

_of = partial(Guard, tests=("tests/web/test_security_headers.py",))

GUARDS = (
    _of("what browsers are told stands everywhere", MIDDLEWARE, "in _TO_BROWSERS.items()", "in ()"),
    _of("what is one reader's stays on our pages", MIDDLEWARE, 'else "same-origin"', 'else "cross-origin"'),
    _of("no script of a page's own", SETTINGS, '"script-src": [SELF],', '"script-src": [SELF, "\'unsafe-inline\'"],'),
    _of("no style of a page's own", SETTINGS, '"style-src": [SELF],', '"style-src": [SELF, "\'unsafe-inline\'"],'),
    _of("a policy for static files, too", SETTINGS, '    "csp.middleware.CSPMiddleware",\n', ""),
    _of("no frame", SETTINGS, '    "django.middleware.clickjacking.XFrameOptionsMiddleware",\n', ""),
)
