"""Who takes part. All of them sign in with the code that the terminal shows."""

from datetime import datetime

from codes.accounts.enrol import enrol
from codes.accounts.models import Account
from codes.review import actions

# Address before the @, name, role.
CAST = (
    ("sam", "Sam Submitter", ""),
    ("ada", "Ada Expert", "expert"),
    ("ben", "Ben Expert", "expert"),
    ("lea", "Lea Lead", "lead"),
    ("max", "Max Administrator", "administrator"),
)


def address(name: str) -> str:
    return f"{name}@example.org"


def gather(at: datetime) -> dict[str, Account]:
    """The accounts by name, each with its role since `at`."""
    found = {}
    for name, shown, role in CAST:
        found[name] = enrol(address(name), name=shown)
        if role:
            actions.appoint(account=found[name], role=role, by=None, at=at)
    return found
