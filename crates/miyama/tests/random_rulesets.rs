//! Random rulesets that cover the grammar, played in every way the library can,
//! against the interpreter of the notation, which shares nothing with it but the
//! syntax tree.
//!
//! A run is a seed and a number of rulesets. Both are printed, and
//! `MIYAMA_SEED=… MIYAMA_RULESETS=… cargo test --test random_rulesets` repeats it;
//! a failure names the seed of its single ruleset.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

use miyama::game::HeapGame;
use miyama::heap::interpreter::{Interpreter, Naive, NotInterpreted};
use miyama::heap::notation::parse_definition;
use miyama::heap::random::{self as generator, Chance, Compared};
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, NoTable, OutcomeTable, positions};
use miyama::opponent::{How, Opponent, PERFECT};
use miyama::play::{Convention, Outcome};
use miyama::sum::{NoSolution, Part, Position, solve};
use miyama_budget::Budget;
use num_bigint::BigUint;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// What became of rulesets.
#[derive(Default)]
struct Tally {
    /// Refused: not bounded, or play need not end.
    refused: AtomicU64,
    /// Options and tables were compared.
    compared: AtomicU64,
    /// And sums, after them.
    sums: AtomicU64,
    /// With too much to try for the interpreter, or no bound that it finds.
    passed_over: AtomicU64,
}

/// A game that the library plays, and its slow twin.
#[derive(Clone)]
struct Twins {
    text: String,
    /// No game has a label: games are told apart by their definitions.
    game: HeapGame,
    interpreter: Interpreter,
}

impl Twins {
    fn ruleset(&self) -> &Ruleset {
        &self.game.ruleset
    }

    /// Up to which heaps it is played: a few dozen positions.
    fn to(&self, chance: &mut Chance) -> Vec<u64> {
        let (spread, least) = match self.ruleset().heaps() {
            1 => (12, 3),
            2 => (5, 1),
            3 => (3, 1),
            _ => (2, 1),
        };
        (0..self.ruleset().heaps()).map(|_| chance.below(spread) + least).collect()
    }
}

fn twins(text: &str) -> Option<Twins> {
    let definition = parse_definition(text).unwrap_or_else(|mistake| panic!("{text}: {mistake}"));
    let ruleset = Ruleset::new(&definition, &[]).ok()?;
    let interpreter = Interpreter::new(&definition, &[]).unwrap();
    Some(Twins { text: text.to_owned(), game: HeapGame::new("", ruleset), interpreter })
}

/// Everything about the ruleset of a seed; the interpreter may try so many integers
/// and moves.
fn play(seed: u64, effort: u64, tally: &Tally) -> Result<(), NotInterpreted> {
    let mut chance = Chance::new(seed);
    let text = generator::ruleset(&mut chance);
    let Some(game) = twins(&text) else {
        tally.refused.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    // Sums with another random game, or with the game itself.
    let another = chance.below(2) == 0;
    let other = another.then(|| twins(&generator::ruleset(&mut chance))).flatten();
    let other = other.unwrap_or_else(|| game.clone());
    let tos = [game.to(&mut chance), other.to(&mut chance)];
    let games = [game, other];
    let mut slow = Naive::of(&[&games[0].interpreter, &games[1].interpreter]).with_effort(effort);
    tables(&games[0], &tos[0], &mut slow, &mut chance)?;
    tally.compared.fetch_add(1, Ordering::Relaxed);
    sums(&games, &tos, &mut slow, &mut chance)?;
    tally.sums.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Small tables take little memory, whatever play reaches.
fn budget() -> Budget {
    Budget::unlimited().with_memory(2 << 20)
}

fn tables(game: &Twins, to: &[u64], slow: &mut Naive<'_>, chance: &mut Chance) -> Result<(), NotInterpreted> {
    let text = &game.text;
    let ruleset = game.ruleset();
    for position in positions(to) {
        let expected = slow.options(0, &position)?;
        let found = ruleset.options(&position).unwrap();
        assert!(found.iter().eq(expected.iter()), "options of {position:?}: {found:?}, not {expected:?}\n{text}");
    }
    let threads = budget().with_threads(1 + chance.below(2) as usize);
    let values = match GrundyTable::new(ruleset, to, &threads) {
        Ok(values) => values,
        Err(NoTable::Stopped(_)) => return Err(NotInterpreted::Effort),
        Err(other) => panic!("{other:?}\n{text}"),
    };
    // A smaller box, and one that is larger in one direction, know the same.
    let smaller: Vec<u64> = to.iter().map(|heap| chance.below(heap + 1)).collect();
    let mut larger = to.to_vec();
    let longer = chance.below(to.len() as u64) as usize;
    larger[longer] += 1 + chance.below(3);
    let others = [&smaller, &larger].map(|to| GrundyTable::new(ruleset, to, &budget()));
    for position in positions(to) {
        let expected = slow.value(0, &position)?;
        assert_eq!(values.value(&position), Some(expected), "value of {position:?} up to {to:?}\n{text}");
        for (table, to) in others.iter().zip([&smaller, &larger]) {
            let Ok(table) = table else { continue };
            let inside = position.iter().zip(to).all(|(heap, most)| heap <= most);
            if inside || table.value(&position).is_some() {
                assert_eq!(table.value(&position), Some(expected), "value of {position:?} up to {to:?}\n{text}");
            }
        }
    }
    for convention in [Convention::Normal, Convention::Misere] {
        let table = match OutcomeTable::new(ruleset, to, convention, &threads) {
            Ok(table) => table,
            Err(NoTable::MisereSplit | NoTable::Stopped(_)) => continue,
            Err(other) => panic!("{other:?}\n{text}"),
        };
        for position in positions(to) {
            let expected = slow.outcome(&[(0, position.clone())], convention)?;
            assert_eq!(table.outcome(&position), Some(expected), "{convention:?} {position:?} up to {to:?}\n{text}");
        }
    }
    Ok(())
}

/// `solve` and `reply` of single positions and of sums.
fn sums(
    games: &[Twins; 2],
    tos: &[Vec<u64>; 2],
    slow: &mut Naive<'_>,
    chance: &mut Chance,
) -> Result<(), NotInterpreted> {
    let position = |game: usize, most: u64, chance: &mut Chance| -> (usize, Vec<u64>) {
        (game, tos[game].iter().map(|heap| chance.below(heap + 1).min(most)).collect())
    };
    for convention in [Convention::Normal, Convention::Misere] {
        // Sums are played out as a whole: they are kept small.
        let whole = vec![position(0, 20, chance)];
        let two = vec![position(0, 3, chance), position(1, 3, chance)];
        for parts in [whole, two] {
            answers(games, &parts, slow, convention)?;
        }
    }
    Ok(())
}

fn answers(
    games: &[Twins; 2],
    parts: &[(usize, Vec<u64>)],
    slow: &mut Naive<'_>,
    convention: Convention,
) -> Result<(), NotInterpreted> {
    let sum = Position {
        parts: parts
            .iter()
            .map(|(game, heaps)| Part::Heap {
                game: games[*game].game.clone(),
                heaps: heaps.iter().map(|heap| BigUint::from(*heap)).collect(),
            })
            .collect(),
    };
    let expected = slow.outcome(parts, convention)?;
    let texts: Vec<&str> = parts.iter().map(|(game, _)| games[*game].text.as_str()).collect();
    let at = format!("{parts:?} {convention:?}\n{}", texts.join("\n"));
    let solution = match solve(&sum, convention, &budget()) {
        Ok(solution) => solution,
        Err(NoSolution::Stopped(_) | NoSolution::Table { .. }) => return Err(NotInterpreted::Effort),
        Err(other) => panic!("{}: {at}", other.text()),
    };
    assert_eq!(solution.outcome, expected, "outcome of {at}");
    if convention == Convention::Normal {
        let mut value = 0;
        for (game, heaps) in parts {
            value ^= slow.value(*game, heaps)?.0;
        }
        assert_eq!(solution.value, Some(BigUint::from(value)), "value of {at}");
    }
    // The winning moves are those after which the other player has lost.
    let mut winning = 0;
    let mut options = 0;
    for (place, (game, heaps)) in parts.iter().enumerate() {
        for option in slow.options(*game, heaps)?.iter() {
            let others = parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| part.clone());
            let left = option.iter().map(|heaps| (*game, heaps.clone()));
            let after: Vec<(usize, Vec<u64>)> = others.chain(left).collect();
            winning += u64::from(slow.outcome(&after, convention)? == Outcome::P);
            options += 1;
        }
    }
    let ended = options == 0;
    assert_eq!(winning > 0, expected == Outcome::N && !ended, "the twin of {at}");
    let is_won = solution.moves.count > BigUint::default();
    assert_eq!(is_won, winning > 0, "winning moves of {at}");
    let read = |sum: &Position| -> Vec<(usize, Vec<u64>)> {
        sum.parts
            .iter()
            .map(|part| {
                let Part::Heap { game, heaps } = part else { panic!("{part}") };
                let definition = game.ruleset.definition();
                let game = games.iter().position(|twins| twins.ruleset().definition() == definition).unwrap();
                (game, heaps.iter().map(|heap| u64::try_from(heap).unwrap()).collect())
            })
            .collect()
    };
    for after in &solution.moves.listed {
        assert_eq!(slow.outcome(&read(after), convention)?, Outcome::P, "{after} wins {at}");
    }
    let mut opponent = Opponent::new(&sum, convention, PERFECT, 0);
    let reply = match opponent.reply(&sum, 1000, &budget()) {
        Ok(reply) => reply,
        Err(NoSolution::Stopped(_) | NoSolution::Table { .. }) => return Err(NotInterpreted::Effort),
        Err(other) => panic!("{}: {at}", other.text()),
    };
    assert_eq!(reply.survey.solution.outcome, expected, "reply to {at}");
    assert_eq!(reply.made.is_none(), ended, "reply to {at}");
    if let Some(known) = reply.made() {
        let after = slow.outcome(&read(&known.choice.after), convention)?;
        assert_eq!(after == Outcome::P, expected == Outcome::N, "reply {} to {at}", known.choice.after);
        assert_eq!(reply.how == How::Wins, expected == Outcome::N, "reply {} to {at}", known.choice.after);
    }
    for known in &reply.survey.moves {
        if let Some(outcome) = known.outcome {
            assert_eq!(
                outcome,
                slow.outcome(&read(&known.choice.after), convention)?,
                "{} of {at}",
                known.choice.after
            );
        }
    }
    Ok(())
}

/// The number that an environment variable gives, if it does.
fn given(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.replace('_', "").parse().ok()
}

/// So many failures are enough to look at.
const FAILURES: usize = 10;

/// Plays `count` rulesets from `seed` on with all processors.
fn run(count: u64, seed: u64, effort: u64) {
    let (count, seed) = (given("MIYAMA_RULESETS").unwrap_or(count), given("MIYAMA_SEED").unwrap_or(seed));
    let (tally, next) = (Tally::default(), AtomicU64::new(0));
    let failures = std::sync::Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || failures.lock().unwrap().len() >= FAILURES {
                return;
            }
            let one = seed.wrapping_add(number);
            match catch_unwind(AssertUnwindSafe(|| play(one, effort, &tally))) {
                Ok(Ok(())) => {}
                Ok(Err(_)) => {
                    tally.passed_over.fetch_add(1, Ordering::Relaxed);
                }
                Err(panic) => {
                    let says = panic.downcast_ref::<String>().cloned();
                    let says = says.or_else(|| panic.downcast_ref::<&str>().map(|says| (*says).to_owned()));
                    let text = generator::ruleset(&mut Chance::new(one));
                    failures.lock().unwrap().push(format!("seed {one}: {}\n  {text}", says.unwrap_or_default()));
                }
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let (compared, sums) = (of(&tally.compared), of(&tally.sums));
    let (refused, passed) = (of(&tally.refused), of(&tally.passed_over));
    eprintln!("{count} rulesets from seed {seed}: tables of {compared} compared, and sums of {sums};");
    eprintln!("{refused} refused, {passed} with too much to try");
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    // The generator is of use only if most of what it writes is played.
    assert!(sums * 2 > count || count < 100, "only {sums} of {count} were compared");
}

#[test]
fn random_rulesets_equal_the_interpreter() {
    run(20_000, 1, 20_000);
}

/// What campaigns on many machines do with each: the same rulesets agree.
#[test]
fn campaigns_find_no_difference() {
    let found: Vec<Compared> =
        (1..=300).map(|seed| generator::compare(seed, 20_000, &Budget::unlimited()).unwrap()).collect();
    let different: Vec<_> = found.iter().filter(|one| matches!(one, Compared::Differs(_))).collect();
    assert!(different.is_empty(), "{different:?}");
    assert!(found.iter().filter(|one| matches!(one, Compared::Agrees)).count() > 150);
}

/// Millions, each run with others: the seed is the time unless one is given.
#[test]
#[ignore = "takes hours"]
fn millions_of_random_rulesets_equal_the_interpreter() {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    run(5_000_000, now.as_secs() << 24, 100_000);
}
