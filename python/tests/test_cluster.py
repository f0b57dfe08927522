"""Tasks on real workers of Dask, which are killed."""

import os
import signal
import time

import miyama as m
import pytest

distributed = pytest.importorskip("distributed")


def _cluster(workers):
    return distributed.LocalCluster(
        n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, processes=True
    )


class Killer(distributed.WorkerPlugin):
    """Kills the worker a moment after it began a task, so often as is asked. Dask starts another one.

    A mark in a folder counts the deaths, for the dead do not remember; as the workers look after each
    task they begin, and there are more tasks than deaths, all deaths happen, whatever the machine does.
    """

    def __init__(self, folder, deaths):
        self.folder, self.deaths = folder, deaths

    def setup(self, worker):
        pass

    def transition(self, key, start, finish, **_):
        if finish != "executing" or not str(key).startswith("miyama-"):
            return
        for death in range(self.deaths):
            try:
                (self.folder / f"death-{death}").touch(exist_ok=False)
            except FileExistsError:
                continue
            # The first dies at once, the others while their task runs, or just after it.
            time.sleep(0.004 * death)
            os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.filterwarnings("ignore")
def test_workers_that_are_killed_lose_only_their_running_task(tmp_path):
    from miyama.cluster import run

    deaths, results = tmp_path / "deaths", tmp_path / "results"
    deaths.mkdir()
    lines = m.tasks({"ask": "bricks", "brick": "2x4", "bricks": "7"}, 60)
    with _cluster(4) as cluster, distributed.Client(cluster) as client:
        client.register_plugin(Killer(deaths, 3))
        answer = run(lines, client, results=results)
    assert answer.data["count"] == "85747377755"
    assert len(list(deaths.iterdir())) == 3


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
def test_many_tasks_go_several_at_a_time(tmp_path, monkeypatch):
    from miyama import cluster

    lines = m.tasks({"ask": "period", "all": 2, "to": "500"}, 12)
    monkeypatch.setattr(cluster, "MANY", 5)
    submitted = []
    with _cluster(1) as local, distributed.Client(local) as client:
        submit = client.submit
        monkeypatch.setattr(client, "submit", lambda f, call, **how: (submitted.append(call), submit(f, call, **how))[1])
        answer = cluster.run(lines, client, results=tmp_path)
    assert submitted == [lines[first : first + 3] for first in range(0, 12, 3)]
    assert str(answer) + "\n" == m.ask({"ask": "period", "all": 2, "to": "500"}).forms[0]


@pytest.mark.filterwarnings("ignore")
def test_a_task_that_fails_is_told(tmp_path):
    from miyama.cluster import run

    lines = m.tasks({"ask": "period", "all": 1}, 2)
    with _cluster(1) as cluster, distributed.Client(cluster) as client:
        with pytest.raises(m.InputError):
            run([lines[0], lines[1].replace('"part":2', '"part":9')], client, results=tmp_path, retries=0)
