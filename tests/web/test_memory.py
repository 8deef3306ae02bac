import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codes.web.memory import Memory


def test_what_was_put_in_is_found_again():
    memory = Memory(100)
    memory.put("a", 1, 10)
    assert [memory.get(key) for key in ("a", "b", "a")] == [1, None, 1]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30), st.integers(0, 60))))
def test_it_never_holds_more_than_it_has_room_for(steps):
    memory, sizes = Memory(100), {}
    for put, key, size in steps:
        if put:
            memory.put(key, key, sizes.setdefault(key, size))
        else:
            assert memory.get(key) in (key, None)
        held = [key for key in range(31) if key in memory._once or key in memory._again]
        assert memory.size == sum(sizes[key] for key in held) <= 100
        assert memory._wanted == sum(sizes[key] for key in memory._again) <= 75


def test_a_flood_of_what_nobody_wants_twice_takes_nothing_from_what_is_read():
    memory = Memory(1000)
    for key in range(7):
        memory.put(key, key, 100)
        memory.get(key)
    for key in range(10_000):
        memory.put(("flood", key), key, 100)
    assert [memory.get(key) for key in range(7)] == list(range(7))


def test_of_what_nobody_wanted_twice_the_oldest_goes_first():
    memory = Memory(100)
    for key in range(4):
        memory.put(key, key, 30)
    assert [memory.get(key) for key in range(4)] == [None, 1, 2, 3]


def test_of_what_was_wanted_the_one_wanted_longest_ago_goes_first():
    memory = Memory(100)
    for key in (1, 2, 3):
        memory.put(key, key, 25)
        memory.get(key)
    memory.get(1)
    memory.put(4, 4, 25)
    memory.get(4)
    memory.put(5, 5, 25)
    assert [memory.get(key) for key in (1, 2, 3, 4)] == [1, None, 3, 4]


@pytest.mark.parametrize(("size", "kept"), [(50, True), (51, False)])
def test_nothing_takes_more_than_half_of_the_room(size, kept):
    memory = Memory(100)
    memory.put("large", 1, size)
    assert (memory.get("large") == 1) is kept


def test_something_large_finds_a_place_among_what_is_wanted():
    memory = Memory(100)
    for key in range(3):
        memory.put(key, key, 25)
        memory.get(key)
    memory.put("large", "large", 50)
    assert memory.get("large") == "large"
    assert memory.size <= 100


def test_what_is_there_stays_as_it_is():
    memory = Memory(100)
    memory.put("a", 1, 10)
    memory.put("a", 2, 90)
    assert (memory.get("a"), memory.size) == (1, 10)


def test_many_threads_at_once():
    memory = Memory(1000)

    def work(seed):
        for step in range(5000):
            key = (seed * 7919 + step * 104729) % 97
            if memory.get(key) not in (key, None):
                wrong.append(key)
            memory.put(key, key, key)

    wrong = []
    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert memory.size == sum([*memory._once, *memory._again]) <= 1000
    assert memory._wanted == sum(memory._again)
