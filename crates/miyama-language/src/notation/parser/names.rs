//! What can be settled only when all names of a definition are known: `dj` is d·j,
//! `k(k+1)` is k·(k+1), `f(x)` is a function.

use super::{Body, Condition, Definition, Expression, ExpressionKind as Kind, Function, LetValue, Name, Read};
use super::{exact, indices};
use crate::notation::syntax::OptionSet;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;

/// The mistake of a function that nobody knows, with the near one.
pub(crate) fn unknown_function<'a>(name: &str, at: Range<usize>, own: impl Iterator<Item = &'a str>) -> Mistake {
    let mistake = Mistake::new(at, say!("notation.unknown_function", name = name));
    let known = Function::ALL.iter().map(|(name, _)| *name).chain(["min", "max", "median"]).chain(own);
    match known.map(|known| (miyama_text::distance(name, known), known)).min() {
        Some((distance, near)) if distance <= 1 || (distance == 2 && name.chars().count() > 4) => {
            mistake.with_hint(say!("cli.did_you_mean", name = near))
        }
        _ => mistake,
    }
}

#[derive(Clone)]
pub(super) struct Names<'a> {
    parameters: Vec<String>,
    heaps: Vec<String>,
    functions: Vec<(String, usize)>,
    /// Names that stand for numbers in the set.
    bound: &'a [String],
    /// Whether there is any number of heaps, with indices.
    indexed: bool,
}

/// Settles all expressions of a definition: what its names mean, then what `/` means.
pub(crate) fn settle(definition: &mut Definition) -> Read<()> {
    settle_names(definition)?;
    if !matches!(definition.body, Body::Compound(_)) {
        exact::settle(definition);
    }
    Ok(())
}

fn settle_names(definition: &mut Definition) -> Read<()> {
    if let Body::Compound(term) = &mut definition.body {
        let parameters = definition.parameters.clone();
        let body = Body::Options { heaps: vec![], sets: vec![] };
        let mut alone = Definition {
            name: None,
            parameters: parameters.clone(),
            lets: definition.lets.clone(),
            body,
            domain: vec![],
        };
        settle(&mut alone)?;
        definition.lets.clone_from(&alone.lets);
        let lets = alone.lets;
        return term.for_each_rules_mut(&mut |rules| {
            // Parameters and functions of the whole are known in every part.
            let own = std::mem::take(&mut rules.lets);
            rules.parameters.clone_from(&parameters);
            rules.lets = lets.iter().chain(&own).cloned().collect();
            let settled = settle(rules);
            rules.lets.drain(..lets.len());
            rules.parameters.clear();
            settled
        });
    }
    let parameters: Vec<String> = definition.parameters.iter().map(|p| p.name.text.clone()).collect();
    let heaps = definition.heap_names();
    let mut functions: Vec<(String, usize)> = definition
        .lets
        .iter()
        .filter_map(|one| match &one.value {
            LetValue::Function(arguments, _) => Some((one.name.text.clone(), arguments.len())),
            _ => None,
        })
        .collect();
    for (index, one) in definition.lets.iter().enumerate() {
        let taken = parameters.contains(&one.name.text)
            || definition.lets[..index].iter().any(|other| other.name == one.name)
            || Function::named(&one.name.text).is_some();
        if taken {
            return Err(Mistake::new(one.name.at.clone(), say!("notation.twice", name = &one.name.text)));
        }
    }
    for one in &mut definition.lets {
        match &mut one.value {
            LetValue::Function(arguments, body) => {
                let bound: Vec<String> = arguments.iter().map(|name| name.text.clone()).collect();
                let names = Names {
                    parameters: parameters.clone(),
                    heaps: vec![],
                    functions: functions.clone(),
                    bound: &bound,
                    indexed: false,
                };
                names.expression(body)?;
                let mut stray = None;
                body.names(&mut |name| {
                    let known = bound.contains(&name.text)
                        || parameters.contains(&name.text)
                        || functions.contains(&(name.text.clone(), 0))
                        || ["phi", "φ", "ϕ"].contains(&name.text.as_str());
                    if !known && stray.is_none() {
                        stray = Some(name.clone());
                    }
                });
                if let Some(name) = stray {
                    return Err(Mistake::new(name.at.clone(), say!("notation.stray_in_let", name = &name.text)));
                }
            }
            LetValue::Members(members) => {
                let names = Names {
                    parameters: parameters.clone(),
                    heaps: vec![],
                    functions: functions.clone(),
                    bound: &[],
                    indexed: false,
                };
                members.iter_mut().try_for_each(|member| names.expression(member))?;
            }
            LetValue::Sequence(_) => {}
        }
    }
    if let Body::Indexed(indexed) = &definition.body {
        let heaps = vec![indexed.count.text.clone()];
        functions.extend(indices::FUNCTIONS.map(|(name, takes)| (name.to_owned(), takes)));
        return indices::settle(definition, &Names { parameters, heaps, functions, bound: &[], indexed: true });
    }
    let Body::Options { sets, .. } = &mut definition.body else { return Ok(()) };
    for set in sets.iter_mut() {
        let mut bound = vec![];
        let mut note = |name: &Name| bound.push(name.text.clone());
        set.conditions.iter().for_each(|c| c.for_each_expression(&mut |e| e.names(&mut note)));
        set.tuples.iter().flat_map(|tuple| &tuple.heaps).for_each(|e| e.names(&mut note));
        let names = Names {
            parameters: parameters.clone(),
            heaps: heaps.clone(),
            functions: functions.clone(),
            bound: &bound,
            indexed: false,
        };
        for tuple in &mut set.tuples {
            tuple.heaps.iter_mut().chain(&mut tuple.copies).try_for_each(|expression| names.expression(expression))?;
        }
        set.conditions.iter_mut().try_for_each(|condition| names.condition(condition))?;
    }
    let given = Names { parameters, heaps, functions, bound: &[], indexed: false };
    own_conditions(sets, &given);
    let Names { parameters, heaps, functions, .. } = given;
    let names = Names { parameters, heaps: heaps.clone(), functions: functions.clone(), bound: &[], indexed: false };
    for condition in &mut definition.domain {
        names.condition(condition)?;
        let mut stray = None;
        let mut note = |name: &Name| {
            let known = names.is_number(&name.text)
                || functions.contains(&(name.text.clone(), 0))
                || ["phi", "φ", "ϕ"].contains(&name.text.as_str());
            if !known && stray.is_none() {
                stray = Some(name.clone());
            }
        };
        condition.for_each_expression(&mut |e| e.names(&mut note));
        if let Some(name) = stray {
            return Err(Mistake::new(name.at.clone(), say!("notation.stray_in_domain", name = &name.text)));
        }
    }
    Ok(())
}

/// Options that were written in one set, `{(x-i,y), (x,y-j) | 1≤i≤x, 1≤j≤y}`, share its conditions,
/// but none is bound by what is said of integers of the others alone.
fn own_conditions(sets: &mut [OptionSet], given: &Names<'_>) {
    let integers = |condition: &Condition| {
        let mut found = vec![];
        condition.for_each_expression(&mut |e| e.names(&mut |name| found.push(name.text.clone())));
        found.retain(|name| !given.is_number(name) && !given.is_function(name));
        found
    };
    let places: Vec<Range<usize>> = sets.iter().map(|set| set.at.clone()).collect();
    let together = |at: &Range<usize>| places.iter().filter(|place| *place == at).count() > 1;
    for set in sets.iter_mut().filter(|set| together(&set.at)) {
        // `i, j >= 1` says something of each.
        set.conditions = std::mem::take(&mut set.conditions).into_iter().flat_map(separate).collect();
        let mut own: Vec<String> = vec![];
        for expression in set.tuples.iter().flat_map(|tuple| tuple.heaps.iter().chain(&tuple.copies)) {
            expression.names(&mut |name| own.push(name.text.clone()));
        }
        // What is said of an own integer together with another makes that one count as well.
        loop {
            let before = own.len();
            for names in set.conditions.iter().map(integers) {
                if names.iter().any(|name| own.contains(name)) {
                    own.extend(names.into_iter().filter(|name| !own.contains(name)).collect::<Vec<_>>());
                }
            }
            if own.len() == before {
                break;
            }
        }
        set.conditions.retain(|condition| {
            let names = integers(condition);
            names.is_empty() || names.iter().any(|name| own.contains(name))
        });
    }
}

/// The conditions that are joined by "and".
fn separate(condition: Condition) -> Vec<Condition> {
    match condition {
        Condition::And(all) if !all.is_empty() => all.into_iter().flat_map(separate).collect(),
        other => vec![other],
    }
}

impl Names<'_> {
    /// The same where these names stand for numbers too.
    pub(super) fn with_bound<'b>(&self, bound: &'b [String]) -> Names<'b> {
        let Names { parameters, heaps, functions, indexed, .. } = self.clone();
        Names { parameters, heaps, functions, bound, indexed }
    }

    pub(super) fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// Whether a name is that of a number of a `let`, or of φ.
    pub(super) fn is_function(&self, name: &str) -> bool {
        self.functions.contains(&(name.to_owned(), 0)) || ["phi", "φ", "ϕ"].contains(&name)
    }

    pub(super) fn is_number(&self, name: &str) -> bool {
        self.parameters.iter().any(|p| p == name) || self.heaps.iter().any(|heap| heap == name)
    }

    pub(super) fn condition(&self, condition: &mut Condition) -> Read<()> {
        let mut result = Ok(());
        condition.for_each_expression_mut(&mut |expression| {
            if result.is_ok() {
                result = self.expression(expression);
            }
        });
        result
    }

    pub(super) fn expression(&self, expression: &mut Expression) -> Read<()> {
        if let Some(product) = beside_power(expression, &|name| self.functions.iter().any(|(own, _)| own == name)) {
            *expression = product;
        }
        // `ij^2` is i·j², as it is typeset.
        if let Kind::Power(base, exponent) = &expression.kind
            && let Kind::Name(name) = &base.kind
            && base.at.start == name.at.start
            && let Some(Expression { kind: Kind::Product(left, last), .. }) = self.split(name)
        {
            let power = Kind::Power(last.clone(), exponent.clone());
            let power = Expression { at: last.at.start..expression.at.end, kind: power };
            expression.kind = Kind::Product(left, Box::new(power));
        }
        let mut result = Ok(());
        expression.for_each_part_mut(&mut |part| {
            if result.is_ok() {
                result = self.expression(part);
            }
        });
        result?;
        let at = expression.at.clone();
        match &mut expression.kind {
            Kind::Name(name) => {
                if let Some(product) = self.split(name) {
                    *expression = product;
                }
                Ok(())
            }
            Kind::Indexed(name, _) if !self.indexed => {
                Err(Mistake::new(at, say!("notation.not_indexed", name = &name.text)))
            }
            Kind::Call(name, arguments) => {
                if let Some((_, takes)) = self.functions.iter().find(|(known, _)| *known == name.text) {
                    if *takes != usize::MAX && *takes != arguments.len() {
                        let says = say!(
                            "notation.wrong_arguments",
                            name = &name.text,
                            expected = *takes,
                            found = arguments.len()
                        );
                        return Err(Mistake::new(at, says));
                    }
                    return Ok(());
                }
                // A number right before a bracket is a factor.
                let factor = self.is_number(&name.text) || self.bound.contains(&name.text);
                if !factor || arguments.len() != 1 {
                    let own = self.functions.iter().map(|(name, _)| name.as_str());
                    return Err(unknown_function(&name.text, name.at.clone(), own));
                }
                let left = Box::new(Expression { at: name.at.clone(), kind: Kind::Name(name.clone()) });
                let right = Box::new(arguments.remove(0));
                expression.kind = Kind::Product(left, right);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `dj` is a product where `d` is a parameter, and `ij` or `kb` one where each letter is a name that stands
    /// alone elsewhere; unless the word is a name of its own.
    fn split(&self, name: &Name) -> Option<Expression> {
        let known = self.is_number(&name.text) || self.functions.iter().any(|(function, _)| *function == name.text);
        let letters: Vec<(usize, char)> = name.text.char_indices().collect();
        let number = |letter: &str| self.is_number(letter) || self.bound.iter().any(|bound| bound == letter);
        let alone = letters.iter().all(|(_, letter)| letter.is_alphabetic() && number(letter.encode_utf8(&mut [0; 4])));
        let parameter = letters.len() == 2
            && letters[1].1.is_alphabetic()
            && self.parameters.iter().any(|p| *p == letters[0].1.to_string());
        if known || letters.len() < 2 || !(alone || parameter) {
            return None;
        }
        let factor = |(at, letter): (usize, char)| {
            let place = name.at.start + at..name.at.start + at + letter.len_utf8();
            Expression { at: place.clone(), kind: Kind::Name(Name { text: letter.to_string(), at: place }) }
        };
        letters.into_iter().map(factor).reduce(|left, right| Expression {
            at: left.at.start..right.at.end,
            kind: Kind::Product(Box::new(left), Box::new(right)),
        })
    }
}

/// `x^k(k+1)` is x^k·(k+1), as it is typeset, where k is no function.
pub(crate) fn beside_power(expression: &Expression, is_function: &dyn Fn(&str) -> bool) -> Option<Expression> {
    let Kind::Power(base, exponent) = &expression.kind else { return None };
    let Kind::Call(name, arguments) = &exponent.kind else { return None };
    let ([factor], true) = (&arguments[..], exponent.at.start == name.at.start) else { return None };
    if is_function(&name.text) {
        return None;
    }
    let raised = Expression { at: name.at.clone(), kind: Kind::Name(name.clone()) };
    let power = Kind::Power(base.clone(), Box::new(raised));
    let power = Expression { at: expression.at.start..name.at.end, kind: power };
    Some(Expression { at: expression.at.clone(), kind: Kind::Product(Box::new(power), Box::new(factor.clone())) })
}
