"""What requests through the whole site need, as in `tests/fast/`."""

from tests.fast.conftest import _hosts, _one_connection  # noqa: F401
