"""What answers have in common: they are shown as the command line writes them."""

from __future__ import annotations

import html
from typing import Any, Dict, Optional

from .asking import Answered


def preformatted(text: str) -> str:
    """Text of fixed width, for a notebook."""
    return f'<pre style="line-height:1.3">{html.escape(text.rstrip())}</pre>'


def drawn(svg: str) -> str:
    """A picture as wide as the page of a notebook allows. Notebooks prefer HTML to pictures."""
    return svg.replace("<svg ", '<svg style="max-width:min(100%,44em);height:auto" ', 1)


class Answer:
    """An answer. ``str`` gives the text of the command line, ``data`` what its JSON has."""

    #: All that programs can read of it: the fields of the command line's JSON.
    data: Dict[str, Any]

    def __init__(self, answered: Answered) -> None:
        self.data = answered.data
        self._text = answered.forms[0] if answered.forms else ""
        self._holds = answered.holds
        self._undecided = answered.undecided

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_svg_(self) -> Optional[str]:
        return None

    def _repr_html_(self) -> str:
        picture = self._repr_svg_()
        return preformatted(self._text) + (drawn(picture) if picture else "")


def number(text: Optional[str]) -> Optional[int]:
    """A natural number, which JSON has as text because it may be large."""
    return None if text is None else int(text)
