//! Rulesets whose play ends, for reasons of every kind, and rulesets that are
//! refused: tables where there are any, compared with play by definition.

#![allow(clippy::unwrap_used, clippy::panic)]

use miyama::game::{Game, Games, HeapGame};
use miyama::heap::interpreter::Naive;
use miyama::heap::notation::parse_definition;
use miyama::heap::ruleset::Ruleset;
use miyama::heap::table::{GrundyTable, positions};
use miyama::opponent::{Opponent, PERFECT, describe, read_move};
use miyama::play::{Convention, Outcome};
use miyama::sum::{Endings, Part, Position, parse_heaps, parse_position, solve, survey};
use miyama_budget::Budget;

fn ruleset(text: &str) -> Ruleset {
    Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap_or_else(|m| panic!("{text}: {m}"))
}

fn game(text: &str) -> HeapGame {
    let Game::Heap(game) = Games::built_in().find(text).unwrap_or_else(|m| panic!("{text}: {m}")) else { panic!() };
    game
}

#[test]
fn play_that_ends_is_not_refused() {
    for (text, to) in [
        // Weights that no list of small ones contains.
        ("(x,y) -> {(x-2,y+13)} U {(x+1,y-7)}", &[4, 8][..]),
        ("(x,y,z) -> {(x-1,y+2,z)} U {(x,y-1,z+2)} U {(x+1,y,z-5)}", &[2, 2, 3]),
        ("(x,y) -> {(x-1,y+100)} U {(x,y-1)}", &[1, 3]),
        ("(x,y) -> {(x-i,y+9*i) | 1<=i} U {(x,y-1)}", &[2, 3]),
        // One sum after the other.
        ("(x,y) -> {(x-1,y+y+1)} U {(x,y-1)}", &[2, 3]),
        ("(x,y) -> {(x-1,i) | i<=2*y+1} U {(x,y-2)}", &[2, 2]),
        // A sum with a negative weight, bounded below where the move is possible.
        ("(x) -> {(x+1) | x<5}", &[7]),
        ("(x,y) -> {(x+1,y) | x<y} U {(x,y-1) | x<y}", &[4, 4]),
        // Moves that never follow each other.
        ("(x) -> {(x+1) | x<5} U {(x-1) | x>6}", &[12]),
        // The greatest heap, the least heap, the multiset of heaps.
        ("(x,y) -> {(a,b) | a<max(x,y), b<max(x,y)}", &[3, 3]),
        ("(x,y) -> {(y,b) | b<x}", &[3, 3]),
        ("(x,y) -> {(a,b) | a<x, b<x} U {(a,x) | a<y}", &[3, 3]),
        ("(x,y,z) -> {(a,b,z) | a<max(x,y), b<max(x,y)} U {(x,y,z-1)}", &[2, 2, 2]),
        ("(x,y,z) -> sym {(a,b,z) | a<x, b<x}", &[2, 2, 2]),
        // Functions that are at least 1, or less than their argument.
        ("(x) -> {(x-digitsum(x)) | x>=1}", &[40]),
        ("(x) -> {(x-digitsum(x,10)) | x>=1} U {(digitsum(x,3)) | x>=3}", &[40]),
        ("(x,y) -> {(digitsum(x+y,y+2),y) | x>=2} U {(x,y-digits(y,3)) | y>=1}", &[9, 9]),
        ("(x) -> {(x-digits(x)) | x>=1} U {(digits(x)) | x>=3}", &[40]),
        ("(x) -> {(x-floor(sqrt(x))) | x>=1}", &[40]),
        ("(x) -> {(x-ceil(sqrt(x))) | x>=1} U {(ceil(sqrt(x))) | x>=3} U {(x-ceil(sqrt(x+1)))}", &[40]),
        ("(x) -> {(x-i) | i>=sqrt(x), 1<=x} U {(x-ceil(sqrt(i))) | 1<=i<=x} U {(ceil(sqrt(i))) | 3<=i<=x}", &[40]),
        ("(x) -> {(x-ceil(sqrt(x)) if x>3 else x-1)} U {(x-ceil(sqrt(x)/2)) | x>=1}", &[40]),
        ("(x,y) -> {(x-ceil(sqrt(x)),y+1) | x>=4} U {(x,y-1)} U {(x,y-ceil(sqrt(x+y))) | y>=1}", &[9, 9]),
        ("(x) -> {(x-log2(x)) | x>=2}", &[40]),
        ("(x) -> {(x-v2(x)) | x mod 2 = 0, x>=1} U {(x-2^v2(x)) | x>=1} U {(x xor 2^v2(x)) | x>=1}", &[20]),
        ("(x) -> {(2^log2(x)-1) | x>=1} U {(x div 2^v2(x)) | x mod 2 = 0, x>=1}", &[20]),
        ("(x) -> {(x-2^i+2^(i-1)) | 1<=i<=x} U {(x-1-log2(x)+log2(x-1)) | x>=2}", &[16]),
        ("(x) -> {(x xor 2^k) | k = log2(x)} U {(x xor 2^k) | k = v2(x)} U {(2^k-1) | log2(x) = k}", &[20]),
        ("(x) -> {(x-i^10) | 1<=i} U {(x-i^j) | 1<=i<=x, j<=x} U {(x-(i+2)^(j+1)+i+1) | i<=x, j<=x}", &[40]),
        ("(x) -> {(x xor 1) | x mod 2 = 1} U {(x-digit(x,0,4)) | x mod 4 = 3} U {(and(x,x-1)) | x>=1}", &[20]),
        ("(x,y) -> {(x+y-or(x,y),y-1)} U {(x xor y,y-1) | x xor y = x+y-2} U {(x-1,y)}", &[5, 5]),
        ("(x) -> {(floor(sqrt(x))*floor(sqrt(x))-1) | x>=1} U {(floor(sqrt(x*x-1))) | x>=1}", &[20]),
        // Quotients of products.
        ("(x) -> {(x*x div (x+1)) | x>=1} U {((x*x-1) div x)} U {(x^3 div (x^2+1)) | x>=1}", &[20]),
        ("(x) -> {(x*i div j) | 1<=i<j<=x}", &[12]),
        ("(x,y) -> {(x*x div (x+1),y+3) | x>=1} U {(x,y-1)}", &[5, 5]),
        ("(x,y) -> {(x*y div (x+y),y) | x>=1} U {(x,y-1)}", &[5, 5]),
        ("(x,y) -> {(y*x div (x+1),y-1) | y<=x} U {(x-1,y)}", &[5, 5]),
        ("(x,y) -> {(y*x div (x+1),y*y div (y+1)) | y<=x, y>=1}", &[5, 5]),
        ("(x,y) -> {(lcm(x,y) div y,y-1) | y>=2}", &[5, 5]),
        // Irrational parts of a heap, between fractions.
        ("(x) -> {(floor(x/phi)) | x>=1} U {(x-floor(x/phi)) | x>=2}", &[40]),
        ("(x) -> {(floor((x+1)/phi^2)) | x>=1} U {(ceil(x*sqrt(2)/2)) | x>=4}", &[40]),
        ("(x,y) -> {(floor(x/phi),y+floor(x/3)) | x>=1} U {(x,y-1)}", &[9, 5]),
        // The condition says itself what falls.
        ("(x,y) -> {(a,b) | a xor b < x xor y, a<=x, b<=y}", &[4, 4]),
        ("(x,y) -> sym {(a,b) | gcd(a,b) < gcd(y,x), a<=x, b<=y}", &[4, 4]),
        ("(x,y) -> {(a,b) | x^2+y^2 > b^2+a^2}", &[3, 3]),
        ("(x,y) -> {(a,b) | a+b <= x+y, a*b < x*y} U {(a,1) | a*1 <= x*y, a < x}", &[3, 3]),
        ("(x,y) -> {(a,b) | |a-b| < |x-y|, a<=x+y, b<=x+y} U {(x-1,y-1)}", &[3, 2]),
        ("(x) -> {(a) | digitsum(a,2) < digitsum(x,2), a<=2*x}", &[9]),
        (
            "(x,y) -> {(a,b) + (b,y) | max(a,b,y) < max(x,y), min(b,y) <= 3, max(b,a) < max(x,y), max(y,b) < max(y,x)}",
            &[4, 2],
        ),
        // The same expression is the same number wherever it stands.
        ("(x) -> {(i*i) | i*i < x}", &[20]),
        ("(x) -> {((x-i) mod 5) | (x-i) mod 5 < x, i<=x}", &[12]),
        ("(x) -> {(x*i-1) | i*x-1 < x, i<=x}", &[9]),
        ("(x,y) -> {(x div (y+1), y) | x div (1+y) < x}", &[9, 3]),
        ("(x) -> {((x+7) mod 5) | (x+2) mod 5 < x}", &[12]),
        ("(x,y) -> {((x-y)*(y-x)+x, y) | (y-x)*(y-x) > 0, x >= (x-y)*(x-y)}", &[9, 9]),
    ] {
        let rules = ruleset(text);
        let table = GrundyTable::new(&rules, to, &Budget::unlimited()).unwrap();
        let mut naive = Naive::of(&[rules.interpreter().unwrap()]).with_effort(1 << 30);
        for position in positions(to) {
            let expected = naive.value(0, &position).unwrap();
            assert_eq!(table.value(&position), Some(expected), "{text} at {position:?}");
        }
    }
}

/// Each sum lowers every option, and none with smaller weights does: only linear programming finds them.
#[test]
fn weights_that_no_list_contains_are_found() {
    for (text, weights) in
        [("(x,y) -> {(x-2,y+13)} U {(x+1,y-7)}", &[20, 3][..]), ("(x,y) -> {(x-1,y+13)} U {(x+1,y-14)}", &[27, 2])]
    {
        assert_eq!(ruleset(text).rank().map(|rank| rank.weights().to_vec()), Some(weights.to_vec()), "{text}");
    }
}

#[test]
fn play_that_goes_round_is_refused_with_a_shortest_circle() {
    for (text, circle) in [
        ("(x,y) -> {(y,x)}", "(1,2) → (2,1) → (1,2)"),
        ("(x) -> {(x)}", "(1) → (1)"),
        ("(x,y) -> {(x-1,y+1)} U {(x+1,y-1)}", "(1,2) → (0,3) → (1,2)"),
        // Two heaps that do not exceed one and the same heap replace two.
        ("(x,y,z) -> sym {(a,y,y) | a<x}", "(0,1,1) → (1,0,1) → (0,1,1)"),
        ("(x,y) -> {(x-2,y+1)} U {(x+1,y-1)} U {(x+1,y)}", "(1,2) → (2,1) → (0,2) → (1,2)"),
        // Too far out to be met by chance.
        ("(x,y) -> {(x-20,y+130)} U {(x+10,y-65)}", "(20,0) → (0,130) → (10,65) → (20,0)"),
        ("(x) -> {(x+1) | x<5} U {(x-1) | x>=5}", "(4) → (5) → (4)"),
        ("(x,y) -> {(x-1000,y+1000)} U {(x+1000,y-1000)}", "(0,1000) → (1000,0) → (0,1000)"),
        ("(x,y) -> {(x-2000,y+13000)} U {(x+1000,y-6500)}", "(2000,0) → (0,13000) → (1000,6500) → (2000,0)"),
        ("(x) -> {(5000) | x=7000} U {(7000) | x=5000}", "(7000) → (5000) → (7000)"),
        ("(x,y) -> {(x-1,y+1) | x>=600} U {(x+1,y-1) | y>=600}", "(601,600) → (600,601) → (601,600)"),
    ] {
        let mistake = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap_err();
        assert!(mistake.kind != miyama::ErrorKind::Undecided, "{text}");
        let shown = mistake.to_string();
        let moves = |text: &str| text.matches('→').count();
        assert_eq!(moves(&shown), moves(circle), "{text}: {shown}, for example {circle}");
    }
    for text in ["(x) -> {(x+1)}", "(x,y) -> {(x+i+l,y+j) | 1<=i<=3*x, j<=x, 0<=l<=x}"] {
        let mistake = Ruleset::new(&parse_definition(text).unwrap(), &[]).unwrap_err();
        assert!(mistake.kind == miyama::ErrorKind::Undecided, "{text}: {mistake}");
    }
}

/// Who wins a sum of one-heap games by definition: heaps as they are, an empty
/// one too, and those that are gone left out.
fn wins(games: &[&HeapGame], heaps: &[(usize, u64)], convention: Convention) -> bool {
    let mut ended = true;
    for (at, (game, heap)) in heaps.iter().enumerate() {
        for option in games[*game].ruleset.options(&[*heap]).unwrap() {
            ended = false;
            let mut next = heaps.to_vec();
            next.splice(at..=at, option.iter().map(|part| (*game, part[0])));
            if !wins(games, &next, convention) {
                return true;
            }
        }
    }
    ended && convention == Convention::Misere
}

fn sum_of(games: &[&HeapGame], heaps: &[(usize, u64)]) -> Position {
    let part = |(game, heap): &(usize, u64)| Part::Heap { game: games[*game].clone(), heaps: vec![(*heap).into()] };
    Position { parts: heaps.iter().map(part).collect() }
}

/// Outcome, winning moves, replies and lengths of play against the definition.
fn agrees(games: &[&HeapGame], heaps: &[(usize, u64)]) {
    let sum = sum_of(games, heaps);
    for convention in [Convention::Normal, Convention::Misere] {
        let what = format!("{sum} {convention:?}");
        let won = wins(games, heaps, convention);
        let expected = if won { Outcome::N } else { Outcome::P };
        let solution = solve(&sum, convention, &Budget::unlimited()).unwrap();
        assert_eq!(solution.outcome, expected, "{what}");
        let mut endings = Endings::new(&sum, convention);
        assert_eq!(endings.of(&sum, &Budget::unlimited()).unwrap().unwrap().outcome, expected, "{what}");
        let survey = survey(&sum, convention, 1000, &Budget::unlimited()).unwrap();
        for known in &survey.moves {
            let next: Vec<(usize, u64)> = known
                .choice
                .after
                .parts
                .iter()
                .map(|part| {
                    let Part::Heap { game, heaps } = part else { panic!() };
                    let index = games.iter().position(|g| *g == game).unwrap();
                    (index, u64::try_from(&heaps[0]).unwrap())
                })
                .collect();
            let loses = wins(games, &next, convention);
            let outcome = if loses { Outcome::N } else { Outcome::P };
            assert_eq!(known.outcome, Some(outcome), "{what} → {}", known.choice.after);
            // The words of a move are read as that move.
            let words = describe(&sum, &known.choice).to_string();
            let read = read_move(&words, &sum).unwrap_or_else(|m| panic!("{what}: {words}: {m}"));
            assert_eq!(read.after, known.choice.after, "{what}: {words}");
        }
        let mut opponent = Opponent::new(&sum, convention, PERFECT, 0);
        let reply = opponent.reply(&sum, 1000, &Budget::unlimited()).unwrap();
        let wins_by = reply.made().map(|known| known.outcome == Some(Outcome::P));
        assert!(wins_by.is_none_or(|wins| wins == won), "{what}");
    }
}

#[test]
fn nothing_is_not_an_empty_heap() {
    for text in ["(x) -> {0} U {(x-1)}", "(x) -> {0 | x<=1} U {(x-2)}", "(x) -> {(x-1)+(0) | x>=2} U {0}"] {
        let game = game(text);
        for a in 0..4 {
            agrees(&[&game], &[(0, a)]);
            for b in 0..3 {
                agrees(&[&game], &[(0, a), (0, b)]);
            }
        }
        assert!(game.ruleset.side_by_side(2).is_none());
    }
}

/// A piece that is left out is no empty one where that has a move.
#[test]
fn moves_leave_all_their_pieces() {
    let rules = ruleset("(x) -> {(x-1)+(0) | x>=2} U {0}");
    let heap = |n: u32| vec![n.into()];
    assert_eq!(rules.reaches(&heap(2), &[heap(1), heap(0)]), Some(true));
    assert_eq!(rules.reaches(&heap(2), &[heap(1)]), Some(false));
    assert_eq!(rules.reaches(&heap(2), &[heap(0)]), Some(false));
    assert_eq!(rules.reaches(&heap(2), &[]), Some(true));
}

#[test]
fn an_empty_heap_without_moves_counts_for_nothing() {
    for text in ["(x) -> {0 | x>=1} U {(x-1)}", "(x) -> {(x-1)+(0)} U {(x-2)}"] {
        let game = game(text);
        for a in 0..4 {
            for b in 0..3 {
                agrees(&[&game], &[(0, a), (0, b)]);
            }
        }
    }
}

#[test]
fn games_without_names_are_not_confused() {
    let one = game("(x) -> {(x-1) | x>=1}");
    let two = game("(x) -> {(x-2) | x>=2}");
    let Game::Heap(kayles) = Games::built_in().find("kayles").unwrap() else { panic!() };
    assert!(one != two && one == game("(a) -> {(a-1)}"));
    for (a, b, c) in [(2, 2, 1), (1, 3, 2), (3, 2, 0)] {
        agrees(&[&one, &two, &kayles], &[(0, a), (1, b), (2, c)]);
        agrees(&[&one, &two, &kayles], &[(1, b), (0, a), (2, c)]);
    }
    // By name the same.
    let named = "miyama-one: (x) -> {(x-1) | x>=1}";
    assert!(one == game(named));
    let heaps = |game: &HeapGame, text: &str| parse_heaps(text, &Game::Heap(game.clone())).unwrap();
    let sum = Position { parts: [heaps(&one, "2"), heaps(&two, "2")].concat() };
    assert_eq!(sum.to_string(), "2 + 2");
}

#[test]
fn nothing_is_read_and_written() {
    let games = Games::built_in();
    assert_eq!(parse_position("∅", &games).unwrap().to_string(), "∅");
    assert_eq!(parse_position("nim:3 + ∅", &games).unwrap().to_string(), "nim:3");
    for (convention, outcome) in [(Convention::Normal, Outcome::P), (Convention::Misere, Outcome::N)] {
        assert_eq!(solve(&Position::default(), convention, &Budget::unlimited()).unwrap().outcome, outcome);
    }
}
