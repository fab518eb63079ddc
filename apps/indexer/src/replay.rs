//! Rebuilds tables from the database: each round is played again from its moves.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use tic_tac_toe_client::table::{Event, EventKind, Replica, Table, TableId};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Reason, Score, Starts, Timestamp};
use tic_tac_toe_rules::{Cell, Players, Rules};

use crate::model::{Kind, at_seat, from_name, unsigned};

/// A game in the database that is not closed.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Whether some of its events may have been missed.
    pub incomplete: bool,
    /// The table, or the reason why its rows make none.
    pub replica: Result<Replica, String>,
}

/// Games of a contract by its numbers.
type StoredGames = BTreeMap<GameId, StoredGame>;

/// Which games: open ones of a contract, with ids in a range.
#[derive(Clone, Copy)]
struct Range {
    contract: i64,
    from: i64,
    to: i64,
}

impl Range {
    async fn rows(self, db: &mut AnyConnection, sql: &'static str) -> Result<Vec<AnyRow>, sqlx::Error> {
        sqlx::query(sql).bind(self.contract).bind(self.from).bind(self.to).fetch_all(db).await
    }
}

// The condition for the games of a range.
macro_rules! in_range {
    () => {
        "games.contract_id = $1 AND games.game_id >= $2 AND games.game_id < $3 AND games.status <> 'closed'"
    };
}

/// Rebuilds the open games of a contract, by its id in the database, with ids in a range.
///
/// # Errors
///
/// When the database can't be read.
pub async fn open_games(
    db: &mut AnyConnection,
    contract: i64,
    from: i64,
    to: i64,
) -> Result<StoredGames, sqlx::Error> {
    let range = Range { contract, from, to };
    let mut games = BTreeMap::new();
    let sql = concat!(
        "SELECT games.game_id, rules.name, games.seats, turn_seconds, games.round, gap, started_time, totals.kind,
             games.starts
         FROM games JOIN rules ON rules.id = rules_id JOIN totals ON totals.contract_id = games.contract_id
         LEFT JOIN rounds ON rounds.game = games.id AND rounds.round = games.round
         WHERE ",
        in_range!()
    );
    for row in range.rows(db, sql).await? {
        let replica = read_table(&row)?.map(|table| Replica::Known(Some(table)));
        let incomplete = row.try_get::<i64, _>(5)? != 0;
        games.insert(game_id(&row)?, StoredGame { incomplete, replica });
    }
    add_players(db, range, &mut games).await?;
    add_scores(db, range, &mut games).await?;
    add_steps(db, range, &mut games).await?;
    Ok(games)
}

/// Reads a table without its players, its score and its moves, or says why the row makes none.
fn read_table(row: &AnyRow) -> Result<Result<Table, String>, sqlx::Error> {
    let (game_id, name): (GameId, String) = (game_id(row)?, row.try_get(1)?);
    let Ok(rules) = name.parse::<Rules>() else { return Ok(Err(format!("there are no rules {name:?}"))) };
    let (id, round) = match from_name(row.try_get(7)?)? {
        Kind::OneGame => (TableId::OneGame, game_id.0),
        Kind::Arena => (TableId::Arena(game_id), unsigned(row.try_get(4)?)),
    };
    let starts: Starts = from_name(row.try_get(8)?)?;
    let seats = byte(row.try_get(2)?);
    let position = Players::new(seats).and_then(|count| rules.started_by(count, starts.first(round, count)));
    let (turn_seconds, started): (Option<i64>, Option<i64>) = (row.try_get(3)?, row.try_get(6)?);
    Ok(position.ok_or_else(|| "its rules are not for so many players".to_owned()).map(|position| Table {
        id,
        players: vec![None; seats.into()],
        round,
        starts,
        position,
        score: Score { wins: vec![0; seats.into()], draws: 0 },
        turn_seconds: turn_seconds.map(unsigned),
        turn_since: match id {
            TableId::OneGame => None,
            TableId::Arena(_) => started.map(|time| Timestamp(unsigned(time))),
        },
    }))
}

async fn add_players(
    db: &mut AnyConnection,
    range: Range,
    games: &mut StoredGames,
) -> Result<(), sqlx::Error> {
    let sql = concat!(
        "SELECT games.game_id, seat, name FROM games JOIN seats ON game = games.id
             JOIN accounts ON accounts.id = account_id
         WHERE ",
        in_range!()
    );
    for row in range.rows(db, sql).await? {
        let Some(table) = table_of(games, &row)? else { continue };
        if let Some(player) = at_seat(&mut table.players, row.try_get(1)?) {
            *player = row.try_get::<String, _>(2)?.parse().ok();
        }
    }
    Ok(())
}

/// Adds the score before the current round, whose end the table counts.
async fn add_scores(
    db: &mut AnyConnection,
    range: Range,
    games: &mut StoredGames,
) -> Result<(), sqlx::Error> {
    let sql = concat!(
        "SELECT games.game_id, winner, count(*) FROM games
             JOIN rounds ON game = games.id AND rounds.round < games.round
         WHERE counted = 1 AND ",
        in_range!(),
        " GROUP BY games.game_id, winner"
    );
    for row in range.rows(db, sql).await? {
        let Some(Table { score, .. }) = table_of(games, &row)? else { continue };
        let wins_or_draws = match row.try_get(1)? {
            None => Some(&mut score.draws),
            Some(winner) => at_seat(&mut score.wins, winner),
        };
        if let Some(number) = wins_or_draws {
            *number = u32::try_from(row.try_get::<i64, _>(2)?).unwrap_or(u32::MAX);
        }
    }
    Ok(())
}

/// Plays the moves of the current round; a move comes before those who are out after it.
async fn add_steps(db: &mut AnyConnection, range: Range, games: &mut StoredGames) -> Result<(), sqlx::Error> {
    let sql = concat!(
        "SELECT games.game_id, moves.number, 0, time, seat, row_number, col_number FROM games
             JOIN moves ON game = games.id AND moves.round = games.round
         WHERE ",
        in_range!(),
        " UNION ALL SELECT games.game_id, after_moves, 1, time, seat, NULL, NULL FROM games
             JOIN outs ON game = games.id AND outs.round = games.round
         WHERE ",
        in_range!(),
        " ORDER BY 1, 2, 3, 4"
    );
    for row in range.rows(db, sql).await? {
        let (time, seat) = (Timestamp(unsigned(row.try_get(3)?)), byte(row.try_get(4)?));
        let cell: (Option<i64>, Option<i64>) = (row.try_get(5)?, row.try_get(6)?);
        let cell = cell.0.zip(cell.1).map(|(row, col)| Cell { row: byte(row), col: byte(col) });
        let Some(StoredGame { replica: stored, .. }) = games.get_mut(&game_id(&row)?) else { continue };
        if let Ok(Err(why)) = stored.as_mut().map(|replica| play(replica, seat, cell, time)) {
            *stored = Err(why);
        }
    }
    Ok(())
}

/// Makes a move, or takes out a player where there is no cell.
fn play(replica: &mut Replica, seat: u8, cell: Option<Cell>, time: Timestamp) -> Result<(), String> {
    let Table { id, round, players, .. } = replica.table().ok_or("it is closed")?;
    let (table, round) = (*id, *round);
    let player = usize::from(seat).checked_sub(1).and_then(|seat| players.get(seat)?.clone());
    let player = player.ok_or("somebody without a seat has moved or is out")?;
    let kind = match cell {
        Some(cell) => EventKind::Moved { round, player, seat, cell },
        // The reason does not change the table.
        None => EventKind::Out { round, player, seat, reason: Reason::Resigned },
    };
    replica.apply(&Event { table, kind }, time).map_err(|error| error.to_string())
}

/// Returns the number of the game that a row begins with.
fn game_id(row: &AnyRow) -> Result<GameId, sqlx::Error> {
    Ok(GameId(unsigned(row.try_get(0)?)))
}

/// Returns the table of a row, if its game makes one.
fn table_of<'a>(games: &'a mut StoredGames, row: &AnyRow) -> Result<Option<&'a mut Table>, sqlx::Error> {
    Ok(match games.get_mut(&game_id(row)?) {
        Some(StoredGame { replica: Ok(Replica::Known(table)), .. }) => table.as_mut(),
        _ => None,
    })
}

// No board is so large; the rules refuse what does not fit.
fn byte(number: i64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
