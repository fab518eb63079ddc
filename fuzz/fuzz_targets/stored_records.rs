//! Stored records and the positions inside them: any bytes are refused, or are stored as the same bytes and played on.

#![no_main]

use borsh::BorshDeserialize;
use fuzz_arena::check_record;
use fuzz_one_game::Contract as OneGame;
use libfuzzer_sys::fuzz_target;
use tic_tac_toe_rules::classic::Board;
use tic_tac_toe_rules::{Game, Outcome, Position, Seat};

fuzz_target!(|bytes: &[u8]| {
    check_record(bytes);
    if let Ok(contract) = OneGame::try_from_slice(bytes) {
        assert_eq!(borsh::to_vec(&contract).expect("memory can be written"), bytes);
        let _ = contract.get_game();
    }
    if let Ok(board) = Board::try_from_slice(bytes) {
        assert_eq!(borsh::to_vec(&board).expect("memory can be written"), bytes);
        assert_eq!(board.to_string().parse(), Ok(board));
    }
    if let Ok(position) = Position::try_from_slice(bytes) {
        assert_eq!(borsh::to_vec(&position).expect("memory can be written"), bytes);
        play_on(position, bytes);
    }
});

/// Plays to the end, on cells that the bytes choose; somebody leaves where they say so.
fn play_on(mut position: Position, bytes: &[u8]) {
    for byte in bytes.iter().copied().cycle() {
        let legal: Vec<_> = position.legal_moves().collect();
        assert_eq!(position.turn().is_some(), !legal.is_empty());
        if legal.is_empty() {
            break;
        }
        if let Some(seat) = Seat::new(byte >> 5) {
            // Refused where nobody plays from that seat, or not any more.
            let _ = position.leave(seat);
        }
        if position.turn().is_some() {
            let legal: Vec<_> = position.legal_moves().collect();
            let cell = legal[usize::from(byte) % legal.len()];
            position.play(cell).expect("the move was listed as legal");
        }
        let stored = borsh::to_vec(&position).expect("memory can be written");
        assert_eq!(Position::try_from_slice(&stored).ok(), Some(position));
    }
    assert!(!matches!(position.outcome(), Outcome::InProgress { .. }));
}

/// The chain's only function that is called here: a record is not as the arena left it.
#[unsafe(no_mangle)]
extern "C" fn panic_utf8(_length: u64, _address: u64) -> ! {
    panic!("a record that can be read makes a call fail")
}
