//! Candidates for three and more heaps: nim-sums, and conditions on the heaps in order.

use crate::table::Table;
use miyama_automata::Numeration;

pub(super) fn candidates(system: Numeration, table: &Table, names: &[String]) -> Vec<String> {
    let mut all = by_total(table, names);
    let list = names.join(",");
    if system == Numeration::Base(2) {
        let sum = names.join(" xor ");
        all.push(format!("{sum} = 0"));
        let total = names.join("+");
        all.push(format!("{sum} = 0 and max({list}) >= 2 or ({total}) mod 2 = 1 and max({list}) <= 1"));
        for m in 2..=24 {
            let terms: Vec<String> = names.iter().map(|name| format!("({name} mod {m})")).collect();
            all.push(format!("{} = 0", terms.join(" xor ")));
        }
    }
    let [x, y, z] = names else { return all };
    let (low, high) = (format!("min({list})"), format!("max({list})"));
    let middle = format!("{x}+{y}+{z}-{low}-{high}");
    all.push(format!("{x} = {y} = {z}"));
    // The sorted positions a ≤ b ≤ c by the differences d = b − a and e = c − b.
    for c in 0..=4 {
        all.push(format!("{high}-{low} <= {c}"));
        all.push(format!("{high}-({middle}) <= {c}"));
        all.push(format!("{middle}-{low} <= {c}"));
    }
    all.extend(by_residues(table, &low, &middle, &high));
    all
}

/// All positions, or those whose total has some residues modulo a small m.
fn by_total(table: &Table, names: &[String]) -> Vec<String> {
    let near: Vec<Vec<u64>> = miyama::heap::table::positions(&vec![table.to.min(8); names.len()])
        .filter(|position| table.is_position(position))
        .collect();
    if near.iter().all(|position| table.at(position) == Some(true)) {
        return vec!["true".to_owned()];
    }
    let residues = |m: u64| {
        let mut seen = std::collections::BTreeMap::new();
        let consistent = near.iter().all(|position| {
            let truth = table.at(position) == Some(true);
            *seen.entry(position.iter().sum::<u64>() % m).or_insert(truth) == truth
        });
        let inside: Vec<String> = seen.iter().filter(|(_, truth)| **truth).map(|(r, _)| r.to_string()).collect();
        let total = names.join("+");
        match inside.as_slice() {
            _ if !consistent => None,
            [] => None,
            [one] => Some(format!("({total}) mod {m} = {one}")),
            some => Some(format!("({total}) mod {m} in {{{}}}", some.join(", "))),
        }
    };
    (2..=12).find_map(residues).into_iter().collect()
}

/// The set as (a mod m, b mod m, c mod m) of the heaps in order, for a small m.
fn by_residues(table: &Table, low: &str, middle: &str, high: &str) -> Vec<String> {
    let mut found = Vec::new();
    for m in 2..=6u64 {
        let mut seen = std::collections::BTreeMap::new();
        let consistent = miyama::heap::table::positions(&[table.to.min(20); 3]).all(|p| {
            let mut sorted = [p[0], p[1], p[2]];
            sorted.sort_unstable();
            let truth = table.at(&p);
            *seen.entry(sorted.map(|heap| heap % m)).or_insert(truth) == truth
        });
        if consistent {
            let inside: Vec<String> = seen
                .iter()
                .filter(|(_, truth)| **truth == Some(true))
                .map(|(key, _)| format!("({},{},{})", key[0], key[1], key[2]))
                .collect();
            found.push(format!("({low} mod {m}, ({middle}) mod {m}, {high} mod {m}) in {{{}}}", inside.join(", ")));
        }
    }
    found
}
