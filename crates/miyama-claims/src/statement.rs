//! Statements that are formulas: tested with a table, and proved for all sizes.
//!
//! Each is something that the prover decides and of which separate code checks the
//! certificate: what the P-positions or the values of a game are, that something holds
//! for all natural numbers, that two definitions have the same moves, or a sentence about
//! an infinite word. A formula about all natural numbers is the statement that a game
//! without moves, all of whose positions are P, has the P-positions that it says.

use super::{Ground, Unchecked, Verdict};
use miyama::game::{Game, Games, HeapGame};
use miyama::heap::builtin;
use miyama::heap::formula::{Automata, Formula};
use miyama::heap::ruleset::{MOST_HEAPS, Ruleset};
use miyama::play::Convention;
use miyama_budget::{Budget, Mistake};
use miyama_language::notation::parse_definition;
use miyama_language::sentence::Sentence;
use miyama_proof::{
    Claim, Claimed, NoVerdict, Rules, Verdict as Decision, WordVerdict, for_all, is_symbolic, limits, prove,
    prove_word, same_moves,
};
use miyama_text::say;
use miyama_verify::theorem::Check;
use std::sync::Arc;

/// A statement.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    what: What,
    /// Where its file has it.
    pub(super) at: std::ops::Range<usize>,
}

#[derive(Clone, Debug)]
enum What {
    /// About the positions of a game.
    Game(Box<OfGame>),
    /// About a game with names in the place of numbers: for all of them.
    Family { definition: String, arguments: Vec<String>, formula: String, convention: Convention, whole: Box<OfGame> },
    /// For all natural numbers.
    All(Box<OfGame>),
    /// Two rulesets have the same moves.
    Same(Box<[Ruleset; 2]>),
    /// About an infinite word.
    Word(Box<Sentence>),
    /// Finitely many cases, all of which code computes.
    Finite(super::Check),
}

#[derive(Clone, Debug)]
struct OfGame {
    ruleset: Arc<Ruleset>,
    formula: Formula,
    about: About,
    convention: Convention,
}

/// What a formula says about the positions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum About {
    /// These are the P-positions.
    PPositions,
    /// These are P-positions.
    Subset,
    /// This is the value.
    Values,
    /// These have the value.
    Level(u32),
}

/// By what a statement was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Automata,
    Signs,
    Cases,
}

/// A game that statements are about.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// With its ruleset.
    Game(Arc<Ruleset>),
    /// On any number of heaps.
    Any(Box<HeapGame>),
    /// With names in the place of arguments.
    Family(String, Vec<String>),
}

impl Subject {
    /// The game of a name or a definition.
    pub(super) fn read(text: &str) -> Result<Subject, Mistake> {
        if let Some((name, rest)) = text.split_once('(')
            && let Some(inside) = rest.trim().strip_suffix(')')
            && let Some(found) = builtin::find(name.trim())
        {
            let arguments: Vec<String> = inside.split(',').map(|argument| argument.trim().to_owned()).collect();
            if is_symbolic(&arguments) {
                return Ok(Subject::Family(found.rules().to_owned(), arguments));
            }
        }
        match Games::built_in().find(text)? {
            Game::Heap(game) if !game.is_partizan() && game.any.is_some() => Ok(Subject::Any(Box::new(game))),
            Game::Heap(game) if !game.is_partizan() => Ok(Subject::Game(game.ruleset.clone())),
            _ => Err(Mistake::new(0..text.len(), say!("claim.file_no_heaps"))),
        }
    }
}

impl Statement {
    fn new(what: What) -> Statement {
        Statement { what, at: 0..0 }
    }

    /// The same at a place of its file.
    pub(super) fn placed(self, at: std::ops::Range<usize>) -> Statement {
        Statement { at, ..self }
    }

    /// A formula about a game on so many heaps, else its own.
    pub(super) fn about(
        subject: &Subject,
        heaps: Option<usize>,
        about: About,
        convention: Convention,
        text: &str,
        automata: &Automata,
    ) -> Result<Statement, Mistake> {
        let whole = || 0..text.len();
        if convention == Convention::Misere && matches!(about, About::Values | About::Level(_)) {
            return Err(Mistake::new(whole(), say!("check.misere_values")));
        }
        match subject {
            Subject::Any(game) => {
                let heaps = heaps.ok_or_else(|| {
                    let count = game.any.as_ref().map_or("n", |any| any.count());
                    Mistake::new(whole(), say!("claim.file_how_many", count = count))
                })?;
                if heaps > MOST_HEAPS {
                    return Err(Mistake::new(whole(), say!("table.most_heaps", found = heaps, most = MOST_HEAPS)));
                }
                let game = game.on(heaps, &Budget::unlimited()).map_err(|mistake| mistake.placed_at(whole()))?;
                Statement::about(&Subject::Game(game.ruleset), Some(heaps), about, convention, text, automata)
            }
            Subject::Game(ruleset) => {
                let own = ruleset.heaps();
                let (ruleset, names) = match heaps.filter(|heaps| *heaps != own) {
                    None => (ruleset.clone(), ruleset.names()),
                    Some(heaps) => {
                        let wrong = || {
                            Mistake::new(
                                whole(),
                                say!("table.wrong_heaps", heaps = heaps, own = own, most = MOST_HEAPS),
                            )
                        };
                        let fits = own == 1 && (1..=MOST_HEAPS).contains(&heaps);
                        let beside = ruleset.side_by_side(heaps).filter(|_| fits).ok_or_else(wrong)?;
                        (Arc::new(beside), ruleset.names_side_by_side(heaps))
                    }
                };
                let formula = about.read(text, &names.with_automata(automata))?;
                Ok(Statement::new(What::Game(Box::new(OfGame { ruleset, formula, about, convention }))))
            }
            Subject::Family(definition, arguments) if about == About::PPositions && heaps.is_none() => {
                let no = || Mistake::new(whole(), say!("claim.file_family"));
                let claim = (Claimed::PPositions, text.trim());
                let all = for_all(definition, arguments, None, claim, convention, &Budget::unlimited());
                let all = all.map_err(|_| no())?;
                let parsed = parse_definition(&all.game).map_err(|_| no())?;
                let ruleset = Arc::new(Ruleset::new(&parsed, &[]).map_err(|_| no())?);
                let formula = about.read(&all.formula, &ruleset.names().with_automata(automata))?;
                let whole = Box::new(OfGame { ruleset, formula, about, convention });
                let (definition, arguments, formula) = (definition.clone(), arguments.clone(), text.trim().to_owned());
                Ok(Statement::new(What::Family { definition, arguments, formula, convention, whole }))
            }
            Subject::Family(..) => Err(Mistake::new(whole(), say!("claim.file_family"))),
        }
    }

    /// `names: formula`, for all natural numbers.
    pub(super) fn all(text: &str, automata: &Automata) -> Result<Statement, Mistake> {
        let Some((names, formula)) = text.split_once(':') else {
            return Err(Mistake::new(0..text.len(), say!("claim.file_all")));
        };
        // A game without a move: all positions are P.
        let (first, rest) = names.split_at(names.find(',').unwrap_or(names.len()));
        let still = format!("({names}) -> {{ ({first}-1{rest}) | 1 = 2 }}");
        let Ok(Subject::Game(ruleset)) = Subject::read(&still) else {
            return Err(Mistake::new(0..names.len(), say!("claim.file_all")));
        };
        let of_names = ruleset.names().with_automata(automata);
        let read = Formula::set(formula, &of_names).map_err(|mistake| mistake.shifted(names.len() + 1))?;
        let (about, convention) = (About::PPositions, Convention::Normal);
        Ok(Statement::new(What::All(Box::new(OfGame { ruleset, formula: read, about, convention }))))
    }

    /// The subject, on so many heaps, has the moves of a definition.
    pub(super) fn same(subject: &Subject, heaps: Option<usize>, text: &str) -> Result<Statement, Mistake> {
        let wrong = || Mistake::new(0..text.len(), say!("claim.file_family"));
        let (Subject::Game(one), Subject::Game(other)) = (subject, Subject::read(text)?) else { return Err(wrong()) };
        let one = match heaps.filter(|heaps| *heaps != one.heaps()) {
            None => (**one).clone(),
            Some(heaps) => one.side_by_side(heaps).ok_or_else(wrong)?,
        };
        if one.heaps() != other.heaps() {
            return Err(wrong());
        }
        Ok(Statement::new(What::Same(Box::new([one, (*other).clone()]))))
    }

    /// Finitely many cases, all of which code computes.
    pub(super) fn finite(check: super::Check) -> Statement {
        Statement::new(What::Finite(check))
    }

    /// `word: sentence`.
    pub(super) fn word(text: &str) -> Result<Statement, Mistake> {
        Ok(Statement::new(What::Word(Box::new(Sentence::parse(text)?))))
    }

    /// The first position up to the bound at which it is wrong. What is not about the
    /// positions of one game is not tested.
    pub(super) fn tested(&self, ground: &Ground<'_>) -> Result<Option<Verdict>, Unchecked> {
        let What::Game(of) = &self.what else { return Ok(None) };
        let OfGame { ruleset, formula, about, convention } = &**of;
        let to = vec![ground.to; ruleset.heaps()];
        let mut formula = formula.clone();
        formula.prepare(ground.to, ground.budget)?;
        let evaluator = std::cell::RefCell::new(formula.evaluator(ground.budget));
        let silent = std::cell::RefCell::new(None);
        // Of a set 0 is a member, 1 is none.
        let number = |position: &[u64]| match evaluator.borrow_mut().number(position) {
            Ok(number) => number,
            Err(none) => {
                silent.borrow_mut().get_or_insert_with(|| none.mistake(&super::compare::shown(position)).says);
                0
            }
        };
        let found = match about {
            About::Values => {
                ground.grundy_values(ruleset, &to, |position| u64::try_from(number(position)).unwrap_or(u64::MAX))?
            }
            About::Level(level) => ground.level(ruleset, &to, *level, |position| number(position) == 0)?,
            About::PPositions => ground.p_positions(ruleset, &to, *convention, |position| number(position) == 0)?,
            About::Subset => ground.p_among(ruleset, &to, *convention, |position| number(position) == 0)?,
        };
        match silent.into_inner() {
            Some(says) => Err(Unchecked::Formula(says)),
            None => Ok(found),
        }
    }

    /// Whether it says something about positions up to a bound.
    pub(super) fn has_positions(&self) -> bool {
        matches!(self.what, What::Game(_))
    }

    /// Whether it is proved and separate code accepts the proof.
    pub(super) fn proved(&self, budget: &Budget) -> Result<Option<By>, Unchecked> {
        match &self.what {
            What::Game(of) | What::All(of) => of.proved(budget),
            What::Family { definition, arguments, formula, convention, whole } => match whole.proved(budget)? {
                None if *convention == Convention::Normal => {
                    let Ok(certificate) = miyama_signs::prove(definition, arguments, formula) else { return Ok(None) };
                    let accepted = miyama_verify::signs::check(&again(&certificate)?, budget)? == Check::Holds;
                    Ok(accepted.then_some(By::Signs))
                }
                decided => Ok(decided),
            },
            What::Same(two) => {
                let (Ok(a), Ok(b)) = (Rules::of(&two[0]), Rules::of(&two[1])) else { return Ok(None) };
                let go_on = || budget.check().is_ok();
                let same = same_moves(&a, &b, &limits(budget, &go_on));
                budget.check()?;
                Ok((same == Ok(Some(true))).then_some(By::Automata))
            }
            What::Word(sentence) => {
                let WordVerdict::Proved(proof) = prove_word(sentence, budget)? else { return Ok(None) };
                let accepted = miyama_verify::word::check(&again(&proof.certificate)?, budget)? == Check::Holds;
                Ok(accepted.then_some(By::Automata))
            }
            What::Finite(check) => match check(&Ground::new(0, budget))? {
                Verdict::Proved(_) => Ok(Some(By::Cases)),
                _ => Ok(None),
            },
        }
    }

    /// The check of finitely many cases, if it is one.
    #[cfg(test)]
    pub(super) fn cases(&self) -> Option<super::Check> {
        match self.what {
            What::Finite(check) => Some(check),
            _ => None,
        }
    }
}

impl About {
    fn read(self, text: &str, names: &miyama::heap::formula::Names) -> Result<Formula, Mistake> {
        match self {
            About::Values => Formula::value(text, names),
            About::PPositions | About::Subset | About::Level(_) => Formula::set(text, names),
        }
    }
}

impl OfGame {
    fn proved(&self, budget: &Budget) -> Result<Option<By>, Unchecked> {
        let claim = match self.about {
            About::PPositions => Claim::PPositions(&self.formula),
            About::Subset => Claim::Subset(&self.formula),
            About::Values => Claim::Values(&self.formula),
            About::Level(level) => Claim::Level(level, &self.formula),
        };
        let decision = prove(&self.ruleset, claim, self.convention, budget).map_err(|reason| match reason {
            NoVerdict::Stopped(stopped) => Unchecked::Stopped(stopped),
            NoVerdict::Test(_) => Unchecked::TooLarge,
        })?;
        match decision {
            Decision::Proved(proved) => {
                let accepted = miyama_verify::theorem::check(&again(&proved.certificate)?, budget)? == Check::Holds;
                Ok(accepted.then_some(By::Automata))
            }
            Decision::Signs(certificate) => {
                let accepted = miyama_verify::signs::check(&again(&*certificate)?, budget)? == Check::Holds;
                Ok(accepted.then_some(By::Signs))
            }
            Decision::ValuesBySigns(certificate) => {
                let accepted = miyama_verify::values::check(&again(&*certificate)?, budget)? == Check::Holds;
                Ok(accepted.then_some(By::Signs))
            }
            _ => Ok(None),
        }
    }
}

/// The certificate as a file has it: the checker reads it with its own types.
fn again<T: serde::de::DeserializeOwned>(certificate: &impl serde::Serialize) -> Result<T, Unchecked> {
    let text = serde_json::to_vec(certificate).map_err(|_| Unchecked::TooLarge)?;
    serde_json::from_slice(&text).map_err(|_| Unchecked::TooLarge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(game: &str, heaps: Option<usize>, about: About, formula: &str) -> Statement {
        let (subject, automata) = (Subject::read(game).unwrap(), Automata::default());
        Statement::about(&subject, heaps, about, Convention::Normal, formula, &automata).unwrap()
    }

    fn all(text: &str) -> Statement {
        Statement::all(text, &Automata::default()).unwrap()
    }

    #[test]
    fn every_kind_is_proved_and_accepted() {
        let twist = "(x, y) = (0, 0) or exists k: {x,y} = {((1+c)*k^2+(1-c)*k)/2, ((1+c)*(k+1)^2+(1-c)*(k+1))/2}";
        for (statement, by) in [
            (game("nim", Some(2), About::PPositions, "x = y"), By::Automata),
            (game("nim", None, About::Values, "x"), By::Automata),
            (game("nim", Some(3), About::Subset, "x = y and z = 0"), By::Automata),
            (game("twist(c)", None, About::PPositions, twist), By::Signs),
            (all("a, b, s: not (s < a xor b) or s xor b < a or s xor a < b"), By::Automata),
            (Statement::word("thue-morse: cube-free").unwrap(), By::Automata),
        ] {
            assert_eq!(statement.proved(&Budget::unlimited()).unwrap(), Some(by), "{statement:?}");
        }
    }

    /// Statements that say slightly more are not.
    #[test]
    fn other_statements_are_not() {
        let twist = "(x, y) = (0, 0) or exists k: {x,y} = {((1+c)*k^2+(2-c)*k)/2, ((1+c)*(k+1)^2+(2-c)*(k+1))/2}";
        let triangular = Subject::read("triangular").unwrap();
        for statement in [
            game("nim", Some(2), About::PPositions, "x = y or x = 100 and y = 101"),
            game("nim", None, About::Values, "x + (1 if x = 700 else 0)"),
            game("twist(c)", None, About::PPositions, twist),
            all("a, b, s: not (s <= a xor b) or s xor b < a or s xor a < b"),
            all("b, p, k, s, t: not (t >= b+p+k and k <= s and s < k+p) or t-k >= b+p and s+b < b+p+k-1"),
            Statement::same(&triangular, None, "(x, y) -> sym { (x-i, y+j) | 2 <= i <= x, 1 <= j, j+1 < i }").unwrap(),
            Statement::word("thue-morse: square-free").unwrap(),
        ] {
            assert_eq!(statement.proved(&Budget::unlimited()).unwrap(), None, "{statement:?}");
        }
    }
}
