//! Rules for taking stones in Japanese words, as lectures state them: 「どれか 1つの山から，1個以上m個以下を取る」.
//!
//! A rule is one sentence or several joined by 「取るか」: from one heap, from both heaps the same number, or so many from
//! one and so many from the other under a condition. Whatever else a sentence says, it is not read.

/// The definition that a text in words stands for, with a name and parameters in front if it has them.
///
/// ```
/// use miyama_language::words::rules;
/// let wythoff = rules("どちらかの山から 1個以上を取るか，両方の山から 1個以上の同じ個数を取る．").unwrap();
/// assert_eq!(wythoff, "(x, y) -> sym { (x-i, y) | 1 <= i } ∪ { (x-i, y-i) | 1 <= i }");
/// assert_eq!(rules("三つの山を好きに並べる"), None);
/// ```
#[must_use]
pub fn rules(text: &str) -> Option<String> {
    let (head, text) = match text.split_once([':', '：']) {
        Some((head, rest)) if head.chars().all(|c| c.is_ascii_alphanumeric() || "(=, )-_".contains(c)) => {
            (format!("{}: ", head.trim()), rest)
        }
        _ => (String::new(), text),
    };
    // Boxes around a rule are copied as signs of their corners, and some fonts lose ≥ and ≤.
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !"✓✏✒✑「」".contains(*c))
        .map(|c| match c {
            '０'..='９' => char::from(b'0' + u8::try_from(u32::from(c) - 0xFF10).unwrap_or(0)),
            '"' => '≥',
            '一' => '1',
            '，' | '、' => ',',
            '（' => '(',
            '）' => ')',
            c => c,
        })
        .collect();
    let plain = plain.strip_prefix("石の取り方のルール").unwrap_or(&plain);
    let plain = plain.trim_end_matches(['。', '．', '.', ',']);
    let sentences = plain.strip_suffix("取る")?;
    let (mut sets, mut two) = (vec![], false);
    for clause in sentences.split("取るか,") {
        let (set, heaps) = set_of(clause.strip_suffix('を').unwrap_or(clause))?;
        two |= heaps == 2;
        sets.push(set);
    }
    let heaps = if two { "(x, y)" } else { "(x)" };
    let sets: Vec<String> = sets
        .into_iter()
        .map(|set| match set {
            Set::OneHeap(numbers) if two => format!("sym {{ (x-i, y) | {numbers} }}"),
            Set::OneHeap(numbers) => format!("{{ (x-i) | {numbers} }}"),
            Set::Same(numbers) => format!("{{ (x-i, y-i) | {numbers} }}"),
            Set::Both(a, b, condition) => format!("sym {{ (x-{a}, y-{b}) | {condition} }}"),
        })
        .collect();
    Some(format!("{head}{heaps} -> {}", sets.join(" ∪ ")))
}

enum Set {
    /// So many from one heap.
    OneHeap(String),
    /// The same number from both.
    Same(String),
    /// Two numbers from the two heaps, and what is said of them.
    Both(String, String, String),
}

/// What a clause allows, and whether it speaks of two heaps.
fn set_of(clause: &str) -> Option<(Set, usize)> {
    let from = |heap: &str| clause.strip_prefix(heap).map(|rest| rest.trim_start_matches(','));
    for (heap, heaps) in
        [("どれか1つの山から", 1), ("いずれか1つの山から", 1), ("1つの山から", 1), ("どちらかの山から", 2)]
    {
        if let Some(said) = from(heap) {
            return Some((Set::OneHeap(numbers(said)?), heaps));
        }
    }
    if let Some(said) = from("両方の山から") {
        let said = said.strip_suffix("の同じ個数").or_else(|| said.strip_suffix("同じ個数"))?;
        return Some((Set::Same(numbers(said)?), 2));
    }
    let (a, rest) = from("1方の山から")?.split_once('個')?;
    let (b, rest) = rest.trim_start_matches(',').strip_prefix("他方の山から")?.split_once('個')?;
    let condition = rest.strip_prefix('(')?.strip_suffix(')')?;
    let letter = |name: &str| name.len() == 1 && name.chars().all(|c| c.is_ascii_lowercase());
    (letter(a) && letter(b)).then(|| (Set::Both(a.to_owned(), b.to_owned(), condition.to_owned()), 2))
}

/// 「1個以上m個以下」 as a condition on i.
fn numbers(said: &str) -> Option<String> {
    let said = said.strip_suffix("の石").or_else(|| said.strip_suffix('石')).unwrap_or(said);
    let number = |text: &str| {
        let known = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-*".contains(c));
        known.then(|| text.to_owned())
    };
    if let Some((least, most)) = said.split_once("個以上") {
        let least = number(least)?;
        return match most.strip_suffix("個以下") {
            Some(most) => Some(format!("{least} <= i <= {}", number(most)?)),
            None => most.is_empty().then(|| format!("{least} <= i")),
        };
    }
    let most = number(said.strip_suffix("個以下")?)?;
    Some(format!("1 <= i <= {most}"))
}
