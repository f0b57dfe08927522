//! Statements for all values of parameters.
//!
//! A parameter is made a heap that no move changes: yama(a, b) becomes a game on the heaps
//! (x, y, a, b). Where a condition restricts the parameters, no move is possible outside
//! of it. A statement about all values is then one about all positions of this game, with
//! its proof, its certificate and its checker.

use miyama::play::Convention;
use miyama_language::notation::{
    Body, Condition, Definition, Expression, ExpressionKind, Name, OptionSet, Tuple, parse_definition,
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
}

/// The game with arguments that may be names or expressions in names, such as `a` and
/// `r+1`, under a condition on the names; and the claim that the P-positions are those of a
/// formula.
///
/// # Errors
/// [`NotForAll`] says why there is none.
pub fn for_all(
    definition: &str,
    arguments: &[String],
    condition: Option<&str>,
    formula: &str,
    convention: Convention,
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
        Some(text) => conditions(text, &all).ok_or(NotForAll::Condition)?,
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
    let formula = match (condition, convention) {
        (None, _) => formula.trim().to_owned(),
        // Without moves every position is one of P in normal play, and none in misère play.
        (Some(condition), Convention::Normal) => format!("not ({}) or ({})", condition.trim(), formula.trim()),
        (Some(condition), Convention::Misere) => format!("({}) and ({})", condition.trim(), formula.trim()),
    };
    Ok(ForAll { game, parameters, formula })
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

fn orders(count: usize) -> Vec<Vec<usize>> {
    crate::moves::orders(count).into_iter().map(|order| order.into_iter().map(usize::from).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_become_heaps() {
        let yama = "yama(a, b): (x, y) -> sym { (x-i, y+b) | a <= i <= x, b < i }";
        let found = for_all(yama, &["r+1".to_owned(), "r".to_owned()], None, "|x-y| <= r", Convention::Normal).unwrap();
        assert_eq!(found.parameters, ["r"]);
        let definition = parse_definition(&found.game).unwrap();
        assert_eq!(definition.heap_names(), ["x", "y", "r"]);
        let Body::Options { sets, .. } = &definition.body else { panic!("options") };
        assert_eq!(sets.len(), 2, "{}", found.game);
        let bounded = for_all(yama, &["a".to_owned(), "b".to_owned()], Some("a <= b+1"), "x = y", Convention::Normal);
        assert_eq!(bounded.unwrap().formula, "not (a <= b+1) or (x = y)");
        assert!(for_all(yama, &["x".to_owned(), "b".to_owned()], None, "x = y", Convention::Normal).is_err());
    }
}
