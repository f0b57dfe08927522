"""Work that is cut into tasks, in one process."""

import random

import miyama as m
import pytest

QUESTIONS = [
    ({"ask": "bricks", "brick": "2x4", "bricks": "5", "profiles": True}, 6),
    ({"ask": "period", "all": 2, "to": "500"}, 8),
    ({"ask": "quotient", "all": 1}, 3),
    ({"ask": "check", "game": "yama", "p_positions": "|x-y| <= 1", "to": "60"}, 4),
    ({"ask": "check", "game": "wythoff", "p_positions": "|x-y| <= 1", "to": "60"}, 4),
]


@pytest.mark.parametrize("question, count", QUESTIONS)
def test_tasks_give_the_answer_of_one_machine(question, count, tmp_path):
    lines = m.tasks(question, count)
    assert len(lines) == count
    one = m.ask(question)
    results = [m.work(line) for line in lines]
    random.Random(1).shuffle(results)
    many = m.merge(results)
    assert str(many) + "\n" == one.forms[0]
    assert {**many.data, "seconds": 0} == {**one.data, "seconds": 0}
    for line in lines:
        m.task.keep(line, m.work(line), tmp_path)
        assert m.task.is_done(line, tmp_path)
    assert str(m.merge(tmp_path)) == str(many)


def test_results_that_are_missing_doubled_foreign_or_changed_are_refused(tmp_path):
    lines = m.tasks({"ask": "period", "all": 1}, 3)
    results = [m.work(line) for line in lines]
    other = m.work(m.tasks({"ask": "period", "all": 1}, 2)[0])
    for wrong, says in [
        (results[:2], "not done"),
        (results + results[:1], "appears twice"),
        (results[:2] + [other], "a different run"),
        (results[:2] + [results[2].replace(b'"number":2', b'"number":3')], "damaged|changed"),
        ([], "no results"),
    ]:
        with pytest.raises(m.InputError, match=says):
            m.merge(wrong)
    m.task.keep(lines[0], results[1], tmp_path)
    assert not m.task.is_done(lines[0], tmp_path) and not m.task.is_done(lines[1], tmp_path)
    with pytest.raises(m.InputError, match="not a task"):
        m.work("{}")
