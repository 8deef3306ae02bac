"""The workflow as the policy has it, written down a second time and by hand: state, move, who. Not read from the code.

Letters: P anybody with an account, S the submitter, X a designated expert, A one to whom it is assigned, L a lead,
D an administrator, C the clock.
"""

OPEN = "submitted needs_info in_review approved"
AFTER = OPEN + " published rejected withdrawn expired"

# move: (from which states, who, to which state; "" for the same)
MOVES = {
    "save": ("draft", "S", ""),
    "submit": ("draft", "S", "submitted"),
    "assign": ("submitted in_review", "XLD", ""),
    "start_review": ("submitted", "ALD", "in_review"),
    "ask": ("submitted in_review", "ALD", "needs_info"),
    "answer": ("needs_info", "S", "in_review"),
    "revise": ("submitted in_review", "S", ""),
    "comment": (OPEN, "P", ""),
    "note": (OPEN, "XLD", ""),
    "vote": ("in_review", "A", ""),
    "concern": ("in_review", "A", ""),
    "resolve": ("in_review", "AL", ""),
    "recuse": ("submitted in_review", "A", ""),
    "extend": ("in_review", "L", ""),
    "approve": ("in_review", "ALC", "approved"),
    "reject": ("in_review", "ALC", "rejected"),
    "record_approval": ("in_review", "D", "approved"),
    "record_rejection": ("in_review", "D", "rejected"),
    "record_standards_action": ("", "D", "approved"),  # of a category alone
    "send_back": ("approved", "LD", "in_review"),
    "publish": ("approved", "D", "published"),
    "withdraw": ("draft " + OPEN, "S", "withdrawn"),
    "reopen": ("withdrawn expired", "S", "submitted"),
    "uphold_appeal": ("rejected", "D", "in_review"),
    "hide": (AFTER, "LD", ""),
    "unhide": (AFTER, "LD", ""),
}

# Who somebody is to a proposal. An officer's own proposal makes them its submitter and nothing else.
PEOPLE = {
    "stranger": ("P", ()),
    "expert": ("PX", ("expert",)),
    "assigned": ("PXA", ("expert",)),
    "lead": ("PXL", ("lead",)),
    "administrator": ("PD", ("administrator",)),
    "submitter": ("PS", ()),
    "own, expert": ("PS", ("expert",)),
    "own, lead": ("PS", ("lead",)),
    "own, administrator": ("PS", ("administrator",)),
}

# What stands in the way of a move that the table allows, in proposals that nothing has happened to.
GUARDED = {
    ("approve", "in_review"): "no_decision",
    ("reject", "in_review"): "no_decision",
    ("record_approval", "in_review"): "not_escalated",
    ("record_rejection", "in_review"): "not_escalated",
    ("resolve", "in_review"): "no_concern",
}


def outcome(state, move, person):
    """ok, or the word of the refusal."""
    sources, who, _ = MOVES[move]
    letters, _ = PEOPLE[person]
    if state == "draft" and "S" not in letters:
        return "not_there"
    if not set(letters) & set(who):
        return "not_permitted"
    if state not in sources.split():
        return "wrong_state"
    if move == "unhide":
        return "in_sight"
    if move == "assign" and person == "assigned":
        return "assigned_already"
    return GUARDED.get((move, state), "ok")
