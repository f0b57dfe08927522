//! Room for answers that have not left the process.
//!
//! An answer is written into pieces of one size. A piece counts from the moment
//! it is taken until the last of its bytes is with the system, whoever holds it
//! in between. Pieces are used again, so that what the allocator keeps of freed
//! memory does not add up beyond the bound.

use super::share::Shares;
use hyper::body::Bytes;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of a piece.
const PIECE: usize = 32 << 10;

/// The room. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Room {
    books: Arc<Mutex<Books>>,
    pieces: usize,
}

#[derive(Debug)]
struct Books {
    shares: Shares,
    /// Pieces that were given back.
    spare: Vec<Vec<u8>>,
}

/// A part of an answer.
#[derive(Debug)]
struct Piece {
    bytes: Vec<u8>,
    client: IpAddr,
    room: Room,
}

impl Room {
    pub(super) fn new(bytes: u64) -> Room {
        let pieces = usize::try_from(bytes / PIECE as u64).unwrap_or(usize::MAX).max(2);
        Room { books: Arc::new(Mutex::new(Books { shares: Shares::new(pieces), spare: Vec::new() })), pieces }
    }

    fn piece(&self, client: IpAddr) -> Option<Piece> {
        let mut books = self.books();
        if !books.shares.take(client) {
            return None;
        }
        let bytes = books.spare.pop().unwrap_or_else(|| Vec::with_capacity(PIECE));
        Some(Piece { bytes, client, room: self.clone() })
    }

    /// The books are whole whenever the lock is free.
    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        let mut books = self.room.books();
        books.shares.give_back(self.client);
        books.spare.push(bytes);
        if books.shares.is_idle() {
            books.spare = Vec::new();
        }
    }
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// An answer while it is written, and until it is sent.
#[derive(Debug)]
pub(super) struct Pieces {
    room: Room,
    client: IpAddr,
    pieces: Vec<Piece>,
    length: usize,
}

/// Why no more can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// Other answers of this client, or of all, take the room: later there may be some.
    ForNow,
    /// No such answer ever fits.
    ForEver,
}

impl Pieces {
    pub(super) fn new(room: &Room, client: IpAddr) -> Pieces {
        Pieces { room: room.clone(), client, pieces: Vec::new(), length: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// The longest answer that one client can get when nobody else has any: it
    /// may hold half of the pieces.
    pub(super) fn longest(&self) -> usize {
        self.room.pieces / 2 * PIECE
    }

    pub(super) fn write(&mut self, mut bytes: &[u8]) -> Result<(), Full> {
        if self.length + bytes.len() > self.longest() {
            return Err(Full::ForEver);
        }
        while !bytes.is_empty() {
            let last = match self.pieces.last_mut() {
                Some(piece) if piece.bytes.len() < PIECE => piece,
                _ => {
                    let piece = self.room.piece(self.client).ok_or(Full::ForNow)?;
                    self.pieces.push(piece);
                    continue;
                }
            };
            let (now, later) = bytes.split_at(bytes.len().min(PIECE - last.bytes.len()));
            last.bytes.extend_from_slice(now);
            self.length += now.len();
            bytes = later;
        }
        Ok(())
    }

    /// The bytes as they go out; each piece is given back when it has been sent.
    pub(super) fn into_bytes(self) -> impl Iterator<Item = Bytes> {
        self.pieces.into_iter().map(Bytes::from_owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, number])
    }

    #[test]
    fn bytes_count_until_the_last_of_them_is_dropped() {
        let room = Room::new(8 * PIECE as u64);
        let mut answer = Pieces::new(&room, client(1));
        answer.write(&vec![7; 4 * PIECE]).unwrap();
        let mut sent: Vec<Bytes> = answer.into_bytes().collect();
        assert!(sent.iter().all(|bytes| bytes.len() == PIECE));
        let part = sent[0].slice(10..20);
        sent.remove(0);
        let mut second = Pieces::new(&room, client(1));
        assert_eq!(second.write(b"x"), Err(Full::ForNow));
        drop(part);
        assert_eq!(second.write(b"x"), Ok(()));
        // Another client finds room all the while.
        assert_eq!(Pieces::new(&room, client(2)).write(b"y"), Ok(()));
        drop((sent, second));
        assert!(room.books().shares.is_idle() && room.books().spare.is_empty());
    }

    #[test]
    fn an_answer_that_never_fits_is_told_apart() {
        let room = Room::new(8 * PIECE as u64);
        let mut answer = Pieces::new(&room, client(1));
        assert_eq!(answer.write(&vec![7; 4 * PIECE + 1]), Err(Full::ForEver));
        for _ in 0..4 * PIECE {
            answer.write(b"z").unwrap();
        }
        assert_eq!(answer.write(b"z"), Err(Full::ForEver));
        let text: Vec<u8> = answer.into_bytes().flatten().collect();
        assert_eq!(text, vec![b'z'; 4 * PIECE]);
    }
}
