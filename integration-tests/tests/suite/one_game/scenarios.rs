//! Games from the first move to the last, as two accounts play them.

use std::env;

use anyhow::Result;
use integration_tests::node::on_node;
use integration_tests::test_game::{TestGame, must_be_refused};
use integration_tests::view::{board_of, drawn, moves};
use rstest::rstest;
use serde_json::{Value, json};
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::one_game::{Code, Seat, Status};
use tic_tac_toe_rules::Mark;

#[test]
fn a_fresh_contract_shows_no_game_and_plays_without_init() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        assert_eq!(test.get_game().await?, None);

        test.new_game(&test.alice, test.alice.id(), test.bob.id()).await?.into_result()?;
        test.play(&test.alice, 1, 1).await?.into_result()?;

        let board = "
            . . .
            . X .
            . . .";
        assert_eq!(board_of(&test.game().await?), drawn(board));
        Ok(())
    })
}

#[test]
fn get_game_shows_every_field_of_a_game_in_progress() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let game = "
            1 . .
            . 2 .
            . . 3";
        test.play_out([&test.alice, &test.bob], game).await?;

        let shown: Value = test.contract.view("get_game").await?.json()?;
        let expected = json!({
            "game_id": "1",
            "p1": test.alice.id(),
            "p2": test.bob.id(),
            "board": [["X", null, null], [null, "O", null], [null, null, "X"]],
            "moves": 3,
            "status": "in_progress",
            "next": { "player": test.bob.id(), "mark": "O" },
            "winner": null,
            "winning_line": null,
        });
        assert_eq!(shown, expected);
        Ok(())
    })
}

#[rstest]
#[case::top_row([[0, 0], [0, 1], [0, 2]], "1 3 5   2 4 .   . . .")]
#[case::middle_row([[1, 0], [1, 1], [1, 2]], "2 4 .   1 3 5   . . .")]
#[case::bottom_row([[2, 0], [2, 1], [2, 2]], "2 4 .   . . .   1 3 5")]
#[case::left_column([[0, 0], [1, 0], [2, 0]], "1 2 .   3 4 .   5 . .")]
#[case::middle_column([[0, 1], [1, 1], [2, 1]], "2 1 .   4 3 .   . 5 .")]
#[case::right_column([[0, 2], [1, 2], [2, 2]], "2 . 1   4 . 3   . . 5")]
#[case::main_diagonal([[0, 0], [1, 1], [2, 2]], "1 2 4   . 3 .   . . 5")]
#[case::anti_diagonal([[0, 2], [1, 1], [2, 0]], "2 4 1   . 3 .   5 . .")]
fn x_wins_on_every_line(#[case] line: [[u8; 2]; 3], #[case] game: &str) -> Result<()> {
    wins(Mark::X, line, game)
}

#[rstest]
#[case::top_row([[0, 0], [0, 1], [0, 2]], "2 4 6   1 3 .   . . 5")]
#[case::middle_row([[1, 0], [1, 1], [1, 2]], "1 3 .   2 4 6   . . 5")]
#[case::bottom_row([[2, 0], [2, 1], [2, 2]], "1 3 .   . . 5   2 4 6")]
#[case::left_column([[0, 0], [1, 0], [2, 0]], "2 1 .   4 3 .   6 . 5")]
#[case::middle_column([[0, 1], [1, 1], [2, 1]], "1 2 .   3 4 .   . 6 5")]
#[case::right_column([[0, 2], [1, 2], [2, 2]], "1 . 2   3 . 4   . 5 6")]
#[case::main_diagonal([[0, 0], [1, 1], [2, 2]], "2 1 3   . 4 .   5 . 6")]
#[case::anti_diagonal([[0, 2], [1, 1], [2, 0]], "1 3 2   . 4 .   6 . 5")]
fn o_wins_on_every_line(#[case] line: [[u8; 2]; 3], #[case] game: &str) -> Result<()> {
    wins(Mark::O, line, game)
}

fn wins(mark: Mark, line: [[u8; 2]; 3], moves: &str) -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        test.play_out([&test.alice, &test.bob], moves).await?;

        let game = test.game().await?;
        let winner = if mark == Mark::X { &test.alice } else { &test.bob };
        assert_eq!(game.status, Status::Won);
        assert_eq!(game.winner, Some(Seat { player: winner.id().clone(), mark }));
        assert_eq!(game.winning_line, Some(line));
        assert_eq!(game.next, None);
        Ok(())
    })
}

#[test]
fn a_full_board_without_a_line_is_a_draw() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let moves = "
            1 4 3
            7 2 6
            8 5 9";
        test.play_out([&test.alice, &test.bob], moves).await?;

        let game = test.game().await?;
        let board = "
            X O X
            X O O
            O X X";
        assert_eq!(board_of(&game), drawn(board));
        assert_eq!(game.status, Status::Draw);
        assert_eq!((game.next, game.winner, game.winning_line), (None, None, None));
        Ok(())
    })
}

#[test]
fn the_ninth_move_can_still_win() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let moves = "
            1 2 3
            4 5 8
            6 7 9";
        test.play_out([&test.alice, &test.bob], moves).await?;

        let game = test.game().await?;
        let board = "
            X O X
            O X O
            O X X";
        assert_eq!(board_of(&game), drawn(board));
        assert_eq!((game.moves, game.status), (9, Status::Won));
        assert_eq!(game.winning_line, Some([[0, 0], [1, 1], [2, 2]]));
        Ok(())
    })
}

#[test]
fn a_move_that_completes_two_lines_wins_by_the_first_of_them() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let moves = "
            9 1 3
            5 2 4
            7 6 8";
        test.play_out([&test.alice, &test.bob], moves).await?;

        let game = test.game().await?;
        let board = "
            X X X
            X O O
            X O O";
        assert_eq!(board_of(&game), drawn(board));
        assert_eq!(game.winning_line, Some([[0, 0], [0, 1], [0, 2]]));
        Ok(())
    })
}

#[rstest]
#[case::to_a_win("1 3 5   2 4 .   . . .", Status::Won)]
#[case::to_a_draw("1 4 3   7 2 6   8 5 9", Status::Draw)]
fn one_account_plays_both_sides(#[case] moves: &str, #[case] status: Status) -> Result<()> {
    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        let alice = &test.alice;
        test.new_game(alice, alice.id(), alice.id()).await?.into_result()?;
        test.play_out([alice, alice], moves).await?;
        assert_eq!(test.game().await?.status, status);
        Ok(())
    })
}

#[test]
fn a_third_account_watches_two_players_take_turns() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let watcher = node.dev_create_account().await?;
        let turns = [(&test.alice, Mark::X, 0), (&test.bob, Mark::O, 1), (&test.alice, Mark::X, 2)];
        for (player, mark, col) in turns {
            let next = Some(Seat { player: player.id().clone(), mark });
            let seen: Value = watcher.view(test.contract.id(), "get_game").await?.json()?;
            assert_eq!(seen["next"], json!(next));
            test.play(player, 0, col).await?.into_result()?;
        }
        Ok(())
    })
}

#[test]
fn a_stranger_may_replace_an_unfinished_game() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let stranger = node.dev_create_account().await?;
        test.play(&test.alice, 0, 0).await?.into_result()?;

        test.new_game(&stranger, test.bob.id(), stranger.id()).await?.into_result()?;

        let game = test.game().await?;
        assert_eq!((game.game_id, game.moves), (GameId(2), 0));
        assert_eq!((&game.p1, &game.p2), (test.bob.id(), stranger.id()));
        Ok(())
    })
}

#[test]
fn storage_holds_one_record_whatever_is_played() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let new = test.storage().await?;
        test.play_out([&test.alice, &test.bob], "1 3 5   2 4 .   . . .").await?;
        let finished = test.storage().await?;
        test.new_game(&test.bob, test.alice.id(), test.bob.id()).await?.into_result()?;
        let replaced = test.storage().await?;

        assert_eq!(new.records.len(), 1);
        assert_eq!(finished.records.len(), 1);
        assert_eq!(replaced.records.len(), 1);
        assert_eq!((new.usage, new.usage), (finished.usage, replaced.usage));
        Ok(())
    })
}

#[test]
fn the_contract_tells_its_version_source_and_standards() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::without_game(&node).await?;
        let metadata: Value = test.contract.view("contract_source_metadata").await?.json()?;
        assert_eq!(metadata["version"], env!("CARGO_PKG_VERSION"));
        let link = env::var("NEP330_LINK").ok().filter(|link| !link.is_empty());
        assert_eq!(metadata["link"], json!(link), "the contract was built with another NEP330_LINK");
        let standards = metadata["standards"].as_array().expect("a list");
        for (standard, version) in [("nep330", "1.3.0"), ("tic-tac-toe", "1.0.0")] {
            let named = json!({ "standard": standard, "version": version });
            assert!(standards.contains(&named), "{named} is not among {standards:?}");
        }
        Ok(())
    })
}

#[test]
fn play_never_costs_the_contract_any_of_its_balance() -> Result<()> {
    on_node(async |node| {
        let test = TestGame::with_game(&node).await?;
        let mut before = test.contract.view_account().await?.balance;
        let mut check = async || {
            let after = test.contract.view_account().await?.balance;
            assert!(after >= before, "the balance fell from {before} to {after}");
            before = after;
            anyhow::Ok(())
        };
        for ((row, col), by) in
            moves("1 3 5   2 4 .   . . .").into_iter().zip([&test.alice, &test.bob].into_iter().cycle())
        {
            test.play(by, row, col).await?.into_result()?;
            check().await?;
        }
        must_be_refused(&test.play(&test.bob, 2, 2).await?, Code::GameOver);
        check().await?;
        test.new_game(&test.bob, test.bob.id(), test.alice.id()).await?.into_result()?;
        check().await
    })
}
