//! Random definitions of games on cells.

use super::*;

/// A definition with random constructs; many are refused.
fn random_definition(random: &mut Random) -> String {
    let kind = ["grid", "strip", "graph", "edges"][random.below(4)];
    let mut text = String::from(kind);
    let classes = random.below(3);
    for class in ["A", "B"].iter().take(classes) {
        let signs = [".a", "ab", ".|", "b|", "a.b"][random.below(5)];
        text += &format!(" {class} = [{signs}]");
    }
    let pool = ['.', 'a', 'b', '.', 'a', '_', '~', '|', 'A', 'B'];
    let pool = &pool[..8 + classes];
    fn row(random: &mut Random, pool: &[char], shape: &[(usize, &str)]) -> String {
        let mut row = String::new();
        for (cells, count) in shape {
            let signs: String = (0..*cells).map(|_| pool[random.below(pool.len())]).collect();
            row += &if *cells > 1 || random.below(8) == 0 {
                format!("({signs}){count}")
            } else {
                format!("{signs}{count}")
            };
        }
        row
    }
    fn step(random: &mut Random, pool: &[char], rows: usize) -> String {
        let counts = ["", "", "", "", "*", "+", "{1..2}", "{0..1}"];
        let shapes: Vec<Vec<(usize, &str)>> = (0..rows)
            .map(|_| (0..1 + random.below(3)).map(|_| (1 + random.below(8) / 7, counts[random.below(8)])).collect())
            .collect();
        let side = |random: &mut Random| -> String {
            shapes.iter().map(|shape| row(random, pool, shape)).collect::<Vec<_>>().join("/")
        };
        let (from, to) = (side(random), side(random));
        format!("[{from}] -> [{to}]")
    }
    for _ in 0..1 + random.below(3) {
        text += [" left ", " right ", " "][random.below(3)];
        text += ["", "sym ", "diag ", "sym diag "][random.below(4)];
        let rows = 1 + usize::from(kind == "grid" && random.below(4) == 0);
        text += &step(random, pool, rows);
        match random.below(8) {
            0 => text += " unless near [a]",
            1 => text += [" near [a] -> [.]", " near [.] -> [.]", " near [a.] -> [.b]"][random.below(3)],
            2 => text += &format!(" then sym {}", step(random, pool, 1)),
            3 => text += " beyond [a] -> [.]",
            _ => {}
        }
    }
    text
}

#[test]
fn random_rules_mean_what_the_interpreter_says() {
    let (read, valued) = random_rules(42, 1_500);
    assert!(read > 60 && valued > 60, "{read} definitions, {valued} values");
}

#[test]
#[ignore = "takes minutes"]
fn many_random_rules_mean_what_the_interpreter_says() {
    // The slow twin calls itself once for each move of a play, and some plays on six cells have thousands.
    let deep = std::thread::Builder::new().stack_size(1 << 30).spawn(|| random_rules(1, 100_000)).unwrap();
    let (read, valued) = deep.join().unwrap();
    assert!(read > 4_000 && valued > 4_000, "{read} definitions, {valued} values");
}

/// Compares random definitions; how many could be read, and how many values.
fn random_rules(seed: u64, texts: usize) -> (usize, usize) {
    let mut random = Random(seed);
    let (mut read, mut valued) = (0, 0);
    for _ in 0..texts {
        let text = random_definition(&mut random);
        let Ok(definition) = parse_definition(&text) else { continue };
        let printed = definition.to_string();
        assert_eq!(parse_definition(&printed).unwrap(), definition, "{text} is printed as {printed}");
        let game = Game::new(definition, &[]).unwrap();
        if game.definition().signs().is_empty() {
            continue;
        }
        read += 1;
        for _ in 0..4 {
            let position = random_position(game.definition(), &mut random, 6);
            same_options(&game, &position);
            if let Some(weights) = game.weights(&position.ground, &Budget::unlimited()).unwrap() {
                moves_lower(&weights, &game, &position);
                same_value(&game, &position);
                valued += 1;
            }
        }
    }
    (read, valued)
}
