/** An invitation to a game: its address to share, to copy, and as a QR code. */

import './invite.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { until } from 'lit-html/directives/until.js';
import type { Language } from '../i18n/languages';
import { LOBBY_TEXTS, type LobbyStrings } from '../i18n/lobby';
import { button } from '../ui/controls';
import { copyText } from '../ui/copy-text';
import { modal } from '../ui/modal';
import { addressOf } from '../ui/routes';

export class Invite {
  private gameId: string | null = null;
  /** The picture of the code for an address; `null` where what draws it did not load. */
  private code: { readonly url: string; readonly picture: Promise<TemplateResult | null> } | null = null;
  private copied: boolean | null = null;

  constructor(private readonly changed: () => void) {}

  open(gameId: string): void {
    this.gameId = gameId;
    this.copied = null;
    this.changed();
  }

  /** As a dialog, while it is open. */
  template(language: Language): TemplateResult | typeof nothing {
    const { gameId } = this;
    if (gameId === null) return nothing;
    const strings = LOBBY_TEXTS[language];
    return modal({
      text: strings.invite,
      closed: this.close,
      content: this.content(gameId, strings),
      buttons: button(strings.closeDialog, this.close, { look: 'normal' }),
    });
  }

  /** In the place of a board that nobody can play on yet. */
  inPlaceOfBoard(gameId: string, language: Language): TemplateResult {
    return html`<section class="card invite--board">${this.content(gameId, LOBBY_TEXTS[language])}</section>`;
  }

  private content(gameId: string, strings: LobbyStrings): TemplateResult {
    const url = urlOf(gameId);
    const canShare = 'share' in navigator;
    return html`
        <div class="invite stack">
          <p class="hint">${strings.inviteHint}</p>
          <input class="input" readonly aria-label=${strings.address} .value=${url} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
          <div class="flow">
            ${canShare ? button(strings.share, () => share(strings, gameId), { look: 'primary small' }) : nothing}
            ${button(strings.copy, () => this.copy(url), { look: canShare ? 'small' : 'primary small' })}
          </div>
          <p class="hint" aria-live="polite">${this.copied === null ? nothing : this.copied ? strings.copied : strings.notCopied}</p>
          ${until(this.codeTemplate(strings, url))}
        </div>
      `;
  }

  private async codeTemplate(strings: LobbyStrings, url: string): Promise<TemplateResult> {
    if (this.code?.url !== url) this.code = { url, picture: codePicture(url) };
    const picture = await this.code.picture;
    return picture
      ? html`<div class="invite__code" role="img" aria-label=${strings.codeName} data-code=${url}>${picture}</div>`
      : html`<p class="hint">${strings.codeNotLoaded}</p>`;
  }

  private async copy(url: string): Promise<void> {
    this.copied = await copyText(url);
    this.changed();
  }

  private readonly close = (): void => {
    this.gameId = null;
    this.changed();
  };
}

/** The code that draws QR codes is loaded when somebody needs it. */
async function codePicture(url: string): Promise<TemplateResult | null> {
  const drawing = await import('./invite-code').catch(() => null);
  return drawing?.codePicture(url) ?? null;
}

async function share(strings: LobbyStrings, gameId: string): Promise<void> {
  // Whoever changes their mind about sharing has not met an error.
  await navigator.share({ title: strings.shareText(gameId), url: urlOf(gameId) }).catch(() => {});
}

/** The address of a game for others: this page's own, with the game's route. */
function urlOf(gameId: string): string {
  return new URL(addressOf({ kind: 'game', gameId }), location.href).href;
}
