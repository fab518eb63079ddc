// Creates an account, deploys, calls, views and reads a failed transaction with near-kit.
import assert from 'node:assert/strict';
import { FunctionCallError, generateKey, Near } from 'near-kit';
import { alice, bob, gameAfterTwoMoves, refusal, rpcUrl, wasm } from './scenario.mjs';

const contractId = `near-kit.${alice.id}`;
const contractKey = generateKey();
const near = new Near({
  network: { rpcUrl, networkId: 'localnet' },
  keyStore: { [alice.id]: alice.key, [bob.id]: bob.key, [contractId]: contractKey.secretKey },
  // near-kit views the final block, so calls have to wait until their block is final.
  defaultWaitUntil: 'FINAL',
});
const gas = '10 Tgas';

async function createContractAccount() {
  await near
    .transaction(alice.id)
    .createAccount(contractId)
    .transfer(contractId, '10 NEAR')
    .addKey(contractKey.publicKey.toString(), { type: 'fullAccess' })
    .send();
  const account = await near.getAccount(contractId);
  assert.equal(account.balance, '10.00');
  assert.equal(account.hasContract, false);
  console.log(`created ${contractId}`);
}

async function deploy() {
  await near.transaction(contractId).deployContract(contractId, wasm).send();
  const { code, hash } = await near.getContractCode(contractId);
  assert.deepEqual(Buffer.from(code), wasm);
  console.log(`deployed, code hash ${hash}`);
}

function call(signerId, method, args) {
  return near.call(contractId, method, args, { signerId, gas });
}

async function mustShowTwoMoves() {
  assert.deepEqual(await near.view(contractId, 'get_game'), gameAfterTwoMoves);
  console.log('viewed the game after two moves');
}

// near-kit throws what the contract said, when sending and when asked for the status later.
function isRefusal(error) {
  assert.ok(error instanceof FunctionCallError, `${error} is not a FunctionCallError`);
  assert.equal(error.contractId, contractId);
  assert.equal(error.methodName, 'play');
  assert.equal(error.panic, refusal);
  return true;
}

async function readFailedTransaction() {
  const move = await near
    .transaction(bob.id)
    .functionCall(contractId, 'play', { row: 2, col: 2 }, { gas })
    .sign();
  const hash = move.getHash();
  await assert.rejects(move.send(), isRefusal);
  await assert.rejects(near.getTransactionStatus(hash, bob.id, 'FINAL'), isRefusal);
  console.log(`read the failed transaction ${hash}: ${refusal}`);
}

await createContractAccount();
await deploy();
assert.equal(await near.view(contractId, 'get_game'), null);

await call(alice.id, 'new_game', { p1: alice.id, p2: bob.id });
await call(alice.id, 'play', { row: 1, col: 1 });
await call(bob.id, 'play', { row: 0, col: 0 });
await mustShowTwoMoves();
await readFailedTransaction();
await mustShowTwoMoves();
