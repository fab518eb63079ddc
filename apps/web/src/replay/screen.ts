/** The replay of a game: finds what happened in it and steps through it, forwards and backwards. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { PlayedGame } from '../analysis/analysis';
import { OpenedAnalysis } from '../analysis/opened';
import { Boards, moveText } from '../boards/boards';
import { Poller } from '../chain/poller';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Language, Strings } from '../i18n/languages';
import { LOBBY_TEXTS, type LobbyStrings } from '../i18n/lobby';
import { type Position, SEATS, type Seat, turnOf } from '../rules/game';
import { gameRulesOf } from '../table/arena';
import type { Seating } from '../table/table';
import { button, select } from '../ui/controls';
import { copyText } from '../ui/copy-text';
import { headline, type SeatProps, seats, type Tone } from '../ui/parts';
import { addressOf, LOBBY } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { stepButtons, stepByKey, stepSlider } from '../ui/stepping';
import { type GameRecord, isBehind, stepOf } from './record';
import {
  latestStep,
  lengthOf,
  newReplay,
  positionAt,
  type Replay,
  type ReplayEvent,
  reduce,
  roundOf,
} from './replay';
import type { ReadResult, ReplayReader } from './source';
import { replayText, resultText } from './text';

/** How the search for what happened goes. */
type Search =
  | { readonly kind: 'reading'; readonly looked: number; readonly most: number }
  | { readonly kind: 'stopped' | 'failed' | ReadResult['reached'] };

/** In polls: how often the page checks whether the game went on. */
const CATCH_UP_POLLS = 5;

export class ReplayScreen implements Screen {
  private replay: Replay | null = null;
  private search: Search = { kind: 'reading', looked: 0, most: 0 };
  private seating: Seating | null = null;
  private copied: boolean | null = null;
  private cancel: AbortController | null = null;
  private readonly poller = new Poller(
    () => this.catchUp(),
    () => CATCH_UP_POLLS * this.context.network.pollMs,
  );
  private readonly boards: Boards;
  private readonly analysis: OpenedAnalysis;

  constructor(
    private readonly context: ScreenContext,
    private readonly gameId: string,
    private readonly reader: ReplayReader,
  ) {
    this.boards = new Boards(context.root);
    this.analysis = new OpenedAnalysis(context);
  }

  start(): void {
    void this.read();
  }

  stop(): void {
    this.cancel?.abort();
    this.cancel = null;
    this.poller.stop();
    this.analysis.close();
  }

  key(key: string): boolean {
    if (this.analysis.isOpen) return this.keyInAnalysis(key);
    const to = this.replay && stepByKey(key, this.replay.at, lengthOf(this.replay));
    if (to === null) return false;
    this.go(to);
    return true;
  }

  template(strings: Strings, language: Language): TemplateResult {
    const texts = LOBBY_TEXTS[language];
    if (this.replay && this.analysis.isOpen) return this.analysisOf(this.replay, strings, language);
    return html`
      <section class="play">
        <div class="bar">
          <a class="button button--small" data-first href=${addressOf(LOBBY)}>← ${texts.toLobby}</a>
          <h2 class="bar__title">${texts.replayOf(this.gameId)}</h2>
          <a class="button button--small" href=${addressOf({ kind: 'game', gameId: this.gameId })}>${texts.toGame}</a>
        </div>
        ${this.replay ? this.replayArea(this.replay, strings, texts, language) : headline(this.searchText(texts), '', 'busy')}
        ${this.searchArea(texts)}
      </section>
    `;
  }

  private analysisOf(replay: Replay, strings: Strings, language: Language): TemplateResult {
    const { players } = replay.record;
    return this.analysis.template({
      strings,
      language,
      game: playedGame(replay),
      nameOf: (seat) => players[SEATS.indexOf(seat)] ?? null,
      close: () => this.closeAnalysis(),
    });
  }

  private keyInAnalysis(key: string): boolean {
    if (key !== 'Escape') return this.analysis.key(key);
    this.closeAnalysis();
    return true;
  }

  /** The replay goes on where the analysis was. */
  private closeAnalysis(): void {
    if (this.analysis.at !== null) this.go(this.analysis.at);
    this.analysis.close();
  }

  private replayArea(
    replay: Replay,
    strings: Strings,
    texts: LobbyStrings,
    language: Language,
  ): TemplateResult {
    const position = positionAt(this.context.rules, replay);
    if (!position) return html`${headline(texts.refused, '', 'busy')} ${this.rounds(replay, strings, texts)}`;
    const step = latestStep(replay);
    return html`
      ${headline(this.stepText(replay, position, texts, language), '', toneOf(replay, position))}
      ${seats(
        strings.players,
        position.seats.map((seat) => seatProps(replay, position, seat, texts)),
      )}
      ${this.boards.template({
        strings: DEVICE_TEXTS[language],
        name: strings.board,
        position,
        lastMove: step?.kind === 'move' ? step.cell : null,
      })}
      ${this.controls(replay, language)} ${this.rounds(replay, strings, texts)}
      <p class="keys">${DEVICE_TEXTS[language].stepping.keys}</p>
    `;
  }

  private controls(replay: Replay, language: Language): TemplateResult {
    const texts = DEVICE_TEXTS[language].stepping;
    const [at, length] = [replay.at, lengthOf(replay)];
    const stepping = { texts, at, length, go: (to: number) => this.go(to) };
    return stepButtons(stepping, stepSlider(stepping, texts.slider, texts.step(at, length)));
  }

  private rounds(replay: Replay, strings: Strings, texts: LobbyStrings): TemplateResult {
    const { rounds } = replay.record;
    const chooser = select({
      label: texts.chooseRound,
      options: rounds,
      chosen: roundOf(replay),
      textOf: ({ round, result }) =>
        result ? `${texts.round(round)} · ${resultText(result, texts)}` : texts.round(round),
      choose: (round) => this.send({ type: 'round_chosen', round: rounds.indexOf(round) }),
    });
    return html`
      <div class="actions flow">
        ${rounds.length > 1 ? chooser : nothing}
        ${button(strings.analyse, () => void this.analysis.open(playedGame(replay), replay.at), { disabled: lengthOf(replay) === 0 })}
        ${button(texts.copyText, () => void this.copy(replay, texts))}
        ${button(texts.sharePicture, () => void this.sharePicture(replay))}
        <span class="hint" role="status">${this.copied === null ? nothing : this.copied ? texts.copied : texts.notCopied}</span>
      </div>
    `;
  }

  /** What the live region says: where we are, what happened there, and how it ended. */
  private stepText(replay: Replay, position: Position, texts: LobbyStrings, language: Language): string {
    const step = latestStep(replay);
    const { stepping } = DEVICE_TEXTS[language];
    if (!step) return stepping.start;
    const before = positionAt(this.context.rules, { ...replay, at: replay.at - 1 });
    const happened =
      step.kind === 'out'
        ? `${texts.out(step.seat, step.reason)}.`
        : before && moveText(DEVICE_TEXTS[language], before, position, step.cell);
    const { result } = roundOf(replay);
    const end = replay.at === lengthOf(replay) && result ? resultText(result, texts) : '';
    return [`${stepping.step(replay.at, lengthOf(replay))}.`, happened, end].filter(Boolean).join(' ');
  }

  private searchText(texts: LobbyStrings): string {
    const { kind } = this.search;
    if (kind === 'reading') return texts.lookingBack;
    return kind === 'failed' ? texts.notRead : texts.nothingFound;
  }

  private searchArea(texts: LobbyStrings): TemplateResult | typeof nothing {
    const { search } = this;
    switch (search.kind) {
      case 'beginning':
        return nothing;
      case 'forgotten':
        return html`<p class="hint">${texts.forgotten}</p>`;
      case 'reading':
        return html`
          <div class="actions flow">
            ${progressBar(search, texts.lookingBack)}
            <span class="hint">${search.most === 0 ? nothing : texts.looked(search.looked, search.most)}</span>
            ${button(texts.stop, () => this.halt())}
          </div>
        `;
      default: {
        const note = { failed: texts.notRead, limit: texts.partly, stopped: '' }[search.kind];
        const next = search.kind === 'failed' ? texts.tryAgain : texts.lookFurther;
        return html`<div class="actions flow"><span class="hint">${this.replay ? note : ''}</span> ${button(next, () => void this.read())}</div>`;
      }
    }
  }

  private halt(): void {
    this.stop();
    this.setSearch({ kind: 'stopped' });
  }

  private async read(): Promise<void> {
    this.cancel?.abort();
    const cancel = new AbortController();
    this.cancel = cancel;
    const { signal } = cancel;
    this.setSearch({ kind: 'reading', looked: 0, most: 0 });
    try {
      await this.readSeating();
      const { record, reached } = await this.reader.read({
        signal,
        seating: this.seating,
        progress: (looked, most, record) => {
          this.take(record);
          this.setSearch({ kind: 'reading', looked, most });
        },
      });
      if (signal.aborted) return;
      this.take(record);
      this.setSearch({ kind: reached });
      this.poller.later();
    } catch {
      // Whoever has cancelled it sets the next state.
      if (!signal.aborted) this.setSearch({ kind: 'failed' });
    }
  }

  /** Reads who plays what, and whether the game went on. A closed game has no view, but its first event says it. */
  private async readSeating(): Promise<boolean> {
    const { value: view } = await this.context.reader.read('get_game', { game_id: this.gameId });
    if (!view) return false;
    this.seating = { players: view.players, rules: gameRulesOf(view.rules, view.players.length) };
    return this.replay !== null && isBehind(this.replay.record, view);
  }

  /** The game may go on while somebody looks at what was. */
  private async catchUp(): Promise<void> {
    const cancel = new AbortController();
    this.cancel = cancel;
    try {
      const { signal } = cancel;
      if (await this.readSeating()) this.take(await this.reader.catchUp({ signal, seating: this.seating }));
    } catch {
      // The next poll tries again; what was found stays.
    }
  }

  private take(record: GameRecord | null): void {
    if (!record) return;
    this.replay = this.replay ? reduce(this.replay, { type: 'record_grew', record }) : newReplay(record);
    this.context.changed();
  }

  private setSearch(search: Search): void {
    this.search = search;
    this.context.changed();
  }

  private go(to: number): void {
    this.send({ type: 'went', to });
  }

  private send(event: ReplayEvent): void {
    if (!this.replay) return;
    this.replay = reduce(this.replay, event);
    this.copied = null;
    this.context.changed();
  }

  /** Where files can't be shared, the picture is saved. */
  private async sharePicture(replay: Replay): Promise<void> {
    const position = positionAt(this.context.rules, replay);
    if (!position) return;
    const { boardImage } = await import('../boards/board-image');
    const name = `tic-tac-toe-${this.gameId}.png`;
    const file = new File([await boardImage(position)], name, { type: 'image/png' });
    if (navigator.canShare?.({ files: [file] })) {
      // Whoever changes their mind about sharing has not met an error.
      await navigator.share({ files: [file] }).catch(() => {});
      return;
    }
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(file),
      download: name,
    });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  private async copy(replay: Replay, texts: LobbyStrings): Promise<void> {
    this.copied = await copyText(replayText(replay, texts));
    this.context.changed();
  }
}

/** Without a value a bar shows that something goes on, but not how far it is. */
function progressBar({ looked, most }: { looked: number; most: number }, label: string): TemplateResult {
  if (most === 0) return html`<progress aria-label=${label}></progress>`;
  return html`<progress max=${most} .value=${looked} aria-label=${label}></progress>`;
}

function playedGame(replay: Replay): PlayedGame {
  const { first, steps } = roundOf(replay);
  return { rules: replay.record.rules, first, steps: steps.map(stepOf) };
}

function toneOf(replay: Replay, position: Position): Tone {
  if (position.outcome.kind === 'won') return position.outcome.winner;
  return latestStep(replay)?.seat ?? 'plain';
}

function seatProps(replay: Replay, position: Position, mark: Seat, texts: LobbyStrings): SeatProps {
  const { outcome, out } = position;
  const won = outcome.kind === 'won' && outcome.winner === mark;
  return {
    mark,
    name: replay.record.players[SEATS.indexOf(mark)] ?? null,
    note: won ? texts.winner : out.includes(mark) ? texts.isOut : null,
    active: turnOf(position) === mark,
  };
}
