//! What goes back to a client: pages, answers, and failures with their status.

use super::ask::Rendered;
use super::told::{Failed, Kind};
use super::workers::{TurnedAway, Unanswered};
use crate::failure::Failure;
use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, VARY};
use hyper::{Response, StatusCode};
use miyama_budget::Stopped;
use miyama_text::{Lang, Text, say};
use serde::Serialize;
use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Bytes that are handed over at a time.
const PART: usize = 32 << 10;

/// A body in pieces: each is let go of when it has been sent.
pub(super) struct Parts {
    parts: VecDeque<Bytes>,
    left: u64,
}

impl Parts {
    /// Bytes that are held once, for all who ask, or are few.
    fn of(mut bytes: Bytes) -> Parts {
        let mut parts = Vec::new();
        while !bytes.is_empty() {
            parts.push(bytes.split_to(bytes.len().min(PART)));
        }
        parts.into_iter().collect()
    }
}

impl FromIterator<Bytes> for Parts {
    fn from_iter<I: IntoIterator<Item = Bytes>>(parts: I) -> Parts {
        let parts: VecDeque<Bytes> = parts.into_iter().collect();
        let left = parts.iter().map(|part| part.len() as u64).sum();
        Parts { parts, left }
    }
}

impl Body for Parts {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let part = self.parts.pop_front();
        self.left -= part.as_ref().map_or(0, |part| part.len() as u64);
        Poll::Ready(part.map(|part| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.parts.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}

pub(super) type Reply = Response<Parts>;

/// The headers of every reply: nothing from elsewhere is loaded, nothing of
/// the page is shown elsewhere, nothing is guessed.
const ALWAYS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// A reply of these bytes.
pub(super) fn of(status: StatusCode, kind: &'static str, bytes: impl Into<Bytes>) -> Reply {
    in_parts(status, kind, Parts::of(bytes.into()))
}

/// What is packed, for a client that unpacks it.
pub(super) fn packed(kind: &'static str, bytes: Bytes) -> Reply {
    let mut reply = of(StatusCode::OK, kind, bytes);
    reply.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    reply.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    reply
}

/// An answer, which gives back its room as it is sent. Where a limit was reached, what is known
/// stands beside the failure.
pub(super) fn answer(rendered: Rendered, lang: Lang) -> Reply {
    let Rendered { bytes, kind, limit } = rendered;
    let Some(limit) = limit else { return in_parts(StatusCode::OK, kind, bytes.into_bytes().collect()) };
    let (status, why) = told(&limit);
    let failed = written(&Failed::of(&limit, why, lang));
    let behind = format!(",{}", failed.strip_prefix('{').unwrap_or_default());
    let all = std::iter::once(Bytes::from_static(b"{\"answer\": ")).chain(bytes.into_bytes());
    in_parts(status, kind, all.chain([Bytes::from(behind)]).collect())
}

fn in_parts(status: StatusCode, kind: &'static str, body: Parts) -> Reply {
    let mut reply = Response::new(body);
    *reply.status_mut() = status;
    let headers = reply.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // The page and the program are one; another version may listen here tomorrow.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    reply
}

pub(super) fn json(status: StatusCode, value: &impl Serialize) -> Reply {
    of(status, "application/json", written(value))
}

/// What is said in JSON; nothing of it can fail to be JSON.
pub(super) fn written(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// A failure that is none of the mathematics: of the protocol, or of the server.
pub(super) fn problem(status: StatusCode, kind: Kind, says: &Text, lang: Lang) -> Reply {
    json(status, &Failed::new(kind, says.in_lang(lang)))
}

pub(super) fn refused(refused: TurnedAway, lang: Lang) -> Reply {
    match refused {
        TurnedAway::Busy => busy(&say!("serve.busy"), lang),
        TurnedAway::TakenId => problem(StatusCode::CONFLICT, Kind::Id, &say!("serve.taken_id"), lang),
    }
}

/// Too much is held already; a moment later it may be less.
fn busy(says: &Text, lang: Lang) -> Reply {
    let mut reply = problem(StatusCode::SERVICE_UNAVAILABLE, Kind::Busy, says, lang);
    reply.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    reply
}

pub(super) fn unanswered(unanswered: &Unanswered, lang: Lang) -> Reply {
    match unanswered {
        Unanswered::Failed(why) => failure(why, lang),
        Unanswered::NoRoom => busy(&say!("serve.unfetched"), lang),
        Unanswered::Broken => problem(StatusCode::INTERNAL_SERVER_ERROR, Kind::Defect, &say!("serve.defect"), lang),
    }
}

/// What a client hears that has its share of the connections, before any HTTP is spoken.
pub(super) fn no_connection() -> String {
    let body = written(&Failed::new(Kind::Busy, say!("serve.connections").in_lang(Lang::En)));
    format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         connection: close\r\nretry-after: 1\r\n\r\n{body}",
        body.len()
    )
}

pub(super) fn failure(failure: &Failure, lang: Lang) -> Reply {
    let (status, kind) = told(failure);
    json(status, &Failed::of(failure, kind, lang))
}

/// The one place where a failure gets its status.
fn told(failure: &Failure) -> (StatusCode, Kind) {
    match failure {
        Failure::Input { .. } | Failure::File(_) => (StatusCode::BAD_REQUEST, Kind::Input),
        Failure::Defect(_) => (StatusCode::INTERNAL_SERVER_ERROR, Kind::Defect),
        Failure::Undecided(_) => (StatusCode::UNPROCESSABLE_ENTITY, Kind::Undecided),
        Failure::Stopped(Stopped::Cancelled) | Failure::Interrupted(_) | Failure::ReaderGone => {
            (StatusCode::CONFLICT, Kind::Cancelled)
        }
        Failure::Stopped(Stopped::Time { .. }) => (StatusCode::UNPROCESSABLE_ENTITY, Kind::Time),
        Failure::Stopped(Stopped::Memory { .. }) => (StatusCode::UNPROCESSABLE_ENTITY, Kind::Memory),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_a_failure_of_the_server() {
        let reply = failure(&Failure::Defect(say!("serve.busy")), Lang::En);
        assert_eq!(reply.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }
}
