//! The ways in which a pattern may lie on the board.

use crate::pattern::syntax::{Directions, Kind};

/// The directions of a row and from row to row.
pub(super) type Frame = ((i32, i32), (i32, i32));

/// The place of a cell of a pattern that lies so.
pub(super) fn place((along, down): Frame, row: usize, column: usize) -> (i32, i32) {
    let (i, j) = (row as i32, column as i32);
    (j * along.0 + i * down.0, j * along.1 + i * down.1)
}

/// All ways in which a pattern may lie.
pub(super) fn frames(kind: Kind, directions: Directions) -> Vec<Frame> {
    let mut frames = vec![];
    match kind {
        Kind::Strip => {
            frames.push(((0, 1), (1, 0)));
            if directions.sym {
                frames.push(((0, -1), (1, 0)));
            }
        }
        // A path is read in both directions because both are paths.
        Kind::Graph | Kind::Edges => frames.push(((0, 1), (1, 0))),
        Kind::Grid => {
            if directions.sym {
                for sign in [1, -1] {
                    for other in [1, -1] {
                        frames.push(((0, sign), (other, 0)));
                        frames.push(((sign, 0), (0, other)));
                    }
                }
            } else if !directions.diag {
                frames.push(((0, 1), (1, 0)));
            }
            if directions.diag {
                frames.extend([(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|along| (along, (0, 0))));
            }
        }
    }
    frames
}
