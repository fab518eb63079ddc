/** The frame of the page: title, mode, language and colours around one of the ways of playing. */

import './app.css';
import './ui/layout.css';
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { markPicture } from './boards/marks';
import { HAS_ARENA } from './chain/network';
import { chooseLanguage, LANGUAGES, type Language } from './i18n/languages';
import { loadRules } from './rules/load';
import { remember, remembered, THEMES, type Theme } from './settings';
import { ChainAccess } from './ui/chain-access';
import { button } from './ui/controls';
import { isSoundOn, turnSound } from './ui/feedback';
import type { Page, PageParts } from './ui/page';
import { placeholder } from './ui/parts';
import { TAB } from './ui/tab';
import { applyUpdate, isUpdateReady, workOffline } from './updates';

type Mode = 'home' | 'device' | 'arena' | 'one_game';

/** The ways to play beside the front door. */
const MODES = (['device', 'arena', 'one_game'] as const).filter((mode) => HAS_ARENA || mode !== 'arena');

/** What is shared with others begins with a slash. */
const ADDRESSES: Record<Mode, string> = {
  home: '#',
  device: '#device',
  arena: '#/arena',
  one_game: '#chain',
};

/** The code of each, loaded when somebody first comes to it. */
const PAGES: Record<Mode, () => Promise<new (parts: PageParts) => Page>> = {
  home: async () => (await import('./home/page')).HomePage,
  one_game: async () => (await import('./public-board/page')).PublicBoardPage,
  arena: async () => (await import('./arena/page')).ArenaPage,
  device: async () => (await import('./device/page')).DevicePage,
};

const THEME_SIGNS: Record<Theme, string> = { auto: '◐', light: '☀', dark: '☾' };

export class App {
  private language: Language = chooseLanguage(remembered('language'), navigator.languages);
  private theme: Theme = THEMES.find((theme) => theme === remembered('theme')) ?? 'auto';
  private mode: Mode = routeInAddress().mode;
  private readonly pages: Partial<Record<Mode, Page>> = {};
  /** The attempts to load pages that are under way or have succeeded. */
  private readonly loading: Partial<Record<Mode, Promise<void>>> = {};
  /** The page whose code did not load. */
  private failed: Mode | null = null;
  private drawing = false;
  private readonly access = new ChainAccess(() => this.changed());

  constructor(private readonly root: HTMLElement) {}

  start(): void {
    window.addEventListener('hashchange', () => this.navigate());
    document.addEventListener('keydown', (event) => this.keyPressed(event));
    this.draw();
    // What is kept for later must not delay what is looked at now.
    void this.open(this.mode).then(() => workOffline(this.changed));
  }

  /** Brings a page to the front; its code is loaded when somebody first comes to it. */
  private async open(mode: Mode): Promise<void> {
    this.loading[mode] ??= this.load(mode);
    await this.loading[mode];
    if (mode === this.mode) await this.pages[mode]?.start(routeInAddress().path);
  }

  private async load(mode: Mode): Promise<void> {
    const { access, changed } = this;
    try {
      const [rules, page] = await Promise.all([loadRules(), PAGES[mode]()]);
      this.pages[mode] = new page({ access, rules, root: () => this.root, changed });
    } catch {
      delete this.loading[mode];
      this.failed = mode;
    }
    this.changed();
  }

  private navigate(): void {
    const { mode, path } = routeInAddress();
    if (mode === this.mode) {
      this.pages[mode]?.navigate?.(path);
      return;
    }
    this.pages[this.mode]?.stop();
    this.mode = mode;
    this.failed = null;
    this.draw();
    void this.open(mode);
  }

  private keyPressed(event: KeyboardEvent): void {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.closest('input:not([type=radio], [type=checkbox]), select, textarea');
    if (typing || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.pages[this.mode]?.key(event.key)) event.preventDefault();
  }

  /** Draws once, however many changes come in the meantime. */
  private readonly changed = (): void => {
    if (this.drawing) return;
    this.drawing = true;
    queueMicrotask(() => {
      this.drawing = false;
      this.draw();
    });
  };

  private draw(): void {
    const strings = LANGUAGES[this.language];
    document.documentElement.lang = this.language;
    document.documentElement.dataset.theme = this.theme;
    this.root.dataset.mode = this.mode;
    document.title = TAB.before + strings.title;
    const page = this.pages[this.mode];
    const content = page?.template(strings, this.language) ?? this.loadingTemplate();
    const main = html`<main class="main">${content}</main>`;
    render(page?.fillsWindow ? main : html`${this.header()} ${this.update()} ${main}`, this.root);
  }

  /** Without its code nothing can be played, so nobody is asked to move. */
  private loadingTemplate(): TemplateResult {
    const { notLoaded, loading } = LANGUAGES[this.language];
    return placeholder(this.failed === this.mode ? notLoaded : loading, /^\d/.test(routeInAddress().path));
  }

  private header(): TemplateResult {
    const strings = LANGUAGES[this.language];
    const names = { one_game: strings.modeOneGame, arena: strings.modeArena, device: strings.modeDevice };
    const modes = html`
      <nav class="modes" aria-label=${strings.chooseMode}>
        ${MODES.map((mode) => html`<a class="mode" href=${ADDRESSES[mode]} aria-current=${mode === this.mode ? 'page' : 'false'}>${names[mode]}</a>`)}
      </nav>
    `;
    return html`
      <header class="header">
        <h1 class="header__title">
          <a class="home-link" href=${ADDRESSES.home} title=${strings.toHome}><span class="logo" aria-hidden="true">${markPicture('X')}${markPicture('O')}</span> <span class="header__name">${strings.title}</span></a>
        </h1>
        ${this.mode === 'home' ? nothing : modes}
        <div class="header__tools">
          <select class="select" aria-label=${strings.chooseLanguage} @change=${this.changeLanguage}>
            ${Object.entries(LANGUAGES).map(
              ([code, { languageName }]) =>
                html`<option value=${code} ?selected=${code === this.language} lang=${code}>${languageName}</option>`,
            )}
          </select>
          <button type="button" class="button button--small" title=${strings.sound} aria-label=${strings.sound} aria-pressed=${isSoundOn()} @click=${this.changeSound}>
            <span aria-hidden="true">${isSoundOn() ? '🔊' : '🔇'}</span>
          </button>
          <button type="button" class="button button--small" title="${strings.chooseTheme}: ${strings.theme[this.theme]}" aria-label="${strings.chooseTheme}: ${strings.theme[this.theme]}" @click=${this.changeTheme}>
            <span aria-hidden="true">${THEME_SIGNS[this.theme]}</span>
          </button>
        </div>
      </header>
    `;
  }

  /** Never while a page fills the window, which is when a game is under way. */
  private update(): TemplateResult | typeof nothing {
    if (!isUpdateReady()) return nothing;
    const strings = LANGUAGES[this.language];
    return html`
      <div class="message" role="status">
        <p>${strings.updateReady}</p>
        ${button(strings.update, applyUpdate)}
      </div>
    `;
  }

  private readonly changeLanguage = (event: Event): void => {
    this.language = chooseLanguage((event.target as HTMLSelectElement).value, []);
    remember('language', this.language);
    this.draw();
  };

  private readonly changeSound = (): void => {
    turnSound(!isSoundOn());
    this.draw();
  };

  private readonly changeTheme = (): void => {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'auto';
    remember('theme', this.theme);
    this.draw();
  };
}

/** Which way of playing the address names, and what it says beyond that. */
function routeInAddress(): { mode: Mode; path: string } {
  const [name, ...path] = nameIn(location.hash).split('/');
  const mode = MODES.find((known) => name === nameIn(ADDRESSES[known])) ?? 'home';
  return { mode, path: path.join('/') };
}

const nameIn = (address: string): string => address.replace(/^#\/?/, '');
