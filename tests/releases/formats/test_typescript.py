"""harness_error_codes.ts: compiled by the strict compiler and run."""

import pytest

from codes.harness_errors import syntax
from codes.releases.formats.text import plain
from codes.releases.formats.typescript import typescript_module

from . import hostile

pytestmark = pytest.mark.django_db

EXPORTS = """
import * as found from "./harness_error_codes.js";
console.log(JSON.stringify(found));
"""
# What a program may write, and what the compiler must refuse: an error that is expected and does not come is one, too.
USE = """
import * as all from "./harness_error_codes.js";
import { ALL, DEFAULTS, DEPRECATED, LOOP_TIMEOUT, TITLES } from "./harness_error_codes.js";
import type { HarnessErrorCategory, HarnessErrorCode } from "./harness_error_codes.js";

export const code: HarnessErrorCode = "loop.timeout";
export const same: "loop.timeout" = LOOP_TIMEOUT;
export const category: HarnessErrorCategory = "loop";
export const every: readonly HarnessErrorCode[] = ALL;
export const flag: boolean = DEFAULTS[LOOP_TIMEOUT].retryable && DEFAULTS[code].model_recoverable;
export const title: string = TITLES[code];
export const successors: readonly HarnessErrorCode[] = DEPRECATED[code] ?? [];
export const version: string = all.REGISTRY_VERSION;
// @ts-expect-error
export const unknown: HarnessErrorCode = "loop.unheard_of";
// @ts-expect-error
export const other: HarnessErrorCategory = "unheard_of";
// @ts-expect-error
DEFAULTS[LOOP_TIMEOUT] = { retryable: true, model_recoverable: true };
// @ts-expect-error
DEFAULTS[LOOP_TIMEOUT].retryable = true;
// @ts-expect-error
ALL.push("loop.timeout");
"""


def test_what_it_holds(document, render, compiler, tmp_path):
    done = compiler.check(tmp_path, harness_error_codes=render("harness_error_codes.ts", document).decode(), use=USE)
    assert (done.returncode, done.stdout) == (0, "")
    names = compiler.run(tmp_path, EXPORTS)
    codes = [entry.code for entry in document.codes]
    assert names.pop("REGISTRY_VERSION") == document.version
    assert names.pop("REGISTRY_SHA256") == document.sha256
    assert names.pop("ALL") == codes
    assert names.pop("CATEGORIES") == [entry.category for entry in document.categories]
    assert names.pop("DEFAULTS") == {
        entry.code: {
            "retryable": entry.default_retryable,
            "model_recoverable": entry.default_model_recoverable,
        }
        for entry in document.codes
    }
    assert names.pop("TITLES") == {entry.code: entry.title for entry in document.codes}
    assert names.pop("DEPRECATED") == {
        entry.code: list(entry.administrative.superseded_by)
        for entry in document.codes
        if entry.administrative.status == "deprecated"
    }
    assert sorted(names.values()) == sorted(codes)


def test_the_constants_have_their_names_and_comments(registry, compiler, tmp_path):
    document = hostile.deprecated(registry)
    (tmp_path / "harness_error_codes.ts").write_bytes(typescript_module(document))
    comments = compiler.comments(tmp_path)
    gone = [syntax.constant(code) for code in hostile.SUCCESSORS]
    for entry in document.codes:
        name = syntax.constant(entry.code)
        assert comments[name] == [[entry.title], ["deprecated"] if name in gone else []]
    text = (tmp_path / "harness_error_codes.ts").read_text()
    assert "@deprecated since 1.1.0, use instead: loop.timeout or tool.execution_failed. It was a mistake.\n" in text
    assert "@deprecated since 1.1.0, use instead: nothing. It was a mistake.\n" in text


@pytest.mark.parametrize("make", [hostile.hostile, hostile.one_each])
def test_no_word_is_a_tag_or_ends_a_comment(make, registry, compiler, tmp_path):
    document = make(registry)
    (tmp_path / "harness_error_codes.ts").write_bytes(typescript_module(document))
    comments = compiler.comments(tmp_path)
    titles = {syntax.constant(entry.code): plain(entry.title) for entry in document.codes}
    gone = {syntax.constant(entry.code) for entry in document.codes if entry.administrative.deprecation}
    tables = {"REGISTRY_VERSION", "REGISTRY_SHA256", "ALL", "CATEGORIES", "DEFAULTS", "DEPRECATED", "TITLES"}
    assert set(comments) == set(titles) | tables
    for name, title in titles.items():
        (comment,), tags = comments[name]
        assert comment.replace("\\", "") == title.replace("\\", "")
        assert tags == (["deprecated"] if name in gone else [])


def test_it_says_where_it_is_from(registry, render):
    text = render("harness_error_codes.ts", registry).decode()
    address = "https://agenterrors.org/releases/1.0.0/"
    assert f" * Generated from version 1.0.0 of the registry, do not edit: {address}\n" in text
