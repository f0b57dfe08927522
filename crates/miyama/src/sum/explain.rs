//! The nim-sum as the lecture notes write it: numbers in binary, one below the
//! other, every column added without carry.

use num_bigint::BigUint;

/// The values in binary columns and their nim-sum below the line; each row
/// begins with what the value belongs to.
///
/// ```
/// use miyama::sum::columns;
/// let rows = [("nim:3", 3u32), ("nim:5", 5), ("nim:7", 7)];
/// let rows: Vec<_> = rows.iter().map(|(p, v)| (p.to_string(), (*v).into())).collect();
/// let expected = [
///     "  nim:3  3  011",
///     "  nim:5  5  101",
///     "⊕ nim:7  7  111",
///     "  -------------",
///     "         1  001",
/// ];
/// assert_eq!(columns(&rows), expected.join("\n"));
/// ```
#[must_use]
pub fn columns(rows: &[(String, BigUint)]) -> String {
    let sum = rows.iter().fold(BigUint::default(), |sum, (_, value)| sum ^ value);
    let all = || rows.iter().map(|(_, value)| value).chain([&sum]);
    let digits = all().map(|v| v.to_str_radix(2).len()).max().unwrap_or(1);
    let decimals = all().map(|v| v.to_string().len()).max().unwrap_or(1);
    let names = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |sign: &str, name: &str, value: &BigUint| {
        let value_text = value.to_string();
        format!("{sign} {name:<names$}  {value_text:>decimals$}  {:0>digits$}", value.to_str_radix(2))
    };
    let mut lines: Vec<String> = Vec::new();
    for (index, (name, value)) in rows.iter().enumerate() {
        lines.push(line(if index + 1 == rows.len() { "⊕" } else { " " }, name, value));
    }
    lines.push(format!("  {}", "-".repeat(names + decimals + digits + 4)));
    lines.push(line(" ", "", &sum));
    lines.join("\n")
}
