//! Games against the clock. Each test has a node of its own, since skipping time skips it for everybody.

use anyhow::Result;
use integration_tests::node;
use near_workspaces::Account;
use serde_json::{Value, json};

use super::test_arena::TestArena;

const LIMIT: u64 = 600;

/// Creates a game of these accounts in which a turn takes at most [`LIMIT`] seconds.
async fn timed(arena: &mut TestArena, players: &[&Account]) -> Result<String> {
    let ids: Vec<_> = players.iter().map(|player| player.id()).collect();
    arena.create_with(players[0], json!({ "players": ids, "turn_seconds": LIMIT })).await
}

async fn open(accounts: usize) -> Result<TestArena> {
    TestArena::open(&node::start().await?, accounts).await
}

#[test]
fn anybody_can_claim_a_turn_that_took_too_long() -> Result<()> {
    node::block_on(async {
        let mut arena = open(3).await?;
        let [alice, bob, stranger] = arena.accounts();
        let game = timed(&mut arena, &[&alice, &bob]).await?;
        let this = json!({ "game_id": game });

        arena.play(&alice, &game, [0, 0]).await?;
        arena.wait(LIMIT - 60).await?;
        arena.refuse(&alice, "claim_timeout", this.clone(), "NOT_YET").await?;
        arena.play(&bob, &game, [0, 1]).await?;
        arena.wait(LIMIT - 60).await?;
        arena.refuse(&bob, "claim_timeout", this.clone(), "NOT_YET").await?;
        arena.wait(60).await?;
        // Until somebody claims it, Alice may still move, and then Bob's time begins.
        arena.play(&alice, &game, [1, 1]).await?;
        arena.refuse(&stranger, "claim_timeout", this.clone(), "NOT_YET").await?;
        arena.wait(LIMIT).await?;
        arena.accept(&stranger, "claim_timeout", this.clone()).await?;
        let shown = arena.game(&game).await?;
        assert_eq!((&shown["winner"], &shown["out"]), (&json!(1), &json!([2])));
        assert_eq!(shown["score"], json!({ "wins": [1, 0], "draws": 0 }));
        arena.refuse(&stranger, "claim_timeout", this, "GAME_OVER").await?;
        arena.check().await
    })
}

#[test]
fn a_win_over_somebody_who_never_came_is_not_counted() -> Result<()> {
    node::block_on(async {
        let mut arena = open(2).await?;
        let [alice, bob] = arena.accounts();
        let game = timed(&mut arena, &[&alice, &bob]).await?;
        arena.play(&alice, &game, [0, 0]).await?;
        arena.wait(LIMIT).await?;
        arena.accept(&alice, "claim_timeout", json!({ "game_id": game, "round": 1 })).await?;
        let shown = arena.game(&game).await?;
        assert_eq!((&shown["winner"], &shown["score"]["wins"]), (&json!(1), &json!([0, 0])));
        arena.check().await
    })
}

#[test]
fn with_three_and_four_players_the_clock_goes_on_to_the_next() -> Result<()> {
    node::block_on(async {
        let mut arena = open(4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        let three = timed(&mut arena, &[&alice, &bob, &carol]).await?;
        let four = timed(&mut arena, &[&alice, &bob, &carol, &dora]).await?;
        arena.wait(LIMIT).await?;
        for game in [&three, &four] {
            arena.accept(&dora, "claim_timeout", json!({ "game_id": game })).await?;
            assert_eq!(arena.game(game).await?["turn"], 2);
            arena.refuse(&dora, "claim_timeout", json!({ "game_id": game }), "NOT_YET").await?;
        }
        arena.wait(LIMIT).await?;
        arena.accept(&alice, "claim_timeout", json!({ "game_id": three })).await?;
        assert_eq!(arena.game(&three).await?["winner"], 3);
        arena.accept(&alice, "claim_timeout", json!({ "game_id": four })).await?;
        arena.play(&carol, &four, [0, 0]).await?;
        arena.play(&dora, &four, [1, 1]).await?;
        arena.wait(LIMIT).await?;
        arena.accept(&bob, "claim_timeout", json!({ "game_id": four })).await?;
        let shown = arena.game(&four).await?;
        assert_eq!((&shown["winner"], &shown["out"]), (&json!(4), &json!([1, 2, 3])));
        assert_eq!(shown["score"]["wins"], json!([0, 0, 0, 1]));
        arena.check().await
    })
}

#[test]
fn resigning_out_of_turn_does_not_change_the_clock_of_the_player_to_move() -> Result<()> {
    node::block_on(async {
        let mut arena = open(4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        let game = timed(&mut arena, &[&alice, &bob, &carol, &dora]).await?;
        let since = arena.game(&game).await?["turn_since"].clone();
        arena.wait(60).await?;
        arena.accept(&carol, "resign", json!({ "game_id": game })).await?;
        assert_eq!(arena.game(&game).await?["turn_since"], since);
        arena.accept(&alice, "resign", json!({ "game_id": game })).await?;
        assert_ne!(arena.game(&game).await?["turn_since"], since, "in turn it does: Bob's begins");
        arena.check().await
    })
}

/// A way to leave a round of two, and how the round ends.
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
        let mut arena = open(2).await?;
        let [alice, bob] = arena.accounts();
        let game = timed(&mut arena, &[&alice, &bob]).await?;
        let mut wins = [0, 0];
        for Leaving { by_host, late, winner, reason } in cases {
            arena.play_out(&game, &[&alice, &bob], "1 2 3\n. . .\n. . .").await?;
            if late {
                arena.wait(LIMIT).await?;
            }
            let by = if by_host { &alice } else { &bob };
            let sent = super::test_arena::SentCall::new(by, "restart", json!({ "game_id": game }));
            let done = arena.call(&sent).await?.expect("anybody may restart");
            assert_eq!(done.logs.len(), 3, "out, over, a new round: {:?}", done.logs);
            assert!(done.logs[0].contains(reason), "{:?}", done.logs);
            wins[usize::try_from(winner)? - 1] += 1;
            assert_eq!(arena.game(&game).await?["score"]["wins"], json!(wins));
        }
        arena.accept(&alice, "close", json!({ "game_id": game })).await?;
        arena.check().await
    })
}

#[test]
fn nobody_takes_a_round_against_the_clock_from_the_others() -> Result<()> {
    node::block_on(async {
        let mut arena = open(3).await?;
        let [alice, bob, carol] = arena.accounts();
        let game = timed(&mut arena, &[&alice, &bob, &carol]).await?;
        let this = json!({ "game_id": game });
        for (by, col) in [(&alice, 0), (&bob, 1), (&carol, 2)] {
            arena.play(by, &game, [0, col]).await?;
        }
        for by in [&alice, &bob, &carol] {
            arena.refuse(by, "restart", this.clone(), "ROUND_UNDER_WAY").await?;
        }
        // Who is out cannot void it either.
        arena.accept(&carol, "resign", this.clone()).await?;
        arena.refuse(&carol, "restart", this.clone(), "ROUND_UNDER_WAY").await?;
        // Once the player to move is late, one is left, and the round is won.
        arena.wait(LIMIT).await?;
        arena.accept(&carol, "restart", this.clone()).await?;
        let shown = arena.game(&game).await?;
        assert_eq!((&shown["round"], &shown["score"]["wins"]), (&json!(2), &json!([0, 1, 0])));
        arena.check().await?;

        // The host may close at any time: they are out, and the others' round is abandoned.
        let close = super::test_arena::SentCall::new(&alice, "close", this);
        let logs = arena.call(&close).await?.expect("the host may close").logs;
        assert!(logs[0].contains(r#""seat":1,"reason":"resigned""#), "{logs:?}");
        assert!(logs[1].contains(r#""result":"abandoned","winner":null,"seat":null"#), "{logs:?}");
        arena.check().await
    })
}

#[test]
fn two_accounts_of_one_person_cannot_keep_a_third_player_who_never_came() -> Result<()> {
    node::block_on(async {
        let mut arena = open(3).await?;
        let [alice, bob, victim] = arena.accounts();
        let game = timed(&mut arena, &[&alice, &bob, &victim]).await?;
        let this = json!({ "game_id": game });
        for _ in 0..2 {
            arena.play(&alice, &game, [0, 0]).await?;
            arena.play(&bob, &game, [0, 1]).await?;
            arena.wait(LIMIT).await?;
            arena.accept(&alice, "claim_timeout", this.clone()).await?;
            arena.accept(&bob, "resign", this.clone()).await?;
            arena.accept(&alice, "restart", this.clone()).await?;
        }
        let decline = super::test_arena::SentCall::new(&victim, "close", this);
        let logs = arena.call(&decline).await?.expect("they never came").logs;
        assert_eq!(logs.len(), 2, "the round is abandoned and nobody out: {logs:?}");
        assert_eq!(arena.game(&game).await?, Value::Null);
        arena.check().await
    })
}

#[test]
fn who_never_came_cannot_restart_a_round_against_the_clock_but_resign() -> Result<()> {
    node::block_on(async {
        let mut arena = open(2).await?;
        let [alice, bob] = arena.accounts();
        let game = timed(&mut arena, &[&alice, &bob]).await?;
        let this = json!({ "game_id": game });
        arena.play(&alice, &game, [0, 0]).await?;
        arena.refuse(&bob, "restart", this.clone(), "ROUND_UNDER_WAY").await?;
        arena.accept(&bob, "resign", this.clone()).await?;
        arena.accept(&bob, "restart", this).await?;
        assert_eq!(arena.game(&game).await?["score"]["wins"], json!([0, 0]));
        arena.check().await
    })
}
