//! Lists in pages: by id with gaps, by account, and those with a free seat.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use integration_tests::node::on_node;
use near_workspaces::Account;
use serde_json::{Value, json};

use super::test_arena::{PLENTY, SentCall, TestArena};

/// More games than a call of `get_games` looks at.
const GAMES: u64 = 310;
const LOOKED_AT: u64 = 300;

/// Calls in one transaction.
const BATCH: usize = 45;

/// Makes `host` create this many games with a free seat.
async fn make(arena: &mut TestArena, host: &Account, games: u64) -> Result<()> {
    let create = SentCall::new(host, "create", json!({ "players": [host.id(), null] })).with(PLENTY);
    let all = vec![create; usize::try_from(games)?];
    for some in all.chunks(BATCH) {
        arena.accept_all(host, some).await?;
    }
    Ok(())
}

async fn close(arena: &mut TestArena, host: &Account, ids: impl Iterator<Item = u64>) -> Result<()> {
    let closes: Vec<_> =
        ids.map(|id| SentCall::new(host, "close", json!({ "game_id": id.to_string() }))).collect();
    for some in closes.chunks(BATCH) {
        arena.accept_all(host, some).await?;
    }
    Ok(())
}

fn ids(games: &Value) -> Result<Vec<u64>> {
    let games = games.as_array().with_context(|| format!("{games} is no list"))?;
    games.iter().map(|game| Ok(game["game_id"].as_str().context("an id")?.parse()?)).collect()
}

/// Returns the ids on a page of `get_games`, and where it goes on.
async fn page(arena: &TestArena, args: Value) -> Result<(Vec<u64>, Option<String>)> {
    let page = arena.view("get_games", args).await?;
    Ok((ids(&page["games"])?, page["next"].as_str().map(str::to_owned)))
}

#[test]
fn lists_come_in_pages_of_at_most_a_hundred() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 1).await?;
        let [alice] = arena.accounts();
        make(&mut arena, &alice, GAMES).await?;
        let counts = json!({ "open": GAMES, "of_account": GAMES, "last_game_id": GAMES.to_string() });
        assert_eq!(arena.view("get_counts", json!({ "account_id": alice.id() })).await?, counts);

        for (limit, length) in
            [(json!(null), 50), (json!(0), 0), (json!(1), 1), (json!(50), 50), (json!(100), 100)]
        {
            lengths(&arena, &alice, &limit, length).await?;
        }
        for too_many in [json!(101), json!(u64::MAX)] {
            lengths(&arena, &alice, &too_many, 100).await?;
        }

        // Page after page each game comes once.
        let of_alice = json!({ "account_id": alice.id() });
        for (method, of) in [("get_games_of", of_alice), ("get_open_games", json!({}))] {
            let mut seen = BTreeSet::new();
            for from in (0..GAMES).step_by(100) {
                let args = with(with(of.clone(), "from_index", from.to_string()), "limit", 100);
                seen.extend(ids(&arena.view(method, args).await?)?);
            }
            assert!(seen.into_iter().eq(1..=GAMES), "{method} leaves games out");
            for past in [GAMES, GAMES + 1, u64::MAX] {
                let args = with(of.clone(), "from_index", past.to_string());
                assert_eq!(arena.view(method, args).await?, json!([]));
            }
        }
        assert_eq!(page(&arena, json!({ "limit": 2 })).await?, (vec![1, 2], Some("3".to_owned())));
        let last = json!({ "from_id": (GAMES - 1).to_string(), "limit": 2 });
        assert_eq!(page(&arena, last).await?, (vec![GAMES - 1, GAMES], None));
        for past in [GAMES + 1, u64::MAX] {
            assert_eq!(page(&arena, json!({ "from_id": past.to_string() })).await?, (vec![], None));
        }

        // With gaps: the first page looks at 300 ids and no more.
        close(&mut arena, &alice, (2..=GAMES).filter(|id| ![299, 305, GAMES].contains(id))).await?;
        let next = (LOOKED_AT + 1).to_string();
        assert_eq!(page(&arena, json!({})).await?, (vec![1, 299], Some(next.clone())));
        assert_eq!(
            page(&arena, json!({ "from_id": "2", "limit": 1 })).await?,
            (vec![299], Some("300".to_owned()))
        );
        assert_eq!(page(&arena, json!({ "from_id": next })).await?, (vec![305, GAMES], None));
        assert_eq!(page(&arena, json!({ "from_id": "306" })).await?, (vec![GAMES], None));
        close(&mut arena, &alice, [GAMES].into_iter()).await?;
        assert_eq!(page(&arena, json!({ "from_id": "306" })).await?, (vec![], None));
        Ok(())
    })
}

async fn lengths(arena: &TestArena, of: &Account, limit: &Value, length: usize) -> Result<()> {
    let args = json!({ "limit": limit });
    let of_account = with(args.clone(), "account_id", of.id().as_str());
    assert_eq!(ids(&arena.view("get_games_of", of_account).await?)?.len(), length, "limit {limit}");
    assert_eq!(ids(&arena.view("get_open_games", args.clone()).await?)?.len(), length, "limit {limit}");
    assert_eq!(page(arena, args).await?.0.len(), length, "limit {limit}");
    Ok(())
}

fn with(mut args: Value, name: &str, value: impl Into<Value>) -> Value {
    args[name] = value.into();
    args
}

#[test]
fn a_page_of_a_hundred_of_the_largest_games_is_shown() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 1).await?;
        let [alice] = arena.accounts();
        let rules = json!({ "grid": { "rows": 19, "cols": 19, "in_a_row": 19 } });
        let args = json!({ "players": [alice.id(), null, null, null], "rules": rules });
        let create = SentCall::new(&alice, "create", args).with(PLENTY);
        for _ in 0..2 {
            arena.accept_all(&alice, &vec![create.clone(); 45]).await?;
        }
        arena.accept_all(&alice, &vec![create; 10]).await?;
        arena.check_games().await?;
        let of_alice = json!({ "account_id": alice.id(), "limit": 100 });
        assert_eq!(ids(&arena.view("get_games_of", of_alice).await?)?.len(), 100);
        Ok(())
    })
}

#[test]
fn playing_does_not_change_the_order_of_lists() -> Result<()> {
    on_node(async |node| {
        let mut arena = TestArena::open(&node, 4).await?;
        let [alice, bob, carol, dora] = arena.accounts();
        let first = arena.create(&alice, &[&alice, &bob]).await?;
        arena.create_with(&alice, json!({ "players": [alice.id(), null] })).await?;
        let third = arena.create(&bob, &[&bob, &alice, &carol]).await?;
        arena.create_with(&bob, json!({ "players": [bob.id(), alice.id(), null] })).await?;
        arena.create(&dora, &[&dora, &alice]).await?;
        arena.accept(&alice, "close", json!({ "game_id": first })).await?;
        let open = json!({ "players": [alice.id(), bob.id(), null, null] });
        let filling = arena.create_with(&alice, open).await?;

        let of_alice = json!({ "account_id": alice.id() });
        let before = ids(&arena.view("get_games_of", of_alice.clone()).await?)?;
        let open = ids(&arena.view("get_open_games", json!({})).await?)?;
        arena.play(&bob, &third, [0, 0]).await?;
        arena.accept(&alice, "resign", json!({ "game_id": third })).await?;
        arena.accept(&carol, "restart", json!({ "game_id": third })).await?;
        arena.accept(&carol, "join", json!({ "game_id": filling })).await?;
        assert_eq!(ids(&arena.view("get_open_games", json!({})).await?)?, open, "one seat is still free");
        arena.accept(&dora, "join", json!({ "game_id": filling })).await?;
        assert_eq!(ids(&arena.view("get_games_of", of_alice).await?)?, before);
        arena.check().await
    })
}
