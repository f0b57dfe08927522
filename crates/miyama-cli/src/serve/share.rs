//! Places that clients share, so that one of them never takes them all.

use std::collections::HashMap;
use std::net::IpAddr;

/// A number of places. A client may take one more while it holds fewer than
/// are left.
///
/// So after it took one, it holds at most one more than are left: of C places
/// never more than (C+1)/2, and the last place of all goes only to a client that
/// has none. Of n clients who take in turn what they can, each gets C/(n+1), and
/// as many are left for whoever comes next.
#[derive(Debug)]
pub(super) struct Shares {
    left: usize,
    held: HashMap<IpAddr, usize>,
}

impl Shares {
    pub(super) fn new(places: usize) -> Shares {
        Shares { left: places, held: HashMap::new() }
    }

    /// Takes a place for a client, if its share allows.
    pub(super) fn take(&mut self, client: IpAddr) -> bool {
        let allowed = self.held_by(client) < self.left;
        if allowed {
            self.left -= 1;
            *self.held.entry(client).or_default() += 1;
        }
        allowed
    }

    /// Gives a place of a client back.
    pub(super) fn give_back(&mut self, client: IpAddr) {
        let Some(held) = self.held.get_mut(&client) else { return };
        *held -= 1;
        if *held == 0 {
            self.held.remove(&client);
        }
        self.left += 1;
    }

    pub(super) fn held_by(&self, client: IpAddr) -> usize {
        self.held.get(&client).copied().unwrap_or(0)
    }

    /// Whether every place is free.
    pub(super) fn is_idle(&self) -> bool {
        self.held.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, number])
    }

    #[test]
    fn greedy_clients_leave_room_for_the_next() {
        for (clients, places) in [(1, 1), (1, 100), (2, 90), (7, 512), (40, 41)] {
            let mut shares = Shares::new(places);
            // In turn, and then once more one after the other.
            for _ in 0..places {
                for number in 0..clients {
                    shares.take(client(number));
                }
            }
            for number in 0..clients {
                while shares.take(client(number)) {}
                assert!(2 * shares.held_by(client(number)) <= places + 1);
            }
            let taken: usize = (0..clients).map(|number| shares.held_by(client(number))).sum();
            assert_eq!(taken + shares.left, places);
            assert!(places == 1 || shares.take(client(250)), "{clients} clients, {places} places");
        }
    }

    #[test]
    fn a_place_given_back_can_be_taken_again() {
        let mut shares = Shares::new(4);
        for _ in 0..100 {
            assert!(shares.take(client(1)) && shares.take(client(1)) && !shares.take(client(1)));
            shares.give_back(client(1));
            shares.give_back(client(1));
            shares.give_back(client(1));
            assert!(shares.is_idle() && shares.left == 4);
        }
    }
}
