from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from codes.accounts.models import Account, Role
from codes.accounts.models.account import same_address
from codes.review import actions


class Command(BaseCommand):
    help = "End a role, and with it sessions, tokens, assignments, uncounted votes and open concerns."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--role", required=True, choices=Role.Name.values)

    def handle(self, *args: Any, **options: Any) -> None:
        account = Account.objects.filter(email=same_address(options["email"])).first()
        if account is None:
            raise CommandError(f"There is no account {options['email']}.")
        try:
            actions.dismiss(account=account, role=options["role"], by=None, at=timezone.now())
        except actions.Refused as refused:
            raise CommandError(refused.detail) from None
        self.stdout.write(f"{options['email']} is no {options['role']} any more.")
