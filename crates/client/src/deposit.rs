//! What hosting a game takes beyond what the host has paid in already.

use near_primitives::types::AccountId;
use tic_tac_toe_interface::arena::{Amount, Arena, GetCost, Rules};
use tic_tac_toe_interface::transport::Viewer;

use crate::Error;

/// Returns what a host must attach to create such a game, without rules one on the 3x3 grid. Rules and players that make
/// no game take nothing: the contract will say what is wrong with them.
///
/// # Errors
///
/// When the arena does not answer.
pub async fn missing_deposit<V: Viewer<Error = Error>>(
    arena: &Arena<V>,
    host: &AccountId,
    players: usize,
    rules: impl Into<Option<Rules>>,
) -> Result<Amount, Error> {
    let players = u64::try_from(players).unwrap_or(u64::MAX);
    let cost = match arena.get_cost(GetCost { players, rules: rules.into() }).await.map_err(Error::from) {
        Ok(cost) => cost,
        Err(Error::ViewFailed { .. }) => return Ok(Amount(0)),
        Err(error) => return Err(error),
    };
    let needed = match arena.storage_balance_of(host).await? {
        Some(balance) => cost.0.saturating_sub(balance.available.0),
        None => cost.0 + arena.storage_balance_bounds().await?.min.0,
    };
    Ok(Amount(needed))
}
