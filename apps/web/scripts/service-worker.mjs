/** Adds the service worker to a build, with the list of files that it keeps. */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

const SOURCE = new URL('../src/service-worker.js', import.meta.url);

/** Without a network there is no chain, so what only the chain needs is not kept. */
const NOT_KEPT = ['/src/arena/page.ts', '/src/chain/open.ts', '/src/chain/wallet.ts'];
for (const module of NOT_KEPT) {
  if (!existsSync(new URL(`..${module}`, import.meta.url))) throw new Error(`there is no ${module} any more`);
}

/** What `public/` has for an installed page. */
const PUBLIC = ['icon.svg', 'icon-192.png', 'icon-512.png', 'manifest.webmanifest'];

export function serviceWorker() {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = ['./', ...PUBLIC, ...keptFiles(bundle)].sort();
        const page = bundle['index.html']?.source ?? '';
        const version = createHash('sha256')
          .update(JSON.stringify(files))
          .update(page)
          .digest('hex')
          .slice(0, 16);
        const head = `const FILES = ${JSON.stringify(files)};\nconst VERSION = ${JSON.stringify(version)};\n`;
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + readFileSync(SOURCE, 'utf8') });
      },
    },
  };
}

/** Code that can be reached without the chain, and everything that is no code of the page: styles, wasm, workers. */
function keptFiles(bundle) {
  const reached = new Set();
  const visit = (name) => {
    const chunk = bundle[name];
    if (reached.has(name) || chunk?.type !== 'chunk') return;
    if (NOT_KEPT.some((module) => chunk.facadeModuleId?.endsWith(module))) return;
    reached.add(name);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next);
  };
  for (const [name, file] of Object.entries(bundle)) if (file.isEntry) visit(name);
  const assets = Object.values(bundle).filter(
    ({ type, fileName }) => type === 'asset' && fileName !== 'index.html',
  );
  return [...reached, ...assets.map(({ fileName }) => fileName)];
}
