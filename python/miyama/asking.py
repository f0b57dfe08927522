"""How questions are asked: language, limits, progress. Every answer comes through here."""

from __future__ import annotations

import json
import math
import os
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Union

from . import _miyama
from .bar import Bar
from .errors import InputError
from .given import maybe_whole, text, whole


#: Languages of the answers.
LANGUAGES = ("en", "ja")

#: No machine has more.
MOST_THREADS = 65_536


class Limits(NamedTuple):
    """What a computation may use."""

    max_time: Optional[float] = None
    max_memory: Optional[str] = None
    threads: Optional[int] = None


def _of_locale() -> str:
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "ja" if next((name for name in names if name), "").startswith("ja") else "en"


_limits: ContextVar[Limits] = ContextVar("limits", default=Limits())
_language: ContextVar[str] = ContextVar("language", default=_of_locale())
_progress: ContextVar[bool] = ContextVar("progress", default=True)


@contextmanager
def limits(
    *,
    max_time: Optional[float] = None,
    max_memory: Union[int, str, None] = None,
    threads: Optional[int] = None,
) -> Iterator[None]:
    """Limits for everything that is asked inside: seconds, memory (``"4G"``), threads.

    >>> import miyama as m
    >>> with m.limits(max_time=0.2):
    ...     m.Game("0.007").table(to=10**8)
    Traceback (most recent call last):
      ...
    miyama.errors.TimeLimitError: stopped: ...
    """
    token = _limits.set(_checked(max_time, max_memory, threads))
    try:
        yield
    finally:
        _limits.reset(token)


def _checked(max_time: Optional[float], max_memory: Union[int, str, None], threads: Optional[int]) -> Limits:
    """Limits that are ones: what is wrong is said where it is written."""
    if max_time is not None:
        if isinstance(max_time, (str, bytes, bytearray)):
            raise TypeError(f"max_time is a number of seconds, not {type(max_time).__name__}")
        try:
            max_time = float(max_time)
        except OverflowError:
            max_time = math.inf
        if not 0 <= max_time < 2**63:
            raise InputError(f"max_time={max_time} is not a number of seconds")
    memory = None
    if max_memory is not None:
        memory = max_memory if isinstance(max_memory, str) else str(maybe_whole(max_memory, "max_memory"))
    threads = maybe_whole(threads, "threads")
    if threads is not None and not 0 < threads <= MOST_THREADS:
        raise InputError(f"threads={threads}: write a number from 1 to {MOST_THREADS}")
    return Limits(max_time, memory, threads)


@contextmanager
def language(name: str) -> Iterator[None]:
    """Answers in this language inside: ``"en"`` or ``"ja"``; else that of the locale.

    >>> import miyama as m
    >>> with m.language("ja"):
    ...     print(m.Game("nim").solve(1, 1).method)
    ブートンの定理（ニム）; 各部分のニム和（スプレイグ・グランディの定理）
    """
    if text(name, "a language") not in LANGUAGES:
        raise InputError(f"there is no language {name!r}: {' or '.join(LANGUAGES)}")
    token = _language.set(name)
    try:
        yield
    finally:
        _language.reset(token)


@contextmanager
def progress(shown: bool) -> Iterator[None]:
    """Whether long computations inside show a bar. They do if tqdm is installed and somebody
    looks: in a terminal or a notebook."""
    token = _progress.set(shown)
    try:
        yield
    finally:
        _progress.reset(token)


@contextmanager
def call(title: str) -> Iterator[Dict[str, Any]]:
    """What Rust is told besides the question."""
    within = _limits.get()
    bar = Bar(title) if _progress.get() else None
    try:
        yield {
            "lang": _language.get(),
            "max_time": within.max_time,
            "max_memory": within.max_memory,
            "threads": within.threads,
            "progress": bar.listener() if bar else None,
        }
    finally:
        if bar:
            bar.close()


class Answered(NamedTuple):
    """An answer: its data, its other forms, whether what was claimed holds, whether nothing
    could be decided."""

    data: Dict[str, Any]
    forms: List[str]
    holds: bool
    undecided: bool


def written(question: Dict[str, Any]) -> str:
    """The JSON of a question, without what nobody said."""
    if not isinstance(question, dict):
        raise TypeError(f"a question is a dict of the fields of its JSON, not {type(question).__name__}")
    said = {name: value for name, value in question.items() if value is not None and value is not False}
    # Numbers of NumPy are numbers.
    return json.dumps(said, default=lambda given: whole(given, "a field of a question"))


def ask(question: Dict[str, Any], forms: Sequence[str] = ("text",)) -> Answered:
    """Asks a question of the command line: the fields of its JSON. For what has no function of
    its own.

    >>> import miyama as m
    >>> m.ask({"ask": "compare", "game": "yama", "other": "yama"}).data["moves"]["verdict"]
    'proved'
    """
    asked = written(question)
    with call(str(question.get("ask", ""))) as how:
        answers, holds, undecided = _miyama.ask(asked, ["json", *forms], how)
    texts = [answer.decode() for answer in answers]
    return Answered(json.loads(texts[0]), texts[1:], holds, undecided)


def picture(question: Dict[str, Any]) -> str:
    """The picture that belongs to a question, as SVG."""
    with call(str(question.get("ask", ""))) as how:
        answers, _, _ = _miyama.ask(written(question), ["svg"], how)
    return answers[0].decode()
