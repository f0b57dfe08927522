//! The theorems that games ask.

use crate::saved::{Saved, built_in};
use crate::{listed, shown};
use miyama::heap::ruleset::Ruleset;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Proved, TheoremQuery, Theorems};
use miyama_budget::{Budget, Stopped};
use miyama_proof::{Rules, Served, Serving, Wanted, learn, limits};
use miyama_text::{Text, say};
use num_bigint::BigUint;
use std::sync::{Arc, Mutex};

/// Theorems: those that a user gave, then the built-in ones, then what can be learned and
/// proved on the spot. What was found for a ruleset is remembered.
#[derive(Debug, Default)]
pub struct Library {
    own: Vec<Arc<Saved>>,
    asked: Mutex<Vec<Arc<Found>>>,
}

/// What was found for a ruleset.
#[derive(Debug)]
struct Found {
    ruleset: Arc<Ruleset>,
    convention: Convention,
    /// Whether it was tried to learn one.
    learned: bool,
    /// None: there is nothing.
    theorem: Option<(Saved, Serving, Text)>,
}

/// P-positions that a theorem lists.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Listed {
    /// The positions, in the order of tables.
    pub positions: Vec<Vec<u64>>,
    /// How the theorem is called.
    pub method: Text,
}

/// So many rulesets are remembered.
const REMEMBERED: usize = 64;

impl Library {
    /// The built-in theorems, with these before them.
    #[must_use]
    pub fn with(own: Vec<Saved>) -> Library {
        Library { own: own.into_iter().map(Arc::new).collect(), asked: Mutex::default() }
    }

    /// The saved theorem about a ruleset, if there is one.
    #[must_use]
    pub fn find(&self, ruleset: &Ruleset, convention: Convention, budget: &Budget) -> Option<Arc<Saved>> {
        self.found(ruleset, convention, budget).map(|(saved, _)| saved.clone())
    }

    /// The names of the user's theorems that are about none of these rulesets.
    #[must_use]
    pub fn about_others(&self, rulesets: &[&Ruleset], convention: Convention, budget: &Budget) -> Vec<&str> {
        let go_on = || budget.check().is_ok();
        let limits = limits(budget, &go_on);
        let of_these = |saved: &Saved| rulesets.iter().any(|ruleset| saved.is_about(ruleset, convention, &limits));
        self.own.iter().filter(|saved| !of_these(saved)).map(|saved| saved.name.as_str()).collect()
    }

    /// The saved theorem, and whether it is one of the user's.
    fn found(&self, ruleset: &Ruleset, convention: Convention, budget: &Budget) -> Option<(&Arc<Saved>, bool)> {
        let go_on = || budget.check().is_ok();
        let limits = limits(budget, &go_on);
        let is_about = |saved: &&Arc<Saved>| saved.is_about(ruleset, convention, &limits);
        let own = self.own.iter().find(is_about).map(|saved| (saved, true));
        own.or_else(|| built_in().iter().find(is_about).map(|saved| (saved, false)))
    }

    fn theorem(
        &self,
        ruleset: &Arc<Ruleset>,
        convention: Convention,
        learns: bool,
        budget: &Budget,
    ) -> Result<Option<(Saved, Serving, Text)>, Stopped> {
        let Ok(rules) = Rules::of(ruleset) else { return Ok(None) };
        let go_on = || budget.check().is_ok();
        let limits = limits(budget, &go_on);
        let found = self.found(ruleset, convention, budget);
        // Where the budget ended nothing is known, and nothing may be remembered.
        budget.check()?;
        let (saved, method) = match found {
            Some((saved, own)) => (Saved::clone(saved), method(saved, own)),
            None if !learns => return Ok(None),
            None => {
                let learned = learn(&rules, Wanted::PPositions(convention), &[], budget);
                budget.check()?;
                let Ok(learned) = learned else { return Ok(None) };
                let (states, system) = (learned.set.states(), shown::system(learned.set.system()));
                let method = say!("proof.method", states = states, system = system, to = learned.to);
                let (name, set, ruleset) = (String::new(), learned.set, ruleset.clone());
                (Saved { name, ruleset, convention, set, formula: None }, method)
            }
        };
        let serving = Serving::new(&rules, &saved.set, convention, &limits);
        budget.check()?;
        Ok(serving.ok().map(|serving| (saved, serving, method)))
    }

    /// The P-positions with heaps up to `to`, in the order of tables, where a saved theorem says
    /// what they are, and which one.
    ///
    /// # Errors
    /// [`Stopped`] if the budget ends first.
    pub fn p_positions(
        &self,
        ruleset: &Ruleset,
        convention: Convention,
        to: &[u64],
        budget: &Budget,
    ) -> Result<Option<Listed>, Stopped> {
        let found = self.found(ruleset, convention, budget);
        budget.check()?;
        let Some((saved, own)) = found else { return Ok(None) };
        let positions = listed::up_to(&saved.set, to, budget)?;
        Ok(Some(Listed { positions, method: method(saved, own) }))
    }

    fn remembered(&self, asked: &TheoremQuery<'_>, budget: &Budget) -> Result<Arc<Found>, Stopped> {
        let fits = |found: &&Arc<Found>| {
            // What was not looked for may be there.
            (found.theorem.is_some() || found.learned || !asked.learn)
                && found.convention == asked.convention
                && (Arc::ptr_eq(&found.ruleset, asked.ruleset) || found.ruleset.same_moves(asked.ruleset))
        };
        let known = self.asked.lock().ok().and_then(|all| all.iter().find(fits).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        let theorem = self.theorem(asked.ruleset, asked.convention, asked.learn, budget)?;
        let (ruleset, convention, learned) = (asked.ruleset.clone(), asked.convention, asked.learn);
        let found = Arc::new(Found { ruleset, convention, learned, theorem });
        if let Ok(mut all) = self.asked.lock() {
            if all.len() >= REMEMBERED {
                all.remove(0);
            }
            all.push(found.clone());
        }
        Ok(found)
    }
}

/// How a saved theorem is called.
fn method(saved: &Saved, own: bool) -> Text {
    let (states, system) = (saved.set.states(), shown::system(saved.set.system()));
    let name = saved.name.clone();
    match own {
        true => say!("proof.method_saved", name = name, states = states, system = system),
        false => say!("proof.method_built_in", name = name, states = states, system = system),
    }
}

impl Theorems for Library {
    fn are_given(&self) -> bool {
        !self.own.is_empty()
    }

    fn ask(&self, asked: &TheoremQuery<'_>, budget: &Budget) -> Result<Option<Proved>, Stopped> {
        let found = self.remembered(asked, budget)?;
        let Some((saved, serving, method)) = &found.theorem else { return Ok(None) };
        let go_on = || budget.check().is_ok();
        let served = serving.ask(asked.heaps, asked.most, &limits(budget, &go_on));
        budget.check()?;
        let Ok(Some(Served { is_p, count, listed, nothing })) = served else { return Ok(None) };
        let outcome = if is_p { Outcome::P } else { Outcome::N };
        let value = (is_p && asked.convention == Convention::Normal).then(BigUint::default);
        let why = shown::why(saved, outcome, &(&count + u8::from(nothing)));
        Ok(Some(Proved { outcome, value, listed, count, nothing, method: method.clone(), why }))
    }
}
