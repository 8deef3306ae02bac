"""A row for each constraint of the API's tables that breaks it (`tests/registry/test_constraints.py`)."""

from datetime import UTC, datetime

from codes.accounts.models import Account
from codes.api.models import KeyedRequest


def keyed(**changes):
    account, _ = Account.objects.get_or_create(email="ada@example.org")
    values = {"account": account, "key": "k", "fingerprint": "0" * 64, "created": datetime(2026, 12, 1, tzinfo=UTC)}
    return KeyedRequest.objects.bulk_create([KeyedRequest(**{**values, **changes})])


BREACHES = {
    "keyed_request_once": lambda: (keyed(), keyed()),
    "keyed_request_fingerprint_is_hexadecimal": lambda: keyed(fingerprint="A" * 64),
    "keyed_request_kept_if_it_worked": lambda: keyed(status=404),
}
