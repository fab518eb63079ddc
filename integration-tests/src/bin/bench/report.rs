//! The figures as a page of Markdown, which is also what the terminal shows.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result};
use integration_tests::one_game_gas::{Code, Cost, GOAL_GAS, GOAL_VM, MIDDLE_PLAY, Trace, find};
use near_workspaces::types::NearToken;

use crate::Gas;
use crate::arena::{self, Arena};
use crate::speed::Speed;

/// What an account must hold for each byte it stores.
const LOCKED_PER_BYTE: NearToken = NearToken::from_yoctonear(10_000_000_000_000_000_000);

/// The heading of the part about the node's speed.
const SPEED: &str = "## Speed of the node";

/// The longest line of prose in the project's pages.
const LINE: usize = 120;

/// Writes the whole page.
pub fn write(gas: &Gas, arena: &Arena, speeds: &[Speed]) -> Result<String> {
    let mut page = String::from(
        "# Benchmarks\n\n`./scripts/bench.sh` measures all of this in one run and writes this page.\n",
    );
    write_costs(&mut page, gas)?;
    write_profile(&mut page, gas)?;
    arena::write(&mut page, arena)?;
    write_speeds(&mut page, speeds)?;
    Ok(page.lines().map(wrapped).collect())
}

/// Returns the page with a new part about the node's speed, and that part.
pub fn replace_speeds(page: &str, speeds: &[Speed]) -> Result<(String, String)> {
    let mut part = String::new();
    write_speeds(&mut part, speeds)?;
    let part: String = part.trim_start().lines().map(wrapped).collect();
    let start = page.find(SPEED).context("the page has no part about the node's speed")?;
    let end = page[start..].find("\n## ").map_or(page.len(), |length| start + length);
    Ok((format!("{}{part}{}", &page[..start], &page[end..]), part))
}

/// Breaks a line of prose where it gets too long; rows of tables stay whole.
fn wrapped(line: &str) -> String {
    let is_row = line.starts_with('|');
    let mut words = line.split(' ');
    let mut text = words.next().unwrap_or_default().to_owned();
    let mut width = text.chars().count();
    for word in words {
        let length = word.chars().count();
        let fits = is_row || width + 1 + length <= LINE;
        width = if fits { width + 1 + length } else { length };
        text.push(if fits { ' ' } else { '\n' });
        text.push_str(word);
    }
    text + "\n"
}

fn write_costs(page: &mut String, gas: &Gas) -> Result<()> {
    writeln!(
        page,
        "\n## Size and gas\n\nGas is that of the transaction and its receipt in Tgas, without the refund; in brackets the part burnt in the VM, \
         which is all that a contract can change. Beside the contract, in the same run, each on a chain of its own with the same accounts: the \
         floor, written by hand, which only reads and writes the same bytes and logs the same lines; and a plain \
         near-sdk contract with the same methods, no logic and no events. `get_game` is measured as a transaction; as a view \
         it is free. Node: {} (version {}).\n",
        gas.node, gas.contract.node
    )?;
    page.push_str("| | contract | tokens burnt (NEAR) | state bytes | floor | contract / floor | near-sdk without logic | contract / near-sdk |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
    write_code(page, gas)?;
    for call in gas.contract.session.iter().filter(|call| call.name.is_some()) {
        write_call(page, call, gas)?;
    }
    writeln!(
        page,
        "\nThe goals for a middle play: at most {GOAL_GAS} times the floor's gas, and {GOAL_VM} times its gas in the VM."
    )?;
    Ok(())
}

/// Adds the table of code sizes. The floor is another program for each call; the one shown is for a middle play.
fn write_code(page: &mut String, gas: &Gas) -> Result<()> {
    let (ours, floor, sdk) = (&gas.contract.code, &gas.floor.code, &gas.baseline.code);
    let locked = |code: &Code| near(LOCKED_PER_BYTE.saturating_mul(code.bytes as u128));
    let (to_floor, to_sdk) =
        (ratio(ours.bytes as u64, floor.bytes as u64), ratio(ours.bytes as u64, sdk.bytes as u64));
    writeln!(
        page,
        "| wasm bytes | {} | | | {} | {to_floor} | {} | {to_sdk} |",
        ours.bytes, floor.bytes, sdk.bytes
    )?;
    writeln!(
        page,
        "| NEAR locked by them | {} | | | {} | {to_floor} | {} | {to_sdk} |",
        locked(ours),
        locked(floor),
        locked(sdk)
    )?;
    writeln!(
        page,
        "| deploying | {} | {} | | {} | {} | {} | {} |",
        tera(ours.deploy.gas),
        near(ours.deploy.tokens),
        tera(floor.deploy.gas),
        ratio(ours.deploy.gas, floor.deploy.gas),
        tera(sdk.deploy.gas),
        ratio(ours.deploy.gas, sdk.deploy.gas)
    )?;
    Ok(())
}

fn write_call(page: &mut String, call: &Trace, gas: &Gas) -> Result<()> {
    let name = call.name.unwrap_or_default();
    let (floor, sdk) = (&find(&gas.floor.session, name)?.cost, &find(&gas.baseline.session, name)?.cost);
    let cost = &call.cost;
    writeln!(
        page,
        "| {name} | {} | {} | {} | {} | {} | {} | {} |",
        both(cost),
        near(cost.tokens),
        call.storage,
        both(floor),
        ratios(cost, floor),
        both(sdk),
        ratios(cost, sdk)
    )?;
    Ok(())
}

fn write_profile(page: &mut String, gas: &Gas) -> Result<()> {
    let (ours, floor) = (find(&gas.contract.session, MIDDLE_PLAY)?, find(&gas.floor.session, MIDDLE_PLAY)?);
    page.push_str("\n## Where a middle play's gas in the VM goes\n\n");
    write_kinds(page, &ours.cost.profile, &floor.cost.profile)
}

/// Adds a table of what a call and its floor burn in the VM, by kind of cost.
pub fn write_kinds(
    page: &mut String,
    ours: &BTreeMap<String, u64>,
    floor: &BTreeMap<String, u64>,
) -> Result<()> {
    page.push_str("| Ggas | contract | floor |\n|---|---:|---:|\n");
    for (kind, gas) in ours {
        writeln!(
            page,
            "| {} | {} | {} |",
            kind.to_lowercase().replace('_', " "),
            giga(*gas),
            giga(floor.get(kind).copied().unwrap_or(0))
        )?;
    }
    Ok(())
}

fn write_speeds(page: &mut String, speeds: &[Speed]) -> Result<()> {
    writeln!(
        page,
        "\n{SPEED}\n\nCalls of `new_game` that wait until they are executed. One by one: through near-workspaces, which asks \
         for a block hash before each. `FINAL`: one after the other until each is final. At once: 24 clients with keys of \
         their own, which only sign, connect and wait. These depend on the machine. `./scripts/bench.sh localnet` measures \
         this part alone.\n\n\
         | node | start-up | calls/s, one by one | `FINAL` | calls/s, 24 at once |\n|---|---:|---:|---:|---:|",
    )?;
    for speed in speeds {
        writeln!(
            page,
            "| {} | {} ms | {:.0} | {} ms | {:.0} |",
            speed.node,
            speed.startup.as_millis(),
            speed.sequential,
            speed.to_final.as_millis(),
            speed.concurrent
        )?;
    }
    Ok(())
}

/// Formats the gas of a call in Tgas, and in brackets the part burnt in the VM.
pub fn both(cost: &Cost) -> String {
    format!("{} ({})", tera(cost.gas), tera(cost.vm))
}

/// Formats how many times another's gas a call burns, and in brackets the same for the VM.
pub fn ratios(ours: &Cost, other: &Cost) -> String {
    format!("{} ({})", ratio(ours.gas, other.gas), ratio(ours.vm, other.vm))
}

#[expect(clippy::cast_precision_loss, reason = "gas of a call is far below 2^52")]
fn ratio(ours: u64, other: u64) -> String {
    format!("{:.3}", ours as f64 / other as f64)
}

#[expect(clippy::cast_precision_loss, reason = "gas of a call is far below 2^52")]
fn tera(gas: u64) -> String {
    format!("{:.3}", gas as f64 / 1e12)
}

#[expect(clippy::cast_precision_loss, reason = "gas of a call is far below 2^52")]
fn giga(gas: u64) -> String {
    format!("{:.1}", gas as f64 / 1e9)
}

/// Tokens in NEAR.
#[expect(clippy::cast_precision_loss, reason = "shown with five decimals")]
pub fn near(tokens: NearToken) -> String {
    format!("{:.5}", tokens.as_yoctonear() as f64 / 1e24)
}
