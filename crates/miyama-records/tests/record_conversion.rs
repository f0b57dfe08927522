//! Laws of conversion: a game of shogi goes from format to format, its moves
//! stay the same, and with them all that each format has room for.

#![allow(clippy::unwrap_used)]

use miyama_budget::Budget;
use miyama_records::shogi::about::Note;
use miyama_records::shogi::ending::Ending;
use miyama_records::shogi::game::Game;
use miyama_records::shogi::position::{Move, ShogiPosition, Side, Square};
use miyama_records::shogi::write;
use miyama_records::{Format, Games, read};
use proptest::prelude::*;

const ENDINGS: [Ending; 13] = [
    Ending::Resignation,
    Ending::Interruption,
    Ending::Impasse,
    Ending::Draw,
    Ending::Repetition,
    Ending::Mate,
    Ending::NoMate,
    Ending::Time,
    Ending::FoulOfOther,
    Ending::Foul,
    Ending::Declaration,
    Ending::Walkover,
    Ending::Absence,
];

/// The beginning of a game: even, with a handicap, or nothing that has a name.
fn start(which: u8) -> ShogiPosition {
    let mut position = ShogiPosition::even();
    let mut clear = |file, rank| position.clear(Square::new(file, rank).unwrap());
    match which {
        0 => {}
        1 => {
            clear(8, 2);
            clear(2, 2);
            position.set_side(Side::White);
        }
        2 => clear(5, 3),
        _ => position.set_side(Side::White),
    }
    position
}

/// A game with these choices among the moves that could be.
fn game(start: ShogiPosition, first_number: usize, choices: &[u16]) -> Game {
    let mut game = Game::new(start, first_number);
    for &choice in choices {
        let candidates = game.now().candidates();
        let from = usize::from(choice) % candidates.len().max(1);
        let legal = |played: &&Move| game.now().play(**played).is_ok();
        let Some(&played) = candidates[from..].iter().chain(&candidates[..from]).find(legal) else { break };
        game.play(played).unwrap();
    }
    game
}

/// Lines as people write them, and some that look like what they are not.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[ -~]{0,12}",
        "[ぁ-んァ-ヶ一-九：、　]{0,8}",
        Just("*".to_owned()),
        Just("不戦勝".to_owned()),
        Just("手数＝3".to_owned()),
        Just("%TORYO,T5".to_owned()),
        Just("まで3手で中断".to_owned()),
        Just("変化：2手".to_owned()),
        Just("▲７六歩 △３四歩".to_owned()),
        Just("1 ７六歩(77)".to_owned()),
        Just("V2.2".to_owned()),
        Just("/".to_owned()),
    ];
    word.prop_map(|line| line.trim_end().to_owned())
}

fn field() -> impl Strategy<Value = (String, String)> {
    let key = prop::sample::select(vec!["先手", "後手", "棋戦", "場所", "開始日時", "持ち時間", "備考", "$NOTE"]);
    (key, line()).prop_map(|(key, value)| (key.to_owned(), value.trim().to_owned()))
}

/// A game, shown as a record.
#[derive(Clone)]
struct Told(Game);

impl std::fmt::Debug for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\n{:?}", write(&self.0, Format::Kif).unwrap(), self.0.about())
    }
}

prop_compose! {
    fn told()(
        which in 0u8..4,
        first_number in prop_oneof![Just(1usize), 1usize..400],
        choices in prop::collection::vec(any::<u16>(), 0..60),
        fields in prop::collection::vec(field(), 0..5),
        notes in prop::collection::vec((0usize..70, line(), any::<bool>()), 0..6),
        times in prop::collection::vec(prop::option::of(0u64..20_000_000), 0..70),
        whole_seconds in any::<bool>(),
        ending in prop::option::of(prop::sample::select(ENDINGS.to_vec())),
    ) -> Told {
        let mut game = game(start(which), first_number, &choices);
        let moves = game.moves().len();
        let about = game.about_mut();
        about.fields = fields;
        let note = |line, bookmark| if bookmark { Note::Bookmark(line) } else { Note::Comment(line) };
        about.notes = notes.into_iter().map(|(after, line, mark)| (after.min(moves), note(line, mark))).collect();
        about.notes.sort_by_key(|(after, _)| *after);
        // The end takes time too, but not where nobody came.
        let timed = !matches!(ending, None | Some(Ending::Walkover | Ending::Absence));
        about.times = times;
        about.times.truncate(moves + usize::from(timed));
        if whole_seconds {
            for time in about.times.iter_mut().flatten() {
                *time -= *time % 1000;
            }
        }
        while about.times.last() == Some(&None) {
            about.times.pop();
        }
        about.ending = ending;
        Told(game)
    }
}

/// What is left of a game in a format.
fn left(game: &Game, format: Format) -> Game {
    let mut game = game.clone();
    let about = game.about_mut();
    match format {
        Format::Kif => about.times.iter_mut().flatten().for_each(|time| *time -= *time % 1000),
        Format::Ki2 => about.times.clear(),
        Format::Usi => *about = Default::default(),
        Format::Csa => about.notes.retain(|(_, note)| matches!(note, Note::Comment(_))),
        Format::Pgn => {}
    }
    game
}

/// Writes a game and reads it again.
fn through(game: &Game, format: Format) -> Result<Game, TestCaseError> {
    let text = write(game, format).unwrap();
    // Without moves KI2 and KIF look the same.
    let named = (format == Format::Ki2 && game.moves().is_empty()).then_some(format);
    match read(&text, named, &Budget::unlimited()) {
        Ok((found, Games::Shogi(games))) if found == format && games.len() == 1 => Ok(games[0].clone()),
        other => Err(TestCaseError::fail(format!("{}: {other:?}\n{text}", format.name()))),
    }
}

/// Are they the same game, told in the same way?
fn same(found: &Game, expected: &Game, format: Format) -> Result<(), TestCaseError> {
    let text = write(expected, format).unwrap();
    prop_assert_eq!(found.about(), expected.about(), "{}", text);
    prop_assert_eq!(found.moves(), expected.moves(), "{}", text);
    prop_assert_eq!((found.start(), found.first_number()), (expected.start(), expected.first_number()), "{}", text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn each_format_keeps_what_it_has_room_for(Told(game) in told()) {
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Usi] {
            let expected = left(&game, format);
            same(&through(&game, format)?, &expected, format)?;
            // And it is said if something is lost.
            prop_assert_eq!(game.about().left_out(format).is_some(), expected != game);
        }
    }

    #[test]
    fn moves_and_their_numbers_go_all_the_way_round(Told(game) in told()) {
        let (mut now, mut expected) = (game.clone(), game);
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Usi, Format::Kif] {
            now = through(&now, format)?;
            expected = left(&expected, format);
            same(&now, &expected, format)?;
        }
    }

    /// Several games in one file stay several, however they are told.
    #[test]
    fn several_games_stay_several(games in prop::collection::vec(told(), 2..4)) {
        for format in [Format::Kif, Format::Csa, Format::Usi] {
            let between = if format == Format::Csa { "/\n" } else { "\n" };
            let texts: Vec<String> = games.iter().map(|Told(game)| write(game, format).unwrap()).collect();
            let text = texts.join(between);
            let Ok((_, Games::Shogi(found))) = read(&text, Some(format), &Budget::unlimited()) else {
                return Err(TestCaseError::fail(text));
            };
            prop_assert_eq!(found.len(), games.len(), "{}", text);
            for (found, Told(game)) in found.iter().zip(&games) {
                same(found, &left(game, format), format)?;
            }
        }
    }
}
