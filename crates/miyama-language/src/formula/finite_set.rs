//! Finite sets of positions as conditions.

/// The condition of a list of positions: `(x, y) in {(0, 0), (1, 2)}`.
///
/// ```
/// use miyama_language::formula::finite_set;
/// let names = ["x".to_owned(), "y".to_owned()];
/// assert_eq!(finite_set(&[vec![0, 0], vec![1, 2]], &names), "(x, y) in {(0, 0), (1, 2)}");
/// assert_eq!(finite_set(&[vec![7]], &names[..1]), "x = 7");
/// assert_eq!(finite_set::<u64>(&[], &names), "false");
/// ```
#[must_use]
pub fn finite_set<T: ToString>(positions: &[Vec<T>], names: &[String]) -> String {
    let tuple = |heaps: Vec<String>| if heaps.len() == 1 { heaps.concat() } else { format!("({})", heaps.join(", ")) };
    let all: Vec<String> =
        positions.iter().map(|heaps| tuple(heaps.iter().map(ToString::to_string).collect())).collect();
    match all.as_slice() {
        [] => "false".to_owned(),
        [only] => format!("{} = {only}", tuple(names.to_vec())),
        _ => format!("{} in {{{}}}", tuple(names.to_vec()), all.join(", ")),
    }
}
