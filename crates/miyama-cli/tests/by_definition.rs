//! `solve --by-definition`: every way gives what the fast engines and the naive interpreter give,
//! and its steps follow from one another.
#![allow(clippy::unwrap_used)]

mod program;

use program::{complaint, miyama, stdout};
use serde_json::Value;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(miyama(args))).unwrap()
}

/// The answer as JSON, with its steps whatever the way is.
fn steps(args: &[&str]) -> Value {
    let mut answer = json(&[&["solve"], args, &["--format", "json"]].concat());
    if let Some((_, steps)) = answer["steps"].as_object().and_then(|ways| ways.iter().next()) {
        answer["steps"] = steps.clone();
    }
    answer
}

/// Every node of a tree has the least value that its options lack, and options come first.
#[test]
fn values_of_a_tree_are_least_missing_values() {
    for position in ["nim:1,2,2", "kayles:6", "2d-nim:2x2", "dawsons-kayles:7", "wythoff:3,4"] {
        let tree = steps(&[position, "--by-definition=tree"]);
        let nodes = tree["steps"]["nodes"].as_array().unwrap();
        for (at, node) in nodes.iter().enumerate() {
            let options: Vec<usize> =
                node["options"].as_array().unwrap().iter().map(|o| o.as_u64().unwrap() as usize).collect();
            assert!(options.iter().all(|option| *option < at), "{position}: {node}");
            let values: Vec<u64> = options.iter().map(|option| nodes[*option]["value"].as_u64().unwrap()).collect();
            let mex = (0..).find(|value| !values.contains(value)).unwrap();
            assert_eq!(node["value"], mex, "{position}: {node}");
        }
        assert_eq!(nodes.last().unwrap()["value"].to_string(), tree["value"].as_str().unwrap());
    }
}

/// Example 21 and the table of 7.2 in the lecture notes, and cells of a game whose moves leave the box.
#[test]
fn a_table_is_filled_with_the_values_of_the_table_command() {
    for (game, at, to) in
        [("nim", "6,6", "6,6"), ("yama", "5,4", "5,4"), ("triangular", "3,4", "3,4"), ("0.77", "12", "12")]
    {
        let filled = steps(&[&format!("{game}:{at}"), "--by-definition=table"]);
        let table = json(&["table", game, "--to", to, "--format", "json"]);
        let mut inside = 0;
        for cell in filled["steps"]["cells"].as_array().unwrap() {
            if cell["beyond"] == true {
                continue;
            }
            let mut value = &table["values"];
            for heap in cell["at"].as_array().unwrap() {
                value = &value[heap.as_u64().unwrap() as usize];
            }
            assert_eq!(&cell["value"], value, "{game} {cell}");
            inside += 1;
        }
        let size: u64 = to.split(',').map(|n| n.parse::<u64>().unwrap() + 1).product();
        assert_eq!(inside, size, "{game}");
    }
}

/// The lists of document 002, problems 1 and 2: good forms of 3, 5, 7.
#[test]
fn the_sieve_finds_the_good_forms_of_three_heaps() {
    let forms = |args: &[&str]| -> Vec<String> {
        let found = steps(args);
        let forms = found["steps"]["forms"].as_array().unwrap().clone();
        forms.iter().map(|form| form["form"].to_string()).collect()
    };
    let common = ["[1,2,3]", "[1,4,5]", "[2,4,6]", "[2,5,7]", "[3,4,7]", "[3,5,6]"];
    let misere = ["[0,0,1]", "[0,2,2]", "[0,3,3]", "[0,4,4]", "[0,5,5]", "[1,1,1]"];
    assert_eq!(forms(&["--misere", "nim:3,5,7", "--by-definition"]), [&misere[..], &common].concat());
    let normal = ["[0,0,0]", "[0,1,1]", "[0,2,2]", "[0,3,3]", "[0,4,4]", "[0,5,5]"];
    assert_eq!(forms(&["nim:3,5,7", "--by-definition=sieve"]), [&normal[..], &common].concat());
}

/// Every form is good, or crossed off once.
#[test]
fn the_sieve_crosses_off_each_bad_form_once() {
    let found = steps(&["nim:2,3,4", "--by-definition=sieve"]);
    let mut seen = std::collections::BTreeSet::new();
    for form in found["steps"]["forms"].as_array().unwrap() {
        assert!(seen.insert(form["form"].to_string()));
        for crossed in form["crosses"].as_array().unwrap() {
            assert!(seen.insert(crossed.to_string()), "{crossed} twice");
        }
    }
    // Sorted triples below (2,3,4).
    let mut all = 0;
    for a in 0..=2 {
        for b in a..=3 {
            all += (b..=4).count();
        }
    }
    assert_eq!(seen.len(), all);
}

/// The case and where it leads; all cases are compared beside the code.
#[test]
fn the_case_of_a_position_of_wythoffs_game_is_named() {
    let found = steps(&["wythoff:5,9", "--by-definition"]);
    assert_eq!((found["steps"]["case"].as_str(), found["steps"]["to"][0].as_str()), (Some("l-k"), Some("3")));
    assert_eq!(steps(&["wythoff(2):5,13", "--by-definition"])["steps"]["case"], "good");
}

/// A reply is a move, and leaves a good form.
#[test]
fn replies_by_symmetry_win() {
    let found = steps(&["2d-nim:2x4", "--by-definition"]);
    let replies = found["steps"]["replies"].as_array().unwrap();
    assert_eq!(replies.len(), 22);
    for reply in replies {
        assert_eq!(reply["symmetry"], "half-turn");
        let after = steps(&[reply["reply"]["position"].as_str().unwrap()]);
        assert_eq!(after["outcome"], "P", "{reply}");
    }
    // 2×3 is won by taking the middle column: then there are two equal columns.
    assert!(steps(&["2d-nim:2x3", "--by-definition"])["steps"]["opening"]["move"].is_string());
}

#[test]
fn columns_show_groups_of_powers_of_two() {
    let found = steps(&["nim:3,5,7", "--by-definition"]);
    let groups = &found["steps"]["groups"];
    assert_eq!(groups[0]["parts"].to_string(), "[2,3]");
    assert_eq!(groups[2]["parts"].to_string(), "[1,2,3]");
    let lower: Vec<bool> =
        found["steps"]["moves"].as_array().unwrap().iter().map(|m| m["lower"].as_bool().unwrap()).collect();
    assert_eq!(lower, [true, true, true]);
    assert_eq!(steps(&["nim:9,13,15", "--by-definition"])["steps"]["sum"], "11");
}

#[test]
fn what_is_too_large_or_does_not_suit_is_refused() {
    let large = complaint(miyama(&["solve", "nim:30,50", "--by-definition=table"]));
    assert!(large.contains("more than 400 steps"), "{large}");
    let unfit = complaint(miyama(&["solve", "nim:3,5,7", "--by-definition=wythoff"]));
    assert!(unfit.contains("ways that suit it: columns, sieve, tree"), "{unfit}");
}

#[test]
fn partizan_positions_have_outcomes_of_both_players() {
    let found = steps(&["domineering:2x3", "--by-definition"]);
    assert_eq!(found["outcome"], steps(&["domineering:2x3"])["outcome"]);
    assert!(found["steps"]["nodes"].as_array().unwrap().iter().all(|node| node["right"].is_array()));
}
