"""Tables: NumPy arrays that read the numbers where they were computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from . import _miyama
from .answer import drawn
from .asking import call

if TYPE_CHECKING:
    import pandas


class Table(np.ndarray):
    """The values of all positions with heaps up to a bound, or who wins there.

    It is a NumPy array, for reading; ``table[3, 5]`` is the number of the position (3, 5). The
    array lies where the table was computed, without a copy. In a notebook it is shown as a heat
    map. What is cut out of it, or calculated from it, is shown as numbers.

    >>> import miyama as m
    >>> m.Game("wythoff").table(to=4)
    Table([[0, 1, 2, 3, 4],
           [1, 2, 0, 4, 5],
           [2, 0, 1, 5, 3],
           [3, 4, 5, 6, 2],
           [4, 5, 3, 2, 7]], dtype=uint16)
    >>> m.Game("wythoff").table(to=4).flags.writeable
    False
    """

    _whole: Optional[_miyama.Table]

    def __new__(cls, whole: _miyama.Table, array: np.ndarray[Any, Any]) -> Table:
        table = array.view(cls)
        table._whole = whole
        return table

    def __array_finalize__(self, other: Any) -> None:
        # A part of a table is no table.
        self._whole = None

    @property
    def names(self) -> list[str]:
        """What the heaps are called: the sides of the array."""
        return [] if self._whole is None else self._whole.names

    def _written(self, form: str) -> Optional[str]:
        if self._whole is None:
            return None
        with call("table") as how:
            return self._whole.write(form, how).decode()

    def to_text(self) -> str:
        """The table as the command line writes it.

        >>> import miyama as m
        >>> print(m.Game("yama").table(to=2).to_text())
        x \\ y | 0 1 2
        ----- | - - -
            0 | 0 0 1
            1 | 0 0 0
            2 | 1 0 0
        """
        text = self._written("text")
        return str(self) if text is None else text.rstrip("\n")

    def to_latex(self) -> str:
        """The table for a paper; of one or two heaps."""
        return self._written("latex") or ""

    def to_svg(self) -> str:
        """The heat map of a table of one or two heaps."""
        return self._written("svg") or ""

    def to_frame(self) -> pandas.DataFrame:
        """A data frame of pandas: of two heaps one as rows and one as columns, else a row for
        each position.

        >>> import miyama as m
        >>> m.Game("yama").table(to=2).to_frame()
        y  0  1  2
        x
        0  0  0  1
        1  0  0  0
        2  1  0  0
        """
        return _frame(np.asarray(self), self.names)

    def _repr_svg_(self) -> Optional[str]:
        # A picture of millions of cells is for nobody.
        if self._whole is None or self.ndim > 2 or max(self.shape) > 300:
            return None
        return self.to_svg()

    def _repr_html_(self) -> Optional[str]:
        picture = self._repr_svg_()
        return drawn(picture) if picture else None

    def _repr_latex_(self) -> Optional[str]:
        if self._whole is None or self.ndim != 2 or max(self.shape) > 20:
            return None
        return self.to_latex()


class DomainTable(np.ma.MaskedArray):
    """The table of a game whose definition says which tuples are positions: a masked array of
    NumPy, in which the others have no number.

    >>> import miyama as m
    >>> table = m.Game("(x,y) -> {(x-1,y)} U {(x,y-1)} where x <= y").table(to=2)
    >>> table[1, 0] is table.no_number, int(table[0, 1]), int(table.count())
    (True, 1, 6)
    """

    #: What stands where there is no position.
    no_number = np.ma.masked

    _whole: Optional[_miyama.Table] = None

    def __repr__(self) -> str:
        return f"DomainTable(data={self.tolist(None)!r}, dtype={self.dtype})".replace("None", "--")

    @property
    def names(self) -> list[str]:
        """What the heaps are called: the sides of the array."""
        return [] if self._whole is None else self._whole.names

    def to_text(self) -> str:
        """The table as the command line writes it."""
        if self._whole is None:
            return str(self)
        with call("table") as how:
            return self._whole.write("text", how).decode().rstrip("\n")

    def to_frame(self) -> pandas.DataFrame:
        """A data frame of pandas, with nothing where there is no position."""
        import pandas as pd

        frame = _frame(np.ma.getdata(self), self.names)
        inside = _frame(~np.ma.getmaskarray(self), self.names)
        kind = "boolean" if self.dtype == np.bool_ else f"UInt{8 * self.dtype.itemsize}"
        return frame.astype(kind).where(inside, pd.NA)


def masked(table: Table) -> Union[Table, DomainTable]:
    """The table itself; or, where some tuples are no positions, the masked one."""
    whole = table._whole
    if whole is None or not whole.has_domain:
        return table
    with call("table") as how:
        inside = np.asarray(whole.array("inside", how)).astype(np.bool_)
    found = np.ma.MaskedArray(np.asarray(table), mask=~inside).view(DomainTable)
    found._whole = whole
    return found


def _frame(array: np.ndarray[Any, Any], names: list[str]) -> pandas.DataFrame:
    import pandas as pd

    names = names or [f"axis {axis}" for axis in range(array.ndim)]
    if array.ndim == 2:
        rows, columns = (pd.RangeIndex(size, name=name) for size, name in zip(array.shape, names))
        return pd.DataFrame(array, index=rows, columns=columns)
    index = pd.MultiIndex.from_product([range(size) for size in array.shape], names=names)
    return pd.DataFrame({"value": array.reshape(-1)}, index=index)


def of(question: str, wanted: str) -> Optional[Table]:
    """The table of a question: its numbers, bits or positions; None for games whose positions are
    not numbers of stones."""
    with call("table") as how:
        whole = _miyama.table(question, how)
        if whole is None:
            return None
        array = np.asarray(whole.array(wanted, how))
    return Table(whole, array)
