//! The gas of the arena's calls: one recorded session, in an arena with any number of other games.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use near_primitives::borsh;
use near_primitives::hash::CryptoHash;
use near_workspaces::network::Sandbox;
use near_workspaces::operations::Function;
use near_workspaces::types::{Gas, NearToken};
use near_workspaces::{Account, Contract, Worker};
use serde_json::{Value, json};
use tic_tac_toe_interface::arena::{
    Arena, CLAIM_TIMEOUT, CLOSE, CREATE, Capture, GetCost, JOIN, PLAY, RESIGN, RESTART, Rules,
    STORAGE_DEPOSIT, STORAGE_UNREGISTER, STORAGE_WITHDRAW,
};

use crate::floor::{Change, Floor, Read, Record};
use crate::one_game_gas::{Cost, MIDDLE_PLAY, cost_of};
use crate::transport::Node;
use crate::view::moves;
use crate::{node, wasm};

/// A game that the host wins with the seventh move.
const WON: &str = "
    1 2 3
    4 5 6
    . . 7";

/// The most that calls may burn in all, in gas.
pub const BUDGETS: [(&str, u64); 6] = [
    (MIDDLE_PLAY, 1_850_000_000_000),
    ("create", 3_500_000_000_000),
    ("create, registering, longest ids", 3_500_000_000_000),
    ("close", 3_500_000_000_000),
    ("close, worst case", 3_500_000_000_000),
    ("close of four, worst case", 4_700_000_000_000),
];

/// The largest that the arena's code may be.
pub const MOST_BYTES: usize = 158_000;

/// The accounts that play, in the order of their creation. The last four have the longest ids there are.
const NAMES: [&str; 4] = ["alice", "bob", "carol", "dora"];
const LONGEST_ID: usize = 64;
const ALICE: usize = 0;
const BOB: usize = 1;
const CAROL: usize = 2;
const DORA: usize = 3;
const LONG: [usize; 4] = [4, 5, 6, 7];

const SHORTEST_LIMIT: u64 = 30;

/// Pays for every game of the session.
const DEPOSIT: u128 = 10_u128.pow(24);

/// The balance of the account that creates the other games, and how many it creates in a transaction.
const CROWD_MONEY: NearToken = NearToken::from_near(2_000);
const CROWD_BATCH: usize = 45;
const GAS_IN_BATCH: Gas = Gas::from_tgas(6);

/// A call with its cost and its effects.
pub struct Trace {
    /// Its name in reports.
    pub name: &'static str,
    /// What it burnt.
    pub cost: Cost,
    /// By how many bytes it changed what the account stores.
    pub bytes: i64,
}

/// A measured session.
pub struct Measured {
    /// The versions of the node.
    pub node: String,
    /// How large the code is.
    pub code_bytes: usize,
    /// The named calls.
    pub session: Vec<Trace>,
    /// What the arena says that registering and games lock.
    pub locks: Vec<Lock>,
}

/// What is locked for storage.
pub struct Lock {
    /// For what.
    pub what: &'static str,
    /// How much.
    pub amount: NearToken,
}

struct Step {
    name: Option<&'static str>,
    by: usize,
    method: &'static str,
    args: Value,
    deposit: u128,
}

/// A chain with an arena and players for one session alone.
struct Chain {
    node: Worker<Sandbox>,
    arena: Contract,
    players: Vec<Account>,
}

type Records = BTreeMap<Vec<u8>, Vec<u8>>;

/// Plays the session in an arena with this many other games, all of which have a free seat and Bob in them.
///
/// # Errors
///
/// When no node comes up or a call fails.
pub async fn play_session(others: usize) -> Result<Measured> {
    let chain = Chain::start().await?;
    chain.make_others(others).await?;
    let mut session = Vec::new();
    for step in chain.script(others) {
        session.extend(chain.take(&step).await?);
    }
    let status = chain.node.status().await?;
    let node = format!("{}, protocol {}", status.version.version, status.protocol_version);
    Ok(Measured { node, code_bytes: wasm::arena()?.len(), session, locks: chain.locks().await? })
}

/// Measures calls of an account with the longest id before and after others have named accounts in their games whose
/// ids begin like its own, each one nibble longer.
///
/// # Errors
///
/// When no node comes up or a call fails.
pub async fn play_among_similar_names() -> Result<[Vec<Trace>; 2]> {
    let chain = Chain::start().await?;
    let crowd = chain.make_others(1).await?;
    // The first time also registers.
    chain.play_as_victim(2).await?;
    let before = chain.play_as_victim(3).await?;
    let names = similar_names(chain.players[LONG[0]].id().as_str());
    let host = [crowd.id().to_string()];
    let seatings = names.chunks(3).map(|names| [host.as_slice(), names].concat());
    let games: Vec<Value> = seatings.map(|players| json!({ "players": players })).collect();
    chain.create_all(&crowd, &games).await?;
    let after = chain.play_as_victim(4 + games.len()).await?;
    Ok([before, after])
}

/// Measures the same calls before and after others have found names whose hashes begin like that of the account, of its
/// opponent and of their seating, each one nibble longer. Searching for them would take too long, so records are put
/// where theirs would be.
///
/// # Errors
///
/// When no node comes up or a call fails.
pub async fn play_among_similar_hashes(nibbles: usize) -> Result<[Vec<Trace>; 2]> {
    let chain = Chain::start().await?;
    chain.make_others(1).await?;
    // The first time also registers.
    chain.play_as_victim(2).await?;
    let before = chain.play_as_victim(3).await?;
    let [victim, other, ..] = LONG.map(|seat| chain.players[seat].id().as_str());
    let seating = borsh::to_vec(&[victim, other].as_slice())?;
    for (kind, name) in [(b'a', victim.as_bytes()), (b'a', other.as_bytes()), (b's', &seating)] {
        let CryptoHash(hash) = CryptoHash::hash_bytes(name);
        for nibble in 0..nibbles {
            let mut key = [&[kind], hash.as_slice()].concat();
            key[1 + nibble / 2] ^= if nibble.is_multiple_of(2) { 0x10 } else { 0x01 };
            chain.node.patch_state(chain.arena.id(), &key, b"somebody").await?;
        }
    }
    Ok([before, chain.play_as_victim(4).await?])
}

/// Returns ids that begin like this one and differ from some nibble on.
fn similar_names(id: &str) -> Vec<String> {
    let characters = || (b'0'..=b'9').chain(b'a'..=b'z');
    let mut names = Vec::new();
    for (at, byte) in id.bytes().enumerate().skip(1) {
        let in_first_nibble = characters().find(|other| other >> 4 != byte >> 4);
        let in_second_nibble = characters().find(|other| *other != byte && other >> 4 == byte >> 4);
        for other in in_first_nibble.into_iter().chain(in_second_nibble) {
            let beginning = format!("{}{}", &id[..at], char::from(other));
            names.push(format!("{beginning:q<LONGEST_ID$}"));
        }
    }
    names
}

/// Plays the session with the floor in place of the arena for each named call without payments.
///
/// # Errors
///
/// When no node comes up or a call fails.
pub async fn play_floor() -> Result<Vec<Trace>> {
    let (model, chain) = (Chain::start().await?, Chain::start().await?);
    let mut session = Vec::new();
    for step in model.script(0) {
        let before = model.records().await?;
        let (logs, returned) = model.call(&step).await?;
        let after = model.records().await?;
        let Some(name) = step.name.filter(|name| !name.starts_with("storage_")) else {
            chain.call(&step).await?;
            continue;
        };
        let returns = (!returned.is_empty()).then_some(returned.as_slice());
        let floor = Floor { method: step.method, records: changes(&before, &after), logs: &logs, returns };
        chain.deploy(&floor.wasm()).await?;
        session.extend(chain.take(&Step { name: Some(name), deposit: 0, ..step }).await?);
        chain.deploy(&wasm::arena()?).await?;
    }
    Ok(session)
}

/// Returns the call with this name.
///
/// # Errors
///
/// When there was none.
pub fn find<'a>(session: &'a [Trace], name: &str) -> Result<&'a Trace> {
    session.iter().find(|trace| trace.name == name).with_context(|| format!("no {name} was measured"))
}

impl Chain {
    async fn start() -> Result<Self> {
        let node = node::start().await?;
        let root = node.root_account()?;
        let account = async |name: &str| node::account(&node, &root, name, node::MONEY).await;
        let arena = account("arena").await?.deploy(&wasm::arena()?).await?.into_result()?;
        let mut players = Vec::new();
        for name in NAMES {
            players.push(account(name).await?);
        }
        for number in LONG {
            let width = LONGEST_ID - 1 - root.id().len();
            players.push(account(&format!("{number:x>width$}")).await?);
        }
        Ok(Self { node, arena, players })
    }

    async fn deploy(&self, wasm: &[u8]) -> Result<()> {
        self.arena.as_account().deploy(wasm).await?.into_result()?;
        Ok(())
    }

    /// Makes other games; returns their host, who can pay for many more.
    async fn make_others(&self, others: usize) -> Result<Account> {
        let root = self.node.root_account()?;
        let crowd = node::account(&self.node, &root, "crowd", CROWD_MONEY).await?;
        let half = NearToken::from_yoctonear(CROWD_MONEY.as_yoctonear() / 2);
        let deposit = crowd.call(self.arena.id(), STORAGE_DEPOSIT.name).args_json(json!({})).deposit(half);
        node::send_once(&self.node, deposit.transact_async()).await?.into_result()?;
        let game = json!({ "players": [crowd.id(), self.players[BOB].id(), null] });
        self.create_all(&crowd, &vec![game; others]).await?;
        Ok(crowd)
    }

    /// Creates these games, which the host's balance covers.
    async fn create_all(&self, host: &Account, games: &[Value]) -> Result<()> {
        for some in games.chunks(CROWD_BATCH) {
            let mut transaction = host.batch(self.arena.id());
            for args in some {
                transaction = transaction.call(Function::new(CREATE.name).args_json(args).gas(GAS_IN_BATCH));
            }
            node::send_once(&self.node, transaction.transact_async()).await?.into_result()?;
        }
        Ok(())
    }

    /// Measures calls of the first account with a long id, whose next game has this number.
    async fn play_as_victim(&self, number: usize) -> Result<Vec<Trace>> {
        let [victim, other, ..] = LONG;
        let (id, players) = (number.to_string(), [victim, other].map(|seat| self.players[seat].id()));
        let steps = [
            (STORAGE_DEPOSIT.name, json!({}), DEPOSIT),
            (CREATE.name, json!({ "players": players }), 0),
            (PLAY.name, json!({ "game_id": id, "row": 0, "col": 0 }), 0),
            (CLOSE.name, json!({ "game_id": id }), 0),
            (STORAGE_WITHDRAW.name, json!({}), 1),
        ];
        let mut traces = Vec::new();
        for (method, args, deposit) in steps {
            let step = Step { name: Some(method), by: victim, method, args, deposit };
            traces.extend(self.take(&step).await?);
        }
        Ok(traces)
    }

    fn script(&self, others: usize) -> Vec<Step> {
        let id = |number: usize| (others + number).to_string();
        let game = |number: usize| json!({ "game_id": id(number) });
        let step = |name: &'static str, by, method: &'static str, args| Step {
            name: (!name.is_empty()).then_some(name),
            by,
            method,
            args,
            deposit: 0,
        };
        let create = |name, seats: &[usize], limit: Option<u64>| {
            let players: Vec<_> = seats.iter().map(|seat| self.players[*seat].id()).collect();
            let args = json!({ "players": players, "turn_seconds": limit });
            step(name, seats[0], CREATE.name, args)
        };
        let play = |name, by, number, (row, col): (u8, u8)| {
            step(name, by, PLAY.name, json!({ "game_id": id(number), "row": row, "col": col }))
        };
        let paid = |step: Step, deposit| Step { deposit, ..step };
        let [w, x, y, z] = LONG;
        // On the largest board, against the clock.
        let large = |name, by: usize, others: &[String]| {
            let mut players = vec![self.players[by].id().to_string()];
            players.extend_from_slice(others);
            let rules = json!({ "grid": { "rows": 19, "cols": 19, "in_a_row": 6 } });
            let args = json!({ "players": players, "rules": rules, "turn_seconds": SHORTEST_LIMIT });
            paid(step(name, by, CREATE.name, args), DEPOSIT)
        };
        let seated = |seats: &[usize]| -> Vec<String> {
            seats.iter().map(|seat| self.players[*seat].id().to_string()).collect()
        };
        // Whom nobody has asked: there need not be such accounts.
        let strangers = ["q", "r", "s"].map(|name| name.repeat(LONGEST_ID));
        let reordered = [strangers[1].clone(), strangers[0].clone(), strangers[2].clone()];

        let mut script = vec![
            paid(step("storage_deposit", ALICE, STORAGE_DEPOSIT.name, json!({})), DEPOSIT),
            create("create", &[ALICE, BOB], None),
        ];
        for (number, cell) in (1..).zip(moves(WON)) {
            let name = match number {
                1 => "first play",
                4 => MIDDLE_PLAY,
                7 => "winning play",
                _ => "",
            };
            script.push(play(name, if number % 2 == 1 { ALICE } else { BOB }, 1, cell));
        }
        let open = json!({ "players": [self.players[ALICE].id(), null] });
        script.extend([
            step("restart", ALICE, RESTART.name, game(1)),
            step("resign", BOB, RESIGN.name, game(1)),
            step("", ALICE, CREATE.name, open),
            step("join", CAROL, JOIN.name, game(2)),
            create("", &[ALICE, DORA], Some(SHORTEST_LIMIT)),
            step("claim_timeout", BOB, CLAIM_TIMEOUT.name, game(3)),
            create("create of four", &[ALICE, BOB, CAROL, DORA], None),
            step("close", ALICE, CLOSE.name, game(1)),
            step("close of four", ALICE, CLOSE.name, game(4)),
            paid(create("create, registering, longest ids", &[w, x], Some(SHORTEST_LIMIT)), DEPOSIT),
            paid(create("", &[x, w], None), DEPOSIT),
            create("create of four, longest ids", &[w, x, y, z], Some(SHORTEST_LIMIT)),
            create("", &[w, x, z, y], None),
            play("play, longest ids", w, 7, (0, 0)),
        ]);
        // Under way, on the largest board, won by the host's leaving, and not the last in anybody's list: those are as
        // large and all different.
        script.push(large("create of four, worst case", w, &seated(&[y, x, z])));
        script.extend([w, x, y, z].map(|by| large("", by, &strangers)));
        script.extend([
            play("", w, 9, (0, 0)),
            play("", y, 9, (0, 1)),
            step("", x, RESIGN.name, game(9)),
            step("", z, RESIGN.name, game(9)),
            step("close of four, worst case", w, CLOSE.name, game(9)),
            large("", x, &seated(&[z])),
        ]);
        script.extend([x, z].map(|by| large("", by, &reordered)));
        script.extend([
            play("", x, 14, (0, 0)),
            play("", z, 14, (0, 1)),
            step("close, worst case", x, CLOSE.name, game(14)),
            paid(step("storage_withdraw", ALICE, STORAGE_WITHDRAW.name, json!({})), 1),
            step("", ALICE, CLOSE.name, game(2)),
            step("", ALICE, CLOSE.name, game(3)),
            paid(step("storage_unregister", ALICE, STORAGE_UNREGISTER.name, json!({})), 1),
        ]);
        script
    }

    /// Makes a call; returns what it cost if it has a name.
    async fn take(&self, step: &Step) -> Result<Option<Trace>> {
        let before = self.arena.view_account().await?.storage_usage;
        let result = self.send(step).await?;
        result.clone().into_result().with_context(|| format!("{} {}", step.method, step.args))?;
        let Some(name) = step.name else {
            return Ok(None);
        };
        let after = self.arena.view_account().await?.storage_usage;
        let cost = cost_of(&self.node, &result).await?;
        Ok(Some(Trace { name, cost, bytes: after.cast_signed() - before.cast_signed() }))
    }

    /// Makes a call; returns what it logged and returned.
    async fn call(&self, step: &Step) -> Result<(Vec<String>, Vec<u8>)> {
        let success = self.send(step).await?.into_result()?;
        Ok((success.logs().into_iter().map(String::from).collect(), success.raw_bytes()?))
    }

    async fn send(&self, step: &Step) -> Result<near_workspaces::result::ExecutionFinalResult> {
        if step.method == CLAIM_TIMEOUT.name {
            node::skip_time(&self.node, SHORTEST_LIMIT).await?;
        }
        let call = self.players[step.by].call(self.arena.id(), step.method).args_json(&step.args);
        let call = call.deposit(NearToken::from_yoctonear(step.deposit));
        node::send_once(&self.node, call.transact_async()).await
    }

    async fn locks(&self) -> Result<Vec<Lock>> {
        let arena = Arena::new(Node(self.node.clone()), self.arena.id().clone());
        let min = arena.storage_balance_bounds().await?.min;
        let mut locks = vec![Lock { what: "registering", amount: NearToken::from_yoctonear(min.0) }];
        let grid = |rows, cols, in_a_row| Some(Rules::Grid { rows, cols, in_a_row });
        let games = [
            ("3x3, two players", 2, None),
            ("3x3, four players", 4, None),
            ("15x15, two players", 2, grid(15, 15, 5)),
            ("19x19, four players", 4, grid(19, 19, 6)),
            ("ultimate, first", 2, Some(Rules::Ultimate { capture: Capture::First })),
            ("ultimate, any", 2, Some(Rules::Ultimate { capture: Capture::Any })),
            ("ultimate, closing", 2, Some(Rules::Ultimate { capture: Capture::Closing })),
        ];
        for (what, players, rules) in games {
            let cost = arena.get_cost(GetCost { players, rules }).await?;
            locks.push(Lock { what, amount: NearToken::from_yoctonear(cost.0) });
        }
        Ok(locks)
    }

    async fn records(&self) -> Result<Records> {
        Ok(self.arena.view_state().await?.into_iter().collect())
    }
}

/// Returns what changed, and nothing that was only looked at.
fn changes<'a>(before: &'a Records, after: &'a Records) -> Vec<Record<'a>> {
    let gone = before.keys().filter(|key| !after.contains_key(*key));
    let gone = gone.map(|key| Record { key, read: Read::Not, change: Change::Remove });
    let written = after.iter().filter(|(key, value)| before.get(*key) != Some(value));
    let written = written.map(|(key, value)| {
        let read = if before.contains_key(key) { Read::Found } else { Read::Not };
        Record { key, read, change: Change::Write(value) }
    });
    gone.chain(written).collect()
}
