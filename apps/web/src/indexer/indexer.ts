/** An indexer's API as this page reads it: games that are over, players and leaderboards (see docs/indexer-api.md). */

import { fetchPatiently } from '../chain/back-off';
import type {
  Games,
  GameWithRounds,
  Leaderboard,
  Moves,
  Player,
  Round,
  SortOrder,
  Starts,
  Step,
} from '../contract/indexer';
import { CAPTURES, type GameRules } from '../rules/game';

/** A game with all that happened in it. */
export interface RecordedGame extends Pick<Moves, 'rules' | 'players' | 'steps'> {
  readonly starts: Starts;
  readonly rounds: readonly Round[];
}

/** The indexer does not know the game or player, or not all of it, as opposed to no answer. */
export class Unknown extends Error {}

export class Indexer {
  private readonly url: string;

  constructor(url: string) {
    this.url = url.replace(/\/+$/, '');
  }

  leaders(
    by: SortOrder,
    rules: string | null,
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Leaderboard> {
    return this.get('leaderboard', { by, rules, cursor, limit: 20 }, signal);
  }

  player(account: string, signal: AbortSignal): Promise<Player> {
    return this.get(`players/${encodeURIComponent(account)}`, {}, signal);
  }

  gamesOf(player: string, contract: string, cursor: string | null, signal: AbortSignal): Promise<Games> {
    return this.get('games', { player, contract, cursor, limit: 20 }, signal);
  }

  /** All that happened in a game, however many pages it takes. */
  async game(contract: string, gameId: string, signal: AbortSignal): Promise<RecordedGame> {
    const path = `games/${encodeURIComponent(contract)}/${encodeURIComponent(gameId)}`;
    const rounds: Round[] = [];
    let starts: Starts = 'host';
    for (let from: number | null = 1; from !== null; ) {
      const page: GameWithRounds = await this.get(path, { from_round: from }, signal);
      if (page.incomplete) throw new Unknown(`the indexer has missed a part of game ${gameId}`);
      rounds.push(...page.rounds);
      starts = page.starts;
      from = page.next_round;
    }
    const steps: Step[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Moves = await this.get(`${path}/moves`, { cursor, limit: 1_000 }, signal);
      steps.push(...page.steps);
      if (page.next === null) return { rules: page.rules, players: page.players, starts, rounds, steps };
      cursor = page.next;
    }
  }

  private async get<T>(
    path: string,
    query: Record<string, string | number | null>,
    signal: AbortSignal,
  ): Promise<T> {
    const url = new URL(`${this.url}/v1/${path}`);
    for (const [key, value] of Object.entries(query))
      if (value !== null) url.searchParams.set(key, String(value));
    // Always asked anew; what has not changed costs an answer without a body.
    const response = await fetchPatiently(url, { signal, cache: 'no-cache' });
    if (response.status === 404) throw new Unknown(`the indexer does not know ${url.pathname}`);
    if (!response.ok) throw new Error(`the indexer answers ${response.status}`);
    return (await response.json()) as T;
  }
}

const GRID = /^(\d+)x(\d+):(\d+)$/;

/** Rules as the indexer writes them, such as `3x3:3` and `ultimate:any`; `null` for rules that this page does not know. */
export function rulesFrom(text: string, players: number): GameRules | null {
  const capture = CAPTURES.find((known) => text === `ultimate:${known}`);
  if (capture) return { kind: 'ultimate', capture };
  const [rows, cols, inARow] = GRID.exec(text)?.slice(1).map(Number) ?? [];
  if (!rows || !cols || !inARow) return null;
  return { kind: 'grid', rows, cols, inARow, players };
}
