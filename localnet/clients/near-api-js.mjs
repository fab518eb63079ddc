// Creates an account, deploys, calls, views and reads a failed transaction with near-api-js.
import assert from 'node:assert/strict';
import { Account, actions, JsonRpcProvider, KeyPair, nearToYocto, teraToGas } from 'near-api-js';
import { alice, bob, gameAfterTwoMoves, refusal, rpcUrl, wasm } from './scenario.mjs';

const provider = new JsonRpcProvider({ url: rpcUrl });
const accountOfAlice = new Account(alice.id, provider, alice.key);
const accountOfBob = new Account(bob.id, provider, bob.key);
const contractId = `near-api-js.${alice.id}`;
const gas = teraToGas('10');

async function createContractAccount() {
  const key = KeyPair.fromRandom('ed25519');
  const nearToTransfer = nearToYocto('10');
  await accountOfAlice.createAccount({
    newAccountId: contractId,
    publicKey: key.getPublicKey(),
    nearToTransfer,
  });
  const account = new Account(contractId, provider, key.toString());
  const state = await account.getState();
  assert.equal(state.balance.total, nearToTransfer);
  assert.equal(state.codeHash, '11111111111111111111111111111111');
  console.log(`created ${contractId}`);
  return account;
}

async function deploy(account) {
  await account.deployContract(wasm);
  const { code_base64, hash } = await account.getContractCode();
  assert.deepEqual(Buffer.from(code_base64, 'base64'), wasm);
  console.log(`deployed, code hash ${hash}`);
}

function viewGame() {
  return provider.callFunction({ contractId, method: 'get_game', args: {} });
}

function call(player, methodName, args) {
  return player.callFunction({ contractId, methodName, args, gas });
}

async function mustShowTwoMoves() {
  assert.deepEqual(await viewGame(), gameAfterTwoMoves);
  console.log('viewed the game after two moves');
}

// An outcome instead of an exception, for its hash.
async function sendRefusedMove() {
  const outcome = await accountOfBob.signAndSendTransaction({
    receiverId: contractId,
    actions: [actions.functionCall('play', { row: 2, col: 2 }, gas)],
    throwOnFailure: false,
  });
  return outcome.transaction.hash;
}

async function readFailedTransaction(txHash) {
  const query = { txHash, accountId: bob.id, waitUntil: 'FINAL' };
  const plain = await provider.viewTransactionStatus(query);
  const withReceipts = await provider.viewTransactionStatusWithReceipts(query);
  for (const outcome of [plain, withReceipts]) {
    assert.equal(outcome.final_execution_status, 'FINAL');
    assert.deepEqual(outcome.status, {
      Failure: { ActionError: { index: 0, kind: { FunctionCallError: { ExecutionError: refusal } } } },
    });
  }
  assert.equal(withReceipts.receipts[0].receiver_id, contractId);
  console.log(`read the failed transaction ${txHash}: ${refusal}`);
}

const contract = await createContractAccount();
await deploy(contract);
assert.equal(await viewGame(), null);

await call(accountOfAlice, 'new_game', { p1: alice.id, p2: bob.id });
await call(accountOfAlice, 'play', { row: 1, col: 1 });
await call(accountOfBob, 'play', { row: 0, col: 0 });
await mustShowTwoMoves();

await assert.rejects(call(accountOfBob, 'play', { row: 2, col: 2 }), { message: refusal });
await readFailedTransaction(await sendRefusedMove());
await mustShowTwoMoves();
