//! The line before the workers: who waits, who is computed, and whose turn it is.
//!
//! A client is an address. Three rules keep one client from standing in the
//! way of another, or of its own short questions:
//!
//! * A free worker takes a question of the client that has the fewest computed,
//!   of several such clients the one whose last turn is longest ago, and of this
//!   client the oldest.
//! * If all workers are busy, a worker kept for this tries the questions that
//!   nobody has tried, for a moment each, those of the client with the fewest
//!   questions first, and the newest of them. One that takes longer goes back to
//!   its place in the line.
//! * If a client with a question in the line that is known to be long has at
//!   least two workers fewer than another, the last that the other began goes
//!   back to the line. Each such step lowers the sum of the squares of the
//!   clients' numbers of workers, so it comes to an end.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a question is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// To its end.
    Whole,
    /// For a moment, to see whether it is short.
    Trial,
}

/// The line. `J` is what is computed.
#[derive(Debug)]
pub(super) struct Line<J> {
    /// How many are computed to their end at the same time.
    workers: usize,
    /// How many may wait.
    places: usize,
    /// In the order in which they came.
    waiting: VecDeque<Place<J>>,
    running: Vec<Run<J>>,
    /// When each client that is here had its last turn.
    turns: HashMap<IpAddr, u64>,
    clock: u64,
}

#[derive(Debug)]
struct Place<J> {
    number: u64,
    client: IpAddr,
    is_long: bool,
    job: Arc<J>,
}

#[derive(Debug)]
struct Run<J> {
    place: Place<J>,
    turn: Turn,
    began: u64,
    switch: Arc<AtomicBool>,
}

/// A question whose turn has come. It shall stop when `switch` is set.
#[derive(Debug)]
pub(super) struct Begun<J> {
    pub(super) job: Arc<J>,
    pub(super) turn: Turn,
    pub(super) switch: Arc<AtomicBool>,
}

impl<J> Line<J> {
    pub(super) fn new(workers: usize, places: usize) -> Line<J> {
        let (waiting, running, turns) = (VecDeque::new(), Vec::new(), HashMap::new());
        Line { workers, places, waiting, running, turns, clock: 0 }
    }

    /// Puts a question at the end of the line. A client may have as many waiting
    /// as there are places left, and always one.
    pub(super) fn join(&mut self, client: IpAddr, job: Arc<J>) -> bool {
        let own = self.waiting.iter().filter(|place| place.client == client).count();
        if own > 0 && own >= self.places.saturating_sub(self.waiting.len()) {
            return false;
        }
        let number = self.tick();
        self.waiting.push_back(Place { number, client, is_long: false, job });
        true
    }

    /// Begins the question whose turn it is, if there is one.
    pub(super) fn begin(&mut self, turn: Turn) -> Option<Begun<J>> {
        let next = match turn {
            Turn::Whole => {
                let due = |p: &Place<J>| (self.workers_of(p.client), self.turns.get(&p.client).copied(), p.number);
                (0..self.waiting.len()).min_by_key(|at| due(&self.waiting[*at]))?
            }
            Turn::Trial if !self.is_busy() => return None,
            Turn::Trial => {
                let mut crowd: HashMap<IpAddr, usize> = HashMap::new();
                for place in self.waiting.iter().chain(self.running.iter().map(|run| &run.place)) {
                    *crowd.entry(place.client).or_default() += 1;
                }
                let due = |p: &Place<J>| (crowd[&p.client], std::cmp::Reverse(p.number));
                let untried = (0..self.waiting.len()).filter(|at| !self.waiting[*at].is_long);
                untried.min_by_key(|at| due(&self.waiting[*at]))?
            }
        };
        let place = self.waiting.remove(next)?;
        let began = self.tick();
        if turn == Turn::Whole {
            self.turns.insert(place.client, began);
        }
        let switch = Arc::<AtomicBool>::default();
        let begun = Begun { job: place.job.clone(), turn, switch: switch.clone() };
        self.running.push(Run { place, turn, began, switch });
        self.balance();
        Some(begun)
    }

    /// A question has its answer, or will get none.
    pub(super) fn end(&mut self, job: &Arc<J>) {
        self.running.retain(|run| !Arc::ptr_eq(&run.place.job, job));
        self.forget();
    }

    /// A question that was begun goes back to its place. False if it has left.
    pub(super) fn put_back(&mut self, job: &Arc<J>) -> bool {
        let Some(at) = self.running.iter().position(|run| Arc::ptr_eq(&run.place.job, job)) else { return false };
        let place = Place { is_long: true, ..self.running.swap_remove(at).place };
        let at = self.waiting.partition_point(|other| other.number < place.number);
        self.waiting.insert(at, place);
        self.balance();
        true
    }

    /// Takes a question out of the line, or stops it.
    pub(super) fn leave(&mut self, job: &Arc<J>) {
        self.waiting.retain(|place| !Arc::ptr_eq(&place.job, job));
        for run in self.running.iter().filter(|run| Arc::ptr_eq(&run.place.job, job)) {
            run.switch.store(true, Ordering::Relaxed);
        }
        self.forget();
    }

    /// Empties the line and stops all that is computed.
    pub(super) fn close(&mut self) {
        self.waiting.clear();
        for run in &self.running {
            run.switch.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn running(&self) -> usize {
        self.running.len()
    }

    fn is_busy(&self) -> bool {
        self.running.iter().filter(|run| run.turn == Turn::Whole).count() >= self.workers
    }

    fn workers_of(&self, client: IpAddr) -> usize {
        self.running.iter().filter(|run| run.turn == Turn::Whole && run.place.client == client).count()
    }

    /// The third rule, one step at a time: a worker that was told to stop makes
    /// its choice first.
    fn balance(&mut self) {
        let mut whole = self.running.iter().filter(|run| run.turn == Turn::Whole);
        if !self.is_busy() || whole.any(|run| run.switch.load(Ordering::Relaxed)) {
            return;
        }
        let long = self.waiting.iter().filter(|place| place.is_long);
        let Some(fewest) = long.map(|place| self.workers_of(place.client)).min() else { return };
        let last = self
            .running
            .iter()
            .filter(|run| run.turn == Turn::Whole && self.workers_of(run.place.client) >= fewest + 2)
            .max_by_key(|run| (self.workers_of(run.place.client), run.began));
        if let Some(run) = last {
            run.switch.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets the turns of clients that have left.
    fn forget(&mut self) {
        let (waiting, running) = (&self.waiting, &self.running);
        self.turns.retain(|client, _| {
            waiting.iter().any(|place| place.client == *client) || running.iter().any(|run| run.place.client == *client)
        });
    }

    fn tick(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, number])
    }

    /// A question of client c with number n.
    fn join(line: &mut Line<(u8, u32)>, c: u8, n: u32) -> bool {
        line.join(client(c), Arc::new((c, n)))
    }

    fn begin(line: &mut Line<(u8, u32)>, turn: Turn) -> Option<(u8, u32)> {
        line.begin(turn).map(|begun| *begun.job)
    }

    /// What is computed and has been told to stop.
    fn told(line: &Line<(u8, u32)>) -> Vec<Arc<(u8, u32)>> {
        line.running.iter().filter(|run| run.switch.load(Ordering::Relaxed)).map(|run| run.place.job.clone()).collect()
    }

    #[test]
    fn clients_take_turns() {
        let mut line = Line::new(1, 1000);
        for n in 0..300 {
            assert!(join(&mut line, 1, n));
        }
        let mut order = Vec::new();
        for n in 0..4 {
            assert!(join(&mut line, 2, n) && join(&mut line, 3, n));
        }
        while order.len() < 9 {
            let begun = line.begin(Turn::Whole).unwrap();
            order.push(*begun.job);
            line.end(&begun.job);
        }
        assert_eq!(order, [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]);
    }

    #[test]
    fn the_newest_question_is_tried_first_and_once() {
        let mut line = Line::new(2, 1000);
        for n in 0..300 {
            join(&mut line, 1, n);
        }
        assert_eq!(begin(&mut line, Turn::Trial), None, "workers are free");
        assert_eq!(begin(&mut line, Turn::Whole), Some((1, 0)));
        assert_eq!(begin(&mut line, Turn::Whole), Some((1, 1)));
        join(&mut line, 2, 0);
        join(&mut line, 1, 300);
        let first = line.begin(Turn::Trial).unwrap();
        assert_eq!(*first.job, (2, 0), "a client with one question");
        line.end(&first.job);
        for n in (2..=300).rev() {
            let begun = line.begin(Turn::Trial).unwrap();
            assert_eq!(*begun.job, (1, n));
            assert!(line.put_back(&begun.job));
        }
        assert_eq!(begin(&mut line, Turn::Trial), None);
        assert_eq!(line.waiting(), 299);
        assert!(line.waiting.iter().map(|place| place.job.1).eq(2..=300), "each is back in its place");
        assert!(told(&line).is_empty(), "nobody else waits");
    }

    #[test]
    fn a_client_with_all_workers_gives_some_up_to_another_with_a_long_question() {
        let mut line = Line::new(4, 1000);
        for n in 0..10 {
            join(&mut line, 1, n);
        }
        for _ in 0..4 {
            line.begin(Turn::Whole).unwrap();
        }
        for n in 0..5 {
            join(&mut line, 2, n);
        }
        assert!(told(&line).is_empty(), "they may be short");
        while let Some(tried) = line.begin(Turn::Trial) {
            assert!(line.put_back(&tried.job));
        }
        for expected in [(1, 3), (1, 2)] {
            let stopped = told(&line);
            assert_eq!(stopped.iter().map(|job| **job).collect::<Vec<_>>(), [expected]);
            assert!(line.put_back(&stopped[0]));
            assert_eq!(begin(&mut line, Turn::Whole).unwrap().0, 2);
        }
        assert!(told(&line).is_empty());
        assert_eq!((line.workers_of(client(1)), line.workers_of(client(2))), (2, 2));
    }

    #[test]
    fn one_worker_is_not_passed_to_and_fro() {
        let mut line = Line::new(1, 1000);
        join(&mut line, 1, 0);
        line.begin(Turn::Whole).unwrap();
        join(&mut line, 2, 0);
        let tried = line.begin(Turn::Trial).unwrap();
        line.put_back(&tried.job);
        assert!(told(&line).is_empty());
    }

    #[test]
    fn a_full_line_has_a_place_for_a_client_with_none() {
        let mut line = Line::new(1, 10);
        assert_eq!((0..10).filter(|n| join(&mut line, 1, *n)).count(), 5);
        assert_eq!((0..10).filter(|n| join(&mut line, 2, *n)).count(), 3);
        let mut narrow = Line::new(1, 1);
        assert!(join(&mut narrow, 1, 0) && !join(&mut narrow, 1, 1) && join(&mut narrow, 2, 0));
    }

    #[test]
    fn who_leaves_is_not_put_back() {
        let mut line = Line::new(1, 10);
        join(&mut line, 1, 0);
        let begun = line.begin(Turn::Whole).unwrap();
        line.leave(&begun.job);
        assert!(begun.switch.load(Ordering::Relaxed));
        line.end(&begun.job);
        assert!(!line.put_back(&begun.job));
        assert_eq!((line.waiting(), line.running(), line.turns.len()), (0, 0, 0));
    }
}
