//! Pages that stay open hear of what happens.

use rstest::rstest;
use serde_json::json;
use tic_tac_toe_indexer::api::Settings;

use super::example::{ArenaGame, TestChain, example_blocks, one_game};
use super::server::{DatabaseKind, TestServer};

#[rstest]
#[tokio::test]
async fn games_are_heard_of_as_they_change(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.place, &example_blocks(&mut chain)).await;
    let mut all = server.listen("/v1/events", None).await;
    let mut of_carol = server.listen("/v1/events?player=carol.near&contract=arena.near", None).await;
    let mut of_one = server.listen("/v1/events?contract=arena.near&game_id=2", None).await;

    let game =
        ArenaGame { players: vec![Some("carol.near"), Some("dave.near")], ..ArenaGame::classic(2, ["", ""]) };
    server.happens(&[chain.block(one_game(3, "alice.near", "bob.near"))]).await;
    server.happens(&[chain.block(game.quick_win(1))]).await;

    // The game before it in the one-game contract is gone with the new one.
    let heard = [all.must_hear_of_game().await, all.must_hear_of_game().await, all.must_hear_of_game().await];
    let mut ids =
        heard.each_ref().map(|game| (game["contract"].as_str().unwrap(), game["game_id"].as_str().unwrap()));
    ids.sort_unstable();
    assert_eq!(ids, [("arena.near", "2"), ("tictactoe.near", "2"), ("tictactoe.near", "3")]);
    for listening in [&mut of_carol, &mut of_one] {
        let heard = listening.must_hear_of_game().await;
        assert_eq!((&heard["game_id"], &heard["status"]), (&json!("2"), &json!("won")));
        assert_eq!(heard, server.must_get("/v1/games").await["games"].as_array().unwrap()[4]);
    }
    server.end().await;
    assert_eq!(all.next().await, None, "the stream ends with the server");
}

#[rstest]
#[tokio::test]
async fn who_comes_back_hears_what_was_missed(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.place, &example_blocks(&mut chain)).await;
    let mut listening = server.listen("/v1/events", None).await;
    server.happens(&[chain.block(vec![ArenaGame::classic(6, ["alice.near", "bob.near"]).created()])]).await;
    assert_eq!(listening.must_hear_of_game().await["game_id"], "6");
    let last = listening.id.clone();
    drop(listening);

    let missed = [7, 8].map(|id| ArenaGame::classic(id, ["alice.near", "bob.near"]).created());
    server.happens(&[chain.block(missed.to_vec())]).await;
    // Another server on the same database goes on where the first one ended.
    let store = server.end().await;
    let mut other = TestServer::on(store, &database.place, Settings::default()).await;
    let mut listening = other.listen("/v1/events", Some(&last)).await;
    other.happens(&[chain.block(vec![ArenaGame::classic(9, ["alice.near", "bob.near"]).created()])]).await;
    for id in ["7", "8", "9"] {
        assert_eq!(listening.must_hear_of_game().await["game_id"], id);
    }
    other.end().await;
}

#[rstest]
#[tokio::test]
async fn who_missed_too_much_is_told_to_start_over(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let mut chain = TestChain::default();
    let mut server = TestServer::with(&database.place, &[]).await;
    let games = (1..=1001).map(|id| ArenaGame::classic(id, ["alice.near", "bob.near"]).created());
    server.happens(&[chain.block(games.collect())]).await;

    for last in ["1~1:-1~2:-1", "17~1:0", "nonsense"] {
        let mut listening = server.listen("/v1/events", Some(last)).await;
        assert_eq!(listening.next().await.unwrap(), ("reset".to_owned(), json!({})), "{last}");
        assert!(listening.id.starts_with("1~"), "{}", listening.id);
    }
    server.end().await;
}
