//! The server: a page and the questions of the command line over HTTP, for
//! this machine only.
//!
//! One thread takes connections and speaks HTTP; it never computes. Questions
//! go to a fixed number of [`workers`], each under a budget of its own. What a
//! client can make the server hold is bounded everywhere: connections, heads,
//! bodies, waiting questions, memory of a computation, bytes of answers that
//! have not left the process, and the time for each. Each client, that is each
//! address, has its share of them: see [`share`] and [`line`].

mod ask;
mod book;
mod json;
mod line;
mod openapi;
mod packed;
mod page;
mod patience;
mod reply;
mod room;
mod route;
#[cfg(test)]
#[path = "../tests/serve/schema.rs"]
mod schema;
mod schemas;
mod share;
mod told;
mod workers;

pub(crate) use ask::{format as format_named, is_open, parse as read_question, read as read_allowed};
pub(crate) use json::read as read_json;

use crate::failure::Failure;
use crate::files;
use crate::system;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use miyama_budget::Budget;
use miyama_text::say;
use patience::Patient;
use route::Site;
use share::Shares;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use workers::Workers;

/// What one request may use, and how many there may be.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    /// For the computation.
    pub(crate) time: Duration,
    /// For the computation, in bytes.
    pub(crate) memory: u64,
    /// Bytes of answers that have not left the process, of all requests together.
    pub(crate) answers: u64,
    /// Questions answered at the same time.
    pub(crate) workers: usize,
    /// Questions that wait for a worker; more are refused.
    pub(crate) waiting: usize,
    /// For a client to send a head, or a body, or to take a byte of an answer.
    pub(crate) patience: Duration,
}

/// Connections held open at the same time: fewer than the 1024 files that a
/// process usually may have open. One client may have half of them.
const CONNECTIONS: usize = 768;
/// JSON on each line.
const LINES: &str = "application/x-ndjson";
/// How often the server looks whether it shall stop.
const GLANCE: Duration = Duration::from_millis(50);

/// Serves until the budget says stop. `ready` is told the address.
pub(crate) fn run(
    port: u16,
    allowance: &Allowance,
    budget: &Budget,
    ready: impl FnOnce(SocketAddr) -> Result<(), Failure>,
) -> Result<(), Failure> {
    files::close();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let workers = Workers::start(allowance)?;
    let end = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
            .await
            .map_err(|error| Failure::input(say!("serve.no_port", port = port, error = system::reason(&error))))?;
        let address = listener.local_addr()?;
        ready(address)?;
        let site = Arc::new(Site::new(address, workers.clone()));
        accept(&listener, site, budget).await;
        Ok(())
    });
    workers.stop();
    end
}

/// Takes connections until the budget says stop.
async fn accept(listener: &TcpListener, site: Arc<Site>, budget: &Budget) {
    let seats = Arc::new(Mutex::new(Shares::new(CONNECTIONS)));
    while budget.check().is_ok() {
        let (stream, client) = match timeout(GLANCE, listener.accept()).await {
            Ok(Ok((stream, address))) => (stream, address.ip()),
            // Out of descriptors, or the client left in between: others may go on.
            Ok(Err(_)) => {
                sleep(GLANCE).await;
                continue;
            }
            Err(_) => continue,
        };
        let Some(seat) = Seat::take(&seats, client) else {
            // It fits in what the system takes from a new connection, or is lost.
            let _ = stream.into_std().and_then(|mut stream| stream.write_all(reply::no_connection().as_bytes()));
            continue;
        };
        let (site, patience) = (site.clone(), site.patience());
        tokio::spawn(async move {
            let answer = service_fn(move |request| {
                let site = site.clone();
                async move { Ok::<_, std::convert::Infallible>(site.answer(request, client).await) }
            });
            let mut http = hyper::server::conn::http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(16 << 10);
            // A client that breaks off or speaks no HTTP ends its own connection only.
            let _ = http.serve_connection(TokioIo::new(Patient::new(stream, patience)), answer).await;
            drop(seat);
        });
    }
}

/// A connection's place among [`CONNECTIONS`].
struct Seat {
    seats: Arc<Mutex<Shares>>,
    client: IpAddr,
}

impl Seat {
    fn take(seats: &Arc<Mutex<Shares>>, client: IpAddr) -> Option<Seat> {
        let allowed = seats.lock().unwrap_or_else(PoisonError::into_inner).take(client);
        allowed.then(|| Seat { seats: seats.clone(), client })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).give_back(self.client);
    }
}
