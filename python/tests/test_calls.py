"""How questions are asked: errors, limits, threads, Ctrl-C, progress."""

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import miyama as m
import numpy as np
import pytest


def test_errors_point_at_the_place():
    with pytest.raises(m.NotationError) as caught:
        m.Game("(x,y) -> {(x-1,z)}")
    error = caught.value
    assert error.source[slice(*error.span)] == "z" and isinstance(error, ValueError)
    lines = str(error).splitlines()
    assert lines[2].index("^") == lines[1].index("z")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.span == error.span and again.source == error.source


def test_spans_count_characters_not_bytes():
    with pytest.raises(m.NotationError) as caught:
        m.Game("(x) -> {(x-1)} ∪ ∪ {(x-2)}")
    error = caught.value
    assert error.source[slice(*error.span)].startswith("∪") and error.span[0] == 17


@pytest.mark.parametrize(
    "ask",
    [
        lambda: m.Game("wythof"),
        lambda: m.Game(""),
        lambda: m.Game("nim").solve(),
        lambda: m.Game("nim").solve(-1),
        lambda: m.Game("nim").table(to="x"),
        lambda: m.Game("nim").table(to=-1),
        lambda: m.Game("wythoff").table(to=(1, 2, 3)),
        lambda: m.Game("wythoff").check(p="x +", to=5),
        lambda: m.Game("wythoff").check(to=5),
        lambda: m.value("{1|"),
        lambda: m.period("0.8x"),
        lambda: m.bricks("2y4", 3),
        lambda: m.bricks("2x4", 0),
        lambda: m.word("nothing"),
        lambda: m.ask({"ask": "dance"}),
        lambda: m.ask({"ask": "serve"}),
        lambda: m.ask({"ask": "solve", "position": "nim:3", "more": 1}),
    ],
)
def test_what_is_wrong_is_an_input_error(ask):
    with pytest.raises(m.InputError):
        ask()


def test_limits():
    with m.limits(max_time=0.2), pytest.raises(TimeoutError):
        m.Game("0.007").table(to=10**8)
    with m.limits(max_memory="1M"), pytest.raises(MemoryError):
        m.Game("wythoff").table(to=20_000)
    with m.limits(max_memory="many"), pytest.raises(m.NotationError):
        m.Game("wythoff").table(to=3)
    # Nothing of it is left.
    assert m.Game("wythoff").table(to=3)[1, 2] == 0


def test_languages():
    with m.language("ja"):
        assert "ニム和" in m.Game("nim").solve(3, 5).why
        with pytest.raises(m.InputError, match="[ぁ-ん]"):
            m.Game("(x")
    with pytest.raises(ValueError), m.language("xx"):
        m.Game("nim")


def test_eight_threads_agree_with_one():
    games = ["wythoff", "yama", "nim", "0.77", "triangular", "(x,y) -> sym {(x-i,y+1) | 2<=i}"]
    places = [(3, 5), (8, 13), (20, 21), (30, 7)]

    def solve(text):
        game = m.Game(text)
        return [(s.outcome, s.value, s.winning_moves) for s in (game.solve(*place) for place in places)]

    expected = [solve(text) for text in games]
    with ThreadPoolExecutor(8) as threads:
        for found in threads.map(lambda _: [solve(text) for text in games], range(8)):
            assert found == expected


def test_eight_threads_read_one_table():
    table = m.Game("yama").table(to=300)
    whole = table._whole
    how = {"lang": "en", "max_time": None, "max_memory": None, "threads": 1, "progress": None}
    with ThreadPoolExecutor(8) as threads:
        arrays = list(threads.map(lambda _: np.asarray(whole.array("bits", how)), range(16)))
        texts = set(threads.map(lambda _: whole.write("csv", how), range(4)))
    assert len({array.__array_interface__["data"][0] for array in arrays}) == 1 and len(texts) == 1


def test_other_threads_run_meanwhile():
    """The interpreter is free while Rust computes: a thread counts on."""
    count, done = 0, threading.Event()

    def work():
        with m.limits(max_time=0.6), pytest.raises(TimeoutError):
            m.Game("0.007").table(to=10**8)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.02):
        count += 1
    thread.join()
    assert count > 10


@pytest.mark.parametrize(
    "work",
    [
        'm.Game("0.007").table(to=10**8)',
        'm.bricks("2x4", 10)',
        'm.Game("geometric(2)").table(to=30_000)',
        'm.Game("yama").check(p="|x-y|<=1 and (x*y+1) mod 1000003 <= 1000003", to=20_000)',
        'm.quotient("0.07", to=60)',
    ],
)
def test_ctrl_c_stops(work):
    program = f"""
        import miyama as m, signal
        # Whoever started the tests in the background has it ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.7)
    child.send_signal(signal.SIGINT)
    try:
        assert child.communicate(timeout=20)[0] == "stopped\n" and child.returncode == 0
    finally:
        child.kill()


def test_progress_is_told(monkeypatch):
    told = []

    class Listening(m.asking.Bar):
        def listener(self):
            return lambda done, total: told.append((done, total))

    monkeypatch.setattr(m.asking, "Bar", Listening)
    with m.limits(max_time=1.0), pytest.raises(TimeoutError):
        m.ask({"ask": "period", "all": 4})
    assert len(told) > 3 and all(total is None or 0 <= done <= total for done, total in told)


def test_a_listener_that_fails_stops_the_computation(monkeypatch):
    class Failing(m.asking.Bar):
        def listener(self):
            return lambda done, total: 1 / 0

    monkeypatch.setattr(m.asking, "Bar", Failing)
    started = time.time()
    with pytest.raises(ZeroDivisionError):
        m.ask({"ask": "period", "all": 4})
    assert time.time() - started < 5


def test_a_bar_is_drawn_for_those_who_look(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    bar = m.asking.Bar("bricks")
    listener = bar.listener()
    assert listener is not None
    bar._started -= 10
    listener(5, 10)
    bar.close()
    assert "bricks" in capsys.readouterr().err


def _child(program, **environment):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **environment}
    child = [sys.executable, "-c", textwrap.dedent(program)]
    return subprocess.run(child, capture_output=True, text=True, env=environment, timeout=60)


def _can_fail():
    """Whether the package was built so that it can be made to fail (`fault.rs`)."""
    asked = 'import miyama as m; m.Game("yama").table(to=3)'
    return _child(asked, MIYAMA_WRONG="1,2").returncode != 0


def test_a_panic_is_an_exception_and_the_interpreter_lives():
    if not _can_fail():
        pytest.skip("a wheel for users cannot be made to panic")
    told = _child(
        """
        import miyama as m
        game = m.Game("yama")
        try:
            game.solve(1, 2)
        except m.InternalError as error:
            print("caught", error)
        print(game.solve(1, 2).outcome)
        """,
        MIYAMA_FAULT="panic:2",
    )
    assert told.returncode == 0, told.stderr
    caught, outcome = told.stdout.splitlines()
    assert caught.startswith("caught") and "on purpose" in caught and outcome == "P"


def test_an_answer_that_is_found_to_be_wrong_is_not_given():
    if not _can_fail():
        pytest.skip("a wheel for users cannot be made to err")
    told = _child(
        """
        import miyama as m
        for ask in (lambda g: g.table(to=3), lambda g: g.table(to=3, misere=True), lambda g: g.p_positions(to=3)):
            try:
                ask(m.Game("(x,y) -> {(x-i,y) | 1 <= i} U {(x,y-i) | 1 <= i <= x}"))
            except m.InternalError as error:
                print("caught")
        """,
        MIYAMA_WRONG="2,1",
    )
    assert told.stdout == "caught\n" * 3, told.stderr


def test_nothing_else_is_needed(tmp_path):
    """Without tqdm and pandas all but the frames works."""
    hidden = tmp_path / "hidden"
    for name in ("tqdm", "pandas", "distributed", "dask"):
        (hidden / name).mkdir(parents=True)
        (hidden / name / "__init__.py").write_text(f'raise ImportError("no {name} here")')
    told = _child(
        f"""
        import sys
        sys.path.insert(0, {str(hidden)!r})
        import miyama as m
        sys.stderr.isatty = lambda: True
        with m.limits(max_time=1.5):
            try:
                m.ask({{"ask": "period", "all": 4}})
            except TimeoutError:
                print("stopped")
        print(m.Game("yama").table(to=3).shape)
        """
    )
    assert told.stdout.endswith("(4, 4)\n"), told.stderr
