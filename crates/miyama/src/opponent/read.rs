//! Reads moves as people write them: `2 from 1`, `1から2個`, `1 from 2, 1 to 3`,
//! `4 into 1,3`, `a1-a3`, or the position after the move.

use super::write::{describe, number_of};
use super::{cells, squares};
use crate::game::{CellGame, Game, Games, split_outside_braces};
use crate::pattern;
use crate::play::Player;
use crate::sum::{Move, Part, Position, Worth, parse_heaps};
use miyama_budget::{Budget, Mistake};
use miyama_language::pattern::wide::Narrow;
use miyama_text::say;
use num_bigint::BigUint;
use num_traits::Zero;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Reads a move of a position. It is one that the rules allow.
///
/// ```
/// use miyama::game::Games;
/// use miyama::opponent::read_move;
/// use miyama::sum::parse_position;
/// let sum = parse_position("nim:3,5 + kayles:7", &Games::built_in()).unwrap();
/// let after = |text| read_move(text, &sum).map(|choice| choice.after.to_string());
/// assert_eq!(after("2 from 1").unwrap(), "nim:1,5 + kayles:7");
/// assert_eq!(after("1から2個取る").unwrap(), "nim:1,5 + kayles:7");
/// assert_eq!(after("2 from 3 into 1,4").unwrap(), "nim:3,5 + kayles:1,4");
/// assert_eq!(after("3,1,7").unwrap(), "nim:3,1 + kayles:7");
/// assert_eq!(after("nim:3,1 + kayles:7").unwrap(), "nim:3,1 + kayles:7");
/// assert_eq!(after("4 from 1").unwrap_err().to_string(), "heap 1 has 3 stones, fewer than 4");
/// ```
///
/// # Errors
/// A [`Mistake`] that says what was not understood or not allowed.
pub fn read_move(text: &str, sum: &Position) -> Result<Move, Mistake> {
    read_move_of(text, sum, Player::Left)
}

/// Reads a move of one of the players, where they have different ones.
///
/// # Errors
/// A [`Mistake`] that says what was not understood or not allowed.
pub fn read_move_of(text: &str, sum: &Position, player: Player) -> Result<Move, Mistake> {
    let narrow = Narrow::of(text);
    read_narrow(&narrow.text, sum, player).map_err(|mistake| narrow.placed(mistake))
}

/// The same, where no sign is wide.
fn read_narrow(text: &str, sum: &Position, player: Player) -> Result<Move, Mistake> {
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let read = read(trimmed, sum, player).map_err(|mistake| mistake.shifted(start))?;
    let choice = Move { who: player, ..read };
    let whole = start..start + trimmed.len();
    match choice.is_legal(sum) {
        Some(true) => Ok(choice),
        Some(false) => {
            let mistake = Mistake::new(whole, say!("play.not_allowed", after = choice.after.to_string()));
            Err(with_example(mistake, sum))
        }
        None => Err(Mistake::new(whole, say!("play.cannot_tell"))),
    }
}

/// The mistake with a move that would do, if one is found at once.
fn with_example(mistake: Mistake, sum: &Position) -> Mistake {
    let moment = Budget::unlimited().with_time(Duration::from_millis(200));
    match sum.options(1, &moment).ok().and_then(|options| options.listed.into_iter().next()) {
        Some(choice) => mistake.with_hint(say!("play.for_example", example = describe(sum, &choice))),
        None => mistake,
    }
}

fn read(text: &str, sum: &Position, player: Player) -> Result<Move, Mistake> {
    if text.is_empty() {
        return Err(with_example(Mistake::new(0..0, say!("play.empty")), sum));
    }
    if let Some(colon) = text.rfind([':', '：']) {
        let behind = colon + text[colon..].chars().next().map_or(1, char::len_utf8);
        return match text[..colon].trim().parse::<usize>() {
            Ok(number) => {
                let part = board_number(sum, number, 0..colon)?;
                read_board(&text[behind..], sum, part, player).map_err(|mistake| mistake.shifted(behind))
            }
            Err(_) => read_position(text, sum),
        };
    }
    if let [Part::Compound(_)] = sum.parts.as_slice() {
        return read_board(text, sum, 0, player);
    }
    // Cells alone need no number, and their moves may begin with any sign.
    if let [Part::Cells(_)] = sum.parts.as_slice() {
        return cells::read(text, sum, 0, player);
    }
    if sum.parts.iter().all(|part| matches!(part, Part::Worth(_))) {
        return read_position(text, sum);
    }
    let drawn = text.starts_with(['#', '●', '.', '·']);
    if drawn || (squares::looks_like(text) && boards(sum).next().is_some()) {
        let mut boards = boards(sum);
        return match (boards.next(), boards.next()) {
            (Some(only), None) => read_board(text, sum, only, player),
            (None, _) => Err(with_example(Mistake::new(0..text.len(), say!("play.no_board")), sum)),
            _ => Err(Mistake::new(0..text.len(), say!("play.which_board"))),
        };
    }
    let atoms = atoms(text, sum)?;
    match new_heaps(&atoms, sum) {
        Some(heaps) => from_heaps(heaps, sum, text),
        None => from_clauses(&atoms, sum, text),
    }
}

fn boards(sum: &Position) -> impl Iterator<Item = usize> + '_ {
    sum.parts
        .iter()
        .enumerate()
        .filter(|(_, part)| matches!(part, Part::Cells(_) | Part::Worth(_) | Part::Compound(_)))
        .map(|(index, _)| index)
}

fn board_number(sum: &Position, number: usize, at: Range<usize>) -> Result<usize, Mistake> {
    let found = boards(sum).find(|part| number_of(sum, *part) == number);
    found.ok_or_else(|| Mistake::new(at, say!("play.not_a_board", number = number)))
}

/// A board after the move, or the squares that are taken.
fn read_board(text: &str, sum: &Position, part: usize, player: Player) -> Result<Move, Mistake> {
    match sum.parts.get(part) {
        Some(Part::Cells(_)) => cells::read(text, sum, part, player),
        Some(Part::Worth(_)) => {
            let worth = Worth::read(text, &Budget::unlimited().with_time(Duration::from_secs(1)))?;
            Ok(choice(sum, part, vec![Part::Worth(worth)]))
        }
        Some(Part::Compound(compound)) => {
            let after = compound.game().read(text, &Budget::unlimited().with_time(Duration::from_secs(1)))?;
            Ok(choice(sum, part, vec![Part::Compound(after)]))
        }
        _ => Err(Mistake::new(0..text.len(), say!("play.no_board"))),
    }
}

pub(super) fn choice(sum: &Position, part: usize, left: Vec<Part>) -> Move {
    Move::new(Player::Left, sum, part, left)
}

/// A whole position, with the names of its games.
fn read_position(text: &str, sum: &Position) -> Result<Move, Mistake> {
    let mut after = Position::default();
    let mut start = 0;
    for piece in split_outside_braces(text, '+') {
        let Some(colon) = piece.rfind(':') else {
            let worth = Worth::read(piece, &Budget::unlimited().with_time(Duration::from_secs(1)));
            after.parts.push(Part::Worth(worth.map_err(|mistake| mistake.shifted(start))?));
            start += piece.len() + 1;
            continue;
        };
        let name = piece[..colon].trim();
        let game = game_of(name, sum).ok_or_else(|| {
            let at = start + (piece.len() - piece.trim_start().len());
            with_example(Mistake::new(at..at + name.len(), say!("play.other_game", name = name)), sum)
        })?;
        let behind = (colon + 1).min(piece.len());
        let parts = parse_heaps(&piece[behind..], &game).map_err(|mistake| mistake.shifted(start + behind))?;
        after.parts.extend(parts);
        start += piece.len() + 1;
    }
    Move::between(Player::Left, sum, &after)
        .ok_or_else(|| with_example(Mistake::new(0..text.len(), say!("play.not_one_part")), sum))
}

/// The game of the sum that a name means.
fn game_of(name: &str, sum: &Position) -> Option<Game> {
    let named = |name: &str| {
        sum.parts.iter().find_map(|part| match part {
            Part::Heap { game, .. } if game.label == name => Some(Game::Heap(game.clone())),
            Part::Cells(cells) if cells.label() == name => {
                Some(Game::Cells(CellGame { label: name.to_owned(), forms: forms_of(name, sum) }))
            }
            Part::Compound(compound) if compound.game().label == name => Some(Game::Compound(compound.game().clone())),
            _ => None,
        })
    };
    named(name).or_else(|| match Games::built_in().find(name).ok()? {
        Game::Heap(game) => named(&game.label),
        Game::Cells(game) => named(&game.label),
        Game::Compound(game) => named(&game.label),
    })
}

/// The forms in which a game on cells is played in the sum: on grids and on graphs, say.
fn forms_of(name: &str, sum: &Position) -> Vec<Arc<pattern::Game>> {
    let cells = sum.parts.iter().filter_map(|part| match part {
        Part::Cells(cells) if cells.label() == name => Some(cells.game()),
        _ => None,
    });
    cells.cloned().collect()
}

/// What a move in words is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    Number(BigUint),
    /// `from`, before the heap.
    From,
    /// `to`, before the heap.
    To,
    /// `into`, before the pieces.
    Into,
    /// から, behind the heap.
    BehindFrom,
    /// へ, behind the heap.
    BehindTo,
    /// を, behind the heap that is broken.
    BehindOf,
    /// `gone`, behind the heap of which nothing is left.
    Gone,
    Comma,
}

const NOISE: &[&str] = &[
    "take", "takes", "remove", "put", "split", "break", "heap", "pile", "row", "stone", "stones", "the", "of", "then",
];

fn atoms(text: &str, sum: &Position) -> Result<Vec<(Atom, Range<usize>)>, Mistake> {
    let mut atoms = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let mut end = start + c.len_utf8();
        if c.is_whitespace() {
            continue;
        }
        if matches!(c, ',' | '、' | '，' | ';' | '+' | '&') {
            atoms.push((Atom::Comma, start..end));
            continue;
        }
        let is_digit = |c: char| digit(c).is_some();
        let belongs = |next: char| {
            !next.is_whitespace()
                && !matches!(next, ',' | '、' | '，' | ';' | '+' | '&')
                && is_digit(next) == is_digit(c)
        };
        while let Some((at, next)) = rest.next_if(|(_, next)| belongs(*next)) {
            end = at + next.len_utf8();
        }
        let word = &text[start..end];
        if is_digit(c) {
            let digits: String = word.chars().filter_map(digit).collect();
            let number = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap_or_default();
            atoms.push((Atom::Number(number), start..end));
            continue;
        }
        let lower = word.to_lowercase();
        let atom = match lower.as_str() {
            "from" => Atom::From,
            "to" | "onto" => Atom::To,
            "into" | "leaving" | "leave" => Atom::Into,
            "and" => Atom::Comma,
            "gone" | "away" => Atom::Gone,
            _ if lower.contains("なくな") => Atom::Gone,
            _ if lower.contains("から") => Atom::BehindFrom,
            _ if lower.contains('へ') => Atom::BehindTo,
            _ if lower.contains('を') => Atom::BehindOf,
            _ if NOISE.contains(&lower.as_str()) || is_japanese_noise(&lower) => continue,
            _ => {
                let mistake = Mistake::new(start..end, say!("play.unknown_word", word = word));
                return Err(with_example(mistake, sum));
            }
        };
        atoms.push((atom, start..end));
    }
    Ok(atoms)
}

fn digit(c: char) -> Option<char> {
    match c {
        '0'..='9' => Some(c),
        '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10),
        _ => None,
    }
}

fn is_japanese_noise(word: &str) -> bool {
    const SIGNS: &str = "個つ石山番目の列取とっりるてに分け戻置すし。";
    word.chars().all(|c| SIGNS.contains(c))
}

/// The numbers of a text that is only numbers, if they can be the heaps after a
/// move.
fn new_heaps(atoms: &[(Atom, Range<usize>)], sum: &Position) -> Option<Vec<BigUint>> {
    let mut numbers = Vec::new();
    for (atom, _) in atoms {
        match atom {
            Atom::Number(number) => numbers.push(number.clone()),
            Atom::Comma => {}
            _ => return None,
        }
    }
    let heaps_alone = sum.parts.iter().all(|part| matches!(part, Part::Heap { .. }));
    (heaps_alone && numbers.len() >= number_of(sum, sum.parts.len()) - 1).then_some(numbers)
}

/// The position with these heaps; more heaps than before are those of a
/// one-heap game that broke.
fn from_heaps(heaps: Vec<BigUint>, sum: &Position, text: &str) -> Result<Move, Mistake> {
    let mut after = sum.clone();
    let before = number_of(sum, sum.parts.len()) - 1;
    if heaps.len() == before {
        let mut next = heaps.into_iter();
        for part in &mut after.parts {
            if let Part::Heap { heaps, .. } = part {
                heaps.iter_mut().for_each(|heap| *heap = next.next().unwrap_or_default());
            }
        }
    } else if let Some(Part::Heap { game, .. }) = sum.parts.first()
        && game.ruleset.heaps() == 1
        && sum.parts.iter().all(|part| matches!(part, Part::Heap { game: other, .. } if other == game))
    {
        after.parts = heaps.into_iter().map(|heap| Part::Heap { game: game.clone(), heaps: vec![heap] }).collect();
    } else {
        let says = say!("play.wrong_number_of_heaps", given = heaps.len(), heaps = before);
        return Err(with_example(Mistake::new(0..text.len(), says), sum));
    }
    Move::between(Player::Left, sum, &after)
        .ok_or_else(|| with_example(Mistake::new(0..text.len(), say!("play.not_one_part")), sum))
}

/// What the clauses of a move ask for.
#[derive(Default)]
struct Clauses {
    /// Heap, how many, and where that is said.
    taken: Vec<(usize, BigUint, Range<usize>)>,
    given: Vec<(usize, BigUint, Range<usize>)>,
    broken: Option<usize>,
    /// The heap of which nothing is left.
    gone: Option<usize>,
    pieces: Vec<BigUint>,
}

fn from_clauses(atoms: &[(Atom, Range<usize>)], sum: &Position, text: &str) -> Result<Move, Mistake> {
    let asked = clauses(atoms, sum, text)?;
    let numbers = asked.taken.iter().chain(&asked.given).map(|(heap, _, _)| *heap);
    let numbers = numbers.chain(asked.broken).chain(asked.gone);
    let mut parts: Vec<usize> = numbers.filter_map(|number| part_of(sum, number)).collect();
    parts.dedup();
    let ([part], false) = (parts.as_slice(), text.is_empty()) else {
        return Err(with_example(Mistake::new(0..text.len(), say!("play.not_one_part")), sum));
    };
    let Some(Part::Heap { game, heaps }) = sum.parts.get(*part) else {
        return Err(with_example(Mistake::new(0..text.len(), say!("play.name_squares")), sum));
    };
    let first = number_of(sum, *part);
    let mut left = heaps.clone();
    for (heap, count, at) in &asked.taken {
        let place = &mut left[heap - first];
        if *count > *place {
            let says = say!("play.too_many_taken", heap = *heap, stones = &heaps[heap - first], count = count);
            return Err(Mistake::new(at.clone(), says));
        }
        *place -= count;
    }
    for (heap, count, _) in &asked.given {
        left[heap - first] += count;
    }
    if asked.gone.is_some() {
        if atoms.len() == 2 {
            return Ok(choice(sum, *part, vec![]));
        }
        let says = say!("play.not_understood", text = text.to_owned());
        return Err(with_example(Mistake::new(0..text.len(), says), sum));
    }
    if asked.pieces.is_empty() {
        return Ok(choice(sum, *part, vec![Part::Heap { game: game.clone(), heaps: left }]));
    }
    let total: BigUint = asked.pieces.iter().sum();
    if game.ruleset.heaps() != 1 || (asked.broken.is_none() && total != left[0]) {
        let says = say!("play.pieces_do_not_add_up", total = &total, left = &left[0]);
        return Err(Mistake::new(0..text.len(), says));
    }
    let counts = |piece: &BigUint| !game.ruleset.ends_at_zero() || !piece.is_zero();
    let mut pieces: Vec<BigUint> = asked.pieces.into_iter().filter(counts).collect();
    pieces.sort();
    if pieces.is_empty() {
        pieces.push(BigUint::zero());
    }
    let piece = |heap: BigUint| Part::Heap { game: game.clone(), heaps: vec![heap] };
    Ok(choice(sum, *part, pieces.into_iter().map(piece).collect()))
}

/// The part to which a numbered heap or board belongs.
fn part_of(sum: &Position, number: usize) -> Option<usize> {
    (0..sum.parts.len()).find(|part| (number_of(sum, *part)..number_of(sum, part + 1)).contains(&number))
}

fn clauses(atoms: &[(Atom, Range<usize>)], sum: &Position, text: &str) -> Result<Clauses, Mistake> {
    use Atom::{BehindFrom, BehindOf, BehindTo, Comma, From, Gone, Into, Number, To};
    let mut asked = Clauses::default();
    let mut rest = atoms;
    while let Some((_, at)) = rest.first() {
        let kinds: Vec<&Atom> = rest.iter().take(3).map(|(atom, _)| atom).collect();
        let span = at.start..rest.get(2).map_or(at.end, |(_, last)| last.end);
        let heap = |number: &BigUint| heap_number(sum, number, span.clone());
        let used = match kinds.as_slice() {
            [Number(count), From, Number(n)]
            | [From, Number(n), Number(count)]
            | [Number(n), BehindFrom, Number(count)] => {
                asked.taken.push((heap(n)?, count.clone(), span.clone()));
                3
            }
            [Number(count), To, Number(n)] | [To, Number(n), Number(count)] | [Number(n), BehindTo, Number(count)] => {
                asked.given.push((heap(n)?, count.clone(), span.clone()));
                3
            }
            [Number(n), Into | BehindOf, ..] if asked.broken.is_none() && asked.taken.is_empty() => {
                asked.broken = Some(heap(n)?);
                2
            }
            [Number(n), Gone, ..] if asked.gone.is_none() => {
                asked.gone = Some(heap(n)?);
                2
            }
            [Comma | Into, ..] => 1,
            [Number(piece), ..] if asked.broken.is_some() || asked.taken.len() == 1 => {
                asked.pieces.push(piece.clone());
                1
            }
            _ => {
                let says = say!("play.not_understood", text = text[at.clone()].to_owned());
                return Err(with_example(Mistake::new(at.start..text.len(), says), sum));
            }
        };
        rest = &rest[used..];
    }
    Ok(asked)
}

fn heap_number(sum: &Position, number: &BigUint, at: Range<usize>) -> Result<usize, Mistake> {
    let heaps = number_of(sum, sum.parts.len()) - 1;
    let found = usize::try_from(number).ok().filter(|number| (1..=heaps).contains(number));
    found.ok_or_else(|| Mistake::new(at, say!("play.no_such_heap", number = number, heaps = heaps)))
}
