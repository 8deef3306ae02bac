from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from . import rules
from .category import Category
from .code import Code


class Reference(models.Model):
    """Where a code or a category is defined; Specification Required means that each has at least one."""

    code = models.ForeignKey(Code, on_delete=models.PROTECT, null=True, blank=True, related_name="references")
    category = models.ForeignKey(Category, on_delete=models.PROTECT, null=True, blank=True, related_name="references")
    title = models.CharField(max_length=200)
    url = models.URLField(max_length=500)
    section = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("title", "section", "url")
        constraints = (
            CheckConstraint(
                condition=Q(code__isnull=False, category=None) | Q(code=None, category__isnull=False),
                name="reference_has_one_subject",
            ),
            rules.one_line("title", name="reference_title_one_line"),
            rules.one_line("url", name="reference_url_one_line"),
            rules.matches("url", r"\Ahttps://[^\s<>\u0022]+\Z", name="reference_url_is_https"),
            rules.one_line("section", name="reference_section_one_line", blank=True),
            UniqueConstraint(
                fields=("code", "url", "section"),
                condition=Q(code__isnull=False),
                name="reference_of_code_unique",
            ),
            UniqueConstraint(
                fields=("category", "url", "section"),
                condition=Q(category__isnull=False),
                name="reference_of_category_unique",
            ),
        )

    def __str__(self) -> str:
        return self.title
