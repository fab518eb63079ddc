/**
 * A game on one device, as one value, and how each event changes it.
 *
 * No input or output happens here: the page feeds events in and draws what comes out.
 */

import { LEVELS, type Level } from '../computer/computer';
import {
  CAPTURES,
  type GameRules,
  type MoveRefusal,
  type Position,
  playersOf,
  type Rules,
  SEATS,
  type Seat,
  turnOf,
} from '../rules/game';
import { LONGEST_NAME, type Options, type Plan, rulesOf } from './plan';

export interface Player {
  /** What was typed; empty when nothing was. */
  readonly name: string;
  /** How well the computer plays here; `null` for a person. */
  readonly computer: Level | null;
}

export interface Match {
  readonly rules: GameRules;
  /** In the order of turns. */
  readonly players: readonly Player[];
  /** Whether a mark counts only after "Finish turn". */
  readonly confirmTurn: boolean;
  readonly moves: readonly number[];
  /** The cell whose mark does not count yet. */
  readonly chosen: number | null;
  /** The cell that the computer would mark. */
  readonly hint: number | null;
  /** Why the latest press marked nothing. */
  readonly refusal: MoveRefusal | null;
  /** The one dialog that is open. */
  readonly dialog: 'exit' | 'result' | null;
}

export type MatchEvent =
  | { type: 'pressed'; cell: number }
  | { type: 'turn_finished' }
  /** The computer's answer to the position after so many moves; a later position does not want it any more. */
  | { type: 'computer_moved'; cell: number; movesMade: number }
  | { type: 'hinted'; cell: number; movesMade: number }
  | { type: 'undone' }
  | { type: 'exit_asked' }
  | { type: 'dialog_closed' }
  | { type: 'dismissed' }
  | { type: 'started_again' };

export function newMatch(plan: Plan, options: Options): Match {
  const rules = rulesOf(plan, options);
  const seats = Array.from({ length: playersOf(rules) }, (_, seat) => seat);
  const person = plan.computerBegins ? 1 : 0;
  const isComputer = (seat: number) => plan.opponent === 'computer' && seat !== person;
  return {
    rules,
    players: seats.map((seat) => ({
      // Against the computer there is one name, whatever the seat.
      name: isComputer(seat) ? '' : (plan.names[plan.opponent === 'computer' ? 0 : seat] ?? ''),
      computer: isComputer(seat) ? plan.level : null,
    })),
    confirmTurn: options.confirmTurn,
    ...UNTOUCHED,
  };
}

const UNTOUCHED = { moves: [], chosen: null, hint: null, refusal: null, dialog: null } as const;

export function reduce(rules: Rules, match: Match, event: MatchEvent): Match {
  switch (event.type) {
    case 'pressed':
      return pressed(rules, match, event.cell);
    case 'turn_finished':
      return match.chosen === null ? match : played(rules, match, match.chosen);
    case 'computer_moved':
      return event.movesMade === match.moves.length ? played(rules, match, event.cell) : match;
    case 'hinted':
      return event.movesMade === match.moves.length ? { ...match, hint: event.cell } : match;
    case 'undone':
      return undone(rules, match);
    case 'exit_asked':
      return { ...match, dialog: 'exit' };
    case 'dialog_closed':
      return { ...match, dialog: null };
    case 'dismissed':
      return { ...match, refusal: null };
    case 'started_again':
      return { ...match, ...UNTOUCHED };
  }
}

function pressed(rules: Rules, match: Match, cell: number): Match {
  if (isComputersTurn(rules, match)) return match;
  const next = played(rules, match, cell);
  return match.confirmTurn && !next.refusal ? { ...match, chosen: cell, refusal: null } : next;
}

function played(rules: Rules, match: Match, cell: number): Match {
  const moves = [...match.moves, cell];
  const next = rules.replay(match.rules, moves);
  if (typeof next === 'string') return { ...match, refusal: refusalFrom(next) };
  // The computer may move while somebody is asked whether to leave.
  return { ...match, ...UNTOUCHED, moves, dialog: turnOf(next) ? match.dialog : 'result' };
}

/** Takes back the last move of a person, and what computers answered to it. */
function undone(rules: Rules, match: Match): Match {
  const moves = movesBeforeLastOfPerson(rules, match);
  return moves ? { ...match, ...UNTOUCHED, moves } : match;
}

function movesBeforeLastOfPerson(rules: Rules, match: Match): readonly number[] | null {
  for (let count = match.moves.length - 1; count >= 0; count -= 1) {
    const moves = match.moves.slice(0, count);
    if (!isComputersTurn(rules, { ...match, moves })) return moves;
  }
  return null;
}

export function canUndo(rules: Rules, match: Match): boolean {
  return movesBeforeLastOfPerson(rules, match) !== null;
}

/** How the game stands; only moves that the rules accept become part of a match. */
export function positionOf(rules: Rules, { rules: game, moves }: Match): Position {
  const position = rules.replay(game, moves);
  if (typeof position === 'string')
    throw new RangeError(`the rules refuse the moves of a match: ${position}`);
  return position;
}

export function isUnderWay(rules: Rules, match: Match): boolean {
  return turnOf(positionOf(rules, match)) !== null;
}

export function playerAt(match: Match, seat: Seat): Player {
  return match.players[SEATS.indexOf(seat)] ?? { name: '', computer: null };
}

/** How well the computer is to play now; `null` when it is a person's turn or nobody's. */
export function computerToMove(rules: Rules, match: Match): Level | null {
  const seat = turnOf(positionOf(rules, match));
  return seat && playerAt(match, seat).computer;
}

function isComputersTurn(rules: Rules, match: Match): boolean {
  return computerToMove(rules, match) !== null;
}

function refusalFrom(answer: MoveRefusal | 'NO_SUCH_GAME'): MoveRefusal {
  return answer === 'NO_SUCH_GAME' ? 'OUT_OF_BOUNDS' : answer;
}

/** What is saved of a match: all but what is open or said at the moment. */
export function saveMatch({ rules, players, confirmTurn, moves, chosen }: Match): string {
  return JSON.stringify({ rules, players, confirmTurn, moves, chosen });
}

/** The match as it was saved; a text that is no match gives none. */
export function restoreMatch(rules: Rules, saved: string | null): Match | null {
  try {
    const { rules: game, players, confirmTurn, moves, chosen } = JSON.parse(saved ?? 'null') as Match;
    if (game.kind !== 'grid' && !CAPTURES.includes(game.capture)) return null;
    const match: Match = {
      ...UNTOUCHED,
      rules: game,
      players: Array.from({ length: playersOf(game) }, (_, seat) => playerFrom(players[seat])),
      confirmTurn: confirmTurn === true,
      moves: moves.map(Number),
    };
    positionOf(rules, match);
    return match.confirmTurn && typeof chosen === 'number' ? pressed(rules, match, chosen) : match;
  } catch {
    return null;
  }
}

function playerFrom(saved: Player | undefined): Player {
  return {
    name: String(saved?.name ?? '').slice(0, LONGEST_NAME),
    computer: LEVELS.find((level) => level === saved?.computer) ?? null,
  };
}
