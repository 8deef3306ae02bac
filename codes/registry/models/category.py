from django.db import models

from . import rules
from .permanent import Permanent


class Category(Permanent):
    """A group of codes (draft Table 1). New ones need Standards Action (draft section 12.2)."""

    name = models.CharField(max_length=64, primary_key=True)
    description = models.TextField()
    policy = models.CharField(max_length=80, default="Standards Action")
    # For a code of this category that the consumer does not know (draft Table 3).
    recommended_status = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("name",)
        base_manager_name = "objects"
        verbose_name_plural = "categories"
        constraints = (
            # The grammar has no hyphen, so no `x-` category gets in.
            rules.matches("name", r"\A[a-z0-9_]{1,64}\Z", name="category_grammar"),
            rules.length_between("description", 1, rules.DESCRIPTION_MAX, name="category_description_length"),
            rules.text("description", name="category_description_text"),
            rules.length_between("policy", 1, 80, name="category_policy_length"),
            rules.one_line("policy", name="category_policy_one_line"),
            rules.error_status("recommended_status", name="category_status_is_error"),
        )

    def __str__(self) -> str:
        return self.name
