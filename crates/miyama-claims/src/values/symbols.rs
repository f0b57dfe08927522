//! Theorem 1.5 with symbols for games: the options of both sides of each equation are
//! the same, in terms of smaller sums.

use crate::compare::{differs, exhausted};
use crate::{Ground, Unchecked, Verdict};
use miyama::play::Player;
use std::collections::BTreeSet;

/// A sum of symbols. The letters behind the name of a game are the moves that were made in
/// it: `GL` is any option of Left of `G`.
#[derive(Clone, Debug)]
enum Term {
    Zero,
    Game(String),
    Sum(Box<Term>, Box<Term>),
    Negative(Box<Term>),
}

use Term::{Game, Negative, Sum, Zero};

impl Term {
    /// The options: a move in one of the games, which Left and Right exchange in a negative.
    fn options(&self, player: Player) -> Vec<Term> {
        match self {
            Zero => vec![],
            Game(name) => vec![Game(format!("{name}{player:?}"))],
            Sum(one, other) => {
                let first = one.options(player).into_iter().map(|option| Sum(Box::new(option), other.clone()));
                let second = other.options(player).into_iter().map(|option| Sum(one.clone(), Box::new(option)));
                first.chain(second).collect()
            }
            Negative(term) => {
                term.options(player.opponent()).into_iter().map(|option| Negative(Box::new(option))).collect()
            }
        }
    }

    /// The games of the sum, in order, with their signs: what is the same by induction.
    fn parts(&self) -> Vec<(bool, String)> {
        let mut parts = match self {
            Zero => vec![],
            Game(name) => vec![(true, name.clone())],
            Sum(one, other) => [one.parts(), other.parts()].concat(),
            Negative(term) => term.parts().into_iter().map(|(sign, name)| (!sign, name)).collect(),
        };
        parts.sort();
        parts
    }
}

/// Both sides of the four equations have the same options.
pub(super) fn options_of_sums(ground: &Ground<'_>) -> Result<Verdict, Unchecked> {
    let game = |name: &str| Box::new(Game(name.to_owned()));
    let sum = |one: Term, other: Term| Sum(Box::new(one), Box::new(other));
    let [g, h, j] = ["G", "H", "J"].map(|name| *game(name));
    let equations = [
        (sum(sum(g.clone(), h.clone()), j.clone()), sum(g.clone(), sum(h.clone(), j))),
        (sum(g.clone(), h.clone()), sum(h, g.clone())),
        (sum(Zero, g.clone()), g.clone()),
        (sum(g.clone(), Zero), g.clone()),
        (Negative(Box::new(Negative(game("G")))), g),
    ];
    for (left, right) in equations {
        for player in Player::BOTH {
            let options = |term: &Term| term.options(player).iter().map(Term::parts).collect::<BTreeSet<_>>();
            let found = ground.sees(options(&left), |_| BTreeSet::new());
            if found != options(&right) {
                return Ok(differs(
                    format!("{left:?} = {right:?}"),
                    format!("{found:?}"),
                    format!("{:?}", options(&right)),
                ));
            }
        }
    }
    Ok(exhausted(None))
}
