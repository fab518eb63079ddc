/** Compiles rules and computer to wasm and puts them where the page imports them: `node scripts/rules.mjs`. */

import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { inTarget } from './target.mjs';

const TARGET = 'wasm32-unknown-unknown';

/** The rules load with the page, so they are small; the computer is to think fast. */
const MODULES = [
  { name: 'rules', profile: 'release', to: '../src/rules/rules.wasm' },
  { name: 'engine', profile: 'browser', to: '../src/computer/engine.wasm' },
];

for (const { name, profile, to } of MODULES) {
  const options = ['--quiet', '--profile', profile, '--target', TARGET, '-p', `tic-tac-toe-${name}-wasm`];
  execFileSync('cargo', ['build', ...options], { stdio: 'inherit' });
  copyFileSync(inTarget(`${TARGET}/${profile}/tic_tac_toe_${name}_wasm.wasm`), new URL(to, import.meta.url));
}
