/** The page's idea of networks and contracts is the Rust side's own. */

import { expect, it } from 'vitest';
import {
  CONTRACTS,
  checkedIn,
  contractFile,
  indexerFile,
  networksFile,
  readAbi,
  readOpenApi,
  readWire,
} from '../../scripts/wire-types.mjs';
import { LANGUAGES } from '../../src/i18n/languages';

const wire = readWire();
const languages = Object.entries(LANGUAGES);

it('the networks are those of wire.json; if not, run npm run wire-types', () => {
  expect(networksFile(wire)).toBe(checkedIn('networks.ts'));
});

it('what the indexer answers is what its openapi.json says; if not, run npm run wire-types', () => {
  expect(indexerFile(readOpenApi())).toBe(checkedIn('indexer.ts'));
});

it.each(CONTRACTS)(
  'what is known of $name is what its ABI and wire.json give; if not, run npm run wire-types',
  ({ name, file }) => {
    expect(contractFile(name, wire.contracts[name], readAbi(name))).toBe(checkedIn(file));
  },
);

it('a method that the ABI and wire.json do not agree on is reported', () => {
  const { tic_tac_toe } = wire.contracts;
  const methods = { ...tic_tac_toe.methods, resign: 'call' };
  expect(() => contractFile('tic_tac_toe', { ...tic_tac_toe, methods }, readAbi('tic_tac_toe'))).toThrow(
    /resign \(call\)/,
  );
});

it.each(languages)('%s has a sentence for each code and a name for each network', (_code, strings) => {
  for (const code of wire.contracts.tic_tac_toe.codes) expect(strings.refusal).toHaveProperty(code);
  for (const { name } of wire.networks) expect(strings.networkName).toHaveProperty(name);
});
