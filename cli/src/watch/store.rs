//! Games and moves in `SQLite`: one transaction a block, so that a crash loses and repeats nothing.

use std::path::Path;

use anyhow::{Context, ensure};
use near_primitives::types::{AccountId, BlockHeight};
use rusqlite::{Connection, OptionalExtension, Result, Transaction, params};
use serde::Serialize;
use tic_tac_toe_client::blocks::Position;
use tic_tac_toe_interface::arena::{self, Reason, RoundResult};
use tic_tac_toe_interface::tic_tac_toe::{self as one_game, GameResult};

use super::tale::Event;

// Step by step from an empty file to the tables of today. `user_version` counts the steps that a file has taken;
// the first version of this program did not count, so its step finds its own tables.
const MIGRATIONS: [&str; 3] = [FIRST_TABLES, MARK_OF_THE_WINNER, ARENA];

// Every row names its chain by the hash of the first block: a dev node that starts anew starts another chain.
const FIRST_TABLES: &str = "
    CREATE TABLE IF NOT EXISTS games (
        chain       TEXT NOT NULL,
        contract    TEXT NOT NULL,
        game_id     INTEGER NOT NULL,
        p1          TEXT NOT NULL,
        p2          TEXT NOT NULL,
        created_at  INTEGER NOT NULL,  -- block height
        ended_at    INTEGER,           -- block height, NULL while in progress or replaced unfinished
        result      TEXT,              -- 'won' or 'draw'
        winner      TEXT,
        PRIMARY KEY (chain, contract, game_id)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS moves (
        chain       TEXT NOT NULL,
        contract    TEXT NOT NULL,
        game_id     INTEGER NOT NULL,
        row         INTEGER NOT NULL,
        col         INTEGER NOT NULL,
        number      INTEGER,           -- 1 for the first move of the game, NULL if its beginning is not known
        player      TEXT NOT NULL,
        mark        TEXT NOT NULL,
        made_at     INTEGER NOT NULL,  -- block height
        receipt_id  TEXT NOT NULL,
        PRIMARY KEY (chain, contract, game_id, row, col)
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS progress (
        chain       TEXT NOT NULL,
        contract    TEXT NOT NULL,
        next_height INTEGER NOT NULL,
        last_hash   TEXT,
        PRIMARY KEY (chain, contract)
    ) WITHOUT ROWID;
";

// Who plays against oneself wins and loses: only the mark tells which.
const MARK_OF_THE_WINNER: &str = "
    ALTER TABLE games ADD COLUMN mark TEXT;  -- the winner's
    UPDATE games SET mark = iif(winner = p1, 'X', 'O') WHERE result = 'won' AND p1 <> p2;
";

// The arena's games have tables of their own: more players, rounds, and rules.
const ARENA: &str = "
    CREATE TABLE arena_games (
        chain        TEXT NOT NULL,
        contract     TEXT NOT NULL,
        game_id      INTEGER NOT NULL,
        players      TEXT NOT NULL,     -- a JSON array by seat, null where a seat is free
        rules        TEXT NOT NULL,     -- as JSON
        turn_seconds INTEGER,
        created_at   INTEGER NOT NULL,  -- block height
        closed_at    INTEGER,           -- block height
        PRIMARY KEY (chain, contract, game_id)
    ) WITHOUT ROWID;
    CREATE TABLE arena_rounds (
        chain        TEXT NOT NULL,
        contract     TEXT NOT NULL,
        game_id      INTEGER NOT NULL,
        round        INTEGER NOT NULL,
        started_at   INTEGER,           -- block height, NULL if its beginning was not read
        ended_at     INTEGER,           -- block height
        result       TEXT,              -- 'won', 'draw' or 'abandoned'
        winner       TEXT,
        seat         INTEGER,           -- the winner's, from 1
        PRIMARY KEY (chain, contract, game_id, round)
    ) WITHOUT ROWID;
    CREATE TABLE arena_moves (
        chain        TEXT NOT NULL,
        contract     TEXT NOT NULL,
        game_id      INTEGER NOT NULL,
        round        INTEGER NOT NULL,
        row          INTEGER NOT NULL,
        col          INTEGER NOT NULL,
        number       INTEGER,           -- 1 for the first move of the round, NULL if its beginning is not known
        player       TEXT NOT NULL,
        seat         INTEGER NOT NULL,
        made_at      INTEGER NOT NULL,  -- block height
        receipt_id   TEXT NOT NULL,
        PRIMARY KEY (chain, contract, game_id, round, row, col)
    ) WITHOUT ROWID;
    CREATE TABLE arena_outs (
        chain        TEXT NOT NULL,
        contract     TEXT NOT NULL,
        game_id      INTEGER NOT NULL,
        round        INTEGER NOT NULL,
        seat         INTEGER NOT NULL,
        player       TEXT NOT NULL,
        reason       TEXT NOT NULL,     -- 'resigned' or 'timed_out'
        out_at       INTEGER NOT NULL,  -- block height
        PRIMARY KEY (chain, contract, game_id, round, seat)
    ) WITHOUT ROWID;
";

/// A database of games.
#[derive(Debug)]
pub struct Store {
    db: Connection,
}

/// An event with where it happened.
#[derive(Clone, Debug)]
pub struct Happened {
    /// The block.
    pub height: BlockHeight,
    /// The receipt.
    pub receipt: String,
    /// What happened.
    pub event: Event,
    /// How many moves the game has after it, if that is known.
    pub moves: Option<u32>,
}

/// Whose events these are: a contract on a chain.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The hash of the chain's first block.
    pub chain: &'a str,
    /// The contract.
    pub contract: &'a AccountId,
}

impl Store {
    /// Opens a database, and makes it if there is none.
    ///
    /// # Errors
    ///
    /// When the file can't be used as one.
    pub fn open(file: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("{} cannot be used as a database", file.display());
        let mut db = Connection::open(file).with_context(cannot)?;
        db.pragma_update(None, "journal_mode", "WAL").with_context(cannot)?;
        let version = version(&db).with_context(cannot)?;
        ensure!(
            version <= MIGRATIONS.len(),
            "{} was written by a newer version of this program; update it, or name another file",
            file.display()
        );
        migrate(&mut db, version).with_context(cannot)?;
        Ok(Self { db })
    }

    /// How far a contract has been read.
    ///
    /// # Errors
    ///
    /// When the database can't be read.
    pub fn position(&self, source: Source) -> Result<Option<Position>> {
        let sql = "SELECT next_height, last_hash FROM progress WHERE chain = ?1 AND contract = ?2";
        let found = self.db.query_row(sql, params![source.chain, source.contract.as_str()], |row| {
            Ok(Position { next: row.get(0)?, last_hash: row.get(1)? })
        });
        found.optional()
    }

    /// Keeps what happened and how far that was, both or neither. What is already there stays as it is, except
    /// that a move may learn its number, and a game its winner's mark.
    ///
    /// # Errors
    ///
    /// When the database can't be written.
    pub fn record(&mut self, source: Source, happened: &[Happened], position: &Position) -> Result<()> {
        let transaction = self.db.transaction()?;
        for one in happened {
            insert(&transaction, source, one)?;
        }
        transaction.execute(
            "INSERT OR REPLACE INTO progress (chain, contract, next_height, last_hash) VALUES (?1, ?2, ?3, ?4)",
            params![source.chain, source.contract.as_str(), position.next, position.last_hash],
        )?;
        transaction.commit()
    }
}

fn version(db: &Connection) -> Result<usize> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

fn migrate(db: &mut Connection, version: usize) -> Result<()> {
    for (taken, step) in MIGRATIONS.iter().enumerate().skip(version) {
        let transaction = db.transaction()?;
        transaction.execute_batch(step)?;
        transaction.pragma_update(None, "user_version", taken + 1)?;
        transaction.commit()?;
    }
    Ok(())
}

fn insert(db: &Transaction, source: Source, happened: &Happened) -> Result<()> {
    match &happened.event {
        Event::OneGame(event) => insert_one_game(db, source, happened, event),
        Event::Arena(event) => insert_arena(db, source, happened, event),
    }
}

fn insert_one_game(
    db: &Transaction,
    Source { chain, contract }: Source,
    Happened { height, receipt, moves, .. }: &Happened,
    event: &one_game::Event,
) -> Result<()> {
    let (contract, game_id) = (contract.as_str(), event.game_id().0);
    match event {
        one_game::Event::GameCreated { p1, p2, .. } => db.execute(
            "INSERT OR IGNORE INTO games (chain, contract, game_id, p1, p2, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![chain, contract, game_id, p1.as_str(), p2.as_str(), height],
        )?,
        one_game::Event::MoveMade { player, mark, row, col, .. } => db.execute(
            "INSERT INTO moves
                 (chain, contract, game_id, row, col, number, player, mark, made_at, receipt_id)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
             ON CONFLICT DO UPDATE SET number = coalesce(number, excluded.number)",
            params![
                chain,
                contract,
                game_id,
                row,
                col,
                moves,
                player.as_str(),
                mark.to_string(),
                height,
                receipt
            ],
        )?,
        one_game::Event::GameOver { result, winner, mark, .. } => {
            let result = match result {
                GameResult::Won => "won",
                GameResult::Draw => "draw",
            };
            db.execute(
                "UPDATE games SET ended_at = coalesce(ended_at, ?4), result = coalesce(result, ?5),
                     winner = coalesce(winner, ?6), mark = coalesce(mark, ?7)
                 WHERE chain = ?1 AND contract = ?2 AND game_id = ?3",
                params![
                    chain,
                    contract,
                    game_id,
                    height,
                    result,
                    winner.as_ref().map(|winner| winner.as_str()),
                    mark.map(|mark| mark.to_string())
                ],
            )?
        }
    };
    Ok(())
}

fn insert_arena(
    db: &Transaction,
    Source { chain, contract }: Source,
    Happened { height, receipt, moves, .. }: &Happened,
    event: &arena::Event,
) -> Result<()> {
    let (contract, game_id) = (contract.as_str(), event.game_id().0);
    match event {
        arena::Event::GameCreated { players, rules, turn_seconds, .. } => db.execute(
            "INSERT OR IGNORE INTO arena_games
                 (chain, contract, game_id, players, rules, turn_seconds, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![chain, contract, game_id, json(players), json(rules), turn_seconds, height],
        )?,
        arena::Event::PlayerJoined { player, seat, .. } => db.execute(
            "UPDATE arena_games SET players = json_set(players, '$[' || (?4 - 1) || ']', ?5)
             WHERE chain = ?1 AND contract = ?2 AND game_id = ?3",
            params![chain, contract, game_id, seat, player.as_str()],
        )?,
        arena::Event::RoundStarted { round, .. } => db.execute(
            "INSERT INTO arena_rounds (chain, contract, game_id, round, started_at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT DO UPDATE SET started_at = coalesce(started_at, excluded.started_at)",
            params![chain, contract, game_id, round, height],
        )?,
        arena::Event::MoveMade { round, player, seat, row, col, .. } => db.execute(
            "INSERT INTO arena_moves
                 (chain, contract, game_id, round, row, col, number, player, seat, made_at, receipt_id)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
             ON CONFLICT DO UPDATE SET number = coalesce(number, excluded.number)",
            params![
                chain,
                contract,
                game_id,
                round,
                row,
                col,
                moves,
                player.as_str(),
                seat,
                height,
                receipt
            ],
        )?,
        arena::Event::PlayerOut { round, player, seat, reason, .. } => {
            let reason = match reason {
                Reason::Resigned => "resigned",
                Reason::TimedOut => "timed_out",
            };
            db.execute(
                "INSERT OR IGNORE INTO arena_outs
                     (chain, contract, game_id, round, seat, player, reason, out_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![chain, contract, game_id, round, seat, player.as_str(), reason, height],
            )?
        }
        arena::Event::RoundOver { round, result, winner, seat, .. } => {
            let result = match result {
                RoundResult::Won => "won",
                RoundResult::Draw => "draw",
                RoundResult::Abandoned => "abandoned",
            };
            let winner = winner.as_ref().map(|winner| winner.as_str());
            db.execute(
                "INSERT INTO arena_rounds (chain, contract, game_id, round, ended_at, result, winner, seat)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                 ON CONFLICT DO UPDATE SET ended_at = coalesce(ended_at, excluded.ended_at),
                     result = coalesce(result, excluded.result), winner = coalesce(winner, excluded.winner),
                     seat = coalesce(seat, excluded.seat)",
                params![chain, contract, game_id, round, height, result, winner, seat],
            )?
        }
        arena::Event::GameClosed { .. } => db.execute(
            "UPDATE arena_games SET closed_at = coalesce(closed_at, ?4)
             WHERE chain = ?1 AND contract = ?2 AND game_id = ?3",
            params![chain, contract, game_id, height],
        )?,
    };
    Ok(())
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_interface::GameId;
    use tic_tac_toe_rules::Mark;

    use super::*;

    fn happened(height: BlockHeight, event: one_game::Event, moves: u32) -> Happened {
        let event = Event::OneGame(event);
        Happened { height, receipt: format!("receipt{height}"), event, moves: Some(moves) }
    }

    fn in_arena(height: BlockHeight, event: arena::Event) -> Happened {
        let event = Event::Arena(event);
        Happened { height, receipt: format!("receipt{height}"), event, moves: Some(1) }
    }

    #[test]
    fn a_game_of_the_arena_is_kept_with_its_players_rounds_and_moves() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let contract = "arena.near".parse().unwrap();
        let source = Source { chain: "genesis", contract: &contract };
        let (alice, bob): (AccountId, AccountId) =
            ("alice.near".parse().unwrap(), "bob.near".parse().unwrap());
        let (game_id, round) = (GameId(4), 1);
        let players = vec![Some(alice.clone()), None];
        let told = [
            arena::Event::GameCreated {
                game_id,
                players,
                rules: arena::Rules::CLASSIC,
                turn_seconds: Some(60),
            },
            arena::Event::PlayerJoined { game_id, player: bob.clone(), seat: 2 },
            arena::Event::RoundStarted { game_id, round },
            arena::Event::MoveMade { game_id, round, player: alice.clone(), seat: 1, row: 1, col: 1 },
            arena::Event::PlayerOut { game_id, round, player: bob, seat: 2, reason: Reason::TimedOut },
            arena::Event::RoundOver {
                game_id,
                round,
                result: RoundResult::Won,
                winner: Some(alice.clone()),
                seat: Some(1),
                by: alice.clone(),
            },
            arena::Event::GameClosed { game_id, by: alice },
        ];
        let told: Vec<Happened> = told.into_iter().zip(5..).map(|(event, at)| in_arena(at, event)).collect();
        let position = Position { next: 12, last_hash: None };

        store.record(source, &told, &position).unwrap();
        store.record(source, &told, &position).unwrap();

        let text = |sql: &str| store.db.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
        assert_eq!(text("SELECT players FROM arena_games"), r#"["alice.near","bob.near"]"#);
        assert_eq!(text("SELECT winner || started_at || ended_at FROM arena_rounds"), "alice.near710");
        assert_eq!(text("SELECT player || number FROM arena_moves"), "alice.near1");
        assert_eq!(text("SELECT player || reason FROM arena_outs"), "bob.neartimed_out");
        assert_eq!(text("SELECT closed_at || '' FROM arena_games"), "11");
    }

    fn opening() -> Vec<Happened> {
        let (alice, bob): (AccountId, AccountId) =
            ("alice.near".parse().unwrap(), "bob.near".parse().unwrap());
        let game_id = GameId(1);
        vec![
            happened(5, one_game::Event::GameCreated { game_id, p1: alice.clone(), p2: bob.clone() }, 0),
            happened(
                6,
                one_game::Event::MoveMade { game_id, player: alice, mark: Mark::X, row: 1, col: 1 },
                1,
            ),
            happened(7, one_game::Event::MoveMade { game_id, player: bob, mark: Mark::O, row: 0, col: 2 }, 2),
        ]
    }

    fn count(store: &Store, table: &str) -> u64 {
        store.db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    }

    fn numbers(store: &Store) -> Vec<Option<u32>> {
        let mut statement = store.db.prepare("SELECT number FROM moves ORDER BY made_at").unwrap();
        let numbers = statement.query_map([], |row| row.get(0)).unwrap();
        numbers.map(Result::unwrap).collect()
    }

    #[test]
    fn reading_the_same_blocks_twice_leaves_no_duplicates() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let contract = "game.near".parse().unwrap();
        let source = Source { chain: "genesis", contract: &contract };
        let position = Position { next: 8, last_hash: Some("hash7".to_owned()) };

        store.record(source, &opening(), &position).unwrap();
        store.record(source, &opening(), &position).unwrap();

        assert_eq!((count(&store, "games"), count(&store, "moves")), (1, 2));
    }

    #[test]
    fn a_reopened_database_knows_the_position_and_the_moves() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let contract = "game.near".parse().unwrap();
        let source = Source { chain: "genesis", contract: &contract };
        let position = Position { next: 8, last_hash: Some("hash7".to_owned()) };
        Store::open(&file).unwrap().record(source, &opening(), &position).unwrap();

        let store = Store::open(&file).unwrap();

        assert_eq!(store.position(source).unwrap(), Some(position));
        assert_eq!(numbers(&store), [Some(1), Some(2)]);
    }

    #[test]
    fn a_move_of_an_unknown_game_gets_its_number_when_the_game_is_read_from_its_start() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let contract = "game.near".parse().unwrap();
        let source = Source { chain: "genesis", contract: &contract };
        let position = Position { next: 8, last_hash: None };
        let last_move = Happened { moves: None, ..opening().remove(2) };

        store.record(source, &[last_move], &position).unwrap();
        assert_eq!(numbers(&store), [None]);

        store.record(source, &opening(), &position).unwrap();
        assert_eq!(numbers(&store), [Some(1), Some(2)]);
    }

    #[test]
    fn another_chain_is_another_story() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(&folder.path().join("games.sqlite")).unwrap();
        let contract = "game.near".parse().unwrap();
        let position = Position { next: 8, last_hash: None };

        store.record(Source { chain: "first", contract: &contract }, &opening(), &position).unwrap();
        store.record(Source { chain: "second", contract: &contract }, &opening(), &position).unwrap();

        assert_eq!((count(&store, "games"), count(&store, "moves")), (2, 4));
        assert_eq!(store.position(Source { chain: "third", contract: &contract }).unwrap(), None);
    }

    const VERSIONLESS: &str = "
        CREATE TABLE games (
            chain TEXT NOT NULL, contract TEXT NOT NULL, game_id INTEGER NOT NULL,
            p1 TEXT NOT NULL, p2 TEXT NOT NULL, created_at INTEGER NOT NULL,
            ended_at INTEGER, result TEXT, winner TEXT, PRIMARY KEY (chain, contract, game_id)
        ) WITHOUT ROWID;
        CREATE TABLE moves (
            chain TEXT NOT NULL, contract TEXT NOT NULL, game_id INTEGER NOT NULL,
            row INTEGER NOT NULL, col INTEGER NOT NULL, number INTEGER, player TEXT NOT NULL,
            mark TEXT NOT NULL, made_at INTEGER NOT NULL, receipt_id TEXT NOT NULL,
            PRIMARY KEY (chain, contract, game_id, row, col)
        ) WITHOUT ROWID;
        CREATE TABLE progress (
            chain TEXT NOT NULL, contract TEXT NOT NULL, next_height INTEGER NOT NULL, last_hash TEXT,
            PRIMARY KEY (chain, contract)
        ) WITHOUT ROWID;
        INSERT INTO games VALUES ('genesis', 'game.near', 1, 'alice.near', 'bob.near', 5, 9, 'won', 'bob.near');
        INSERT INTO games VALUES ('genesis', 'game.near', 2, 'bob.near', 'bob.near', 10, 20, 'won', 'bob.near');
        INSERT INTO games VALUES ('genesis', 'game.near', 3, 'bob.near', 'bob.near', 21, NULL, NULL, NULL);
        INSERT INTO moves VALUES ('genesis', 'game.near', 3, 1, 1, 1, 'bob.near', 'X', 22, 'receipt22');
        INSERT INTO progress VALUES ('genesis', 'game.near', 23, 'hash22');
    ";

    fn marks(store: &Store) -> Vec<Option<String>> {
        let mut statement = store.db.prepare("SELECT mark FROM games ORDER BY game_id").unwrap();
        let marks = statement.query_map([], |row| row.get(0)).unwrap();
        marks.map(Result::unwrap).collect()
    }

    #[test]
    fn a_database_of_the_version_that_did_not_count_keeps_its_rows_and_learns_the_marks() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        Connection::open(&file).unwrap().execute_batch(VERSIONLESS).unwrap();
        let contract = "game.near".parse().unwrap();
        let source = Source { chain: "genesis", contract: &contract };

        let mut store = Store::open(&file).unwrap();

        assert_eq!((count(&store, "games"), numbers(&store)), (3, vec![Some(1)]));
        let position = store.position(source).unwrap().unwrap();
        assert_eq!(position, Position { next: 23, last_hash: Some("hash22".to_owned()) });
        assert_eq!(marks(&store), [Some("O".to_owned()), None, None]);

        let over = |game_id| one_game::Event::GameOver {
            game_id: GameId(game_id),
            result: GameResult::Won,
            winner: Some("bob.near".parse().unwrap()),
            mark: Some(Mark::X),
        };
        let read_again = [happened(20, over(2), 5), happened(30, over(3), 5)];
        store.record(source, &read_again, &position).unwrap();
        assert_eq!(marks(&store), ["O", "X", "X"].map(|mark| Some(mark.to_owned())));
        drop(store);
        assert_eq!(version(&Store::open(&file).unwrap().db).unwrap(), MIGRATIONS.len());
    }

    #[test]
    fn a_database_of_a_newer_program_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let newer = MIGRATIONS.len() + 1;
        Connection::open(&file).unwrap().pragma_update(None, "user_version", newer).unwrap();

        let error = Store::open(&file).unwrap_err().to_string();

        assert!(error.ends_with("newer version of this program; update it, or name another file"), "{error}");
        assert_eq!(version(&Connection::open(&file).unwrap()).unwrap(), newer);
    }

    #[test]
    fn a_file_that_is_no_database_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("notes.txt");
        std::fs::write(&file, "not a database, but long enough to be taken for a broken one".repeat(20))
            .unwrap();

        let error = Store::open(&file).unwrap_err();

        assert!(error.to_string().ends_with("notes.txt cannot be used as a database"), "{error}");
    }
}
