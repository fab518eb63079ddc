//! Upgrades: games at every stage and all kinds of records that version 1.0.0 has stored, for accounts with the longest
//! ids, are read, played on, closed and paid out by today's build and by a version 2 that stores more. Each call is
//! compared with the model before and after, and so is what the records take with what is locked for them.

use anyhow::{Context, Result};
use integration_tests::node;
use integration_tests::wasm;
use near_workspaces::Account;
use serde_json::{Value, json};

use super::test_arena::{PLENTY, TestArena};
use crate::dice::Dice;

const LONGEST_ID: usize = 64;

/// How long a turn may take in the games that have a limit.
const LIMIT: u64 = 600;

/// Moves that are made in a game before and after the upgrade: enough for captured mini-fields.
const SOME: usize = 24;

/// An arena of version 1.0.0 and how far its games have come.
struct Upgrade {
    arena: TestArena,
    dice: Dice,
    /// Marks made in each game since the upgrade, the first game first.
    marks: Vec<u64>,
}

impl Upgrade {
    async fn from_1_0_0() -> Result<Self> {
        let node = node::start().await?;
        let bank = TestArena::bank(&node, "bank", 1).await?.remove(0);
        let width = LONGEST_ID - 1 - bank.id().len();
        let names = ["w", "x", "y", "z", "idle"].map(|name| format!("{name:0>width$}"));
        let arena = TestArena::deploy_below(&node, &bank, "arena", &names, &wasm::frozen_arena()?).await?;
        Ok(Self { arena, dice: Dice::new(1), marks: Vec::new() })
    }

    /// Creates a game in which some moves are made.
    async fn game(&mut self, players: &[Option<&Account>], moves: usize, options: Value) -> Result<String> {
        let host = players[0].context("somebody hosts")?;
        let mut args =
            json!({ "players": players.iter().map(|player| player.map(Account::id)).collect::<Vec<_>>() });
        args.as_object_mut().context("arguments")?.extend(options.as_object().context("options")?.clone());
        let game = self.arena.create_with(host, args).await?;
        self.marks.push(0);
        self.play(&game, moves).await?;
        Ok(game)
    }

    /// Makes up to so many moves, as long as the round goes on.
    async fn play(&mut self, game: &str, moves: usize) -> Result<()> {
        let id: u64 = game.parse()?;
        for _ in 0..moves {
            let Some(turn) = self.arena.model.view(id)["turn"].as_u64() else { break };
            let by = self.player(id, turn)?;
            let cell = *self.dice.pick(&self.arena.model.legal(id));
            self.arena.play(&by, game, cell).await?;
            self.marks[usize::try_from(id)? - 1] += 1;
        }
        Ok(())
    }

    fn player(&self, game: u64, seat: u64) -> Result<Account> {
        let player = &self.arena.model.view(game)["players"][usize::try_from(seat)? - 1];
        let mut accounts = self.arena.all_accounts().iter();
        let account = accounts.find(|account| player.as_str() == Some(account.id().as_str()));
        account.cloned().context("nobody sits there")
    }

    /// Fills the arena with every kind of record, and games at every stage.
    async fn fill(&mut self) -> Result<()> {
        let [w, x, y, z, idle] = self.arena.accounts();
        let [w, x, y, z] = [Some(&w), Some(&x), Some(&y), Some(&z)];
        let ultimate = |capture: &str| json!({ "rules": { "ultimate": { "capture": capture } } });
        let largest = json!({ "grid": { "rows": 19, "cols": 19, "in_a_row": 6 } });
        let this = |game: &str| json!({ "game_id": game });

        // Waiting, for one or for another.
        self.game(&[y, None], 0, json!({})).await?;
        let half_full = self.game(&[w, None, None], 0, json!({ "starts": "rotates" })).await?;
        self.arena.accept(x.context("x")?, "join", this(&half_full)).await?;
        // Under way, from no mark to many.
        self.game(&[w, x], 0, json!({})).await?;
        self.game(&[x, w], SOME, ultimate("any")).await?;
        self.game(&[w, y], SOME, ultimate("closing")).await?;
        self.game(&[w, z], SOME, ultimate("first")).await?;
        // Over; and after a restart, where another seat starts.
        self.game(&[x, y], 9, json!({})).await?;
        let again = self.game(&[y, x], 9, json!({ "starts": "rotates" })).await?;
        self.arena.accept(x.context("x")?, "restart", this(&again)).await?;
        self.play(&again, 2).await?;
        // Against the clock: with somebody out, and overdue.
        let timed = json!({ "rules": largest, "turn_seconds": LIMIT });
        let four = self.game(&[w, x, y, z], 10, timed).await?;
        self.arena.accept(y.context("y")?, "resign", this(&four)).await?;
        self.game(&[z, y], 1, json!({ "turn_seconds": LIMIT })).await?;
        self.arena.wait(LIMIT).await?;
        // Registered without a game, and with less money than before.
        self.arena.accept_paid(&idle, "storage_deposit", json!({}), PLENTY).await?;
        self.arena.accept_paid(&idle, "storage_withdraw", json!({ "amount": "7" }), 1).await?;
        self.arena.check().await?;
        self.marks.fill(0);
        Ok(())
    }

    /// Goes on with every game, and makes a new one.
    async fn go_on(&mut self) -> Result<()> {
        let [w, x, y, z, _] = self.arena.accounts();
        let this = |game: &str| json!({ "game_id": game });
        self.arena.accept(&z, "join", this("1")).await?;
        self.arena.accept(&z, "join", this("2")).await?;
        for game in ["1", "2", "3", "4", "5", "6", "8"] {
            self.play(game, SOME).await?;
            self.arena.check_games().await?;
        }
        self.arena.accept(&y, "restart", json!({ "game_id": "7", "round": 1 })).await?;
        self.play("7", 3).await?;
        self.arena.accept(&x, "resign", this("7")).await?;
        for game in ["9", "10"] {
            self.arena.accept(&x, "claim_timeout", this(game)).await?;
        }
        self.play("9", 5).await?;
        self.game(&[Some(&z), Some(&w)], 2, json!({ "starts": "rotates" })).await?;
        self.arena.check().await
    }

    /// Closes every game and pays everybody out; nothing of them is left.
    async fn wind_up(mut self) -> Result<()> {
        for game in self.arena.model.games() {
            let id = game["game_id"].as_str().context("an id is text")?;
            let host = self.player(id.parse()?, 1)?;
            self.arena.accept(&host, "close", json!({ "game_id": id })).await?;
            self.arena.check().await?;
        }
        for account in self.arena.all_accounts().to_vec() {
            self.arena.accept_paid(&account, "storage_unregister", json!({}), 1).await?;
        }
        self.arena.check().await?;
        self.arena.check_balances().await?;
        assert_eq!(self.arena.storage().await?.records.len(), 1, "the contract's own record is left");
        Ok(())
    }

    /// Returns the stored records of this kind, by key.
    async fn records(&self, kind: u8, key_length: usize) -> Result<Vec<Vec<u8>>> {
        let records = self.arena.storage().await?.records.into_iter();
        let of_kind = records.filter(|(key, _)| key[0] == kind && key.len() == key_length);
        Ok(of_kind.map(|(_, value)| value).collect())
    }

    /// Returns the stored games, by id.
    async fn stored_games(&self) -> Result<Vec<Vec<u8>>> {
        self.records(b'g', 1 + 8).await
    }

    /// Returns the stored accounts.
    async fn stored_accounts(&self) -> Result<Vec<Vec<u8>>> {
        self.records(b'a', 1 + 32).await
    }
}

#[test]
fn what_version_1_0_0_has_stored_is_played_on_closed_and_paid_out_today() -> Result<()> {
    node::block_on(async {
        let mut upgrade = Upgrade::from_1_0_0().await?;
        upgrade.fill().await?;
        let before = upgrade.arena.storage().await?.records;
        upgrade.arena.upgrade(&wasm::arena()?).await?;
        assert_eq!(upgrade.arena.storage().await?.records, before, "upgrading changes no record");
        upgrade.arena.check().await?;
        upgrade.go_on().await?;
        upgrade.wind_up().await
    })
}

#[test]
fn a_rehearsed_version_2_keeps_more_of_games_and_accounts_within_what_1_0_0_has_locked() -> Result<()> {
    node::block_on(async {
        let mut upgrade = Upgrade::from_1_0_0().await?;
        upgrade.fill().await?;
        let before = upgrade.arena.storage().await?.records;
        upgrade.arena.upgrade(&wasm::arena_v2()?).await?;
        assert_eq!(upgrade.arena.storage().await?.records, before, "records are rewritten when they change");
        upgrade.arena.check().await?;
        upgrade.go_on().await?;

        // Every game has changed since, so each is stored as version 2, with its new number at the end.
        let games = upgrade.stored_games().await?;
        assert!(games.iter().all(|game| game[0] == 1), "{games:?}");
        let marks: Vec<_> = games.iter().map(|game| last_number(game)).collect();
        assert_eq!(marks, upgrade.marks);
        // So is the account that has made one since; the one without a game is as it was.
        let accounts = upgrade.stored_accounts().await?;
        assert!(accounts.iter().any(|account| account[0] == 1 && last_number(account) == 1), "{accounts:?}");
        assert!(accounts.iter().any(|account| account[0] == 0), "{accounts:?}");
        upgrade.wind_up().await
    })
}

fn last_number(record: &[u8]) -> u64 {
    u64::from_le_bytes(*record.last_chunk().expect("a record is long enough"))
}
