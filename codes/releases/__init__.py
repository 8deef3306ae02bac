"""What was true at a version: immutable releases, how one is made, and which one this process answers from."""
