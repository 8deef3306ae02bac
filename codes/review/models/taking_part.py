"""What people add to a proposal."""

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from codes.registry.models.rules import length_between, one_of
from codes.review.verdicts import REASONS

from .proposal import Proposal

TEXT_MAX = 4000


class Assignment(models.Model):
    """An expert who has taken a proposal. `ended` is set with `why` recused or dismissed."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="assignments")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="assignments")
    assigned = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=10, blank=True)

    class Meta:
        ordering = ("assigned", "pk")
        constraints = (
            UniqueConstraint(fields=("proposal", "account"), condition=Q(ended=None), name="assignment_once"),
            CheckConstraint(
                condition=Q(ended=None, why="") | Q(ended__isnull=False, why__in=("recused", "dismissed")),
                name="assignment_ended_says_why",
            ),
        )

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.account_id}"


class Vote(models.Model):
    """One expert's verdict on one revision. It counts while `void` is empty.

    The four checks are RFC 8126's and the draft's (section 12.2), each with the expert's reasoning; `nearest` names the
    codes that the first one was made against.
    """

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="votes")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="votes")
    revision = models.PositiveIntegerField()
    cast = models.DateTimeField()
    verdict = models.CharField(max_length=8)
    not_covered = models.BooleanField()
    not_covered_text = models.TextField()
    nearest = models.JSONField(default=list)
    category_fits = models.BooleanField()
    category_fits_text = models.TextField()
    defaults_justified = models.BooleanField()
    defaults_justified_text = models.TextField()
    specification_stable = models.BooleanField()
    specification_stable_text = models.TextField()
    reason_code = models.CharField(max_length=24, blank=True)
    would_succeed = models.TextField(blank=True)
    void = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ("cast", "pk")
        constraints = (
            UniqueConstraint(fields=("proposal", "account"), condition=Q(void=""), name="vote_one_counts"),
            one_of(
                "void",
                ("", "replaced", "revised", "recused", "dismissed", "sent_back", "appealed"),
                name="vote_void_known",
            ),
            # The verdict is one of two by this, too.
            CheckConstraint(
                condition=Q(
                    verdict="approve",
                    not_covered=True,
                    category_fits=True,
                    defaults_justified=True,
                    specification_stable=True,
                    reason_code="",
                )
                | (
                    Q(verdict="reject", reason_code__in=REASONS)
                    & ~Q(not_covered=True, category_fits=True, defaults_justified=True, specification_stable=True)
                    & ~Q(would_succeed="")
                ),
                name="vote_verdict_follows_checks",
            ),
        )

    def __str__(self) -> str:
        return f"{self.proposal_id} r{self.revision}: {self.verdict}"


class Concern(models.Model):
    """What blocks approval until it is lifted."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="concerns")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="concerns")
    raised = models.DateTimeField()
    text = models.TextField()
    lifted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("raised", "pk")
        constraints = (length_between("text", 1, TEXT_MAX, name="concern_text_length"),)

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.text[:40]}"


class Lift(models.Model):
    """Somebody's word that a concern is met: of whoever raised it, or of a lead and another expert."""

    concern = models.ForeignKey(Concern, on_delete=models.PROTECT, related_name="lifts")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    given = models.DateTimeField()
    lead = models.BooleanField()
    text = models.TextField()

    class Meta:
        ordering = ("given", "pk")
        constraints = (UniqueConstraint(fields=("concern", "account"), name="lift_once"),)

    def __str__(self) -> str:
        return f"{self.concern_id}: {self.account_id}"


class Comment(models.Model):
    """`kind` is comment, question, answer, or note; a note is seen by officers of the registry alone."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="comments")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="comments")
    kind = models.CharField(max_length=8)
    text = models.TextField()
    written = models.DateTimeField()

    class Meta:
        ordering = ("written", "pk")
        constraints = (
            one_of("kind", ("comment", "question", "answer", "note"), name="comment_kind_known"),
            length_between("text", 1, TEXT_MAX, name="comment_text_length"),
        )

    def __str__(self) -> str:
        return f"{self.proposal_id}: {self.text[:40]}"
