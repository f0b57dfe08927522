//! What is said about the repetitions of one game.

use crate::answer::record::{BlockFactor, RecordedGame, Recurrence, Repeated, Ruling, Thrice};
use miyama_records::Format;
use miyama_records::repetition::{Ending, Report, name};
use miyama_records::replay::{Mover, Replay, Rules};
use miyama_text::{Text, say};
use miyama_words::repetitions::Factor;

/// Most moments of a position that are listed for people.
const MOMENTS: usize = 20;
/// Most positions that are listed for people.
const LISTED: usize = 12;
/// Most letters of the word, and moves of a block, that are shown to people.
const SHOWN: usize = 300;

/// A game and what the rules say about it.
pub(crate) struct Judged {
    pub(super) number: usize,
    /// Is it one of several?
    pub(super) several: bool,
    pub(crate) replay: Replay,
    pub(crate) report: Report,
    /// The positions, where they were asked for.
    pub(super) diagrams: Option<Vec<String>>,
}

impl Judged {
    fn shogi(&self) -> bool {
        self.replay.rules() == Rules::Shogi
    }

    /// The moment after i moves: the number of the last one, in chess with the move.
    fn moment(&self, i: usize) -> Text {
        let number = self.replay.number(i);
        match (self.shogi(), i) {
            (true, _) if number > 0 => say!("record.moment", text = number),
            (_, 0) => say!("record.start"),
            _ => say!("record.moment", text = chess_move(number, &self.replay.moves()[i - 1])),
        }
    }

    fn player(&self, player: Mover) -> Text {
        match (self.shogi(), player) {
            (true, Mover::First) => say!("record.sente"),
            (true, Mover::Second) => say!("record.gote"),
            (false, Mover::First) => say!("record.white"),
            (false, Mover::Second) => say!("record.black"),
        }
    }

    pub(super) fn lines(&self, format: Format) -> Vec<Text> {
        let mut lines = Vec::new();
        if self.several {
            lines.push(say!("record.game_number", number = self.number));
        }
        let game = if self.shogi() { say!("record.shogi") } else { say!("record.chess") };
        lines.push(say!("record.head", game = game, format = format.name(), moves = self.replay.moves().len()));
        lines.extend(self.recurrences());
        lines.extend(if self.shogi() { self.shogi_rules() } else { self.chess_rules() });
        lines.extend(self.word());
        lines
    }

    fn recurrences(&self) -> Vec<Text> {
        let all = &self.report.recurrences;
        let mut lines = vec![say!("record.recurrences", count = all.len())];
        // The most frequent first; equally frequent ones as they come.
        let mut sorted: Vec<_> = all.iter().collect();
        sorted.sort_by_key(|r| std::cmp::Reverse(r.at.len()));
        for recurrence in sorted.iter().take(LISTED) {
            let mut moments: Vec<Text> = recurrence.at.iter().take(MOMENTS).map(|&i| self.moment(i)).collect();
            if recurrence.at.len() > MOMENTS {
                moments.push(say!("record.moment", text = "…"));
            }
            lines.push(say!("record.recurrence", times = recurrence.at.len(), moves = moments));
        }
        if all.len() > LISTED {
            lines.push(say!("record.recurrences_more", count = all.len() - LISTED));
        }
        lines
    }

    fn shogi_rules(&self) -> Vec<Text> {
        let mut lines = Vec::new();
        match &self.report.fourth {
            Some(ending) => {
                lines.push(say!("record.fourth", moment = self.moment(ending.after)));
                lines.push(match ending.perpetual_check {
                    Some(player) => say!("record.perpetual", player = self.player(player)),
                    None => say!("record.no_perpetual"),
                });
            }
            None => lines.push(say!("record.fourth_never")),
        }
        lines.push(match &self.report.moves_thrice {
            Some(cube) => say!("record.old_shogi", moment = self.moment(cube.start + cube.length)),
            None => say!("record.old_shogi_never"),
        });
        lines
    }

    fn chess_rules(&self) -> Vec<Text> {
        let mut lines = vec![match &self.report.third {
            Some(ending) => say!("record.third", moment = self.moment(ending.after)),
            None => say!("record.third_never"),
        }];
        if let Some(player) = self.report.third.as_ref().and_then(|ending| ending.perpetual_check) {
            lines.push(say!("record.chess_perpetual", player = self.player(player)));
        }
        lines.push(match &self.report.fifth {
            Some(ending) => say!("record.fifth", moment = self.moment(ending.after)),
            None => say!("record.fifth_never"),
        });
        lines.push(match &self.report.moves_thrice {
            Some(cube) => say!("record.old_chess", moment = self.moment(cube.start + cube.length)),
            None => say!("record.old_chess_never"),
        });
        lines
    }

    fn word(&self) -> Vec<Text> {
        let Some(blocks) = &self.report.blocks else { return vec![say!("record.word_none")] };
        let spelled = |word: &[u32]| {
            let more = if word.len() > SHOWN { " …" } else { "" };
            let names: Vec<String> = word.iter().take(SHOWN).map(|&x| name(x)).collect();
            format!("{}{more}", names.join(" "))
        };
        let mut lines = vec![say!("record.word", times = blocks.at.len(), word = spelled(&blocks.word))];
        for (letter, moves) in self.blocks().into_iter().take(LISTED) {
            let more = if moves.len() > SHOWN { " …" } else { "" };
            let shown = format!("{}{more}", moves[..moves.len().min(SHOWN)].join(" "));
            lines.push(say!("record.block", name = name(letter), moves = shown));
        }
        let factor = |factor: &Option<Factor>| match factor {
            Some(f) => say!(
                "record.blocks_at",
                blocks = spelled(&blocks.word[f.start..f.start + f.length]),
                from = f.start + 1,
                to = f.start + f.length
            ),
            None => say!("record.none"),
        };
        let found = &blocks.repetitions;
        let exponent = found.critical.as_ref().map_or(String::new(), |c| c.exponent.to_string());
        lines.push(say!(
            "record.word_square",
            square = factor(&found.square),
            cube = factor(&found.cube),
            exponent = exponent
        ));
        lines
    }

    /// The moves of each different block, by letter.
    fn blocks(&self) -> Vec<(u32, &[String])> {
        let Some(blocks) = &self.report.blocks else { return Vec::new() };
        let mut found = Vec::new();
        for (pair, &letter) in blocks.at.windows(2).zip(&blocks.word) {
            if letter as usize == found.len() {
                found.push((letter, &self.replay.moves()[pair[0]..pair[1]]));
            }
        }
        found
    }

    pub(super) fn data(&self) -> RecordedGame {
        let number = |i: usize| self.replay.number(i);
        let numbers = |at: &[usize]| at.iter().map(|&i| number(i)).collect::<Vec<_>>();
        let ending = |ending: &Option<Ending>| {
            ending.as_ref().map(|e| Repeated {
                after: number(e.after),
                occurrences: numbers(&e.at),
                perpetual_check: e
                    .perpetual_check
                    .map(|player| if player == Mover::First { "first" } else { "second" }),
            })
        };
        let recurrences = self.report.recurrences.iter();
        let factor = |factor: Option<&Factor>| {
            factor.map(|f| BlockFactor { first_block: f.start + 1, length: f.length, period: f.period })
        };
        let found = self.report.blocks.as_ref().map(|b| &b.repetitions);
        RecordedGame {
            game: if self.shogi() { "shogi" } else { "chess" }.to_owned(),
            number: self.number,
            moves: self.replay.moves().len(),
            first_move: self.replay.first_number(),
            recurrences: recurrences.map(|r| Recurrence { times: r.at.len(), after: numbers(&r.at) }).collect(),
            old_rule: self.report.moves_thrice.as_ref().map(|cube| Thrice {
                after: number(cube.start + cube.length),
                first_move: number(cube.start) + 1,
                period: cube.period,
            }),
            word: self.report.blocks.as_ref().map(|b| b.word.iter().map(|&x| name(x)).collect()),
            blocks: self.blocks().into_iter().map(|(letter, moves)| (name(letter), moves.to_vec())).collect(),
            played: self.diagrams.as_ref().map(|_| self.replay.moves().to_vec()),
            diagrams: self.diagrams.clone(),
            word_square: factor(found.and_then(|f| f.square.as_ref())),
            word_cube: factor(found.and_then(|f| f.cube.as_ref())),
            present_rule: self.shogi().then(|| Ruling(ending(&self.report.fourth))),
            threefold: (!self.shogi()).then(|| Ruling(ending(&self.report.third))),
            fivefold: (!self.shogi()).then(|| Ruling(ending(&self.report.fifth))),
        }
    }
}

/// Half-move 1 is `1.e4`, half-move 2 `1...e5`.
fn chess_move(half: usize, played: &str) -> String {
    let dots = if half % 2 == 1 { "." } else { "..." };
    format!("{}{dots}{played}", half.div_ceil(2))
}
