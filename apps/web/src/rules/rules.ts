/** The rules of every game: the Rust crate `rules/`, compiled to wasm, behind one typed function (see `rules-wasm`). */

import {
  type Board,
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
} from './game';
import { type GameModule, writeGame, writeWords } from './game-page';
import { BOARD_WORDS, DONE, IN_PROGRESS, LEGAL, OPEN, REFUSALS, WON_BY_LINE } from './wasm-constants';

interface RulesModule extends GameModule {
  board(): number;
  sheet(): number;
  replay(steps: number): number;
  resume(steps: number): number;
}

export function rulesFrom(instance: WebAssembly.Instance): Rules {
  const wasm = instance.exports as unknown as RulesModule;
  const answer = (rules: GameRules, refusal: number) => {
    if (refusal === DONE) return read(rules, new Uint16Array(wasm.memory.buffer, wasm.sheet()));
    const reason = REFUSALS[`${refusal}` as keyof typeof REFUSALS];
    if (!reason) throw new RangeError(`the rules refused a game with ${refusal}`);
    return reason;
  };
  const replay = (rules: GameRules, steps: readonly Step[], first?: Seat) =>
    writeGame(wasm, rules, steps, first) ? answer(rules, wasm.replay(steps.length)) : 'GAME_OVER';
  return {
    // Without somebody who leaves, nobody leaves in vain.
    replay: replay as Rules['replay'],
    resume(rules, board, steps) {
      const words = wordsOf(board);
      if (words.length > BOARD_WORDS) return 'NO_SUCH_GAME';
      if (!writeGame(wasm, rules, steps, board.first)) return 'GAME_OVER';
      writeWords(wasm, wasm.board(), words);
      return answer(rules, wasm.resume(steps.length));
    },
  };
}

function wordsOf({ turn, out, nextField, marks, captures }: Board): number[] {
  return [
    numberOf(turn),
    out.reduce((bits, seat) => bits | (1 << SEATS.indexOf(seat)), 0),
    nextField === null ? 0 : nextField + 1,
    marks.length,
    ...marks.map(numberOf),
    captures.length,
    ...captures.flatMap(({ seat, cells }) => [numberOf(seat), ...cells]),
  ];
}

function read(rules: GameRules, words: Uint16Array): Position {
  const reader = new Reader(words);
  const outcome = reader.outcome();
  const shared = { seats: SEATS.slice(0, playersOf(rules)), outcome, out: reader.seats() };
  const line = reader.list(() => reader.word());
  const cells = reader.list(() => reader.cell());
  const fields = reader.list(() => reader.field());
  return rules.kind === 'grid'
    ? { ...shared, rules, line, cells }
    : { ...shared, rules, line, cells, fields };
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
    if (kind === IN_PROGRESS) return { kind: 'in_progress', next: seat };
    return { kind: 'won', winner: seat, by: kind === WON_BY_LINE ? 'line' : 'last_left' };
  }

  cell(): CellView {
    const word = this.word();
    return { mark: seatOf(word % LEGAL), legal: word >= LEGAL };
  }

  field(): FieldView {
    const word = this.word();
    return { owners: seatsIn(word), open: word >= OPEN, captures: this.list(() => this.capture()) };
  }

  seats(): Seat[] {
    return seatsIn(this.word());
  }

  private capture(): CaptureLine {
    const seat = seatOf(this.word()) ?? 'X';
    return { seat, cells: [this.word(), this.word(), this.word()] };
  }
}

/** Seats that are told by one bit each. */
function seatsIn(bits: number): Seat[] {
  return SEATS.filter((_, index) => (bits >> index) & 1);
}

function numberOf(seat: Seat | null): number {
  return seat ? SEATS.indexOf(seat) + 1 : 0;
}

function seatOf(number: number): Seat | null {
  return SEATS[number - 1] ?? null;
}
