/**
 * What the lobby knows, as one value, and how each answer changes it: an account's games, open ones, ones to watch.
 *
 * No input or output happens here. Each poll sends one query, whatever the number of games; `nextQuery` says which.
 */

import { type Freshness, judge, NOTHING_SEEN } from '../chain/freshness';
import type { Counts, GamesPage, GameView } from '../contract/arena';
import { inOrder, type MyGames, newerFirst, noGamesYet, partArgs, withPart } from './your-turn';

export interface Lobby {
  readonly mine: MyGames | null;
  readonly minePage: number;
  readonly open: { readonly page: number; readonly games: readonly GameView[] | null };
  readonly watched: { readonly page: number; readonly games: readonly GameView[] | null };
  /** The id of the newest game, 0 without any; `null` until it has been read. */
  readonly newest: bigint | null;
  /** The lists that are to be read before it is any other's turn. */
  readonly urgent: readonly List[];
  /** The list that was asked for last. */
  readonly asked: List | null;
  /** How fresh each list is. */
  readonly seen: Readonly<Record<List, Freshness>>;
}

const LISTS = ['mine', 'open', 'newest', 'watched'] as const;
type List = (typeof LISTS)[number];

export type Answer = readonly GameView[] | Counts | GamesPage;

export const GAMES_A_PAGE = 10;
/** One page of games to watch covers so many ids; those of closed games are left out. */
export const IDS_A_PAGE = 50;

/** A lobby for somebody of whose games something may be known already. */
export function newLobby(accountId: string | null, known: MyGames | null = null): Lobby {
  return {
    mine: accountId === null ? null : known?.accountId === accountId ? known : noGamesYet(accountId),
    minePage: 0,
    open: { page: 0, games: null },
    watched: { page: 0, games: null },
    newest: null,
    urgent: LISTS,
    asked: null,
    seen: { mine: NOTHING_SEEN, open: NOTHING_SEEN, newest: NOTHING_SEEN, watched: NOTHING_SEEN },
  };
}

/** The same lobby for somebody else; what does not depend on who looks stays. */
export function seenBy(lobby: Lobby, accountId: string | null): Lobby {
  if (accountId === (lobby.mine?.accountId ?? null)) return lobby;
  const mine = accountId === null ? null : noGamesYet(accountId);
  return { ...lobby, mine, minePage: 0, urgent: ['mine', ...lobby.urgent] };
}

/** Something was sent that changes the lists. */
export const withChanges = (lobby: Lobby): Lobby => ({ ...lobby, urgent: ['mine', 'open', ...lobby.urgent] });

/** The one query of a poll: what is urgent, else each list in turn. */
export function nextQuery(lobby: Lobby): Query | null {
  const after = LISTS.indexOf(lobby.asked ?? 'watched') + 1;
  const inTurn = LISTS.map((_, index) => LISTS[(after + index) % LISTS.length]);
  for (const list of [...lobby.urgent, ...inTurn]) {
    const query = list && queryOf(lobby, list);
    if (query) return query;
  }
  return null;
}

/** What is asked of the arena for a list; `null` where there is nothing to ask for yet. */
function queryOf({ mine, open, watched, newest }: Lobby, list: List) {
  switch (list) {
    case 'mine':
      return mine && ({ list, method: 'get_games_of', args: partArgs(mine) } as const);
    case 'open': {
      // One more than a page, to know whether there is another.
      const args = { from_index: String(open.page * GAMES_A_PAGE), limit: GAMES_A_PAGE + 1 };
      return { list, method: 'get_open_games', args } as const;
    }
    case 'newest':
      return { list, method: 'get_counts', args: {} } as const;
    case 'watched': {
      if (!newest) return null;
      const first = lastIdOn(newest, watched.page) - BigInt(IDS_A_PAGE) + 1n;
      const args = { from_id: String(first < 1n ? 1n : first), limit: IDS_A_PAGE };
      return { list, method: 'get_games', args } as const;
    }
  }
}

export type Query = NonNullable<ReturnType<typeof queryOf>>;

/** The last id that a page covers: the newest game is on page 0. */
const lastIdOn = (newest: bigint, page: number): bigint => newest - BigInt(page * IDS_A_PAGE);

/** Takes in an answer, unless a newer one came before it or its query is out of date. */
export function answered(lobby: Lobby, query: Query, answer: Answer, height: number): Lobby {
  const { list } = query;
  const { kind, freshness } = judge(lobby.seen[list], height);
  const noted: Lobby = { ...lobby, asked: list, seen: { ...lobby.seen, [list]: freshness } };
  // The page may have been turned meanwhile, or somebody else looks.
  if (JSON.stringify(queryOf(lobby, list)) !== JSON.stringify(query)) return noted;
  const asked = {
    ...noted,
    urgent: lobby.urgent.filter((other) => other !== list && queryOf(lobby, other)),
  };
  return kind === 'outdated' ? asked : taken(asked, list, answer);
}

function taken(lobby: Lobby, list: List, answer: Answer): Lobby {
  switch (list) {
    case 'mine': {
      const mine = lobby.mine && withPart(lobby.mine, answer as readonly GameView[]);
      return { ...lobby, mine, urgent: mine?.collected.length ? ['mine', ...lobby.urgent] : lobby.urgent };
    }
    case 'open':
      return { ...lobby, open: { ...lobby.open, games: answer as readonly GameView[] } };
    case 'newest': {
      const newest = BigInt((answer as Counts).last_game_id ?? 0);
      const watched = newest === 0n ? { page: 0, games: [] } : lobby.watched;
      const first = lobby.newest === null && newest > 0n;
      return { ...lobby, newest, watched, urgent: first ? ['watched', ...lobby.urgent] : lobby.urgent };
    }
    case 'watched': {
      // The arena gives so many games, whatever their ids; later ones are on the page before.
      const last = lastIdOn(lobby.newest ?? 0n, lobby.watched.page);
      const games = (answer as GamesPage).games.filter(({ game_id }) => BigInt(game_id) <= last);
      return { ...lobby, watched: { ...lobby.watched, games } };
    }
  }
}

export type PagedList = 'mine' | 'open' | 'watched';

export function pageTurned(lobby: Lobby, list: PagedList, by: -1 | 1): Lobby {
  const page = pageOf(lobby, list) + by;
  if (page < 0 || (by === 1 && !hasNext(lobby, list))) return lobby;
  if (list === 'mine') return { ...lobby, minePage: page };
  return { ...lobby, [list]: { page, games: null }, urgent: [list, ...lobby.urgent] };
}

export const pageOf = (lobby: Lobby, list: PagedList): number =>
  list === 'mine' ? lobby.minePage : lobby[list].page;

export function hasNext(lobby: Lobby, list: PagedList): boolean {
  switch (list) {
    case 'mine':
      return (lobby.mine?.games?.length ?? 0) > (lobby.minePage + 1) * GAMES_A_PAGE;
    case 'open':
      return (lobby.open.games?.length ?? 0) > GAMES_A_PAGE;
    case 'watched':
      return (lobby.newest ?? 0n) > BigInt((lobby.watched.page + 1) * IDS_A_PAGE);
  }
}

/** The games that a list shows; `null` until they have been read. */
export function shownGames(lobby: Lobby, list: PagedList): readonly GameView[] | null {
  const me = lobby.mine?.accountId ?? null;
  switch (list) {
    case 'mine': {
      const from = lobby.minePage * GAMES_A_PAGE;
      return (lobby.mine && inOrder(lobby.mine)?.slice(from, from + GAMES_A_PAGE)) ?? null;
    }
    case 'open':
      // The account's own are in its own list.
      return (
        lobby.open.games
          ?.slice(0, GAMES_A_PAGE)
          .filter(({ players }) => me === null || !players.includes(me)) ?? null
      );
    case 'watched': {
      const others = lobby.watched.games?.filter(
        ({ players, status }) => status !== 'waiting' && !players.includes(me),
      );
      const underWay = ({ status }: GameView) => (status === 'in_progress' ? 0 : 1);
      return others?.toSorted((a, b) => underWay(a) - underWay(b) || newerFirst(a, b)) ?? null;
    }
  }
}
