//! The arena's calls at several sizes of the arena, compared with a floor.

use std::fmt::Write;

use anyhow::Result;
use integration_tests::arena_gas::{
    BUDGETS, Lock, Measured, Trace, find, play_among_similar_names, play_floor, play_session,
};
use integration_tests::one_game_gas::MIDDLE_PLAY;
use near_workspaces::types::NearToken;

use crate::progress::Progress;
use crate::report::{both, near, ratios};

/// How many other games there are.
const SIZES: [usize; 3] = [1, 100, 10_000];

const LOCKED_PER_BYTE: u128 = 10_u128.pow(19);

/// What was measured.
pub struct Arena {
    sizes: Vec<Measured>,
    floor: Vec<Trace>,
    /// Calls of an account before and after others have chosen names like its own.
    names: [Vec<Trace>; 2],
}

/// Plays the session at each size and on the floor, and calls of an account among similar names.
pub async fn measure(progress: &Progress) -> Result<Arena> {
    let mut sizes = Vec::new();
    for size in SIZES {
        progress.now(format!("a session in an arena with {size} other games"));
        sizes.push(play_session(size).await?);
    }
    progress.now("the same session on hand-written floors");
    let floor = play_floor().await?;
    progress.now("calls of an account among others with similar names");
    Ok(Arena { sizes, floor, names: play_among_similar_names().await? })
}

/// Adds the section.
pub fn write(page: &mut String, arena: &Arena) -> Result<()> {
    let code = arena.sizes[0].code_bytes;
    let locked = near(NearToken::from_yoctonear(LOCKED_PER_BYTE * code as u128));
    writeln!(
        page,
        "\n## The arena\n\nIts wasm has {code} bytes, which lock {locked} NEAR. Gas as above, in an arena with 1, 100 and 10,000 other open games, in all of \
         which the same challenger has a seat. The floor makes the same changes to the same records and logs the same lines, in an arena without other \
         games; it looks at nothing that it does not change. Bytes are what the call adds to the account's storage. `create`, `join` and the plays are of a \
         3x3 game of two with names like `alice.test.near`; with the longest ids the accounts have 64 characters. In the worst case a round against the \
         clock is under way on the largest board, leaving it makes another player win, and no list of games ends with the one that is closed: the games \
         that take its slots are as large and all different. Node: version {}.\n",
        arena.sizes[0].node
    )?;
    page.push_str(
        "| | with 1 game | 100 | 10,000 | tokens burnt (NEAR) | bytes | floor | arena / floor |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for call in &arena.sizes[0].session {
        write_call(page, call, arena)?;
    }
    write_budgets(page)?;
    write_names(page, &arena.names)?;
    write_locks(page, &arena.sizes[0].locks)?;
    write_profile(page, arena)
}

fn write_call(page: &mut String, call: &Trace, arena: &Arena) -> Result<()> {
    write!(page, "| {} |", call.name)?;
    for size in &arena.sizes {
        write!(page, " {} |", both(&find(&size.session, call.name)?.cost))?;
    }
    let floor = arena.floor.iter().find(|floor| floor.name == call.name);
    let (floor, ratio) =
        floor.map_or_else(Default::default, |floor| (both(&floor.cost), ratios(&call.cost, &floor.cost)));
    writeln!(page, " {} | {} | {floor} | {ratio} |", near(call.cost.tokens), call.bytes)?;
    Ok(())
}

fn write_budgets(page: &mut String) -> Result<()> {
    let tera = |gas: u64| format!("{}.{:02}", gas / 1_000_000_000_000, gas / 10_000_000_000 % 100);
    let budgets: Vec<String> = BUDGETS.iter().map(|(name, gas)| format!("{name} {}", tera(*gas))).collect();
    writeln!(page, "\nThe most that calls may burn, in Tgas: {}.", budgets.join("; "))?;
    Ok(())
}

fn write_names(page: &mut String, [before, after]: &[Vec<Trace>; 2]) -> Result<()> {
    page.push_str(
        "\nWhat calls of an account with an id of 64 characters burn, before and after others have named accounts in their games whose ids begin like its own: \
         one that differs from each nibble on.\n\n| | before | after | after / before |\n|---|---:|---:|---:|\n",
    );
    for Trace { name, cost, .. } in before {
        let among = &find(after, name)?.cost;
        writeln!(page, "| {name} | {} | {} | {} |", both(cost), both(among), ratios(among, cost))?;
    }
    Ok(())
}

fn write_locks(page: &mut String, locks: &[Lock]) -> Result<()> {
    page.push_str("\nWhat is locked, and comes back:\n\n| | NEAR |\n|---|---:|\n");
    for lock in locks {
        writeln!(page, "| {} | {} |", lock.what, near(lock.amount))?;
    }
    Ok(())
}

fn write_profile(page: &mut String, arena: &Arena) -> Result<()> {
    let (ours, floor) = (find(&arena.sizes[0].session, MIDDLE_PLAY)?, find(&arena.floor, MIDDLE_PLAY)?);
    page.push_str("\nWhere a middle play's gas in the VM goes:\n\n");
    crate::report::write_kinds(page, &ours.cost.profile, &floor.cost.profile)
}
