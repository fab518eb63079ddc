/** The addresses of the arena's screens, which can be shared. */

export type Route =
  | { readonly kind: 'lobby' }
  /** The lobby for those who come to watch. */
  | { readonly kind: 'watch' }
  | { readonly kind: 'game'; readonly gameId: string }
  | { readonly kind: 'replay'; readonly gameId: string }
  | { readonly kind: 'leaders' }
  | { readonly kind: 'player'; readonly accountId: string };

export const LOBBY: Route = { kind: 'lobby' };

const GAME_ID = /^[1-9]\d{0,19}$/;

/** The screen that the rest of an address names; whatever names none leads to the lobby. */
export function routeAt(path: string): Route {
  const [gameId = '', what] = path.split('/');
  if (gameId === 'leaders' || gameId === 'watch') return { kind: gameId };
  if (gameId === 'player' && what) return { kind: 'player', accountId: what };
  if (!GAME_ID.test(gameId)) return LOBBY;
  return { kind: what === 'replay' ? 'replay' : 'game', gameId };
}

export function addressOf(route: Route): string {
  switch (route.kind) {
    case 'lobby':
      return '#/arena';
    case 'game':
      return `#/arena/${route.gameId}`;
    case 'replay':
      return `#/arena/${route.gameId}/replay`;
    case 'watch':
    case 'leaders':
      return `#/arena/${route.kind}`;
    case 'player':
      return `#/arena/player/${route.accountId}`;
  }
}
