"""What pages say of an entry in words, computed from it."""

from dataclasses import replace

import pytest

from codes.pages import spans, wording

pytestmark = pytest.mark.django_db


def step(entry, name):
    return dict(wording.steps(entry))[name]


def test_what_to_make_of_causes_depends_on_who_wraps_them(registry):
    agent = step(registry.code("upstream.agent_failed"), "Read the causes")
    assert "retryable on the outer one is a copy of it" in agent
    exhausted = step(registry.code("output.retries_exhausted"), "Read the causes")
    assert "copy" not in exhausted
    assert "The attempts are used up, so retryable on a cause is no reason to ask again." in exhausted


def test_every_warning_stands_once_in_the_steps_of_its_code(registry):
    warned = [entry for entry in registry.codes if entry.informative.side_effect_warning]
    assert {"upstream.agent_failed", "tool.timeout"} <= {entry.code for entry in warned}
    for entry in warned:
        texts = [text for _, text in wording.steps(entry)]
        assert [entry.informative.side_effect_warning in text for text in texts].count(True) == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("upstream.rate_limited", "wait, then repeat"),
        ("upstream.overloaded", "wait, then repeat"),
        ("upstream.unavailable", "wait, then repeat only if safe"),
        ("upstream.invalid_response", "repeat only if safe"),
        ("tool.timeout", "repeat only if safe"),
        ("output.empty", "repeat the operation unchanged"),
        ("output.malformed", "tell the model"),
        ("harness.cancelled", "stop"),
    ],
)
def test_the_first_step_says_what_must_not_be_overlooked(code, words, client, registry):
    assert wording.first_step(registry.code(code)) == words
    row = client.get("/codes/").content.decode().split(f'<tr id="{code}"')[1].split("</tr>")[0]
    assert f'<td data-label="First step">{words}</td>' in row
    (line,) = [
        line for line in client.get("/codes.md").content.decode().splitlines() if line.startswith(f"| [`{code}`]")
    ]
    assert f" | {words}" in line
    (line,) = [
        line for line in client.get("/llms.txt").content.decode().splitlines() if line.startswith(f"- [`{code}`]")
    ]
    assert f". First step: {words}. " in line


def test_a_first_step_is_never_a_bare_repetition_where_there_is_a_warning(registry):
    warned = [entry for entry in registry.codes if entry.informative.side_effect_warning and entry.default_retryable]
    assert warned
    assert all("only if safe" in wording.first_step(entry) for entry in warned)


def test_what_is_not_retryable_is_not_repeated_unchanged(registry):
    assert wording.before_repeating(registry.code("output.malformed")) == "do not repeat it unchanged"
    assert wording.before_repeating(registry.code("output.empty")) == "nothing in particular"
    assert wording.before_repeating(registry.code("upstream.rate_limited")) == "wait"
    assert "finished its work" in wording.before_repeating(registry.code("tool.timeout"))


BY_CLASS, BY_LIST = "Clients that retry every 5xx and no 4xx", "Clients that retry 429, 502, 503 and 504"


@pytest.mark.parametrize(
    ("code", "by_class", "by_list"),
    [
        ("upstream.rate_limited", "give up too soon here", "happen to be right"),
        ("harness.internal_error", "repeat here what cannot succeed unchanged", "happen to be right"),
        ("loop.timeout", "repeat here what cannot succeed unchanged", "repeat here what cannot succeed unchanged"),
        ("output.empty", "give up too soon here", "give up too soon here"),
    ],
)
def test_each_habit_of_http_only_clients_is_judged_by_itself(code, by_class, by_list, client, registry):
    said = wording.misread_words(registry.code(code))
    assert f"{BY_CLASS} {by_class}. {BY_LIST} {by_list}." in said
    for suffix in ("", ".md"):
        assert said in client.get(f"/codes/{code}{suffix}").content.decode()


def test_where_no_habit_goes_wrong_nothing_is_said(registry):
    assert wording.misread_words(registry.code("tool.timeout")) == ""


def test_the_list_tells_who_is_misled(client, registry):
    page = client.get("/codes/").content.decode()
    row = {
        code: page.split(f'<tr id="{code}"')[1].split("</tr>")[0] for code in ("loop.timeout", "upstream.rate_limited")
    }
    assert "status misleads" in row["loop.timeout"]
    assert "misleads some" in row["upstream.rate_limited"]
    assert 'href="/bindings/http#do-not-route-on-the-status"' in page.split("<caption>")[1].split("</caption>")[0]


@pytest.mark.parametrize(
    ("source", "version", "words"),
    [
        ("draft", "draft of 2026-11-04", "draft of 2026-11-04"),
        ("anthropic", "anthropic 2.14.0", "anthropic 2.14.0"),
        ("autogen", "autogen-core 0.7.5", "autogen autogen-core 0.7.5"),
        ("mcp", "2025-11-25", "mcp 2025-11-25"),
    ],
)
def test_a_source_is_named_once(source, version, words, signals):
    assert wording.seen_in(replace(signals.signals[0], source=source, source_version=version)) == words


def test_a_row_without_condition_holds_for_any(client, published):
    for suffix in ("", ".md"):
        page = client.get(f"/codes/upstream.invalid_request{suffix}").content.decode()
        assert "always" not in page.split("Signals that map to it")[1].split("The entry")[0]


def test_the_line_between_two_codes_names_the_one_it_is_about():
    assert wording.choose_words("Choose it when it rains.", "a.b") == "Choose `a.b` when it rains."
    assert wording.choose_words("Rain.", "a.b") == "`a.b`: Rain."


@pytest.mark.parametrize(
    ("text", "html", "markdown"),
    [
        ("Use `a` or `*/*`.", "Use <code>a</code> or <code>*/*</code>.", "Use `a` or `*/*`."),
        ("`a` is", "<code>a</code> is", "`a` is"),
        ("1 < 2 `<b>`", "1 &lt; 2 <code>&lt;b&gt;</code>", "1 \\< 2 `<b>`"),
        ("no code, *no* stars", "no code, *no* stars", "no code, \\*no\\* stars"),
    ],
)
def test_code_in_our_own_texts_is_right_in_both_forms(text, html, markdown):
    assert spans.code_spans(text) == html
    assert spans.markdown_spans(text) == markdown


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("PushNotificationNotSupportedError", ["Push", "Notification", "Not", "Supported", "Error"]),
        ("HTTPError", ["HTTP", "Error"]),
        ("rate_limit_error", ["rate_", "limit_", "error"]),
        ("stop_reason: max", ["stop_", "reason: max"]),
        ("<b>", ["&lt;b&gt;"]),
        ("429", ["429"]),
    ],
)
def test_a_long_name_breaks_between_its_words_only(name, parts):
    assert spans.breakable(name).split("<wbr>") == parts


def test_a_long_name_in_a_sentence_breaks_likewise():
    assert spans.code_spans("also `a_b` or organization_limit_exceeded") == (
        "also <code>a_b</code> or organization_<wbr>limit_<wbr>exceeded"
    )


def test_no_page_about_problems_shows_backticks(client, published):
    for address in ("/problems/", "/problems/unknown-code", "/problems/not-acceptable", "/problems/invalid-parameter"):
        assert "`" not in client.get(address).content.decode()
    assert "`nearest`" in client.get("/problems/unknown-code.md").content.decode()
