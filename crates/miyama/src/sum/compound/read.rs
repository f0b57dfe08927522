//! Positions of compounds as text: `3x3,1` of `cram with pass`, `3x3,4,7` of `cram selective wythoff`.
//!
//! Slots stand side by side with commas between them, heaps one by one. Where a slot has commas of its own,
//! it stands in brackets: `(1-2,2-3),5`; so do several heaps of a one-heap game: `(3,5),1`.

use super::{Compound, Slot};
use crate::game::{CompoundGame, Game, Rules, split_outside_braces};
use crate::sum::{NOTHING, Part, parse_heaps_within};
use miyama_budget::{Budget, Mistake};
use miyama_text::say;
use std::fmt;

impl CompoundGame {
    /// Reads a position.
    ///
    /// # Errors
    /// A [`Mistake`] with its place.
    pub fn read(&self, text: &str, budget: &Budget) -> Result<Compound, Mistake> {
        let mut leaves = Vec::new();
        self.rules.leaves(&mut leaves);
        let mut pieces = match leaves.as_slice() {
            // A position of one game stands as it does alone, however many heaps it has.
            [Some(Rules::Heaps(_))] if !text.trim_start().starts_with(['(', '∅']) => Pieces::whole(text),
            _ => Pieces::of(text),
        };
        let mut slots = Vec::with_capacity(leaves.len());
        for leaf in &leaves {
            slots.push(match leaf {
                None => Slot::Pass(pieces.pass(self)?),
                Some(Rules::Cells(game)) => {
                    let (at, piece) = pieces.next(1).ok_or_else(|| self.wrong_slots(text))?;
                    let here = |m: Mistake| m.shifted(at);
                    match piece == NOTHING {
                        true => Slot::Parts(vec![]),
                        false => Slot::Parts(vec![Part::Cells(game.read(piece, budget).map_err(here)?)]),
                    }
                }
                Some(Rules::Heaps(game)) => {
                    let is_whole = game.any.is_some() || leaves.len() == 1;
                    let heaps = if is_whole { 1 } else { game.ruleset.heaps() };
                    let (at, piece) = pieces.next(heaps).ok_or_else(|| self.wrong_slots(text))?;
                    let mut parts = Vec::new();
                    let mut start = at;
                    for one in split_outside_braces(piece, '+') {
                        let game = Game::Heap(game.clone());
                        parts.extend(parse_heaps_within(one, &game, budget).map_err(|m| m.shifted(start))?);
                        start += one.len() + 1;
                    }
                    Slot::Parts(parts)
                }
                Some(_) => return Err(self.wrong_slots(text)),
            });
        }
        if pieces.is_over() { Ok(Compound { game: self.clone(), slots }) } else { Err(self.wrong_slots(text)) }
    }

    fn wrong_slots(&self, text: &str) -> Mistake {
        Mistake::new(0..text.len(), say!("operator.slots", game = &self.label, example = self.example()))
    }

    /// A position, to show how they are written.
    #[must_use]
    pub fn example(&self) -> String {
        let mut leaves = Vec::new();
        self.rules.leaves(&mut leaves);
        let slot = |leaf: &Option<&Rules>| match leaf {
            None => "1".to_owned(),
            Some(Rules::Heaps(game)) => vec!["3"; game.ruleset.heaps()].join(","),
            Some(Rules::Cells(game)) => match game.forms[0].definition().kind {
                crate::pattern::Kind::Grid => "3x3".to_owned(),
                crate::pattern::Kind::Strip => "5".to_owned(),
                crate::pattern::Kind::Graph | crate::pattern::Kind::Edges => "path(4)".to_owned(),
            },
            Some(_) => NOTHING.to_owned(),
        };
        leaves.iter().map(slot).collect::<Vec<_>>().join(",")
    }
}

/// The pieces of a text between commas, each with its place.
struct Pieces<'a> {
    text: &'a str,
    /// Where each begins and ends.
    at: Vec<std::ops::Range<usize>>,
    next: usize,
}

impl<'a> Pieces<'a> {
    fn of(text: &'a str) -> Pieces<'a> {
        let (mut at, mut start) = (Vec::new(), 0);
        for piece in split_outside_braces(text, ',') {
            let blank = piece.len() - piece.trim_start().len();
            at.push(start + blank..start + blank + piece.trim().len());
            start += piece.len() + 1;
        }
        Pieces { text, at, next: 0 }
    }

    /// The text as one piece.
    fn whole(text: &'a str) -> Pieces<'a> {
        Pieces { text, at: std::iter::once(0..text.len()).collect(), next: 0 }
    }

    fn is_over(&self) -> bool {
        self.next == self.at.len()
    }

    /// So many of the next pieces, or what stands in the next one if it is in brackets, with its place.
    fn next(&mut self, count: usize) -> Option<(usize, &'a str)> {
        let first = self.at.get(self.next)?.clone();
        let piece = &self.text[first.clone()];
        if let Some(inside) = piece.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')) {
            self.next += 1;
            return Some((first.start + 1, inside));
        }
        let count = if piece == NOTHING { 1 } else { count };
        let last = self.at.get(self.next + count - 1)?.end;
        self.next += count;
        Some((first.start, &self.text[first.start..last]))
    }

    fn pass(&mut self, game: &CompoundGame) -> Result<bool, Mistake> {
        let whole = 0..self.text.len();
        match self.next(1) {
            Some((_, "1")) => Ok(true),
            Some((_, "0")) => Ok(false),
            Some((at, piece)) => Err(Mistake::new(at..at + piece.len(), say!("operator.pass_slot"))),
            None => Err(Mistake::new(whole, say!("operator.slots", game = &game.label, example = game.example()))),
        }
    }
}

impl fmt::Display for Compound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut leaves = Vec::new();
        self.game.rules.leaves(&mut leaves);
        for (index, (slot, leaf)) in self.slots.iter().zip(leaves).enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match slot {
                Slot::Pass(left) => write!(f, "{}", u8::from(*left))?,
                Slot::Parts(parts) => match parts.as_slice() {
                    [] => match leaf {
                        Some(Rules::Heaps(game)) if game.any.is_none() && game.ruleset.ends_at_zero() => {
                            f.write_str(&vec!["0"; game.ruleset.heaps()].join(","))?;
                        }
                        _ => f.write_str(NOTHING)?,
                    },
                    [Part::Heap { game, heaps }] if game.any.is_none() => {
                        let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
                        f.write_str(&heaps.join(","))?;
                    }
                    [Part::Cells(cells)] => {
                        let text = cells.position().to_string();
                        let plain = split_outside_braces(&text, ',').len() == 1 && !text.starts_with('(');
                        if plain { f.write_str(&text)? } else { write!(f, "({text})")? }
                    }
                    parts => {
                        let one = |part: &Part| part.position();
                        let sign = if parts.iter().all(Part::joins) { "," } else { " + " };
                        write!(f, "({})", parts.iter().map(one).collect::<Vec<_>>().join(sign))?;
                    }
                },
            }
        }
        Ok(())
    }
}
