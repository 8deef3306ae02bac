"""How something becomes registered: proposals, experts, decisions, records (RFC 8126; draft section 12.2)."""
