import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint, Value
from django.db.models.functions import Replace

from codes.registry.models.rules import one_of
from codes.releases.models import Release
from codes.releases.models.immutable import Immutable
from codes.review.kinds.names import KINDS
from codes.review.states import OPEN, State


class Proposal(models.Model):
    """A request to change the registry. Written by `review.actions` alone.

    `draft` is the content (JSON text) while it is being written; from submission on, revisions hold it. `target` is
    what it is about, `code:tool.timeout` for example, empty while a draft does not say.
    """

    number = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=12, default=State.DRAFT)
    submitter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="proposals")
    target = models.CharField(max_length=200, blank=True)
    draft = models.TextField(default="{}")
    # 0 until the first submission.
    revision = models.PositiveIntegerField(default=0)
    created = models.DateTimeField()
    submitted = models.DateTimeField(null=True, blank=True)
    changed = models.DateTimeField()

    # Where an answer leads back to; set in needs_info alone.
    returns_to = models.CharField(max_length=12, blank=True)
    # The clocks; while `paused_at` is set they stand still.
    triage_by = models.DateTimeField(null=True, blank=True)
    first_answer_by = models.DateTimeField(null=True, blank=True)
    comment_until = models.DateTimeField(null=True, blank=True)
    decide_by = models.DateTimeField(null=True, blank=True)
    escalate_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    extensions = models.PositiveSmallIntegerField(default=0)
    escalated = models.BooleanField(default=False)

    hidden = models.BooleanField(default=False)
    # After an appeal: who decided before shall not decide again while there are others.
    appealed = models.BooleanField(default=False)
    decided = models.DateTimeField(null=True, blank=True)
    release = models.ForeignKey(Release, on_delete=models.PROTECT, null=True, blank=True, related_name="proposals")

    class Meta:
        ordering = ("number",)
        constraints = (
            one_of("kind", KINDS, name="proposal_kind_known"),
            one_of("state", tuple(State), name="proposal_state_known"),
            # One open proposal for a target, and for a constant: `a_b.c` and `a.b_c` would be the same in clients.
            UniqueConstraint(
                Replace("target", Value("."), Value("_")),
                condition=Q(state__in=OPEN),
                name="proposal_target_free",
            ),
            CheckConstraint(condition=Q(revision=0) | ~Q(target=""), name="proposal_has_target"),
            CheckConstraint(
                condition=Q(revision=0, submitted=None, state__in=(State.DRAFT, State.WITHDRAWN))
                | (Q(revision__gte=1, submitted__isnull=False) & ~Q(state=State.DRAFT)),
                name="proposal_submitted_has_revision",
            ),
            CheckConstraint(
                condition=(Q(state=State.NEEDS_INFO, paused_at__isnull=False) & ~Q(returns_to=""))
                | (~Q(state=State.NEEDS_INFO) & Q(paused_at=None, returns_to="")),
                name="proposal_waiting_is_paused",
            ),
            CheckConstraint(
                condition=Q(state=State.PUBLISHED, release__isnull=False)
                | (~Q(state=State.PUBLISHED) & Q(release=None)),
                name="proposal_published_in_release",
            ),
            CheckConstraint(condition=Q(extensions__lte=2), name="proposal_extended_twice_at_most"),
        )

    def __str__(self) -> str:
        return f"#{self.number}"

    @property
    def tag(self) -> str:
        """What a change is asked against (If-Match): revision and state, so that comments and clocks do not matter."""
        return f"r{self.revision}-{self.state}"

    @property
    def content(self) -> dict[str, Any]:
        """The content as it stands: of the draft, or of the latest revision."""
        text = self.draft
        if self.revision:
            text = self.revisions.get(number=self.revision).content
        found: dict[str, Any] = json.loads(text)
        return found


class Revision(Immutable):
    """What a proposal said from one submission or change to the next: canonical JSON text, and its digest."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    content = models.TextField()
    sha256 = models.CharField(max_length=64)
    created = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        base_manager_name = "objects"
        constraints = (UniqueConstraint(fields=("proposal", "number"), name="revision_number_unique"),)

    def __str__(self) -> str:
        return f"{self.proposal_id} r{self.number}"

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.content)
        return found
