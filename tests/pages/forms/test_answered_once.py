import threading

import pytest
from django.db import connection
from django.test import RequestFactory

from codes.pages.forms import answered_once
from codes.pages.forms.sent import REMEMBERED
from codes.review.models import SentForm
from tests.support.people import DAY, START, account


@pytest.fixture
def made():
    return []


def posted(by="sam", path="/form", **inputs):
    request = RequestFactory().post(path, inputs)
    request.user = account(by)
    return request


def sending(made, key="k", at=START, **sent):
    def act():
        made.append(key)
        return f"/made/{len(made)}"

    return answered_once(posted(**sent), key=key, at=at, act=act)


@pytest.mark.django_db
def test_the_second_sending_gets_the_answer_of_the_first(made):
    assert [sending(made), sending(made)] == ["/made/1", "/made/1"]
    assert made == ["k"]


@pytest.mark.django_db
def test_another_page_another_person_and_a_page_without_a_key_are_acts_of_their_own(made):
    places = [sending(made), sending(made, "other"), sending(made, by="tom"), sending(made, ""), sending(made, "")]
    assert places == ["/made/1", "/made/2", "/made/3", "/made/4", "/made/5"]


@pytest.mark.django_db
def test_the_same_key_with_other_inputs_or_at_another_address_is_an_act_of_its_own(made):
    sent = [
        {"text": "first"},
        {"text": "second"},
        {"text": ["first", "second"]},
        {"other": "first"},
        {"text": "first", "path": "/form/other"},
    ]
    assert [sending(made, **each) for each in sent] == [f"/made/{number}" for number in range(1, 6)]
    assert [sending(made, **each) for each in sent] == [f"/made/{number}" for number in range(1, 6)]


@pytest.mark.django_db
def test_the_token_against_forgery_is_no_part_of_what_was_sent(made):
    assert {sending(made, csrfmiddlewaretoken=token) for token in ("a", "b")} == {"/made/1"}


@pytest.mark.django_db
def test_what_was_refused_can_be_sent_again(made):
    def refused():
        raise ValueError("no")

    with pytest.raises(ValueError):
        answered_once(posted(), key="k", at=START, act=refused)
    assert sending(made) == "/made/1"


@pytest.mark.django_db
def test_keys_are_forgotten_after_a_while(made):
    sending(made)
    sending(made, "later", at=START + REMEMBERED + DAY)
    assert list(SentForm.objects.values_list("location", flat=True)) == ["/made/2"]


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_one_act_also_when_both_come_at_once(made):
    account("sam")
    places, barrier = [], threading.Barrier(4)

    def click():
        barrier.wait()
        try:
            places.append(sending(made))
        finally:
            connection.close()

    threads = [threading.Thread(target=click) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (places, made) == (["/made/1"] * 4, ["k"])
