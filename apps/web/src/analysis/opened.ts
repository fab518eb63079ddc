/** Opens the analysis over the screen that asks for it. Its code and the engine load then, not before. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { Strings } from '../i18n/languages';
import { button } from '../ui/controls';
import type { PageParts } from '../ui/page';
import { headline } from '../ui/parts';
import type { PlayedGame } from './analysis';
import type { AnalysisView, Shown } from './view';

export interface OpenedParts extends Shown {
  readonly game: PlayedGame;
  /** Leads back to what is analysed. */
  readonly close: () => void;
}

export class OpenedAnalysis {
  private view: AnalysisView | null = null;
  private state: 'closed' | 'loading' | 'failed' | 'open' = 'closed';

  constructor(private readonly parts: Pick<PageParts, 'rules' | 'root' | 'changed'>) {}

  get isOpen(): boolean {
    return this.state !== 'closed';
  }

  /** `at` is the position that is looked at first, or else the last one. */
  async open(game: PlayedGame, at = game.steps.length): Promise<void> {
    if (this.state === 'loading' || this.state === 'open') return;
    this.set('loading');
    try {
      const [{ AnalysisView }, { loadGrader }] = await Promise.all([import('./view'), import('./load')]);
      const grader = await loadGrader();
      // It may have been closed meanwhile, or closed and opened again.
      if (!this.isOpen || this.view) return;
      this.view = new AnalysisView(this.parts, game, at, grader);
      this.set('open');
    } catch {
      if (this.isOpen) this.set('failed');
    }
  }

  /** Ends whatever is thought about. */
  close(): void {
    this.view?.stop();
    this.view = null;
    this.set('closed');
  }

  /** The position that is looked at; `null` while there is none. */
  get at(): number | null {
    return this.view?.at ?? null;
  }

  key(key: string): boolean {
    return this.view?.key(key) ?? false;
  }

  template({ game, close, ...shown }: OpenedParts): TemplateResult {
    const { strings } = shown;
    const { view } = this;
    view?.show(game);
    return html`
      <section class="play">
        <div class="bar">
          ${button(`← ${strings.back}`, close, { isFirst: true })}
          <h2 class="bar__title">${strings.analysis}</h2>
          <span></span>
        </div>
        ${view?.board(shown) ?? this.placeholder(strings, game)}
      </section>
      ${view ? html`<aside class="panel stack">${view.moves(shown)}</aside>` : nothing}
    `;
  }

  private placeholder(strings: Strings, game: PlayedGame): TemplateResult {
    if (this.state !== 'failed') return headline(strings.loading, '', 'busy');
    return html`
      ${headline(strings.analysisNotLoaded, '', 'busy')}
      <div class="actions flow">${button(strings.tryAgain, () => void this.open(game), { look: 'primary' })}</div>
    `;
  }

  private set(state: OpenedAnalysis['state']): void {
    this.state = state;
    this.parts.changed();
  }
}
