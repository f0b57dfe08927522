//! §5.1–5.2: sennichite, and the game of 1983.

use crate::compare::{differs, exhausted};
use crate::{Ground, Unchecked, Verdict};
use miyama_budget::Error;
use miyama_records::examples::{SENNICHITE, TWO_WAYS};
use miyama_records::repetition::{name, report};
use miyama_records::replay::{Mover, Replay, Rules};
use miyama_records::{Games, read};
use miyama_text::say;
use miyama_words::repetitions::repetitions;

fn replay(record: &str, ground: &Ground<'_>) -> Result<Replay, Unchecked> {
    let unread = |error: Error| error.stopped().map_or(Unchecked::TooLarge, Unchecked::Stopped);
    let games: Games = read(record, None, ground.budget).map_err(unread)?.1;
    let mut replays = games.replays(ground.budget).map_err(unread)?;
    Ok(replays.swap_remove(0))
}

/// §5.1: three times the same moves make four equal positions, and not the
/// other way round: in all games that go so many times through one of two
/// cycles of two moves.
pub(super) fn old_and_present_rule(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let mut stricter = false;
    for rounds in 1..=ground.to {
        for choices in 0..1u64 << rounds {
            let mut game = Replay::new(Rules::Shogi, 1, Mover::First);
            game.begin(0);
            for round in 0..rounds {
                game.push(1 + u32::from(choices >> round & 1 == 1), String::new(), false);
                game.push(0, String::new(), false);
            }
            let found = report(&game, ground.budget)?;
            let old = ground.sees(found.moves_thrice.map(|cube| cube.start + 3 * cube.period), |_| Some(0));
            let present = found.fourth.map(|ending| ending.after);
            stricter |= old.is_none() && present.is_some();
            if old.is_some_and(|old| present.is_none_or(|present| present > old)) {
                let word: String = (0..rounds).map(|r| if choices >> r & 1 == 1 { 'B' } else { 'A' }).collect();
                return Ok(differs(word, "3", "4"));
            }
        }
    }
    let same = !stricter && ground.to >= 3;
    Ok(ground.unless(same.then(|| differs("ABA", "=", "≠"))))
}

/// §5.2, with this number of moves.
fn game_of_1983(ground: &Ground<'_>, moves: usize) -> Result<Verdict, Unchecked> {
    let game = replay(SENNICHITE, ground)?;
    let (first, count) = (game.first_number(), ground.sees(game.moves().len(), |count| count + 1));
    if (first, first + count - 1) != (119, 178) {
        return Ok(differs("119–178", first + count - 1, 178));
    }
    let found = report(&game, ground.budget)?;
    let Some(blocks) = found.blocks else { return Ok(differs("ABACBDCA", "", "ABACBDCA")) };
    let word: String = blocks.word.iter().map(|letter| name(*letter)).collect();
    if word != "ABACBDCA" || blocks.at.len() != 9 || blocks.at[0] != 0 || blocks.at[8] != count {
        return Ok(differs("ABACBDCA", word, "ABACBDCA"));
    }
    // Neither in the word of blocks nor among the moves themselves, where a
    // letter is a move in a position, does anything stand twice in a row.
    let steps: Vec<(u32, u32)> = game.positions().windows(2).map(|pair| (pair[0], pair[1])).collect();
    let among_moves = repetitions(&steps, ground.budget)?.square;
    if let Some(factor) = blocks.repetitions.square.or(among_moves) {
        return Ok(differs(format!("{}", factor.start), factor.period, 0));
    }
    let counted = (count != moves).then(|| {
        Verdict::refuted("119–178", say!("claim.moves_counted", first = 119, last = 178, moves = count, said = moves))
    });
    Ok(exhausted(counted))
}

/// §5.2 as printed: 62 moves.
pub(super) fn sixty_two_moves(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    game_of_1983(ground, 62)
}

/// §5.2 with the right number of moves.
pub(super) fn sixty_moves(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    game_of_1983(ground, 60)
}

/// Figure 12: both cycles have four moves and return to the position.
pub(super) fn two_cycles(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let found = report(&replay(TWO_WAYS, ground)?, ground.budget)?;
    let blocks = ground.sees(found.blocks.map(|blocks| (blocks.at, blocks.word)), |_| None);
    let right = blocks
        .as_ref()
        .is_some_and(|(at, word)| word.starts_with(&[0, 1]) && at.windows(2).all(|pair| pair[1] - pair[0] == 4));
    Ok(exhausted((!right).then(|| differs("A B", format!("{blocks:?}"), "4 + 4"))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::refutation;

    #[test]
    fn the_moves_are_counted() {
        assert_eq!(refutation(|ground| game_of_1983(ground, 61), 0).unwrap().at, "119–178");
        assert_eq!(refutation(|ground| game_of_1983(ground, 60), 0), None);
    }
}
