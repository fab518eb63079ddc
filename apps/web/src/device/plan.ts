/** What the main screen and the options screen choose, and the rules that follow from it. */

import type { GameName } from '../boards/boards';
import { LEVELS, type Level } from '../computer/computer';
import { type BoardChoice, changeBoard } from '../rules/board-choice';
import { CAPTURES, type Capture, CLASSIC, type GameRules } from '../rules/game';
import { parsed } from '../settings';

export const GAMES = ['ultimate', 'classic', 'boards'] as const satisfies readonly GameName[];

/** What the main screen chooses. */
export interface Plan {
  readonly game: GameName;
  readonly board: BoardChoice;
  readonly opponent: 'person' | 'computer';
  readonly level: Level;
  /** Who moves first against the computer. */
  readonly computerBegins: boolean;
  /** Typed names by seat; an empty one means that none was typed. */
  readonly names: readonly string[];
}

/** What the options screen chooses. */
export interface Options {
  readonly capture: Capture;
  readonly confirmTurn: boolean;
}

export const PRESETS = {
  gomoku: { rows: 15, cols: 15, inARow: 5, players: 2 },
  four: { rows: 4, cols: 4, inARow: 4, players: 2 },
  three: { rows: 5, cols: 5, inARow: 4, players: 3 },
} as const satisfies Record<string, BoardChoice>;

export type Preset = keyof typeof PRESETS;

export const LONGEST_NAME = 20;

export const FIRST_PLAN: Plan = {
  game: 'ultimate',
  board: PRESETS.gomoku,
  opponent: 'person',
  level: 'medium',
  computerBegins: false,
  names: ['', '', '', ''],
};

export const FIRST_OPTIONS: Options = { capture: 'first', confirmTurn: false };

export function rulesOf({ game, board }: Plan, { capture }: Options): GameRules {
  switch (game) {
    case 'ultimate':
      return { kind: 'ultimate', capture };
    case 'classic':
      return CLASSIC;
    case 'boards':
      return { kind: 'grid', ...board };
  }
}

export function presetOf(board: BoardChoice): Preset | null {
  const numbers = Object.keys(FIRST_PLAN.board) as (keyof BoardChoice)[];
  const isSame = (name: Preset) => numbers.every((number) => PRESETS[name][number] === board[number]);
  return (Object.keys(PRESETS) as Preset[]).find(isSame) ?? null;
}

/** The plan as it was saved; what is missing or unknown is as on the first visit. */
export function restorePlan(saved: string | null): Plan {
  const { game, board, opponent, level, computerBegins, names } = parsed(saved);
  return {
    game: GAMES.find((known) => known === game) ?? FIRST_PLAN.game,
    board: changeBoard(FIRST_PLAN.board, numbersIn(board)),
    opponent: opponent === 'computer' ? 'computer' : 'person',
    level: LEVELS.find((known) => known === level) ?? FIRST_PLAN.level,
    computerBegins: computerBegins === true,
    names: FIRST_PLAN.names.map((_, seat) => nameIn(names, seat)),
  };
}

export function restoreOptions(saved: string | null): Options {
  const { capture, confirmTurn } = parsed(saved);
  return {
    capture: CAPTURES.find((known) => known === capture) ?? FIRST_OPTIONS.capture,
    confirmTurn: confirmTurn === true,
  };
}

function numbersIn(value: unknown): Partial<BoardChoice> {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, number]) => Number.isInteger(number)));
}

function nameIn(names: unknown, seat: number): string {
  const name: unknown = Array.isArray(names) ? names[seat] : '';
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : '';
}
