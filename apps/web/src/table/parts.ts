/** The pieces of a table's screen, each drawn from what is known of the table. */

import './parts.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { moveText } from '../boards/boards';
import type { ShownBoard } from '../boards/shown-board';
import { shortAccountId } from '../chain/account-id';
import type { Network } from '../chain/network';
import type { SentTransaction } from '../chain/signer';
import { DEVICE_TEXTS } from '../i18n/device';
import { LOBBY_TEXTS } from '../i18n/lobby';
import type { TableStrings } from '../i18n/table';
import { SEATS, type Seat } from '../rules/game';
import { button } from '../ui/controls';
import type { QuestionProps } from '../ui/modal';
import type { SeatProps } from '../ui/parts';
import { addressOf, LOBBY } from '../ui/routes';
import type { Session } from './session';
import { type ArenaAction, isOver, marksIn, playerAt, secondsLeft, type Table, turnAt } from './table';
import { type Texts, timeText } from './words';

export interface Viewer {
  /** The account that plays here, `null` for somebody who just watches. */
  readonly me: string | null;
  /** The account that plays by itself, if one is known. */
  readonly botId: string | null;
  /** Whether something is on its way, so that nobody is asked to move. */
  readonly busy: boolean;
}

/** A seat: who has it, and how they stand. */
export function seatProps(all: Texts, table: Table, mark: Seat, { me, botId, busy }: Viewer): SeatProps {
  const { strings, texts, contract } = all;
  const player = playerAt(table, mark);
  const { out } = table.position;
  const wins = table.score?.wins[SEATS.indexOf(mark)] ?? 0;
  const notes = [
    player !== null && player === me ? strings.you : null,
    player !== null && player === botId ? texts.bot : null,
    out.includes(mark) ? (table.clock ? texts.out : texts.resigned) : null,
    wins > 0 ? texts.wins(wins) : null,
  ];
  return {
    mark,
    name: player ?? (contract === 'arena' ? texts.freeSeat : strings.nobodyYet),
    note: notes.filter(Boolean).join(' · ') || null,
    active: turnAt(table) === mark && !busy,
    clock: clock(all, table, mark),
  };
}

/** From so many seconds on the clock warns. */
const SHORT = 10;

function clock({ texts }: Texts, table: Table, mark: Seat): TemplateResult | typeof nothing {
  const left = secondsLeft(table, Date.now());
  if (left === null || turnAt(table) !== mark) return nothing;
  const time = timeText(left, texts.units);
  return html`
    <span class="clock ${left <= SHORT ? 'clock--short' : ''}" role="timer">
      <span aria-hidden="true">${time}</span>
      <span class="visually-hidden">${left === 0 ? texts.timeOver : texts.timeLeft(time)}</span>
    </span>
  `;
}

/** How screen readers describe cells: as on one device, but a mark that is not certain is being sent. */
export function cellTexts({ texts, language }: Texts): ShownBoard['strings'] {
  const { gridCell, miniCell } = DEVICE_TEXTS[language];
  const labelled = (label: string, isSent: boolean) => (isSent ? `${label}, ${texts.beingSent}` : label);
  return {
    gridCell: (row, col, mark, isSent) => labelled(gridCell(row, col, mark, false), isSent),
    miniCell: (field, inner, mark, legal, isSent) =>
      labelled(miniCell(field, inner, mark, legal && !isSent, false), isSent),
  };
}

/** What screen readers hear of the latest move. */
export function lastMoveText({ language }: Texts, { table, pending }: Session): string {
  if (!table?.last || pending) return '';
  const { cell, before } = table.last;
  return moveText(DEVICE_TEXTS[language], before, table.position, cell);
}

/** Whether an action is the next step, and not one to think twice about. */
export const isNextStep = (action: ArenaAction, table: Table): boolean =>
  action === 'join' || action === 'claim_timeout' || (action === 'restart' && isOver(table));

/** Leads away from a game that is over; the next step for those who have no other. */
export const toLobby = ({ texts }: Texts, isNext: boolean): TemplateResult =>
  html`<a class="button ${isNext ? 'button--primary' : 'to-lobby'}" href=${addressOf(LOBBY)}>${texts.toLobby}</a>`;

const MENU = 'game-menu';

/** An action in the row below the board, or in the menu with what follows from it. */
export function actionButton(
  all: Texts,
  action: ArenaAction,
  table: Table,
  { me, busy }: Viewer,
  press: () => void,
): TemplateResult {
  const name = all.texts.actions[nameOf(action, table, me)];
  // Who is nobody yet chooses an account first.
  if (isNextStep(action, table))
    return button(name, press, { look: me === null ? 'normal' : 'primary', disabled: busy });
  return html`
    <button type="button" class="button" popovertarget=${MENU} popovertargetaction="hide" aria-describedby="about-${action}" ?disabled=${busy} @click=${press}>${name}</button>
    <p class="hint" id="about-${action}">${consequences(all, action, table, me).note}</p>
  `;
}

/** A menu of what is seldom wanted, so that no slip of a finger ends a game. */
export function menu({ texts }: Texts, content: TemplateResult): TemplateResult {
  return html`
    <button type="button" class="button button--small" popovertarget=${MENU}>${texts.more}</button>
    <div class="menu" id=${MENU} popover><div class="stack">${content}</div></div>
  `;
}

function nameOf(action: ArenaAction, table: Table, me: string | null): keyof TableStrings['actions'] {
  if (action === 'close' && !isHost(table, me)) return 'decline';
  return action === 'restart' && isOver(table) ? 'next_round' : action;
}

const isHost = ({ players }: Table, me: string | null): boolean => players[0] === me;

/** What is asked before something is done that cannot be taken back, and what follows from it. */
export function questionAbout(
  all: Texts,
  action: ArenaAction,
  table: Table,
  me: string | null,
): Pick<QuestionProps, 'text' | 'content' | 'strings'> {
  const { ask, note } = consequences(all, action, table, me);
  return { strings: all.texts, text: ask, content: html`<p class="hint">${note}</p>` };
}

function consequences({ texts }: Texts, action: ArenaAction, table: Table, me: string | null) {
  const turn = turnAt(table);
  return texts.question(action, {
    underWay: turn !== null,
    limited: table.clock !== null,
    nextRound: Number(table.round) + 1,
    player: shortAccountId((turn && playerAt(table, turn)) ?? ''),
    declining: !isHost(table, me),
  });
}

/** What the game is, where it lives, and what this window has sent. */
export function details(texts: Texts, { table, sent }: Session, network: Network): TemplateResult {
  const { strings, contract } = texts;
  const place: [string, string] =
    contract === 'arena'
      ? [texts.texts.arena, network.arenaId ?? '']
      : [strings.contract, network.contractId];
  const facts = [
    ...(table ? factsOf(texts, table) : []),
    [strings.network, strings.networkName[network.id]],
    place,
  ];
  return html`
    <section class="card card--quiet stack">
      <h2>${strings.details}</h2>
      <dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
      <h3>${strings.transactions}</h3>
      ${
        sent.length === 0
          ? html`<p class="hint">${strings.noTransactions}</p>`
          : html`<ol class="transactions stack">${sent.map((transaction) => transactionLine(texts, transaction))}</ol>`
      }
    </section>
  `;
}

function factsOf({ strings, texts, language, contract }: Texts, table: Table): [string, string | number][] {
  const { rules, duration } = LOBBY_TEXTS[language];
  const { clock, score, position } = table;
  const moves: [string, number] = [strings.moves, marksIn(position)];
  if (contract === 'one_game') return [[strings.game, String(table.round)], moves];
  return [
    [texts.rulesLabel, rules(position.rules)],
    [texts.round, String(table.round)],
    moves,
    [texts.draws, score?.draws ?? 0],
    [texts.timeLimit, clock === null ? texts.noTimeLimit : duration(clock.seconds)],
  ];
}

function transactionLine({ texts }: Texts, { hash, url, call, succeeded }: SentTransaction): TemplateResult {
  const text = succeeded ? texts.calls[call] : texts.refusedCall(texts.calls[call]);
  const short = html`<code title=${hash}>${hash.slice(0, 8)}…</code>`;
  return html`
    <li class=${succeeded ? '' : 'transactions__failed'}>
      ${text}
      ${url ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${short}</a>` : short}
    </li>
  `;
}
