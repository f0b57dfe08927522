//! §1: games as they are written, and their outcomes, sums and order.
//!
//! The check of an equation between classes of games adds every game born by
//! the day of the bound to both sides, as the definitions say.

use crate::compare::{differs, exhausted};
use crate::{Ground, Unchecked, Verdict};
use miyama::play::{Outcome, Player};
use miyama::value::Form;
use miyama_text::say;
use std::collections::HashMap;

fn zero() -> Form {
    Form::new(vec![], vec![])
}

/// The games born by the day of the bound.
fn games(ground: &Ground<'_>) -> Vec<Form> {
    Form::born_by(u32::try_from(ground.to).unwrap_or(u32::MAX))
}

/// The game with its options as sets: sorted, each once.
pub(super) fn as_sets(game: &Form) -> Form {
    let side = |player: Player| {
        let mut options: Vec<Form> = game.options(player).iter().map(as_sets).collect();
        options.sort();
        options.dedup();
        options
    };
    Form::new(side(Player::Left), side(Player::Right))
}

/// `{0,*|1}` with all braces.
fn shown(game: &Form) -> String {
    let side = |player: Player| game.options(player).iter().map(shown).collect::<Vec<_>>().join(",");
    format!("{{{}|{}}}", side(Player::Left), side(Player::Right))
}

/// Definition 1.2: given the classes of the options, the four implications
/// leave exactly one class.
pub(super) fn one_outcome(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    Ok(ground.unless(one_outcome_of(ground, games(ground))?))
}

/// Definition 1.2 for all classes that the options of Left and Right may have: a game of
/// each class, 0, ∗, 1 and −1, is an option or not.
pub(super) fn all_types(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let one = Form::new(vec![zero()], vec![]);
    let four = [zero(), Form::new(vec![zero()], vec![zero()]), one.negative(), one];
    let some = |set: usize| (0..4).filter(|i| set >> i & 1 == 1).map(|i| four[i].clone()).collect::<Vec<_>>();
    let all = (0..16).flat_map(|left| (0..16).map(move |right| (left, right)));
    let all = all.map(|(left, right)| Form::new(some(left), some(right))).collect();
    Ok(exhausted(one_outcome_of(ground, all)?))
}

fn one_outcome_of(ground: &Ground<'_>, games: Vec<Form>) -> Result<Option<Verdict>, Unchecked> {
    use Outcome::{L, N, P, R};
    for game in games {
        ground.budget.check()?;
        let (left, right) = (game.options(Player::Left), game.options(Player::Right));
        let within = |options: &[Form], classes: [Outcome; 2]| options.iter().all(|g| classes.contains(&g.outcome()));
        // Either all options of Right are in N ∪ L, or one is in P ∪ R.
        let for_right = if within(right, [N, L]) { [P, L] } else { [N, R] };
        let for_left = if within(left, [N, R]) { [P, R] } else { [N, L] };
        let left_over: Vec<Outcome> =
            [N, P, L, R].into_iter().filter(|o| for_right.contains(o) && for_left.contains(o)).collect();
        if !ground.holds(left_over == [game.outcome()]) {
            return Ok(Some(differs(shown(&game), left_over.len(), 1)));
        }
    }
    Ok(None)
}

/// Theorem 1.5: associative, commutative, 0, double negative, as sets.
pub(super) fn isomorphisms(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (all, small) = (games(ground), Form::born_by(1));
    for g in &all {
        ground.budget.check()?;
        let same = |left: &Form, right: &Form| as_sets(left) == as_sets(right);
        let alone = same(&g.add(&zero()), g) && same(&zero().add(g), g) && same(&g.negative().negative(), g);
        let commutes = ground.holds(small.iter().all(|h| same(&g.add(h), &h.add(g))));
        let pairs = small.iter().flat_map(|h| small.iter().map(move |j| (h, j)));
        let associates = pairs.clone().all(|(h, j)| same(&g.add(h).add(j), &g.add(&h.add(j))))
            && pairs.into_iter().all(|(h, j)| same(&h.add(g).add(j), &h.add(&g.add(j))));
        if !(alone && commutes && associates) {
            return Ok(differs(shown(g), "≇", "≅"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Outcomes of sums of the games born by some day, by playing the sums out: a
/// move in a sum is a move in one of its parts. Games are known by their place
/// in the list, of which 0 is the empty one.
struct Sums {
    games: Vec<Form>,
    /// The options of Left and of Right.
    options: Vec<[Vec<usize>; 2]>,
    negatives: Vec<usize>,
    known: HashMap<(Vec<usize>, Player), bool>,
}

impl Sums {
    fn new(games: Vec<Form>) -> Sums {
        let mut games: Vec<Form> = games.iter().map(as_sets).collect();
        games.sort_by_key(Form::birthday);
        let place: HashMap<&Form, usize> = games.iter().zip(0..).collect();
        let found = |game: &Form| place[&as_sets(game)];
        let options = games.iter().map(|g| Player::BOTH.map(|p| g.options(p).iter().map(found).collect())).collect();
        let negatives = games.iter().map(|g| found(&g.negative())).collect();
        Sums { options, negatives, known: HashMap::new(), games }
    }

    fn all(&self) -> std::ops::Range<usize> {
        0..self.games.len()
    }

    fn wins_first(&mut self, mut parts: Vec<usize>, player: Player) -> bool {
        parts.retain(|part| *part != 0);
        parts.sort_unstable();
        let key = (parts, player);
        if let Some(wins) = self.known.get(&key) {
            return *wins;
        }
        let wins = (0..key.0.len()).any(|i| {
            let options = self.options[key.0[i]][player as usize].clone();
            options.into_iter().any(|option| {
                let mut rest = key.0.clone();
                rest[i] = option;
                !self.wins_first(rest, player.opponent())
            })
        });
        self.known.insert(key, wins);
        wins
    }

    fn outcome(&mut self, parts: &[usize]) -> Outcome {
        match Player::BOTH.map(|player| self.wins_first(parts.to_vec(), player)) {
            [true, true] => Outcome::N,
            [false, false] => Outcome::P,
            [true, false] => Outcome::L,
            [false, true] => Outcome::R,
        }
    }

    /// One game of each value: G − H is not P for two of them.
    fn values(&mut self) -> Vec<usize> {
        let mut values: Vec<usize> = Vec::new();
        for g in self.all() {
            if !values.iter().any(|h| self.outcome(&[g, self.negatives[*h]]) == Outcome::P) {
                values.push(g);
            }
        }
        values
    }
}

/// Theorems 1.7 and 1.8.
pub(super) fn abelian_group(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let mut sums = Sums::new(games(ground));
    let values = sums.values();
    for g in sums.all() {
        ground.budget.check()?;
        let minus = sums.negatives[g];
        // G = 0 exactly if o(G) = P; the inverse; and equal games in sums.
        let like_zero = values.iter().all(|x| sums.outcome(&[g, *x]) == sums.outcome(&[*x]));
        if like_zero != (sums.outcome(&[g]) == Outcome::P) {
            return Ok(differs(format!("{} = 0", shown(&sums.games[g])), sums.outcome(&[g]), Outcome::P));
        }
        if !ground.holds(sums.outcome(&[g, minus]) == Outcome::P) {
            return Ok(differs(format!("{0} − {0}", shown(&sums.games[g])), "≠ 0", 0));
        }
        let same = values.iter().copied().find(|h| sums.outcome(&[minus, *h]) == Outcome::P);
        let pairs = || values.iter().flat_map(|k| values.iter().map(move |x| (*k, *x)));
        if let Some(h) = same
            && pairs().any(|(k, x)| sums.outcome(&[g, k, x]) != sums.outcome(&[h, k, x]))
        {
            return Ok(differs(shown(&sums.games[g]), "G + K ≠ H + K", "G + K = H + K"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// R ≤ N ≤ L and R ≤ P ≤ L.
fn at_most(a: Outcome, b: Outcome) -> bool {
    a == b || a == Outcome::R || b == Outcome::L
}

/// Theorems 1.10 and 1.11, with G ≤ H as it is defined: o(G + X) ≤ o(H + X) for
/// all X of the bound.
pub(super) fn order(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let mut sums = Sums::new(games(ground));
    let values = sums.values();
    let le = |sums: &mut Sums, g: &[usize], h: &[usize]| {
        values.iter().all(|x| {
            let with = |parts: &[usize]| [parts, &[*x]].concat();
            at_most(sums.outcome(&with(g)), sums.outcome(&with(h)))
        })
    };
    for g in sums.all() {
        ground.budget.check()?;
        let by_order = match (le(&mut sums, &[], &[g]), le(&mut sums, &[g], &[])) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        };
        if !ground.holds(by_order == sums.outcome(&[g])) {
            return Ok(differs(shown(&sums.games[g]), sums.outcome(&[g]), by_order));
        }
    }
    for (g, h) in values.iter().flat_map(|g| values.iter().map(move |h| (*g, *h))) {
        ground.budget.check()?;
        if le(&mut sums, &[g], &[h]) && !values.iter().all(|j| le(&mut sums, &[g, *j], &[h, *j])) {
            let at = format!("{} ≤ {}", shown(&sums.games[g]), shown(&sums.games[h]));
            return Ok(differs(at, "G + J ≰ H + J", "G + J ≤ H + J"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Footnotes 3 and 4: {−1 | 1} ≤ 0 ≤ {−1 | 1} are two games, so that ≤ is no
/// order; they are equal, and only one is impartial.
pub(super) fn footnotes(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let one = Form::new(vec![zero()], vec![]);
    let game = Form::new(vec![one.negative()], vec![one]);
    let both = game.le(&zero()) && zero().le(&game) && as_sets(&game) != as_sets(&zero());
    let equal = ground.holds(game.outcome() == Outcome::P) && zero().is_impartial() && !game.is_impartial();
    let wrong = (!(both && equal)).then(|| differs(shown(&game), "≠", "="));
    Ok(match wrong {
        Some(wrong) => exhausted(Some(wrong)),
        None => Verdict::Proved(say!("claim.exhibited", game = shown(&game))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_played_out_are_the_sums_of_forms() {
        let mut sums = Sums::new(Form::born_by(2));
        assert_eq!((sums.games.len(), sums.values().len()), (256, 22));
        for (g, h) in (0..256).step_by(17).flat_map(|g| (0..256).step_by(13).map(move |h| (g, h))) {
            let sum = sums.games[g].add(&sums.games[h]);
            assert_eq!(sums.outcome(&[g, h]), sum.outcome(), "{} + {}", shown(&sums.games[g]), shown(&sums.games[h]));
        }
    }
}
