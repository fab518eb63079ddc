/** Imports go one way: a folder of the page knows what comes after it in this list, and nothing before. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ORDER = [
  'arena',
  'lobby',
  'replay',
  'leaders',
  'table',
  'device',
  'indexer',
  'ui',
  'boards',
  'i18n',
  'chain',
  'computer',
  'rules',
  'contract',
];

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const folderOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

it('every folder has its place in the order', () => {
  const folders = new Set(files.map(folderOf));
  expect([...folders].filter(Boolean).sort()).toEqual([...ORDER].sort());
});

it.each(ORDER)('%s knows nothing of what comes before it', (folder) => {
  const own = files.filter((file) => folderOf(file) === folder);
  const known = own.flatMap((file) => {
    const imports = readFileSync(join(SRC, file), 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g);
    return [...imports].map(([, path]) => folderOf(normalize(join(file, '..', path ?? ''))));
  });
  const before = ORDER.slice(0, ORDER.indexOf(folder));
  expect(known.filter((other) => before.includes(other))).toEqual([]);
});
