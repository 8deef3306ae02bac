"""Programs that call the API, each with a token of an account."""

from django.test import Client

from codes.accounts import tokens


def token(account, *scopes):
    """The text of a new token; with every scope that is open to the account where none is named."""
    _, text = tokens.create(account, name="test", scopes=scopes or tokens.scopes_open_to(account))
    return text


def client(account, *scopes):
    """A client that sends it."""
    return Client(headers={"Authorization": f"Bearer {token(account, *scopes)}"})
