/** Compiles the rules to wasm and puts them where the page imports them: `node scripts/rules.mjs`. */

import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { inTarget } from './target.mjs';

const TARGET = 'wasm32-unknown-unknown';

execFileSync('cargo', ['build', '--quiet', '--release', '--target', TARGET, '-p', 'tic-tac-toe-rules-wasm'], {
  stdio: 'inherit',
});
copyFileSync(
  inTarget(`${TARGET}/release/tic_tac_toe_rules_wasm.wasm`),
  new URL('../src/rules/rules.wasm', import.meta.url),
);
