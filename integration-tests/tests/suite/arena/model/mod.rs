//! The whole arena once more, written from its specification alone: JSON in, a refusal or events and views out.
//! It knows nothing of how the contract does it and shares no code with it, the rules or the clients.

pub mod board;
mod events;
pub mod game;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use self::board::{Cell, Rules, Verdict};
use self::game::{Game, Status};

const SECOND: u64 = 1_000_000_000;

/// A call of the arena.
pub struct Call<'a> {
    pub by: &'a str,
    pub method: &'a str,
    pub args: &'a Value,
    pub deposit: u128,
    /// The time of the block in which it runs.
    pub time: u64,
}

/// The effects of an accepted call.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    pub logs: Vec<String>,
    pub returned: Value,
    /// The amount that the arena sends to the caller.
    pub paid_out: u128,
}

/// The code of a refusal.
pub type Refusal = &'static str;

/// The arena.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Model {
    /// The account that holds it.
    id: String,
    /// The cost of registering.
    min: u128,
    /// What games lock, by their seats and rules: as much as the contract says, which the model cannot know.
    costs: BTreeMap<(usize, String), u128>,
    /// What is credited to registered accounts.
    pub totals: BTreeMap<String, u128>,
    pub games: BTreeMap<u64, HostedGame>,
    last_id: u64,
}

/// A game and what only leaving and closing it depend on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HostedGame {
    pub game: Game,
    /// Whom `create` named.
    named: Vec<String>,
    /// Who has made a mark, in any round.
    pub came: BTreeSet<String>,
    pub locked: u128,
}

impl Model {
    pub fn new(id: &str, min: u128) -> Self {
        Self { id: id.to_owned(), min, ..Self::default() }
    }

    /// Notes what games with this many seats and these rules lock.
    pub fn learn_cost(&mut self, seats: usize, rules: &Value, cost: u128) {
        let rules = Rules::read(rules, seats).expect("only playable games have a cost");
        self.costs.insert((seats, rules.text()), cost);
    }

    /// Returns whether that many can play by these rules and it is not known yet what that locks.
    pub fn lacks_cost(&self, seats: usize, rules: &Value) -> bool {
        let rules = Rules::read(rules, seats).filter(|_| (2..=4).contains(&seats));
        rules.is_some_and(|rules| !self.costs.contains_key(&(seats, rules.text())))
    }

    /// Carries out a call, or refuses it and stays as it is.
    pub fn call(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        match call.method {
            "create" => self.create(call),
            "join" => self.join(call),
            "play" => self.play(call),
            "restart" => self.restart(call),
            "resign" => self.resign(call),
            "claim_timeout" => self.claim_timeout(call),
            "close" => self.close(call),
            "storage_deposit" => self.storage_deposit(call),
            "storage_withdraw" => self.storage_withdraw(call),
            "storage_unregister" => self.storage_unregister(call),
            other => panic!("the arena has no method {other}"),
        }
    }

    fn create(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let players: Vec<Option<String>> = read(&call.args["players"]);
        if players.first().cloned().flatten().as_deref() != Some(call.by) {
            return Err("NOT_HOST");
        }
        let mut named: Vec<String> = players.iter().flatten().cloned().collect();
        let count = named.len();
        named.sort();
        named.dedup();
        if !(2..=4).contains(&players.len()) || named.len() < count || named.contains(&self.id) {
            return Err("BAD_PLAYERS");
        }
        let rules = Rules::read(&call.args["rules"], players.len()).ok_or("BAD_RULES")?;
        let turn_seconds: Option<u64> = read(&call.args["turn_seconds"]);
        if turn_seconds.is_some_and(|seconds| !(30..=2_592_000).contains(&seconds)) {
            return Err("BAD_RULES");
        }
        let rotates = match call.args["starts"].as_str() {
            None | Some("host") => false,
            Some("rotates") => true,
            Some(other) => panic!("the arena cannot read {other}"),
        };
        let full = players.iter().all(Option::is_some);
        if full && self.find(&players).is_some() {
            return Err("GAME_EXISTS");
        }
        let locked = self.costs[&(players.len(), rules.text())];
        let total = self.totals.get(call.by).copied().unwrap_or(0) + call.deposit;
        if total < self.min + self.locked(call.by) + locked {
            return Err("STORAGE_TOO_LOW");
        }

        self.totals.insert(call.by.to_owned(), total);
        self.last_id += 1;
        let mut game = Game::new(self.last_id, players, rules, turn_seconds, rotates);
        let mut logs = vec![events::game_created(&game)];
        if full {
            start_round(&mut game, 1, call.time, &mut logs);
        }
        self.games.insert(self.last_id, HostedGame { game, named, came: BTreeSet::new(), locked });
        Ok(Accepted { logs, returned: json!(self.last_id.to_string()), paid_out: 0 })
    }

    fn join(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let game = self.game(call)?;
        let free = game.players.iter().position(Option::is_none).ok_or("NO_FREE_SEAT")?;
        if game.seat_of(call.by).is_some() {
            return Err("ALREADY_SEATED");
        }
        let mut players = game.players.clone();
        players[free] = Some(call.by.to_owned());
        if self.find(&players).is_some() {
            return Err("GAME_EXISTS");
        }

        let game = self.game(call)?;
        game.players = players;
        let mut logs = vec![events::player_joined(game, free + 1)];
        if game.is_full() {
            start_round(game, 1, call.time, &mut logs);
        }
        Ok(Accepted { logs, ..Accepted::default() })
    }

    fn play(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let game = self.game(call)?;
        let seat = player_in_round(game, call)?;
        if game.turn != seat {
            return Err("NOT_YOUR_TURN");
        }
        let coordinate = |name: &str, side: usize| {
            let number: u64 = read(&call.args[name]);
            usize::try_from(number).ok().filter(|number| *number < side).ok_or("OUT_OF_BOUNDS")
        };
        let target = [coordinate("row", game.rules.rows())?, coordinate("col", game.rules.cols())?];
        if let Some(refusal) = game.rules.refusal(&game.marks, target) {
            return Err(refusal);
        }

        let mut logs = vec![events::move_made(game, seat, target)];
        game.mark(seat, target, call.time);
        match game.rules.verdict(&game.marks) {
            Verdict::Open => {}
            Verdict::Won { seat, line } => {
                logs.push(events::round_over(game, "won", Some(seat), call.by));
                game.end(Status::Won { seat, line: Some(line) });
            }
            Verdict::Draw => {
                logs.push(events::round_over(game, "draw", None, call.by));
                game.end(Status::Draw);
            }
        }
        self.hosted(call)?.came.insert(call.by.to_owned());
        Ok(Accepted { logs, ..Accepted::default() })
    }

    fn restart(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let hosted = self.hosted(call)?;
        let game = &hosted.game;
        check_round(game, call)?;
        if game.status == Status::Waiting {
            return Err("WAITING");
        }
        game.seat_of(call.by).ok_or("NOT_A_PLAYER")?;
        let (mut left, mut logs) = take_out_for_leaving(hosted, call);
        if left.turn_seconds.is_some() && left.status == Status::InProgress {
            return Err("ROUND_UNDER_WAY");
        }

        abandon(&mut left, call, &mut logs);
        let next = left.round + 1;
        start_round(&mut left, next, call.time, &mut logs);
        hosted.game = left;
        Ok(Accepted { logs, ..Accepted::default() })
    }

    fn resign(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let game = self.game(call)?;
        let seat = player_in_round(game, call)?;
        Ok(Accepted { logs: put_out(game, seat, "resigned", call), ..Accepted::default() })
    }

    fn claim_timeout(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let game = self.game(call)?;
        check_under_way(game, call)?;
        let seconds = game.turn_seconds.ok_or("NO_TIME_LIMIT")?;
        if call.time < game.since + seconds * SECOND {
            return Err("NOT_YET");
        }
        let seat = game.turn;
        Ok(Accepted { logs: put_out(game, seat, "timed_out", call), ..Accepted::default() })
    }

    fn close(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let hosted = self.hosted(call)?;
        let host = hosted.game.player(1) == call.by;
        let declines = hosted.named.iter().any(|named| named == call.by) && !hosted.came.contains(call.by);
        if !host && !declines {
            return Err("NOT_HOST");
        }
        let (mut left, mut logs) = take_out_for_leaving(hosted, call);
        abandon(&mut left, call, &mut logs);
        logs.push(events::game_closed(&left, call.by));
        self.games.remove(&left.id);
        Ok(Accepted { logs, ..Accepted::default() })
    }

    fn storage_deposit(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        let account: Option<String> = read(&call.args["account_id"]);
        let account = account.unwrap_or_else(|| call.by.to_owned());
        let registration_only = call.args["registration_only"] == json!(true);
        let kept = match (self.totals.get(&account), registration_only) {
            (None, _) if call.deposit < self.min => return Err("DEPOSIT_TOO_LOW"),
            (None, true) => self.min,
            (Some(_), true) => 0,
            (_, false) => call.deposit,
        };
        *self.totals.entry(account.clone()).or_default() += kept;
        Ok(Accepted {
            returned: self.balance_of(&account),
            paid_out: call.deposit - kept,
            ..Accepted::default()
        })
    }

    fn storage_withdraw(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        if call.deposit != 1 {
            return Err("ONE_YOCTO");
        }
        let available = self.available(call.by).ok_or("NOT_REGISTERED")?;
        let amount: Option<String> = read(&call.args["amount"]);
        let amount = amount.map_or(available, |amount| amount.parse().expect("amounts in tests are numbers"));
        if amount > available {
            return Err("BALANCE_TOO_LOW");
        }
        *self.totals.get_mut(call.by).expect("registered") -= amount;
        Ok(Accepted { returned: self.balance_of(call.by), paid_out: amount + 1, ..Accepted::default() })
    }

    fn storage_unregister(&mut self, call: &Call) -> Result<Accepted, Refusal> {
        if call.deposit != 1 {
            return Err("ONE_YOCTO");
        }
        if self.games.values().any(|hosted| hosted.game.player(1) == call.by) {
            return Err("HAS_GAMES");
        }
        let total = self.totals.remove(call.by);
        Ok(Accepted {
            returned: json!(total.is_some()),
            paid_out: total.unwrap_or(0) + 1,
            ..Accepted::default()
        })
    }

    fn hosted(&mut self, call: &Call) -> Result<&mut HostedGame, Refusal> {
        let id: String = read(&call.args["game_id"]);
        self.games.get_mut(&id.parse().expect("ids in tests are numbers")).ok_or("NO_GAME")
    }

    fn game(&mut self, call: &Call) -> Result<&mut Game, Refusal> {
        Ok(&mut self.hosted(call)?.game)
    }

    fn find(&self, players: &[Option<String>]) -> Option<u64> {
        let same = |hosted: &&HostedGame| hosted.game.players == players && hosted.game.is_full();
        self.games.values().find(same).map(|hosted| hosted.game.id)
    }

    fn locked(&self, host: &str) -> u128 {
        let hosted = self.games.values().filter(|hosted| hosted.game.player(1) == host);
        hosted.map(|hosted| hosted.locked).sum()
    }

    fn available(&self, account: &str) -> Option<u128> {
        Some(self.totals.get(account)? - self.min - self.locked(account))
    }

    /// Returns what `storage_balance_of` ought to show.
    pub fn balance_of(&self, account: &str) -> Value {
        let available = self.available(account);
        available.map_or(Value::Null, |available| {
            json!({ "total": self.totals[account].to_string(), "available": available.to_string() })
        })
    }

    /// Returns everything credited to anybody.
    pub fn credited(&self) -> u128 {
        self.totals.values().sum()
    }

    /// Returns what all games and registrations lock.
    pub fn locked_in_all(&self) -> u128 {
        let games: u128 = self.games.values().map(|hosted| hosted.locked).sum();
        games + self.min * self.totals.len() as u128
    }

    /// Returns what `get_game` ought to show.
    pub fn view(&self, id: u64) -> Value {
        self.games.get(&id).map_or(Value::Null, |hosted| hosted.game.view())
    }

    /// Returns every cell in which the next mark of a game may be made.
    pub fn legal(&self, id: u64) -> Vec<Cell> {
        let game = &self.games[&id].game;
        game.rules.legal(&game.marks)
    }

    /// Returns every game, by its id.
    pub fn games(&self) -> Vec<Value> {
        self.games.values().map(|hosted| hosted.game.view()).collect()
    }

    /// Returns the games in which an account has a seat, by their ids.
    pub fn games_of(&self, account: &str) -> Vec<Value> {
        let seated = self.games.values().filter(|hosted| hosted.game.seat_of(account).is_some());
        seated.map(|hosted| hosted.game.view()).collect()
    }

    /// Returns the games with a free seat, by their ids.
    pub fn open_games(&self) -> Vec<Value> {
        let open = self.games.values().filter(|hosted| !hosted.game.is_full());
        open.map(|hosted| hosted.game.view()).collect()
    }

    /// Returns what `get_counts` ought to show.
    pub fn counts(&self, account: &str) -> Value {
        json!({
            "open": self.open_games().len(),
            "of_account": self.games_of(account).len(),
            "last_game_id": (self.last_id > 0).then(|| self.last_id.to_string()),
        })
    }
}

/// Reads an argument, which in tests always has the right type.
fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).expect("an argument of the right kind")
}

fn check_round(game: &Game, call: &Call) -> Result<(), Refusal> {
    let round: Option<u64> = read(&call.args["round"]);
    if round.is_some_and(|round| round != game.round) { Err("WRONG_ROUND") } else { Ok(()) }
}

fn check_under_way(game: &Game, call: &Call) -> Result<(), Refusal> {
    check_round(game, call)?;
    match game.status {
        Status::Waiting => Err("WAITING"),
        Status::InProgress => Ok(()),
        Status::Won { .. } | Status::Draw | Status::Abandoned => Err("GAME_OVER"),
    }
}

/// Returns the caller's seat in a round that is under way.
fn player_in_round(game: &Game, call: &Call) -> Result<usize, Refusal> {
    check_under_way(game, call)?;
    let seat = game.seat_of(call.by).ok_or("NOT_A_PLAYER")?;
    if game.out.contains(&seat) { Err("ALREADY_OUT") } else { Ok(seat) }
}

fn start_round(game: &mut Game, round: u64, time: u64, logs: &mut Vec<String>) {
    game.start_round(round, time);
    logs.push(events::round_started(game));
}

fn put_out(game: &mut Game, seat: usize, reason: &str, call: &Call) -> Vec<String> {
    let mut logs = vec![events::player_out(game, seat, reason)];
    game.put_out(seat, call.time);
    if let [last] = game.left()[..] {
        logs.push(events::round_over(game, "won", Some(last), call.by));
        game.end(Status::Won { seat: last, line: None });
    }
    logs
}

/// Returns the game once the caller has left its round, and what is logged: against the clock the player to move is
/// out if they are late, or else the caller if they have come and are not out yet.
fn take_out_for_leaving(HostedGame { game, came, .. }: &HostedGame, call: &Call) -> (Game, Vec<String>) {
    let mut game = game.clone();
    let Some(seconds) = game.turn_seconds.filter(|_| game.status == Status::InProgress) else {
        return (game, Vec::new());
    };
    let late = (call.time >= game.since + seconds * SECOND).then_some(game.turn);
    let caller = game.seat_of(call.by).filter(|seat| came.contains(call.by) && !game.out.contains(seat));
    let logs = match (late, caller) {
        (Some(seat), _) => put_out(&mut game, seat, "timed_out", call),
        (None, Some(seat)) => put_out(&mut game, seat, "resigned", call),
        (None, None) => Vec::new(),
    };
    (game, logs)
}

/// Ends a round that is still under way.
fn abandon(game: &mut Game, call: &Call, logs: &mut Vec<String>) {
    if game.status == Status::InProgress {
        logs.push(events::round_over(game, "abandoned", None, call.by));
        game.end(Status::Abandoned);
    }
}
