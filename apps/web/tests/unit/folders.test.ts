/** Imports go one way: which folder of the page may know which. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Each folder may import those before it in the list, except where `NOT` says otherwise. */
const ORDER = [
  'contract',
  'rules',
  'computer',
  'chain',
  'i18n',
  'boards',
  'ui',
  'analysis',
  'indexer',
  'device',
  'home',
  'table',
  'leaders',
  'replay',
  'public-board',
  'lobby',
  'arena',
];

/** Playing on one device needs no chain, and screens do not know each other; only games on chain share the table. */
const NOT: Readonly<Record<string, readonly string[]>> = {
  analysis: ['contract', 'chain'],
  device: ['contract', 'chain', 'indexer'],
  home: ['indexer'],
  table: ['indexer', 'device', 'home'],
  leaders: ['device', 'home'],
  replay: ['device', 'home', 'leaders'],
  'public-board': ['indexer', 'device', 'home', 'leaders'],
  lobby: ['indexer', 'public-board', 'device', 'home', 'leaders', 'replay'],
};

function importsOf(folder: string): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const path = join(folder, name);
      const text = readFileSync(join(SRC, path), 'utf8');
      const targets = [...text.matchAll(/(?:from|import\()\s*'(\.[^']*)'/g)].map(
        ([, target]) => target ?? '',
      );
      return targets.map((target) => normalize(join(path, '..', target)));
    });
}

it('knows every folder', () => {
  const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(ORDER.toSorted());
});

it.each(ORDER)('%s imports only folders below it', (folder) => {
  const below = ORDER.slice(0, ORDER.indexOf(folder) + 1).filter((name) => !NOT[folder]?.includes(name));
  const imported = new Set(
    importsOf(folder)
      .filter((path) => path.includes('/'))
      .map((path) => path.split('/')[0] ?? ''),
  );
  expect([...imported].filter((name) => !below.includes(name))).toEqual([]);
});
