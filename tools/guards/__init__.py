"""`python -m tools.guards`: removes each guard in turn, in a copy, and says which tests noticed."""
