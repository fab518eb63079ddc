/** The page's idea of the contract is the contract's own. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ABI_TYPES, readAbi, typesFrom } from '../../scripts/abi-types.mjs';

it('the types are those that the contract’s ABI gives; if not, run npm run abi-types', () => {
  expect(typesFrom(readAbi())).toBe(readFileSync(ABI_TYPES, 'utf8'));
});
