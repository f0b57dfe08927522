//! A ruleset on heaps, as it is named, with what is known about it.

use super::AnyHeaps;
use crate::breaking::code::Code;
use crate::heap::notation::{Body, Definition, Meaning};
use crate::heap::proved::Theorems;
use crate::heap::ruleset::{Argument, EXAMPLE, Ruleset};
use crate::heap::theorem::{Theorem, recognise};
use crate::play::Player;
use miyama_budget::{Budget, Mistake};
use std::sync::Arc;

/// A ruleset, how it was called, and what is known about it.
#[derive(Clone, Debug)]
pub struct HeapGame {
    /// As it stands in positions: `wythoff(2)`; empty for a definition without a name.
    pub label: String,
    /// The rules.
    pub ruleset: Arc<Ruleset>,
    /// The theorem about it, if there is one.
    pub theorem: Option<Theorem>,
    /// The options of Left and of Right, where they have different ones; the rules
    /// above are then both together.
    pub sides: Option<Box<[Arc<Ruleset>; 2]>>,
    /// The code of a taking-and-breaking game, if it is one whose nim values
    /// are best computed from the code.
    pub code: Option<Code>,
    /// Who is asked for a proof where a table would be large.
    pub proofs: Option<Arc<dyn Theorems>>,
    /// The definition, if it is one on any number of heaps; the rules above are then those
    /// on a few of them.
    pub any: Option<Arc<AnyHeaps>>,
}

/// Games are one where their moves are, whatever they are called: a label is
/// empty for every definition without a name.
impl PartialEq for HeapGame {
    fn eq(&self, other: &HeapGame) -> bool {
        let same = |a: &Arc<Ruleset>, b: &Arc<Ruleset>| Arc::ptr_eq(a, b) || a.same_moves(b);
        match (&self.sides, &other.sides) {
            (None, None) => same(&self.ruleset, &other.ruleset),
            (Some(own), Some(others)) => own.iter().zip(others.iter()).all(|(a, b)| same(a, b)),
            _ => false,
        }
    }
}

impl Eq for HeapGame {}

impl HeapGame {
    /// A ruleset under a label.
    #[must_use]
    pub fn new(label: impl Into<String>, ruleset: Ruleset) -> HeapGame {
        let theorem = recognise(&ruleset);
        let code = crate::heap::as_code::faster_as_code(&ruleset);
        HeapGame {
            label: label.into(),
            ruleset: Arc::new(ruleset),
            theorem,
            sides: None,
            code,
            proofs: None,
            any: None,
        }
    }

    /// A definition with its arguments.
    ///
    /// # Errors
    /// A [`Mistake`] in it, or the budget does not allow to read it.
    pub(crate) fn of_definition(
        label: impl Into<String>,
        definition: &Definition,
        arguments: &[Argument],
        budget: &Budget,
    ) -> Result<HeapGame, Mistake> {
        let Body::Indexed(indexed) = &definition.body else {
            let meaning = definition.meaning(arguments)?;
            let rules = |rules: &Definition| {
                let meaning = Meaning { rules: rules.clone(), winning: meaning.winning.clone() };
                Ruleset::of_meaning(definition, &meaning, arguments, budget)
            };
            return HeapGame::of_rules(label.into(), &meaning.rules, &rules);
        };
        let any = AnyHeaps { definition: definition.clone(), arguments: arguments.to_vec() };
        let (label, few) = (label.into(), EXAMPLE.max(indexed.fewest()));
        let example = any.on(label.clone(), few, budget).or_else(|mistake| {
            // It may have an end on fewer heaps alone.
            let fewer = (indexed.fewest()..few).rev().find_map(|heaps| any.on(label.clone(), heaps, budget).ok());
            fewer.ok_or(mistake)
        })?;
        Ok(HeapGame { any: Some(Arc::new(any)), ..example })
    }

    pub(super) fn of_rules(
        label: String,
        definition: &Definition,
        rules: &dyn Fn(&Definition) -> Result<Ruleset, Mistake>,
    ) -> Result<HeapGame, Mistake> {
        let both = rules(definition)?;
        if !definition.is_partizan() {
            return Ok(HeapGame::new(label, both));
        }
        let side = |player| rules(&definition.of_player(player)).map(Arc::new);
        let sides = Some(Box::new([side(Player::Left)?, side(Player::Right)?]));
        // Theorems and codes are about games in which both players have the same moves.
        let ruleset = Arc::new(both);
        Ok(HeapGame { label, ruleset, theorem: None, sides, code: None, proofs: None, any: None })
    }

    /// Whether Left and Right are told apart: they have different moves, or an end is won by
    /// one of them.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        self.sides.is_some() || self.ruleset.ends_take_sides()
    }

    /// Whether Left and Right have different moves.
    #[must_use]
    pub fn has_different_moves(&self) -> bool {
        self.sides.is_some()
    }

    /// The rules that give the options of a player.
    #[must_use]
    pub fn rules_of(&self, player: Player) -> &Arc<Ruleset> {
        self.sides.as_ref().map_or(&self.ruleset, |sides| &sides[player as usize])
    }

    /// The game of a code.
    ///
    /// # Errors
    /// A [`Mistake`] if the budget does not allow it.
    pub fn of_code(label: impl Into<String>, code: Code, budget: &Budget) -> Result<HeapGame, Mistake> {
        let definition = Definition::of_code(&code);
        let ruleset = Ruleset::within(&definition, &[], budget)?;
        Ok(HeapGame { code: Some(code), ..HeapGame::new(label, ruleset) })
    }
}
