"""The guards against what goes wrong outside the site: mail, clocks, workers that die."""

from tools.guards.guard import Guard

NOTICES = "codes/review/notices.py"

GUARDS = (
    Guard(
        "nobody reads the end before the beginning",
        NOTICES,
        "due.filter(~Exists(earlier))",
        "due",
        ("tests/faults/test_mail_away.py::test_an_hour_without_a_mail_server",),
    ),
    Guard(
        "one mail that cannot be sent is not in the way for ever",
        NOTICES,
        "sent=None, attempts__lt=IN_THE_WAY",
        "sent=None",
        ("tests/faults/test_mail_away.py::test_one_mail_that_cannot_be_sent_is_not_in_the_way_for_ever",),
    ),
    Guard(
        "a mail is one worker's until its lease runs out",
        NOTICES,
        "    found.leased_until = at + LEASE\n",
        "",
        ("tests/faults/test_killed_sender.py::test_what_its_readers_see",),
    ),
    Guard(
        "after a failure one waits twice as long",
        NOTICES,
        "FIRST_WAIT * 2 ** min(delivery.attempts - 1, 12)",
        "FIRST_WAIT",
        ("tests/faults/test_mail_away.py::test_an_hour_without_a_mail_server",),
    ),
    Guard(
        "times in the record never go back",
        "codes/review/records.py",
        "at=max(at, before) if before else at,",
        "at=at,",
        ("tests/faults/test_clock_jumps.py::test_an_hour_back",),
    ),
    Guard(
        "a record that goes back is a fault",
        "codes/review/records.py",
        "if at is not None and event.at < at:",
        "if False:",
        ("tests/review/test_replay.py -k before_the_event_before",),
    ),
    Guard(
        "an earlier reminder does not follow a later one",
        "codes/review/actions/clock.py",
        "ordinal__gte=ordinal",
        "ordinal=ordinal",
        ("tests/faults/test_clock_jumps.py::test_weeks_ahead_and_back",),
    ),
    Guard(
        "a release is from after the one before it",
        "codes/releases/publish.py",
        "    if published <= latest.published:",
        "    if False:",
        ("tests/faults/test_clock_jumps.py::test_an_hour_back_after_a_publication",),
    ),
    Guard(
        "an outage is 503, and no failure of ours",
        "codes/web/door.py",
        "return isinstance(failure, OperationalError | InterfaceError)",
        "return False",
        ("tests/faults/test_disk_full.py --slow -k served",),
    ),
    Guard(
        "what was read is held while the database is away",
        "codes/releases/current.py",
        "        _Memory.failing = True\n        return held",
        "        _Memory.failing = True\n        return None",
        ("tests/faults/test_postgres_killed.py --slow",),
    ),
    Guard(
        "a publication is whole or not at all",
        "codes/review/actions/publishing.py",
        "@transaction.atomic\ndef publish(",
        "def publish(",
        ("tests/faults/test_disk_full.py -k publication",),
    ),
    Guard(
        "answers in memory have so much room",
        "codes/web/memory.py",
        "            while self.size > self._room:",
        "            while False:",
        ("tests/faults/test_soak.py --slow",),
    ),
)
