//! Pages that stay open hear of what happens.

use rstest::rstest;
use serde_json::json;
use tic_tac_toe_indexer::api::Settings;

use super::support::{Kind, Served};
use super::tale::{Arena, Tale, everything, one_game};

#[rstest]
#[tokio::test]
async fn games_are_heard_of_as_they_change(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let Some(database) = kind.database().await else { return };
    let mut tale = Tale::default();
    let mut served = Served::with(&database.place, &everything(&mut tale)).await;
    let mut all = served.listen("/v1/events", None).await;
    let mut of_carol = served.listen("/v1/events?player=carol.near&contract=arena.near", None).await;
    let mut of_one = served.listen("/v1/events?contract=arena.near&game_id=2", None).await;

    let game = Arena { players: vec![Some("carol.near"), Some("dave.near")], ..Arena::classic(2, ["", ""]) };
    served.happens(&[tale.block(one_game(3, "alice.near", "bob.near"))]).await;
    served.happens(&[tale.block(game.quick_win(1))]).await;

    // The game before it in the one-game contract is gone with the new one.
    let heard = [all.must_hear_of_game().await, all.must_hear_of_game().await, all.must_hear_of_game().await];
    let mut ids =
        heard.each_ref().map(|game| (game["contract"].as_str().unwrap(), game["game_id"].as_str().unwrap()));
    ids.sort_unstable();
    assert_eq!(ids, [("arena.near", "2"), ("tictactoe.near", "2"), ("tictactoe.near", "3")]);
    for listening in [&mut of_carol, &mut of_one] {
        let heard = listening.must_hear_of_game().await;
        assert_eq!((&heard["game_id"], &heard["status"]), (&json!("2"), &json!("won")));
        assert_eq!(heard, served.must_get("/v1/games").await["games"].as_array().unwrap()[4]);
    }
    served.end().await;
    assert_eq!(all.next().await, None, "the stream ends with the server");
}

#[rstest]
#[tokio::test]
async fn who_comes_back_hears_what_was_missed(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let Some(database) = kind.database().await else { return };
    let mut tale = Tale::default();
    let mut served = Served::with(&database.place, &everything(&mut tale)).await;
    let mut listening = served.listen("/v1/events", None).await;
    served.happens(&[tale.block(vec![Arena::classic(6, ["alice.near", "bob.near"]).created()])]).await;
    assert_eq!(listening.must_hear_of_game().await["game_id"], "6");
    let last = listening.id.clone();
    drop(listening);

    let missed = [7, 8].map(|id| Arena::classic(id, ["alice.near", "bob.near"]).created());
    served.happens(&[tale.block(missed.to_vec())]).await;
    // Another server on the same database goes on where the first one ended.
    let store = served.end().await;
    let mut other = Served::on(store, &database.place, Settings::default()).await;
    let mut listening = other.listen("/v1/events", Some(&last)).await;
    other.happens(&[tale.block(vec![Arena::classic(9, ["alice.near", "bob.near"]).created()])]).await;
    for id in ["7", "8", "9"] {
        assert_eq!(listening.must_hear_of_game().await["game_id"], id);
    }
    other.end().await;
}

#[rstest]
#[tokio::test]
async fn who_missed_too_much_is_told_to_start_over(#[values(Kind::Sqlite, Kind::Postgres)] kind: Kind) {
    let Some(database) = kind.database().await else { return };
    let mut tale = Tale::default();
    let mut served = Served::with(&database.place, &[]).await;
    let games = (1..=1001).map(|id| Arena::classic(id, ["alice.near", "bob.near"]).created());
    served.happens(&[tale.block(games.collect())]).await;

    for last in ["1~1:-1~2:-1", "17~1:0", "nonsense"] {
        let mut listening = served.listen("/v1/events", Some(last)).await;
        assert_eq!(listening.next().await.unwrap(), ("reset".to_owned(), json!({})), "{last}");
        assert!(listening.id.starts_with("1~"), "{}", listening.id);
    }
    served.end().await;
}
