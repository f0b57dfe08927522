//! Names that another program takes for what they are.
//!
//! A heap may be called `fun`, `S`, `x'` or 山: Coq would read a keyword, a constructor or nothing at all. Such a name is
//! written with what of it is plain, and an underscore or more behind it; all others stay as they are.

use crate::claim::Claim;
use crate::logic::Term;
use crate::witness::Witness;

/// What a file says of its own, and how it marks the heaps of an option.
pub(crate) struct Naming<'a> {
    /// Words that are taken.
    pub(crate) taken: &'a [&'a str],
    /// What stands behind the names of an option.
    pub(crate) mark: &'a str,
}

impl Naming<'_> {
    /// A claim and its witnesses in names that can be written.
    pub(crate) fn named(&self, claim: &Claim, witnesses: &[Witness]) -> (Claim, Vec<Witness>) {
        let mut names: Vec<&String> = claim.heaps.iter().collect();
        for way in &claim.ways {
            way.bound.iter().for_each(|name| {
                if !names.contains(&name) {
                    names.push(name)
                }
            });
        }
        let mut written: Vec<String> = Vec::new();
        for name in &names {
            let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            let mut own =
                if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("h{plain}") };
            let others = |own: &str| names.iter().any(|other| *other != *name && self.meet(own, other));
            while self.is_taken(&own) || others(&own) || written.iter().any(|w| self.meet(w, &own)) {
                own.push('_');
            }
            written.push(own);
        }
        let of = |name: &str| names.iter().position(|own| *own == name).map(|at| written[at].clone());
        let put = |name: &str| of(name).map(Term::Name);
        let mut named = claim.clone();
        named.set = claim.set.with(&put);
        named.heaps.iter_mut().for_each(|name| *name = of(name).unwrap_or_else(|| name.clone()));
        for way in &mut named.ways {
            way.bound.iter_mut().for_each(|name| *name = of(name).unwrap_or_else(|| name.clone()));
            way.conditions.iter_mut().for_each(|condition| *condition = condition.with(&put));
            way.option.iter_mut().for_each(|term| *term = term.with(&put));
        }
        let mut found = witnesses.to_vec();
        for witness in &mut found {
            witness.condition.iter_mut().for_each(|condition| *condition = condition.with(&put));
            witness.integers.iter_mut().chain(&mut witness.target).for_each(|term| *term = term.with(&put));
        }
        (named, found)
    }

    /// The moves are called way0, way1, ….
    fn is_taken(&self, name: &str) -> bool {
        let is_way = name.strip_prefix("way").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
        is_way || self.taken.contains(&name)
    }

    /// Whether one of two names is the other, or the other with its mark.
    fn meet(&self, a: &str, b: &str) -> bool {
        let marked = |a: &str, b: &str| a.strip_prefix(b) == Some(self.mark);
        a == b || marked(a, b) || marked(b, a)
    }
}
