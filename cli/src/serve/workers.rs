//! The threads that compute, and the line of questions before them.

use super::Allowance;
use super::ask::{Asked, Rendered, render};
use crate::failure::Failure;
use miyama::budget::{Budget, Progress, Stopped};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Enough for every recursion that the command line can do on its main thread.
const STACK: usize = 32 << 20;

/// Why a worker gave no answer.
#[derive(Debug)]
pub(super) enum Unanswered {
    /// The question failed.
    Failed(Failure),
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
    asked: Asked,
    cancelled: Arc<AtomicBool>,
    state: Arc<Mutex<State>>,
    teller: Mutex<Option<oneshot::Sender<Outcome>>>,
}

#[derive(Default)]
struct Line {
    waiting: VecDeque<Arc<Job>>,
    running: Vec<Arc<Job>>,
    /// Questions that can be asked about, by the id that the client chose.
    named: HashMap<String, Arc<Job>>,
    closed: bool,
}

/// The workers. Cheap to clone.
#[derive(Clone)]
pub(super) struct Workers {
    line: Arc<(Mutex<Line>, Condvar)>,
    allowance: Arc<Allowance>,
}

/// Why a question was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The line is full.
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
    pub(super) fn start(allowance: &Allowance) -> std::io::Result<Workers> {
        let workers = Workers { line: Arc::default(), allowance: Arc::new(allowance.clone()) };
        for number in 0..allowance.workers {
            let own = workers.clone();
            std::thread::Builder::new().name(format!("worker {number}")).stack_size(STACK).spawn(move || own.work())?;
        }
        Ok(workers)
    }

    /// Cancels everything and lets the threads end.
    pub(super) fn stop(&self) {
        let mut line = self.line();
        line.closed = true;
        line.waiting.clear();
        for job in &line.running {
            job.cancelled.store(true, Ordering::Relaxed);
        }
        self.line.1.notify_all();
    }

    pub(super) fn allowance(&self) -> &Allowance {
        &self.allowance
    }

    /// Puts a question in the line.
    pub(super) fn take(&self, asked: Asked, id: Option<String>) -> Result<Ticket, Refused> {
        let (teller, answer) = oneshot::channel();
        let job = Arc::new(Job {
            asked,
            cancelled: Arc::default(),
            state: Arc::new(Mutex::new(State::Waiting)),
            teller: Mutex::new(Some(teller)),
        });
        let mut line = self.line();
        if line.waiting.len() >= self.allowance.waiting {
            return Err(Refused::Busy);
        }
        if let Some(id) = &id {
            if line.named.contains_key(id) {
                return Err(Refused::TakenId);
            }
            line.named.insert(id.clone(), job.clone());
        }
        line.waiting.push_back(job.clone());
        drop(line);
        self.line.1.notify_one();
        Ok(Ticket { job, id, workers: self.clone(), answer })
    }

    /// How far the question with this id is.
    pub(super) fn state(&self, id: &str) -> Option<State> {
        let job = self.line().named.get(id).cloned()?;
        Some(*job.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Cancels the question with this id. False if there is none.
    pub(super) fn cancel(&self, id: &str) -> bool {
        let Some(job) = self.line().named.get(id).cloned() else { return false };
        self.give_up(&job);
        tell(&job, Err(Unanswered::Failed(Failure::Stopped(Stopped::Cancelled))));
        true
    }

    /// How many workers compute, and how many questions wait.
    pub(super) fn load(&self) -> (usize, usize) {
        let line = self.line();
        (line.running.len(), line.waiting.len())
    }

    /// A computation notices its switch; a question that waits leaves the line.
    fn give_up(&self, job: &Arc<Job>) {
        job.cancelled.store(true, Ordering::Relaxed);
        self.line().waiting.retain(|other| !Arc::ptr_eq(other, job));
    }

    /// The line. No thread panics while it holds it, and if one did, the line
    /// would still be whole.
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a worker does all day.
    fn work(&self) {
        while let Some(job) = self.next() {
            let answer = catch_unwind(AssertUnwindSafe(|| self.compute(&job))).unwrap_or(Err(Unanswered::Broken));
            // The worker is free before the client hears of it.
            self.line().running.retain(|other| !Arc::ptr_eq(other, &job));
            tell(&job, answer);
        }
    }

    fn next(&self) -> Option<Arc<Job>> {
        let mut line = self.line();
        loop {
            if line.closed {
                return None;
            }
            if let Some(job) = line.waiting.pop_front() {
                line.running.push(job.clone());
                return Some(job);
            }
            line = self.line.1.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn compute(&self, job: &Job) -> Outcome {
        let state = job.state.clone();
        let listen = move |progress| {
            // A report that nobody can take down now is followed by another.
            if let Ok(mut state) = state.try_lock() {
                *state = State::Running(progress);
            }
        };
        listen(Progress { done: 0, total: None });
        let budget = Budget::unlimited()
            .with_cancel(job.cancelled.clone())
            .with_time(self.allowance.time)
            .with_memory(self.allowance.memory)
            .with_listener(listen);
        render(&job.asked, &budget).map_err(Unanswered::Failed)
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
            self.workers.line().named.remove(id);
        }
    }
}
