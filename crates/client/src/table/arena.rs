//! A game of an arena as a table.

use near_crypto::Signer;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{
    self, AboutRound, Arena, CLAIM_TIMEOUT, CLOSE, GameView, JOIN, PLAY, Play, RESIGN, RESTART,
};
use tic_tac_toe_interface::transport::{Caller, Viewer};
use tic_tac_toe_rules::Cell;

use super::{Action, Event, EventKind, Table, TableId};
use crate::{Error, Receipt};

/// The methods of an arena that players call, the one for moves first.
pub const ARENA_METHODS: [&str; 5] = [PLAY.name, JOIN.name, RESTART.name, RESIGN.name, CLAIM_TIMEOUT.name];

/// Returns the method that does this.
pub(super) const fn method(action: &Action) -> &'static str {
    match action {
        Action::Play(_) => PLAY.name,
        Action::NewRound(_) => RESTART.name,
        Action::Resign => RESIGN.name,
        Action::ClaimTimeout => CLAIM_TIMEOUT.name,
        Action::Join => JOIN.name,
        Action::Close => CLOSE.name,
    }
}

impl Table {
    /// Asks an arena for a game; there is none before it is created and after it is closed.
    ///
    /// # Errors
    ///
    /// When there is no answer, or the answer is not a game that the rules allow.
    pub async fn of_arena<V: Viewer<Error = Error>>(
        arena: &Arena<V>,
        id: GameId,
    ) -> Result<Option<Self>, Error> {
        arena.get_game(id).await?.map(Self::try_from).transpose()
    }
}

impl TryFrom<GameView> for Table {
    type Error = Error;

    fn try_from(view: GameView) -> Result<Self, Error> {
        let position = view.position().map_err(Error::ImpossibleGame)?;
        Ok(Self {
            id: TableId::Arena(view.game_id),
            players: view.players,
            round: view.round.into(),
            starts: view.starts,
            position,
            score: view.score,
            turn_seconds: view.turn_seconds,
            turn_since: view.turn_since,
        })
    }
}

impl From<arena::Event> for Event {
    fn from(event: arena::Event) -> Self {
        let table = TableId::Arena(event.game_id());
        let kind = match event {
            arena::Event::GameCreated { players, rules, turn_seconds, starts, .. } => {
                EventKind::Created { players, rules, turn_seconds, starts }
            }
            arena::Event::PlayerJoined { player, seat, .. } => EventKind::Joined { player, seat },
            arena::Event::RoundStarted { round, seat, .. } => {
                EventKind::RoundStarted { round: round.into(), seat, players: None }
            }
            arena::Event::MoveMade { round, player, seat, row, col, .. } => {
                EventKind::Moved { round: round.into(), player, seat, cell: Cell { row, col } }
            }
            arena::Event::PlayerOut { round, player, seat, reason, .. } => {
                EventKind::Out { round: round.into(), player, seat, reason }
            }
            arena::Event::RoundOver { round, result, winner, seat, by, .. } => {
                EventKind::RoundOver { round: round.into(), result, winner, seat, by: Some(by) }
            }
            arena::Event::GameClosed { by, .. } => EventKind::Closed { by },
        };
        Self { table, kind }
    }
}

pub(super) async fn send<T>(
    arena: &Arena<T>,
    game_id: GameId,
    signer: &Signer,
    round: Option<u64>,
    action: &Action,
) -> Result<Receipt, Error>
where
    T: Caller<Signer = Signer, Outcome = Receipt, Error = Error>,
{
    let about = AboutRound { game_id, round };
    match action {
        Action::Play(Cell { row, col }) => {
            let play = Play { game_id, row: (*row).into(), col: (*col).into(), round };
            arena.play(signer, play).await
        }
        // The seats stay as they are.
        Action::NewRound(_) => arena.restart(signer, about).await,
        Action::Resign => arena.resign(signer, about).await,
        Action::ClaimTimeout => arena.claim_timeout(signer, about).await,
        Action::Join => arena.join(signer, game_id).await,
        Action::Close => arena.close(signer, game_id).await,
    }
}
