from tests.support.served import site

__all__ = ["site"]
