/** The texts of the arena's games, loaded with that part of the page. */

import type { Language } from '../languages';
import { type ArenaStrings, en } from './en';
import { ru } from './ru';

export const ARENA_TEXTS = { en, ru } as const satisfies Record<Language, ArenaStrings>;
