//! Generators and relations, as papers print them.
//!
//! Letters a, b, c, … are the images of heaps, smallest first: each one that is no
//! product of those before it, and of these the ones that are no product of the
//! others (a heap met later may show that an earlier one was a product). Products of letters are ordered by the exponent
//! of the last letter first; the *normal form* of an element is the least product that
//! gives it. A product is normal exactly if no relation's left side divides it, where
//! the left sides are the products that are not normal though all their proper
//! divisors are: together with the normal forms as right sides they present the monoid
//! (a reduced Gröbner basis).

use crate::quotient::Quotient;
use hashbrown::HashSet;

/// Exponents of the letters.
pub type Exponents = Vec<u32>;

/// A quotient by generators and relations.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Presentation {
    /// The heap that each letter stands for.
    pub heaps: Vec<u32>,
    /// The element that each letter stands for.
    pub letters: Vec<u32>,
    /// The normal form of each element.
    pub normal: Vec<Exponents>,
    /// Relations, left and right side.
    pub relations: Vec<(Exponents, Exponents)>,
    /// The elements in the order of their normal forms.
    pub sorted: Vec<u32>,
}

/// The presentation by the heaps with these images.
#[must_use]
pub fn present(quotient: &Quotient, images: &[u32]) -> Presentation {
    let mut heaps: Vec<u32> = Vec::new();
    let mut reached = generated(quotient, &[]);
    for (heap, image) in images.iter().enumerate() {
        if !reached.contains(image) {
            heaps.push(heap as u32);
            let letters: Vec<u32> = heaps.iter().map(|heap| images[*heap as usize]).collect();
            reached = generated(quotient, &letters);
        }
    }
    let mut at = 0;
    while at < heaps.len() {
        let others: Vec<u32> =
            heaps.iter().filter(|heap| **heap != heaps[at]).map(|heap| images[*heap as usize]).collect();
        if generated(quotient, &others).contains(&images[heaps[at] as usize]) {
            heaps.remove(at);
        } else {
            at += 1;
        }
    }
    let letters: Vec<u32> = heaps.iter().map(|heap| images[*heap as usize]).collect();
    let (normal, sorted) = normal_forms(quotient, &letters);
    let relations = relations(quotient, &letters, &normal);
    Presentation { heaps, letters, normal, relations, sorted }
}

/// The products of these elements.
fn generated(quotient: &Quotient, letters: &[u32]) -> HashSet<u32> {
    let mut reached = HashSet::from_iter([0]);
    let mut waiting = vec![0];
    while let Some(x) = waiting.pop() {
        waiting.extend(letters.iter().map(|letter| quotient.product(x, *letter)).filter(|y| reached.insert(*y)));
    }
    reached
}

/// The normal form of each element, and the elements in the order of these.
fn normal_forms(quotient: &Quotient, letters: &[u32]) -> (Vec<Exponents>, Vec<u32>) {
    let mut normal: Vec<Option<Exponents>> = vec![None; quotient.order()];
    normal[0] = Some(vec![0; letters.len()]);
    let mut sorted = vec![0u32];
    for (index, letter) in letters.iter().enumerate() {
        // The elements without this letter come in order; times the letter, its
        // square and so on they give the others in order.
        let mut last = sorted.clone();
        for exponent in 1.. {
            let mut next = Vec::new();
            for x in last {
                let y = quotient.product(x, *letter);
                if normal[y as usize].is_none() {
                    let mut form = normal[x as usize].clone().unwrap_or_default();
                    form[index] = exponent;
                    normal[y as usize] = Some(form);
                    next.push(y);
                }
            }
            if next.is_empty() {
                break;
            }
            sorted.extend_from_slice(&next);
            last = next;
        }
    }
    // The letters generate the monoid: every element has its form.
    (normal.into_iter().map(Option::unwrap_or_default).collect(), sorted)
}

fn relations(quotient: &Quotient, letters: &[u32], normal: &[Exponents]) -> Vec<(Exponents, Exponents)> {
    let forms: HashSet<&Exponents> = normal.iter().collect();
    let mut sides: HashSet<Exponents> = HashSet::new();
    let mut relations = Vec::new();
    for (x, form) in normal.iter().enumerate() {
        for (letter, element) in letters.iter().enumerate() {
            let mut left = form.clone();
            left[letter] += 1;
            let least = |product: &Exponents| {
                (0..product.len()).filter(|l| product[*l] > 0).all(|l| {
                    let mut divisor = product.clone();
                    divisor[l] -= 1;
                    forms.contains(&divisor)
                })
            };
            if !forms.contains(&left) && least(&left) && sides.insert(left.clone()) {
                let right = normal[quotient.product(x as u32, *element) as usize].clone();
                relations.push((left, right));
            }
        }
    }
    relations.sort_unstable_by(|(a, _), (b, _)| a.iter().rev().cmp(b.iter().rev()));
    relations
}

/// A product of letters: `ab2c`, or `1`.
///
/// ```
/// assert_eq!(miyama_misere::presentation::product(&[1, 2, 0, 1]), "ab2d");
/// assert_eq!(miyama_misere::presentation::product(&[0, 0]), "1");
/// ```
#[must_use]
pub fn product(exponents: &[u32]) -> String {
    let mut text = String::new();
    for (letter, exponent) in exponents.iter().enumerate().filter(|(_, exponent)| **exponent > 0) {
        text.push_str(&letter_name(letter));
        if *exponent > 1 {
            text.push_str(&exponent.to_string());
        }
    }
    if text.is_empty() { "1".to_owned() } else { text }
}

/// a, b, … z, then (27), (28), ….
fn letter_name(letter: usize) -> String {
    match u8::try_from(letter) {
        Ok(small) if small < 26 => char::from(b'a' + small).to_string(),
        _ => format!("({})", letter + 1),
    }
}

impl Presentation {
    /// An element as a product of letters.
    #[must_use]
    pub fn name(&self, x: u32) -> String {
        product(&self.normal[x as usize])
    }

    /// `<a,b | a2=1,b3=b>`.
    #[must_use]
    pub fn text(&self) -> String {
        let letters: Vec<String> = (0..self.letters.len()).map(letter_name).collect();
        let relations: Vec<String> =
            self.relations.iter().map(|(left, right)| format!("{}={}", product(left), product(right))).collect();
        format!("<{} | {}>", letters.join(","), relations.join(","))
    }

    /// The P-portion: `{a,b2}`.
    #[must_use]
    pub fn p_portion(&self, quotient: &Quotient) -> String {
        let names: Vec<String> = self.sorted.iter().filter(|x| quotient.is_p(**x)).map(|x| self.name(*x)).collect();
        format!("{{{}}}", names.join(","))
    }
}
