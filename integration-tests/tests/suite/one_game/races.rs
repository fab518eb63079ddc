//! Calls that meet: whatever order the chain puts them in, exactly the legal ones count.

use std::collections::HashSet;

use anyhow::Result;
use futures_util::future::{try_join, try_join_all};
use integration_tests::node::{on_node, with_more_keys};
use integration_tests::test_game::RefusalReason;
use integration_tests::test_game::{TestGame, must_be_refused};
use near_workspaces::result::ExecutionFinalResult;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::{Code, GameView, Play};
use tic_tac_toe_rules::Mark;

/// Plays at once: enough to fill the board several times over.
const CROWD: usize = 50;

#[test]
fn when_both_players_take_the_same_cell_at_once_the_one_to_move_gets_it() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let (alice, bob) = try_join(test.play(&test.alice, 1, 1), test.play(&test.bob, 1, 1)).await?;
        assert!(alice.is_success());
        must_be_refused_for_one_of(&bob, &[Code::NotYourTurn, Code::CellTaken]);

        let game = test.game().await?;
        assert_eq!((game.board[1][1], game.moves), (Some(Mark::X), 1));
        Ok(())
    })
}

#[test]
fn when_both_players_move_at_once_the_second_counts_only_if_it_came_second() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let (alice, bob) = try_join(test.play(&test.alice, 0, 0), test.play(&test.bob, 1, 1)).await?;
        assert!(alice.is_success());
        if bob.is_failure() {
            must_be_refused(&bob, Code::NotYourTurn);
        }

        let game = test.game().await?;
        assert_eq!(game.board[0][0], Some(Mark::X));
        assert_eq!(game.board[1][1], bob.is_success().then_some(Mark::O));
        Ok(())
    })
}

#[test]
fn the_same_move_sent_twice_counts_once() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let twice = with_more_keys(&node, &test.alice, 2).await?;
        let (one, other) = try_join(test.play(&twice[0], 0, 0), test.play(&twice[1], 0, 0)).await?;

        let refused = if one.is_success() { other } else { one };
        must_be_refused(&refused, Code::NotYourTurn);
        assert_eq!(test.game().await?.moves, 1);
        Ok(())
    })
}

#[test]
fn of_fifty_plays_at_once_exactly_the_legal_ones_count() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let keys = try_join(
            with_more_keys(&node, &test.alice, CROWD / 2),
            with_more_keys(&node, &test.bob, CROWD / 2),
        );
        let (alices, bobs) = keys.await?;
        let crowd = alices.iter().zip(0u8..).map(|(key, n)| (Mark::X, key, n));
        let crowd = crowd.chain(bobs.iter().zip(0u8..).map(|(key, n)| (Mark::O, key, n)));
        let plays = crowd.map(async |(mark, key, n)| {
            let (row, col) = (n % 9 / 3, n % 3);
            anyhow::Ok((mark, row, col, test.play(key, row, col).await?))
        });
        let results = try_join_all(plays).await?;
        assert_eq!(results.len(), CROWD);

        let game = test.game().await?;
        assert_eq!(accepted(&results), marked(&game), "what was accepted is what is on the board");
        let count = |mark| accepted(&results).iter().filter(|(owner, ..)| *owner == mark).count();
        let (xs, os) = (count(Mark::X), count(Mark::O));
        assert!(xs > 0, "the first move of X is legal whenever it comes");
        assert!(xs == os || xs == os + 1, "{xs} moves of X and {os} of O were accepted");
        assert_eq!(xs + os, results.iter().filter(|(.., result)| result.is_success()).count());
        for (.., refused) in results.iter().filter(|(.., result)| result.is_failure()) {
            must_be_refused_for_one_of(refused, &[Code::NotYourTurn, Code::CellTaken, Code::GameOver]);
        }
        Ok(())
    })
}

#[test]
fn a_move_that_races_a_new_game_never_lands_in_it() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let stranger = node.dev_create_account().await?;
        let (alice, bob) = (test.alice.id(), test.bob.id());
        let meant = Play { row: 0, col: 0, game_id: Some(GameId(1)) };
        let handle = test.handle();
        let (replaced, moved) =
            try_join(handle.new_game(&stranger, alice, bob), handle.play(&test.alice, meant)).await?;

        assert!(replaced.is_success());
        if moved.is_failure() {
            must_be_refused(&moved, Code::WrongGame);
        }
        let game = test.game().await?;
        assert_eq!((game.game_id, game.moves), (GameId(2), 0));
        Ok(())
    })
}

fn must_be_refused_for_one_of(result: &ExecutionFinalResult, reasons: &[Code]) {
    let refused = reasons.iter().any(|code| RefusalReason::Code(*code).matches(result));
    assert!(refused, "not one of {reasons:?}: {result:?}");
}

fn accepted(results: &[(Mark, u8, u8, ExecutionFinalResult)]) -> HashSet<(Mark, u8, u8)> {
    let accepted = results.iter().filter(|(.., result)| result.is_success());
    accepted.map(|(mark, row, col, _)| (*mark, *row, *col)).collect()
}

fn marked(game: &GameView) -> HashSet<(Mark, u8, u8)> {
    let rows = (0u8..).zip(&game.board);
    rows.flat_map(|(row, cells)| (0u8..).zip(cells).filter_map(move |(col, mark)| Some(((*mark)?, row, col))))
        .collect()
}
