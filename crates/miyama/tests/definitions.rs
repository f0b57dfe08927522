//! Definitions that are hard to read: they are read, or refused, or given up.

#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "definitions/mistakes.rs"]
mod mistakes;

use miyama::game::{Game, Games};
use miyama::heap::formula::Formula;
use miyama::heap::notation::parse_definition;
use miyama::heap::table::positions;
use miyama_budget::{Budget, Stopped};
use miyama_language::interpreter::{Interpreter, Naive};

/// All options of a position of one heap.
fn options(definition: &str, heap: u64) -> Vec<u64> {
    let Game::Heap(game) = Games::built_in().find(definition).unwrap() else { return vec![] };
    game.ruleset.options(&[heap]).unwrap().iter().map(|option| option[0][0]).collect()
}

fn joined(joint: &str, term: impl Fn(u64) -> String) -> String {
    (1..=40).map(term).collect::<Vec<_>>().join(joint)
}

/// Of the 2^40 ways in which forty numbers may follow each other most cannot occur.
#[test]
fn long_extremes_and_sums_of_absolute_values_are_read() {
    let greatest = format!("(n) -> {{ (max({})) | n >= 40 }}", joined(", ", |i| format!("n-{i}")));
    assert_eq!((options(&greatest, 50), options(&greatest, 39)), (vec![49], vec![]));
    let distances = format!("(n) -> {{ (n-1) | {} <= 400 }}", joined(" + ", |i| format!("|n-{i}|")));
    let near = |n: u64| (1..=40).map(|i: u64| n.abs_diff(i)).sum::<u64>() <= 400;
    for n in 1..60 {
        assert_eq!(options(&distances, n) == [n - 1], near(n), "{n}");
    }
}

/// Elimination squares the number of these conditions again and again: what does not follow
/// soon is tried.
#[test]
fn conditions_that_become_too_many_are_tried() {
    let names: Vec<char> = ('a'..='j').collect();
    let mut conditions: Vec<String> = names.iter().map(|name| format!("{name} <= n")).collect();
    for k in 0..24 {
        let at = |step: usize| names[(k * 7 + step * (1 + k % 3)) % names.len()];
        let (more, less) = (k % 4 + 2, k % 5 + 1);
        conditions.push(format!(
            "{more}*{} + {less}*{} + {} <= {less}*{} + 3*{} + n",
            at(0),
            at(1),
            at(2),
            at(3),
            at(4)
        ));
    }
    let definition = format!("(n) -> {{ (n-1-a) | {} }}", conditions.join(", "));
    let ruleset = heap_game(&definition).ruleset;
    for n in 0..3 {
        let naive = ruleset.interpreter().unwrap().options(&[n], &mut (1 << 24), &Budget::unlimited()).unwrap();
        assert_eq!(ruleset.options(&[n]).unwrap(), naive.into_iter().collect::<Vec<_>>(), "{n}");
    }
}

#[test]
fn reading_can_be_given_up() {
    let budget = Budget::unlimited();
    let games = Games::built_in().within(&budget);
    let definitions = [
        "(x, y) -> sym { (x-i, y+j) | 1 <= i, j < i }",
        "(x, y) -> { (y, x) }",
        "(x, y) -> { (x+i+l, y+j) | 1 <= i <= 3*x, j <= x, 0 <= l <= x }",
        "0.77",
    ];
    let stopped = |text: &str| games.find(text).err().and_then(|mistake| mistake.stopped());
    assert_eq!(definitions.map(stopped), [None; 4]);
    assert_eq!(stopped("wythoff(2)"), None);
    budget.cancel();
    assert_eq!(definitions.map(stopped), [Some(Stopped::Cancelled); 4]);
    // A built-in game that was read before is known; one that nobody has named yet is not read.
    assert_eq!(stopped("wythoff(2)"), None);
    assert_eq!(stopped("wythoff(2718)"), Some(Stopped::Cancelled));
}

/// Definitions as the documents print them, and as LaTeX writes them, mean the
/// built-in games.
#[test]
fn definitions_are_read_as_papers_print_them() {
    let pasted = [
        ("yama", "f(x, y) = {(x− i, y + 1) | 2 ≤ i ≤ x}\n\n∪ {(x+ 1, y − i) | 2 ≤ i ≤ y}"),
        ("yama", r"f(x,y) = \{(x-i, y+1) \mid 2 \leq i \leq x\} \cup \{(x+1, y-i) \mid 2 \le i \le y\}"),
        ("yama", r"$F(x, y) := \left\{ (x-i,\, y+1) \mid 2 \leqslant i \right\} \cup \{ (x+1, y-i) : i \geq 2 \}$"),
        ("yama", "f(x, y) = {(x − i, y + 1) ∈ M | 2 ≤\ni} ∪ {(x+ 1, y − i) ∈ M | 2 ≤ i}"),
        ("yama", "（x，y）→｛（x－i，y＋１）｜２≦i≦x｝∪｛（x＋１，y－i）｜２≦i≦y｝"),
        ("yama", r"(x,y) \to \{ (x-i,y+1) \mid i \in \mathbb{N}, 2 \le i \} \cup \{ (x+1,y-i) \mid 2 \le i \}"),
        (
            "twist(2)",
            "t(c = 2): f(x, y) = {(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i}\n∪ {(x+ j, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}\n\
             ∪ {(x− i, y − j) | 1 ≤ i ≤ x, 1 ≤ j ≤ y, |i− j| ≤ c}",
        ),
        (
            "geometric(3)",
            "g(d = 3): f(x, y) = {(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i} ∪ {(x+ j, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}\n\
             ∪ {(x− i, y − j) | 1 ≤ i ≤ dj − 2, 1 ≤ j ≤ di− 2}",
        ),
        ("subtraction({1,3})", "(x) => { (x-1), (x-3) }"),
        ("nim", "f(x) = {(a) | a ∈ Z≥0, a < x}"),
        ("nim", r"f(x) = \{(a) : a \in \mathbb{Z}_{\ge 0}, a < x\}"),
        ("nim", "(x) ↦ {(x-i) | i ∈ N>0}"),
    ];
    for (name, text) in pasted {
        let Game::Heap(built_in) = Games::built_in().find(name).unwrap() else { panic!("{name}") };
        let Game::Heap(read) = Games::built_in().find(text).unwrap_or_else(|m| panic!("{text}: {m} at {:?}", m.at))
        else {
            panic!("{text}")
        };
        let sides = built_in.ruleset.heaps();
        for position in positions(&vec![9; sides]) {
            let (mut a, mut b) =
                (read.ruleset.options(&position).unwrap(), built_in.ruleset.options(&position).unwrap());
            a.sort();
            a.dedup();
            b.sort();
            b.dedup();
            assert_eq!(a, b, "{text} at {position:?}");
        }
        let printed = read.ruleset.definition().to_owned();
        assert!(Games::built_in().find(&printed).is_ok(), "{printed}");
    }
}

/// Rules that a paper misprints are read as they are printed.
#[test]
fn misprints_are_read_as_they_stand() {
    let text = "f(x, y) = {(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i} ∪ {(x+ 1, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}";
    let Game::Heap(game) = Games::built_in().find(text).unwrap() else { panic!() };
    let mut options = game.ruleset.options(&[0, 3]).unwrap();
    options.sort();
    options.dedup();
    assert_eq!(options, [vec![vec![1, 0]], vec![vec![1, 1]]]);
}

#[test]
fn powers_are_products_and_unknown_functions_are_named() {
    let Game::Heap(squares) = Games::built_in().find("(x) -> {(x-i^2) | 1 <= i}").unwrap() else { panic!() };
    assert_eq!(squares.ruleset.options(&[10]).unwrap().len(), 3);
    let mistake = Games::built_in().find("(x) -> {(x-mux(i,2)) | 1 <= i}").unwrap_err();
    assert_eq!(mistake.to_string(), "there is no function `mux` (did you mean `max`?)");
    let mistake = Games::built_in().find(r"(x) \to \{(x-i) \mid 1 \lte i\}").unwrap_err();
    assert!(mistake.to_string().contains(r"\lte"), "{mistake}");
    assert!(Games::built_in().find("subtraction(S = {1,2})").is_ok());
}

fn heap_game(text: &str) -> miyama::game::HeapGame {
    match Games::built_in().find(text).unwrap_or_else(|mistake| panic!("{text}: {mistake} at {:?}", mistake.at)) {
        Game::Heap(game) => game,
        other => panic!("{text}: {other:?}"),
    }
}

fn mistake(text: &str) -> (String, String) {
    let mistake = Games::built_in().find(text).map(|_| ()).unwrap_err();
    (text[mistake.at.clone()].to_owned(), mistake.to_string())
}

/// The definitions of document 003 as they are copied from its pages: 3.1, 3.2 with its
/// misprint, 4.1, 4.6 twice, and 5.2, whose large braces are lost and whose bar is copied
/// as six.
#[test]
fn definitions_of_document_003_are_read_as_they_are_copied() {
    let twice = "f(x, y) = {(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i}\n\n∪ {(x+ j, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}\n\n";
    let pasted = [
        ("yama", "f(x, y) = {(x− i, y + 1) | 2 ≤ i ≤ x}\n\n∪ {(x+ 1, y − i) | 2 ≤ i ≤ y}".to_owned()),
        ("twist(2)", format!("t(c = 2): {twice}∪ {{(x− i, y − j) | 1 ≤ i ≤ x, 1 ≤ j ≤ y, |i− j| ≤ c}}")),
        ("geometric(3)", format!("g(d = 3): {twice}∪ {{(x− i, y − j) | 1 ≤ i ≤ dj − 2, 1 ≤ j ≤ di− 2}}")),
        ("sub-geometric(3)", format!("g(d = 3): {twice}∪ {{(x− i, y − j) | 1 ≤ i ≤ dj − 1, 1 ≤ j ≤ di− 1}}")),
        (
            "revised-twist(2)",
            format!("t(c = 2): {twice}∪\n\n(x− i, y − j)\n\n∣∣∣∣∣∣0 ≤ i ≤ x, 0 ≤ j ≤ y\n\n|i− j| ≤ c, i+ j ≥ 1\n\n\n")
                .replace("f(x, y)", "f((x, y))"),
        ),
        (
            "revised-twist(2)",
            r"t(c = 2): $f((x, y)) = \{(x-i, y+j) \mid 2 \le i \le x, 1 \le j < i\}
              \cup \{(x+j, y-i) \mid 2 \le i \le y, 1 \le j < i\}
              \cup \left\{ (x-i, y-j) \,\middle|\, 0 \le i \le x, 0 \le j \le y, |i-j| \le c, i+j \ge 1 \right\}$"
                .to_owned(),
        ),
        (
            "revised-twist(2)",
            r"t(c = 2): \begin{align*} f((x, y)) &= \{(x-i, y+j) \mid 2 \le i \le x, 1 \le j < i\} \\
              &\cup \{(x+j, y-i) \mid 2 \le i \le y, 1 \le j < i\} \\
              &\cup \left\{ (x-i, y-j) \,\middle|\, \begin{array}{l} 0 \le i \le x, 0 \le j \le y \\ i+j \ge 1 \\
              |i-j| \le c \\ \end{array} \right\} \end{align*}"
                .to_owned(),
        ),
        ("yama", r"\[ f(x,y) = \{(x-i,y+1) \mid 2\le i\le x\} \cup \{(x+1,y-i) \mid 2\le i\le y\} \]".to_owned()),
        ("yama", r"\( f(x,y) = \{(x-i,y+1) : 2\le i\le x\} \cup \{(x+1,y-i) : 2\le i\le y\} \)".to_owned()),
    ];
    for (name, text) in pasted {
        let (built_in, read) = (heap_game(name), heap_game(&text));
        for position in positions(&[9, 9]) {
            assert_eq!(
                read.ruleset.options(&position).unwrap(),
                built_in.ruleset.options(&position).unwrap(),
                "{text} at {position:?}"
            );
        }
    }
}

/// Documents 000, 001 §2 and 004 §3 define their games in words; what they print as
/// formulas is read as it is copied: nim-sums, the pairs of Wythoff's game, rules (A, B, C).
#[test]
fn statements_of_the_other_documents_are_read_as_they_are_copied() {
    use miyama::heap::conjecture::test;
    use miyama::heap::formula::{Formula, Names};
    let three = "(a, b, c) -> {(a-i, b, c) | 1 <= i} ∪ {(a, b-i, c) | 1 <= i} ∪ {(a, b, c-i) | 1 <= i}";
    for (game, names, text) in [
        (three, &["a", "b", "c"][..], "a⊕ b⊕ c = 0"),
        (&three.replace('a', "k").replace('b', "m").replace('c', "n"), &["k", "m", "n"], "k XOR m XOR  n = 0"),
        (
            &three.replace('a', "a_1").replace('b', "a_2").replace('c', "a_3"),
            &["a_1", "a_2", "a_3"],
            r"a_1 \oplus a_2 \oplus a_3 = 0",
        ),
        ("wythoff", &["x", "y"], "exists i: (x, y) = (⌊iφ⌋, ⌊iφ^2⌋) or (x, y) = (⌊iφ^2⌋, ⌊iφ⌋)"),
        ("yama", &["x", "y"], "|x− y| ≤ 1"),
    ] {
        let game = heap_game(game);
        let formula = Formula::set(text, &Names::of(names)).unwrap_or_else(|m| panic!("{text}: {m}"));
        let to = vec![12; names.len()];
        let budget = Budget::unlimited();
        let tested = test(&game.ruleset, &formula, &to, miyama::play::Convention::Normal, &budget).unwrap();
        assert_eq!(tested.violation, None, "{text}");
    }
    for (rule, code) in [("({2}, {2}, {2})", "0.07"), ("({1,2},{1,2},{1,2})", "0.77"), ("({1,3},{1,3},∅)", "0.303")] {
        let (rule, code) = (heap_game(rule), heap_game(code));
        for heap in 0..20 {
            let sorted = |game: &miyama::game::HeapGame| {
                let mut options = game.ruleset.options(&[heap]).unwrap();
                options.sort();
                options.dedup();
                options
            };
            assert_eq!(sorted(&rule), sorted(&code), "{heap}");
        }
    }
}

/// The residue of a power is asked for, not the power: it may be larger than any number here. Compared with the
/// residues themselves, by the interpreter too, for heaps whose powers have hundreds of digits.
#[test]
fn residues_of_powers_beyond_all_numbers_are_exact() {
    let residue = |base: u64, exponent: u64, modulus: u64| (0..exponent).fold(1 % modulus, |r, _| r * base % modulus);
    let check = |text: &str, heap: u64, takes: &dyn Fn(u64) -> bool| {
        let expected: Vec<u64> = (1..=heap).filter(|i| takes(*i)).map(|i| heap - i).collect();
        assert_eq!(options(text, heap), sorted(expected.clone()), "{text} at {heap}");
        let definition = parse_definition(text).unwrap();
        let interpreter = Interpreter::new(&definition, &[]).unwrap();
        let mut naive = Naive::of(&[&interpreter]).with_effort(u64::MAX);
        let naive = naive.options(0, &[heap]).unwrap().iter().map(|left| left[0][0]).collect();
        assert_eq!(sorted(naive), sorted(expected), "{text} at {heap}, as it stands");
    };
    for heap in [7, 80, 81, 300] {
        check("(x) -> {(x-i) | 3^i mod 7 = 1, 1<=i}", heap, &|i| i % 6 == 0);
        check("(x) -> {(x-i) | (2^i+1) mod 3 = 0, 1<=i}", heap, &|i| i % 2 == 1);
        check("(x) -> {(x-i) | (i-5*3^i) mod 11 = 2, 1<=i}", heap, &|i| (i + 55 - 5 * residue(3, i, 11)) % 11 == 2);
        check("(x) -> {(x-i) | i*x^i mod (i+2) = 1, 1<=i}", heap, &|i| i * residue(heap, i, i + 2) % (i + 2) == 1);
        check("(x) -> {(x-i) | x^9 mod 10 = i^20 mod 10, 1<=i}", heap, &|i| residue(heap, 9, 10) == residue(i, 20, 10));
    }
}

/// What papers write, beside the same in plain words.
#[test]
fn what_papers_write_is_read() {
    let same = [
        ("(x) -> {(x-i) | i ∈ ℕ>0, i ≡ 1 (mod 3)}", "(x) -> {(x-i) | i >= 1, i mod 3 = 1}"),
        (r"(x) \to \{(x-i) \mid i \ge 1, i \equiv 1 \pmod{3}\}", "(x) -> {(x-i) | i >= 1, i mod 3 = 1}"),
        (r"(x) \mapsto \{(x-i) \mid 1 \le i \le \lfloor \frac{x}{2} \rfloor\}", "(x) -> {(x-i) | 1 <= i, 2i <= x}"),
        (r"(x) \to \{(x-i) \mid 1 \le i \le \lfloor\sqrt{x}\rfloor\}", "(x) -> {(x-i) | 1 <= i, i*i <= x}"),
        ("(x) -> {(x-i) | 1 <= i <= ⌊√x⌋}", "(x) -> {(x-i) | 1 <= i, i^2 <= x}"),
        ("(x) -> {(x-i(i+1)/2) | 1 <= i}", "(x) -> {(x-j) | 2j = i*i+i, 1 <= i}"),
        ("(x1, …, x3) -> {(x1-i, x2, x3) | 1 <= i}", "(x,y,z) -> {(x-i,y,z) | 1 <= i}"),
        ("(x_1, x_2) -> {(x_{1}-i, x_2) | 1 <= i}", "(x,y) -> {(x-i,y) | 1 <= i}"),
        ("(x) -> {(x-i) | i ∈ {1, 2, …, 5}}", "(x) -> {(x-i) | 1 <= i <= 5}"),
        ("(x) → {(x−i) | i ∈ {1, …, x}}", "(x) -> {(x-i) | 1 <= i <= x}"),
        ("(x, y) -> {(x-i, y) | i ∈ {1,2,...,min(x,y)}}", "(x, y) -> {(x-i, y) | 1 <= i <= min(x,y)}"),
        ("(x) -> {(x-i) | i mod 3 = 1}", "(x) -> {(x-i) | i in {1,4,7,10,13,16,19,22,25,28,31,34,37,40}}"),
        ("(x) -> {(x-i) | i MOD 2 = 1 AND 3 <= i OR i = 2}", "(x) -> {(x-i) | i mod 2 = 1 and 3 <= i or i = 2}"),
        ("(x) -> {(x-i) | 1 <= i <= 5, i ∉ {2, 4}}", "(x) -> {(x-i) | i in {1,3,5}}"),
        ("(x) -> {(x-i) | i divides x, 1 <= i <= x}", "(x) -> {(x-i) | x mod i = 0, 1 <= i <= x}"),
        ("(x) -> {(x-2^i)}", "(x) -> {(x-i) | i in powers}"),
        ("(x) -> {(x-i) | i in fibonacci}", "let F = fibonacci; (x) -> {(x-i) | i in F}"),
        ("(x) -> {(x-i) | i in fibonacci, i < 14}", "(x) -> {(x-i) | i in {1,2,3,5,8,13}}"),
        ("(x,y) -> {(x-i,y-j) | (i,j) in {(1,2),(2,1)}}", "(x,y) -> {(x-1,y-2),(x-2,y-1)}"),
        ("(x,y) -> {(x-i,y-j) | {i,j} in {{1,2},{0,3}}}", "(x,y) -> {(x-1,y-2),(x-2,y-1),(x,y-3),(x-3,y)}"),
        ("let f(t) = t div 2; (x) -> {(f(x)) | 1 <= x}", "(x) -> {(x div 2) | 1 <= x}"),
        ("(x) -> {2*(i) | 2i < x}", "(x) -> {(i)+(i) | 2i < x}"),
        ("（x）→｛（x－i）｜１２≦i≦１５｝", "(x) -> {(x-i) | 12 <= i <= 15}"),
        // One heap without brackets.
        (r"n \mapsto \{n-1, n-3\}", "(x) -> {(x-1), (x-3)}"),
        ("f(n) = {n-1, (n-1)/2 : n ≥ 1}", "(x) -> {(x-1), ((x-1) div 2) | x >= 1}"),
        ("x -> {(a)+(b) | a+b = x, 1 <= a < b}", "(x) -> {(a)+(b) | a+b = x, 1 <= a < b}"),
        // Unions over an index.
        (
            r"(x,y) \to \bigcup_{i=1}^{x} \{(x-i,y)\} \cup \bigcup\limits_{1 \le j \le y} \{(x,y-j)\}",
            "(x,y) -> {(x-i,y) | 1 <= i} U {(x,y-j) | 1 <= j}",
        ),
        ("(x) → ⋃_{i=2}^3 {(x-i)}", "(x) -> {(x-2), (x-3)}"),
        // Words and signs between an option and its conditions, and of numbers.
        (r"(x) \to \{(x-i) \text{ s.t. } 1 \le i\}", "(x) -> {(x-i) | 1 <= i}"),
        ("(x) -> {(x-i) for all 1 <= i <= 4} ∪ {(x-7) if x >= 9}", "(x) -> {(x-i) | 1 <= i <= 4} ∪ {(x-7) | x >= 9}"),
        (r"(x) \to \{(x-i) \mid i \mid x, i \ge 1\}", "(x) -> {(x-i) | i divides x, 1 <= i <= x}"),
        (r"(x) \to \{(x-i) : i \nmid x, 1 \le i\}", "(x) -> {(x-i) | x mod i != 0, 1 <= i <= x}"),
        (r"(x) \to \{(x-i) : i \equiv 1 \pmod 3\}", "(x) -> {(x-i) | i mod 3 = 1}"),
        ("(x) -> {(x-i) | i ≡ 1 mod 3}", "(x) -> {(x-i) | i mod 3 = 1}"),
        (r"(x) \to \{(x-i) : i \not\equiv 0 \pmod 3, i \not= 4\}", "(x) -> {(x-i) | i mod 3 != 0, i != 4}"),
        (r"(x) \to \{(x-i) : i \text{ odd}\}", "(x) -> {(x-i) | i mod 2 = 1}"),
        ("(x) -> {(x-i) | i is even and i is positive}", "(x) -> {(x-i) | i mod 2 = 0, i >= 1}"),
        (
            "(x,y) -> {(x-i,y) | 1 <= i, i <= min(y if y is even else 2, (3 if not y odd else x))}",
            "(x,y) -> {(x-i,y) | 1 <= i, i <= min(y if y mod 2 = 0 else 2, (3 if y mod 2 = 0 else x))}",
        ),
        (r"f(n) = \{n-p : p \text{ prime}\}", "(x) -> {(x-i) | i in primes}"),
        ("(x) -> {(x-i) | i mod 3 != 0}", "(x) -> {(x-i) | i >= 1, i mod 3 >= 1}"),
        // Ranges.
        ("(x) -> {(x-i) | i ∈ [1, x-2]}", "(x) -> {(x-i) | 1 <= i <= x-2}"),
        ("(x) -> {(x-i) | i in 1..x-2}", "(x) -> {(x-i) | 1 <= i <= x-2}"),
        ("(x) -> {(x-i) | i in {1..x}, i in {2..5}}", "(x) -> {(x-i) | 2 <= i <= 5}"),
        ("(x) -> {(x-i) | i = 1, 2, …, x}", "(x) -> {(x-i) | 1 <= i <= x}"),
        ("(x) -> {(x-i) | i = 1, 2, …, 6}", "(x) -> {(x-i) | 1 <= i <= 6}"),
        (r"(x,y) \to \{(x-i,y-i) : 1 \le i \le \min\{x,y\}\}", "(x,y) -> {(x-i,y-i) | 1 <= i}"),
        (r"(x) \to \{(x-i-j) : i,j \in \mathbb{N}_0, i+j \in \mathbb Z^+\}", "(x) -> {(x-i) | 1 <= i}"),
        // Of integers a root says what its rounding says.
        ("(x) -> {(x-i) | 1 <= i <= √x}", "(x) -> {(x-i) | 1 <= i, i*i <= x}"),
        (r"(x) \to \{(x-i) : 1 \le i < \sqrt{x}\}", "(x) -> {(x-i) | 1 <= i, i*i < x}"),
        ("(x) -> {(x-i) | sqrt(x) <= i <= x, i >= 1}", "(x) -> {(x-i) | i*i >= x, 1 <= i <= x}"),
        ("(x) -> {(x-i) | x > i > sqrt(x)}", "(x) -> {(x-i) | i*i > x, i < x}"),
        (
            "let f(n) = f(n-1)+f(n-2) if n >= 2 else n; (x) -> {(x-f(i)) | 1 <= i <= x+1, 1 <= f(i)}",
            "(x) -> {(x-i) | i in fibonacci}",
        ),
    ];
    for (paper, plain) in same {
        let (paper_game, plain) = (heap_game(paper), heap_game(plain));
        for position in positions(&vec![if plain.ruleset.heaps() == 1 { 40 } else { 9 }; plain.ruleset.heaps()]) {
            let options = |game: &miyama::game::HeapGame| game.ruleset.options(&position).unwrap();
            assert_eq!(options(&paper_game), options(&plain), "{paper} at {position:?}");
        }
    }
}

/// A definition under a paper's head has no name, as one with an arrow has none; and positions may
/// be typed as Japanese text is.
#[test]
fn pasted_definitions_and_wide_digits_in_positions() {
    assert_eq!(heap_game("f(x, y) = {(x-i, y) | 1 <= i <= x}").label, "");
    assert_eq!(heap_game("f（x）＝｛（x－１）｝").label, "");
    let read = |text: &str| text.parse::<miyama::sum::Position>().map(|position| position.to_string());
    assert_eq!(read("nim：３，１５").unwrap(), "nim:3,15");
    assert_eq!(read("wythoff:４、９").unwrap(), "wythoff:4,9");
    assert_eq!(read("nim：３，x").unwrap_err().at, 12..13);
}

#[test]
fn a_domain_says_what_a_position_is() {
    let chocolate = heap_game("chocolate").ruleset;
    let budget = Budget::unlimited();
    for position in positions(&[12, 12]) {
        let (y, z) = (position[0], position[1]);
        assert_eq!(chocolate.is_position(&position, &budget).unwrap(), y <= z / 2);
        let options = chocolate.options(&position).unwrap();
        assert!(y <= z / 2 || options.is_empty());
        assert!(options.iter().flatten().all(|option| option[0] <= option[1] / 2));
    }
    // The value is y xor z (S. Nakamura and R. Miyadera).
    let table = miyama::heap::table::GrundyTable::new(&chocolate, &[15, 31], &budget).unwrap();
    for position in positions(&[15, 31]).filter(|position| position[0] <= position[1] / 2) {
        assert_eq!(u64::from(table.value(&position).unwrap().0), position[0] ^ position[1], "{position:?}");
    }
    let (place, says) = {
        let mistake = miyama::sum::parse_position("chocolate:5,3", &Games::built_in()).unwrap_err();
        ("chocolate:5,3"[mistake.at.clone()].to_owned(), mistake.to_string())
    };
    assert_eq!((place.as_str(), says.contains("y <= z div 2")), ("5,3", true), "{says}");
}

/// Conditions that are too many for elimination are looked at one position at a time.
#[test]
fn domains_with_digits_and_divisors() {
    let budget = Budget::unlimited();
    for text in [
        "(x, y) -> {(x-i, y-i) | 1 <= i} where x mod 2 = y xor x",
        "(x) -> {(x-(2*i+1)) | i > 0, x mod 4 ≡ 0 (mod 3)} where gcd(x, 6) = x mod 4",
        "(x, y) -> {(x-i, y-j) | 1 <= i, j <= gcd(i,4), x mod 2 = (y xor i) mod 3} where gcd(x, 6) = y xor (x mod 4)",
        "(x) -> {(x-i^2) | 1 <= i} U {(x-i^3) | 1 <= i}",
    ] {
        let ruleset = heap_game(text).ruleset;
        let interpreter = ruleset.interpreter().unwrap();
        for position in positions(&vec![14; ruleset.heaps()]) {
            let mut options = ruleset.options(&position).unwrap();
            options.sort();
            let naive: Vec<Vec<Vec<u64>>> =
                interpreter.options(&position, &mut (1 << 24), &budget).unwrap().into_iter().collect();
            assert_eq!(options, naive, "{text} at {position:?}");
        }
    }
}

/// Octal games of document 004 with the sentence around them, and rules of document 000 in words.
#[test]
fn rules_in_words_and_codes_in_sentences_are_found() {
    let value = |game: &str, heap: u64| heap_game(game).ruleset.options(&[heap]).unwrap().len();
    let printed = "ゲーム（Dawson’s Kaylesと呼ばれる）は，ルール ({2}, {2}, {2})から定まる 8進ゲームである．";
    for heap in 0..12 {
        assert_eq!(value(printed, heap), value("0.07", heap), "{heap}");
        assert_eq!(
            value("t(m = 3): どれか 1つの山から，1個以上m個以下を取る", heap),
            value("bounded(3)", heap),
            "{heap}"
        );
    }
    let text = "どれか 1つの山から，1個以上m個以下を取る";
    let mistake = Games::built_in().find(text).unwrap_err();
    assert_eq!((mistake.at.clone(), mistake.to_string().contains("`m`")), (0..text.len(), true));
}

/// What documents 000 and 004 print, copied as it stands.
#[test]
fn formulas_are_read_as_papers_print_them() {
    let holds = |game: &str, text: &str, most: u64| -> Vec<u64> {
        let ruleset = heap_game(game).ruleset;
        let formula = Formula::set(text, &ruleset.names()).unwrap_or_else(|m| panic!("{text}: {m} at {:?}", m.at));
        let budget = Budget::unlimited();
        let mut evaluator = formula.evaluator(&budget);
        (0..most).filter(|n| evaluator.number(&[*n]).unwrap() == 0).collect()
    };
    let kayles = "n = 0,1,15,35 or n ≡ 5,9,21,25,29 (mod 34)";
    let zeros = [0, 1, 5, 9, 15, 21, 25, 29, 35, 39, 43, 55, 59, 63];
    assert_eq!(holds("({2}, {2}, {2})", kayles, 70), zeros);
    // A list ends where another condition begins.
    assert!(holds("({2}, {2}, {2})", "n = 3, 4 <= n", 9).is_empty());
    assert_eq!(holds("({2}, {2}, {2})", "n >= 3, n \u{338}= 5, n <= 7", 9), [3, 4, 6, 7]);
    // The n-th game of Wythoff, document 000.
    let printed = "w(n = 2): (x, y) -> {(x−a, y) | a ≧ 1} ∪ {(x, y−b) | b ≧ 1} ∪ {(x−a, y−b) | a, b ≧ 1, |a−b| < n}";
    let (read, known) = (heap_game(printed).ruleset, heap_game("wythoff(2)").ruleset);
    for position in positions(&[7, 7]) {
        assert_eq!(sorted(read.options(&position).unwrap()), sorted(known.options(&position).unwrap()), "{position:?}");
    }
}

fn sorted<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort();
    all.dedup();
    all
}

/// A power or a product that no number of the program holds is larger than the heap all the same.
#[test]
fn powers_beyond_all_numbers_are_no_options() {
    let powers = |base: u64, heap: u64| -> Vec<u64> {
        let mut all: Vec<u64> = (0..).map_while(|e| heap.checked_sub(base.checked_pow(e)?)).collect();
        all.sort_unstable();
        all
    };
    for heap in [1, 61, 62, 63, 64, 100, 127, 128, 1000, 65_536, 1 << 20, (1 << 20) + 1, 123_456_789, 1 << 30] {
        assert_eq!(options("(x) -> {(x-2^i)}", heap), powers(2, heap), "{heap}");
        assert_eq!(options("(x) -> {(x-3^i)}", heap), powers(3, heap), "{heap}");
    }
    assert_eq!(options("(x) -> {(x-i^i) | 1<=i<=x}", 300), [44, 273, 296, 299]);
    assert_eq!(options("(x) -> {(x-i^50) | 1<=i<=x}", 3000), [2999]);
    assert_eq!(options("(x) -> {(x-i) | 0 <= (0-i)^(2*i+1) + i, 1<=i<=x}", 100), [99]);
    assert_eq!(options("(x) -> {(x-i*i*i*i*i*i*i*i*i*i*i*i) | 1<=i<=x}", 3000), [2999]);
    // What is more than any number is enough where nothing bounds it from above.
    assert_eq!(options("(x) -> {(x-1) | 2^i >= x, i<=x}", 5), [4]);
    assert_eq!(options("(x) -> {(x-1) | 2^i >= x, i<=x}", 1000), [999]);
    assert_eq!(options("(x) -> {(x-i) | 1<=i<=x, 2^i > x}", 1000), (0..=990).collect::<Vec<u64>>());
    // Where its value is asked for, too large remains too large.
    let Game::Heap(game) = Games::built_in().find("(x) -> {(x-1) | 2^i >= 3^j, i<=x, j<=x}").unwrap() else { panic!() };
    assert!(game.ruleset.options(&[1000]).is_err());
}
