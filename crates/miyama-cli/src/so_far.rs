//! What is known of a box of positions when its computation is stopped: smaller boxes,
//! computed before it where it takes long.
//!
//! First the whole is tried for a second, or a quarter of the time there is: what is done by
//! then, or refused because it needs too much memory, needs no smaller boxes.

use miyama::heap::table::smaller_boxes;
use miyama_budget::{Budget, Stopped};
use std::time::Duration;

/// What was found, for which box, and why not for all of it.
pub(crate) struct SoFar<T> {
    pub(crate) found: T,
    pub(crate) to: Vec<u64>,
    pub(crate) stopped: Option<Stopped>,
}

/// Nobody minds to lose what took no longer than this.
const MOMENT: Duration = Duration::from_secs(1);

/// Computes for the box `to`; where that is stopped, what was found for the largest
/// smaller box that was done, if there is one. `why` tells an error that is a stop.
pub(crate) fn in_boxes<T, E>(
    to: &[u64],
    budget: &Budget,
    mut compute: impl FnMut(&[u64], &Budget) -> Result<T, E>,
    why: impl Fn(&E) -> Option<Stopped>,
) -> Result<SoFar<T>, E> {
    let whole = |found| SoFar { found, to: to.to_vec(), stopped: None };
    let stages = smaller_boxes(to);
    if stages.is_empty() {
        return compute(to, budget).map(whole);
    }
    // Of a short time the first try takes a quarter, so that there is something to show.
    match compute(to, &budget.share(4).part(MOMENT)) {
        Err(error) if matches!(why(&error), Some(Stopped::Time { .. })) => {}
        done => return done.map(whole),
    }
    // Where the machine is so busy that all the time went by, the limit that is over is the user's.
    if budget.check().is_err() {
        return compute(to, budget).map(whole);
    }
    let quiet = budget.without_notes();
    let mut known: Option<SoFar<T>> = None;
    for stage in stages.into_iter().rev().chain([to.to_vec()]) {
        let found = compute(&stage, if stage == to { budget } else { &quiet });
        known = match (found, known) {
            (Ok(found), _) => Some(SoFar { found, to: stage, stopped: None }),
            (Err(error), Some(before)) => match why(&error) {
                Some(stopped) => return Ok(SoFar { stopped: Some(stopped), ..before }),
                None => return Err(error),
            },
            (Err(error), None) => return Err(error),
        };
    }
    match known {
        Some(known) => Ok(known),
        None => compute(to, budget).map(whole),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_boxes_come_first_and_are_what_is_known() {
        let budget = Budget::unlimited();
        let late = Stopped::Time { allowed: MOMENT };
        let slow = |to: &[u64], _: &Budget| if to[0] == 4000 { Err(late) } else { Ok(to[0]) };
        let found = in_boxes(&[4000, 4000], &budget, slow, |error| Some(*error)).unwrap();
        assert_eq!((found.found, found.to, found.stopped), (1000, vec![1000, 1000], Some(late)));
        let nothing = in_boxes(&[4000, 4000], &budget, |_, _| Err::<(), _>(late), |error| Some(*error));
        assert!(nothing.is_err(), "nothing is known");
        for answer in [Ok(()), Err(Stopped::Memory { needed: 2, allowed: 1 }), Err(Stopped::Cancelled)] {
            let mut asked = Vec::new();
            let at_once = |to: &[u64], _: &Budget| {
                asked.push(to[0]);
                answer
            };
            let found = in_boxes(&[4000, 4000], &budget, at_once, |error| Some(*error));
            assert_eq!(found.map(drop_box), answer);
            assert_eq!(asked, [4000], "what is done or refused at once");
        }
    }

    #[test]
    fn the_limit_that_is_over_is_the_one_that_was_set() {
        let set = Duration::from_millis(1);
        let budget = Budget::unlimited().with_time(set);
        let mut tries = 0;
        let slow = |_: &[u64], budget: &Budget| {
            tries += 1;
            std::thread::sleep(2 * set);
            if tries == 1 { Err(Stopped::Time { allowed: MOMENT }) } else { budget.check() }
        };
        let found = in_boxes(&[4000, 4000], &budget, slow, |error| Some(*error));
        assert_eq!(found.map(drop_box), Err(Stopped::Time { allowed: set }));
    }

    fn drop_box(found: SoFar<()>) {
        assert!(found.stopped.is_none());
    }
}
