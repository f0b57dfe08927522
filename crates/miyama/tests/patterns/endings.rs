//! Why play ends, and rules that go round.

use super::*;

#[test]
fn every_built_in_game_ends() {
    for builtin in builtin::all() {
        let game = Game::new(builtin.definition.clone(), &[]).unwrap();
        let text = match builtin.definition.kind {
            Kind::Grid => "4x4",
            Kind::Strip => "1x9",
            Kind::Graph => "cycle(5)",
            Kind::Edges => "0-1l,1-2e,2-0r,2-3l",
        };
        let ground = match game.read(text) {
            Ok(position) => (*position.ground).clone(),
            Err(_) => Ground::Grid { height: 1, width: 9 },
        };
        let ending = game.ending(&ground, &Budget::unlimited()).unwrap();
        let Ending::Falls(sums) = ending else { panic!("{}: {ending:?}", builtin.name()) };
        falls_in_play(&game, &ground, &sums);
    }
}

/// What the weights say, on boards: the sums, compared in order, are less after
/// every move.
fn falls_in_play(game: &Game, ground: &Ground, sums: &[Weights]) {
    let mut random = Random(5);
    for _ in 0..20 {
        let mut position = random_position(game.definition(), &mut random, 1);
        position.ground = Arc::new(ground.clone());
        let marks = game.definition().marks();
        let known: Vec<char> = game.definition().signs().into_iter().filter(|s| !marks.contains(s)).collect();
        position.signs = (0..ground.cells()).map(|_| known[random.below(known.len())]).collect();
        if let Ground::Edges(edges) = ground {
            position.signs = edges.held(position.signs);
        }
        moves_lower(sums, game, &position);
    }
}

#[test]
fn rules_that_go_round_are_found_out() {
    let circle = |text: &str| match game(text).ending(&Ground::Grid { height: 3, width: 3 }, &Budget::unlimited()) {
        Ok(Ending::Circle(circle)) => circle.iter().map(ToString::to_string).collect::<Vec<_>>(),
        other => panic!("{text}: {other:?}"),
    };
    let walk = circle("grid left sym [x.] -> [.x] right sym [o.] -> [.o]");
    assert_eq!(walk.len(), 3);
    assert_eq!(walk[0], walk[2]);
    assert_eq!(circle("strip sym [ab] -> [ba]").len(), 3);
    assert_eq!(circle("strip E = [.|] [#E] -> [#E]").len(), 2);
    assert_eq!(circle("strip [a] -> [b], [b] -> [c], [c] -> [a]").len(), 4);
    // A sign that is copied, beside one that is written over: ..b > ..b.
    assert_eq!(circle("strip B = [.b] [B.B] -> [_Bb]").len(), 2);
    assert_eq!(circle("grid A = [a.b] B = [a.b] left sym diag [B.{1..2}B] -> [~(B){1..2}b]").len(), 2);
}

/// Where weights say nothing and no small board goes round, play is followed from the position itself.
#[test]
fn play_is_followed_from_the_position_that_is_asked_about() {
    let ending = |text: &str, board: &str| {
        let game = game(text);
        game.ending_from(&game.read(board).unwrap(), &Budget::unlimited()).unwrap()
    };
    let circle = |text: &str, board: &str| match ending(text, board) {
        Ending::Circle(circle) => circle.iter().map(ToString::to_string).collect::<Vec<_>>(),
        other => panic!("{text} at {board}: {other:?}"),
    };
    // The circle needs more cells than small boards have.
    let long = "strip [abbbbbbbbc] -> [cbbbbbbbba], [cbbbbbbbba] -> [abbbbbbbbc]";
    assert_eq!(circle(long, "abbbbbbbbc"), ["abbbbbbbbc", "cbbbbbbbba", "abbbbbbbbc"]);
    assert_eq!(ending(long, "abbbbbbbbb"), Ending::Followed(1));
    assert_eq!(game(long).ending(&Ground::Grid { height: 1, width: 10 }, &Budget::unlimited()), Ok(Ending::Unknown));
    // Play that ends has values.
    let text = "strip sym [###] -> [x##], [#|] -> [o|], [x_x.] -> [#_#.]";
    for board in ["o##o###", "x#x.###", "###.##x"] {
        assert!(matches!(ending(text, board), Ending::Followed(_)), "{board}");
        same_value(&game(text), &game(text).read(board).unwrap());
    }
}
