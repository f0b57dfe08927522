"""Infinite words."""

from __future__ import annotations

from typing import Any, Dict, SupportsIndex, Tuple, Union

from .answer import preformatted
from .asking import ask
from .errors import InputError
from .given import text, whole


class Word:
    """An infinite word: letters by their place, however far, and pieces of it as texts.

    Places are those of the command line: the first one is ``first``, which is 1 for some words.

    >>> import miyama as m
    >>> w = m.word("fibonacci")
    >>> w[10**18], w.prefix(20), w[3:8]
    ('1', '01001010010010100101', '00101')
    >>> m.word("a->ab,b->a")[:8]
    'abaababa'
    """

    def __init__(self, word: str) -> None:
        #: Its name or substitution.
        self.text = text(word, "a word")
        #: The place of its first letter.
        self.first = int(self._ask(length=1)["first_index"])

    def _ask(self, **question: Any) -> Dict[str, Any]:
        return ask({"ask": "word", "word": self.text, **question}, []).data

    def __getitem__(self, at: Union[SupportsIndex, slice]) -> str:
        if isinstance(at, slice):
            start = self.first if at.start is None else whole(at.start, "a place")
            if at.stop is None or start < self.first:
                raise IndexError(f"a piece of an infinite word has a beginning, from {self.first} on, and an end")
            length = max(whole(at.stop, "a place") - self.first, 0)
            return self.prefix(length)[start - self.first :: at.step]
        place = whole(at, "a place")
        if place < self.first:
            raise IndexError(f"the first letter is at {self.first}, and there is no last one")
        return str(self._ask(at=str(place))["term"])

    def prefix(self, length: SupportsIndex) -> str:
        """The first letters."""
        letters = whole(length, "a number of letters")
        if letters < 0:
            raise InputError(f"a word has no first {letters} letters")
        return str(self._ask(length=letters)["word"]) if letters else ""

    def pair(self, index: SupportsIndex) -> Tuple[int, int]:
        """The places of the index-th letter of either kind.

        >>> import miyama as m
        >>> m.word("fibonacci").pair(9)
        (14, 23)
        """
        answer = self._ask(pair=str(whole(index, "an index")))
        return int(answer["k"]), int(answer["l"])

    def __repr__(self) -> str:
        return f"<Word {self.text}: {self.prefix(24)}…>"

    def _repr_html_(self) -> str:
        return preformatted(f"{self.text}: {self.prefix(64)}…")


def word(name: str) -> Word:
    """The infinite word with this name or substitution."""
    return Word(name)
