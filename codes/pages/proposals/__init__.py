"""Asking for a change of the registry: the policy, the proposals in public, and the way from an idea to a request."""
