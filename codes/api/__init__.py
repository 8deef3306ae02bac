"""The machine's door: `/api/v1/`, JSON only, from the release. The only package that imports REST framework."""
