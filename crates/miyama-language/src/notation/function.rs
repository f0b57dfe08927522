//! The functions and sequences that have a name of their own.

/// A function of whole numbers; `floor`, `ceil` and `sqrt` also of fractions and roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// `floor(a)`, `⌊a⌋`
    Floor,
    /// `ceil(a)`, `⌈a⌉`
    Ceiling,
    /// `sqrt(a)`, `√a`
    Root,
    /// `log2(a)`: the greatest t with 2^t ≤ a.
    Logarithm,
    /// `gcd(a, b)`
    Gcd,
    /// `lcm(a, b)`
    Lcm,
    /// `xor(a, b)`, `a ^^ b`, `a ⊕ b`
    NimSum,
    /// `and(a, b)`: the binary digits that both have.
    BitAnd,
    /// `or(a, b)`: the binary digits that one has.
    BitOr,
    /// `v2(a)`: how often 2 divides a ≥ 1.
    TwoAdic,
    /// `digitsum(a, b)`: the sum of the digits of a in base b.
    DigitSum,
    /// `digits(a, b)`: how many digits a has in base b; 0 has none.
    Digits,
    /// `digit(a, k, b)`: digit k of a in base b, the last one being digit 0.
    Digit,
    /// `factorial(a)`, `a!`
    Factorial,
    /// `binomial(a, b)`: in how many ways b of a things can be chosen.
    Binomial,
}

impl Function {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Function); 15] = [
        ("floor", Function::Floor),
        ("ceil", Function::Ceiling),
        ("sqrt", Function::Root),
        ("log2", Function::Logarithm),
        ("gcd", Function::Gcd),
        ("lcm", Function::Lcm),
        ("xor", Function::NimSum),
        ("and", Function::BitAnd),
        ("or", Function::BitOr),
        ("v2", Function::TwoAdic),
        ("digitsum", Function::DigitSum),
        ("digits", Function::Digits),
        ("digit", Function::Digit),
        ("factorial", Function::Factorial),
        ("binomial", Function::Binomial),
    ];

    /// The function of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Function> {
        Function::ALL.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Function::ALL.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }

    /// How many numbers it takes: the fewest and the most. Where the last may be left
    /// out, it is the base 2.
    #[must_use]
    pub fn takes(self) -> (usize, usize) {
        match self {
            Function::Floor | Function::Ceiling | Function::Root => (1, 1),
            Function::Logarithm | Function::TwoAdic | Function::Factorial => (1, 1),
            Function::Gcd | Function::Lcm | Function::Binomial => (2, 2),
            Function::NimSum | Function::BitAnd | Function::BitOr => (2, 2),
            Function::DigitSum | Function::Digits => (1, 2),
            Function::Digit => (2, 3),
        }
    }
}

/// A set of numbers that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sequence {
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 0, 1, 4, 9, …
    Squares,
    /// 0, 1, 3, 6, …: k(k+1)/2.
    Triangular,
    /// 2, 3, 5, 7, …
    Primes,
    /// 1, 2, 4, 8, …
    PowersOfTwo,
    /// 0, 3, 5, 6, …: an even number of binary digits 1.
    Evil,
    /// 1, 2, 4, 7, …: an odd number of binary digits 1.
    Odious,
}

impl Sequence {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Sequence); 7] = [
        ("fibonacci", Sequence::Fibonacci),
        ("squares", Sequence::Squares),
        ("triangular", Sequence::Triangular),
        ("primes", Sequence::Primes),
        ("powers", Sequence::PowersOfTwo),
        ("evil", Sequence::Evil),
        ("odious", Sequence::Odious),
    ];

    /// The sequence of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Sequence> {
        Sequence::ALL.iter().find(|(known, _)| *known == name).map(|(_, sequence)| *sequence)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Sequence::ALL.iter().find(|(_, known)| *known == self).map_or("", |(name, _)| name)
    }
}
