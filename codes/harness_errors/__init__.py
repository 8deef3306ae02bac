"""What an agent harness error object and a registry document mean. Pure Python over the standard library."""
