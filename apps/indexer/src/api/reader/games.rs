//! Games and their rounds.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use sqlx::Row;
use sqlx::any::AnyRow;
use tic_tac_toe_client::table::EventKind;
use tic_tac_toe_interface::{AccountId, GameId};

use super::super::answer::{Game, Round};
use super::super::query::{Cursor, GamesQuery};
use super::{Contract, Reader, Scope, Value};
use crate::event::decode;
use crate::model::{self, BlockRef, GameState, Kind, Status, at_seat, from_name, unsigned};

/// A game, and its id in the database.
pub(in crate::api) struct Found {
    pub id: i64,
    pub game: Game,
}

// The log may be ahead of the tables that are made of it: they have the events of the chain `$1` before this height.
const PROJECTED: &str = "(SELECT next_height FROM projected
    WHERE chain_id = $1 AND generation = (SELECT min(generation) FROM projections))";

impl Reader {
    /// Looks up a page of games by descending id, and whether there are more.
    pub(in crate::api) async fn games(
        &self,
        scope: &Scope,
        query: &GamesQuery,
    ) -> Result<(Vec<Found>, bool), sqlx::Error> {
        let (mut rules, mut player) = (None, None);
        if let Some(wanted) = query.rules {
            rules = Some(self.rules_id(wanted).await?);
        }
        if let Some(wanted) = &query.player {
            player = Some(self.account_id(scope, wanted).await?);
        }
        // Nobody has played with these rules, or the account has not played.
        if rules == Some(None) || player == Some(None) {
            return Ok((Vec::new(), false));
        }
        let filter = Filter {
            rules: rules.flatten(),
            status: query.status,
            before: query.cursor.map_or(i64::MAX, |Cursor([id])| id),
            limit: query.limit.get() + 1,
        };
        let rows = self.games_in(scope, query.contract.as_ref(), player.flatten(), &filter).await?;
        let mut found = read_games(scope, &rows)?;
        found.sort_unstable_by_key(|found| Reverse(found.id));
        let is_more = query.limit.cut(&mut found);
        // An account that plays against itself has two seats in a game.
        found.dedup_by_key(|found| found.id);
        self.add_players(&mut found).await?;
        Ok((found, is_more))
    }

    /// Looks up a game of a contract.
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
        let columns = columns();
        let sql = format!(
            "SELECT {columns} FROM games JOIN rules ON rules.id = games.rules_id
             WHERE games.contract_id = $1 AND games.game_id = $2"
        );
        let rows = self.rows(&sql, &[contract.id.into(), id.into()]).await?;
        let mut found = read_games(scope, &rows)?;
        self.add_players(&mut found).await?;
        Ok(found.into_iter().next())
    }

    /// Looks up rounds by number.
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
        let rows = self.rows(SQL, &[found.id.into(), from.into(), limit.into()]).await?;
        rows.iter().map(|row| read_round(row, &found.game.players)).collect()
    }

    /// Looks up the games that the log has events of above a height, each with the height of its last one, in that order;
    /// none if there are more events than `most`.
    pub(in crate::api) async fn changed_since(
        &self,
        scope: &Scope,
        height: i64,
        most: usize,
    ) -> Result<Option<Vec<(i64, Game)>>, sqlx::Error> {
        let Some((chain, _)) = &scope.chain else { return Ok(Some(Vec::new())) };
        let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let sql = format!(
            "SELECT contract_id, height, line FROM events
             WHERE chain_id = $1 AND height > $2 AND height < {PROJECTED} ORDER BY height, place LIMIT $3"
        );
        let events = self.rows(&sql, &[*chain, height, limit].map(Value::from)).await?;
        if events.len() > most {
            return Ok(None);
        }
        let mut heights: BTreeMap<[i64; 2], i64> = BTreeMap::new();
        for row in &events {
            let (contract, height): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let Some(Ok(event)) = decode(row.try_get::<&str, _>(2)?) else { continue };
            let Ok(game_id) = i64::try_from(event.game_id().0) else { continue };
            heights.insert([contract, game_id], height);
            if let EventKind::RoundStarted { players: Some(_), .. } = event.kind {
                // The one-game contract has forgotten the game before.
                heights.insert([contract, game_id - 1], height);
            }
        }
        if heights.is_empty() {
            return Ok(Some(Vec::new()));
        }
        let keys: Vec<Vec<Value>> = heights.keys().map(|key| key.map(Value::from).to_vec()).collect();
        let (columns, given) = (columns(), self.dialect.given("contract_id game_id", keys.len()));
        // CROSS keeps SQLite from looking through all games for those that are wanted.
        let sql = format!(
            "SELECT {columns} FROM ({given}) AS given CROSS JOIN games CROSS JOIN rules
             WHERE games.contract_id = given.contract_id AND games.game_id = given.game_id
                 AND rules.id = games.rules_id"
        );
        let mut changed = Vec::new();
        for row in self.rows(&sql, &self.dialect.parameters(keys)).await? {
            let height = heights.get(&[row.try_get(1)?, row.try_get(2)?]).copied().unwrap_or(height);
            changed.extend(read_game(scope, &row)?.map(|found| (height, found)));
        }
        changed.sort_unstable_by_key(|(height, found)| (*height, found.id));
        let (heights, mut found): (Vec<i64>, Vec<Found>) = changed.into_iter().unzip();
        self.add_players(&mut found).await?;
        Ok(Some(heights.into_iter().zip(found.into_iter().map(|found| found.game)).collect()))
    }

    /// Looks up the height of the last event, -1 before the first.
    pub(in crate::api) async fn last_event(&self, scope: &Scope) -> Result<i64, sqlx::Error> {
        let Some((chain, _)) = &scope.chain else { return Ok(-1) };
        let sql = format!("SELECT max(height) FROM events WHERE chain_id = $1 AND height < {PROJECTED}");
        let row = self.row(&sql, &[(*chain).into()]).await?;
        let last: Option<i64> = row.map(|row| row.try_get(0)).transpose()?.flatten();
        Ok(last.unwrap_or(-1))
    }

    /// Looks up games, of a player if one is given. One contract after the other, as an index is sorted within one only.
    async fn games_in(
        &self,
        scope: &Scope,
        only: Option<&AccountId>,
        player: Option<i64>,
        filter: &Filter,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let mut rows = Vec::new();
        let is_wanted = |contract: &&Contract| only.is_none_or(|only| contract.account() == only.as_str());
        for contract in scope.contracts.iter().filter(is_wanted) {
            let (sql, values) = filter.select(contract.id, player);
            rows.extend(self.rows(&sql, &values).await?);
        }
        Ok(rows)
    }

    /// Fills in the players.
    async fn add_players(&self, games: &mut [Found]) -> Result<(), sqlx::Error> {
        if games.is_empty() {
            return Ok(());
        }
        let ids: Vec<Vec<Value>> = games.iter().map(|found| vec![found.id.into()]).collect();
        let places: HashMap<i64, usize> = games.iter().map(|found| found.id).zip(0..).collect();
        // CROSS keeps SQLite from looking through all seats for those that are wanted.
        let sql = format!(
            "SELECT seats.game, seats.seat, accounts.name
             FROM ({}) AS given CROSS JOIN seats CROSS JOIN accounts
             WHERE seats.game = given.id AND accounts.id = seats.account_id",
            self.dialect.given("id", ids.len())
        );
        for row in self.rows(&sql, &self.dialect.parameters(ids)).await? {
            let Some(slot) = places.get(&row.try_get(0)?) else { continue };
            if let Some(player) = at_seat(&mut games[*slot].game.players, row.try_get(1)?) {
                *player = row.try_get(2)?;
            }
        }
        Ok(())
    }
}

/// Returns the columns that [`read_game`] expects.
fn columns() -> String {
    format!("games.id, games.contract_id, games.game_id, rules.name, games.seats, {}", GameState::COLUMNS)
}

/// Which games, by ids of the database.
struct Filter {
    rules: Option<i64>,
    status: Option<Status>,
    before: i64,
    limit: i64,
}

impl Filter {
    /// Selects the games of a contract, or only those in which an account has a seat.
    fn select(&self, contract: i64, player: Option<i64>) -> (String, Vec<Value>) {
        let mut values = vec![contract.into()];
        // CROSS keeps SQLite from beginning with anything but the player's seats, which an index has in order.
        let (table, key, tables) = match player {
            None => ("games", "games.id", "games CROSS JOIN rules"),
            Some(_) => ("seats", "seats.game", "seats CROSS JOIN games CROSS JOIN rules"),
        };
        let mut conditions = String::new();
        let mut add = |condition: String, value: Value| {
            values.push(value);
            let _ = write!(conditions, " AND {condition} ${}", values.len());
        };
        if let Some(player) = player {
            add("games.id = seats.game AND seats.account_id =".to_owned(), player.into());
        }
        if let Some(rules) = self.rules {
            add(format!("{table}.rules_id ="), rules.into());
        }
        if let Some(status) = self.status {
            add(format!("{table}.status ="), model::name(status).into());
        }
        add(format!("{key} <"), self.before.into());
        values.push(self.limit.into());
        let sql = format!(
            "SELECT {} FROM {tables} WHERE {table}.contract_id = $1 AND rules.id = games.rules_id{conditions}
             ORDER BY {key} DESC LIMIT ${}",
            columns(),
            values.len()
        );
        (sql, values)
    }
}

/// Reads games without their players. A game of a contract that is newer than the scope is left out.
fn read_games(scope: &Scope, rows: &[AnyRow]) -> Result<Vec<Found>, sqlx::Error> {
    rows.iter().filter_map(|row| read_game(scope, row).transpose()).collect()
}

fn read_game(scope: &Scope, row: &AnyRow) -> Result<Option<Found>, sqlx::Error> {
    let contract_id: i64 = row.try_get(1)?;
    let Some(contract) = scope.contracts.iter().find(|contract| contract.id == contract_id) else {
        return Ok(None);
    };
    let seats: i64 = row.try_get(4)?;
    let game = Game {
        contract: contract.account().to_owned(),
        kind: contract.kind.unwrap_or(Kind::Arena),
        game_id: GameId(unsigned(row.try_get(2)?)),
        rules: row.try_get(3)?,
        players: vec![None; usize::try_from(seats).unwrap_or_default()],
        state: GameState::read(row, 5)?,
    };
    Ok(Some(Found { id: row.try_get(0)?, game }))
}

fn read_round(row: &AnyRow, players: &[Option<String>]) -> Result<Round, sqlx::Error> {
    let result: Option<String> = row.try_get(1)?;
    let seat: Option<i64> = row.try_get(2)?;
    let winner = seat.and_then(|seat| usize::try_from(seat - 1).ok());
    Ok(Round {
        round: row.try_get(0)?,
        result: result.map(from_name).transpose()?,
        winner: winner.and_then(|winner| players.get(winner)?.clone()),
        seat,
        by: row.try_get(3)?,
        counts: row.try_get::<i64, _>(4)? != 0,
        moves: row.try_get(5)?,
        started: BlockRef::read(row, 6)?,
        ended: BlockRef::read(row, 8)?,
    })
}
