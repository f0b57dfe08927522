//! What a long computation may use, how it tells how far it is, and how it is
//! stopped.
//!
//! Every computation that can take longer than a moment takes a [`Budget`]. It
//! asks [`Budget::check`] often, [`Budget::need`] before it allocates much, and
//! tells [`Budget::report`] how far it is. The library never prints: whoever
//! made the budget decides what becomes of a report.

use miyama_text::{Text, say};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How far a computation is: `done` of `total` steps, where known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps finished so far.
    pub done: u64,
    /// All steps there will be; `None` where nobody can know.
    pub total: Option<u64>,
}

type Listener = Arc<dyn Fn(Progress) + Send + Sync>;
type Notes = Arc<dyn Fn(&Text) + Send + Sync>;

/// Limits on time and memory, a way to cancel, and a listener for progress.
///
/// Cheap to clone; clones share the same cancel switch and deadline.
///
/// ```
/// use miyama_budget::{Budget, Stopped};
/// let budget = Budget::unlimited().with_memory(1_000);
/// assert!(budget.need(1_000).is_ok());
/// assert!(matches!(budget.need(1_001), Err(Stopped::Memory { .. })));
/// budget.cancel();
/// assert_eq!(budget.check(), Err(Stopped::Cancelled));
/// ```
#[derive(Clone)]
pub struct Budget {
    deadline: Option<(Instant, Duration)>,
    /// The deadline of the whole, where this budget is for a part of it.
    whole: Option<(Instant, Duration)>,
    /// How often it may still be looked at.
    looks: Option<Arc<AtomicU64>>,
    memory: Option<u64>,
    threads: usize,
    cancelled: Arc<AtomicBool>,
    listener: Option<Listener>,
    /// All steps of the whole, where this budget is for a stage of it.
    total: Option<u64>,
    notes: Option<Notes>,
}

/// Why a computation ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Somebody cancelled it.
    Cancelled,
    /// It took longer than it may.
    Time {
        /// How long it was allowed to take.
        allowed: Duration,
    },
    /// It would need more memory than it may use.
    Memory {
        /// Bytes it would need.
        needed: u64,
        /// Bytes it may use.
        allowed: u64,
    },
}

impl Budget {
    /// No limits, one thread, nobody listens.
    #[must_use]
    pub fn unlimited() -> Budget {
        let cancelled = Arc::new(AtomicBool::new(false));
        Budget {
            deadline: None,
            whole: None,
            looks: None,
            memory: None,
            threads: 1,
            cancelled,
            listener: None,
            total: None,
            notes: None,
        }
    }

    /// Stop when `allowed` has passed from now.
    #[must_use]
    pub fn with_time(mut self, allowed: Duration) -> Budget {
        self.deadline = Instant::now().checked_add(allowed).map(|end| (end, allowed));
        self
    }

    /// Whether somebody said how long the computation may take.
    #[must_use]
    pub fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// The same budget for a part of the work: it stops when `allowed` has
    /// passed from now, or earlier if the whole must. A part that notices its end when the
    /// time of the whole is over says so: the limit that is told is then that of the whole.
    ///
    /// ```
    /// use miyama_budget::{Budget, Stopped};
    /// use std::time::Duration;
    /// let whole = Budget::unlimited();
    /// assert!(whole.part(Duration::ZERO).check().is_err());
    /// assert!(whole.check().is_ok());
    /// let moment = Duration::from_millis(2);
    /// let part = Budget::unlimited().with_time(moment).part(Duration::ZERO);
    /// std::thread::sleep(moment);
    /// assert_eq!(part.check(), Err(Stopped::Time { allowed: moment }));
    /// ```
    #[must_use]
    pub fn part(&self, allowed: Duration) -> Budget {
        let part = Budget { whole: self.whole.or(self.deadline), ..self.clone() }.with_time(allowed);
        match (self.deadline, part.deadline) {
            (Some((end, _)), Some((sooner, _))) if end <= sooner => self.clone(),
            (Some(_), None) => self.clone(),
            _ => part,
        }
    }

    /// The same with one part in so many of the time that is left, if that is bounded: for a first try that
    /// must leave time for others.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use std::time::Duration;
    /// assert!(!Budget::unlimited().share(4).has_deadline());
    /// let second = Budget::unlimited().with_time(Duration::from_secs(1));
    /// assert!(second.share(4).has_deadline() && second.share(u32::MAX).check().is_err());
    /// ```
    #[must_use]
    pub fn share(&self, of: u32) -> Budget {
        match self.deadline {
            Some((end, _)) => self.part(end.saturating_duration_since(Instant::now()) / of.max(1)),
            None => self.clone(),
        }
    }

    /// The same budget for a part of the work that must end in the same place on every
    /// machine: it stops, as if time were over, when it has been looked at more than
    /// so many times.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// let part = Budget::unlimited().with_looks(2);
    /// assert!(part.check().is_ok() && part.check().is_ok() && part.check().is_err());
    /// ```
    #[must_use]
    pub fn with_looks(&self, most: u64) -> Budget {
        Budget { looks: Some(Arc::new(AtomicU64::new(most))), ..self.clone() }
    }

    /// The same budget for a stage of a computation that has `total` steps in
    /// all: what stages tell of themselves is told of the whole, and of the
    /// outermost whole if there are several.
    ///
    /// ```
    /// use miyama_budget::{Budget, Progress};
    /// let (write, read) = std::sync::mpsc::channel();
    /// let budget = Budget::unlimited().with_listener(move |progress| write.send(progress).unwrap());
    /// budget.stage_of(100).stage_of(50).report(10, Some(20));
    /// assert_eq!(read.recv().unwrap(), Progress { done: 10, total: Some(100) });
    /// ```
    #[must_use]
    pub fn stage_of(&self, total: u64) -> Budget {
        Budget { total: self.total.or(Some(total)), ..self.clone() }
    }

    /// Use at most `bytes` of memory.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Budget {
        self.memory = Some(bytes);
        self
    }

    /// Use up to `threads` threads, at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Budget {
        self.threads = threads.max(1);
        self
    }

    /// Stop when `switch` becomes true.
    #[must_use]
    pub fn with_cancel(mut self, switch: Arc<AtomicBool>) -> Budget {
        self.cancelled = switch;
        self
    }

    /// Tell `listener` of progress. It is called often and must be quick.
    #[must_use]
    pub fn with_listener(mut self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Budget {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// Give `reader` the notes that precede a long computation.
    #[must_use]
    pub fn with_notes(mut self, reader: impl Fn(&Text) + Send + Sync + 'static) -> Budget {
        self.notes = Some(Arc::new(reader));
        self
    }

    /// The same budget for a part of the work of which nobody needs to hear.
    #[must_use]
    pub fn without_notes(&self) -> Budget {
        Budget { notes: None, ..self.clone() }
    }

    /// The same budget for a part of the work that is not counted in its steps.
    #[must_use]
    pub fn without_listener(&self) -> Budget {
        Budget { listener: None, ..self.clone() }
    }

    /// How many threads may be used.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The limit on memory in bytes, if there is one.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Cancels every computation that uses this budget or a clone of it.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// May the computation go on? Costs a few nanoseconds, or a few dozen with
    /// a time limit: call it once per thousand steps or so.
    ///
    /// # Errors
    /// [`Stopped`] says why not.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Stopped::Cancelled);
        }
        if let Some(looks) = &self.looks
            && looks.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        {
            return Err(Stopped::Time { allowed: Duration::ZERO });
        }
        let Some((end, allowed)) = self.deadline else { return Ok(()) };
        let now = Instant::now();
        if now < end {
            return Ok(());
        }
        let allowed = self.whole.filter(|(end, _)| now >= *end).map_or(allowed, |(_, allowed)| allowed);
        Err(Stopped::Time { allowed })
    }

    /// May the computation hold `bytes` of memory in all?
    ///
    /// # Errors
    /// [`Stopped::Memory`] if not.
    pub fn need(&self, bytes: u64) -> Result<(), Stopped> {
        match self.memory {
            Some(allowed) if bytes > allowed => Err(Stopped::Memory { needed: bytes, allowed }),
            _ => Ok(()),
        }
    }

    /// Tells the listener, if there is one, how far the computation is.
    pub fn report(&self, done: u64, total: Option<u64>) {
        if let Some(listener) = &self.listener {
            listener(Progress { done, total: self.total.or(total) });
        }
    }

    /// Something to know before a long computation starts, such as the memory
    /// that it takes.
    ///
    /// ```
    /// use miyama_budget::Budget;
    /// use miyama_text::say;
    /// let (write, read) = std::sync::mpsc::channel();
    /// let budget = Budget::unlimited().with_notes(move |text| write.send(text.to_string()).unwrap());
    /// budget.note(&say!("budget.cancelled"));
    /// assert_eq!(read.recv().unwrap(), "stopped: cancelled");
    /// ```
    pub fn note(&self, text: &Text) {
        if let Some(reader) = &self.notes {
            reader(text);
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::unlimited()
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("deadline", &self.deadline)
            .field("memory", &self.memory)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Stopped {
    /// The reason, for a person.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Stopped::Cancelled => say!("budget.cancelled"),
            Stopped::Time { allowed } => say!("budget.time", seconds = format!("{:.1}", allowed.as_secs_f64())),
            Stopped::Memory { needed, allowed } => match (bytes(*needed), bytes(*allowed)) {
                (needed, allowed) if needed == allowed => say!("budget.memory_more", allowed = allowed),
                (needed, allowed) => say!("budget.memory", needed = needed, allowed = allowed),
            },
        }
    }
}

/// A number of bytes as people read it: `1.5 GiB`.
///
/// ```
/// assert_eq!(miyama_budget::bytes(1536), "1.5 KiB");
/// ```
#[must_use]
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if n < 1024 {
        return format!("{n} B");
    }
    // 1024^6 = 2^60 fits, and n < 2^64 never reaches a seventh unit.
    let power = (n.ilog2() / 10).min(6);
    #[expect(clippy::cast_precision_loss)]
    let amount = n as f64 / (1u64 << (10 * power)) as f64;
    format!("{amount:.1} {}", UNITS[power as usize - 1])
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for Stopped {}
