//! Every refusal: its code, its position in the order of checks, and that it changes and logs nothing.

use tic_tac_toe_interface::arena::Amount;

use super::*;

/// A game that was never created.
const NO_GAME: GameId = GameId(99);

/// Makes a call that must be refused with `code`, and checks that it changed nothing and logged nothing.
fn refused<T: std::fmt::Debug>(
    arena: &mut Arena,
    code: Code,
    call: impl FnOnce(&mut Arena) -> Result<T, Error>,
) {
    let (records, counts) = (arena.records(), arena.contract.get_counts(None));
    let error = call(arena).expect_err("the call must be refused");
    let text = error.message();
    let (found, sentence) = Code::split(&text);
    assert_eq!(found, Some(code), "{text}");
    assert!(!sentence.is_empty(), "a sentence follows the code: {text}");
    assert_eq!(get_logs(), Vec::<String>::new(), "{text}");
    assert_eq!((arena.records(), arena.contract.get_counts(None)), (records, counts), "{text}");
}

fn refused_create(arena: &mut Arena, code: Code, caller: &str, players: &[&str], rules: Option<Rules>) {
    refused(arena, code, |arena| {
        arena.called_with(caller, PLENTY).create(seating(players), rules, None, None)
    });
}

#[test]
fn create_is_for_hosts() {
    let mut arena = Arena::new();
    for players in [[].as_slice(), &[FREE, ALICE], &[BOB, ALICE], &[BOB], &[BOB, BOB]] {
        refused_create(&mut arena, Code::NotHost, ALICE, players, grid(1, 1, 1));
    }
}

#[test]
fn create_wants_two_to_four_different_players_and_not_the_contract() {
    let mut arena = Arena::new();
    for players in [
        [ALICE].as_slice(),
        &[ALICE, BOB, CAROL, DAVE, EVE],
        &[ALICE, ALICE],
        &[ALICE, BOB, FREE, BOB],
        &[ALICE, CONTRACT],
        &[ALICE, FREE, CONTRACT],
    ] {
        refused_create(&mut arena, Code::BadPlayers, ALICE, players, grid(1, 1, 1));
    }
    refused_create(&mut arena, Code::BadPlayers, CONTRACT, &[CONTRACT, BOB], None);
}

#[test]
fn create_wants_rules_that_can_be_played() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    for (rows, cols, in_a_row) in [(2, 3, 3), (3, 20, 3), (3, 3, 1), (3, 4, 5), (0, 0, 0), (u64::MAX, 3, 3)] {
        refused_create(&mut arena, Code::BadRules, ALICE, &[ALICE, BOB], grid(rows, cols, in_a_row));
    }
    for players in [[ALICE, BOB, CAROL].as_slice(), &[ALICE, BOB, CAROL, FREE]] {
        refused_create(&mut arena, Code::BadRules, ALICE, players, ultimate(Capture::Any));
    }
    for seconds in [0, 29, 2_592_001, u64::MAX] {
        refused(&mut arena, Code::BadRules, |arena| arena.create(&[ALICE, BOB], None, Some(seconds)));
    }
}

#[test]
fn every_size_time_limit_and_number_of_players_at_the_edge_is_accepted() {
    for (rules, seconds) in
        [(grid(3, 3, 2), 30), (grid(19, 19, 19), 2_592_000), (grid(3, 19, 19), 31), (grid(19, 3, 2), 86_400)]
    {
        for players in [[ALICE, BOB].as_slice(), &[ALICE, BOB, CAROL], &[ALICE, BOB, CAROL, DAVE]] {
            let arena = Arena::with(players, rules, Some(seconds));
            assert_eq!((Some(arena.game().rules), arena.game().turn_seconds), (rules, Some(seconds)));
        }
    }
}

#[test]
fn create_looks_at_the_seating_before_the_balance() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    refused(&mut arena, Code::GameExists, |arena| {
        arena.called_by(ALICE).create(seating(&[ALICE, BOB]), None, None, None)
    });
}

#[test]
fn create_says_how_much_is_missing() {
    let mut arena = Arena::new();
    let min = Contract::storage_balance_bounds().min.0;
    let cost = Contract::get_cost(2, None).expect("such a game can be made").0;
    let create = |arena: &mut Arena, yocto| {
        arena.called_with(ALICE, NearToken::from_yoctonear(yocto)).create(
            seating(&[ALICE, BOB]),
            None,
            None,
            None,
        )
    };
    refused(&mut arena, Code::StorageTooLow, |arena| create(arena, min + cost - 1));
    let error = create(&mut arena, min + cost - 7).expect_err("7 are missing");
    assert_eq!(
        error.message(),
        "STORAGE_TOO_LOW: the storage of this game needs 7 yoctoNEAR more; attach them, or pay them in with storage_deposit"
    );
    create(&mut arena, min + cost).expect("that is what it takes");
}

#[test]
fn join_checks_in_its_order() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    refused(&mut arena, Code::NoGame, |arena| arena.join(ALICE, NO_GAME));
    refused(&mut arena, Code::NoFreeSeat, |arena| arena.join(ALICE, FIRST));
    refused(&mut arena, Code::NoFreeSeat, |arena| arena.join(EVE, FIRST));

    let open = arena.create(&[ALICE, FREE], None, None).expect("such a game can be made");
    refused(&mut arena, Code::AlreadySeated, |arena| arena.join(ALICE, open));
    refused(&mut arena, Code::GameExists, |arena| arena.join(BOB, open));
}

fn play_in(
    arena: &mut Arena,
    id: GameId,
    player: &str,
    cell: (u64, u64),
    round: Option<u64>,
) -> Result<(), Error> {
    arena.called_by(player);
    Contract::try_play(id, cell.0, cell.1, round)
}

/// Off every board.
const NO_CELL: (u64, u64) = (u64::MAX, 0);

#[test]
fn play_checks_in_its_order() {
    let mut arena = Arena::classic(&[ALICE, FREE, FREE]);
    refused(&mut arena, Code::NoGame, |arena| play_in(arena, NO_GAME, EVE, NO_CELL, Some(9)));
    refused(&mut arena, Code::WrongRound, |arena| play_in(arena, FIRST, EVE, NO_CELL, Some(2)));
    refused(&mut arena, Code::Waiting, |arena| play_in(arena, FIRST, EVE, NO_CELL, Some(1)));
    arena.join(BOB, FIRST).expect("a seat is free");
    arena.join(CAROL, FIRST).expect("a seat is free");
    refused(&mut arena, Code::NotAPlayer, |arena| play_in(arena, FIRST, EVE, NO_CELL, Some(1)));
    arena.resign(BOB).expect("the round goes on");
    refused(&mut arena, Code::AlreadyOut, |arena| arena.play(BOB, 9, 9));
    refused(&mut arena, Code::NotYourTurn, |arena| arena.play(CAROL, 9, 9));
    refused(&mut arena, Code::OutOfBounds, |arena| arena.play(ALICE, 3, 0));
    refused(&mut arena, Code::OutOfBounds, |arena| arena.play(ALICE, 0, 3));
    refused(&mut arena, Code::OutOfBounds, |arena| arena.play(ALICE, 256, 0));
    refused(&mut arena, Code::OutOfBounds, |arena| arena.play(ALICE, 0, u64::MAX));
    arena.play(ALICE, 1, 1).expect("it is alice's turn");
    refused(&mut arena, Code::CellTaken, |arena| arena.play(CAROL, 1, 1));
    arena.resign(CAROL).expect("the round goes on");
    refused(&mut arena, Code::GameOver, |arena| play_in(arena, FIRST, EVE, NO_CELL, None));
    refused(&mut arena, Code::GameOver, |arena| arena.play(BOB, 9, 9));
}

#[test]
fn play_checks_the_board_then_the_mini_field_then_the_cell() {
    let mut arena = Arena::with(&[ALICE, BOB], ultimate(Capture::First), None);
    arena.must_play(&[(4, 4), (4, 3)]);
    refused(&mut arena, Code::OutOfBounds, |arena| arena.play(ALICE, 9, 0));
    refused(&mut arena, Code::OutOfBounds, |arena| arena.play(ALICE, 0, 9));
    refused(&mut arena, Code::WrongField, |arena| arena.play(ALICE, 4, 4));
    let error = arena.play(ALICE, 4, 4).expect_err("field 3 must be played");
    assert_eq!(
        error.message(),
        "WRONG_FIELD: this mark must go into mini-field 3, counted from 0 in reading order"
    );
    arena.must_play(&[(4, 1)]);
    refused(&mut arena, Code::CellTaken, |arena| arena.play(BOB, 4, 4));
}

/// The challenger captures the middle mini-field and is then sent there.
const SENT_TO_THE_CAPTURED_MIDDLE: [(u64, u64); 7] = [(4, 4), (3, 3), (1, 1), (3, 4), (1, 4), (3, 5), (1, 7)];

#[test]
fn under_closing_a_captured_mini_field_is_the_wrong_one_and_any_open_one_will_do() {
    let mut arena = Arena::with(&[ALICE, BOB], ultimate(Capture::Closing), None);
    arena.must_play(&SENT_TO_THE_CAPTURED_MIDDLE);
    let view = arena.game().ultimate.expect("an ultimate board");
    assert_eq!((view.fields[4], view.next_field), (2, None));

    refused(&mut arena, Code::WrongField, |arena| arena.play(BOB, 5, 5));
    refused(&mut arena, Code::WrongField, |arena| arena.play(BOB, 4, 4));
    let error = arena.play(BOB, 5, 5).expect_err("the middle is closed");
    assert_eq!(error.message(), "WRONG_FIELD: this mini-field is closed; choose an open one");
    arena.play(BOB, 8, 8).expect("that mini-field is open");
}

#[test]
fn restart_checks_in_its_order() {
    let mut arena = Arena::classic(&[ALICE, FREE]);
    let restart = |arena: &mut Arena, id, player, round| {
        arena.called_by(player);
        Contract::try_restart(id, round)
    };
    refused(&mut arena, Code::NoGame, |arena| restart(arena, NO_GAME, EVE, Some(2)));
    refused(&mut arena, Code::WrongRound, |arena| restart(arena, FIRST, EVE, Some(2)));
    refused(&mut arena, Code::Waiting, |arena| restart(arena, FIRST, EVE, Some(1)));
    arena.join(BOB, FIRST).expect("a seat is free");
    refused(&mut arena, Code::NotAPlayer, |arena| restart(arena, FIRST, EVE, None));
    restart(&mut arena, FIRST, BOB, Some(1)).expect("it is round 1");

    let timed = arena.create(&[ALICE, CAROL, DAVE], None, Some(30)).expect("such a game can be made");
    refused(&mut arena, Code::NotAPlayer, |arena| restart(arena, timed, EVE, None));
    refused(&mut arena, Code::RoundUnderWay, |arena| restart(arena, timed, CAROL, Some(1)));
}

#[test]
fn resign_checks_in_its_order() {
    let mut arena = Arena::classic(&[ALICE, BOB, FREE]);
    let resign = |arena: &mut Arena, id, player, round| {
        arena.called_by(player);
        Contract::try_resign(id, round)
    };
    refused(&mut arena, Code::NoGame, |arena| resign(arena, NO_GAME, EVE, Some(2)));
    refused(&mut arena, Code::WrongRound, |arena| resign(arena, FIRST, EVE, Some(2)));
    refused(&mut arena, Code::Waiting, |arena| resign(arena, FIRST, EVE, None));
    arena.join(CAROL, FIRST).expect("a seat is free");
    refused(&mut arena, Code::NotAPlayer, |arena| resign(arena, FIRST, EVE, Some(1)));
    arena.resign(BOB).expect("the round goes on");
    refused(&mut arena, Code::AlreadyOut, |arena| resign(arena, FIRST, BOB, None));
    arena.resign(ALICE).expect("the round goes on");
    refused(&mut arena, Code::GameOver, |arena| resign(arena, FIRST, EVE, None));
    refused(&mut arena, Code::GameOver, |arena| resign(arena, FIRST, BOB, None));
}

#[test]
fn claim_timeout_checks_in_its_order() {
    let mut arena = Arena::classic(&[ALICE, FREE]);
    let claim = |arena: &mut Arena, id, round| {
        arena.called_by(EVE);
        Contract::try_claim_timeout(id, round)
    };
    refused(&mut arena, Code::NoGame, |arena| claim(arena, NO_GAME, Some(2)));
    refused(&mut arena, Code::WrongRound, |arena| claim(arena, FIRST, Some(2)));
    refused(&mut arena, Code::Waiting, |arena| claim(arena, FIRST, None));
    arena.join(BOB, FIRST).expect("a seat is free");
    refused(&mut arena, Code::NoTimeLimit, |arena| claim(arena, FIRST, None));
    arena.resign(BOB).expect("the round goes on");
    refused(&mut arena, Code::GameOver, |arena| claim(arena, FIRST, None));

    let timed = arena.create(&[ALICE, CAROL], None, Some(30)).expect("such a game can be made");
    refused(&mut arena, Code::NotYet, |arena| claim(arena, timed, Some(1)));
}

#[test]
fn close_checks_in_its_order() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    refused(&mut arena, Code::NoGame, |arena| arena.close(EVE, NO_GAME));
    refused(&mut arena, Code::NotHost, |arena| arena.close(EVE, FIRST));
}

#[test]
fn storage_calls_check_in_their_order() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    let (one, two) = (NearToken::from_yoctonear(1), NearToken::from_yoctonear(2));
    for deposit in [NearToken::ZERO, two] {
        refused(&mut arena, Code::OneYocto, |arena| arena.called_with(EVE, deposit).storage_withdraw(None));
        refused(&mut arena, Code::OneYocto, |arena| {
            arena.called_with(ALICE, deposit).storage_unregister(None)
        });
    }
    // Bob is known, but only as a challenger.
    for stranger in [EVE, BOB] {
        refused(&mut arena, Code::NotRegistered, |arena| {
            arena.called_with(stranger, one).storage_withdraw(None)
        });
        refused(&mut arena, Code::DepositTooLow, |arena| {
            arena.called_with(ALICE, one).storage_deposit(Some(account(stranger)), Some(false))
        });
    }
    refused(&mut arena, Code::BalanceTooLow, |arena| {
        arena.called_with(ALICE, one).storage_withdraw(Some(Amount(PLENTY.as_yoctonear())))
    });
    refused(&mut arena, Code::HasGames, |arena| arena.called_with(ALICE, one).storage_unregister(None));
}

#[test]
fn get_cost_checks_the_players_before_the_rules() {
    for players in [0, 1, 5, u64::MAX] {
        let error = Contract::get_cost(players, grid(1, 1, 1)).expect_err("that many can't play");
        assert_eq!(error.code(), Code::BadPlayers);
    }
    for (players, rules) in [(2, grid(1, 1, 1)), (3, ultimate(Capture::First))] {
        let error = Contract::get_cost(players, rules).expect_err("these can't be played");
        assert_eq!(error.code(), Code::BadRules);
    }
}

#[test]
fn refusals_say_what_to_do_or_what_was_found() {
    let mut arena = Arena::classic(&[ALICE, BOB]);
    let taken = {
        arena.must_play(&[(1, 2)]);
        arena.play(BOB, 1, 2).expect_err("alice took it")
    };
    assert_eq!(
        taken.message(),
        "CELL_TAKEN: row 1, column 2 already holds the mark of seat 1; choose an empty cell"
    );
    let outside = arena.play(BOB, 1, 3).expect_err("there is no column 3");
    assert_eq!(
        outside.message(),
        "OUT_OF_BOUNDS: row 1, column 3 is not on the board; rows go from 0 to 2, columns from 0 to 2"
    );
    let round = play_in(&mut arena, FIRST, BOB, (0, 0), Some(7)).expect_err("it is round 1");
    assert_eq!(
        round.message(),
        "WRONG_ROUND: the round is now 1, not 7; look at it with get_game before you go on"
    );
    let exists = arena.create(&[ALICE, BOB], None, None).expect_err("game 1 has the seating");
    assert_eq!(
        exists.message(),
        "GAME_EXISTS: the same players in the same order have game 1; play there, or close it first"
    );
}
