//! The contract's promises, tested method by method as a player would call it.

mod events;
mod games;
mod layout;
mod refusals;

use near_sdk::borsh;
use near_sdk::test_utils::{VMContextBuilder, get_logs};
use near_sdk::{AccountId, testing_env};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::{Code, GameView};
use tic_tac_toe_rules::classic::Board;

use crate::{Contract, Error};

const CONTRACT: &str = "tic-tac-toe.near";
const ALICE: &str = "alice.near";
const BOB: &str = "bob.near";
const CAROL: &str = "carol.near";

fn account(id: &str) -> AccountId {
    id.parse().expect("the test names a valid account")
}

/// Makes `caller` call and sign the next call and clears the logs.
fn as_caller(caller: &str) {
    as_contract_for(caller, caller);
}

/// Makes `predecessor` the caller of the next call, signed by `signer`, and clears the logs.
fn as_contract_for(predecessor: &str, signer: &str) {
    testing_env!(
        VMContextBuilder::new()
            .current_account_id(account(CONTRACT))
            .predecessor_account_id(account(predecessor))
            .signer_account_id(account(signer))
            .build()
    );
}

/// Creates a contract in which `p1` and `p2` have just started a game.
fn new_game(p1: &str, p2: &str) -> Contract {
    let mut contract = Contract::default();
    as_caller(p1);
    contract.try_new_game(account(p1), account(p2)).expect("two accounts can start a game");
    contract
}

/// Returns the moves of a game drawn with each move's number in its cell and a dot in the others, in order.
fn moves(game: &str) -> Vec<(u64, u64)> {
    let cells = game.split_whitespace().zip(0_u64..).filter(|(cell, _)| *cell != ".");
    let mut moves: Vec<(u8, (u64, u64))> = cells
        .map(|(cell, index)| (cell.parse().expect("a cell is a number or a dot"), (index / 3, index % 3)))
        .collect();
    moves.sort_unstable();
    moves.into_iter().map(|(_, cell)| cell).collect()
}

/// Creates a game of alice and bob, alice first, and makes the moves of a drawn game.
fn after_moves(game: &str) -> Contract {
    let mut contract = new_game(ALICE, BOB);
    for ((row, col), player) in moves(game).into_iter().zip([ALICE, BOB].into_iter().cycle()) {
        play(&mut contract, player, row, col).expect("the move is legal");
    }
    contract
}

fn play(contract: &mut Contract, player: &str, row: u64, col: u64) -> Result<(), Error> {
    as_caller(player);
    contract.try_play(row, col, None)
}

fn play_in(contract: &mut Contract, player: &str, game_id: u64) -> Result<(), Error> {
    as_caller(player);
    contract.try_play(0, 0, Some(GameId(game_id)))
}

fn view(contract: &Contract) -> GameView {
    contract.get_game().expect("a game was created")
}

fn stored_bytes(contract: &Contract) -> Vec<u8> {
    borsh::to_vec(contract).expect("the state can be written")
}

/// Draws the board that the view shows.
fn drawn(contract: &Contract) -> String {
    let rows = view(contract)
        .board
        .map(|row| row.map(|cell| cell.map_or(".".to_owned(), |mark| format!("{mark:?}"))).join(" "));
    rows.join("\n")
}

fn board(drawing: &str) -> String {
    drawing.parse::<Board>().expect("the drawn board is legal").to_string()
}

const X_WINS: &str = "
    1 3 5
    2 4 .
    . . .
";
const O_WINS: &str = "
    1 3 .
    2 4 6
    . . 5
";
const DRAW: &str = "
    1 2 3
    5 4 6
    8 7 9
";
