//! Every state that small arenas can reach, visited breadth first: what must always hold is checked in all of them.
//!
//! The arena is the model that all other tests compare with the compiled contract. Three accounts try every method
//! in every state, also where it is refused, while a clock goes on. Bounded are the games at a time, the seatings, the
//! lines of play, the amounts, and the money that each account brings. Ids, rounds, scores and time go on without end,
//! but two states that differ in nothing else than these, and in who starts the next round, are one: no call can tell
//! them apart.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::mem;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::model::board::Cell;
use super::model::game::{Game, Status};
use super::model::{Accepted, Call, HostedGame, Model};
use super::replica::Replica;

const HOST: &str = "host.near";
const CHALLENGER: &str = "challenger.near";
const STRANGER: &str = "stranger.near";
const ACCOUNTS: [&str; 3] = [HOST, CHALLENGER, STRANGER];

/// What a registration locks. This and what games lock are so small that few different balances are possible, and
/// different, so that none can be taken for another.
const MIN: u128 = 3;
const TWO_SEATS: u128 = 2;
const THREE_SEATS: u128 = 4;

const TURN_SECONDS: u64 = 30;
/// Half of a turn: there is a state before the limit, and the next one is exactly at the limit.
const TICK: u64 = TURN_SECONDS / 2 * SECOND;
const SECOND: u64 = 1_000_000_000;

/// How far a search goes.
struct Bounds {
    /// What each account has at most in the arena.
    money: [u128; 3],
    games: usize,
    /// The arguments of `create`. The caller is the first of the players.
    creates: Vec<Value>,
    /// Deposits that are tried with `create` and `storage_deposit`.
    deposits: Vec<u128>,
    /// Marks are made along these lines only.
    lines: Vec<Vec<Cell>>,
    /// Who never makes a mark.
    absent: Option<&'static str>,
}

/// A call that somebody may try.
struct Attempt {
    by: &'static str,
    method: &'static str,
    args: Value,
    deposit: u128,
}

/// The arena at a moment, and what is known about it from outside.
#[derive(Clone)]
struct State {
    model: Model,
    /// The games as the events so far describe them.
    replica: Replica,
    /// What the arena was sent and has not sent back.
    held: u128,
    now: u64,
}

/// What later calls depend on.
#[derive(PartialEq, Eq, Hash)]
struct StateKey {
    totals: BTreeMap<String, u128>,
    /// In an order of their own: which one is older makes no difference.
    games: Vec<HostedGame>,
}

/// What has been seen so far.
#[derive(Default)]
struct Findings {
    accepted: usize,
    refused: usize,
    /// Codes of refusals, names of events, and how rounds and players end.
    kinds: BTreeSet<String>,
}

/// States by the order in which they were found.
struct Search {
    bounds: Bounds,
    findings: Findings,
    known: HashSet<StateKey>,
    origins: Vec<Origin>,
    waiting: VecDeque<State>,
}

/// How a state was reached: from which one, and by what.
struct Origin {
    before: usize,
    by: String,
}

impl State {
    fn new() -> Self {
        let mut model = Model::new("arena.near", MIN);
        for in_a_row in [2, 3] {
            model.learn_cost(2, &grid(in_a_row), TWO_SEATS);
            model.learn_cost(3, &grid(in_a_row), THREE_SEATS);
        }
        Self { model, replica: Replica::default(), held: 0, now: TICK }
    }

    fn key(&self) -> StateKey {
        let forget = |hosted: &HostedGame| {
            let mut hosted = hosted.clone();
            let game = &mut hosted.game;
            let limit = game.turn_seconds.filter(|_| game.status == Status::InProgress);
            let waited = limit.map_or(0, |seconds| (self.now - game.since).min(seconds * SECOND));
            // Who starts the next round depends on its number.
            let round = if game.rotates { game.round % game.players.len() as u64 } else { 0 };
            (game.id, game.round, game.since, game.draws) = (0, round, waited, 0);
            game.wins.clear();
            hosted
        };
        let mut games: Vec<HostedGame> = self.model.games.values().map(forget).collect();
        games.sort_unstable();
        StateKey { totals: self.model.totals.clone(), games }
    }

    fn total(&self, account: &str) -> u128 {
        self.model.totals.get(account).copied().unwrap_or(0)
    }

    fn game(&self, args: &Value) -> Option<&Game> {
        let id = args["game_id"].as_str()?.parse().ok()?;
        self.model.games.get(&id).map(|hosted| &hosted.game)
    }

    /// Tries a call. `None` when it is refused, after which everything must be as it was.
    fn attempt(
        &mut self,
        attempt: &Attempt,
        before: &Self,
        findings: &mut Findings,
    ) -> Result<Option<Accepted>> {
        let Attempt { by, method, ref args, deposit } = *attempt;
        let done = match self.model.call(&Call { by, method, args, deposit, time: self.now }) {
            Ok(done) => done,
            Err(code) => {
                ensure!(self.model == before.model, "a refused call changed something");
                findings.refused += 1;
                findings.note(code);
                return Ok(None);
            }
        };
        findings.accepted += 1;
        if method == "restart" {
            let timed = before.game(args).is_some_and(|game| game.turn_seconds.is_some());
            let abandoned = done.logs.iter().any(|log| kind_of(log) == "abandoned");
            ensure!(!(timed && abandoned), "a round against the clock was taken from its players");
        }
        self.account_for(attempt, &done, before)?;
        for log in &done.logs {
            self.replica.read(log, self.now)?;
            findings.note(kind_of(log));
        }
        let rebuilt = self.replica.games.values().eq(self.model.games.values().map(|hosted| &hosted.game));
        ensure!(rebuilt, "the events describe other games");
        Ok(Some(done))
    }

    /// Checks that deposits minus payments are credited to one account, and that nobody else's balance changes.
    fn account_for(&mut self, attempt: &Attempt, done: &Accepted, before: &Self) -> Result<()> {
        let paid_in = before.held + attempt.deposit;
        self.held = paid_in.checked_sub(done.paid_out).context("more was paid out than there is")?;
        let credited = attempt.args["account_id"].as_str().unwrap_or(attempt.by);
        for account in ACCOUNTS {
            let (mut old, mut new) = (before.total(account), self.total(account));
            if account == credited {
                (old, new) = (old + attempt.deposit, new + done.paid_out);
            }
            ensure!(old == new, "{account} had {old} and has {new}");
        }
        Ok(())
    }

    /// Checks what must hold at every moment.
    fn check(&self) -> Result<()> {
        ensure!(self.model.credited() == self.held, "not all that is held belongs to somebody");
        for hosted in self.model.games.values() {
            ensure!(hosted.game.status != Status::Abandoned, "a game is neither under way nor over");
            let host = hosted.game.player(1);
            ensure!(self.model.totals.contains_key(&host), "{host} left and nobody pays for their game");
        }
        let mut withdrawable = 0;
        for (account, total) in &self.model.totals {
            let hosted = self.model.games.values().filter(|hosted| hosted.game.player(1) == *account);
            let locked: u128 = hosted.map(|hosted| hosted.locked).sum();
            let available = total.checked_sub(MIN + locked).context("games lock more than there is")?;
            let shown = json!({ "total": total.to_string(), "available": available.to_string() });
            ensure!(self.model.balance_of(account) == shown, "{account} sees another balance");
            withdrawable += available;
        }
        let needed = self.model.locked_in_all();
        ensure!(self.held >= needed && withdrawable <= self.held - needed, "storage could be withdrawn");
        Ok(())
    }

    /// Checks that who never made a mark in a game can leave it by a call of their own, and is not out afterwards.
    fn check_absent(&self, absent: &'static str, findings: &mut Findings) -> Result<()> {
        for HostedGame { game, .. } in self.model.games.values() {
            if game.seat_of(absent).is_none() {
                continue;
            }
            let mut left = self.clone();
            let declined = left.attempt(&Attempt::new(absent, "close", of(game)), self, findings)?;
            let logs = declined.context("who never came is kept in a game")?.logs;
            let resigned = logs.iter().any(|log| kind_of(log) == "resigned");
            ensure!(!resigned, "who never came has lost a round by declining it");
        }
        Ok(())
    }

    /// Checks that nobody can keep a timed round waiting: once the time is over anybody may claim it, and no sooner.
    fn check_clock(&self, findings: &mut Findings) -> Result<()> {
        for HostedGame { game, .. } in self.model.games.values() {
            let Some(seconds) = game.turn_seconds.filter(|_| game.status == Status::InProgress) else {
                continue;
            };
            let claim = Attempt::new(STRANGER, "claim_timeout", of(game));
            let limit = game.since + seconds * SECOND;
            if self.now < limit {
                let mut early = Self { now: limit - 1, ..self.clone() };
                ensure!(early.attempt(&claim, self, findings)?.is_none(), "the claim comes too early");
            }
            let mut late = Self { now: self.now.max(limit), ..self.clone() };
            late.attempt(&claim, self, findings)?.context("the round is kept waiting")?;
        }
        Ok(())
    }

    /// Lets everybody leave, one after the other, by calls of their own, and checks that they get all their money back.
    fn drain(&self, order: [&'static str; 3], findings: &mut Findings) -> Result<()> {
        let mut state = self.clone();
        for account in order {
            let hosted = state.model.games.values().filter(|hosted| hosted.game.player(1) == account);
            let closing: Vec<Attempt> =
                hosted.map(|hosted| Attempt::new(account, "close", of(&hosted.game))).collect();
            for close in closing {
                let before = state.clone();
                let closed = state.attempt(&close, &before, findings)?;
                closed.with_context(|| format!("{account} cannot close their own game"))?;
            }
            let before = state.clone();
            let leave = Attempt::new(account, "storage_unregister", json!({})).with(1);
            let left = state.attempt(&leave, &before, findings)?;
            let left = left.with_context(|| format!("{account} cannot leave"))?;
            ensure!(left.paid_out == before.total(account) + 1, "{account} leaves money behind");
        }
        ensure!(state.held == 0, "{} stays behind for ever", state.held);
        ensure!(state.model.games.is_empty() && state.model.totals.is_empty(), "something stays behind");
        Ok(())
    }
}

impl Attempt {
    const fn new(by: &'static str, method: &'static str, args: Value) -> Self {
        Self { by, method, args, deposit: 0 }
    }

    fn with(self, deposit: u128) -> Self {
        Self { deposit, ..self }
    }

    fn describe(&self) -> String {
        format!("{} calls {} with {} and {}", self.by, self.method, self.args, self.deposit)
    }
}

impl Bounds {
    /// Returns every call that anybody may try now.
    fn attempts(&self, state: &State) -> Vec<Attempt> {
        let mut attempts = Vec::new();
        for (by, most) in ACCOUNTS.into_iter().zip(self.money) {
            let room = most.saturating_sub(state.total(by));
            let deposits = self.deposits.iter().copied().filter(|deposit| *deposit <= room);
            for deposit in deposits.chain([0]) {
                if state.model.games.len() < self.games {
                    let creates = self.creates.iter().cloned();
                    attempts.extend(creates.map(|args| Attempt::new(by, "create", args).with(deposit)));
                }
                let payers = ACCOUNTS.into_iter().filter(|payer| *payer == by || *payer == HOST);
                attempts.extend(payers.map(|payer| {
                    Attempt::new(payer, "storage_deposit", json!({ "account_id": by })).with(deposit)
                }));
            }
            attempts.extend(storage_attempts(by, most));
            for hosted in state.model.games.values() {
                attempts.extend(self.attempts_in(&hosted.game, by));
            }
            attempts.push(Attempt::new(by, "close", json!({ "game_id": "0" })));
        }
        attempts
    }

    fn attempts_in(&self, game: &Game, by: &'static str) -> Vec<Attempt> {
        let mut attempts = vec![Attempt::new(by, "join", of(game)), Attempt::new(by, "close", of(game))];
        for method in ["restart", "resign", "claim_timeout"] {
            attempts.push(Attempt::new(by, method, of(game)));
            attempts.push(Attempt::new(by, method, given(of(game), "round", game.round)));
            attempts.push(Attempt::new(by, method, given(of(game), "round", game.round + 1)));
        }
        let cells = if self.absent == Some(by) { BTreeSet::new() } else { self.cells(game) };
        for cell in cells {
            let args = given(given(of(game), "row", cell[0]), "col", cell[1]);
            attempts.push(Attempt::new(by, "play", args));
        }
        attempts
    }

    /// Returns the cells where a mark is tried: as the lines of play go on, in a taken cell, and beside the board.
    fn cells(&self, game: &Game) -> BTreeSet<Cell> {
        let made: Vec<Cell> = game.marks.iter().map(|mark| mark.cell).collect();
        let going_on = self.lines.iter().filter(|line| line.starts_with(&made));
        let next = going_on.filter_map(|line| line.get(made.len()).copied());
        next.chain(made.first().copied()).chain([[3, 0]]).collect()
    }
}

/// Returns the storage calls that anybody may try, apart from plain deposits.
fn storage_attempts(by: &'static str, most: u128) -> Vec<Attempt> {
    let registration_only = json!({ "registration_only": true });
    let mut attempts = vec![
        Attempt::new(by, "storage_withdraw", json!({})).with(1),
        Attempt::new(by, "storage_withdraw", json!({ "amount": TWO_SEATS.to_string() })).with(1),
        Attempt::new(by, "storage_withdraw", json!({})),
        Attempt::new(by, "storage_unregister", json!({ "force": true })).with(1),
        Attempt::new(by, "storage_unregister", json!({})),
    ];
    if most >= MIN {
        attempts.push(Attempt::new(by, "storage_deposit", registration_only).with(MIN + TWO_SEATS));
    }
    attempts
}

impl Findings {
    fn note(&mut self, kind: &str) {
        if !self.kinds.contains(kind) {
            self.kinds.insert(kind.to_owned());
        }
    }
}

impl Search {
    /// Visits every state within these bounds.
    fn through(bounds: Bounds) -> Result<Self> {
        let mut search = Self {
            bounds,
            findings: Findings::default(),
            known: HashSet::new(),
            origins: Vec::new(),
            waiting: VecDeque::new(),
        };
        search.reach(State::new(), 0, || "An empty arena".to_owned());
        let mut here = 0;
        while let Some(state) = search.waiting.pop_front() {
            search.visit(&state, here).with_context(|| path(&search.origins, here))?;
            here += 1;
        }
        Ok(search)
    }

    fn visit(&mut self, state: &State, here: usize) -> Result<()> {
        state.check()?;
        state.check_clock(&mut self.findings)?;
        if let Some(absent) = self.bounds.absent {
            state.check_absent(absent, &mut self.findings)?;
        }
        state.drain(ACCOUNTS, &mut self.findings)?;
        state.drain([STRANGER, CHALLENGER, HOST], &mut self.findings)?;

        self.reach(State { now: state.now + TICK, ..state.clone() }, here, || "time passes".to_owned());
        let mut next = state.clone();
        for attempt in self.bounds.attempts(state) {
            let done = next.attempt(&attempt, state, &mut self.findings);
            if done.with_context(|| attempt.describe())?.is_some() {
                self.reach(mem::replace(&mut next, state.clone()), here, || attempt.describe());
            }
        }
        Ok(())
    }

    fn reach(&mut self, state: State, before: usize, by: impl FnOnce() -> String) {
        if self.known.insert(state.key()) {
            self.origins.push(Origin { before, by: by() });
            self.waiting.push_back(state);
        }
    }

    /// Prints how much was visited, and checks that it was no less than this.
    fn must_have_seen(&self, states: usize, calls: usize, kinds: &[&str]) {
        let Findings { accepted, refused, kinds: seen } = &self.findings;
        println!("{} states, {accepted} calls accepted and {refused} refused", self.known.len());
        assert!(self.known.len() >= states, "only {} states were reached", self.known.len());
        assert!(accepted + refused >= calls, "only {accepted} + {refused} calls were tried");
        for kind in kinds {
            assert!(seen.contains(*kind), "{kind} never came about, only {seen:?}");
        }
    }
}

/// Describes how a state came about, call by call.
fn path(origins: &[Origin], mut at: usize) -> String {
    let mut steps = Vec::new();
    while at > 0 {
        steps.push(origins[at].by.as_str());
        at = origins[at].before;
    }
    steps.push(&origins[0].by);
    steps.reverse();
    steps.join("\n  ")
}

fn grid(in_a_row: u64) -> Value {
    json!({ "grid": { "rows": 3, "cols": 3, "in_a_row": in_a_row } })
}

fn of(game: &Game) -> Value {
    json!({ "game_id": game.id.to_string() })
}

fn given(mut args: Value, name: &str, number: impl Into<Value>) -> Value {
    args[name] = number.into();
    args
}

/// Returns how a round or a player ends, or the name of any other event.
fn kind_of(log: &str) -> &str {
    let value = |name: &str| Some(log.split_once(name)?.1.split_once('"')?.0);
    let ends = value(r#""result":""#).or_else(|| value(r#""reason":""#));
    ends.or_else(|| value(r#""event":""#)).unwrap_or(log)
}

fn untimed(players: &[Option<&str>]) -> Value {
    json!({ "players": players, "rules": grid(2) })
}

fn timed(players: &[Option<&str>]) -> Value {
    json!({ "players": players, "rules": grid(2), "turn_seconds": TURN_SECONDS })
}

/// Returns the cells of a round's marks, in the order of their numbers.
fn line(drawn: [&str; 3]) -> Vec<Cell> {
    let rows = drawn.into_iter().enumerate();
    let digits =
        rows.flat_map(|(row, text)| text.chars().enumerate().map(move |(col, mark)| (mark, [row, col])));
    let marks: BTreeMap<char, Cell> = digits.filter(|(mark, _)| mark.is_ascii_digit()).collect();
    marks.into_values().collect()
}

#[test]
fn two_accounts_that_host_for_each_other_never_lose_a_deposit() -> Result<()> {
    let search = Search::through(Bounds {
        money: [MIN + 2 * TWO_SEATS, MIN + TWO_SEATS, MIN],
        games: 2,
        creates: vec![untimed(&[Some(HOST), Some(CHALLENGER)]), timed(&[Some(CHALLENGER), Some(HOST)])],
        deposits: vec![TWO_SEATS, MIN, MIN + TWO_SEATS],
        lines: vec![line(["13.", "...", "..2"])],
        absent: None,
    })?;
    let kinds =
        ["GAME_EXISTS", "STORAGE_TOO_LOW", "BALANCE_TOO_LOW", "HAS_GAMES", "abandoned", "resigned", "won"];
    search.must_have_seen(3_000, 300_000, &kinds);
    Ok(())
}

#[test]
fn a_timed_game_and_one_with_an_open_seat_can_always_be_closed() -> Result<()> {
    let search = Search::through(Bounds {
        money: [MIN + 2 * TWO_SEATS, 0, 0],
        games: 2,
        creates: vec![timed(&[Some(HOST), Some(CHALLENGER)]), timed(&[Some(HOST), None])],
        deposits: vec![TWO_SEATS, MIN + TWO_SEATS],
        lines: vec![line(["13.", "...", "..2"])],
        absent: None,
    })?;
    let kinds = ["player_joined", "GAME_EXISTS", "WAITING", "NOT_YET", "timed_out", "resigned", "won"];
    search.must_have_seen(1_500, 150_000, &kinds);
    Ok(())
}

#[test]
fn three_players_leave_a_round_in_any_order_and_it_ends_once() -> Result<()> {
    let search = Search::through(Bounds {
        money: [MIN + THREE_SEATS, 0, 0],
        games: 1,
        creates: vec![timed(&[Some(HOST), Some(CHALLENGER), None]), untimed(&[Some(HOST), None, None])],
        deposits: vec![MIN + THREE_SEATS],
        lines: vec![line(["14.", ".3.", "..2"])],
        absent: None,
    })?;
    let kinds =
        ["ALREADY_OUT", "ALREADY_SEATED", "NO_TIME_LIMIT", "abandoned", "timed_out", "resigned", "won"];
    search.must_have_seen(250, 20_000, &kinds);
    Ok(())
}

#[test]
fn a_player_who_never_comes_can_always_leave_and_the_others_rounds_are_theirs() -> Result<()> {
    let rotating = given(timed(&[Some(HOST), Some(CHALLENGER), Some(STRANGER)]), "starts", "rotates");
    let search = Search::through(Bounds {
        money: [MIN + THREE_SEATS, 0, 0],
        games: 1,
        creates: vec![timed(&[Some(HOST), Some(CHALLENGER), Some(STRANGER)]), rotating],
        deposits: vec![MIN + THREE_SEATS],
        lines: vec![line(["13.", "..4", "..2"])],
        absent: Some(STRANGER),
    })?;
    let kinds = ["ROUND_UNDER_WAY", "NOT_HOST", "abandoned", "timed_out", "resigned", "won"];
    search.must_have_seen(250, 20_000, &kinds);
    Ok(())
}

#[test]
fn rounds_end_once_by_lines_of_either_player_and_by_draws() -> Result<()> {
    let three_in_a_row =
        json!({ "players": [HOST, CHALLENGER], "rules": grid(3), "turn_seconds": TURN_SECONDS });
    let search = Search::through(Bounds {
        money: [MIN + TWO_SEATS, 0, 0],
        games: 1,
        creates: vec![three_in_a_row],
        deposits: vec![MIN + TWO_SEATS],
        lines: vec![line(["135", "24.", "..."]), line(["13.", "246", "..5"]), line(["123", "546", "879"])],
        absent: None,
    })?;
    search.must_have_seen(80, 5_000, &["draw", "won", "timed_out", "resigned", "GAME_OVER"]);
    Ok(())
}
