import os
from wsgiref.types import WSGIApplication

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "registry_site.settings")

django: WSGIApplication = get_wsgi_application()

# Below the set-up, which these imports need.
from django.conf import settings  # noqa: E402

from codes.fast.layer import FastPath  # noqa: E402
from registry_site.requests import Asked, Requests  # noqa: E402

application: WSGIApplication = Asked(django)
if settings.FAST_PATH_BYTES:
    application = FastPath(application, settings.FAST_PATH_BYTES)
application = Requests(application, trusted=settings.TRUST_PROXY)
