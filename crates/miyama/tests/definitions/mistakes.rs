//! What is said of a mistake, and the place at which it is shown.

use super::*;

#[test]
fn mistakes_name_what_is_wrong_and_where() {
    for (text, place, part) in [
        ("(x) -> {(x-gcb(i,2)) | 1 <= i}", "gcb", "did you mean `gcd`?"),
        ("(x) -> {(x-1)} ∪ ∪ {(x-2)}", "∪", "expected `{` here"),
        ("(x) -> {(x-flor(x/2)) | 1 <= x}", "flor", "did you mean `floor`?"),
        ("gird [..] -> [##]", "gird", "did you mean `grid`?"),
        ("cram: hexagons sym [..] -> [##]", "hexagons", "`grid`, `strip`, `graph` or `edges`"),
        ("(x,y) {(x-i, y) | 1 <= i}", "{", "->"),
        ("f(x,y) {(x-i, y) | 1 <= i}", "{", "->"),
        ("(x,y) - {(x-i, y) | 1 <= i}", "-", "->"),
        ("(x,y) -> {(x-i, y) | 1 <= i <= k}", "k", "not a heap, a parameter or bound"),
        ("(x,y) -> {(x-i*y, y) | i*y <= x}", "i", "where y = 0"),
        ("(x,y) -> {(x-1, y)} where i < x", "i", "a condition on the heaps"),
        ("let f(t) = t+u; (x) -> {(x-f(1))}", "u", "not an argument"),
        ("(x) -> {(x-gcd(x)) | 1 <= x}", "gcd(x)", "takes 2 numbers"),
        ("(x) -> {(x-sqrt(x)) | 1 <= x}", "sqrt(x)", "whole number"),
        ("(x) -> {(x-1) | exists k: x = 2k}", "exists", "for formulas"),
        ("(x1, …, y4) -> {(x1-1, y4)}", "…", "goes between"),
        ("x, y -> {(x-i, y) | 1 <= i}", "x", "written in brackets: `(x, y) -> …`"),
        ("(x, y) -> {(x-i, y) 1 <= i <= x}", "1", "`|` and conditions, or `}`"),
        ("(x, y) -> {(x-i, y) | 1 <= i <= di}", "di", "`game(d = 2): …`"),
        ("(x, y) -> lft {(x-1, y)} right {(x, y-1)}", "lft", "did you mean `left`?"),
        ("(x, y) -> {(x-1, y)} wher x < y", "wher", "did you mean `where`?"),
        ("(x, y) -> {(x-i, y | 1 <= i <= x}", "|", "`)`"),
        ("(x, y -> {(x-i, y) | 1 <= i <= x}", "->", "`)`"),
        ("(x, y) -> (x-i, y) | 1 <= i <= x}", "(", "`{`"),
        ("(x, y) -> {(x-i) | 1 <= i <= x}", "(x-i)", "1 heap, the position has 2"),
        ("(x, y) -> {(x-i, y) | 1 <= i <= x,}", "}", "an expression such as `x-i`"),
        ("(x, y) -> {(x-i, y) | 1 <= <= x}", "<=", "an expression such as `x-i`"),
        ("(x, x) -> {(x-i, x) | 1 <= i <= x}", "x", "given twice"),
        ("(x, y) -> {(x-i, y) | 1 <= i <= x} und {(x, y-1)}", "und", "`∪` and another set"),
        ("(x, y) -> {(x-i, y) | 1 <= i <= x, i mod 0 = 1}", "0", "1 or more"),
        ("(x) -> {(x-i) | 1 <= i <= x, i ∈ P}", "P", "not a set"),
        ("(x, y) -> {(x-k, y) | 1 <= i <= x}", "{(x-k, y) | 1 <= i <= x}", "no condition restricts `k`"),
        ("nim wth pass", "wth", "did you mean `with`?"),
        ("nim with pas", "pas", "did you mean `pass`?"),
        ("blok(2) nim", "blok", "did you mean `block`?"),
        ("nim selectiv wythoff", "selectiv", "did you mean `selective`?"),
        ("wythoff(2) nim", "nim", "the end of the text"),
        ("grid sym [..] - [##]", "-", "`->`"),
        ("grid sym [..] -> ##]", "#", "begins a comment"),
        ("grid sym [..] -> [###]", "[###]", "3 cells cannot replace 2"),
        ("grid sm [..] -> [##]", "sm", "did you mean `sym`?"),
        ("grid [.] -> [l] unles near [l]", "unles", "did you mean `unless`?"),
        ("grid [.] -> [l] unless near l", "l", "`[`"),
        ("grid [..] -> [ll] unless near [l]", "[..]", "one cell changes"),
        ("grid E = [.|] [E#+] -> [E.*]", ".*", "cannot replace `#+`"),
        ("grid [#{2..1}] -> [.{2..1}]", "#{2..1}", "no number from 2 to 1"),
        ("grid [#{1..n}] -> [.{1..n}]", "n", "not a parameter"),
        ("grid [./..] -> [#/##]", "..", "2 cells, the first has 1"),
        ("grid [./.] -> [##]", "[##]", "1 row cannot replace 2"),
    ] {
        let (found, says) = mistake(text);
        assert_eq!((found.as_str(), says.contains(part)), (place, true), "{text}: {says}");
    }
}
