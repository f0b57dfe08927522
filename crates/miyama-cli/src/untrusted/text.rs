//! The notations of the library.

use super::{instant, moment, shown, text};
use miyama::breaking::code::Code;
use miyama::breaking::definition;
use miyama::breaking::values::NimValues;
use miyama::game::{Game, Games};
use miyama::heap::builtin;
use miyama::heap::formula::{Formula, Names};
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::Ruleset;
use miyama::opponent::{describe, read_move};
use miyama::play::{Convention, Player};
use miyama::sum::{Evaluated, NoValue, evaluate};
use miyama::sum::{parse_heaps, parse_position, solve};
use miyama::value::Arena;
use miyama_bricks::{Brick, Profile};
use miyama_budget::Mistake;
use miyama_records::Format;
use miyama_words::Word;
use miyama_words::avoid::Avoid;
use miyama_words::quadratic::Quadratic;

/// What was read, or nothing if it was refused with a mistake that can be shown.
fn accepted<T>(read: Result<T, Mistake>, source: &str) -> Option<T> {
    read.map_err(|mistake| shown(mistake, source)).ok()
}

pub(super) fn definition(input: &[u8]) {
    let Some(source) = text(input) else { return };
    let Some(definition) = accepted(parse_definition(source), source) else { return };
    let written = definition.to_string();
    let again = parse_definition(&written).map(|again| again.to_string());
    assert_eq!(again.as_ref(), Ok(&written));
    let budget = moment();
    let Some(ruleset) = accepted(Ruleset::within(&definition, &[], &budget), source) else { return };
    for size in 0..3 {
        let position = vec![size; ruleset.heaps()];
        // Whether it ends, is too large or takes too long: it does not panic.
        let _ = ruleset.for_each_option(&position, &budget, &mut |_: &[Vec<u64>]| true);
    }
}

pub(super) fn game(input: &[u8]) {
    let Some(source) = text(input) else { return };
    let games = Games::built_in().within(&moment());
    let Some(game) = accepted(games.find(source), source) else { return };
    if let Game::Heap(game) = game {
        let heaps = vec!["2"; game.ruleset.heaps()].join(",");
        accepted(parse_heaps(&heaps, &Game::Heap(game)), &heaps);
    }
}

pub(super) fn position(input: &[u8]) {
    let Some(source) = text(input) else { return };
    let Some(sum) = accepted(parse_position(source, &Games::built_in().within(&moment())), source) else { return };
    for convention in [Convention::Normal, Convention::Misere] {
        let _ = solve(&sum, convention, &instant());
    }
}

/// A position, and after the first line a move in it.
pub(super) fn choice(input: &[u8]) {
    let Some((position, choice)) = text(input).and_then(|source| source.split_once('\n')) else { return };
    let Ok(sum) = parse_position(position, &Games::built_in().within(&moment())) else { return };
    let Some(choice) = accepted(read_move(choice, &sum), choice) else { return };
    let _ = (choice.is_legal(&sum), describe(&sum, &choice));
}

pub(super) fn formula(input: &[u8]) {
    let Some(source) = text(input) else { return };
    thread_local! {
        static NAMES: Names = builtin::ruleset("wythoff", &[]).expect("a built-in game").names();
    }
    let (names, budget) = (NAMES.with(Clone::clone), moment());
    for read in [Formula::set, Formula::value] {
        let Some(mut formula) = accepted(read(source, &names), source) else { continue };
        if formula.prepare(20, &budget).is_err() {
            continue;
        }
        let mut at = formula.evaluator(&budget);
        for heaps in [[0, 0], [1, 2], [20, 3], [u64::MAX, u64::MAX], [1 << 40, 7]] {
            let _ = at.number(&heaps);
        }
    }
}

pub(super) fn code(input: &[u8]) {
    const HEAPS: usize = 12;
    let Some(source) = text(input) else { return };
    let Some(code) = accepted(source.parse::<Code>(), source) else { return };
    assert_eq!(code.to_string().parse::<Code>().as_ref(), Ok(&code), "{code}");
    let mut values = NimValues::new(&code);
    if values.extend(HEAPS, &moment()).is_ok() && code.to_string().len() < 40 {
        let fast: Vec<u32> = values.stored().iter().take(HEAPS + 1).collect();
        assert_eq!(fast, definition::nim_values(&code, HEAPS), "{code}");
    }
}

pub(super) fn board(input: &[u8]) {
    let Some(source) = text(input) else { return };
    let Some(board) = accepted(source.parse::<miyama::pattern::taking::Board>(), source) else { return };
    assert_eq!(board.to_string().parse::<miyama::pattern::taking::Board>().as_ref(), Ok(&board), "{board}");
}

pub(super) fn value(input: &[u8]) {
    let Some(source) = text(input) else { return };
    let budget = moment();
    let mut arena = Arena::new(&budget);
    match evaluate(&mut arena, source) {
        Ok(Evaluated::Game(game)) => {
            // Long names take long to read; what is printed is read as the same.
            if let Ok(written) = arena.text(game)
                && written.len() < 2000
                && let Ok(again) = evaluate(&mut arena, &written)
            {
                assert_eq!(again, Evaluated::Game(game), "{written}");
            }
        }
        Ok(Evaluated::Truth(_)) | Err(NoValue::Unfinished(_)) => {}
        Err(NoValue::Mistake(mistake)) => shown(mistake, source),
    }
}

pub(super) fn ruleset(input: &[u8]) {
    let Some(source) = text(input) else { return };
    let Some(position) = accepted(parse_position(source, &Games::built_in().within(&moment())), source) else { return };
    if source.len() < 200 {
        let _ = Player::BOTH.map(|player| position.options_of(player, 100, &instant()).is_ok());
        let _ = miyama::sum::value(&mut Arena::new(&instant()), &position, &instant());
    }
}

pub(super) fn word(input: &[u8]) {
    let Some(source) = text(input) else { return };
    let budget = moment();
    if let Some(word) = accepted(Word::parse(source, None), source)
        && let Ok(prefix) = word.prefix(50, &budget)
    {
        assert!(word.spell(&prefix).chars().count() == prefix.len());
        for (i, letter) in word.spell(&prefix).chars().enumerate().take(8) {
            let index = i as u64 + u64::from(word.first_index());
            if let Ok(term) = word.term(&index.into(), &budget) {
                assert_eq!(term, Some(letter), "term {index} of {source}");
            }
        }
    }
    accepted(Quadratic::parse(source), source);
}

pub(super) fn avoid(input: &[u8]) {
    let Some(source) = text(input) else { return };
    accepted(Avoid::parse(source), source);
}

pub(super) fn brick(input: &[u8]) {
    let Some(source) = text(input) else { return };
    if let Some(brick) = accepted(source.parse::<Brick>(), source) {
        assert_eq!(brick.to_string().parse::<Brick>(), Ok(brick));
    }
    if let Some(profile) = accepted(Profile::parse(source), source) {
        assert_eq!(Profile::parse(&profile.to_string()), Ok(profile));
    }
}

pub(super) fn kif(input: &[u8]) {
    replayed(input, Format::Kif);
}

pub(super) fn ki2(input: &[u8]) {
    replayed(input, Format::Ki2);
}

pub(super) fn csa(input: &[u8]) {
    replayed(input, Format::Csa);
}

pub(super) fn usi(input: &[u8]) {
    replayed(input, Format::Usi);
}

pub(super) fn pgn(input: &[u8]) {
    replayed(input, Format::Pgn);
}

/// A record in this format, replayed and judged.
fn replayed(input: &[u8], format: Format) {
    let Some(source) = text(input) else { return };
    let budget = moment();
    let replays = miyama_records::read(source, Some(format), &budget).and_then(|(_, games)| games.replays(&budget));
    match replays {
        Ok(replays) => replays.iter().for_each(|replay| {
            let _ = miyama_records::repetition::report(replay, &budget);
        }),
        Err(error) if error.stopped().is_some() => {}
        Err(mistake) => shown(mistake, source),
    }
}
