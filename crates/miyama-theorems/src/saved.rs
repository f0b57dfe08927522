//! A theorem as a file has it.

use crate::built_in::FILES;
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::{Argument, Ruleset};
use miyama::play::Convention;
use miyama_automata::{Automaton, Limits, Numeration, Tracks};
use miyama_budget::Budget;
use miyama_proof::{Certificate, Rules, Statement, System, same_moves};
use std::sync::{Arc, OnceLock};

/// A proved set of P-positions, and the ruleset that it is about.
#[derive(Clone, Debug)]
pub struct Saved {
    /// How the theorem is called.
    pub name: String,
    /// The rules.
    pub ruleset: Arc<Ruleset>,
    /// How the last move counts.
    pub convention: Convention,
    /// The set.
    pub set: Automaton,
    /// A formula that says the same, if there is one.
    pub formula: Option<String>,
}

/// Why a certificate cannot serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// It is no certificate.
    Unreadable {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// It is not about P-positions.
    OtherStatement,
    /// Its game, its numeration or its set cannot be read.
    Content,
}

impl Saved {
    /// Reads a certificate without its seal. Whether it holds is for the checker to say.
    ///
    /// # Errors
    /// [`NotSaved`] says why not.
    pub fn read(name: &str, text: &[u8]) -> Result<Saved, NotSaved> {
        let certificate: Certificate = serde_json::from_slice(text)
            .map_err(|error| NotSaved::Unreadable { line: error.line(), column: error.column() })?;
        let formula = match &certificate.statement {
            Statement::PPositions { formula } => formula.clone(),
            // A subset is certified together with the whole set.
            Statement::Subset { .. } | Statement::Within { .. } => None,
            _ => return Err(NotSaved::OtherStatement),
        };
        Saved::of(name, &certificate, formula).ok_or(NotSaved::Content)
    }

    fn of(name: &str, certificate: &Certificate, formula: Option<String>) -> Option<Saved> {
        let arguments: Vec<Argument> =
            certificate.arguments.iter().map(|text| argument(text)).collect::<Option<_>>()?;
        let definition = parse_definition(&certificate.game).ok()?;
        let one = Ruleset::within(&definition, &arguments, &Budget::unlimited()).ok()?;
        let ruleset = if certificate.copies == 1 { one } else { one.side_by_side(certificate.copies)? };
        let system = match certificate.numeration {
            System::Base(b) => Numeration::base(b.into()),
            System::Metallic(s) => Numeration::metallic(s.into()),
        };
        let tracks = Tracks::first(u8::try_from(ruleset.heaps()).ok()?);
        let set = Automaton::from_parts(system?, tracks, &certificate.set)?;
        let convention = certificate.convention;
        Some(Saved { name: name.to_owned(), ruleset: Arc::new(ruleset), convention, set, formula })
    }

    /// Whether it is about this game: the same moves, whatever they are called and however
    /// they are written.
    pub(crate) fn is_about(&self, ruleset: &Ruleset, convention: Convention, limits: &Limits<'_>) -> bool {
        if convention != self.convention || ruleset.heaps() != self.ruleset.heaps() {
            return false;
        }
        if self.ruleset.same_moves(ruleset) {
            return true;
        }
        if !same_near(&self.ruleset, ruleset) {
            return false;
        }
        let (Ok(own), Ok(other)) = (Rules::of(&self.ruleset), Rules::of(ruleset)) else { return false };
        same_moves(&own, &other, limits) == Ok(Some(true))
    }
}

/// Whether small positions have the same options: what tells most games apart at once.
fn same_near(a: &Ruleset, b: &Ruleset) -> bool {
    let to = match a.heaps() {
        1 => 12,
        2 => 4,
        3 => 2,
        _ => 1,
    };
    miyama::heap::table::positions(&vec![to; a.heaps()]).all(|position| {
        let sorted = |ruleset: &Ruleset| {
            let mut options = ruleset.options(&position).ok()?;
            options.sort_unstable();
            options.dedup();
            Some(options)
        };
        sorted(a) == sorted(b)
    })
}

/// The theorems about P-positions that the program brings along, each with its name. The
/// Grundy values of Triangular Nim are among the files too; the formula that they prove is
/// that of `heap/theorem/triangular.rs` in the crate of the games.
pub(crate) fn built_in() -> &'static [Arc<Saved>] {
    static ALL: OnceLock<Vec<Arc<Saved>>> = OnceLock::new();
    ALL.get_or_init(|| {
        built_in_texts()
            .filter_map(|(name, text)| Saved::read(name, unsealed(text).as_bytes()).ok())
            .map(Arc::new)
            .collect()
    })
}

/// The files of the theorems that the program brings along, with their seals.
pub fn built_in_texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied()
}

/// The certificate without the line of its hash.
fn unsealed(text: &str) -> String {
    text.rsplit_once(",\n\"sha256\"").map_or_else(|| text.to_owned(), |(object, _)| format!("{object}}}"))
}

/// `3` or `{1,3,4}`.
fn argument(text: &str) -> Option<Argument> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    match text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        None => number(text).map(Argument::Number),
        Some(inside) => {
            let members = inside.split(',').filter(|member| !member.trim().is_empty());
            members.map(number).collect::<Option<_>>().map(Argument::Set)
        }
    }
}
