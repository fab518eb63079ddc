//! Every way of choosing takes a win that is there, and all but easy prevent a loss.

mod common;

use common::{Dice, drawn, every_start, start};
use tic_tac_toe_engine::{Level, Playable, Search, choose, choose_within, tactics};
use tic_tac_toe_rules::{Cell, Game, Outcome, Position, Seat};

/// Returns what medium, strong and tactics choose, with several seeds.
fn choices<G: Playable>(position: &G) -> Vec<G::Move> {
    let levels = [Level::Medium, Level::Strong].into_iter();
    let mut chosen: Vec<_> = levels
        .flat_map(|level| (0..5).filter_map(move |seed| choose_within(position, level, seed, 50)))
        .collect();
    chosen.extend(tactics::best_move(position));
    assert_eq!(chosen.len(), 11);
    chosen
}

#[track_caller]
fn all_choose<G: Playable>(position: &G, expected: &[G::Move]) {
    for chosen in choices(position) {
        assert!(expected.contains(&chosen), "{chosen:?} instead of {expected:?}");
    }
}

#[track_caller]
fn even_easy_chooses<G: Playable>(position: &G, expected: &[G::Move]) {
    all_choose(position, expected);
    for seed in 0..20 {
        let chosen = choose(position, Level::Easy, seed).expect("the game goes on");
        assert!(expected.contains(&chosen), "{chosen:?} instead of {expected:?}");
    }
}

fn at(row: u8, col: u8) -> Cell {
    Cell { row, col }
}

#[test]
fn classic_is_won_when_it_can_be() {
    let board: tic_tac_toe_rules::classic::Board =
        "X X . / O O . / . . .".replace('/', "").parse().expect("a board");
    let corner = tic_tac_toe_rules::classic::Cell::new(0, 2).expect("on the board");
    even_easy_chooses(&board, &[corner]);
}

#[test]
fn classic_is_not_lost_when_that_can_be_prevented() {
    let board: tic_tac_toe_rules::classic::Board =
        "X X . / . O . / . . .".replace('/', "").parse().expect("a board");
    let corner = tic_tac_toe_rules::classic::Cell::new(0, 2).expect("on the board");
    all_choose(&board, &[corner]);
}

#[test]
fn easy_does_not_see_a_loss_coming_and_medium_sees_it_even_when_it_slips() {
    let position = drawn(3, &["X X .", ". O .", ". . ."]);
    let prevented = |level| {
        let chosen = (0..50).map(|seed| choose_within(&position, level, seed, 0));
        chosen.filter(|&chosen| chosen == Some(at(0, 2))).count()
    };
    assert!(prevented(Level::Easy) < 25);
    assert_eq!(prevented(Level::Medium), 50);
}

#[test]
fn even_easy_captures_a_mini_field_when_it_can() {
    let mut position = start("ultimate:first", 2);
    for (row, col) in [(3, 3), (1, 1), (3, 4), (1, 4)] {
        position.play(at(row, col)).expect("the move is legal");
    }
    for seed in 0..20 {
        assert_eq!(choose(&position, Level::Easy, seed), Some(at(3, 5)));
    }
}

#[test]
fn five_in_a_row_is_completed_rather_than_prevented() {
    let position = drawn(
        5,
        &[
            ". . . . . . . . .",
            ". X X X X . . . .",
            ". O O O O . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ],
    );
    even_easy_chooses(&position, &[at(1, 0), at(1, 5)]);
}

#[test]
fn four_in_a_row_with_one_end_is_stopped() {
    let position = drawn(
        5,
        &[
            ". . . . . . . . .",
            "O X X X X . . . .",
            ". . . . . . . . .",
            ". . . O . . . . .",
            ". . . . . . . . .",
            ". . . O . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ],
    );
    all_choose(&position, &[at(1, 5)]);
}

#[test]
fn three_with_two_open_ends_are_stopped_in_time() {
    let position = drawn(
        5,
        &[
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . X X X . . .",
            ". . . . . . . . .",
            ". . . O . . . . .",
            ". . . . . . O . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ],
    );
    for chosen in [choose(&position, Level::Strong, 1), tactics::best_move(&position)] {
        let chosen = chosen.expect("the game goes on");
        assert!([at(3, 1), at(3, 2), at(3, 6), at(3, 7)].contains(&chosen), "{chosen:?}");
    }
}

#[test]
fn two_threats_at_once_are_made() {
    // (4, 3) threatens a line to the right and one down at once.
    let position = drawn(
        4,
        &[
            "O . . . . . O",
            ". . . . . . .",
            ". . . X . . .",
            ". . . X . . .",
            "O X X . . . O",
            ". . . . . . .",
            ". . . . . . .",
        ],
    );
    for chosen in [choose(&position, Level::Strong, 1), tactics::best_move(&position)] {
        assert_eq!(chosen, Some(at(4, 3)));
    }
}

#[test]
fn two_threes_at_once_are_made() {
    let position = drawn(
        5,
        &[
            "O . . . . . . . . . .",
            ". . . . . . . . . . .",
            ". . . . . X . . . . .",
            ". . . . . X . . . . O",
            ". . . X X . . . . . .",
            ". . . . . . . . . . .",
            ". . . . . . . . . . .",
            ". . . . . . . . . . O",
            ". . . . . . . . . . .",
            ". . . . . . . . . . .",
            ". O . . . . . . . . .",
        ],
    );
    let mut search = Search::new(&position, Level::Strong, 1).expect("the game goes on");
    assert_eq!((search.step(0).done, search.best()), (true, at(4, 5)));
}

// X threatens two threes at once in the middle. Whatever O does elsewhere loses, unless it stops them or makes threes
// of its own.
#[test]
fn moves_that_lose_to_two_threes_are_not_made() {
    let position = drawn(
        5,
        &[
            ". . . . . . . . . . .",
            ". . . . . . . . . . .",
            ". . . . . X . . . . .",
            ". . . . . X . . . . .",
            ". . . X X . . . . . .",
            ". . . . . . . . . . .",
            ". . . . . . . . . . .",
            ". . . . . . . . . . O",
            ". . . . . . . . . . .",
            ". . . . . . . . . . .",
            "O . . . . . O . . . .",
        ],
    );
    assert_eq!(position.turn(), Some(Seat::O));
    let stops = |cell: Cell| {
        let after = after(&position, cell);
        !Search::new(&after, Level::Strong, 1).expect("the game goes on").step(0).done
    };
    let stopping: Vec<Cell> = position.legal_moves().filter(|&cell| stops(cell)).collect();
    assert!(stopping.len() < 30, "{stopping:?}");
    for seed in 0..5 {
        let chosen = choose_within(&position, Level::Strong, seed, 400).expect("the game goes on");
        assert!(stopping.contains(&chosen), "{chosen:?}");
    }
}

#[test]
fn the_next_of_three_players_is_stopped() {
    let position =
        drawn(4, &["X X X . . .", "O O O . . .", ". . . . . .", ". A . . A .", ". . . . . .", ". . . . . A"]);
    assert_eq!(position.turn(), Some(Seat::X));
    even_easy_chooses(&position, &[at(0, 3)]);

    let position =
        drawn(4, &["X X . . . X", "O O O . . .", ". . . . . .", ". A . . A .", ". . . . . .", ". . . . . A"]);
    all_choose(&position, &[at(1, 3)]);
}

fn after<G: Game>(position: &G, chosen: G::Move) -> G {
    let mut after = *position;
    after.play(chosen).expect("the move is legal");
    after
}

fn wins<G: Game>(position: &G, chosen: G::Move) -> bool {
    matches!(after(position, chosen).outcome(), Outcome::Won { .. })
}

fn moves_that(position: &Position, hold: fn(&Position, Cell) -> bool) -> Vec<Cell> {
    position.legal_moves().filter(|&chosen| hold(position, chosen)).collect()
}

/// Returns whether the next player can't win at once after this move.
fn is_safe<G: Game>(position: &G, chosen: G::Move) -> bool {
    let after = after(position, chosen);
    after.legal_moves().all(|answer| !wins(&after, answer))
}

#[test]
fn in_random_games_of_every_kind_wins_are_taken_and_losses_prevented() {
    let mut dice = Dice(11);
    let (mut to_win, mut to_prevent) = (0, 0);
    for start in every_start() {
        // Trying every move and every answer by the rules alone takes long on a large board.
        let is_large = start.count_legal_moves() > 100;
        for _ in 0..if is_large { 2 } else { 20 } {
            let mut position = start;
            while position.turn().is_some() {
                if !is_large || dice.below(8) == 0 {
                    let wanted: Vec<Cell> = moves_that(&position, wins);
                    let safe: Vec<Cell> = moves_that(&position, is_safe);
                    if !wanted.is_empty() {
                        even_easy_chooses(&position, &wanted);
                        to_win += 1;
                    } else if !safe.is_empty() && safe.len() < position.count_legal_moves() {
                        all_choose(&position, &safe);
                        to_prevent += 1;
                    }
                }
                position.play_legal(dice.legal_move(&position));
            }
        }
    }
    assert!(to_win > 500 && to_prevent > 300, "{to_win} {to_prevent}");
}
