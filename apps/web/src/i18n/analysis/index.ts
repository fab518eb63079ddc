/** The texts of the analysis of a game, loaded with that part of the page. */

import type { Language } from '../languages';
import { type AnalysisStrings, en } from './en';
import { ru } from './ru';

export const ANALYSIS_TEXTS = { en, ru } as const satisfies Record<Language, AnalysisStrings>;

export type { AnalysisStrings } from './en';
