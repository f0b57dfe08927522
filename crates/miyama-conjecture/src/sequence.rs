//! Integers in order, told by a rule: polynomials, perhaps alternating, powers, and sequences
//! whose terms are calculated from those before them.
//!
//! A rule with p numbers in it fits any p terms. So it must reproduce at least [`BEYOND`] terms
//! more than it has numbers, and of the rules that do the one with fewer numbers comes first.

/// How many terms a rule must reproduce beyond the numbers that it is made of.
const BEYOND: usize = 4;

/// A sequence k ↦ f(k), k = 0, 1, …, in words of the language.
pub(crate) struct Sequence {
    /// f(k); none where it is no whole number, or too large.
    pub(crate) at: Box<dyn Fn(u64) -> Option<i128>>,
    /// f(k) as a text with k in it.
    pub(crate) text: String,
    /// What stands before a formula that uses the text: the rule of a recursive sequence.
    pub(crate) lets: String,
}

/// Looks for sequences of one kind that begin with these terms.
type Kind = fn(&[i128]) -> Option<Vec<Sequence>>;

/// The rules that reproduce all terms, the simplest kind first. The k of the first term is
/// 0, 1, 2 or 3, whatever makes the text short.
pub(crate) fn rules(terms: &[i128]) -> Vec<Sequence> {
    let kinds: [Kind; 5] = [linear, quadratic, alternating, powers, recursive];
    kinds.iter().filter_map(|kind| kind(terms)).flatten().chain(second_order(terms)).collect()
}

fn differences(terms: &[i128]) -> Vec<i128> {
    terms.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// `+3*k`, `-k`, `+5`, or nothing for 0.
fn signed(n: i128, of: &str) -> String {
    match n {
        0 => String::new(),
        1 if !of.is_empty() => format!("+{of}"),
        -1 if !of.is_empty() => format!("-{of}"),
        n if of.is_empty() => format!("{n:+}"),
        n => format!("{n:+}*{of}"),
    }
}

fn times(n: i128, of: &str) -> String {
    if n == 1 { of.to_owned() } else { format!("{n}*{of}") }
}

/// ak + c.
fn linear(terms: &[i128]) -> Option<Vec<Sequence>> {
    let differences = differences(terms);
    let a = *differences.first()?;
    if terms.len() < 2 + BEYOND || a <= 0 || differences.iter().any(|difference| *difference != a) {
        return None;
    }
    let places = (0..4).map(|first: i128| {
        let c = terms[0] - a * first;
        let text = format!("{}{}", times(a, "k"), signed(c, ""));
        Sequence { at: Box::new(move |k| Some(a * i128::from(k) + c)), text, lets: String::new() }
    });
    Some(places.collect())
}

/// (ak² + bk + c)/2.
fn quadratic(terms: &[i128]) -> Option<Vec<Sequence>> {
    let differences = differences(terms);
    let second: Vec<i128> = differences.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let a = *second.first()?;
    if a <= 0 || second.len() < 3 || second.iter().any(|difference| *difference != a) {
        return None;
    }
    let places = (0..4).map(|first: i128| {
        // terms[i] = (a·k² + b·k + c)/2 at k = first + i.
        let b = 2 * differences[0] - a * (2 * first + 1);
        let c = 2 * terms[0] - a * first * first - b * first;
        let at = move |k: u64| {
            let k = i128::from(k);
            let double = a * k * k + b * k + c;
            (double % 2 == 0).then_some(double / 2)
        };
        Sequence { at: Box::new(at), text: quadratic_text(a, b, c), lets: String::new() }
    });
    Some(places.collect())
}

fn quadratic_text(a: i128, b: i128, c: i128) -> String {
    if a % 2 == 0 && b % 2 == 0 && c % 2 == 0 {
        return format!("{}{}{}", times(a / 2, "k^2"), signed(b / 2, "k"), signed(c / 2, ""));
    }
    if c == 0 && a == b {
        return format!("{}/2", times(a, "k*(k+1)"));
    }
    if c == 0 {
        let divisor = gcd(a, b);
        return format!("{}*({}{})/2", times(divisor, "k"), times(a / divisor, "k"), signed(b / divisor, ""));
    }
    format!("({}{}{})/2", times(a, "k^2"), signed(b, "k"), signed(c, ""))
}

/// (ak² + bk + c + e·(k mod 2))/2; not quadratic.
fn alternating(terms: &[i128]) -> Option<Vec<Sequence>> {
    // Two terms apart, the alternation cancels: f(k+2) − f(k) = 2a·k + 2a + b.
    let apart: Vec<i128> = terms.windows(3).map(|three| three[2] - three[0]).collect();
    let steps: Vec<i128> = apart.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let double = *steps.first()?;
    if terms.len() < 4 + BEYOND || double <= 0 || double % 2 != 0 || steps.iter().any(|step| *step != double) {
        return None;
    }
    let a = double / 2;
    let places = (0..4).filter_map(|first: i128| {
        let b = apart[0] - 2 * a * first - 2 * a;
        let rest = |place: usize| {
            let k = first + place as i128;
            2 * terms[place] - a * k * k - b * k
        };
        let (even, odd) = if first % 2 == 0 { (rest(0), rest(1)) } else { (rest(1), rest(0)) };
        let (c, e) = (even, odd - even);
        let at = move |k: u64| {
            let k = i128::from(k);
            let double = a * k * k + b * k + c + e * (k % 2);
            (double % 2 == 0).then_some(double / 2)
        };
        let text = format!("({}{}{}{})/2", times(a, "k^2"), signed(b, "k"), signed(c, ""), signed(e, "(k mod 2)"));
        (e != 0).then(|| Sequence { at: Box::new(at), text, lets: String::new() })
    });
    Some(places.collect())
}

/// (a·dᵏ + c)/e.
fn powers(terms: &[i128]) -> Option<Vec<Sequence>> {
    let differences = differences(terms);
    let (first, second) = (*differences.first()?, *differences.get(1)?);
    let d = second.checked_div(first)?;
    if d < 2 || differences.len() < 4 || differences.windows(2).any(|pair| d.checked_mul(pair[0]) != Some(pair[1])) {
        return None;
    }
    let places = (0..4u32).filter_map(|place| {
        // terms[i] = (a·d^(place+i) + c)/e with e = d − 1: differences are a·dᵏ.
        let power = d.checked_pow(place)?;
        if first % power != 0 {
            return None;
        }
        let (a, e) = (first / power, d - 1);
        let c = e * terms[0] - a * power;
        let divisor = gcd(gcd(a, c), e).max(1);
        let (a, c, e) = (a / divisor, c / divisor, e / divisor);
        let at = move |k: u64| {
            let power = d.checked_pow(u32::try_from(k).ok()?)?;
            let top = a.checked_mul(power)?.checked_add(c)?;
            (top % e == 0).then_some(top / e)
        };
        let top = format!("{}{}", times(a, &format!("{d}^k")), signed(c, ""));
        let text = if e == 1 { top } else { format!("({top})/{e}") };
        Some(Sequence { at: Box::new(at), text, lets: String::new() })
    });
    Some(places.collect())
}

/// The largest p, |q| and r in `a → (p·a + q) div r`.
const LARGEST: i128 = 9;

/// a → (p·a + q) div r with p > r, from the first term on.
fn recursive(terms: &[i128]) -> Option<Vec<Sequence>> {
    if terms.len() < 4 + BEYOND {
        return None;
    }
    let first = *terms.first()?;
    let mut found = None;
    for r in 1..=LARGEST {
        for p in (r + 1..=LARGEST).filter(|p| gcd(*p, r) == 1 || r == 1) {
            // Each step bounds q: r·next ≤ p·term + q < r·next + r.
            let steps = terms.windows(2).map(|pair| r * pair[1] - p * pair[0]);
            let (least, most) =
                steps.fold((i128::MIN, i128::MAX), |(least, most), step| (least.max(step), most.min(step + r - 1)));
            let q = if least <= 0 && 0 <= most {
                0
            } else if least > 0 {
                least
            } else {
                most
            };
            if least > most || q.abs() > LARGEST {
                continue;
            }
            let next = move |term: i128| Some(p.checked_mul(term)?.checked_add(q)?.div_euclid(r));
            let at = move |k: u64| (0..k).try_fold(first, |term, _| next(term));
            let top = format!("{}{}", times(p, "f(k-1)"), signed(q, ""));
            let step = match (r, q) {
                (1, _) => top,
                (_, 0) => format!("{top} div {r}"),
                _ => format!("({top}) div {r}"),
            };
            let lets = format!("let f(k) = {first} if k = 0 else {step}; ");
            let rule = Sequence { at: Box::new(at), text: "f(k)".to_owned(), lets };
            found.get_or_insert_with(Vec::new).push(rule);
        }
    }
    // The smallest numbers come first.
    found
}

/// f(k) = a·f(k−1) + b·f(k−2) + c, b ≠ 0.
fn second_order(terms: &[i128]) -> Option<Sequence> {
    let [t0, t1, t2, t3, t4, ..] = *terms else { return None };
    if terms.len() < 5 + BEYOND {
        return None;
    }
    // The differences d₁, d₂, … satisfy the rule without c: two equations for a and b.
    let (d1, d2, d3, d4) = (t1 - t0, t2 - t1, t3 - t2, t4 - t3);
    let determinant = d2 * d2 - d1 * d3;
    if determinant == 0 {
        return None;
    }
    let (over_a, over_b) = (d3 * d2 - d1 * d4, d2 * d4 - d3 * d3);
    if over_a % determinant != 0 || over_b % determinant != 0 {
        return None;
    }
    let (a, b) = (over_a / determinant, over_b / determinant);
    if b == 0 || a.abs() > LARGEST || b.abs() > LARGEST {
        return None;
    }
    let c = t2 - a * t1 - b * t0;
    let fits = terms.windows(3).all(|three| a * three[1] + b * three[0] + c == three[2]);
    if !fits || c.abs() > 10 * LARGEST {
        return None;
    }
    let at = move |k: u64| {
        let step =
            |(x, y): (i128, i128), _| Some((y, a.checked_mul(y)?.checked_add(b.checked_mul(x)?)?.checked_add(c)?));
        (0..k).try_fold((t0, t1), step).map(|pair| pair.0)
    };
    let mut step = signed(a, "f(k-1)") + &signed(b, "f(k-2)") + &signed(c, "");
    if step.starts_with('+') {
        step.remove(0);
    }
    let lets = format!("let f(k) = {t0} if k = 0 else {t1} if k = 1 else {step}; ");
    Some(Sequence { at: Box::new(at), text: "f(k)".to_owned(), lets })
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::rules;

    fn told(terms: &[i128]) -> Vec<String> {
        let all = rules(terms);
        for rule in &all {
            // The terms stand in the sequence, in order, from one of its first places on.
            let first = (0..4).find(|first| (rule.at)(*first) == Some(terms[0]));
            let first = first.unwrap_or_else(|| panic!("{}{}", rule.lets, rule.text));
            assert!(terms.iter().zip(first..).all(|(term, k)| (rule.at)(k) == Some(*term)), "{}", rule.text);
        }
        all.into_iter().map(|rule| format!("{}{}", rule.lets, rule.text)).collect()
    }

    #[test]
    fn terms_from_terms_before() {
        let joseph: Vec<i128> = std::iter::successors(Some(2), |a| Some((3 * a + 2) / 2)).take(12).collect();
        assert!(told(&joseph).contains(&"let f(k) = 2 if k = 0 else (3*f(k-1)+2) div 2; f(k)".to_owned()));
        let pell = [0, 1, 2, 5, 12, 29, 70, 169, 408, 985];
        assert_eq!(told(&pell), ["let f(k) = 0 if k = 0 else 1 if k = 1 else 2*f(k-1)+f(k-2); f(k)"]);
    }

    #[test]
    fn what_follows_no_rule_is_not_told() {
        assert_eq!(told(&[2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]), Vec::<String>::new());
        assert_eq!(told(&[0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16]), Vec::<String>::new());
        // Five terms do not show a rule with four numbers.
        assert_eq!(told(&[0, 1, 1, 2, 3]), Vec::<String>::new());
    }
}
