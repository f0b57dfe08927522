//! §1: games as they are written, and their outcomes, sums and order.
//!
//! The check of an equation between classes of games adds every game born by
//! the day of the bound to both sides, as the definitions say.

use crate::claim::compare::{differs, exhausted};
use crate::claim::{Ground, Unchecked, Verdict};
use crate::play::{Outcome, Player};
use crate::text::say;
use crate::value::Form;

fn zero() -> Form {
    Form::new(vec![], vec![])
}

/// The games born by the day of the bound.
fn games(ground: &Ground<'_>) -> Vec<Form> {
    Form::born_by(u32::try_from(ground.to).unwrap_or(u32::MAX))
}

/// The game with its options as sets: sorted, each once.
fn as_sets(game: &Form) -> Form {
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
    use Outcome::{L, N, P, R};
    for game in games(ground) {
        ground.budget.check()?;
        let (left, right) = (game.options(Player::Left), game.options(Player::Right));
        let within = |options: &[Form], classes: [Outcome; 2]| options.iter().all(|g| classes.contains(&g.outcome()));
        // Either all options of Right are in N ∪ L, or one is in P ∪ R.
        let for_right = if within(right, [N, L]) { [P, L] } else { [N, R] };
        let for_left = if within(left, [N, R]) { [P, R] } else { [N, L] };
        let left_over: Vec<Outcome> =
            [N, P, L, R].into_iter().filter(|o| for_right.contains(o) && for_left.contains(o)).collect();
        if left_over != [game.outcome()] {
            return Ok(differs(shown(&game), left_over.len(), 1));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Theorem 1.5: associative, commutative, 0, double negative, as sets.
pub(super) fn isomorphisms(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let (all, small) = (games(ground), Form::born_by(1));
    for g in &all {
        ground.budget.check()?;
        let same = |left: &Form, right: &Form| as_sets(left) == as_sets(right);
        let alone = same(&g.add(&zero()), g) && same(&zero().add(g), g) && same(&g.negative().negative(), g);
        let commutes = small.iter().all(|h| same(&g.add(h), &h.add(g)));
        let pairs = small.iter().flat_map(|h| small.iter().map(move |j| (h, j)));
        let associates = pairs.clone().all(|(h, j)| same(&g.add(h).add(j), &g.add(&h.add(j))))
            && pairs.into_iter().all(|(h, j)| same(&h.add(g).add(j), &h.add(&g.add(j))));
        if !(alone && commutes && associates) {
            return Ok(differs(shown(g), "≇", "≅"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// One game of each value among the given ones: G − H is not P for two of them.
fn values(games: &[Form]) -> Vec<Form> {
    let mut values: Vec<Form> = Vec::new();
    for game in games {
        if values.iter().all(|other| game.add(&other.negative()).outcome() != Outcome::P) {
            values.push(game.clone());
        }
    }
    values
}

/// Theorems 1.7 and 1.8.
pub(super) fn abelian_group(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let all = games(ground);
    let values = values(&all);
    let like = |g: &Form, h: &Form| values.iter().all(|x| g.add(x).outcome() == h.add(x).outcome());
    for g in &all {
        ground.budget.check()?;
        // G = 0 exactly if o(G) = P; the inverse; and equal games in sums.
        if like(g, &zero()) != (g.outcome() == Outcome::P) {
            return Ok(differs(format!("{} = 0", shown(g)), g.outcome(), Outcome::P));
        }
        if g.add(&g.negative()).outcome() != Outcome::P {
            return Ok(differs(format!("{0} − {0}", shown(g)), "≠ 0", 0));
        }
        let same = values.iter().find(|h| g.add(&h.negative()).outcome() == Outcome::P);
        if let Some(h) = same
            && values.iter().any(|k| g.add(k).add(&h.add(k).negative()).outcome() != Outcome::P)
        {
            return Ok(differs(shown(g), "G + K ≠ H + K", "G + K = H + K"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// R ≤ N ≤ L and R ≤ P ≤ L.
fn at_most(a: Outcome, b: Outcome) -> bool {
    a == b || a == Outcome::R || b == Outcome::L
}

/// Theorems 1.10 and 1.11.
pub(super) fn order(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let all = games(ground);
    let values = values(&all);
    // The definition, with X from the games of the bound.
    let le = |g: &Form, h: &Form| values.iter().all(|x| at_most(g.add(x).outcome(), h.add(x).outcome()));
    for g in &all {
        ground.budget.check()?;
        let by_order = match (le(&zero(), g), le(g, &zero())) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        };
        if by_order != g.outcome() {
            return Ok(differs(shown(g), g.outcome(), by_order));
        }
    }
    for (g, h) in values.iter().flat_map(|g| values.iter().map(move |h| (g, h))) {
        ground.budget.check()?;
        if le(g, h) && !values.iter().all(|j| g.add(j).le(&h.add(j))) {
            return Ok(differs(format!("{} ≤ {}", shown(g), shown(h)), "G + J ≰ H + J", "G + J ≤ H + J"));
        }
    }
    Ok(Verdict::HoldsTo(ground.to))
}

/// Footnotes 3 and 4: {−1 | 1} ≤ 0 ≤ {−1 | 1} are two games, so that ≤ is no
/// order; they are equal, and only one is impartial.
pub(super) fn footnotes(_: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let one = Form::new(vec![zero()], vec![]);
    let game = Form::new(vec![one.negative()], vec![one]);
    let both = game.le(&zero()) && zero().le(&game) && as_sets(&game) != as_sets(&zero());
    let equal = game.outcome() == Outcome::P && zero().is_impartial() && !game.is_impartial();
    let wrong = (!(both && equal)).then(|| differs(shown(&game), "≠", "="));
    Ok(match wrong {
        Some(wrong) => exhausted(Some(wrong)),
        None => Verdict::Proved(say!("claim.exhibited", game = shown(&game))),
    })
}
