//! The contracts' arguments: any JSON is refused, or is read as what it says and can be judged.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::{Deserialize, Serialize};
use tic_tac_toe_interface::arena::{Amount, Index, Rules, Starts};
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::{Players, Position};

/// Every argument that a method of a contract takes.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Arguments {
    account_id: Option<AccountId>,
    amount: Option<Amount>,
    arena: Option<AccountId>,
    col: Option<u64>,
    force: Option<bool>,
    from_id: Option<GameId>,
    from_index: Option<Index>,
    game_id: Option<GameId>,
    limit: Option<u64>,
    p1: Option<AccountId>,
    p2: Option<AccountId>,
    players: Option<Vec<Option<AccountId>>>,
    registration_only: Option<bool>,
    round: Option<u64>,
    row: Option<u64>,
    rules: Option<Rules>,
    starts: Option<Starts>,
    turn_seconds: Option<u64>,
}

fuzz_target!(|json: &[u8]| {
    let Ok(arguments) = serde_json::from_slice::<Arguments>(json) else {
        return;
    };
    let written = serde_json::to_vec(&arguments).expect("arguments have a JSON form");
    assert_eq!(serde_json::from_slice::<Arguments>(&written).ok().as_ref(), Some(&arguments));
    if let Some(start) = start(&arguments) {
        assert_eq!(Some(Rules::from(start.rules())), arguments.rules);
    }
});

/// Returns the empty board of the game that the arguments describe, as `create` makes it.
fn start(arguments: &Arguments) -> Option<Position> {
    let rules = tic_tac_toe_rules::Rules::try_from(arguments.rules?).ok()?;
    let seats = arguments.players.as_ref()?.len().try_into().ok()?;
    rules.start(Players::new(seats)?)
}
