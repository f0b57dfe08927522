"""Taking-and-breaking games: periods of nim values, and misère quotients."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, SupportsIndex

from .answer import Answer
from .asking import ask, picture
from .given import maybe_whole, text


class Period(Answer):
    """The period of the nim values of a code, with its certificate if it is proven."""

    @property
    def code(self) -> str:
        """The code."""
        return str(self.data["code"])

    @property
    def period(self) -> Optional[int]:
        """The length of the period, if one was found."""
        period: Optional[int] = self.data["period"]
        return period

    @property
    def preperiod(self) -> Optional[int]:
        """The heap from which on it holds."""
        preperiod: Optional[int] = self.data["preperiod"]
        return preperiod

    @property
    def saltus(self) -> Optional[int]:
        """What each period adds to the values."""
        saltus: Optional[int] = self.data["saltus"]
        return saltus

    @property
    def proven(self) -> bool:
        """Whether it is proven for all heaps, not only seen."""
        return bool(self.data["proven"])

    @property
    def certificate(self) -> Optional[Dict[str, Any]]:
        """What a proven period can be checked with."""
        certificate: Optional[Dict[str, Any]] = self.data.get("certificate")
        return certificate

    def save(self, path: str) -> None:
        """Writes the certificate to a file, for ``miyama verify``."""
        text = self.data.get("certificate_file")
        if not isinstance(text, str):
            raise ValueError(f"the period of {self.code} is not proven")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def __repr__(self) -> str:
        how = "proven" if self.proven else "not proven"
        return f"<Period of {self.code}: {self.period} from {self.preperiod}, {how}>"

    def _repr_svg_(self) -> str:
        return picture(self.data["question"])


def period(code: str, to: Optional[SupportsIndex] = None) -> Period:
    """The least period of the nim values of a code, proven where possible.

    >>> import miyama as m
    >>> m.period("0.77")
    <Period of 0.77: 12 from 71, proven>
    """
    return Period(ask({"ask": "period", "code": text(code, "a code"), "to": _bound(to)}))


class Quotient(Answer):
    """The misère quotient of a code, a game or a position."""

    @property
    def order(self) -> int:
        """How many elements it has."""
        return int(self.data["order"])

    @property
    def p_portion(self) -> List[str]:
        """The elements that are P-positions."""
        return list(self.data["p_portion"])

    @property
    def presentation(self) -> str:
        """Generators and relations."""
        return str(self.data["presentation"])

    @property
    def proven(self) -> bool:
        """Whether it is that of all heaps."""
        return bool(self.data["proven"])

    def __repr__(self) -> str:
        return f"<Quotient of order {self.order}, P-portion {len(self.p_portion)}>"

    def _repr_svg_(self) -> str:
        return picture(self.data["question"])


def quotient(game: str, to: Optional[SupportsIndex] = None) -> Quotient:
    """The misère quotient of a code, a game or a position.

    >>> import miyama as m
    >>> m.quotient("0.77")
    <Quotient of order 40, P-portion 9>
    """
    return Quotient(ask({"ask": "quotient", "game": text(game, "a game"), "to": _bound(to)}))


def _bound(to: Optional[SupportsIndex]) -> Optional[str]:
    most = maybe_whole(to, "a bound")
    return None if most is None else str(most)
