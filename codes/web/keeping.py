"""What a view tells whoever stands before Django: that its answer may be given again, and how Accept chose it.

It travels in the WSGI environment, so no header has to be invented and taken off again.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from django.http import HttpRequest

from .negotiation import Form, acceptable, choose

_KEEP = "codes.keep"
_NEGOTIATED = "codes.negotiated"
# A longer Accept header is read each time, so that what is remembered of headers stays small.
_LONGEST = 256


@dataclass(frozen=True, slots=True, eq=False)
class Negotiated:
    """What decides the form at an address: the forms that Accept chooses among, or the one media type it may rule out.

    Neither for an address that pays no heed to Accept. Made by `_negotiated` alone: equal ones are the same object.
    """

    forms: tuple[Form, ...]
    alone: str

    def variant(self, accept: str | None) -> str | None:
        """A name for the form that `accept` leads to; None where it rules out the only one."""
        if accept is not None and len(accept) > _LONGEST:
            return _variant.__wrapped__(self, accept)
        return _variant(self, accept)


def settle(accept: str | None, forms: tuple[Form, ...]) -> Form:
    """The form that an address with `forms` answers in. People's addresses fall back to HTML."""
    return choose(accept, forms) or Form.HTML


def note(request: HttpRequest, *, forms: tuple[Form, ...] = (), alone: str = "") -> None:
    """Whoever reads the Accept header says here what it was read for."""
    request.META[_NEGOTIATED] = _negotiated(forms, alone)


def alone(request: HttpRequest) -> bool:
    """Whether the address has one form only, as far as its view has said."""
    found = request.META.get(_NEGOTIATED)
    return isinstance(found, Negotiated) and bool(found.alone)


def keep(request: HttpRequest) -> None:
    """The answer to `request` stays the same until the next release or manifest, whoever asks."""
    request.META[_KEEP] = True


def kept(environ: dict[str, object]) -> Negotiated | None:
    """How the answer to the request of `environ` was chosen, where the view says that it may be kept."""
    if not environ.get(_KEEP):
        return None
    found = environ.get(_NEGOTIATED)
    return found if isinstance(found, Negotiated) else _negotiated((), "")


@cache
def _negotiated(forms: tuple[Form, ...], alone: str) -> Negotiated:
    return Negotiated(forms, alone)


@lru_cache(maxsize=1024)
def _variant(negotiated: Negotiated, accept: str | None) -> str | None:
    if negotiated.alone:
        return "alone" if acceptable(accept, negotiated.alone) else None
    return settle(accept, negotiated.forms).name if negotiated.forms else "alone"
