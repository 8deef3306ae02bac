"""The layer around an application of the test's own: what it keeps, for how long, and what it does meanwhile."""

import threading

import pytest

from codes.fast.layer import FastPath
from tests.support.wsgi import ask, environ

HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": "5",
    "Cache-Control": "public, max-age=60",
    "ETag": '"1"',
    "Vary": "Accept, Accept-Encoding",
}


class Application:
    """Answers every address with its headers, and says that it may be kept."""

    def __init__(self, **changed):
        self.headers = {**HEADERS, **{name.replace("_", "-"): value for name, value in changed.items()}}
        self.status, self.keep, self.body = "200 OK", True, b"hello"
        self.asked, self.closed, self.meanwhile = 0, 0, None

    def __call__(self, environ, start_response):
        self.asked += 1
        if self.meanwhile:
            self.meanwhile()
        if self.keep:
            environ["codes.keep"] = True
        start_response(self.status, [each for each in self.headers.items() if each[1] is not None])
        return Parts(self)


class Parts:
    def __init__(self, application):
        self.application = application

    def __iter__(self):
        yield self.application.body

    def close(self):
        self.application.closed += 1


class Generations:
    now = (1, "a")

    def generation(self):
        return self.now


@pytest.fixture
def watch():
    return Generations()


def layer(application, watch, room=2**20):
    return FastPath(application, room, watch)


def test_what_may_be_kept_is_asked_for_once(watch):
    application = Application()
    fast = layer(application, watch)
    assert [ask(fast, "/").body for _ in range(3)] == [b"hello"] * 3
    assert (application.asked, application.closed) == (1, 1)


@pytest.mark.parametrize(
    "changed",
    [
        {"Set-Cookie": "a=b"},
        {"Cache-Control": "private, max-age=60"},
        {"Cache-Control": "no-store"},
        {"Cache-Control": None},
        {"Vary": "Cookie"},
        {"Vary": "Accept, Cookie"},
        {"Vary": "*"},
        {"ETag": None},
    ],
)
def test_what_middleware_has_made_personal_is_not_kept(changed, watch):
    application = Application(**changed)
    fast = layer(application, watch)
    for _ in range(3):
        assert ask(fast, "/").status == 200
    assert (application.asked, application.closed) == (3, 3)


@pytest.mark.parametrize(
    "status", ["206 Partial Content", "203 Changed", "301 Moved", "304 Not Modified", "404 Not Found", "500 Oh"]
)
def test_nothing_but_200_is_kept(status, watch):
    application = Application()
    application.status = status
    fast = layer(application, watch)
    assert [ask(fast, "/").status for _ in range(2)] == [int(status[:3])] * 2
    assert application.asked == 2


def test_nothing_is_kept_of_which_nobody_says_so(watch):
    application = Application()
    application.keep = False
    fast = layer(application, watch)
    for _ in range(2):
        ask(fast, "/")
    assert application.asked == 2


@pytest.mark.parametrize("asked", [{"method": "HEAD"}, {"If_None_Match": '"1"'}, {"If_Modified_Since": "x"}])
def test_who_is_not_answered_from_memory_is_passed_on_as_they_came(asked, watch):
    application = Application()
    application.keep = False
    seen = []
    application.meanwhile = lambda: None
    fast = layer(lambda environ, start: seen.append(dict(environ)) or application(environ, start), watch)
    ask(fast, "/", **asked)
    assert seen[-1] == environ("/", **asked) | {name: seen[-1][name] for name in ("wsgi.input", "wsgi.errors")}
    assert application.closed == application.asked


def test_a_generation_has_its_own_answers(watch):
    application = Application()
    fast = layer(application, watch)
    ask(fast, "/")
    watch.now, application.body = (2, "b"), b"world"
    assert [ask(fast, "/").body for _ in range(2)] == [b"world"] * 2
    assert application.asked == 2


def test_an_answer_during_which_a_release_came_is_not_kept(watch):
    application = Application()
    fast = layer(application, watch)

    def publish():
        watch.now = (2, "b")

    application.meanwhile = publish
    assert ask(fast, "/").body == b"hello"
    application.meanwhile, application.body = None, b"world"
    assert ask(fast, "/").body == b"world"
    watch.now = (1, "a")
    application.body = b"again"
    assert ask(fast, "/").body == b"again"


def test_without_a_release_everything_is_djangos(watch):
    watch.now = None
    application = Application()
    fast = layer(application, watch)
    for _ in range(2):
        ask(fast, "/")
    assert application.asked == 2


def test_a_server_that_adds_to_the_headers_adds_to_its_own(watch):
    fast = layer(Application(), watch)
    ask(fast, "/")
    for asked in ({}, {"If_None_Match": '"1"'}):
        for _ in range(2):
            given = []
            fast(environ("/", **asked), lambda status, headers, given=given: given.append(headers))
            assert "Date" not in dict(given[0])
            given[0].append(("Date", "now"))


def test_others_are_answered_while_a_page_is_made(watch):
    application = Application()
    fast = layer(application, watch)
    ask(fast, "/ready")
    making, go_on = threading.Event(), threading.Event()

    def slow():
        making.set()
        assert go_on.wait(10)

    application.meanwhile = slow
    thread = threading.Thread(target=lambda: ask(fast, "/slow"))
    thread.start()
    assert making.wait(10)
    application.meanwhile = None
    assert ask(fast, "/ready").status == ask(fast, "/other").status == ask(fast, "/slow").status == 200
    go_on.set()
    thread.join(10)


@pytest.mark.parametrize("address", ["/?q={}", "/codes/{}", "/?{}&q=1"])
def test_a_flood_of_addresses_stays_within_its_room_and_spares_what_is_read(address, watch):
    application = Application()
    application.body = b"x" * 20_000
    fast = layer(application, watch, room=2**20)
    for number in range(5):
        for _ in range(2):
            ask(fast, f"/page/{number}")
    for number in range(3000):
        ask(fast, address.format(number))
    assert fast._answers.size + fast._pages.size <= 2**20
    before = application.asked
    for number in range(5):
        ask(fast, f"/page/{number}")
    assert application.asked == before


def test_headers_do_not_multiply_what_is_kept(watch):
    application = Application()
    fast = layer(application, watch)
    for number in range(500):
        ask(fast, "/", Accept=f"x/y{number}", Accept_Encoding=f"c{number}", User_Agent=str(number), Referer=str(number))
    assert application.asked == 1


def test_many_threads_at_once(watch):
    application = Application()
    fast = layer(application, watch, room=2**18)
    wrong = []

    def work(seed):
        for step in range(2000):
            address = f"/{(seed * 31 + step * 17) % 40}"
            answer = ask(fast, address, If_None_Match='"1"' if step % 3 else None)
            if answer.status != (304 if step % 3 else 200) or answer.body != (b"" if step % 3 else b"hello"):
                wrong.append(answer)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert application.asked == application.closed
