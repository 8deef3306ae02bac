"""The addresses of the API, in the order of the contract."""

from django.urls import path, re_path, register_converter

from . import categories, codes, docs, inspection, registry, releases, render, resolve, routing, signals, translate
from .proposals.moves import MOVES
from .proposals.views import Act, OneProposal, Proposals


class Number:
    """The number of a proposal, written in one way only."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Number, "number")

urlpatterns = [
    path("", docs.overview, name="api"),
    path("docs/", docs.browse, name="api-docs"),
    path("v1/openapi.json", docs.openapi, name="openapi"),
    path("v1/registry", registry.Registry.as_view()),
    path("v1/codes", codes.Codes.as_view()),
    path("v1/codes/<str:code>", codes.Code.as_view()),
    path("v1/codes/<str:code>/history", codes.CodeHistory.as_view()),
    path("v1/categories", categories.Categories.as_view()),
    path("v1/categories/<str:name>", categories.Category.as_view()),
    path("v1/signals", signals.Signals.as_view()),
    path("v1/resolve", resolve.Resolve.as_view()),
    path("v1/inspect", inspection.Inspect.as_view()),
    path("v1/translate", translate.Translate.as_view()),
    path("v1/render", render.Render.as_view()),
    path("v1/routing", routing.Routing.as_view()),
    path("v1/routing/check", routing.RoutingCheck.as_view()),
    path("v1/releases", releases.Releases.as_view()),
    re_path(r"^v1/releases/(?P<first>[^/]+?)\.\.\.(?P<second>[^/]+)$", releases.Difference.as_view()),
    path("v1/releases/<str:version>", releases.Release.as_view()),
    path("v1/proposals", Proposals.as_view()),
    path("v1/proposals/<number:number>", OneProposal.as_view()),
    path("v1/proposals/<number:number>/save", Act.as_view(move=MOVES["save"])),
    path("v1/proposals/<number:number>/submit", Act.as_view(move=MOVES["submit"])),
    path("v1/proposals/<number:number>/assign", Act.as_view(move=MOVES["assign"])),
    path("v1/proposals/<number:number>/start_review", Act.as_view(move=MOVES["start_review"])),
    path("v1/proposals/<number:number>/ask", Act.as_view(move=MOVES["ask"])),
    path("v1/proposals/<number:number>/answer", Act.as_view(move=MOVES["answer"])),
    path("v1/proposals/<number:number>/revise", Act.as_view(move=MOVES["revise"])),
    path("v1/proposals/<number:number>/comment", Act.as_view(move=MOVES["comment"])),
    path("v1/proposals/<number:number>/note", Act.as_view(move=MOVES["note"])),
    path("v1/proposals/<number:number>/vote", Act.as_view(move=MOVES["vote"])),
    path("v1/proposals/<number:number>/concern", Act.as_view(move=MOVES["concern"])),
    path("v1/proposals/<number:number>/resolve", Act.as_view(move=MOVES["resolve"])),
    path("v1/proposals/<number:number>/recuse", Act.as_view(move=MOVES["recuse"])),
    path("v1/proposals/<number:number>/extend", Act.as_view(move=MOVES["extend"])),
    path("v1/proposals/<number:number>/approve", Act.as_view(move=MOVES["approve"])),
    path("v1/proposals/<number:number>/reject", Act.as_view(move=MOVES["reject"])),
    path("v1/proposals/<number:number>/record_approval", Act.as_view(move=MOVES["record_approval"])),
    path("v1/proposals/<number:number>/record_rejection", Act.as_view(move=MOVES["record_rejection"])),
    path("v1/proposals/<number:number>/record_standards_action", Act.as_view(move=MOVES["record_standards_action"])),
    path("v1/proposals/<number:number>/send_back", Act.as_view(move=MOVES["send_back"])),
    path("v1/proposals/<number:number>/publish", Act.as_view(move=MOVES["publish"])),
    path("v1/proposals/<number:number>/withdraw", Act.as_view(move=MOVES["withdraw"])),
    path("v1/proposals/<number:number>/reopen", Act.as_view(move=MOVES["reopen"])),
    path("v1/proposals/<number:number>/uphold_appeal", Act.as_view(move=MOVES["uphold_appeal"])),
    path("v1/proposals/<number:number>/hide", Act.as_view(move=MOVES["hide"])),
    path("v1/proposals/<number:number>/unhide", Act.as_view(move=MOVES["unhide"])),
]
