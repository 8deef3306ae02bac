"""The guards around what a session or token is not enough for, and what nobody may send."""

from functools import partial

from tools.guards.guard import Guard

AGAIN = '@reauthentication_required(app="codes", allow_get=True)  # type: ignore[untyped-decorator]\n'
TESTED = "tests/pages/review/test_again.py"

_again = partial(Guard, tests=(f"{TESTED} -k old_session",))

GUARDS = (
    _again("again: publish", "codes/pages/review/publish.py", AGAIN, ""),
    _again("again: appoint", "codes/pages/review/roles.py", f"{AGAIN}def role_list", "def role_list"),
    _again("again: dismiss", "codes/pages/review/roles.py", f"{AGAIN}def dismiss", "def dismiss"),
    _again("again: make a token", "codes/pages/account/tokens.py", AGAIN, ""),
    _again("again: erase", "codes/pages/account/erase.py", AGAIN, ""),
    Guard(
        "again: after five minutes",
        "codes/accounts/adapter.py",
        'time.time() - records[-1]["at"] < app_settings.REAUTHENTICATION_TIMEOUT',
        "records",
        (f"{TESTED} -k old_session",),
    ),
    Guard(
        "dismissal ends sessions and tokens",
        "codes/review/actions/roles.py",
        "sessions.end_all(account)",
        "pass",
        (f"{TESTED} -k loses_a_role",),
    ),
    Guard(
        "a token that may publish lasts a week",
        "codes/accounts/tokens.py",
        "    elif SHORT in scopes and days > DAYS_SHORT:",
        "    elif False:",
        ("tests/accounts/test_tokens.py -k lasts_a_week",),
    ),
    Guard(
        "nothing is uploaded",
        "codes/web/uploads.py",
        'raise SuspiciousOperation("A file was sent.")',
        "return None",
        ("tests/web/test_nothing_uploaded.py",),
    ),
    *(
        Guard(
            f"cookies: {name}", "registry_site/settings.py", before, after, ("tests/registry_site/test_in_earnest.py",)
        )
        for name, before, after in (
            ("the session over TLS alone", "SESSION_COOKIE_SECURE = not DEBUG", "SESSION_COOKIE_SECURE = False"),
            ("the form's over TLS alone", "CSRF_COOKIE_SECURE = not DEBUG", "CSRF_COOKIE_SECURE = False"),
            ("the session is this host's", 'else "__Host-sessionid"', 'else "sessionid"'),
            ("the session not for scripts", "SESSION_COOKIE_HTTPONLY = True", "SESSION_COOKIE_HTTPONLY = False"),
            ("a second factor unless said", '"REQUIRE_SECOND_FACTOR", not DEBUG', '"REQUIRE_SECOND_FACTOR", False'),
        )
    ),
)
