/** A part of the page whose code is loaded when somebody comes to it. */

import { html, type TemplateResult } from 'lit-html';
import type { Strings } from '../i18n/en';
import type { Language } from '../i18n/languages';
import type { Page } from './page';
import { headline } from './parts';

export class LazyPage implements Page {
  private page: Page | null = null;
  /** The one attempt to load it; `null` before it and after it failed. */
  private loading: Promise<void> | null = null;
  private failed = false;
  private path: string | null = null;

  constructor(
    private readonly load: () => Promise<Page>,
    private readonly changed: () => void,
  ) {}

  get fillsWindow(): boolean {
    return this.page?.fillsWindow ?? false;
  }

  async start(path: string): Promise<void> {
    this.path = path;
    this.loading ??= this.open();
    await this.loading;
    if (this.path !== null) await this.page?.start(this.path);
  }

  stop(): void {
    this.path = null;
    this.page?.stop();
  }

  navigate(path: string): void {
    this.path = path;
    this.page?.navigate(path);
  }

  key(key: string): boolean {
    return this.page?.key(key) ?? false;
  }

  /** Without its code nothing can be played, so nobody is asked to move. */
  template(strings: Strings, language: Language): TemplateResult {
    if (this.page) return this.page.template(strings, language);
    return html`<section class="play">${headline(this.failed ? strings.notLoaded : strings.loading, '', 'busy')}</section>`;
  }

  private async open(): Promise<void> {
    try {
      this.page = await this.load();
    } catch {
      this.loading = null;
      this.failed = true;
    }
    this.changed();
  }
}
