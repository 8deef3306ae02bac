"""What happens to the site meanwhile, in processes of its own: `python -m tools.bench.actors publish 6 10` publishes
six times, ten seconds apart; `people 50` makes accounts, and prints their tokens and what may be asked for;
`proposals` prints what was made.
"""

import json
import sys
import time
from collections.abc import Callable

import django

CODE = "tool.timeout"


def publish(publications: int, every: int) -> None:
    """Release 1.0.N has `Title N`. Prints the version and when it was committed, a line for each.

    A slow machine takes longer; it does not publish less.
    """
    from django.utils import timezone

    from codes.registry.models import Code
    from codes.releases import publish

    for number in range(1, publications + 1):
        time.sleep(every)
        Code.objects.filter(pk=CODE).update(title=f"Title {number}")
        made = publish.publish(published=timezone.now())
        print(json.dumps({"version": made.version, "committed": time.time()}), flush=True)


def people(number: int) -> None:
    from codes.accounts import tokens
    from codes.accounts.enrol import enrol
    from tests.support.proposals import new_code

    texts = []
    for place in range(number):
        account = enrol(f"submitter{place}@example.org", name=f"Submitter {place}")
        texts.append(tokens.create(account, name="load", scopes=["propose"], days=1)[1])
    print(json.dumps({"tokens": texts, "content": new_code()}))


def proposals() -> None:
    """Number, code, state and submitter of each; and what replay and verification say against it all."""
    from codes.releases import verify
    from codes.review import replay
    from codes.review.models import Proposal

    rows = [
        [row.number, row.content["code"], row.state, row.submitter.name]
        for row in Proposal.objects.select_related("submitter").order_by("number")
    ]
    faults = [str(each) for each in (*verify.faults(), *replay.faults())]
    print(json.dumps({"proposals": rows, "faults": faults}))


if __name__ == "__main__":
    django.setup()
    _, what, *words = sys.argv
    commands: dict[str, Callable[..., None]] = {"publish": publish, "people": people, "proposals": proposals}
    commands[what](*map(int, words))
