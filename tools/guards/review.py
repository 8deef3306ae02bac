"""The guards of the review: a name, the file, what stands there and what stands there without it."""

from functools import partial

from tools.guards.guard import Guard

# The random histories first; what they miss, the tests of single guards.
_of = partial(
    Guard,
    tests=(
        "tests/review/test_machine.py -k a_few",
        "tests/review/test_matrix.py tests/review/test_decisions.py tests/review/test_clocks.py",
    ),
)

ACT = "codes/review/actions/act.py"
DECIDING = "codes/review/actions/deciding.py"
DRAFTING = "codes/review/actions/drafting.py"
PUBLISHING = "codes/review/actions/publishing.py"
RULING = "codes/review/actions/ruling.py"
TRIAGE = "codes/review/actions/triage.py"
ROLES = "codes/review/actions/roles.py"
QUORUM = "codes/review/quorum.py"
PERMISSIONS = "codes/review/permissions.py"
CHECKS = "codes/review/checks.py"

GUARDS = (
    _of("drafts are their submitter's", ACT, "or not visible(by, proposal)", "or False"),
    _of("only who may", ACT, "    if role is None:", "    role = role or Who.ACCOUNT\n    if role is None:"),
    _of("only from these states", ACT, "    if name not in allowed(", "    if False and name not in allowed("),
    _of("a submitter is no officer", PERMISSIONS, 'return "submitter"', 'return ""'),
    _of("assigned means an expert still", PERMISSIONS, 'roles.isdisjoint({"lead", "expert"}) or ', ""),
    _of("who stepped back acts no more", PERMISSIONS, " or stepped_back(account, proposal):", ":"),
    _of("an expert assigns themself alone", TRIAGE, "act.role != Who.EXPERT or expert == by", "True"),
    _of("only the eligible are assigned", TRIAGE, "        expert in quorum.eligible(act.proposal),", "        True,"),
    _of("assigned once", TRIAGE, "act.require(not held,", "act.require(True,"),
    _of("a review needs an eligible expert", TRIAGE, "        quorum.eligible(row),", "        True,"),
    _of("extended twice at most", TRIAGE, "act.proposal.extensions < 2", "True"),
    _of("hidden once", TRIAGE, "act.require(not act.proposal.hidden,", "act.require(True,"),
    _of("no conflict declared", DECIDING, "act.require(no_conflict,", "act.require(True,"),
    _of("the words of a vote are plain", DECIDING, "        act.said(text, question)\n", ""),
    _of("a vote replaces the one before", DECIDING, '.update(void="replaced")', '.update(void="")'),
    _of("a decision is due", DECIDING, "act.require(found.move == move,", "act.require(True,"),
    _of("complete when approved", DECIDING, "        act.require_complete()", "        pass"),
    _of("a ruling needs an escalation", RULING, "act.require(why,", "act.require(True,"),
    _of("nobody lifts a concern alone", DECIDING, "(len(words) > 1 and", "(True and"),
    _of("a lead among those who lift", DECIDING, "any(each.lead for each in words)", "True"),
    _of("lifted once by each", DECIDING, "act.require(fresh,", "act.require(True,"),
    _of("sent back without votes", RULING, 'row.votes.filter(void="").update(void=void)', "pass"),
    _of("others decide after an appeal", QUORUM, "    if proposal.appealed:", "    if False:"),
    _of("the comment period", QUORUM, "    if not clocks.comments_over(proposal, at):", "    if False:"),
    _of("no opposing vote", QUORUM, "    if len(set(verdicts)) > 1:", "    if False:"),
    _of("the quorum", QUORUM, "    if len(verdicts) < needed:", "    if not verdicts:"),
    _of("open concerns", QUORUM, 'proposal.concerns.filter(lifted=None).exists()', "False"),
    _of("who stepped back is not counted", QUORUM, "each.pk not in recused and", ""),
    _of("one open proposal for a target", CHECKS, "    if other is None:", "    if True:"),
    _of("votes are for what was seen", DRAFTING, 'row.votes.filter(void="").update(void="revised") > 0', "False"),
    _of("reopened only what was submitted", DRAFTING, "act.require(row.revision, ", "act.require(True, "),
    _of("reopened for 180 days", DRAFTING, "act.require(at < until,", "act.require(True,"),
    _of("four eyes", PUBLISHING, "not decided_alone(act.by, act.proposal)", "True"),
    _of("complete when published", PUBLISHING, "        act.require_complete()", "        pass"),
    _of("dismissal takes votes along", ROLES, '.update(void="dismissed")', '.update(void="")'),
    _of("dismissal takes assignments along", ROLES, 'update(ended=at, why="dismissed")', 'update(ended=None, why="")'),
    _of("dismissal takes concerns along", ROLES, "lifted=None).update(lifted=at)", "lifted=None).update(lifted=None)"),
    Guard("no move by a clock that is ahead", "codes/review/actions/act.py", "    require_right_time()\n", "",
          ("tests/review/test_right_time.py --db=postgres",)),
)  # fmt: skip
