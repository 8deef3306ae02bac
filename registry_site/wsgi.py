import os
from functools import partial
from wsgiref.types import WSGIApplication

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "registry_site.settings")

django: WSGIApplication = get_wsgi_application()

# Below the set-up, which these imports need.
from django.conf import settings  # noqa: E402

from codes.fast.layer import FastPath  # noqa: E402
from registry_site.requests import Requests  # noqa: E402

around = partial(Requests, trusted=settings.TRUST_PROXY)
application: WSGIApplication = around(django)
if settings.FAST_PATH_BYTES:
    application = FastPath(django, settings.FAST_PATH_BYTES, around=around)
