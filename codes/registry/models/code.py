from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint, Value
from django.db.models.functions import Concat, Replace

from codes.harness_errors import syntax, vocabulary

from . import rules
from .category import Category
from .permanent import Permanent


class Code(Permanent):
    """A registered error code with its defaults (draft sections 5 and 12.2).

    `code`, `category` and `name` never change and no row is ever deleted: a code string is never used again.
    """

    class Status(models.TextChoices):
        ACTIVE = "active"
        DEPRECATED = "deprecated"

    class Channel(models.TextChoices):
        JSONRPC_ERROR = "jsonrpc_error"
        TOOL_EXECUTION_ERROR = "tool_execution_error"

    # The registered fields.
    code = models.CharField(max_length=syntax.MAX_LENGTH, primary_key=True)
    category = models.ForeignKey(Category, on_delete=models.PROTECT, related_name="codes")
    name = models.CharField(max_length=64)
    title = models.CharField(max_length=80)
    description = models.TextField()
    # No default in the database either: both are decisions with a justification.
    default_retryable = models.BooleanField()
    default_model_recoverable = models.BooleanField()

    # What the registry keeps about the entry. Stamps are set by publishing, empty until then.
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)
    deprecation_reason = models.TextField(blank=True)
    deprecation_note = models.TextField(blank=True)
    deprecation_version = models.CharField(max_length=32, blank=True)
    change_controller = models.CharField(max_length=200)
    registered_date = models.DateField(null=True, blank=True)
    registered_version = models.CharField(max_length=32, blank=True)
    updated_date = models.DateField(null=True, blank=True)
    updated_version = models.CharField(max_length=32, blank=True)

    # Advice.
    origin = models.CharField(max_length=10)
    http_status = models.PositiveSmallIntegerField()
    mcp_channel = models.CharField(max_length=20, choices=Channel)
    mcp_jsonrpc_code = models.IntegerField(null=True, blank=True)
    a2a_state = models.CharField(max_length=10)
    actions = models.JSONField(default=list)
    owner = models.CharField(max_length=80)
    side_effect_warning = models.TextField(blank=True)
    limit_names = models.JSONField(default=list, blank=True)
    should_members = models.JSONField(default=list, blank=True)
    generalizes_to = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="specializations"
    )

    class Meta:
        ordering = ("code",)
        base_manager_name = "objects"
        constraints = (
            rules.matches("code", rf"\A{syntax.CODE}\Z", name="code_grammar"),
            CheckConstraint(
                condition=Q(code=Concat(F("category_id"), Value("."), F("name"))),
                name="code_is_category_dot_name",
            ),
            # `a_b.c` and `a.b_c` would both become A_B_C in a client library.
            UniqueConstraint(Replace("code", Value("."), Value("_")), name="code_constant_unique"),
            rules.one_line("title", name="code_title_one_line"),
            rules.length_between("title", 3, 80, name="code_title_length"),
            rules.length_between("description", 1, rules.DESCRIPTION_MAX, name="code_description_length"),
            CheckConstraint(
                condition=Q(status="active", deprecation_reason="", deprecation_note="", deprecation_version="")
                | (Q(status="deprecated") & ~Q(deprecation_reason="")),
                name="code_deprecation_pair",
            ),
            rules.text("description", name="code_description_text"),
            rules.text("deprecation_reason", name="code_deprecation_reason_text"),
            rules.text("deprecation_note", name="code_deprecation_note_text"),
            rules.one_line("deprecation_version", name="code_deprecation_version_one_line", blank=True),
            rules.one_line("registered_version", name="code_registered_version_one_line", blank=True),
            rules.one_line("updated_version", name="code_updated_version_one_line", blank=True),
            rules.length_between("change_controller", 1, 200, name="code_change_controller_length"),
            rules.one_line("change_controller", name="code_change_controller_one_line"),
            CheckConstraint(
                condition=Q(registered_date=None, registered_version="")
                | (Q(registered_date__isnull=False) & ~Q(registered_version="")),
                name="code_registered_pair",
            ),
            CheckConstraint(
                condition=Q(updated_date=None, updated_version="")
                | (Q(updated_date__isnull=False) & ~Q(updated_version="")),
                name="code_updated_pair",
            ),
            rules.one_of("origin", vocabulary.ORIGINS, name="code_origin_known"),
            rules.error_status("http_status", name="code_http_status_is_error"),
            CheckConstraint(
                condition=Q(mcp_channel="tool_execution_error", mcp_jsonrpc_code=None)
                | Q(mcp_channel="jsonrpc_error", mcp_jsonrpc_code__isnull=False),
                name="code_mcp_pair",
            ),
            rules.one_of("a2a_state", vocabulary.A2A_STATES, name="code_a2a_state_known"),
            rules.text("side_effect_warning", name="code_side_effect_warning_text"),
            rules.length_between("owner", 1, 80, name="code_owner_length"),
            rules.one_line("owner", name="code_owner_one_line"),
            CheckConstraint(
                condition=Q(generalizes_to=None) | ~Q(generalizes_to=F("code")),
                name="code_generalizes_to_another",
            ),
        )

    def __str__(self) -> str:
        return self.code
