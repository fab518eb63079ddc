/** The texts of a table on chain, loaded with that part of the page. */

import type { Language } from '../languages';
import { en, type TableStrings } from './en';
import { ru } from './ru';

export const TABLE_TEXTS = { en, ru } as const satisfies Record<Language, TableStrings>;

export type { TableStrings } from './en';
