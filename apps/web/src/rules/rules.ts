/** The rules of every game: the Rust crate `rules/`, compiled to wasm, behind one typed function (see `rules-wasm`). */

import {
  type CaptureLine,
  type CellView,
  type FieldView,
  type GameRules,
  type Outcome,
  type Position,
  playersOf,
  type Rules,
  SEATS,
  type Seat,
  type Step,
  type StepRefusal,
} from './game';
import { type GameModule, writeGame } from './game-page';

interface RulesModule extends GameModule {
  sheet(): number;
  replay(steps: number): number;
}

const LONGEST_SHEET = 6 + 19 + 19 * 19 + 9 * (2 + 2 * 4);
const FIELDS = 9;
const LEGAL = 8;

const REFUSALS: Record<number, StepRefusal | 'NO_SUCH_GAME'> = {
  [-1]: 'NO_SUCH_GAME',
  [-2]: 'GAME_OVER',
  [-3]: 'OUT_OF_BOUNDS',
  [-4]: 'WRONG_FIELD',
  [-5]: 'CELL_TAKEN',
  [-6]: 'NOBODY_LEAVES',
};

export function rulesFrom(instance: WebAssembly.Instance): Rules {
  const wasm = instance.exports as unknown as RulesModule;
  const replay = (rules: GameRules, steps: readonly Step[]) => {
    if (!writeGame(wasm, rules, steps)) return 'GAME_OVER';
    const refusal = wasm.replay(steps.length);
    if (refusal === 0) return read(rules, new Uint16Array(wasm.memory.buffer, wasm.sheet(), LONGEST_SHEET));
    const reason = REFUSALS[refusal];
    if (!reason) throw new RangeError(`the rules refused a game with ${refusal}`);
    return reason;
  };
  // Without somebody who leaves, nobody leaves in vain.
  return { replay: replay as Rules['replay'] };
}

function read(rules: GameRules, words: Uint16Array): Position {
  const reader = new Reader(words);
  const outcome = reader.outcome();
  const shared = { seats: SEATS.slice(0, playersOf(rules)), outcome, out: reader.seats() };
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
    return {
      owners: this.seats(),
      open,
      captures: this.list(() => this.capture()),
    };
  }

  /** Seats that are told by one bit each. */
  seats(): Seat[] {
    const bits = this.word();
    return SEATS.filter((_, index) => (bits >> index) & 1);
  }

  private capture(): CaptureLine {
    const seat = seatOf(this.word()) ?? 'X';
    return { seat, cells: [this.word(), this.word(), this.word()] };
  }
}

function seatOf(number: number): Seat | null {
  return SEATS[number - 1] ?? null;
}
