/** The form for a new game in the arena: rules, seats, time for a turn, and what it locks. */

import './create-form.css';
import { html, nothing, type TemplateResult } from 'lit-html';
import { markPicture } from '../boards/marks';
import type { Language } from '../i18n/languages';
import type { LobbyStrings } from '../i18n/lobby/en';
import { FEWEST_IN_A_ROW, SIZES } from '../rules/board-choice';
import { CAPTURES, SEATS, type Seat } from '../rules/game';
import { choices } from '../ui/choices';
import type { ScreenContext } from '../ui/screen';
import { stepper } from '../ui/stepper';
import {
  type CreatePlan,
  canAddSeat,
  FIRST_PLAN,
  GAMES,
  type Grid,
  type Names,
  rulesOf,
  type SeatKind,
  seatProblem,
  TURN_SECONDS,
  withGame,
  withGrid,
  withoutSeat,
  withSeat,
  withSeatAdded,
} from './create-plan';
import { type Account, missingDeposit, nearText } from './storage-cost';

export interface CreateFormProps {
  readonly strings: LobbyStrings;
  readonly language: Language;
  readonly names: Names;
  /** Accounts to suggest. */
  readonly known: readonly string[];
  readonly account: Account | null;
  readonly busy: boolean;
  readonly create: (plan: CreatePlan, deposit: bigint) => void;
  readonly cancel: () => void;
}

export class CreateForm {
  private plan: CreatePlan = FIRST_PLAN;
  /** A seat complains once somebody has typed its name or tried to create. */
  private touched = new Set<number>();
  /** What such a game locks; the key tells for which rules and how many players. */
  private price: { readonly key: string; readonly cost: bigint | null } | null = null;

  constructor(private readonly context: ScreenContext) {}

  /** Begins anew, as after a game was made. */
  reset(): void {
    this.plan = FIRST_PLAN;
    this.touched = new Set();
  }

  template(props: CreateFormProps): TemplateResult {
    const { strings, busy } = props;
    void this.askPrice();
    return html`
      <form class="card create" novalidate aria-labelledby="create" @submit=${(event: Event) => this.submit(event, props)}>
        <h2 id="create">${strings.create}</h2>
        ${this.rules(strings)}
        <h3 id="choose-seats">${strings.seats}</h3>
        <div class="create__seats" role="group" aria-labelledby="choose-seats">
          <p class="create__host">${markPicture('X')} ${strings.hostSeat}</p>
          ${this.plan.seats.map((_, index) => this.seat(index, props))}
          ${
            canAddSeat(this.plan)
              ? html`<button type="button" class="button button--small" @click=${() => this.change(withSeatAdded(this.plan))}>${strings.addSeat}</button>`
              : nothing
          }
        </div>
        <div class="field">
          <label for="turn-time">${strings.turnTime}</label>
          <select id="turn-time" class="select" @change=${this.chooseTime}>
            ${TURN_SECONDS.map(
              (seconds, index) =>
                html`<option value=${index} ?selected=${seconds === this.plan.turnSeconds}>${seconds === null ? strings.noLimit : strings.duration(seconds)}</option>`,
            )}
          </select>
        </div>
        ${this.priceText(props)}
        <div class="new-game__buttons">
          <button type="submit" class="button button--primary" ?disabled=${busy || this.cost() === null || !props.account}>${busy ? strings.creating : strings.createGame}</button>
          <button type="button" class="button" @click=${props.cancel}>${strings.cancel}</button>
        </div>
        <datalist id="arena-accounts">${props.known.map((id) => html`<option value=${id}></option>`)}</datalist>
      </form>
    `;
  }

  private rules(strings: LobbyStrings): TemplateResult {
    const { plan } = this;
    const ultimate = html`
      <h3 id="choose-capture">${strings.capture}</h3>
      ${choices({
        name: 'arena-capture',
        labelledBy: 'choose-capture',
        choices: CAPTURES.map((capture) => ({ value: capture, label: strings.captures[capture] })),
        chosen: plan.capture,
        choose: (capture) => this.change({ ...plan, capture }),
      })}
    `;
    return html`
      <h3 id="choose-rules">${strings.chooseGame}</h3>
      ${choices({
        name: 'arena-game',
        labelledBy: 'choose-rules',
        choices: GAMES.map((game) => ({
          value: game,
          label: strings.games[game].name,
          about: strings.games[game].about,
        })),
        chosen: plan.game,
        choose: (game) => this.change(withGame(plan, game)),
      })}
      ${plan.game === 'ultimate' ? ultimate : nothing}
      ${plan.game === 'own' ? this.ownBoard(strings) : nothing}
    `;
  }

  private ownBoard(strings: LobbyStrings): TemplateResult {
    const { grid } = this.plan;
    const counter = (key: keyof Grid, label: string, least: number, most: number) => {
      const change = (value: number) => this.change(withGrid(this.plan, { [key]: value }));
      return stepper({ strings, label, value: grid[key], least, most, change });
    };
    return html`
      <div class="steppers">
        ${counter('rows', strings.rows, SIZES.smallest, SIZES.largest)}
        ${counter('cols', strings.cols, SIZES.smallest, SIZES.largest)}
        ${counter('inARow', strings.inARow, FEWEST_IN_A_ROW, Math.max(grid.rows, grid.cols))}
      </div>
    `;
  }

  private seat(index: number, { strings, names }: CreateFormProps): TemplateResult {
    const seat = this.plan.seats[index] ?? { kind: 'anybody' };
    const mark = markOf(index);
    const problem = this.touched.has(index) ? seatProblem(this.plan, index, names) : null;
    const kinds: SeatKind[] = names.botId === null ? ['anybody', 'named'] : ['anybody', 'named', 'bot'];
    const choose = (kind: SeatKind) =>
      this.change(withSeat(this.plan, index, kind === 'named' ? { kind, name: '' } : { kind }));
    const name = (text: string) => {
      this.touched.add(index);
      this.change(withSeat(this.plan, index, { kind: 'named', name: text }));
    };
    const account = html`
      <input
        id="seat-account-${index}"
        list="arena-accounts"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        placeholder="bob.near"
        aria-label=${strings.accountFor(mark)}
        .value=${seat.kind === 'named' ? seat.name : ''}
        aria-invalid=${problem ? 'true' : 'false'}
        aria-describedby=${problem ? `seat-problem-${index}` : nothing}
        @input=${(event: InputEvent) => name((event.target as HTMLInputElement).value.trim())}
      />
    `;
    return html`
      <div class="field create__seat">
        <div class="field__row">
          ${markPicture(mark)}
          <select class="select" aria-label=${strings.seat(mark)} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as SeatKind)}>
            ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === seat.kind}>${strings.seatKinds[kind]}</option>`)}
          </select>
          ${
            this.plan.seats.length > 1
              ? html`<button type="button" class="button button--small" aria-label=${strings.removeSeat(mark)} @click=${() => this.change(withoutSeat(this.plan, index))}>×</button>`
              : nothing
          }
        </div>
        ${seat.kind === 'named' ? html`<div class="field__row">${account}</div>` : nothing}
        ${problem ? html`<p class="field__problem" id="seat-problem-${index}">${strings.seatProblem[problem]}</p>` : nothing}
      </div>
    `;
  }

  private priceText({ strings, language, account }: CreateFormProps): TemplateResult {
    const cost = this.cost();
    if (cost === null || !account) return html`<p class="hint">${strings.pricing}</p>`;
    const deposit = missingDeposit(cost, account);
    return html`
      <div class="hint create__price">
        <p>${strings.locks(nearText(cost, language))}</p>
        <p>
          ${deposit > 0n ? strings.attaches(nearText(deposit, language)) : strings.attachesNothing}
          ${account.balance ? nothing : strings.registers} ${deposit > 0n && this.context.network.id !== 'localnet' ? strings.walletSigns : nothing}
        </p>
      </div>
    `;
  }

  /** What a game as it is planned locks; `null` until the arena has told. */
  private cost(): bigint | null {
    return this.price?.key === this.priceKey() ? this.price.cost : null;
  }

  private priceKey(): string {
    return JSON.stringify([this.plan.seats.length + 1, rulesOf(this.plan)]);
  }

  private async askPrice(): Promise<void> {
    const key = this.priceKey();
    if (this.price?.key === key) return;
    this.price = { key, cost: null };
    try {
      const args = { players: this.plan.seats.length + 1, rules: rulesOf(this.plan) };
      const { value } = await this.context.reader.read('get_cost', args);
      if (this.price.key === key) this.price = { key, cost: BigInt(value) };
    } catch {
      // The next drawing asks again; the lists draw with each answer of the chain.
      if (this.price.key === key) this.price = null;
      return;
    }
    this.context.changed();
  }

  private readonly chooseTime = (event: Event): void => {
    const index = Number((event.target as HTMLSelectElement).value);
    this.change({ ...this.plan, turnSeconds: TURN_SECONDS[index] ?? null });
  };

  private change(plan: CreatePlan): void {
    this.plan = plan;
    this.context.changed();
  }

  private submit(event: Event, props: CreateFormProps): void {
    event.preventDefault();
    const seats = this.plan.seats.map((_, index) => index);
    this.touched = new Set(seats);
    this.context.changed();
    const wrong = seats.find((index) => seatProblem(this.plan, index, props.names));
    if (wrong !== undefined) {
      (event.target as HTMLFormElement).querySelector<HTMLElement>(`#seat-account-${wrong}`)?.focus();
      return;
    }
    const cost = this.cost();
    if (cost !== null && props.account) props.create(this.plan, missingDeposit(cost, props.account));
  }
}

const markOf = (index: number): Seat => SEATS[index + 1] ?? 'O';
