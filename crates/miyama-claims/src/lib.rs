//! Statements of the literature, each one executable.
//!
//! A [`Claim`] is a sentence of a document, how far it is checked, the verdict
//! that is expected, and the check. A check computes from the rules of the game
//! and never from the formula that it is about. [`all`] lists the claims, one
//! file per document; [`select`] finds them by id; [`run`] checks them.
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
mod proof;
mod run;
mod select;
mod source_000;
mod source_001;
mod source_002;
mod source_003;
mod source_004;

pub use run::{Failed, Finding, run, run_so_far};
pub use select::{find, select};

use miyama::heap::comparison::Difference;
use miyama::heap::linear::TooLarge;
use miyama::heap::table::NoTable;
use miyama::pattern::taking;
use miyama_budget::{Budget, Stopped};
use miyama_text::{Text, say};

/// The documents, in the order of their numbers.
pub const SOURCES: &[&str] = &["000", "001", "002", "003", "004"];

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
        _ => return None,
    })
}

/// A statement that can be checked.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// `claim.` and the id: where the catalogue keeps the statement.
    key: &'static str,
    /// What the document calls it: theorem, example, exercise, ….
    pub kind: &'static str,
    /// How far it is checked; `None` where there is nothing to choose.
    pub bound: Option<Bound>,
    /// The verdict that is known.
    pub expected: Expected,
    check: Check,
}

#[derive(Clone, Copy, Debug)]
enum Check {
    /// Computes the verdict.
    By(fn(&Ground<'_>) -> Result<Verdict, Unchecked>),
    /// Nothing to compute: the code that implements the definition.
    Nothing(&'static str),
}

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
    Definition(&'static str),
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
pub enum Unchecked {
    /// The budget does not allow it.
    Stopped(Stopped),
    /// Its numbers leave the range of the machine.
    TooLarge,
    /// A table is not what the definition says: a defect of this program.
    Wrong(Box<Difference>),
}

/// All claims, by document.
///
/// ```
/// assert!(miyama_claims::all().any(|claim| claim.id() == "004-T3.3"));
/// ```
pub fn all() -> impl Iterator<Item = &'static Claim> {
    [source_000::CLAIMS, source_001::CLAIMS, source_002::CLAIMS, source_003::CLAIMS, source_004::CLAIMS]
        .into_iter()
        .flatten()
}

impl Claim {
    const fn by(
        key: &'static str,
        kind: &'static str,
        bound: Option<Bound>,
        expected: Expected,
        check: fn(&Ground<'_>) -> Result<Verdict, Unchecked>,
    ) -> Claim {
        Claim { key, kind, bound, expected, check: Check::By(check) }
    }

    /// A finite statement, checked completely.
    const fn proved(
        key: &'static str,
        kind: &'static str,
        check: fn(&Ground<'_>) -> Result<Verdict, Unchecked>,
    ) -> Claim {
        Claim::by(key, kind, None, Expected::Proved, check)
    }

    /// A statement without end, checked up to a bound.
    const fn holds(
        key: &'static str,
        kind: &'static str,
        bound: Bound,
        check: fn(&Ground<'_>) -> Result<Verdict, Unchecked>,
    ) -> Claim {
        Claim::by(key, kind, Some(bound), Expected::Holds, check)
    }

    /// A statement without end, checked up to a bound and then proved (see `proof`).
    const fn theorem(
        key: &'static str,
        kind: &'static str,
        bound: Bound,
        check: fn(&Ground<'_>) -> Result<Verdict, Unchecked>,
    ) -> Claim {
        Claim::by(key, kind, Some(bound), Expected::Proved, check)
    }

    /// A statement without end, false from some bound on.
    const fn refuted_from(
        key: &'static str,
        kind: &'static str,
        from: u64,
        bound: Bound,
        check: fn(&Ground<'_>) -> Result<Verdict, Unchecked>,
    ) -> Claim {
        Claim::by(key, kind, Some(bound), Expected::Refuted { from }, check)
    }

    /// A finite statement that is false.
    const fn refuted(
        key: &'static str,
        kind: &'static str,
        check: fn(&Ground<'_>) -> Result<Verdict, Unchecked>,
    ) -> Claim {
        Claim::by(key, kind, None, Expected::Refuted { from: 0 }, check)
    }

    /// A definition, and the code that implements it.
    const fn definition(key: &'static str, kind: &'static str, code: &'static str) -> Claim {
        Claim { key, kind, bound: None, expected: Expected::Definition, check: Check::Nothing(code) }
    }

    /// The name of the claim: the document and the place in it.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.key.strip_prefix("claim.").unwrap_or(self.key)
    }

    /// The number of the document.
    #[must_use]
    pub fn source(&self) -> &'static str {
        self.id().split('-').next().unwrap_or_default()
    }

    /// What it says.
    #[must_use]
    pub fn says(&self) -> Text {
        Text::new(self.key, vec![])
    }

    /// The claim that says it correctly, if this one is false and has one.
    #[must_use]
    pub fn corrected(&self) -> Option<&'static Claim> {
        all().find(|other| other.id().strip_suffix("-corrected") == Some(self.id()))
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
        match self.check {
            Check::By(check) => {
                let ground = Ground::new(self.bound_for(wish), budget);
                match check(&ground)? {
                    // What no table contradicts may be a theorem.
                    Verdict::HoldsTo(to) => {
                        Ok(proof::proved(self.id(), &ground)?.map_or(Verdict::HoldsTo(to), Verdict::Proved))
                    }
                    verdict => Ok(verdict),
                }
            }
            Check::Nothing(code) => Ok(Verdict::Definition(code)),
        }
    }

    /// Is this the verdict that is expected at the bound for `wish`?
    #[must_use]
    pub fn agrees(&self, verdict: &Verdict, wish: Option<u64>) -> bool {
        match (self.expected, verdict) {
            (Expected::Proved, Verdict::Proved(_))
            | (Expected::Holds, Verdict::HoldsTo(_))
            | (Expected::Definition, Verdict::Definition(_)) => true,
            (Expected::Refuted { from }, Verdict::Refuted(_)) => self.bound_for(wish) >= from,
            (Expected::Refuted { from }, Verdict::HoldsTo(to)) => *to < from,
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

    /// From the least bound 1 to a default, and as far as memory allows.
    const fn to(measure: &'static str, default: u64) -> Bound {
        Bound { measure, least: 1, default, most: 1 << 32 }
    }

    /// The same default with other ends.
    const fn within(self, least: u64, most: u64) -> Bound {
        Bound { least, most, ..self }
    }
}

impl Expected {
    /// One word, the same in every language: for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Expected::Proved => "proved",
            Expected::Holds => "holds",
            Expected::Refuted { .. } => "refuted",
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
            NoTable::TooLarge | NoTable::MisereSplit => Unchecked::TooLarge,
        }
    }
}

impl From<taking::Refused> for Unchecked {
    fn from(refused: taking::Refused) -> Unchecked {
        match refused {
            taking::Refused::Stopped(stopped) => Unchecked::Stopped(stopped),
            _ => Unchecked::TooLarge,
        }
    }
}
