//! A definition becomes a ruleset: arguments are put in, conditions become cases with their loops, and
//! a reason is found why play ends, or a circle.

use super::rows::Rows;
use super::winning::Domain;
use super::{Argument, Case, EXAMPLE, MOST_HEAPS, MOST_INDEXED, Ruleset, Winning};
use crate::breaking::code::Code;
use crate::heap::circle;
use crate::heap::interpreter::Interpreter;
use crate::heap::lower::{bind, lower};
use crate::heap::notation::{Body, Definition, Expression, Indexed, Meaning, Name, OptionSet, parse_definition};
use crate::heap::options::Loops;
use crate::heap::rank::{self, Rank};
use crate::heap::unfold::unfold;
use crate::out_of_reach::OutOfReach;
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use std::ops::Range;
use std::sync::OnceLock;

impl Ruleset {
    /// Puts arguments into a definition.
    ///
    /// ```
    /// use miyama::heap::notation::parse_definition;
    /// use miyama::heap::ruleset::{Argument, Ruleset};
    /// let definition = parse_definition("twist(c): (x, y) -> { (x-i, y-j) | 1<=i, 1<=j, |i-j| <= c }").unwrap();
    /// let twist = Ruleset::new(&definition, &[Argument::Number(1)]).unwrap();
    /// assert_eq!(twist.options(&[2, 2]).unwrap(), [vec![vec![0, 0]], vec![vec![0, 1]], vec![vec![1, 0]], vec![vec![1, 1]]]);
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] in the text of the definition: an unknown name, a bound
    /// integer without bound, a play that does not end.
    pub fn new(definition: &Definition, arguments: &[Argument]) -> Result<Ruleset, Mistake> {
        Ruleset::within(definition, arguments, &Budget::unlimited())
    }

    /// Puts arguments into a definition, as [`Ruleset::new`] does, if the budget
    /// allows it.
    ///
    /// # Errors
    /// A [`Mistake`] in the text of the definition, or one that says why it was
    /// not read to the end.
    pub fn within(definition: &Definition, arguments: &[Argument], budget: &Budget) -> Result<Ruleset, Mistake> {
        let (heaps, sets) = match &definition.body {
            Body::Options { heaps, sets } => (heaps, sets),
            Body::Code(code) => return Ruleset::of_code(definition, code, arguments, budget),
            Body::Indexed(indexed) => {
                return Ruleset::on_heaps(definition, arguments, EXAMPLE.max(indexed.fewest()), budget);
            }
            Body::Compound(_) => {
                let meaning = definition.meaning(arguments)?;
                return Ruleset::of_meaning(definition, &meaning, arguments, budget);
            }
        };
        if heaps.len() > MOST_HEAPS {
            let at = heaps[MOST_HEAPS].at.clone();
            return Err(Mistake::new(at, say!("ruleset.too_many_heaps", most = MOST_HEAPS)));
        }
        Ruleset::with_heaps(definition, heaps, sets, arguments, budget)
    }

    /// A definition on any number of heaps, on so many of them. Of other definitions it is
    /// [`Ruleset::within`].
    ///
    /// ```
    /// use miyama::heap::notation::parse_definition;
    /// use miyama::heap::ruleset::Ruleset;
    /// use miyama_budget::Budget;
    /// let definition = parse_definition("heaps x[1..n] -> for each i, j { x[i]-k, x[j]+1 | 2 <= k }").unwrap();
    /// let three = Ruleset::on_heaps(&definition, &[], 3, &Budget::unlimited()).unwrap();
    /// assert_eq!(three.options(&[2, 0, 0]).unwrap(), [vec![vec![0, 0, 1]], vec![vec![0, 1, 0]]]);
    /// ```
    ///
    /// # Errors
    /// A [`Mistake`] in the definition, or that there are too few or too many heaps for it.
    pub fn on_heaps(
        definition: &Definition,
        arguments: &[Argument],
        heaps: usize,
        budget: &Budget,
    ) -> Result<Ruleset, Mistake> {
        let Body::Indexed(indexed) = &definition.body else { return Ruleset::within(definition, arguments, budget) };
        if heaps > MOST_INDEXED {
            let says = say!("ruleset.too_many_indexed", most = MOST_INDEXED, found = heaps);
            return Err(Mistake::new(indexed.heap.at.clone(), says));
        }
        let rows = match indexed.shrinking && heaps > MOST_HEAPS {
            true => Rows::new(definition, indexed, arguments, heaps, budget)?,
            false => None,
        };
        let mut ruleset = match rows {
            Some(rows) => Ruleset::of_rows(definition, indexed, heaps, rows),
            None => {
                let unfolded = unfold(definition, indexed, arguments, heaps)?;
                let Body::Options { heaps: names, sets } = &unfolded.body else {
                    return Err(Mistake::new(indexed.heap.at.clone(), say!("ruleset.numbers_too_large")));
                };
                Ruleset::with_heaps(&unfolded, names, sets, &[], budget)?
            }
        };
        ruleset.name = definition.name.as_ref().map_or_else(String::new, |name| called(&name.text, arguments));
        ruleset.given =
            bind(definition, arguments)?.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        ruleset.interpreter = Interpreter::on_heaps(definition, arguments, heaps);
        ruleset.shrinking = indexed.shrinking;
        ruleset.exchangeable = indexed.is_symmetric() && definition.domain.is_empty() && !indexed.shrinking;
        Ok(ruleset)
    }

    /// Many heaps in a row; every move lowers their total.
    fn of_rows(definition: &Definition, indexed: &Indexed, heaps: usize, rows: Rows) -> Ruleset {
        Ruleset {
            name: String::new(),
            heaps: (1..=heaps).map(|place| format!("{}{place}", indexed.heap.text)).collect(),
            cases: vec![],
            code: None,
            rows: Some(rows),
            rank: None,
            definition: definition.to_string(),
            arguments: vec![],
            interpreter: None,
            ends_at_zero: true,
            exchangeable: false,
            shrinking: false,
            domain: None,
            lets: definition.lets.clone(),
            given: vec![],
            bounds: OnceLock::new(),
            winning: Winning::default(),
        }
    }

    /// The ruleset of option sets on these heaps.
    fn with_heaps(
        definition: &Definition,
        heaps: &[Name],
        sets: &[OptionSet],
        arguments: &[Argument],
        budget: &Budget,
    ) -> Result<Ruleset, Mistake> {
        let cases = lower(definition, heaps, sets, arguments, budget)?;
        let mut ready = Vec::with_capacity(cases.len());
        for case in cases {
            budget.check()?;
            ready.push(Loops::ordered(case, heaps.len()).map_err(|refused| {
                let (case, problem) = *refused;
                let mut mistake = problem.mistake(&case, heaps);
                if let Some(name) = problem.name().and_then(|name| place_of(name, sets, &case.at)) {
                    mistake.at = name;
                }
                mistake
            })?);
        }
        let at = ready.first().map_or(0..0, |(case, _)| case.at.clone());
        let unfinished = |reason: OutOfReach| match reason {
            OutOfReach::TooLarge => Mistake::new(at.clone(), say!("ruleset.numbers_too_large")),
            OutOfReach::Stopped(stopped) => stopped.into(),
        };
        let (mut rank, mut ends) = why_play_ends(&ready, heaps.len(), budget).map_err(unfinished)?;
        let mut effort = rank::Effort::default();
        for pairs in [rank::Pairs::Same, rank::Pairs::Different] {
            if ends {
                break;
            }
            let mut more = 0;
            for (case, loops) in &mut ready {
                let both = (&*case, &*loops);
                let facts = rank::sharpened(both, heaps.len(), pairs, &mut effort, budget).map_err(unfinished)?;
                more += facts.len();
                case.conditions.extend(facts);
            }
            if more > 0 {
                (rank, ends) = why_play_ends(&ready, heaps.len(), budget).map_err(unfinished)?;
            }
        }
        if !ends {
            let parameters = bind(definition, arguments)?;
            let number = |name: &Name| match parameters.get(name.text.as_str()) {
                Some(Argument::Number(number)) => Some(Expression::from(*number)),
                _ => None,
            };
            let left = rank::left_over(sets, heaps, &number);
            if left.len() < sets.len() {
                let of_these = |(case, _): &&(Case, Loops)| left.iter().any(|set| set.at == case.at);
                let others: Vec<&Case> = ready.iter().filter(of_these).map(|(case, _)| case).collect();
                ends = others.is_empty() || rank_or_order(&others, heaps.len(), budget).map_err(unfinished)?.1;
            }
        }
        let domain = Domain::of(definition, arguments, budget)?;
        let given = bind(definition, arguments)?.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let mut ruleset = Ruleset {
            domain,
            lets: definition.lets.clone(),
            given,
            name: definition.name.as_ref().map_or_else(String::new, |name| called(&name.text, arguments)),
            heaps: heaps.iter().map(|h| h.text.clone()).collect(),
            cases: ready,
            code: None,
            rows: None,
            rank,
            definition: definition.to_string(),
            arguments: arguments.to_vec(),
            interpreter: Interpreter::new(definition, arguments),
            ends_at_zero: true,
            exchangeable: false,
            shrinking: false,
            bounds: OnceLock::new(),
            winning: Winning::default(),
        };
        ruleset.ends_at_zero = ruleset.has_no_move_at_zero(budget).map_err(|reason| match reason {
            OutOfReach::TooLarge => {
                Mistake::new(sets.first().map_or(0..0, |set| set.at.clone()), say!("ruleset.numbers_too_large"))
            }
            OutOfReach::Stopped(stopped) => stopped.into(),
        })?;
        if !ends {
            let at = sets.first().map_or(0, |s| s.at.start)..sets.last().map_or(0, |s| s.at.end);
            return Err(match circle::circle(&ruleset, budget)? {
                Some(circle) => {
                    let mistake = Mistake::new(at, say!("ruleset.circle", circle = circle::shown(&circle)));
                    match in_no_condition(&ruleset, sets) {
                        Some(name) => mistake.with_hint(say!("ruleset.in_no_condition", name = name)),
                        None => mistake,
                    }
                }
                None => Mistake::new(at, say!("ruleset.no_rank")).undecided(),
            });
        }
        Ok(ruleset)
    }

    /// The ruleset of a definition whose operators are carried out. Where positions have a
    /// winning condition of their own, the definition stays as it is written: nobody may take it for
    /// the rules alone.
    pub(crate) fn of_meaning(
        definition: &Definition,
        meaning: &Meaning,
        arguments: &[Argument],
        budget: &Budget,
    ) -> Result<Ruleset, Mistake> {
        let mut ruleset = Ruleset::within(&meaning.rules, arguments, budget)?;
        if meaning.winning.is_usual() {
            return Ok(ruleset);
        }
        ruleset.definition = definition.to_string();
        ruleset.interpreter = Interpreter::of_meaning(meaning, arguments);
        let mut ends = Vec::new();
        for (winner, conditions) in &meaning.winning.ends {
            let about = Definition { domain: conditions.clone(), ..meaning.rules.clone() };
            if let Some(domain) = Domain::of(&about, arguments, budget)? {
                ends.push((*winner, domain));
            }
        }
        ruleset.winning = Winning { blocked: meaning.winning.blocked, ends };
        Ok(ruleset)
    }

    /// The ruleset of a definition whose body is a code.
    fn of_code(
        definition: &Definition,
        code: &Name,
        arguments: &[Argument],
        budget: &Budget,
    ) -> Result<Ruleset, Mistake> {
        let in_code = |mistake: Mistake| mistake.shifted(code.at.start);
        let read = code.text.parse::<Code>().map_err(in_code)?;
        let meaning = miyama_language::code::definition(&read)
            .and_then(|meaning| Ruleset::within(&parse_definition(&meaning)?, &[], budget));
        budget.check()?;
        let mut ruleset = match meaning {
            Ok(ruleset) => ruleset,
            // It leaves any number of heaps, or has very many digits.
            Err(_) => Ruleset {
                name: String::new(),
                heaps: vec!["n".to_owned()],
                cases: vec![],
                code: Some(read),
                rows: None,
                rank: None,
                definition: definition.to_string(),
                arguments: vec![],
                interpreter: Interpreter::new(definition, &[]),
                // Taking nothing must break the heap.
                ends_at_zero: true,
                exchangeable: false,
                shrinking: false,
                domain: None,
                lets: vec![],
                given: vec![],
                bounds: OnceLock::new(),
                winning: Winning::default(),
            },
        };
        ruleset.name = definition.name.as_ref().map_or_else(String::new, |name| called(&name.text, arguments));
        Ok(ruleset)
    }
}

/// A rank, and whether play ends, for this reason or another.
fn why_play_ends(cases: &[(Case, Loops)], heaps: usize, budget: &Budget) -> Result<(Option<Rank>, bool), OutOfReach> {
    let cases: Vec<&Case> = cases.iter().map(|(case, _)| case).collect();
    rank_or_order(&cases, heaps, budget)
}

fn rank_or_order(cases: &[&Case], heaps: usize, budget: &Budget) -> Result<(Option<Rank>, bool), OutOfReach> {
    let rank = rank::find(cases, heaps, budget)?;
    let ends = rank.is_some() || rank::ends(cases, heaps, budget)?;
    Ok((rank, ends))
}

/// Where a bound integer of a set stands first: in the conditions, else in the option.
fn place_of(name: &str, sets: &[OptionSet], set: &Range<usize>) -> Option<Range<usize>> {
    let mut found: Option<Range<usize>> = None;
    let mut note = |other: &Name| {
        if other.text == name && found.is_none() {
            found = Some(other.at.clone());
        }
    };
    for set in sets.iter().filter(|other| other.at == *set) {
        set.conditions.iter().for_each(|condition| condition.for_each_expression(&mut |e| e.names(&mut note)));
        set.tuples.iter().flat_map(|tuple| &tuple.heaps).for_each(|e| e.names(&mut note));
    }
    found
}

/// A bound integer of an option that no condition of its set speaks of.
fn in_no_condition(ruleset: &Ruleset, sets: &[OptionSet]) -> Option<String> {
    let is_free = |name: &str| {
        let given = ruleset.given.iter().any(|(given, _)| given == name);
        !given
            && !ruleset.heaps.iter().any(|heap| heap == name)
            && !ruleset.lets.iter().any(|one| one.name.text == name)
    };
    sets.iter().find_map(|set| {
        let (mut said, mut free) = (vec![], None);
        set.conditions
            .iter()
            .for_each(|c| c.for_each_expression(&mut |e| e.names(&mut |name: &Name| said.push(name.text.clone()))));
        for heap in set.tuples.iter().flat_map(|tuple| &tuple.heaps) {
            heap.names(&mut |name: &Name| {
                if free.is_none() && is_free(&name.text) && !said.contains(&name.text) {
                    free = Some(name.text.clone());
                }
            });
        }
        free
    })
}

/// `name(arguments)`.
fn called(name: &str, arguments: &[Argument]) -> String {
    if arguments.is_empty() {
        return name.to_owned();
    }
    let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    format!("{name}({})", arguments.join(","))
}
