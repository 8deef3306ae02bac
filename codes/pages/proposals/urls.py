"""The addresses of `/proposals/`: the first four are public, the rest is for one reader."""

from django.urls import path

from . import act, begin, check, draft, entry, listed, start

urlpatterns = [
    path("", listed.proposals, name="proposals"),
    path("new", start.start, name="propose"),
    path("<int:number>", entry.entry, name="proposal"),
    path("new/begin", begin.begin, name="propose-begin"),
    path("new/<str:kind>", begin.subject, name="propose-subject"),
    path("<int:number>/edit/<str:step>", draft.step, name="proposal-step"),
    path("<int:number>/check", check.check, name="proposal-check"),
    path("<int:number>/sent", check.sent, name="proposal-sent"),
    path("<int:number>/act", act.act, name="proposal-act"),
    path("<int:number>/comment", act.comment, name="proposal-comment"),
    path("<int:number>/revise", act.revise, name="proposal-revise"),
    path("<int:number>/answer", act.answer, name="proposal-answer"),
    path("<int:number>/withdraw", act.withdraw, name="proposal-withdraw"),
    path("<int:number>/reopen", act.reopen, name="proposal-reopen"),
]
