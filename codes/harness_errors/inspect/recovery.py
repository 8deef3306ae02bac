"""What the object says about trying again: draft sections 4.2 to 4.8."""

from .subject import Subject


def check(subject: Subject) -> None:
    _origin(subject)
    _flags(subject)
    _feedback(subject)
    _attempts(subject)


def _origin(subject: Subject) -> None:
    origin, entry = subject.read.get("origin"), subject.entry
    if origin is None:
        return
    if origin not in subject.registry.origins:
        usual = f" The usual one for {entry.code} is {entry.informative.origin}." if entry else ""
        known = ", ".join(subject.registry.origins)
        subject.say("origin.value", "/origin", f"Not one of {known}: it is ignored.{usual}")
    elif entry and origin != entry.informative.origin:
        usual = entry.informative.origin
        subject.say(
            "origin.differs", "/origin", f"The usual origin of {entry.code} is {usual}; the object says {origin}."
        )


def _flags(subject: Subject) -> None:
    entry, own = subject.entry, subject.read
    if entry is None:
        return
    if own.get("retryable", entry.default_retryable) != entry.default_retryable:
        _differs(subject, "retryable", entry.code)
    if own.get("model_recoverable", entry.default_model_recoverable) != entry.default_model_recoverable:
        _differs(subject, "model_recoverable", entry.code)


def _differs(subject: Subject, name: str, code: str) -> None:
    value, usual = ("true", "false") if subject.read[name] else ("false", "true")
    message = f"{value} counts, because the object says so; the registered default of {code} is {usual}."
    subject.say(f"{name}.differs", f"/{name}", message)


def _feedback(subject: Subject) -> None:
    own, fixable = subject.read, subject.model_recoverable()
    if "model_feedback" in own and not fixable:
        subject.say(
            "model_feedback.unused", "/model_feedback", "model_recoverable is false, so nobody will feed this back."
        )
    if fixable and not own.get("model_feedback") and not own.get("detail") and own.get("model_recoverable") is True:
        message = "model_recoverable is true, and neither `model_feedback` nor `detail` tells the model what was wrong."
        subject.say("model_feedback.missing", "", message)


def _attempts(subject: Subject) -> None:
    own = subject.read
    if own.get("retry_after") and not subject.retryable():
        subject.say("retry_after.not_retryable", "/retry_after", "retryable is false, so waiting leads nowhere.")
    made, most = own.get("attempts"), own.get("max_attempts")
    if made == 0:
        subject.say("attempts.zero", "/attempts", "The attempt that produced this error counts: 1 is the least.")
    if made is not None and most is not None:
        if made > most:
            subject.say("attempts.above_max", "/attempts", f"{made} attempts were made, and max_attempts is {most}.")
        elif made < most and subject.entry and subject.entry.code == "output.retries_exhausted":
            subject.say(
                "attempts.left", "/attempts", f"Only {made} of {most} attempts were made, so they are not exhausted."
            )
