/** The texts of playing on one device, loaded with that part of the page. */

import type { Language } from '../languages';
import { type DeviceStrings, en } from './en';
import { ru } from './ru';

export const DEVICE_TEXTS = { en, ru } as const satisfies Record<Language, DeviceStrings>;

export type { DeviceStrings, Explanation } from './en';
