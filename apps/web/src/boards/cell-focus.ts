/** Which cell of a board the keyboard is at: Tab reaches one, arrows move on from it. */

export interface BoardSize {
  readonly rows: number;
  readonly cols: number;
}

export class CellFocus {
  private focused = 0;
  private size: BoardSize = { rows: 1, cols: 1 };

  constructor(private readonly root: () => ParentNode) {}

  /** A board of this size is drawn; a cell that it does not have can't keep the focus. */
  fit(size: BoardSize): void {
    this.size = size;
    if (this.focused >= size.rows * size.cols) this.focused = 0;
  }

  tabIndexOf(cell: number): 0 | -1 {
    return cell === this.focused ? 0 : -1;
  }

  /** Brings the keyboard to a cell, or back to the one where it was. */
  focus(cell = this.focused): void {
    this.button(cell)?.focus({ preventScroll: true });
  }

  readonly moveByKey = (event: KeyboardEvent): void => {
    const next = neighbour(this.focused, event.key, this.size);
    if (next === null) return;
    event.preventDefault();
    this.button(next)?.focus();
  };

  remember(cell: number): void {
    this.button(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = cell;
    this.button(cell)?.setAttribute('tabindex', '0');
  }

  private button(cell: number): HTMLButtonElement | null {
    return this.root().querySelector(`[data-cell="${cell}"]`);
  }
}

/** The cell that an arrow, Home or End leads to; the edges do not wrap. */
export function neighbour(cell: number, key: string, { rows, cols }: BoardSize): number | null {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const ends: Readonly<Record<string, readonly [row: number, col: number]>> = {
    ArrowUp: [Math.max(row - 1, 0), col],
    ArrowDown: [Math.min(row + 1, rows - 1), col],
    ArrowLeft: [row, Math.max(col - 1, 0)],
    ArrowRight: [row, Math.min(col + 1, cols - 1)],
    Home: [row, 0],
    End: [row, cols - 1],
  };
  const end = ends[key];
  return end ? end[0] * cols + end[1] : null;
}

/** The number that a digit key stands for, from 0 for the key 1 to 8 for the key 9. */
export function numberOfKey(key: string): number | null {
  return /^[1-9]$/.test(key) ? Number(key) - 1 : null;
}
