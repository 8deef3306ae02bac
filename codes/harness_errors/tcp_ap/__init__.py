"""TCP/AP, an HTTP standard for agents: its five failure domains, its envelope, and the way to and from it."""

from .domains import DOMAINS, PROVIDER, Domain, domain_of
from .envelope import Envelope, is_envelope, read
from .rules import RULES, Fault

__all__ = ["DOMAINS", "PROVIDER", "RULES", "Domain", "Envelope", "Fault", "domain_of", "is_envelope", "read"]
