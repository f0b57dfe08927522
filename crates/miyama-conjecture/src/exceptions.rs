//! Sets that a rule tells up to a few small positions.

use crate::candidate::{Candidate, Class};
use crate::sample::Sample;
use miyama::heap::formula::finite_set;

/// The most exceptions that a description may have.
pub(crate) const MOST: usize = 12;

/// The rule with its exceptions, if they are few and all in the inner quarter of the
/// box: what differs further out is no exception but another rule.
pub(crate) fn with_exceptions(
    sample: &Sample,
    names: &[String],
    class: Class,
    rule: &str,
    inside: &dyn Fn(&[u64]) -> bool,
) -> Option<Candidate> {
    let corner = corner(sample, names);
    let (mut more, mut less) = (Vec::new(), Vec::new());
    for (position, number) in sample.all() {
        let small = corner.is_some_and(|most| position.iter().all(|heap| *heap <= most));
        let (truth, claimed) = (number != 0, small || inside(&position));
        if truth == claimed {
            continue;
        }
        if more.len() + less.len() == MOST || position.iter().any(|heap| heap * 4 > sample.to()) {
            return None;
        }
        if claimed { more.push(position) } else { less.push(position) }
    }
    let rule = match corner {
        Some(most) => format!("max({}) <= {most} or {}", names.join(","), bracketed_if(rule)),
        None => rule.to_owned(),
    };
    let compound = rule.contains(" or ") || rule.contains("exists");
    let mut text = if compound && !(more.is_empty() && less.is_empty()) { format!("({rule})") } else { rule };
    if !more.is_empty() {
        text = format!("{text} and not {}", bracketed(&finite_set(&more, names)));
    }
    if !less.is_empty() {
        text = format!("{} or {text}", finite_set(&less, names));
    }
    Some(Candidate { exceptions: more.len() + less.len(), ..Candidate::new(class, text) })
}

/// The side of a corner of the box that is all in the set, if it is no small one: of two
/// heaps, at least 3 × 3 positions.
pub(crate) fn corner(sample: &Sample, names: &[String]) -> Option<u64> {
    let whole = |most: u64| sample.all().all(|(p, number)| number != 0 || p.iter().any(|heap| *heap > most));
    let most = (1..=sample.to() / 4).take_while(|most| whole(*most)).last()?;
    (names.len() > 1 && most >= 2 && most < sample.to() / 4).then_some(most)
}

fn bracketed_if(rule: &str) -> String {
    if rule.contains("exists") { format!("({rule})") } else { rule.to_owned() }
}

fn bracketed(text: &str) -> String {
    format!("({text})")
}
