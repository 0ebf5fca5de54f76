// Written by tests/web/message_types.py: what goes over the wire.

declare namespace Api {
  interface AdviceFacts {
    position: string;
    moment: "roll" | "keep" | "place" | "over";
    open: string[];
    score: number | null;
    value: number;
    bonuses: BonusStanding[];
    options: OptionFacts[];
  }
  interface AimFacts {
    box: string;
    made: number;
    filled: number;
    points: number;
  }
  interface BoardFacts {
    max: number;
    sides: number;
    last: boolean;
    dice: number[][];
    ratings: number[][];
  }
  interface BoardPiece {
    name: string;
    player: number | null;
    field: string;
    kind: "board";
    squares: BoardSquare[];
    tokens: BoardToken[];
  }
  interface BoardSquare {
    column: number;
    row: number;
    title: string;
    star: boolean;
  }
  interface BoardToken {
    square: number;
    player: number;
    number: number;
    passing: boolean;
  }
  interface BonusFacts {
    name: string;
    boxes: string[];
    at: number;
    points: number;
  }
  interface BonusRow {
    name: string;
    points: number;
  }
  interface BonusStanding {
    name: string;
    total: number;
    at: number;
    points: number;
    chance: number | null;
  }
  interface BoxFacts {
    name: string;
    most: number;
  }
  interface CardFacts {
    name: string;
    dice: number;
    sides: number;
    rerolls: number;
    in_order: boolean;
    boxes: BoxFacts[];
    bonuses: BonusFacts[];
    repeat: string | null;
  }
  interface CardQuestion {
    at?: string | null;
    score?: string | null;
    lines: string[];
  }
  interface CardsPiece {
    name: string;
    player: number | null;
    field: string;
    kind: "cards";
    cards: string[];
    held: number[];
    hidden: number;
  }
  interface ChartFacts {
    heading: string;
    title: string;
    svg: string;
  }
  interface CoinsPiece {
    name: string;
    player: number | null;
    field: string;
    kind: "coins";
    faces: string[];
  }
  interface CounterPiece {
    name: string;
    player: number | null;
    field: string;
    kind: "counter";
    value: number | string;
    of: number | null;
  }
  interface Declaration {
    facts: CardFacts;
    card: Record<string, any>;
    toml: string;
  }
  interface DiceOption {
    dice: number;
    words: string;
    rating: number;
    cost: number;
    best: boolean;
    win: number;
    tie: number;
    bust: number;
  }
  interface DicePiece {
    name: string;
    player: number | null;
    field: string;
    kind: "dice";
    faces: number[];
    state: "rolled" | "kept" | "aside";
    sides: number;
  }
  interface DiceQuestion {
    keep?: string;
  }
  interface DistributionFacts {
    mean: number;
    deviation: number;
    percentiles: Record<string, number>;
    scores: number[];
    chances: number[];
  }
  interface DuelFacts {
    position: string;
    lead: number;
    chance: number;
    tie: number;
    options: DuelOption[];
    for_points: DuelOption | null;
  }
  interface DuelOption {
    label: string;
    words: string;
    chance: number;
    cost: number;
    best: boolean;
  }
  interface DuelQuestion {
    end_game: string;
    dice?: string | null;
    rerolls?: number | null;
    card?: Record<string, number | null>;
    other?: Record<string, number | null>;
  }
  interface EdgeFacts {
    label: string;
    words: string;
    leads: string;
    kind: "choice" | "chance" | "final";
    value: number;
    at: string;
    score: string;
    points: number;
    cost: number | null;
    best: boolean;
    probability: number | null;
    marks: MarkFacts[];
    brings: (DicePiece | CoinsPiece | CardsPiece | TilesPiece | CounterPiece | BoardPiece | SheetPiece)[];
    bust: boolean;
    passes: boolean;
  }
  interface EndGameQuestion {
    card?: Record<string, number | null>;
    other?: Record<string, number | null>;
    known?: string | null;
  }
  interface ExerciseFacts {
    at: string;
    score: string;
    table: TableFacts | null;
    kind: string;
    natural: number;
    weight: number;
  }
  interface FieldFacts {
    name: string;
    needed: boolean;
    example: any;
  }
  interface GameFacts {
    name: string;
    title: string;
    kind: "scorecard" | "race" | "other";
    summary: string;
    players: number;
    parameters: ParameterFacts[];
  }
  interface GameQuestion {
    game?: string | null;
    parameters?: Record<string, boolean | number | string>;
    toml?: string | null;
    card?: Record<string, any> | null;
    objective?: string | null;
  }
  interface JobFacts {
    id: string;
    what: "solve" | "end-game" | "odds";
    state: "waiting" | "running" | "done" | "failed" | "cancelled";
    ahead: number;
    stage: string;
    positions: number;
    seconds: number;
    error: string | null;
    solution: string;
  }
  interface LandingFacts {
    score: number;
    chance: number;
    meaning: "behind" | "tie" | "win" | "bust";
  }
  interface Limits {
    request_bytes?: number;
    head_bytes?: number;
    request_seconds?: number;
    idle_seconds?: number;
    connections?: number;
    job_memory_bytes?: number;
    job_seconds?: number;
    queued_jobs?: number;
    wait_seconds?: number;
    at_hand_bytes?: number;
    end_game_bytes?: number;
    board_states?: number;
    race_max?: number;
    options_explained?: number;
    explain_seconds?: number;
    long_answers?: number;
    exercises?: number;
    outcomes?: number;
  }
  interface LineFacts {
    line: number;
    option: string;
  }
  interface LineQuestion {
    dice?: string | null;
    rerolls?: number | null;
    card?: Record<string, number | null>;
    explain?: number;
    lines: string[];
  }
  interface MarkFacts {
    piece: string;
    places: number[];
    player: number | null;
  }
  interface MistakeFacts {
    turn: number;
    dice: number[];
    rerolls: number;
    open: string[];
    lost: number;
    chosen: ReasonFacts;
    best: ReasonFacts;
  }
  interface OptionFacts {
    label: string;
    words: string;
    value: number;
    cost: number;
    best: boolean;
    points: number | null;
    extra: number | null;
    later: number | null;
    then: TableFacts;
    bonus: Record<string, number> | null;
    aims: AimFacts[] | null;
  }
  interface ParameterFacts {
    name: string;
    type: string;
    default: boolean | number | string;
    low: number | null;
    high: number | null;
    choices: (string | number)[];
    doc: string;
    quiet: boolean;
  }
  interface PositionFacts {
    at: string;
    assumed: string[];
    words: string;
    kind: "choice" | "chance" | "final";
    player: number | null;
    value: number;
    score: string;
    pieces: (DicePiece | CoinsPiece | CardsPiece | TilesPiece | CounterPiece | BoardPiece | SheetPiece)[];
    fields: Record<string, string>;
    edges: EdgeFacts[];
    left_out: number;
  }
  interface PositionQuestion {
    at?: string | null;
    score?: string | null;
  }
  interface PracticeFacts {
    natural: number;
    by_kind: Record<string, number>;
    exercises: ExerciseFacts[];
  }
  interface PracticeQuestion {
    seed: string;
    only?: string | null;
    many?: number;
  }
  interface ReasonFacts {
    words: string;
    value: number;
    points: number | null;
    later: number | null;
    aims: AimFacts[];
  }
  interface RecordQuestion {
    record: string;
  }
  interface ReviewFacts {
    value: number;
    luck: number;
    lost: number;
    final: number;
    score: number;
    over: boolean;
    turns: TurnRow[];
    bonuses: BonusRow[];
    decisions: VerdictFacts[];
    worst: MistakeFacts[];
  }
  interface RolledFacts {
    dice: string;
  }
  interface RulesFacts {
    name: string;
    game: string;
    lines: string[];
  }
  interface ScoringFacts {
    rule: string;
    doc: string;
    fields: FieldFacts[];
  }
  interface SheetPiece {
    name: string;
    player: number | null;
    field: string;
    kind: "sheet";
    rows: SheetRow[];
  }
  interface SheetRow {
    title: string;
    points: number | null;
    kind: "box" | "sum" | "bonus";
    of: number | null;
    open: boolean;
  }
  interface SolutionFacts {
    id: string;
    name: string;
    title: string;
    kind: "scorecard" | "race" | "other";
    objective: string;
    meaning: string;
    percent: boolean;
    tracked: boolean;
    value: number;
    positions: number;
    seconds: number;
    start: string;
    players: number;
    both: number | null;
    card: CardFacts | null;
  }
  interface TableFacts {
    dice: string;
    rerolls: number | null;
    card: Record<string, number | null>;
  }
  interface TableQuestion {
    dice?: string | null;
    rerolls?: number | null;
    card?: Record<string, number | null>;
    explain?: number;
  }
  interface TilesPiece {
    name: string;
    player: number | null;
    field: string;
    kind: "tiles";
    tiles: number[];
    open: number[];
  }
  interface Trouble {
    error: string;
  }
  interface TurnFacts {
    mine: number;
    theirs: number;
    last: boolean;
    rating: number;
    options: DiceOption[];
    landings: LandingFacts[];
  }
  interface TurnQuestion {
    mine: number;
    theirs: number;
    last?: boolean;
  }
  interface TurnRow {
    box: string;
    points: number;
    extra: number;
    rolls: string[];
    keeps: string[];
    luck: number;
    lost: number;
    decisions: VerdictFacts[];
  }
  interface VerdictFacts {
    turn: number;
    position: string;
    chosen: string;
    best: string[];
    words: string;
    best_words: string;
    lost: number;
  }
}
