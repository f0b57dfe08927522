//! A server of its own for each test, and a client that speaks plain HTTP.
#![allow(dead_code)]

#[path = "document.rs"]
pub(crate) mod document;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running `miyama serve`, ended with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Server {
        Server::start_with(arguments, &[])
    }

    /// A server with these environment variables.
    pub(crate) fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_miyama"))
            .arg("serve")
            .args(arguments)
            .envs(environment.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().strip_suffix('/').unwrap().to_owned();
        Server { child, address }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// A connection of another client: 127.0.0.1, 127.0.0.2 and so on are clients of their own.
    pub(crate) fn connect_from(&self, client: u8) -> TcpStream {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(([127, 0, 0, client], 0).into()).unwrap();
            socket.connect(self.address.parse().unwrap()).await.unwrap().into_std().unwrap()
        });
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// A question of another client.
    pub(crate) fn ask_from(&self, client: u8, body: &str) -> Reply {
        let mut stream = self.connect_from(client);
        let request = self.post("/api/ask", body);
        stream.write_all(request.as_bytes()).unwrap();
        let reply = Reply::read(&mut stream);
        document::check_exchange(&request, reply.status, &reply.head, &reply.body);
        reply
    }

    /// Sends a whole request and reads the reply, which must be as the document says.
    pub(crate) fn send(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let reply = Reply::read(&mut stream);
        document::check_exchange(request, reply.status, &reply.head, &reply.body);
        reply
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address))
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    pub(crate) fn ask(&self, body: &str) -> Reply {
        self.send(&self.post("/api/ask", body))
    }

    /// How many questions are computed, and how many wait, as another client sees it.
    pub(crate) fn load_from(&self, client: u8) -> (u64, u64) {
        let mut stream = self.connect_from(client);
        stream.write_all(format!("GET /api/load HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).as_bytes()).unwrap();
        let load = Reply::read(&mut stream).json();
        (load["running"].as_u64().unwrap(), load["waiting"].as_u64().unwrap())
    }

    /// How many questions are computed at this moment.
    pub(crate) fn running(&self) -> u64 {
        self.get("/api/load").json()["running"].as_u64().unwrap()
    }

    /// Waits until so many questions are computed.
    pub(crate) fn wait_for_running(&self, count: u64) {
        for _ in 0..2000 {
            if self.running() == count {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("never {count} running");
    }

    /// Bytes of memory that the server holds now.
    pub(crate) fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most memory that it ever held.
    pub(crate) fn most_memory(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().strip_suffix("kB").unwrap().trim().parse::<u64>().unwrap() * 1024
    }

    /// Ctrl-C; the exit code.
    pub(crate) fn interrupt(mut self) -> Option<i32> {
        Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        self.child.wait().unwrap().code()
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn read(stream: &mut impl Read) -> Reply {
        Reply::try_read(stream).expect("a whole reply")
    }

    /// `None` if the connection ends before the reply does.
    pub(crate) fn try_read(stream: &mut impl Read) -> Option<Reply> {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            match stream.read(&mut byte) {
                Ok(1) => head.push(byte[0]),
                _ => return None,
            }
        }
        let head = String::from_utf8(head).unwrap();
        let length =
            head.lines().find_map(|l| l.to_ascii_lowercase().strip_prefix("content-length: ").map(str::to_owned));
        let mut body = vec![0; length.map_or(0, |l| l.parse().unwrap())];
        stream.read_exact(&mut body).ok()?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Reply { status, head, body })
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The kind of the error, or nothing.
    pub(crate) fn kind(&self) -> String {
        self.json()["error"]["kind"].as_str().unwrap_or_default().to_owned()
    }
}
