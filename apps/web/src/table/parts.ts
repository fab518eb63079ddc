/** The pieces of a game's screen, each drawn from what is known of the game. */

import './parts.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { moveText, type ShownBoard } from '../boards/boards';
import { shortAccountId } from '../chain/account-id';
import type { GameView } from '../contract/arena';
import { ARENA_TEXTS } from '../i18n/arena';
import type { ArenaStrings } from '../i18n/arena/en';
import { LOBBY_TEXTS } from '../i18n/arena-lobby';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { Position } from '../rules/game';
import { modal } from '../ui/modal';
import type { SeatProps } from '../ui/parts';
import { addressOf, LOBBY } from '../ui/routes';
import type { ArenaNetwork } from '../ui/screen';
import { transactions } from './details';
import { positionOf, seatAt } from './position';
import { type Action, type GameSession, secondsLeft } from './session';
import { timeText } from './words';

/** The texts of the language that the page is drawn in. */
export interface Texts {
  readonly strings: Strings;
  readonly texts: ArenaStrings;
  readonly language: Language;
}

export const textsIn = (strings: Strings, language: Language): Texts => ({
  strings,
  texts: ARENA_TEXTS[language],
  language,
});

export function gameBar({ texts }: Texts, gameId: string): TemplateResult {
  return html`
    <div class="bar">
      <a class="button button--small" data-first href=${addressOf(LOBBY)}>← ${texts.lobby}</a>
      <h2 class="bar__title">${texts.gameNumber(gameId)}</h2>
      <a class="button button--small" href=${addressOf({ kind: 'replay', gameId })}>${texts.replay}</a>
    </div>
  `;
}

export interface Onlooker {
  /** The account that plays here, `null` for somebody who just watches. */
  readonly me: string | null;
  /** The account that plays by itself, if one is known. */
  readonly botId: string | null;
  /** Whether something is on its way, so that nobody is asked to move. */
  readonly busy: boolean;
}

/** A seat by its number, from 1: who has it, and how they stand. */
export function seatOf(
  { strings, texts }: Texts,
  game: GameView,
  number: number,
  { me, botId, busy }: Onlooker,
): SeatProps {
  const player = game.players[number - 1] ?? null;
  const wins = game.score.wins[number - 1] ?? 0;
  const notes = [
    player !== null && player === me ? strings.you : null,
    player !== null && player === botId ? texts.bot : null,
    game.winner === number ? texts.winner : null,
    game.out.includes(number) ? texts.out : null,
    wins > 0 ? texts.wins(wins) : null,
  ];
  return {
    mark: seatAt(number),
    name: player ?? texts.freeSeat,
    note: notes.filter(Boolean).join(' · ') || null,
    active: game.turn === number && !busy,
  };
}

/** From so many seconds on the clock warns. */
const SHORT = 10;

export function clockLine({ texts }: Texts, game: GameView, now: number): TemplateResult | typeof nothing {
  const left = secondsLeft(game, now);
  if (left === null) return nothing;
  const text = left === 0 ? texts.timeOver : texts.timeLeft(timeText(left, texts.units));
  return html`<p class="clock ${left <= SHORT ? 'clock--short' : ''}" role="timer">${text}</p>`;
}

/** How cells are told: as on one device, but a mark that is not certain is on its way. */
export function cellTexts({ texts, language }: Texts): ShownBoard['strings'] {
  const { gridCell, miniCell } = DEVICE_TEXTS[language];
  const told = (label: string, isSent: boolean) => (isSent ? `${label}, ${texts.beingSent}` : label);
  return {
    gridCell: (row, col, mark, isSent) => told(gridCell(row, col, mark, false), isSent),
    miniCell: (field, inner, mark, legal, isSent) =>
      told(miniCell(field, inner, mark, legal && !isSent, false), isSent),
  };
}

/** What screen readers hear of the latest move. */
export function lastMoveText({ language }: Texts, { game, lastMove, pending }: GameSession): string {
  if (!game || lastMove === null || pending) return '';
  const after = positionOf(game);
  return moveText(DEVICE_TEXTS[language], before(after, lastMove), after, lastMove);
}

/** The position before its latest mark, as far as the words for that mark look at it. */
function before(after: Position, cell: number): Position {
  const mark = after.cells[cell]?.mark;
  if (!mark) return after;
  const outcome = { kind: 'in_progress', next: mark } as const;
  if (!('fields' in after)) return { ...after, outcome };
  const fields = after.fields.map((field) => {
    const captures = field.captures.filter(({ cells }) => !cells.includes(cell));
    return { ...field, captures, owners: captures.map(({ seat }) => seat) };
  });
  return { ...after, outcome, fields };
}

export interface ActionProps {
  readonly action: Action;
  readonly game: GameView;
  readonly me: string | null;
  readonly busy: boolean;
  readonly press: () => void;
}

export function actionButton(
  { texts }: Texts,
  { action, game, me, busy, press }: ActionProps,
): TemplateResult {
  const over = game.status === 'won' || game.status === 'draw';
  const isMain = action === 'join' || action === 'claim_timeout' || (action === 'restart' && over);
  return html`
    <button
      type="button"
      class="button ${isMain ? 'button--primary' : 'button--small'}"
      ?disabled=${busy}
      @click=${press}
    >${texts.actions[nameOf(action, game, me)]}</button>
  `;
}

function nameOf(action: Action, game: GameView, me: string | null): keyof ArenaStrings['actions'] {
  if (action === 'close' && !isHost(game, me)) return 'decline';
  return action === 'restart' && game.status !== 'in_progress' ? 'next_round' : action;
}

const isHost = ({ players }: GameView, me: string | null): boolean => players[0] === me;

export interface QuestionProps {
  readonly action: Action;
  readonly game: GameView;
  readonly me: string | null;
  readonly close: () => void;
  readonly confirm: () => void;
}

/** Asks before something is done that cannot be taken back, and says what follows from it. */
export function question(
  { texts }: Texts,
  { action, game, me, close, confirm }: QuestionProps,
): TemplateResult {
  const { ask, note } = texts.question(action, {
    underWay: game.status === 'in_progress',
    limited: game.turn_seconds !== null,
    nextRound: game.round + 1,
    player: shortAccountId(game.players[(game.turn ?? 1) - 1] ?? ''),
    declining: !isHost(game, me),
  });
  return modal({
    text: ask,
    content: html`<p class="hint">${note}</p>`,
    closed: close,
    buttons: html`
      <button type="button" class="button" @click=${close}>${texts.cancel}</button>
      <button type="button" class="button button--primary" @click=${confirm}>${texts.yes}</button>
    `,
  });
}

/** What the game is, where it lives, and what this window has sent. */
export function gameDetails(
  { strings, texts, language }: Texts,
  { game, sent }: GameSession,
  network: ArenaNetwork,
): TemplateResult {
  const fact = (name: string, value: string | number) => html`<dt>${name}</dt><dd>${value}</dd>`;
  const listed = sent.map(({ call, ...rest }) => {
    const name = texts.calls[call];
    return { ...rest, text: rest.succeeded ? name : texts.refusedCall(name) };
  });
  return html`
    <section class="card card--quiet">
      <h2>${strings.details}</h2>
      <dl class="facts">
        ${game ? factsOf({ strings, texts, language }, game).map(([name, value]) => fact(name, value)) : nothing}
        ${fact(strings.network, strings.networkName[network.id])}
        ${fact(texts.arena, network.arenaId)}
      </dl>
      ${transactions(strings, listed)}
    </section>
  `;
}

function factsOf({ strings, texts, language }: Texts, game: GameView): [string, string | number][] {
  const { rules, duration } = LOBBY_TEXTS[language];
  return [
    [texts.rulesLabel, rules(positionOf(game).rules)],
    [texts.round, game.round],
    [strings.moves, game.moves],
    [texts.draws, game.score.draws],
    [texts.timeLimit, game.turn_seconds === null ? texts.noTimeLimit : duration(game.turn_seconds)],
  ];
}
