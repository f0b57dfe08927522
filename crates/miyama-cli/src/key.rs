//! What an exercise accepts, and what it says to a wrong answer.

use crate::answer::{Answer, Format};
use crate::command::solve::unsolved;
use crate::failure::Failure;
use crate::games;
use crate::question::Question;
use miyama::play::{Convention, Outcome};
use miyama::sum::{Evaluated, evaluate};
use miyama::sum::{Part, Position, parse_heaps_within};
use miyama::value::Arena;
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use miyama_words::avoid::Avoid;
use num_bigint::BigUint;

/// The longest answer that is read.
const LONGEST: usize = 2000;

/// What is right.
#[derive(Clone, Debug)]
pub(crate) enum Key {
    /// A list of numbers: a value, a pair, a row of a table.
    Numbers(Vec<BigUint>),
    /// A winning move: the heaps after it; or that there is none.
    Move { position: Box<Position>, convention: Convention },
    /// A game in canonical form.
    Form(String),
    /// A condition that describes the P-positions of a game up to a bound.
    PPositions { game: String, heaps: Option<usize>, to: u64, misere: bool },
    /// An expression for the values of a game up to a bound.
    Values { game: String, heaps: Option<usize>, to: u64 },
    /// A word over 0 and 1 without a power, at least so long.
    Avoiding { power: String, length: usize },
    /// One of these words, whatever their case.
    Words(Vec<String>),
}

/// Whether an answer is right, and what may help if it is not.
pub(crate) struct Verdict {
    pub(crate) right: bool,
    says: Text,
    /// The answer that refutes a formula.
    refuted: Option<Box<dyn Answer>>,
}

impl Verdict {
    fn right() -> Verdict {
        Verdict { right: true, says: say!("exercise.right"), refuted: None }
    }

    fn wrong(says: Text) -> Verdict {
        Verdict { right: false, says, refuted: None }
    }

    /// What to tell whoever answered.
    pub(crate) fn told(&self, lang: Lang) -> String {
        let mut told = vec![self.says.in_lang(lang)];
        if let Some(answer) = &self.refuted {
            let mut text = Vec::new();
            if answer.write(Format::Text, lang, &mut text).is_ok() {
                // The first line repeats the claim; then come the place and the reason.
                let text = String::from_utf8_lossy(&text).into_owned();
                told.extend(text.lines().skip(1).take_while(|line| !line.is_empty()).map(str::to_owned));
            }
        }
        told.join("\n")
    }

    fn of(right: bool, says: Text) -> Verdict {
        if right { Verdict::right() } else { Verdict::wrong(says) }
    }
}

impl Key {
    /// As tours write it: `numbers 6,10`, `move nim:2,3,4`, `p-positions wythoff 20`, `avoid cube-free 20`, `words a|b`.
    pub(crate) fn read(text: &str, budget: &Budget) -> Result<Key, Failure> {
        let wrong = || Failure::input(say!("exercise.bad_key", given = text));
        let (kind, rest) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let bounded = || {
            let (game, to) = rest.rsplit_once(' ')?;
            let (game, heaps) = match game.split_once('^') {
                Some((game, heaps)) => (game, Some(heaps.parse().ok()?)),
                None => (game, None),
            };
            Some((game.to_owned(), heaps, to.parse().ok()?))
        };
        Ok(match kind {
            "numbers" => Key::Numbers(numbers(rest).ok_or_else(wrong)?),
            "move" => {
                Key::Move { position: Box::new(games::position(rest, None, budget)?), convention: Convention::Normal }
            }
            "form" => Key::Form(rest.to_owned()),
            "p-positions" | "misere-p-positions" => {
                let (game, heaps, to) = bounded().ok_or_else(wrong)?;
                Key::PPositions { game, heaps, to, misere: kind.starts_with("misere") }
            }
            "values" => {
                let (game, heaps, to) = bounded().ok_or_else(wrong)?;
                Key::Values { game, heaps, to }
            }
            "avoid" => {
                let (power, length) = rest.split_once(' ').ok_or_else(wrong)?;
                Key::Avoiding { power: power.to_owned(), length: length.parse().map_err(|_| wrong())? }
            }
            "words" => Key::Words(rest.split('|').map(str::to_owned).collect()),
            _ => return Err(wrong()),
        })
    }

    /// Checks what somebody typed.
    pub(crate) fn check(&self, typed: &str, budget: &Budget) -> Result<Verdict, Failure> {
        let typed = typed.trim();
        if typed.is_empty() || typed.len() > LONGEST {
            return Ok(Verdict::wrong(say!("exercise.nothing")));
        }
        match self {
            Key::Numbers(right) => Ok(match numbers(typed) {
                None => Verdict::wrong(say!("exercise.numbers", count = right.len())),
                Some(given) if given.len() != right.len() => {
                    Verdict::wrong(say!("exercise.so_many", count = right.len(), given = given.len()))
                }
                Some(given) => Verdict::of(given == *right, say!("exercise.wrong")),
            }),
            Key::Words(right) => {
                let plain = |text: &str| text.to_lowercase().split_whitespace().collect::<String>();
                Ok(Verdict::of(right.iter().any(|right| plain(right) == plain(typed)), say!("exercise.wrong")))
            }
            Key::Move { position, convention } => check_move(position, *convention, typed, budget),
            Key::Form(right) => check_form(right, typed, budget),
            Key::Avoiding { power, length } => check_word(power, *length, typed),
            Key::PPositions { game, heaps, to, misere } => {
                let field = serde_json::json!({
                    "ask": "check", "game": game, "heaps": heaps, "to": to.to_string(), "misere": misere, "p_positions": typed,
                });
                check_formula(field, budget)
            }
            Key::Values { game, heaps, to } => {
                let field = serde_json::json!({
                    "ask": "check", "game": game, "heaps": heaps, "to": to.to_string(), "value": typed,
                });
                check_formula(field, budget)
            }
        }
    }
}

/// `6, 10`, `(6, 10)`, `6 10`: numbers with anything but digits between them.
fn numbers(text: &str) -> Option<Vec<BigUint>> {
    let plain = text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "(),;[]、，".contains(c));
    let pieces = text.split(|c: char| !c.is_ascii_digit()).filter(|piece| !piece.is_empty());
    let found: Vec<BigUint> = pieces.map(|piece| piece.parse().ok()).collect::<Option<_>>()?;
    (plain && !found.is_empty()).then_some(found)
}

/// Words for "there is no winning move".
fn says_none(typed: &str) -> bool {
    let typed = typed.to_lowercase();
    ["p", "none", "no", "good", "0", "なし", "良形", "p 局面"].contains(&typed.as_str())
}

fn check_move(position: &Position, convention: Convention, typed: &str, budget: &Budget) -> Result<Verdict, Failure> {
    let solved = miyama::sum::solve(position, convention, budget).map_err(unsolved)?;
    if says_none(typed) {
        return Ok(Verdict::of(solved.outcome == Outcome::P, say!("exercise.there_is_one")));
    }
    let Some(after) = read_after(position, typed, budget) else {
        return Ok(Verdict::wrong(say!("exercise.heaps", position = position.to_string())));
    };
    let made = miyama::sum::Move::between(miyama::play::Player::Left, position, &after);
    if made.and_then(|made| made.is_legal(position)) != Some(true) {
        return Ok(Verdict::wrong(say!("exercise.no_move", after = after.to_string())));
    }
    let outcome = miyama::sum::solve(&after, convention, budget).map_err(unsolved)?.outcome;
    Ok(Verdict::of(outcome == Outcome::P, say!("exercise.answered", after = after.to_string())))
}

/// The heaps after a move, alone or behind the name of the game.
fn read_after(position: &Position, typed: &str, budget: &Budget) -> Option<Position> {
    let Part::Heap { game, .. } = position.parts.first()? else { return None };
    let heaps = typed.rsplit_once(':').map_or(typed, |(_, heaps)| heaps);
    let heaps: Vec<String> = numbers(heaps)?.iter().map(ToString::to_string).collect();
    let game = miyama::game::Game::Heap(game.clone());
    Some(Position { parts: parse_heaps_within(&heaps.join(","), &game, budget).ok()? })
}

fn check_form(right: &str, typed: &str, budget: &Budget) -> Result<Verdict, Failure> {
    let mut arena = Arena::new(budget);
    let mut value = |text: &str| match evaluate(&mut arena, text) {
        Ok(Evaluated::Game(id)) => Some(id),
        _ => None,
    };
    let (Some(right_value), typed_value) = (value(right), value(typed)) else {
        return Err(Failure::input(say!("exercise.bad_key", given = right)));
    };
    Ok(match typed_value {
        None => Verdict::wrong(say!("exercise.no_game")),
        Some(given) if given != right_value => Verdict::wrong(say!("exercise.wrong")),
        // Equal, and written as it is printed; other spellings of the same form are right too.
        Some(_) => {
            let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            let braces = |text: &str| text.matches(['{', '|', ',']).count();
            Verdict::of(plain(typed) == plain(right) || braces(typed) <= braces(right), say!("exercise.not_canonical"))
        }
    })
}

fn check_word(power: &str, length: usize, typed: &str) -> Result<Verdict, Failure> {
    let letters: Vec<char> = typed.chars().filter(|c| !c.is_whitespace() && *c != ',').collect();
    if letters.iter().any(|c| !"01".contains(*c)) {
        return Ok(Verdict::wrong(say!("exercise.letters")));
    }
    let word: Vec<u8> = letters.iter().map(|c| u8::from(*c == '1')).collect();
    let avoid = Avoid::parse(power).map_err(|mistake| Failure::mistake(mistake, power))?;
    if let Some(end) = (1..=word.len()).find(|end| !avoid.allows(&word[..*end])) {
        return Ok(Verdict::wrong(say!("exercise.repeats", end = end)));
    }
    Ok(Verdict::of(word.len() >= length, say!("exercise.longer", length = length, given = word.len())))
}

/// Asks the program itself: a formula that fails somewhere is wrong there.
fn check_formula(question: serde_json::Value, budget: &Budget) -> Result<Verdict, Failure> {
    let asked: Question = serde_json::from_value(question).map_err(std::io::Error::from)?;
    match asked.answer(budget) {
        Ok(answer) if answer.holds() && !answer.undecided() => Ok(Verdict::right()),
        Ok(answer) => Ok(Verdict { right: false, says: say!("exercise.formula_fails"), refuted: Some(answer) }),
        Err(Failure::Input { says, .. }) => Ok(Verdict::wrong(says)),
        Err(failure) => Err(failure),
    }
}
