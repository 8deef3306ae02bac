"""Looks at a running registry from outside: downloads what is published and checks it all.

    python3 -m tools.monitor https://registry.example.org --key registry.pem --state monitor.json

The standard library and `cryptography`, nothing of `codes`: what is wrong there must not be wrong here too. The folder
can be copied to another machine and runs there as it is.
"""
