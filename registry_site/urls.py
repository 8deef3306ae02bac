from django.urls import include, path

urlpatterns = [path("", include("codes.urls"))]

handler400 = "codes.web.handlers.bad_request"
handler403 = "codes.web.handlers.forbidden"
handler404 = "codes.web.handlers.not_found"
handler500 = "codes.web.handlers.server_error"
