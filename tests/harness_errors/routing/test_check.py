"""The checker of an operator's table: each rule fires, and our own table has nothing wrong with it."""

import dataclasses

import pytest

from codes.harness_errors.routing import RULES, TableError, check, read, rows, to_csv

pytestmark = pytest.mark.django_db

LAST = "*,*,give_up\n"


@pytest.fixture
def faults(registry):
    """Rule, row and code of each."""

    def found(text, **options):
        return [(each.rule, each.line, each.code) for each in check(read(text), registry, **options).faults]

    return found


def test_nothing_is_wrong_with_our_own_table(registry):
    found = check(rows(registry), registry, since=registry)
    assert (found.faults, found.unrouted, found.new) == ((), (), ())


def test_a_table_of_one_row_takes_everything(faults):
    assert faults(LAST) == []


def test_what_no_row_takes(registry, faults):
    text = "*,output.*,feed_back\n*,tool.timeout,feed_back\n"
    left = [entry.code for entry in registry.codes if entry.category != "output" and entry.code != "tool.timeout"]
    assert faults(text) == [*(("unrouted", None, code) for code in left), ("no_last_row", None, None)]
    assert check(read(text), registry).unrouted == tuple(left)


def test_a_row_of_one_objective_takes_nothing_for_the_others(faults):
    assert ("unrouted", None, "tool.timeout") in faults("screen_cv,tool.timeout,ask\n")


def test_a_row_that_never_counts(faults):
    assert faults(f"*,tool.timeout,feed_back\n*,tool.timeout,retry\n{LAST}") == [("shadowed", 2, None)]


def test_of_a_row_that_never_counts_nothing_else_is_said(faults):
    assert faults(f"*,429,wait\n*,429,retry\n{LAST}") == [("http_status", 1, None), ("shadowed", 2, None)]


def test_another_objective_does_not_shadow(faults):
    assert faults(f"*,tool.timeout,feed_back\nscreen_cv,tool.timeout,ask\n{LAST}") == []


def test_a_retry_in_vain(faults):
    assert faults(f"*,loop.timeout,retry_backoff\n{LAST}") == [("retries_in_vain", 1, "loop.timeout")]
    assert faults(f"*,tool.timeout,retry_backoff\n{LAST}") == []


def test_a_broad_row_retries_what_no_other_row_takes(faults):
    assert faults(f"*,context.*,retry\n{LAST}") == [("retries_in_vain", 1, "context.window_exceeded")]
    assert faults(f"*,context.*,retry\n*,context.window_exceeded,adjust_limit\n{LAST}") == []


def test_a_last_row_that_retries(registry, faults):
    wrong = [entry for entry in registry.codes if not entry.default_retryable]
    rule = {True: "retries_policy", False: "retries_in_vain"}
    assert faults("*,*,retry\n") == [(rule[entry.category == "policy"], 1, entry.code) for entry in wrong]


def test_the_row_of_an_objective_retries_what_it_takes_there(faults):
    text = f"screen_cv,loop.timeout,retry\n*,loop.timeout,adjust_limit\n{LAST}"
    assert faults(text) == [("retries_in_vain", 1, "loop.timeout")]


def test_a_retry_of_what_a_person_denied(faults):
    assert faults(f"*,policy.approval_denied,try_again\n{LAST}") == [("retries_policy", 1, "policy.approval_denied")]


@pytest.mark.parametrize("outcome", ["429", "5xx", "HTTP 503", "status=504", "http_500"])
def test_a_row_by_http_status(outcome, faults):
    assert faults(f"*,{outcome},wait\n{LAST}") == [("http_status", 1, None)]


def test_a_code_that_is_not_registered(faults):
    assert faults(f"*,tool.exploded,feed_back\n{LAST}") == [("unknown_code", 1, "tool.exploded")]
    assert faults(f"*,x-acme.seats,ask\n*,CONFORMANT | QUALIFIED,go\n{LAST}") == []


def test_a_deprecated_code(registry):
    kept = registry.code("tool.timeout")
    gone = dataclasses.replace(kept.administrative, status="deprecated", superseded_by=("tool.execution_failed",))
    codes = tuple(dataclasses.replace(each, administrative=gone) if each is kept else each for each in registry.codes)
    (fault,) = check(read(f"*,tool.timeout,feed_back\n{LAST}"), dataclasses.replace(registry, codes=codes)).faults
    assert (fault.rule, fault.line, fault.code, fault.level) == ("deprecated_code", 1, "tool.timeout", "advice")
    assert "tool.execution_failed" in fault.message


def test_what_a_release_adds(registry, faults):
    before = dataclasses.replace(
        registry, version="0.9.0", codes=tuple(each for each in registry.codes if each.name != "empty")
    )
    assert faults(f"*,output.*,feed_back\n{LAST}", since=before) == [("new_code", 1, "output.empty")]
    assert faults(f"*,output.empty,feed_back\n{LAST}", since=before) == []
    assert check(read(LAST), registry, since=before).new == ("output.empty",)


def test_every_rule_has_fired_above_and_says_what_it_is():
    assert sorted(RULES) == [
        "deprecated_code",
        "http_status",
        "new_code",
        "no_last_row",
        "retries_in_vain",
        "retries_policy",
        "shadowed",
        "unknown_code",
        "unrouted",
    ]
    assert all(level in ("error", "advice") and text.endswith(".") for level, text in RULES.values())


def test_tcp_ap_writes_the_same_table_as_json():
    text = '{"screen_cv | CONFORMANT | QUALIFIED": "start_interview", "* | KERNEL_FAULT": "retry_backoff"}'
    assert [(row.objective, row.outcome, row.next, row.line) for row in read(text)] == [
        ("screen_cv", "CONFORMANT | QUALIFIED", "start_interview", 1),
        ("*", "KERNEL_FAULT", "retry_backoff", 2),
    ]


def test_a_key_that_comes_twice_is_a_row_that_never_counts(registry):
    text = '{"* | tool.timeout": "ask", "* | tool.timeout": "go", "* | *": "stop"}'
    assert [fault.rule for fault in check(read(text), registry).faults] == ["shadowed"]


def test_our_own_table_may_be_pasted_whole(registry):
    assert check(read(to_csv(rows(registry)).decode()), registry).faults == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The table has no rows."),
        ("objective,outcome,next\n", "The table has no rows."),
        ("*,tool.timeout\n", "Row 1: 2 cells, and objective, outcome, next are wanted."),
        ("*,,stop\n", "Row 1: each cell has 1 to 200 characters."),
        (f"*,{'a' * 201},stop\n", "Row 1: each cell has 1 to 200 characters."),
        ('*,"tool.timeout,stop', "No CSV: unexpected end of data."),
        ("*,*,stop\n" * 2001, "The table has 2001 rows; at most 2000 are read."),
        (
            '{"tool.timeout": "stop"}',
            'Row 1: {"objective | outcome": "next"} is wanted, with a string after the colon.',
        ),
        ('{"* | a": 1}', 'Row 1: {"objective | outcome": "next"} is wanted, with a string after the colon.'),
        ('{"* | a": {"b": 1}}', 'Row 1: {"objective | outcome": "next"} is wanted, with a string after the colon.'),
        ("{", "No JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)."),
        ('{"a":' * 20000, None),
    ],
)
def test_what_is_no_table(text, said):
    with pytest.raises(TableError) as refused:
        read(text)
    assert said in (None, str(refused.value))


@pytest.mark.parametrize("outcome", ["Tool.Timeout", "nope.*", "Tool.*", "tool.exploded"])
def test_what_is_spelled_like_ours_and_is_not_is_told(faults, outcome):
    assert faults(f"*,{outcome},feed_back\n{LAST}") == [("unknown_code", 1, outcome)]


@pytest.mark.parametrize("outcome", ["tool.*", "x-acme.*", "x-acme.stale", "KERNEL_FAULT", "CONFORMANT", "a.b.*"])
def test_other_words_may_be_anybodys(faults, outcome):
    assert faults(f"*,{outcome},feed_back\n{LAST}") == []


def test_everything_at_one_objective_never_counts(faults):
    """The order of precedence has no such row: what is foreseen nowhere goes to the last row of all."""
    assert faults(f"screen,*,retry\n{LAST}") == [("shadowed", 1, None)]


def test_a_table_from_a_spreadsheet_may_begin_with_a_byte_order_mark(faults):
    assert [row.line for row in read(f"\ufeffobjective,outcome,next\n{LAST}")] == [2]
    assert faults("\ufeff" + '{"* | *": "give_up"}') == []
