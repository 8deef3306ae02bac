from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from codes.accounts import tokens
from codes.accounts.enrol import account_of
from codes.accounts.models.token import NAME_MAX, SCOPES


class Command(BaseCommand):
    help = "Makes a token for an account and prints it, this once. It does no more than the account's roles allow."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", metavar="EMAIL", help="an address of the account")
        parser.add_argument("--scope", action="append", required=True, choices=SCOPES, help="repeat it for several")
        parser.add_argument("--name", required=True, help=f"what it is for, up to {NAME_MAX} characters")
        most = f"at most a year; with {tokens.SHORT} {tokens.DAYS_SHORT}"
        parser.add_argument("--days", type=int, help=f"{tokens.DAYS} unless said, {most}")

    def handle(self, *args: Any, **options: Any) -> None:
        account = account_of(options["email"])
        if account is None or not account.is_active:
            raise CommandError(f"No account has the address {options['email']}.")
        try:
            token, text = tokens.create(account, name=options["name"], scopes=options["scope"], days=options["days"])
        except ValidationError as problem:
            raise CommandError(" ".join(problem.messages)) from None
        self.stderr.write(f"“{token.name}” ({token.scopes}) runs out on {token.expiry:%d %B %Y}.")
        self.stdout.write(text)
