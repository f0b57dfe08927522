//! The budget of a run: limits from the command line and the machine, Ctrl-C,
//! and the progress line.

use crate::failure::{Failure, complain};
use crate::system;
use miyama_budget::Mistake;
use miyama_budget::{Budget, Progress};
use miyama_text::{Lang, say};
use std::io::{IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Limits that every command takes.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Limits {
    /// Most seconds to spend.
    #[arg(long, global = true, value_name = "SECONDS")]
    max_time: Option<f64>,
    /// Most memory to use: bytes, or with K, M, G.
    #[arg(long, global = true, value_name = "SIZE")]
    max_memory: Option<String>,
    /// Threads to use.
    #[arg(long, global = true, value_name = "N")]
    threads: Option<usize>,
}

/// A budget and the progress line that belongs to it.
pub(crate) struct Running {
    pub(crate) budget: Budget,
    line: Option<Arc<Mutex<Line>>>,
}

struct Line {
    started: Instant,
    shown: Option<Instant>,
    /// Whether rows of the answer stand where the line would.
    hushed: bool,
}

/// The budget for one run.
pub(crate) fn budget(limits: &Limits, lang: Lang) -> Result<Running, Failure> {
    let cancelled = Arc::new(AtomicBool::new(false));
    system::on_signal(&cancelled).map_err(|error| Failure::input(say!("cli.io", error = error.to_string())))?;
    let said: Mutex<Vec<String>> = Mutex::default();
    let mut budget = limits.budget(cancelled)?.with_notes(move |text| {
        let text = text.in_lang(lang);
        // What is computed in stages says it in each; people need to hear it once.
        if let Ok(mut said) = said.lock() {
            if said.contains(&text) {
                return;
            }
            said.push(text.clone());
        }
        // The progress line makes way.
        let wipe = if std::io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
        complain(&format!("{wipe}{text}"));
    });
    let line = std::io::stderr()
        .is_terminal()
        .then(|| Arc::new(Mutex::new(Line { started: Instant::now(), shown: None, hushed: false })));
    if let Some(line) = &line {
        let line = line.clone();
        budget = budget.with_listener(move |progress| {
            // A thread that died while it drew the line must not take others with it.
            if let Ok(mut line) = line.try_lock() {
                line.show(progress);
            }
        });
    }
    Ok(Running { budget, line })
}

impl Limits {
    /// Limits that another program sets.
    pub(crate) fn new(max_time: Option<f64>, max_memory: Option<String>, threads: Option<usize>) -> Limits {
        Limits { max_time, max_memory, threads }
    }

    /// A budget with these limits, which ends when the switch is on.
    pub(crate) fn budget(&self, cancelled: Arc<AtomicBool>) -> Result<Budget, Failure> {
        let mut budget = Budget::unlimited().with_cancel(cancelled).with_threads(self.threads());
        if let Some(seconds) = self.max_time {
            let allowed = Duration::try_from_secs_f64(seconds)
                .map_err(|_| Failure::input(say!("cli.bad_seconds", given = seconds.to_string())))?;
            budget = budget.with_time(allowed);
        }
        if let Some(bytes) = self.memory()? {
            budget = budget.with_memory(bytes);
        }
        Ok(budget)
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).clamp(1, 256)
    }

    /// The limit given, else nine tenths of what is free on this machine, or
    /// three quarters of what this process may still have.
    fn memory(&self) -> Result<Option<u64>, Failure> {
        match &self.max_memory {
            Some(text) => {
                let mistake = || Mistake::new(0..text.len(), say!("cli.bad_memory", given = text));
                let wrong = || Failure::option("--max-memory", mistake(), text);
                parse_bytes(text).map(Some).ok_or_else(wrong)
            }
            None => {
                let free = free_memory().map(|free| free / 10 * 9);
                let own = address_space().map(|left| left / 4 * 3);
                Ok(free.into_iter().chain(own).min())
            }
        }
    }
}

fn parse_bytes(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match text[digits.len()..].to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << unit)
}

/// Free memory in bytes, where the system tells.
fn free_memory() -> Option<u64> {
    memory_line("MemAvailable:")
}

/// Bytes that the limits of this process leave it, where there are any.
fn address_space() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let sizes = std::fs::read_to_string("/proc/self/status").ok()?;
    let used = sizes.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let used = used.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)?;
    Some(limit.saturating_sub(used))
}

/// All memory of the machine in bytes, where the system tells.
pub(crate) fn total_memory() -> Option<u64> {
    memory_line("MemTotal:")
}

fn memory_line(key: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

impl Line {
    /// Draws at most five times a second, and not in the first half second.
    fn show(&mut self, progress: Progress) {
        let elapsed = self.started.elapsed();
        let quiet =
            self.shown.map_or(elapsed < Duration::from_millis(500), |t| t.elapsed() < Duration::from_millis(200));
        if quiet || self.hushed {
            return;
        }
        self.shown = Some(Instant::now());
        let seconds = elapsed.as_secs_f64();
        #[expect(clippy::cast_precision_loss)]
        let rate = progress.done as f64 / seconds.max(1e-9);
        let text = match progress.total {
            Some(total) if total > 0 => {
                #[expect(clippy::cast_precision_loss)]
                let (part, left) = (
                    100.0 * progress.done as f64 / total as f64,
                    total.saturating_sub(progress.done) as f64 / rate.max(1e-9),
                );
                format!("{part:5.1} %  {}/s  {} ", short(rate), clock(left))
            }
            _ => format!("{}  {}/s  {} ", progress.done, short(rate), clock(seconds)),
        };
        let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
    }
}

impl Running {
    /// Wipes the progress line.
    pub(crate) fn wipe(&self) {
        let Some(mut line) = self.line.as_ref().and_then(|line| line.lock().ok()) else { return };
        if line.shown.take().is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    /// The answer comes: where it goes to the terminal too, the line is in its way.
    pub(crate) fn make_way(&self) {
        self.wipe();
        if let Some(mut line) = self.line.as_ref().and_then(|line| line.lock().ok()) {
            line.hushed = std::io::stdout().is_terminal();
        }
    }
}

fn short(rate: f64) -> String {
    match rate {
        r if r >= 1e9 => format!("{:.1}G", r / 1e9),
        r if r >= 1e6 => format!("{:.1}M", r / 1e6),
        r if r >= 1e3 => format!("{:.1}k", r / 1e3),
        r => format!("{r:.1}"),
    }
}

fn clock(seconds: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let s = seconds.clamp(0.0, 1e9).round() as u64;
    if s < 3600 {
        format!("{}:{:02}", s / 60, s % 60)
    } else {
        format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(parse_bytes("512"), Some(512));
        assert_eq!(parse_bytes("2k"), Some(2048));
        assert_eq!(parse_bytes("3GiB"), Some(3 << 30));
        assert_eq!(parse_bytes("3X"), None);
        assert_eq!(parse_bytes("G"), None);
        assert_eq!(parse_bytes("99999999999T"), None);
    }
}
