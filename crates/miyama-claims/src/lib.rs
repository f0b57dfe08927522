//! Statements of the literature, each one executable.
//!
//! A [`Claim`] is a sentence of a document, how far it is checked, the verdict
//! that is expected, and the check: formulas, which are tested with tables and proved
//! for all sizes, or code, where it is no formula. A check computes from the rules of
//! the game and never from the formula that it is about. The claims are files of text,
//! one for each document, in the folder `claims`; [`read`] reads such a file, [`all`]
//! lists those of the documents, [`select`] finds them by id, and [`run`] checks them.
//!
//! ```
//! use miyama_budget::Budget;
//! use miyama_claims::Verdict;
//! let claim = miyama_claims::find("000-E26").unwrap();
//! let verdict = claim.check(Some(100), &Budget::unlimited()).unwrap();
//! let Verdict::Refuted(counterexample) = verdict else { panic!() };
//! assert_eq!(counterexample.at, "(3)");
//! ```

mod compare;
mod doubt;
mod file;
mod grid;
mod heaps;
mod lectures;
mod papers;
mod run;
mod said;
mod select;
mod statement;
mod triangular;
mod values;

pub use file::{read, read_with};
pub use run::{Failed, Finding, run, run_so_far};
pub use said::Said;
pub use select::{find, select, select_from};

use miyama::Difference;
use miyama::heap::linear::TooLarge;
use miyama::heap::table::NoTable;
use miyama::pattern::taking;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};
use statement::{By, Statement};
use std::sync::{Arc, LazyLock};

/// The documents that Miyama started from, in the order of their numbers. More papers follow
/// under 005.
pub const SOURCES: &[&str] = &["000", "001", "002", "003", "004"];

/// The files of the documents.
const FILES: [&str; 7] = [
    include_str!("../claims/lectures.claims"),
    include_str!("../claims/two-dimensional-nim.claims"),
    include_str!("../claims/three-heap-nim.claims"),
    include_str!("../claims/yama-and-triangular-nim.claims"),
    include_str!("../claims/game-values.claims"),
    include_str!("../claims/games-of-papers.claims"),
    include_str!("../claims/operators.claims"),
];

/// What a document is, by its number.
///
/// ```
/// assert_eq!(miyama_claims::title("002").unwrap().to_string(), "three-heap Nim");
/// ```
#[must_use]
pub fn title(source: &str) -> Option<Text> {
    Some(match source {
        "000" => say!("claim.title_a"),
        "001" => say!("claim.title_b"),
        "002" => say!("claim.title_c"),
        "003" => say!("claim.title_d"),
        "004" => say!("claim.title_e"),
        "005" => say!("claim.title_f"),
        "006" => say!("claim.title_g"),
        _ => return None,
    })
}

/// A statement that can be checked.
#[derive(Clone, Debug)]
pub struct Claim {
    id: String,
    source: String,
    /// What the document calls it: theorem, example, exercise, ….
    pub kind: String,
    says: Said,
    /// How far it is checked; `None` where there is nothing to choose.
    pub bound: Option<Bound>,
    /// The verdict that is known.
    pub expected: Expected,
    corrected: Option<String>,
    because: Said,
    unproved: Said,
    /// The line of its file that begins it.
    pub line: usize,
    /// The lines of its statements, and of the verdict that is expected.
    stated_lines: Vec<usize>,
    expect_line: usize,
    check: Option<Check>,
    /// The code that implements a definition.
    code: Option<String>,
    statements: Vec<Statement>,
}

/// Computes a verdict where no formula says it.
type Check = fn(&Ground<'_>) -> Result<Verdict, Unchecked>;

/// How far a claim is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The catalogue's sentence for what the number bounds.
    measure: &'static str,
    /// The least bound with which the check says something.
    pub least: u64,
    /// The bound when none is given.
    pub default: u64,
    /// The largest for which the check is made.
    pub most: u64,
}

/// What bounds are counted in, with the sentences.
const MEASURES: &[(&str, &str)] = &[
    ("heaps", "claim.measure_heaps"),
    ("bricks", "claim.measure_bricks"),
    ("sides", "claim.measure_sides"),
    ("positions", "claim.measure_positions"),
    ("rounds", "claim.measure_rounds"),
    ("terms", "claim.measure_terms"),
    ("numbers", "claim.measure_numbers"),
    ("s-and-n", "claim.measure_s_and_n"),
    ("stones", "claim.measure_stones"),
    ("columns", "claim.measure_columns"),
    ("rectangles", "claim.measure_rectangles"),
    ("steps", "claim.measure_steps"),
    ("values", "claim.measure_values"),
    ("day", "claim.measure_day"),
    ("nimbers", "claim.measure_nimbers"),
    ("codes", "claim.measure_codes"),
    ("code-values", "claim.measure_code_values"),
];

/// The verdict recorded with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Proved.
    Proved,
    /// Holds as far as one looks.
    Holds,
    /// Refuted as soon as the bound is at least this; below it holds.
    Refuted {
        /// The least bound that shows the counterexample; 0 without a bound.
        from: u64,
    },
    /// The same, where the document itself shows what is meant: the words are wrong, not
    /// the mathematics.
    Misprint {
        /// The least bound that shows that it cannot be meant; 0 without a bound.
        from: u64,
    },
    /// Nothing to check.
    Definition,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// True without a bound: by a finite argument that the check carried out.
    Proved(Text),
    /// True as far as this bound.
    HoldsTo(u64),
    /// False.
    Refuted(Counterexample),
    /// A definition; the code that implements it.
    Definition(String),
}

/// Where a statement fails, the smallest such place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The place alone: a position, a number.
    pub at: String,
    /// What is there, and what the statement says.
    pub says: Text,
}

/// What a check stands on: how far to go, what it may use, and, where the check
/// itself is tested, which fact is turned into another.
#[derive(Clone, Copy, Debug)]
struct Ground<'a> {
    to: u64,
    budget: &'a Budget,
    doubt: Option<&'a doubt::Doubt>,
}

/// Why a claim was not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unchecked {
    /// The budget does not allow it.
    Stopped(Stopped),
    /// Its numbers leave the range of the machine.
    TooLarge,
    /// A formula says nothing at a position.
    Formula(Text),
    /// A table is not what the definition says: a defect of this program.
    Wrong(Box<Difference>),
}

/// All claims of the documents, by document.
///
/// ```
/// assert!(miyama_claims::all().any(|claim| claim.id() == "004-T3.3"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Arc<Claim>> {
    static ALL: LazyLock<Vec<Arc<Claim>>> = LazyLock::new(|| {
        let claims = |text| read(text).expect("the files of the documents are part of the program and tested");
        FILES.into_iter().flat_map(claims).collect()
    });
    ALL.iter()
}

/// The checks that are no formulas, by name.
fn checks() -> impl Iterator<Item = &'static (&'static str, Check)> {
    [lectures::CHECKS, grid::CHECKS, heaps::CHECKS, triangular::CHECKS, values::CHECKS, papers::CHECKS]
        .into_iter()
        .flatten()
}

/// The check of this name.
fn named(name: &str) -> Option<Check> {
    checks().find(|(known, _)| *known == name).map(|(_, check)| *check)
}

impl Claim {
    /// The name of the claim: the document and the place in it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The document: its number, or what its file calls it.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What it says.
    #[must_use]
    pub fn says(&self) -> &Said {
        &self.says
    }

    /// The id of the claim that says it correctly, if this one is false and has one.
    #[must_use]
    pub fn corrected(&self) -> Option<&str> {
        self.corrected.as_deref()
    }

    /// How it follows from the statements that were proved.
    #[must_use]
    pub fn because(&self) -> Option<&Said> {
        Some(&self.because).filter(|said| !said.is_empty())
    }

    /// Why it is not proved.
    #[must_use]
    pub fn unproved(&self) -> Option<&Said> {
        Some(&self.unproved).filter(|said| !said.is_empty())
    }

    /// The bound for a wish: itself, or the nearest one that the check allows;
    /// without a wish the default. 0 where there is nothing to choose.
    #[must_use]
    pub fn bound_for(&self, wish: Option<u64>) -> u64 {
        self.bound.map_or(0, |bound| wish.unwrap_or(bound.default).clamp(bound.least, bound.most))
    }

    /// Checks it up to the bound for `wish`.
    ///
    /// # Errors
    /// [`Unchecked`] if the budget ends, or the bound is too large.
    pub fn check(&self, wish: Option<u64>, budget: &Budget) -> Result<Verdict, Unchecked> {
        if let Some(code) = &self.code {
            return Ok(Verdict::Definition(code.clone()));
        }
        let ground = Ground::new(self.bound_for(wish), budget);
        match self.tested(&ground)? {
            // What no table contradicts may be a theorem.
            Verdict::HoldsTo(to) => Ok(self.proved(budget)?.map_or(Verdict::HoldsTo(to), Verdict::Proved)),
            verdict => Ok(verdict),
        }
    }

    /// Whether it is refuted below the bound that its file calls the least.
    fn refuted_earlier(&self, wish: Option<u64>, budget: &Budget) -> Result<bool, Unchecked> {
        let (Expected::Refuted { from } | Expected::Misprint { from }) = self.expected else { return Ok(false) };
        let least = self.bound.map_or(from, |bound| bound.least);
        if from <= least || self.bound_for(wish) < from {
            return Ok(false);
        }
        Ok(matches!(self.tested(&Ground::new(from - 1, budget))?, Verdict::Refuted(_)))
    }

    /// The line of its file at which a verdict that is not the expected one shows: that of the
    /// statement which fails, else that of the expected verdict.
    fn line_at_fault(&self, verdict: &Verdict, wish: Option<u64>, budget: &Budget) -> usize {
        let ground = Ground::new(self.bound_for(wish), budget);
        let fails = |statement: &Statement| match (verdict, self.expected) {
            (Verdict::Refuted(_), Expected::Proved | Expected::Holds) => {
                matches!(statement.tested(&ground), Ok(Some(_)))
            }
            (Verdict::HoldsTo(_), Expected::Proved) => matches!(statement.proved(budget), Ok(None)),
            _ => false,
        };
        let first = self.statements.iter().position(fails).filter(|_| self.check.is_none());
        first.and_then(|place| self.stated_lines.get(place)).copied().unwrap_or(self.expect_line)
    }

    /// Without a proof: by its check, else by tables of its statements.
    fn tested(&self, ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
        if let Some(check) = self.check {
            return check(ground);
        }
        for statement in &self.statements {
            if let Some(wrong) = statement.tested(ground)? {
                return Ok(wrong);
            }
        }
        Ok(Verdict::HoldsTo(ground.to))
    }

    /// How all of its statements were proved, if they were. Where a check says more than
    /// they do, the claim must say how it follows; where they are cases only, it says why
    /// it is not proved.
    fn proved(&self, budget: &Budget) -> Result<Option<Text>, Unchecked> {
        let covered = self.check.is_none() || !self.because.is_empty();
        if self.statements.is_empty() || !covered || !self.unproved.is_empty() {
            return Ok(None);
        }
        let mut by = Vec::new();
        for statement in &self.statements {
            match statement.proved(budget)? {
                Some(way) => by.push(way),
                None => return Ok(None),
            }
        }
        let count = |way: By| by.iter().filter(|other| **other == way).count();
        let mut ways = Vec::new();
        if count(By::Automata) > 0 {
            ways.push(say!("claim.by_automata", count = count(By::Automata)));
        }
        if count(By::Signs) > 0 {
            ways.push(say!("claim.by_signs", count = count(By::Signs)));
        }
        if count(By::Cases) > 0 {
            ways.push(say!("claim.by_cases"));
        }
        Ok(Some(say!("claim.proved_by", ways = ways)))
    }

    /// Is this the verdict that is expected at the bound for `wish`?
    #[must_use]
    pub fn agrees(&self, verdict: &Verdict, wish: Option<u64>) -> bool {
        match (self.expected, verdict) {
            (Expected::Proved, Verdict::Proved(_))
            | (Expected::Holds, Verdict::HoldsTo(_))
            | (Expected::Definition, Verdict::Definition(_)) => true,
            (Expected::Refuted { from } | Expected::Misprint { from }, Verdict::Refuted(_)) => {
                self.bound_for(wish) >= from
            }
            (Expected::Refuted { from } | Expected::Misprint { from }, Verdict::HoldsTo(to)) => *to < from,
            _ => false,
        }
    }
}

impl Bound {
    /// What is checked up to `to`.
    #[must_use]
    pub fn measured(&self, to: u64) -> Text {
        Text::new(self.measure, vec![("bound", to.into())])
    }

    /// As far as memory allows.
    const MOST: u64 = 1 << 32;
}

impl Expected {
    /// One word, the same in every language: for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Expected::Proved => "proved",
            Expected::Holds => "holds",
            Expected::Refuted { .. } => "refuted",
            Expected::Misprint { .. } => "misprint",
            Expected::Definition => "definition",
        }
    }
}

impl Verdict {
    /// One word, the same in every language: for machines.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::HoldsTo(_) => "holds",
            Verdict::Refuted(_) => "refuted",
            Verdict::Definition(_) => "definition",
        }
    }

    fn refuted(at: impl Into<String>, says: Text) -> Verdict {
        Verdict::Refuted(Counterexample { at: at.into(), says })
    }
}

impl Unchecked {
    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Unchecked::Stopped(stopped) => stopped.text(),
            Unchecked::TooLarge => say!("claim.too_large"),
            Unchecked::Formula(says) => says.clone(),
            Unchecked::Wrong(difference) => difference.text(),
        }
    }
}

impl From<Stopped> for Unchecked {
    fn from(stopped: Stopped) -> Unchecked {
        Unchecked::Stopped(stopped)
    }
}

impl From<TooLarge> for Unchecked {
    fn from(TooLarge: TooLarge) -> Unchecked {
        Unchecked::TooLarge
    }
}

impl From<NoTable> for Unchecked {
    fn from(reason: NoTable) -> Unchecked {
        match reason {
            NoTable::Stopped(stopped) => Unchecked::Stopped(stopped),
            NoTable::Wrong(difference) => Unchecked::Wrong(difference),
            NoTable::TooLarge | NoTable::Numbers | NoTable::MisereSplit | NoTable::NoValues | NoTable::WonSplit => {
                Unchecked::TooLarge
            }
        }
    }
}

impl From<taking::Unsolved> for Unchecked {
    fn from(refused: taking::Unsolved) -> Unchecked {
        match refused {
            taking::Unsolved::Stopped(stopped) => Unchecked::Stopped(stopped),
            _ => Unchecked::TooLarge,
        }
    }
}
