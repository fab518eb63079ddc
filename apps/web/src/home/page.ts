/** The front door: a board where the first press is a move against the computer, and what else can be played. */

import './page.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { type Example, examplePicture } from '../boards/boards';
import type { ArenaReader } from '../chain/arena';
import { readerOf } from '../chain/caller';
import { HAS_ARENA } from '../chain/network';
import { Poller } from '../chain/poller';
import { LEVELS, type Level, WorkerComputer } from '../computer/computer';
import { GameScreen } from '../device/game-screen';
import { FIRST_OPTIONS, FIRST_PLAN } from '../device/plan';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Language, Strings } from '../i18n/languages';
import { CLASSIC } from '../rules/game';
import { remember, remembered } from '../settings';
import type { OpenChain } from '../ui/chain-access';
import { choices } from '../ui/choices';
import type { Page, PageParts } from '../ui/page';
import { WISH } from '../ui/wish';

interface Tile extends Example {
  readonly name: keyof Strings['home']['tiles'];
  readonly address: string;
}

const TILES: readonly Tile[] = [
  {
    name: 'ultimate',
    address: '#device/ultimate',
    game: { kind: 'ultimate', capture: 'first' },
    moves: [0, 1, 3, 10, 30, 19, 57],
  },
  { name: 'two', address: '#device/two', game: CLASSIC, moves: [4, 0, 2, 6] },
  {
    name: 'online',
    address: HAS_ARENA ? '#/arena' : '#chain',
    game: { kind: 'grid', rows: 5, cols: 5, inARow: 4, players: 3 },
    moves: [12, 6, 8, 11, 7, 18, 13, 16, 2],
  },
  { name: 'watch', address: HAS_ARENA ? '#/arena/watch' : '#chain', game: CLASSIC, moves: [0, 1, 4, 2, 8] },
];

/** In polls of the chain: how often its games are counted. */
const COUNT_POLLS = 10;
/** Of so many newest games it is told how many are under way. */
const NEWEST = 50;

export class HomePage implements Page {
  private readonly game: GameScreen;
  private level: Level = LEVELS.find((level) => level === remembered('level')) ?? FIRST_PLAN.level;
  private choice = remembered('home-choice');
  /** What others play on chain, where it answers. */
  private counts: { readonly open: number; readonly live: number } | null = null;
  private open: OpenChain | null = null;
  private readonly poller = new Poller(
    () => this.count(),
    () => COUNT_POLLS * (this.open?.chain.network.pollMs ?? 0),
  );

  constructor(private readonly parts: PageParts) {
    this.game = new GameScreen({
      ...parts,
      computer: new WorkerComputer(),
      memory: 'home-match',
      openAnalysis: () => {
        location.hash = '#device/analysis/home';
      },
    });
    if (!this.game.hasMatch) this.game.begin(this.plan, FIRST_OPTIONS);
  }

  start(): void {
    this.game.show(this.plan, FIRST_OPTIONS, true);
    if (!HAS_ARENA) return;
    this.parts.access.enter((open) => {
      this.open = open;
      this.poller.start();
    });
  }

  stop(): void {
    this.game.stopThinking();
    this.parts.access.leave();
    this.poller.stop();
  }

  key(key: string): boolean {
    return this.game.key(key);
  }

  template(strings: Strings, language: Language): TemplateResult {
    const { home } = strings;
    const chosen = TILES.filter(({ name }) => name === this.choice);
    const tiles = [...chosen, ...TILES.filter((tile) => !chosen.includes(tile))];
    return html`
      ${this.game.homeTemplate(strings, language, this.levels(language))}
      <div class="tiles stack">
        <h2 class="visually-hidden">${home.more}</h2>
        ${tiles.map((tile) => this.tile(tile, strings, chosen.includes(tile)))}
        <p class="hint flow">
          <a href="#chain">${home.publicBoard}</a> <span>${home.publicBoardAbout}</span>
        </p>
        ${this.botLink(home)}
        <p class="hint flow">
          <a href="#device/rules/classic">${home.rules}</a> <a href="#device/computer">${home.options}</a>
        </p>
        <div class="tiles__guest">${this.open?.identity.guestButton(strings, () => this.enterArena())}</div>
      </div>
    `;
  }

  /** A game on chain against the bot, where there is one; the room is there before the chain has answered. */
  private botLink(home: Strings['home']): TemplateResult | typeof nothing {
    if (!HAS_ARENA) return nothing;
    const isThere = this.counts !== null && this.open?.chain.network.botId;
    const ask = () => {
      WISH.playBot = true;
      remember('home-choice', 'online');
    };
    return html`
      <p class="hint flow ${isThere ? '' : 'invisible'}">
        <a href="#/arena" @click=${ask}>${home.playBot}</a> <span>${home.playBotAbout}</span>
      </p>
    `;
  }

  private enterArena(): void {
    remember('home-choice', 'online');
    location.hash = '#/arena';
  }

  private get plan() {
    return { ...FIRST_PLAN, game: 'classic', opponent: 'computer', level: this.level } as const;
  }

  private levels(language: Language): TemplateResult {
    const texts = DEVICE_TEXTS[language];
    return choices({
      name: 'level',
      label: texts.level,
      options: LEVELS,
      textOf: (level) => texts.levels[level],
      chosen: this.level,
      choose: (level) => this.setLevel(level),
    });
  }

  private setLevel(level: Level): void {
    this.level = level;
    remember('level', level);
    this.game.begin(this.plan, FIRST_OPTIONS);
  }

  private tile(tile: Tile, { home }: Strings, first: boolean): TemplateResult {
    const { name, address } = tile;
    const { counts } = this;
    const count = name === 'online' ? counts?.open : name === 'watch' ? counts?.live : 0;
    const said = name === 'online' ? home.open : home.live;
    return html`
      <a class="card tile ${first ? 'tile--first' : ''}" href=${address} @click=${() => remember('home-choice', name)}>
        <span class="thumbnail" aria-hidden="true">${examplePicture(this.parts.rules, tile, '')}</span>
        <span><strong>${home.tiles[name].name}</strong><small class="hint">${home.tiles[name].about}</small></span>
        ${count ? html`<em class="tile__count">${said(count)}</em>` : nothing}
      </a>
    `;
  }

  /** Without an answer nothing is told; the next count tries again. */
  private async count(): Promise<void> {
    const { chain } = this.open ?? {};
    if (!chain?.network.arenaId) return;
    const reader: ArenaReader = readerOf(chain.view, chain.network.arenaId);
    try {
      const { value } = await reader.read('get_counts', {});
      const from = BigInt(value.last_game_id ?? 0) - BigInt(NEWEST);
      const from_id = String(from > 0n ? from : 1n);
      const { games } = (await reader.read('get_games', { from_id, limit: NEWEST + 1 })).value;
      const live = games.filter(({ status }) => status === 'in_progress').length;
      this.counts = { open: value.open, live };
      this.parts.changed();
    } catch {
      // What was counted stays.
    }
  }
}
