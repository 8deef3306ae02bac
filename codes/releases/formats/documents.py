"""The two documents themselves: everything else is rendered from them."""

from .base import Format

FORMATS = (
    Format("registry.json", "application/json", lambda registry, signals: registry.to_bytes()),
    Format("signals.json", "application/json", lambda registry, signals: signals.to_bytes()),
)
