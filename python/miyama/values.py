"""Values of partizan games."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple, Union

from .answer import drawn
from .asking import ask, picture
from .given import whole

#: The signs of a canonical form.
_SIGNS = re.compile(r"\+-|Tiny|Miny|.")

#: What can be added to a value, or compared with it.
Number = Union["Value", int, Fraction, str]


class Value:
    """The value of a short game: ``+ - <= < >= > ==`` are those of games.

    >>> import miyama as m
    >>> up = m.value("^")
    >>> up > 0, up < m.value("1/64"), up.confused_with("*")
    (True, True, True)
    >>> m.value("{1|0}") + "{1|0}"
    Value('1')
    >>> m.value("{1|0}+^")
    Value('{1^|^}')
    """

    _data: Dict[str, Any]

    def __init__(self, expression: Number) -> None:
        text = _text(expression)
        self._data = ask({"ask": "value", "expression": text}, []).data
        if "canonical" not in self._data:
            raise TypeError(f"{text} is true or false, not a value")

    @property
    def canonical(self) -> str:
        """The canonical form."""
        return str(self._data["canonical"])

    @property
    def data(self) -> Dict[str, Any]:
        """All that is known of it: the fields of the command line's JSON."""
        return self._data

    @property
    def outcome(self) -> str:
        """``L``, ``R``, ``N`` or ``P``."""
        return str(self._data["outcome"])

    def _fraction(self, name: str) -> Optional[Fraction]:
        text = self._data[name]
        return None if text is None else Fraction(text)

    @property
    def mean(self) -> Optional[Fraction]:
        """The mean value.

        >>> import miyama as m
        >>> m.value("{3|1/2}").mean
        Fraction(7, 4)
        """
        return self._fraction("mean")

    @property
    def temperature(self) -> Optional[Fraction]:
        """The temperature."""
        return self._fraction("temperature")

    @property
    def left_stop(self) -> Optional[Fraction]:
        """The left stop."""
        return self._fraction("left_stop")

    @property
    def right_stop(self) -> Optional[Fraction]:
        """The right stop."""
        return self._fraction("right_stop")

    @property
    def birthday(self) -> int:
        """The day it is born."""
        return int(self._data["birthday"])

    @property
    def thermograph(self) -> Dict[str, List[Tuple[Fraction, Fraction]]]:
        """The corners of both walls, as temperature and value."""
        walls = self._data["thermograph"]
        return {wall: [(Fraction(t), Fraction(v)) for t, v in walls[wall]] for wall in ("left", "right")}

    def __str__(self) -> str:
        return self.canonical

    def __repr__(self) -> str:
        return f"Value({self.canonical!r})"

    def __hash__(self) -> int:
        # Values that are numbers are equal to those of Python.
        return hash(Fraction(self.canonical) if self._data["number"] else self.canonical)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Value, (self.canonical,))

    def _calculated(self, sign: str, other: Number, turned: bool = False) -> Value:
        first, second = (_text(other), self.canonical) if turned else (self.canonical, _text(other))
        return Value(f"({first}) {sign} ({second})")

    def _holds(self, sign: str, other: Number) -> bool:
        return bool(ask({"ask": "value", "expression": f"({self.canonical}) {sign} ({_text(other)})"}, []).data["holds"])

    def __add__(self, other: Number) -> Value:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._calculated("+", other)

    def __radd__(self, other: Number) -> Value:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._calculated("+", other, True)

    def __sub__(self, other: Number) -> Value:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._calculated("-", other)

    def __rsub__(self, other: Number) -> Value:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._calculated("-", other, True)

    def __neg__(self) -> Value:
        return Value(f"-({self.canonical})")

    def __pos__(self) -> Value:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._holds("=", other)

    def __le__(self, other: Number) -> bool:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._holds("<=", other)

    def __lt__(self, other: Number) -> bool:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._holds("<", other)

    def __ge__(self, other: Number) -> bool:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._holds(">=", other)

    def __gt__(self, other: Number) -> bool:
        if not isinstance(other, _KINDS):
            return NotImplemented
        return self._holds(">", other)

    def confused_with(self, other: Number) -> bool:
        """Whether neither is as good as the other for Left."""
        return self._holds("||", other)

    def _repr_svg_(self) -> str:
        return picture({"ask": "value", "expression": self.canonical})

    def _repr_html_(self) -> str:
        return drawn(self._repr_svg_())

    def _repr_latex_(self) -> str:
        signs = {
            "{": r"\left\{", "}": r"\right\}", "|": r"\mid ", "+-": r"\pm ", "^": r"{\uparrow}",
            "v": r"{\downarrow}", "*": r"{\ast}", "Tiny": r"\operatorname{Tiny}", "Miny": r"\operatorname{Miny}",
        }  # fmt: skip
        return "$" + "".join(signs.get(sign, sign) for sign in _SIGNS.findall(self.canonical)) + "$"


#: What can be told from other things.
_KINDS = (Value, int, Fraction, str)


def _text(other: Any) -> str:
    if isinstance(other, (Value, Fraction, str)):
        return str(other)
    return str(whole(other, "a value, unless it is a text or a fraction,"))


def value(expression: Number) -> Value:
    """The value of an expression, or of a position such as ``domineering:2x3``.

    >>> import miyama as m
    >>> m.value("domineering:2x3")
    Value('{2|-1/2}')
    """
    return Value(expression)
