//! Many claims at once.

use super::{Claim, Expected, Unchecked, Verdict};
use miyama_budget::Budget;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A claim with its verdict.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The claim.
    pub claim: Arc<Claim>,
    /// The bound that was asked for.
    pub wish: Option<u64>,
    /// What the check found.
    pub verdict: Verdict,
    /// How long it took.
    pub took: Duration,
    /// Whether it is refuted below the bound that its file calls the least.
    pub earlier: bool,
    /// The line of its file at which a verdict shows that is not the expected one.
    pub line: usize,
}

impl Finding {
    /// Is it the verdict recorded with the claim?
    #[must_use]
    pub fn as_expected(&self) -> bool {
        !self.earlier && self.claim.agrees(&self.verdict, self.wish)
    }

    /// The verdict in one word: what is false because of a misprint is a misprint.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match (&self.verdict, self.claim.expected) {
            (Verdict::Refuted(_), Expected::Misprint { .. }) => "misprint",
            (verdict, _) => verdict.name(),
        }
    }
}

/// Checks these claims, each up to the bound for `wish`, with all threads of
/// the budget, and reports after each.
///
/// ```
/// use miyama_budget::Budget;
/// use miyama_claims::{run, select};
/// let findings = run(&select("000-E27").unwrap(), None, &Budget::unlimited()).unwrap();
/// assert!(findings[0].as_expected());
/// ```
///
/// # Errors
/// The first claim that could not be checked, and why.
pub fn run(claims: &[Arc<Claim>], wish: Option<u64>, budget: &Budget) -> Result<Vec<Finding>, Failed> {
    let (findings, failed) = run_so_far(claims, wish, budget);
    failed.map_or(Ok(findings), Err)
}

/// A claim that could not be checked, and why.
pub type Failed = (Arc<Claim>, Unchecked);

/// Checks these claims like [`run`], until one cannot be checked: what was found
/// before that, and which one it was.
pub fn run_so_far(claims: &[Arc<Claim>], wish: Option<u64>, budget: &Budget) -> (Vec<Finding>, Option<Failed>) {
    let total = claims.len();
    let threads = budget.threads().min(total).max(1);
    // A single claim tells its own progress; of several, the number done is told.
    let alone = total == 1;
    let part = budget.clone().with_threads(budget.threads() / threads);
    let part = if alone { part } else { part.with_listener(|_| {}) };
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    let findings = Mutex::new(Vec::with_capacity(total));
    let work = || {
        while let Some(claim) = claims.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            let checked = claim.check(wish, &part).and_then(|verdict| {
                let earlier = matches!(verdict, Verdict::Refuted(_)) && claim.refuted_earlier(wish, &part)?;
                let at_fault = || claim.line_at_fault(&verdict, wish, &part);
                let line = if earlier || !claim.agrees(&verdict, wish) { at_fault() } else { claim.line };
                Ok(Finding { claim: claim.clone(), wish, verdict, took: start.elapsed(), earlier, line })
            });
            match checked {
                Ok(found) => {
                    findings.lock().expect("no thread panics while it adds a finding").push(found);
                }
                Err(reason) => {
                    next.store(total, Ordering::Relaxed);
                    failed.lock().expect("no thread panics here").get_or_insert((claim.clone(), reason));
                }
            }
            let finished = done.fetch_add(1, Ordering::Relaxed) as u64 + 1;
            if !alone {
                budget.report(finished, Some(total as u64));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut findings = findings.into_inner().expect("no thread panics while it adds a finding");
    findings.sort_by_key(|found| claims.iter().position(|claim| Arc::ptr_eq(claim, &found.claim)));
    (findings, failed.into_inner().expect("no thread panics here"))
}
