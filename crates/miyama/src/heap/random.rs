//! Random rulesets as text. Every form of the grammar occurs: guards on heaps, a
//! heap that rises while another falls, `mod`, `div`, products, `in`, chains, `or`,
//! `and`, `not`, `| |`, `min`, `max`, splits, copies, `0`, `sym`, options that do not depend
//! on the position, functions, sequences, tuples, `let`, `where`, one to four heaps. Most of them are bounded and end.
//!
//! [`compare`] plays one against its slow twin: campaigns over millions of them are cut into
//! tasks, and the tests play some in more ways.

mod twins;

pub use twins::{Compared, Difference, What, compare};

/// Random numbers from a seed, the same on every machine: splitmix64.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// Those of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        // Neighbouring seeds begin far apart.
        let mut chance = Chance(seed);
        chance.0 = chance.below(u64::MAX);
        chance
    }

    /// A number below `n`.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    /// True once in `n` times.
    fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn one_of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len() as u64) as usize]
    }
}

const HEAPS: [&str; 4] = ["x", "y", "z", "w"];

/// A ruleset.
///
/// ```
/// use miyama::heap::random::{Chance, ruleset};
/// assert_eq!(ruleset(&mut Chance::new(7)), ruleset(&mut Chance::new(7)));
/// ```
#[must_use]
pub fn ruleset(chance: &mut Chance) -> String {
    let heaps = [1, 1, 1, 2, 2, 2, 2, 2, 3, 4][chance.below(10) as usize];
    let sets = 1 + chance.below(3);
    let sets: Vec<String> = (0..sets).map(|_| set(chance, heaps)).collect();
    let mut text = format!("({}) -> {}", HEAPS[..heaps].join(","), sets.join(" U "));
    if chance.once_in(6) {
        text = format!("{text} where {}", condition(chance, heaps, &[], 1));
    }
    let lets = ["let f(t) = ", "let g(n) = ", "let F = "];
    let uses = ["f(", "g(", " in F"];
    let values = [function(chance), "g(n-1)+g(n-2) if n >= 2 else n".to_owned(), sequence(chance).to_owned()];
    for ((name, used), value) in lets.iter().zip(uses).zip(values) {
        if text.contains(used) {
            text = format!("{name}{value}; {text}");
        }
    }
    text
}

/// What a function of one number may be.
fn function(chance: &mut Chance) -> String {
    let n = 1 + chance.below(3);
    match chance.below(4) {
        0 => chance.one_of(&["floor(sqrt(t))", "ceil(sqrt(t))"]).to_owned(),
        1 => format!("(t+{n}) div {}", n + 1),
        2 => format!("t mod {}+{n}", n + 1),
        _ => format!("gcd(t,{})", 2 * n),
    }
}

fn sequence(chance: &mut Chance) -> &'static str {
    chance.one_of(&["fibonacci", "squares", "triangular", "primes", "powers", "evil", "odious", "{1, 2, 5}"])
}

fn set(chance: &mut Chance, heaps: usize) -> String {
    let (option, mut conditions) = match chance.below(16) {
        0..4 => taken(chance, heaps),
        4..7 if heaps > 1 => moved(chance, heaps),
        7..9 if heaps > 1 => diagonal(chance, heaps),
        9..11 => split(chance, heaps),
        11 => ("0".to_owned(), vec![]),
        12..14 => absolute(chance, heaps),
        14 if heaps > 1 => total(chance, heaps),
        _ => taken(chance, heaps),
    };
    // A position that nothing is left of, always and everywhere, is for no game.
    if chance.once_in(2) || option == "0" && !chance.once_in(8) {
        conditions.push(condition(chance, heaps, &[], 2));
    }
    let bound: Vec<&str> = ["i", "j"].into_iter().filter(|name| mentions(&option, &conditions, name)).collect();
    if !bound.is_empty() && chance.once_in(3) {
        conditions.push(condition(chance, heaps, &bound, 2));
    }
    let sym = if heaps > 1 && heaps < 4 && chance.once_in(3) { "sym " } else { "" };
    match conditions.is_empty() {
        true => format!("{sym}{{{option}}}"),
        false => format!("{sym}{{{option} | {}}}", conditions.join(", ")),
    }
}

/// Whether a text names this bound integer.
fn mentions(option: &str, conditions: &[String], name: &str) -> bool {
    let in_text = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .any(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()) == name)
    };
    in_text(option) || conditions.iter().any(|condition| in_text(condition))
}

/// A tuple with some heaps replaced.
fn tuple(heaps: usize, replaced: &[(usize, String)]) -> String {
    let heap = |place: usize| {
        let new = replaced.iter().find(|(heap, _)| *heap == place);
        new.map_or_else(|| HEAPS[place].to_owned(), |(_, text)| text.clone())
    };
    format!("({})", (0..heaps).map(heap).collect::<Vec<_>>().join(","))
}

/// Something is taken from one heap.
fn taken(chance: &mut Chance, heaps: usize) -> (String, Vec<String>) {
    let heap = chance.below(heaps as u64) as usize;
    let name = HEAPS[heap];
    let n = 1 + chance.below(3);
    let (left, condition) = match chance.below(18) {
        12 => (format!("{name}-2^i"), None),
        13 => (format!("{name}-i"), Some(format!("1 <= i <= floor(sqrt({name}))"))),
        14 => (format!("{name}-i"), Some("i in F, i > 0".to_owned())),
        15 => (format!("{name}-i"), Some(format!("i divides {name}, 1 <= i <= {name}"))),
        16 => (format!("{name}-i"), Some(format!("1 <= i <= {}", special(chance, name, name)))),
        17 => (format!("{name}-gcd({name},i)"), Some(format!("1 <= i <= {name}"))),
        0 => (format!("{name}-{n}"), None),
        1..4 => (format!("{name}-i"), Some(format!("{n} <= i"))),
        4 => (format!("{name}-i-{n}"), None),
        5 => (format!("{name}-{n}*i"), Some("i >= 1".to_owned())),
        6 => (format!("{name}-i*i"), Some("0 < i".to_owned())),
        7 => (format!("{name}-i"), Some(format!("i in {{1,{},{}}}", n + 1, n + 3))),
        8 => (format!("{name}-i"), Some(format!("1 <= i <= {}", term(chance, heaps, &[], 1)))),
        9 => (format!("{name}-i*(i+{n})"), Some("i != 0".to_owned())),
        10 => (format!("{name}-i-j"), Some(format!("1 <= i+j < {}", n + 3))),
        _ => (format!("{name}-2i+{n}"), Some(format!("{} <= 2i", n + 1))),
    };
    (tuple(heaps, &[(heap, left)]), condition.into_iter().collect())
}

/// One heap falls and another may rise.
fn moved(chance: &mut Chance, heaps: usize) -> (String, Vec<String>) {
    let from = chance.below(heaps as u64) as usize;
    let to = (from + 1 + chance.below(heaps as u64 - 1) as usize) % heaps;
    let (a, b) = (HEAPS[from], HEAPS[to]);
    let n = 1 + chance.below(3);
    let (falls, rises, condition) = match chance.below(8) {
        0 => (format!("{a}-i-{n}"), format!("{b}+i"), None),
        1 => (format!("{a}-2i"), format!("{b}+i"), Some("1 <= i".to_owned())),
        2 => (format!("{a}-i"), format!("{b}+j"), Some("j < i".to_owned())),
        3 => (format!("{a}+i-{n}"), format!("{b}-i"), None),
        4 => (format!("{a}-{n}"), format!("{b}+{}", chance.below(4)), None),
        5 => (format!("{a}-i"), format!("{b}+{n}"), Some(format!("i > {n}"))),
        6 => (format!("{a}-i-j-1"), format!("{b}+j"), None),
        _ => (format!("{a}-2*i+j"), format!("{b}+i-2*j"), Some("1 <= i+j".to_owned())),
    };
    let mut replaced = vec![(from, falls), (to, rises)];
    if heaps > 2 && chance.once_in(2) {
        let third = (0..heaps).find(|heap| *heap != from && *heap != to);
        replaced.extend(third.map(|third| (third, format!("{}-i", HEAPS[third]))));
    }
    (tuple(heaps, &replaced), condition.into_iter().collect())
}

/// Something is taken from two heaps at once.
fn diagonal(chance: &mut Chance, heaps: usize) -> (String, Vec<String>) {
    let first = chance.below(heaps as u64) as usize;
    let second = (first + 1 + chance.below(heaps as u64 - 1) as usize) % heaps;
    let n = chance.below(3);
    let strip = match chance.below(6) {
        0 => format!("|i-j| <= {n}"),
        1 => "j < i".to_owned(),
        2 => format!("min(i,j) <= {n}"),
        3 => format!("max(i,j) <= {}", n + 2),
        4 => format!("i*j <= {}", n + 2),
        _ => "i = j or i = 2*j".to_owned(),
    };
    let replaced = [(first, format!("{}-i", HEAPS[first])), (second, format!("{}-j", HEAPS[second]))];
    (tuple(heaps, &replaced), vec!["1 <= i+j".to_owned(), strip])
}

/// Two or three positions are left.
fn split(chance: &mut Chance, heaps: usize) -> (String, Vec<String>) {
    let heap = chance.below(heaps as u64) as usize;
    let name = HEAPS[heap];
    let n = 1 + chance.below(2);
    let part = |text: &str| tuple(heaps, &[(heap, text.to_owned())]);
    match chance.below(8) {
        6 => (format!("i*{}", part("j")), vec![format!("i*j = {name}, 2 <= i <= {name}"), "1 <= j".to_owned()]),
        7 => (format!("{}*{}+{}", n + 1, part("i"), part("j")), vec![format!("i+j < {name}")]),
        0 => (format!("{}+{}", part("i"), part("j")), vec![format!("i+j = {name}-{n}")]),
        1 => (format!("{}+{}", part("i"), part("j")), vec![format!("i+j < {name}"), "i <= j".to_owned()]),
        2 => (
            format!("{}+{}", part(&format!("{name}-i")), part(&format!("{name}-j"))),
            vec!["1 <= i <= j".to_owned(), "j <= 3".to_owned()],
        ),
        3 => (
            format!("{}+{}", part(&format!("{name}-{n}")), part(&format!("{name} div 2"))),
            vec![format!("{name} >= 1")],
        ),
        4 => (
            format!("{}+{}+{}", part("i"), part("j"), part("i")),
            vec![format!("2i+j < {name}"), "1 <= i".to_owned(), "1 <= j".to_owned()],
        ),
        _ => (format!("{}+{}", part("i"), part(&format!("{name}-i"))), vec![format!("1 <= i < {name}")]),
    }
}

/// Options that do not say how far the position falls.
fn absolute(chance: &mut Chance, heaps: usize) -> (String, Vec<String>) {
    let heap = chance.below(heaps as u64) as usize;
    let name = HEAPS[heap];
    let n = chance.below(4);
    let other = HEAPS[chance.below(heaps as u64) as usize];
    let (left, condition) = match chance.below(8) {
        0 => (format!("{n}"), format!("{name} > {n}")),
        1 => ("i".to_owned(), format!("i < {name}")),
        2 => (format!("{name} div {}", n + 2), format!("{name} >= 1")),
        3 => (format!("{name} mod {}", n + 2), format!("{name} >= {}", n + 2)),
        4 => (format!("min({name},{other})-1"), "1 = 1".to_owned()),
        5 => (format!("i*{}", n + 1), format!("i*{} < {name}", n + 1)),
        6 => (format!("{name} mod {other}"), format!("{other} <= {name}")),
        _ => (format!("|{name}-{}|", n + 1), format!("{name} >= {}", n + 1)),
    };
    (tuple(heaps, &[(heap, left)]), vec![condition])
}

/// Options with every heap, or all but one, chosen anew: only a weighted total falls.
fn total(chance: &mut Chance, heaps: usize) -> (String, Vec<String>) {
    const NEW: [&str; 4] = ["i", "j", "k", "l"];
    let kept = chance.once_in(3).then(|| chance.below(heaps as u64) as usize);
    let chosen: Vec<usize> = (0..heaps).filter(|heap| Some(*heap) != kept).collect();
    let weights: Vec<u64> = chosen.iter().map(|_| 1 + chance.below(2)).collect();
    let sum = |names: &[&str]| {
        let terms = chosen.iter().zip(&weights).map(|(heap, weight)| format!("{weight}*{}", names[*heap]));
        terms.collect::<Vec<_>>().join("+")
    };
    let replaced: Vec<(usize, String)> = chosen.iter().map(|heap| (*heap, NEW[*heap].to_owned())).collect();
    let falls = match chance.below(3) {
        0 => format!("{} = {}-{}", sum(&NEW), sum(&HEAPS), 1 + chance.below(2)),
        _ => format!("{} < {}", sum(&NEW), sum(&HEAPS)),
    };
    (tuple(heaps, &replaced), vec![falls])
}

/// A condition on the heaps and some bound integers.
fn condition(chance: &mut Chance, heaps: usize, bound: &[&str], depth: u64) -> String {
    let deeper = |chance: &mut Chance| condition(chance, heaps, bound, depth - 1);
    match chance.below(if depth > 0 { 16 } else { 8 }) {
        12 => format!("{} in F", term(chance, heaps, bound, 1)),
        13 => format!("{} divides {}", 1 + chance.below(3), term(chance, heaps, bound, 0)),
        14 => {
            let (a, b) = (term(chance, heaps, bound, 0), term(chance, heaps, bound, 0));
            format!("({a}, {b}) in {{({}, 1), (2, {a})}}", chance.below(4))
        }
        15 => {
            let (a, b) = (term(chance, heaps, bound, 0), term(chance, heaps, bound, 0));
            format!("{{{a}, {b}}} in {{{{0, {}}}, {{2, 1}}}}", chance.below(4))
        }
        8 => format!("({} or {})", deeper(chance), deeper(chance)),
        9 => format!("({} and {})", deeper(chance), deeper(chance)),
        10 => format!("not ({})", deeper(chance)),
        11 => format!("({}) or ({})", deeper(chance), deeper(chance)),
        7 => format!("{} in {{{},{}}}", term(chance, heaps, bound, 1), chance.below(4), chance.below(6)),
        6 => {
            let least = chance.below(3);
            format!("{least} <= {} <= {}", term(chance, heaps, bound, 1), least + chance.below(4))
        }
        _ => {
            let relation = chance.one_of(&["<", "<=", "=", "!=", ">", ">="]);
            let right = if chance.once_in(2) { chance.below(5).to_string() } else { term(chance, heaps, bound, 1) };
            format!("{} {relation} {right}", term(chance, heaps, bound, 1))
        }
    }
}

/// A number that depends on the heaps and some bound integers.
fn term(chance: &mut Chance, heaps: usize, bound: &[&str], depth: u64) -> String {
    let name = |chance: &mut Chance| match bound.is_empty() || chance.once_in(2) {
        true => HEAPS[chance.below(heaps as u64) as usize],
        false => bound[chance.below(bound.len() as u64) as usize],
    };
    let (a, b, n) = (name(chance), name(chance), 1 + chance.below(3));
    match chance.below(if depth > 0 { 18 } else { 5 }) {
        14..18 => special(chance, a, b),
        5 => format!("{a} mod {}", n + 1),
        6 => format!("{a} div {}", n + 1),
        7 => format!("{a} mod {b}"),
        8 => format!("|{a}-{b}|"),
        9 => format!("min({a},{b},{})", n + 1),
        10 => format!("max({a},{b})"),
        11 => format!("{a}*{b}"),
        12 => format!("({a}+{n}) div {b}"),
        13 => format!("-{a}+{n}"),
        3 => format!("{a}+{b}"),
        4 => format!("{a}-{n}"),
        _ => a.to_owned(),
    }
}

/// A function of two numbers.
fn special(chance: &mut Chance, a: &str, b: &str) -> String {
    let n = 2 + chance.below(3);
    match chance.below(20) {
        0 => format!("gcd({a},{b})"),
        1 => format!("lcm({a},{n})"),
        2 => format!("floor(sqrt({a}+{b}))"),
        3 => format!("floor({a}/{n})"),
        4 => format!("ceil({a}/{n})"),
        5 => format!("({a} xor {b})"),
        6 => format!("and({a},{b})"),
        7 => format!("or({a},{n})"),
        8 => format!("{a}^2"),
        9 => format!("log2({a}+1)"),
        10 => format!("v2({a})"),
        11 => format!("digitsum({a})"),
        12 => format!("digits({a},{n})"),
        13 => format!("digit({a},1,{n})"),
        14 => format!("({a} if {b} < {n} else {n})"),
        15 => format!("f({a})"),
        16 => format!("g({a})"),
        17 => format!("floor({a}*phi/{n})"),
        18 => format!("floor(({a}+sqrt(3))/2)"),
        _ => format!("{a}/{n}"),
    }
}
