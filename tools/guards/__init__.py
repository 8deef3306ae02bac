"""`python -m tools.guards`: removes each guard of the review in turn, in a copy, and says which test noticed."""
