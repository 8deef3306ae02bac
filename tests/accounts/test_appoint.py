"""`manage.py appoint`, and who was shown by the name before."""

import io

import pytest
from django.core.management import CommandError, call_command

from codes.accounts.enrol import enrol

pytestmark = pytest.mark.django_db


def appoint(*arguments):
    """What it says, and what it says beside that."""
    out, beside = io.StringIO(), io.StringIO()
    call_command("appoint", *arguments, "--role=expert", stdout=out, stderr=beside)
    return out.getvalue().splitlines(), beside.getvalue().splitlines()


def test_somebody_new():
    assert appoint("LIA@example.org", "--name=Lia") == (["lia@example.org is expert now, as Lia."], [])
    with pytest.raises(CommandError):
        appoint("lia@example.org")
    with pytest.raises(CommandError):
        appoint("lia")


@pytest.mark.parametrize("name", ["Lia", "l\u0131a", "L\u0456\u0251", "L.i.a"], ids=ascii)
def test_whoever_had_the_name_first_is_told_of(name):
    enrol("eve@example.org", name=name)
    enrol("ada@example.org", name="Ada")
    enrol("nobody@example.org")
    said, beside = appoint("lia@example.org", "--name=Lia")
    assert said == ["lia@example.org is expert now, as Lia."]
    assert beside == [f"eve@example.org is shown as {name}, which looks the same. Ask who that is."]


def test_nobody_is_like_somebody_without_a_name():
    enrol("eve@example.org")
    assert appoint("lia@example.org")[1] == []
