"""What one code says about another."""

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from . import rules
from .code import Code


class Succession(models.Model):
    """`successor` is to be used instead of `code`, which is deprecated."""

    code = models.ForeignKey(Code, on_delete=models.PROTECT, related_name="successions")
    successor = models.ForeignKey(Code, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("successor_id",)
        constraints = (
            UniqueConstraint(fields=("code", "successor"), name="succession_unique"),
            CheckConstraint(condition=~Q(code=F("successor")), name="succession_to_another"),
        )

    def __str__(self) -> str:
        return f"{self.code_id} -> {self.successor_id}"


class Confusable(models.Model):
    """`other` is mistaken for `code`; `difference` is the line that tells them apart."""

    code = models.ForeignKey(Code, on_delete=models.PROTECT, related_name="confusables")
    other = models.ForeignKey(Code, on_delete=models.PROTECT, related_name="+")
    difference = models.CharField(max_length=300)

    class Meta:
        ordering = ("other_id",)
        constraints = (
            UniqueConstraint(fields=("code", "other"), name="confusable_unique"),
            CheckConstraint(condition=~Q(code=F("other")), name="confusable_with_another"),
            rules.length_between("difference", 1, 300, name="confusable_difference_length"),
            rules.one_line("difference", name="confusable_difference_one_line"),
        )

    def __str__(self) -> str:
        return f"{self.code_id} is not {self.other_id}"
