//! Properties of words that have names, written out as sentences.

/// The sentence that a name stands for; none if it is no name of a property.
pub(super) fn sentence(name: &str, word: &str) -> Option<String> {
    let name = name.trim().to_lowercase().replace('–', "-");
    let power = |bound: &str| format!("not exists i, n >= 1: forall j {bound}: t[i+j] = t[i+j+n]");
    Some(match name.as_str() {
        "square-free" | "squarefree" => power("< n"),
        "cube-free" | "cubefree" => power("< 2*n"),
        "overlap-free" | "overlapfree" => power("<= n"),
        "closed form" | "closed forms" => closed_forms(metallic(word)?),
        "beatty" | "beatty partition" => partition(metallic(word)?),
        "pairs" | "k and l" | "k_i and l_i" | "kᵢ and lᵢ" => pairs(metallic(word)?),
        _ => power(&format!("< {}*n", free_of(&name)? - 1)),
    })
}

/// `no 4th power`, `4th-power-free`: the power.
fn free_of(name: &str) -> Option<u32> {
    let rest = name.strip_prefix("no ").and_then(|rest| rest.strip_suffix(" power").or(rest.strip_suffix(" powers")));
    let rest = rest.or_else(|| name.strip_suffix("-power-free").or(name.strip_suffix(" power free")))?.trim();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let suffix = rest[digits.len()..].trim_start_matches('-');
    let power: u32 = digits.parse().ok()?;
    (["st", "nd", "rd", "th", ""].contains(&suffix) && (2..=1000).contains(&power)).then_some(power)
}

/// The s of a metallic word, `fibonacci` or `metallic(s)`; at most 15.
#[must_use]
pub fn metallic(word: &str) -> Option<u8> {
    let word = word.trim();
    if word == "fibonacci" {
        return Some(1);
    }
    let s = word.strip_prefix("metallic(")?.strip_suffix(')')?.trim().parse().ok()?;
    (1..=15).contains(&s).then_some(s)
}

/// 1/μ, μ and 1/(1+μ) for the metallic mean μ = (s + √(s²+4))/2.
fn numbers(s: u8) -> [String; 3] {
    let s = u32::from(s);
    let root = s * s + 4;
    [
        format!("(sqrt({root})-{s})/2"),
        format!("(sqrt({root})+{s})/2"),
        // 2/(s+2+√(s²+4)) = (s+2−√(s²+4))/(2s)
        format!("({}-sqrt({root}))/{}", s + 2, 2 * s),
    ]
}

/// The n-th term from the counts of ones, and from those of zeros; for the Fibonacci word
/// also by the golden ratio itself.
fn closed_forms(s: u8) -> String {
    let [_, _, ones] = numbers(s);
    let s = u32::from(s);
    let root = s * s + 4;
    // 1 − 1/(1+μ) = (s−2+√(s²+4))/(2s)
    let zeros =
        if s >= 2 { format!("({}+sqrt({root}))/{}", s - 2, 2 * s) } else { format!("(sqrt({root})-1)/{}", 2 * s) };
    let mut all = vec![
        format!("t[n] = floor((n+1)*{ones}) - floor(n*{ones})"),
        format!("t[n] = 1 - floor((n+1)*{zeros}) + floor(n*{zeros})"),
    ];
    if s == 1 {
        all.push("t[n] = 2 - floor((n+1)*phi) + floor(n*phi)".to_owned());
    }
    format!("forall n >= 1: {}", all.join(" and "))
}

/// kᵢ = i + ⌊i/μ⌋ and lᵢ = i + ⌊iμ⌋ are all numbers from 1 on, each once.
fn partition(s: u8) -> String {
    let [k, l, _] = numbers(s);
    format!("forall n >= 1: (exists i >= 1: n = i + floor(i*{k})) <=> not (exists i >= 1: n = i + floor(i*{l}))")
}

/// kᵢ is the place of the i-th 0 and lᵢ that of the i-th 1: both grow with i, have the
/// right letters, and miss no place.
fn pairs(s: u8) -> String {
    let [k, l, _] = numbers(s);
    let place = |of: &str, a: &str| format!("{of} + floor({of}*{a})");
    let grows = |a: &str| format!("forall i >= 1: {} < {}", place("i", a), place("(i+1)", a));
    let letter =
        |a: &str, letter: u8| format!("forall n >= 1: t[n] = {letter} <=> (exists i >= 1: n = {})", place("i", a));
    format!("({}) and ({}) and ({}) and ({})", grows(&k), grows(&l), letter(&k, 0), letter(&l, 1))
}
