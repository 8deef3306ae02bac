"""Two hundred readers while releases are published, and fifty who ask for codes at once, at a site as it is run."""

import pytest

from tests.support.server import own_database
from tools.bench import crowd, site, submitters
from tools.bench.crowd import Crowd
from tools.bench.submitters import Rush


@pytest.fixture
def server():
    with site.database_server() as url:
        site.manage({**site.SETTINGS, "DATABASE_URL": "sqlite://:memory:"}, "collectstatic", "--no-input")
        yield url


@pytest.mark.slow
@own_database
def test_readers_see_whole_releases_and_none_that_is_older_than_two_seconds(server, tmp_path):
    found = crowd.measure(tmp_path, server, readers=200, publications=2, every=10)
    assert (found.readers, found.publications, found.refused, found.faults) == (200, 2, 0, ())
    assert found.answers > 2000
    assert found.oldest < 2


@pytest.mark.slow
@own_database
def test_no_request_is_lost_or_made_twice(server, tmp_path):
    found = submitters.measure(tmp_path, server, submitters=50)
    assert found.faults == ()
    assert (found.made, found.submitted, found.taken, found.lost, found.double) == (100, 60, 40, 0, 0)
    assert found.calls >= 4 * 50 * 2 - 2  # each of them twice


def test_how_old_an_answer_was():
    """The second was asked for 1.5 s after the release that it does not know; the third is of the newest."""
    assert crowd.oldest([(9.0, 0), (11.5, 0), (50.0, 2)], {1: 10.0, 2: 20.0}) == 1.5


def test_what_the_tables_say():
    seen = Crowd(readers=200, publications=6, answers=50_000, refused=1, faults=("torn",), oldest=1.234)
    assert crowd.table(seen).splitlines() == [
        "| 200 readers at once | |",
        "|---|--:|",
        "| releases published meanwhile | 6 |",
        "| answers | 50,000 |",
        "| answers that were not 200 | 1 |",
        "| answers that were not of one whole release | 1 |",
        "| longest time that an answer was behind the latest release, s | 1.23 |",
        "* torn",
    ]
    rush = Rush(50, 10.0, calls=400, busy=1, made=100, submitted=60, taken=40, lost=2, double=3, faults=())
    assert [line.rsplit("| ", 1)[1] for line in submitters.table(rush).splitlines()[2:]] == [
        "400 |", "10.0 |", "1 |", "100 |", "60 |", "40 |", "2 |", "3 |", "0 |",
    ]  # fmt: skip
