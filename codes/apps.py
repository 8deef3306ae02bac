from django.apps import AppConfig


class CodesConfig(AppConfig):
    name = "codes"
    verbose_name = "Agent Harness Error Codes"
    default_auto_field = "django.db.models.BigAutoField"
