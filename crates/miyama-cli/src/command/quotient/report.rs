//! How a misère quotient is written.

use super::Answer;
use crate::answer::sequence as data;
use crate::failure::Failure;
use miyama::misere::Quotients;
use miyama_misere::period::{Period, window};
use miyama_misere::{Class, Stop};
use miyama_text::{Lang, Text, say};
use std::io::Write;

/// How many heaps are listed for people.
const LISTED: usize = 60;

/// How many relations are listed for people; large quotients have thousands.
const RELATIONS: usize = 80;

pub(super) fn text(answer: &Answer, lang: Lang, out: &mut dyn Write) -> Result<(), Failure> {
    let found = &answer.found;
    let quotient = found.quotient();
    let mut line = |text: Text| writeln!(out, "{}", text.in_lang(lang));
    let (order, p) = (quotient.order(), quotient.p_size());
    let kind = match quotient.tame() {
        Some(n) => say!("quotient.tame", n = n),
        None => say!("quotient.wild"),
    };
    let name = answer.name.as_str();
    line(match (found.positions(), found.is_closed()) {
        (None, true) => say!("quotient.closed", name = name, order = order, p = p, kind = kind),
        (None, false) => {
            say!("quotient.to_heap", name = name, heap = reached(found), order = order, p = p, kind = kind)
        }
        (Some(pieces), true) => {
            say!("quotient.of_position", name = name, count = pieces.len(), order = order, p = p, kind = kind)
        }
        (Some(pieces), false) => {
            let (count, of) = (found.images().len(), pieces.len());
            say!("quotient.of_some", name = name, count = count, of = of, order = order, p = p, kind = kind)
        }
    })?;
    let presentation = found.presentation();
    if presentation.relations.len() <= RELATIONS {
        line(say!("quotient.q", q = presentation.text()))?;
    } else {
        line(say!("quotient.relations", letters = presentation.letters.len(), count = presentation.relations.len()))?;
    }
    if p <= RELATIONS {
        line(say!("quotient.p", p = presentation.p_portion(quotient)))?;
    }
    let names: Vec<String> = found.images().iter().map(|x| presentation.name(*x)).collect();
    match found.positions() {
        None => {
            let listed: Vec<String> = names.iter().enumerate().map(|(n, name)| format!("{n}:{name}")).collect();
            line(say!("quotient.map", list = cut(&listed)))?;
        }
        Some(pieces) => {
            let named = |(n, name): (usize, &String)| Some(format!("{} = {name}", pieces.position(n as u32)?));
            let listed: Vec<String> = names.iter().enumerate().filter_map(named).collect();
            line(say!("quotient.map_positions", list = cut(&listed)))?;
        }
    }
    let named = |n: usize| match found.positions() {
        None => n.to_string(),
        Some(pieces) => {
            u32::try_from(n).ok().and_then(|n| pieces.position(n)).map_or_else(String::new, |piece| piece.to_string())
        }
    };
    let colon = if found.positions().is_some() { " = " } else { ":" };
    let genera: Vec<String> = answer
        .genera
        .list
        .iter()
        .enumerate()
        .map(|(n, (genus, _))| format!("{}{colon}{}", named(n), genus.raised()))
        .collect();
    line(say!("quotient.genera", list = cut(&genera)))?;
    if answer.genera.list.len() < found.images().len() {
        line(say!("quotient.genera_some", count = answer.genera.list.len()))?;
    }
    if let Some((Period { start, length }, order)) = answer.genera.repeats {
        line(say!("quotient.genera_period", period = length, start = start, order = order))?;
    }
    for class in [Class::Restive, Class::Restless, Class::Wild] {
        let of: Vec<String> =
            (0..answer.genera.list.len()).filter(|n| answer.genera.list[*n].1 == class).map(named).collect();
        let list = cut(&of);
        match class {
            _ if of.is_empty() => {}
            Class::Restive => line(say!("quotient.restive", list = list))?,
            Class::Restless => line(say!("quotient.restless", list = list))?,
            Class::Wild | Class::Tame => line(say!("quotient.wild_heaps", list = list))?,
        }
    }
    if let (Some(period), Some(to)) = (found.period(), checked_to(found)) {
        let Period { start, length } = period;
        line(say!("quotient.period", period = length, start = start, to = to))?;
    }
    match found.growth().last() {
        Some(last) => line(match found.positions().and_then(|pieces| pieces.position(last.heap)) {
            Some(position) => say!("quotient.last_growth_position", position = position.to_string()),
            None => say!("quotient.last_growth", heap = last.heap),
        })?,
        None => line(say!("quotient.no_growth"))?,
    }
    if let Some(heap) = answer.largest {
        line(say!("quotient.part_of_game", heap = heap))?;
    }
    if found.positions().is_none() && !found.is_closed() && answer.stop.is_none() {
        line(say!("quotient.no_period", heap = reached(found)))?;
    }
    Ok(())
}

/// Why the quotient with the next heap is not known.
pub(super) fn unclosed(name: &str, found: &Quotients, stop: Stop) -> Text {
    let Stop::Order(most) = stop else { return say!("quotient.nothing") };
    let next = found.images().len();
    match found.positions().and_then(|pieces| pieces.position(u32::try_from(next).ok()?)) {
        Some(position) => say!("quotient.unclosed_position", name = name, position = position.to_string(), most = most),
        None => say!("quotient.unclosed", name = name, heap = next, most = most),
    }
}

fn reached(found: &Quotients) -> usize {
    found.images().len().saturating_sub(1)
}

/// Φ(n + p) = Φ(n) was checked for n below this.
fn checked_to(found: &Quotients) -> Option<u64> {
    let period = found.period()?;
    Some(window(period, found.reach()?)? - period.length)
}

fn cut(all: &[String]) -> String {
    let dots = if all.len() > LISTED { " …" } else { "" };
    format!("{}{dots}", all[..all.len().min(LISTED)].join(" "))
}

pub(super) fn data(answer: &Answer) -> data::Quotient {
    let found = &answer.found;
    let (quotient, presentation) = (found.quotient(), found.presentation());
    let p = presentation.sorted.iter().filter(|x| quotient.is_p(**x));
    let growth = found.growth().iter();
    data::Quotient {
        code: answer.name.clone(),
        order: quotient.order(),
        p_size: quotient.p_size(),
        tame: quotient.tame().is_some(),
        closed: found.is_closed(),
        period: found.period().map(|p| p.length),
        preperiod: found.period().map(|p| p.start),
        proven: found.is_closed(),
        checked_to: checked_to(found),
        heap_reached: reached(found),
        last_growth: found.growth().last().map(|g| g.heap),
        growth: growth.map(|g| data::Growth { heap: g.heap, order: g.order, p_size: g.p_size }).collect(),
        presentation: presentation.text(),
        letters: presentation.heaps.clone(),
        p_portion: p.map(|x| presentation.name(*x)).collect(),
        map: found.images().iter().map(|x| presentation.name(*x)).collect(),
        positions: found.positions().map(|pieces| {
            (0..found.images().len()).filter_map(|n| Some(pieces.position(n as u32)?.to_string())).collect()
        }),
        genus_period: answer.genera.repeats.map(|(period, _)| period.length),
        genus_preperiod: answer.genera.repeats.map(|(period, _)| period.start),
        genus: answer.genera.list.iter().map(|(genus, _)| genus.to_string()).collect(),
        class: answer.genera.list.iter().map(|(_, class)| class.name().to_owned()).collect(),
    }
}
