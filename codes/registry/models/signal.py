from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from codes.harness_errors import vocabulary

from . import rules
from .code import Code


class Signal(models.Model):
    """One row of the crosswalk: a signal of a real system and what it means in our codes. Advice, never normative."""

    identifier = models.CharField(max_length=40, primary_key=True)
    source = models.CharField(max_length=60)
    source_kind = models.CharField(max_length=10)
    source_version = models.CharField(max_length=120)
    kind = models.CharField(max_length=20)
    signal = models.CharField(max_length=200)
    name = models.CharField(max_length=120, blank=True)
    field = models.CharField(max_length=120, blank=True)
    condition = models.CharField(max_length=300, blank=True)
    confidence = models.CharField(max_length=10)
    # Members to send explicitly, because the registry default of the code is wrong for this signal.
    overrides = models.JSONField(default=dict, blank=True)
    note = models.TextField()
    citation = models.TextField()
    seen_at = models.CharField(max_length=200)

    class Meta:
        ordering = ("identifier",)
        constraints = (
            rules.matches("identifier", r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", name="signal_identifier_grammar"),
            rules.matches("source", r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", name="signal_source_grammar"),
            rules.one_of("source_kind", vocabulary.SOURCE_KINDS, name="signal_source_kind_known"),
            rules.one_of("kind", vocabulary.SIGNAL_KINDS, name="signal_kind_known"),
            rules.one_line("source_version", name="signal_source_version_one_line"),
            rules.one_line("signal", name="signal_text_one_line"),
            rules.one_line("name", name="signal_name_one_line", blank=True),
            rules.one_line("field", name="signal_field_one_line", blank=True),
            rules.one_line("condition", name="signal_condition_one_line", blank=True),
            rules.text("note", name="signal_note_text"),
            rules.text("citation", name="signal_citation_text"),
            rules.one_line("seen_at", name="signal_seen_at_one_line"),
            rules.one_of("confidence", vocabulary.CONFIDENCES, name="signal_confidence_known"),
            CheckConstraint(
                condition=~Q(citation=""),
                name="signal_says_where_seen",
            ),
        )

    def __str__(self) -> str:
        return f"{self.source}: {self.signal}"


class SignalCode(models.Model):
    """A code that a signal maps to; position 0 is the first choice, the others are alternatives."""

    signal = models.ForeignKey(Signal, on_delete=models.CASCADE, related_name="choices")
    code = models.ForeignKey(Code, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("position",)
        constraints = (
            UniqueConstraint(fields=("signal", "position"), name="signal_code_position_unique"),
            UniqueConstraint(fields=("signal", "code"), name="signal_code_unique"),
        )

    def __str__(self) -> str:
        return f"{self.signal_id} -> {self.code_id}"


class NonError(models.Model):
    """A signal that looks like a failure and is none."""

    source = models.CharField(max_length=60)
    signal = models.CharField(max_length=200)
    why = models.TextField()
    citation = models.TextField()

    class Meta:
        ordering = ("source", "signal")
        constraints = (
            UniqueConstraint(fields=("source", "signal"), name="non_error_unique"),
            rules.one_line("source", name="non_error_source_one_line"),
            rules.one_line("signal", name="non_error_signal_one_line"),
            rules.text("why", name="non_error_why_text"),
            rules.text("citation", name="non_error_citation_text"),
            CheckConstraint(condition=~Q(why="") & ~Q(citation=""), name="non_error_says_why_and_where"),
        )

    def __str__(self) -> str:
        return f"{self.source}: {self.signal}"
