//! The module thinks about the game on its page and answers with cells of that game.

use tic_tac_toe_engine_wasm::{
    Analysing, BLUNDER, DRAWS, FINE, MISTAKE, NO_SUCH_LEVEL, Thinking, UNPROVEN, WINS, grade,
};
use tic_tac_toe_rules_wasm::{CELL_TAKEN, DONE, GAME_OVER, NO_SUCH_GAME, Pages, ULTIMATE};

const EASY: usize = 0;
const STRONG: usize = 2;

fn thinking(game: &[u16], level: usize) -> Result<Thinking, i32> {
    let pages = Pages::new();
    pages.write_game(game);
    Thinking::begin(&pages, game.len() - 5, level, 1, None)
}

#[test]
fn a_win_that_is_there_is_taken_at_every_level() {
    let x_completes_the_top_row = [3, 3, 3, 2, 1, 0, 3, 1, 4];
    for level in [EASY, 1, STRONG] {
        let mut search = thinking(&x_completes_the_top_row, level).ok().unwrap();
        while !search.step(100) {}
        assert_eq!(search.best(), 2);
    }
}

#[test]
fn a_best_move_is_known_at_any_time_and_legal_on_every_board() {
    for game in [&[15, 15, 5, 2, 1, 112][..], &[5, 5, 4, 3, 1, 12, 13], &[ULTIMATE, 2, 0, 2, 1, 40, 41]] {
        let mut search = thinking(game, STRONG).ok().unwrap();
        for _ in 0..3 {
            let pages = Pages::new();
            let mut next = game.to_vec();
            next.push(u16::try_from(search.best()).unwrap());
            pages.write_game(&next);
            assert_eq!(pages.replay(next.len() - 5), DONE);
            search.step(50);
        }
    }
}

#[test]
fn there_is_nothing_to_think_about_without_a_game_that_goes_on() {
    assert_eq!(thinking(&[2, 3, 3, 2, 1], EASY).err(), Some(NO_SUCH_GAME));
    assert_eq!(thinking(&[3, 3, 3, 2, 1, 4, 4], EASY).err(), Some(CELL_TAKEN));
    assert_eq!(thinking(&[3, 3, 3, 2, 1, 0, 3, 1, 4, 2], EASY).err(), Some(GAME_OVER));
    assert_eq!(thinking(&[3, 3, 3, 2, 1], 3).err(), Some(NO_SUCH_LEVEL));
}

#[test]
fn a_search_of_an_earlier_position_is_followed_or_given_up() {
    let pages = Pages::new();
    let mut game = vec![ULTIMATE, 2, 0, 2, 1, 40, 41];
    let mut search = thinking(&game, STRONG).ok().unwrap();
    search.step(2_000);
    // Its own move, and an answer in the middle of the mini-field where that leads.
    let cell = u16::try_from(search.best()).unwrap();
    let (row, col) = (cell / 9 % 3 * 3 + 1, cell % 9 % 3 * 3 + 1);
    game.extend([cell, row * 9 + col]);
    pages.write_game(&game);
    for level in [STRONG, EASY] {
        let last = thinking(&game[..7], STRONG).ok().unwrap();
        let mut next = Thinking::begin(&pages, game.len() - 5, level, 1, Some(last)).ok().unwrap();
        next.step(100);
        let mut after = game.clone();
        after.push(u16::try_from(next.best()).unwrap());
        pages.write_game(&after);
        assert_eq!(pages.replay(after.len() - 5), DONE, "level {level} marks a cell that may be marked");
        pages.write_game(&game);
    }
}

/// What the sheet says after an analysis of the game, up to the end of the line.
fn analysed(game: &[u16], playouts: u64) -> Vec<u16> {
    let pages = Pages::new();
    pages.write_game(game);
    let mut analysing = Analysing::begin(&pages, game.len() - 5).ok().unwrap();
    analysing.step(playouts);
    analysing.write(&pages);
    let sheet: Vec<u16> = pages.read_sheet().collect();
    sheet[..8 + usize::from(sheet[7])].to_vec()
}

#[test]
fn an_analysis_tells_who_wins_in_how_many_marks_and_the_line() {
    let x_completes_the_top_row = [3, 3, 3, 2, 1, 0, 3, 1, 4];
    assert_eq!(analysed(&x_completes_the_top_row, 1), [WINS, 1, 1, 1_000, 0, 0, 0, 1, 2]);
    let x_has_won = [3, 3, 3, 2, 1, 0, 3, 1, 4, 2];
    assert_eq!(analysed(&x_has_won, 1), [WINS, 1, 0, 1_000, 0, 0, 0, 0]);
    let empty = analysed(&[3, 3, 3, 2, 1], 10_000);
    assert_eq!(empty[..7], [DRAWS, 0, 0, 500, 500, 0, 0]);
    let three = analysed(&[5, 6, 4, 3, 1, 12, 13], 200);
    assert_eq!(three[..3], [UNPROVEN, 0, 0]);
    assert!(three[3..6].iter().all(|chance| (10..990).contains(chance)) && three[6] == 0, "{three:?}");
    assert!(three[7] > 0, "{three:?}");
}

#[test]
fn there_is_nothing_to_analyse_without_a_game() {
    let pages = Pages::new();
    pages.write_game(&[3, 3, 3, 2, 1, 4, 4]);
    assert_eq!(Analysing::begin(&pages, 2).err(), Some(CELL_TAKEN));
}

#[test]
fn moves_are_graded_as_the_engine_does() {
    assert_eq!(grade(1_000, 500, 0), BLUNDER);
    assert_eq!(grade(600, 480, 0), MISTAKE);
    assert_eq!(grade(600, 480, 1), FINE);
    assert_eq!(grade(480, 600, 0), FINE);
}
