/** The form for a new game in the arena: rules, seats, time for a turn, who starts, and what it locks. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { markPicture } from '../boards/marks';
import { DEVICE_TEXTS } from '../i18n/device';
import type { Language } from '../i18n/languages';
import type { LobbyStrings } from '../i18n/lobby';
import { CAPTURES, SEATS, type Seat } from '../rules/game';
import { choices } from '../ui/choices';
import { button, select } from '../ui/controls';
import { accountInput } from '../ui/fields';
import type { ScreenContext } from '../ui/screen';
import { boardSteppers } from '../ui/stepper';
import {
  type CreatePlan,
  canAddSeat,
  FIRST_PLAN,
  GAMES,
  type Names,
  type SeatKind,
  STARTS,
  seatProblem,
  TURN_SECONDS,
  withGame,
  withGrid,
  withoutSeat,
  withSeat,
  withSeatAdded,
} from './create-plan';
import { type Account, costArgs, missingDeposit, nearText, readCost } from './storage-cost';

export interface CreateFormProps {
  readonly strings: LobbyStrings;
  readonly language: Language;
  readonly host: string;
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
    const { strings, busy, host } = props;
    const others = this.context.identity.known.filter((id) => id !== host);
    void this.askPrice();
    return html`
      <form class="card stack create" novalidate aria-labelledby="create" @submit=${(event: Event) => this.submit(event, props)}>
        <h2 id="create">${strings.create}</h2>
        ${this.rules(props)}
        <h3 id="choose-seats">${strings.seats}</h3>
        <div class="stack" role="group" aria-labelledby="choose-seats">
          <p class="field__row">${markPicture('X')} ${strings.hostSeat}</p>
          ${this.plan.seats.map((_, index) => this.seat(index, props))}
          ${canAddSeat(this.plan) ? button(strings.addSeat, () => this.change(withSeatAdded(this.plan))) : nothing}
        </div>
        <div class="field stack">
          <h3>${strings.turnTime}</h3>
          ${select({
            label: strings.turnTime,
            options: TURN_SECONDS,
            chosen: this.plan.turnSeconds,
            textOf: (seconds) => (seconds === null ? strings.noLimit : strings.duration(seconds)),
            choose: (turnSeconds) => this.change({ ...this.plan, turnSeconds }),
          })}
        </div>
        <div class="field stack">
          <h3>${strings.starts}</h3>
          ${select({
            label: strings.starts,
            options: STARTS,
            chosen: this.plan.starts,
            textOf: (starts) => strings.startsWith[starts],
            choose: (starts) => this.change({ ...this.plan, starts }),
          })}
        </div>
        ${this.priceText(props)}
        <div class="flow">
          <button type="submit" class="button button--primary" ?disabled=${busy || this.cost() === null || !props.account}>${busy ? strings.creating : strings.createGame}</button>
          ${button(strings.cancel, props.cancel, { look: 'normal' })}
        </div>
        <datalist id="arena-accounts">${others.map((id) => html`<option value=${id}></option>`)}</datalist>
      </form>
    `;
  }

  private rules({ strings, language }: CreateFormProps): TemplateResult {
    const { plan } = this;
    const ultimate = html`
      <h3>${strings.capture}</h3>
      ${choices({
        name: 'arena-capture',
        label: strings.capture,
        options: CAPTURES,
        textOf: (capture) => DEVICE_TEXTS[language].captures[capture],
        chosen: plan.capture,
        choose: (capture) => this.change({ ...plan, capture }),
      })}
    `;
    return html`
      <h3>${strings.chooseGame}</h3>
      ${choices({
        name: 'arena-game',
        label: strings.chooseGame,
        options: GAMES,
        textOf: (game) => strings.games[game].name,
        aboutOf: (game) => strings.games[game].about,
        chosen: plan.game,
        choose: (game) => this.change(withGame(plan, game)),
      })}
      ${plan.game === 'ultimate' ? ultimate : nothing}
      ${plan.game === 'own' ? boardSteppers(strings, plan.grid, (change) => this.change(withGrid(plan, change))) : nothing}
    `;
  }

  private seat(index: number, { strings, host }: CreateFormProps): TemplateResult {
    const names = this.namesWith(host);
    const seat = this.plan.seats[index] ?? { kind: 'anybody' };
    const mark = markOf(index);
    const wrong = this.touched.has(index) ? seatProblem(this.plan, index, names) : null;
    const problem = wrong && strings.seatProblem[wrong];
    const kinds: SeatKind[] = names.botId === null ? ['anybody', 'named'] : ['anybody', 'named', 'bot'];
    const name = (text: string) => {
      this.touched.add(index);
      this.change(withSeat(this.plan, index, { kind: 'named', name: text }));
    };
    const account = (value: string) =>
      accountInput({
        id: `seat-account-${index}`,
        label: strings.accountFor(mark),
        list: 'arena-accounts',
        placeholder: 'bob.near',
        value,
        problem,
        change: name,
      });
    return html`
      <div class="field stack">
        <div class="field__row">
          ${markPicture(mark)}
          ${select({
            label: strings.seat(mark),
            options: kinds,
            chosen: seat.kind,
            textOf: (kind) => strings.seatKinds[kind],
            choose: (kind) =>
              this.change(withSeat(this.plan, index, kind === 'named' ? { kind, name: '' } : { kind })),
          })}
          ${this.plan.seats.length > 1 ? button('×', () => this.change(withoutSeat(this.plan, index)), { label: strings.removeSeat(mark) }) : nothing}
        </div>
        ${seat.kind === 'named' ? account(seat.name) : nothing}
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
    return JSON.stringify(costArgs(this.plan));
  }

  private async askPrice(): Promise<void> {
    const key = this.priceKey();
    if (this.price?.key === key) return;
    this.price = { key, cost: null };
    const cost = await readCost(this.context.reader, this.plan);
    if (this.price.key !== key) return;
    // Without an answer the next drawing asks again; the lists draw with each answer of the chain.
    this.price = cost === null ? null : { key, cost };
    if (cost !== null) this.context.changed();
  }

  private namesWith(host: string): Names {
    return { ...this.context.network, host };
  }

  private change(plan: CreatePlan): void {
    this.plan = plan;
    this.context.changed();
  }

  private submit(event: Event, props: CreateFormProps): void {
    event.preventDefault();
    const seats = this.plan.seats.map((_, index) => index);
    this.touched = new Set(seats);
    this.context.changed();
    const wrong = seats.find((index) => seatProblem(this.plan, index, this.namesWith(props.host)));
    if (wrong !== undefined) {
      (event.target as HTMLFormElement).querySelector<HTMLElement>(`#seat-account-${wrong}`)?.focus();
      return;
    }
    const cost = this.cost();
    if (cost !== null && props.account) props.create(this.plan, missingDeposit(cost, props.account));
  }
}

const markOf = (index: number): Seat => SEATS[index + 1] ?? 'O';
