"""The name that somebody is shown by: what it may hold, and that nobody takes it for an officer's of the registry."""

import re
import unicodedata

from codes.registry.models.rules import ONE_LINE

from .models import Account
from .models.account import NAME_MAX

# Not drawn, or drawn as an empty place; letters among them, by their category.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
# Letters that are drawn like other ones: Cyrillic and Greek, great and small, Latin, then what differs by font alone.
_DRAWN_ALIKE = str.maketrans(
    "АВЕКМНОРСТХУІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "аеорсухіјѕԁԛԝӏһвкмнтгαεικνορτυχγη" + "ıɑɡ" + "I01|",
    "ABEKMHOPCTXYlJSABEZHlKMNOPTYX" + "aeopcyxijsdqwlhbkmhtraeikvoptuxyn" + "iag" + "loll",
)
_OFFICES = ("designated expert", "lead expert", "registry admin", "administrator of the registry", "registry expert")
# As a whole name; as part of another it may be somebody's profession.
_ALONE = ("administrator", "admin", "the registry", "expert", "lead")
_MARKS = re.compile(r"(?:[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]){3,}")


def fault(name: str, account: Account) -> str:
    """What is wrong with `name` for `account`, in words; empty where nothing is. `name` is in normal form C."""
    if not name:
        return ""
    if len(name) > NAME_MAX or not re.search(ONE_LINE, name) or _unseen(name):
        return "A name is one line, without control or invisible characters."
    plain = folded(name)
    if any(folded(office) in plain for office in _OFFICES) or plain in map(folded, _ALONE):
        return "A name says no office: who holds one is shown as such."
    officers = Account.objects.filter(roles__isnull=False).exclude(pk=account.pk).exclude(name="").distinct()
    if any(plain == folded(each) for each in officers.values_list("name", flat=True)):
        return "Somebody who acts for the registry is shown by this name, or by one that looks like it. Choose another."
    return ""


def shown_alike(account: Account) -> list[Account]:
    """The others who are shown by the name of `account` or one that looks like it: they had it before it was looked at,
    which is when somebody who holds no role yet gets one."""
    plain = folded(account.name)
    others = (
        Account.objects.exclude(pk=account.pk).exclude(name="").order_by("date_joined", "pk") if account.name else ()
    )
    return [each for each in others if folded(each.name) == plain]


def folded(name: str) -> str:
    """The same for names that look alike: without case, marks, spaces and the script that a letter is from."""
    # A small l is a great I in many fonts, so that in any case of the two letters they count as one.
    alike = unicodedata.normalize("NFKC", name).translate(_DRAWN_ALIKE).casefold().replace("i", "l")
    parts = unicodedata.normalize("NFKD", alike)
    letters = "".join(each for each in parts if unicodedata.category(each)[0] in "LN")
    return letters or name


def _unseen(name: str) -> bool:
    return any(
        unicodedata.category(each) in _UNSEEN or each in _BLANK or unicodedata.name(each, "").startswith("VARIATION")
        for each in name
    ) or bool(_MARKS.search(unicodedata.normalize("NFD", name)))
