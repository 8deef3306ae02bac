"""An error object as each carrier writes it (draft sections 6 to 8): one module for each carrier."""

from .carriers import CARRIERS, IDS, Carrier, render, render_all
from .rendering import NotRenderableError, Rendering

__all__ = ["CARRIERS", "IDS", "Carrier", "NotRenderableError", "Rendering", "render", "render_all"]
