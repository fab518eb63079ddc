//! Games as the database tells them: each round played again from its moves.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use tic_tac_toe_client::arena::Game;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{Score, Timestamp};
use tic_tac_toe_rules::{Cell, Game as _, Outcome, Players, Position, Rules, Seat};

/// A game that is not closed.
#[derive(Clone, Debug)]
pub struct Stored {
    /// Whether some of its events may have been missed.
    pub gap: bool,
    /// Where the marks of this round were made, in their order.
    pub moves: Vec<Cell>,
    /// The game, or why its rows make none.
    pub game: Result<Game, String>,
}

/// Something that happened in a round.
struct Step {
    what: What,
    /// How many moves came before, and for moves that they come first.
    order: (i64, bool),
    time: i64,
}

enum What {
    Move { seat: i64, place: Cell },
    Out { seat: i64 },
}

/// What the tables have of a game.
struct Rows {
    id: GameId,
    rules: String,
    players: Vec<Option<String>>,
    turn_seconds: Option<i64>,
    round: i64,
    started: Option<i64>,
    gap: bool,
    score: Score,
    steps: Vec<Step>,
}

/// Which games are asked for: open ones of a contract, with ids in a range.
#[derive(Clone, Copy)]
struct Wanted {
    contract: i64,
    from: i64,
    to: i64,
}

impl Wanted {
    /// What a question with `games!` in it finds.
    async fn ask(self, db: &mut AnyConnection, sql: &'static str) -> Result<Vec<AnyRow>, sqlx::Error> {
        sqlx::query(sql).bind(self.contract).bind(self.from).bind(self.to).fetch_all(db).await
    }
}

// The games in question, for all the questions below.
macro_rules! games {
    () => {
        "games.contract_id = $1 AND games.game_id >= $2 AND games.game_id < $3 AND games.status <> 'closed'"
    };
}

/// The open games of a contract, by its id in the database, with ids in a range.
///
/// # Errors
///
/// When the database can't be read.
pub async fn open_games(
    db: &mut AnyConnection,
    contract: i64,
    from: i64,
    to: i64,
) -> Result<BTreeMap<GameId, Stored>, sqlx::Error> {
    let wanted = Wanted { contract, from, to };
    let mut games = BTreeMap::new();
    let sql = concat!(
        "SELECT games.id, games.game_id, rules.name, games.seats, turn_seconds, games.round, gap, started_time
         FROM games JOIN rules ON rules.id = rules_id
         LEFT JOIN rounds ON rounds.game = games.id AND rounds.round = games.round
         WHERE ",
        games!()
    );
    for row in wanted.ask(db, sql).await? {
        let seats = usize::try_from(row.try_get::<i64, _>(3)?).unwrap_or(0);
        let rows = Rows {
            id: GameId(unsigned(row.try_get(1)?)),
            rules: row.try_get(2)?,
            players: vec![None; seats],
            turn_seconds: row.try_get(4)?,
            round: row.try_get(5)?,
            started: row.try_get(7)?,
            gap: row.try_get::<i64, _>(6)? != 0,
            score: Score { wins: vec![0; seats], draws: 0 },
            steps: Vec::new(),
        };
        games.insert(row.try_get::<i64, _>(0)?, rows);
    }
    add_players(db, wanted, &mut games).await?;
    add_scores(db, wanted, &mut games).await?;
    add_steps(db, wanted, &mut games).await?;
    Ok(games.into_values().map(|rows| (rows.id, rows.stored())).collect())
}

async fn add_players(
    db: &mut AnyConnection,
    wanted: Wanted,
    games: &mut BTreeMap<i64, Rows>,
) -> Result<(), sqlx::Error> {
    let sql = concat!(
        "SELECT game, seat, name FROM games JOIN seats ON game = games.id JOIN accounts ON accounts.id = account_id
         WHERE ",
        games!()
    );
    for row in wanted.ask(db, sql).await? {
        let seat = usize::try_from(row.try_get::<i64, _>(1)? - 1);
        let players = games.get_mut(&row.try_get::<i64, _>(0)?).map(|rows| &mut rows.players);
        if let (Some(players), Ok(seat)) = (players, seat)
            && let Some(player) = players.get_mut(seat)
        {
            *player = row.try_get(2)?;
        }
    }
    Ok(())
}

async fn add_scores(
    db: &mut AnyConnection,
    wanted: Wanted,
    games: &mut BTreeMap<i64, Rows>,
) -> Result<(), sqlx::Error> {
    let sql = concat!(
        "SELECT game, winner, count(*) FROM games JOIN rounds ON game = games.id WHERE counted = 1 AND ",
        games!(),
        " GROUP BY game, winner"
    );
    for row in wanted.ask(db, sql).await? {
        let (winner, times): (Option<i64>, i64) = (row.try_get(1)?, row.try_get(2)?);
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        let Some(rows) = games.get_mut(&row.try_get::<i64, _>(0)?) else { continue };
        match winner.map(|winner| usize::try_from(winner - 1)) {
            None => rows.score.draws = times,
            Some(Ok(seat)) if seat < rows.score.wins.len() => rows.score.wins[seat] = times,
            Some(_) => {}
        }
    }
    Ok(())
}

async fn add_steps(
    db: &mut AnyConnection,
    wanted: Wanted,
    games: &mut BTreeMap<i64, Rows>,
) -> Result<(), sqlx::Error> {
    let moves = concat!(
        "SELECT game, moves.number, seat, row_number, col_number, time FROM games
         JOIN moves ON game = games.id AND moves.round = games.round WHERE ",
        games!()
    );
    for row in wanted.ask(db, moves).await? {
        let what = What::Move {
            seat: row.try_get(2)?,
            place: Cell { row: byte(row.try_get(3)?), col: byte(row.try_get(4)?) },
        };
        let step = Step { what, order: (row.try_get(1)?, false), time: row.try_get(5)? };
        games.entry(row.try_get(0)?).and_modify(|rows| rows.steps.push(step));
    }
    let outs = concat!(
        "SELECT game, after_moves, seat, time FROM games
         JOIN outs ON game = games.id AND outs.round = games.round WHERE ",
        games!()
    );
    for row in wanted.ask(db, outs).await? {
        let step = Step {
            what: What::Out { seat: row.try_get(2)? },
            order: (row.try_get(1)?, true),
            time: row.try_get(3)?,
        };
        games.entry(row.try_get(0)?).and_modify(|rows| rows.steps.push(step));
    }
    Ok(())
}

impl Rows {
    fn stored(mut self) -> Stored {
        self.steps.sort_by_key(|step| (step.order, step.time));
        let moves = self.steps.iter().filter_map(Step::place).collect();
        Stored { gap: self.gap, moves, game: self.play() }
    }

    fn play(self) -> Result<Game, String> {
        let rules: Rules = self.rules.parse().map_err(|_| format!("there are no rules {:?}", self.rules))?;
        let count = u8::try_from(self.players.len()).ok().and_then(Players::new);
        let mut position =
            count.and_then(|count| rules.start(count)).ok_or("so many can't play by its rules")?;
        let mut turn_since = self.started;
        for step in &self.steps {
            let before = position.turn();
            step.apply(&mut position)?;
            if matches!(position.outcome(), Outcome::InProgress { next } if Some(next) != before) {
                turn_since = Some(step.time);
            }
        }
        let player = |name: Option<String>| name.map(|name| name.parse()).transpose();
        let players: Result<_, _> = self.players.into_iter().map(player).collect();
        Ok(Game {
            id: self.id,
            players: players
                .map_err(|error: near_primitives::account::id::ParseAccountError| error.to_string())?,
            round: u32::try_from(self.round).unwrap_or(0),
            position,
            score: self.score,
            turn_seconds: self.turn_seconds.map(unsigned),
            turn_since: turn_since.map(|time| Timestamp(unsigned(time))),
        })
    }
}

impl Step {
    const fn place(&self) -> Option<Cell> {
        match self.what {
            What::Move { place, .. } => Some(place),
            What::Out { .. } => None,
        }
    }

    fn apply(&self, position: &mut Position) -> Result<(), String> {
        match self.what {
            What::Move { seat, place } => {
                if position.turn().map(|turn| i64::from(turn.number())) != Some(seat) {
                    return Err(format!("move {} is not by the player to move", self.order.0));
                }
                position.play(place).map_err(|error| format!("move {}: {error}", self.order.0))
            }
            What::Out { seat } => {
                let seat = Seat::new(byte(seat)).ok_or("somebody is out who has no seat")?;
                position.leave(seat).map_err(|error| error.to_string())
            }
        }
    }
}

// No board is so large; the rules refuse what does not fit.
fn byte(number: i64) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}
