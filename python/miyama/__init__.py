"""Miyama: a workbench for combinatorial games.

A game is a piece of text; everything else — table, picture, period, proof — is derived from it.

>>> import miyama as m
>>> m.Game("wythoff").solve(4, 9).winning_moves
[(4, 7)]
"""

from __future__ import annotations

from ._miyama import VERSION as __version__
from .answer import Answer
from .asking import ask, language, limits, progress
from .buildings import Buildings, bricks
from .errors import (
    Error,
    FileError,
    InputError,
    InternalError,
    MemoryLimitError,
    NotationError,
    TimeLimitError,
    UndecidedError,
)
from .game import Game, Option, Solution
from .records import Record, record
from .sequence import Period, Quotient, period, quotient
from .statement import Conjecture, Proof, Verdict
from .table import DomainTable, Table
from .task import merge, tasks, work
from .values import Value, value
from .words import Word, word

__all__ = [
    "Answer",
    "Buildings",
    "Conjecture",
    "DomainTable",
    "Error",
    "FileError",
    "Game",
    "InputError",
    "InternalError",
    "MemoryLimitError",
    "NotationError",
    "Option",
    "Period",
    "Proof",
    "Quotient",
    "Record",
    "Solution",
    "Table",
    "TimeLimitError",
    "UndecidedError",
    "Value",
    "Verdict",
    "Word",
    "__version__",
    "ask",
    "bricks",
    "language",
    "limits",
    "merge",
    "period",
    "progress",
    "quotient",
    "record",
    "tasks",
    "value",
    "word",
    "work",
]
