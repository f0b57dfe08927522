//! `--export`: a proved theorem for another program, or for a paper.

use crate::failure::Failure;
use crate::proof::what_text;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::ruleset::Ruleset;
use miyama::play::Convention;
use miyama_automata::Automaton;
use miyama_budget::Budget;
use miyama_exports::{Claim, Latex, NoExport, coq, latex, smt2, walnut};
use miyama_proof::{Outside, Part, Rules, limits};
use miyama_text::{Lang, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a theorem is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Export {
    /// SMT-LIB: every `check-sat` answers `unsat`.
    Smt2,
    /// Files of Walnut.
    Walnut,
    /// A Coq file without axioms.
    Coq,
    /// The proof as a paper writes it.
    Latex,
}

/// A theorem about the P-positions of a ruleset.
pub(crate) struct Exported<'a> {
    pub(crate) called: &'a str,
    pub(crate) ruleset: &'a Ruleset,
    pub(crate) names: &'a Names,
    pub(crate) convention: Convention,
    pub(crate) set: &'a Automaton,
    pub(crate) formula: Option<&'a str>,
}

/// A theorem that is written in a format.
pub(crate) enum Written {
    /// The same in every language.
    Plain(String),
    /// A paper.
    Latex(Box<Latex>),
}

impl Written {
    pub(crate) fn in_lang(&self, lang: Lang) -> String {
        match self {
            Written::Plain(text) => text.clone(),
            Written::Latex(latex) => latex.in_lang(lang),
        }
    }
}

impl Exported<'_> {
    pub(crate) fn written(&self, export: Export, budget: &Budget) -> Result<Written, Failure> {
        let go_on = || budget.check().is_ok();
        let limits = limits(budget, &go_on);
        let text = match export {
            Export::Walnut => Rules::of(self.ruleset)
                .map_err(|Outside { what, at, .. }| NoExport::Definition(what, at))
                .and_then(|rules| walnut(&rules, self.set, self.convention, &limits))
                .map(Written::Plain),
            _ => self.claim().and_then(|claim| match export {
                Export::Smt2 => smt2(&claim, self.names, &limits).map(Written::Plain),
                Export::Coq => coq(&claim, self.names, &limits).map(Written::Plain),
                Export::Latex | Export::Walnut => {
                    latex(&claim, self.names, &limits).map(|latex| Written::Latex(Box::new(latex)))
                }
            }),
        };
        budget.check()?;
        text.map_err(|reason| self.failure(&reason))
    }

    fn claim(&self) -> Result<Claim, NoExport> {
        let formula = self.formula.ok_or(NoExport::NoFormula)?;
        let formula = Formula::set(formula, self.names).map_err(|_| NoExport::NoFormula)?;
        Claim::new(self.called, self.ruleset, self.names, &formula, self.convention)
    }

    fn failure(&self, reason: &NoExport) -> Failure {
        let outside = |what: &miyama_proof::What, at: &Option<std::ops::Range<usize>>, part| {
            let text =
                if part == Part::Definition { self.ruleset.definition() } else { self.formula.unwrap_or_default() };
            match at.clone().and_then(|at| text.get(at)).filter(|part| !part.is_empty()) {
                Some(part) => say!("export.outside_part", reason = what_text(*what), part = part),
                None => say!("export.outside", reason = what_text(*what)),
            }
        };
        Failure::input(match reason {
            NoExport::Definition(what, at) => outside(what, at, Part::Definition),
            NoExport::Formula(what, at) => outside(what, at, Part::Formula),
            NoExport::NoFormula => say!("export.no_formula"),
            NoExport::Quantified => say!("export.quantified"),
            NoExport::NoWitness => say!("export.no_witness"),
            NoExport::Misere => say!("export.misere"),
            NoExport::Limit => say!("export.limit"),
            NoExport::Vanishing => say!("export.vanishing"),
        })
    }
}
