/** A player's page: results over all rules and by each, and the games with their replays. */

import { html, nothing, type TemplateResult } from 'lit-html';
import { markPicture } from '../boards/marks';
import { shortAccountId } from '../chain/account-id';
import type { Game, Games, Player } from '../contract/indexer';
import type { Language, Strings } from '../i18n/languages';
import { LOBBY_TEXTS, type LobbyStrings } from '../i18n/lobby';
import { type IndexedPages, indexedPages } from '../indexer/indexed';
import { seatAt } from '../table/table';
import { pageButtons } from '../ui/page-buttons';
import { addressOf } from '../ui/routes';
import type { Screen, ScreenContext } from '../ui/screen';
import { answerText, rulesName, table } from './parts';

type PlayerPage = Player & { readonly next: null };

export class PlayerScreen implements Screen {
  private readonly results: IndexedPages<PlayerPage> | null;
  private readonly games: IndexedPages<Games> | null;

  constructor(
    { network, changed }: ScreenContext,
    private readonly accountId: string,
  ) {
    this.results = indexedPages(network, changed, async (indexer, _cursor, signal) => ({
      ...(await indexer.player(accountId, signal)),
      next: null,
    }));
    this.games = indexedPages(network, changed, (indexer, cursor, signal) =>
      indexer.gamesOf(accountId, network.arenaId, cursor, signal),
    );
  }

  start(): void {
    this.results?.start();
    this.games?.start();
  }

  stop(): void {
    this.results?.stop();
    this.games?.stop();
  }

  template(_strings: Strings, language: Language): TemplateResult {
    const texts = LOBBY_TEXTS[language];
    return html`
      <section class="lobby stack">
        <div class="lobby__head flow">
          <a class="button button--small" data-first href=${addressOf({ kind: 'leaders' })}>← ${texts.leaders}</a>
          <h2 title=${this.accountId}>${shortAccountId(this.accountId)}</h2>
        </div>
        ${
          this.results && this.games
            ? html`${resultsTable(texts, this.results)} ${gamesList(texts, language, this.games)}`
            : html`<p class="hint" role="status">${texts.noIndexer}</p>`
        }
      </section>
    `;
  }
}

function resultsTable(texts: LobbyStrings, { answer }: IndexedPages<PlayerPage>): TemplateResult {
  if (answer.kind !== 'known')
    return html`<p class="hint" role="status">${answerText(texts, answer, texts.noResults)}</p>`;
  const { overall, by_rules } = answer.value;
  const { won, lost, drawn, walkedAway, rating } = texts.results;
  const columns = [texts.chooseGame, won, lost, drawn, walkedAway, rating];
  const rows = [{ ...overall, rules: null }, ...by_rules].map((of) => {
    return [rulesName(texts, of.rules), of.won, of.lost, of.drawn, of.walked_away, of.rating];
  });
  return table(texts.resultsName, columns, rows);
}

function gamesList(texts: LobbyStrings, language: Language, pages: IndexedPages<Games>): TemplateResult {
  const { answer } = pages;
  const games = answer.kind === 'known' ? answer.value.games : [];
  return html`
    <section class="list stack" aria-labelledby="player-games">
      <h3 id="player-games">${texts.playerGames}</h3>
      ${
        games.length > 0
          ? html`<ul class="stack">${games.map((game) => gameRow(texts, language, game))}</ul>`
          : html`<p class="hint">${answerText(texts, answer, texts.noResults)}</p>`
      }
      ${pageButtons(texts, texts.playerGames, pages)}
    </section>
  `;
}

function gameRow(texts: LobbyStrings, language: Language, game: Game): TemplateResult {
  const { game_id: gameId, players, rules, status, active } = game;
  const time = new Date(Number(BigInt(active.time) / 1_000_000n));
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
  return html`
    <li class="card row flow" data-game=${gameId}>
      <span class="line stack">
        <span class="flow"><strong>${texts.gameNumber(gameId)}</strong><span class="line__about">${rulesName(texts, rules, players.length)}</span></span>
        <span class="flow">
          ${players.map((player, index) => html`<span class="line__player" title=${player ?? nothing}>${markPicture(seatAt(index + 1))}${player === null ? texts.freeSeat : shortAccountId(player)}</span>`)}
        </span>
        <span class="hint">${texts.statuses[status]} · <time datetime=${time.toISOString()}>${day}</time></span>
      </span>
      <span class="flow">
        <a class="button button--small" aria-label=${texts.inGame(texts.replay, gameId)} href=${addressOf({ kind: 'replay', gameId })}>${texts.replay}</a>
      </span>
    </li>
  `;
}
