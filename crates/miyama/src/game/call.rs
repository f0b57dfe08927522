//! A game called with arguments: `yama(3, 2)`, `subtraction({1,3,4})`, `moore(2, n = 4)`.

use super::text::split_outside_braces;
use super::{CellGame, Game};
use crate::heap::notation::{Body, Definition};
use crate::heap::ruleset::Argument;
use crate::pattern;
use miyama_budget::Mistake;
use miyama_text::say;
use std::num::IntErrorKind;
use std::ops::Range;

/// `name(arguments)`, read but not yet fitted to parameters.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    /// The name given to an argument, the argument, and where it stands.
    pub(super) arguments: Vec<(Option<String>, Argument, Range<usize>)>,
    pub(super) length: usize,
}

impl<'a> Call<'a> {
    pub(super) fn parse(text: &'a str) -> Result<Call<'a>, Mistake> {
        let length = text.len();
        let Some(open) = text.find('(') else {
            return Ok(Call { name: text, arguments: vec![], length });
        };
        let name = text[..open].trim_end();
        let Some(inside) = text[open + 1..].strip_suffix(')') else {
            // `foo(2) bar`: the bracket is closed, but something stands behind it.
            if let Some(close) = text.rfind(')') {
                let behind = close + 1 + text[close + 1..].len() - text[close + 1..].trim_start().len();
                let says = say!("notation.expected", what = say!("notation.the_end"));
                return Err(Mistake::new(behind..length, says));
            }
            let says = say!("notation.unclosed", sign = ")", column = open + 1);
            return Err(Mistake::new(length..length, says));
        };
        let mut arguments = Vec::new();
        let mut at = open + 1;
        if !inside.trim().is_empty() {
            for piece in split_outside_braces(inside, ',') {
                let trimmed = piece.trim();
                let start = at + (piece.len() - piece.trim_start().len());
                arguments.push(argument(trimmed).map_err(|m| m.shifted(start))?);
                let last = arguments.last_mut().expect("one was just pushed");
                last.2 = start..start + trimmed.len();
                at += piece.len() + 1;
            }
        }
        Ok(Call { name, arguments, length })
    }

    /// The call without the number of heaps, `n = 4`, and that number, if it is given for a game
    /// on any number of them.
    pub(super) fn without_count(
        &self,
        definition: &Definition,
    ) -> Result<(Call<'a>, Option<(String, usize)>), Mistake> {
        let mut call = Call { name: self.name, arguments: self.arguments.clone(), length: self.length };
        let Body::Indexed(indexed) = &definition.body else { return Ok((call, None)) };
        let is_count = |name: &Option<String>| name.as_deref() == Some(indexed.count.text.as_str());
        let Some(place) = call.arguments.iter().position(|(name, _, _)| is_count(name)) else {
            return Ok((call, None));
        };
        let (_, argument, at) = call.arguments.remove(place);
        match argument {
            Argument::Number(heaps) if heaps >= 1 => {
                Ok((call, Some((indexed.count.text.clone(), usize::try_from(heaps).unwrap_or(usize::MAX)))))
            }
            _ => Err(Mistake::new(at, say!("game.a_number_of_heaps"))),
        }
    }

    /// The game on cells that is called.
    pub(super) fn on_cells<'d>(
        &self,
        forms: impl IntoIterator<Item = &'d pattern::Definition>,
    ) -> Result<Game, Mistake> {
        let mut numbers = Vec::new();
        for (_, argument, at) in &self.arguments {
            let number = match argument {
                Argument::Number(number) => usize::try_from(*number).ok(),
                Argument::Set(_) => None,
            };
            numbers.push(number.ok_or_else(|| Mistake::new(at.clone(), say!("game.an_argument")))?);
        }
        let label = match self.arguments.is_empty() {
            true => self.name.to_owned(),
            false => {
                format!("{}({})", self.name, numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            }
        };
        let whole = |m: Mistake| m.placed_at(0..self.length);
        Ok(Game::Cells(CellGame::new(label, forms, &numbers).map_err(whole)?))
    }

    /// The arguments in the order of the parameters.
    pub(super) fn arguments_for(&self, definition: &Definition) -> Result<Vec<Argument>, Mistake> {
        let parameters = &definition.parameters;
        // A game with one set for a parameter takes the members one by one too.
        if let (1, Body::Options { .. } | Body::Indexed(_)) = (parameters.len(), &definition.body) {
            let text = definition.to_string();
            let wants_set = text.contains(&format!(" in {}", parameters[0].name.text));
            let numbers: Option<Vec<i64>> = self
                .arguments
                .iter()
                .map(|(name, argument, _)| match argument {
                    Argument::Number(number) if name.is_none() => Some(*number),
                    _ => None,
                })
                .collect();
            if let (true, Some(members), false) = (wants_set, numbers, self.arguments.is_empty()) {
                return Ok(vec![Argument::Set(members)]);
            }
        }
        if let Some((_, _, at)) = self.arguments.get(parameters.len()) {
            let says = say!("ruleset.too_many_arguments", given = self.arguments.len(), most = parameters.len());
            return Err(Mistake::new(at.clone(), says));
        }
        let mut fitted: Vec<Option<Argument>> = vec![None; parameters.len()];
        for (index, (name, argument, at)) in self.arguments.iter().enumerate() {
            let slot = match name {
                None => index,
                Some(name) => parameters
                    .iter()
                    .position(|p| p.name.text == *name)
                    .ok_or_else(|| Mistake::new(at.clone(), say!("game.unknown_parameter", name = name)))?,
            };
            if fitted[slot].replace(argument.clone()).is_some() {
                return Err(Mistake::new(at.clone(), say!("notation.twice", name = &parameters[slot].name.text)));
            }
        }
        let mut arguments = Vec::new();
        for (parameter, argument) in parameters.iter().zip(fitted) {
            let missing = || {
                Mistake::new(self.length..self.length, say!("ruleset.missing_argument", name = &parameter.name.text))
                    .with_hint(say!("game.call_like", call = format!("{}({} = 3)", self.name, parameter.name.text)))
            };
            arguments.push(argument.or(parameter.default.map(Argument::Number)).ok_or_else(missing)?);
        }
        // Without arguments the defaults need not be shown.
        Ok(if self.arguments.is_empty() { vec![] } else { arguments })
    }
}

/// `3`, `-1`, `c = 3`, `{1, 3, 4}`.
fn argument(text: &str) -> Result<(Option<String>, Argument, Range<usize>), Mistake> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (Some(name.trim().to_owned()), value.trim()),
        None => (None, text),
    };
    let start = text.len() - value.len();
    let number = |piece: &str| {
        piece.trim().parse::<i64>().map_err(|error| {
            let says = match error.kind() {
                IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => say!("notation.number_too_large"),
                _ => say!("game.an_argument"),
            };
            Mistake::new(start..text.len(), says)
        })
    };
    if let Some(inside) = value.strip_prefix('{').and_then(|v| v.strip_suffix('}')) {
        let members =
            if inside.trim().is_empty() { vec![] } else { inside.split(',').map(number).collect::<Result<_, _>>()? };
        return Ok((name, Argument::Set(members), 0..0));
    }
    Ok((name, Argument::Number(number(value)?), 0..0))
}
