"""The question as a whole: what is asked in which order."""

from ..document import Registry, Signals
from . import names, non_errors, numbers, related, rows, statuses, type_uris
from .hit import Hit


def look_up(asked: str, registry: Registry, signals: Signals) -> list[Hit]:
    """What `asked` may mean, most certain first; empty when it means nothing here. `certain` says whether it is sure.

    Takes a code in any case and with quotes, a type URI or a near miss of one, a category, an HTTP status, a JSON-RPC
    number, a name from the crosswalk (an exception, a stop reason), `name: value`, JSON, or a log line.
    """
    text = asked.strip().strip("\"'`“”‘’,;").strip().replace("\u2212", "-").replace('\\"', '"')
    # A code that stands there is used as it is (draft sections 7.3 and 8.4): nothing beside it can say more.
    found = type_uris.find(text) or names.find_whole(text, registry) or names.find_inside(text, registry)
    if found or not text:
        return found
    read, rest = statuses.read(text)
    found = [*non_errors.find(rest, signals), *rows.find(rest, signals), *numbers.find(rest, signals)]
    for status in read:
        found += statuses.find(status, registry, signals)
    if read or not all(hit.signal and rows.alone_too_little(rest, hit.signal) for hit in found):
        return found
    known = {hit.signal.id for hit in found if hit.signal}
    guesses = related.find(rest, registry, signals)
    return [*found, *(hit for hit in guesses if not (hit.signal and hit.signal.id in known))]
