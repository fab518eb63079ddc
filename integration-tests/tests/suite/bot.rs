//! The bot in a real arena, and with contracts that only pretend to be one.

use anyhow::{Context, Result};
use futures_util::future::{try_join, try_join3};
use integration_tests::node::{on_node, send_once, with_more_keys};
use integration_tests::test_game::SETTING_UP;
use integration_tests::transport::Node;
use integration_tests::wasm;
use near_workspaces::network::Sandbox;
use near_workspaces::result::ExecutionFinalResult;
use near_workspaces::types::NearToken;
use near_workspaces::{Account, AccountId, Contract, Worker};
use rstest::rstest;
use serde_json::json;
use tic_tac_toe_engine::tactics;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{
    AboutRound, Amount, Arena, Capture, Create, GameView, GameViewParts, Play, Rules, Score, Starts, Status,
    Timestamp,
};
use tic_tac_toe_interface::bot::{Bot, CALL_GAS, Code, TAKE_TURN, Turn};
use tic_tac_toe_rules::{Cell, Game as _, Players, Position, Seat};

use crate::dice::Dice;

/// Enough for any game and for registering.
const PLENTY: Amount = Amount(NearToken::from_millinear(50).as_yoctonear());

const HOST: u8 = 1;
const BOT: u8 = 2;

/// How many games a player without a plan plays against the bot.
const GAMES: usize = 20;

/// How many marks are made where a whole game would take too long.
const MANY_MARKS: u16 = 40;

/// How many crowded boards of each game the bot is shown.
const CROWDED_BOARDS: usize = 8;

const TERAGAS: u64 = 1_000_000_000_000;

/// An arena, a bot, and Alice, who hosts games against it.
struct BotInArena {
    node: Worker<Sandbox>,
    arena: Contract,
    bot: Contract,
    alice: Account,
}

impl BotInArena {
    async fn open(node: Worker<Sandbox>) -> Result<Self> {
        let (arena, bot) = (wasm::arena()?, wasm::bot()?);
        let _turn = SETTING_UP.lock().await;
        let (arena, bot, alice) =
            try_join3(node.dev_deploy(&arena), node.dev_deploy(&bot), node.dev_create_account()).await?;
        Ok(Self { node, arena, bot, alice })
    }

    async fn new_account(&self) -> Result<Account> {
        let _turn = SETTING_UP.lock().await;
        Ok(self.node.dev_create_account().await?)
    }

    fn arena(&self) -> Arena<Node> {
        Arena::new(Node(self.node.clone()), self.arena.id().clone())
    }

    /// Makes Alice host a game against the bot.
    async fn host(&self, rules: Rules) -> Result<GameId> {
        self.host_with(rules, &[Some(self.bot.id())]).await
    }

    async fn host_with(&self, rules: Rules, challengers: &[Option<&AccountId>]) -> Result<GameId> {
        let challengers = challengers.iter().map(|id| id.map(|id| &**id));
        let players: Vec<_> = [Some(&**self.alice.id())].into_iter().chain(challengers).collect();
        let create = Create { players: &players, rules: Some(rules), turn_seconds: None, starts: None };
        Ok(self.arena().create(&self.alice, create, PLENTY).await?.into_result()?.json()?)
    }

    async fn game(&self, game_id: GameId) -> Result<GameView> {
        self.arena().get_game(game_id).await?.context("there is no such game")
    }

    async fn play(&self, by: &Account, game_id: GameId, (row, col): (u8, u8)) -> Result<()> {
        let play = Play { game_id, row: row.into(), col: col.into(), round: None };
        self.arena().play(by, play).await?.into_result()?;
        Ok(())
    }

    /// Makes Alice ask the bot to move.
    async fn ask(&self, game_id: GameId) -> Result<ExecutionFinalResult> {
        self.ask_in(self.arena.id(), game_id).await
    }

    async fn ask_in(&self, arena: &AccountId, game_id: GameId) -> Result<ExecutionFinalResult> {
        self.handle().take_turn(&self.alice, arena, game_id).await
    }

    fn handle(&self) -> Bot<Node> {
        Bot::new(Node(self.node.clone()), self.bot.id().clone())
    }

    async fn turn(&self, game_id: GameId) -> Result<Turn> {
        Ok(self.ask(game_id).await?.into_result()?.json()?)
    }

    /// Returns the bot's move, which it must make.
    async fn must_move(&self, game_id: GameId) -> Result<(u8, u8)> {
        match self.turn(game_id).await? {
            Turn::Played { row, col, .. } => Ok((row, col)),
            refused @ Turn::NotPlayed { .. } => anyhow::bail!("{refused:?}"),
        }
    }

    /// Asks for a move that the bot must not make, for this reason.
    async fn must_not_move(&self, arena: &AccountId, game_id: GameId, expected: Code) -> Result<()> {
        match self.ask_in(arena, game_id).await?.into_result()?.json()? {
            Turn::NotPlayed { code, .. } if code == expected => Ok(()),
            other => anyhow::bail!("{other:?} instead of {expected}"),
        }
    }

    /// Lets Alice and the bot take turns: she plays the given cells.
    async fn after_moves(&self, rules: Rules, of_alice: &[(u8, u8)]) -> Result<GameId> {
        let game_id = self.host(rules).await?;
        for (number, cell) in of_alice.iter().enumerate() {
            self.play(&self.alice, game_id, *cell).await?;
            if number + 1 < of_alice.len() {
                self.must_move(game_id).await?;
            }
        }
        Ok(game_id)
    }
}

/// Builds a contract whose `get_game` answers this, and whose `play` accepts anything.
fn pretending(answer: &str) -> Result<Vec<u8>> {
    let (text, length) = (answer.replace('\\', "\\\\").replace('"', "\\\""), answer.len());
    let source = format!(
        r#"(module
  (import "env" "value_return" (func $value_return (param i64 i64)))
  (memory 4)
  (data (i32.const 0) "{text}")
  (func (export "get_game") (call $value_return (i64.const {length}) (i64.const 0)))
  (func (export "play")))"#
    );
    Ok(wat::parse_str(source)?)
}

const fn grid(rows: u64, cols: u64, in_a_row: u64) -> Rules {
    Rules::Grid { rows, cols, in_a_row }
}

const fn ultimate(capture: Capture) -> Rules {
    Rules::Ultimate { capture }
}

#[test]
fn on_three_by_three_the_bot_never_loses_against_moves_at_random() -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let game_id = test.host(Rules::CLASSIC).await?;
        let mut dice = Dice::new(12);
        let mut won = 0;
        for _ in 0..GAMES {
            let mut game = test.game(game_id).await?;
            while game.status == Status::InProgress {
                if game.turn == Some(HOST) {
                    let legal: Vec<Cell> = game.position()?.legal_moves().collect();
                    let Cell { row, col } = legal[dice.roll(legal.len())];
                    test.play(&test.alice, game_id, (row, col)).await?;
                } else {
                    test.must_move(game_id).await?;
                }
                game = test.game(game_id).await?;
            }
            assert_ne!(game.winner, Some(HOST), "the bot lost: {game:?}");
            won += u8::from(game.winner == Some(BOT));
            let restart = AboutRound { game_id, round: Some(game.round.into()) };
            test.arena().restart(&test.alice, restart).await?.into_result()?;
        }
        assert!(won > 0, "the bot wins now and then");
        Ok(())
    })
}

#[test]
fn the_bot_takes_the_win_that_is_there() -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        // It answers the corner with the centre and then blocks; the edge at the bottom gives it the game.
        let game_id = test.after_moves(Rules::CLASSIC, &[(0, 0), (0, 1), (2, 1)]).await?;
        let board = test.game(game_id).await?.board;
        assert_eq!(board, [1, 1, 2, 0, 2, 0, 0, 1, 0]);

        assert_eq!(test.turn(game_id).await?, Turn::Played { row: 2, col: 0, round: 1 });
        let game = test.game(game_id).await?;
        assert_eq!((game.status, game.winner), (Status::Won, Some(BOT)));
        Ok(())
    })
}

#[rstest]
#[case::three_by_three(Rules::CLASSIC, &[(0, 0), (0, 1)], (0, 2))]
#[case::four_in_a_row_on_a_large_board(grid(15, 15, 5), &[(0, 0), (0, 1), (0, 2), (0, 3)], (0, 4))]
fn the_bot_blocks_what_would_win(
    #[case] rules: Rules,
    #[case] of_alice: &[(u8, u8)],
    #[case] blocked: (u8, u8),
) -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let game_id = test.after_moves(rules, of_alice).await?;
        let game = test.game(game_id).await?;
        let index = usize::from(blocked.0) * usize::from(game.cols) + usize::from(blocked.1);
        if game.board[index] == 0 {
            assert_eq!(test.must_move(game_id).await?, blocked);
        } else {
            assert_eq!(game.board[index], BOT, "it was blocked before");
        }
        Ok(())
    })
}

#[test]
fn asked_twice_at_once_the_bot_makes_one_move() -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let game_id = test.after_moves(Rules::CLASSIC, &[(0, 0)]).await?;
        let keys = with_more_keys(&test.node, &test.alice, 2).await?;
        let (arena, bot) = (test.arena.id(), test.handle());
        let asked =
            try_join(bot.take_turn(&keys[0], arena, game_id), bot.take_turn(&keys[1], arena, game_id))
                .await?;

        let turns: [Turn; 2] = [asked.0.into_result()?.json()?, asked.1.into_result()?.json()?];
        let moved = turns.iter().filter(|turn| matches!(turn, Turn::Played { .. })).count();
        assert_eq!(moved, 1, "{turns:?}");
        let too_late = turns
            .iter()
            .any(|turn| matches!(turn, Turn::NotPlayed { code: Code::Refused | Code::NotMyTurn, .. }));
        assert!(too_late, "{turns:?}");
        assert_eq!(test.game(game_id).await?.moves, 2);
        Ok(())
    })
}

#[test]
fn the_bot_says_why_it_makes_no_move() -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let (arena, bob) = (test.arena.id(), test.new_account().await?);

        test.must_not_move(arena, GameId(1), Code::NoGame).await?;

        let with_free_seat = test.host_with(Rules::CLASSIC, &[Some(test.bot.id()), None]).await?;
        test.must_not_move(arena, with_free_seat, Code::Waiting).await?;

        let of_others = test.host_with(Rules::CLASSIC, &[Some(bob.id())]).await?;
        test.must_not_move(arena, of_others, Code::NotAPlayer).await?;

        let game_id = test.host(Rules::CLASSIC).await?;
        test.must_not_move(arena, game_id, Code::NotMyTurn).await?;
        let why = test.turn(game_id).await?;
        let expected = format!("It is the turn of {}. Ask again after their move.", test.alice.id());
        assert_eq!(why, Turn::NotPlayed { code: Code::NotMyTurn, why: expected });

        let resign = AboutRound { game_id, round: None };
        test.arena().resign(&test.alice, resign).await?.into_result()?;
        test.must_not_move(arena, game_id, Code::GameOver).await?;

        test.arena().close(&test.alice, game_id).await?.into_result()?;
        test.must_not_move(arena, game_id, Code::NoGame).await?;
        Ok(())
    })
}

#[test]
fn an_account_that_is_no_arena_gets_a_clear_answer() -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let bob = test.new_account().await?;
        test.must_not_move(bob.id(), GameId(1), Code::NoAnswer).await?;
        test.must_not_move(test.bot.id(), GameId(1), Code::NoAnswer).await?;
        let nobody: AccountId = format!("nobody.{}", test.alice.id()).parse()?;
        test.must_not_move(&nobody, GameId(1), Code::NoAnswer).await?;

        let other_game = test.arena.view("get_game").args_json(json!({ "game_id": "1" })).await?;
        assert_eq!(other_game.result, b"null", "the arena is empty");
        let game_id = test.after_moves(Rules::CLASSIC, &[(0, 0)]).await?;
        let honest = serde_json::to_string(&test.game(game_id).await?)?;
        let answers = [
            (String::new(), Code::NotAnArena),
            ("{}".to_owned(), Code::NotAnArena),
            ("17".to_owned(), Code::NotAnArena),
            (" ".repeat(60_000) + &honest, Code::NotAnArena),
            ("[".repeat(4_000), Code::NotAnArena),
            (honest.replace(r#""board":[1,"#, r#""board":[2,"#), Code::NotAnArena),
            (honest.replace(r#""game_id":"1""#, r#""game_id":"2""#), Code::NotAnArena),
            ("null".to_owned(), Code::NoGame),
        ];
        for (answer, code) in answers {
            let pretender = bob.deploy(&pretending(&answer)?).await?.into_result()?;
            let asked = test.must_not_move(pretender.id(), game_id, code).await;
            asked.with_context(|| format!("answered {:.40}, {} bytes", answer, answer.len()))?;
        }
        assert_eq!(test.game(game_id).await?.moves, 1);
        Ok(())
    })
}

/// Plays with Alice and others thinking as the bot does, so that games last, and returns the most gas of each step.
async fn play_long(test: &BotInArena, rules: Rules, others: &[Account], marks: u16) -> Result<Vec<u64>> {
    let challengers: Vec<_> = others.iter().map(|other| Some(other.id())).collect();
    let game_id = test.host_with(rules, &[&challengers[..], &[Some(test.bot.id())]].concat()).await?;
    let mut most = Vec::new();
    loop {
        let game = test.game(game_id).await?;
        let Some(seat) = game.turn.map(usize::from) else { return Ok(most) };
        if game.moves >= marks && seat == game.players.len() {
            return Ok(most);
        }
        if seat == game.players.len() {
            let result = test.ask(game_id).await?;
            let steps = gas_of_steps(&result);
            most.resize(steps.len(), 0);
            for (most, step) in most.iter_mut().zip(steps) {
                *most = step.max(*most);
            }
            let turn: Turn = result.into_result()?.json()?;
            assert!(matches!(turn, Turn::Played { .. }), "{turn:?} on {game:?}");
        } else {
            let by = if seat == 1 { &test.alice } else { &others[seat - 2] };
            let cell = tactics::best_move(&game.position()?).context("the game is in progress")?;
            test.play(by, game_id, (cell.row, cell.col)).await?;
        }
    }
}

/// Returns the gas that `take_turn`, `get_game`, `on_game`, `play` and `on_played` burnt; refunds burn nothing.
fn gas_of_steps(result: &ExecutionFinalResult) -> Vec<u64> {
    let receipts = result.receipt_outcomes().iter();
    receipts
        .filter(|receipt| receipt.gas_burnt.as_gas() > TERAGAS / 2)
        .map(|receipt| receipt.gas_burnt.as_gas())
        .collect()
}

#[rstest]
#[case::three_by_three(Rules::CLASSIC, 2)]
#[case::three_by_three_of_three(Rules::CLASSIC, 3)]
#[case::five_by_seven(grid(5, 7, 4), 2)]
#[case::gomoku(grid(15, 15, 5), 2)]
#[case::the_largest_board(grid(19, 19, 8), 2)]
#[case::the_largest_board_of_four(grid(19, 19, 6), 4)]
#[case::first(ultimate(Capture::First), 2)]
#[case::any(ultimate(Capture::Any), 2)]
#[case::closing(ultimate(Capture::Closing), 2)]
fn thirty_tgas_are_enough_for_every_move(#[case] rules: Rules, #[case] players: usize) -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let mut others = Vec::new();
        while others.len() + 2 < players {
            others.push(test.new_account().await?);
        }
        let steps = play_long(&test, rules, &others, MANY_MARKS).await?;
        println!(
            "{rules:?} of {players}: {:?} Ggas",
            steps.iter().map(|gas| gas / 1_000_000_000).collect::<Vec<_>>()
        );
        assert_eq!(steps.len(), 5, "take_turn, get_game, on_game, play, on_played: {steps:?}");
        assert!(steps.iter().sum::<u64>() < CALL_GAS);
        Ok(())
    })
}

/// Returns the last position of a game of random moves in which the second player is to move.
fn crowded(rules: &str, players: u8, dice: &mut Dice) -> Result<Position> {
    let rules: tic_tac_toe_rules::Rules = rules.parse()?;
    let start = Players::new(players).and_then(|players| rules.start(players));
    let mut position = start.context("that many can play")?;
    let mut last = position;
    while let Some(turn) = position.turn() {
        if turn == Seat::O {
            last = position;
        }
        let number = dice.roll(position.count_legal_moves());
        position.play_legal(position.nth_legal_move(number).context("there is a legal move")?);
    }
    Ok(last)
}

#[rstest]
#[case::gomoku("15x15:5", 2)]
#[case::five_in_a_row("19x19:5", 2)]
#[case::eight_in_a_row("19x19:8", 2)]
#[case::eight_in_a_row_of_four("19x19:8", 4)]
#[case::nineteen_in_a_row("19x19:19", 3)]
#[case::ultimate("ultimate:closing", 2)]
fn thirty_tgas_are_enough_on_crowded_boards(#[case] rules: &str, #[case] players: u8) -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let pretender = test.new_account().await?;
        let mut dice = Dice::new(players.into());
        let mut most = 0;
        for _ in 0..CROWDED_BOARDS {
            let position = crowded(rules, players, &mut dice)?;
            let others = ["alice.near", "carol.near", "dave.near"].map(|id| id.parse().ok());
            let mut seats: Vec<Option<AccountId>> =
                others.into_iter().take(usize::from(players) - 1).collect();
            seats.insert(1, Some(test.bot.id().clone()));
            let view = GameView::new(GameViewParts {
                game_id: GameId(1),
                score: Score { wins: vec![0; seats.len()], draws: 0 },
                players: seats,
                position: &position,
                round: 1,
                turn_seconds: None,
                starts: Starts::Host,
                turn_since: Some(Timestamp(1)),
            });
            let pretending = pretending(&serde_json::to_string(&view)?)?;
            let pretending = pretender.deploy(&pretending).await?.into_result()?;
            let result = test.ask_in(pretending.id(), GameId(1)).await?;
            most = most.max(gas_of_steps(&result).into_iter().max().unwrap_or_default());
            let turn: Turn = result.into_result()?.json()?;
            assert!(matches!(turn, Turn::Played { .. }), "{turn:?} on\n{position}");
        }
        println!("{rules} of {players}, crowded: on_game burns {} Ggas at most", most / 1_000_000_000);
        Ok(())
    })
}

#[test]
fn the_bot_keeps_nothing_and_takes_nothing() -> Result<()> {
    on_node(async |node| {
        let test = BotInArena::open(node).await?;
        let before = test.bot.view_account().await?;
        let game_id = test.after_moves(Rules::CLASSIC, &[(0, 0), (2, 2)]).await?;

        let args = json!({ "arena": test.arena.id(), "game_id": game_id });
        let paid = test.alice.call(test.bot.id(), TAKE_TURN.name).args_json(args);
        let paid = paid.deposit(NearToken::from_yoctonear(1));
        let paid = send_once(&test.node, paid.transact_async()).await?;
        let failures = format!("{:?}", paid.failures());
        assert!(failures.contains("Method take_turn doesn't accept deposit"), "{failures}");

        for (method, args) in [
            ("on_game", json!({ "arena": test.arena.id(), "game_id": game_id })),
            ("on_played", json!({ "row": 0, "col": 0, "round": 1 })),
        ] {
            let call = test.alice.call(test.bot.id(), method).args_json(args);
            let refused = send_once(&test.node, call.transact_async()).await?;
            let failures = format!("{:?}", refused.failures());
            assert!(failures.contains(&format!("Method {method} is private")), "{failures}");
        }

        assert!(test.bot.view_state().await?.is_empty());
        let after = test.bot.view_account().await?;
        assert_eq!(after.storage_usage, before.storage_usage);
        assert!(after.balance >= before.balance, "moves cost the bot nothing");
        Ok(())
    })
}
