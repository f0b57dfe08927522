"""Records of shogi and chess."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Union

from .answer import Answer
from .asking import ask
from .given import text


class Record(Answer):
    """What the rules of repetition say about the games of a record."""

    @property
    def format(self) -> str:
        """The format of the file: KIF, KI2, CSA, USI or PGN."""
        return str(self.data["format"])

    @property
    def games(self) -> List[Dict[str, Any]]:
        """The games, each with its repetitions."""
        return list(self.data["games"])

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        return f"<Record: {self.format}, games: {len(self)}>"


def record(path: Union[str, os.PathLike[str]]) -> Record:
    """Reads a record of shogi (KIF, KI2, CSA, USI) or chess (PGN) and applies the rules of
    repetition."""
    return Record(ask({"ask": "record", "file": text(os.fspath(path), "the name of a file")}))
