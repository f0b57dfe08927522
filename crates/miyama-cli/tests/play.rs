//! Transcripts of play and reply: exact output and exit code.
#![allow(clippy::unwrap_used, clippy::panic)]

mod program;

use program::{miyama, miyama_reads, stdout};

#[track_caller]
fn played(args: &[&str], input: &str) -> String {
    let text = stdout(miyama_reads(&[&["play"], args].concat(), input.as_bytes()));
    assert!(!text.contains('\x1b'), "no colours over a pipe");
    text
}

#[track_caller]
fn complaint(args: &[&str]) -> String {
    program::complaint(miyama(args))
}

#[track_caller]
fn reply(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(miyama(&[&["reply", "--format", "json"], args].concat()))).unwrap()
}

#[test]
fn moves_are_those_of_the_rules() {
    let found = stdout(miyama(&["moves", "wythoff:1,2", "--format", "json"]));
    let answer: serde_json::Value = serde_json::from_str(&found).unwrap();
    let options = answer["options"].as_array().unwrap();
    // One heap, the other, or both: 1 + 2 + 1.
    assert_eq!((options.len(), &answer["complete"]), (4, &true.into()));
    assert!(options.contains(&serde_json::json!([["0", "1"]])), "{found}");
    let sum = stdout(miyama(&["moves", "nim:2,1 + domineering:2x2", "--format", "json"]));
    let answer: serde_json::Value = serde_json::from_str(&sum).unwrap();
    // Each heap of Nim is a part.
    assert_eq!(answer["parts"], serde_json::json!([0, 0, 1, 2, 2]), "{sum}");
    let board = stdout(miyama(&["moves", "domineering:1x2", "--turn", "right"]));
    assert_eq!(board.lines().count(), 1, "{board}");
    assert_eq!(stdout(miyama(&["moves", "domineering:1x2"])), "");
}

#[test]
fn a_game_that_is_won_by_theory() {
    let input = "1 from 1\nwhy\n2,0,7\n0 from 1\n5 from 3\n1 from 1\n1 from 3\nquit\n";
    let expected = "\
nim:1,3,2: whoever cannot move loses.
nim: Take one or more stones from one heap.
You begin. Type a move, or help.

  1  ●    1
  2  ●●●  3
  3  ●●   2

> 1 from 1
I move: 1 from 2  →  nim:0,2,2

  1      0
  2  ●●  2
  3  ●●  2

> why
I moved 1 from 2. This move wins: with best play the game ends after 5 moves, counting this one.
nim:0,2,2: P, the next player loses
The values are added without carry, column by column:
  nim:0  0  00
  nim:2  2  10
⊕ nim:2  2  10
  ------------
         0  00
The nim-sum is 0: every move makes it something else, and the other player can make it 0 again.
> 2,0,7
  ^^^^^
a move changes exactly one game of the sum
a move: 1 from 2
> 0 from 1
  ^^^^^^^^
the rules do not allow the move to nim:0,2,2
a move: 1 from 2
> 5 from 3
  ^^^^^^^^
heap 3 has 2 stones, fewer than 5
> 1 from 1
  ^^^^^^^^
heap 1 has 0 stones, fewer than 1
> 1 from 3
I move: 1 from 2  →  nim:0,1,1

  1     0
  2  ●  1
  3  ●  1

> quit
";
    assert_eq!(played(&["nim:1,3,2"], input), expected);
}

#[test]
fn a_person_who_plays_well_wins_and_can_take_moves_back() {
    let input = "redo\nhint\n1 from 2\nundo\nundo\nredo\nmoves\n1 from 1\nhint\n";
    let expected = "\
nim:1,2: whoever cannot move loses.
nim: Take one or more stones from one heap.
You begin. Type a move, or help.

  1  ●   1
  2  ●●  2

> redo
There is no move to play again.
> hint
Hint: 1 from 2
This move wins: with best play the game ends after 3 moves, counting this one.
> 1 from 2
I move: 1 from 1  →  nim:0,1

  1     0
  2  ●  1

> undo

  1  ●   1
  2  ●●  2

> undo
There is no move of yours to take back.
> redo

  1     0
  2  ●  1

> moves
  1 from 2
> 1 from 1
  ^^^^^^^^
heap 1 has 0 stones, fewer than 1
> hint
Hint: 1 from 2
This move wins: it is the last one.
> 
";
    assert_eq!(played(&["nim:1,2"], input), expected);
    let over = played(&["nim:1,2"], "1 from 2\n1 from 2\n1 from 1\nundo\n");
    let says = "> 1 from 1\nthe game is over: there is no move left (undo goes back, quit leaves)\n> undo\n";
    assert!(over.contains(says), "{over}");
    let over = played(&["nim:1,2"], "1 from 2\n1 from 2\nmoves\nhint\n");
    assert!(over.ends_with(
        "I cannot move: you win. (undo goes back, quit leaves)\n> moves\nNo move is left.\n> hint\nNo move is left.\n> \n"
    ));
}

#[test]
fn the_machine_begins_and_wins_a_board() {
    let expected = "\
2d-nim:###/##., misère: whoever cannot move wins.
2d-nim: Take stones next to each other from one end of a row or column of stones without gaps.
I begin. Then type a move, or help.

     a b c
  1  ● ● ●
  2  ● ● ·

I move: a1  →  2d-nim:.##/##.

     a b c
  1  · ● ●
  2  ● ● ·

> c1
I move: b1-b2  →  2d-nim:.../#..

     a b c
  1  · · ·
  2  ● · ·

> b1-b2
  ^^^^^
no move here changes b1, which is `.`
a move: a2
> a2

     a b c
  1  · · ·
  2  · · ·

I cannot move: I win. (undo goes back, quit leaves)
> 
";
    assert_eq!(played(&["2d-nim:###/##.", "--misere", "--first", "machine"], "c1\nb1-b2\na2\n"), expected);
}

#[test]
fn sums_splits_and_pasted_definitions_in_japanese() {
    let expected = "\
kayles:4 + yama:1,3: 動かせなくなった方の負けです。
kayles: 山から石を一つか二つ取る。残りは二つの山に分けてもよい。
yama: 一方の山から a 個以上取り、もう一方の山に b 個戻す。全体の石は減るようにする。
あなたが先手です。手を入力してください（help で説明）。

  kayles
  1  ●●●●  4
  yama
  2  ●     1
  3  ●●●   3

> １から１個取り１,２に分ける
私の手: 1から1個  →  kayles:0,2 + yama:1,3

  kayles
  1       0
  2  ●●   2
  yama
  3  ●    1
  4  ●●●  3

> 終了
";
    let text = played(&["kayles:4 + yama:1,3", "--lang", "ja"], "１から１個取り１,２に分ける\n終了\n");
    assert_eq!(text, expected);
    let text = played(&["(x,y) -> sym {(x-i,y+1) | 2<=i}", "--at", "4,2"], "2 from 1, 1 to 2\n");
    assert!(text.contains("4,2: whoever cannot move loses.\n(x,y) -> sym {(x-i,y+1) | 2<=i}\n"), "{text}");
    assert!(text.contains("> 2 from 1, 1 to 2\nI move: "), "{text}");
}

#[test]
fn very_large_heaps_are_drawn_short() {
    let huge = format!("1{}", "0".repeat(50));
    let text = played(&[&format!("nim:{huge},5")], "5,5\nshow\n");
    assert!(text.contains("  1  ●●●●● ●●●●● ●●●●● ●●●●● …  100000000000…000000000000 (51)\n"), "{text}");
    assert!(text.contains("> 5,5\nI move: 1 from 1  →  nim:4,5\n"), "{text}");
}

#[test]
fn the_seed_repeats_the_mistakes() {
    let args = ["nim:3,5,7", "--level", "3", "--seed", "5", "--first", "machine"];
    let input = "hint\n1 from 3\n1 from 2\n1 from 1\n";
    assert_eq!(played(&args, input), played(&args, input));
    assert!(played(&args, input).contains("I may err; --seed 5 repeats this game.\n"));
    let first_move = |seed: &str| {
        let text = played(&["nim:3,5,7", "--level", "0", "--seed", seed, "--first", "machine"], "");
        text.lines().find(|line| line.starts_with("I move")).unwrap().to_owned()
    };
    let moves: std::collections::HashSet<String> = ["1", "2", "3", "4", "5", "6"].map(first_move).into();
    assert!(moves.len() > 2, "{moves:?}");
}

/// A game alone begins somewhere, and so does its table.
#[test]
fn a_game_alone_has_a_position_and_a_bound() {
    assert!(played(&["nim"], "").starts_with("nim:3,5,7: "));
    assert!(played(&["wythoff"], "").starts_with("wythoff:5,7: "));
    assert!(stdout(miyama(&["table", "wythoff"])).lines().count() == 18);
}

/// A board that is too large for a search is played by symmetry; where that is lost the
/// opponent says that it does not know.
#[test]
fn large_boards_are_played_by_symmetry() {
    let answer = reply(&["2d-nim:9x9"]);
    assert_eq!((&answer["outcome"], &answer["reply"]["how"]), (&"N".into(), &"wins".into()));
    // The middle column goes, and what is left are two equal boards.
    let won = played(&["2d-nim:9x9", "--first", "machine"], "quit\n");
    assert!(won.contains("I move: e1-e9"), "{won}");
    let open = played(&["2d-nim:9x9"], "a1\nwhy\nhint\nquit\n");
    assert_eq!(open.matches("nobody knows who wins here").count(), 3, "{open}");
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    assert_eq!(
        complaint(&["play", "2d-nim:9x9", "--misere"]).lines().next().unwrap().split(": ").last().unwrap(),
        "81 stones are connected here; at most 64 can be solved, 128 in one line"
    );
    let huge = format!("wythoff:1{},1 + nim:3", "0".repeat(30));
    assert!(complaint(&["play", &huge]).starts_with("error: no theorem answers this for wythoff:1000"));
    assert!(complaint(&["play", "nimm"]).contains("nimm"));
    assert!(complaint(&["solve", "nim 3 5 7"]).ends_with("  write it as `nim:3,5,7`\n"));
    assert!(complaint(&["play", "nim:3", "--level", "11"]).contains("`11` is not a value for --level"));
    assert!(complaint(&["play", "nim:3", "--format", "json"]).contains("json"));
    let wrong = "error: heap 1 has 3 stones, fewer than 4\n  --move 4 from 1\n         ^^^^^^^^\n";
    assert_eq!(complaint(&["reply", "nim:3,5,7", "--move", "4 from 1"]), wrong);
}

#[test]
fn a_reply_holds_all_moves_and_what_they_lead_to() {
    let answer = reply(&["nim:1,2", "--move", "1 from 1"]);
    assert_eq!(answer["position"], "nim:0,2");
    assert_eq!((&answer["outcome"], &answer["value"], &answer["moves_left"]), (&"N".into(), &"2".into(), &1.into()));
    let options = answer["options"].as_array().unwrap();
    let after: Vec<&str> = options.iter().map(|option| option["position"].as_str().unwrap()).collect();
    assert_eq!(after, ["nim:0,1", "nim:0,0"]);
    assert_eq!(options[1]["wins"], true);
    assert_eq!(answer["options_complete"], true);
    assert_eq!((&answer["reply"]["move"], &answer["reply"]["how"]), (&"2 from 2".into(), &"wins".into()));
    let over = reply(&["nim:0"]);
    assert_eq!((&over["over"], &over["reply"]), (&true.into(), &serde_json::Value::Null));
    let board = reply(&["2d-nim:##"]);
    assert_eq!(board["reply"]["taken"], serde_json::json!([[0, 0], [0, 1]]));
    let many = reply(&["nim:1000000000000,7"]);
    assert_eq!((&many["options_complete"], &many["reply"]["position"]), (&false.into(), &"nim:7,7".into()));
}

#[test]
fn a_reply_names_what_is_forbidden() {
    let left = |answer: &serde_json::Value| answer["options"].as_array().unwrap().len();
    let best = reply(&["blocking-nim:3,4,5"]);
    // One stone or more from one heap: 3 + 4 + 5 options, of which one is forbidden.
    assert_eq!((left(&best), &best["may_forbid"]), (11, &1.into()), "{best}");
    assert_eq!(best["forbidden"].as_array().unwrap().len(), 1);
    let none = reply(&["blocking-nim:3,4,5", "--forbid", ""]);
    assert_eq!((left(&none), &none["forbidden"]), (12, &serde_json::json!([])));
    // What wins if it is left, the machine plays; forbidden, it does not.
    let made = none["reply"]["position"].as_str().unwrap();
    let without = reply(&["blocking-nim:3,4,5", "--forbid", made]);
    assert_eq!((left(&without), without["forbidden"][0].as_str()), (11, Some(made)));
    assert_ne!(without["reply"]["position"].as_str().unwrap(), made);
    assert!(stdout(miyama(&["reply", "blocking-nim:3,4,5"])).contains("Forbidden here: blocking-nim:"));
    assert!(complaint(&["reply", "blocking-nim:3,4,5", "--forbid", "0,4,5;3,4,0"]).contains("at most 1 move"));
    assert!(complaint(&["reply", "nim:3", "--forbid", "0"]).contains("at most 0 moves"));
    assert!(reply(&["nim:3,4,5"]).get("may_forbid").is_none());
}

/// Where the opponent forbids moves, each player forbids those of the other.
#[test]
fn a_person_forbids_moves_too() {
    let forbids = "Which of my moves do you forbid? At most 1, written as moves with `;` between them; \
                   an empty line forbids none, `hint` the best.";
    // 3,2 is lost for whoever must move, if the best move is forbidden: 1,0.
    let best = played(&["blocking-wythoff:3,4"], "3,2\nhint\nquit\n");
    assert!(best.contains(forbids), "{best}");
    assert!(best.contains("Forbidden here: blocking-wythoff:1,0"), "{best}");
    let moved = |text: &str| text.lines().find(|line| line.starts_with("I move")).map(str::to_owned);
    assert!(!moved(&best).unwrap().ends_with("blocking-wythoff:1,0"), "{best}");
    // Nothing is forbidden of 1,1, and the machine takes what is left.
    let none = played(&["blocking-wythoff:1,2"], "1,1\n\nquit\n");
    assert!(moved(&none).unwrap().ends_with("blocking-wythoff:0,0"), "{none}");
    // Where that is forbidden it may not.
    let one = played(&["blocking-wythoff:1,2"], "1,1\n0,0\nquit\n");
    assert!(!moved(&one).unwrap().ends_with("blocking-wythoff:0,0"), "{one}");
    // Too many, a move that is none, and the end of the input.
    let wrong = played(&["blocking-wythoff:1,2"], "1,1\n0,0;0,1\n5,5\n");
    assert_eq!((wrong.matches(forbids).count(), moved(&wrong)), (2, None), "{wrong}");
}
