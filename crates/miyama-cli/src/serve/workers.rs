//! The threads that compute.

use super::Allowance;
use super::ask::{Rendered, Unwritten, WebQuestion, render};
use super::line::{Begun, Line, Turn};
use super::room::{Pieces, Room};
use crate::failure::Failure;
use miyama_budget::{Budget, Progress, Stopped};
use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// Enough for every recursion that the command line can do on its main thread.
const STACK: usize = 32 << 20;
/// How long a question is tried when all workers are busy. Most questions are
/// answered in less.
const MOMENT: Duration = Duration::from_millis(100);

/// Why a worker gave no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// The question failed.
    Failed(Failure),
    /// There is no room for the answer until others are fetched.
    NoRoom,
    /// A defect: the computation panicked. The worker lives on.
    Broken,
}

/// How far a question is.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    Waiting,
    Running(Progress),
}

type Outcome = Result<Rendered, Unanswered>;

/// A question on its way through the server.
struct Job {
    asked: WebQuestion,
    client: IpAddr,
    cancelled: AtomicBool,
    state: Arc<Mutex<State>>,
    teller: Mutex<Option<oneshot::Sender<Outcome>>>,
}

struct Desk {
    line: Line<Job>,
    /// Questions that can be asked about, by the id that the client chose.
    named: HashMap<String, Arc<Job>>,
    closed: bool,
}

/// The workers. Cheap to clone.
#[derive(Clone)]
pub(super) struct Workers {
    desk: Arc<(Mutex<Desk>, Condvar)>,
    allowance: Arc<Allowance>,
    room: Room,
}

/// Why a question was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnedAway {
    /// The line is full, or the client has its share of it.
    Busy,
    /// Another question has this id.
    TakenId,
}

/// A question that was taken. To drop it is to cancel it.
pub(super) struct Ticket {
    job: Arc<Job>,
    id: Option<String>,
    workers: Workers,
    answer: oneshot::Receiver<Outcome>,
}

impl Workers {
    /// Starts so many workers as are allowed, and one that only tries questions.
    pub(super) fn start(allowance: &Allowance) -> std::io::Result<Workers> {
        let line = Line::new(allowance.workers, allowance.waiting);
        let desk = Desk { line, named: HashMap::new(), closed: false };
        let room = Room::new(allowance.answers);
        let workers = Workers {
            desk: Arc::new((Mutex::new(desk), Condvar::new())),
            allowance: Arc::new(allowance.clone()),
            room,
        };
        for number in 0..=allowance.workers {
            let own = workers.clone();
            let turn = if number == 0 { Turn::Trial } else { Turn::Whole };
            let thread = std::thread::Builder::new().name(format!("worker {number}")).stack_size(STACK);
            thread.spawn(move || own.work(turn))?;
        }
        Ok(workers)
    }

    /// Cancels everything and lets the threads end.
    pub(super) fn stop(&self) {
        let mut desk = self.desk();
        desk.closed = true;
        desk.line.close();
        self.desk.1.notify_all();
    }

    pub(super) fn allowance(&self) -> &Allowance {
        &self.allowance
    }

    /// Puts a question in the line.
    pub(super) fn take(&self, asked: WebQuestion, client: IpAddr, id: Option<String>) -> Result<Ticket, TurnedAway> {
        let (teller, answer) = oneshot::channel();
        let job = Arc::new(Job {
            asked,
            client,
            cancelled: AtomicBool::new(false),
            state: Arc::new(Mutex::new(State::Waiting)),
            teller: Mutex::new(Some(teller)),
        });
        let mut desk = self.desk();
        if id.as_ref().is_some_and(|id| desk.named.contains_key(id)) {
            return Err(TurnedAway::TakenId);
        }
        if !desk.line.join(client, job.clone()) {
            return Err(TurnedAway::Busy);
        }
        if let Some(id) = &id {
            desk.named.insert(id.clone(), job.clone());
        }
        drop(desk);
        self.desk.1.notify_all();
        Ok(Ticket { job, id, workers: self.clone(), answer })
    }

    /// How far the question with this id is.
    pub(super) fn state(&self, id: &str) -> Option<State> {
        let job = self.desk().named.get(id).cloned()?;
        Some(*job.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Cancels the question with this id. False if there is none.
    pub(super) fn cancel(&self, id: &str) -> bool {
        let Some(job) = self.desk().named.get(id).cloned() else { return false };
        self.give_up(&job);
        tell(&job, Err(Unanswered::Failed(Failure::Stopped(Stopped::Cancelled))));
        true
    }

    /// How many questions are computed, and how many wait.
    pub(super) fn load(&self) -> (usize, usize) {
        let desk = self.desk();
        (desk.line.running(), desk.line.waiting())
    }

    /// A computation notices its switch; a question that waits leaves the line.
    fn give_up(&self, job: &Arc<Job>) {
        job.cancelled.store(true, Ordering::Relaxed);
        self.desk().line.leave(job);
    }

    /// The desk. No thread panics while it holds it, and if one did, the line
    /// would still be whole.
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a worker does all day.
    fn work(&self, turn: Turn) {
        while let Some(begun) = self.next(turn) {
            let answer =
                catch_unwind(AssertUnwindSafe(|| self.compute(&begun))).unwrap_or(Some(Err(Unanswered::Broken)));
            let job = &begun.job;
            // The worker is free before the client hears of it.
            match answer {
                Some(answer) => {
                    self.desk().line.end(job);
                    tell(job, answer);
                }
                None => self.put_back(job),
            }
        }
    }

    /// Gives a question up for now.
    fn put_back(&self, job: &Arc<Job>) {
        *job.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Waiting;
        let mut desk = self.desk();
        if desk.closed || job.cancelled.load(Ordering::Relaxed) {
            desk.line.end(job);
        } else {
            desk.line.put_back(job);
        }
        drop(desk);
        self.desk.1.notify_all();
    }

    fn next(&self, turn: Turn) -> Option<Begun<Job>> {
        let mut desk = self.desk();
        loop {
            if desk.closed {
                return None;
            }
            if let Some(begun) = desk.line.begin(turn) {
                // The last free worker is taken: now questions are tried.
                self.desk.1.notify_all();
                return Some(begun);
            }
            desk = self.desk.1.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The answer, or nothing if the question was stopped to be asked again.
    fn compute(&self, begun: &Begun<Job>) -> Option<Outcome> {
        let Begun { job, turn, switch } = begun;
        let state = job.state.clone();
        let listen = move |progress| {
            // A report that nobody can take down now is followed by another.
            if let Ok(mut state) = state.try_lock() {
                *state = State::Running(progress);
            }
        };
        listen(Progress { done: 0, total: None });
        let budget = Budget::unlimited()
            .with_cancel(switch.clone())
            .with_time(self.allowance.time)
            .with_memory(self.allowance.memory)
            .with_listener(listen);
        let is_trial = *turn == Turn::Trial && MOMENT < self.allowance.time;
        let budget = if is_trial { budget.part(MOMENT) } else { budget };
        let answer = render(&job.asked, Pieces::new(&self.room, job.client), &budget);
        // What a computation says that was cut short is not the answer, whatever it is.
        let cut = switch.load(Ordering::Relaxed) || (is_trial && budget.check().is_err());
        if cut && !job.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        Some(answer.map_err(|unwritten| match unwritten {
            Unwritten::Failed(failure) => Unanswered::Failed(failure),
            Unwritten::NoRoom => Unanswered::NoRoom,
        }))
    }
}

/// Gives the answer to whoever waits for it, once.
fn tell(job: &Job, answer: Outcome) {
    let teller = job.teller.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(teller) = teller {
        // Nobody may wait any more: then the answer is dropped.
        let _ = teller.send(answer);
    }
}

impl Ticket {
    /// The answer, when there is one.
    pub(super) async fn answer(mut self) -> Outcome {
        let stopped = || Err(Unanswered::Failed(Failure::Stopped(Stopped::Cancelled)));
        (&mut self.answer).await.unwrap_or_else(|_| stopped())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.workers.give_up(&self.job);
        if let Some(id) = &self.id {
            self.workers.desk().named.remove(id);
        }
    }
}
