/** Where cargo puts what it builds. */

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** A path in cargo's target folder. */
export const inTarget = (path) => resolve(PROJECT, process.env.CARGO_TARGET_DIR ?? 'target', path);
