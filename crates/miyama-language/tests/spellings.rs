//! Spellings of papers, each beside the plain one that means the same.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama_budget::Budget;
use miyama_language::interpreter::{Interpreter, Left};
use miyama_language::notation::parse_definition;
use std::collections::BTreeSet;

fn interpreter(text: &str) -> Interpreter {
    let definition = parse_definition(text).unwrap_or_else(|mistake| panic!("{text}: {mistake} at {:?}", mistake.at));
    Interpreter::new(&definition, &[]).unwrap_or_else(|| panic!("{text}"))
}

fn options(rules: &Interpreter, position: &[u64], text: &str) -> BTreeSet<Left> {
    let found = rules.options(position, &mut (1 << 24), &Budget::unlimited());
    found.unwrap_or_else(|why| panic!("{text} at {position:?}: {why:?}"))
}

/// Each pair has the same options at all positions of a small box, by the interpreter.
fn mean_the_same(pairs: &[(&str, &str)]) {
    for (paper, plain) in pairs {
        let (paper_rules, plain_rules) = (interpreter(paper), interpreter(plain));
        let box_of: Vec<Vec<u64>> = match plain_rules.heaps() {
            1 => (0..=40).map(|x| vec![x]).collect(),
            _ => (0..8).flat_map(|x| (0..8).map(move |y| vec![x, y])).collect(),
        };
        let mut moves = 0;
        for position in box_of {
            let found = options(&paper_rules, &position, paper);
            assert_eq!(found, options(&plain_rules, &position, plain), "{paper} against {plain} at {position:?}");
            moves += found.len();
        }
        assert!(moves > 0, "{paper}");
    }
}

/// What is marked, and the sentence.
fn mistake(text: &str) -> (String, String) {
    let mistake = parse_definition(text).map(|_| ()).unwrap_err();
    (text[mistake.at.clone()].to_owned(), mistake.to_string())
}

#[test]
fn raised_signs_are_exponents() {
    mean_the_same(&[
        ("(x) -> {(x-i) | 1 ≤ i, i² ≤ x}", "(x) -> {(x-i) | 1 <= i, i*i <= x}"),
        ("(x,y) -> {(x-i,y-j) | 1 ≤ i+j, i²+j² ≤ 5}", "(x,y) -> {(x-i,y-j) | 1 <= i+j, i*i+j*j <= 5}"),
        ("(x) -> {(x-2ⁱ)}", "(x) -> {(x-2^i)}"),
        ("(x) -> {(x-2ⁱ⁺¹)}", "(x) -> {(x-2^(i+1))}"),
        ("(x) -> {(x-2ⁱ3ʲ)}", "(x) -> {(x-2^i*3^j)}"),
    ]);
}

#[test]
fn an_exponent_is_one_sign_or_one_bracket() {
    mean_the_same(&[
        ("(x) -> {(x-i) | 1<=i, x^2i<=200}", "(x) -> {(x-i) | 1<=i, x*x*i<=200}"),
        ("(x) -> {(x-k^2(k+1)) | 1<=k}", "(x) -> {(x-k*k*(k+1)) | 1<=k}"),
        ("(x) -> {(x-2^k(k+1))}", "(x) -> {(x-2^k*(k+1))}"),
        ("(x) -> {(x-2^(k(k+1)))}", "(x) -> {(x-2^(k*(k+1)))}"),
        ("(x) -> {(x-2^{i}3^{j})}", "(x) -> {(x-2^i*3^j)}"),
    ]);
    let (marked, says) = mistake("(x) -> {(x-2^2k)}");
    assert!(says.starts_with("it is not clear whether the factor belongs to the exponent"), "{says}");
    assert_eq!(marked, "2^2k");
}

#[test]
fn names_side_by_side_are_a_product() {
    mean_the_same(&[
        ("(x,y) -> {(x-i,y-j) | 1<=i, 1<=j, ij<=4}", "(x,y) -> {(x-i,y-j) | 1<=i, 1<=j, i*j<=4}"),
        ("(x) -> {(x-i) | 1<=i, ix^2<=200}", "(x) -> {(x-i) | 1<=i, i*x*x<=200}"),
        (
            "(a,b) -> {(a-kb,b) | k≥1, b≥1} ∪ {(a,b-ka) | k≥1, a≥1}",
            "(a,b) -> {(a-k*b,b) | k>=1, b>=1} U {(a,b-k*a) | k>=1, a>=1}",
        ),
        ("(x,y) -> {(x-i,y) | 1<=i, xy even}", "(x,y) -> {(x-i,y) | 1<=i, (x*y) mod 2 = 0}"),
        // A word of other letters is one name.
        ("(x) -> {(x-take) | 1 <= take <= 3}", "(x) -> {(x-i) | 1 <= i <= 3}"),
    ]);
}

#[test]
fn what_is_said_of_several_names() {
    mean_the_same(&[
        ("(x,y) -> {(x-i,y-j) | 1 ≤ i, j ≤ 2}", "(x,y) -> {(x-i,y-j) | 1 <= i <= 2, 1 <= j <= 2}"),
        ("(x,y) -> {(x-i,y-j) | 3 > i, j > 0}", "(x,y) -> {(x-i,y-j) | 1 <= i <= 2, 1 <= j <= 2}"),
        ("(x,y) -> {(x-i,y-i) | 1 ≤ i ≤ x, y}", "(x,y) -> {(x-i,y-i) | 1 <= i, i <= x, i <= y}"),
        ("(x,y) -> {(x-i,y-i) | 1 ≤ i ≤ x, y ≤ 5}", "(x,y) -> {(x-i,y-i) | 1 <= i, i <= x; y <= 5}"),
        // Below itself is nothing: two conditions.
        ("(x,y) -> {(x-i,y+j) | 1 <= i, j < i}", "(x,y) -> {(x-i,y+j) | j < i, 1 <= i}"),
        ("(x,y) -> {(x-i,y+j) | 0 < i, j < 2i-1}", "(x,y) -> {(x-i,y+j) | j < 2i-1, 1 <= i}"),
        ("(x,y) -> {(x-i,y-j) | 1 <= i, j <= y}", "(x,y) -> {(x-i,y-j) | i >= 1; j >= 0}"),
        ("(x,y) -> {(x-i,y-i) | 1 <= i, i <= x, y <= 5}", "(x,y) -> {(x-i,y-i) | i >= 1; 5 >= y}"),
        // A heap beside an integer begins another condition.
        ("(x,y) -> {(x-i,y) | 1 <= i, x <= 5}", "(x,y) -> {(x-i,y) | i >= 1; x <= 5}"),
        ("(x,y) -> {(x-i,y-j) | 1 <= i; j <= 2, 1 <= j}", "(x,y) -> {(x-i,y-j) | i >= 1; 2 >= j; j >= 1}"),
        ("(x,y) -> {(x-i,y-j) | i, j even, i+j>0}", "(x,y) -> {(x-i,y-j) | i mod 2 = 0, j mod 2 = 0, i+j>0}"),
        ("(x) -> {(x-i) | i = 1, 2 or 5}", "(x) -> {(x-i) | i in {1,2,5}}"),
        ("(x) -> {(x-i) | 1<=i, i ≠ 2, 3}", "(x) -> {(x-i) | 1<=i, i != 2, i != 3}"),
        ("(x) -> {(x-i) | 1<=i, i ≡ 0 or 1 (mod 4)}", "(x) -> {(x-i) | 1<=i, i mod 4 <= 1}"),
        (r"(x) -> {(x-i) | 1<=i, i \equiv 0,1 \pmod 4}", "(x) -> {(x-i) | 1<=i, i mod 4 <= 1}"),
        ("(x,y) -> {(x-i,y-j) | i+j>0, i ≡ j ≡ 0 (mod 2)}", "(x,y) -> {(x-i,y-j) | i+j>0, i mod 2=0, j mod 2=0}"),
    ]);
}

#[test]
fn options_in_one_set_take_the_conditions_that_speak_of_them() {
    mean_the_same(&[
        ("(x,y) -> {(x-i,y), (x,y-j) | 1≤i≤x, 1≤j≤y}", "(x,y) -> {(x-i,y) | 1<=i<=x} U {(x,y-j) | 1<=j<=y}"),
        ("(x,y) -> {(x-i,y), (x,y-j) | i,j≥1}", "(x,y) -> {(x-i,y) | 1<=i} U {(x,y-j) | 1<=j}"),
        // A guard of the heaps, or an integer that is tied to an own one, binds.
        (
            "(x,y) -> {(x-i,y), (x,y-1) | 1≤i, x>y, 2k=i, k≤2}",
            "(x,y) -> {(x-i,y) | 1<=i, x>y, i in {2,4}} U {(x,y-1) | x>y}",
        ),
    ]);
}

#[test]
fn dots_go_on_as_the_numbers_before_them() {
    mean_the_same(&[
        ("(x) -> {(x-i) | i ∈ {1,2,4,…,16}}", "(x) -> {(x-i) | i in {1,2,4,8,16}}"),
        ("(x) -> {(x-i) | i ∈ {1, . . . , 5}}", "(x) -> {(x-i) | 1 <= i <= 5}"),
        ("(x) -> {(x-i) | i ∈ {1,3,…,x}}", "(x) -> {(x-i) | 1 <= i <= x, i mod 2 = 1}"),
        ("(x) -> {(x-i) | i = 2,4,6,…}", "(x) -> {(x-i) | 2 <= i, i mod 2 = 0}"),
        ("let S = {2,4,…,10}; (x) -> {(x-i) | i in S}", "(x) -> {(x-i) | i in {2,4,6,8,10}}"),
    ]);
    let (marked, says) = mistake("(x) -> {(x-i) | i in {2,3,5,7,…,13}}");
    assert!(says.starts_with("`…` goes between"), "{says}");
    assert_eq!(marked, "13");
}

#[test]
fn sets_are_joined_cut_and_taken_from_each_other() {
    mean_the_same(&[
        ("(x) -> {(x-i) | i in {1..3} ∪ {7..9}}", "(x) -> {(x-i) | 1<=i<=9, i not in {4,5,6}}"),
        (r"(x) -> {(x-i) | i \in \{1..9\} \setminus \{4,5,6\}}", "(x) -> {(x-i) | 1<=i<=9, i not in {4,5,6}}"),
        (r"(x) -> {(x-i) | i ∈ ℕ\{0}}", "(x) -> {(x-i) | 1<=i}"),
        ("(x) -> {(x-i) | i ∈ {1..6} ∩ {4..9}}", "(x) -> {(x-i) | 4<=i<=6}"),
    ]);
}

#[test]
fn displays_as_they_are_copied() {
    let yama = "(x,y) -> {(x-i,y+1) | 2<=i} U {(x+1,y-i) | 2<=i}";
    mean_the_same(&[
        ("f(x,y)={(x-i,y+1)| 2≤i≤x}∪{(x+1,y-i)| 2≤i≤y}.", yama),
        (r"$$f(x,y)=\{(x-i,y+1)\mid 2\le i\}\cup\{(x+1,y-i)\mid 2\le i\},$$", yama),
        ("f(x,y)={(x-i,y+1)| 2≤i≤x}∪{(x+1,y-i)| 2≤i≤y}。", yama),
        ("f(x,y) = ⋃_{i=2}^{x} {(x-i,y+1)} ∪ {(x+1,y-i) | 2≤i}", yama),
        (r"f(x,y)=\bigcup_{i=2}^{x}\{(x-i,y+1)\}\cup\{(x+1,y-i)\mid 2\le i\le y\}", yama),
        (r"f(x,y)=\bigl\{(x-i,y+1) : 2\leqslant i\bigr\}\cup\Big\{(x+1,y-i) : 2\le i\Big\}", yama),
        (r"(x,y) \longrightarrow \{(x-i,y+1),(x+1,y-i)\mid i\ge2\}", yama),
        ("(𝑥,𝑦) → {(x−𝑖,y+1) | 𝑖≥2} ∪ {(𝑥+1,𝑦−i) | i≥2}", yama),
        (r"(x) -> \{(x-p)\mid p\text{ is prime}, p\le x\}", "(x) -> {(x-p) | p in primes}"),
        ("(x) -> {(x-i) | 1 ≤ i ≤ ⌊log₂x⌋, x≥1}", "(x) -> {(x-i) | 1 <= i, 2^i <= x}"),
        (r"(x) -> {(x-i) | 1 ≤ i ≤ \log_2 x, x≥1}", "(x) -> {(x-i) | 1 <= i, 2^i <= x}"),
        ("(x) -> {(x-i) | 1 ≤ i ≤ 2√x}", "(x) -> {(x-i) | 1 <= i, i*i <= 4*x}"),
        ("(x) -> {([x/2]) | x>0}", "(x) -> {(x div 2) | x>0}"),
        (r"(x^\prime) -> {(x^{\prime}-1)}", "(x) -> {(x-1)}"),
        ("(x′) -> {(x′-1)}", "(x) -> {(x-1)}"),
        (r"(x) -> {(\lfloor\tfrac12x\rfloor) | x>0}", "(x) -> {(x div 2) | x>0}"),
    ]);
}

#[test]
fn a_sum_before_mod_is_doubtful() {
    for text in ["(x) -> {(x-i) | 1<=i, x-i mod 3 = 0}", r"(x) -> {(x-i) | 1<=i, x-i \bmod 3 \ne 1}"] {
        let (marked, says) = mistake(text);
        assert!(marked.starts_with("x-i") && says.contains("where papers mean the whole sum"), "{marked}: {says}");
    }
    mean_the_same(&[
        ("(x) -> {(x-i) | 1<=i, x+(i mod 3) = 4}", "(x) -> {(x-i) | 1<=i, i mod 3 = 4-x}"),
        ("(x) -> {(x-i) | 1<=i, x mod 3 + i mod 3 = 2}", "(x) -> {(x-i) | 1<=i, x mod 3 = 2 - (i mod 3)}"),
    ]);
}

/// Formulas are read as sets too.
#[test]
fn sets_of_positions_and_integers_from_some_number_on() {
    use miyama_language::formula::{Formula, Names};
    let names = Names::of(&["x", "y"]);
    let members = |text: &str| {
        let formula = Formula::set(text, &names).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
        let all = (0..20).flat_map(|x| (0..20).map(move |y| [x, y]));
        let budget = Budget::unlimited();
        let mut evaluator = formula.evaluator(&budget);
        all.filter(|position| evaluator.number(position).unwrap() == 0).collect::<Vec<[u64; 2]>>()
    };
    let beatty = members("exists k: {x,y} = {floor(k*phi), floor(k*phi^2)}");
    assert_eq!(members("exists n ∈ ℕ: {x,y} = {⌊nφ⌋,⌊nφ²⌋}"), beatty);
    assert_eq!(members(r"\exists n \ge 0: \{x,y\} = \{\lfloor n\varphi\rfloor,\lfloor n\varphi^2\rfloor\}"), beatty);
    assert_eq!(members("exists n >= 1: {x,y} = {⌊nφ⌋,⌊nφ²⌋}"), beatty[1..]);
    assert_eq!(members("{(x, y) ∈ M | |x− y| ≤ 1}"), members("|x-y| <= 1"));
    assert_eq!(members("forall k >= 1: x != k*y"), members("not exists k: (k >= 1 and x = k*y)"));
}

/// An integer that runs up to the total of all heaps names none of them.
#[test]
fn the_heaps_of_a_formula_are_those_that_it_names() {
    use miyama_language::formula::{Formula, Names};
    let names = Names::of(&["x", "y", "z"]);
    let used = |text: &str| Formula::set(text, &names).unwrap().heaps_used();
    assert_eq!(used("exists k: x = 3k"), 1);
    assert_eq!(used("exists k: x = k and y = k"), 2);
    assert_eq!(used("let d = |x-z|; exists k: d = k"), 3);
    assert_eq!(used("exists k <= x+y+z: x = k"), 3);
}

#[test]
fn options_go_on_as_the_first_ones_do() {
    mean_the_same(&[
        ("(x) -> {x-1, …, x-5}", "(x) -> {(x-i) | 1 <= i <= 5}"),
        ("n -> {n-1, n-2, ..., n-5}", "(n) -> {(n-i) | 1 <= i <= 5}"),
        ("n \\to \\{n-1, n-3, \\ldots, n-7\\}", "(n) -> {(n-i) | i in {1, 3, 5, 7}}"),
        ("(n) -> {0, 1, …, n-1}", "(n) -> {(i) | i <= n-1}"),
        ("(n) -> {(n-1), …, (0)}", "(n) -> {(i) | i <= n-1}"),
        ("(x) -> {x-1, …, x-3, x-9}", "(x) -> {(x-i) | i in {1, 2, 3, 9}}"),
        ("(x, y) -> {(x-1, y), …, (0, y)} ∪ {(x, y-1), …, (x, 0)}", "(x, y) -> {(i, y) | i < x} U {(x, j) | j < y}"),
        ("(x, y) -> {(x-1, y-1), (x-2, y-2), …, (x-4, y-4)}", "(x, y) -> {(x-i, y-i) | 1 <= i <= 4}"),
        ("(x, y) -> {(x-2, y+1), …, (x-4, y+3)}", "(x, y) -> {(x-i-1, y+i) | 1 <= i <= 3}"),
        ("t(k = 3): (x) -> {x-1, …, x-k}", "(x) -> {(x-i) | 1 <= i <= 3}"),
    ]);
    for text in [
        "(x) -> {x-1, x-2, x-4, …, x-9}",
        "(x, y) -> {(x-1, y-1), …, (x-3, y-2)}",
        "(x) -> {x-1, …, x*x}",
        "(x) -> {x-i, …, x-5 | 2 <= i <= 3}",
    ] {
        let (marked, says) = mistake(text);
        assert!(marked == "…" && says.starts_with("`…` goes between options"), "{text}: {says} at {marked}");
    }
}

#[test]
fn factorials_and_binomials_are_numbers() {
    mean_the_same(&[
        ("(x) -> {(x-k!) | 1 <= k}", "(x) -> {(x-k) | k in {1, 2, 6, 24}}"),
        ("(x) -> {(x-2k!)}", "(x) -> {(x-k) | k in {2, 4, 12}}"),
        ("(x) -> {(x-i) | 1 <= i <= 3!}", "(x) -> {(x-i) | 1 <= i <= 6}"),
        ("(x) -> {(x-\\binom{k}{2}) | 2 \\le k}", "(x) -> {(x-k*(k-1) div 2) | 2 <= k}"),
        ("(x) -> {(x-binomial(k,3)) | 3 <= k}", "(x) -> {(x-k*(k-1)*(k-2) div 6) | 3 <= k}"),
        ("(x) -> {(x-i) | 1 <= i, k! = i}", "(x) -> {(x-k) | k in {1, 2, 6, 24}}"),
    ]);
}

#[test]
fn cases_are_sets_with_conditions() {
    mean_the_same(&[
        (
            r"f(x)=\begin{cases} \{(x-1)\} & x \text{ odd} \\ \{(x/2)\} & x \text{ even}, x > 0 \end{cases}",
            "(x) -> {(x-1) | x mod 2 = 1} U {(x div 2) | x mod 2 = 0, x >= 1}",
        ),
        (
            r"f(x,y) = \begin{cases}\{(x-i,y)\mid 1\le i\le x\} & \text{if } x>y,\\ \{(x,y-i)\mid 1\le i\le y\} & \text{otherwise.}\end{cases}",
            "(x,y) -> {(x-i,y) | 1 <= i, x > y} U {(x,y-i) | 1 <= i, x <= y}",
        ),
        (
            r"f(x)=\begin{cases} \emptyset & (x = 0) \\ \{(x-1)\} \cup \{(x-2)\} & (x \ge 3) \\ \{(0)\} & \text{それ以外} \end{cases}",
            "(x) -> {(x-1), (x-2) | x >= 3} U {(0) | 1 <= x <= 2}",
        ),
    ]);
}

#[test]
fn japanese_words_stand_between_formulas() {
    mean_the_same(&[
        ("(x,y) -> {(x-i,y-j) | (i=0 または j=0) かつ i+j ≥ 1}", "(x,y) -> {(x-i,y-j) | i=0 or j=0, i+j >= 1}"),
        ("(x,y) -> {(x-i,y-j) | i=jまたはi=2j, j ≥ 1}", "(x,y) -> {(x-i,y-j) | i=j or i=2*j, j >= 1}"),
        ("(x) -> {(x-i) | 1≤i≤5かつiは奇数}", "(x) -> {(x-i) | i in {1, 3, 5}}"),
        ("(x) -> {(x-i) | 1≤i≤5、ただし i≠3}", "(x) -> {(x-i) | i in {1, 2, 4, 5}}"),
        (r"(x) -> \{(x-i) \mid i = 1 \text{ または } i = 4\}", "(x) -> {(x-i) | i in {1, 4}}"),
        ("山: (x) -> {(x-i) | i = 1 もしくは i = 4}", "(x) -> {(x-i) | i in {1, 4}}"),
        ("ゲームA: (x) -> {(x-1)}", "(x) -> {(x-1)}"),
    ]);
    // A word that is not known is no part of a name.
    let (marked, _) = mistake("(x) -> {(x-i) | i=1なのでi<=2}");
    assert_eq!(marked, "なので");
}

/// The definitions of the documents with the sentences around them.
#[test]
fn sentences_around_a_definition_are_passed_over() {
    let yama = "(x,y) -> {(x-i,y+1) | 2<=i} U {(x+1,y-i) | 2<=i}";
    let triangular = "{(x-i,y+j) | 2<=i, 1<=j<i} U {(x+j,y-i) | 2<=i, 1<=j<i}";
    let twist = format!("(x,y) -> {triangular} U {{(x-i,y-j) | 1<=i, 1<=j, |i-j| <= 1}}");
    let revised = format!("(x,y) -> {triangular} U {{(x-i,y-j) | |i-j| <= 1, i+j >= 1}}");
    let cells = "f(x, y) = {(x− i, y + 1) | 2 ≤ i ≤ x}\n\n∪ {(x+ 1, y − i) | 2 ≤ i ≤ y}";
    let sets = "{(x− i, y + j) | 2 ≤ i ≤ x, 1 ≤ j < i}\n\n∪ {(x+ j, y − i) | 2 ≤ i ≤ y, 1 ≤ j < i}\n\n∪";
    mean_the_same(&[
        (
            &format!(
                "定義 3.1. Yama Nimとは、\n\n{cells}\n\nとなるゲームである、つまり一度の着手で 1つの山から 2\n\n個以上石を取る。\n"
            ),
            yama,
        ),
        (&format!("(3.1) {cells} (3.1)"), yama),
        (&format!("・{cells}．"), yama),
        (
            &format!(
                "Definition 3.1 (Yama Nim). Yama Nim is the game with {cells}, that is, a player takes two or more."
            ),
            yama,
        ),
        (&format!("Consider the rules\n{cells}.\nThey were found in a thesis, where c was {{0}}."), yama),
        (
            &format!(
                "t(c = 1): 定義 4.1. 非負整数 c ∈ Z≥0 を取る。Triangular Nim の\nc-Wythoff twistとは、\n\nf(x, y) = {sets} {{(x− i, y − j) | 1 ≤ i ≤ x, 1 ≤ j ≤ y, |i− j| ≤ c}}\n\nであること、つまり、石の個数の差が c個以下ならば取ってよい。\n局面 a ∈ M から b ∈ {{(x − i, y − j) | 1 ≤ i ≤ x}}へ着手を行う。"
            ),
            &twist,
        ),
        // The large braces of the last set were lost.
        (
            &format!(
                "t(c = 1): 定義 5.2. 非負整数 c ∈ Z≥0 を取る。c-Wythoff twist(改)とは、\n\nf((x, y)) = {sets}\n\n(x− i, y − j)\n\n∣∣∣∣∣∣0 ≤ i ≤ x, 0 ≤ j ≤ y\n\n|i− j| ≤ c, i+ j ≥ 1\n\n\nであること、つまり、石取りゲームである。"
            ),
            &revised,
        ),
    ]);
}

/// The rules of document 000 are words.
#[test]
fn rules_in_words_are_read() {
    mean_the_same(&[
        ("石の取り方のルール✓ ✏\nどれか 1つの山から，1個以上を取る✒ ✑", "(x) -> {(x-i) | 1 <= i}"),
        ("t(m = 3): どれか 1つの山から，1個以上m個以下を取る", "(x) -> {(x-i) | 1 <= i <= 3}"),
        ("一つの山から ２個以下の石を取る。", "(x) -> {(x-i) | 1 <= i <= 2}"),
        (
            "どちらかの山から 1個以上を取るか，両方の山から 1個以上の同じ\n個数を取る．",
            "(x, y) -> sym {(x-i, y) | 1 <= i} U {(x-i, y-i) | 1 <= i}",
        ),
        (
            "w(n = 2): どちらかの山から 1個以上を取るか，\n一方の山から a個，他方の山から b個 (a, b \" 1, |a−b| < n)を取る．",
            "(x, y) -> sym {(x-i, y) | 1 <= i} U {(x-i, y-j) | 1 <= i, 1 <= j, |i-j| < 2}",
        ),
    ]);
    for text in
        ["どれか 1つの山から，1個以上を取り、1個戻す", "三つの山から 1個以上を取る", "両方の山から 1個以上を取る"]
    {
        assert_eq!(miyama_language::words::rules(text), None, "{text}");
    }
}

/// What may change the rules is not passed over, and the mistake points at it.
#[test]
fn conditions_in_words_and_misspelt_words_are_no_sentences() {
    for (text, marks) in [
        ("x ≥ y のとき、f(x, y) = {(x-i,y) | 1<=i} である。", "のとき"),
        ("ゲームは f(x, y) = {(x-i,y) | 1<=i} ただし奇数個とする。", "ただし"),
        ("ゲームは f(x, y) = {(x-i,y) | 1<=i} である。ただし x > y とする。", "ただし"),
        ("The game is f(x, y) = {(x-i,y) | 1<=i}, provided the first heap is larger.", "provided"),
        ("定義は f(x) = {(x-1)} である。また g は f(x) = {(x-2)} である。", "f(x) ="),
        ("(x) -> {(x-1)}, rigth {(x-2)}", ","),
        ("(x) -> {(x-1)}, whre x is odd and small", ","),
        ("(x) -> left {(x-1)} right {(x-2)} where (x <= 5), x is oddd", "is"),
        ("nim selectiv (x) -> {(x-1)}", "selectiv"),
    ] {
        let (marked, says) = mistake(text);
        assert_eq!(marked, marks, "{text}: {says}");
    }
}

#[test]
fn more_signs_of_pages_and_latex() {
    let yama = "(x,y) -> {(x-i,y+1) | 2<=i} U {(x+1,y-i) | 2<=i}";
    let twist = "(x,y) -> {(x-i,y-j) | 1<=i<=2*j-1, 1<=j<=2*i-1}";
    mean_the_same(&[
        ("f(x,y)={(x–i,y+1)∣2≤i≤x}∪{(x+1,y—i)∣2≤i≤y}", yama),
        ("f(x,y)={(x‐i,y+1)|2⩽i⩽x}⊔{(x+1,y‑i)∶2＜＝i⩽y}", yama),
        (
            r"\begin{align} f(x,y) = & \{(x-i,y+1)\mid 2\le i\} \nonumber \\ & \cup \{(x+1,y-i)\mid 2\le i\}. \label{eq:1} \end{align}",
            yama,
        ),
        (
            r"\begin{eqnarray*} f(x,y) &=& \{(x-i,y+1)\mid 2\le i\}\\&&\cup\ \{(x+1,y-i)\mid 2\le i\} \end{eqnarray*}",
            yama,
        ),
        (
            r"\begin{equation}\label{y} f(x,y) = \{(x-i,y+1)\mid 2\le i\}\cup\{(x+1,y-i)\mid 2\le i\}. \tag{3} \end{equation}",
            yama,
        ),
        (r"f(x,y)=\bigcup_{i}\{(x-i,y+1) \mid i\ge 2\}\cup\bigcup\nolimits_{i\ge2}\{(x+1,y-i)\}", yama),
        ("f(x,y) = ⋃_i {(x-i,y+1) | i ≥ 2} ∪ ⋃_{i} {(x+1,y-i) | i ≥ 2}", yama),
        (r"F(x,y) \coloneqq \{(x-i,y+1)\,;\,2\le i\}\cup\{(x+1,y-i)\,;\,2\le i\}", yama),
        ("(x) -> {x-1; x-2}", "(x) -> {(x-i) | 1 <= i <= 2}"),
        ("(x) -> {x-i; i in {1, 2}}", "(x) -> {(x-i) | 1 <= i <= 2}"),
        (r"t(d=2): (x,y) \to \{(x-i,y-j)\mid 1\le i\le d\,j-1, 1\le j\le d\,i-1\}", twist),
        (r"(x,y) \to \{(x-i,y-j)\mid \substack{1\le i\le 2j-1 \\ 1\le j\le 2i-1}\}", twist),
    ]);
}

/// Wide signs in patterns and boards are the narrow ones, and mistakes stand where they were written.
#[test]
fn wide_signs_are_narrow_ones() {
    use miyama_language::pattern::{parse_definition, read_position};
    let wide = parse_definition("ｇｒｉｄ　ｓｙｍ　［．．］→［＃＃］").unwrap();
    assert_eq!(wide.to_string(), "grid sym [..] -> [##]");
    let board = read_position(&wide, "．．＃／．．．", 128).unwrap();
    assert_eq!(board.to_string(), "..#/...");
    let text = "grid sym ［．．］→［＃］";
    let mistake = parse_definition(text).unwrap_err();
    assert_eq!(&text[mistake.at], "［＃］");
    let mistake = read_position(&wide, "．．／．＊", 128).unwrap_err();
    assert_eq!(mistake.at, 12..15);
    let prose = "定義 2. クラムとは、grid sym [..] -> [##] となるゲームである。つまり、ドミノを置く。";
    assert_eq!(parse_definition(prose).unwrap(), parse_definition("grid sym [..] -> [##]").unwrap());
}
