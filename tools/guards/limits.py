"""The guards that count: guesses, mails, calls and forms, one by one and where all processes see it."""

from functools import partial

from tools.guards.guard import Guard

GUESSES = "tests/accounts/test_guesses.py"
FORMS = "tests/web/test_counted_forms.py"

_codes = partial(Guard, file="codes/pages/account/attempts.py")
_settings = partial(Guard, file="registry_site/settings.py")

GUARDS = (
    _codes(
        "limits: guesses at once",
        before='elif not ratelimit.consume(request, action="confirm_login_code"',
        after='elif not ratelimit.consume(request, action="nothing"',
        tests=(f"{GUESSES} -k three_guesses",),
    ),
    _codes(
        "limits: mails asked for again at once",
        before='if not may_mail(request, state["email"]):',
        after="if False:",
        tests=(f"{GUESSES} -k mails",),
    ),
    _settings(
        "limits: guesses of a day at a second factor",
        before=',30/d/key"',
        after='"',
        tests=(f"{GUESSES} -k thirty",),
    ),
    Guard(
        "limits: a success takes no failed guess back",
        "codes/accounts/guesses.py",
        "    used.rollback()\n",
        "    ratelimit.clear(\n"
        '        request, app="allauth.account", action="second_factor", key=f"account {account.pk}"\n'
        "    )\n",
        (f"{GUESSES} -k in_between",),
    ),
    _codes(
        "limits: mails to show who one is again",
        before='action="code_to_address", key=key',
        after='action="nothing", key=key',
        tests=(f"{GUESSES} -k show_who",),
    ),
    _codes(
        "limits: what one network uses up is no room of others",
        before='key=f"{address} {get_ip(request)}")',
        after="key=address)",
        tests=(f"{GUESSES} -k keeps_somebody_out",),
    ),
    _settings("limits: mails to one address", before=",60/h/key", after="", tests=(f"{GUESSES} -k sixty",)),
    _settings(
        "limits: mails of an hour", before="20/m/ip,200/h/ip", after="20/m/ip", tests=(f"{GUESSES} -k two_hundred",)
    ),
    _settings("limits: addresses of an hour", before=',30/h/user"', after='"', tests=(f"{GUESSES} -k would_add",)),
    Guard(
        "limits: what runs out first goes first",
        "codes/accounts/counters.py",
        "ORDER BY {expires} LIMIT",
        "ORDER BY {key} LIMIT",
        ("tests/accounts/test_counters.py",),
    ),
    Guard(
        "limits: what cannot be counted is not tried",
        "codes/accounts/counters.py",
        "            raise OperationalError(_UNCOUNTED)\n",
        "            pass\n",
        ("tests/accounts/test_counters.py",),
    ),
    Guard(
        "limits: a database that takes no writes is no lock that another holds",
        "codes/accounts/counters.py",
        "            raise OperationalError(_UNCOUNTED) from failures[0]\n",
        "            return False\n",
        (f"{FORMS} -k no_writes", "tests/api/test_throttles.py -k no_writes"),
    ),
    Guard(
        "limits: a lock outlasts a flood",
        "codes/accounts/counters.py",
        "WHERE {key} NOT LIKE '%%:lock' ",
        "",
        ("tests/accounts/test_counters.py -k held_stays",),
    ),
    _settings(
        "limits: one network of IPv6 is one client",
        before="ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 48",
        after="ALLAUTH_RATE_LIMIT_IPV6_PREFIX = 64",
        tests=("tests/accounts/test_counters.py",),
    ),
    Guard(
        "limits: calls of the API one by one",
        "codes/api/throttles.py",
        "with cache_lock(key) as alone:",
        "if alone := True:",
        # SQLite lets one write at a time anyway, and now and then that is enough.
        ("tests/api/test_throttles.py --db=postgres -k same_moment",),
    ),
    Guard(
        "limits: too much on a page is 429",
        "codes/pages/forms/faults.py",
        "TooMany: 429, ",
        "",
        ("tests/pages/proposals/test_own_moves.py -k too_many",),
    ),
    Guard(
        "limits: a page says when there is room",
        "codes/pages/forms/faults.py",
        "        form.retry_after = refused.seconds\n",
        "        pass\n",
        ("tests/pages/proposals/test_own_moves.py -k too_many",),
    ),
    Guard(
        "limits: the wait is that of the limit which is used up",
        "codes/web/waiting.py",
        "max(waits, default=otherwise)",
        "60",
        (f"{FORMS} -k wait",),
    ),
    Guard(
        "limits: forms that change something",
        "codes/web/personal.py",
        '            count(request, "change")\n',
        "            pass\n",
        (f"{FORMS} -k one_person",),
    ),
    Guard(
        "limits: forms that ask something",
        "codes/web/question.py",
        "        _count(request)\n",
        "",
        (f"{FORMS} -k one_client",),
    ),
    Guard(
        "limits: the counters of forms follow the setting",
        "registry_site/settings.py",
        'ACCOUNT_RATE_LIMITS[_action] = f"{_most}',
        'ACCOUNT_RATE_LIMITS[_action] = f"60',
        (f"{FORMS} -k counted_as_calls",),
    ),
)
