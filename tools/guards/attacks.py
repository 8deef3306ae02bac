"""Guards that single attacks meet: escaping, quotations, redirects, whose something is, letters that are not seen."""

from tools.guards.guard import Guard

PAGES = "tests/attacks/test_stored_pages.py"
ORDERS = "tests/attacks/test_orders.py"
SHAPE = f"{ORDERS} -k shape"
PLACES = f"{ORDERS} -k places"
ACCESS = "tests/attacks/test_access.py"
READS = "tests/attacks/test_access_api.py -k reads"
LETTERS = "tests/attacks/test_unicode.py"
WAYS_OUT = "tests/attacks/test_redirects.py -k signing_in"
TEXT = "codes/releases/formats/text.py"

GUARDS = (
    Guard(
        "attacks: what is said is text",
        "templates/proposals/parts/talk.html",
        "{{ comment.text|linebreaks }}",
        "{{ comment.text|safe|linebreaks }}",
        (f"{PAGES} -k under_review",),
    ),
    Guard(
        "attacks: no markup in Markdown",
        TEXT,
        'escaped = _INLINE.sub(r"\\\\\\g<0>", plain(text))',
        "escaped = plain(text)",
        (SHAPE,),
    ),
    Guard("attacks: no block in Markdown", TEXT, "block = _BLOCK.match(escaped)", "block = None", (SHAPE,)),
    Guard(
        "attacks: a fence longer than what is inside",
        TEXT,
        'fence = "`" * (longest + 1)',
        'fence = "`" * min(1, longest + 1)',
        ("tests/releases/formats/test_text.py",),
    ),
    Guard(
        "attacks: meanings are quoted",
        "templates/codes/entry.md",
        "> {{ entry.description|md }}",
        "{{ entry.description|md }}",
        (PLACES,),
    ),
    Guard(
        "attacks: agents are told whose words it is",
        "templates/llms.txt",
        '{% include "parts/words_of_others.md" %}',
        "",
        (PLACES,),
    ),
    Guard(
        "attacks: signing in leads to a path",
        "codes/accounts/adapter.py",
        'url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)',
        'url.startswith("/")',
        (WAYS_OUT,),
    ),
    Guard(
        "attacks: and to no host, not even one of ours",
        "codes/accounts/adapter.py",
        'url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)',
        "super().is_safe_url(url)",
        (WAYS_OUT,),
    ),
    Guard(
        "attacks: a draft is its submitter's",
        "codes/pages/proposals/own.py",
        "filter(pk=number, submitter=reader(request))",
        "filter(pk=number)",
        (f"{ACCESS} -k check",),
    ),
    Guard(
        "attacks: what is out of sight",
        "codes/pages/proposals/own.py",
        "if row is None or not sight.may_know_of(row, reader(request)):",
        "if row is None:",
        (f"{ACCESS} -k act",),
    ),
    Guard(
        "attacks: what a token may read",
        "codes/api/proposals/reading.py",
        "if row is None or not _open_to(row, by):",
        "if row is None:",
        (READS,),
    ),
    Guard(
        "attacks: notes are for those without a conflict",
        "codes/api/proposals/data.py",
        "inside = by is not None and officer and sight.as_officer(proposal, by)",
        "inside = by is not None and officer",
        (READS,),
    ),
    Guard(
        "attacks: tokens are revoked by their holder",
        "codes/accounts/tokens.py",
        "filter(user=account, digest=digest)",
        "filter(digest=digest)",
        (f"{ACCESS} -k tokens",),
    ),
    Guard(
        "attacks: nobody is shown as an officer",
        "codes/accounts/names.py",
        "if any(plain == folded(each)",
        "if any(name == each",
        (f"{LETTERS} -k shown_as",),
    ),
    Guard(
        "attacks: a name that is an office alone",
        "codes/accounts/names.py",
        " or plain in map(folded, _ALONE)",
        "",
        (f"{LETTERS} -k says_no_office",),
    ),
    Guard(
        "attacks: who had an officer's name first is told of",
        "codes/accounts/names.py",
        "if folded(each.name) == plain]",
        "if False]",
        ("tests/accounts/test_appoint.py",),
    ),
    Guard(
        "attacks: officers are marked",
        "templates/proposals/parts/talk.html",
        "{% if comment.account|office:comment.written %}",
        "{% if False %}",
        (f"{LETTERS} -k marked",),
    ),
    Guard(
        "attacks: no tags of Unicode",
        "codes/review/kinds/texts.py",
        "\\U000e0000-\\U000e0fff",
        "",
        (f"{LETTERS} -k no_text",),
    ),
    Guard(
        "attacks: no formula in CSV",
        "codes/releases/formats/csv.py",
        "if text.startswith(_FORMULA)",
        "if False",
        ("tests/releases/formats/test_csv.py",),
    ),
    Guard(
        "attacks: the cache knows in which form",
        "deploy/nginx.conf",
        "$request_uri|$registry_accept|$registry_coding",
        "$request_uri|$registry_coding",
        ("tests/attacks/test_cache_poison.py -k a_header",),
    ),
)
