//! Pages that stay open receive what changes.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rstest::rstest;
use serde_json::json;
use sqlx::postgres::PgListener;
use tic_tac_toe_indexer::api::{Reader, Server, Settings};
use tic_tac_toe_indexer::store::{Location, Store};

use super::example::{ARENA, ArenaGame, ONE_GAME, TestChain, account, example_blocks, one_game};
use super::server::{DatabaseKind, GENESIS, TestServer, record};
use crate::databases::{self, PATIENCE};
use crate::program::{Indexer, PROGRAM};

#[rstest]
#[tokio::test]
async fn games_are_streamed_as_they_change(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.location, &example_blocks(&mut chain)).await;
    let mut all = server.listen("/v1/events", None).await;
    let mut of_carol = server.listen("/v1/events?player=carol.near&contract=arena.near", None).await;
    let mut of_one = server.listen("/v1/events?contract=arena.near&game_id=2", None).await;

    let game =
        ArenaGame { players: vec![Some("carol.near"), Some("dave.near")], ..ArenaGame::classic(2, ["", ""]) };
    server.record(&[chain.block(one_game(3, "alice.near", "bob.near"))]).await;
    server.record(&[chain.block(game.quick_win(1))]).await;

    // The game before it in the one-game contract is gone with the new one.
    let received =
        [all.must_receive_game().await, all.must_receive_game().await, all.must_receive_game().await];
    let mut ids = received
        .each_ref()
        .map(|game| (game["contract"].as_str().unwrap(), game["game_id"].as_str().unwrap()));
    ids.sort_unstable();
    assert_eq!(ids, [("arena.near", "2"), ("tictactoe.near", "2"), ("tictactoe.near", "3")]);
    for listening in [&mut of_carol, &mut of_one] {
        let received = listening.must_receive_game().await;
        assert_eq!((&received["game_id"], &received["status"]), (&json!("2"), &json!("won")));
        assert_eq!(received, server.must_get("/v1/games").await["games"].as_array().unwrap()[4]);
    }
    server.end().await;
    assert_eq!(all.next().await, None, "the stream ends with the server");
}

#[tokio::test]
async fn servers_on_postgresql_are_told_when_blocks_were_recorded() {
    let Some(database) = DatabaseKind::Postgres.database().await else { return };
    let mut chain = TestChain::default();
    let mut first = TestServer::with(&database.location, &example_blocks(&mut chain)).await;
    let reader = Reader::open(&database.location).await.unwrap();
    let second = Server::bind(reader, "127.0.0.1:0".parse().unwrap(), Settings::default()).await.unwrap();
    let second = tokio::spawn(second.run(std::future::pending()));
    let listening = "SELECT count(*) FROM pg_stat_activity
                     WHERE datname = current_database() AND query LIKE 'LISTEN %'";
    database.must_become(listening, |both| both == 2).await;

    // Meanwhile it looks once in two seconds.
    drop(first.take_plans());
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let looks = first.take_plans().len() as u64;
    assert!(looks <= begun.elapsed().as_secs() / 2 + 1, "{looks} looks in {:?}", begun.elapsed());

    let mut told = PgListener::connect(&database.url()).await.unwrap();
    told.listen("tic_tac_toe_indexer").await.unwrap();
    let mut stream = first.listen("/v1/events", None).await;
    first.record(&[chain.block(vec![ArenaGame::classic(6, ["alice.near", "bob.near"]).created()])]).await;

    assert_eq!(stream.must_receive_game().await["game_id"], "6");
    tokio::time::timeout(PATIENCE, told.recv()).await.expect("the writer tells").unwrap();
    second.abort();
    first.end().await;
}

#[rstest]
#[tokio::test]
async fn an_idle_server_asks_one_question_however_many_contracts_there_are(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;
    drop(server.take_plans());

    let mut plans = Vec::new();
    while plans.len() < 3 {
        plans.extend(server.take_plans());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }

    let others: Vec<_> = plans.iter().filter(|plan| !plan.sql.contains("FROM contracts")).collect();
    assert!(others.is_empty(), "{others:?}");
    server.end().await;
}

#[tokio::test]
async fn a_server_reads_from_a_hot_standby() {
    let Ok(primary) = databases::Server::start() else { return };
    let mut store = Store::open(&Location::Postgres(primary.url("postgres"))).await.unwrap();
    store.begin(GENESIS, &[account(ARENA), account(ONE_GAME)], Some(0)).await.unwrap();
    let mut chain = TestChain::default();
    record(&mut store, &example_blocks(&mut chain)).await;

    let standby = primary.standby().unwrap();
    let location = Location::Postgres(standby.url("postgres"));
    let mut server = TestServer::on(store, &location, Settings::default()).await;
    assert_eq!(server.must_get("/v1/games/arena.near/1").await["game_id"], "1");
    let mut listening = server.listen("/v1/events", None).await;
    server.record(&[chain.block(vec![ArenaGame::classic(6, ["alice.near", "bob.near"]).created()])]).await;
    assert_eq!(listening.must_receive_game().await["game_id"], "6");

    // Nobody tells a standby's readers, which they say.
    let mut serve = Command::new(PROGRAM);
    serve.args(["serve", "--listen", "127.0.0.1:0", "--db", &standby.url("postgres")]).stdout(Stdio::null());
    Indexer::must_spawn(&mut serve).must_print("cannot execute LISTEN during recovery");

    primary.kill();
    assert_eq!(server.must_get("/v1/games/arena.near/6").await["status"], "waiting", "it is read on");
    assert_eq!(server.must_get("/readyz").await, "ok");
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn a_client_that_comes_back_receives_what_it_missed(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.location, &example_blocks(&mut chain)).await;
    let mut listening = server.listen("/v1/events", None).await;
    server.record(&[chain.block(vec![ArenaGame::classic(6, ["alice.near", "bob.near"]).created()])]).await;
    assert_eq!(listening.must_receive_game().await["game_id"], "6");
    let last = listening.id.clone();
    drop(listening);

    let missed = [7, 8].map(|id| ArenaGame::classic(id, ["alice.near", "bob.near"]).created());
    server.record(&[chain.block(missed.to_vec())]).await;
    // Another server on the same database continues where the first one ended.
    let store = server.end().await;
    let mut other = TestServer::on(store, &database.location, Settings::default()).await;
    let mut listening = other.listen("/v1/events", Some(&last)).await;
    other.record(&[chain.block(vec![ArenaGame::classic(9, ["alice.near", "bob.near"]).created()])]).await;
    for id in ["7", "8", "9"] {
        assert_eq!(listening.must_receive_game().await["game_id"], id);
    }
    other.end().await;
}

#[rstest]
#[tokio::test]
async fn a_client_that_missed_too_much_starts_over(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.location, &[]).await;
    let games = (1..=1001).map(|id| ArenaGame::classic(id, ["alice.near", "bob.near"]).created());
    server.record(&[chain.block(games.collect())]).await;

    for last in ["genesis~-1", "another~0", "nonsense", "genesis", &"9".repeat(10_000)] {
        let mut listening = server.listen("/v1/events", Some(last)).await;
        assert_eq!(listening.next().await.unwrap(), ("reset".to_owned(), json!({})), "{last}");
        assert!(listening.id.starts_with("genesis~"), "{}", listening.id);
    }
    server.end().await;
}

#[rstest]
#[tokio::test]
async fn a_stream_is_continued_on_another_database_with_the_same_blocks(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let (Some(first), Some(second)) = (kind.database().await, kind.database().await) else { return };
    let mut chain = TestChain::default();
    let mut blocks = example_blocks(&mut chain);
    let server = TestServer::with(&first.location, &blocks).await;
    let mut listening = server.listen("/v1/events", None).await;
    listening.must_receive_id().await;
    let last = listening.id.clone();
    server.end().await;

    // There the contracts and their games have other ids.
    let mut store = Store::open(&second.location).await.unwrap();
    store.begin(GENESIS, &[account(ONE_GAME), account(ARENA)], Some(0)).await.unwrap();
    blocks.push(chain.block(vec![ArenaGame::classic(6, ["alice.near", "bob.near"]).created()]));
    record(&mut store, &blocks).await;
    let server = TestServer::on(store, &second.location, Settings::default()).await;
    let mut listening = server.listen("/v1/events", Some(&last)).await;
    assert_eq!(listening.must_receive_game().await["game_id"], "6");
    server.end().await;
}
