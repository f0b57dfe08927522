//! Identity of games *as they are written*, G ≅ H: the same sets of options, there and in
//! every position below. Sums and negatives are the literal ones of their definitions, so
//! `* + *` is not identical to 0, though equal to it.
//!
//! Forms are kept once each, so that identical ones have equal numbers. A name of a value,
//! such as `1/2` or `^`, stands for its canonical form.

use super::{Expression, Node};
use crate::play::Player;
use crate::value::{Arena, GameId, Unfinished};
use std::collections::{BTreeSet, HashMap};

/// More forms than this are not looked at.
const MOST_FORMS: usize = 1 << 16;

/// A form, by its number.
type FormId = usize;

/// The options of Left and of Right.
type Options = [BTreeSet<FormId>; 2];

#[derive(Default)]
pub(super) struct Forms {
    options: Vec<Options>,
    numbers: HashMap<Options, FormId>,
    sums: HashMap<(FormId, FormId), FormId>,
    negatives: HashMap<FormId, FormId>,
    values: HashMap<GameId, FormId>,
    names: HashMap<String, FormId>,
}

impl Forms {
    /// Defines a name.
    pub(super) fn define(&mut self, name: String, form: FormId) {
        self.names.insert(name, form);
    }

    fn number(&mut self, options: Options) -> Result<FormId, Unfinished> {
        if let Some(known) = self.numbers.get(&options) {
            return Ok(*known);
        }
        if self.options.len() >= MOST_FORMS {
            return Err(Unfinished::TooLarge);
        }
        self.options.push(options.clone());
        self.numbers.insert(options, self.options.len() - 1);
        Ok(self.options.len() - 1)
    }

    /// The form that an expression writes; `value` knows what it is worth where it names a
    /// value.
    pub(super) fn form(
        &mut self,
        expression: &Expression,
        arena: &mut Arena,
        value: &mut dyn FnMut(&mut Arena, &Expression) -> Result<GameId, Unfinished>,
    ) -> Result<FormId, Unfinished> {
        let mut forms = |this: &mut Forms, all: &[Expression], arena: &mut Arena| {
            all.iter().map(|one| this.form(one, arena, value)).collect::<Result<BTreeSet<FormId>, Unfinished>>()
        };
        match &expression.says {
            Node::Options(left, right) => {
                let left = forms(self, left, arena)?;
                let right = forms(self, right, arena)?;
                self.number([left, right])
            }
            Node::Switch(options) => {
                let left = forms(self, options, arena)?;
                let mut right = BTreeSet::new();
                for form in &left {
                    right.insert(self.negative(*form)?);
                }
                self.number([left, right])
            }
            Node::Sum(terms) => {
                let mut sum: Option<FormId> = None;
                for (subtracted, term) in terms {
                    let form = self.form(term, arena, value)?;
                    let form = if *subtracted { self.negative(form)? } else { form };
                    sum = Some(match sum {
                        None => form,
                        Some(sum) => self.sum(sum, form, arena)?,
                    });
                }
                sum.ok_or(Unfinished::TooLarge)
            }
            Node::Name(name) => self.names.get(name).copied().ok_or(Unfinished::TooLarge),
            _ => {
                let game = value(arena, expression)?;
                self.canonical(game, arena)
            }
        }
    }

    /// The canonical form of a value.
    fn canonical(&mut self, game: GameId, arena: &mut Arena) -> Result<FormId, Unfinished> {
        if let Some(known) = self.values.get(&game) {
            return Ok(*known);
        }
        arena.tick()?;
        let mut options = [BTreeSet::new(), BTreeSet::new()];
        for player in Player::BOTH {
            for option in arena.options(game, player)? {
                let form = arena.deeper(|arena| self.canonical(option, arena))?;
                options[player as usize].insert(form);
            }
        }
        let form = self.number(options)?;
        self.values.insert(game, form);
        Ok(form)
    }

    /// −G = {−Gᴿ | −Gᴸ}.
    fn negative(&mut self, form: FormId) -> Result<FormId, Unfinished> {
        if let Some(known) = self.negatives.get(&form) {
            return Ok(*known);
        }
        let [left, right] = self.options[form].clone();
        let mut options = [BTreeSet::new(), BTreeSet::new()];
        for (side, forms) in options.iter_mut().zip([right, left]) {
            for form in forms {
                side.insert(self.negative(form)?);
            }
        }
        let negative = self.number(options)?;
        self.negatives.insert(form, negative);
        Ok(negative)
    }

    /// G + H = {Gᴸ + H, G + Hᴸ | Gᴿ + H, G + Hᴿ}.
    fn sum(&mut self, a: FormId, b: FormId, arena: &mut Arena) -> Result<FormId, Unfinished> {
        let key = (a.min(b), a.max(b));
        if let Some(known) = self.sums.get(&key) {
            return Ok(*known);
        }
        arena.tick()?;
        let mut options = [BTreeSet::new(), BTreeSet::new()];
        for player in Player::BOTH {
            let side = player as usize;
            for (options_of, other) in [(a, b), (b, a)] {
                for option in self.options[options_of][side].clone() {
                    let sum = arena.deeper(|arena| self.sum(option, other, arena))?;
                    options[side].insert(sum);
                }
            }
        }
        let sum = self.number(options)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }
}
