"""What keeps a question from being answered."""

from __future__ import annotations

from typing import Any, Optional, Tuple


class Error(Exception):
    """Something kept a question from being answered; all others here are of this kind."""

    #: What may help, if something does.
    hint: Optional[str]

    def __init__(
        self,
        message: str,
        hint: Optional[str] = None,
        source: Optional[str] = None,
        span: Optional[Tuple[int, int]] = None,
    ) -> None:
        super().__init__(message)
        self.hint = hint
        self._place = (source, span)

    def __reduce__(self) -> Tuple[Any, ...]:
        # Exceptions travel between the processes of a cluster.
        source, span = self._place
        return (type(self), (str(self), self.hint, source, span))


class InputError(Error, ValueError):
    """What was given is wrong, or asks for what cannot be had."""


class NotationError(InputError):
    """A text is wrong at a place. The message shows it with carets.

    >>> import miyama as m
    >>> try:
    ...     m.Game("(x,y -> {(x-1,y)}")
    ... except m.NotationError as error:
    ...     print(error)
    ...     print(error.span, error.source[4:7])
    expected `)` here
      (x,y -> {(x-1,y)}
           ^^
    (5, 7)  ->
    """

    @property
    def source(self) -> str:
        """The text that is wrong."""
        return self._place[0] or ""

    @property
    def span(self) -> Tuple[int, int]:
        """Which characters of it are wrong: the first, and the first behind them."""
        return self._place[1] or (0, 0)


class FileError(Error, OSError):
    """A file cannot be read or written."""


class UndecidedError(Error):
    """Nothing is known to be wrong, but it could not be decided."""


class TimeLimitError(Error, TimeoutError):
    """It took longer than ``miyama.limits(max_time=…)`` allows."""


class MemoryLimitError(Error, MemoryError):
    """It would need more memory than ``miyama.limits(max_memory=…)`` allows, or than there is."""


class InternalError(Error, RuntimeError):
    """A defect of Miyama: an answer was found to be wrong before it was given, or a computation
    failed. Please report it."""
