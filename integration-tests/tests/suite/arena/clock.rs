//! Games against the clock. Each test has a node of its own, since skipping time skips it for everybody.

use anyhow::Result;
use integration_tests::node;
use near_workspaces::Account;
use serde_json::{Value, json};

use super::hall::Hall;

const LIMIT: u64 = 600;

/// Creates a game of these guests in which a turn takes at most [`LIMIT`] seconds.
async fn timed(hall: &mut Hall, players: &[&Account]) -> Result<String> {
    let ids: Vec<_> = players.iter().map(|player| player.id()).collect();
    hall.create_with(players[0], json!({ "players": ids, "turn_seconds": LIMIT })).await
}

async fn open(guests: usize) -> Result<Hall> {
    Hall::open(&node::start().await?, guests).await
}

#[test]
fn whoever_likes_claims_a_turn_that_took_too_long() -> Result<()> {
    node::block_on(async {
        let mut hall = open(3).await?;
        let [alice, bob, stranger] = hall.guests();
        let game = timed(&mut hall, &[&alice, &bob]).await?;
        let this = json!({ "game_id": game });

        hall.play(&alice, &game, [0, 0]).await?;
        hall.wait(LIMIT - 60).await?;
        hall.refuse(&alice, "claim_timeout", this.clone(), "NOT_YET").await?;
        hall.play(&bob, &game, [0, 1]).await?;
        hall.wait(LIMIT - 60).await?;
        hall.refuse(&bob, "claim_timeout", this.clone(), "NOT_YET").await?;
        hall.wait(60).await?;
        // Until somebody claims it, Alice may still move, and then Bob's time begins.
        hall.play(&alice, &game, [1, 1]).await?;
        hall.refuse(&stranger, "claim_timeout", this.clone(), "NOT_YET").await?;
        hall.wait(LIMIT).await?;
        hall.accept(&stranger, "claim_timeout", this.clone()).await?;
        let shown = hall.game(&game).await?;
        assert_eq!((&shown["winner"], &shown["out"]), (&json!(1), &json!([2])));
        assert_eq!(shown["score"], json!({ "wins": [1, 0], "draws": 0 }));
        hall.refuse(&stranger, "claim_timeout", this, "GAME_OVER").await?;
        hall.check().await
    })
}

#[test]
fn a_win_over_somebody_who_never_came_is_not_counted() -> Result<()> {
    node::block_on(async {
        let mut hall = open(2).await?;
        let [alice, bob] = hall.guests();
        let game = timed(&mut hall, &[&alice, &bob]).await?;
        hall.play(&alice, &game, [0, 0]).await?;
        hall.wait(LIMIT).await?;
        hall.accept(&alice, "claim_timeout", json!({ "game_id": game, "round": 1 })).await?;
        let shown = hall.game(&game).await?;
        assert_eq!((&shown["winner"], &shown["score"]["wins"]), (&json!(1), &json!([0, 0])));
        hall.check().await
    })
}

#[test]
fn with_three_and_four_players_the_clock_goes_on_to_the_next() -> Result<()> {
    node::block_on(async {
        let mut hall = open(4).await?;
        let [alice, bob, carol, dora] = hall.guests();
        let three = timed(&mut hall, &[&alice, &bob, &carol]).await?;
        let four = timed(&mut hall, &[&alice, &bob, &carol, &dora]).await?;
        hall.wait(LIMIT).await?;
        for game in [&three, &four] {
            hall.accept(&dora, "claim_timeout", json!({ "game_id": game })).await?;
            assert_eq!(hall.game(game).await?["turn"], 2);
            hall.refuse(&dora, "claim_timeout", json!({ "game_id": game }), "NOT_YET").await?;
        }
        hall.wait(LIMIT).await?;
        hall.accept(&alice, "claim_timeout", json!({ "game_id": three })).await?;
        assert_eq!(hall.game(&three).await?["winner"], 3);
        hall.accept(&alice, "claim_timeout", json!({ "game_id": four })).await?;
        hall.play(&carol, &four, [0, 0]).await?;
        hall.play(&dora, &four, [1, 1]).await?;
        hall.wait(LIMIT).await?;
        hall.accept(&bob, "claim_timeout", json!({ "game_id": four })).await?;
        let shown = hall.game(&four).await?;
        assert_eq!((&shown["winner"], &shown["out"]), (&json!(4), &json!([1, 2, 3])));
        assert_eq!(shown["score"]["wins"], json!([0, 0, 0, 1]));
        hall.check().await
    })
}

#[test]
fn who_resigns_out_of_turn_does_not_change_the_clock_of_who_is_to_move() -> Result<()> {
    node::block_on(async {
        let mut hall = open(4).await?;
        let [alice, bob, carol, dora] = hall.guests();
        let game = timed(&mut hall, &[&alice, &bob, &carol, &dora]).await?;
        let since = hall.game(&game).await?["turn_since"].clone();
        hall.wait(60).await?;
        hall.accept(&carol, "resign", json!({ "game_id": game })).await?;
        assert_eq!(hall.game(&game).await?["turn_since"], since);
        hall.accept(&alice, "resign", json!({ "game_id": game })).await?;
        assert_ne!(hall.game(&game).await?["turn_since"], since, "in turn it does: Bob's begins");
        hall.check().await
    })
}

/// Whose call leaves a round of two, when, and how that ends.
struct Leaving {
    by_host: bool,
    late: bool,
    winner: u64,
    reason: &'static str,
}

#[test]
fn leaving_a_round_against_the_clock_costs_it() -> Result<()> {
    // It is always Bob's turn.
    let cases = [
        Leaving { by_host: true, late: false, winner: 2, reason: "resigned" },
        Leaving { by_host: false, late: false, winner: 1, reason: "resigned" },
        Leaving { by_host: true, late: true, winner: 1, reason: "timed_out" },
        Leaving { by_host: false, late: true, winner: 1, reason: "timed_out" },
    ];
    node::block_on(async {
        let mut hall = open(2).await?;
        let [alice, bob] = hall.guests();
        let game = timed(&mut hall, &[&alice, &bob]).await?;
        let mut wins = [0, 0];
        for Leaving { by_host, late, winner, reason } in cases {
            hall.play_out(&game, &[&alice, &bob], "1 2 3\n. . .\n. . .").await?;
            if late {
                hall.wait(LIMIT).await?;
            }
            let by = if by_host { &alice } else { &bob };
            let sent = super::hall::Sent::new(by, "restart", json!({ "game_id": game }));
            let done = hall.call(&sent).await?.expect("anybody may restart");
            assert_eq!(done.logs.len(), 3, "out, over, a new round: {:?}", done.logs);
            assert!(done.logs[0].contains(reason), "{:?}", done.logs);
            wins[usize::try_from(winner)? - 1] += 1;
            assert_eq!(hall.game(&game).await?["score"]["wins"], json!(wins));
        }
        hall.accept(&alice, "close", json!({ "game_id": game })).await?;
        hall.check().await
    })
}

#[test]
fn leaving_a_round_of_three_puts_one_out_and_abandons_the_rest() -> Result<()> {
    node::block_on(async {
        let mut hall = open(3).await?;
        let [alice, bob, carol] = hall.guests();
        let game = timed(&mut hall, &[&alice, &bob, &carol]).await?;
        let restart = |by| super::hall::Sent::new(by, "restart", json!({ "game_id": game }));

        let in_time = hall.call(&restart(&carol)).await?.expect("accepted").logs;
        assert!(in_time[0].contains(r#""seat":3,"reason":"resigned""#), "{in_time:?}");
        assert!(in_time[1].contains(r#""result":"abandoned","winner":null,"seat":null"#), "{in_time:?}");

        hall.wait(LIMIT).await?;
        let late = hall.call(&restart(&carol)).await?.expect("accepted").logs;
        assert!(late[0].contains(r#""seat":1,"reason":"timed_out""#), "{late:?}");

        // Who is out already cannot resign again: nothing but the end of the round is told.
        hall.accept(&bob, "resign", json!({ "game_id": game })).await?;
        let out = hall.call(&restart(&bob)).await?.expect("accepted").logs;
        assert_eq!(out.len(), 2, "{out:?}");

        // The one of two left who leaves makes the other win.
        hall.play(&alice, &game, [0, 0]).await?;
        hall.play(&bob, &game, [0, 1]).await?;
        hall.accept(&alice, "resign", json!({ "game_id": game })).await?;
        hall.accept(&carol, "restart", json!({ "game_id": game })).await?;
        assert_eq!(hall.game(&game).await?["score"]["wins"], json!([0, 1, 0]));
        hall.check().await?;

        // Closing leaves a round too, and declining as well.
        hall.accept(&alice, "close", json!({ "game_id": game })).await?;
        let game = timed(&mut hall, &[&alice, &bob, &carol]).await?;
        hall.accept(&carol, "close", json!({ "game_id": game })).await?;
        assert_eq!(hall.game(&game).await?, Value::Null);
        hall.check().await
    })
}
