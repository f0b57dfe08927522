"""What callers give that is of another kind: refused by its name, and never rounded."""

from fractions import Fraction

import miyama as m
import numpy as np
import pytest

GAME = m.Game("wythoff")

#: Calls that take a whole number.
WHOLE = [
    lambda n: GAME.solve(n, 1),
    lambda n: GAME.options(1, n),
    lambda n: GAME.table(to=n),
    lambda n: GAME.table(to=(3, n)),
    lambda n: GAME.p_positions(to=n),
    lambda n: GAME.check(p="x = y", to=n),
    lambda n: m.Game("nim").table(to=3, heaps=n),
    lambda n: m.Game("nim").prove(p="x = y", heaps=n),
    lambda n: m.bricks("2x4", n),
    lambda n: m.period("0.77", n),
    lambda n: m.quotient("0.77", n),
    lambda n: m.word("fibonacci")[n],
    lambda n: m.word("fibonacci").prefix(n),
    lambda n: m.word("fibonacci").pair(n),
    lambda n: m.tasks({"ask": "period", "all": 1}, n),
]

#: Calls that take a text.
TEXTS = [
    m.Game,
    m.period,
    m.quotient,
    m.word,
    m.record,
    m.work,
    lambda text: m.bricks(text, 2),
    lambda text: GAME.prove(p=text) if text is not None else m.Game(text),
    lambda text: m.Game("domineering").sizes(text),
]


@pytest.mark.parametrize("given", [1.5, 2.0, float("nan"), float("inf"), np.float64(2), b"2", Fraction(2), object()])
@pytest.mark.parametrize("call", WHOLE)
def test_what_is_no_whole_number_is_not_rounded(call, given):
    with pytest.raises(TypeError, match="whole number"):
        call(given)


@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, np.int32])
@pytest.mark.parametrize("call", WHOLE)
def test_whole_numbers_of_numpy_are_numbers(call, kind):
    assert call(kind(2)) is not None


@pytest.mark.parametrize("call", WHOLE)
def test_negative_numbers_are_told(call):
    with pytest.raises((m.InputError, IndexError)):
        call(np.int8(-3))


@pytest.mark.parametrize("given", [None, 3, 1.5, b"nim", ["nim"], object()])
@pytest.mark.parametrize("call", TEXTS)
def test_what_is_no_text_is_told(call, given):
    with pytest.raises(TypeError, match="is a text|str, bytes or os.PathLike"):
        call(given)


@pytest.mark.parametrize("text", ["", " ", "🎲", "３", "\0", "x\ny", "\ud800", "(" * 5000, "nim" * 10_000])
def test_texts_of_every_kind_are_answered(text):
    for call in (m.Game, m.value, m.period, m.word, lambda text: GAME.check(p=text, to=3)):
        with pytest.raises(ValueError):
            call(text)


def test_limits_are_told_where_they_are_written():
    for wrong in [
        {"max_time": -1},
        {"max_time": float("nan")},
        {"max_time": 10**400},
        {"threads": 0},
        {"threads": -1},
        {"threads": 2**64},
    ]:
        with pytest.raises(m.InputError, match=next(iter(wrong))), m.limits(**wrong):
            pass
    for wrong in [{"max_time": "3"}, {"threads": 1.5}, {"max_memory": 1.5}, {"max_memory": b"4G"}]:
        with pytest.raises(TypeError, match=next(iter(wrong))), m.limits(**wrong):
            pass
    with pytest.raises(m.InputError), m.language("xx"):
        pass
    with pytest.raises(TypeError), m.language(None):
        pass
    with m.limits(max_time=np.float64(5), threads=np.int8(1), max_memory=np.int64(2**30)):
        assert GAME.solve(1, 2).outcome == "P"


def test_questions_are_dicts_whose_numbers_may_be_numpys():
    for wrong in [None, 3, "solve", ["ask"]]:
        with pytest.raises(TypeError):
            m.ask(wrong)
        with pytest.raises(TypeError):
            m.tasks(wrong)
    assert m.ask({"ask": "period", "all": np.int64(1)}).data["done"] == 7
    for count in [0, -1, 10**30]:
        with pytest.raises(m.InputError):
            m.tasks({"ask": "period", "all": 1}, count)
    with pytest.raises(m.InputError):
        GAME.table(to=3, outcomes="bits")


def test_values_that_are_numbers_are_numbers():
    assert {m.value(3), m.value("1/2")} == {3, Fraction(1, 2)}
    assert m.value(np.int64(3)) + np.int8(1) == 4 and m.value("*") not in {0: 0}
    for wrong in [None, 1.5, b"1", [1]]:
        with pytest.raises(TypeError):
            m.value(wrong)


def test_merging_what_is_not_there(tmp_path):
    with pytest.raises(m.FileError):
        m.merge(tmp_path / "nothing")
    with pytest.raises(m.InputError):
        m.merge(tmp_path)
    for wrong in [None, 3, b"{}", [3]]:
        with pytest.raises(TypeError):
            m.merge(wrong)
