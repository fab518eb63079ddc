//! Tables of both contracts: rebuilt from events alone, compared with views, and followed live.

use near_primitives::types::AccountId;
use rstest::rstest;
use tic_tac_toe_client::Error;
use tic_tac_toe_client::table::{Event, EventKind, LiveTable, Replica, Source, Table, TableId};
use tic_tac_toe_interface::arena::{self, Reason, RoundResult, Score, Timestamp};
use tic_tac_toe_interface::one_game::{self, GameResult};
use tic_tac_toe_interface::{GameId, event::Events};
use tic_tac_toe_rules::{Cell, Mark, Seat};

const NAMES: [&str; 3] = ["alice.near", "bob.near", "carol.near"];
const GAME: GameId = GameId(7);
const LATER: Timestamp = Timestamp(9);

fn account(name: &str) -> AccountId {
    name.parse().unwrap()
}

mod on_one_game {
    use super::*;

    pub fn created(id: u64) -> Event {
        let (p1, p2) = (account("alice.near"), account("bob.near"));
        one_game::Event::GameCreated { game_id: GameId(id), p1, p2 }.into()
    }

    pub fn moved(player: &str, mark: Mark, number: u8) -> Event {
        let (row, col) = ((number - 1) / 3, (number - 1) % 3);
        one_game::Event::MoveMade { game_id: GameId(1), player: account(player), mark, row, col }.into()
    }
}

mod in_arena {
    use super::*;

    pub fn created(players: &[Option<&str>], turn_seconds: Option<u64>) -> Event {
        let players = players.iter().map(|player| player.map(account)).collect();
        arena::Event::GameCreated {
            game_id: GAME,
            players,
            rules: arena::Rules::CLASSIC,
            turn_seconds,
            starts: arena::Starts::Host,
        }
        .into()
    }

    pub fn started(round: u32) -> Event {
        arena::Event::RoundStarted { game_id: GAME, round, seat: 1 }.into()
    }

    pub fn moved(seat: u8, row: u8, col: u8) -> Event {
        let player = account(NAMES[usize::from(seat) - 1]);
        arena::Event::MoveMade { game_id: GAME, round: 1, player, seat, row, col }.into()
    }

    pub fn out(seat: u8) -> Event {
        let player = account(NAMES[usize::from(seat) - 1]);
        arena::Event::PlayerOut { game_id: GAME, round: 1, player, seat, reason: Reason::Resigned }.into()
    }

    pub fn over(result: RoundResult, winner: Option<(&str, u8)>) -> Event {
        let (seat, winner) = (winner.map(|(_, seat)| seat), winner.map(|(name, _)| account(name)));
        let by = account("alice.near");
        arena::Event::RoundOver { game_id: GAME, round: 1, result, winner, seat, by }.into()
    }
}

/// Each event happens a second after the one before it, from the first second on.
fn replica_of(events: &[Event]) -> Replica {
    let mut replica = Replica::before(events[0].table);
    for (event, second) in events.iter().zip(1..) {
        replica.apply(event, Timestamp(second)).unwrap();
    }
    replica
}

fn table_of(events: &[Event]) -> Table {
    replica_of(events).table().expect("the table is known").clone()
}

#[test]
fn moves_rebuild_the_board_of_the_one_game_contract() {
    use on_one_game::{created, moved};
    let table = table_of(&[created(1), moved("alice.near", Mark::X, 5), moved("bob.near", Mark::O, 1)]);
    assert_eq!(table.position.to_string(), "O . .\n. X .\n. . .");
    assert_eq!((table.round, table.turn_since), (1, None));
}

#[test]
fn a_view_that_shows_another_board_is_named() {
    use on_one_game::{created, moved};
    let replica = replica_of(&[created(1), moved("alice.near", Mark::X, 5)]);

    assert_eq!(replica.difference(replica.table()), None);
    let stale = table_of(&[created(1)]);
    assert_eq!(
        replica.difference(Some(&stale)).unwrap(),
        "the events give board .../.X./..., get_game .../.../...; the events give turn O, get_game X"
    );
    assert_eq!(Replica::Unknown.difference(Some(&stale)), None);
}

#[test]
fn an_event_that_cannot_follow_is_refused_and_the_game_forgotten() {
    use on_one_game::{created, moved};
    let mut replica = replica_of(&[created(1), moved("alice.near", Mark::X, 5)]);

    let error = replica.apply(&moved("alice.near", Mark::X, 6), LATER).unwrap_err();

    assert_eq!(error.to_string(), "move_made 1: X row 1 col 2 by alice.near, but the game says otherwise");
    assert_eq!(replica, Replica::Unknown);
}

#[test]
fn the_mark_of_the_winner_is_compared_with_the_board() {
    let myself = "alice.near";
    let created: Event =
        one_game::Event::GameCreated { game_id: GameId(1), p1: account(myself), p2: account(myself) }.into();
    let won = [(Mark::X, 1), (Mark::O, 4), (Mark::X, 2), (Mark::O, 5), (Mark::X, 3)];
    let moves = won.map(|(mark, number)| on_one_game::moved(myself, mark, number));
    let over = |mark| {
        let winner = Some(account(myself));
        Event::from(one_game::Event::GameOver { game_id: GameId(1), result: GameResult::Won, winner, mark })
    };
    let ended = replica_of(&[&[created], moves.as_slice()].concat());

    assert_eq!(ended.clone().apply(&over(Some(Mark::X)), LATER), Ok(()));
    let error = ended.clone().apply(&over(Some(Mark::O)), LATER).unwrap_err();
    assert_eq!(error.to_string(), "game_over 1: won by alice.near with O, but the game says otherwise");
    assert!(ended.clone().apply(&over(None), LATER).is_err());
    assert_eq!(ended.table().unwrap().score, Score { wins: vec![1, 0], draws: 0 });
}

#[test]
fn a_gap_between_games_is_noticed() {
    let error = replica_of(&[on_one_game::created(1)]).apply(&on_one_game::created(3), LATER).unwrap_err();
    assert_eq!(error.to_string(), "game 3 was created out of turn");
}

#[test]
fn somebody_who_joins_late_learns_the_board_with_the_next_game() {
    let mut replica = Replica::Unknown;
    replica.apply(&on_one_game::moved("bob.near", Mark::O, 1), LATER).unwrap();
    assert_eq!(replica, Replica::Unknown);
    replica.apply(&on_one_game::created(8), LATER).unwrap();
    assert_eq!(replica.table().unwrap().game_id(), GameId(8));
}

#[test]
fn players_take_their_wins_along_into_the_next_game() {
    use on_one_game::{created, moved};
    let won = [(1, 0), (4, 1), (2, 0), (5, 1), (3, 0)]
        .map(|(number, player)| moved(NAMES[player], if player == 0 { Mark::X } else { Mark::O }, number));
    let mut replica = replica_of(&[&[created(1)], won.as_slice()].concat());
    let next = |id, p1, p2| {
        Event::from(one_game::Event::GameCreated { game_id: GameId(id), p1: account(p1), p2: account(p2) })
    };
    replica.apply(&next(2, "bob.near", "alice.near"), LATER).unwrap();
    assert_eq!(replica.table().unwrap().score.wins, [0, 1]);
    replica.apply(&next(3, "carol.near", "alice.near"), LATER).unwrap();
    assert_eq!(replica.table().unwrap().score.wins, [0, 1]);
}

#[test]
fn a_game_of_an_arena_is_rebuilt_with_its_board_turn_and_clock() {
    use in_arena::{created, moved, started};
    let table = table_of(&[
        created(&[Some("alice.near"), Some("bob.near")], Some(60)),
        started(1),
        moved(1, 1, 1),
        moved(2, 0, 0),
    ]);
    assert_eq!(table.board_on_one_line(), "O../.X./...");
    assert_eq!(table.next_player().unwrap(), "alice.near");
    assert_eq!((table.turn_since, table.position.marks_made()), (Some(Timestamp(4)), 2));
}

#[test]
fn a_free_seat_keeps_the_round_waiting_until_it_is_taken() {
    use in_arena::{created, started};
    let joined =
        Event::from(arena::Event::PlayerJoined { game_id: GAME, player: account("bob.near"), seat: 2 });
    let created = created(&[Some("alice.near"), None], None);

    let waiting = replica_of(std::slice::from_ref(&created));
    let table = waiting.table().unwrap();
    assert_eq!((table.turn(), table.free_seat()), (None, Some(Seat::O)));
    assert!(waiting.clone().apply(&started(1), Timestamp(2)).is_err());

    assert_eq!(table_of(&[created, joined, started(1)]).turn(), Some(Seat::X));
}

#[test]
fn a_win_by_a_line_counts_and_a_new_round_begins_with_an_empty_board() {
    use in_arena::{created, moved, over, started};
    let table = table_of(&[
        created(&[Some("alice.near"), Some("bob.near")], None),
        started(1),
        moved(1, 0, 0),
        moved(2, 1, 0),
        moved(1, 0, 1),
        moved(2, 1, 1),
        moved(1, 0, 2),
        over(RoundResult::Won, Some(("alice.near", 1))),
        started(2),
    ]);
    assert_eq!((table.score.wins.as_slice(), table.round), ([1, 0].as_slice(), 2));
    assert_eq!(table.board_on_one_line(), ".../.../...");
}

#[test]
fn a_win_over_somebody_who_never_moved_does_not_count() {
    use in_arena::{created, moved, out, started};
    let start = [created(&[Some("alice.near"), Some("bob.near")], None), started(1), moved(1, 0, 0)];
    assert_eq!(table_of(&[start.as_slice(), &[out(2)]].concat()).score.wins, [0, 0]);
    assert_eq!(table_of(&[start.as_slice(), &[moved(2, 1, 1), out(1)]].concat()).score.wins, [0, 1]);
}

#[test]
fn somebody_who_resigns_out_of_turn_does_not_change_the_clock() {
    use in_arena::{created, out, started};
    let start = [created(&NAMES.map(Some), Some(60)), started(1)];

    let out_of_turn = table_of(&[start.as_slice(), &[out(2)]].concat());
    assert_eq!(out_of_turn.turn_since, Some(Timestamp(2)));
    let in_turn = table_of(&[start.as_slice(), &[out(1)]].concat());
    assert_eq!((in_turn.turn_since, in_turn.turn()), (Some(Timestamp(3)), Some(Seat::O)));
}

#[test]
fn a_round_that_is_left_before_its_end_is_abandoned() {
    use in_arena::{created, moved, over, started};
    let opening = [created(&[Some("alice.near"), Some("bob.near")], None), started(1), moved(1, 0, 0)];
    let abandoned = over(RoundResult::Abandoned, None);
    let table = table_of(&[opening.as_slice(), &[abandoned, started(2)]].concat());
    assert_eq!(table.score, Score { wins: vec![0, 0], draws: 0 });

    let mut lied_to = replica_of(&opening);
    let error = lied_to.apply(&over(RoundResult::Draw, None), LATER).unwrap_err();
    assert_eq!(error.to_string(), "round_over 7: round 1 drawn, but the game says otherwise");
    assert_eq!(lied_to, Replica::Unknown);
}

#[test]
fn what_cannot_follow_is_named() {
    use in_arena::{created, moved, started};
    let opening = [created(&[Some("alice.near"), Some("bob.near")], None), started(1), moved(1, 0, 0)];
    let refused = |event: &Event| replica_of(&opening).apply(event, LATER).unwrap_err().to_string();

    assert_eq!(refused(&opening[0]), "game 7 was created twice");
    assert_eq!(
        refused(&moved(1, 1, 1)),
        "move_made 7: X row 1 col 1 by alice.near, but the game says otherwise"
    );
    assert_eq!(refused(&moved(2, 0, 0)), "a move that the rules forbid: the cell already holds X");
    assert_eq!(refused(&moved(2, 3, 0)), "a move that the rules forbid: the board has no such cell");
    assert!(refused(&started(3)).ends_with("but the game says otherwise"));
    let mut closed = Replica::Known(None);
    assert!(closed.apply(&started(1), LATER).unwrap_err().to_string().ends_with("no such game"));
    let elsewhere = Event { table: TableId::Arena(GameId(8)), ..started(2) };
    assert!(refused(&elsewhere).ends_with("no such game"));
}

#[test]
fn a_view_that_tells_another_story_is_named_by_its_fields() {
    use in_arena::{created, moved, started};
    let start = [created(&[Some("alice.near"), Some("bob.near")], None), started(1)];
    let replica = replica_of(&start);
    assert_eq!(replica.difference(replica.table()), None);

    let other = Table { round: 4, ..table_of(&[start.as_slice(), &[moved(1, 0, 0)]].concat()) };
    assert_eq!(
        replica
            .difference(Some(&Table { turn_since: replica.table().unwrap().turn_since, ..other }))
            .unwrap(),
        "the events give round 1, get_game 4; the events give board .../.../..., get_game X../.../...; \
         the events give turn X, get_game O"
    );
    assert_eq!(replica.difference(None).unwrap(), "the events tell of a game, get_game of none");
}

#[test]
fn a_closed_game_is_gone_also_for_somebody_who_came_late() {
    let closed = Event::from(arena::Event::GameClosed { game_id: GAME, by: account("alice.near") });
    let mut late = Replica::Unknown;
    late.apply(&in_arena::moved(2, 0, 0), Timestamp(1)).unwrap();
    assert_eq!(late, Replica::Unknown);
    late.apply(&closed, Timestamp(2)).unwrap();
    assert_eq!(late, Replica::Known(None));
}

const VIEW: &str = r#"{
    "game_id": "7", "p1": "alice.near", "p2": "bob.near",
    "board": [["X", null, null], [null, "O", null], [null, null, "X"]],
    "moves": 3, "status": "in_progress", "next": {"player": "bob.near", "mark": "O"},
    "winner": null, "winning_line": null
}"#;

fn read(json: &str) -> Result<Table, Error> {
    serde_json::from_str::<one_game::GameView>(json).unwrap().try_into()
}

#[test]
fn the_interface_example_is_read_as_a_table() {
    let table = read(VIEW).unwrap();
    assert_eq!((table.game_id(), table.round), (GAME, 7));
    assert_eq!(table.board_on_one_line(), "X../.O./..X");
    assert_eq!(table.next_player().unwrap(), "bob.near");
}

#[test]
fn a_board_that_no_game_leads_to_is_an_error() {
    let error = read(&VIEW.replace("\"O\", null]", "\"X\", null]")).unwrap_err();
    assert_eq!(error.to_string(), "get_game answered an impossible game");
}

#[test]
fn later_games_and_later_moves_are_further_on() {
    let table = read(VIEW).unwrap();
    let next = table_of(&[on_one_game::created(1)]);
    let next_game = Table { round: 8, ..next };
    assert!(Table::before_the_first_game().progress() < table.progress());
    assert!(table.progress() < next_game.progress());
}

#[rstest]
#[case::created(in_arena::created(&[Some("alice.near"), None], None), "game_created 7: X alice.near, O free")]
#[case::joined(
    Event::from(arena::Event::PlayerJoined { game_id: GAME, player: account("bob.near"), seat: 2 }),
    "player_joined 7: O bob.near"
)]
#[case::started(in_arena::started(1), "round_started 7: round 1, X to move")]
#[case::moved(in_arena::moved(2, 1, 0), "move_made 7: O row 1 col 0 by bob.near")]
#[case::out(in_arena::out(2), "player_out 7: O bob.near resigned")]
#[case::timed_out(
    Event::from(arena::Event::PlayerOut {
        game_id: GAME,
        round: 1,
        player: account("bob.near"),
        seat: 2,
        reason: Reason::TimedOut,
    }),
    "player_out 7: O bob.near ran out of time"
)]
#[case::closed(
    Event::from(arena::Event::GameClosed { game_id: GAME, by: account("alice.near") }),
    "game_closed 7: by alice.near"
)]
#[case::one_game_won(
    Event::from(one_game::Event::GameOver {
        game_id: GAME,
        result: GameResult::Won,
        winner: Some(account("alice.near")),
        mark: Some(Mark::X),
    }),
    "game_over 7: won by alice.near with X"
)]
#[case::one_game_drawn(
    Event::from(one_game::Event::GameOver { game_id: GAME, result: GameResult::Draw, winner: None, mark: None }),
    "game_over 7: drawn"
)]
#[case::won(
    in_arena::over(RoundResult::Won, Some(("alice.near", 1))),
    "round_over 7: round 1 won by alice.near with X"
)]
#[case::drawn(in_arena::over(RoundResult::Draw, None), "round_over 7: round 1 drawn")]
#[case::abandoned(in_arena::over(RoundResult::Abandoned, None), "round_over 7: round 1 abandoned")]
#[case::new_game(on_one_game::created(1), "game_created 1: X alice.near, O bob.near")]
#[case::moved_in_one_game(
    on_one_game::moved("bob.near", Mark::O, 4),
    "move_made 1: O row 1 col 0 by bob.near"
)]
fn both_contracts_events_are_told_in_the_same_words(#[case] event: Event, #[case] text: &str) {
    assert_eq!(event.to_string(), text);
}

#[test]
fn each_line_of_a_log_names_the_contract_it_comes_from() {
    let of_arena = arena::Event::RoundStarted::<AccountId> { game_id: GAME, round: 2, seat: 1 };
    let event = Event::from_log(&of_arena.to_log()).unwrap().unwrap();
    assert_eq!((event.table, event.round()), (TableId::Arena(GAME), Some(2)));
    let created =
        one_game::Event::GameCreated { game_id: GAME, p1: account("alice.near"), p2: account("bob.near") };
    let event = Event::from_log(&created.to_log()).unwrap().unwrap();
    assert_eq!((event.table, event.game_id()), (TableId::OneGame, GAME));
    assert!(Event::from_log("hello").unwrap().is_none());
}

#[test]
fn a_move_that_comes_with_receipt_view_and_block_changes_the_table_once() {
    use on_one_game::{created, moved};
    let (x5, o1) = (moved("alice.near", Mark::X, 5), moved("bob.near", Mark::O, 1));
    let mut live = LiveTable::new(Table::before_the_first_game());
    assert!(live.see(Some(table_of(&[created(1)]))));
    assert!(live.take(&x5, Source::Receipt, LATER));
    assert!(!live.see(Some(table_of(&[created(1)]))), "a server that lags behind is not believed");
    assert!(!live.take(&x5, Source::Block, LATER));
    assert!(live.see(Some(table_of(&[created(1), x5.clone(), o1.clone()]))));
    assert!(!live.take(&o1, Source::Block, LATER));
    assert_eq!(live.events(), [x5, o1]);
    assert_eq!(live.table().board_on_one_line(), "O../.X./...");
}

#[test]
fn moves_are_listed_in_the_order_of_their_blocks() {
    use on_one_game::{created, moved};
    let [x5, o1, x3] = [("alice.near", Mark::X, 5), ("bob.near", Mark::O, 1), ("alice.near", Mark::X, 3)]
        .map(|(player, mark, number)| moved(player, mark, number));
    let mut live = LiveTable::new(table_of(&[created(1), x5.clone(), o1.clone()]));
    live.take(&x3, Source::Receipt, LATER);
    for event in [&x5, &o1, &x3] {
        live.take(event, Source::Block, LATER);
    }
    assert_eq!(live.events(), [x5, o1, x3]);
    assert_eq!(live.moves().count(), 3);
}

#[test]
fn an_event_after_a_gap_waits_for_the_next_view() {
    use in_arena::{created, moved, started};
    let start = [created(&[Some("alice.near"), Some("bob.near")], None), started(1)];
    let mut live = LiveTable::new(table_of(&start));
    assert!(!live.take(&moved(2, 0, 0), Source::Block, LATER));
    let whole = [start.as_slice(), &[moved(1, 1, 1), moved(2, 0, 0)]].concat();
    assert!(live.see(Some(table_of(&whole))));
    assert_eq!(live.table().turn(), Some(Seat::X));
    let elsewhere = Event { table: TableId::Arena(GameId(8)), ..moved(1, 2, 2) };
    assert!(!live.take(&elsewhere, Source::Block, LATER));
    assert!(!matches!(
        live.events().last().unwrap().kind,
        EventKind::Moved { cell: Cell { row: 2, .. }, .. }
    ));
}

#[test]
fn a_game_is_closed_by_its_event_or_by_three_answers_without_it() {
    use in_arena::{created, started};
    let table = table_of(&[created(&[Some("alice.near"), Some("bob.near")], None), started(1)]);
    let mut live = LiveTable::new(table.clone());
    assert_eq!([live.see(None), live.see(None), live.see(None)], [false, false, true]);
    assert!(live.is_closed());

    let mut live = LiveTable::new(table.clone());
    let closed = Event::from(arena::Event::GameClosed { game_id: GAME, by: account("alice.near") });
    assert!(live.take(&closed, Source::Block, LATER));
    assert!(!live.see(Some(table)), "a server that lags behind does not open it again");
    assert!(live.is_closed());
}
