"""Boards as pictures: the cells of a position, and what its winning moves change."""

from __future__ import annotations

import html
from typing import List, Optional, Sequence, Tuple

#: A board: its rows, a sign for each cell.
Board = List[str]

SIDE = 28
GAP = 14
#: So many winning moves are drawn.
MOST = 8

#: Signs of what blocks or was taken, and of free cells; other signs are pieces.
_FILL = {"#": "#555", "|": "#555", ".": "#fff", " ": "#fff"}
_PIECES = {"x": "#222", "o": "#fff", "t": "#3a7d44", "f": "#b5651d", "l": "#2b6cb0", "r": "#c53030"}


def read(position: str) -> Optional[Board]:
    """The board of a position such as ``clobber:xo/ox``; None if it is no single board.

    >>> read("clobber:xo/ox"), read("wythoff:3,5"), read("cram:../.. + nim:3")
    (['xo', 'ox'], None, None)
    """
    name, colon, cells = position.rpartition(":")
    rows = cells.split("/")
    signs = "".join(rows)
    if not colon or not name or " + " in position or not rows[0] or len({len(row) for row in rows}) != 1:
        return None
    return None if any(sign.isdigit() or sign in ",()" for sign in signs) else rows


def _cells(board: Board, left: int, top: int, before: Optional[Board]) -> List[str]:
    drawn = []
    for row, signs in enumerate(board):
        for column, sign in enumerate(signs):
            x, y = left + column * SIDE, top + row * SIDE
            changed = before is not None and before[row][column] != sign
            line = "#d97706" if changed else "#999"
            fill = _FILL.get(sign, "#f3efe6")
            drawn.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{SIDE - 2}" height="{SIDE - 2}" fill="{fill}" '
                f'stroke="{line}" stroke-width="{3 if changed else 1}"/>'
            )
            if sign not in _FILL:
                ink = "#fff" if _PIECES.get(sign, "#fff") != "#fff" else "#222"
                middle = f'x="{x + SIDE / 2}" y="{y + SIDE / 2 + 4}"'
                drawn.append(
                    f'<circle cx="{x + SIDE / 2}" cy="{y + SIDE / 2}" r="{SIDE / 2 - 5}" '
                    f'fill="{_PIECES.get(sign, "#fff")}" stroke="#222"/>'
                    f'<text {middle} font-size="12" text-anchor="middle" fill="{ink}">{html.escape(sign)}</text>'
                )
    return drawn


def svg(position: str, moves: Sequence[str] = ()) -> Optional[str]:
    """A board, and beside it what the winning moves make of it, with the changed cells marked;
    None for positions that are no single board.

    >>> svg("wythoff:3,5") is None
    True
    >>> svg("cram:../..", ["cram:##/.."]).count("<rect")
    8
    """
    board = read(position)
    if board is None:
        return None
    after = [read(move) for move in moves]
    boards: List[Tuple[Board, Optional[Board]]] = [(board, None)]
    shape = [len(row) for row in board]
    boards += [(one, board) for one in after if one is not None and [len(row) for row in one] == shape][:MOST]
    wide, high = len(board[0]) * SIDE, len(board) * SIDE
    drawn: List[str] = []
    for number, (one, before) in enumerate(boards):
        # The moves stand behind an arrow.
        left = GAP + number * (wide + GAP) + (GAP * 2 if number else 0)
        drawn += _cells(one, left, GAP, before)
    if len(boards) > 1:
        arrow = f'x="{GAP + wide + GAP * 1.5}" y="{GAP + high / 2 + 6}"'
        drawn.append(f'<text {arrow} font-size="20" text-anchor="middle" fill="#d97706">→</text>')
    width = GAP + len(boards) * (wide + GAP) + (GAP * 2 if len(boards) > 1 else 0)
    title = html.escape(position)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high + 2 * GAP}" '
        f'width="{width}" height="{high + 2 * GAP}" font-family="sans-serif"><title>{title}</title>'
        f'{"".join(drawn)}</svg>'
    )
