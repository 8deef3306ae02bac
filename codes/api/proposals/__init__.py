"""Proposals through the API: the same actions as the pages, the same refusals."""
