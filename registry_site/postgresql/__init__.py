"""Django's PostgreSQL backend, for servers that may stop answering."""
