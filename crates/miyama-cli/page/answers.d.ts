// Made by test/types.mjs of the OpenAPI document: do not edit.

export type Answer = GamesAnswer | GameAnswer | SolutionAnswer | SolutionSoFarAnswer | ByDefinitionAnswer | ReplyAnswer | MovesAnswer | RecordAnswer | ClaimsAnswer | FindingsAnswer | TestedAnswer | RegionTestedAnswer | CampaignAnswer | ProofAnswer | WordProofAnswer | TheoremAnswer | ConjectureAnswer | SequencesAnswer | RulesAnswer | ComparisonAnswer | TableAnswer | BoardCensusAnswer | BoardSeriesAnswer | SizeTableAnswer | SubsetCensusAnswer | PeriodAnswer | PeriodRowsAnswer | QuotientAnswer | QuotientRowsAnswer | ValueAnswer | ValueRelationAnswer | BornAnswer | MisereFormAnswer | BuildingsAnswer | BuildingsSoFarAnswer | TowersAnswer | BuildingsWhyAnswer | BuildingsEstimateAnswer | BrickTableAnswer | SheetAnswer | CheckedAnswer | ToursAnswer | TourAnswer | FiguresAnswer | WordAnswer | TermAnswer | PairAnswer | PairsAnswer | RepetitionsAnswer | WordCountsAnswer | WordsAnswer;

/** Which buildings are counted as one. */
export type AsOne = "rotations" | "mirrors" | "fixed" | "fixed-base";

/** Buildings of bricks. With `list`, or with `index`, the answer is a building on each line. */
export type AskBricks = {
  ask: "bricks";
  base?: "fixed" | null;
  brick?: string | null;
  bricks?: string | null;
  by_height?: boolean;
  estimate?: number | null;
  fixed?: boolean;
  index?: number | null;
  list?: boolean;
  mirror?: boolean;
  profile?: string | null;
  profiles?: boolean;
  symmetric?: boolean;
  tower?: boolean;
  why?: boolean;
};

/** Claims of the literature with their verdicts (`ids`, or all; `list` only lists them; `errata`: the false ones), those of a text (`claims`), a formula about the P-positions or the values of a game, with the first position where it fails, or so many `random` rulesets from a `seed` on, whose tables are compared with their definitions. */
export type AskCheck = {
  ask: "check";
  /** The text of a file of claims. */
  claims?: string | null;
  errata?: boolean;
  explain?: boolean;
  for?: string | null;
  game?: string | null;
  heaps?: number | null;
  ids?: string[];
  level?: string[];
  list?: boolean;
  misere?: boolean;
  p_positions?: string | null;
  random?: number | null;
  seed?: number | null;
  to?: number | string | null;
  value?: string | null;
};

/** Whether two games have the same moves, P-positions and values, for all sizes. */
export type AskCompare = {
  ask: "compare";
  game: string;
  heaps?: number | null;
  misere?: boolean;
  other: string;
};

/** What the table of a game seems to say: a formula for its P-positions, for its values (`values`), or for the positions of one value (`level`). */
export type AskConjecture = {
  ask: "conjecture";
  game: string;
  heaps?: number | null;
  level?: number | null;
  misere?: boolean;
  sequence?: boolean;
  to?: number | null;
  values?: boolean;
};

/** A sheet of exercises; with `check`, whether that is the answer to exercise `number` of it. */
export type AskExercises = {
  ask: "exercises";
  check?: string | null;
  count?: number;
  /** What is exercised. */
  kind?: "nim-sum" | "energy" | "wythoff" | "winning-move" | "octal" | "canonical-form";
  number?: number | null;
  seed?: number;
  solutions?: boolean;
};

/** The tables, figures and exercises of a document, 000 to 004 or all; with `item`, one of them, which `format=svg` and `format=latex` draw. */
export type AskFigures = {
  ask: "figures";
  bricks?: number;
  document: string;
  item?: string | null;
};

/** Rules whose P-positions are those of a formula: displacements, the ★-operator, built-in games. */
export type AskFindRule = {
  ask: "find-rule";
  p: string;
  to?: number | null;
};

/** The built-in games; with `name`, one game, which may be a definition. */
export type AskGames = {
  ask: "games";
  name?: string | null;
};

/** All moves of a position by the rules alone: what each leaves of the part that it is made in. Nothing is computed, so that it takes no time however large the heaps are. */
export type AskMoves = {
  ask: "moves";
  at?: string | null;
  misere?: boolean;
  position: string;
  turn?: "left" | "right" | null;
};

/** The least period of the nim values of a taking-and-breaking game, proven or not. */
export type AskPeriod = {
  all?: number | null;
  ask: "period";
  code?: string | null;
  to?: string | null;
};

/** A formula about a game, proved for all sizes or refuted: `p_positions`, `value`, `subset`, or `level` with a Grundy value and a condition. */
export type AskProve = {
  ask: "prove";
  export?: "smt2" | "walnut" | "coq" | "latex" | null;
  game: string;
  heaps?: number | null;
  level?: string[];
  misere?: boolean;
  p_positions?: string | null;
  /** What is said of a word, behind `word`. */
  sentence?: string | null;
  subset?: string | null;
  value?: string | null;
  where?: string | null;
};

/** The misère quotient of a code, of a game, or of all positions that play from a position can reach. */
export type AskQuotient = {
  all?: number | null;
  ask: "quotient";
  at?: string | null;
  elements?: string | null;
  game?: string | null;
  to?: string | null;
};

/** What the rules of repetition say about the games of a record of shogi (KIF, KI2, CSA, USI) or chess (PGN); with `diagrams`, the positions too. */
export type AskRecord = {
  ask: "record";
  diagrams?: boolean;
  /** A format of records, as the user names it. */
  from?: "kif" | "ki2" | "csa" | "usi" | "pgn" | null;
  game?: number | null;
  /** The text of the record, for those who have no files here. */
  text: string;
  /** A format in which games can be written. */
  to?: "kif" | "ki2" | "csa" | "usi" | null;
};

/** All moves of a position, what is known of each, and the move that the machine makes. With `move`, of the position after that move. `forbid` is what the other player forbids before this move, where the game has it so: moves with `;` between them; else a perfect player does. */
export type AskReply = {
  ask: "reply";
  at?: string | null;
  forbid?: string | null;
  level?: number;
  misere?: boolean;
  move?: string | null;
  position: string;
  seed?: number;
  turn?: "left" | "right" | null;
};

/** Who wins a position, its value, every winning move, and why. */
export type AskSolve = {
  ask: "solve";
  at?: string | null;
  by_definition?: "any" | "tree" | "table" | "sieve" | "columns" | "replies" | "wythoff" | null;
  explain?: boolean;
  misere?: boolean;
  position: string;
};

/** Values or outcomes of all positions up to `to`, a number or one for each heap. `format=binary` is the compact form for large tables: two lines of text, `miyama table 2` and a JSON object with `heaps`, `to`, `outcomes` and `width`, then the numbers, lowest byte first, `width` bytes each, the last heap running fastest; of outcomes, 0 is P and 1 is N. Where the game has a `domain`, the object says so, and tuples outside of it are written as 0 and mean nothing. A table of a taking-and-breaking game begins `miyama nim values 2`, the code, and `COUNT WIDTH`. Both end with a line break, `sha256 HASH` of all before it, and a line break. */
export type AskTable = {
  ask: "table";
  board?: string | null;
  explain?: boolean;
  game: string;
  heaps?: number | null;
  misere?: boolean;
  outcomes?: boolean;
  p_positions?: boolean;
  rectangles?: string | null;
  sorted?: boolean;
  staircases?: number | null;
  to?: string | null;
  value?: number | null;
  young?: boolean;
};

/** The P-positions of a game, or the positions of a Grundy value, for all sizes: learned and proved. */
export type AskTheorem = {
  ask: "theorem";
  explain?: boolean;
  export?: "smt2" | "walnut" | "coq" | "latex" | null;
  game: string;
  heaps?: number | null;
  level?: number | null;
  misere?: boolean;
};

/** The tours; with `document`, one of them; with `step`, one step of it. `check` is an answer to the exercise that the step is, and `answers` shows those of the exercises. */
export type AskTour = {
  answers?: boolean;
  ask: "tour";
  check?: string | null;
  document?: string | null;
  step?: string | null;
};

/** A partizan value: its canonical form and its properties. */
export type AskValue = {
  all?: boolean;
  ask: "value";
  at?: string | null;
  born?: number | null;
  expression?: string | null;
  misere?: boolean;
};

/** Infinite words and their repetitions. */
export type AskWord = {
  alphabet?: number | null;
  ask: "word";
  at?: string | null;
  check?: string | null;
  count?: string | null;
  extend?: string | null;
  length?: number | null;
  list?: string | null;
  pair?: string | null;
  pairs?: string | null;
  start?: string | null;
  word?: string | null;
  words?: boolean;
};

/** One digit of each heap, and the state that follows. */
export type AutomatonArrow = {
  digits: number[];
  to: number;
};

/** A state of an automaton. */
export type AutomatonState = {
  accepts: boolean;
  row: AutomatonArrow[];
};

/** A repetition in the word of blocks. */
export type BlockFactor = {
  first_block: number;
  length: number;
  period: number;
};

/** An answer with its head. */
export type BoardCensusAnswer = {
  board: string;
  census: Census;
  diagrams?: Diagram[] | null;
  game: string;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** A board in the signs of its game; with HXOR and VXOR and what they say, where the game has that theorem. */
export type BoardPart = {
  basic_theorem?: Outcome | null;
  board: string;
  game: string;
  hxor?: number | null;
  /** The rules 1) to 4) of the paper's search that apply. */
  search?: SearchRule[] | null;
  vxor?: number | null;
};

/** An answer with its head. */
export type BoardSeriesAnswer = {
  boards: string[];
  complete: boolean;
  game: string;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  values: number[];
};

/** The boards of a position. */
export type Boards = {
  parts: BoardPart[];
  winning_takes: Taking[];
};

/** An answer with its head. */
export type BornAnswer = {
  complete?: boolean | null;
  count: number;
  day: number;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  values: string[];
};

/** How far a claim can be checked. */
export type Bounds = {
  default: number;
  least: number;
  measure: string;
  most: number;
};

/** A brick by its least cell and its extent. */
export type Brick = {
  depth: number;
  width: number;
  x: number;
  y: number;
  z: number;
};

/** How many there are of so many bricks, and why, if that is asked for. */
export type BrickRow = {
  bricks: number;
  count: Natural;
  why?: string[] | null;
};

/** An answer with its head. */
export type BrickTableAnswer = {
  /** What is counted as one. */
  as_one: AsOne;
  brick: string;
  complete?: boolean | null;
  /** The version of the program. */
  miyama: string;
  of: Counted;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  rows: BrickRow[];
};

/** A building of a list, one on each line. */
export type Building = {
  bricks: Brick[];
  index: number;
  profile: number[];
  symmetry: Symmetry2;
};

/** An answer with its head. */
export type BuildingsAnswer = {
  brick: string;
  bricks: number;
  by_height: Record<string, Natural>;
  by_profile: Record<string, Natural>;
  count: Natural;
  fixed: Natural;
  /** The version of the program. */
  miyama: string;
  quarter_symmetric: Natural;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  seconds: number;
  symmetric: Natural;
};

/** An answer with its head. */
export type BuildingsEstimateAnswer = {
  brick: string;
  bricks: number;
  complete?: boolean | null;
  core_seconds: number;
  jobs: BuildingsJob[];
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  /** The standard error of that estimate, where several tasks were measured. */
  standard_error?: number | null;
};

/** A part of a count. */
export type BuildingsJob = {
  core_seconds: number;
  profiles: string[];
  /** The standard error of that estimate, where several tasks were measured. */
  standard_error?: number | null;
  tasks: number;
};

/** An answer with its head. */
export type BuildingsSoFarAnswer = {
  brick: string;
  bricks: number;
  complete: boolean;
  finished_profiles: Record<string, Natural>;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** An answer with its head. */
export type BuildingsWhyAnswer = {
  a: Natural;
  b: Natural;
  brick: string;
  bricks: number;
  count: Natural;
  /** The version of the program. */
  miyama: string;
  profiles: Profile[];
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  x: Natural;
};

/** An answer with its head. */
export type ByDefinitionAnswer = {
  convention: Convention;
  /** The version of the program. */
  miyama: string;
  outcome: Outcome;
  position: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  /** The steps in words. */
  says: string[];
  steps: Steps;
  value: Natural | null;
  ways: Way[];
};

/** An answer with its head. */
export type CampaignAnswer = {
  agree: number;
  complete: boolean;
  different: Difference[];
  /** The version of the program. */
  miyama: string;
  passed_over: number;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  refused: number;
  rulesets: number;
  seed: number;
};

/** The cases of the proof, named by the letters of the smaller and the larger heap. */
export type Case = "l-l" | "l-k" | "k-l" | "k-k" | "good" | "equal";

/** A cell, the options that it has, and the least value that they lack. */
export type Cell = {
  at: number[];
  beyond: boolean;
  options: CellOption[];
  value: number;
};

/** What is claimed and what is true at a position: values, or P and N. */
export type Cell2 = {
  actual: string | null;
  claimed: string | null;
  differs: boolean;
};

/** What a move leaves: one position, or several that are added. */
export type CellOption = {
  pieces: number[][];
  value: number;
};

/** How many positions have which value, and where HXOR and VXOR are wrong. */
export type Census = {
  basic_theorem: Mistakes | null;
  largest: Examples;
  largest_value: number;
  p_positions: number;
  positions: number;
  values: number[];
};

/** The certificate of a proof. */
export type Certificate = {
  bytes: number;
  sha256: string;
  version: number;
};

/** An answer with its head. */
export type CheckedAnswer = {
  asks: string;
  given: string;
  hint?: string | null;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  right: boolean;
  says: string;
};

/** A claim of the literature. */
export type Claim = {
  bounds: Bounds | null;
  corrected_by: string | null;
  document: string;
  expected: string;
  id: string;
  kind: string;
  source: string;
  statement: string;
};

/** An answer with its head. */
export type ClaimsAnswer = {
  claims: Claim[];
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** Values in binary, and how often each power of two occurs. */
export type Columns = {
  binary: string;
  /** From the largest power down. */
  groups: Group[];
  moves: Lowered[];
  rows: Row[];
  sum: Natural;
};

/** An answer with its head. */
export type ComparisonAnswer = {
  convention: Convention;
  games: [string, string];
  /** The version of the program. */
  miyama: string;
  moves: Same;
  p_positions: Same;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  says: string;
  values: Same | null;
};

/** An answer with its head. */
export type ConjectureAnswer = {
  check: string | null;
  checked_to: number | null;
  class: string | null;
  convention: Convention;
  exceptions: number;
  formula: string | null;
  game: string;
  heaps: string[];
  how: string | null;
  learned_to: number;
  level: number | null;
  /** The version of the program. */
  miyama: string;
  prove: string | null;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  runners_up: string[];
  statement: string | null;
  verdict: Verdict | null;
};

/** Whether who cannot move loses, or wins. */
export type Convention = "normal" | "misere";

/** What is counted. */
export type Counted = "buildings" | "towers";

/** A Young diagram and its value. */
export type Diagram = {
  rows: number[];
  value: number;
};

/** A defect: what was found, and what the definition says. */
export type Difference = {
  expected: string;
  found: string;
  position: number[];
  ruleset: string;
  seed: number;
  what: string;
};

/** A game, or what is wrong with it. */
export type EitherGame = RecordedGame | UnreadGame;

/** A question was cancelled; whoever asked gets 409. */
export type Ended = {
  state: "cancelled";
};

/** A failure. */
export type Error = {
  error: Failure;
};

/** How many there are, and the smallest. */
export type Examples = {
  count: number;
  smallest: string[];
};

/** A heap before the period. */
export type Exception = {
  expected: number;
  heap: number;
  value: number;
};

/** An exercise; with its answer and solution if these are asked for. */
export type Exercise = {
  answer?: string | null;
  asks: string;
  hint: string;
  number: number;
  solution?: string | null;
};

/** The largest exponent, and where it is. */
export type Exponent = {
  denominator: number;
  length: number;
  numerator: number;
  period: number;
  start: number;
};

/** Something that holds of the set for all sizes. */
export type Fact = {
  fact: "symmetric";
  says: string;
} | {
  count: number;
  fact: "finite";
  largest: Natural;
  says: string;
} | {
  fact: "one-per-row";
  heap: string;
  says: string;
} | {
  fact: "at-most-one-per-row";
  heap: string;
  says: string;
} | {
  fact: "diagonal";
  from: number;
  period: number;
  says: string;
} | {
  fact: "repeats";
  from: number;
  heap: string;
  period: number;
  says: string;
} | {
  count: number;
  fact: "density";
  period: number;
  says: string;
};

/** A part of a word. */
export type Factor = {
  factor: string;
  length: number;
  period: number;
  start: number;
};

/** What is wrong; `field` is the field of the question that holds `source`. */
export type Failure = {
  field?: string | null;
  hint?: string | null;
  kind: Kind2;
  message: string;
  /** What may be written at the place instead. */
  repair?: string | null;
  source?: string | null;
  /** The place in `source`, in bytes of UTF-8. */
  span?: Span | null;
  /** The same in units of UTF-16, as JavaScript counts. */
  span_utf16?: Span | null;
};

/** An exercise, a table or a figure: its number in the document, what it shows, the commands that do it, and whether there is a figure of it. */
export type FigureEntry = {
  commands: string[];
  document: string;
  figure: boolean;
  item: string;
  title: string;
};

/** An answer with its head. */
export type FiguresAnswer = {
  entries: FigureEntry[];
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** A table of values filled in this order; `to` is the last cell of the table, and cells beyond it are needed all the same. */
export type Filling = {
  cells: Cell[];
  to: number[];
};

/** A claim with its verdict. */
export type Finding = {
  as_expected: boolean;
  at: string | null;
  bound: number | null;
  bounds: Bounds | null;
  corrected_by: string | null;
  counterexample: string | null;
  document: string;
  expected: string;
  how: string | null;
  id: string;
  kind: string;
  seconds: number;
  source: string;
  statement: string;
  verdict: string;
};

/** An answer with its head. */
export type FindingsAnswer = {
  complete: boolean;
  done: number;
  findings: Finding[];
  /** The version of the program. */
  miyama: string;
  of: number;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** A rule: `way` is taking, returning, star or family. Without a formula for its displacements it has no `game`. */
export type FoundRule = {
  checked_to: number;
  displacements: number[][];
  game: string | null;
  proved: boolean;
  says: string;
  way: string;
};

/** A game. `kinds` says what it is played on: heaps, code, grid, strip, graph. `heaps` are their names; there are none for a board. `code` is the code of a taking-and-breaking game. `derived` and `known` are sentences about a single game: what follows from its text, and what is proved for all sizes; `mathml` is a definition on heaps as it was understood. */
export type Game = {
  code: string | null;
  definition: string | null;
  derived?: string[] | null;
  example: string;
  heaps: string[] | null;
  kinds: string[];
  known?: string[] | null;
  mathml?: string | null;
  name: string;
  partizan: boolean;
  rule: string | null;
  signature: string;
  source: string | null;
};

/** An answer with its head. */
export type GameAnswer = {
  code: string | null;
  definition: string | null;
  derived?: string[] | null;
  example: string;
  heaps: string[] | null;
  kinds: string[];
  known?: string[] | null;
  mathml?: string | null;
  /** The version of the program. */
  miyama: string;
  name: string;
  partizan: boolean;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  rule: string | null;
  signature: string;
  source: string | null;
};

/** An answer with its head. */
export type GamesAnswer = {
  games: Game[];
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** A good form, the bad forms that it crosses off and that were not crossed off before, and the same with ranges. */
export type GoodForm = {
  crosses: number[][];
  form: number[];
  ranges: string[];
};

/** A power of two, and the parts whose values hold it, from 1. */
export type Group = {
  parts: number[];
  power: Natural;
};

/** A heap at which a quotient grew. */
export type Growth = {
  heap: number;
  order: number;
  p_size: number;
};

/** Why the machine made a move. */
export type How = "over" | "wins" | "resists" | "leaves-most" | "unknown" | "errs" | "temperature";

/** From the position to `option` is as far as from one wanted position to the other. */
export type Joined = {
  from: number[];
  option: number[];
  to: number[];
};

/** What is exercised. */
export type Kind = "nim-sum" | "energy" | "wythoff" | "winning-move" | "octal" | "canonical-form";

/** What kind of failure it is. */
export type Kind2 = "input" | "cancelled" | "time" | "memory" | "busy" | "id" | "host" | "origin" | "path" | "method" | "type" | "body" | "defect" | "undecided";

/** A part of a sum and its nim value. */
export type KnownValue = {
  part: string;
  value: string;
};

/** What a move leaves of its part: pieces, each as its heaps or as it is written. */
export type Left = Natural[][] | string[];

/** Which of the two sequences a number belongs to. */
export type Letter = "k" | "l";

/** A list of numbers from n = 0 on. `rule` gives all of them; `search` is for the OEIS. */
export type ListedSequence = {
  repeats: Repetition | null;
  rule: string | null;
  search: string;
  stands: Stands[];
  terms: number[];
  what: string;
};

/** How many questions are computed and how many wait. */
export type Load = {
  running: number;
  waiting: number;
};

/** A part, from 1, whose value is to become another; `lower` if that one is smaller, so that there is such a move. */
export type Lowered = {
  from: Natural;
  lower: boolean;
  part: number;
  to: Natural;
};

/** The move that the machine makes, and why. */
export type MachineMove = {
  form?: string | null;
  how: How;
  left: string[];
  move: string;
  moves_left: number | null;
  outcome: Outcome | null;
  part: number;
  position: string;
  says: string;
  /** The stones or cells that change, each as row and column. */
  taken?: ([number, number])[] | null;
  value: Natural | null;
  wins: boolean | null;
};

/** An answer with its head. */
export type MisereFormAnswer = {
  /** tame, restive, restless or wild. */
  class: string;
  form: string | null;
  genus: string;
  /** The version of the program. */
  miyama: string;
  outcome: Outcome;
  position: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  tame_genus: boolean;
};

/** Where HXOR and VXOR are wrong. */
export type Mistakes = {
  says_n_but_is_p: Examples;
  says_p_but_is_n: Examples;
};

/** A move: its words, the part it is made in, what it leaves of the part, and what is known of the whole after it. */
export type Move = {
  form?: string | null;
  left: string[];
  move: string;
  moves_left: number | null;
  outcome: Outcome | null;
  part: number;
  position: string;
  /** The stones or cells that change, each as row and column. */
  taken?: ([number, number])[] | null;
  value: Natural | null;
  wins: boolean | null;
};

/** A move and the answer to it; `symmetry` maps the move to the answer. */
export type MoveAndReply = {
  first: Step;
  reply: Step;
  symmetry?: Symmetry | null;
};

/** An answer with its head. */
export type MovesAnswer = {
  complete: boolean;
  /** The version of the program. */
  miyama: string;
  options: Left[];
  /** For each of the options the part of the sum in which the move is made, from 0. */
  parts: number[];
  position: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** The positions after moves that are known to win and to lose, and how many others there are; not all of them if not `listed`. */
export type MovesSoFar = {
  listed: boolean;
  losing: string[];
  unknown: number;
  winning: string[];
};

/** A number as kᵢ or lᵢ. */
export type Named = {
  heap: Natural;
  index: Natural;
  letter: Letter;
};

/** A number of any size: its digits */
export type Natural = string;

/** A position from which every displacement to a wanted one joins two of the wanted ones. */
export type NoRule = {
  joined: Joined[];
  position: number[];
  returning: boolean;
  says: string;
};

/** A position; `options` are indices of nodes, those of Left where the players have different moves, whose `right` are those of Right. */
export type Node = {
  options: number[];
  outcome: Outcome;
  position: string;
  right?: number[] | null;
  /** Under normal play, where the players have the same moves. */
  value: number | null;
};

/** P: the player who moved wins; N: the next one; L and R: Left or Right, whoever begins. */
export type Outcome = "N" | "P" | "L" | "R";

/** A list for each heap, one in the other */
export type Outcomes = "P" | "N" | null | Outcomes[];

/** Where the i-th 0 and the i-th 1 stand. */
export type Pair = {
  i: string;
  k: string;
  l: string;
};

/** An answer with its head. */
export type PairAnswer = {
  i: string;
  k: string;
  l: string;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** An answer with its head. */
export type PairsAnswer = {
  /** The version of the program. */
  miyama: string;
  pairs: Pair[];
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** A part of a sum: heaps, a board of stones, cells, or a value. */
export type Part = {
  board?: string | null;
  cells?: string | null;
  game: string;
  heaps?: Natural[] | null;
  /** Its number in moves. */
  number: number;
  worth?: string | null;
};

/** An answer with its head. */
export type PeriodAnswer = {
  /** The certificate as in its file (docs/formats.md). */
  certificate: Record<string, unknown> | null;
  certificate_file: string | null;
  checked_from: number | null;
  checked_to: number | null;
  code: string;
  complete: boolean;
  exceptions: Exception[] | null;
  exceptions_count: number | null;
  frequencies: number[];
  largest_value: number;
  /** The version of the program. */
  miyama: string;
  period: number | null;
  preperiod: number | null;
  proven: boolean;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  saltus: number | null;
  sparse_space: SparseSpace | null;
  theorem: string | null;
  values_computed: number;
  zeros: Zeros | null;
};

/** A code among all codes of some length; `equal` is an earlier one with the same values. */
export type PeriodRow = {
  code: string;
  compared_to: number;
  equal: string | null;
  largest_value: number;
  period: number | null;
  preperiod: number | null;
  proven: boolean;
  shift: number | null;
  theorem: string | null;
  values_computed: number;
};

/** An answer with its head. */
export type PeriodRowsAnswer = {
  codes: PeriodRow[];
  complete: boolean;
  done: number;
  /** The version of the program. */
  miyama: string;
  of: number;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** The buildings of a profile. */
export type Profile = {
  count: Natural;
  fixed: Natural;
  half: Natural;
  profile: number[];
  quarter: Natural;
};

/** How far a question is: `done` of `total`, where known. */
export type Progress = {
  state: "waiting";
} | {
  done: number;
  state: "running";
  total: number | null;
};

/** An answer with its head. */
export type ProofAnswer = {
  certificate: Certificate | null;
  claim: ProvedClaim;
  convention: Convention;
  counterexample: Natural[] | null;
  /** The theorem for another program, if that was asked for. */
  export: string | null;
  formula: string;
  game: string;
  heaps: string[];
  how: string;
  level: number | null;
  /** The version of the program. */
  miyama: string;
  numeration: string | null;
  option: number[][] | null;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  statement: string;
  states: number | null;
  verdict: Verdict;
  violation: string | null;
};

/** What is claimed of a game. */
export type ProvedClaim = "p-positions" | "values" | "level" | "subset";

export type Question = AskGames | AskSolve | AskReply | AskMoves | AskRecord | AskCheck | AskProve | AskTheorem | AskConjecture | AskFindRule | AskCompare | AskTable | AskPeriod | AskQuotient | AskValue | AskBricks | AskExercises | AskTour | AskFigures | AskWord;

/** An answer with its head. */
export type QuotientAnswer = {
  checked_to: number | null;
  /** tame, restive, restless or wild, for each genus. */
  class: string[];
  closed: boolean;
  code: string;
  genus: string[];
  /** Where genera repeat for ever; null if that is not proven. */
  genus_period: number | null;
  genus_preperiod: number | null;
  growth: Growth[];
  heap_reached: number;
  last_growth: number | null;
  letters: number[];
  map: string[];
  /** The version of the program. */
  miyama: string;
  order: number;
  p_portion: string[];
  p_size: number;
  period: number | null;
  positions: string[] | null;
  preperiod: number | null;
  presentation: string;
  proven: boolean;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  tame: boolean;
};

/** A code in a table of quotients. */
export type QuotientRow = {
  closed: boolean;
  code: string;
  heap_reached: number;
  order: number;
  p_size: number;
  period: number | null;
  preperiod: number | null;
  presentation: string;
  proven: boolean;
  tame: boolean;
};

/** An answer with its head. */
export type QuotientRowsAnswer = {
  codes: QuotientRow[];
  complete: boolean;
  done: number;
  /** The version of the program. */
  miyama: string;
  of: number;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** An answer with its head. */
export type RecordAnswer = {
  complete: boolean;
  format: string;
  games: EitherGame[];
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** What the rules of repetition say of a game. */
export type RecordedGame = {
  blocks: Record<string, string[]>;
  /** The position before the first move and after each, in SFEN or FEN. */
  diagrams?: string[] | null;
  first_move: number;
  fivefold?: Ruling | null;
  game: string;
  moves: number;
  number: number;
  old_rule: Thrice | null;
  /** The moves as they are written, where diagrams were asked for. */
  played?: string[] | null;
  /** The rule of today of shogi. */
  present_rule?: Ruling | null;
  recurrences: Recurrence[];
  /** Those of chess. */
  threefold?: Ruling | null;
  word: string[] | null;
  word_cube: BlockFactor | null;
  word_square: BlockFactor | null;
};

/** A position, and after which moves it stood. */
export type Recurrence = {
  after: number[];
  times: number;
};

/** An answer with its head. */
export type RegionTestedAnswer = {
  actual: string | null;
  bound: number[];
  claimed: string | null;
  compared: number;
  complete?: boolean | null;
  counterexample: number[] | null;
  formula: string;
  game: string;
  heaps: string[];
  level: number | null;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  region: string | null;
  says: string;
  verdict: TestedVerdict;
};

/** A position that came back so often that the game ends, or a draw can be claimed. */
export type Repeated = {
  after: number;
  occurrences: number[];
  perpetual_check: string | null;
};

/** The term for n + period is the term for n plus the saltus, from some n on, as far as the list goes. */
export type Repetition = {
  from: number;
  period: number;
  saltus: number;
};

/** An answer with its head. */
export type RepetitionsAnswer = {
  complete?: boolean | null;
  critical_exponent: Exponent | null;
  first_cube: Factor | null;
  first_index: number;
  first_overlap: Factor | null;
  first_square: Factor | null;
  largest_power: number;
  largest_power_at: Factor | null;
  length: number;
  letters: number;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  runs: number;
};

/** An answer to every move. If the position is won there is an `opening` first. */
export type Replies = {
  opening?: Step | null;
  replies: MoveAndReply[];
};

/** An answer with its head. */
export type ReplyAnswer = {
  complete?: boolean | null;
  convention: Convention;
  /** The positions that are forbidden now: those that were given, or what a perfect player forbids. */
  forbidden?: string[] | null;
  form?: string | null;
  /** So many options the other player may forbid before this move, in games that have it so. */
  may_forbid?: number | null;
  method: string;
  /** The version of the program. */
  miyama: string;
  moves_left: number | null;
  options: Move[];
  options_complete: boolean;
  /** Null where nobody knows who wins: then the reply is chosen by temperature. */
  outcome: Outcome | null;
  over: boolean;
  parts: Part[];
  position: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  reply: MachineMove | null;
  turn?: Turn | null;
  value: Natural | null;
  why: string;
  winning_moves_count: Natural;
};

/** A part, its value, and that in binary and as a sum of powers of two. */
export type Row = {
  binary: string;
  part: string;
  powers: Natural[];
  value: Natural;
};

/** An answer with its head. */
export type RulesAnswer = {
  heaps: string[];
  /** The version of the program. */
  miyama: string;
  none: NoRule[];
  p_positions: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  rules: FoundRule[];
};

/** What a rule says of a game, if it applies. */
export type Ruling = Repeated | null;

/** What became of a comparison. */
export type Same = {
  counterexample: Natural[] | null;
  verdict: Verdict;
};

/** A rule of the search in the paper on two-dimensional Nim: how many stones it takes, how many moves it names, and how many of them win, where that is known. */
export type SearchRule = {
  moves: number;
  rule: number;
  stones: number;
  winning: number | null;
};

/** An answer with its head. */
export type SequencesAnswer = {
  game: string;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  sequences: ListedSequence[];
};

/** An answer with its head. */
export type SheetAnswer = {
  exercises: Exercise[];
  kind: Kind;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  seed: number;
  title: string;
};

/** Good forms in order, until all positions below the one that is asked for are good or crossed off. `end` is crossed off before: under misère play nobody likes to have taken the last stone. */
export type Sieve = {
  end: number[][];
  forms: GoodForm[];
  /** Whether positions that differ in the order of the heaps only are one. */
  sorted: boolean;
};

/** An answer with its head. */
export type SizeTableAnswer = {
  complete: boolean;
  convention: Convention;
  /** The ways to the answer, in order, and those that were passed over. */
  explain?: string[] | null;
  game: string;
  members: Sized[];
  method: string;
  /** The version of the program. */
  miyama: string;
  /** What the numbers of a position are. */
  names: string[];
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  to: number[];
};

/** A position, who wins it, and its value under normal play where that can be written. */
export type Sized = {
  numbers: number[];
  outcome: Outcome;
  position: string;
  value: string | null;
};

/** An answer with its head. */
export type SolutionAnswer = {
  boards?: Boards | null;
  complete?: boolean | null;
  convention: Convention;
  /** The ways to the answer, in order, and those that were passed over. */
  explain?: string[] | null;
  form?: string | null;
  method: string;
  /** The version of the program. */
  miyama: string;
  outcome: Outcome;
  position: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  value: Natural | null;
  why: string;
  winning_moves: string[];
  winning_moves_count: Natural;
  winning_moves_counted: boolean;
  winning_moves_right?: string[] | null;
  winning_moves_right_count?: Natural | null;
};

/** An answer with its head. */
export type SolutionSoFarAnswer = {
  at_least: string | null;
  at_most: string | null;
  complete: boolean;
  convention: Convention;
  /** The largest heaps of the table that was finished, where both players have the same moves. */
  known_to?: number[] | null;
  /** The parts whose nim values are known, where those of others are not. */
  known_values?: KnownValue[];
  left_wins_first: boolean | null;
  /** The version of the program. */
  miyama: string;
  moves_left: MovesSoFar;
  moves_right: MovesSoFar;
  position: string;
  possible_outcomes: Outcome[];
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  right_wins_first: boolean | null;
  /** How many sums were looked at. */
  sums: number;
};

/** A place in a text. */
export type Span = {
  end: number;
  start: number;
};

/** A sparse space and its rare heaps. */
export type SparseSpace = {
  last_rare: number;
  mask: number;
  positional: boolean;
  rare: number;
  rare_values: number[];
};

/** A sequence with a name in which the list stands: term n of the list is its term n + shift, for as many terms as were compared. */
export type Stands = {
  name: string;
  shift: number;
  terms: number;
};

/** A move in words, and the position after it. */
export type Step = {
  move: string;
  position: string;
};

/** What a step of a tour is. */
export type StepKind = "section" | "exercise";

/** The steps, each after those that it needs, behind the name of the way. */
export type Steps = {
  tree: Tree;
} | {
  table: Filling;
} | {
  sieve: Sieve;
} | {
  columns: Columns;
} | {
  replies: Replies;
} | {
  wythoff: Wythoff;
};

/** An answer with its head. */
export type SubsetCensusAnswer = {
  board: string;
  convention: Convention;
  /** How many different values there are. */
  different?: number | null;
  game: string;
  l: number;
  /** The version of the program. */
  miyama: string;
  n: number;
  p: number;
  positions: number;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  r: number;
  values?: ValueCount[] | null;
};

/** A symmetry of a board. */
export type Symmetry = "half-turn" | "left-right" | "up-down" | "diagonal";

/** The turns that map a building to itself. */
export type Symmetry2 = "none" | "half turn" | "quarter turn";

/** An answer with its head. */
export type TableAnswer = {
  complete: boolean;
  convention: Convention;
  /** What holds of every position, where not every tuple is one: the others are null. */
  domain?: string | null;
  /** The ways to the answer, in order, and those that were passed over. */
  explain?: string[] | null;
  game: string;
  heaps: string[];
  /** How it was found. */
  method: string;
  /** The version of the program. */
  miyama: string;
  /** Why it was not compared with the definition. */
  not_compared?: string | null;
  outcomes?: Outcomes;
  positions?: number[][];
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  to: number[];
  value?: number | null;
  values?: Values;
};

/** The stones of a winning move, each as row and column. */
export type Taking = {
  part: number;
  taken: ([number, number])[];
};

/** An answer with its head. */
export type TermAnswer = {
  index: string;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  term: string;
};

/** An answer with its head. */
export type TestedAnswer = {
  bound: number[];
  claim: TestedClaim;
  complete?: boolean | null;
  convention: Convention;
  counterexample: string | null;
  /** The ways to the answer, in order, and those that were passed over. */
  explain?: string[] | null;
  formula: string;
  game: string;
  heaps: string[];
  how: string | null;
  /** The version of the program. */
  miyama: string;
  order: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  says: string;
  /** What is true instead. */
  truth: string | null;
  verdict: TestedVerdict;
  violation: Violation | null;
  window: Window;
};

/** What is claimed of the positions up to a bound. */
export type TestedClaim = "p-positions" | "values";

/** What became of a formula: it holds up to the bound, or for all sizes, or fails. */
export type TestedVerdict = "refuted" | "holds" | "proved";

/** The texts of the page by their keys, and the names of the languages by their codes. */
export type Texts = {
  lang: string;
  languages: Record<string, string>;
  texts: Record<string, string>;
};

/** An answer with its head. */
export type TheoremAnswer = {
  /** The automaton of the set, the start first; null if it has many states. */
  automaton: AutomatonState[] | null;
  certificate: Certificate | null;
  convention: Convention;
  counterexample: Natural[] | null;
  /** The theorem for another program, if that was asked for. */
  export: string | null;
  facts: Fact[];
  formula: string | null;
  game: string;
  heaps: string[];
  how: string;
  learned_to: number | null;
  level: number | null;
  /** The version of the program. */
  miyama: string;
  numeration: string | null;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  statement: string | null;
  states: number | null;
  verdict: Verdict;
};

/** Its walls: corners as temperature and value. */
export type Thermograph = {
  left: ([string, string])[];
  right: ([string, string])[];
};

/** The same moves three times in a row. */
export type Thrice = {
  after: number;
  first_move: number;
  period: number;
};

/** An answer with its head. */
export type TourAnswer = {
  document: string;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  steps: TourStep[];
  title: string;
};

/** A tour: its document, its title, and how many steps it has. */
export type TourName = {
  document: string;
  steps: Natural;
  title: string;
};

/** A section or an exercise of a tour: what it says, games that are live, and commands to try. An exercise has a hint and an answer, and takes what somebody types if `checked`. */
export type TourStep = {
  answer?: string | null;
  checked: boolean;
  commands: string[];
  games: string[];
  hint?: string | null;
  id: string;
  kind: StepKind;
  /** The question that each command asks; null where it reads a file. */
  questions: (Record<string, unknown> | null)[];
  text: string[];
  title: string;
};

/** An answer with its head. */
export type ToursAnswer = {
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  tours: TourName[];
};

/** An answer with its head. */
export type TowersAnswer = {
  brick: string;
  bricks: number;
  count: Natural;
  /** The version of the program. */
  miyama: string;
  on_brick: Natural;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  symmetric: Natural;
};

/** Positions, each after its options; the last is the one that is asked for. */
export type Tree = {
  nodes: Node[];
};

/** Whose turn it is. */
export type Turn = "left" | "right";

/** A limit of time or memory was reached; `answer` is what is known by then, if anything is: one of the answers of the question. */
export type Unfinished = {
  answer?: Answer;
  error: Failure;
};

/** A game that could not be read. */
export type UnreadGame = {
  error: UnreadPlace;
  number: number;
};

/** Where, and why. */
export type UnreadPlace = {
  column: number;
  line: number;
  message: string;
};

/** An answer with its head. */
export type ValueAnswer = {
  all_small: boolean | null;
  atomic_weight: string | null;
  birthday: string | null;
  canonical: string | null;
  impartial: boolean;
  impartial_form: boolean | null;
  impartial_value: boolean;
  infinitesimal: boolean;
  left_incentives: string[] | null;
  left_out?: Record<string, string>;
  left_stop: string;
  mean: string | null;
  /** The version of the program. */
  miyama: string;
  nimber: number | null;
  number: boolean;
  outcome: Outcome;
  positions: string | null;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  reduced_canonical_form: string | null;
  right_incentives: string[] | null;
  right_stop: string;
  temperature: string | null;
  thermograph: Thermograph | null;
};

/** How many positions have a value. */
export type ValueCount = {
  positions: number;
  value: string | null;
};

/** An answer with its head. */
export type ValueRelationAnswer = {
  holds: boolean;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** A list for each heap, one in the other */
export type Values = number | null | Values[];

/** What became of a statement. */
export type Verdict = "proved" | "refuted" | "attested" | "outside" | "limit";

/** A position where a formula fails. `claimed` and `actual` are values, or P and N; `option` is the option that shows it, as heaps of its parts. */
export type Violation = {
  actual: string;
  beyond: boolean;
  claimed: string;
  kind: string;
  option: number[][] | null;
  position: number[];
  says: string;
};

/** How a position is solved before the eyes of a reader. */
export type Way = "any" | "tree" | "table" | "sieve" | "columns" | "replies" | "wythoff";

/** A part of a table: the heaps before the last two, and the sizes of the last two. */
export type Window = {
  cells: Cell2[][];
  columns: number[];
  fixed: number[];
  rows: number[];
};

/** An answer with its head. */
export type WordAnswer = {
  first_index: number;
  length: number;
  /** The version of the program. */
  miyama: string;
  name: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  word: string;
};

/** An answer with its head. */
export type WordCountsAnswer = {
  complete?: boolean | null;
  counts: string[];
  first_length: number;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
};

/** An answer with its head. */
export type WordProofAnswer = {
  certificate: Certificate | null;
  counterexample: Natural[] | null;
  how: string;
  /** The version of the program. */
  miyama: string;
  numeration: string | null;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  sentence: string;
  statement: string;
  states: number | null;
  variables: string[] | null;
  verdict: Verdict;
  word: string;
};

/** An answer with its head. */
export type WordsAnswer = {
  complete?: boolean | null;
  /** The version of the program. */
  miyama: string;
  /** The question, without what nobody said. */
  question: Record<string, unknown>;
  words: string[];
};

/** Both heaps among the numbers k and l, and the case that they are in. */
export type Wythoff = {
  case: Case;
  high: Named;
  /** The smaller heap. */
  low: Named;
  /** The first pairs, up to those of the heaps where they are small: i, kᵢ, lᵢ. */
  pairs: ([Natural, Natural, Natural])[];
  s: number;
  /** Where the case leads, the smaller heap first. */
  to?: [Natural, Natural] | null;
};

/** The P-positions: residues modulo the period, and what differs. */
export type Zeros = {
  extra: number[];
  missing: number[];
  residues: number[];
};

/** Each question with its answers. */
export type Asked = {
  "bricks": { question: AskBricks; answer: BuildingsAnswer | BuildingsSoFarAnswer | TowersAnswer | BuildingsWhyAnswer | BuildingsEstimateAnswer | BrickTableAnswer };
  "check": { question: AskCheck; answer: ClaimsAnswer | FindingsAnswer | TestedAnswer | RegionTestedAnswer | CampaignAnswer };
  "compare": { question: AskCompare; answer: ComparisonAnswer };
  "conjecture": { question: AskConjecture; answer: ConjectureAnswer | SequencesAnswer };
  "exercises": { question: AskExercises; answer: SheetAnswer | CheckedAnswer };
  "figures": { question: AskFigures; answer: FiguresAnswer };
  "find-rule": { question: AskFindRule; answer: RulesAnswer };
  "games": { question: AskGames; answer: GamesAnswer | GameAnswer };
  "moves": { question: AskMoves; answer: MovesAnswer };
  "period": { question: AskPeriod; answer: PeriodAnswer | PeriodRowsAnswer };
  "prove": { question: AskProve; answer: ProofAnswer | WordProofAnswer };
  "quotient": { question: AskQuotient; answer: QuotientAnswer | QuotientRowsAnswer };
  "record": { question: AskRecord; answer: RecordAnswer };
  "reply": { question: AskReply; answer: ReplyAnswer };
  "solve": { question: AskSolve; answer: SolutionAnswer | SolutionSoFarAnswer | ByDefinitionAnswer };
  "table": { question: AskTable; answer: TableAnswer | BoardCensusAnswer | BoardSeriesAnswer | SizeTableAnswer | SubsetCensusAnswer };
  "theorem": { question: AskTheorem; answer: TheoremAnswer };
  "tour": { question: AskTour; answer: ToursAnswer | TourAnswer | CheckedAnswer };
  "value": { question: AskValue; answer: ValueAnswer | ValueRelationAnswer | BornAnswer | MisereFormAnswer | SolutionSoFarAnswer };
  "word": { question: AskWord; answer: WordAnswer | TermAnswer | PairAnswer | PairsAnswer | RepetitionsAnswer | WordCountsAnswer | WordsAnswer };
};
