//! A code written as a ruleset.

use super::{Code, Digit, Sizes};
use miyama_budget::Mistake;
use miyama_text::say;

/// The most heaps that one position of a ruleset may fall into.
pub const MOST_PARTS: usize = 6;

/// The most digits of a code that is written as a ruleset.
const MOST_DIGITS: usize = 2000;

/// The definition of a code in the notation of rulesets.
///
/// ```
/// use miyama_language::code::{Code, definition};
/// assert_eq!(definition(&"0.07".parse::<Code>()?)?,
///     "(n) -> { 0 | n in {2} } ∪ { (n-i) | i in {2}, n > i } ∪ { (a) + (b) | i in {2}, a + b = n - i, 1 <= a <= b }");
/// # Ok::<(), miyama_budget::Mistake>(())
/// ```
///
/// # Errors
/// A code that leaves any number of heaps, or has very many digits, has none.
pub fn definition(code: &Code) -> Result<String, Mistake> {
    let whole = code.to_string();
    let none = || Mistake::new(0..whole.len(), say!("breaking.no_ruleset", code = &whole));
    let most = code.most_heaps().filter(|m| *m as usize <= MOST_PARTS).ok_or_else(none)?;
    if code.digits().len() + code.tail().len() > MOST_DIGITS {
        return Err(none());
    }
    let mut sets = vec![];
    for heaps in 0..=most {
        for sizes in [Sizes::Any, Sizes::Unequal, Sizes::Equal] {
            let fits = |digit: &Digit| digit.allows(heaps) && (heaps < 2 || digit.sizes == sizes);
            if heaps < 2 && sizes != Sizes::Any {
                continue;
            }
            let listed: Vec<String> =
                (0..code.digits().len()).filter(|k| fits(&code.digits()[*k])).map(|k| k.to_string()).collect();
            if !listed.is_empty() {
                sets.push(option_set(heaps, sizes, &format!("{{{}}}", listed.join(",")), true));
            }
            let (first, step) = (code.digits().len(), code.tail().len());
            for (at, _) in code.tail().iter().enumerate().filter(|(_, d)| fits(d)) {
                let start = first + at;
                let every = if step == 1 { String::new() } else { format!(", i mod {step} = {}", start % step) };
                sets.push(option_set(heaps, sizes, &format!("i >= {start}{every}"), false));
            }
        }
    }
    if sets.is_empty() {
        // No move at all.
        sets.push("{ 0 | n < 0 }".to_owned());
    }
    Ok(format!("(n) -> {}", sets.join(" ∪ ")))
}

/// The options that leave `heaps` heaps after taking i tokens.
fn option_set(heaps: u32, sizes: Sizes, which: &str, listed: bool) -> String {
    let taken = if listed { format!("i in {which}") } else { which.to_owned() };
    match heaps {
        0 if listed => format!("{{ 0 | n in {which} }}"),
        0 => format!("{{ 0 | n = i, {taken} }}"),
        1 => format!("{{ (n-i) | {taken}, n > i }}"),
        _ => {
            let names: Vec<char> = ('a'..='h').take(heaps as usize).collect();
            let join = |sign: &str| names.iter().map(char::to_string).collect::<Vec<_>>().join(sign);
            let order = match sizes {
                Sizes::Any => format!("1 <= {}", join(" <= ")),
                Sizes::Unequal => format!("1 <= {}", join(" < ")),
                Sizes::Equal => format!("1 <= {}", join(" = ")),
            };
            let parts: Vec<String> = names.iter().map(|name| format!("({name})")).collect();
            format!("{{ {} | {taken}, {} = n - i, {order} }}", parts.join(" + "), join(" + "))
        }
    }
}
