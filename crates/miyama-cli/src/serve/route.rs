//! Paths, methods and headers: which request gets which reply.

use super::ask::{self, WebQuestion};
use super::packed::{self, Packed};
use super::reply::{self, Reply};
use super::told::{Ended, Kind, Load, Progress, Texts};
use super::workers::{State, Workers};
use super::{book, openapi, page};
use crate::answer::Format;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT_LANGUAGE, ALLOW, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN};
use hyper::{Method, Request, StatusCode, Uri};
use miyama_text::{Lang, Text, keys, lookup, say};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// A question is a few lines; reading a definition of this length takes a second at worst.
const LONGEST_BODY: usize = 16 << 10;
const JSON: &str = "application/json";
/// An id is chosen by the client and kept short.
const LONGEST_ID: usize = 64;

/// The server as a client sees it.
pub(super) struct Site {
    hosts: [String; 2],
    workers: Workers,
    /// What is the same for everyone is held once.
    document: Bytes,
    texts: Vec<(Lang, Bytes)>,
    packed: Packed,
}

type Refusal = Box<Reply>;

impl Site {
    pub(super) fn new(address: SocketAddr, workers: Workers) -> Site {
        let hosts = [address.to_string(), format!("localhost:{}", address.port())];
        let document = Bytes::from(reply::written(&openapi::document(workers.allowance())));
        Site {
            hosts,
            workers,
            document,
            texts: Lang::all().map(|lang| (lang, Bytes::from(reply::written(&texts(lang))))).collect(),
            packed: Packed::default(),
        }
    }

    /// How long a client may keep the server waiting.
    pub(super) fn patience(&self) -> Duration {
        self.workers.allowance().patience
    }

    /// The reply to a request, whatever it is.
    pub(super) async fn answer(&self, request: Request<Incoming>, client: IpAddr) -> Reply {
        let query = Query::of(request.uri().query().unwrap_or_default());
        let lang = query.lang.unwrap_or_else(|| preferred(request.headers()));
        if let Some(name) = &query.unknown_lang {
            return *problem(StatusCode::BAD_REQUEST, Kind::Input, &say!("serve.unknown_lang", name = name), lang);
        }
        match self.is_for_us(request.uri(), request.headers(), lang) {
            Ok(()) => self.routed(request, client, query, lang).await.unwrap_or_else(|refusal| *refusal),
            Err(refusal) => *refusal,
        }
    }

    /// Another site that the browser shows may point its name at this machine,
    /// or send requests here: neither is answered.
    /// A host in the first line of a request stands above that of its header.
    fn is_for_us(&self, uri: &Uri, headers: &HeaderMap, lang: Lang) -> Result<(), Refusal> {
        let is_host = |name: &str| self.hosts.iter().any(|host| host.eq_ignore_ascii_case(name));
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let named = uri.authority().is_none_or(|authority| is_host(authority.as_str()));
        if hosts.next().is_some() || !host.is_some_and(is_host) || !named {
            let says = say!("serve.foreign_host");
            return Err(problem(StatusCode::MISDIRECTED_REQUEST, Kind::Host, &says, lang));
        }
        let is_own = |origin: &HeaderValue| {
            origin.to_str().is_ok_and(|origin| origin.strip_prefix("http://").is_some_and(is_host))
        };
        let cross_site = headers
            .get(HeaderName::from_static("sec-fetch-site"))
            .is_some_and(|site| site == "cross-site" || site == "same-site");
        if cross_site || !headers.get_all(ORIGIN).iter().all(is_own) {
            return Err(problem(StatusCode::FORBIDDEN, Kind::Origin, &say!("serve.foreign_origin"), lang));
        }
        Ok(())
    }

    async fn routed(
        &self,
        request: Request<Incoming>,
        client: IpAddr,
        query: Query,
        lang: Lang,
    ) -> Result<Reply, Refusal> {
        let path = request.uri().path().to_owned();
        let method = request.method().clone();
        if let Some(id) = path.strip_prefix("/api/ask/") {
            return match method {
                Method::GET | Method::HEAD => self.progress(id, lang),
                Method::DELETE => self.cancel(id, lang),
                _ => Err(wrong_method("GET, HEAD, DELETE", lang)),
            };
        }
        if path == "/api/ask" {
            return match method {
                Method::POST => self.ask(request, client, query, lang).await,
                _ => Err(wrong_method("POST", lang)),
            };
        }
        let found = match path.as_str() {
            "/api/openapi.json" => Some((JSON, self.document.clone())),
            "/api/texts" => self.texts.iter().find(|(own, _)| *own == lang).map(|(_, texts)| (JSON, texts.clone())),
            "/api/load" => None,
            _ => {
                let file = page::file(&path).map(|(kind, text)| (kind, Bytes::from_static(text.as_bytes())));
                let file = file.or_else(|| book::file(&path, lang));
                Some(file.ok_or_else(|| problem(StatusCode::NOT_FOUND, Kind::Path, &say!("serve.no_path"), lang))?)
            }
        };
        match (method, found) {
            (Method::GET | Method::HEAD, Some((kind, bytes))) => {
                let short = packed::is_taken(request.headers()).then(|| self.packed.of(&path, lang, kind, &bytes));
                Ok(match short.flatten() {
                    Some(short) => reply::packed(kind, short),
                    None => reply::of(StatusCode::OK, kind, bytes),
                })
            }
            (Method::GET | Method::HEAD, None) => {
                let (running, waiting) = self.workers.load();
                Ok(reply::json(StatusCode::OK, &Load { running, waiting }))
            }
            _ => Err(wrong_method("GET, HEAD", lang)),
        }
    }

    /// Answers a question. If the client goes away, this is dropped, and with
    /// it the ticket, which cancels the computation.
    async fn ask(
        &self,
        request: Request<Incoming>,
        client: IpAddr,
        query: Query,
        lang: Lang,
    ) -> Result<Reply, Refusal> {
        let is_json = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
            kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
        });
        if !is_json {
            return Err(problem(StatusCode::UNSUPPORTED_MEDIA_TYPE, Kind::Type, &say!("serve.json_only"), lang));
        }
        if let Some(says) = &query.wrong {
            return Err(problem(StatusCode::BAD_REQUEST, Kind::Input, says, lang));
        }
        let format = match query.format {
            None => Format::Json,
            Some(name) => ask::format(&name).ok_or_else(|| {
                problem(StatusCode::BAD_REQUEST, Kind::Input, &say!("serve.unknown_format", name = name), lang)
            })?,
        };
        if query.id.as_ref().is_some_and(|id| !is_id(id)) {
            let says = say!("serve.bad_id", most = LONGEST_ID);
            return Err(problem(StatusCode::BAD_REQUEST, Kind::Id, &says, lang));
        }
        let body = body(request, self.patience(), lang).await?;
        let question = ask::parse(&body).map_err(|failure| Box::new(reply::failure(&failure, lang)))?;
        let ticket = self
            .workers
            .take(WebQuestion { question, format, lang }, client, query.id)
            .map_err(|refused| Box::new(reply::refused(refused, lang)))?;
        match ticket.answer().await {
            Ok(rendered) => Ok(reply::answer(rendered, lang)),
            Err(unanswered) => Err(Box::new(reply::unanswered(&unanswered, lang))),
        }
    }

    fn progress(&self, id: &str, lang: Lang) -> Result<Reply, Refusal> {
        let state = self.workers.state(id).ok_or_else(|| no_such_id(lang))?;
        Ok(reply::json(
            StatusCode::OK,
            &match state {
                State::Waiting => Progress::Waiting {},
                State::Running(progress) => Progress::Running { done: progress.done, total: progress.total },
            },
        ))
    }

    fn cancel(&self, id: &str, lang: Lang) -> Result<Reply, Refusal> {
        match self.workers.cancel(id) {
            true => Ok(reply::json(StatusCode::OK, &Ended::Cancelled {})),
            false => Err(no_such_id(lang)),
        }
    }
}

fn problem(status: StatusCode, kind: Kind, says: &Text, lang: Lang) -> Refusal {
    Box::new(reply::problem(status, kind, says, lang))
}

fn no_such_id(lang: Lang) -> Refusal {
    problem(StatusCode::NOT_FOUND, Kind::Id, &say!("serve.no_id"), lang)
}

fn wrong_method(allowed: &'static str, lang: Lang) -> Refusal {
    let mut refusal =
        problem(StatusCode::METHOD_NOT_ALLOWED, Kind::Method, &say!("serve.method", allowed = allowed), lang);
    refusal.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    refusal
}

/// The body of a request, if it is short and comes in time.
async fn body(request: Request<Incoming>, patience: Duration, lang: Lang) -> Result<Bytes, Refusal> {
    let too_long =
        || problem(StatusCode::PAYLOAD_TOO_LARGE, Kind::Body, &say!("serve.long_body", most = LONGEST_BODY), lang);
    let body = request.into_body();
    if hyper::body::Body::size_hint(&body).lower() > LONGEST_BODY as u64 {
        return Err(too_long());
    }
    match tokio::time::timeout(patience, Limited::new(body, LONGEST_BODY).collect()).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
        Ok(Err(_)) => Err(problem(StatusCode::BAD_REQUEST, Kind::Body, &say!("serve.broken_body"), lang)),
        Err(_) => Err(problem(StatusCode::REQUEST_TIMEOUT, Kind::Body, &say!("serve.slow_body"), lang)),
    }
}

fn is_id(id: &str) -> bool {
    (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The texts of the page, the same catalogue as the command line's.
fn texts(lang: Lang) -> Texts {
    let page = keys().filter_map(|key| Some((key.strip_prefix("page.")?.to_owned(), lookup(key, lang)?.to_owned())));
    let name = |lang: Lang| (lang.code().to_owned(), lookup("language.name", lang).unwrap_or_default().to_owned());
    Texts { lang: lang.code().to_owned(), languages: Lang::all().map(name).collect(), texts: page.collect() }
}

/// What may stand behind the `?`. Names and values need no escapes.
#[derive(Default)]
struct Query {
    lang: Option<Lang>,
    unknown_lang: Option<String>,
    format: Option<String>,
    id: Option<String>,
    /// A name that stands twice, or that a question does not have.
    wrong: Option<Text>,
}

impl Query {
    fn of(text: &str) -> Query {
        let mut query = Query::default();
        let mut seen = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            if seen.contains(&name) {
                query.wrong = Some(say!("serve.query_twice", name = name));
            }
            seen.push(name);
            match name {
                "lang" => match Lang::of_code(value) {
                    Some(lang) => query.lang = Some(lang),
                    None => query.unknown_lang = Some(value.to_owned()),
                },
                "format" => query.format = Some(value.to_owned()),
                "id" => query.id = Some(value.to_owned()),
                _ => query.wrong = query.wrong.or_else(|| Some(say!("serve.query_unknown", name = name))),
            }
        }
        query
    }
}

/// The language that the browser asks for first.
fn preferred(headers: &HeaderMap) -> Lang {
    let first = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    Lang::of_locale(first.trim_start()).unwrap_or_default()
}
