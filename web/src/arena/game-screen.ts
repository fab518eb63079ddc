/** A game of the arena: board, players, turn, and what can be done. */

import { html, type TemplateResult } from 'lit-html';
import { ARENA_TEXTS } from '../i18n/arena';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { Screen, Surroundings } from './screen';

export class GameScreen implements Screen {
  constructor(
    private readonly surroundings: Surroundings,
    private readonly gameId: string,
  ) {}

  start(): void {
    // Nothing is asked for yet.
  }

  stop(): void {
    // Nothing is asked for yet.
  }

  key(): boolean {
    return false;
  }

  template(strings: Strings, language: Language): TemplateResult {
    return html`
      <section class="play"><h2>${ARENA_TEXTS[language].gameNumber(this.gameId)}</h2></section>
      <aside class="panel">${this.surroundings.identity.template(strings)}</aside>
    `;
  }
}
