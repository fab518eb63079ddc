//! Hundreds of random games: after each, a replica fed by events alone shows what `get_game` shows.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use futures_util::future::{try_join, try_join_all};
use integration_tests::node::{account, on_node, send_once, with_more_keys};
use integration_tests::test_game::TestGame;
use integration_tests::wasm;
use near_workspaces::network::Sandbox;
use near_workspaces::operations::Function;
use near_workspaces::result::ExecutionFinalResult;
use near_workspaces::types::NearToken;
use near_workspaces::{Account, Worker};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::json;

use super::replica::Replica;

const GAMES: usize = 500;

/// How many contracts are played on at the same time.
const CONTRACTS: usize = 50;

/// Enough for the contract's code and state.
const CONTRACT_COST: NearToken = NearToken::from_millinear(1_500);

/// Any 32 bytes; the same ones give the same games.
const SEED: [u8; 32] = *b"five hundred games of noughts...";

/// What happens in one game. Some of the moves are illegal: the cell is taken or the game is over.
#[derive(Clone, Debug)]
struct Script {
    /// Whether both players are one account.
    self_play: bool,
    /// Cells from 0 to 8; each list is one transaction of the player to move. A transaction with an
    /// illegal move fails as a whole.
    transactions: Vec<Vec<u8>>,
}

/// The games of one contract so far.
struct Session {
    test: TestGame,
    replica: Replica,
}

#[test]
fn a_replica_fed_by_events_alone_equals_get_game_after_each_of_500_random_games() -> Result<()> {
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &SEED));
    let trees: Vec<_> = (0..GAMES)
        .map(|_| script().new_tree(&mut runner))
        .collect::<Result<_, _>>()
        .expect("every script is valid");
    let scripts: Vec<Script> = trees.iter().map(ValueTree::current).collect();
    assert!(scripts.iter().any(|script| script.self_play) && scripts.iter().any(|script| !script.self_play));

    on_node(async |node| {
        let contracts = contracts(&node).await?;
        let games = contracts.into_iter().zip(scripts.chunks(GAMES / CONTRACTS));
        let played = try_join_all(games.map(|(test, scripts)| play_on_one_contract(test, scripts))).await?;
        let mut ends = BTreeSet::new();
        for (game, (end, tree)) in played.into_iter().flatten().zip(trees).enumerate() {
            match end {
                Ok(status) => ends.insert(status),
                Err(difference) => {
                    let smallest = shrink(&node, tree).await?;
                    panic!("game {game} differs: {difference:#}; the smallest such game is {smallest:?}");
                }
            };
        }
        let every_end = ["\"draw\"", "\"in_progress\"", "\"won\""];
        assert!(ends.iter().eq(&every_end), "the games ended in {ends:?} only");
        Ok(())
    })
}

/// Deploys many contracts for two accounts, which have a key for each, so that no contract waits for another.
async fn contracts(node: &Worker<Sandbox>) -> Result<Vec<TestGame>> {
    let (alice, bob) = try_join(node.dev_create_account(), node.dev_create_account()).await?;
    let keys = try_join(with_more_keys(node, &alice, CONTRACTS), with_more_keys(node, &bob, CONTRACTS));
    let (alices, bobs) = keys.await?;
    let wasm = wasm::one_game()?;
    // Each with a key of its own here too: fifty transactions of one key at once would get in each other's way.
    let contracts = alices.iter().enumerate().map(async |(number, alice)| {
        let name = format!("contract-{number}");
        let contract = account(node, alice, &name, CONTRACT_COST).await?;
        anyhow::Ok(contract.deploy(&wasm).await?.into_result()?)
    });
    let contracts = try_join_all(contracts).await?;
    let seats = contracts.into_iter().zip(alices).zip(bobs);
    Ok(seats.map(|((contract, alice), bob)| TestGame { node: node.clone(), contract, alice, bob }).collect())
}

/// Plays one game after the other. Each returns its status at the end, or where the replica is wrong.
async fn play_on_one_contract(test: TestGame, scripts: &[Script]) -> Result<Vec<Result<String>>> {
    let mut session = Session { test, replica: Replica::default() };
    let mut played = Vec::new();
    for script in scripts {
        played.push(session.follow(script).await?);
    }
    Ok(played)
}

/// Returns the smallest variant of a script that fails on a contract of its own, or the script itself if it needs
/// the games before it.
async fn shrink(node: &Worker<Sandbox>, mut tree: impl ValueTree<Value = Script>) -> Result<Script> {
    let mut smallest = tree.current();
    loop {
        let mut session = Session { test: TestGame::without_game(node).await?, replica: Replica::default() };
        let fails = session.follow(&tree.current()).await?.is_err();
        if fails {
            smallest = tree.current();
        }
        let more = if fails { tree.simplify() } else { tree.complicate() };
        if !more {
            return Ok(smallest);
        }
    }
}

impl Session {
    /// Plays a game and compares the replica with the view at its end. The outer result is about the node.
    async fn follow(&mut self, script: &Script) -> Result<Result<String>> {
        let (p1, p2) = (&self.test.alice, if script.self_play { &self.test.alice } else { &self.test.bob });
        let created = self.test.new_game(p1, p1.id(), p2.id()).await?;
        ensure!(created.is_success(), "{created:?}");
        let mut read = self.replica.read(&created);
        for cells in &script.transactions {
            let result = self.play(self.to_move(), cells).await?;
            read = read.and(self.replica.read(&result));
        }
        let game = self.test.game_json().await?;
        let same = *self.replica.game() == game;
        Ok(read.and_then(|()| {
            ensure!(same, "the view shows {game:?}, the replica {:?}", self.replica.game());
            Ok(game["status"].to_string())
        }))
    }

    /// Returns the player to move, or Alice once the game is over.
    fn to_move(&self) -> &Account {
        let next = self.replica.game()["next"]["player"].as_str();
        if next == Some(self.test.bob.id().as_str()) { &self.test.bob } else { &self.test.alice }
    }

    async fn play(&self, by: &Account, cells: &[u8]) -> Result<ExecutionFinalResult> {
        let mut transaction = by.batch(self.test.contract.id());
        for cell in cells {
            let args = json!({ "row": cell / 3, "col": cell % 3 });
            transaction = transaction.call(Function::new("play").args_json(args));
        }
        send_once(&self.test.node, transaction.transact_async()).await
    }
}

/// Generates a whole board in random order, with a few repeated cells in between, cut into transactions.
fn script() -> impl Strategy<Value = Script> {
    let order = Just((0..9).collect::<Vec<u8>>()).prop_shuffle();
    let repeats = prop::collection::vec((any::<Index>(), 0..9u8), 0..3);
    let sizes = prop::collection::vec(1..6usize, 9 + 2);
    (any::<bool>(), order, repeats, 5..12usize, sizes).prop_map(
        |(self_play, mut cells, repeats, length, sizes)| {
            for (position, cell) in repeats {
                cells.insert(position.index(cells.len() + 1), cell);
            }
            cells.truncate(length);
            let transactions = if self_play { cut(&cells, &sizes) } else { cut(&cells, &[1; 11]) };
            Script { self_play, transactions }
        },
    )
}

fn cut(mut cells: &[u8], sizes: &[usize]) -> Vec<Vec<u8>> {
    let mut transactions = Vec::new();
    for size in sizes {
        let (transaction, rest) = cells.split_at((*size).min(cells.len()));
        if !transaction.is_empty() {
            transactions.push(transaction.to_vec());
        }
        cells = rest;
    }
    transactions
}
