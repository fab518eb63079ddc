//! Rebuilds tables from the database: each round is played again from its moves.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use tic_tac_toe_client::table::{Event, EventKind, Replica, Table, TableId};
use tic_tac_toe_interface::arena::{Reason, Score, Starts, Timestamp};
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::{Cell, Players, Rules};

use crate::model::{Kind, from_name, unsigned};

/// A game in the database that is not closed.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Whether some of its events may have been missed.
    pub incomplete: bool,
    /// The table, or the reason why its rows make none.
    pub table: Result<Table, String>,
}

/// The rows of a game.
struct Rows {
    id: TableId,
    round: u64,
    incomplete: bool,
    rules: String,
    players: Vec<Option<AccountId>>,
    turn_seconds: Option<i64>,
    starts: Starts,
    started: Option<i64>,
    score: Score,
    steps: Vec<Step>,
}

/// A move or a player who is out, at a time.
struct Step {
    /// How many moves came before; a move comes before those who are out after it.
    order: (i64, bool),
    time: i64,
    seat: i64,
    /// The cell of a move.
    cell: Option<Cell>,
}

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
) -> Result<BTreeMap<GameId, StoredGame>, sqlx::Error> {
    let range = Range { contract, from, to };
    let mut games = BTreeMap::new();
    let sql = concat!(
        "SELECT games.id, games.game_id, rules.name, games.seats, turn_seconds, games.round, gap, started_time,
             totals.kind, games.starts
         FROM games JOIN rules ON rules.id = rules_id JOIN totals ON totals.contract_id = games.contract_id
         LEFT JOIN rounds ON rounds.game = games.id AND rounds.round = games.round
         WHERE ",
        in_range!()
    );
    for row in range.rows(db, sql).await? {
        let seats = usize::try_from(row.try_get::<i64, _>(3)?).unwrap_or(0);
        let game_id = unsigned(row.try_get(1)?);
        let (id, round) = match from_name(row.try_get(8)?)? {
            Kind::OneGame => (TableId::OneGame, game_id),
            Kind::Arena => (TableId::Arena(GameId(game_id)), unsigned(row.try_get(5)?)),
        };
        let rows = Rows {
            id,
            round,
            incomplete: row.try_get::<i64, _>(6)? != 0,
            rules: row.try_get(2)?,
            players: vec![None; seats],
            turn_seconds: row.try_get(4)?,
            starts: from_name(row.try_get(9)?)?,
            started: row.try_get(7)?,
            score: Score { wins: vec![0; seats], draws: 0 },
            steps: Vec::new(),
        };
        games.insert(row.try_get::<i64, _>(0)?, rows);
    }
    add_players(db, range, &mut games).await?;
    add_scores(db, range, &mut games).await?;
    add_steps(db, range, &mut games).await?;
    Ok(games.into_values().map(|rows| (rows.id.game_id(rows.round), rows.into())).collect())
}

async fn add_players(
    db: &mut AnyConnection,
    range: Range,
    games: &mut BTreeMap<i64, Rows>,
) -> Result<(), sqlx::Error> {
    let sql = concat!(
        "SELECT game, seat, name FROM games JOIN seats ON game = games.id JOIN accounts ON accounts.id = account_id
         WHERE ",
        in_range!()
    );
    for row in range.rows(db, sql).await? {
        let seat = usize::try_from(row.try_get::<i64, _>(1)? - 1);
        if let (Some(rows), Ok(seat)) = (games.get_mut(&row.try_get::<i64, _>(0)?), seat)
            && let Some(player) = rows.players.get_mut(seat)
        {
            *player = row.try_get::<String, _>(2)?.parse().ok();
        }
    }
    Ok(())
}

/// Adds the score before the current round, whose end the table counts.
async fn add_scores(
    db: &mut AnyConnection,
    range: Range,
    games: &mut BTreeMap<i64, Rows>,
) -> Result<(), sqlx::Error> {
    let sql = concat!(
        "SELECT game, winner, count(*) FROM games JOIN rounds ON game = games.id AND rounds.round < games.round
         WHERE counted = 1 AND ",
        in_range!(),
        " GROUP BY game, winner"
    );
    for row in range.rows(db, sql).await? {
        let (winner, count): (Option<i64>, i64) = (row.try_get(1)?, row.try_get(2)?);
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let Some(rows) = games.get_mut(&row.try_get::<i64, _>(0)?) else { continue };
        match winner.map(|winner| usize::try_from(winner - 1)) {
            None => rows.score.draws = count,
            Some(Ok(seat)) if seat < rows.score.wins.len() => rows.score.wins[seat] = count,
            Some(_) => {}
        }
    }
    Ok(())
}

async fn add_steps(
    db: &mut AnyConnection,
    range: Range,
    games: &mut BTreeMap<i64, Rows>,
) -> Result<(), sqlx::Error> {
    let moves = concat!(
        "SELECT game, moves.number, seat, time, row_number, col_number FROM games
         JOIN moves ON game = games.id AND moves.round = games.round WHERE ",
        in_range!()
    );
    let outs = concat!(
        "SELECT game, after_moves, seat, time FROM games
         JOIN outs ON game = games.id AND outs.round = games.round WHERE ",
        in_range!()
    );
    for (sql, is_out) in [(moves, false), (outs, true)] {
        for row in range.rows(db, sql).await? {
            let cell = if is_out {
                None
            } else {
                Some(Cell { row: byte(row.try_get(4)?), col: byte(row.try_get(5)?) })
            };
            let order = (row.try_get(1)?, is_out);
            let step = Step { order, time: row.try_get(3)?, seat: row.try_get(2)?, cell };
            games.entry(row.try_get(0)?).and_modify(|rows| rows.steps.push(step));
        }
    }
    Ok(())
}

impl From<Rows> for StoredGame {
    fn from(rows: Rows) -> Self {
        Self { incomplete: rows.incomplete, table: rows.table() }
    }
}

impl Rows {
    fn table(mut self) -> Result<Table, String> {
        let rules: Rules = self.rules.parse().map_err(|_| format!("there are no rules {:?}", self.rules))?;
        let count = u8::try_from(self.players.len()).ok().and_then(Players::new);
        let position = count.and_then(|count| rules.started_by(count, self.starts.first(self.round, count)));
        let mut replica = Replica::Known(Some(Table {
            id: self.id,
            players: self.players.clone(),
            round: self.round,
            starts: self.starts,
            position: position.ok_or("its rules are not for so many players")?,
            score: self.score,
            turn_seconds: self.turn_seconds.map(unsigned),
            turn_since: match self.id {
                TableId::OneGame => None,
                TableId::Arena(_) => self.started.map(|time| Timestamp(unsigned(time))),
            },
        }));
        self.steps.sort_by_key(|step| (step.order, step.time));
        for step in self.steps {
            let seat = byte(step.seat);
            let player = usize::from(seat).checked_sub(1).and_then(|seat| self.players.get(seat)?.clone());
            let player = player.ok_or("somebody without a seat has moved or is out")?;
            let kind = match step.cell {
                Some(cell) => EventKind::Moved { round: self.round, player, seat, cell },
                // The reason does not change the table.
                None => EventKind::Out { round: self.round, player, seat, reason: Reason::Resigned },
            };
            let event = Event { table: self.id, kind };
            replica.apply(&event, Timestamp(unsigned(step.time))).map_err(|error| error.to_string())?;
        }
        replica.table().cloned().ok_or_else(|| "it is closed".to_owned())
    }
}

// No board is so large; the rules refuse what does not fit.
fn byte(number: i64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
