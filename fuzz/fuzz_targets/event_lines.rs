//! Log lines: any line is no event, is refused, or is an event that is written as a line with the same meaning.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tic_tac_toe_interface::event::Events;
use tic_tac_toe_interface::{arena, one_game};

fuzz_target!(|line: &str| {
    check::<arena::Event>(line);
    check::<one_game::Event>(line);
});

fn check<E: Events + PartialEq + Serialize + DeserializeOwned>(line: &str) {
    if let Ok(Some(event)) = E::from_log(line) {
        let again = E::from_log(&event.to_log());
        assert!(matches!(again, Ok(Some(again)) if again == event), "{}", event.to_log());
    }
}
