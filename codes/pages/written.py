"""An error object as each carrier writes it, as text for people."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from codes.harness_errors.document import Registry
from codes.harness_errors.render import CARRIERS, NotRenderableError, Rendering, render_all
from codes.harness_errors.render.http import as_text


@dataclass(frozen=True, slots=True)
class Written:
    """The object as one carrier writes it; `text` is empty where that carrier has no place for it."""

    title: str
    text: str
    notes: tuple[str, ...]


def written(found: Mapping[str, Any], registry: Registry) -> list[Written]:
    """Every carrier in every version; none where `found` has no type or code that could be written."""
    try:
        return [_one(each) for each in render_all(found, registry)]
    except NotRenderableError:
        return []


def _one(rendering: Rendering) -> Written:
    title = " ".join(filter(None, (CARRIERS[rendering.carrier].title, rendering.version)))
    content = rendering.content
    if rendering.carrier == "http":
        text = as_text(content).replace("\r\n", "\n")
    elif content is None or isinstance(content, str):
        text = content or ""
    else:
        text = json.dumps(content, indent=2, ensure_ascii=False)
    return Written(title, text, rendering.notes)
