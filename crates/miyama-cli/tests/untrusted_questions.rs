//! The server's questions, answered; in a process of its own, because the door
//! to files is closed for all of it.
#![allow(clippy::unwrap_used, clippy::panic, dead_code)]

#[path = "untrusted/mod.rs"]
mod seeds;

#[test]
fn no_question_is_a_defect() {
    seeds::read_seeds(seeds::target("answer"), 12);
}
