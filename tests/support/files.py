"""The files of a release, typed a second time: the name of each and the Content-Type it is sent with."""

FILES = {
    "SHA256SUMS": "text/plain; charset=utf-8",
    "conformance.json": "application/json",
    "harness_error_codes.py": "text/plain; charset=utf-8",
    "harness_error_codes.ts": "text/plain; charset=utf-8",
    "problem.schema.json": "application/schema+json",
    "problem.strict.schema.json": "application/schema+json",
    "registry.csv": "text/csv; charset=utf-8; header=present",
    "registry.json": "application/json",
    "registry.md": "text/markdown; charset=utf-8",
    "registry.schema.json": "application/schema+json",
    "registry.txt": "text/plain; charset=utf-8",
    "registry.xml": "application/xml",
    "routing.csv": "text/csv; charset=utf-8; header=present",
    "routing.json": "application/json",
    "signals.json": "application/json",
}
