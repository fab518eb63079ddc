/** Refusals are recognised wherever they come from. */

import { expect, it } from 'vitest';
import { refusalFrom } from '../../src/chain/refusal';
import { callOutcome } from '../../src/chain/signer';
import { CODES as ARENA_CODES } from '../../src/contract/arena';
import { CODES } from '../../src/contract/tic_tac_toe';
import { LANGUAGES } from '../../src/i18n/languages';
import { oneGameEvent } from '../../src/table/one-game';
import { refusalText } from '../../src/table/words';

/** A failed call as a transaction's status reports it. */
const failureWith = (error: string) => ({
  ActionError: { index: 0, kind: { FunctionCallError: { ExecutionError: error } } },
});

it.each([...CODES, ...ARENA_CODES])('%s is recognised in a failed transaction and in an error', (code) => {
  const panic = `Smart contract panicked: ${code}: a sentence`;
  expect(refusalFrom(failureWith(panic))).toEqual({ code });
  expect(refusalFrom(new Error(panic))).toEqual({ code });
});

it('a code that this page does not know is explained by the contract’s own sentence', () => {
  const refusal = refusalFrom(
    failureWith('Smart contract panicked: TOO_LATE: the clock has "run out"; wait'),
  );
  const texts = { strings: LANGUAGES.en, language: 'en', contract: 'one_game' } as const;
  expect(refusalText(refusal, texts)).toBe('It did not work: the clock has "run out"; wait');
});

it('a failure without any code is told in its own words, not as JSON', () => {
  expect(refusalFrom(failureWith('Exceeded the prepaid gas.'))).toEqual({
    code: 'OTHER',
    text: 'Exceeded the prepaid gas.',
  });
  expect(refusalFrom({ InvalidTxError: { NotEnoughBalance: { balance: '0' } } })).toEqual({
    code: 'OTHER',
    text: 'NotEnoughBalance',
  });
});

it.each(['User rejected', 'User cancelled the action', 'User closed the window'])(
  '“%s” means that the user changed their mind',
  (text) => {
    expect(refusalFrom(new Error(text))).toEqual({ code: 'CANCELLED' });
  },
);

it('a request that got no answer means that the connection broke', () => {
  expect(refusalFrom(new TypeError('Failed to fetch'))).toEqual({ code: 'CONNECTION_LOST' });
});

it('anything else keeps its own words', () => {
  expect(refusalFrom(new Error('not enough balance'))).toEqual({ code: 'OTHER', text: 'not enough balance' });
  expect(refusalFrom({ InvalidTxError: 'Expired' })).toEqual({ code: 'OTHER', text: 'Expired' });
});

it('an outcome tells its hash, what came back, and its failure', () => {
  const transaction_outcome = { id: 'hash' };
  const silent = { status: { SuccessValue: '' }, transaction_outcome };
  expect(callOutcome(silent, 'game.near')).toEqual({ hash: 'hash', failure: null, value: null, logs: [] });
  const answered = { status: { SuccessValue: btoa('"17"') }, transaction_outcome };
  expect(callOutcome(answered, 'game.near')).toMatchObject({ failure: null, value: '17' });
  const failed = { status: { Failure: 'why' }, transaction_outcome };
  expect(callOutcome(failed, 'game.near')).toMatchObject({ hash: 'hash', failure: 'why', value: null });
});

it('an outcome tells what the contract logged, where it has not failed', () => {
  const event = (standard: string, game_id: string) =>
    `EVENT_JSON:${JSON.stringify({ standard, version: '1.0.0', event: 'game_created', data: { game_id } })}`;
  const logs = ['hello', event('chess', '1'), event('tic-tac-toe', '7')];
  const status = { SuccessValue: '' };
  const receipts_outcome = [
    { outcome: { executor_id: 'game.near', logs, status } },
    { outcome: { executor_id: 'mallory.near', logs: [event('tic-tac-toe', '8')], status } },
    { outcome: { executor_id: 'game.near', logs: [event('tic-tac-toe', '9')], status: { Failure: 'why' } } },
  ];
  const outcome = callOutcome({ status, receipts_outcome }, 'game.near');
  expect(outcome.logs).toEqual(logs);
  expect(outcome.logs.flatMap((log) => oneGameEvent(log) ?? [])).toMatchObject([{ round: 7n }]);
});
