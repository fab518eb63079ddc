/** Every text of the arena's games in Russian. */

import type { ArenaStrings } from './en';

export const ru: ArenaStrings = {
  arena: 'Арена',
  gameNumber: (gameId) => `Игра ${gameId}`,
};
