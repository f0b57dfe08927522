//! The theorems that are measured.

/// A theorem: a game, and what is claimed of its P-positions.
pub(super) struct Bar {
    pub(super) game: String,
    pub(super) heaps: usize,
    pub(super) misere: bool,
    /// A formula; learned where it is empty, about values behind `g: `, learned positions of a value
    /// behind `level `. Of `word` it is a sentence.
    pub(super) claim: String,
}

/// A game, its number of heaps, whether play is misère, and what is claimed as in [`Bar`].
const CLAIMS: &[(&str, usize, bool, &str)] = &[
    ("nim", 2, false, "x = y"),
    ("nim", 3, false, "x xor y xor z = 0"),
    ("nim", 4, false, "x xor y xor z xor u = 0"),
    ("nim", 5, false, "x xor y xor z xor u xor v = 0"),
    ("nim", 6, false, "x xor y xor z xor u xor v xor w = 0"),
    ("nim", 3, true, "x xor y xor z = 0 and max(x,y,z) >= 2 or (x+y+z) mod 2 = 1 and max(x,y,z) <= 1"),
    ("nim", 2, true, ""),
    ("nim", 4, true, ""),
    ("split-nim", 1, false, "g: x"),
    ("nim", 2, false, "g: x xor y"),
    ("nim", 3, false, "g: x xor y xor z"),
    ("bounded(9)", 2, false, "g: (x mod 10) xor (y mod 10)"),
    ("yama", 2, false, "|x-y| <= 1"),
    ("yama", 2, false, "g: min(x,y)+1 if |x-y| >= 2 else 0"),
    ("triangular", 2, false, "|x-y| <= 1"),
    ("geometric(3)", 2, false, "x = 0 and y <= 1 or y = 0 and x <= 1 or exists k: {x,y} = {3^k, 3^(k+1)}"),
    ("geometric(10)", 2, false, "x = 0 and y <= 1 or y = 0 and x <= 1 or exists k: {x,y} = {10^k, 10^(k+1)}"),
    ("wythoff", 2, false, "exists k: {x,y} = {floor(k*phi), floor(k*phi^2)}"),
    ("wythoff(2)", 2, false, "exists k: {x,y} = {floor(k*sqrt(2)), floor(k*(2+sqrt(2)))}"),
    ("wythoff(4)", 2, false, "exists k: {x,y} = {floor(k*(sqrt(5)-1)), floor(k*(sqrt(5)-1))+4k}"),
    ("twist(3)", 2, false, "(x,y) = (0,0) or exists k: {x,y} = {2*k^2-k, 2*(k+1)^2-(k+1)}"),
    (
        "triangular",
        2,
        false,
        "g: let d = |x-y|; 0 if d <= 1 else x+y-1 if x+y <= d*d+1 else d*(d-1)/2 + ((x+y-d*d-2) div 2) mod d",
    ),
    ("nim", 3, false, ""),
    ("bounded(20)", 3, false, ""),
    ("subtraction({1,3,4})", 3, false, ""),
    ("yama", 2, false, ""),
    ("yama", 2, true, ""),
    ("triangular", 2, true, ""),
    ("wythoff", 2, false, "level 1"),
    ("three-heap-yama", 3, false, ""),
    ("three-heap-yama-both", 3, false, ""),
    ("three-heap-yama-removed", 3, false, ""),
    ("word", 0, false, "thue-morse: overlap-free"),
    ("word", 0, false, "thue-morse: cube-free"),
    ("word", 0, false, "fibonacci: no 4th power"),
    ("word", 0, false, "fibonacci: closed forms"),
    ("twist(c)", 2, false, "(x,y) = (0,0) or exists k: {x,y} = {((1+c)*k^2+(1-c)*k)/2, ((1+c)*(k+1)^2+(1-c)*(k+1))/2}"),
    (
        "revised-twist(c)",
        2,
        false,
        "(x,y) = (0,0) or exists k: {x,y} = {((c+1)*k^2+(c+1)*k)/2, ((c+1)*(k+1)^2+(c+1)*(k+1))/2}",
    ),
];

/// Everything that is measured.
pub(super) fn all() -> Vec<Bar> {
    let bar = |game: String, heaps, misere, claim: String| Bar { game, heaps, misere, claim };
    let mut all: Vec<Bar> = CLAIMS
        .iter()
        .map(|(game, heaps, misere, claim)| bar((*game).to_owned(), *heaps, *misere, (*claim).to_owned()))
        .collect();
    for misere in [false, true] {
        let mut learned = |game: String, heaps: usize| all.push(bar(game, heaps, misere, String::new()));
        for d in [2, 3, 4, 5, 7, 10] {
            ["geometric", "sub-geometric"].into_iter().for_each(|game| learned(format!("{game}({d})"), 2));
        }
        for m in [2, 3, 5, 9] {
            (1..=3).for_each(|heaps| learned(format!("bounded({m})"), heaps));
        }
        ["1", "2", "3", "4", "5", "6a", "6b"].into_iter().for_each(|n| learned(format!("three-heap-{n}"), 3));
        (1..=if misere { 4 } else { 8 }).for_each(|s| learned(format!("wythoff({s})"), 2));
    }
    for game in ["yama", "triangular"] {
        for a in 1..=5 {
            all.extend((1..=3).map(|b| bar(format!("{game}({a},{b})"), 2, false, String::new())));
        }
    }
    for h in [2, 3, 4, 5, 8] {
        let nimhoff =
            format!("(x, y) -> sym {{ (x-i, y) | 1 <= i <= x }} ∪ {{ (x-i, y-j) | i >= 1, j >= 1, i+j < {h} }}");
        let values = format!("g: {h}*((x div {h}) xor (y div {h})) + (x+y) mod {h}");
        all.push(bar(nimhoff, 2, false, values));
    }
    all
}
