"""What can be read at all, and whether there is an object in it."""

import json

from .base import Case, clean, http

_CLEAN = json.dumps(clean())

CASES = (
    Case("input.too_large", "", '"' + "a" * 65536 + '"', _CLEAN + " " * 60000),
    Case("input.encoding", "", "\ufeff" + _CLEAN, _CLEAN),
    Case("input.syntax", "", '{\n  "type": "x",\n}', _CLEAN),
    Case("input.too_deep", "", '{"a":' * 65 + "1" + "}" * 65, {**clean(), "causes": []}),
    Case("input.duplicate_name", "/code", '{"code": "tool.timeout", "code": "tool.timeout"}', _CLEAN),
    Case("input.number", "", '{"retry_after": NaN}', _CLEAN),
    Case("input.string", "/detail", '{"detail": "\\u0000"}', _CLEAN),
    Case("input.no_object", "", {"message": "went wrong"}, clean()),
    Case("input.no_error", "", {"isError": False, "content": []}, clean()),
    Case(
        "carrier.place",
        "/response/problem",
        {"response": {"problem": clean()}},
        http(_CLEAN),
    ),
    Case(
        "carrier.several",
        "/b",
        {"level": "ERROR", "a": clean(), "b": clean()},
        {"level": "ERROR", "a": clean()},
    ),
    Case(
        "carrier.code_only",
        "/error.type",
        {"error.type": "tool.timeout", "gen_ai.operation.name": "execute_tool"},
        {"level": "ERROR", "error": clean()},
    ),
)
