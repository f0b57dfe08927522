//! A ruleset: a definition with its arguments put in, ready to be asked for options.

mod case;
mod rows;
mod same_moves;
mod side_by_side;
mod winning;

pub(crate) use case::Bound;
pub use case::Case;
use rows::Rows;
pub(crate) use winning::Winning;

use super::circle;
use super::formula::Names;
use super::interpreter::Interpreter;
use super::linear::TooLarge;
use super::lower::{bind, lower};
use super::notation::{Body, Definition, Indexed, Let, Meaning, Name, OptionSet, Winner, parse_definition};
use super::options::{Loops, Watch};
use super::out_of_reach::OutOfReach;
use super::rank::{self, Rank};
use super::unfold::unfold;
use crate::breaking::{self, code::Code};
use miyama_budget::{Budget, Mistake};
use miyama_text::{Text, say};
use std::ops::Range;
use std::sync::OnceLock;
use winning::Domain;

pub use miyama_language::argument::Argument;
pub use miyama_language::notation::MOST_HEAPS;

/// On so many heaps a definition on any number of them is taken where nobody says how many.
pub(crate) const EXAMPLE: usize = 3;

/// The most heaps of a definition on any number of them. From [`MOST_HEAPS`] on there are no
/// tables of boxes: positions are followed one by one.
pub(crate) const MOST_INDEXED: usize = 100;

/// A ruleset on k heaps whose every play ends.
#[derive(Clone, Debug)]
pub struct Ruleset {
    name: String,
    heaps: Vec<String>,
    cases: Vec<(Case, Loops)>,
    /// The moves, if they are those of a code that no cases write: it may leave any
    /// number of heaps, or has very many digits. Then there is no case.
    code: Option<Code>,
    /// The moves, if they are those of a row of many heaps from which empty ones are removed.
    /// Then there is no case.
    rows: Option<Rows>,
    rank: Option<Rank>,
    /// The text with its arguments, and the same executed as it stands: what answers
    /// are compared with.
    definition: String,
    arguments: Vec<Argument>,
    interpreter: Option<Interpreter>,
    ends_at_zero: bool,
    /// Whether the definition, on any number of heaps, treats all of them alike.
    exchangeable: bool,
    domain: Option<Domain>,
    /// The functions and sets of the definition, and its parameters: formulas may use them.
    lets: Vec<Let>,
    given: Vec<(String, Argument)>,
    /// Found when a table first asks for them: see [`Ruleset::bounds`].
    bounds: OnceLock<Vec<Vec<i128>>>,
    winning: Winning,
}

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

    /// The ruleset of a definition whose operators are carried out. Where positions are won
    /// in a way of their own, the definition stays as it is written: nobody may take it for
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
        let meaning = breaking::ruleset::definition(&read)
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

    /// The name with its arguments, such as `wythoff(2)`; empty for a
    /// definition without a name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the heaps.
    #[must_use]
    pub fn heap_names(&self) -> &[String] {
        &self.heaps
    }

    /// The names that a formula about its positions may use.
    #[must_use]
    pub fn names(&self) -> Names {
        Names::of(&self.heaps).with_lets(&self.lets, &self.given)
    }

    /// The same for several heaps of a one-heap ruleset.
    #[must_use]
    pub fn names_side_by_side(&self, copies: usize) -> Names {
        let heap = self.heaps.first().map_or("x", String::as_str);
        Names::side_by_side(heap, copies).with_lets(&self.lets, &self.given)
    }

    /// The number of heaps of a position.
    #[must_use]
    pub fn heaps(&self) -> usize {
        self.heaps.len()
    }

    /// The definition as text.
    #[must_use]
    pub fn definition(&self) -> &str {
        &self.definition
    }

    /// The arguments that were put into the definition.
    #[must_use]
    pub fn arguments(&self) -> &[Argument] {
        &self.arguments
    }

    /// The definition executed as it stands.
    #[must_use]
    pub fn interpreter(&self) -> Option<&Interpreter> {
        self.interpreter.as_ref()
    }

    #[cfg(test)]
    pub(crate) fn interpreter_for_tests(&mut self, interpreter: Option<Interpreter>) {
        self.interpreter = interpreter;
    }

    /// Whether who cannot move loses, or in misère play wins, and nothing is forbidden. Else
    /// positions have outcomes and no values, and belong to no sum.
    #[must_use]
    pub fn is_won_as_usual(&self) -> bool {
        self.winning.blocked == 0 && self.winning.ends.is_empty()
    }

    /// Whether an end may be won by one of the players, whoever is to move.
    #[must_use]
    pub(crate) fn ends_take_sides(&self) -> bool {
        self.winning.ends.iter().any(|(winner, _)| matches!(winner, Winner::Left | Winner::Right))
    }

    /// How positions are won.
    pub(crate) fn winning(&self) -> &Winning {
        &self.winning
    }

    /// A weighted sum of the heaps that every option lowers, if there is one.
    #[must_use]
    pub fn rank(&self) -> Option<&Rank> {
        self.rank.as_ref()
    }

    /// The code whose moves these are, if no cases write them.
    pub(crate) fn code(&self) -> Option<&Code> {
        self.code.as_ref()
    }

    /// Weights whose sum never rises from a position to an option.
    ///
    /// # Errors
    /// [`OutOfReach`] if the budget does not allow to find them.
    pub(crate) fn bounds(&self, budget: &Budget) -> Result<&[Vec<i128>], OutOfReach> {
        if let Some(bounds) = self.bounds.get() {
            return Ok(bounds);
        }
        let cases: Vec<&Case> = self.cases().collect();
        let bounds = rank::bounds(&cases, self.heaps(), budget)?;
        Ok(self.bounds.get_or_init(|| bounds))
    }

    /// The domain as text: what holds of every position, if something does.
    #[must_use]
    pub fn domain(&self) -> Option<&str> {
        self.domain.as_ref().map(|domain| domain.text.as_str())
    }

    /// Whether a tuple is in the domain, and so a position.
    ///
    /// # Errors
    /// [`OutOfReach`] when the heaps are so large that numbers overflow, or the
    /// budget does not allow it.
    pub fn is_position(&self, heaps: &[u64], budget: &Budget) -> Result<bool, OutOfReach> {
        let Some(domain) = &self.domain else { return Ok(true) };
        for position in heaps.chunks(domain.heaps) {
            if !domain.holds(position, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The mistake of a tuple that is outside the domain.
    #[must_use]
    pub(crate) fn no_position(&self, heaps: &[u64]) -> Option<Text> {
        let inside = self.is_position(heaps, &Budget::unlimited()).unwrap_or(true);
        let position: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        (!inside).then(|| say!("ruleset.outside", position = position.join(", "), domain = self.domain().unwrap_or("")))
    }

    /// Whether heaps without stones are a position that has no move, so that they count
    /// for nothing in any sum. Where they have one, as in `(x) -> {0} U {(x-1)}`, an empty
    /// heap is something else than no heap.
    #[must_use]
    pub fn ends_at_zero(&self) -> bool {
        self.ends_at_zero
    }

    fn has_no_move_at_zero(&self, budget: &Budget) -> Result<bool, OutOfReach> {
        let zero = vec![0; self.heaps()];
        let mut ends = self.is_position(&zero, budget)?;
        if ends {
            self.for_each_option(&zero, budget, &mut |_| {
                ends = false;
                false
            })?;
        }
        Ok(ends)
    }

    /// Whether a move may leave nothing, not even an empty heap.
    #[must_use]
    pub fn vanishes(&self) -> bool {
        let takes_all = |code: &Code| code.digits().iter().chain(code.tail()).any(|digit| digit.allows(0));
        self.code.as_ref().is_some_and(takes_all)
            || self.cases.iter().any(|(case, _)| case.option.is_empty() || !case.copies_are_one())
    }

    /// Whether an option may consist of several positions.
    #[must_use]
    pub fn splits(&self) -> bool {
        self.code.is_some() || self.cases.iter().any(|(case, _)| case.option.len() > 1 || !case.copies_are_one())
    }

    pub(crate) fn cases(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().map(|(case, _)| case)
    }

    /// The cases, each with its loops.
    pub(crate) fn ways(&self) -> impl Iterator<Item = (&Case, &Loops)> {
        self.cases.iter().map(|(case, loops)| (case, loops))
    }

    pub(crate) fn loops(&self) -> impl Iterator<Item = &Loops> {
        self.cases.iter().map(|(_, loops)| loops)
    }

    /// All options of a position, sorted, each once; an option is a sum of
    /// positions.
    ///
    /// # Errors
    /// [`TooLarge`] when the heaps are so large that numbers overflow.
    pub fn options(&self, position: &[u64]) -> Result<Vec<Vec<Vec<u64>>>, TooLarge> {
        let mut found = Vec::new();
        let visited = self.for_each_option(position, &Budget::unlimited(), &mut |option: &[Vec<u64>]| {
            found.push(option.to_vec());
            true
        });
        // An unlimited budget does not stop it.
        visited.map_err(|_| TooLarge)?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Calls `visit` with every option, some perhaps more than once, until it
    /// returns false.
    ///
    /// # Errors
    /// [`OutOfReach`] when the heaps are so large that numbers overflow, or the
    /// budget does not allow it.
    pub fn for_each_option(
        &self,
        position: &[u64],
        budget: &Budget,
        visit: &mut impl FnMut(&[Vec<u64>]) -> bool,
    ) -> Result<(), OutOfReach> {
        budget.check()?;
        if let (Some(code), [heap]) = (&self.code, position) {
            return breaking::definition::within(code, *heap, budget, visit);
        }
        let mut watch = Watch::new(budget);
        if let Some(rows) = &self.rows {
            return rows.for_each_option(position, &mut watch, visit);
        }
        for loops in self.loops() {
            if !loops.for_each_watched(position, &mut watch, visit)? {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// A rank, and whether play ends, for this reason or another.
fn why_play_ends(cases: &[(Case, Loops)], heaps: usize, budget: &Budget) -> Result<(Option<Rank>, bool), OutOfReach> {
    let cases: Vec<&Case> = cases.iter().map(|(case, _)| case).collect();
    let rank = rank::find(&cases, heaps, budget)?;
    let ends = rank.is_some() || rank::ends(&cases, heaps, budget)?;
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
