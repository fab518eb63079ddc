/** Refusals are recognised wherever they come from. */

import { expect, it } from 'vitest';
import { callOutcome } from '../../src/chain/caller';
import { CONTRACT_CODES, refusalFrom } from '../../src/chain/refusal';

it.each(CONTRACT_CODES)('%s is recognised in a failed transaction and in an error', (code) => {
  const panic = `Smart contract panicked: ${code}: a sentence`;
  expect(refusalFrom({ ActionError: { kind: { FunctionCallError: { ExecutionError: panic } } } })).toEqual({
    code,
  });
  expect(refusalFrom(new Error(panic))).toEqual({ code });
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
  expect(refusalFrom({ InvalidTxError: 'Expired' })).toEqual({
    code: 'OTHER',
    text: '{"InvalidTxError":"Expired"}',
  });
});

it('an outcome tells its hash and its failure', () => {
  const done = { status: { SuccessValue: '' }, transaction_outcome: { id: 'hash' } };
  expect(callOutcome(done)).toEqual({ hash: 'hash', failure: null });
  const failed = { status: { Failure: 'why' }, transaction_outcome: { id: 'hash' } };
  expect(callOutcome(failed)).toEqual({ hash: 'hash', failure: 'why' });
});
