from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.utils import timezone

from codes.accounts import names
from codes.accounts.models import Account, Role
from codes.accounts.models.account import same_address
from codes.review import actions


class Command(BaseCommand):
    help = "Give somebody a role: expert, lead or administrator. An account is made where there is none yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--role", required=True, choices=Role.Name.values)
        parser.add_argument("--name", default="", help="how /policy names an account that has no name yet")

    def handle(self, *args: Any, **options: Any) -> None:
        address = same_address(options["email"])
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{options['email']} is no e-mail address.") from None
        account, _ = Account.objects.get_or_create(email=address, defaults={"name": options["name"]})
        if options["name"] and not account.name:
            account.name = options["name"]
            account.save(update_fields=["name"])
        try:
            actions.appoint(account=account, role=options["role"], by=None, at=timezone.now())
        except actions.Refused as refused:
            raise CommandError(refused.detail) from None
        self.stdout.write(f"{address} is {options['role']} now, as {account.shown_name}.")
        for other in names.shown_alike(account):
            self.stderr.write(f"{other.email} is shown as {other.name}, which looks the same. Ask who that is.")
