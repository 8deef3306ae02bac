"""The codes as anybody would begin: a model, a serializer, a generic view. Django REST framework at its plainest."""

from django.urls import path
from rest_framework import generics, renderers, serializers

from codes.registry.models import Code


class CodeSerializer(serializers.ModelSerializer):
    class Meta:
        model = Code
        fields = "__all__"


class CodeList(generics.ListAPIView):
    queryset = Code.objects.all()
    serializer_class = CodeSerializer
    renderer_classes = (renderers.JSONRenderer,)
    permission_classes = ()


urlpatterns = [path("codes", CodeList.as_view())]
