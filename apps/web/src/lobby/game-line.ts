/** A game as lists show it: what is played, by whom, and how it stands. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { markPicture } from '../boards/marks';
import { shortAccountId } from '../chain/account-id';
import type { GameView } from '../contract/arena';
import type { LobbyStrings } from '../i18n/lobby';
import { SIGNS } from '../rules/game';
import { gameRulesOf, markOf } from '../table/arena';
import { mayDecline, seatAt } from '../table/table';
import { isTurnOf } from './your-turn';

export interface LineProps {
  readonly strings: LobbyStrings;
  /** Who looks at it. */
  readonly me: string | null;
  readonly botId: string | null;
}

export function gameLine(game: GameView, props: LineProps): TemplateResult {
  const { strings, me } = props;
  const urgent = me !== null && isTurnOf(game, me);
  return html`
    <span class="line stack">
      <span class="flow">
        <strong>${strings.gameNumber(game.game_id)}</strong>
        <span class="line__about">${strings.rules(gameRulesOf(game.rules, game.players.length))}</span>
        ${game.turn_seconds === null ? nothing : html`<span class="line__about">${strings.turnLimit(game.turn_seconds)}</span>`}
        ${game.starts === 'rotates' ? html`<span class="line__about">${strings.startRotates}</span>` : nothing}
      </span>
      <span class="flow">${game.players.map((player, index) => seat(player, index, props))}</span>
      <span class="hint ${urgent ? 'line__status--urgent' : ''}">${statusText(game, props)}</span>
    </span>
  `;
}

function seat(player: string | null, index: number, props: LineProps): TemplateResult {
  const mark = seatAt(index + 1);
  return html`
    <span class="line__player ${player === null ? 'line__player--free' : ''}" title=${player ?? nothing}>
      ${markPicture(mark)}<span class="visually-hidden">${SIGNS[mark]}: </span>${nameOf(player, props)}
    </span>
  `;
}

function nameOf(player: string | null, { strings, me, botId }: LineProps): string {
  if (player === null) return strings.freeSeat;
  if (player === me) return strings.you;
  return player === botId ? strings.bot : shortAccountId(player);
}

function statusText(game: GameView, props: LineProps): string {
  const { strings, me } = props;
  const named = (number: number) =>
    [nameOf(game.players[number - 1] ?? null, props), seatAt(number)] as const;
  if (game.status === 'waiting') return strings.waiting;
  if (game.status === 'draw') return strings.drawn;
  if (game.winner !== null) {
    return game.players[game.winner - 1] === me ? strings.youWon : strings.wonBy(...named(game.winner));
  }
  if (me !== null && isTurnOf(game, me)) return strings.yourTurn;
  return game.turn === null ? '' : strings.turnOf(...named(game.turn));
}

/** What somebody may do with a game from a list, beside opening it. */
export type GameAction = 'join' | 'decline' | 'close';

/** Those who are known to have joined can't decline. */
export function actionsOn(
  { players, status, board, score }: GameView,
  me: string | null,
  hasJoined = false,
): GameAction[] {
  if (me === null) return [];
  if (players[0] === me) return ['close'];
  if (!players.includes(me)) return status === 'waiting' ? ['join'] : [];
  return !hasJoined && mayDecline(seatAt(players.indexOf(me) + 1), board.map(markOf), score)
    ? ['decline']
    : [];
}
