"""The guards of the review: a name, the file, what stands there and what stands there without it."""

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
    ("drafts are their submitter's", ACT, "or not visible(by, proposal)", "or False"),
    ("only who may", ACT, "    if role is None:", "    role = role or Who.ACCOUNT\n    if role is None:"),
    ("only from these states", ACT, "    if name not in allowed(", "    if False and name not in allowed("),
    ("a submitter is no officer", PERMISSIONS, 'return "submitter"', 'return ""'),
    ("assigned means an expert still", PERMISSIONS, "if Who.EXPERT in found and proposal", "if proposal"),
    ("an expert assigns themself alone", TRIAGE, "act.role != Who.EXPERT or expert == by", "True"),
    ("only the eligible are assigned", TRIAGE, "        expert in quorum.eligible(act.proposal),", "        True,"),
    ("assigned once", TRIAGE, "act.require(not held,", "act.require(True,"),
    ("a review needs an eligible expert", TRIAGE, "        quorum.eligible(row),", "        True,"),
    ("extended twice at most", TRIAGE, "act.proposal.extensions < 2", "True"),
    ("hidden once", TRIAGE, "act.require(not act.proposal.hidden,", "act.require(True,"),
    ("no conflict declared", DECIDING, "act.require(no_conflict,", "act.require(True,"),
    ("a vote replaces the one before", DECIDING, '.update(void="replaced")', '.update(void="")'),
    ("a decision is due", DECIDING, "act.require(found.move == move,", "act.require(True,"),
    ("complete when approved", DECIDING, "        act.require_complete()", "        pass"),
    ("a ruling needs an escalation", RULING, "act.require(why,", "act.require(True,"),
    ("nobody lifts a concern alone", DECIDING, "(len(words) > 1 and", "(True and"),
    ("a lead among those who lift", DECIDING, "any(each.lead for each in words)", "True"),
    ("lifted once by each", DECIDING, "act.require(fresh,", "act.require(True,"),
    ("sent back without votes", RULING, 'row.votes.filter(void="").update(void=void)', "pass"),
    ("others decide after an appeal", QUORUM, "    if proposal.appealed:", "    if False:"),
    ("the comment period", QUORUM, "    if not clocks.comments_over(proposal, at):", "    if False:"),
    ("no opposing vote", QUORUM, "    if len(set(verdicts)) > 1:", "    if False:"),
    ("the quorum", QUORUM, "    if len(verdicts) < needed:", "    if not verdicts:"),
    ("open concerns", QUORUM, 'proposal.concerns.filter(lifted=None).exists()', "False"),
    ("who stepped back is not counted", QUORUM, "each.pk not in recused and", ""),
    ("one open proposal for a target", CHECKS, "    if other is None:", "    if True:"),
    ("votes are for what was seen", DRAFTING, 'row.votes.filter(void="").update(void="revised") > 0', "False"),
    ("reopened only what was submitted", DRAFTING, "act.require(row.revision, ", "act.require(True, "),
    ("reopened for 180 days", DRAFTING, "act.require(at < until,", "act.require(True,"),
    ("four eyes", PUBLISHING, "not decided_alone(act.by, act.proposal)", "True"),
    ("complete when published", PUBLISHING, "        act.require_complete()", "        pass"),
    ("dismissal takes votes along", ROLES, '.update(void="dismissed")', '.update(void="")'),
    ("dismissal takes assignments along", ROLES, 'update(ended=at, why="dismissed")', 'update(ended=None, why="")'),
    ("dismissal takes concerns along", ROLES, "lifted=None).update(lifted=at)", "lifted=None).update(lifted=None)"),
)  # fmt: skip
