"""The guards against what an operator gets wrong: `manage.py check --deploy`."""

from functools import partial

from tools.guards.guard import Guard

TESTED = "tests/test_checks.py"

_of = partial(Guard, file="codes/checks.py", tests=(f"{TESTED} -k way_out", f"{TESTED} -k their_table"))

GUARDS = (
    _of("check: permalinks with TLS", before='if not address.startswith("https://"):', after="if False:"),
    _of(
        "check: permalinks to a host of ours",
        before="if not validate_host(host, settings.ALLOWED_HOSTS):",
        after="if 0:",
    ),
    _of("check: hosts are named", before='if not any(each == "*" for', after='if not any(each == "" for'),
    _of("check: no https for ever", before="or settings.TRUST_PROXY:", after="or True:"),
    _of("check: a second factor", before="if settings.REQUIRE_SECOND_FACTOR:", after="if True:"),
    _of("check: no codes in clear", before="if host in _HERE or", after="if True or"),
    Guard(
        "a key file that cannot be read stops publishing",
        "codes/releases/signing.py",
        "if settings.SIGNING_KEY_FAULT:",
        "if False:",
        ("tests/releases/test_sign.py -k key_file", f"{TESTED} -k key_file"),
    ),
    Guard(
        "a key file that cannot be read stops no reads",
        "registry_site/settings.py",
        "except ImproperlyConfigured as unreadable:",
        "except KeyError as unreadable:",
        (f"{TESTED} -k key_file",),
    ),
    _of("check: a table of counters", before='or settings.CACHES["default"]["LOCATION"] in tables', after="or True"),
)
