//! What `fuzz/` checks of stored records, for which it compiles the arena once more, as a library.

use near_sdk::borsh::{self, BorshDeserialize, BorshSerialize};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::Status;
use tic_tac_toe_rules::{Game as _, Seat};

use super::list::StoredEntry;
use super::seating::StoredSeating;
use super::stored::{StoredAccount, StoredGame};
use super::{Game, Phase, Slots};
use crate::Contract;

/// Checks that bytes are refused as a record of each kind, or are one that is stored as the same bytes. A game that the
/// arena could have stored is played on.
///
/// # Panics
///
/// When something does not hold.
pub fn check_record(bytes: &[u8]) {
    read::<Contract>(bytes);
    read::<StoredAccount>(bytes);
    read::<StoredEntry>(bytes);
    read::<StoredSeating>(bytes);
    if let Some(StoredGame::V1(game)) = read::<StoredGame<Game>>(bytes) {
        check_first_part(bytes);
        if could_be_stored(&game) {
            play_on(game, bytes);
        }
    }
}

fn read<T: BorshDeserialize + BorshSerialize>(bytes: &[u8]) -> Option<T> {
    let record = T::try_from_slice(bytes).ok()?;
    assert_eq!(to_bytes(&record), bytes);
    Some(record)
}

fn to_bytes<T: BorshSerialize>(record: &T) -> Vec<u8> {
    borsh::to_vec(record).expect("memory can be written")
}

/// Checks that the slots can be read and written without the rest of a game.
fn check_first_part(bytes: &[u8]) {
    let mut rest = bytes;
    let slots = StoredGame::<Slots>::deserialize(&mut rest).expect("the whole game can be read");
    assert_eq!([to_bytes(&slots).as_slice(), rest].concat(), bytes);
}

/// Returns whether who sits where fits the board, and the next rounds can be counted.
fn could_be_stored(game: &Game) -> bool {
    let fits = game.seats.len() == usize::from(game.position.players().count());
    let waits = matches!(game.phase, Phase::Waiting);
    let wins = game.seats.iter().flatten().map(|player| player.wins);
    let counts = wins.chain([game.round, game.draws]).max();
    fits && waits == game.free_seat().is_some() && counts < Some(u32::MAX / 2)
}

/// Plays this round and the next one to their ends, on cells that the bytes choose; somebody leaves where they say so.
fn play_on(mut game: Game, bytes: &[u8]) {
    check(&game, to_bytes(&game).len());
    if game.free_seat().is_none() {
        for _ in 0..2 {
            play_to_the_end(&mut game, bytes);
            game.restart(0);
        }
    }
}

fn play_to_the_end(game: &mut Game, bytes: &[u8]) {
    let length = to_bytes(game).len();
    for (now, byte) in (0..).zip(bytes.iter().copied().cycle()) {
        if game.turn().is_none() {
            break;
        }
        let legal: Vec<_> = game.position.legal_moves().collect();
        let cell = legal[usize::from(byte) % legal.len()];
        match Seat::new(byte >> 5) {
            Some(seat) if game.player(seat).is_some() && !game.position.is_out(seat) => {
                game.take_out(seat, now)
            }
            _ => game.play(cell, now).expect("the move was listed as legal"),
        }
        check(game, length);
    }
}

/// Checks that the game is read back as it is, takes no more bytes than before, and can be shown.
fn check(game: &Game, length: usize) {
    let stored = to_bytes(game);
    assert_eq!(stored.len(), length);
    read::<Game>(&stored).expect("what was stored can be read");
    let view = game.view(GameId(1));
    assert_eq!(view.status == Status::InProgress, game.turn().is_some());
}
