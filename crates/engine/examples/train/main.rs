//! Learns what positions of ultimate are worth, from games that the network plays against itself:
//! `cargo run --profile native -p tic-tac-toe-engine --example train -- RULES GAMES FILE`
//!
//! The same number of games gives the same file wherever logarithms are rounded alike. The weights that are in use took
//! 30,000 games of `ultimate:closing` (`src/ultimate/closing.bin`, ten seconds), where more brought nothing, and
//! 1,000,000 of `ultimate:first` (`src/ultimate/first.bin`, three minutes), where 100,000 were worth 70 Elo less.

#![allow(
    dead_code,
    unused_imports,
    clippy::cast_possible_truncation,
    reason = "parts of the engine are compiled into this as they are"
)]
#![expect(clippy::cast_precision_loss, reason = "learning needs few digits")]

extern crate alloc;

#[path = "../../src/board.rs"]
mod board;
mod network;
#[path = "../../src/random.rs"]
mod random;
#[path = "../../src/roots.rs"]
mod roots;
#[path = "../../src/ultimate/mod.rs"]
mod ultimate;

use std::{env, fs};

use board::{Board as _, Candidate, End};
use network::Network;
use random::Random;
use tic_tac_toe_rules::Rules;
use tic_tac_toe_rules::ultimate::{Capture, Position};
use ultimate::Board;
use ultimate::judge::{USED_ROWS, used_rows};

/// How much of the next position's worth goes into a position's, instead of what came of the game in the end.
const NEXT_SHARE: f32 = 0.12;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(rules), Some(games), Some(file)) = (arguments.next(), arguments.next(), arguments.next())
    else {
        return Err("train takes rules, a number of games and a file to write".into());
    };
    let Rules::Ultimate(capture) = rules.parse()? else {
        return Err("only rules of ultimate are learnt, such as ultimate:first".into());
    };
    fs::write(file, learn(capture, games.parse()?))?;
    Ok(())
}

fn learn(capture: Capture, games: u32) -> Vec<u8> {
    let mut network = Network::new(1);
    let mut random = Random::new(2);
    let (mut error, mut moves) = (0.0, 0.0);
    for game in 0..games {
        let left = 1.0 - game as f32 / games as f32;
        let (positions, end) = play(&network, capture, left, &mut random);
        // From the end to the beginning: each position is worth as much as the one after it, seen from the other side.
        let mut target = match end {
            End::Draw => 0.5,
            End::Won(_) => 1.0,
        };
        let mut next = None;
        for rows in positions.iter().rev() {
            let expected = network.expectation(rows);
            if let Some(next) = next {
                target = 1.0 - (NEXT_SHARE * next + (1.0 - NEXT_SHARE) * target);
            }
            error += (target - expected).powi(2);
            moves += 1.0;
            network.learn(rows, target, 0.002 + 0.02 * left * left);
            next = Some(expected);
        }
        if (game + 1) % (games / 10).max(1) == 0 {
            eprintln!(
                "{capture}: {} games, mean squared error {:.4}, {:.1} moves a game",
                game + 1,
                error / moves,
                moves / (games as f32 / 10.0)
            );
            (error, moves) = (0.0, 0.0);
        }
    }
    network.stored()
}

/// Plays a game and returns its positions. The last is that of the player who won by the next move.
fn play(
    network: &Network,
    capture: Capture,
    left: f32,
    random: &mut Random,
) -> (Vec<[usize; USED_ROWS]>, End) {
    let mut board = Board::new(&Position::new(capture));
    let mut positions = Vec::new();
    let mut candidates = Vec::new();
    let chance = |random: &mut Random, bound: u32| random.below(bound) as usize;
    let by_chance_until = chance(random, 8);
    loop {
        positions.push(used_rows(&board));
        if board.winning_move().is_some() {
            return (positions, End::Won(board.turn()));
        }
        candidates.clear();
        board.candidates(&mut candidates);
        let at_random = positions.len() <= by_chance_until || random.below(100) < 6;
        let number = if at_random {
            candidates[chance(random, candidates.len() as u32)].number
        } else {
            choose(network, &board, &candidates, 0.01 + 0.04 * left, random)
        };
        board.play(number);
        match board.end() {
            Some(End::Draw) => return (positions, End::Draw),
            Some(won) => return (positions, won),
            None => {}
        }
    }
}

/// Chooses a move that promises much, not always the most.
fn choose(
    network: &Network,
    board: &Board,
    candidates: &[Candidate],
    warmth: f32,
    random: &mut Random,
) -> u16 {
    let mut best = (f32::MIN, 0);
    for &Candidate { number, .. } in candidates {
        let mut after = *board;
        after.play(number);
        let expected = match after.end() {
            Some(End::Draw) => 0.5,
            Some(End::Won(_)) => 1.0,
            None => 1.0 - network.expectation(&used_rows(&after)),
        };
        // A sample of the distribution whose logarithms are the expectations divided by the warmth.
        let noise = -(-((random.below(1 << 24) as f32 + 0.5) / (1 << 24) as f32).ln()).ln();
        let key = expected / warmth + noise;
        if key > best.0 {
            best = (key, number);
        }
    }
    best.1
}
