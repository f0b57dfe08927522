//! Misère canonical forms of impartial games.
//!
//! A game is its set of options. **Theorem** (Conway). Let H be a game such that every
//! option of H is an option of G, and every other option of G has H as an option; if H
//! has no options, let G be a misère N-position besides. Then G and H are equal: G + X and
//! H + X have the same misère outcome for all X. *Proof.* By induction on X. Whoever
//! wins H + X moving first or second plays the same in G + X: a move of the other player
//! to one of the additional options is answered by moving back to H, and every other
//! move is one of H + X or leads to G + X′, equal in outcome to H + X′. The end needs care:
//! H + X without any move is won by the player to move; there H has no options and X has
//! none, and G is an N-position. ∎ Every game becomes, by such steps, one that allows none,
//! the same whatever steps are taken: its canonical form. Options are in canonical form
//! first, so that an H can be found among the options of options.

use crate::genus::Genus;
use crate::stop::{Stop, Watch};
use hashbrown::HashMap;

/// A canonical form in an [`Forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// Canonical forms, each once.
#[derive(Clone, Debug)]
pub struct Forms {
    options: Vec<Box<[Form]>>,
    numbers: HashMap<Box<[Form]>, Form>,
    genera: Vec<Genus>,
    /// Is the form a misère P-position?
    lost: Vec<bool>,
    /// n if the form is the nim heap ∗n.
    heaps: Vec<Option<usize>>,
    sums: HashMap<(Form, Form), Form>,
    bytes: u64,
}

impl Default for Forms {
    fn default() -> Forms {
        let mut forms = Forms {
            options: vec![],
            numbers: HashMap::new(),
            genera: vec![],
            lost: vec![],
            heaps: vec![],
            sums: HashMap::new(),
            bytes: 0,
        };
        forms.keep([].into());
        forms
    }
}

impl Forms {
    /// The game without options.
    pub const ZERO: Form = Form(0);

    /// How many forms are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Is there none? There is always zero.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The options of a form.
    #[must_use]
    pub fn options(&self, form: Form) -> &[Form] {
        &self.options[form.0 as usize]
    }

    /// The genus of a form.
    #[must_use]
    pub fn genus(&self, form: Form) -> &Genus {
        &self.genera[form.0 as usize]
    }

    /// Is it lost for the player who moves?
    #[must_use]
    pub fn is_p(&self, form: Form) -> bool {
        self.lost[form.0 as usize]
    }

    /// The canonical form of the game with these options.
    pub fn game(&mut self, mut options: Vec<Form>) -> Form {
        options.sort_unstable();
        options.dedup();
        if let Some(known) = self.numbers.get(options.as_slice()) {
            return *known;
        }
        match self.simpler(&options) {
            Some(form) => form,
            None => self.keep(options.into()),
        }
    }

    /// A simpler game that the game with these options is equal to.
    fn simpler(&self, options: &[Form]) -> Option<Form> {
        let has = |list: &[Form], form: Form| list.binary_search(&form).is_ok();
        // If an option is additional, H is one of its options.
        let mut candidates: Vec<Form> =
            options.iter().flat_map(|option| self.options(*option).iter().copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|h| {
            let of_h = self.options(*h);
            let won = || options.iter().any(|option| self.is_p(*option));
            of_h.iter().all(|option| has(options, *option))
                && options.iter().all(|option| has(of_h, *option) || has(self.options(*option), *h))
                && (!of_h.is_empty() || won())
        })
    }

    fn keep(&mut self, options: Box<[Form]>) -> Form {
        let form = Form(u32::try_from(self.options.len()).unwrap_or(u32::MAX));
        let genera: Vec<Genus> = options.iter().map(|option| self.genus(*option).clone()).collect();
        let lost = !options.is_empty() && options.iter().all(|option| !self.is_p(*option));
        self.bytes += 160 + 8 * options.len() as u64;
        self.genera.push(Genus::of_options(&genera));
        self.lost.push(lost);
        self.heaps.push(self.heap_with(&options));
        self.numbers.insert(options.clone(), form);
        self.options.push(options);
        form
    }

    /// The sum of two forms.
    ///
    /// # Errors
    /// [`Stop`] if the budget is used up.
    pub fn sum(&mut self, a: Form, b: Form, watch: Watch<'_>) -> Result<Form, Stop> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Forms::ZERO {
            return Ok(b);
        }
        if let Some(sum) = self.sums.get(&(a, b)) {
            return Ok(*sum);
        }
        let mut options = Vec::new();
        for option in self.options(a).to_vec() {
            options.push(self.sum(option, b, watch)?);
        }
        for option in self.options(b).to_vec() {
            options.push(self.sum(a, option, watch)?);
        }
        let sum = self.game(options);
        self.sums.insert((a, b), sum);
        self.bytes += 48;
        if self.sums.len().is_multiple_of(256) {
            watch.ask(self.bytes)?;
            watch.allows(self.options.len())?;
        }
        Ok(sum)
    }

    /// n if the form is the nim heap ∗n.
    #[must_use]
    pub(crate) fn nim_heap(&self, form: Form) -> Option<usize> {
        self.heaps[form.0 as usize]
    }

    /// n if a game with these options is the nim heap ∗n.
    fn heap_with(&self, options: &[Form]) -> Option<usize> {
        let mut heaps: Vec<usize> = options.iter().map(|option| self.nim_heap(*option)).collect::<Option<_>>()?;
        heaps.sort_unstable();
        heaps.iter().enumerate().all(|(n, heap)| n == *heap).then_some(heaps.len())
    }

    /// The form as it is usually written: `3` for a nim heap, the options side by side
    /// for a game, largest first, with `G_H` for the sum of nim heaps G and H, and `G#`
    /// for the game whose only option is G.
    ///
    /// ```
    /// use miyama_misere::{Forms, Watch};
    /// use miyama_budget::Budget;
    /// let (mut forms, budget) = (Forms::default(), Budget::unlimited());
    /// let one = forms.game(vec![Forms::ZERO]);
    /// let two = forms.game(vec![Forms::ZERO, one]);
    /// let three = forms.game(vec![Forms::ZERO, one, two]);
    /// let pair = forms.sum(two, two, Watch::new(&budget, 100)).unwrap();
    /// assert_eq!(forms.text(pair, 100).unwrap(), "2_2");
    /// let wild = forms.game(vec![pair, three, two, one]);
    /// assert_eq!(forms.text(wild, 100).unwrap(), "2_2 321");
    /// ```
    ///
    /// `None` if it has more than `most` signs.
    #[must_use]
    pub fn text(&self, form: Form, most: usize) -> Option<String> {
        self.written(form, false, most)
    }

    fn written(&self, form: Form, inside: bool, most: usize) -> Option<String> {
        if let Some(heap) = self.nim_heap(form) {
            return Some(if heap < 10 { heap.to_string() } else { format!("({heap})") });
        }
        if let Some((a, b)) = self.nim_sum(form) {
            return Some(format!("{a}_{b}"));
        }
        if let [only] = self.options(form) {
            return Some(format!("{}#", self.written(*only, true, most)?));
        }
        // Wild options first, then sums of heaps, then heaps from the largest on.
        let mut options: Vec<Form> = self.options(form).to_vec();
        options.sort_unstable_by_key(|option| match self.nim_heap(*option) {
            Some(heap) => (1, std::cmp::Reverse(heap as u32)),
            None => (0, std::cmp::Reverse(option.0)),
        });
        let heaps = options.partition_point(|option| self.nim_heap(*option).is_none());
        let mut pieces: Vec<String> = Vec::new();
        let mut left = most;
        for option in &options[..heaps] {
            let piece = self.written(*option, true, left)?;
            left = left.checked_sub(piece.len() + 1)?;
            pieces.push(piece);
        }
        if heaps < options.len() {
            let heaps = options[heaps..].iter().map(|option| self.written(*option, true, left));
            pieces.push(heaps.collect::<Option<String>>()?);
        }
        let text = pieces.join(" ");
        let text = if inside { format!("[{text}]") } else { text };
        (text.len() <= most).then_some(text)
    }

    /// The nim heaps of which the form is the sum of two, the larger first.
    fn nim_sum(&self, form: Form) -> Option<(usize, usize)> {
        let heap = |form: Form| self.nim_heap(form).filter(|heap| *heap >= 2);
        let found = self.sums.iter().filter(|(_, sum)| **sum == form);
        found.filter_map(|((a, b), _)| heap(*a).zip(heap(*b))).map(|(a, b)| (a.max(b), a.min(b))).min()
    }
}
