"""Games and their positions."""

from __future__ import annotations

import html
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, SupportsIndex, Tuple, Union

import numpy as np

from . import board
from . import table as tables
from .answer import Answer, number, preformatted
from .asking import Answered, ask, written
from .errors import InputError
from .given import maybe_whole, text, whole
from .statement import Conjecture, Proof, Verdict
from .table import DomainTable, Table

#: A position: heaps, or the text of a board.
Place = Union[SupportsIndex, str]
#: A bound: one for all heaps, or one for each, or the text of the command line.
Bound = Union[SupportsIndex, Sequence[SupportsIndex], str, None]
#: A position as it is given back: its heaps, or the text of a board or of a sum.
Position = Union[Tuple[int, ...], str]


def _bound(to: Bound) -> Optional[str]:
    if to is None or isinstance(to, str):
        return to
    # Bytes are numbers in a row, and never meant so.
    is_row = isinstance(to, Sequence) and not isinstance(to, (bytes, bytearray))
    bounds: Any = to
    if is_row or (isinstance(to, np.ndarray) and to.ndim > 0):
        return ",".join(str(whole(bound, "a bound")) for bound in bounds)
    return str(whole(to, "a bound"))


def _position(text: str) -> Position:
    """The heaps of a position such as `wythoff:4,7`; other positions are texts."""
    heaps = text.rsplit(":", 1)[-1].split(",")
    is_one = "+" not in text and all(heap.strip().isdigit() for heap in heaps)
    return tuple(int(heap) for heap in heaps) if is_one else text


class Option(NamedTuple):
    """A move: in words, where it leads, who wins there, and the value."""

    move: str
    position: Position
    outcome: Optional[str]
    value: Optional[int]
    wins: Optional[bool]


class Solution(Answer):
    """Who wins a position, its value, the winning moves, and why."""

    @property
    def position(self) -> Position:
        """The position."""
        return _position(self.data["position"])

    @property
    def outcome(self) -> str:
        """``N`` (the next player wins), ``P`` (the previous player), ``L`` or ``R``."""
        return str(self.data["outcome"])

    @property
    def value(self) -> Union[int, str, None]:
        """The Grundy value, or the canonical form where the players have different moves; None
        if neither is known."""
        form: Optional[str] = self.data.get("form")
        return number(self.data["value"]) if form is None else form

    @property
    def winning_moves(self) -> List[Position]:
        """Where the winning moves lead; of Left, where the players have different moves. The
        first of them if there are many: see ``winning_moves_count``."""
        return [_position(move) for move in self.data["winning_moves"]]

    @property
    def winning_moves_right(self) -> List[Position]:
        """The same for Right."""
        return [_position(move) for move in self.data.get("winning_moves_right") or []]

    @property
    def winning_moves_count(self) -> int:
        """How many winning moves there are."""
        return int(self.data["winning_moves_count"])

    @property
    def why(self) -> str:
        """Why it is so."""
        return str(self.data["why"])

    @property
    def method(self) -> str:
        """How it was found."""
        return str(self.data["method"])

    def _repr_svg_(self) -> Optional[str]:
        """The board, and what the winning moves make of it."""
        moves = list(self.data["winning_moves"]) + list(self.data.get("winning_moves_right") or [])
        return board.svg(self.data["position"], moves)

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value}"
        return f"<Solution of {self.data['position']}: {self.outcome}{value}>"


class Game:
    """A game: a definition, the name of a built-in game, or a code.

    >>> import miyama as m
    >>> m.Game("(x,y) -> sym {(x-i,y+1) | 2<=i}")
    Game('(x,y) -> sym {(x-i,y+1) | 2<=i}')
    >>> m.Game("wythoff(2)").heaps
    ['x', 'y']
    >>> m.Game("0.77").code
    '0.77'
    """

    def __init__(self, definition: str) -> None:
        #: The text that it was made of.
        self.text = text(definition, "a game")
        self._about: Answered = ask({"ask": "games", "name": self.text})

    @property
    def definition(self) -> str:
        """Its rules."""
        return str(self._about.data["definition"])

    @property
    def heaps(self) -> List[str]:
        """What its heaps are called; none if it is played on boards."""
        return list(self._about.data["heaps"] or [])

    @property
    def code(self) -> Optional[str]:
        """Its code, if it is a taking-and-breaking game."""
        code: Optional[str] = self._about.data["code"]
        return code

    @property
    def partizan(self) -> bool:
        """Whether the players have different moves."""
        return bool(self._about.data["partizan"])

    @property
    def facts(self) -> List[str]:
        """What is derived from the rules, and what is proved."""
        return list(self._about.data["derived"]) + list(self._about.data["known"])

    def __repr__(self) -> str:
        return f"Game({self.text!r})"

    def __str__(self) -> str:
        return self._about.forms[0].rstrip("\n")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Game, (self.text,))

    def _repr_html_(self) -> str:
        facts = "".join(f"<li>{html.escape(fact)}</li>" for fact in self.facts)
        return f"{preformatted(self.definition)}<ul>{facts}</ul>"

    def _repr_latex_(self) -> Optional[str]:
        if not self.heaps or self.code is not None:
            return None
        signs = {
            "{": r"\{", "}": r"\}", "∪": r"\cup ", "->": r"\to ", "<=": r"\le ", ">=": r"\ge ",
            "|": r"\mid ", "*": r"\cdot ", "_": r"\_", "sym": r"\operatorname{sym}", "\n": " ",
        }  # fmt: skip
        formula = self.definition
        for sign, command in signs.items():
            formula = formula.replace(sign, command)
        return f"${formula}$"

    def _at(self, position: Tuple[Place, ...]) -> str:
        if not position:
            raise InputError("which position? heaps such as 4, 9, or a board such as '3x4'")
        return ",".join(place if isinstance(place, str) else str(whole(place, "a heap")) for place in position)

    def solve(self, *position: Place, misere: bool = False) -> Solution:
        """Who wins a position, its value, every winning move, and why.

        >>> import miyama as m
        >>> s = m.Game("wythoff").solve(4, 9)
        >>> s.outcome, s.value, s.winning_moves
        ('N', 8, [(4, 7)])
        >>> m.Game("domineering").solve("2x3").value
        '{2|-1/2}'
        """
        at = self._at(position)
        return Solution(ask({"ask": "solve", "position": self.text, "at": at, "misere": misere}))

    def options(self, *position: Place, misere: bool = False, turn: Optional[str] = None) -> List[Option]:
        """The moves of a position, each with who wins where it leads; ``turn`` is left or right
        where the players have different moves.

        >>> import miyama as m
        >>> [option.position for option in m.Game("wythoff").options(2, 1)]
        [(2, 0), (1, 1), (1, 0), (0, 1)]
        """
        asked = {"ask": "reply", "position": self.text, "at": self._at(position), "misere": misere, "turn": turn}
        answer = ask(asked).data
        if not answer["options_complete"]:
            raise InputError(f"the position has more options than are listed: {len(answer['options'])}")
        return [
            Option(
                option["move"],
                _position(option["position"]),
                option.get("outcome"),
                number(option.get("value")),
                option.get("wins"),
            )
            for option in answer["options"]
        ]

    def _table(self, wanted: str, to: Bound, heaps: Optional[SupportsIndex], **question: Any) -> Table:
        heaps = maybe_whole(heaps, "the number of heaps")
        asked = {"ask": "table", "game": self.text, "to": _bound(to), "heaps": heaps, **question}
        table = tables.of(written(asked), wanted)
        if table is None:
            raise InputError(f"{self.text} is not played on heaps with the same moves for both: see sizes()")
        return table

    def table(
        self,
        to: Bound = None,
        *,
        outcomes: Union[bool, str] = False,
        misere: bool = False,
        heaps: Optional[SupportsIndex] = None,
    ) -> Union[Table, DomainTable]:
        """The Grundy values of all positions with heaps up to ``to``: a NumPy array, without a
        copy, in as few bytes as the largest value needs.

        With ``outcomes`` or ``misere``, an array of bool: True where the position is P. With
        ``outcomes="packed"`` a bit for each position, the lowest bit of a byte first, as they
        were computed: ``numpy.unpackbits(…, bitorder="little")`` reads them.

        Where the definition says which tuples are positions (``where``), the array is masked: the
        others have no number.

        >>> import miyama as m
        >>> m.Game("nim").table(to=3, heaps=2)
        Table([[0, 1, 2, 3],
               [1, 0, 3, 2],
               [2, 3, 0, 1],
               [3, 2, 1, 0]], dtype=uint8)
        >>> m.Game("wythoff").table(to=2, outcomes=True)
        Table([[ True, False, False],
               [False, False,  True],
               [False,  True, False]])
        >>> m.Game("wythoff").table(to=2, outcomes="packed")
        Table([161,   0], dtype=uint8)
        >>> m.Game("(x,y) -> {(x-1,y)} U {(x,y-1)} where x <= y").table(to=2)
        DomainTable(data=[[0, 1, 0], [--, 0, 1], [--, --, 0]], dtype=uint8)
        """
        if outcomes not in (True, False, "packed"):
            raise InputError(f"outcomes are True, False or 'packed', not {outcomes!r}")
        if not (outcomes or misere):
            return tables.masked(self._table("numbers", to, heaps, misere=misere))
        packed = self._table("bits", to, heaps, outcomes=True, misere=misere)
        assert packed._whole is not None
        if outcomes == "packed":
            if packed._whole.has_domain:
                raise InputError("bits cannot say which tuples are positions: ask for outcomes=True")
            return packed
        shape = packed._whole.shape
        count = int(np.prod(shape, dtype=np.int64))
        bits = np.unpackbits(np.asarray(packed), count=count, bitorder="little").reshape(shape)
        bits.flags.writeable = False
        return tables.masked(Table(packed._whole, bits.view(np.bool_)))

    def p_positions(
        self, to: Bound = None, *, misere: bool = False, heaps: Optional[SupportsIndex] = None
    ) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The P-positions with heaps up to ``to``: a row for each, in lexicographic order.

        >>> import miyama as m
        >>> m.Game("wythoff").p_positions(to=3)
        array([[0, 0],
               [1, 2],
               [2, 1]])
        """
        found = self._table("positions", to, heaps, p_positions=True, misere=misere)
        # Heaps are below 2^40.
        return np.asarray(found).view(np.int64)

    def sizes(self, to: str, *, misere: bool = False) -> Dict[Tuple[int, ...], Tuple[str, Optional[str]]]:
        """Who wins, and the value, of boards as they grow.

        >>> import miyama as m
        >>> m.Game("domineering").sizes("2x2")
        {(1, 1): ('P', '0'), (1, 2): ('R', '-1'), (2, 1): ('L', '1'), (2, 2): ('N', '+-1')}
        """
        data = ask({"ask": "table", "game": self.text, "to": text(to, "a bound"), "misere": misere}).data
        return {tuple(one["numbers"]): (one["outcome"], one["value"]) for one in data["members"]}

    def _claim(
        self, p: Optional[str], value: Optional[str], misere: bool, heaps: Optional[SupportsIndex]
    ) -> Dict[str, Any]:
        p, value = (None if formula is None else text(formula, "a formula") for formula in (p, value))
        heaps = maybe_whole(heaps, "the number of heaps")
        return {"game": self.text, "p_positions": p, "value": value, "misere": misere, "heaps": heaps}

    def check(
        self,
        *,
        p: Optional[str] = None,
        value: Optional[str] = None,
        to: Bound = None,
        misere: bool = False,
        heaps: Optional[SupportsIndex] = None,
    ) -> Verdict:
        """Compares a formula for the P-positions or the values with a table.

        >>> import miyama as m
        >>> m.Game("yama").check(p="|x-y| <= 1", to=2000)
        <Verdict: proved>
        >>> m.Game("wythoff").check(p="|x-y| <= 1", to=100)
        <Verdict: refuted at (0, 1)>
        """
        claim = self._claim(p, value, misere, heaps)
        verdict: Verdict = Verdict._ask({"ask": "check", **claim, "to": _bound(to)})
        return verdict

    def prove(
        self,
        *,
        p: Optional[str] = None,
        value: Optional[str] = None,
        misere: bool = False,
        heaps: Optional[SupportsIndex] = None,
    ) -> Proof:
        """Proves a formula for all sizes, or refutes it.

        >>> import miyama as m
        >>> proof = m.Game("wythoff").prove(p="exists k: {x,y} = {floor(k*phi), floor(k*phi^2)}")
        >>> proof.verdict, bool(proof)
        ('proved', True)
        """
        proof: Proof = Proof._ask({"ask": "prove", **self._claim(p, value, misere, heaps)})
        return proof

    def theorem(self, *, misere: bool = False) -> Proof:
        """Finds the P-positions for all sizes without any formula, and proves them.

        >>> import miyama as m
        >>> m.Game("yama").theorem().statement
        'Theorem. The P-positions of yama are exactly the (x, y) with |x-y| <= 1.'
        """
        proof: Proof = Proof._ask({"ask": "theorem", "game": self.text, "misere": misere})
        return proof

    def conjecture(
        self, *, misere: bool = False, values: bool = False, heaps: Optional[SupportsIndex] = None
    ) -> Conjecture:
        """Says what the table seems to be, tested far beyond what it was learned from.

        >>> import miyama as m
        >>> c = m.Game("yama").conjecture()
        >>> c.formula, c.verdict
        ('|x-y| <= 1', 'proved')
        """
        asked = maybe_whole(heaps, "the number of heaps")
        question = {"ask": "conjecture", "game": self.text, "misere": misere, "values": values, "heaps": asked}
        found: Conjecture = Conjecture._ask(question)
        return found
