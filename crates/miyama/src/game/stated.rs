//! Conditions on positions of games that operators make of others: what `ends:` and `wins … if` say of boards.
//!
//! They speak of numbers. A heap has its name, or if that is taken the next of x, y, z, u, v, w; a pass is p, 1
//! while it is there; `count[xo]` is how many cells of all boards together have one of these signs. A game that was
//! taken away has heaps of 0 and no cells. A heap that breaks, or one of any number, has no size to speak of.

use super::compound::Rules;
use crate::heap::notation::{Condition, Definition};
use crate::heap::ruleset::Domain;
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use std::collections::BTreeSet;

/// A condition on the slots of a game.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    /// What its numbers are, in order.
    pub(crate) numbers: Vec<Quantity>,
    /// It always holds where there is none.
    pub(crate) domain: Option<Domain>,
    text: String,
}

/// A number that a position has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The heap at a place of a slot.
    Heap { slot: usize, place: usize },
    /// Whether the pass of a slot is there.
    Pass { slot: usize },
    /// How many cells have one of these signs.
    Cells(Vec<char>),
}

impl PartialEq for Stated {
    fn eq(&self, other: &Stated) -> bool {
        self.numbers == other.numbers && self.text == other.text
    }
}

impl Eq for Stated {}

impl Stated {
    /// Conditions of a definition on the positions of a game in it.
    pub(super) fn new(
        conditions: &[Condition],
        rules: &Rules,
        whole: &Definition,
        budget: &Budget,
    ) -> Result<Stated, Mistake> {
        let (mut names, mut numbers, broken) = named(rules);
        let mut wrong = None;
        for condition in conditions {
            condition.for_each_expression(&mut |expression| {
                expression.names(&mut |name| {
                    if let Some(signs) = name.text.strip_prefix("count[").and_then(|rest| rest.strip_suffix(']')) {
                        let signs: Vec<char> = signs.chars().collect();
                        let strange = signs.iter().find(|sign| !has_sign(rules, **sign));
                        if let Some(sign) = strange {
                            wrong = Some(Mistake::new(name.at.clone(), say!("operator.no_sign", sign = *sign)));
                        }
                        if !names.contains(&name.text) {
                            names.push(name.text.clone());
                            numbers.push(Quantity::Cells(signs));
                        }
                    } else if broken.contains(&name.text) && !names.contains(&name.text) {
                        let says = say!("operator.no_size", name = &name.text);
                        wrong = Some(Mistake::new(name.at.clone(), says));
                    }
                });
            });
        }
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let shown = || {
            let known = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            if known.is_empty() { say!("operator.speak_of_cells") } else { say!("operator.speak_of", names = known) }
        };
        let definition = whole.stated(conditions, &names).map_err(|mistake| mistake.with_hint(shown()))?;
        let domain = Domain::of(&definition, &[], budget).map_err(|mistake| mistake.with_hint(shown()))?;
        let text = domain.as_ref().map(|domain| domain.text().to_owned()).unwrap_or_default();
        Ok(Stated { numbers, domain, text })
    }
}

/// The names of the numbers of a game, what they are, and the names of heaps that have no one size.
fn named(rules: &Rules) -> (Vec<String>, Vec<Quantity>, BTreeSet<String>) {
    let mut leaves = Vec::new();
    rules.leaves(&mut leaves);
    let (mut names, mut numbers, mut broken) = (Vec::<String>::new(), Vec::new(), BTreeSet::new());
    let usual = ["x", "y", "z", "u", "v", "w"];
    let mut add = |wanted: &str, number: Quantity, heap: bool| {
        let others = usual.iter().filter(|_| heap).map(|name| (*name).to_owned());
        let numbered = (2u32..).map(|number| format!("{wanted}{number}"));
        let mut all = std::iter::once(wanted.to_owned()).chain(others).chain(numbered);
        names.extend(all.find(|name| !names.contains(name)));
        numbers.push(number);
    };
    for (slot, leaf) in leaves.iter().enumerate() {
        match leaf {
            None => add("p", Quantity::Pass { slot }, false),
            Some(Rules::Heaps(game)) if game.any.is_none() && !game.ruleset.splits() => {
                for (place, name) in game.ruleset.heap_names().iter().enumerate() {
                    add(name, Quantity::Heap { slot, place }, true);
                }
            }
            Some(Rules::Heaps(game)) => broken.extend(game.ruleset.heap_names().iter().cloned()),
            Some(_) => {}
        }
    }
    (names, numbers, broken)
}

/// Whether a board of the game has this sign.
fn has_sign(rules: &Rules, sign: char) -> bool {
    let mut leaves = Vec::new();
    rules.leaves(&mut leaves);
    leaves.iter().flatten().any(|leaf| match leaf {
        Rules::Cells(game) => game.forms.iter().any(|form| form.definition().signs().contains(&sign)),
        _ => false,
    })
}
