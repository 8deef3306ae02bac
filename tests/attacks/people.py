"""What there is to be got at: somebody's draft, what is out of sight, a review, ways into an account."""

from dataclasses import dataclass, replace

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from codes.accounts import tokens
from codes.accounts.models import Account
from codes.review import actions
from tests.support import proposals
from tests.support.people import START, account, board

# Words that stand nowhere else.
SECRETS = DRAFT, HIDDEN, NOTE, VOTE, TOKEN, PASSKEY, SECOND = (
    "zq-draft", "zq-hidden", "zq-note", "zq-vote", "zq-token", "zq-passkey", "zq-second-address",
)  # fmt: skip


@dataclass(frozen=True)
class Things:
    """Numbers of proposals of Sam's, what names a token and a passkey of his, and the public name of an expert."""

    draft: int
    hidden: int
    review: int
    token: str
    passkey: int
    expert: str


def things():
    """All of it. Con is an expert, and one of those who may change what is under review."""
    ada, _, lea, _ = board()
    sam = account("sam")
    account("con", "expert")
    under_review = proposals.in_review(by=sam, change_controller="Example Consortium, con@example.org")
    actions.comment(proposal=under_review.number, text=f"I know them: {NOTE}.", private=True, by=ada, at=START)
    said = replace(proposals.APPROVE, not_covered_text=f"I looked at it and found {VOTE}.")
    actions.vote(proposal=under_review.number, verdicts=said, no_conflict=True, by=ada, at=START)
    draft = proposals.draft(code="tool.draft", title=f"A {DRAFT}", by=sam)
    hidden = proposals.submitted(code="tool.spam", title=f"A {HIDDEN}", by=sam)
    actions.hide(proposal=hidden.number, reason="Spam.", by=lea, at=START)
    token, _ = tokens.create(sam, name=TOKEN, scopes=["propose"])
    data = {"name": PASSKEY, "credential": {}}
    passkey = Authenticator.objects.create(user=sam, type=Authenticator.Type.WEBAUTHN, data=data)
    EmailAddress.objects.create(user=sam, email=f"{SECOND}@example.org", verified=True)
    # Somebody who has proposals of their own, and knows how theirs are reached.
    proposals.draft(code="tool.other", title="Another Draft", by=account("eve"))
    account("zoe")
    for each in Account.objects.all():
        EmailAddress.objects.create(user=each, email=each.email, verified=True, primary=True)
    return Things(draft.number, hidden.number, under_review.number, token.digest, passkey.pk, ada.public_id)
