import json
from collections.abc import Iterator
from typing import Self

from django.db import models
from django.db.models import UniqueConstraint

from codes.harness_errors import canonical
from codes.registry.models.rules import one_line, one_of
from codes.releases.diff import Change, Difference
from codes.releases.diff.classes import KINDS, WEIGHTS

from .immutable import Immutable
from .release import Release


class ReleaseChange(Immutable):
    """One change that a release brought: what histories and feeds are made of, so that they need no old documents.

    `before` and `after` are JSON text; an added entry is not repeated here, it stands in the release.
    """

    release = models.ForeignKey(Release, on_delete=models.PROTECT, related_name="changes")
    position = models.PositiveIntegerField()
    change = models.CharField(max_length=12)
    kind = models.CharField(max_length=10)
    subject = models.CharField(max_length=300, db_index=True)
    pointer = models.CharField(max_length=120, blank=True)
    before = models.TextField()
    after = models.TextField()
    change_class = models.CharField(max_length=12)

    class Meta:
        ordering = ("release", "position")
        base_manager_name = "objects"
        constraints = (
            UniqueConstraint(fields=("release", "position"), name="release_change_position_unique"),
            one_of("change", ("added", "changed", "deprecated", "reinstated", "removed"), name="release_change_known"),
            one_of("kind", KINDS, name="release_change_kind_known"),
            one_line("subject", name="release_change_subject_one_line"),
            one_of("change_class", tuple(WEIGHTS), name="release_change_class_known"),
        )

    def __str__(self) -> str:
        return f"{self.release_id}: {self.change} {self.subject}{self.pointer}"

    @classmethod
    def of(cls, release: Release, difference: Difference) -> Iterator[Self]:
        """The rows of `difference`, without the records that every release makes."""
        for position, each in enumerate(difference.telling):
            added = each.change == "added"
            yield cls(
                release=release,
                position=position,
                change=each.change,
                kind=each.kind,
                subject=each.subject,
                pointer=each.pointer,
                before=canonical.dumps(each.before).decode(),
                after="null\n" if added else canonical.dumps(each.after).decode(),
                change_class=each.change_class,
            )

    def as_change(self) -> Change:
        return Change(
            self.change,
            self.kind,
            self.subject,
            self.pointer,
            json.loads(self.before),
            json.loads(self.after),
            self.change_class,
        )
