//! Games and their rounds.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;

use sqlx::Row;
use sqlx::any::AnyRow;
use tic_tac_toe_interface::{AccountId, GameId};

use super::super::answer::{At, Game, Kind, Round, RoundResult, Status};
use super::super::ask::AskGames;
use super::{Contract, Reader, Scope, Value};

/// A game, and its key in the database.
#[derive(Clone, Debug)]
pub struct Found {
    /// The key.
    pub key: i64,
    /// The game.
    pub game: Game,
}

/// What is read of a game, in the order of [`read_game`].
const COLUMNS: &str =
    "games.id, games.contract_id, games.game_id, rules.name, games.seats, games.turn_seconds,
    games.status, games.round, games.moves, games.created_height, games.created_time, games.active_height,
    games.active_time, games.closed_height, games.closed_time, games.gap";

const TABLES: &str = "games JOIN rules ON rules.id = games.rules_id";

impl Reader {
    /// Games by descending key, and whether there are more behind them.
    pub(in crate::api) async fn games(
        &self,
        scope: &Scope,
        asked: &AskGames,
    ) -> Result<(Vec<Found>, bool), sqlx::Error> {
        let rules = match asked.rules {
            Some(rules) => match self.rules(rules).await? {
                None => return Ok((Vec::new(), false)),
                found => found,
            },
            None => None,
        };
        let narrowed = Narrowed {
            rules,
            status: asked.status,
            before: asked.cursor.map_or(i64::MAX, |cursor| cursor.0),
            // One more than asked for tells whether there are more.
            limit: asked.limit.get() + 1,
        };
        let rows = match &asked.player {
            Some(player) => self.games_of(scope, player, asked.contract.as_ref(), &narrowed).await?,
            None => self.games_in(scope, asked.contract.as_ref(), &narrowed).await?,
        };
        let mut found = read_games(scope, &rows)?;
        found.sort_unstable_by_key(|found| Reverse(found.key));
        let limit = usize::try_from(asked.limit.get()).unwrap_or(usize::MAX);
        let is_more = found.len() > limit;
        found.truncate(limit);
        // Who plays against oneself has two seats in a game.
        found.dedup_by_key(|found| found.key);
        self.seat_players(&mut found).await?;
        Ok((found, is_more))
    }

    /// A game of a contract.
    pub(in crate::api) async fn game(
        &self,
        scope: &Scope,
        contract: &Contract,
        id: GameId,
    ) -> Result<Option<Found>, sqlx::Error> {
        // No contract comes to numbers that the database has no room for.
        let Ok(id) = i64::try_from(id.0) else {
            return Ok(None);
        };
        let sql =
            format!("SELECT {COLUMNS} FROM {TABLES} WHERE games.contract_id = $1 AND games.game_id = $2");
        let rows = self.rows(&sql, &[contract.id.into(), id.into()]).await?;
        let mut found = read_games(scope, &rows)?;
        self.seat_players(&mut found).await?;
        Ok(found.into_iter().next())
    }

    /// Rounds by number.
    pub(in crate::api) async fn rounds(
        &self,
        found: &Found,
        from: i64,
        limit: i64,
    ) -> Result<Vec<Round>, sqlx::Error> {
        const SQL: &str =
            "SELECT rounds.round, rounds.result, rounds.winner, accounts.name, rounds.counted, rounds.moves,
                 rounds.started_height, rounds.started_time, rounds.ended_height, rounds.ended_time
             FROM rounds LEFT JOIN accounts ON accounts.id = rounds.ended_by
             WHERE rounds.game = $1 AND rounds.round >= $2 ORDER BY rounds.round LIMIT $3";
        let rows = self.rows(SQL, &[found.key.into(), from.into(), limit.into()]).await?;
        rows.iter().map(|row| read_round(row, &found.game.players)).collect()
    }

    /// The games of a contract in which something happened above a height, in that order.
    pub(in crate::api) async fn changed_since(
        &self,
        scope: &Scope,
        contract: &Contract,
        height: i64,
        limit: i64,
    ) -> Result<Vec<Game>, sqlx::Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE games.contract_id = $1 AND games.active_height > $2
             ORDER BY games.active_height, games.id LIMIT $3"
        );
        let rows = self.rows(&sql, &[contract.id.into(), height.into(), limit.into()]).await?;
        let mut found = read_games(scope, &rows)?;
        self.seat_players(&mut found).await?;
        Ok(found.into_iter().map(|found| found.game).collect())
    }

    /// The height at which something last happened in a contract, -1 before that.
    pub(in crate::api) async fn newest(&self, contract: &Contract) -> Result<i64, sqlx::Error> {
        let sql = "SELECT active_height FROM games WHERE contract_id = $1
             ORDER BY active_height DESC LIMIT 1";
        let row = self.row(sql, &[contract.id.into()]).await?;
        row.map_or(Ok(-1), |row| row.try_get(0))
    }

    async fn games_in(
        &self,
        scope: &Scope,
        only: Option<&AccountId>,
        narrowed: &Narrowed,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let mut rows = Vec::new();
        let is_wanted = |contract: &&Contract| only.is_none_or(|only| contract.account == only.as_str());
        // One after the other, as an index leads to the newest of one contract only.
        for contract in scope.contracts.iter().filter(is_wanted) {
            let (sql, values) = narrowed.games(contract.id);
            rows.extend(self.rows(&sql, &values).await?);
        }
        Ok(rows)
    }

    async fn games_of(
        &self,
        scope: &Scope,
        player: &AccountId,
        only: Option<&AccountId>,
        narrowed: &Narrowed,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let Some(account) = self.account(scope, player).await? else {
            return Ok(Vec::new());
        };
        let contract = match only {
            None => None,
            Some(only) => match scope.contract(only) {
                None => return Ok(Vec::new()),
                Some(contract) => Some(contract.id),
            },
        };
        let (sql, values) = narrowed.games_of(account, contract);
        self.rows(&sql, &values).await
    }

    /// Fills in who sits where.
    async fn seat_players(&self, games: &mut [Found]) -> Result<(), sqlx::Error> {
        let keys: Vec<i64> = games.iter().map(|found| found.key).collect();
        let mut seats = self.seats(&keys).await?;
        for found in games {
            for (seat, name) in seats.remove(&found.key).into_iter().flatten() {
                let place =
                    usize::try_from(seat - 1).ok().and_then(|place| found.game.players.get_mut(place));
                if let Some(place) = place {
                    *place = Some(name);
                }
            }
        }
        Ok(())
    }

    async fn seats(&self, games: &[i64]) -> Result<HashMap<i64, Vec<(i64, String)>>, sqlx::Error> {
        let mut seats: HashMap<i64, Vec<(i64, String)>> = HashMap::new();
        if games.is_empty() {
            return Ok(seats);
        }
        // CROSS keeps SQLite from looking through all seats for those that are wanted.
        let sql = format!(
            "SELECT seats.game, seats.seat, accounts.name
             FROM {} CROSS JOIN seats CROSS JOIN accounts
             WHERE seats.game = wanted.number AND accounts.id = seats.account_id",
            self.dialect.numbers()
        );
        // Numbers in brackets with commas between them are JSON, too.
        let wanted = format!("{games:?}");
        for row in self.rows(&sql, &[wanted.into()]).await? {
            seats.entry(row.try_get(0)?).or_default().push((row.try_get(1)?, row.try_get(2)?));
        }
        Ok(seats)
    }
}

/// Which games, in keys of the database.
struct Narrowed {
    rules: Option<i64>,
    status: Option<Status>,
    before: i64,
    limit: i64,
}

impl Narrowed {
    fn games(&self, contract: i64) -> (String, Vec<Value>) {
        let mut values = vec![contract.into()];
        let conditions = self.conditions("games", "games.id", &mut values);
        let limit = values.len();
        let sql = format!(
            "SELECT {COLUMNS} FROM {TABLES} WHERE games.contract_id = $1{conditions}
             ORDER BY games.id DESC LIMIT ${limit}"
        );
        (sql, values)
    }

    fn games_of(&self, account: i64, contract: Option<i64>) -> (String, Vec<Value>) {
        let mut values = vec![account.into()];
        let conditions = self.conditions("seats", "seats.game", &mut values);
        let limit = values.len();
        let contract = contract.map_or_else(String::new, |contract| {
            values.push(contract.into());
            format!(" AND games.contract_id = ${}", values.len())
        });
        // CROSS keeps SQLite from beginning with anything but the player's seats, which an index has in order.
        let sql = format!(
            "SELECT {COLUMNS} FROM seats CROSS JOIN games CROSS JOIN rules
             WHERE seats.account_id = $1{conditions}{contract}
                 AND games.id = seats.game AND rules.id = games.rules_id
             ORDER BY seats.game DESC LIMIT ${limit}"
        );
        (sql, values)
    }

    fn conditions(&self, table: &str, key: &str, values: &mut Vec<Value>) -> String {
        let mut conditions = String::new();
        if let Some(rules) = self.rules {
            values.push(rules.into());
            let _ = write!(conditions, " AND {table}.rules_id = ${}", values.len());
        }
        if let Some(status) = self.status {
            values.push(status.name().to_owned().into());
            let _ = write!(conditions, " AND {table}.status = ${}", values.len());
        }
        values.push(self.before.into());
        let _ = write!(conditions, " AND {key} < ${}", values.len());
        values.push(self.limit.into());
        conditions
    }
}

/// Without players. A game of a contract that was not known a moment ago is left out.
fn read_games(scope: &Scope, rows: &[AnyRow]) -> Result<Vec<Found>, sqlx::Error> {
    rows.iter().filter_map(|row| read_game(scope, row).transpose()).collect()
}

fn read_game(scope: &Scope, row: &AnyRow) -> Result<Option<Found>, sqlx::Error> {
    let contract_id: i64 = row.try_get(1)?;
    let Some(contract) = scope.contracts.iter().find(|contract| contract.id == contract_id) else {
        return Ok(None);
    };
    let status: String = row.try_get(6)?;
    let seats: i64 = row.try_get(4)?;
    let game = Game {
        contract: contract.account.clone(),
        kind: contract.kind.unwrap_or(Kind::Arena),
        game_id: row.try_get::<i64, _>(2)?.to_string(),
        rules: row.try_get(3)?,
        players: vec![None; usize::try_from(seats).unwrap_or_default()],
        turn_seconds: row.try_get(5)?,
        status: Status::by_name(&status).ok_or_else(|| unknown("status", &status))?,
        round: row.try_get(7)?,
        moves: row.try_get(8)?,
        created: At::new(row.try_get(9)?, row.try_get(10)?),
        active: At::new(row.try_get(11)?, row.try_get(12)?),
        closed: At::read(row, 13)?,
        incomplete: row.try_get::<i64, _>(15)? != 0,
    };
    Ok(Some(Found { key: row.try_get(0)?, game }))
}

fn read_round(row: &AnyRow, players: &[Option<String>]) -> Result<Round, sqlx::Error> {
    let result: Option<String> = row.try_get(1)?;
    let result = match result.as_deref() {
        None => None,
        Some("won") => Some(RoundResult::Won),
        Some("draw") => Some(RoundResult::Draw),
        Some("abandoned") => Some(RoundResult::Abandoned),
        Some(other) => return Err(unknown("result", other)),
    };
    let seat: Option<i64> = row.try_get(2)?;
    let place = seat.and_then(|seat| usize::try_from(seat - 1).ok());
    Ok(Round {
        round: row.try_get(0)?,
        result,
        winner: place.and_then(|place| players.get(place)?.clone()),
        seat,
        by: row.try_get(3)?,
        counts: row.try_get::<i64, _>(4)? != 0,
        moves: row.try_get(5)?,
        started: At::read(row, 6)?,
        ended: At::read(row, 8)?,
    })
}

pub(super) fn unknown(what: &str, name: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("the {what} {name:?} is of a newer version; update this program").into())
}
