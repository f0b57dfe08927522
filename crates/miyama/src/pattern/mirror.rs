//! Boards on which the second player answers every move by its image.
//!
//! Let σ be a symmetry of the rules that is its own inverse, exchanges the players where they have
//! different moves, and leaves the board as it is. If no step that could ever be made looks at or
//! changes a cell of its own image, then under normal play the second player wins: a move
//! changes nothing that its image looks at, so that the image is possible after it, and leads to a board
//! that σ again leaves as it is.

use super::bits::{Word, bit, cells};
use super::part::Part;
use super::solver::Solver;

/// A symmetry of a board that is its own inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// A half turn about the centre.
    HalfTurn,
    /// The reflection that exchanges upper and lower rows.
    UpsideDown,
    /// The reflection that exchanges left and right columns.
    LeftRight,
    /// The reflection in a diagonal.
    Diagonal,
}

impl Mirror {
    /// The symmetry with these bits, as [`super::symmetry::Symmetry`] has them; none for the identity
    /// and for quarter turns.
    fn of_image(image: usize) -> Option<Mirror> {
        match image {
            1 => Some(Mirror::UpsideDown),
            2 => Some(Mirror::LeftRight),
            3 => Some(Mirror::HalfTurn),
            4 | 7 => Some(Mirror::Diagonal),
            _ => None,
        }
    }
}

impl<W: Word, const P: usize> Solver<W, P> {
    /// The symmetry by which the second player answers every move on a board, if one is found.
    pub(super) fn mirror(&mut self, board: &Part<W, P>) -> Option<Mirror> {
        let goes_on = self.rules.moves.iter().flatten().any(|(_, then)| then.is_some());
        if goes_on || board.all().is_zero() {
            return None;
        }
        let height = board.height();
        let image = |part: &Part<W, P>, symmetry: usize, height: u32| match symmetry & 4 {
            0 => part.flipped(symmetry & 3, height),
            _ => part.transposed(height).flipped(symmetry & 3, part.width),
        };
        let fits = |(symmetry, signs, exchanged): &&(usize, [usize; P], bool)| {
            let turned = image(board, *symmetry, height);
            Mirror::of_image(*symmetry).is_some()
                && (*exchanged || self.rules.impartial)
                && (0..P).all(|sign| signs[signs[sign]] == sign)
                && *board == Part { width: turned.width, sets: signs.map(|sign| turned.sets[sign]) }
        };
        let symmetries: Vec<usize> = self.symmetries.iter().filter(fits).map(|(symmetry, ..)| *symmetry).collect();
        if symmetries.is_empty() {
            return None;
        }
        let places = self.places(board);
        let answers = |symmetry: &&usize| {
            places.iter().all(|place| {
                let mut sets = [W::zero(); P];
                sets[0] = *place;
                (*place & image(&Part { width: board.width, sets }, **symmetry, height).sets[0]).is_zero()
            })
        };
        Mirror::of_image(*symmetries.iter().find(answers)?)
    }

    /// The cells that each step which could ever be made on a board looks at or changes.
    fn places(&mut self, board: &Part<W, P>) -> Vec<W> {
        let matcher = self.matcher(board.width);
        let steps = self.rules.steps.len();
        let mut places = vec![];
        self.splitter.for_each_place(&matcher, steps, board, &mut |at: W, shifts: &mut dyn FnMut(W) -> W| {
            places.extend(cells(at).map(|cell| shifts(bit(cell))));
        });
        places
    }
}
