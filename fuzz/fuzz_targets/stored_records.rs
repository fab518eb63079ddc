//! The positions inside stored records: any bytes are refused or are a position that can be played on.

#![no_main]

use borsh::BorshDeserialize;
use libfuzzer_sys::fuzz_target;
use tic_tac_toe_rules::classic::Board;
use tic_tac_toe_rules::{Game, Outcome, Position, Seat};

fuzz_target!(|bytes: &[u8]| {
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
