//! Positions of six heaps and more, of which those of an orbit are looked at once.

use super::*;

fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: BTreeSet<u32> = values.into_iter().collect();
    (0..).find(|value| !values.contains(value)).unwrap()
}

/// Values of Moore's game by hand, on positions as they are.
fn moore_by_hand(position: &[u64], k: usize, known: &mut BTreeMap<Position, u32>) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let options = takes(position, &|taken| (1..=k).contains(&touched(taken).len()));
    let value = mex(options.iter().map(|option| moore_by_hand(option, k, known)).collect::<Vec<_>>());
    known.insert(position.to_vec(), value);
    value
}

#[test]
fn positions_of_many_heaps_are_followed_sorted() {
    let definition = &builtin::find("moore").unwrap().definition;
    let mut known = BTreeMap::new();
    for position in [vec![1, 0, 1, 2, 0, 1, 1], vec![2, 1, 0, 0, 1, 0, 1, 0]] {
        let ruleset = Ruleset::on_heaps(definition, &[], position.len(), &unlimited()).unwrap();
        let table = GrundyTable::from(&ruleset, &position, &unlimited()).unwrap();
        assert_eq!(table.value(&position).unwrap().0, moore_by_hand(&position, 2, &mut known), "{position:?}");
        let mut turned = position.clone();
        turned.reverse();
        assert_eq!(table.value(&turned), table.value(&position));
    }
}

/// The value of a position by its options alone.
fn value_by_hand(position: &[u64], options: &dyn Fn(&[u64]) -> Options, known: &mut BTreeMap<Position, u32>) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let values: Vec<u32> = options(position).iter().map(|option| value_by_hand(option, options, known)).collect();
    let value = mex(values);
    known.insert(position.to_vec(), value);
    value
}

/// Rows of many heaps, turned, mirrored and with empty heaps taken out, against positions as they are.
#[test]
fn rows_of_many_heaps_are_looked_at_once() {
    let circle = |removed: bool| {
        move |position: &[u64]| {
            let left: Vec<usize> = (0..position.len()).filter(|place| !removed || position[*place] > 0).collect();
            let mut found = Options::new();
            for from in 0..left.len() {
                let window: BTreeSet<usize> = (from..from + 2).map(|place| left[place % left.len()]).collect();
                let most: Vec<u64> = (0..position.len())
                    .map(|place| if window.contains(&place) { position[place] } else { 0 })
                    .collect();
                found.extend(
                    positions(&most).skip(1).map(|taken| position.iter().zip(taken).map(|(a, b)| a - b).collect()),
                );
            }
            found
        }
    };
    let ends = |position: &[u64]| {
        let places = [position.iter().position(|heap| *heap > 0), position.iter().rposition(|heap| *heap > 0)];
        let mut found = Options::new();
        for place in places.into_iter().flatten() {
            for left in 0..position[place] {
                let mut option = position.to_vec();
                option[place] = left;
                found.insert(option);
            }
        }
        found
    };
    let one_way = |position: &[u64]| {
        let mut found = Options::new();
        for place in (0..position.len()).filter(|place| position[*place] >= 2) {
            let mut option = position.to_vec();
            option[place] -= 2;
            option[(place + 1) % position.len()] += 1;
            found.insert(option);
        }
        found
    };
    let circular = builtin::find("circular-nim").unwrap().rules();
    let shrinking = builtin::find("shrinking-circular-nim").unwrap().rules();
    let end_nim = builtin::find("end-nim").unwrap().rules();
    let turning = "heaps x[1..n] cyclic -> for each i { x[i]-2, x[i+1]+1 }";
    type ByHand<'a> = (&'a str, &'a dyn Fn(&[u64]) -> Options, &'a [u64]);
    let by_hand: [ByHand<'_>; 8] = [
        (circular, &circle(false), &[1, 2, 0, 1, 1, 0, 2]),
        (circular, &circle(false), &[1, 1, 0, 1, 1, 0, 1, 2]),
        (shrinking, &circle(true), &[1, 2, 0, 1, 1, 1, 1]),
        (shrinking, &circle(true), &[1, 1, 2, 1, 1, 0, 1, 1]),
        (end_nim, &ends, &[1, 2, 0, 3, 1, 2, 1]),
        (end_nim, &ends, &[2, 1, 2, 0, 0, 1, 2, 1, 3, 1]),
        (turning, &one_way, &[1, 2, 0, 3, 0, 2, 1]),
        (turning, &one_way, &[2, 0, 0, 3, 1, 0, 2, 1]),
    ];
    for (text, options, position) in by_hand {
        let definition = parse_definition(text).unwrap();
        let ruleset = Ruleset::on_heaps(&definition, &[], position.len(), &unlimited()).unwrap();
        let expected: BTreeSet<Vec<Position>> = options(position).into_iter().map(|option| vec![option]).collect();
        assert_eq!(
            ruleset.options(position).unwrap().into_iter().collect::<BTreeSet<_>>(),
            expected,
            "{text} {position:?}"
        );
        let table = GrundyTable::from(&ruleset, position, &unlimited()).unwrap();
        let mut known = BTreeMap::new();
        assert_eq!(
            table.value(position).unwrap().0,
            value_by_hand(position, options, &mut known),
            "{text} {position:?}"
        );
        for (position, value) in &known {
            assert_eq!(table.value(position).unwrap().0, *value, "{text} {position:?}");
        }
    }
}

/// Moore's theorem answers on many heaps, and says whose it is; every winning move is one.
#[test]
fn many_heaps_of_moore() {
    for (position, k) in [("1,2,3,4,5,6,7,8,9,10,11,12", 2), ("1,1,1,2,2,2,3,3,3,0", 2), ("5,1,4,1,3,1,7,2", 3)] {
        let sum: miyama::Position = format!("moore({k}):{position}").parse().unwrap();
        let solution = miyama::sum::solve(&sum, miyama::play::Convention::Normal, &unlimited()).unwrap();
        let heaps = |text: &str| -> Vec<u64> { text.split(',').map(|heap| heap.parse().unwrap()).collect() };
        let is_p = |heaps: &[u64]| (0..8).all(|d| heaps.iter().map(|heap| heap >> d & 1).sum::<u64>() % (k + 1) == 0);
        assert_eq!(solution.outcome == miyama::play::Outcome::P, is_p(&heaps(position)), "{position}");
        assert!(solution.method[0].to_string().contains("E. H. Moore, 1910"));
        for option in &solution.moves.listed {
            let text = option.to_string();
            let after = heaps(text.split_once(':').unwrap().1);
            let changed = after.iter().zip(heaps(position)).filter(|(after, before)| **after != *before).count() as u64;
            assert!(is_p(&after) && (1..=k).contains(&changed), "{text}");
        }
        assert_eq!(solution.moves.listed.is_empty(), is_p(&heaps(position)));
    }
}

/// A long row of which the players take at different ends, against all plays.
#[test]
fn the_players_have_different_ends_of_a_long_row() {
    fn wins(position: &[u64], left: bool, known: &mut BTreeMap<(Position, bool), bool>) -> bool {
        if let Some(wins) = known.get(&(position.to_vec(), left)) {
            return *wins;
        }
        let end = if left { position.iter().position(|heap| *heap > 0) } else { position.iter().rposition(|h| *h > 0) };
        let found = end.is_some_and(|end| {
            (0..position[end]).any(|rest| {
                let mut option = position.to_vec();
                option[end] = rest;
                !wins(&option, !left, known)
            })
        });
        known.insert((position.to_vec(), left), found);
        found
    }
    let rules = "heaps x[1..n] shrinking -> left { x[1]-k | 1 <= k } right { x[n]-k | 1 <= k }";
    for position in [vec![1; 7], vec![2, 1, 1, 0, 1, 1, 1], vec![1, 2, 1, 1, 1, 1, 2, 1], vec![3, 0, 1, 1, 1, 1, 1]] {
        let heaps = position.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let sum: miyama::Position = format!("({rules}):{heaps}").parse().unwrap();
        let solution = miyama::sum::solve(&sum, miyama::play::Convention::Normal, &unlimited()).unwrap();
        let mut known = BTreeMap::new();
        let expected = match [true, false].map(|left| wins(&position, left, &mut known)) {
            [true, true] => miyama::play::Outcome::N,
            [true, false] => miyama::play::Outcome::L,
            [false, true] => miyama::play::Outcome::R,
            [false, false] => miyama::play::Outcome::P,
        };
        assert_eq!(solution.outcome, expected, "{heaps}");
    }
}

/// Rules on six heaps from which empty ones are removed have a thousand directions; what each would save
/// when it is written out is found once, not anew after every other.
#[test]
fn six_heaps_that_shrink_are_solved() {
    let text = "(heaps x[1..n] shrinking -> for each i, j { x[i]-k, x[j]+1 | 2 <= k }):2,1,1,1,1,1";
    let sum = parse_position(text, &Games::built_in()).unwrap();
    let solution = solve(&sum, Convention::Normal, &unlimited()).unwrap();
    assert_eq!(solution.value.unwrap().to_string(), by_hand(&[2, 1, 1, 1, 1, 1]).to_string());
}

/// The Grundy value of the same by plain recursion.
fn by_hand(position: &[u64]) -> u64 {
    let mut values = BTreeSet::new();
    for i in 0..position.len() {
        for j in (0..position.len()).filter(|j| *j != i) {
            for k in 2..=position[i] {
                let mut option = position.to_vec();
                (option[i], option[j]) = (option[i] - k, option[j] + 1);
                option.retain(|heap| *heap > 0);
                values.insert(by_hand(&option));
            }
        }
    }
    (0..).find(|value| !values.contains(value)).unwrap()
}
