"""The data of each prose page: its JSON form as it stands, and what its Markdown is filled with.

Every function takes the registry and the public origin, without a final slash, and returns plain JSON data with
`kind`, `release` (the version) and `documentation` (the address of the page). Codes are grouped here and never
typed; lists of codes keep the order of the registry.
"""

from collections.abc import Callable, Iterable
from typing import Any

from codes.harness_errors import http_only
from codes.harness_errors.document import FORMAT_VERSION, REGISTRY_KIND, Registry
from codes.harness_errors.entries import CodeEntry
from codes.harness_errors.members import MEMBERS, NESTED_MEMBERS, Member
from codes.harness_errors.problem_type import A2A_EXTENSION_URI, MCP_META_KEY
from codes.harness_errors.wire_versions import A2A_VERSIONS, MCP_VERSIONS, a2a_state
from codes.releases import manifest
from codes.releases.diff.classes import WEIGHTS

# The classes of change that a reader weighs, the heaviest first.
_CLASS_MEANINGS = {
    "behavioural": "a default, or how a code travels; a deprecated code that is active again",
    "deprecation": "a code is deprecated, or its successors change",
    "addition": "a code or a category more",
    "editorial": "words, references, advice, rows of the crosswalk",
}


def problem_type(registry: Registry, base: str) -> dict[str, Any]:
    """Draft sections 3 and 4: the type URIs, the grammar of codes and every member."""
    kind = registry.problem_type
    return {
        **_head(registry, base, "/problems/harness-error", "agent-harness-error-problem-type"),
        "type_uris": list(kind.type_uris),
        "title": kind.title,
        "recommended_status": kind.recommended_status,
        "media_type": kind.media_type,
        "code_syntax": {
            "registered": registry.syntax.code,
            "private": registry.syntax.private_code,
            "max_length": registry.syntax.max_length,
        },
        "origins": list(registry.origins),
        "categories": [
            {"category": each.category, "description": each.description, "permalink": each.permalink}
            for each in registry.categories
        ],
        "members": [_member(each) for each in MEMBERS],
        "files": {
            "schema": f"{base}/problems/harness-error.schema.json",
            "registry": f"{base}/releases/{registry.version}/registry.json",
            "signals": f"{base}/releases/{registry.version}/{registry.signals.file}",
        },
    }


def http(registry: Registry, base: str) -> dict[str, Any]:
    """Draft section 6.1 and Table 3: codes by status, and where routing on the status goes wrong."""
    return {
        **_binding(registry, base, "/bindings/http", "http"),
        "media_type": registry.problem_type.media_type,
        "recommended_status": registry.problem_type.recommended_status,
        "statuses": [
            {"http_status": status, "codes": codes}
            for status, codes in _grouped(registry, lambda entry: entry.informative.http_status)
        ],
        "unknown_codes": [
            {"category": each.category, "http_status": each.recommended_status} for each in registry.categories
        ],
        "misread_by_status": {
            "retry_5xx_never_4xx": _misread(registry, http_only.misread_by_class, http_only.retries_by_class),
            "retry_429_502_503_504": _misread(registry, http_only.misread_by_list, http_only.retries_by_list),
        },
    }


def json_rpc(registry: Registry, base: str) -> dict[str, Any]:
    """Draft section 6.3: where the object stands and how a receiver knows it."""
    return {
        **_binding(registry, base, "/bindings/json-rpc", "json-rpc"),
        "member": "error.data",
        "recognise_by": {"member": "type", "values": list(registry.problem_type.type_uris)},
        "jsonrpc_codes_allocated": [],
        "protocols": [
            *(
                {
                    "protocol": "MCP",
                    "version": each["version"],
                    "error_data": "any value",
                    "documentation": f"{base}/bindings/mcp",
                }
                for each in MCP_VERSIONS
            ),
            *(
                {
                    "protocol": "A2A",
                    "version": each["version"],
                    "error_data": each["error_data"],
                    "documentation": f"{base}/ext/a2a/v1",
                }
                for each in A2A_VERSIONS
            ),
        ],
    }


def mcp(registry: Registry, base: str) -> dict[str, Any]:
    """Draft section 7 and Table 4: the channel of each code, and what each protocol version needs."""
    return {
        **_binding(registry, base, "/bindings/mcp", "mcp"),
        "meta_key": MCP_META_KEY,
        "upstream_provider": "mcp",
        "versions": [dict(each) for each in MCP_VERSIONS],
        "channels": [
            {"channel": way.channel, "jsonrpc_code": way.jsonrpc_code, "codes": codes}
            for way, codes in _grouped(registry, lambda entry: entry.informative.mcp)
        ],
    }


def a2a(registry: Registry, base: str) -> dict[str, Any]:
    """Draft section 8 and Table 6: the task state of each code, spelled for each protocol version."""
    return {
        **_binding(registry, base, "/ext/a2a/v1", "a2a"),
        "extension_uri": A2A_EXTENSION_URI,
        "required": False,
        "params": None,
        "upstream_provider": "a2a",
        "versions": [dict(each) for each in A2A_VERSIONS],
        "states": [
            {
                "state": state,
                "on_the_wire": {each["version"]: a2a_state(state, each["version"]) for each in A2A_VERSIONS},
                "codes": codes,
            }
            for state, codes in _grouped(registry, lambda entry: entry.informative.a2a.state)
        ],
    }


def telemetry(registry: Registry, base: str) -> dict[str, Any]:
    """Draft section 6.4: the value of `error.type` for each code."""
    return {
        **_binding(registry, base, "/bindings/telemetry", "telemetry"),
        "attribute": "error.type",
        "fallback": "_OTHER",
        "values": [
            {
                "code": entry.code,
                "category": entry.category,
                "error_type": entry.informative.telemetry.error_type,
            }
            for entry in registry.codes
        ],
    }


def clients(registry: Registry, base: str) -> dict[str, Any]:
    """What a library reads and checks, and what each class of change asks of its own version."""
    release = f"{base}/releases/{registry.version}"
    return {
        **_head(registry, base, "/clients", "agent-harness-error-clients"),
        "normative": f"{release}/registry.json",
        "signals_file": registry.signals.file,
        "manifest": f"{base}/releases/manifest.json",
        "signature": f"{base}/releases/manifest.json.sig",
        "keys": f"{base}/releases/keys.json",
        "formats": [
            {"kind": kind, "major": int(version.split(".")[0])}
            for kind, version in ((manifest.KIND, manifest.FORMAT_VERSION), (REGISTRY_KIND, FORMAT_VERSION))
        ],
        "fail_safe": {"retryable": False, "model_recoverable": False},
        "seconds_between_polls": 3600,
        "changes": ["added", "changed", "deprecated", "reinstated", "removed"],
        "classes": [
            {"class": each, "part": WEIGHTS[each].name.lower(), "meaning": meaning}
            for each, meaning in _CLASS_MEANINGS.items()
        ],
    }


def _head(registry: Registry, base: str, address: str, kind: str) -> dict[str, Any]:
    return {"kind": kind, "release": registry.version, "documentation": f"{base}{address}"}


def _binding(registry: Registry, base: str, address: str, binding: str) -> dict[str, Any]:
    return {**_head(registry, base, address, "agent-harness-error-binding"), "binding": binding}


def _member(member: Member) -> dict[str, Any]:
    """The member with those of its object below it; `members` is empty unless it is an object."""
    return {
        "name": member.name,
        "json_type": member.json_type,
        "required": member.required,
        "section": member.section,
        "description": member.description,
        "members": [_member(each) for each in NESTED_MEMBERS.get(member.name, ())],
    }


def _grouped(registry: Registry, key: Callable[[CodeEntry], Any]) -> list[tuple[Any, list[str]]]:
    """Each value of `key` with its codes, in the order of the values as text, since null does not compare."""
    groups: dict[Any, list[str]] = {}
    for entry in registry.codes:
        groups.setdefault(key(entry), []).append(entry.code)
    return sorted(groups.items(), key=lambda group: str(group[0]))


def _misread(
    registry: Registry, misread: Callable[[CodeEntry], bool], retries: Callable[[int], bool]
) -> dict[str, list[str]]:
    """The codes that a habit gets wrong, by what it does with them."""
    wrong = [entry for entry in registry.codes if misread(entry)]
    return {
        "retried_in_vain": _codes(entry for entry in wrong if retries(entry.informative.http_status)),
        "given_up_too_soon": _codes(entry for entry in wrong if not retries(entry.informative.http_status)),
    }


def _codes(entries: Iterable[CodeEntry]) -> list[str]:
    return [entry.code for entry in entries]
