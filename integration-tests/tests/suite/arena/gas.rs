//! What calls of the arena cost: within their budgets, and the same in a crowd.

use anyhow::{Context, Result};
use integration_tests::arena_gas::{
    BUDGETS, MOST_BYTES, Measured, Trace, find, play_among_similar_hashes, play_among_similar_names,
    play_session,
};
use integration_tests::node;
use integration_tests::wasm;
use tokio::sync::OnceCell;

/// Other games in a crowded arena, in all of which Bob has a seat.
const CROWD: usize = 300;

/// How much more a call may burn there.
const MOST_PERCENT: u64 = 5;

/// How much more a call may burn whatever names others choose.
const MOST_PERCENT_BY_NAMES: u64 = 15;

/// How many nibbles the hash of a name shares with that of somebody's: to find one takes 2^80 attempts.
const SHARED_NIBBLES: usize = 20;

static ALONE: OnceCell<Measured> = OnceCell::const_new();

/// Returns the session in an arena with one other game, played once for all tests.
pub async fn alone() -> Result<&'static Measured> {
    ALONE.get_or_try_init(|| play_session(1)).await
}

#[test]
fn calls_stay_within_their_budgets() -> Result<()> {
    node::block_on(async {
        let measured = alone().await?;
        for (name, most) in BUDGETS {
            let burnt = find(&measured.session, name)?.cost.gas;
            assert!(burnt <= most, "{name} burns {burnt} gas and may burn {most}");
        }
        Ok(())
    })
}

#[test]
fn the_code_is_small_enough() -> Result<()> {
    let bytes = wasm::arena()?.len();
    assert!(bytes <= MOST_BYTES, "the arena's wasm has {bytes} bytes and may have {MOST_BYTES}");
    Ok(())
}

#[test]
fn hundreds_of_games_against_an_account_do_not_raise_the_gas_of_anybodys_calls() -> Result<()> {
    node::block_on(async {
        let crowded = play_session(CROWD).await?.session;
        for Trace { name, cost, .. } in &alone().await?.session {
            let in_crowd = find(&crowded, name).context("the sessions are the same")?.cost.gas;
            let most = cost.gas * (100 + MOST_PERCENT) / 100;
            assert!(
                in_crowd <= most,
                "{name} burns {} gas with one other game, {in_crowd} with {CROWD}",
                cost.gas
            );
        }
        Ok(())
    })
}

#[test]
fn names_that_others_choose_do_not_raise_the_gas_of_an_accounts_calls() -> Result<()> {
    node::block_on(async { must_stay_close(play_among_similar_names().await?) })
}

#[test]
fn names_that_others_choose_for_their_hashes_do_not_either() -> Result<()> {
    node::block_on(async {
        let measured = play_among_similar_hashes(SHARED_NIBBLES).await?;
        let [before, after] = &measured;
        assert!(find(before, "create")?.cost.gas < find(after, "create")?.cost.gas, "records lie elsewhere");
        must_stay_close(measured)
    })
}

fn must_stay_close([before, after]: [Vec<Trace>; 2]) -> Result<()> {
    for Trace { name, cost, .. } in &before {
        let among = find(&after, name)?.cost.gas;
        let most = cost.gas * (100 + MOST_PERCENT_BY_NAMES) / 100;
        assert!(among <= most, "{name} burns {} gas alone, {among} among similar names", cost.gas);
    }
    Ok(())
}
