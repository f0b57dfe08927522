"""What is said of a game: formulas that were checked or proved, and conjectures."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from .answer import Answer
from .asking import Answered, ask, picture
from .errors import InputError, UndecidedError


def _tuple(heaps: Any) -> Optional[Tuple[int, ...]]:
    if isinstance(heaps, str):
        heaps = heaps.strip("()").split(",")
    try:
        return None if heaps is None else tuple(int(heap) for heap in heaps)
    except ValueError:
        # Boards and sums are not tuples.
        return None


class Statement(Answer):
    """A statement about a game and what became of it."""

    _question: Dict[str, Any]

    @classmethod
    def _ask(cls, question: Dict[str, Any]) -> Any:
        made = cls(ask(question))
        made._question = question
        return made

    def __init__(self, answered: Answered) -> None:
        super().__init__(answered)
        self._question = {}

    @property
    def verdict(self) -> str:
        """``proved`` for all sizes, ``holds`` up to the bound, ``refuted``, or ``undecided``."""
        return str(self.data["verdict"])

    @property
    def how(self) -> Optional[str]:
        """How it was proved, if it was."""
        how: Optional[str] = self.data.get("how")
        return how

    @property
    def formula(self) -> Optional[str]:
        """The formula."""
        formula: Optional[str] = self.data.get("formula")
        return formula

    @property
    def counterexample(self) -> Optional[Tuple[int, ...]]:
        """The first position where it fails, if it does."""
        return _tuple(self.data.get("counterexample"))

    def __bool__(self) -> bool:
        """Whether nothing speaks against it: it is proved, or holds as far as it was checked."""
        return self._holds and not self._undecided

    def __repr__(self) -> str:
        at = f" at {self.counterexample}" if self.counterexample else ""
        return f"<{type(self).__name__}: {self.verdict}{at}>"


class Verdict(Statement):
    """A formula compared with the table of a game."""

    @property
    def bound(self) -> Tuple[int, ...]:
        """The largest heaps that were compared."""
        return _tuple(self.data.get("bound")) or ()

    def _repr_svg_(self) -> Optional[str]:
        # Around the first violation.
        return None if self.counterexample is None else picture(self._question)


class Proof(Statement):
    """A formula that was proved for all sizes, or refuted, or neither."""

    @property
    def statement(self) -> str:
        """The theorem in words."""
        return str(self.data["statement"])

    @property
    def certificate(self) -> Optional[Dict[str, Any]]:
        """Size and hash of the certificate, if there is one."""
        certificate: Optional[Dict[str, Any]] = self.data.get("certificate")
        return certificate

    def to_latex(self) -> str:
        """The proof as a paper writes it: a document of LaTeX.

        >>> import miyama as m
        >>> print(m.Game("yama").prove(p="|x-y| <= 1").to_latex().splitlines()[0])
        \\documentclass{article}
        """
        return str(ask({**self._question, "export": "latex"}).data["export"])

    def _repr_latex_(self) -> Optional[str]:
        # A part of somebody else's document: without its own head and environments.
        try:
            text = self.to_latex() if self.verdict == "proved" else ""
        except (InputError, UndecidedError):
            # Not every proof can be written so.
            return None
        body = text.partition(r"\begin{document}")[2].partition(r"\end{document}")[0]
        for name, title in (("theorem", "Theorem"), ("proof", "Proof")):
            body = body.replace(rf"\begin{{{name}}}", rf"\paragraph{{{title}.}}").replace(rf"\end{{{name}}}", "")
        return body.strip() or None


class Conjecture(Proof):
    """What the table of a game seems to be."""

    def to_latex(self) -> str:
        """The conjecture in words: a proof of it is that of ``prove``."""
        return self.statement

    def _repr_latex_(self) -> Optional[str]:
        return None
