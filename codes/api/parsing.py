"""How bodies are read: one strict parser for every media type that is taken."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.http import parse_header_parameters
from rest_framework.parsers import BaseParser

from codes.harness_errors import strict_json
from codes.harness_errors.strict_json import StrictJSONError
from codes.web.problems import Refusal


class StrictJSON(BaseParser):
    """JSON in UTF-8. Raises Refusal for what is too large, or is no JSON that means one thing only."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        content = stream.read(strict_json.MOST_BYTES + 1)
        if len(content) > strict_json.MOST_BYTES:
            raise Refusal("content-too-large", f"At most {strict_json.MOST_BYTES} bytes are read.")
        try:
            return strict_json.parse(content)
        except StrictJSONError as error:
            raise unreadable(error) from None


class MergePatch(StrictJSON):
    """The same under the name of RFC 7396."""

    media_type = "application/merge-patch+json"


def chosen(request: Any, parsers: Any) -> Any:
    """The parser for the body of `request`; None where none takes it: another type, charset or coding."""
    kind, parameters = parse_header_parameters(request.content_type or "")
    coding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if parameters.get("charset", "utf-8").lower() != "utf-8" or coding != "identity":
        return None
    return next((each for each in parsers if each.media_type == kind), None)


def unreadable(error: StrictJSONError) -> Refusal:
    """The refusal of a body that `strict_json` does not read."""
    return Refusal("invalid-body", error.detail, members={"errors": [place(error)]})


def place(error: StrictJSONError, at: str = "") -> dict[str, Any]:
    """Where and what: `at` is the JSON Pointer of the text that was read, where it stood inside a body."""
    found: dict[str, Any] = {"pointer": at + (error.pointer or ""), "code": error.code, "detail": error.detail}
    if error.line is not None:
        found |= {"line": error.line, "column": error.column}
    return found
