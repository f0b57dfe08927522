//! Tame quotients: those of Nim.
//!
//! The quotient 𝒯ₙ of Nim with heaps below 2ⁿ is, for n ≥ 2, made of the sums of heaps
//! of at most one token, {1, a} with a² = 1, and of all other sums, which add as
//! nimbers do: a group K of exponent 2 with 2ⁿ elements. A sum of ones is lost if it
//! is odd, any other if its nimbers add to 0: P = {a, e}, e the identity of K. 𝒯₀ has one
//! element and no P-position, 𝒯₁ = {1, a} with P = {a}.

use crate::quotient::Quotient;

impl Quotient {
    /// n if this is 𝒯ₙ, the quotient of Nim with heaps below 2ⁿ; otherwise it is wild.
    #[must_use]
    pub fn tame(&self) -> Option<u32> {
        let elements = || 0..self.order() as u32;
        match self.order() {
            1 => return (self.p_size() == 0).then_some(0),
            2 => return (self.product(1, 1) == 0 && !self.is_p(0) && self.is_p(1)).then_some(1),
            _ => {}
        }
        let a = elements().skip(1).find(|x| self.product(*x, *x) == 0)?;
        let rest = || elements().filter(move |x| *x != 0 && *x != a);
        let e = rest().find(|x| self.product(*x, *x) == *x)?;
        // Squares of K are e, e is its identity, and K is closed: then K is a group of
        // exponent 2, and ax is (ae)x for x in K.
        let group = rest().all(|x| {
            self.product(x, x) == e
                && self.product(x, e) == x
                && rest().all(|y| rest().any(|z| z == self.product(x, y)))
        });
        let closed = rest().all(|x| self.product(a, x) != 0 && self.product(a, x) != a);
        let p = elements().all(|x| self.is_p(x) == (x == a || x == e));
        let size = self.order() - 2;
        (group && closed && p && size.is_power_of_two() && size > 2).then(|| size.ilog2())
    }
}
