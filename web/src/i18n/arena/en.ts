/** Every text of the arena's games in English. The other languages have the same shape. */

export interface ArenaStrings {
  readonly arena: string;
  gameNumber(gameId: string): string;
}

export const en: ArenaStrings = {
  arena: 'Arena',
  gameNumber: (gameId) => `Game ${gameId}`,
};
