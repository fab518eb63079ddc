//! What the store records of blocks, on both databases alike.

use std::time::Duration;

use tic_tac_toe_client::blocks;
use tic_tac_toe_indexer::event::BlockEvents;
use tic_tac_toe_indexer::replay::open_games;
use tic_tac_toe_indexer::store::{Recorded, Store};
use tic_tac_toe_interface::AccountId;
use tic_tac_toe_interface::arena::{Event, Reason, RoundResult, Rules, Starts};
use tic_tac_toe_interface::event::Events;

use crate::databases::Database;
use crate::proxy::{Line, Proxy};
use crate::random_chain::{ARENA, Block, ONE_GAME, RandomChain};

fn contracts() -> Vec<AccountId> {
    [ARENA, ONE_GAME].map(|id| id.parse().unwrap()).to_vec()
}

pub fn decode(block: &Block) -> BlockEvents {
    decode_for(block, &contracts())
}

fn decode_for(block: &Block, contracts: &[AccountId]) -> BlockEvents {
    let block: blocks::Block = serde_json::from_str(&block.json(0)).unwrap();
    BlockEvents::of(&block, contracts)
}

pub fn random_blocks(seed: u64, blocks: usize, events: usize) -> (RandomChain, Vec<Block>) {
    let mut chain = RandomChain::new(seed, 12, 20);
    let blocks = (0..blocks).map(|_| chain.block(events)).collect();
    (chain, blocks)
}

async fn must_begin(database: &Database) -> Store {
    let mut store = Store::open(&database.location).await.unwrap();
    store.begin("genesis", &contracts(), Some(0)).await.unwrap();
    store
}

fn id(name: &str) -> AccountId {
    name.parse().unwrap()
}

/// A block for each of these, a second apart from the first on.
fn blocks_of(events: &[Event]) -> Vec<BlockEvents> {
    let block = |(event, height): (&Event, u64)| {
        let block = Block {
            height,
            hash: format!("hash{height}"),
            previous: format!("hash{}", height - 1),
            time: height * 1_000_000_000,
            logged: vec![(ARENA, vec![event.to_log()])],
        };
        decode(&block)
    };
    events.iter().zip(5..).map(block).collect()
}

#[tokio::test]
async fn each_event_changes_its_rows() {
    let (game_id, round) = (tic_tac_toe_interface::GameId(4), 1);
    let (alice, bob) = (id("alice.near"), id("bob.near"));
    let moved = |player: &AccountId, seat, row, col| Event::MoveMade {
        game_id,
        round,
        player: player.clone(),
        seat,
        row,
        col,
    };
    let events = [
        Event::GameCreated {
            game_id,
            players: vec![Some(alice.clone()), None],
            rules: Rules::CLASSIC,
            turn_seconds: Some(60),
            starts: Starts::Host,
        },
        Event::PlayerJoined { game_id, player: bob.clone(), seat: 2 },
        Event::RoundStarted { game_id, round, seat: 1 },
        moved(&alice, 1, 1, 1),
        moved(&bob, 2, 0, 2),
        Event::PlayerOut { game_id, round, player: bob.clone(), seat: 2, reason: Reason::TimedOut },
        Event::RoundOver {
            game_id,
            round,
            result: RoundResult::Won,
            winner: Some(alice.clone()),
            seat: Some(1),
            by: alice.clone(),
        },
        Event::GameClosed { game_id, by: alice },
    ];
    for database in Database::one_of_each().await {
        let mut store = must_begin(&database).await;
        for block in blocks_of(&events) {
            store.record(&[block]).await.unwrap();
        }

        assert_eq!(
            database.rows("SELECT game_id, rules.name, seats, turn_seconds, status, round, moves, outs, created_height, active_height, closed_height FROM games JOIN rules ON rules.id = rules_id").await,
            ["4|3x3:3|2|60|closed|1|2|2|5|12|12"]
        );
        assert_eq!(
            database.rows("SELECT seat, name, status FROM seats JOIN accounts ON accounts.id = account_id ORDER BY 1").await,
            ["1|alice.near|closed", "2|bob.near|closed"]
        );
        assert_eq!(
            database.rows("SELECT round, started_height, ended_height, result, winner, name, counted, moves FROM rounds JOIN accounts ON accounts.id = ended_by").await,
            ["1|7|11|won|1|alice.near|1|2"]
        );
        assert_eq!(
            database
                .rows("SELECT number, seat, row_number, col_number, height, receipt FROM moves ORDER BY 1")
                .await,
            ["1|1|1|1|8|receipt8x0", "2|2|0|2|9|receipt9x0"]
        );
        assert_eq!(
            database.rows("SELECT seat, after_moves, reason, height FROM outs").await,
            ["2|2|timed_out|10"]
        );
        let standings = "SELECT name, rules_id, counted, won, lost, drawn, walked_away, rating FROM standings
                         JOIN accounts ON accounts.id = account_id ORDER BY 1, 2";
        assert_eq!(
            database.rows(standings).await,
            [
                "alice.near|0|1|1|0|0|0|1516000",
                "alice.near|1|1|1|0|0|0|1516000",
                "bob.near|0|1|0|1|0|1|1484000",
                "bob.near|1|1|0|1|0|1|1484000",
            ]
        );
        assert_eq!(
            database
                .rows("SELECT next_height, last_hash, last_time FROM progress ORDER BY contract_id")
                .await,
            ["13|hash12|12000000000", "13|hash12|12000000000"]
        );
        assert_eq!(database.rows("SELECT * FROM totals").await, ["1|arena|4|8|0"]);
        let logged =
            database.rows("SELECT height, place, contract_id, time, receipt, line FROM events").await;
        assert_eq!(logged.len(), 8);
        assert_eq!(logged[3], format!("8|0|1|8000000000|receipt8x0|{}", events[3].to_log()));
    }
}

#[tokio::test]
async fn a_move_writes_no_index_of_its_game() {
    let game_id = tic_tac_toe_interface::GameId(4);
    let players = [id("alice.near"), id("bob.near")];
    let mut events = vec![
        Event::GameCreated {
            game_id,
            players: players.iter().cloned().map(Some).collect(),
            rules: Rules::CLASSIC,
            turn_seconds: None,
            starts: Starts::Host,
        },
        Event::RoundStarted { game_id, round: 1, seat: 1 },
    ];
    for (number, seat) in (0..4).zip([1, 2, 1, 2]) {
        let player = players[usize::from(seat) - 1].clone();
        let (row, col) = (number / 3, number % 3);
        events.push(Event::MoveMade { game_id, round: 1, player, seat, row, col });
    }
    let Some(database) = Database::on_the_server().await else { return };
    let mut store = must_begin(&database).await;
    for block in blocks_of(&events) {
        store.record(&[block]).await.unwrap();
    }
    // The server counts a session's work when it ends, if not before.
    drop(store);

    let updates = "SELECT coalesce(sum(n_tup_upd), 0)::bigint FROM pg_stat_user_tables
                   WHERE relname IN ('games', 'rounds')";
    database.must_become(updates, |updates| updates >= 5 + 4).await;

    let in_place = "SELECT relname::text, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables
                    WHERE relname IN ('games', 'rounds') ORDER BY 1";
    assert_eq!(database.rows(in_place).await, ["games|5|4", "rounds|4|4"], "all but the start of the round");
}

#[tokio::test]
async fn no_round_counts_against_a_player_who_made_no_mark_in_it() {
    let (game_id, round) = (tic_tac_toe_interface::GameId(4), 1);
    let [alice, bob, carol] = ["alice.near", "bob.near", "carol.near"].map(id);
    let moved = |player: &AccountId, seat, col| Event::MoveMade {
        game_id,
        round,
        player: player.clone(),
        seat,
        row: 0,
        col,
    };
    let out = |player: &AccountId, seat, reason| Event::PlayerOut {
        game_id,
        round,
        player: player.clone(),
        seat,
        reason,
    };
    let events = [
        Event::GameCreated {
            game_id,
            players: [&alice, &bob, &carol].map(|player| Some(player.clone())).to_vec(),
            rules: Rules::CLASSIC,
            turn_seconds: Some(60),
            starts: Starts::Host,
        },
        Event::RoundStarted { game_id, round, seat: 1 },
        moved(&alice, 1, 0),
        moved(&bob, 2, 1),
        out(&carol, 3, Reason::TimedOut),
        out(&bob, 2, Reason::Resigned),
        Event::RoundOver {
            game_id,
            round,
            result: RoundResult::Won,
            winner: Some(alice.clone()),
            seat: Some(1),
            by: bob,
        },
        Event::RoundStarted { game_id, round: 2, seat: 1 },
        Event::MoveMade { game_id, round: 2, player: alice, seat: 1, row: 0, col: 0 },
        Event::RoundOver {
            game_id,
            round: 2,
            result: RoundResult::Abandoned,
            winner: None,
            seat: None,
            by: carol.clone(),
        },
        Event::GameClosed { game_id, by: carol },
    ];
    for database in Database::one_of_each().await {
        let mut store = must_begin(&database).await;
        assert_eq!(store.record(&blocks_of(&events)).await.unwrap().skipped, []);
        let standings = "SELECT name, won, lost, walked_away, rating FROM standings
                         JOIN accounts ON accounts.id = account_id WHERE rules_id = 0 ORDER BY 1";
        let expected = ["alice.near|1|0|0|1516000", "bob.near|0|1|1|1484000"];
        assert_eq!(database.rows(standings).await, expected, "carol never came");
    }
}

#[tokio::test]
async fn random_games_are_in_the_database_as_the_contract_shows_them() {
    let (chain, blocks) = random_blocks(1, 120, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    for database in Database::one_of_each().await {
        let mut store = must_begin(&database).await;
        for blocks in events.chunks(7) {
            let recorded = store.record(blocks).await.unwrap();
            assert_eq!(recorded.skipped, []);
        }

        let pool = database.must_read().await;
        let mut db = pool.acquire().await.unwrap();
        let stored = open_games(&mut db, 1, 0, i64::MAX).await.unwrap();
        assert_eq!(stored.len(), chain.tables.len());
        for (id, stored) in stored {
            let expected = &chain.tables[&id.0];
            assert_eq!(stored.replica.unwrap().difference(Some(expected)), None, "game {id}");
        }
    }
}

#[tokio::test]
async fn the_same_events_give_the_same_rows_in_batches_of_any_size() {
    let (_, blocks) = random_blocks(2, 60, 30);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    let mut contents = Vec::new();
    for (size, database) in [1, 60].into_iter().zip([Database::in_a_file(), Database::in_a_file()]) {
        let mut store = must_begin(&database).await;
        for blocks in events.chunks(size) {
            store.record(blocks).await.unwrap();
        }
        contents.push(database.everything().await);
    }
    if let Some(database) = Database::on_the_server().await {
        let mut store = must_begin(&database).await;
        for blocks in events.chunks(9) {
            store.record(blocks).await.unwrap();
        }
        contents.push(database.everything().await);
    }
    for other in &contents[1..] {
        assert_eq!(contents[0], *other);
    }
}

#[tokio::test]
async fn forgetting_accounts_while_their_games_go_on_changes_nothing() {
    let mut chain = RandomChain::new(16, 60, 5);
    let events: Vec<BlockEvents> = (0..60).map(|_| decode(&chain.block(20))).collect();
    let mut contents = Vec::new();
    for max_kept in [50_000, 15, 0] {
        let database = Database::in_a_file();
        let mut store = must_begin(&database).await.with_memory(max_kept);
        for block in &events {
            store.record(std::slice::from_ref(block)).await.unwrap();
        }
        contents.push(database.everything().await);
    }
    assert_eq!(contents[0], contents[1]);
    assert_eq!(contents[0], contents[2]);
}

#[tokio::test]
async fn reading_again_from_any_block_changes_nothing() {
    let (_, blocks) = random_blocks(3, 30, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    for database in Database::one_of_each().await {
        let mut store = must_begin(&database).await;
        store.record(&events).await.unwrap();
        let before = database.everything().await;
        for from in [0, 7, 29] {
            let again = store.record(&events[from..]).await.unwrap();
            assert_eq!(again, Recorded::default());
        }
        drop(store);
        let mut store = must_begin(&database).await;
        store.record(&events).await.unwrap();

        assert_eq!(database.everything().await, before);
    }
}

#[tokio::test]
async fn a_contract_that_is_added_later_leaves_the_same_games_and_ratings() {
    let (_, blocks) = random_blocks(17, 60, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    for (database, expected) in Database::one_of_each().await.into_iter().zip(Database::one_of_each().await) {
        must_begin(&expected).await.record(&events).await.unwrap();
        let mut store = Store::open(&database.location).await.unwrap().with_memory(50);
        let arena = &contracts()[..1];
        store.begin("genesis", arena, Some(0)).await.unwrap();
        let alone: Vec<BlockEvents> = blocks.iter().map(|block| decode_for(block, arena)).collect();
        store.record(&alone[..40]).await.unwrap();
        let before = database.rows("SELECT * FROM standings ORDER BY 1, 2").await;

        let positions = store.begin("genesis", &contracts(), Some(0)).await.unwrap();
        assert_eq!(positions[1].as_ref().unwrap().next, 0);
        store.record(&events[..25]).await.unwrap();
        while store.build().await.unwrap() {}
        assert_eq!(
            database.rows("SELECT * FROM standings ORDER BY 1, 2").await,
            before,
            "it is read meanwhile"
        );
        store.record(&events[25..50]).await.unwrap();
        while store.build().await.unwrap() {}
        store.record(&events[50..]).await.unwrap();

        assert_eq!(database.everything().await, expected.everything().await);
        assert_eq!(database.number("SELECT count(*) FROM projections").await, 1);
    }
}

#[tokio::test]
async fn a_rebuild_gives_the_same_rows_wherever_it_was_interrupted() {
    let (_, blocks) = random_blocks(18, 60, 20);
    let (_, others) = random_blocks(19, 10, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    let others: Vec<BlockEvents> = others.iter().map(decode).collect();
    for database in Database::one_of_each().await {
        let mut store = must_begin(&database).await;
        store.record(&others).await.unwrap();
        store.begin("another", &contracts(), Some(0)).await.unwrap();
        store.record(&events[..30]).await.unwrap();
        store.pass_over(events[29].height + 1, events[33].height).await.unwrap();
        store.record(&events[33..]).await.unwrap();
        let before = database.everything().await;

        for steps in 0..4 {
            store.begin_rebuild().await.unwrap();
            for _ in 0..steps {
                store.build().await.unwrap();
            }
            drop(store);
            // So that it takes many steps, in the end one for each block.
            store = Store::open(&database.location).await.unwrap().with_memory(75 - 25 * steps);
        }
        while store.build().await.unwrap() {}

        assert_eq!(database.everything().await, before);
        assert_eq!(database.number("SELECT count(*) FROM projections").await, 1);
        store.begin("another", &contracts(), None).await.unwrap();
        assert_eq!(store.record(&events).await.unwrap(), Recorded::default());
    }
}

#[tokio::test]
async fn tables_of_another_version_are_built_anew_and_read_until_then() {
    let (_, blocks) = random_blocks(20, 20, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    for database in Database::one_of_each().await {
        must_begin(&database).await.record(&events[..10]).await.unwrap();
        database.must_change("UPDATE projections SET version = 0").await;
        database.must_change("UPDATE standings SET rating = 1").await;

        let mut store = must_begin(&database).await;
        store.record(&events[10..]).await.unwrap();
        assert_eq!(database.rows("SELECT DISTINCT rating FROM standings").await, ["1"]);
        while store.build().await.unwrap() {}

        let undisturbed = Database::in_a_file();
        must_begin(&undisturbed).await.record(&events).await.unwrap();
        assert_eq!(database.everything().await, undisturbed.everything().await);
    }
}

#[tokio::test]
async fn another_chain_has_its_own_games() {
    let (_, blocks) = random_blocks(4, 10, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    let database = Database::in_a_file();
    let mut store = must_begin(&database).await;
    store.record(&events).await.unwrap();
    let once = database.number("SELECT count(*) FROM games").await;

    store.begin("another", &contracts(), Some(0)).await.unwrap();
    store.record(&events).await.unwrap();

    assert_eq!(database.number("SELECT count(*) FROM games").await, 2 * once);
    let alone = "SELECT count(*) FROM standings WHERE chain_id = 1";
    let other = "SELECT count(*) FROM standings WHERE chain_id = 2";
    assert_eq!(database.number(alone).await, database.number(other).await);
}

#[tokio::test]
async fn unreadable_and_inconsistent_events_are_skipped_and_counted() {
    let database = Database::in_a_file();
    let mut store = must_begin(&database).await;
    let game_id = tic_tac_toe_interface::GameId(1);
    let created = Event::GameCreated {
        game_id,
        players: vec![Some(id("alice.near")), Some(id("bob.near"))],
        rules: Rules::CLASSIC,
        turn_seconds: None,
        starts: Starts::Host,
    };
    let by_a_stranger =
        Event::MoveMade { game_id, round: 1, player: id("eve.near"), seat: 1, row: 0, col: 0 };
    let off_the_board =
        Event::MoveMade { game_id, round: 1, player: id("alice.near"), seat: 1, row: 3, col: 0 };
    let unknown: Event = Event::RoundStarted { game_id: tic_tac_toe_interface::GameId(9), round: 1, seat: 1 };
    let unplayable = Event::GameCreated {
        game_id: tic_tac_toe_interface::GameId(2),
        players: vec![Some(id("alice.near"))],
        rules: Rules::Grid { rows: 2, cols: 400, in_a_row: 3 },
        turn_seconds: None,
        starts: Starts::Host,
    };
    let lines = vec![
        created.to_log(),
        created.to_log(),
        Event::<AccountId>::RoundStarted { game_id, round: 1, seat: 1 }.to_log(),
        by_a_stranger.to_log(),
        off_the_board.to_log(),
        unknown.to_log(),
        unplayable.to_log(),
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"1.0.0","event":"undo","data":{}}"#.to_owned(),
        r#"EVENT_JSON:{"standard":"tic-tac-toe-arena","version":"2.0.0","event":"move_made","data":{}}"#.to_owned(),
        r#"EVENT_JSON:{"standard":"tic-tac-toe","version":"1.0.0","event":"game_created","data":{"game_id":"1","p1":"a.near","p2":"b.near"}}"#.to_owned(),
        "EVENT_JSON:{".to_owned(),
    ];
    // An event that another account logs is none of the contract.
    let logged =
        vec![(ARENA, lines), ("eve.near", vec![Event::GameClosed { game_id, by: id("eve.near") }.to_log()])];
    let block = Block { height: 1, hash: "h1".to_owned(), previous: "h0".to_owned(), time: 1, logged };

    let recorded = store.record(&[decode(&block)]).await.unwrap();

    assert_eq!((recorded.events, recorded.skipped.len()), (2, 8));
    assert_eq!(
        recorded.skipped[1].why,
        "move_made 1: X row 0 col 0 by eve.near, but the game says otherwise"
    );
    assert_eq!(database.rows("SELECT status, moves FROM games").await, ["in_progress|0"]);
    assert_eq!(database.rows("SELECT events, skipped FROM totals WHERE contract_id = 1").await, ["2|8"]);
}

#[tokio::test]
async fn games_continue_after_blocks_that_no_server_has() {
    let (_, blocks) = random_blocks(5, 60, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    for database in Database::one_of_each().await {
        let mut store = must_begin(&database).await;
        store.record(&events[..30]).await.unwrap();
        store.pass_over(events[29].height + 1, events[40].height).await.unwrap();

        store.record(&events[40..]).await.unwrap();

        assert!(database.number("SELECT count(*) FROM games WHERE gap = 1").await > 0);
        let missed = events[40].height - events[29].height - 1;
        assert_eq!(database.rows("SELECT missed FROM progress").await, vec![missed.to_string(); 2],);
        let last = events.last().unwrap();
        assert_eq!(
            database.number("SELECT min(next_height) FROM progress").await,
            i64::try_from(last.height).unwrap() + 1
        );
    }
}

#[tokio::test]
async fn a_second_writer_is_refused_with_a_sentence() {
    for database in Database::one_of_each().await {
        let first = Store::open(&database.location).await.unwrap();
        let error = Store::open(&database.location).await.err().unwrap().to_string();
        let location = &database.location;
        assert_eq!(
            error,
            format!(
                "{location} is being written by another program; end that one first, or name another database"
            )
        );
        drop(first);
        Store::open(&database.location).await.unwrap();
    }
}

#[tokio::test]
async fn a_database_of_an_earlier_version_is_refused_with_a_sentence() {
    let sentence = "was written by an earlier version of this program, which had other tables; name another database, \
                    and the games are read again with --from";
    for database in Database::one_of_each().await {
        drop(Store::open(&database.location).await.unwrap());
        let other_tables = match database.location.file() {
            Some(_) => "UPDATE _sqlx_migrations SET checksum = x'00'",
            None => "UPDATE _sqlx_migrations SET checksum = '0'::bytea",
        };
        database.must_change(other_tables).await;
        let error = Store::open(&database.location).await.err().unwrap();
        assert_eq!(error.to_string(), format!("{} {sentence}", database.location));
    }
    for database in Database::one_of_each().await {
        drop(Store::open(&database.location).await.unwrap());
        database.must_change("DELETE FROM projections").await;
        let error = Store::open(&database.location).await.err().unwrap();
        assert_eq!(error.to_string(), format!("{} {sentence}", database.location));
    }
}

#[tokio::test]
async fn a_server_that_goes_silent_is_given_up_and_asked_again() {
    let (_, blocks) = random_blocks(25, 20, 20);
    let events: Vec<BlockEvents> = blocks.iter().map(decode).collect();
    let Some(database) = Database::on_the_server().await else { return };
    let proxy = Proxy::must_start(database.port().unwrap()).await;
    let mut store = must_begin(&database.behind(proxy.port)).await.with_deadline(Duration::from_secs(2));
    store.record(&events[..10]).await.unwrap();

    proxy.set(Line::Silent);
    let error = store.record(&events[10..]).await.unwrap_err();
    assert!(error.is_temporary());
    assert!(error.to_string().ends_with("has not answered for 2 seconds"), "{error}");
    assert!(store.reopen().await.unwrap_err().is_temporary());
    proxy.set(Line::Open);
    store.reopen().await.unwrap();
    store.begin("genesis", &contracts(), None).await.unwrap();
    store.record(&events).await.unwrap();

    let undisturbed = Database::in_a_file();
    must_begin(&undisturbed).await.record(&events).await.unwrap();
    assert_eq!(database.everything().await, undisturbed.everything().await);
}

#[tokio::test]
async fn blocks_before_the_first_one_are_refused_with_a_sentence() {
    let database = Database::in_a_file();
    let mut store = Store::open(&database.location).await.unwrap();
    store.begin("genesis", &contracts(), Some(50)).await.unwrap();

    let error = store.begin("genesis", &contracts(), Some(20)).await.unwrap_err().to_string();

    assert!(
        error.contains("begins at block 50 for arena.near, and earlier blocks can't be put before it"),
        "{error}"
    );
    let later = store.begin("genesis", &contracts(), Some(70)).await.unwrap();
    assert_eq!(later[0].as_ref().unwrap().next, 50);
}

#[tokio::test]
async fn a_file_that_is_removed_while_it_is_written_is_noticed() {
    let (_, blocks) = random_blocks(6, 2, 20);
    let database = Database::in_a_file();
    let mut store = must_begin(&database).await;
    store.record(&[decode(&blocks[0])]).await.unwrap();
    std::fs::remove_file(database.location.file().unwrap()).unwrap();

    let error = store.record(&[decode(&blocks[1])]).await.unwrap_err();

    assert!(!error.is_temporary());
    assert!(
        error
            .to_string()
            .ends_with("was removed or replaced while it was in use; nothing more would be kept")
    );
}
