"""The guards of nginx before the site."""

from functools import partial

from tools.guards.guard import Guard

_NGINX = partial(Guard, file="deploy/nginx.conf")
_LATER = "tests/deploy/test_nginx_over_time.py::"

GUARDS = (
    _NGINX(
        "nobody waits for an answer that is kept for nobody",
        before="|account/.*|",
        after="|",
        tests=(f"{_LATER}test_nobody_waits_for_an_answer_that_is_not_kept",),
    ),
    _NGINX(
        "nobody waits long for an answer that turns out not to be kept",
        before="proxy_cache_lock_timeout 1s;",
        after="proxy_cache_lock_timeout 5s;",
        tests=(f"{_LATER}test_nobody_waits_long_to_learn_that_there_is_nothing",),
    ),
    Guard(
        "the log of a container has an end",
        "compose.yaml",
        "  restart: unless-stopped\n  logging: *logging\n  init: true",
        "  restart: unless-stopped\n  init: true",
        ("tests/deploy/test_compose.py",),
    ),
)
