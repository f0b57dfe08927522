//! Boards on which the second player answers every move by its image.
//!
//! Let σ be a symmetry of the rules that is its own inverse, exchanges the players where they have
//! different moves, and leaves the board as it is. If no step that could ever be made changes a cell that
//! its image looks at or changes, then under normal play the second player wins: after a move its image
//! is still possible, and leads to a board that σ again leaves as it is.

use super::bits::Word;
use super::part::Part;
use super::solver::Solver;

/// A symmetry of a board that is its own inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
        let (matcher, steps) = (self.matcher(board.width), self.rules.steps.len());
        let places = self.splitter.places(&matcher, steps, board);
        let answers = |symmetry: &&usize| {
            places.iter().all(|[changed, looked_at]| {
                let mut sets = [W::zero(); P];
                sets[0] = *looked_at;
                (*changed & image(&Part { width: board.width, sets }, **symmetry, height).sets[0]).is_zero()
            })
        };
        Mirror::of_image(*symmetries.iter().find(answers)?)
    }
}
