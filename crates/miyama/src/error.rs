//! Reasons of functions that have no answer, as the one error that `?` makes of them.

use crate::heap::conjecture::{NoTest, tuple};
use crate::heap::table::NoTable;
use crate::out_of_reach::OutOfReach;
use crate::pattern::NoCensus;
use crate::pattern::taking::Unsolved;
use crate::sum::NoValue;
use crate::sum::{NoSeries, NoSolution};
use crate::value::Unfinished;
use miyama_budget::{Error, Kind};
use miyama_text::say;

impl From<NoTable> for Error {
    fn from(reason: NoTable) -> Error {
        match reason {
            NoTable::Stopped(stopped) => stopped.into(),
            NoTable::Wrong(difference) => Error::of_kind(Kind::Defect, difference.text()),
            NoTable::TooLarge => Error::of_kind(Kind::Input, say!("table.out_of_range")),
            NoTable::Numbers => Error::of_kind(Kind::Input, say!("ruleset.numbers_too_large")),
            NoTable::NoValues => Error::of_kind(Kind::Input, say!("table.no_values")),
            NoTable::WonSplit => Error::of_kind(Kind::Input, say!("table.won_split")),
            NoTable::MisereSplit => Error::of_kind(Kind::Input, say!("table.misere_split")),
        }
    }
}

impl From<NoTest> for Error {
    fn from(reason: NoTest) -> Error {
        match reason {
            NoTest::Table(reason) => reason.into(),
            NoTest::Formula(no, position) => no.mistake(&tuple(&position)),
        }
    }
}

impl From<NoSolution> for Error {
    fn from(reason: NoSolution) -> Error {
        match reason {
            NoSolution::Stopped(stopped) => stopped.into(),
            NoSolution::SoFar(so_far) => so_far.stopped.into(),
            NoSolution::Wrong(difference) => Error::of_kind(Kind::Defect, difference.text()),
            open @ NoSolution::Open { .. } => {
                Error::of_kind(Kind::Input, open.text()).with_hint(say!("solve.give_time"))
            }
            // With more memory there would be an answer.
            table @ NoSolution::Table { needed: Some(_), .. } => Error::of_kind(Kind::Undecided, table.text()),
            other => Error::of_kind(Kind::Input, other.text()),
        }
    }
}

impl From<NoSeries> for Error {
    fn from(reason: NoSeries) -> Error {
        match reason {
            NoSeries::Mistake(mistake) => mistake,
            NoSeries::Unsolved(reason) => reason.into(),
        }
    }
}

impl From<Unsolved> for Error {
    fn from(reason: Unsolved) -> Error {
        match reason {
            Unsolved::Stopped(stopped) => stopped.into(),
            Unsolved::Stones(_) | Unsolved::Effort(_) => Error::of_kind(Kind::Input, reason.text()),
        }
    }
}

impl From<Unfinished> for Error {
    fn from(reason: Unfinished) -> Error {
        match reason {
            Unfinished::Stopped(stopped) => stopped.into(),
            other => Error::of_kind(Kind::Input, other.text()),
        }
    }
}

impl From<NoCensus> for Error {
    fn from(reason: NoCensus) -> Error {
        match reason {
            NoCensus::Value(reason) => reason.into(),
            NoCensus::Wrong(difference) => Error::of_kind(Kind::Defect, difference.text()),
            NoCensus::Cells(squares) => Error::of_kind(Kind::Input, say!("board.no_machine", squares = squares)),
        }
    }
}

impl From<NoValue> for Error {
    fn from(reason: NoValue) -> Error {
        match reason {
            NoValue::Mistake(error) => error,
            NoValue::Unfinished(reason) => reason.into(),
        }
    }
}

impl From<OutOfReach> for Error {
    fn from(reason: OutOfReach) -> Error {
        NoTable::from(reason).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miyama_budget::Stopped;

    #[test]
    fn a_reason_keeps_its_kind() {
        let stopped = Stopped::Memory { needed: 2, allowed: 1 };
        assert_eq!(Error::from(NoTest::Table(NoTable::Stopped(stopped))).stopped(), Some(stopped));
        assert_eq!(Error::from(NoSolution::Stopped(stopped)).kind, Kind::Stopped(stopped));
        assert_eq!(Error::from(Unfinished::TooDeep { limit: 3 }).kind, Kind::Input);
        assert_eq!(Error::from(Unsolved::Stones(100)).span(), None);
    }
}
