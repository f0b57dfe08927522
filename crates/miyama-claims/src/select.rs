//! Claims by name: an id, a part of a joint id, or a whole document.

use super::{Claim, all};
use miyama_budget::Mistake;
use miyama_text::say;
use std::sync::Arc;

/// The claim with this id.
#[must_use]
pub fn find(id: &str) -> Option<&'static Arc<Claim>> {
    all().find(|claim| claim.id().eq_ignore_ascii_case(id))
}

/// The claims that `name` means: the one with this id; else those that take it
/// in with others, as `000-P1,P2,T3,E4` takes in `000-T3`; or a whole document.
///
/// ```
/// use miyama_claims::select;
/// assert_eq!(select("000-e26").unwrap()[0].id(), "000-E26");
/// assert!(!select("002").unwrap().is_empty());
/// assert!(select("002-T9").is_err());
/// ```
///
/// # Errors
/// A [`Mistake`] with the nearest id as a hint.
pub fn select(name: &str) -> Result<Vec<Arc<Claim>>, Mistake> {
    select_from(&all().cloned().collect::<Vec<_>>(), name)
}

/// The same among the claims of a file.
///
/// # Errors
/// A [`Mistake`] with the nearest id as a hint.
pub fn select_from(claims: &[Arc<Claim>], name: &str) -> Result<Vec<Arc<Claim>>, Mistake> {
    let those = |wanted: &dyn Fn(&Claim) -> bool| -> Vec<Arc<Claim>> {
        claims.iter().filter(|claim| wanted(claim)).cloned().collect()
    };
    let ways: [&dyn Fn(&Claim) -> bool; 3] =
        [&|claim| claim.id().eq_ignore_ascii_case(name), &|claim| claim.source() == name, &|claim| {
            takes_in(claim.id(), name)
        }];
    let found = ways.into_iter().map(those).find(|found| !found.is_empty());
    found.ok_or_else(|| unknown(claims, name))
}

/// Whether a joint id such as `000-P9,T10` takes in `000-T10`.
fn takes_in(id: &str, name: &str) -> bool {
    let (Some((source, places)), Some((document, place))) = (id.split_once('-'), name.split_once('-')) else {
        return false;
    };
    source == document && places.split(',').any(|p| p.eq_ignore_ascii_case(place))
}

fn unknown(claims: &[Arc<Claim>], name: &str) -> Mistake {
    let mistake = Mistake::new(0..name.len(), say!("claim.unknown", name = name));
    let near = claims.iter().map(|claim| (miyama_text::distance(name, claim.id()), claim.id())).min();
    match near {
        Some((steps, id)) if steps <= 2.max(name.chars().count() / 3) => {
            mistake.with_hint(say!("cli.did_you_mean", name = id))
        }
        _ => mistake.with_hint(say!("claim.see_list")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_hinted() {
        let mistake = select("000-E266").unwrap_err();
        assert_eq!(mistake.hint.unwrap().to_string(), "did you mean `000-E26`?");
        assert_eq!(*select("nonsense of all kinds").unwrap_err().hint.unwrap(), say!("claim.see_list"));
    }

    #[test]
    fn a_joint_id_takes_in_its_parts() {
        assert!(takes_in("003-D4.6,T4.7", "003-t4.7") && !takes_in("003-D4.6,T4.7", "003-T4"));
    }
}
