//! What is needed to check the misère quotient of a code without trusting this program.

use super::Quotients;
use crate::breaking::code::Code;
use serde::Serialize;

/// The quotient of the heaps 0, 1, … of a code, with its map.
#[derive(Clone, Debug, Serialize)]
pub struct Certificate {
    /// The version of this form.
    miyama_quotient: u32,
    code: Code,
    /// How many elements the quotient has. They are numbered from 0, the identity.
    order: usize,
    /// The heaps whose elements are the letters of the presentation.
    generators: Vec<u32>,
    /// For each letter: the product of every element with it.
    times: Vec<Vec<u32>>,
    /// The P-elements.
    p: Vec<u32>,
    /// The element of each heap, from heap 0 on.
    map: Vec<u32>,
    /// Left and right sides of the relations, as exponents of the letters.
    relations: Vec<(Vec<u32>, Vec<u32>)>,
    /// Where the map repeats, if it is proven that it does.
    period: Option<Repeats>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Repeats {
    start: u64,
    length: u64,
}

impl Certificate {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

/// The certificate of the quotient of a code, as far as it was followed.
#[must_use]
pub fn certify(found: &Quotients) -> Option<Certificate> {
    let code = found.code()?.clone();
    let (quotient, presentation) = (found.quotient(), found.presentation());
    // Elements in the order of their normal forms; the identity comes first.
    let mut numbers = vec![0; quotient.order()];
    for (number, element) in (0..).zip(&presentation.sorted) {
        numbers[*element as usize] = number;
    }
    let number = |element: u32| numbers[element as usize];
    let times = |letter: &u32| presentation.sorted.iter().map(|x| number(quotient.product(*x, *letter))).collect();
    let images = found.images();
    Some(Certificate {
        miyama_quotient: Certificate::VERSION,
        code,
        order: quotient.order(),
        generators: presentation.heaps.clone(),
        times: presentation.letters.iter().map(times).collect(),
        p: presentation.sorted.iter().filter(|x| quotient.is_p(**x)).map(|x| number(*x)).collect(),
        map: images.iter().map(|x| number(*x)).collect(),
        relations: presentation.relations.clone(),
        period: found.period().map(|p| Repeats { start: p.start, length: p.length }),
    })
}
