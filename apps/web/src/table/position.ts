/** What a game's view says, as the boards show positions. Where the next mark may go is told by the view, too. */

import { fieldOf } from '../boards/ultimate-picture';
import type { GameView, Rules, UltimateView } from '../contract/arena';
import { type FieldView, type GameRules, type Outcome, type Position, SEATS, type Seat } from '../rules/game';

/** While a seat is free nobody may move, but the host is known to move first. */
const HOST = 1;
const MINI_FIELDS_A_ROW = 3;

export function positionOf(game: GameView): Position {
  const rules = gameRulesOf(game.rules, game.players.length);
  const shared = {
    seats: SEATS.slice(0, game.players.length),
    out: game.out.map(seatAt),
    outcome: outcomeOf(game),
  };
  if (rules.kind === 'ultimate' && game.ultimate) {
    const fields = fieldsOf(game, game.ultimate, rules.capture === 'closing');
    const cells = game.board.map((seat, cell) => ({
      mark: seat === 0 ? null : seatAt(seat),
      legal: seat === 0 && fields[fieldOf(cell)]?.open === true,
    }));
    const line = (game.winning_line ?? []).map(([row, col]) => row * MINI_FIELDS_A_ROW + col);
    return { ...shared, rules, cells, fields, line };
  }
  if (rules.kind === 'ultimate') throw new RangeError('a game of ultimate lacks its mini-fields');
  const legal = game.status === 'in_progress';
  return {
    ...shared,
    rules,
    cells: game.board.map((seat) => ({ mark: seat === 0 ? null : seatAt(seat), legal: legal && seat === 0 })),
    line: (game.winning_line ?? []).map(([row, col]) => row * game.cols + col),
  };
}

/** What is played, as the page's own rules call it. */
export function gameRulesOf(rules: Rules, players: number): GameRules {
  if ('ultimate' in rules) return { kind: 'ultimate', capture: rules.ultimate.capture };
  const { rows, cols, in_a_row: inARow } = rules.grid;
  return { kind: 'grid', rows, cols, inARow, players };
}

/** A seat by its number in the arena, which counts from 1. */
export function seatAt(number: number): Seat {
  const seat = SEATS[number - 1];
  if (!seat) throw new RangeError(`there is no seat ${number}`);
  return seat;
}

function outcomeOf({ status, turn, winner, winning_line }: GameView): Outcome {
  if (status === 'draw') return { kind: 'draw' };
  if (status === 'won' && winner !== null)
    return { kind: 'won', winner: seatAt(winner), by: winning_line ? 'line' : 'last_left' };
  return { kind: 'in_progress', next: seatAt(turn ?? HOST) };
}

function fieldsOf(game: GameView, ultimate: UltimateView, closing: boolean): FieldView[] {
  const { fields, next_field: next, field_lines: lines } = ultimate;
  const mayChoose = (field: number, owners: readonly Seat[]) =>
    next === null ? !(closing && owners.length > 0) && hasRoom(game, field) : next === field;
  return fields.map((counted, field) => {
    const owners = SEATS.filter((_, index) => (counted >> index) & 1);
    return {
      owners,
      open: game.status === 'in_progress' && mayChoose(field, owners),
      captures: (lines[field] ?? []).map(({ seat, line }) => ({
        seat: seatAt(seat),
        cells: line.map(([row, col]) => row * game.cols + col),
      })),
    };
  });
}

function hasRoom({ board }: GameView, field: number): boolean {
  return board.some((seat, cell) => seat === 0 && fieldOf(cell) === field);
}
