"""Public answers before Django: prepared once for each release, given from memory (docs/adr/0005)."""
