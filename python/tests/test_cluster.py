"""Tasks on real workers of Dask, which are killed."""

import os
import random
import signal
import threading

import miyama as m
import pytest

distributed = pytest.importorskip("distributed")


def _cluster(workers):
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, processes=True
    )


def _kill(client, count, stopped):
    """Kills workers, one after the other, at random moments. They are started again by Dask."""
    choice = random.Random(7)
    killed = []
    while len(killed) < count and not stopped.wait(choice.uniform(0.2, 0.9)):
        pids = client.run(os.getpid)
        new = [pid for pid in pids.values() if pid not in killed]
        if new:
            killed.append(choice.choice(new))
            os.kill(killed[-1], signal.SIGKILL)
    return killed


@pytest.mark.filterwarnings("ignore")
def test_workers_that_are_killed_lose_only_their_running_task(tmp_path):
    from miyama.cluster import run

    lines = m.tasks({"ask": "bricks", "brick": "2x4", "bricks": "7"}, 60)
    with _cluster(4) as cluster, distributed.Client(cluster) as client:
        stopped, killed = threading.Event(), []
        killer = threading.Thread(target=lambda: killed.extend(_kill(client, 3, stopped)))
        killer.start()
        answer = run(lines, client, results=tmp_path)
        stopped.set()
        killer.join()
    assert answer.data["count"] == "85747377755"
    assert killed, "the run ended before anybody was killed"


@pytest.mark.filterwarnings("ignore")
def test_a_run_goes_on_where_it_was(tmp_path, monkeypatch):
    from miyama import cluster

    lines = m.tasks({"ask": "period", "all": 2, "to": "500"}, 12)
    for line in lines[:9]:
        m.task.keep(line, m.work(line), tmp_path)
    broken = m.task.result_file(lines[0], tmp_path)
    broken.write_bytes(broken.read_bytes()[:100])
    # More tasks than are with the scheduler at a time.
    monkeypatch.setattr(cluster, "AHEAD", 2)
    asked = []
    compute = cluster._compute
    monkeypatch.setattr(cluster, "_compute", lambda missing, *how: (asked.extend(missing), compute(missing, *how)))
    with _cluster(1) as local:
        # By its address, as any scheduler.
        answer = cluster.run(lines, local.scheduler_address, results=tmp_path)
    assert asked == [lines[0], *lines[9:]]
    assert str(answer) + "\n" == m.ask({"ask": "period", "all": 2, "to": "500"}).forms[0]
    # And now there is nothing left to do.
    assert str(cluster.run(lines, None, results=tmp_path)) == str(answer) and len(asked) == 4


@pytest.mark.filterwarnings("ignore")
def test_a_task_that_fails_is_told(tmp_path):
    from miyama.cluster import run

    lines = m.tasks({"ask": "period", "all": 1}, 2)
    with _cluster(1) as cluster, distributed.Client(cluster) as client:
        with pytest.raises(m.InputError):
            run([lines[0], lines[1].replace('"part":2', '"part":9')], client, results=tmp_path, retries=0)
