"""Games, positions and tables, against what is known without Miyama."""

import gc
import pickle

import miyama as m
import numpy as np
import pytest


def mex(numbers):
    numbers = set(numbers)
    return next(n for n in range(len(numbers) + 1) if n not in numbers)


def wythoff(to):
    """Grundy values of Wythoff's game by the definition."""
    g = np.zeros((to + 1, to + 1), dtype=int)
    for x in range(to + 1):
        for y in range(to + 1):
            g[x, y] = mex(
                [g[x - i, y] for i in range(1, x + 1)]
                + [g[x, y - i] for i in range(1, y + 1)]
                + [g[x - i, y - i] for i in range(1, min(x, y) + 1)]
            )
    return g


@pytest.mark.parametrize("text", ["wythoff", "wythoff(1)", "(x,y) -> sym {(x-i,y) | 1<=i} ∪ {(x-i,y-i) | 1<=i}"])
def test_a_table_is_that_of_the_definition(text):
    expected = wythoff(30)
    game = m.Game(text)
    assert np.array_equal(game.table(to=30), expected)
    assert np.array_equal(game.table(to=30, outcomes=True), expected == 0)
    assert game.p_positions(to=30).tolist() == np.argwhere(expected == 0).tolist()
    for x, y in [(0, 0), (4, 9), (7, 4), (13, 13)]:
        solution = game.solve(x, y)
        assert solution.outcome == ("N" if expected[x, y] else "P")
        assert solution.value == expected[x, y]
        assert all(expected[move] == 0 for move in solution.winning_moves)
        options = game.options(x, y)
        assert {option.position for option in options if option.wins} == set(solution.winning_moves)
        assert mex(option.value for option in options) == expected[x, y]


def test_an_array_is_no_copy_and_keeps_its_table():
    table = m.Game("wythoff").table(to=500)
    assert isinstance(table, np.ndarray) and not table.flags.owndata and not table.flags.writeable
    address = table.__array_interface__["data"][0]
    again = table._whole.array("numbers", HOW)
    assert not again.is_copy and again.__array_interface__["data"][0] == address
    # The memory belongs to the table, which lives as long as a view of it.
    expected = np.array(table[::7, ::5])
    view = np.asarray(table)[::7, ::5]
    del table, again
    gc.collect()
    m.Game("wythoff").table(to=500)
    assert np.array_equal(view, expected)


HOW = {"lang": "en", "max_time": None, "max_memory": None, "threads": None, "progress": None}


def test_bits_are_no_copy():
    packed = m.Game("wythoff").table(to=700, outcomes="packed")
    array = packed._whole.array("bits", HOW)
    assert not array.is_copy
    assert packed.__array_interface__["data"][0] == array.__array_interface__["data"][0]
    bits = np.unpackbits(packed, count=701 * 701, bitorder="little").reshape(701, 701)
    assert np.argwhere(bits).tolist() == m.Game("wythoff").p_positions(to=700).tolist()


@pytest.mark.parametrize(
    "text, to, how",
    [
        ("yama", 40, {}),
        ("triangular", 25, {}),
        ("nim", "9,8,7", {}),
        ("nim", 12, {"heaps": 3}),
        ("0.77", 300, {}),
        ("0.77", "20,30", {}),
        ("(x,y,z) -> sym {(x-i,y,z) | 1<=i} ∪ {(x-i,y-i,z-i) | 1<=i}", 12, {}),
        ("(x,y) -> { (x-1, y+j) | j <= y } ∪ { (x, y-1) }", "3,4", {}),
    ],
)
def test_all_ways_to_a_table_agree(text, to, how):
    """Numbers in place or copied, outcomes, positions: and every number is the solution's."""
    game = m.Game(text)
    table = game.table(to=to, **how)
    assert np.array_equal(game.table(to=to, outcomes=True, **how), table == 0)
    assert game.p_positions(to=to, **how).tolist() == np.argwhere(np.asarray(table) == 0).tolist()
    assert game.table(to=to, misere=True, **how).dtype == bool
    rng = np.random.default_rng(1)
    for _ in range(5):
        position = tuple(int(rng.integers(side)) for side in table.shape)
        assert game.solve(*position).value == table[position]


def test_games_on_boards_have_sizes():
    game = m.Game("domineering")
    assert game.partizan and game.heaps == []
    assert game.sizes("2x3")[2, 3] == ("N", "{2|-1/2}")
    with pytest.raises(m.InputError, match="sizes"):
        game.table(to=3)
    assert game.solve("2x2").winning_moves == ["domineering:#./#.", "domineering:.#/.#"]


def test_large_heaps_are_integers():
    solution = m.Game("wythoff").solve(10**18, 1618033988749894848)
    assert solution.winning_moves == [
        (999999999999999999, 1618033988749894847),
        (10**18, 618033988749894848),
    ]
    assert m.Game("nim").solve(2**100, 2**100 - 1).value == 2**101 - 1


def test_statements():
    yama = m.Game("yama")
    assert yama.check(p="|x-y| <= 1", to=50) and yama.prove(p="|x-y| <= 1").verdict == "proved"
    wrong = yama.check(p="|x-y| <= 2", to=50)
    assert not wrong and wrong.verdict == "refuted" and wrong.counterexample == (0, 2)
    assert not yama.prove(p="|x-y| <= 2") and yama.prove(p="|x-y| <= 2").counterexample == (0, 2)
    assert yama.check(value="min(x,y)+1 if |x-y| >= 2 else 0", to=60)
    assert yama.conjecture().formula == "|x-y| <= 1"
    holds = m.Game("triangular").check(p="x = 0 and y = 0", to=0)
    assert holds.bound == (0, 0)


def test_values_are_those_of_games():
    one, star, up, half = (m.value(text) for text in ("1", "*", "^", "1/2"))
    assert star + star == 0 and half + half == one and one - half == half and -up == m.value("v")
    assert star.confused_with(0) and not star <= 0 and not star >= 0 and not star == 0
    assert up > 0 and 0 < up and up >= 0 and -up < 0 and up != star
    assert 1 + half == m.value("3/2") and 1 - half == half
    assert hash(m.value("{1|0}+{1|0}")) == hash(one)
    assert m.value("{3|1/2}").temperature * 4 == 5
    assert pickle.loads(pickle.dumps(up)) == up
    with pytest.raises(TypeError):
        m.value("1 < 2")
    with pytest.raises(TypeError):
        up < 1.5j


def test_other_things(root):
    assert m.bricks("2x4", 6) == 915103765
    assert m.bricks("2x4", 2, fixed=True) > 24
    period = m.period("0.77")
    assert (period.period, period.preperiod, period.saltus, period.proven) == (12, 71, 0, True)
    assert m.quotient("0.77").order == 40
    assert m.word("fibonacci").pair(9) == (14, 23)
    with pytest.raises(IndexError):
        m.word("fibonacci")[-1]
    record = m.record(root / "crates/miyama-records/examples/sennichite-1983.ki2")
    assert record.format == "KI2" and len(record) == 1
    with pytest.raises(m.FileError):
        m.record(root / "nothing.kif")
    with pytest.raises(OSError):
        m.record("/nonexistent")


def test_a_certificate_is_what_the_verifier_takes(tmp_path):
    file = tmp_path / "kayles.json"
    m.period("0.77").save(str(file))
    assert m.ask({"ask": "verify", "file": str(file)}).holds
    file.write_text(file.read_text().replace('"length": 12', '"length": 11'))
    with pytest.raises(m.InputError, match="damaged|changed"):
        m.ask({"ask": "verify", "file": str(file)})


def test_pictures_and_frames():
    table = m.Game("wythoff").table(to=12)
    assert table._repr_svg_().startswith("<svg") and "tabular" in table._repr_latex_()
    assert "<svg" in table._repr_html_() and "<svg" in m.period("0.77")._repr_html_()
    assert table[:3]._repr_html_() is None and table[:3]._repr_svg_() is None and (table + 1)._repr_svg_() is None
    assert m.value("{3|1}")._repr_svg_().startswith("<svg")
    assert m.value("{1|^*}")._repr_latex_() == r"$\left\{1\mid {\uparrow}{\ast}\right\}$"
    assert m.period("0.77")._repr_svg_().startswith("<svg")
    assert m.quotient("0.77")._repr_svg_().startswith("<svg")
    assert m.Game("yama").check(p="x = y", to=20)._repr_svg_().startswith("<svg")
    assert "<li>" in m.Game("yama")._repr_html_() and r"\cup" in m.Game("wythoff")._repr_latex_()
    assert "&lt;" in m.Game("(x) -> {(x-i) | 1 <= i}")._repr_html_()
    latex = m.Game("yama").prove(p="|x-y| <= 1")._repr_latex_()
    assert r"\paragraph{Theorem.}" in latex and "document" not in latex
    assert m.Game("yama").prove(p="x = y")._repr_latex_() is None
    assert "●" in m.Game("2d-nim").solve("###/##.")._repr_html_()
    pandas = pytest.importorskip("pandas")
    frame = table.to_frame()
    assert isinstance(frame, pandas.DataFrame) and frame.loc[4, 7] == 0 and frame.index.name == "x"
    assert m.Game("nim").table(to="2,2,2").to_frame().loc[(1, 2, 0), "value"] == 3


def test_tuples_that_are_no_positions_are_masked():
    game = m.Game("(x,y) -> {(x-1,y)} U {(x,y-1)} where x <= y")
    table = game.table(to=(4, 5))
    inside = np.fromfunction(lambda x, y: x <= y, (5, 6))
    assert isinstance(table, np.ma.MaskedArray) and np.array_equal(~np.ma.getmaskarray(table), inside)
    # One stone a move: the parity of what is left, as far as the moves stay inside.
    for x in range(5):
        for y in range(x, 6):
            options = [(a, b) for a, b in ((x - 1, y), (x, y - 1)) if 0 <= a <= b]
            reached = {int(table[option]) for option in options}
            assert int(table[x, y]) == min(set(range(3)) - reached)
    assert "DomainTable" in repr(table) and table.names == ["x", "y"]
    assert not table.data.flags.owndata, "the numbers are not copied"
    outcomes = game.table(to=(4, 5), outcomes=True)
    assert outcomes.dtype == np.bool_ and np.array_equal(np.ma.getmaskarray(outcomes), ~inside)
    assert (outcomes == (table == 0)).all()
    assert all(x <= y for x, y in game.p_positions(to=5))
    with pytest.raises(m.InputError):
        game.table(to=4, outcomes="packed")
    pandas = pytest.importorskip("pandas")
    frame = table.to_frame()
    assert frame.loc[1, 0] is pandas.NA and frame.loc[0, 1] == 1


def test_boards_are_drawn():
    picture = m.Game("clobber").solve("xo/ox")._repr_svg_()
    # The board and four moves of each player, of four cells each.
    assert picture.count("<rect") == 4 * 9 and picture.count('stroke-width="3"') == 2 * 8
    assert "<svg" in m.Game("domineering").solve("2x3")._repr_html_()
    assert m.Game("toads-and-frogs").solve("tt.ff")._repr_svg_().startswith("<svg")
    assert m.Game("wythoff").solve(3, 5)._repr_svg_() is None
    assert m.Game("0.77").solve(5)._repr_svg_() is None
