"""Templates with what every page needs, and the time a page last changed."""

import re
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

from codes.releases.current import Current

from . import at
from .answer import Offer
from .build import BUILT
from .negotiation import Form


def issued(current: Current) -> datetime:
    """When something was last published or yanked. A manifest may carry an earlier time than the release before it."""
    return max(current.manifest.issued, current.latest.published)


def modified(current: Current) -> datetime:
    """A page changes with each publication and yank, also that of an older release, and with the code that draws it."""
    return max(issued(current), BUILT)


def page(template: str, current: Current, *, address: str, offers: tuple[Offer, ...] = (), **context: Any) -> str:
    """`template` as a whole HTML page. `offers` become its links to the other forms."""
    alternates = [offer for offer in offers if offer.address and offer.form is not Form.HTML]
    return render_to_string(
        template,
        {
            **_of(current),
            "address": address,
            "alternates": alternates,
            **context,
        },
    )


def markdown(template: str, current: Current, **context: Any) -> str:
    """`template`, a Markdown file with Django tags, without the blank lines that the tags leave behind."""
    text = render_to_string(template, {**_of(current), **context})
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def _of(current: Current) -> dict[str, Any]:
    """What every template knows: the release it is drawn from, the latest one, and what keeps links at an older one."""
    return {
        "release": current.release,
        "latest": current.latest,
        "registry": current.registry,
        "at": at.query(current),
    }
