/** The page of the one-game contract: its table, who plays here, and a form for a new game. */

import { html, nothing, type TemplateResult } from 'lit-html';
import type { PlayedGame } from '../analysis/analysis';
import { OpenedAnalysis } from '../analysis/opened';
import { Unreachable } from '../chain/caller';
import type { Chain } from '../chain/open';
import type { Language, Strings } from '../i18n/languages';
import { publicBoardRounds } from '../replay/open';
import { CLASSIC, SEATS } from '../rules/game';
import { oneGameAdapter } from '../table/one-game';
import { details } from '../table/parts';
import { type Table, tableAfter, turnAt } from '../table/table';
import { TableView } from '../table/view';
import { type Texts, textsIn } from '../table/words';
import type { ChainAccess, OpenChain } from '../ui/chain-access';
import { button } from '../ui/controls';
import type { Page, PageParts } from '../ui/page';
import { headline } from '../ui/parts';
import { chainFailureText } from '../ui/words';
import { NewGameForm } from './new-game-form';

export class PublicBoardPage implements Page {
  private readonly view: TableView;
  private readonly form: NewGameForm;
  private formOpen = false;
  private readonly analysis: OpenedAnalysis;
  /** The game that is analysed and who played it, whatever comes after it. */
  private analysed: { readonly game: PlayedGame; readonly players: Table['players'] } | null = null;

  constructor(private readonly parts: PageParts) {
    const { access, rules, changed } = parts;
    const seating = { players: [null, null], rules: CLASSIC };
    this.view = new TableView({
      ...parts,
      adapter: oneGameAdapter(() => openIn(access).chain, rules),
      pollMs: () => openIn(access).chain.network.pollMs,
      botId: null,
      empty: tableAfter(rules, null, { kind: 'started', round: 0n, first: 'X', seating }, 0) ?? null,
      signer: () => access.open?.identity.signer ?? null,
      roundReader: publicBoardRounds(() => access.open?.chain.network ?? null),
    });
    this.form = new NewGameForm(changed);
    this.analysis = new OpenedAnalysis(parts);
  }

  start(): void {
    this.parts.access.enter(() => this.view.start());
  }

  stop(): void {
    this.parts.access.leave();
    this.view.stop();
    this.analysis.close();
  }

  key(key: string): boolean {
    if (!this.analysis.isOpen) return this.view.key(key);
    if (key !== 'Escape') return this.analysis.key(key);
    this.analysis.close();
    return true;
  }

  template(strings: Strings, language: Language): TemplateResult {
    const texts = textsIn(strings, language, 'one_game');
    const { view, analysed } = this;
    if (analysed && this.analysis.isOpen) {
      return this.analysis.template({
        strings,
        language,
        game: analysed.game,
        nameOf: (seat) => analysed.players[SEATS.indexOf(seat)] ?? null,
        close: () => this.analysis.close(),
      });
    }
    const { open, failed } = this.parts.access;
    const table = view.shown;
    const failure = failed ? headline(chainFailureText(strings), '', 'busy') : undefined;
    return html`
      <section class="play">
        ${table ? view.board(texts, table, failure) : view.headline(texts)}
        ${view.message(texts)}
        <div class="actions flow">
          ${this.table ? view.moveList.controls(texts, this.table) : nothing} ${this.newGameButton(strings)} ${this.analyseButton(strings)}
        </div>
        <p class="keys">${strings.keyboardHint}</p>
      </section>
      ${open ? this.panel(texts, open) : nothing}
    `;
  }

  private get table(): Table | null | undefined {
    return this.view.session.table;
  }

  private newGameButton(strings: Strings): TemplateResult | typeof nothing {
    const { table, view } = this;
    if (view.session.pending) return nothing;
    if (table === null) return button(strings.newGameTitle, () => this.goToForm(), { look: 'primary' });
    if (!table || turnAt(table) !== null) return nothing;
    const [p1, p2] = playersAt(table);
    return button(strings.newGame, () => this.startGame(p1, p2), { look: 'primary' });
  }

  /** On a phone the form is further below, after the choice of who plays here. */
  private goToForm(): void {
    const first = this.view.me === null ? '.panel :is(input, button)' : '.panel form input';
    this.parts.root().querySelector<HTMLElement>(first)?.focus();
  }

  /** After the end, so that it helps nobody to win. */
  private analyseButton(strings: Strings): TemplateResult | typeof nothing {
    const { table, view } = this;
    const steps = table && turnAt(table) === null ? view.moveList.whole(table) : null;
    if (!table || !steps) return nothing;
    const { players } = table;
    return button(strings.analyse, () => {
      this.analysed = { game: { rules: CLASSIC, first: 'X', steps }, players };
      void this.analysis.open(this.analysed.game);
    });
  }

  private panel(texts: Texts, { chain, identity }: OpenChain): TemplateResult {
    return html`
      <aside class="panel stack">
        ${identity.template(texts.strings, this.view.isPlaying)}
        ${this.newGameSection(texts.strings, chain)}
        ${this.table ? this.view.moveList.template(texts, this.table) : nothing}
        ${details(texts, this.view.session, chain.network)}
      </aside>
    `;
  }

  private newGameSection(strings: Strings, chain: Chain): TemplateResult | typeof nothing {
    const { table, view } = this;
    if (table === undefined) return nothing;
    if (table !== null && !this.formOpen)
      return button(strings.otherPlayers, () => this.openForm(true), { look: 'normal' });
    if (this.form.isBlank()) this.suggestPlayers(chain);
    return html`
      <section class="card stack">
        <h2>${strings.newGameTitle}</h2>
        ${this.form.template({
          strings,
          contractId: chain.network.contractId,
          me: view.me,
          known: this.knownAccounts(chain),
          replacesGame: table !== null && turnAt(table) !== null,
          busy: view.session.pending !== null,
          start: (p1, p2) => this.startGame(p1, p2),
          cancel: table === null ? null : () => this.openForm(false),
        })}
      </section>
    `;
  }

  private startGame(p1: string, p2: string): void {
    this.formOpen = false;
    this.view.focus();
    this.view.scrollIntoSight();
    void this.view.act({ kind: 'new_game', p1, p2 });
  }

  private openForm(open: boolean): void {
    this.formOpen = open;
    if (open && this.parts.access.open) this.suggestPlayers(this.parts.access.open.chain);
    this.parts.changed();
  }

  private suggestPlayers(chain: Chain): void {
    const { me } = this.view;
    const [first, second] = chain.players.map(({ accountId }) => accountId);
    const opponent = [first, second].find((id) => id !== me);
    const [p1, p2] = this.table ? playersAt(this.table) : [me ?? first ?? '', opponent ?? ''];
    this.form.suggest(p1, p2);
  }

  private knownAccounts(chain: Chain): string[] {
    const players = this.table?.players ?? [];
    const accounts = [this.view.me, ...players, ...chain.players.map(({ accountId }) => accountId)];
    return [...new Set(accounts.filter((id) => id !== null))];
  }
}

const playersAt = ({ players: [p1, p2] }: Table): [string, string] => [p1 ?? '', p2 ?? ''];

function openIn({ open }: ChainAccess): OpenChain {
  if (!open) throw new Unreachable('the chain is not open yet');
  return open;
}
