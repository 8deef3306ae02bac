"""The addresses of `/review/`."""

from django.urls import path

from . import one, publish, queue, roles

urlpatterns = [
    path("", queue.review_queue, name="review"),
    path("publish", publish.publish, name="review_publish"),
    path("roles", roles.role_list, name="review_roles"),
    path("roles/<str:public_id>/<str:role>/dismiss", roles.dismiss, name="review_dismiss"),
    path("<int:number>", one.proposal, name="review_proposal"),
    path("<int:number>/<str:name>", one.move, name="review_move"),
]
