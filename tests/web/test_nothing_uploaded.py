"""No address takes a file, nothing could store one, and there is no admin beside the review."""

import pytest
from django import forms
from django.apps import apps
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import FileField
from django.test import Client
from django.urls import NoReverseMatch, reverse

from codes.web.uploads import Refused
from tests.support.addresses import every
from tests.support.people import board

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _published(published):
    pass


def sent(client, address):
    """A form as a browser sends it, with a file where there is none to choose."""
    body = {"text": "x", "file": SimpleUploadedFile("x.html", b"<script>" * 100_000, "text/html")}
    return client.post(address, body)


def test_no_address_takes_a_file(monkeypatch):
    def read(self, *args):
        raise AssertionError("A piece of a file was read.")

    monkeypatch.setattr(Refused, "receive_data_chunk", read)
    *_, lead, administrator = board()
    for account in (None, lead, administrator):
        client = Client(enforce_csrf_checks=True)
        if account:
            client.force_login(account)
        for address in every():
            answer = sent(client, address)
            assert 400 <= answer.status_code < 500, (address, answer.status_code)


@pytest.mark.parametrize(
    "address", ["/account/sign-in", "/account/", "/account/addresses", "/proposals/new/new_code", "/inspect"]
)
def test_a_file_is_what_is_refused(address):
    """By whoever reads a form, also where the form itself is in order; before anything of it is read."""
    client = Client()
    client.force_login(board()[3])
    assert sent(client, address).status_code in (400, 415)
    assert client.get("/account/").status_code == 200


def test_nothing_could_store_one():
    assert settings.FILE_UPLOAD_HANDLERS == ["codes.web.uploads.Refused"]
    fields = [field for model in apps.get_models() for field in model._meta.get_fields()]
    assert [field for field in fields if isinstance(field, FileField)] == []
    assert [form for form in descendants(forms.BaseForm) if has_a_file(form)] == []


def descendants(kind):
    for each in kind.__subclasses__():
        yield each
        yield from descendants(each)


def has_a_file(form):
    ours = form.__module__.startswith(("codes.", "registry_site."))
    return ours and any(isinstance(each, forms.FileField) for each in getattr(form, "base_fields", {}).values())


def test_there_is_no_admin():
    """Rows are written by actions, which check, record and notify; a table editor would do none of it."""
    assert not [app for app in settings.INSTALLED_APPS if "admin" in app]
    with pytest.raises(NoReverseMatch):
        reverse("admin:index")
    assert Client().get("/admin/").status_code == 404
