"""The site's own settings with one plain REST framework list in place of all addresses, to compare with."""

from registry_site.settings import *  # noqa: F403

ROOT_URLCONF = "tools.bench.plain_list"
FAST_PATH_BYTES = 0
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": [], "UNAUTHENTICATED_USER": None}
