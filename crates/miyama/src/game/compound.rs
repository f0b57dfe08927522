//! Games that operators make of others and that are no ruleset on heaps: a board with a pass,
//! a board beside heaps, heaps that break.
//!
//! Where all parts are heaps and every move leaves one position, operators are carried out on the
//! rules themselves ([`crate::heap::notation`]), and everything that is known of rulesets is known of
//! the result. Everywhere else the tree of operators stays as it is: a position has a slot for every
//! game in it and for every pass, in the order in which they are written, and its options are put
//! together from the options of its slots ([`crate::sum::Compound`]).

use super::call::Call;
use super::stated::Stated;
use super::{Added, CellGame, DEEPEST, Game, Games, HeapGame};
use crate::heap::builtin;
use crate::heap::notation::{
    Body, Condition, Definition, Joint, Operator, OperatorKind, Term, Winner, parse_definition,
};
use crate::heap::ruleset::Argument;
use crate::pattern;
use miyama_budget::Mistake;
use miyama_text::say;
use std::ops::Range;
use std::sync::Arc;

/// A game that operators make of others, as it is called.
#[derive(Clone, Debug)]
pub struct CompoundGame {
    /// As it stands in positions.
    pub label: String,
    /// The games in it, and how they are played as one.
    pub rules: Arc<Rules>,
    /// So many options the opponent forbids before each move.
    pub blocked: u64,
    /// Who wins where play has ended: the first whose condition holds.
    pub(crate) ends: Arc<Vec<(Winner, Stated)>>,
}

impl CompoundGame {
    /// Whether who cannot move loses, or in misère play wins, and nothing is forbidden.
    #[must_use]
    pub fn is_won_as_usual(&self) -> bool {
        self.blocked == 0 && self.ends.is_empty()
    }

    /// Whether both players have the same moves and the same ends.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        let takes_sides = |winner: Winner| matches!(winner, Winner::Left | Winner::Right);
        self.rules.is_impartial() && !self.ends.iter().any(|(winner, _)| takes_sides(*winner))
    }
}

/// The tree of operators.
#[derive(Clone, Debug)]
pub enum Rules {
    /// A game on heaps or on cells.
    Heaps(HeapGame),
    /// A game on cells.
    Cells(CellGame),
    /// One pass in the whole of this game.
    Pass(Box<Rules>),
    /// Both players have the moves of both.
    Impartial(Box<Rules>),
    /// Positions of which this holds have no moves.
    Ended(Box<Rules>, Terminal),
    /// Two games played as one.
    Joined(Joint, Box<[Rules; 2]>),
}

/// The condition of an `ends:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminal(pub(crate) Arc<Stated>);

impl PartialEq for CompoundGame {
    fn eq(&self, other: &CompoundGame) -> bool {
        let same = self.blocked == other.blocked && self.ends == other.ends;
        same && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
    }
}

impl Eq for CompoundGame {}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        match (self, other) {
            (Rules::Heaps(game), Rules::Heaps(other)) => game == other,
            (Rules::Cells(game), Rules::Cells(other)) => game.forms == other.forms,
            (Rules::Pass(inner), Rules::Pass(other)) | (Rules::Impartial(inner), Rules::Impartial(other)) => {
                inner == other
            }
            (Rules::Ended(inner, when), Rules::Ended(other, then)) => when == then && inner == other,
            (Rules::Joined(joint, both), Rules::Joined(other, others)) => joint == other && both == others,
            _ => false,
        }
    }
}

impl Eq for Rules {}

impl Rules {
    /// Whether both players have the same moves.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        match self {
            Rules::Heaps(game) => !game.is_partizan(),
            Rules::Cells(game) => game.forms.iter().all(|form| form.is_impartial()),
            Rules::Pass(inner) | Rules::Ended(inner, _) => inner.is_impartial(),
            Rules::Impartial(_) => true,
            Rules::Joined(_, both) => both.iter().all(Rules::is_impartial),
        }
    }

    /// How many slots a position has.
    #[must_use]
    pub fn slots(&self) -> usize {
        match self {
            Rules::Heaps(_) | Rules::Cells(_) => 1,
            Rules::Pass(inner) => inner.slots() + 1,
            Rules::Impartial(inner) | Rules::Ended(inner, _) => inner.slots(),
            Rules::Joined(_, both) => both.iter().map(Rules::slots).sum(),
        }
    }

    /// What stands in the slots, in order; none is a pass.
    pub(crate) fn leaves<'a>(&'a self, found: &mut Vec<Option<&'a Rules>>) {
        match self {
            Rules::Heaps(_) | Rules::Cells(_) => found.push(Some(self)),
            Rules::Pass(inner) => {
                inner.leaves(found);
                found.push(None);
            }
            Rules::Impartial(inner) | Rules::Ended(inner, _) => inner.leaves(found),
            Rules::Joined(_, both) => both.iter().for_each(|one| one.leaves(found)),
        }
    }
}

/// A board that is written out in brackets among operators, and the name that stands for it there.
struct Hidden {
    name: String,
    forms: Vec<pattern::Definition>,
}

impl Games {
    /// The game of a text with operators on boards; none where every game in it is one on heaps.
    pub(super) fn compound_of_text(&self, text: &str, label: &str) -> Result<Option<Game>, Mistake> {
        let (shown, hidden) = hide_boards(text)?;
        let Ok(definition) = parse_definition(&shown) else {
            // The reader of heaps tells what is wrong, unless it cannot read the boards.
            return if hidden.is_empty() { Ok(None) } else { parse_definition(&shown).map(|_| None) };
        };
        let mut games = self.clone();
        for Hidden { name, forms } in hidden {
            games.added.insert(name, Added::Cells(forms));
        }
        let label = definition.name.as_ref().map_or(label.to_owned(), |name| name.text.clone());
        if games.has_board(&definition) { games.compound(label, &definition, &[]).map(Some) } else { Ok(None) }
    }

    /// Whether a board stands among the operands of a definition.
    pub(super) fn has_board(&self, definition: &Definition) -> bool {
        self.definition_has_board(definition, DEEPEST)
    }

    fn definition_has_board(&self, definition: &Definition, deep: usize) -> bool {
        matches!(&definition.body, Body::Compound(term) if self.term_has_board(term, deep))
    }

    /// Names that lead to each other for ever count as boards, and are refused where they are looked up.
    fn term_has_board(&self, term: &Term, deep: usize) -> bool {
        match term {
            Term::Rules(definition) => self.definition_has_board(definition, deep),
            Term::Named(called) => {
                let Ok(call) = Call::parse(&called.text) else { return false };
                match (self.added.get(call.name), builtin::find(call.name)) {
                    (Some(Added::Cells(_)), _) => true,
                    (Some(Added::Heap(inner)), _) => deep == 0 || self.definition_has_board(inner, deep - 1),
                    (None, Some(known)) => deep == 0 || self.definition_has_board(&known.definition, deep - 1),
                    (None, None) => pattern::builtin::find(call.name).next().is_some(),
                }
            }
            Term::Changed(_, inner) => self.term_has_board(inner, deep),
            Term::Joined(_, both, _) => both.iter().any(|one| self.term_has_board(one, deep)),
        }
    }

    /// The game that operators make of any others.
    pub(super) fn compound(
        &self,
        label: String,
        definition: &Definition,
        arguments: &[Argument],
    ) -> Result<Game, Mistake> {
        let mut whole = definition.with_arguments(arguments);
        let Body::Compound(term) = std::mem::replace(&mut whole.body, Body::Options { heaps: vec![], sets: vec![] })
        else {
            return Err(Mistake::new(0..0, say!("operator.no_heaps")));
        };
        let (mut term, mut blocked, mut wins) = (*term, None, vec![]);
        loop {
            term = match term {
                Term::Changed(Operator { kind: OperatorKind::Block(k), at }, inner) => {
                    if blocked.is_some() {
                        return Err(Mistake::new(at.0, say!("operator.block_twice")));
                    }
                    blocked = Some(whole.blocked(&k, &[])?);
                    *inner
                }
                Term::Changed(Operator { kind: OperatorKind::Wins(winner, conditions), .. }, inner) => {
                    wins.push((winner, conditions));
                    *inner
                }
                term => break self.compound_of(label, &term, &whole, blocked.unwrap_or(0), &wins),
            };
        }
    }

    /// The game of a term, with options that are forbidden, and who wins at the end, the last written first.
    fn compound_of(
        &self,
        label: String,
        term: &Term,
        whole: &Definition,
        blocked: u64,
        wins: &[(Winner, Vec<Condition>)],
    ) -> Result<Game, Mistake> {
        let rules = self.rules(term, whole)?;
        let mut ends = Vec::with_capacity(wins.len());
        for (winner, conditions) in wins.iter().rev() {
            ends.push((*winner, Stated::new(conditions, &rules, whole, &self.budget)?));
        }
        Ok(Game::Compound(CompoundGame { label, rules: Arc::new(rules), blocked, ends: Arc::new(ends) }))
    }

    fn rules(&self, term: &Term, whole: &Definition) -> Result<Rules, Mistake> {
        let is_leaf = matches!(term, Term::Rules(_) | Term::Named(_));
        if is_leaf || !self.term_has_board(term, DEEPEST) {
            match self.leaf(term, whole) {
                Ok(rules) => return Ok(rules),
                Err(mistake) if is_leaf => return Err(mistake),
                // On rules it cannot be carried out; on positions it may.
                Err(_) => {}
            }
        }
        match term {
            Term::Changed(Operator { kind, at }, inner) => {
                let inner = || self.inside(inner, kind.word(), &at.0, whole).map(Box::new);
                match kind {
                    OperatorKind::Pass => Ok(Rules::Pass(inner()?)),
                    OperatorKind::Impartial => Ok(Rules::Impartial(inner()?)),
                    OperatorKind::Block(_) => Err(Mistake::new(at.0.clone(), say!("operator.block_twice"))),
                    OperatorKind::Ends(conditions) => {
                        let inner = inner()?;
                        let stated = Stated::new(conditions, &inner, whole, &self.budget)?;
                        Ok(Rules::Ended(inner, Terminal(Arc::new(stated))))
                    }
                    // Inside other operators, as `inside` says.
                    OperatorKind::Wins(..) => Err(outside(kind.word(), &at.0)),
                    OperatorKind::Twisted(_) => Err(Mistake::new(at.0.clone(), say!("operator.twisted_cells"))),
                }
            }
            Term::Joined(joint, both, at) => {
                let inside = |one: &Term| self.inside(one, joint.word(), &at.0, whole);
                Ok(Rules::Joined(*joint, Box::new([inside(&both[0])?, inside(&both[1])?])))
            }
            Term::Rules(_) | Term::Named(_) => self.leaf(term, whole),
        }
    }

    /// A game within an operator that stands at this place.
    fn inside(&self, term: &Term, word: &str, at: &Range<usize>, whole: &Definition) -> Result<Rules, Mistake> {
        match term {
            Term::Changed(Operator { kind: OperatorKind::Block(_) | OperatorKind::Wins(..), .. }, _) => {
                Err(outside(word, at))
            }
            term => self.rules(term, whole),
        }
    }

    /// A game as it is known without further operators.
    fn leaf(&self, term: &Term, whole: &Definition) -> Result<Rules, Mistake> {
        let (game, at) = match term {
            Term::Named(called) => {
                let at = called.at.0.clone();
                if self.depth >= DEEPEST {
                    return Err(Mistake::new(at, say!("notation.too_deep", most = DEEPEST)));
                }
                let deeper = Games { depth: self.depth + 1, ..self.clone() };
                (deeper.find(&called.text).map_err(|mistake| mistake.shifted(at.start))?, at)
            }
            Term::Rules(definition) if self.has_board(definition) => {
                (self.compound(String::new(), definition, &[])?, 0..0)
            }
            other => {
                let definition = match other {
                    Term::Rules(definition) => (**definition).clone(),
                    other => Definition { body: Body::Compound(Box::new(other.clone())), ..whole.clone() },
                };
                let label = definition.to_string();
                (Game::Heap(self.of_definition(label, definition, &[], usize::MAX)?), 0..0)
            }
        };
        match game {
            Game::Heap(game) if !game.ruleset.is_won_as_usual() => Err(outside(&game.label, &at)),
            Game::Compound(game) if !game.is_won_as_usual() => Err(outside(&game.label, &at)),
            Game::Heap(game) => Ok(Rules::Heaps(game)),
            Game::Cells(game) => Ok(Rules::Cells(game)),
            Game::Compound(game) => Ok((*game.rules).clone()),
        }
    }
}

fn outside(operator: &str, at: &Range<usize>) -> Mistake {
    Mistake::new(at.clone(), say!("operator.outside", operator = operator))
}

/// The text with a name of the same length in the place of every board that is written out in
/// brackets, so that the reader of operators need not know the signs of boards and every place in
/// the text stays where it is.
fn hide_boards(text: &str) -> Result<(String, Vec<Hidden>), Mistake> {
    let (mut shown, mut hidden) = (String::with_capacity(text.len()), Vec::new());
    let mut at = 0;
    while let Some(open) = text[at..].find('(').map(|found| at + found) {
        let inside = open + 1;
        let end = pattern::is_definition(&text[inside..]).then(|| closing(text, open)).flatten();
        let Some(end) = end else {
            shown.push_str(&text[at..inside]);
            at = inside;
            continue;
        };
        let forms = pattern::parse_forms(&text[inside..end]).map_err(|m| m.shifted(inside))?;
        let name = format!("{:_<width$}", format!("board_{}", hidden.len()), width = end - inside);
        shown.push_str(&text[at..inside]);
        shown.push_str(&name);
        hidden.push(Hidden { name, forms });
        at = end;
    }
    shown.push_str(&text[at..]);
    Ok((shown, hidden))
}

/// Where the bracket is closed that is opened at a place of a text.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0i32;
    for (at, c) in text[open..].char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}
