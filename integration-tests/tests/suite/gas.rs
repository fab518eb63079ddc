//! What calls cost: no more than the checked-in thresholds, and not far above what any contract pays.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use integration_tests::arena_gas::Trace as ArenaTrace;
use integration_tests::node;
use integration_tests::one_game_gas::{
    Cost, GOAL_GAS, GOAL_VM, MIDDLE_PLAY, Trace, find, play_floor, play_session,
};
use integration_tests::wasm;
use serde::{Deserialize, Serialize};

use crate::arena;

/// Set this variable to write what is measured into the file of thresholds.
const UPDATE: &str = "UPDATE_GAS";

/// What may be burnt beyond the checked-in figures.
const SLACK_PERCENT: u64 = 1;

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Threshold {
    gas: u64,
    vm: u64,
}

#[test]
fn calls_stay_within_the_gas_thresholds_and_close_to_the_floor() -> Result<()> {
    node::block_on(async {
        let session = play_session(&wasm::one_game()?).await?.session;
        let floor = play_floor(&session).await?.session;

        check_thresholds(&measured(&session, &arena::gas::alone().await?.session))?;
        let (play, floor) = (find(&session, MIDDLE_PLAY)?, find(&floor, MIDDLE_PLAY)?);
        println!("play {:#?}\nfloor {:#?}", play.cost, floor.cost);
        check_ratio("gas", play.cost.gas, floor.cost.gas, GOAL_GAS);
        check_ratio("gas in the VM", play.cost.vm, floor.cost.vm, GOAL_VM);
        Ok(())
    })
}

fn check_thresholds(measured: &BTreeMap<String, Threshold>) -> Result<()> {
    if std::env::var_os(UPDATE).is_some() {
        return Ok(fs::write(thresholds_file(), serde_json::to_string_pretty(measured)? + "\n")?);
    }
    let thresholds: BTreeMap<String, Threshold> =
        serde_json::from_str(&fs::read_to_string(thresholds_file())?)?;
    assert!(measured.keys().eq(thresholds.keys()), "other calls than in the file; {}", how_to_update());
    for (name, now) in measured {
        let then = &thresholds[name];
        let fits = |now: u64, then: u64| now * 100 <= then * (100 + SLACK_PERCENT);
        let fits = fits(now.gas, then.gas) && fits(now.vm, then.vm);
        assert!(fits, "{name}: {now:?} is more than {SLACK_PERCENT} % above {then:?}; {}", how_to_update());
    }
    Ok(())
}

/// Returns the calls of both contracts; the arena's have its name before theirs.
fn measured(session: &[Trace], arena: &[ArenaTrace]) -> BTreeMap<String, Threshold> {
    let threshold = |cost: &Cost| Threshold { gas: cost.gas, vm: cost.vm };
    let calls = session.iter().filter_map(|trace| Some((trace.name?.to_owned(), threshold(&trace.cost))));
    let of_arena = arena.iter().map(|trace| (format!("arena: {}", trace.name), threshold(&trace.cost)));
    calls.chain(of_arena).collect()
}

#[expect(clippy::cast_precision_loss, reason = "gas of a call is far below 2^52")]
fn check_ratio(what: &str, ours: u64, floor: u64, goal: f64) {
    let ratio = ours as f64 / floor as f64;
    assert!(ratio <= goal, "a middle play burns {ratio:.3} times the floor's {what}; the goal is {goal}");
}

fn thresholds_file() -> PathBuf {
    wasm::package_dir().join("gas-thresholds.json")
}

fn how_to_update() -> String {
    format!("if that is meant, run {UPDATE}=1 cargo test --workspace --test suite gas")
}
