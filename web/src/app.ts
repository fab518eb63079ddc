/** The frame of the page: title, mode, language and colours around one of the two ways of playing. */

import { html, render, type TemplateResult } from 'lit-html';
import { chooseLanguage, LANGUAGES, type Language } from './i18n/languages';
import { isTheme, remember, remembered, THEMES, type Theme } from './settings';
import { BoardView, cellOfKey, markPicture } from './ui/board';
import { ChainPage } from './ui/chain-page';
import { HotSeatPage } from './ui/hot-seat-page';
import type { Page } from './ui/page';

const MODES = ['chain', 'hot-seat'] as const;
type Mode = (typeof MODES)[number];

const THEME_SIGNS: Record<Theme, string> = { auto: '◐', light: '☀', dark: '☾' };

export class App {
  private language: Language = chooseLanguage(remembered('language'), navigator.languages);
  private theme: Theme = rememberedTheme();
  private mode: Mode = modeInAddress();
  private readonly pages: Record<Mode, Page>;
  private drawing = false;

  constructor(private readonly root: HTMLElement) {
    const board = new BoardView(() => root);
    this.pages = {
      chain: new ChainPage(board, this.changed),
      'hot-seat': new HotSeatPage(board, this.changed),
    };
  }

  start(): void {
    window.addEventListener('hashchange', () => this.switchTo(modeInAddress()));
    document.addEventListener('keydown', (event) => this.playByDigit(event));
    this.draw();
    void this.pages[this.mode].start();
  }

  private switchTo(mode: Mode): void {
    if (mode === this.mode) return;
    this.pages[this.mode].stop();
    this.mode = mode;
    this.draw();
    void this.pages[mode].start();
  }

  private playByDigit(event: KeyboardEvent): void {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.closest('input:not([type=radio]), select, textarea');
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const cell = cellOfKey(event.key);
    if (cell !== null) this.pages[this.mode].play(cell);
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
    document.title = strings.title;
    render(
      html`${this.header()} <main class="main main--${this.mode}">${this.pages[this.mode].template(strings)}</main> ${this.footer()}`,
      this.root,
    );
  }

  private header(): TemplateResult {
    const strings = LANGUAGES[this.language];
    const names: Record<Mode, string> = { chain: strings.modeChain, 'hot-seat': strings.modeHotSeat };
    return html`
      <header class="header">
        <h1 class="header__title"><span class="logo" aria-hidden="true">${markPicture('X')}${markPicture('O')}</span> ${strings.title}</h1>
        <nav class="modes" aria-label=${strings.chooseMode}>
          ${MODES.map((mode) => html`<a href="#${mode}" aria-current=${mode === this.mode ? 'page' : 'false'}>${names[mode]}</a>`)}
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

  private footer(): TemplateResult {
    return html`<footer class="footer">${LANGUAGES[this.language].keyboardHint}</footer>`;
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

function modeInAddress(): Mode {
  return MODES.find((mode) => location.hash === `#${mode}`) ?? 'chain';
}

function rememberedTheme(): Theme {
  const theme = remembered('theme');
  return isTheme(theme) ? theme : 'auto';
}
