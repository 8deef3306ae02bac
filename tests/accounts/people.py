"""People who sign in the way people do."""

import re

from django.core import mail
from django.test import Client

from codes.accounts.models import Role

BY = "The area directors, by mail of 1 May"
_CODE = re.compile(r"^([A-Z]{4}-[A-Z]{4})$", re.MULTILINE)


def the_code():
    """The code in the newest mail."""
    return _CODE.search(mail.outbox[-1].body)[1]


def ask(client, address, **more):
    return client.post("/account/sign-in", {"email": address, **more})


def enter(client, code, **more):
    return client.post("/account/sign-in/code", {"code": code, **more})


def signed_in(address):
    """A browser in which the holder of `address` has signed in."""
    client = Client()
    ask(client, address)
    answer = enter(client, the_code())
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    return client


def appoint(account, role):
    return Role.objects.create(account=account, role=role, appointed_by=BY)


def heading(answer):
    return re.search(r"<h1[^>]*>(.*?)</h1>", answer.content.decode())[1]
