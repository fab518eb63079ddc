//! Hundreds of sessions by chance, with several players and games at once and calls that must be refused among
//! them: after each the views show what the model says and what events alone say.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use futures_util::future::try_join_all;
use integration_tests::node;
use near_workspaces::Account;
use serde_json::{Value, json};

use super::test_arena::{PLENTY, SentCall, TestArena};
use crate::dice::Dice;

/// Arenas in which sessions run at the same time, and how many in each.
const ARENAS: usize = 20;
const SESSIONS: usize = 15;

/// Calls in a session, before its games are closed.
const CALLS: usize = 10;

/// One session in this many is a 3x3 game of two that is played to its end.
const TO_THE_END: usize = 5;

/// After this many sessions all views are compared, and not only the games.
const CHECK_ALL: usize = 5;

const ACCOUNTS: [&str; 4] = ["alice", "bob", "carol", "dora"];

/// What must have happened somewhere in all the sessions, or they prove too little.
const SEEN: [&str; 28] = [
    "create",
    "join",
    "play",
    "restart",
    "resign",
    "claim_timeout",
    "close",
    "storage_withdraw",
    "game_created",
    "player_joined",
    "round_started",
    "move_made",
    "resigned",
    "timed_out",
    "won",
    "draw",
    "abandoned",
    "game_closed",
    "GAME_EXISTS",
    "NOT_YOUR_TURN",
    "CELL_TAKEN",
    "ALREADY_OUT",
    "WAITING",
    "GAME_OVER",
    "NOT_HOST",
    "NOT_YET",
    "rotates",
    "ROUND_UNDER_WAY",
];

#[test]
fn views_show_what_events_alone_say_after_each_of_300_random_sessions() -> Result<()> {
    node::block_on(async {
        // Its own node: time is skipped here.
        let node = node::start().await?;
        let keys = TestArena::bank(&node, "bank", ARENAS).await?;
        let sessions = keys.iter().enumerate().map(async |(number, key)| {
            let names = ACCOUNTS.map(|name| format!("{name}-{number}"));
            let arena = TestArena::open_below(&node, key, &format!("arena-{number}"), &names).await?;
            SessionRunner {
                arena,
                dice: Dice::new(number as u64 + 1),
                sent_calls: Vec::new(),
                seen: BTreeSet::new(),
            }
            .run()
            .await
        });
        let seen: BTreeSet<String> = try_join_all(sessions).await?.into_iter().flatten().collect();
        let missing: Vec<_> = SEEN.into_iter().filter(|what| !seen.contains(*what)).collect();
        assert!(missing.is_empty(), "{missing:?} never happened, only {seen:?}");
        Ok(())
    })
}

/// The sessions of one arena, one after the other.
struct SessionRunner {
    arena: TestArena,
    dice: Dice,
    /// What this session has sent, for the error message when it fails.
    sent_calls: Vec<String>,
    seen: BTreeSet<String>,
}

impl SessionRunner {
    async fn run(mut self) -> Result<BTreeSet<String>> {
        for session in 0..SESSIONS {
            self.sent_calls.clear();
            let done = self.session(session).await;
            done.with_context(|| format!("session {session} sent {:#?}", self.sent_calls))?;
        }
        self.arena.check().await?;
        self.arena.check_balances().await?;
        Ok(self.seen)
    }

    async fn session(&mut self, number: usize) -> Result<()> {
        if number.is_multiple_of(TO_THE_END) {
            self.play_to_the_end().await?;
        } else {
            self.play_at_random().await?;
        }
        if number.is_multiple_of(CHECK_ALL) {
            self.arena.check().await?;
        } else {
            self.arena.check_games().await?;
        }
        for game in self.arena.model.games() {
            let host = self.account(&game["players"][0]);
            self.send(SentCall::new(&host, "close", json!({ "game_id": game["game_id"] }))).await?;
        }
        Ok(())
    }

    async fn play_at_random(&mut self) -> Result<()> {
        let first = self.creation();
        self.send(first).await?;
        for _ in 1..CALLS {
            let sent = self.next().await?;
            self.send(sent).await?;
        }
        Ok(())
    }

    async fn play_to_the_end(&mut self) -> Result<()> {
        let [alice, bob, ..] = self.arena.accounts::<{ ACCOUNTS.len() }>();
        let players = json!({ "players": [alice.id(), bob.id()] });
        self.send(SentCall::new(&alice, "create", players).with(PLENTY)).await?;
        while let [game] = &self.arena.model.games()[..]
            && game["status"] == "in_progress"
        {
            let sent = self.legal_move(game);
            self.send(sent).await?;
        }
        Ok(())
    }

    async fn send(&mut self, sent: SentCall) -> Result<()> {
        self.sent_calls.push(format!("{} {} {}", sent.by.id(), sent.method, sent.args));
        match self.arena.call(&sent).await? {
            Ok(done) => {
                self.seen.insert(sent.method.to_owned());
                for log in done.logs {
                    self.seen.extend(
                        SEEN.iter()
                            .filter(|what| log.contains(&format!("\"{what}\"")))
                            .map(|what| (*what).to_owned()),
                    );
                }
            }
            Err(code) => {
                self.seen.insert(code);
            }
        }
        Ok(())
    }

    /// Chooses the next call: mostly a legal move, and now and then anything.
    async fn next(&mut self) -> Result<SentCall> {
        let games = self.arena.model.games();
        if games.is_empty() || self.dice.roll(8) == 0 {
            return Ok(self.creation());
        }
        let game = self.dice.pick(&games).clone();
        let anybody = self.somebody(&game);
        let this = json!({ "game_id": game["game_id"] });
        let about = |method| SentCall::new(&anybody, method, this.clone());
        Ok(match self.dice.roll(100) {
            0..60 if game["status"] == "in_progress" => self.legal_move(&game),
            0..60 if game["status"] == "waiting" => about("join"),
            0..60 | 78..82 => about("restart"),
            60..65 => self.any_move(&anybody, &game),
            65..68 if game["status"] == "in_progress" => self.taken_cell(&game),
            68..70 if game["out"] != json!([]) => {
                let who = self.player(&game, &game["out"][0]);
                SentCall::new(&who, "resign", this)
            }
            65..78 => about("resign"),
            82..86 => about("join"),
            86..90 => about("close"),
            90..93 => about("claim_timeout"),
            93..97 => {
                if !game["turn_seconds"].is_null() {
                    self.arena.wait(30).await?;
                }
                about(["claim_timeout", "restart", "close"][self.dice.roll(3)])
            }
            _ => SentCall::new(&anybody, "storage_withdraw", json!({})).with(1),
        })
    }

    fn creation(&mut self) -> SentCall {
        let host = self.anybody();
        let mut players = vec![json!(host.id())];
        let mut others: Vec<Account> =
            self.arena.all_accounts().iter().filter(|account| account.id() != host.id()).cloned().collect();
        for _ in 0..*self.dice.pick(&[1, 1, 1, 2, 2, 3]) {
            let other = others.remove(self.dice.roll(others.len()));
            players.push(if self.dice.roll(4) == 0 { Value::Null } else { json!(other.id()) });
        }
        let rules = [
            Value::Null,
            Value::Null,
            json!({ "grid": { "rows": 3, "cols": 4, "in_a_row": 3 } }),
            json!({ "grid": { "rows": 4, "cols": 3, "in_a_row": 2 } }),
            json!({ "ultimate": { "capture": "first" } }),
            json!({ "ultimate": { "capture": "any" } }),
            json!({ "ultimate": { "capture": "closing" } }),
        ];
        // Ultimate takes two.
        let fit = if players.len() == 2 { rules.len() } else { rules.len() - 3 };
        let rules = self.dice.pick(&rules[..fit]).clone();
        let turn_seconds = *self.dice.pick(&[None, None, Some(30)]);
        let starts = *self.dice.pick(&[None, Some("host"), Some("rotates")]);
        let args =
            json!({ "players": players, "rules": rules, "turn_seconds": turn_seconds, "starts": starts });
        SentCall::new(&host, "create", args).with(PLENTY)
    }

    fn legal_move(&mut self, game: &Value) -> SentCall {
        let by = self.player(game, &game["turn"]);
        let id = game["game_id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
        let [row, col] = *self.dice.pick(&self.arena.model.legal(id));
        let round = if self.dice.roll(2) == 0 { game["round"].clone() } else { Value::Null };
        SentCall::new(
            &by,
            "play",
            json!({ "game_id": game["game_id"], "row": row, "col": col, "round": round }),
        )
    }

    /// Makes the player to move take a cell that has a mark, or any if there are none.
    fn taken_cell(&mut self, game: &Value) -> SentCall {
        let by = self.player(game, &game["turn"]);
        let cells = game["board"].as_array().expect("a list");
        let marked = cells.iter().position(|cell| cell != 0).unwrap_or(0);
        let cols = usize::try_from(game["cols"].as_u64().expect("a number")).expect("small");
        let (row, col) = (marked / cols, marked % cols);
        SentCall::new(&by, "play", json!({ "game_id": game["game_id"], "row": row, "col": col }))
    }

    fn any_move(&mut self, by: &Account, game: &Value) -> SentCall {
        let (row, col) = (self.dice.roll(5), self.dice.roll(5));
        SentCall::new(by, "play", json!({ "game_id": game["game_id"], "row": row, "col": col }))
    }

    /// Picks an account, mostly a player of the game.
    fn somebody(&mut self, game: &Value) -> Account {
        let players: Vec<&Value> =
            game["players"].as_array().into_iter().flatten().filter(|player| !player.is_null()).collect();
        if self.dice.roll(3) == 0 {
            self.anybody()
        } else {
            {
                let player = *self.dice.pick(&players);
                self.account(player)
            }
        }
    }

    fn anybody(&mut self) -> Account {
        self.dice.pick(self.arena.all_accounts()).clone()
    }

    fn player(&self, game: &Value, seat: &Value) -> Account {
        let seat = usize::try_from(seat.as_u64().expect("a seat")).expect("small");
        self.account(&game["players"][seat - 1])
    }

    fn account(&self, id: &Value) -> Account {
        let mut accounts = self.arena.all_accounts().iter();
        let account = accounts.find(|account| id.as_str() == Some(account.id().as_str()));
        account.expect("every player is a account").clone()
    }
}
