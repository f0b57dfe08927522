//! One file per command: its question, how it is answered, how the answer is written.

pub(crate) mod bench;
pub(crate) mod bricks;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod conjecture;
pub(crate) mod find_rule;
pub(crate) mod games;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod period;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod quotient;
pub(crate) mod record;
pub(crate) mod reply;
pub(crate) mod report;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod tasks;
pub(crate) mod theorem;
pub(crate) mod value;
pub(crate) mod verify;
pub(crate) mod word;
pub(crate) mod work;
