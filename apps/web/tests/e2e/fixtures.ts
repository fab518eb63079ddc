/** What every browser test starts from: a page that reports no errors and, if asked for, a node of its own. */

import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { Account, actions, JsonRpcProvider, type KeyPairString, PublicKey } from 'near-api-js';
import { startLocalnet } from '../../scripts/localnet.mjs';
import { callOutcome } from '../../src/chain/signer';
import { CALL_GAS as ARENA_GAS, type GameView } from '../../src/contract/arena';
import { CALL_GAS } from '../../src/contract/tic_tac_toe';

export { expect };

type Node = Awaited<ReturnType<typeof startLocalnet>>;

type Action = ReturnType<typeof actions.functionCall>;

/** What NEAR Connect hands to a wallet, as far as this page asks for it. */
export interface WalletQuestion {
  readonly signerId: string;
  readonly receiverId: string;
  readonly actions: readonly [WalletAction];
}

type WalletAction =
  | { type: 'FunctionCall'; params: { methodName: string; args: object; gas: string; deposit: string } }
  | { type: 'AddKey'; params: { publicKey: string; accessKey: { permission: KeyPermission } } }
  | { type: 'DeleteKey'; params: { publicKey: string } };

interface KeyPermission {
  readonly receiverId: string;
  readonly methodNames: string[];
  readonly allowance: string;
}

const ENOUGH_FOR_A_GAME = 10n ** 23n;

/** A running node, and what tests do to it behind the page's back. */
export class Chain {
  private running = true;
  /** Where a relay for guests answers, if a test has started one. */
  relayUrl: string | undefined;

  constructor(private node: Node) {}

  get info() {
    return { ...this.node.info, relayUrl: this.relayUrl };
  }

  /** A game of the arena as everybody sees it. */
  async view(gameId: string): Promise<GameView> {
    const provider = new JsonRpcProvider({ url: this.info.rpcUrl });
    const question = { contractId: this.info.arenaId, method: 'get_game', args: { game_id: gameId } };
    return (await provider.callFunction(question)) as unknown as GameView;
  }

  get alice(): string {
    return this.player(0).accountId;
  }

  get bob(): string {
    return this.player(1).accountId;
  }

  get carol(): string {
    return this.player(2).accountId;
  }

  get dave(): string {
    return this.player(3).accountId;
  }

  /** Calls the contract as somebody who uses another client; gives the transaction's outcome. */
  async call(accountId: string, method: string, args: object) {
    return this.send(accountId, this.info.contractId, actions.functionCall(method, args, CALL_GAS, 0n));
  }

  /** Calls the arena alike. */
  async arena(accountId: string, method: string, args: object, deposit = 0n) {
    return this.send(accountId, this.info.arenaId, actions.functionCall(method, args, ARENA_GAS, deposit));
  }

  /** Makes a game in the arena, hosted by the first player; gives its id. */
  async game(players: readonly (string | null)[], rest: object = {}): Promise<string> {
    const outcome = await this.arena(players[0] ?? '', 'create', { players, ...rest }, ENOUGH_FOR_A_GAME);
    return String(callOutcome(outcome, this.info.arenaId).value);
  }

  /** Sends NEAR, in yoctoNEAR, from one of the players. */
  async transfer(from: string, to: string, amount: bigint) {
    return this.send(from, to, actions.transfer(amount));
  }

  /** Lets so much time pass on the chain at once. */
  async letTimePass(seconds: number): Promise<void> {
    await new JsonRpcProvider({ url: this.info.rpcUrl }).sendJsonRpc('sandbox_advance_time' as never, {
      delta_ms: seconds * 1000,
    });
  }

  /** Signs and sends what a wallet is asked for. */
  async sign({ signerId, receiverId, actions: [asked] }: WalletQuestion) {
    switch (asked.type) {
      case 'FunctionCall': {
        const { methodName, args, gas, deposit } = asked.params;
        const action = actions.functionCall(methodName, args, BigInt(gas), BigInt(deposit));
        return this.send(signerId, receiverId, action);
      }
      case 'AddKey': {
        const { publicKey, accessKey } = asked.params;
        const { receiverId: contract, methodNames, allowance } = accessKey.permission;
        const key = PublicKey.fromString(publicKey);
        const action = actions.addFunctionCallAccessKey(key, contract, methodNames, BigInt(allowance));
        return this.send(signerId, receiverId, action);
      }
      case 'DeleteKey': {
        const action = actions.deleteKey(PublicKey.fromString(asked.params.publicKey));
        return this.send(signerId, receiverId, action);
      }
    }
  }

  private async send(accountId: string, receiverId: string, action: Action) {
    const player = this.info.players.find((known) => known.accountId === accountId);
    const provider = new JsonRpcProvider({ url: this.info.rpcUrl });
    const account = new Account(accountId, provider, player?.secretKey as KeyPairString);
    return account.signAndSendTransaction({ receiverId, actions: [action], throwOnFailure: false });
  }

  async stop(): Promise<void> {
    this.running = false;
    await this.node.stop();
  }

  /** Starts a new, empty chain where the old one was. */
  async startAgain(): Promise<void> {
    this.node = await startLocalnet({ port: Number(new URL(this.info.rpcUrl).port) });
    this.running = true;
  }

  /** Lets the pages of a context find this node, as the local server does. */
  async serveTo(context: BrowserContext): Promise<void> {
    await context.route('**/localnet.json', (route) =>
      this.running ? route.fulfill({ json: this.info }) : route.fulfill({ status: 404 }),
    );
  }

  private player(index: number) {
    const player = this.info.players[index];
    if (!player) throw new Error(`the node has no player ${index}`);
    return player;
  }
}

interface Fixtures {
  chain: Chain;
  /** The console errors that a test expects; any other fails it. */
  expectedErrors: RegExp;
  failOnErrors: undefined;
}

const NONE = /(?!)/;
/** Most tests run without the service worker, whose requests they could not intercept. */
const NO_SERVICE_WORKER = 'Service Worker registration blocked by Playwright';

/** Pages that outlive a server they ask would report that it is gone. */
export async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

export const test = base.extend<Fixtures>({
  chain: async ({ browser }, use) => {
    const chain = new Chain(await startLocalnet());
    await use(chain);
    await closePages(browser);
    await chain.stop();
  },
  expectedErrors: [NONE, { option: true }],
  failOnErrors: [
    async ({ context, browser, expectedErrors }, use) => {
      const errors: string[] = [];
      const listen = (page: Page) => {
        page.on('pageerror', (error) => errors.push(String(error)));
        page.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
        });
      };
      context.on('page', listen);
      const listenToAll = (other: BrowserContext) => other.on('page', listen);
      browser.on('context', listenToAll);
      await use(undefined);
      browser.off('context', listenToAll);
      const unexpected = errors.filter((error) => error !== NO_SERVICE_WORKER && !expectedErrors.test(error));
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});
