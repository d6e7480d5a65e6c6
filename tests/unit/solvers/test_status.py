from sarrus.solvers import status
from sarrus.solvers.status import Status


def test_plain_integers_mirror_the_enumeration() -> None:
    constants = {
        name: value for name, value in vars(status).items() if name.isupper() and isinstance(value, int)
    }
    assert constants == {s.name: s.value for s in Status}
    assert all(type(value) is int for value in constants.values())


def test_zero_is_success_and_the_signals_follow() -> None:
    assert [Status.OK, Status.RETRY, Status.RUNNING] == [0, 1, 2]
    assert sorted(Status) == list(range(len(Status)))


def test_every_status_has_one_plain_sentence_of_its_own() -> None:
    texts = [s.text for s in Status]
    assert len(set(texts)) == len(texts)
    for text in texts:
        assert text[0].isupper() and text.endswith(".") and text.count(". ") == 0
    assert "does not close" in Status.NOT_CLOSED.text
    assert "too small" in Status.STEP_TOO_SMALL.text
    assert "not a finite number" in Status.NOT_FINITE.text
