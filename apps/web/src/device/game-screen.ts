/** The game screen: whose turn it is, the board of the game that is played, and what can be done beside playing. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { type Boards, gameNameOf, keysOf } from '../boards/boards';
import type { DeviceStrings } from '../i18n/device/en';
import { type Position, type Seat, turnOf } from '../rules/game';
import { modal, question } from '../ui/modal';
import { headline, type Message, messageArea, seats, type Tone } from '../ui/parts';
import { type Match, playerAt } from './match';

export interface GameScreenProps {
  readonly strings: DeviceStrings;
  readonly match: Match;
  readonly position: Position;
  readonly boards: Boards;
  /** What screen readers hear of the latest move. */
  readonly lastMoveText: string;
  /** What the computer thinks about. */
  readonly thinking: 'move' | 'hint' | null;
  readonly canUndo: boolean;
  readonly message: Message | null;
  readonly boardName: string;
  readonly playersName: string;
  readonly press: (cell: number) => void;
  readonly finishTurn: () => void;
  readonly undo: () => void;
  readonly hint: () => void;
  readonly zoomed: () => void;
  readonly exit: () => void;
  readonly confirmExit: () => void;
  readonly closeDialog: () => void;
  readonly startAgain: () => void;
  readonly openRules: () => void;
}

export function gameScreen(props: GameScreenProps): TemplateResult {
  const { strings, match, position, boards } = props;
  const turn = turnOf(position);
  return html`
    <section class="play play--framed ${boards.isZoomed(position) ? 'play--zoomed' : ''}">
      <h1 class="visually-hidden">${strings.games[gameNameOf(match.rules)].name}</h1>
      <div class="bar">
        <button type="button" class="button button--small" @click=${props.exit}>${strings.exit}</button>
        ${headline(headlineText(props, turn), props.lastMoveText, toneOf(props, turn))}
        <button type="button" class="button button--small" @click=${props.openRules}>${strings.rules}</button>
      </div>
      ${seats(
        props.playersName,
        position.seats.map((seat) => seatProps(props, seat, turn)),
      )}
      <div class="board-frame">
        ${boards.template({
          strings,
          name: props.boardName,
          position,
          pending: match.chosen,
          lastMove: match.moves.at(-1) ?? null,
          advised: match.hint,
          yours: turn !== null && playerAt(match, turn).computer === null,
          press: props.press,
        })}
      </div>
      ${messageArea(props.message)}
      <div class="actions">${actions(props, turn)}</div>
      <p class="footer">${keysOf(position, strings)}</p>
    </section>
    ${dialog(props)}
  `;
}

function headlineText({ strings, thinking }: GameScreenProps, turn: Seat | null): string {
  if (!turn) return strings.gameOver;
  return thinking === 'move' ? strings.thinking : strings.turn(turn);
}

function toneOf({ thinking }: GameScreenProps, turn: Seat | null): Tone {
  if (!turn) return 'plain';
  return thinking === 'move' ? 'busy' : turn;
}

function seatProps({ strings, match, position }: GameScreenProps, seat: Seat, turn: Seat | null) {
  const { name, computer } = playerAt(match, seat);
  const { outcome } = position;
  return {
    mark: seat,
    name: computer ? strings.computerAt(computer) : name || strings.seats[seat],
    note: outcome.kind === 'won' && outcome.winner === seat ? strings.winner : null,
    active: turn === seat,
  };
}

function actions(props: GameScreenProps, turn: Seat | null): TemplateResult {
  const { strings, match, thinking } = props;
  const finishButton = html`<button type="button" class="button button--primary" ?disabled=${match.chosen === null} @click=${props.finishTurn}>${strings.finishTurn}</button>`;
  const againButton = html`<button type="button" class="button button--primary" @click=${props.startAgain}>${strings.newGame}</button>`;
  const yours = turn !== null && playerAt(match, turn).computer === null;
  return html`
    <button type="button" class="button button--small" ?disabled=${!props.canUndo} @click=${props.undo}>${strings.undo}</button>
    <button type="button" class="button button--small" ?disabled=${!yours || thinking !== null} @click=${props.hint}>${strings.hint}</button>
    ${props.boards.zoomButton(strings, props.position, props.zoomed)}
    ${match.confirmTurn && turn ? finishButton : nothing}
    ${turn ? nothing : againButton}
  `;
}

function dialog(props: GameScreenProps): TemplateResult | typeof nothing {
  const { strings, match, closeDialog } = props;
  if (match.dialog === null) return nothing;
  if (match.dialog === 'exit') {
    return question({ strings, text: strings.exitQuestion, closed: closeDialog, confirm: props.confirmExit });
  }
  return modal({
    text: resultText(props),
    closed: closeDialog,
    buttons: html`<button type="button" class="button button--primary" @click=${closeDialog}>${strings.close}</button>`,
  });
}

function resultText({ strings, position: { outcome } }: GameScreenProps): string {
  return outcome.kind === 'won' ? strings.won(outcome.winner) : strings.draw;
}
