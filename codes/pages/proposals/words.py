"""What the pages of proposals say, where a template alone cannot."""


def days(number: float) -> str:
    """A waiting period: `7 days`, `1 day`, `0.5 days`."""
    return f"{number:g} day{'' if number == 1 else 's'}"
