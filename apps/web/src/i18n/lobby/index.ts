/** The texts of the arena's lobby, invitations and replays, loaded with that part of the page. */

import type { Language } from '../languages';
import { en, type LobbyStrings } from './en';
import { ru } from './ru';

export const LOBBY_TEXTS = { en, ru } as const satisfies Record<Language, LobbyStrings>;

export type { LobbyStrings } from './en';
