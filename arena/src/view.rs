//! The view of a stored game.

use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{GameView, GameViewParts, Score, Timestamp};

use crate::state::{Game, Phase};

impl Game {
    /// Returns the game as frontends see it, with everything that follows from what is stored.
    #[must_use]
    pub fn view(&self, id: GameId) -> GameView {
        let players = self.seats.iter().map(|player| player.as_ref().map(|player| player.id.clone()));
        let wins = self.seats.iter().map(|player| player.as_ref().map_or(0, |player| player.wins));
        GameView::new(GameViewParts {
            game_id: id,
            players: players.collect(),
            position: &self.position,
            starts: self.starts(),
            round: self.round,
            score: Score { wins: wins.collect(), draws: self.draws },
            turn_seconds: self.turn_seconds.map(u64::from),
            turn_since: match self.phase {
                Phase::Waiting => None,
                Phase::Playing { turn_since } => Some(Timestamp(turn_since)),
            },
        })
    }
}
