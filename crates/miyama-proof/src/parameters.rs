//! Statements for all values of parameters.
//!
//! A parameter is made a heap that no move changes: yama(a, b) becomes a game on the heaps
//! (x, y, a, b). So its values are 0, 1, 2, …, although an argument may be negative, and the
//! statement says so. Where a condition restricts the parameters, no move is possible outside
//! of it; as play never changes them, play within it is as it was. (A condition on a heap would
//! cut play short, and is refused.) A statement about all values is then one about all positions
//! of this game, with its proof, its certificate and its checker.

use crate::prove::holds_nowhere;
use crate::rules::limits;
use miyama::budget::Budget;
use miyama::heap::formula::{Formula, Names, number_up_to_total, up_to_total};
use miyama::play::Convention;
use miyama_language::notation::{
    Body, Condition, Definition, Expression, ExpressionKind, Name, OptionSet, Tuple, orders, parse_definition,
};
use std::collections::BTreeMap;

/// A game whose parameters are heaps, and what is claimed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForAll {
    /// The definition of the game on the heaps and the parameters.
    pub game: String,
    /// The names of the parameters, which come behind the heaps.
    pub parameters: Vec<String>,
    /// The claim about it.
    pub formula: String,
}

/// What a formula is claimed to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The set of the P-positions.
    PPositions,
    /// A set of P-positions.
    Subset,
    /// The set of the positions of this Grundy value.
    Level(u32),
    /// The Grundy value of every position.
    Values,
}

impl Claimed {
    /// The formula where parameters may also have other values, with which there are no moves:
    /// there every position is P in normal play and none in misère play, and has the value 0.
    fn everywhere(self, condition: &str, formula: &str, convention: Convention) -> String {
        match (self, convention) {
            (Claimed::PPositions | Claimed::Level(0), Convention::Normal) => {
                format!("not ({condition}) or ({formula})")
            }
            (Claimed::Values, _) => format!("({formula}) if ({condition}) else 0"),
            _ => format!("({condition}) and ({formula})"),
        }
    }
}

/// Why there is no such game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotForAll {
    /// The definition has no options on heaps, or leaves several positions.
    Definition,
    /// An argument is not an expression in numbers and names.
    Argument(String),
    /// A name means two things.
    Name(String),
    /// The condition on the parameters cannot be read.
    Condition,
    /// The condition names something that is no parameter.
    NoParameter(String),
    /// The condition holds for no values of the parameters.
    Empty,
    /// The formula cannot be read.
    Formula,
}

/// The game with arguments that may be names or expressions in names, such as `a` and
/// `r+1`, under a condition on the names; and what is claimed of it by a formula.
///
/// # Errors
/// [`NotForAll`] says why there is none.
pub fn for_all(
    definition: &str,
    arguments: &[String],
    condition: Option<&str>,
    (claimed, formula): (Claimed, &str),
    convention: Convention,
    budget: &Budget,
) -> Result<ForAll, NotForAll> {
    let definition = parse_definition(definition).map_err(|_| NotForAll::Definition)?;
    let Body::Options { heaps, sets } = &definition.body else { return Err(NotForAll::Definition) };
    let plain = definition.lets.is_empty() && definition.domain.is_empty() && !definition.is_partizan();
    if !plain || arguments.len() > definition.parameters.len() {
        return Err(NotForAll::Definition);
    }
    let (mut values, mut parameters): (BTreeMap<String, Expression>, Vec<String>) = (BTreeMap::new(), vec![]);
    for (n, parameter) in definition.parameters.iter().enumerate() {
        let default = parameter.default.map(|default| default.to_string());
        let text =
            arguments.get(n).cloned().or(default).ok_or_else(|| NotForAll::Argument(parameter.name.text.clone()))?;
        let value = expression(&text).ok_or_else(|| NotForAll::Argument(text.clone()))?;
        value.names(&mut |name| {
            if !parameters.contains(&name.text) {
                parameters.push(name.text.clone());
            }
        });
        values.insert(parameter.name.text.clone(), value);
    }
    let heap_names: Vec<String> = heaps.iter().map(|heap| heap.text.clone()).collect();
    if let Some(twice) = parameters.iter().find(|name| heap_names.contains(name)) {
        return Err(NotForAll::Name(twice.clone()));
    }
    let all = [heap_names.as_slice(), &parameters].concat();
    let allowed = match condition {
        Some(text) => {
            let allowed = conditions(text, &all).ok_or(NotForAll::Condition)?;
            on_parameters(text, &allowed, &parameters, budget)?;
            allowed
        }
        None => vec![],
    };
    let mut ways = Vec::new();
    for set in sets {
        let [Tuple { copies: None, heaps: tuple }] = set.tuples.as_slice() else {
            return Err(NotForAll::Definition);
        };
        for order in if set.sym { orders(heaps.len()) } else { vec![(0..heaps.len()).collect()] } {
            let mut meaning = values.clone();
            for (heap, place) in heap_names.iter().zip(&order) {
                meaning.insert(heap.clone(), named(&heap_names[*place]));
            }
            let by = |name: &Name| meaning.get(&name.text).cloned();
            let mut option = vec![Expression::from(0); heaps.len()];
            for (part, place) in tuple.iter().zip(&order) {
                option[*place] = part.replaced(&by);
            }
            option.extend(parameters.iter().map(|name| named(name)));
            let own = set.conditions.iter().map(|condition| condition.replaced(&by));
            let conditions = own.chain(allowed.iter().cloned()).collect();
            let tuples = vec![Tuple { copies: None, heaps: option }];
            ways.push(OptionSet { sym: false, tuples, conditions, ..set.clone() });
        }
    }
    let name = |text: &String| Name { text: text.clone(), at: 0..0 };
    let body = Body::Options { heaps: all.iter().map(name).collect(), sets: ways };
    let game = Definition { name: None, parameters: vec![], lets: vec![], body, domain: vec![] }.to_string();
    // What bound integers are called must not be the name of a parameter.
    parse_definition(&game).map_err(|_| NotForAll::Name(parameters.join(", ")))?;
    let own: Vec<&str> = heap_names.iter().map(String::as_str).collect();
    let read = if claimed == Claimed::Values { number_up_to_total } else { up_to_total };
    let formula = read(formula.trim(), &own).map_err(|_| NotForAll::Formula)?;
    // Commas are no signs within brackets.
    let condition = match allowed.as_slice() {
        [] => None,
        [one] => Some(one.to_string()),
        several => Some(several.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" and ")),
    };
    let formula = match condition {
        None => formula,
        Some(condition) => claimed.everywhere(&condition, &formula, convention),
    };
    Ok(ForAll { game, parameters, formula })
}

/// That a condition speaks of parameters alone, and is not known to hold for no values of them.
fn on_parameters(text: &str, allowed: &[Condition], parameters: &[String], budget: &Budget) -> Result<(), NotForAll> {
    let mut other = None;
    let mut note = |name: &Name| {
        if !parameters.contains(&name.text) {
            other.get_or_insert_with(|| name.text.clone());
        }
    };
    allowed.iter().for_each(|condition| condition.for_each_expression(&mut |part| part.names(&mut note)));
    if let Some(name) = other {
        return Err(NotForAll::NoParameter(name));
    }
    let names = Names::of(&parameters.iter().map(String::as_str).collect::<Vec<_>>());
    let condition = Formula::set(text, &names).map_err(|_| NotForAll::Condition)?;
    let go_on = || budget.check().is_ok();
    if holds_nowhere(&condition, &limits(budget, &go_on)) == Some(true) { Err(NotForAll::Empty) } else { Ok(()) }
}

/// The names among arguments that are no numbers, if there are any.
#[must_use]
pub fn is_symbolic(arguments: &[String]) -> bool {
    // `n = 3` is a number too.
    let value = |text: &str| text.split_once('=').map_or(text, |(_, value)| value).trim().to_owned();
    let number = |text: &String| value(text).parse::<i64>().is_ok() || value(text).starts_with('{');
    !arguments.iter().all(number)
}

fn named(name: &str) -> Expression {
    Expression { kind: ExpressionKind::Name(Name { text: name.to_owned(), at: 0..0 }), at: 0..0 }
}

/// An expression, read as the option of a game of its own.
fn expression(text: &str) -> Option<Expression> {
    let mut heap = "h".to_owned();
    while text.contains(&heap) {
        heap.push('h');
    }
    let definition = parse_definition(&format!("({heap}) -> {{ ({text}) | {heap} >= 1 }}")).ok()?;
    let Body::Options { sets, .. } = definition.body else { return None };
    sets.into_iter().next()?.tuples.into_iter().next()?.heaps.into_iter().next()
}

/// Conditions on names.
fn conditions(text: &str, names: &[String]) -> Option<Vec<Condition>> {
    let list = names.join(", ");
    let definition = parse_definition(&format!("({list}) -> {{ ({list}) | {text} }}")).ok()?;
    let Body::Options { sets, .. } = definition.body else { return None };
    Some(sets.into_iter().next()?.conditions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimed(game: &str, arguments: &[&str], condition: Option<&str>, formula: &str) -> Result<ForAll, NotForAll> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let claim = (Claimed::PPositions, formula);
        for_all(game, &arguments, condition, claim, Convention::Normal, &Budget::unlimited())
    }

    #[test]
    fn parameters_become_heaps() {
        let yama = "yama(a, b): (x, y) -> sym { (x-i, y+b) | a <= i <= x, b < i }";
        let found = claimed(yama, &["r+1", "r"], None, "|x-y| <= r").unwrap();
        assert_eq!(found.parameters, ["r"]);
        let definition = parse_definition(&found.game).unwrap();
        assert_eq!(definition.heap_names(), ["x", "y", "r"]);
        let Body::Options { sets, .. } = &definition.body else { panic!("options") };
        assert_eq!(sets.len(), 2, "{}", found.game);
        let bounded = claimed(yama, &["a", "b"], Some("a <= b+1"), "x = y");
        assert_eq!(bounded.unwrap().formula, "not (a <= b+1) or (x = y)");
        assert!(claimed(yama, &["x", "b"], None, "x = y").is_err());
    }

    /// A condition on a heap would cut play short, and a total with parameters would reach farther.
    #[test]
    fn conditions_and_totals_keep_heaps_and_parameters_apart() {
        let bounded = "bounded(m): (x) -> { (x-i) | 1 <= i <= m }";
        let all = |condition: &str, formula: &str| claimed(bounded, &["m"], Some(condition), formula);
        assert_eq!(all("m = 1 and x >= 2", "x mod 2 = 1"), Err(NotForAll::NoParameter("x".to_owned())));
        assert_eq!(all("m = 1, t >= 2", "x mod 2 = 1"), Err(NotForAll::NoParameter("t".to_owned())));
        assert_eq!(all("m < 0", "false"), Err(NotForAll::Empty));
        assert_eq!(all("m mod 2 = 0, m mod 4 = 1", "false"), Err(NotForAll::Empty));
        assert!(all("m >= 1000000000000", "x = 0").is_ok());
        assert_eq!(all("m = 1", "exists k: x = 2k").unwrap().formula, "not (m = 1) or (exists k <= x (x = 2*k))");
    }
}
