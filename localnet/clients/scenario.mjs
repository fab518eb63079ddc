// What each JavaScript client is given, and what it must find on the chain.
import { readFile } from 'node:fs/promises';

function need(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. scripts/clients-demo.sh sets it and starts this.`);
  return value;
}

export const rpcUrl = need('RPC_URL');
export const alice = { id: 'alice.near', key: need('ALICE_KEY') };
export const bob = { id: 'bob.near', key: need('BOB_KEY') };
export const wasm = await readFile(need('WASM'));

// Alice in the centre, Bob in a corner.
export const gameAfterTwoMoves = {
  game_id: '1',
  p1: alice.id,
  p2: bob.id,
  board: [
    ['O', null, null],
    [null, 'X', null],
    [null, null, null],
  ],
  moves: 2,
  status: 'in_progress',
  next: { player: alice.id, mark: 'X' },
  winner: null,
  winning_line: null,
};

// Bob moves twice in a row.
export const refusal = `Smart contract panicked: NOT_YOUR_TURN: it is the turn of ${alice.id}`;
