/**
 * A game on one device: keeps the match, lets the computer think, and shows the board and what can be done beside
 * playing, as a screen of its own or as a part of the front door.
 */

import { html, nothing, type TemplateResult } from 'lit-html';
import { Boards, type GameName, gameNameOf, hintText, keysOf, moveText } from '../boards/boards';
import type { Computer } from '../computer/computer';
import { DEVICE_TEXTS, type DeviceStrings } from '../i18n/device';
import type { Language, Strings } from '../i18n/languages';
import { pause } from '../pause';
import { type Position, type Seat, sentToFull, turnOf } from '../rules/game';
import { remember, remembered } from '../settings';
import { button, softDisabledButton } from '../ui/controls';
import { cueOf, give } from '../ui/feedback';
import { modal, question } from '../ui/modal';
import type { PageParts } from '../ui/page';
import { headline, type Message, messageArea, type SeatProps, seats } from '../ui/parts';
import {
  canUndo,
  computerToMove,
  isUnderWay,
  type Match,
  type MatchEvent,
  newMatch,
  playerAt,
  positionOf,
  reduce,
  restoreMatch,
  saveMatch,
} from './match';
import type { Options, Plan } from './plan';

export interface GameScreenParts extends Omit<PageParts, 'access'> {
  readonly computer: Computer;
  /** Where the match is remembered. */
  readonly memory: 'device-match' | 'home-match';
  /** Closes the screen, since the game is over or given up; none where the game is a part of another one. */
  leave?(): void;
  openRules?(game: GameName): void;
  /** Shows what the moves so far are worth. */
  openAnalysis(): void;
}

/** A move that comes at once is easily overlooked. */
const SHORTEST_THOUGHT_MS = 400;

export class GameScreen {
  private readonly boards: Boards;
  private match: Match | null;
  private thinking: 'move' | 'hint' | null = null;
  /** Counts what was thought about and what was given up, so that an answer that comes too late is known. */
  private thought = 0;
  private computerFailed = false;

  constructor(private readonly parts: GameScreenParts) {
    this.boards = new Boards(parts.root);
    this.match = restoreMatch(parts.rules, remembered(parts.memory));
  }

  /** Whether there is a game that is not over, such as one that was left by closing the window. */
  get isUnderWay(): boolean {
    return this.match !== null && isUnderWay(this.parts.rules, this.match);
  }

  get hasMatch(): boolean {
    return this.match !== null;
  }

  get hasDialog(): boolean {
    return Boolean(this.match?.dialog);
  }

  begin(plan: Plan, options: Options): void {
    this.setMatch(newMatch(plan, options));
  }

  /** The screen is shown: goes on with the game, or begins one. */
  show(plan: Plan, options: Options, fromMain: boolean): void {
    if (!this.match) this.begin(plan, options);
    if (fromMain) this.boards.resetZoom();
    this.computerFailed = false;
    this.letComputerMove();
    this.centreBoard();
  }

  stopThinking(): void {
    if (!this.thinking) return;
    this.parts.computer.stop();
    this.thinking = null;
    this.thought += 1;
  }

  focus(): void {
    this.boards.focus();
  }

  key(key: string): boolean {
    const cell = this.match && this.boards.cellOfKey(this.positionOf(this.match), key);
    if (cell !== null) this.send({ type: 'pressed', cell });
    return cell !== null;
  }

  /** What "Exit" and Escape do: ask while the game is under way, leave at once after it. */
  exit(): void {
    if (!this.match || this.match.dialog) return;
    if (this.isUnderWay) this.send({ type: 'exit_asked' });
    else this.dropMatch();
  }

  /** Whether the back button may not leave the game yet: it closes a dialog or asks, as Exit does. */
  holdsBack(): boolean {
    const { match } = this;
    if (!match) return false;
    if (!match.dialog && !this.isUnderWay) {
      this.setMatch(null);
      return false;
    }
    history.forward();
    this.send({ type: match.dialog ? 'dialog_closed' : 'exit_asked' });
    return true;
  }

  template(strings: Strings, language: Language): TemplateResult | null {
    const { match, boards } = this;
    if (!match) return null;
    const texts = DEVICE_TEXTS[language];
    const position = this.positionOf(match);
    const turn = turnOf(position);
    return html`
      <section class="play ${boards.isZoomed(position) ? 'play--zoomed' : ''}">
        <h1 class="visually-hidden">${texts.games[gameNameOf(match.rules)].name}</h1>
        <div class="bar">
          ${button(texts.exit, () => this.exit())}
          ${this.headline(texts, match, turn ? texts.turn(turn) : texts.gameOver)}
          ${button(texts.rules, () => this.parts.openRules?.(gameNameOf(match.rules)))}
        </div>
        ${seats(
          strings.players,
          position.seats.map((seat) => seatProps(texts, match, position, seat)),
        )}
        ${this.board(strings, texts, match)}
        <div class="actions flow">${this.actions(strings, texts, match)}</div>
        <p class="keys">${keysOf(position, texts)}</p>
      </section>
      ${this.dialog(texts, match, position)}
    `;
  }

  /** The same as a part of the front door; `untouched` stands where the actions will be until the first move. */
  homeTemplate(strings: Strings, language: Language, untouched: TemplateResult): TemplateResult | null {
    const { match } = this;
    if (!match) return null;
    const texts = DEVICE_TEXTS[language];
    const { outcome } = this.positionOf(match);
    const sentence = outcome.kind === 'in_progress' ? texts.yourMove : resultText(texts, match, outcome);
    return html`
      <section class="play play--home">
        ${this.headline(texts, match, match.moves.length === 0 ? texts.pressAnyCell : sentence)}
        ${this.board(strings, texts, match)}
        <div class="actions flow">${match.moves.length === 0 ? untouched : this.actions(strings, texts, match)}</div>
      </section>
    `;
  }

  private headline(texts: DeviceStrings, match: Match, sentence: string): TemplateResult {
    const turn = turnOf(this.positionOf(match));
    const thinks = this.thinking === 'move';
    const tone = !turn ? 'plain' : thinks ? 'busy' : turn;
    return headline(thinks ? texts.thinking : sentence, this.lastMoveText(texts, match), tone);
  }

  private board(strings: Strings, texts: DeviceStrings, match: Match): TemplateResult {
    const position = this.positionOf(match);
    return html`
      ${this.boards.template({
        strings: texts,
        name: strings.board,
        position,
        pending: match.chosen,
        lastMove: match.moves.at(-1) ?? null,
        advised: match.hint,
        yours: isPerson(match, turnOf(position)),
        press: (cell) => this.send({ type: 'pressed', cell }),
      })}
      ${messageArea(strings, this.message(texts, match))}
    `;
  }

  private actions(strings: Strings, texts: DeviceStrings, match: Match): TemplateResult {
    const position = this.positionOf(match);
    const turn = turnOf(position);
    // A hint is asked for again and again, so its button keeps the keyboard while the computer thinks.
    const mayAsk = isPerson(match, turn) && !this.thinking;
    const send = (type: 'undone' | 'turn_finished' | 'started_again') => () => this.sendFromButton({ type });
    const zoomed = () => {
      this.parts.changed();
      this.centreBoard();
    };
    return html`
      ${button(texts.undo, send('undone'), { disabled: !canUndo(this.parts.rules, match) })}
      ${turn ? softDisabledButton(texts.hint, mayAsk ? () => this.askForHint() : null) : nothing}
      ${this.boards.zoomButton(texts, position, zoomed)}
      ${match.confirmTurn && turn ? button(texts.finishTurn, send('turn_finished'), { look: 'primary', disabled: match.chosen === null }) : nothing}
      ${turn ? nothing : button(texts.newGame, send('started_again'), { look: 'primary' })}
      ${softDisabledButton(strings.analyse, match.moves.length > 0 ? () => this.parts.openAnalysis() : null)}
    `;
  }

  private dialog(texts: DeviceStrings, match: Match, position: Position): TemplateResult | typeof nothing {
    const closed = () => {
      if (this.match?.dialog) this.sendFromButton({ type: 'dialog_closed' });
    };
    if (match.dialog === 'exit')
      return question({ strings: texts, text: texts.exitQuestion, closed, confirm: () => this.dropMatch() });
    if (match.dialog === null) return nothing;
    const stuck = sentToFull(position);
    return modal({
      text: resultText(texts, match, position.outcome),
      content: stuck ? html`<p class="hint">${texts.sentToFull(stuck)}</p>` : nothing,
      beside: true,
      closed,
      buttons: button(texts.close, closed, { look: 'primary' }),
    });
  }

  private lastMoveText(texts: DeviceStrings, match: Match): string {
    if (match.hint !== null) return hintText(texts, this.positionOf(match), match.hint);
    const cell = match.moves.at(-1);
    if (cell === undefined) return '';
    const before = this.positionOf({ ...match, moves: match.moves.slice(0, -1) });
    const after = this.positionOf(match);
    const move = moveText(texts, before, after, cell);
    return turnOf(after) ? move : `${move} ${resultText(texts, match, after.outcome)}.`;
  }

  private message(texts: DeviceStrings, match: Match): Message | null {
    if (this.computerFailed) {
      const dismiss = () => {
        this.computerFailed = false;
        this.letComputerMove();
        this.parts.changed();
      };
      return { key: 'computer', text: texts.computerNotLoaded, dismiss };
    }
    if (!match.refusal) return null;
    const dismiss = () => this.sendFromButton({ type: 'dismissed' });
    return { key: match, text: texts.refusal[match.refusal], dismiss };
  }

  private positionOf(match: Match): Position {
    return positionOf(this.parts.rules, match);
  }

  /** After the drawing that has been asked for. */
  private centreBoard(): void {
    queueMicrotask(() => this.boards.centreOn(this.match?.moves.at(-1) ?? null));
  }

  private dropMatch(): void {
    this.setMatch(null);
    this.parts.leave?.();
  }

  /** After a press on a button that goes away or may become disabled. */
  private sendFromButton(event: MatchEvent): void {
    this.send(event);
    queueMicrotask(() => this.focus());
  }

  private send(event: MatchEvent): void {
    if (!this.match) return;
    const before = this.match;
    this.setMatch(reduce(this.parts.rules, before, event));
    if (this.match.moves.length !== before.moves.length) this.stopThinking();
    const cue = cueOf(this.positionOf(before), this.positionOf(this.match));
    if (cue) give(cue);
    this.letComputerMove();
  }

  private setMatch(match: Match | null): void {
    if (!match) this.stopThinking();
    // Only a screen of its own tells the result by a dialog.
    const isTold = match?.dialog !== 'result' || this.parts.leave;
    this.match = isTold ? match : reduce(this.parts.rules, match, { type: 'dialog_closed' });
    remember(this.parts.memory, match && saveMatch(match));
    this.parts.changed();
  }

  private letComputerMove(): void {
    const { match, parts } = this;
    if (!match || this.thinking || this.computerFailed) return;
    const level = computerToMove(parts.rules, match);
    if (level) void this.think('move', match, level);
  }

  private askForHint(): void {
    if (this.match && !this.thinking) void this.think('hint', this.match, 'strong');
  }

  private async think(about: 'move' | 'hint', match: Match, level: Plan['level']): Promise<void> {
    this.thinking = about;
    this.thought += 1;
    this.parts.changed();
    const { thought } = this;
    const movesMade = match.moves.length;
    try {
      const request = { game: match.rules, moves: match.moves, level };
      const [cell] = await Promise.all([this.parts.computer.think(request), pause(SHORTEST_THOUGHT_MS)]);
      if (thought !== this.thought) return;
      this.thinking = null;
      this.send({ type: about === 'move' ? 'computer_moved' : 'hinted', cell, movesMade });
      queueMicrotask(() => this.boards.centreOn(cell));
    } catch {
      if (thought !== this.thought) return;
      this.thinking = null;
      this.computerFailed = true;
      this.parts.changed();
    }
  }
}

const isPerson = (match: Match, seat: Seat | null): boolean =>
  seat !== null && playerAt(match, seat).computer === null;

const playsComputer = ({ players }: Match): boolean => players.some(({ computer }) => computer !== null);

/** How the game has ended: against the computer one has won or lost, between people a mark has. */
function resultText(texts: DeviceStrings, match: Match, outcome: Position['outcome']): string {
  if (outcome.kind !== 'won') return texts.draw;
  if (!playsComputer(match)) return texts.won(outcome.winner);
  return isPerson(match, outcome.winner) ? texts.youWon : texts.computerWon;
}

function seatProps(texts: DeviceStrings, match: Match, position: Position, seat: Seat): SeatProps {
  const { outcome } = position;
  const { computer } = playerAt(match, seat);
  const isWinner = outcome.kind === 'won' && outcome.winner === seat;
  return {
    mark: seat,
    name: nameAt(texts, match, seat),
    note: [computer && texts.levels[computer].toLowerCase(), isWinner && texts.winner]
      .filter(Boolean)
      .join(' · '),
    active: turnOf(position) === seat,
  };
}

/** What whoever plays a seat is called. */
export function nameAt(texts: DeviceStrings, match: Match, seat: Seat): string {
  const { name, computer } = playerAt(match, seat);
  if (computer) return texts.computer;
  return name || (playsComputer(match) ? texts.youBegin : texts.seats[seat]);
}
