/** The page's idea of networks and contracts is the Rust side's own. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contractModule, generatedFiles, readAbi, readWire } from '../../scripts/wire-types.mjs';
import { LANGUAGES } from '../../src/i18n/languages';

const wire = readWire();
const languages = Object.entries(LANGUAGES);

it.each([...generatedFiles()])('%s is up to date; if not, run npm run wire-types', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('a method that the ABI and wire.json do not agree on is reported', () => {
  const { tic_tac_toe } = wire.contracts;
  const methods = { ...tic_tac_toe.methods, resign: 'call' };
  expect(() => contractModule('tic_tac_toe', { ...tic_tac_toe, methods }, readAbi('tic_tac_toe'))).toThrow(
    /resign \(call\)/,
  );
});

it.each(languages)('%s has a sentence for each code and a name for each network', (_code, strings) => {
  for (const code of wire.contracts.tic_tac_toe.codes) expect(strings.refusal).toHaveProperty(code);
  for (const { name } of wire.networks) expect(strings.networkName).toHaveProperty(name);
});
