"""An error object as each carrier writes it (draft sections 6 to 8): one module for each carrier."""

from .carriers import CARRIERS, Carrier, render, render_all
from .rendering import NotRenderableError, Rendering

__all__ = ["CARRIERS", "Carrier", "NotRenderableError", "Rendering", "render", "render_all"]
