"""A registry to play with: people of every role and proposals in every state. For development alone."""
