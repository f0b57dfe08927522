"""Measures what the package promises, in one run: CPU seconds and their ratios, answers compared.

usage: python python/tests/bars.py PROGRAM [table|bricks|period|overhead ...]
"""

import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

import miyama as m
import numpy as np


def cpu(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def program(*arguments):
    """CPU seconds of a run of the program, and what it wrote."""
    before = cpu(resource.RUSAGE_CHILDREN)
    told = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True, env={"LC_ALL": "C"})
    return cpu(resource.RUSAGE_CHILDREN) - before, told.stdout


def table():
    """The table of Wythoff's game to 4095, from Rust alone and as an array: the best of five."""
    question = '{"ask": "table", "game": "wythoff", "to": "4095"}'
    how = {"lang": "en", "max_time": None, "max_memory": None, "threads": 1, "progress": None}
    game = m.Game("wythoff")
    swept, arrays = [], []
    for _ in range(5):
        begun = cpu(resource.RUSAGE_SELF)
        m._miyama.table(question, how)
        swept.append(cpu(resource.RUSAGE_SELF) - begun)
        begun = cpu(resource.RUSAGE_SELF)
        with m.limits(threads=1):
            array = game.table(to=4095)
        arrays.append(cpu(resource.RUSAGE_SELF) - begun)
    assert not array.flags.owndata and array._whole.array("numbers", how).is_copy is False
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "t.npy")
        written, _ = program("table", "wythoff", "--to", "4095", "--npy", file, "--threads", "1")
        assert np.array_equal(np.load(file), array)
    print(f"table: sweep {min(swept):.3f} s, array {min(arrays):.3f} s: {min(arrays) / min(swept):.3f} times")
    print(f"       the program with --npy, which also writes: {written:.3f} s")


def bricks(count="8", expected="8274075616387"):
    """A count on two workers, one of them killed twice, against one process."""
    from miyama.cluster import local, run

    alone, told = program("bricks", "2x4", count, "--threads", "1")
    assert told.strip() == expected
    lines = m.tasks({"ask": "bricks", "brick": "2x4", "bricks": count}, 40)
    before, begun = cpu(resource.RUSAGE_CHILDREN) + cpu(resource.RUSAGE_SELF), time.time()
    killed = []
    with local(2) as client:

        def kill():
            choice = random.Random(3)
            while len(killed) < 2:
                time.sleep(choice.uniform(2, 6))
                new = [pid for pid in client.run(os.getpid).values() if pid not in killed]
                killed.append(choice.choice(new))
                os.kill(killed[-1], signal.SIGKILL)

        thread = threading.Thread(target=kill, daemon=True)
        thread.start()
        answer = run(lines, client)
    assert answer.data["count"] == expected and len(killed) == 2
    many = cpu(resource.RUSAGE_CHILDREN) + cpu(resource.RUSAGE_SELF) - before
    print(f"bricks: one process {alone:.1f} s, two workers with two kills {many:.1f} s: {many / alone:.2f} times")
    print(f"        {time.time() - begun:.0f} s on the clock")


def period():
    """All codes of three digits in 50 tasks, under Dask, against the program."""
    from miyama.cluster import run

    _, told = program("period", "--all", "3")
    answer = run(m.tasks({"ask": "period", "all": 3}, 50))
    assert str(answer) + "\n" == told
    print(f"period: 50 tasks under Dask give the {len(told)} bytes of one machine")


def overhead():
    """Ten thousand small tasks: CPU for each, by the program and under Dask."""
    from miyama.cluster import local, run

    question = {"ask": "check", "game": "yama", "p_positions": "|x-y| <= 1", "to": "9999,2"}
    lines = m.tasks(question, 10_000)
    assert len(lines) == 10_000
    with tempfile.TemporaryDirectory() as folder:
        each = [program("work", "--task", line, "--to", folder, "--threads", "1")[0] for line in lines[::100]]
        again = [program("work", "--task", line, "--to", folder, "--threads", "1")[0] for line in lines[::100]]
    # What a task does is no overhead: it is measured here, in one process. Later tasks do more.
    with m.limits(threads=1):
        m.work(lines[0])
        begun = cpu(resource.RUSAGE_SELF)
        for line in lines[::100]:
            m.work(line)
        own = cpu(resource.RUSAGE_SELF) - begun
    print(f"overhead: `miyama work` {10 * sum(each):.1f} ms, of which the work itself {10 * own:.1f} ms;")
    print(f"          for a task that was done {10 * sum(again):.1f} ms")
    with local(2) as client:
        client.run(lambda: __import__("miyama"))
        ours, theirs = cpu(resource.RUSAGE_SELF), sum(client.run(time.process_time).values())
        answer = run(lines, client)
        ours, theirs = cpu(resource.RUSAGE_SELF) - ours, sum(client.run(time.process_time).values()) - theirs
    assert answer.data["verdict"] == "proved"
    print(f"          10000 tasks under Dask: {ours / 10:.1f} ms each here, {theirs / 10:.1f} ms each in the workers,")
    print(f"          {theirs / 10 - 10 * own:.1f} ms of them not for the work")


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv[1])
    for name in sys.argv[2:] or ["table", "bricks", "period", "overhead"]:
        {"table": table, "bricks": bricks, "period": period, "overhead": overhead}[name]()
