from django.urls import include, path

urlpatterns = [path("", include("codes.urls"))]

handler400 = "codes.web.handlers.bad_request"
handler403 = "codes.web.handlers.forbidden"
handler404 = "codes.web.handlers.not_found"
handler429 = "codes.web.handlers.too_many"  # django-allauth's, in the manner of Django's own
handler500 = "codes.web.handlers.server_error"
