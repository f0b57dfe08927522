//! Random rules, written as text and played by hand.

use super::*;

/// A rule made of a few random pieces.
struct Rule {
    cyclic: bool,
    shrinking: bool,
    each: Each,
    least: u64,
    condition: Condition,
}

enum Each {
    /// `for each i { x[i]-k, x[i+offset]+m | m < k }`
    Step(i64),
    /// `for each i, j { x[i]-k, x[j]+m | m < k }`
    Pair,
    /// `for each (i, j) in {…}`, the same.
    Listed(Vec<(usize, usize)>),
    /// `for each i in {from..n} { x[i] := x[i] div 2 | x[i] >= least }`
    Half(i64),
    /// `for each subset S of at most, or exactly, so many { x[S]-a[S] | sum(a[S]) < most }`
    Subset(bool, usize, u64),
    /// `for each i, S = {i..i+width} { x[S]-a[S] | … }`
    Window(i64, u64),
}

#[derive(Clone, Copy)]
enum Condition {
    None,
    Neighbour(i64),
    NotEmpty(i64),
    Odd,
    Before(u64),
    Greatest,
    Least(i64),
}

impl Rule {
    fn random(random: &mut impl FnMut(u64) -> u64) -> Rule {
        let offset = random(4) as i64 - 1;
        let each = match random(6) {
            0 => Each::Step(if offset == 0 { -1 } else { offset }),
            1 => Each::Pair,
            2 => Each::Listed((0..1 + random(3)).map(|_| (1 + random(2) as usize, 1 + random(2) as usize)).collect()),
            3 => Each::Half(1 + random(2) as i64),
            4 => Each::Subset(random(2) == 0, 1 + random(2) as usize, 2 + random(4)),
            _ => Each::Window(random(3) as i64, 2 + random(4)),
        };
        let has_index = !matches!(each, Each::Subset(..));
        let condition = match random(7) {
            1 if has_index => Condition::Neighbour(offset),
            2 if has_index => Condition::NotEmpty(offset),
            3 if has_index => Condition::Odd,
            4 if has_index => Condition::Before(random(5)),
            5 if has_index => Condition::Greatest,
            6 if has_index => Condition::Least(offset),
            _ => Condition::None,
        };
        let shrinking = random(3) == 0;
        Rule { cyclic: random(2) == 0, shrinking, each, least: 1 + random(2), condition }
    }

    fn text(&self) -> String {
        let with = |offset: i64| match offset {
            0 => "i".to_owned(),
            offset if offset < 0 => format!("i-{}", -offset),
            offset => format!("i+{offset}"),
        };
        let least = self.least;
        let (each, option) = match &self.each {
            Each::Step(offset) => {
                ("for each i".to_owned(), format!("x[i]-k, x[{}]+m | {least} <= k, m < k", with(*offset)))
            }
            Each::Pair => ("for each i, j".to_owned(), format!("x[i]-k, x[j]+m | {least} <= k, m < k")),
            Each::Listed(pairs) => {
                let pairs: Vec<String> = pairs.iter().map(|(i, j)| format!("({i}, {j})")).collect();
                (
                    format!("for each (i, j) in {{{}}}", pairs.join(", ")),
                    format!("x[i]-k, x[j]+m | {least} <= k, m < k"),
                )
            }
            Each::Half(from) => {
                (format!("for each i in {{{from}..n}}"), format!("x[i] := x[i] div 2 | x[i] >= {least}"))
            }
            Each::Subset(exactly, size, most) => {
                let how = if *exactly { "exactly" } else { "at most" };
                let conditions = format!("{least} <= a[S], sum(a[S]) < {most}");
                (format!("for each subset S of {how} {size}"), format!("x[S]-a[S] | {conditions}"))
            }
            Each::Window(width, most) => {
                let set = format!("S = {{i..{}}}", with(*width));
                (format!("for each i, {set}"), format!("x[S]-a[S] | {least} <= sum(a[S]) < {most}"))
            }
        };
        let condition = match self.condition {
            Condition::None => String::new(),
            Condition::Neighbour(offset) => format!(", x[{}] <= x[i]", with(offset)),
            Condition::NotEmpty(offset) => format!(", not (x[{}] = 0)", with(offset)),
            Condition::Odd => ", i mod 2 = 1".to_owned(),
            Condition::Before(most) => format!(", sum(x[1..i-1]) < {most}"),
            Condition::Greatest => ", x[i] = max(x[1..n])".to_owned(),
            Condition::Least(offset) => format!(", min(x[i], x[{}]) >= 1", with(offset)),
        };
        let cyclic = if self.cyclic { " cyclic" } else { "" };
        let shrinking = if self.shrinking { " shrinking" } else { "" };
        format!("heaps x[1..n]{cyclic}{shrinking} -> {each} {{ {option}{condition} }}")
    }

    /// The options, by trying everything.
    fn options(&self, position: &[u64]) -> Options {
        if !self.shrinking {
            return self.of_row(position);
        }
        let left: Vec<usize> = (0..position.len()).filter(|place| position[*place] > 0).collect();
        let row: Vec<u64> = left.iter().map(|place| position[*place]).collect();
        let back = |option: Position| {
            let mut whole = vec![0; position.len()];
            left.iter().zip(option).for_each(|(place, heap)| whole[*place] = heap);
            whole
        };
        self.of_row(&row).into_iter().map(back).collect()
    }

    fn place(&self, index: i64, heaps: usize) -> Option<usize> {
        let heaps = heaps as i64;
        let place = if self.cyclic && heaps > 0 { (index - 1).rem_euclid(heaps) } else { index - 1 };
        (0..heaps).contains(&place).then_some(place as usize)
    }

    fn of_row(&self, row: &[u64]) -> Options {
        let heaps = row.len();
        let mut found = Options::new();
        let indices = 1..=heaps as i64;
        match &self.each {
            Each::Step(offset) => indices.for_each(|i| self.moved(row, i, i + offset, &mut found)),
            Each::Pair => {
                for i in indices.clone() {
                    indices.clone().filter(|j| *j != i).for_each(|j| self.moved(row, i, j, &mut found));
                }
            }
            Each::Listed(pairs) => {
                for (i, j) in pairs {
                    // An index of a list counts the heaps as they are when it is chosen.
                    let chosen = |index: usize| self.place(index as i64, heaps).map(|place| place as i64 + 1);
                    if let (Some(i), Some(j)) = (chosen(*i), chosen(*j)) {
                        self.moved(row, i, j, &mut found);
                    }
                }
            }
            Each::Half(from) => {
                for i in *from..=heaps as i64 {
                    let heap = row[i as usize - 1];
                    if heap >= self.least && self.holds(row, i) {
                        let mut option = row.to_vec();
                        option[i as usize - 1] = heap / 2;
                        found.insert(option);
                    }
                }
            }
            Each::Subset(exactly, size, most) => {
                for taken in positions(row).filter(|taken| taken.iter().sum::<u64>() < *most) {
                    let touched = touched(&taken);
                    let fits = if *exactly { touched.len() == *size } else { (1..=*size).contains(&touched.len()) };
                    if fits && touched.iter().all(|place| taken[*place] >= self.least) {
                        found.insert(row.iter().zip(&taken).map(|(heap, taken)| heap - taken).collect());
                    }
                }
            }
            Each::Window(width, most) => {
                for i in indices.filter(|i| self.holds(row, *i)) {
                    let window: Option<BTreeSet<usize>> =
                        (i..=i + width).map(|index| self.place(index, heaps)).collect();
                    let Some(window) = window else { continue };
                    for taken in positions(row).filter(|taken| (self.least..*most).contains(&taken.iter().sum())) {
                        if touched(&taken).iter().all(|place| window.contains(place)) {
                            found.insert(row.iter().zip(&taken).map(|(heap, taken)| heap - taken).collect());
                        }
                    }
                }
            }
        }
        found
    }

    fn moved(&self, row: &[u64], from: i64, to: i64, found: &mut Options) {
        let (Some(taken_from), Some(put_on)) = (self.place(from, row.len()), self.place(to, row.len())) else { return };
        if taken_from == put_on || !self.holds(row, from) {
            return;
        }
        for taken in self.least..=row[taken_from] {
            for put in 0..taken {
                let mut option = row.to_vec();
                option[taken_from] -= taken;
                option[put_on] += put;
                found.insert(option);
            }
        }
    }

    /// A comparison with a heap that does not exist does not hold, nor does its negation.
    fn holds(&self, row: &[u64], i: i64) -> bool {
        let heap = |index: i64| self.place(index, row.len()).map(|place| row[place]);
        let own = heap(i).unwrap();
        match self.condition {
            Condition::None => true,
            Condition::Neighbour(offset) => heap(i + offset).is_some_and(|heap| heap <= own),
            Condition::NotEmpty(offset) => heap(i + offset).is_some_and(|heap| heap != 0),
            Condition::Odd => i % 2 == 1,
            Condition::Before(most) => row[..i as usize - 1].iter().sum::<u64>() < most,
            Condition::Greatest => row.iter().max() == Some(&own),
            Condition::Least(offset) => heap(i + offset).is_some_and(|heap| heap.min(own) >= 1),
        }
    }
}

#[test]
fn random_rules_are_played_as_they_are_written() {
    let mut state = 20_261_117_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut tried = 0;
    for round in 0..150 {
        let rule = Rule::random(&mut random);
        let heaps = 1 + round % 3;
        let text = rule.text();
        let definition = parse_definition(&text).unwrap_or_else(|m| panic!("{text}: {m}"));
        // Some rules go round in a circle, or need more heaps.
        if Ruleset::on_heaps(&definition, &[], heaps, &unlimited()).is_err() {
            continue;
        }
        tried += 1;
        agrees(&text, &[], heaps, 3, &|position| rule.options(position));
    }
    assert!(tried > 90, "only {tried} rules could be tried");
}
