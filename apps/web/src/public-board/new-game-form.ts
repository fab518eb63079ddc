/** The form for a new game on chain: two account ids, checked while they are typed. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { playerProblem } from '../chain/account-id';
import type { Strings } from '../i18n/languages';
import { button } from '../ui/controls';
import { accountInput } from '../ui/fields';

export interface NewGameFormProps {
  readonly strings: Strings;
  readonly contractId: string;
  readonly me: string | null;
  /** Accounts to suggest. */
  readonly known: readonly string[];
  readonly replacesGame: boolean;
  readonly busy: boolean;
  readonly start: (p1: string, p2: string) => void;
  readonly cancel: (() => void) | null;
}

type Field = 'p1' | 'p2';

export class NewGameForm {
  private players: Record<Field, string> = { p1: '', p2: '' };
  /** A field complains once somebody has typed in it or tried to start. */
  private touched: Record<Field, boolean> = { p1: false, p2: false };

  constructor(private readonly changed: () => void) {}

  /** Fills in the likeliest players. */
  suggest(p1: string, p2: string): void {
    this.players = { p1, p2 };
    this.touched = { p1: false, p2: false };
  }

  /** Nobody has written anything yet, neither the user nor `suggest`. */
  isBlank(): boolean {
    return !this.players.p1 && !this.players.p2 && !this.touched.p1 && !this.touched.p2;
  }

  template(props: NewGameFormProps): TemplateResult {
    const { strings, me } = props;
    return html`
      <form class="stack" novalidate aria-label=${strings.newGameTitle} @submit=${(event: Event) => this.submit(event, props)}>
        <datalist id="known-accounts">${props.known.map((id) => html`<option value=${id}></option>`)}</datalist>
        ${this.field('p1', strings.playerX, props)} ${this.field('p2', strings.playerO, props)}
        <div class="flow">
          ${button(strings.swap, () => this.edit({ p1: this.players.p2, p2: this.players.p1 }))}
          ${me === null ? nothing : button(strings.playMyself, () => this.edit({ p1: me, p2: me }))}
        </div>
        ${props.replacesGame ? html`<p class="hint">${strings.replacesGame}</p>` : nothing}
        <div class="flow">
          <button type="submit" class="button button--primary" ?disabled=${props.busy}>${strings.start}</button>
          ${props.cancel ? button(strings.cancel, props.cancel, { look: 'normal' }) : nothing}
        </div>
      </form>
    `;
  }

  private field(field: Field, label: string, { strings, contractId, me }: NewGameFormProps): TemplateResult {
    const value = this.players[field];
    const wrong = this.touched[field] ? playerProblem(value, contractId) : null;
    const problem = wrong && strings.accountProblem[wrong];
    const change = (name: string) => this.edit({ [field]: name });
    const mine = (id: string) => button(strings.me, () => change(id), { label: `${label}: ${strings.me}` });
    const beside = me === null ? nothing : mine(me);
    const account = { id: field, list: 'known-accounts', placeholder: 'alice.near', value, problem, change };
    return html`
      <div class="field stack">
        <label for=${field}>${label}</label>
        ${accountInput({ ...account, beside })}
      </div>
    `;
  }

  private edit(players: Partial<Record<Field, string>>): void {
    for (const field of Object.keys(players) as Field[]) this.touched[field] = true;
    this.players = { ...this.players, ...players };
    this.changed();
  }

  private submit(event: Event, props: NewGameFormProps): void {
    event.preventDefault();
    this.touched = { p1: true, p2: true };
    const { p1, p2 } = this.players;
    const wrong = (['p1', 'p2'] as const).find((field) =>
      playerProblem(this.players[field], props.contractId),
    );
    this.changed();
    if (wrong) (event.target as HTMLFormElement).querySelector<HTMLInputElement>(`#${wrong}`)?.focus();
    else props.start(p1, p2);
  }
}
