"""The document: as committed, true to the answers, and with pages for people."""

import html
import json
import re

import jsonschema
import pytest
from django.core.management import call_command

from codes.api.docs import STORED
from codes.api.proposals.moves import MOVES
from codes.review.states import MOVES as TABLE
from tests.support.history import change, publish_next, register
from tests.support.proposals import submitted

pytestmark = [pytest.mark.django_db, pytest.mark.from_memory]

OPERATIONS = {
    "readRegistry": "/api/v1/registry",
    "listCodes": "/api/v1/codes",
    "readCode": "/api/v1/codes/tool.timeout",
    "readCodeHistory": "/api/v1/codes/tool.timeout/history",
    "listCategories": "/api/v1/categories",
    "readCategory": "/api/v1/categories/tool",
    "listSignals": "/api/v1/signals",
    "resolve": "/api/v1/resolve?code=tool.timeout&type=about:blank",
    "readRouting": "/api/v1/routing",
    "listReleases": "/api/v1/releases",
    "readRelease": "/api/v1/releases/1.0.0",
    "readDifference": "/api/v1/releases/1.0.0...1.0.0",
    "listProposals": "/api/v1/proposals",
}
# Asked by POST, with the example in the document.
QUESTIONS = {
    "checkRouting": "/api/v1/routing/check",
    "inspect": "/api/v1/inspect",
    "render": "/api/v1/render",
    "translate": "/api/v1/translate",
}
# Tried in tests/api/proposals, where there are some.
PROPOSALS = {
    "readProposal", "createProposal", "changeProposal", "publishRelease",
    "saveDraft", "submitProposal", "assignProposal", "startReview", "askSubmitter", "answerQuestion", "reviseProposal",
    "commentOnProposal", "leaveNote", "vote", "raiseConcern", "resolveConcern", "recuse", "extendComments",
    "approveProposal", "rejectProposal", "recordApproval", "recordRejection", "recordStandardsAction", "sendBack",
    "publishProposal", "withdrawProposal", "reopenProposal", "upholdAppeal", "hideProposal", "unhideProposal",
}  # fmt: skip


@pytest.fixture
def document():
    return json.loads(STORED.read_bytes())


def operations(document):
    return {operation["operationId"]: operation for path in document["paths"].values() for operation in path.values()}


def test_the_committed_document_is_what_the_views_say(tmp_path):
    made = tmp_path / "openapi.json"
    call_command("spectacular", file=str(made), format="openapi-json", validate=True, fail_on_warn=True)
    assert made.read_bytes() == STORED.read_bytes(), "run: python3 dev.py fix"


def test_operations_have_stable_names(document):
    assert document["openapi"].startswith("3.1")
    assert set(operations(document)) == {*OPERATIONS, *QUESTIONS, *PROPOSALS}


def inline(data, path=()):
    """Where a choice among words stands without a name."""
    if isinstance(data, list):
        data = dict(enumerate(data))
    if isinstance(data, dict):
        if len(data.get("enum", ())) > 1 and len(path) > 1:
            yield "/".join(map(str, path))
        for key, value in data.items():
            yield from inline(value, (*path, key))


def test_closed_sets_of_words_have_one_stable_name_each(document):
    schemas = document["components"]["schemas"]
    assert list(inline(schemas)) == []
    sets = {name: frozenset(schema["enum"]) for name, schema in schemas.items() if "enum" in schema}
    assert sorted(sets) == [
        "A2AState", "Action", "ActionRequirement", "Carrier", "CarrierForm", "ChangeClass", "ChangeMade", "ChangedKind",
        "CodeStatus", "CommentKind", "Confidence", "DefaultSource", "EffectiveSource", "FindingLevel", "FindingRule",
        "FoundIn", "InspectedRule", "Move", "Origin", "ProposalKind", "ProposalState", "RejectionReason",
        "ResolutionRule", "RoutingFaultLevel", "RoutingFaultRule", "RoutingMatch", "SignalKind", "SourceKind",
        "SpanKind", "TranslatedHow", "TypeUri", "Verdict", "VersionPart",
    ]  # fmt: skip
    assert len(set(sets.values())) == len(sets)
    for where in ("CodeEntry", "CodeDetail"):
        origin = schemas[where]["properties"]["informative"]["properties"]["origin"]
        assert origin == {"$ref": "#/components/schemas/Origin"}


def example(document, operation):
    content = operations(document)[operation]["requestBody"]["content"]["application/json"]
    return content["examples"]["Example"]["value"]


@pytest.mark.parametrize("operation", [*OPERATIONS, *QUESTIONS])
def test_an_answer_is_what_the_document_says(operation, client, document, published):
    described = operations(document)[operation]["responses"]
    schema = described["200"]["content"]["application/json"]["schema"]
    whole = {"$defs": document["components"]["schemas"], **schema}
    text = json.dumps(whole).replace("#/components/schemas/", "#/$defs/")
    if operation in QUESTIONS:
        body = example(document, operation)
        data = client.post(QUESTIONS[operation], body, content_type="application/json").json()
    else:
        data = client.get(OPERATIONS[operation]).json()
    jsonschema.Draft202012Validator(json.loads(text)).validate(data)
    # Nothing that the document does not name.
    name = schema["$ref"].rsplit("/", 1)[1]
    assert set(data) == set(document["components"]["schemas"][name]["properties"])


@pytest.mark.parametrize("operation", [*OPERATIONS, *QUESTIONS, *sorted(PROPOSALS)])
def test_every_refusal_is_a_problem(operation, document):
    described = operations(document)[operation]["responses"]
    assert {"400", "401", "406", "503"} <= set(described)
    assert len({"200", "201"} & set(described)) == 1
    for status, answer in described.items():
        if status not in ("200", "201"):
            assert set(answer["content"]) == {"application/problem+json"}


def test_examples_of_parameters_are_valid(document):
    for operation in operations(document).values():
        for parameter in operation.get("parameters", []):
            for example in parameter["schema"].get("examples", []):
                jsonschema.Draft202012Validator(parameter["schema"]).validate(example)


def test_examples_of_bodies_are_valid(document):
    found = 0
    for name, component in document["components"]["schemas"].items():
        text = json.dumps({"$defs": document["components"]["schemas"], **component})
        schema = json.loads(text.replace("#/components/schemas/", "#/$defs/"))
        for example in component.get("examples", []):
            jsonschema.Draft202012Validator(schema).validate(example)
            found += name.endswith("Request")
    assert found == len(PROPOSALS) - 1  # every call but the one that reads


def test_every_change_says_which_scope_it_takes(document):
    for operation in PROPOSALS - {"readProposal"}:
        ((scope,),) = [each["token"] for each in operations(document)[operation]["security"]]
        assert scope in ("propose", "review", "administer")
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_the_document_is_served(client, published):
    answer = client.get("/api/v1/openapi.json")
    assert (answer.content, answer["Content-Type"]) == (STORED.read_bytes(), "application/json")


def test_the_page_lists_every_call_with_a_line_that_works(client, published, document):
    page = client.get("/api/").content.decode()
    for operation in operations(document):
        assert f'id="{operation}"' in page
    shown = html.unescape(page)
    lines = re.findall(r"curl '([^']+)'", shown)
    assert len(lines) == len(OPERATIONS) + 1
    made = submitted()
    for line in lines:
        address = line.removeprefix("https://agenterrors.org").replace("/proposals/1", f"/proposals/{made.number}")
        assert client.get(address).status_code == 200, line
    assert len(re.findall(r"curl -X (POST|PATCH) '", shown)) == len(PROPOSALS) - 1 + len(QUESTIONS)


def test_swagger_ui_comes_from_our_own_files_and_alone_has_a_relaxed_policy(client, published):
    answer = client.get("/api/docs/")
    assert answer.status_code == 200
    assert "'unsafe-inline'" in answer["Content-Security-Policy"]
    assert "//" not in answer.content.decode().replace("https://", "").split("<script")[0].split("<link")[-1]
    assert "unsafe-inline" not in client.get("/api/")["Content-Security-Policy"]


@pytest.mark.parametrize("accept", ["application/json", "text/markdown", "*/*;q=0", ""])
def test_swagger_ui_is_a_page_for_people_whatever_is_asked_for(accept, client, published):
    answer = client.get("/api/docs/", headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")


def test_the_document_is_right_wherever_it_is_served(document):
    assert document["servers"] == [{"url": "/"}]


def test_a_tag_in_an_example_is_of_a_state_that_the_move_leads_from(document):
    found = {}
    for name, operation in operations(document).items():
        for each in operation.get("parameters", []):
            if each["name"] == "If-Match":
                found[name] = each["schema"]["examples"][0]
    assert (found["changeProposal"], found["saveDraft"]) == ('"r0-draft"', '"r0-draft"')
    assert found["answerQuestion"] == '"r1-needs_info"'
    assert found["vote"] == '"r1-in_review"'
    assert found["publishProposal"] == '"r1-approved"'
    assert found["reopenProposal"] == '"r1-withdrawn"'
    for move in MOVES.values():
        if move.tagged:
            assert found[move.operation].strip('"').partition("-")[2] in TABLE[move.name].sources


def test_two_releases_are_compared_where_there_are_two(client, published):
    register("tool.rusty")
    publish_next()
    change("tool.timeout", default_retryable=False)
    publish_next()
    assert "/api/v1/releases/1.1.0...2.0.0&#x27;" in client.get("/api/").content.decode()


def test_a_line_about_a_proposal_says_what_to_put_in(client, published):
    page = client.get("/api/").content.decode()
    assert page.count("put a number of yours") == len(PROPOSALS) - 2  # but what begins one, and what publishes several
    assert page.count("and its tag and your token in the place") == len(PROPOSALS) - 2 - 3  # but reading and saying


@pytest.mark.parametrize(("debug", "origin"), [(False, "https://agenterrors.org"), (True, "http://localhost:8001")])
def test_lines_name_the_public_site_but_in_development(debug, origin, client, settings, published):
    settings.DEBUG = debug
    settings.ALLOWED_HOSTS = ["localhost"]
    page = html.unescape(client.get("/api/", HTTP_HOST="localhost:8001").content.decode())
    assert set(re.findall(r"curl (?:-X [A-Z]+ )?'([^']+?)/api/v1", page)) == {origin}
