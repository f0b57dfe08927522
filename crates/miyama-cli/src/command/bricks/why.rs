//! `--why`: where the numbers come from, as the lecture notes tell it.

use super::count::{pointed, tallies};
use crate::answer::number::Natural;
use crate::answer::{self, Format, bricks as data};
use crate::export::json::Data;
use crate::failure::Failure;
use miyama_bricks::{Brick, Profile, Tally, tower};
use miyama_budget::Budget;
use miyama_text::{Lang, Text, say};
use std::collections::BTreeMap;
use std::io::Write;

pub(super) struct Answer {
    brick: Brick,
    bricks: u8,
    towers: tower::Towers,
    /// None of other buildings, if towers alone are asked for.
    tallies: Option<BTreeMap<Profile, Tally>>,
}

/// Where the number of towers comes from.
pub(super) fn of_towers(brick: Brick, bricks: u8) -> Answer {
    Answer { brick, bricks, towers: tower::towers(brick, u32::from(bricks)), tallies: None }
}

pub(super) fn answer(brick: Brick, bricks: u8, budget: &Budget) -> Result<Answer, Failure> {
    let towers = tower::towers(brick, u32::from(bricks));
    Ok(Answer { brick, bricks, towers, tallies: Some(tallies(brick, bricks, budget)?) })
}

impl Answer {
    /// Profiles that have buildings, highest first, as the notes go.
    fn profiles(&self) -> Vec<(&Profile, Tally)> {
        let mut all: Vec<_> =
            self.tallies.iter().flatten().filter(|(_, t)| t.fixed > 0).map(|(c, t)| (c, *t)).collect();
        all.sort_by_key(|(profile, _)| std::cmp::Reverse(profile.height()));
        all
    }

    /// All buildings, or the towers alone.
    fn count(&self) -> Natural {
        if self.tallies.is_some() { self.total().count().into() } else { (&self.towers.count).into() }
    }

    fn total(&self) -> Tally {
        self.tallies.iter().flat_map(BTreeMap::values).copied().sum()
    }

    pub(super) fn paragraphs(&self) -> Vec<Text> {
        let (brick, n) = (self.brick.to_string(), self.bricks);
        let (p, q) = self.brick.sides();
        let square = p == q;
        let tower::Towers { on_brick, symmetric, count } = &self.towers;
        let mut said = vec![say!("brick.why_rules", brick = &brick, n = n)];
        said.push(if square {
            say!("brick.why_contacts_square", contacts = self.brick.contacts(), p = 2 * p - 1)
        } else {
            let (along, across) = ((2 * p - 1).to_string(), (2 * q - 1).to_string());
            let turned = p + q - 1;
            say!(
                "brick.why_contacts",
                along = along,
                across = across,
                turned = turned,
                contacts = self.brick.contacts()
            )
        });
        let (a, b) = (on_brick.to_string(), symmetric.to_string());
        let contacts = self.brick.contacts();
        said.push(say!("brick.why_a", n = n, contacts = contacts, power = n - 1, a = &a));
        said.push(if square {
            say!("brick.why_b_square", n = n)
        } else if (q - p).is_multiple_of(2) {
            say!("brick.why_b_cross", n = n, power = n - 1, b = &b)
        } else {
            say!("brick.why_b_straight", n = n)
        });
        said.push(if square {
            say!("brick.why_x_square", n = n, a = &a, x = count)
        } else {
            say!("brick.why_x", n = n, a = &a, b = &b, x = count)
        });
        if self.tallies.is_none() {
            return said;
        }
        said.push(say!("brick.why_profiles", n = n));
        for (profile, tally) in self.profiles() {
            let (fixed, half, quarter) = (tally.fixed, tally.half, tally.quarter);
            let (profile, count) = (pointed(profile), tally.count());
            said.push(if quarter > 0 {
                say!(
                    "brick.why_profile_quarter",
                    profile = profile,
                    fixed = fixed,
                    half = half,
                    quarter = quarter,
                    count = count
                )
            } else {
                say!("brick.why_profile", profile = profile, fixed = fixed, half = half, count = count)
            });
        }
        said.push(say!("brick.why_total", count = self.total().count()));
        if (p, q) == (2, 4) {
            let six = tower::towers(self.brick, 6).count;
            said.push(say!("brick.why_lego", towers = grouped(&six.to_string())));
        }
        said
    }
}

/// 102981504 as 102,981,504.
fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

impl answer::Answer for Answer {
    fn data(&self, _: Lang) -> Option<Box<dyn Data + '_>> {
        let profile = |(profile, t): &(&Profile, Tally)| data::Profile {
            profile: (*profile).clone(),
            fixed: t.fixed.into(),
            half: t.half.into(),
            quarter: t.quarter.into(),
            count: t.count().into(),
        };
        Some(Box::new(data::BuildingsWhy {
            brick: self.brick.to_string(),
            bricks: self.bricks,
            a: (&self.towers.on_brick).into(),
            b: (&self.towers.symmetric).into(),
            x: (&self.towers.count).into(),
            profiles: self.profiles().iter().map(profile).collect(),
            count: self.count(),
        }))
    }

    fn write(&self, format: Format, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
        match format {
            Format::Text => {
                for paragraph in self.paragraphs() {
                    writeln!(out, "{}", paragraph.in_lang(lang))?;
                }
            }
            _ => return Err(Failure::no_format(format)),
        }
        Ok(())
    }
}
