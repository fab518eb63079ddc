//! A search can be stopped at any time and has a legal move then; the same seed gives the same move.

mod common;

use common::{Dice, drawn, every_start, start};
use tic_tac_toe_engine::{Level, Progress, Search, choose, choose_within, tactics};
use tic_tac_toe_rules::classic::Board;
use tic_tac_toe_rules::{Cell, Game, LeaveError, Position, Seat};

fn is_legal(position: &Position, chosen: Cell) -> bool {
    position.legal_moves().any(|legal| legal == chosen)
}

/// Returns positions of every kind, some of them with players who are out.
fn positions(each: u32) -> Vec<Position> {
    let mut dice = Dice(4);
    let mut positions = Vec::new();
    for start in every_start() {
        for _ in 0..each {
            let mut position = start;
            for _ in 0..dice.below(40) {
                if position.turn().is_none() {
                    break;
                }
                if dice.below(30) == 0 && position.players().count() > 2 {
                    let seat = [Seat::X, Seat::O, Seat::A, Seat::S][dice.below(4)];
                    let left = position.leave(seat);
                    assert!(left != Err(LeaveError::GameOver));
                    continue;
                }
                position.play_legal(dice.legal_move(&position));
            }
            positions.push(position);
        }
    }
    positions
}

#[test]
fn every_level_and_tactics_make_legal_moves_everywhere() {
    let (mut open, mut with_players_out) = (0, 0);
    for position in positions(25) {
        let seats_out = position.players().seats().filter(|&seat| position.is_out(seat)).count();
        let moves = Level::ALL.map(|level| choose_within(&position, level, 9, 60));
        for chosen in moves.into_iter().chain([tactics::best_move(&position)]) {
            let legal = chosen.map(|chosen| is_legal(&position, chosen));
            assert_eq!(legal, position.turn().map(|_| true), "{chosen:?} in {position:?}");
        }
        open += u32::from(position.turn().is_some());
        with_players_out += u32::from(position.turn().is_some() && seats_out > 0);
    }
    assert!(open > 200 && with_players_out > 20, "{open} {with_players_out}");
}

#[test]
fn a_search_that_is_stopped_after_any_step_has_a_legal_move() {
    for position in positions(4).into_iter().filter(|position| position.turn().is_some()) {
        for level in Level::ALL {
            let mut search = Search::new(&position, level, 2).expect("the game goes on");
            for steps in [0, 1, 1, 2, 5, 30] {
                let before = search.playouts();
                let progress = search.step(steps);
                assert!(progress.playouts == before + steps || progress.done);
                assert_eq!(progress.playouts, search.playouts());
                assert!(is_legal(&position, search.best()), "{level} after {progress:?} in {position:?}");
            }
        }
    }
}

#[test]
fn many_small_steps_come_to_the_same_as_one_large_one() {
    for position in positions(4).into_iter().filter(|position| position.turn().is_some()) {
        let mut small = Search::new(&position, Level::Strong, 3).expect("the game goes on");
        for _ in 0..100 {
            small.step(3);
        }
        assert_eq!(Some(small.best()), choose_within(&position, Level::Strong, 3, 300));
    }
}

#[test]
fn the_same_seed_gives_the_same_move_and_another_seed_another_game() {
    let play = |seed| {
        let mut position = every_start().pop().expect("there are games");
        let mut moves = Vec::new();
        while position.turn().is_some() {
            let chosen =
                choose(&position, Level::Medium, seed + moves.len() as u64).expect("the game goes on");
            position.play(chosen).expect("the engine's moves are legal");
            moves.push(chosen);
        }
        moves
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(1000));
}

// Recorded on a 64-bit machine; wasm gives the same.
#[test]
fn the_same_moves_are_chosen_on_every_machine() {
    let chosen = |level, playouts| -> Vec<String> {
        let starts = ["ultimate:first", "ultimate:any", "ultimate:closing", "15x15:5", "6x6:5"]
            .map(|name| start(name, 2));
        let replies = starts.map(|mut position| {
            let mut dice = Dice(8);
            for _ in 0..6 {
                position.play_legal(dice.legal_move(&position));
            }
            choose_within(&position, level, 5, playouts).expect("the game goes on")
        });
        replies.iter().map(|cell| format!("{},{}", cell.row, cell.col)).collect()
    };
    assert_eq!(chosen(Level::Easy, 0), ["1,5", "1,5", "1,5", "8,3", "5,2"]);
    assert_eq!(chosen(Level::Medium, 400), ["0,4", "0,3", "1,3", "6,5", "4,1"]);
    assert_eq!(chosen(Level::Strong, 3_000), ["2,3", "0,4", "1,4", "6,5", "4,1"]);
}

/// Returns what tactics answer in random positions of a game in progress, further and further into it: rows and
/// columns.
fn answers_of_tactics(name: &str) -> String {
    let mut dice = Dice(12);
    let mut answers = Vec::new();
    for marks in (1..49).step_by(2).chain(60..76) {
        let mut position = start(name, 2);
        for _ in 0..marks {
            if position.turn().is_some() {
                position.play_legal(dice.legal_move(&position));
            }
        }
        answers.extend(tactics::best_move(&position).map(|cell| format!("{}{}", cell.row, cell.col)));
    }
    answers.join(" ")
}

// What a contract answered once, its next version answers too, unless this is changed on purpose.
#[test]
fn tactics_answer_the_same_on_every_machine() {
    let games = ["ultimate:first", "ultimate:any", "ultimate:closing", "9x9:5", "7x8:4"];
    assert_eq!(
        games.map(answers_of_tactics),
        [
            "07 07 56 60 66 55 04 08 74 81 02 78 66 07 02 70 24 33 48 07 13 76 28 17 47 36 21 60 55 45 80 11 64 36 20",
            "07 07 56 60 66 45 04 08 74 81 02 78 66 07 02 70 24 33 48 07 04 76 28 17 47 36 21 60 55 45 80 11 64 36 20",
            "07 07 56 60 66 44 04 08 74 81 02 78 66 07 02 88 24 63 48 07 74 83 83 08 60 06 77",
            "44 44 42 34 35 44 24 83 32 43 46 44 72 36 73 57 02 23 66 44 70 04 08 41 23",
            "34 44 35 33 36 27 36 45 01 21 17 01 10 33 21 56",
        ]
    );
}

#[test]
fn a_search_ends_by_itself_when_nothing_is_left_to_find_out() {
    let classic = every_start()[0];
    let mut search = Search::new(&classic, Level::Strong, 1).expect("the game goes on");
    assert!(search.step(100_000).done);
    assert!(search.playouts() < 1_000);
    assert!(Search::new(&classic, Level::Easy, 1).expect("the game goes on").step(0).done);
}

#[test]
fn there_is_nothing_to_choose_when_the_game_is_over() {
    for start in every_start() {
        let mut dice = Dice(2);
        let mut position = start;
        while position.turn().is_some() {
            position.play_legal(dice.legal_move(&position));
        }
        assert!(Search::new(&position, Level::Strong, 1).is_none());
        assert_eq!((choose(&position, Level::Easy, 1), tactics::best_move(&position)), (None, None));
    }
}

#[test]
fn a_level_stops_thinking_at_its_limit_and_is_done() {
    let mut search = Search::new(&start("ultimate:any", 2), Level::Medium, 1).expect("the game goes on");
    assert_eq!(search.step(399), Progress { playouts: 399, done: false });
    assert_eq!(search.step(100), Progress { playouts: 400, done: true });
    assert_eq!(search.step(1), Progress { playouts: 400, done: true });
    let mut search = Search::new(&start("ultimate:any", 2), Level::Strong, 1).expect("the game goes on");
    assert_eq!(search.step(1_000), Progress { playouts: 1_000, done: false });
}

#[test]
fn only_strong_has_the_help_of_a_solver() {
    let is_done = |level| {
        let mut search = Search::new(&start("classic", 2), level, 1).expect("the game goes on");
        search.step(100).done
    };
    assert!(is_done(Level::Strong));
    assert!(!is_done(Level::Medium));
}

#[test]
fn a_move_without_an_alternative_needs_no_thinking() {
    let position = drawn(3, &["X X .", ". O .", ". . ."]);
    let mut search = Search::new(&position, Level::Strong, 1).expect("the game goes on");
    assert_eq!(search.step(100), Progress { playouts: 0, done: true });
}

#[test]
fn a_lost_position_is_thought_about_nevertheless() {
    let position = drawn(3, &["X . O", ". O .", "X . X"]);
    let mut search = Search::new(&position, Level::Strong, 1).expect("the game goes on");
    assert!(!search.step(0).done, "X can complete two lines, but may not see it");
    assert!(search.step(100).done);
}

#[test]
fn a_game_is_played_the_same_in_its_own_form_and_in_the_one_that_all_share() {
    for position in positions(6) {
        let chosen = choose_within(&position, Level::Medium, 7, 20);
        let tactical = tactics::best_move(&position);
        match &position {
            Position::Grid(grid) => {
                assert_eq!(choose_within(grid, Level::Medium, 7, 20), chosen);
                assert_eq!(tactics::best_move(grid), tactical);
            }
            Position::Ultimate(ultimate) => {
                assert_eq!(choose_within(ultimate, Level::Medium, 7, 20).map(Cell::from), chosen);
                assert_eq!(tactics::best_move(ultimate).map(Cell::from), tactical);
            }
        }
    }
}

#[test]
fn classic_is_played_the_same_on_its_own_board_and_on_a_grid() {
    let mut dice = Dice(6);
    for _ in 0..20 {
        let (mut board, mut grid) = (Board::EMPTY, start("classic", 2));
        while Game::turn(&board).is_some() {
            let to_cell = |cell: tic_tac_toe_rules::classic::Cell| Cell { row: cell.row(), col: cell.col() };
            let chosen = choose_within(&board, Level::Medium, 3, 20).map(to_cell);
            assert_eq!(chosen, choose_within(&grid, Level::Medium, 3, 20), "{board}");
            let cell = dice.legal_move(&board);
            Game::play(&mut board, cell).expect("the move was listed as legal");
            grid.play(to_cell(cell)).expect("the boards are the same");
        }
    }
}

#[test]
fn a_search_that_follows_the_game_knows_what_it_has_found_out() {
    let mut dice = Dice(14);
    let mut followed = [0; 2];
    for name in ["ultimate:first", "ultimate:any", "ultimate:closing", "15x15:5", "5x7:4"] {
        for _ in 0..4 {
            let mut position = start(name, 2);
            for _ in 0..dice.below(20) {
                if position.turn().is_some() {
                    position.play_legal(dice.legal_move(&position));
                }
            }
            let mut search = Search::new(&position, Level::Strong, 1);
            // The engine plays against anybody, to the end of the game.
            while let Some(mut thinking) = search {
                thinking.step(150);
                let chosen = thinking.best();
                position.play(chosen).expect("a search that follows has a legal move");
                if position.turn().is_some() {
                    position.play_legal(dice.legal_move(&position));
                }
                let next = thinking.follow(&position);
                followed[usize::from(next.is_some())] += 1;
                search = next.or_else(|| Search::new(&position, Level::Strong, 1));
            }
        }
    }
    assert!(followed[1] > followed[0], "{followed:?}");
}

#[test]
fn what_was_proven_stays_proven_when_the_game_goes_on() {
    let mut dice = Dice(15);
    let mut proven = 0;
    for _ in 0..40 {
        let mut position = start("ultimate:closing", 2);
        for _ in 0..45 {
            if position.turn().is_some() {
                position.play_legal(dice.legal_move(&position));
            }
        }
        let Some(mut search) = Search::new(&position, Level::Strong, 1) else { continue };
        if !search.step(20_000).done {
            continue;
        }
        position.play(search.best()).expect("the best move is legal");
        let Some(followed) = search.follow(&position) else { continue };
        assert!(followed.clone().step(0).done, "{position:?}");
        proven += 1;
        assert_eq!(followed.playouts(), 0);
    }
    assert!(proven > 5, "{proven}");
}

#[test]
fn a_search_follows_nothing_but_its_own_game() {
    let start = start("ultimate:closing", 2);
    let mut later = start;
    for (row, col) in [(4, 4), (3, 3)] {
        later.play(Cell { row, col }).expect("the move is legal");
    }
    let search = |level| Search::new(&start, level, 1).expect("the game goes on");
    assert!(search(Level::Strong).follow(&later).is_some());
    assert!(search(Level::Strong).follow(&start).is_some(), "no move is a way too");
    assert!(search(Level::Medium).follow(&later).is_none());
    assert!(Search::new(&later, Level::Strong, 1).expect("the game goes on").follow(&start).is_none());
    let mut other = every_start()[5];
    other.play(Cell { row: 4, col: 4 }).expect("the move is legal");
    assert!(search(Level::Strong).follow(&other).is_none());
}
