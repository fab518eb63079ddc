/** The rules as the page uses them: the very wasm that it loads. */

import { describe, expect, it } from 'vitest';
import { type Board, type GameRules, type Position, type Step, turnOf } from '../../src/rules/game';
import {
  ANY,
  BOTH_IN_ONE,
  CLASSIC,
  CLOSING,
  DRAWN,
  FIRST,
  replayed,
  rules,
  THREE_PLAYERS,
  ultimateMoves,
} from './rules';

const marksOf = ({ cells }: Position) => cells.map(({ mark }) => mark ?? '.').join('');
const legalOf = ({ cells }: Position) => cells.flatMap(({ legal }, cell) => (legal ? [cell] : []));
const fieldsOf = (game: GameRules, moves: number[]) => {
  const position = replayed(game, ...moves);
  return 'fields' in position ? position.fields : [];
};

describe('classic', () => {
  it('starts with nine empty cells and X', () => {
    const start = replayed(CLASSIC);
    expect(marksOf(start)).toBe('.........');
    expect(legalOf(start)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(start.outcome).toEqual({ kind: 'in_progress', next: 'X' });
  });

  it('switches turns', () => {
    expect(replayed(CLASSIC, 4).outcome).toEqual({ kind: 'in_progress', next: 'O' });
    expect(marksOf(replayed(CLASSIC, 4, 0))).toBe('O...X....');
  });

  it('refuses what is not allowed, with the reason', () => {
    expect(rules.replay(CLASSIC, [4, 4])).toBe('CELL_TAKEN');
    expect(rules.replay(CLASSIC, [9])).toBe('OUT_OF_BOUNDS');
    expect(rules.replay(CLASSIC, [0, 3, 1, 4, 2, 8])).toBe('GAME_OVER');
    expect(rules.replay({ ...CLASSIC, inARow: 4 } as GameRules, [])).toBe('NO_SUCH_GAME');
  });

  it.each([
    ['a row for X', [0, 3, 1, 4, 2], 'X', [0, 1, 2]],
    ['a column for O', [0, 1, 3, 4, 8, 7], 'O', [1, 4, 7]],
    ['a diagonal for X', [0, 1, 4, 2, 8], 'X', [0, 4, 8]],
    ['the other diagonal for O', [0, 2, 1, 4, 8, 6], 'O', [2, 4, 6]],
  ])('declares %s', (_name, moves, winner, line) => {
    const position = replayed(CLASSIC, ...moves);
    expect(position.outcome).toEqual({ kind: 'won', winner, by: 'line' });
    expect(position.line).toEqual(line);
    expect(legalOf(position)).toEqual([]);
  });

  it('is a draw when the board is full', () => {
    expect(replayed(CLASSIC, 0, 1, 2, 4, 3, 5, 7, 6, 8).outcome).toEqual({ kind: 'draw' });
  });
});

describe('other boards', () => {
  it('let three players move in turn, each with a mark of their own', () => {
    const position = replayed(THREE_PLAYERS, 0, 1, 2, 3);
    expect(marksOf(position).slice(0, 5)).toBe('XOAX.');
    expect(position.outcome).toEqual({ kind: 'in_progress', next: 'O' });
  });

  it('report a line of as many cells as win, on the largest board too', () => {
    const game: GameRules = { kind: 'grid', rows: 19, cols: 19, inARow: 5, players: 2 };
    const position = replayed(game, 0, 1, 20, 2, 40, 3, 60, 4, 80);
    expect(position.line).toEqual([0, 20, 40, 60, 80]);
    expect(position.cells).toHaveLength(361);
  });
});

describe('players who leave', () => {
  const out = (steps: Step[]) => {
    const position = rules.replay(THREE_PLAYERS, steps);
    if (typeof position === 'string') throw new Error(position);
    return position;
  };

  it('are passed over from then on, in turn or not', () => {
    const position = out([0, { leaves: 'A' }, 1]);
    expect(position.out).toEqual(['A']);
    expect(position.outcome).toEqual({ kind: 'in_progress', next: 'X' });
    expect(out([0, { leaves: 'O' }]).outcome).toEqual({ kind: 'in_progress', next: 'A' });
  });

  it('leave the game to the last one left', () => {
    const position = out([0, 1, { leaves: 'A' }, { leaves: 'X' }]);
    expect(position.out).toEqual(['X', 'A']);
    expect(position.outcome).toEqual({ kind: 'won', winner: 'O', by: 'last_left' });
    expect(position.line).toEqual([]);
  });

  it('can leave once, and only if they play', () => {
    expect(rules.replay(THREE_PLAYERS, [{ leaves: 'O' }, { leaves: 'O' }])).toBe('NOBODY_LEAVES');
    expect(rules.replay(THREE_PLAYERS, [{ leaves: 'S' }])).toBe('NOBODY_LEAVES');
    expect(rules.replay(CLASSIC, [{ leaves: 'O' }, 0])).toBe('GAME_OVER');
  });
});

describe('ultimate', () => {
  it('is open everywhere before the first mark, then where that mark sends', () => {
    expect(fieldsOf(FIRST, []).every(({ open }) => open)).toBe(true);
    const sent = fieldsOf(FIRST, ultimateMoves('42'));
    expect(sent.flatMap(({ open }, field) => (open ? [field] : []))).toEqual([2]);
    expect(rules.replay(FIRST, ultimateMoves('42 30'))).toBe('WRONG_FIELD');
  });

  it('under first keeps the first line alone', () => {
    const [field] = fieldsOf(FIRST, BOTH_IN_ONE);
    expect(field?.owners).toEqual(['O']);
    expect(field?.captures).toEqual([{ seat: 'O', cells: [9, 10, 11] }]);
  });

  it('under any counts a mini-field with both lines for both, in the order of the lines', () => {
    const [field] = fieldsOf(ANY, BOTH_IN_ONE);
    expect(field?.owners).toEqual(['X', 'O']);
    expect(field?.captures.map(({ seat }) => seat)).toEqual(['O', 'X']);
  });

  it('under first and any is a draw for who is sent to a full mini-field', () => {
    expect(replayed(FIRST, ...DRAWN).outcome).toEqual({ kind: 'draw' });
    expect(replayed(ANY, ...DRAWN).outcome).toEqual({ kind: 'draw' });
  });

  it('under closing lets who is sent to a closed mini-field choose', () => {
    const fields = fieldsOf(CLOSING, ultimateMoves('00 01 10 04 40 07 70'));
    expect(fields[0]?.owners).toEqual(['O']);
    expect(fields[0]?.open).toBe(false);
    expect(fields.filter(({ open }) => open)).toHaveLength(8);
  });
});

describe('a game that is resumed from its board', () => {
  const boardOf = (position: Position): Board => {
    const fields = 'fields' in position ? position.fields : [];
    const open = fields.flatMap((field, number) => (field.open ? [number] : []));
    return {
      marks: position.cells.map(({ mark }) => mark),
      first: 'X',
      turn: turnOf(position),
      out: position.out,
      nextField: open.length === 1 ? (open[0] ?? null) : null,
      captures: fields.flatMap(({ captures }) => captures),
    };
  };
  const start = boardOf(replayed(CLASSIC));

  it('goes on from whoever moved first', () => {
    const begun = rules.replay(THREE_PLAYERS, [0, 1], 'A');
    if (typeof begun === 'string') throw new Error(begun);
    expect(begun.cells.slice(0, 2).map(({ mark }) => mark)).toEqual(['A', 'X']);
    expect(rules.resume(THREE_PLAYERS, { ...boardOf(begun), first: 'A' }, [])).toEqual(begun);
    expect(rules.resume(THREE_PLAYERS, boardOf(begun), [])).toBe('NO_SUCH_GAME');
    expect(rules.replay(CLASSIC, [], 'A')).toBe('NO_SUCH_GAME');
  });

  it.each<[string, GameRules, readonly number[]]>([
    ['classic', CLASSIC, [0, 3, 1, 4, 2]],
    ['three players', THREE_PLAYERS, [0, 1, 2, 3]],
    ['a draw of ultimate', FIRST, DRAWN],
    ['a mini-field of both', ANY, BOTH_IN_ONE],
    ['a captured mini-field that is closed', CLOSING, ultimateMoves('00 01 10 04 40 07 70 11')],
  ])('stands as it stood: %s', (_name, game, moves) => {
    for (const count of moves.keys()) {
      const board = boardOf(replayed(game, ...moves.slice(0, count)));
      expect(rules.resume(game, board, [])).toEqual(replayed(game, ...moves.slice(0, count)));
      expect(rules.resume(game, board, moves.slice(count))).toEqual(replayed(game, ...moves));
    }
  });

  it('goes on without who is out', () => {
    const board: Board = { ...boardOf(replayed(THREE_PLAYERS, 0)), turn: 'A', out: ['O'] };
    expect(rules.resume(THREE_PLAYERS, board, [1])).toMatchObject({
      outcome: { kind: 'in_progress', next: 'X' },
      out: ['O'],
    });
  });

  it('is refused where no game can look like this', () => {
    const refused = (board: Partial<Board>) => rules.resume(CLASSIC, { ...start, ...board }, []);
    expect(refused({ turn: 'O' })).toBe('NO_SUCH_GAME');
    expect(refused({ marks: start.marks.slice(1) })).toBe('NO_SUCH_GAME');
    expect(refused({ marks: Array(1_000).fill(null) })).toBe('NO_SUCH_GAME');
    expect(rules.resume(CLASSIC, start, [4, 4])).toBe('CELL_TAKEN');
  });
});
