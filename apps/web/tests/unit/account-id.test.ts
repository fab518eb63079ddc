/** Account ids are judged as the contract would judge them. */

import { expect, it } from 'vitest';
import { playerProblem, shortAccountId } from '../../src/chain/account-id';

const CONTRACT = 'game.near';

it.each([
  'alice.near',
  'a1',
  'a-b_c.d.testnet',
  '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  '0xb794f5ea0ba39494ce839613fffba74279579268',
  'game.near.near',
])('%s can play', (id) => {
  expect(playerProblem(id, CONTRACT)).toBeNull();
});

it.each([
  ['', 'empty'],
  ['a', 'too_short'],
  ['a'.repeat(65), 'too_long'],
  ['Alice.near', 'malformed'],
  ['alice..near', 'malformed'],
  ['.alice', 'malformed'],
  ['alice.', 'malformed'],
  ['alice--near', 'malformed'],
  ['alice near', 'malformed'],
  ['ƒelicia.near', 'malformed'],
  [CONTRACT, 'is_contract'],
  ['0s1234567890abcdef1234567890abcdef12345678', 'is_contract'],
] as const)('“%s” cannot play: %s', (id, problem) => {
  expect(playerProblem(id, CONTRACT)).toBe(problem);
});

it('a long id is shown with both its ends', () => {
  expect(shortAccountId('alice.near')).toBe('alice.near');
  expect(shortAccountId(`${'0'.repeat(32)}${'f'.repeat(32)}`)).toBe('0000000000…ffffffff');
});
