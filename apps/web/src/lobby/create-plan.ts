/**
 * What the form for a new game in the arena chooses, as one value: rules, who sits where, how long a turn may take, who starts.
 *
 * No input or output happens here.
 */

import { type AccountIdProblem, playerProblem } from '../chain/account-id';
import type { Capture, Rules, Starts } from '../contract/arena';
import { type BoardChoice, changeBoard, PLAYERS } from '../rules/board-choice';

export type Grid = Omit<BoardChoice, 'players'>;

export const GAMES = ['classic', 'ultimate', 'gomoku', 'four', 'own'] as const;
export type GameChoice = (typeof GAMES)[number];

const GRIDS = {
  classic: { rows: 3, cols: 3, inARow: 3 },
  gomoku: { rows: 15, cols: 15, inARow: 5 },
  four: { rows: 5, cols: 5, inARow: 4 },
} as const satisfies Partial<Record<GameChoice, Grid>>;

/** Who may take a seat beside the host. */
export type SeatChoice =
  | { readonly kind: 'anybody' }
  | { readonly kind: 'bot' }
  | { readonly kind: 'named'; readonly name: string };

export type SeatKind = SeatChoice['kind'];

export interface CreatePlan {
  readonly game: GameChoice;
  readonly capture: Capture;
  /** The board of one's own. */
  readonly grid: Grid;
  /** The seats after the host's. */
  readonly seats: readonly SeatChoice[];
  readonly turnSeconds: number | null;
  readonly starts: Starts;
}

/** `null` is no limit. */
export const TURN_SECONDS = [null, 60, 300, 3_600, 86_400, 259_200] as const;

export const STARTS = ['host', 'rotates'] as const satisfies readonly Starts[];

export const FIRST_PLAN: CreatePlan = {
  game: 'classic',
  capture: 'first',
  grid: { rows: 10, cols: 10, inARow: 5 },
  seats: [{ kind: 'anybody' }],
  turnSeconds: null,
  starts: 'host',
};

/** Ultimate is for two. */
export function withGame(plan: CreatePlan, game: GameChoice): CreatePlan {
  return { ...plan, game, seats: game === 'ultimate' ? plan.seats.slice(0, 1) : plan.seats };
}

export function withGrid(plan: CreatePlan, change: Partial<Grid>): CreatePlan {
  const { rows, cols, inARow } = changeBoard({ ...plan.grid, players: PLAYERS.fewest }, change);
  return { ...plan, grid: { rows, cols, inARow } };
}

export const canAddSeat = ({ game, seats }: CreatePlan): boolean =>
  game !== 'ultimate' && seats.length + 1 < PLAYERS.most;

export function withSeatAdded(plan: CreatePlan): CreatePlan {
  return canAddSeat(plan) ? { ...plan, seats: [...plan.seats, { kind: 'anybody' }] } : plan;
}

export function withoutSeat(plan: CreatePlan, index: number): CreatePlan {
  return plan.seats.length > 1 ? { ...plan, seats: plan.seats.toSpliced(index, 1) } : plan;
}

export function withSeat(plan: CreatePlan, index: number, seat: SeatChoice): CreatePlan {
  return { ...plan, seats: plan.seats.with(index, seat) };
}

export function rulesOf({ game, capture, grid }: CreatePlan): Rules {
  if (game === 'ultimate') return { ultimate: { capture } };
  const { rows, cols, inARow } = game === 'own' ? grid : GRIDS[game];
  return { grid: { rows, cols, in_a_row: inARow } };
}

export interface Names {
  readonly host: string;
  readonly arenaId: string;
  readonly botId: string | null;
}

export type SeatProblem = AccountIdProblem | 'twice';

/** Why somebody cannot have this seat, `null` when they can. */
export function seatProblem({ seats }: CreatePlan, index: number, names: Names): SeatProblem | null {
  const name = accountOf(seats[index], names);
  if (name === null) return null;
  const others = [names.host, ...seats.slice(0, index).map((seat) => accountOf(seat, names))];
  if (others.includes(name)) return 'twice';
  if (name === names.arenaId) return 'is_contract';
  const problem = playerProblem(name, names.arenaId);
  // Contracts play in the arena like anybody.
  return problem === 'is_contract' ? null : problem;
}

/** The seating as the arena takes it. */
export function playersOf({ seats }: CreatePlan, names: Names): (string | null)[] {
  return [names.host, ...seats.map((seat) => accountOf(seat, names))];
}

function accountOf(seat: SeatChoice | undefined, { botId }: Names): string | null {
  if (seat?.kind === 'named') return seat.name;
  return seat?.kind === 'bot' ? botId : null;
}
