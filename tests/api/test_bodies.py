"""A body is read as it is meant, or refused with the place."""

import json

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from rest_framework.views import APIView

from codes.api import bodies
from codes.api.base import OneForm

SCHEMA = {
    "type": "object",
    "required": ["text"],
    "additionalProperties": False,
    "properties": {
        "text": {"type": "string", "minLength": 2, "maxLength": 10},
        "approve": {"type": "boolean"},
        "number": {"type": "integer", "minimum": 1, "maximum": 9},
        "verdict": {"type": "string", "enum": ["yes", "no"]},
        "list": {"type": "array", "maxItems": 2, "uniqueItems": True, "items": {"type": "string"}},
        "maybe": {"type": ["string", "null"]},
    },
}


class Echo(APIView):
    authentication_classes = ()
    permission_classes = ()
    content_negotiation_class = OneForm

    def post(self, request):
        return HttpResponse(json.dumps(bodies.check(request.data, SCHEMA)), content_type="application/json")


def post(content, content_type="application/json", **headers):
    request = RequestFactory().generic("POST", "/api/v1/echo", content, content_type, **headers)
    return Echo.as_view()(request)


def faults(answer):
    return [(each["pointer"], each["code"]) for each in json.loads(answer.content)["errors"]]


@pytest.mark.parametrize("content", [b'{"text": "good"}', ' \n{"text":"g\u00f6\u00f6d","maybe":null}'.encode()])
def test_what_is_right_is_taken(content):
    answer = post(content)
    assert (answer.status_code, json.loads(answer.content)) == (200, json.loads(content))


# What strict_json refuses, with the place; tests/harness_errors/test_strict_json.py knows each of its rules.
UNREADABLE = {
    "not JSON": (b"{", "", "syntax"),
    "two": (b'{"text": "aa"} {}', "", "syntax"),
    "nothing but space": (b"  ", "", "syntax"),
    "duplicate": (b'{"text": "aa", "list": [{"a/b": 1, "a/b": 2}]}', "/list/0/a~1b", "duplicate_name"),
    "NaN": (b'{"number": NaN}', "/number", "number"),
    "too large a number": (b'{"number": 1e999}', "/number", "number"),
    "many digits": (b'{"list": ["a", ' + b"9" * 41 + b"]}", "/list/1", "number"),
    "surrogate": (rb'{"text": "\ud800"}', "/text", "string"),
    "NUL": (rb'{"text": "\u0000"}', "/text", "string"),
    "deep": (b"[" * 65 + b"]" * 65, "", "too_deep"),
    "very deep": (b"[" * 60_000, "", "too_deep"),
    "byte order mark": (b'\xef\xbb\xbf{"text": "aa"}', "", "encoding"),
    "UTF-16": ('{"text": "aa"}'.encode("utf-16-le"), "", "encoding"),
    "no UTF-8": (b'{"text": "\xff"}', "", "encoding"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read(name):
    content, pointer, code = UNREADABLE[name]
    answer = post(content)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
    assert json.loads(answer.content)["type"].endswith("/problems/invalid-body")
    assert faults(answer) == [(pointer, code)]


WRONG = {
    "no object": ([], [("", "wrong_type")]),
    "missing": ({}, [("/text", "missing")]),
    "type": ({"text": 7}, [("/text", "wrong_type")]),
    "a text for a boolean": ({"text": "aa", "approve": "false"}, [("/approve", "wrong_type")]),
    "a number for a boolean": ({"text": "aa", "approve": 0}, [("/approve", "wrong_type")]),
    "a boolean for a number": ({"text": "aa", "number": True}, [("/number", "wrong_type")]),
    "a fraction for a number": ({"text": "aa", "number": 1.0}, [("/number", "wrong_type")]),
    "short": ({"text": "a"}, [("/text", "too_short")]),
    "long": ({"text": "a" * 11}, [("/text", "too_long")]),
    "small": ({"text": "aa", "number": 0}, [("/number", "out_of_range")]),
    "other word": ({"text": "aa", "verdict": "perhaps"}, [("/verdict", "unknown_value")]),
    "many": ({"text": "aa", "list": ["a", "b", "c"]}, [("/list", "too_many")]),
    "twice": ({"text": "aa", "list": ["a", "a"]}, [("/list", "repeated")]),
    "inside": ({"text": "aa", "list": ["a", 1]}, [("/list/1", "wrong_type")]),
    "unknown": ({"text": "aa", "a/b": 1}, [("/a~1b", "unknown_member")]),
    "all at once": (
        {"verdict": "x", "tekst": "aa"},
        [("/tekst", "unknown_member"), ("/text", "missing"), ("/verdict", "unknown_value")],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_has_another_shape(name):
    data, expected = WRONG[name]
    answer = post(json.dumps(data))
    assert answer.status_code == 400
    assert faults(answer) == expected


def test_a_near_name_is_offered():
    (error,) = json.loads(post(b'{"text": "aa", "verdikt": "yes"}').content)["errors"]
    assert error["detail"] == "verdikt is no member here. Did you mean verdict?"


@pytest.mark.parametrize(
    ("content_type", "headers"),
    [
        ("", {}),
        ("text/plain", {}),
        ("application/x-www-form-urlencoded", {}),
        ("multipart/form-data; boundary=x", {}),
        ("application/merge-patch+json", {}),
        ("application/json; charset=utf-16", {}),
        ("application/json", {"HTTP_CONTENT_ENCODING": "gzip"}),
    ],
)
def test_another_media_type(content_type, headers):
    answer = post(b'{"text": "aa"}', content_type, **headers)
    assert (answer.status_code, answer["Accept-Post"]) == (415, "application/json")
    problem = json.loads(answer.content)
    assert problem["type"].endswith("/problems/unsupported-media-type")
    assert problem["accepts"] == ["application/json"]


@pytest.mark.parametrize("content_type", ["application/json; charset=UTF-8", 'Application/JSON; charset="utf-8"; v=1'])
def test_the_same_media_type_in_other_words(content_type):
    assert post(b'{"text": "aa"}', content_type).status_code == 200


def test_as_much_as_is_read_and_one_byte_more():
    whole = json.dumps({"text": "aa"}).ljust(64 * 1024)
    assert post(whole).status_code == 200
    answer = post(whole + " ")
    assert answer.status_code == 413
    assert json.loads(answer.content)["type"].endswith("/problems/content-too-large")


def test_no_body_is_an_object_without_members():
    assert faults(post(b"")) == [("/text", "missing")]
