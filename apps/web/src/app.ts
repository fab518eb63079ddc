/** The frame of the page: title, mode, language and colours around one of the ways of playing. */

import './app.css';
import './ui/layout.css';
import { html, nothing, render, type TemplateResult } from 'lit-html';
import { markPicture } from './boards/marks';
import { chooseLanguage, LANGUAGES, type Language } from './i18n/languages';
import { isTheme, remember, remembered, THEMES, type Theme } from './settings';
import { ChainAccess } from './ui/chain-access';
import { LazyPage } from './ui/lazy-page';
import type { Page } from './ui/page';
import { TAB } from './ui/tab';
import { UPDATES } from './updates';

type Mode = 'chain' | 'arena' | 'device';

/** A page for a public network that was built without an arena has none. */
const HAS_ARENA = import.meta.env.VITE_NETWORK === 'localnet' || Boolean(import.meta.env.VITE_ARENA_ID);
const MODES: readonly Mode[] = HAS_ARENA ? ['chain', 'arena', 'device'] : ['chain', 'device'];

/** What is shared with others begins with a slash. */
const ADDRESSES: Record<Mode, string> = { chain: '#chain', arena: '#/arena', device: '#device' };

const THEME_SIGNS: Record<Theme, string> = { auto: '◐', light: '☀', dark: '☾' };

export class App {
  private language: Language = chooseLanguage(remembered('language'), navigator.languages);
  private theme: Theme = rememberedTheme();
  private mode: Mode = routeInAddress().mode;
  private readonly pages: Record<Mode, Page>;
  private drawing = false;

  constructor(private readonly root: HTMLElement) {
    const access = new ChainAccess(this.changed);
    this.pages = {
      chain: new LazyPage(() => this.loadOneGame(access), this.changed),
      arena: new LazyPage(() => this.loadArena(access), this.changed),
      device: new LazyPage(() => this.loadDevice(), this.changed),
    };
  }

  start(): void {
    UPDATES.watch(this.changed);
    window.addEventListener('hashchange', () => this.navigate());
    document.addEventListener('keydown', (event) => this.keyPressed(event));
    this.draw();
    void this.pages[this.mode].start(routeInAddress().path);
  }

  private async loadDevice(): Promise<Page> {
    const { openDevice } = await import('./device/start');
    return openDevice(() => this.root, this.changed);
  }

  private async loadOneGame(access: ChainAccess): Promise<Page> {
    const { openOneGame } = await import('./table/start');
    return openOneGame({ access, root: () => this.root, changed: this.changed });
  }

  private async loadArena(access: ChainAccess): Promise<Page> {
    const { openArena } = await import('./arena/start');
    return openArena({ access, root: () => this.root, changed: this.changed });
  }

  private navigate(): void {
    const { mode, path } = routeInAddress();
    if (mode === this.mode) {
      this.pages[mode].navigate(path);
      return;
    }
    this.pages[this.mode].stop();
    this.mode = mode;
    this.draw();
    void this.pages[mode].start(path);
  }

  private keyPressed(event: KeyboardEvent): void {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.closest('input:not([type=radio], [type=checkbox]), select, textarea');
    if (typing || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.pages[this.mode].key(event.key)) event.preventDefault();
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
    document.title = TAB.before + strings.title;
    const page = this.pages[this.mode];
    const main = html`<main class="main main--${this.mode}">${page.template(strings, this.language)}</main>`;
    render(
      page.fillsWindow ? main : html`${this.header()} ${this.update()} ${main} ${this.footer()}`,
      this.root,
    );
  }

  private header(): TemplateResult {
    const strings = LANGUAGES[this.language];
    const names: Record<Mode, string> = {
      chain: strings.modeChain,
      arena: strings.modeArena,
      device: strings.modeDevice,
    };
    return html`
      <header class="header">
        <h1 class="header__title"><span class="logo" aria-hidden="true">${markPicture('X')}${markPicture('O')}</span> ${strings.title}</h1>
        <nav class="modes" aria-label=${strings.chooseMode}>
          ${MODES.map((mode) => html`<a href=${ADDRESSES[mode]} aria-current=${mode === this.mode ? 'page' : 'false'}>${names[mode]}</a>`)}
        </nav>
        <div class="header__tools">
          <select aria-label=${strings.chooseLanguage} @change=${this.changeLanguage}>
            ${Object.entries(LANGUAGES).map(
              ([code, { languageName }]) =>
                html`<option value=${code} ?selected=${code === this.language} lang=${code}>${languageName}</option>`,
            )}
          </select>
          <button type="button" class="tool" title="${strings.chooseTheme}: ${strings.theme[this.theme]}" aria-label="${strings.chooseTheme}: ${strings.theme[this.theme]}" @click=${this.changeTheme}>
            <span aria-hidden="true">${THEME_SIGNS[this.theme]}</span>
          </button>
        </div>
      </header>
    `;
  }

  /** Never while a page fills the window, which is when a game is under way. */
  private update(): TemplateResult | typeof nothing {
    if (!UPDATES.ready) return nothing;
    const strings = LANGUAGES[this.language];
    return html`
      <div class="message message--offer" role="status">
        <p>${strings.updateReady}</p>
        <button type="button" class="button button--small" @click=${() => UPDATES.apply()}>${strings.update}</button>
      </div>
    `;
  }

  private footer(): TemplateResult {
    const { keyboardHint } = LANGUAGES[this.language];
    return html`<footer class="footer">${this.mode === 'chain' ? keyboardHint : ''}</footer>`;
  }

  private readonly changeLanguage = (event: Event): void => {
    this.language = chooseLanguage((event.target as HTMLSelectElement).value, []);
    remember('language', this.language);
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
  const [name, ...path] = location.hash.replace(/^#\/?/, '').split('/');
  return { mode: MODES.find((mode) => name === mode) ?? 'chain', path: path.join('/') };
}

function rememberedTheme(): Theme {
  const theme = remembered('theme');
  return isTheme(theme) ? theme : 'auto';
}
