"""The table of moves in words, for the policy page and for docs/workflow.md."""

from dataclasses import dataclass

from .actions.drafting import MOST_DRAFTS
from .kinds import KINDS
from .states import BACK, MOVES, OFFICERS, State, Who

WHO = {
    Who.ACCOUNT: "anybody with an account",
    Who.SUBMITTER: "the submitter",
    Who.EXPERT: "a designated expert",
    Who.ASSIGNED: "an expert to whom it is assigned",
    Who.LEAD: "a lead",
    Who.ADMINISTRATOR: "an administrator",
    Who.CLOCK: "the clock",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One move, every part of it in words."""

    move: str
    meaning: str
    sources: str
    target: str
    who: str
    guards: str


def lines() -> tuple[Line, ...]:
    """Every move, in the order of the table; the first makes the draft, which no proposal precedes."""
    create = Line(
        "create", "begin a draft", "–", "draft", "anybody with an account", f"at most {MOST_DRAFTS} drafts at a time"
    )
    return (
        create,
        *(
            Line(
                move.name,
                f"{move.meaning} ({KINDS[move.only].LABEL.lower()} only)" if move.only else move.meaning,
                ", ".join(map(_state, move.sources)),
                _target(move.target),
                ", ".join(words for who, words in WHO.items() if who in move.who),
                move.guards,
            )
            for move in MOVES.values()
        ),
    )


def markdown() -> str:
    """`docs/workflow.md`."""
    rows = "\n".join(
        f"| `{each.move}` | {each.meaning} | {each.sources} | {each.target} | {each.who} | {each.guards} |"
        for each in lines()
    )
    return f"""\
# The workflow of a proposal

Made from `codes/review/states.py` by `python3 dev.py fix`. `/policy` shows the same table.

States: {", ".join(map(_state, State))}.

A proposal comes to *published* only through *approved*, and to *approved* only through *in review*. With a conflict of
interest nobody is an officer of the registry for that proposal: neither {" nor ".join(WHO[each] for each in OFFICERS)}.

| move | to | from | leads to | who | what else must hold |
|---|---|---|---|---|---|
{rows}
"""


def _target(target: State | str | None) -> str:
    if target is None:
        return "the same"
    return "where it came from" if target == BACK else _state(target)


def _state(state: str) -> str:
    return state.replace("_", " ")
