/** The contract's types and methods. Generated from its ABI by scripts/abi-types.mjs; do not edit. */

/** The stored game with everything that follows from it. */
export interface GameView {
  /** `board[row][col]`, `null` where the cell is empty. */
  board: [[Mark | null, Mark | null, Mark | null], [Mark | null, Mark | null, Mark | null], [Mark | null, Mark | null, Mark | null]];
  /** Tells this game from the ones before and after it. */
  game_id: string;
  /** How many moves have been made. */
  moves: number;
  /** Who moves next, `null` once the game is over. */
  next: Seat | null;
  /** Plays X and moves first. */
  p1: string;
  /** Plays O. */
  p2: string;
  /** Whether the game goes on. */
  status: Status;
  /** Who has won, `null` unless somebody has. */
  winner: Seat | null;
  /** The three `[row, col]` pairs that won, `null` unless somebody has. */
  winning_line: [[number, number], [number, number], [number, number]] | null;
}

/** What a player puts on the board. */
export type Mark = 'X' | 'O';

/** A player and the mark they play. */
export interface Seat {
  /** Its mark. */
  mark: Mark;
  /** The account. */
  player: string;
}

/** Whether the game goes on. */
export type Status = 'in_progress' | 'won' | 'draw';

export interface Methods {
  get_game: { kind: 'view'; args: Record<string, never>; result: GameView | null };
  new_game: { kind: 'call'; args: { p1: string; p2: string }; result: undefined };
  play: { kind: 'call'; args: { row: number; col: number; game_id?: string | null }; result: undefined };
}
