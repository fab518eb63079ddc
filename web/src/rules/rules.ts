/** The rules of every game: the Rust crate `rules/`, compiled to wasm, behind one typed function (see `rules-wasm`). */

import {
  type CaptureLine,
  type CellView,
  type FieldView,
  type GameRules,
  type MoveRefusal,
  type Outcome,
  type Position,
  playersOf,
  type Rules,
  SEATS,
  type Seat,
} from './game';
import { type GameModule, writeGame } from './game-page';

interface RulesModule extends GameModule {
  sheet(): number;
  replay(steps: number): number;
}

const LONGEST_SHEET = 6 + 19 + 19 * 19 + 9 * (2 + 2 * 4);
const FIELDS = 9;
const LEGAL = 8;

const REFUSALS: Record<number, MoveRefusal | 'NO_SUCH_GAME'> = {
  [-1]: 'NO_SUCH_GAME',
  [-2]: 'GAME_OVER',
  [-3]: 'OUT_OF_BOUNDS',
  [-4]: 'WRONG_FIELD',
  [-5]: 'CELL_TAKEN',
};

export function rulesFrom(instance: WebAssembly.Instance): Rules {
  const wasm = instance.exports as unknown as RulesModule;
  return {
    replay(rules, moves) {
      if (!writeGame(wasm, rules, moves)) return 'GAME_OVER';
      const refusal = wasm.replay(moves.length);
      if (refusal === 0) return read(rules, new Uint16Array(wasm.memory.buffer, wasm.sheet(), LONGEST_SHEET));
      const reason = REFUSALS[refusal];
      if (!reason) throw new RangeError(`the rules refused a game with ${refusal}`);
      return reason;
    },
  };
}

function read(rules: GameRules, words: Uint16Array): Position {
  const reader = new Reader(words);
  const outcome = reader.outcome();
  const shared = { seats: SEATS.slice(0, playersOf(rules)), outcome };
  // Nobody leaves a game on one device, so who is out is not asked for.
  reader.word();
  const line = reader.list(() => reader.word());
  const cells = reader.list(() => reader.cell());
  if (rules.kind === 'grid') return { ...shared, rules, line, cells };
  const open = reader.word();
  const fields = Array.from({ length: FIELDS }, (_, field) => reader.field(((open >> field) & 1) === 1));
  return { ...shared, rules, line, cells, fields };
}

/** Reads a sheet from its beginning. */
class Reader {
  private at = 0;

  constructor(private readonly words: Uint16Array) {}

  word(): number {
    const word = this.words[this.at];
    if (word === undefined) throw new RangeError('the sheet has ended');
    this.at += 1;
    return word;
  }

  list<T>(item: () => T): T[] {
    return Array.from({ length: this.word() }, item);
  }

  outcome(): Outcome {
    const [kind, seat] = [this.word(), seatOf(this.word())];
    if (!seat) return { kind: 'draw' };
    if (kind === 0) return { kind: 'in_progress', next: seat };
    return { kind: 'won', winner: seat, by: kind === 1 ? 'line' : 'last_left' };
  }

  cell(): CellView {
    const word = this.word();
    return { mark: seatOf(word % LEGAL), legal: word >= LEGAL };
  }

  field(open: boolean): FieldView {
    const owners = this.word();
    return {
      owners: SEATS.filter((_, index) => (owners >> index) & 1),
      open,
      captures: this.list(() => this.capture()),
    };
  }

  private capture(): CaptureLine {
    const seat = seatOf(this.word()) ?? 'X';
    return { seat, cells: [this.word(), this.word(), this.word()] };
  }
}

function seatOf(number: number): Seat | null {
  return SEATS[number - 1] ?? null;
}
