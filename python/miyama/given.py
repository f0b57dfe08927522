"""What callers give: texts and whole numbers. What is neither is said at once, by its name."""

from __future__ import annotations

import operator
from typing import Any, Optional


def text(given: Any, what: str) -> str:
    """A text; nothing else is one.

    >>> text(None, "a game")
    Traceback (most recent call last):
      ...
    TypeError: a game is a text, not NoneType
    """
    if not isinstance(given, str):
        raise TypeError(f"{what} is a text, not {type(given).__name__}")
    return given


def whole(given: Any, what: str) -> int:
    """A whole number, of Python or NumPy. 3.0 and "3" are none: nothing is cut off unasked.

    >>> import numpy as np
    >>> whole(np.int8(-3), "a heap"), whole(10**30, "a heap")
    (-3, 1000000000000000000000000000000)
    >>> whole(1.5, "a heap")
    Traceback (most recent call last):
      ...
    TypeError: a heap is a whole number, not float
    """
    try:
        return operator.index(given)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {type(given).__name__}") from None


def maybe_whole(given: Any, what: str) -> Optional[int]:
    """A whole number, or None."""
    return None if given is None else whole(given, what)
