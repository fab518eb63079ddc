/** The places of the arena and their addresses, which can be shared. */

export type Place =
  | { readonly kind: 'lobby' }
  | { readonly kind: 'game'; readonly gameId: string }
  | { readonly kind: 'replay'; readonly gameId: string }
  | { readonly kind: 'leaders' }
  | { readonly kind: 'player'; readonly accountId: string };

export const LOBBY: Place = { kind: 'lobby' };

const GAME_ID = /^[1-9]\d{0,19}$/;

/** The place that the rest of an address names; whatever names none leads to the lobby. */
export function placeAt(path: string): Place {
  const [gameId = '', what] = path.split('/');
  if (gameId === 'leaders') return { kind: 'leaders' };
  if (gameId === 'player' && what) return { kind: 'player', accountId: what };
  if (!GAME_ID.test(gameId)) return LOBBY;
  return { kind: what === 'replay' ? 'replay' : 'game', gameId };
}

export function addressOf(place: Place): string {
  switch (place.kind) {
    case 'lobby':
      return '#/arena';
    case 'game':
      return `#/arena/${place.gameId}`;
    case 'replay':
      return `#/arena/${place.gameId}/replay`;
    case 'leaders':
      return '#/arena/leaders';
    case 'player':
      return `#/arena/player/${place.accountId}`;
  }
}

export function isSamePlace(a: Place, b: Place): boolean {
  return addressOf(a) === addressOf(b);
}
