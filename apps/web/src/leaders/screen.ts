/** The leaderboard: who has won most or plays best, over all rules or by one. */

import { html, type TemplateResult } from 'lit-html';
import { shortAccountId } from '../chain/account-id';
import type { Leader, Leaderboard, SortOrder } from '../contract/indexer';
import type { Language, Strings } from '../i18n/languages';
import { LOBBY_TEXTS, type LobbyStrings } from '../i18n/lobby';
import { type IndexedPages, indexedPages } from '../indexer/indexed';
import { choices } from '../ui/choices';
import { select } from '../ui/controls';
import { pageButtons } from '../ui/page-buttons';
import { addressOf, LOBBY } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { answerText, rulesName, table } from './parts';

/** Rules that have a leaderboard of their own here; all others count in the one over all. */
const RULES = [
  null,
  '3x3:3',
  '5x5:4',
  '15x15:5',
  'ultimate:first',
  'ultimate:any',
  'ultimate:closing',
] as const;

const ORDERS: readonly SortOrder[] = ['wins', 'rating'];

export class LeadersScreen implements Screen {
  private by: SortOrder = 'wins';
  private rules: string | null = null;
  private readonly pages: IndexedPages<Leaderboard> | null;

  constructor({ network, changed }: ScreenContext) {
    this.pages = indexedPages(network, changed, (indexer, cursor, signal) =>
      indexer.leaders(this.by, this.rules, cursor, signal),
    );
  }

  start(): void {
    this.pages?.start();
  }

  stop(): void {
    this.pages?.stop();
  }

  template(_strings: Strings, language: Language): TemplateResult {
    const texts = LOBBY_TEXTS[language];
    return html`
      <section class="lobby stack">
        <div class="lobby__head flow">
          <a class="button button--small" data-first href=${addressOf(LOBBY)}>← ${texts.lobby}</a>
          <h2>${texts.leaders}</h2>
        </div>
        ${this.pages ? this.board(texts, this.pages) : html`<p class="hint" role="status">${texts.noIndexer}</p>`}
      </section>
    `;
  }

  private board(texts: LobbyStrings, pages: IndexedPages<Leaderboard>): TemplateResult {
    const { answer } = pages;
    return html`
      <div class="leaders__choices columns">
        ${choices({
          name: 'order',
          label: texts.order,
          options: ORDERS,
          textOf: (order) => texts.orders[order],
          chosen: this.by,
          choose: (by) => this.choose(() => (this.by = by)),
        })}
        ${select<string | null>({
          label: texts.chooseGame,
          options: RULES,
          chosen: this.rules,
          textOf: (rules) => rulesName(texts, rules),
          choose: (rules) => this.choose(() => (this.rules = rules)),
        })}
      </div>
      ${
        answer.kind === 'known' && answer.value.players.length > 0
          ? leadersTable(texts, answer.value.players)
          : html`<p class="hint" role="status">${answerText(texts, answer, texts.noLeaders)}</p>`
      }
      ${pageButtons(texts, texts.leaders, pages)}
    `;
  }

  private choose(change: () => void): void {
    change();
    this.pages?.restart();
  }
}

function leadersTable(texts: LobbyStrings, leaders: readonly Leader[]): TemplateResult {
  const { won, lost, drawn, rating } = texts.results;
  const link = (player: string) =>
    html`<a href=${addressOf({ kind: 'player', accountId: player })} title=${player}>${shortAccountId(player)}</a>`;
  const columns = [html`<abbr title=${texts.place}>#</abbr>`, texts.player, won, lost, drawn, rating];
  const rows = leaders.map((of) => [of.place, link(of.player), of.won, of.lost, of.drawn, of.rating]);
  return table(texts.leaders, columns, rows, 1);
}
