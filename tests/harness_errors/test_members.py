"""The table of members against the draft, sections 3 and 4."""

import re

import pytest

from codes.harness_errors.members import MEMBERS, NESTED_MEMBERS, Member

EVERY_MEMBER = [*MEMBERS, *(member for members in NESTED_MEMBERS.values() for member in members)]


def test_the_members_are_those_of_the_draft_in_its_order() -> None:
    assert [member.name for member in MEMBERS] == [
        "type",
        "title",
        "status",
        "detail",
        "instance",
        "code",
        "origin",
        "retryable",
        "model_recoverable",
        "model_feedback",
        "retry_after",
        "attempts",
        "max_attempts",
        "limit",
        "location",
        "upstream",
        "causes",
    ]


def test_the_sections_of_the_extension_members_count_up() -> None:
    numbers = [member.section for member in MEMBERS if member.section.startswith("4.")]
    assert numbers == [f"4.{number}" for number in range(1, 13)]


def test_only_type_and_code_are_required() -> None:
    assert [member.name for member in MEMBERS if member.required] == ["type", "code"]


def test_nested_members_stand_in_object_members_and_share_their_section() -> None:
    objects = {member.name: member.section for member in MEMBERS if member.json_type == "object"}
    assert {name: {each.section for each in members} for name, members in NESTED_MEMBERS.items()} == {
        name: {section} for name, section in objects.items()
    }


@pytest.mark.parametrize("holder", NESTED_MEMBERS)
def test_no_nested_name_twice(holder: str) -> None:
    names = [member.name for member in NESTED_MEMBERS[holder]]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("member", EVERY_MEMBER, ids=lambda member: f"{member.section}-{member.name}")
def test_a_member_is_described_in_plain_text(member: Member) -> None:
    assert member.json_type in {"string", "number", "integer", "boolean", "object", "array"}
    assert re.fullmatch(r"(RFC 9457 )?\d+(\.\d+)*", member.section)
    assert member.description.endswith(".")
    assert not set(member.description) & set("`*|<>\n")
