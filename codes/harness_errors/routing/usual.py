"""What is usual in a category beside what the flags say: for codes without a rule of their own, and for new ones."""


def usual(category: str | None, http_status: int | None, *, retryable: bool) -> tuple[str, ...]:
    """Actions in the order of trying, without the last resort.

    A person may allow what a guard has stopped; a remote service that is not to be asked again unchanged says no until
    somebody has mended the request, the account or the key.
    """
    asked = ("ask_human",) if category == "policy" or http_status == 403 else ()
    mended = ("fix_configuration",) if category == "upstream" and not retryable else ()
    return (*asked, *mended)
