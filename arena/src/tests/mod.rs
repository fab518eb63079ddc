//! The contract's promises, tested method by method as players would call it.

mod clock;
mod events;
mod games;
mod layout;
mod lists;
mod refusals;
mod rounds;
mod storage;

use std::collections::BTreeMap;

use near_sdk::mock::with_mocked_blockchain;
use near_sdk::test_utils::{VMContextBuilder, get_logs};
use near_sdk::{AccountId, MockedBlockchain, NearToken, env, testing_env};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Capture, Code, GameView, Rules, Starts, Status};

use crate::{Contract, Error};

const CONTRACT: &str = "arena.near";
const ALICE: &str = "alice.near";
const BOB: &str = "bob.near";
const CAROL: &str = "carol.near";
const DAVE: &str = "dave.near";
const EVE: &str = "eve.near";

/// A seat that anybody may take.
const FREE: &str = "";

/// More than any game locks.
const PLENTY: NearToken = NearToken::from_millinear(100);

/// When the tests begin, in nanoseconds.
const START: u64 = 1_763_300_000_000_000_000;
const SECOND: u64 = 1_000_000_000;

const FIRST: GameId = GameId(1);

fn account(id: &str) -> AccountId {
    id.parse().expect("the test names a valid account")
}

fn seating(players: &[&str]) -> Vec<Option<AccountId>> {
    players.iter().map(|&player| (player != FREE).then(|| account(player))).collect()
}

#[expect(clippy::unnecessary_wraps, reason = "as create takes them")]
const fn grid(rows: u64, cols: u64, in_a_row: u64) -> Option<Rules> {
    Some(Rules::Grid { rows, cols, in_a_row })
}

#[expect(clippy::unnecessary_wraps, reason = "as create takes them")]
const fn ultimate(capture: Capture) -> Option<Rules> {
    Some(Rules::Ultimate { capture })
}

/// The contract on a chain of its own.
struct Arena {
    contract: Contract,
    now: u64,
}

impl Arena {
    fn new() -> Self {
        with_mocked_blockchain(|chain| drop(chain.take_storage()));
        Self { contract: Contract::default(), now: START }
    }

    /// Creates a contract with one game, made by the first of `players`.
    fn with(players: &[&str], rules: Option<Rules>, turn_seconds: Option<u64>) -> Self {
        let mut arena = Self::new();
        arena.create(players, rules, turn_seconds).expect("such a game can be made");
        arena
    }

    /// Creates a contract with one game on the 3x3 grid without a time limit.
    fn classic(players: &[&str]) -> Self {
        Self::with(players, None, None)
    }

    /// Makes `caller` the caller of the next call and clears the logs.
    fn called_by(&mut self, caller: &str) -> &mut Contract {
        self.called_with(caller, NearToken::ZERO)
    }

    /// Does the same with a deposit attached.
    fn called_with(&mut self, caller: &str, deposit: NearToken) -> &mut Contract {
        testing_env!(
            VMContextBuilder::new()
                .current_account_id(account(CONTRACT))
                .predecessor_account_id(account(caller))
                .attached_deposit(deposit)
                .block_timestamp(self.now)
                .build()
        );
        &mut self.contract
    }

    fn wait(&mut self, seconds: u64) {
        self.now += seconds * SECOND;
    }

    fn create(
        &mut self,
        players: &[&str],
        rules: Option<Rules>,
        turn_seconds: Option<u64>,
    ) -> Result<GameId, Error> {
        self.called_with(players[0], PLENTY).create(seating(players), rules, turn_seconds, None)
    }

    /// Creates a game whose rounds are started by each seat in turn.
    fn create_rotating(&mut self, players: &[&str], rules: Option<Rules>) -> Result<GameId, Error> {
        let contract = self.called_with(players[0], PLENTY);
        contract.create(seating(players), rules, None, Some(Starts::Rotates))
    }

    fn join(&mut self, player: &str, id: GameId) -> Result<(), Error> {
        self.called_by(player).try_join(id)
    }

    fn close(&mut self, player: &str, id: GameId) -> Result<(), Error> {
        self.called_by(player).try_close(id)
    }

    /// Makes a move in the first game.
    fn play(&mut self, player: &str, row: u64, col: u64) -> Result<(), Error> {
        self.called_by(player);
        Contract::try_play(FIRST, row, col, None)
    }

    /// Makes moves in the first game, each by the player to move.
    fn must_play(&mut self, moves: &[(u64, u64)]) {
        for &(row, col) in moves {
            let player = self.player_to_move();
            self.play(&player, row, col).expect("the move is legal");
        }
    }

    fn resign(&mut self, player: &str) -> Result<(), Error> {
        self.called_by(player);
        Contract::try_resign(FIRST, None)
    }

    fn restart(&mut self, player: &str) -> Result<(), Error> {
        self.called_by(player);
        Contract::try_restart(FIRST, None)
    }

    fn claim_timeout(&mut self, player: &str) -> Result<(), Error> {
        self.called_by(player);
        Contract::try_claim_timeout(FIRST, None)
    }

    /// Returns the first game.
    #[expect(clippy::unused_self, reason = "it is this arena's game")]
    fn game(&self) -> GameView {
        must_get_game(FIRST)
    }

    fn player_to_move(&self) -> String {
        let game = self.game();
        let turn = game.turn.expect("somebody is to move");
        let player = game.players[usize::from(turn) - 1].as_ref();
        player.expect("every seat is taken").to_string()
    }

    /// Returns every record except the contract's own, and clears the logs.
    fn records(&mut self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let records = with_mocked_blockchain(MockedBlockchain::take_storage);
        self.called_by(EVE);
        for (key, value) in &records {
            env::storage_write(key, value);
        }
        records.into_iter().collect()
    }
}

fn must_get_game(id: GameId) -> GameView {
    Contract::get_game(id).expect("there is such a game")
}

/// Returns how many bytes the chain counts for these records.
fn bytes_of(records: &BTreeMap<Vec<u8>, Vec<u8>>) -> u64 {
    records.iter().map(|(key, value)| 40 + (key.len() + value.len()) as u64).sum()
}

/// Draws the board of a view: a line for each row, a dot for an empty cell.
fn drawn(game: &GameView) -> String {
    let mark = |seat: &u8| if *seat == 0 { ".".to_owned() } else { seat.to_string() };
    let rows = game.board.chunks(game.cols.into());
    rows.map(|row| row.iter().map(mark).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n")
}

/// The host wins along the top row with the fifth move.
const HOST_WINS: [(u64, u64); 5] = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)];
/// The challenger wins along the middle row with the sixth move.
const CHALLENGER_WINS: [(u64, u64); 6] = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (1, 2)];
/// Nobody wins.
const DRAW: [(u64, u64); 9] = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)];
