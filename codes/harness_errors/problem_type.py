"""The problem type of the draft (sections 3 and 12.1): facts that every release document repeats."""

# After the IANA registration, and until then. Consumers treat the two as equal, by exact comparison.
TYPE_URI = "https://iana.org/assignments/http-problem-types#agent-harness-error"
INTERIM_TYPE_URI = "https://agenterrors.org/problems/harness-error"
TYPE_URIS = (TYPE_URI, INTERIM_TYPE_URI)

TITLE = "Agent Harness Error"
# Section 12.1; each code recommends its own (Table 3).
RECOMMENDED_STATUS = 422
MEDIA_TYPE = "application/problem+json"

# Sections 7.1 and 8.1.
MCP_META_KEY = "org.agenterrors/harness-error"
A2A_EXTENSION_URI = "https://agenterrors.org/ext/a2a/v1"
