//! Whole games on boards of every kind, by chance, compared with the model after every move. The players have ids of
//! 64 characters, the longest there are, so that the bytes a game takes are compared with the most it may.

use anyhow::{Context, Result, ensure};
use futures_util::future::try_join_all;
use integration_tests::node::on_node;
use near_workspaces::network::Sandbox;
use near_workspaces::{Account, Worker};
use serde_json::{Value, json};

use super::test_arena::TestArena;
use crate::dice::Dice;

const LONGEST_ID: usize = 64;

#[test]
fn whole_games_by_every_rule_go_as_the_model_says() -> Result<()> {
    let grid = |rows: u64, cols: u64, in_a_row: u64| json!({ "grid": { "rows": rows, "cols": cols, "in_a_row": in_a_row } });
    let ultimate = |capture: &str| json!({ "ultimate": { "capture": capture } });
    let games = [
        (grid(19, 19, 6), 4),
        (grid(15, 15, 5), 2),
        (ultimate("first"), 2),
        (ultimate("any"), 2),
        (ultimate("closing"), 2),
        (grid(3, 3, 3), 2),
        (grid(3, 4, 3), 2),
        (grid(5, 7, 4), 3),
        (grid(3, 3, 3), 4),
    ];
    on_node(async |node| {
        let keys = TestArena::bank(&node, "whole-games", games.len()).await?;
        let played =
            games.into_iter().zip(keys).enumerate().map(async |(number, ((rules, players), key))| {
                let played = play(&node, &key, number, &rules, players).await;
                played.with_context(|| format!("{players} players of {rules}"))
            });
        try_join_all(played).await?;
        Ok(())
    })
}

async fn play(
    node: &Worker<Sandbox>,
    bank: &Account,
    number: usize,
    rules: &Value,
    players: usize,
) -> Result<()> {
    let width = LONGEST_ID - 1 - bank.id().len();
    let names: Vec<_> = (0..players).map(|seat| format!("{:x>width$}", format!("{number}-{seat}"))).collect();
    let mut arena = TestArena::open_below(node, bank, &format!("arena-{number}"), &names).await?;
    let accounts: Vec<Account> = arena.all_accounts().to_vec();
    let ids: Vec<_> = accounts.iter().map(Account::id).collect();
    let game = arena.create_with(&accounts[0], json!({ "players": ids, "rules": rules })).await?;
    let mut dice = Dice::new(number as u64 + 1);
    let mut by = accounts.iter().cycle();
    while arena.model.view(1)["status"] == "in_progress" {
        let cell = *dice.pick(&arena.model.legal(1));
        arena.play(by.next().expect("players take turns"), &game, cell).await?;
        let (shown, expected) = (arena.game(&game).await?, arena.model.view(1));
        ensure!(shown == expected, "{shown:#}\nis not\n{expected:#}");
    }
    arena.check().await?;
    arena.accept(&accounts[0], "close", json!({ "game_id": game })).await?;
    arena.check().await
}
