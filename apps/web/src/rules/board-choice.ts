/** A board of one's own choice, within what the rules allow. */

/** A board that people have put together themselves or taken from the presets. */
export interface BoardChoice {
  readonly rows: number;
  readonly cols: number;
  readonly inARow: number;
  readonly players: number;
}

export const SIZES = { smallest: 3, largest: 19 } as const;
export const PLAYERS = { fewest: 2, most: 4 } as const;
export const FEWEST_IN_A_ROW = 2;

/** The board with this change; every number stays within what the rules allow. */
export function changeBoard(board: BoardChoice, change: Partial<BoardChoice>): BoardChoice {
  const wanted = { ...board, ...change };
  const rows = within(wanted.rows, SIZES.smallest, SIZES.largest);
  const cols = within(wanted.cols, SIZES.smallest, SIZES.largest);
  return {
    rows,
    cols,
    inARow: within(wanted.inARow, FEWEST_IN_A_ROW, Math.max(rows, cols)),
    players: within(wanted.players, PLAYERS.fewest, PLAYERS.most),
  };
}

const within = (number: number, least: number, most: number) => Math.min(Math.max(number, least), most);
