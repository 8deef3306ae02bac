"""The addresses of the API, in the order of the contract."""

from django.urls import path, re_path

from . import categories, codes, docs, registry, releases, render, resolve, signals, translate

urlpatterns = [
    path("", docs.overview, name="api"),
    path("docs/", docs.browse, name="api-docs"),
    path("v1/openapi.json", docs.openapi, name="openapi"),
    path("v1/registry", registry.Registry.as_view()),
    path("v1/codes", codes.Codes.as_view()),
    path("v1/codes/<str:code>", codes.Code.as_view()),
    path("v1/codes/<str:code>/history", codes.CodeHistory.as_view()),
    path("v1/categories", categories.Categories.as_view()),
    path("v1/categories/<str:name>", categories.Category.as_view()),
    path("v1/signals", signals.Signals.as_view()),
    path("v1/resolve", resolve.Resolve.as_view()),
    path("v1/translate", translate.Translate.as_view()),
    path("v1/render", render.Render.as_view()),
    path("v1/releases", releases.Releases.as_view()),
    re_path(r"^v1/releases/(?P<first>[^/]+?)\.\.\.(?P<second>[^/]+)$", releases.Difference.as_view()),
    path("v1/releases/<str:version>", releases.Release.as_view()),
]
