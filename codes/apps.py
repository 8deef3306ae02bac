from django.apps import AppConfig


class CodesConfig(AppConfig):
    name = "codes"
    verbose_name = "Agent Harness Error Codes"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from . import checks  # noqa: F401  registers them; models are loaded only now
        from .api import keyed  # noqa: F401  hears of accounts that are erased
        from .review.actions import erased  # noqa: F401  the same
