"""Tasks on a cluster, by Dask: ``pip install miyama[cluster]``.

The scheduler, its dashboard, retries of lost tasks and the way to Slurm, PBS, SGE (dask-jobqueue)
or Kubernetes are Dask's. Miyama only says what a task is, and checks every result.
"""

from __future__ import annotations

import itertools
import pathlib
import tempfile
from contextlib import contextmanager
from typing import Any, Iterable, Iterator, List, Optional, Union

from . import _miyama
from .answer import Answer
from .asking import limits
from .errors import InternalError
from .task import Path, is_done, keep, merge, work

#: A task is tried so often. Workers that are killed take their running task with them; one that
#: kills its workers itself must end some time.
RETRIES = 10

#: So many calls are with the scheduler at a time: more only wait there.
AHEAD = 1000

#: A call of Dask costs some milliseconds, whatever it does. Where there are more tasks than this, a
#: call does several, and so many at most: that many are done again where a worker is killed.
MANY, MOST_IN_A_CALL = 1000, 10


def _work(tasks: List[str]) -> List[bytes]:
    # Workers are processes with one thread each, as many as there are cores.
    with limits(threads=1):
        return [work(task) for task in tasks]


def run(
    tasks: Iterable[str],
    client: Union[Any, str, None] = None,
    *,
    results: Optional[Path] = None,
    retries: int = RETRIES,
) -> Answer:
    """Does tasks on a cluster and merges their results.

    ``client`` is a client of Dask or the address of a scheduler; without one, workers are started
    on this machine, one for each core. Results are checked by the hash of their task and kept in
    the folder ``results`` as they come: a run that is started again there does only what is
    missing. Workers may be killed: they lose what they are doing, one task or a few short ones, which
    another one does.

    >>> import miyama as m, miyama.cluster
    >>> lines = m.tasks({"ask": "period", "all": 1}, 3)
    >>> miyama.cluster.run(lines).data["done"]  # doctest: +SKIP
    7
    """
    lines = list(tasks)
    if results is None:
        with tempfile.TemporaryDirectory(prefix="miyama-") as passing:
            return run(lines, client, results=passing, retries=retries)
    folder = pathlib.Path(results)
    folder.mkdir(parents=True, exist_ok=True)
    missing = [task for task in lines if not is_done(task, folder)]
    if missing:
        _compute(missing, client, folder, retries)
    return merge(folder)


@contextmanager
def local(workers: Optional[int] = None, *, retries: int = RETRIES) -> Iterator[Any]:
    """A client of workers on this machine, one for each core or so many, with one thread each.
    Only this machine reaches their scheduler and its dashboard.

    A worker of Dask looks a hundred times a second what its thread is doing, and twenty times
    whether it still runs: a tenth of a core is gone before anything is computed. Tasks are calls
    of Rust, of which nothing is seen, so the one is off and the other slow.
    """
    import dask
    from distributed import Client, LocalCluster

    quiet = {
        "distributed.scheduler.allowed-failures": retries,
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.interval": "500ms",
    }
    where = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with dask.config.set(quiet), LocalCluster(n_workers=workers, threads_per_worker=1, **where) as cluster:
        with Client(cluster) as client:
            yield client


def _compute(missing: List[str], client: Union[Any, str, None], folder: pathlib.Path, retries: int) -> None:
    from distributed import Client

    if client is None:
        with local(retries=retries) as own:
            return _gather(missing, own, folder, retries)
    if isinstance(client, str):
        with Client(client) as own:
            return _gather(missing, own, folder, retries)
    return _gather(missing, client, folder, retries)


def _gather(missing: List[str], client: Any, folder: pathlib.Path, retries: int) -> None:
    from distributed import as_completed

    in_a_call = min(MOST_IN_A_CALL, -(-len(missing) // MANY))
    calls = [missing[first : first + in_a_call] for first in range(0, len(missing), in_a_call)]
    by_key = {_key(call): call for call in calls}
    waiting = iter(by_key.items())

    def submit(count: int) -> List[Any]:
        chosen = itertools.islice(waiting, count)
        # A task without side effects may be done twice; a result that was kept is not asked for.
        return [client.submit(_work, call, key=key, retries=retries) for key, call in chosen]

    running = as_completed(submit(AHEAD), with_results=False)
    for future in running:
        call, results = by_key[future.key], future.result()
        for task, result in itertools.zip_longest(call, results):
            if task is None or result is None or not _miyama.is_result(task, result):
                raise InternalError(f"a worker gave what is not the result of its task: {task}")
            keep(task, result, folder)
        # The scheduler forgets it, so that results do not pile up there.
        future.release()
        for another in submit(1):
            running.add(another)


def _key(tasks: List[str]) -> str:
    import hashlib

    return f"miyama-{hashlib.sha256(chr(10).join(tasks).encode()).hexdigest()[:24]}"
