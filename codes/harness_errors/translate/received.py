"""What arrived: a signal as its source sends it, and what the receiver knows beside it."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# What a receiver may tell besides the signal, by name: JSON type and meaning. Rows of the crosswalk ask for these.
FACTS: Mapping[str, tuple[type, str]] = {
    "method": (str, "The method of the request that was answered, such as tools/call."),
    "tool_offered": (bool, "Whether the tool that was asked for is one that the server offers."),
    "local": (bool, "Whether the SDK at this end made the error itself; then it never was on the wire."),
    "cancel_requested": (bool, "Whether this harness had asked for the cancellation."),
    "run_ends": (bool, "Whether the run ends here because nobody can supply what is missing."),
    "session": (bool, "Whether the request carried a session id."),
    "overloaded": (bool, "Whether the answer says that the service is overloaded."),
    "www_authenticate": (str, "The WWW-Authenticate header field; empty where the answer has none."),
    "error_code": (str, "The provider's own error code, where the signal is an exception or a status."),
    "stage": (str, "What the model's output was for: tool_arguments, output or final_output."),
    "limit": (str, "The name of the limit that was reached."),
    "can_rephrase": (bool, "Whether this harness's own model could react to a failed agent, as by asking otherwise."),
    "data": (object, "The data member of a JSON-RPC error."),
}


@dataclass(frozen=True, slots=True)
class Received:
    """A signal. `source` is one of the crosswalk's, or None where nobody knows who sent it.

    `signal` is the value itself, a number as text; `kind` and `field` narrow what it is. `status` is the HTTP status
    that came with it, or the signal itself where `signal` is None. `condition` is the text of a row's condition that
    the receiver knows to hold; `facts` are as FACTS says. `message` is the text that came with it, `kept` what else is
    to be kept in `upstream`; `retry_after` is in seconds.
    """

    source: str | None = None
    version: str | None = None
    signal: str | None = None
    kind: str | None = None
    field: str | None = None
    status: int | None = None
    condition: str | None = None
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    message: str | None = None
    kept: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    retry_after: float | None = None


@dataclass(frozen=True, slots=True)
class NoError:
    """What arrived is no error: nothing is to be reported. `citation` says who says so."""

    why: str
    citation: str | None = None
