//! What is needed to check a misère quotient without trusting this program.

use super::Quotients;
use crate::sum::Part;
use serde::Serialize;

/// The quotient of the heaps 0, 1, … of a code, or of numbered pieces, with its map.
#[derive(Clone, Debug, Serialize)]
pub struct Certificate {
    /// The version of this form.
    miyama_quotient: u32,
    /// The code; for pieces, what they were asked for as.
    code: String,
    /// What heaps 0, 1, … are, if they are not heaps of a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Pieces>,
    /// How many elements the quotient has. They are numbered from 0, the identity.
    order: usize,
    /// The heaps whose elements are the letters of the presentation.
    generators: Vec<u32>,
    /// For each letter: the product of every element with it.
    times: Vec<Vec<u32>>,
    /// The P-elements.
    p: Vec<u32>,
    /// The element of each heap, from heap 0 on.
    map: Vec<u32>,
    /// Left and right sides of the relations, as exponents of the letters.
    relations: Vec<(Vec<u32>, Vec<u32>)>,
    /// Where the map repeats, if it is proven that it does.
    period: Option<Repeats>,
}

/// Pieces, options before those that have them; pieces without moves are left out.
#[derive(Clone, Debug, Serialize)]
struct Pieces {
    games: Vec<Rules>,
    /// The number of the game, and the heaps or the cells.
    list: Vec<(usize, String)>,
}

/// A game by its definition, and what is put in for its parameters.
#[derive(Clone, Debug, Serialize)]
struct Rules {
    /// `heaps` or `cells`.
    on: &'static str,
    definition: String,
    arguments: Vec<String>,
}

impl Rules {
    /// The rules of a part; `None` if they are not written in the notation.
    fn of(part: &Part) -> Option<Rules> {
        match part {
            Part::Heap { game, .. } => Some(Rules {
                on: "heaps",
                definition: game.ruleset.definition().to_owned(),
                arguments: game.ruleset.arguments().iter().map(ToString::to_string).collect(),
            }),
            Part::Cells(cells) => Some(Rules {
                on: "cells",
                definition: cells.game().definition().to_string(),
                arguments: cells.game().arguments().iter().map(ToString::to_string).collect(),
            }),
            Part::Worth(_) | Part::Compound(_) => None,
        }
    }
}

/// The first `count` pieces.
fn pieces(found: &Quotients, count: usize) -> Option<Pieces> {
    let all = found.positions()?;
    let (mut parts, mut games, mut list): (Vec<Part>, Vec<Rules>, Vec<_>) = (vec![], vec![], vec![]);
    for number in 0..u32::try_from(count).ok()? {
        let part = all.position(number)?;
        let game = match parts.iter().position(|other| other.same_game(&part)) {
            Some(game) => game,
            None => {
                games.push(Rules::of(&part)?);
                parts.push(part.clone());
                games.len() - 1
            }
        };
        let text = match &part {
            Part::Heap { heaps, .. } => heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            Part::Cells(cells) => cells.position().to_string(),
            Part::Worth(_) | Part::Compound(_) => return None,
        };
        list.push((game, text));
    }
    Some(Pieces { games, list })
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Repeats {
    start: u64,
    length: u64,
}

impl Certificate {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

/// The certificate of a quotient, called `name`, as far as it was followed. `None` if
/// the rules of a piece are not written in the notation.
#[must_use]
pub fn certify(found: &Quotients, name: &str) -> Option<Certificate> {
    let (code, pieces) = match found.code() {
        Some(code) => (code.to_string(), None),
        None => (name.to_owned(), Some(pieces(found, found.images().len())?)),
    };
    let (quotient, presentation) = (found.quotient(), found.presentation());
    // Elements in the order of their normal forms; the identity comes first.
    let mut numbers = vec![0; quotient.order()];
    for (number, element) in (0..).zip(&presentation.sorted) {
        numbers[*element as usize] = number;
    }
    let number = |element: u32| numbers[element as usize];
    let times = |letter: &u32| presentation.sorted.iter().map(|x| number(quotient.product(*x, *letter))).collect();
    let images = found.images();
    Some(Certificate {
        miyama_quotient: Certificate::VERSION,
        code,
        pieces,
        order: quotient.order(),
        generators: presentation.heaps.clone(),
        times: presentation.letters.iter().map(times).collect(),
        p: presentation.sorted.iter().filter(|x| quotient.is_p(**x)).map(|x| number(*x)).collect(),
        map: images.iter().map(|x| number(*x)).collect(),
        relations: presentation.relations.clone(),
        period: found.period().map(|p| Repeats { start: p.start, length: p.length }),
    })
}
