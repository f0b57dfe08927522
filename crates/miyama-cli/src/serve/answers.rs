//! What answers look like as JSON, in the notation of [`shape`](super::shape).

use super::shape::object;
use serde_json::{Map, Value, json};

/// The shapes of the answers to a question, by its name.
pub(super) const ANSWERS: &[(&str, &[&str])] = &[
    ("games", &["[Game]", "Game"]),
    ("solve", &["Solution"]),
    ("reply", &["Reply"]),
    ("check", &["[Claim]", "[Finding]", "Tested"]),
    ("prove", &["Proof"]),
    ("theorem", &["Theorem"]),
    ("compare", &["Comparison"]),
    ("table", &["Table", "BoardCensus", "BoardSeries"]),
    ("period", &["Period", "[PeriodRow]"]),
    ("quotient", &["Quotient", "[QuotientRow]"]),
    ("value", &["Value", "Truth", "Born", "MisereForm"]),
    ("bricks", &["Buildings", "Towers", "BuildingsWhy", "BuildingsEstimate"]),
    ("word", &["Word", "Term", "Pair", "Repetitions", "WordCounts", "Words"]),
];

/// Objects by name: what each is, and its fields.
const OBJECTS: &[(&str, &str, &str)] = &[
    (
        "Game",
        "A game. `heaps` are their names; there are none for a board. `code` is the code of a taking-and-breaking game.",
        "name: text, signature: text, example: text, rule: text?, definition: text?, heaps: [text]?, code: text?, \
         source: text?",
    ),
    (
        "Solution",
        "Who wins. `winning_moves` are the first of `winning_moves_count`, which is exact if `winning_moves_counted`. \
         Where the players have different moves they are those of Left, and `form` is the canonical form.",
        "position: text, convention: Convention, outcome: Outcome, value: Natural?, winning_moves: [text], \
         winning_moves_count: Natural, winning_moves_counted: flag, why: text, method: text, boards?: Boards, complete?: flag, form?: text?, \
         winning_moves_right?: [text], winning_moves_right_count?: Natural",
    ),
    ("Boards", "The boards of a position.", "parts: [BoardPart], winning_takes: [Taking]"),
    (
        "BoardPart",
        "A board, `#` for a stone; with HXOR and VXOR and what they say, where the game has that theorem.",
        "game: text, board: text, hxor?: integer, vxor?: integer, basic_theorem?: Outcome",
    ),
    ("Taking", "The stones of a winning move, each as row and column.", "part: integer, taken: [[integer]]"),
    (
        "Reply",
        "The moves of a position, and the move of the machine.",
        "position: text, parts: [Part], convention: Convention, outcome: Outcome, value: Natural?, \
         moves_left: integer?, over: flag, options: [Move], options_complete: flag, winning_moves_count: Natural, \
         reply: MachineMove?, why: text, method: text, complete?: flag, turn?: text, form?: text?",
    ),
    (
        "Part",
        "A part of a sum: heaps, or a board.",
        "number: integer, game: text, heaps?: [Natural], board?: text, cells?: text, worth?: text",
    ),
    (
        "Move",
        "A move: its words, the part it is made in, what it leaves of the part, and what is known of the whole after it.",
        "move: text, part: integer, left: [text], position: text, outcome: Outcome?, value: Natural?, wins: flag?, \
         moves_left: integer?, taken?: [[integer]], form?: text",
    ),
    (
        "MachineMove",
        "The move that the machine makes, and why.",
        "move: text, part: integer, left: [text], position: text, outcome: Outcome?, value: Natural?, wins: flag?, \
         moves_left: integer?, taken?: [[integer]], form?: text, how: 'over'/'wins'/'resists'/'leaves-most'/'unknown'/'errs', \
         says: text",
    ),
    (
        "Claim",
        "A claim of the literature.",
        "id: text, source: text, document: text, kind: text, statement: text, expected: text, bounds: Bounds?, \
         corrected_by: text?",
    ),
    ("Bounds", "How far a claim can be checked.", "default: integer, least: integer, most: integer, measure: text"),
    (
        "Finding",
        "A claim with its verdict.",
        "id: text, source: text, document: text, kind: text, statement: text, expected: text, bounds: Bounds?, \
         corrected_by: text?, verdict: text, bound: integer?, counterexample: text?, at: text?, how: text?, \
         seconds: real, as_expected: flag",
    ),
    (
        "Tested",
        "A formula put to the test, the first violation, and the positions around it.",
        "game: text, heaps: [text], convention: Convention, claim: 'p-positions'/'values', formula: text, \
         verdict: 'refuted'/'holds'/'proved', how: text?, truth: text?, bound: [integer], counterexample: text?, order: text, violation: Violation?, \
         window: Window, says: text, complete?: flag",
    ),
    (
        "Proof",
        "A formula, proved for all sizes or refuted. `violation` and `option` say what is broken at the counterexample.",
        "game: text, heaps: [text], statement: text, claim: 'p-positions'/'values'/'level'/'subset', formula: text, \
         level: integer?, convention: Convention, verdict: 'proved'/'attested'/'refuted'/'outside'/'limit', how: text, \
         counterexample: [Natural]?, violation: text?, option: [[integer]]?, states: integer?, numeration: text?, \
         certificate: Certificate?",
    ),
    (
        "Theorem",
        "What holds for all sizes. `formula` is null where none was found that says the same as the automaton.",
        "game: text, heaps: [text], statement: text?, convention: Convention, level: integer?, \
         verdict: 'proved'/'outside'/'limit', how: text, counterexample: [Natural]?, states: integer?, \
         certificate: Certificate?, formula: text?, numeration: text?, learned_to: integer?, facts: [Fact]",
    ),
    (
        "Comparison",
        "Two games compared, for all sizes. The counterexample of the moves is a position and an option.",
        "games: [text], convention: Convention, moves: Same, p_positions: Same, values: Same?, says: text",
    ),
    ("Same", "What became of a comparison.", "verdict: 'proved'/'refuted'/'limit', counterexample: [Natural]?"),
    ("Certificate", "The certificate of a proof.", "version: integer, bytes: integer, sha256: text"),
    (
        "Fact",
        "Something that holds of the set for all sizes.",
        "fact: 'symmetric'/'finite'/'one-per-row'/'at-most-one-per-row'/'diagonal', count?: integer, largest?: Natural, \
         heap?: text, period?: integer, from?: integer, says: text",
    ),
    (
        "Violation",
        "A position where a formula fails; `option` is the option that shows it, as heaps of its parts.",
        "position: [integer], kind: text, claimed: Number, actual: Number, option: [[integer]]?, says: text, beyond: flag",
    ),
    (
        "Window",
        "A part of a table: the heaps before the last two, and the sizes of the last two.",
        "fixed: [integer], rows: [integer], columns: [integer], cells: [[Cell]]",
    ),
    ("Cell", "What is claimed and what is true at a position.", "claimed: Number?, actual: Number?, differs: flag"),
    (
        "Table",
        "Values or outcomes of all positions, the first heap outermost; or the positions with one value.",
        "game: text, heaps: [text], to: [integer], convention: Convention, values?: Values, outcomes?: Outcomes, \
         value?: integer, positions?: [[integer]], method?: text, not_compared?: text, complete?: flag",
    ),
    (
        "BoardCensus",
        "The positions on a board, counted.",
        "game: text, board: text, census: Census, diagrams?: [Diagram]",
    ),
    (
        "Census",
        "How many positions have which value, and where HXOR and VXOR are wrong.",
        "positions: integer, p_positions: integer, values: [integer], largest_value: integer, largest: Examples, \
         basic_theorem: Mistakes?",
    ),
    ("Examples", "How many there are, and the smallest.", "count: integer, smallest: [text]"),
    ("Mistakes", "Where HXOR and VXOR are wrong.", "says_p_but_is_n: Examples, says_n_but_is_p: Examples"),
    ("Diagram", "A Young diagram and its value.", "rows: [integer], value: integer"),
    (
        "BoardSeries",
        "The values of a series of boards.",
        "game: text, boards: [text], values: [integer], complete: flag",
    ),
    (
        "Period",
        "The nim values of a code. A file of `certificate_file` can be checked by `miyama verify`.",
        "code: text, complete: flag, preperiod: integer?, period: integer?, saltus: integer?, proven: flag, theorem: text?, \
         checked_from: integer?, checked_to: integer?, certificate: object?, certificate_file: text?, values_computed: integer, \
         largest_value: integer, exceptions_count: integer?, exceptions: [Exception]?, zeros: Zeros?, \
         sparse_space: SparseSpace?, frequencies: [integer]",
    ),
    ("Exception", "A heap before the period.", "heap: integer, value: integer, expected: integer"),
    (
        "Zeros",
        "The P-positions: residues modulo the period, and what differs.",
        "residues: [integer], extra: [integer], missing: [integer]",
    ),
    (
        "SparseSpace",
        "A sparse space and its rare heaps.",
        "mask: integer, positional: flag, rare: integer, last_rare: integer, rare_values: [integer]",
    ),
    (
        "PeriodRow",
        "A code among all codes of some length; `equal` is an earlier one with the same values.",
        "code: text, preperiod: integer?, period: integer?, proven: flag, theorem: text?, values_computed: integer, \
         largest_value: integer, equal: text?, shift: integer?, compared_to: integer",
    ),
    ("Truth", "Whether a comparison of values holds.", "holds: flag"),
    ("Born", "The values born by a day.", "day: integer, count: integer, values: [text], complete?: flag"),
    (
        "Value",
        "A partizan value. Numbers are texts, as they may be fractions. What is too long is null, and `left_out` says why.",
        "canonical: text?, outcome: 'N'/'P'/'L'/'R', birthday: text?, left_stop: text, right_stop: text, mean: text?, \
         temperature: text?, thermograph: Thermograph?, number: flag, infinitesimal: flag, all_small: flag?, \
         impartial: flag, impartial_form: flag?, impartial_value: flag, nimber: integer?, \
         atomic_weight: text?, reduced_canonical_form: text?, left_incentives: [text]?, \
         right_incentives: [text]?, positions: text?, left_out?: {text}",
    ),
    ("Thermograph", "Its walls: corners as temperature and value.", "left: [[text]], right: [[text]]"),
    (
        "Buildings",
        "Buildings counted.",
        "brick: text, bricks: integer, count: Natural, fixed: Natural, symmetric: Natural, quarter_symmetric: Natural, \
         by_height: {Natural}, by_profile: {Natural}, seconds: real",
    ),
    (
        "Towers",
        "Towers counted.",
        "brick: text, bricks: integer, count: Natural, on_brick: Natural, symmetric: Natural",
    ),
    (
        "BuildingsWhy",
        "How a count comes about.",
        "brick: text, bricks: integer, a: text, b: text, x: text, profiles: [Profile], count: text",
    ),
    (
        "Profile",
        "The buildings of a profile.",
        "profile: [integer], fixed: text, half: text, quarter: text, count: text",
    ),
    (
        "BuildingsEstimate",
        "How long a count would take.",
        "brick: text, bricks: integer, jobs: [BuildingsJob], core_seconds: real, complete?: flag",
    ),
    ("BuildingsJob", "A part of a count.", "profiles: [text], tasks: integer, core_seconds: real"),
    (
        "Building",
        "A building of a list, one on each line.",
        "index: integer, profile: [integer], symmetry: 'none'/'half turn'/'quarter turn', bricks: [Brick]",
    ),
    (
        "Brick",
        "A brick by its least cell and its extent.",
        "x: integer, y: integer, z: integer, width: integer, depth: integer",
    ),
    (
        "Quotient",
        "A misère quotient. `map` is the element of each heap, or of each of `positions`; `heap_reached` is the last of \
         them. Of a code it is the quotient of all heaps if `closed`, else of the heaps up to `heap_reached`.",
        "code: text, order: integer, p_size: integer, tame: flag, closed: flag, period: integer?, preperiod: integer?, \
         proven: flag, checked_to: integer?, heap_reached: integer, last_growth: integer?, growth: [Growth], \
         presentation: text, letters: [integer], p_portion: [text], map: [text], positions: [text]?, \
         genus: [text], class: [text]",
    ),
    (
        "MisereForm",
        "The misère canonical form of a position, null if it is very long, and its genus; `tame_genus` if Nim has the same.",
        "position: text, form: text?, genus: text, tame_genus: flag, class: text, outcome: Outcome",
    ),
    ("Growth", "A heap at which a quotient grew.", "heap: integer, order: integer, p_size: integer"),
    (
        "QuotientRow",
        "A code in a table of quotients.",
        "code: text, order: integer, p_size: integer, tame: flag, closed: flag, period: integer?, preperiod: integer?, \
         proven: flag, heap_reached: integer, presentation: text",
    ),
    ("Word", "The beginning of a word.", "name: text, first_index: integer, length: integer, word: text"),
    ("Term", "A letter of a word.", "index: text, term: text"),
    ("Pair", "Where the i-th 0 and the i-th 1 stand.", "i: text, k: text, l: text"),
    (
        "Repetitions",
        "The repetitions of a word.",
        "length: integer, letters: integer, first_index: integer, critical_exponent: Exponent?, largest_power: integer, \
         largest_power_at: Factor?, first_square: Factor?, first_overlap: Factor?, first_cube: Factor?, runs: integer, complete?: flag",
    ),
    (
        "Exponent",
        "The largest exponent, and where it is.",
        "numerator: integer, denominator: integer, start: integer, length: integer, period: integer",
    ),
    ("Factor", "A part of a word.", "start: integer, length: integer, period: integer, factor: text"),
    ("WordCounts", "How many words there are of each length.", "first_length: integer, counts: [text]"),
    ("Words", "Words.", "words: [text]"),
];

/// All schemas of answers by name.
pub(super) fn schemas() -> Map<String, Value> {
    let mut schemas: Map<String, Value> =
        OBJECTS.iter().map(|(name, says, fields)| ((*name).to_owned(), object(says, fields))).collect();
    let nested = |name: &str, leaf: Value| {
        let list = json!({ "type": "array", "items": { "$ref": format!("#/components/schemas/{name}") } });
        json!({ "description": "A list for each heap, one in the other", "anyOf": [leaf, list] })
    };
    for (name, schema) in [
        ("Convention", json!({ "enum": ["normal", "misere"] })),
        ("Outcome", json!({ "enum": ["P", "N"], "description": "P: the player who moved wins; N: the next one" })),
        (
            "Natural",
            json!({
                "description": "A number; its digits in quotes where a double would round it",
                "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }],
            }),
        ),
        (
            "Number",
            json!({ "description": "A value, or an outcome", "anyOf": [{ "type": "integer" }, { "enum": ["P", "N"] }] }),
        ),
        ("Values", nested("Values", json!({ "type": "integer" }))),
        ("Outcomes", nested("Outcomes", json!({ "enum": ["P", "N"] }))),
    ] {
        schemas.insert(name.to_owned(), schema);
    }
    schemas
}
