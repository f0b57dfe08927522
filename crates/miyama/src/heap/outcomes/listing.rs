//! P-positions of two heaps that are shown while the next ones are found.
//!
//! Where the list can be scanned by the first heap, its order is that of a table, and nothing is
//! kept of it but the lines that are dead. Before anything is shown, the beginning of the list is
//! compared with a table of a smaller box, which was compared with the definition. A run that gives
//! the list up goes on with a table behind what was shown.

use super::Moves;
use crate::difference::Difference;
use crate::heap::comparison::Compared;
use crate::heap::ruleset::Ruleset;
use crate::heap::sweep::Shape;
use crate::heap::table::{NoTable, OutcomeTable};
use crate::play::{Convention, Outcome};
use miyama_budget::{Budget, Stopped};
use miyama_outcomes::{Ending, NoList, for_each_listed, orders};
use std::sync::{Arc, OnceLock};

/// A list by rows of the first heap.
const BY_FIRST: [i64; 2] = [1, 0];

/// Smaller boxes are not worth it: a table is there at once.
const LEAST: u128 = 1 << 32;

/// The side of the box that the list is compared with.
const COMPARED: u64 = 2000;

/// P-positions of a large box of two heaps, found when they are asked for.
pub struct Listing {
    ruleset: Arc<Ruleset>,
    moves: Moves,
    convention: Convention,
    to: [u64; 2],
    /// What the beginning was compared with.
    beginning: OutcomeTable,
    /// The table, where one was asked for.
    whole: OnceLock<OutcomeTable>,
}

impl Listing {
    /// None if the box is small or the moves are of another kind. Whether memory is enough shows on
    /// the way: what was found until then is shown.
    ///
    /// # Errors
    /// [`NoTable`] if the budget ends, or the beginning cannot be computed.
    pub fn new(
        ruleset: &Arc<Ruleset>,
        to: &[u64],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Listing>, NoTable> {
        let [x, y] = *to else { return Ok(None) };
        if u128::from(x) * u128::from(y) < LEAST {
            return Ok(None);
        }
        Listing::of_any_box(ruleset, [x, y], convention, budget)
    }

    fn of_any_box(
        ruleset: &Arc<Ruleset>,
        to: [u64; 2],
        convention: Convention,
        budget: &Budget,
    ) -> Result<Option<Listing>, NoTable> {
        let usual =
            ruleset.heaps() == 2 && ruleset.is_won_as_usual() && !ruleset.splits() && ruleset.domain().is_none();
        if !usual {
            return Ok(None);
        }
        let Some(shape) = Shape::new(ruleset, &to, budget)? else { return Ok(None) };
        let Some(moves) = Moves::new(ruleset, &shape, budget)?.filter(|moves| moves.windows.is_empty()) else {
            return Ok(None);
        };
        if !orders(&moves.rules, ending(convention)).contains(&BY_FIRST) {
            return Ok(None);
        }
        let beginning = OutcomeTable::new(ruleset, &to.map(|most| most.min(COMPARED)), convention, budget)?;
        Ok(Some(Listing { ruleset: ruleset.clone(), moves, convention, to, beginning, whole: OnceLock::new() }))
    }

    /// How the beginning was compared with the definition.
    #[must_use]
    pub fn compared(&self) -> &Compared {
        self.beginning.compared()
    }

    /// The outcomes of the whole box, for whoever wants more than the list.
    ///
    /// # Errors
    /// [`NoTable`] says why there is no table.
    pub fn whole(&self, budget: &Budget) -> Result<&OutcomeTable, NoTable> {
        if let Some(table) = self.whole.get() {
            return Ok(table);
        }
        let table = OutcomeTable::new(&self.ruleset, &self.to, self.convention, budget)?;
        Ok(self.whole.get_or_init(|| table))
    }

    /// The same if it was asked for before.
    #[must_use]
    pub fn known(&self) -> Option<&OutcomeTable> {
        self.whole.get()
    }

    /// Calls `visit` with the P-positions of the box in lexicographic order, until it returns an
    /// error.
    ///
    /// # Errors
    /// What `visit` returns, and [`NoTable`] where the computation ends before the list does.
    pub fn for_each_p<E: From<NoTable>>(
        &self,
        budget: &Budget,
        visit: &mut dyn FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let most = self.to.map(|most| most.min(COMPARED));
        let mut expected = Vec::new();
        self.beginning.for_each_p(&mut |position: &[u64]| {
            expected.push([position[0], position[1]]);
            Ok::<(), E>(())
        })?;
        let mut held: Option<Vec<[u64; 2]>> = Some(vec![]);
        let (mut last, mut refused) = (None, None);
        let mut show = |position: [u64; 2]| -> Result<(), Stopped> {
            if position[1] > self.to[1] || position[0] > self.to[0] {
                return Ok(());
            }
            last = Some(position);
            visit(&position).map_err(|error| {
                refused = Some(error);
                Stopped::Cancelled
            })
        };
        let mut wrong = None;
        // What is held is shown when the rows that can be compared are complete.
        let mut release = |held: Vec<[u64; 2]>, show: &mut dyn FnMut([u64; 2]) -> Result<(), Stopped>| {
            let inside = |position: &&[u64; 2]| position.iter().zip(&most).all(|(heap, most)| heap <= most);
            let found: Vec<[u64; 2]> = held.iter().filter(inside).copied().collect();
            if found != expected {
                wrong = first_difference(&found, &expected);
                return Err(Stopped::Cancelled);
            }
            held.into_iter().try_for_each(show)
        };
        let listed = for_each_listed(
            &self.moves.rules,
            &self.moves.region,
            BY_FIRST,
            ending(self.convention),
            budget,
            &mut |p| {
                let position = [p[0], p[1]];
                match held.take() {
                    Some(mut some) if position[0] <= most[0] => {
                        some.push(position);
                        held = Some(some);
                        Ok(())
                    }
                    Some(some) => {
                        release(some, &mut show)?;
                        show(position)
                    }
                    None => show(position),
                }
            },
        );
        let listed = match (listed, held.take()) {
            (Ok(()), Some(held)) => release(held, &mut show).map_err(NoList::Stopped),
            (listed, _) => listed,
        };
        match (refused, wrong) {
            (Some(error), _) => return Err(error),
            (None, Some((position, is_p))) => return Err(self.difference(position, is_p).into()),
            (None, None) => {}
        }
        match listed {
            Ok(()) => Ok(()),
            Err(NoList::Stopped(stopped)) => Err(NoTable::Stopped(stopped).into()),
            Err(_) => self.whole(budget)?.for_each_p(&mut |position: &[u64]| {
                let shown = last.is_some_and(|last| position <= last.as_slice());
                if shown { Ok(()) } else { visit(position) }
            }),
        }
    }

    fn difference(&self, position: [u64; 2], is_p: bool) -> NoTable {
        let named = |is_p: bool| if is_p { Outcome::P } else { Outcome::N }.to_string();
        NoTable::Wrong(Box::new(Difference {
            definition: self.ruleset.definition().to_owned(),
            position: format!("({}, {})", position[0], position[1]),
            found: named(is_p),
            expected: named(!is_p),
        }))
    }
}

/// The first position that only one of two lists in order has; whether the first one has it.
fn first_difference(found: &[[u64; 2]], expected: &[[u64; 2]]) -> Option<([u64; 2], bool)> {
    let same = found.iter().zip(expected).take_while(|(a, b)| a == b).count();
    match (found.get(same), expected.get(same)) {
        (Some(a), Some(b)) => Some((*a.min(b), a < b)),
        (Some(a), None) => Some((*a, true)),
        (None, Some(b)) => Some((*b, false)),
        (None, None) => None,
    }
}

fn ending(convention: Convention) -> Ending {
    match convention {
        Convention::Normal => Ending::Normal,
        Convention::Misere => Ending::Misere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Games};

    fn ruleset(text: &str) -> Arc<Ruleset> {
        match Games::built_in().find(text).unwrap() {
            Game::Heap(game) => game.ruleset,
            _ => panic!("{text}"),
        }
    }

    fn listed(listing: &Listing, budget: &Budget) -> Result<Vec<Vec<u64>>, NoTable> {
        let mut found = vec![];
        listing.for_each_p(budget, &mut |p: &[u64]| {
            found.push(p.to_vec());
            Ok::<(), NoTable>(())
        })?;
        Ok(found)
    }

    /// What is shown bit by bit is the list of a table, in its order; also where the list is
    /// given up on the way, as of Nim with bounds, whose P-positions fill the box.
    #[test]
    fn listings_are_tables() {
        let mut listings = 0;
        for text in ["wythoff", "yama", "triangular", "twist(2)", "(x,y) -> sym {(x-i,y) | 1<=i<=3}"] {
            let ruleset = ruleset(text);
            for convention in [Convention::Normal, Convention::Misere] {
                let (to, budget) = ([2600, 2300], Budget::unlimited());
                let Some(listing) = Listing::of_any_box(&ruleset, to, convention, &budget).unwrap() else { continue };
                let mut expected = vec![];
                let table = OutcomeTable::new(&ruleset, &to, convention, &budget).unwrap();
                table
                    .for_each_p(&mut |p: &[u64]| {
                        expected.push(p.to_vec());
                        Ok::<(), ()>(())
                    })
                    .unwrap();
                assert_eq!(listed(&listing, &budget).unwrap(), expected, "{text} {convention:?}");
                listings += 1;
            }
        }
        assert!(listings >= 4, "{listings}");
        assert!(
            Listing::new(&ruleset("wythoff"), &[2600, 2300], Convention::Normal, &Budget::unlimited())
                .unwrap()
                .is_none()
        );
    }

    /// Nothing is shown of a list that begins otherwise than the table.
    #[test]
    fn a_wrong_list_is_not_shown() {
        let budget = Budget::unlimited();
        let make = |text: &str| Listing::of_any_box(&ruleset(text), [2600, 2300], Convention::Normal, &budget);
        let (mut listing, other) = (make("wythoff").unwrap().unwrap(), make("wythoff(2)").unwrap().unwrap());
        listing.beginning = other.beginning;
        let mut shown = 0;
        let result = listing.for_each_p(&budget, &mut |_: &[u64]| {
            shown += 1;
            Ok::<(), NoTable>(())
        });
        assert!(matches!(result, Err(NoTable::Wrong(_))), "{result:?}");
        assert_eq!(shown, 0);
    }

    /// Whoever has enough is asked no more, and a stopped run says so.
    #[test]
    fn listings_end() {
        let budget = Budget::unlimited();
        let listing =
            Listing::of_any_box(&ruleset("wythoff"), [2600, 2300], Convention::Normal, &budget).unwrap().unwrap();
        let mut shown = 0;
        let result = listing.for_each_p(&budget, &mut |_: &[u64]| {
            shown += 1;
            if shown == 3 { Err(NoTable::TooLarge) } else { Ok(()) }
        });
        assert!(matches!(result, Err(NoTable::TooLarge)));
        assert_eq!(shown, 3);
        budget.cancel();
        assert!(matches!(listed(&listing, &budget), Err(NoTable::Stopped(_))));
    }
}
