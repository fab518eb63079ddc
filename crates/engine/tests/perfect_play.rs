//! Against every line of play of classic the engine never loses, whoever begins.

mod common;

use std::collections::HashSet;

use common::start;
use tic_tac_toe_engine::{Level, choose, tactics};
use tic_tac_toe_rules::classic::{Board, Cell, Outcome};
use tic_tac_toe_rules::{Game, Mark};

/// How games end in which `engine` plays one mark and the other tries everything.
#[derive(Debug, Default)]
struct Ends {
    won: u32,
    drawn: u32,
    lost: u32,
}

fn against_everything(engine: Mark, choose: &impl Fn(&Board) -> Option<Cell>) -> Ends {
    let (mut ends, mut seen, mut open) = (Ends::default(), HashSet::new(), vec![Board::EMPTY]);
    while let Some(board) = open.pop() {
        match board.outcome() {
            Outcome::Won { winner, .. } if winner == engine => ends.won += 1,
            Outcome::Won { .. } => ends.lost += 1,
            Outcome::Draw => ends.drawn += 1,
            Outcome::InProgress { next } => {
                let moves: Vec<Cell> = if next == engine {
                    choose(&board).into_iter().collect()
                } else {
                    board.legal_moves().collect()
                };
                assert!(!moves.is_empty(), "the engine has a move in\n{board}");
                let after =
                    moves.into_iter().map(|cell| board.play(cell).expect("the engine's moves are legal"));
                open.extend(after.filter(|after| seen.insert(after.bits())));
            }
        }
    }
    ends
}

#[test]
fn strong_never_loses_a_game_of_classic() {
    for mark in [Mark::X, Mark::O] {
        let ends = against_everything(mark, &|board| choose(board, Level::Strong, 1));
        assert!(ends.lost == 0 && ends.won > 10 && ends.drawn > 0, "{mark}: {ends:?}");
    }
}

#[test]
fn tactics_never_lose_a_game_of_classic() {
    for mark in [Mark::X, Mark::O] {
        let ends = against_everything(mark, &tactics::best_move);
        assert!(ends.lost == 0 && ends.won > 10 && ends.drawn > 0, "{mark}: {ends:?}");
    }
}

#[test]
fn weaker_levels_do_lose_games_of_classic() {
    for level in [Level::Easy, Level::Medium] {
        let lost = (0..20).map(|seed| against_everything(Mark::O, &|board| choose(board, level, seed)).lost);
        assert!(lost.sum::<u32>() > 0, "{level}");
    }
}

#[test]
fn strong_wins_every_line_where_the_first_player_can() {
    for rules in ["4x3:3", "4x4:3"] {
        let mut open = vec![start(rules, 2)];
        let mut won = 0;
        while let Some(mut position) = open.pop() {
            let chosen = choose(&position, Level::Strong, 1).expect("the game goes on");
            position.play(chosen).expect("the engine's moves are legal");
            if position.turn().is_none() {
                won += 1;
            }
            let answers = position.legal_moves().map(|answer| {
                let mut after = position;
                after.play_legal(answer);
                assert!(after.turn().is_some(), "the win was given away: {after:?}");
                after
            });
            open.extend(answers);
            assert!(
                !matches!(position.outcome(), tic_tac_toe_rules::Outcome::Draw),
                "the win was given away: {position:?}"
            );
        }
        assert!(won > 10, "{rules}: {won}");
    }
}
