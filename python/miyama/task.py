"""Work that is cut into tasks, for as many machines as there are.

A task is a line of JSON, its result a small file with the hash of the task. They are those of the
command line: ``miyama work`` does a task that Python made, and ``miyama merge`` takes its result.
"""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import Any, Dict, Iterable, List, Optional, Union

from . import _miyama
from .answer import Answer
from .asking import Answered, call, written
from .errors import FileError, InputError
from .given import maybe_whole, text

#: A file or a folder.
Path = Union[str, "os.PathLike[str]"]


#: More tasks would only cost.
MOST = 1_000_000


def tasks(question: Dict[str, Any], count: Optional[int] = None) -> List[str]:
    """Cuts a question of the command line into tasks: counts of bricks, ``period`` and
    ``quotient`` with ``all``, claims, and formulas about games on two or more heaps.

    >>> import miyama as m
    >>> lines = m.tasks({"ask": "period", "all": 1}, 3)
    >>> len(lines), lines[0]
    (3, '{"miyama":"task","of":3,"part":1,"program":"...","question":{"all":1,"ask":"period"},"version":1}')
    """
    count = maybe_whole(count, "the number of tasks")
    if count is not None and not 0 < count <= MOST:
        raise InputError(f"{count} tasks: write a number from 1 to {MOST}")
    with call("tasks") as how:
        return _miyama.tasks(written(question), count, how)


def work(task: str) -> bytes:
    """Does a task. The result is a sealed file."""
    with call("work") as how:
        return _miyama.work(text(task, "a task"), how)


def result_file(task: str, folder: Path) -> pathlib.Path:
    """Where the result of a task belongs in a folder."""
    with call("work") as how:
        return pathlib.Path(folder) / _miyama.result_name(task, how)


def is_done(task: str, folder: Path) -> bool:
    """Whether the result of a task is in a folder, whole and unchanged."""
    try:
        return _miyama.is_result(task, result_file(task, folder).read_bytes())
    except FileNotFoundError:
        return False


def keep(task: str, result: bytes, folder: Path) -> pathlib.Path:
    """Puts the result of a task into a folder, whole or not at all."""
    file = result_file(task, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".miyama-", suffix=".part", delete=False) as part:
        part.write(result)
        part.flush()
        os.fsync(part.fileno())
    os.replace(part.name, file)
    return file


def merge(results: Union[Path, Iterable[bytes]]) -> Answer:
    """The answer of a run from the results of all its tasks: a folder, or the results themselves
    in any order. Results that are missing, doubled, foreign or changed are refused.

    >>> import miyama as m
    >>> lines = m.tasks({"ask": "bricks", "brick": "2x4", "bricks": "4"}, 5)
    >>> m.merge(m.work(line) for line in reversed(lines)).data["count"]
    '119580'
    """
    if isinstance(results, (bytes, bytearray)):
        raise TypeError("results are a folder, or a list of them, not bytes")
    if isinstance(results, (str, os.PathLike)):
        if not pathlib.Path(results).is_dir():
            raise FileError(f"{results}: there is no such folder")
        files = sorted(pathlib.Path(results).glob("[!.]*.json"))
        named = [(str(file), file.read_bytes()) for file in files]
    else:
        named = [(f"result {number}", result) for number, result in enumerate(results, 1)]
    with call("merge") as how:
        answers, holds, undecided = _miyama.merge(named, ["json", "text"], how)
    texts = [answer.decode() for answer in answers]
    return Answer(Answered(json.loads(texts[0]), texts[1:], holds, undecided))
