//! Records of shogi: handicaps, what is told besides the moves, several games, encodings.

use super::*;

/// The first two ranks of the handicaps, as tables of handicaps give them.
#[test]
fn handicaps_are_known_by_name() {
    let full = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY";
    let without = |ranks: [&str; 2]| ranks.map(str::to_owned);
    let expected = [
        ("香落ち", without(["P1-KY-KE-GI-KI-OU-KI-GI-KE * ", "P2 * -HI *  *  *  *  * -KA * "])),
        ("飛車落ち", without([full, "P2 *  *  *  *  *  *  * -KA * "])),
        ("二枚落ち", without([full, "P2 *  *  *  *  *  *  *  *  * "])),
        ("三枚落ち", without(["P1-KY-KE-GI-KI-OU-KI-GI-KE * ", "P2 *  *  *  *  *  *  *  *  * "])),
        ("左五枚落ち", without(["P1 * -KE-GI-KI-OU-KI-GI *  * ", "P2 *  *  *  *  *  *  *  *  * "])),
        ("左七枚落ち", without(["P1 *  * -GI-KI-OU-KI *  *  * ", "P2 *  *  *  *  *  *  *  *  * "])),
        ("右七枚落ち", without(["P1 *  *  * -KI-OU-KI-GI *  * ", "P2 *  *  *  *  *  *  *  *  * "])),
        ("十枚落ち", without(["P1 *  *  *  * -OU *  *  *  * ", "P2 *  *  *  *  *  *  *  *  * "])),
    ];
    let budget = Budget::unlimited();
    let record = |name: &str| format!("手合割：{name}\n手数----指手---------消費時間--\n   1 ３四歩(33)\n");
    for (name, ranks) in expected {
        let written = csa::write(&kif::read(&record(name), &budget).unwrap());
        let found: Vec<&str> = written.lines().filter(|l| l.starts_with("P1") || l.starts_with("P2")).collect();
        assert_eq!(found, ranks, "{name}");
    }
    let key = |name: &str| match kif::read(&record(name), &budget) {
        Err(mistake) => mistake.says.key(),
        other => panic!("{other:?}"),
    };
    assert_eq!((key("七枚落ち"), key("一枚落ち")), ("record.handicap_side", "record.handicap"));
}

/// Bookmarks stay where there is room for them, and a limit of time that CSA cannot write is told in words.
#[test]
fn bookmarks_and_limits_of_time_are_kept() {
    let budget = Budget::unlimited();
    let text = "持ち時間：各3時間\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n&序盤\n*&印\n";
    let game = kif::read(text, &budget).unwrap();
    let bookmark = (1, Note::Bookmark("序盤".to_owned()));
    assert_eq!(game.about().notes, [bookmark, (1, Note::Comment("&印".to_owned()))]);
    for written in [kif::write(&game), ki2::write(&game)] {
        assert!(written.contains("\n&序盤\n*&印\n"), "{written}");
    }
    let csa = csa::write(&game);
    assert!(csa.contains("\n'持ち時間：各3時間\n") && !csa.contains("$TIME_LIMIT") && !csa.contains("序盤"), "{csa}");
    assert_eq!(csa::read(&csa, &budget).unwrap().about().fields, game.about().fields);
    let limited = kif::read(&text.replace("各3時間", "03:00+30"), &budget).unwrap();
    assert!(csa::write(&limited).contains("\n$TIME_LIMIT:03:00+30\n"));
}

/// What a record tells besides the moves goes from one format to the next, as
/// far as each has room for it.
#[test]
fn names_times_comments_and_the_result_survive() {
    let budget = Budget::unlimited();
    let text = "# KIF version=2.0\n開始日時：2020/01/02 10:00:00\n棋戦：名人戦\n手合割：二枚落ち\n下手：山田\n上手：鈴木\n備考：よい天気\n\
                手数----指手---------消費時間--\n*始まる前に\n   1 ６二銀(71)   ( 0:10/00:00:10)\n*一手目\n   2 ７六歩(77)   ( 1:05/00:01:05)\n   \
                3 ５四歩(53)   ( 0:20/00:00:30)\n   4 投了   ( 0:02/00:01:07)\nまで3手で上手の勝ち\n変化：2手\n   2 ２六歩(27)\n";
    let game = kif::read(text, &budget).unwrap();
    let about = game.about();
    assert_eq!(about.fields.len(), 5);
    let note = |after, line: &str| (after, Note::Comment(line.to_owned()));
    assert_eq!(about.notes, [note(0, "始まる前に"), note(1, "一手目")]);
    assert_eq!(about.times, [Some(10_000), Some(65_000), Some(20_000), Some(2_000)]);
    assert_eq!((about.ending, about.variations), (Some(Ending::Resignation), 1));
    // KIF writes all of it again but the variation.
    let written = kif::write(&game);
    for line in text.lines().skip(1).take_while(|line| !line.starts_with("変化")) {
        assert!(written.contains(line), "{line}\n{written}");
    }
    let mut plain = game.clone();
    plain.about_mut().variations = 0;
    assert_eq!(kif::read(&written, &budget).unwrap(), plain);
    assert_eq!(csa::read(&csa::write(&game), &budget).unwrap(), plain, "{}", csa::write(&game));
    // KI2 has no room for times.
    let mut timeless = plain.clone();
    timeless.about_mut().times.clear();
    let ki2 = ki2::write(&game);
    assert_eq!(ki2::read(&ki2, &budget).unwrap(), timeless, "{ki2}");
    // Parts of a second are those of CSA, version 3.
    let mut exact = plain.clone();
    exact.about_mut().times[0] = Some(10_250);
    let csa = csa::write(&exact);
    assert!(csa.contains("V3.0\n") && csa.contains("T10.250\n"), "{csa}");
    assert_eq!(csa::read(&csa, &budget).unwrap(), exact);
}

fn shogi_games(text: &str) -> Vec<Game> {
    match read(text, None, &Budget::unlimited()).unwrap() {
        (_, Games::Shogi(games)) => games,
        (_, Games::Chess(_)) => Vec::new(),
    }
}

#[test]
fn several_games_of_shogi_in_one_file() {
    let lengths = |text: &str| shogi_games(text).iter().map(|game| game.moves().len()).collect::<Vec<_>>();
    let kif =
        "手合割：平手\n先手：a\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)\n\n";
    assert_eq!(lengths(&format!("{kif}先手：b\n1 ２六歩(27)\n2 ８四歩(83)\n")), [1, 2]);
    assert_eq!(lengths("1 ７六歩(77)\n2 投了\n1 ２六歩(27)\n2 ８四歩(83)\n3 中断\n"), [1, 2]);
    assert_eq!(lengths("先手：a\n▲７六歩 △３四歩\nまで2手で中断\n\n先手：b\n▲２六歩\n"), [2, 1]);
    assert_eq!(lengths("PI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n"), [1, 0]);
    assert_eq!(lengths("V2.2\nN+a\nPI\n+\n+7776FU\n%TORYO\nV2.2\nN+b\nPI\n+\n+2726FU\n-8384FU\n"), [1, 2]);
    assert_eq!(
        lengths("position startpos moves 7g7f\n# a comment\nposition startpos\nstartpos moves 2g2f 8c8d\n"),
        [1, 0, 2]
    );
    assert_eq!(lengths("7g7f 3c3d\n"), [2]);
}

#[test]
fn every_japanese_encoding() {
    let kif = "手合割：平手\n先手：羽生善治\n   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let csa = "V2.2\nN+羽生善治\nN-谷川浩司\nPI\n+\n+7776FU\n";
    for text in [kif, csa] {
        let expected = shogi_games(text);
        for encoding in [encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP, encoding_rs::ISO_2022_JP] {
            let (bytes, _, lost) = encoding.encode(text);
            assert!(!lost);
            assert_eq!(encoding::decode(&bytes).unwrap(), text, "{}", encoding.name());
            let mut reader = Reader::open(&bytes[..], None, &Budget::unlimited()).unwrap();
            let game = reader.next(&Budget::unlimited()).unwrap().unwrap().unwrap();
            assert_eq!(game, reader::Game::Shogi(Box::new(expected[0].clone())), "{}", encoding.name());
        }
    }
}
