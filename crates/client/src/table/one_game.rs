//! The one-game contract as a table.

use near_crypto::Signer;
use near_primitives::types::AccountId;
use tic_tac_toe_interface::GameId;
use tic_tac_toe_interface::arena::{ImpossibleGame, RoundResult, Score, Starts};
use tic_tac_toe_interface::one_game::{self, GameResult, GameView, NEW_GAME, OneGame, PLAY, Play};
use tic_tac_toe_interface::transport::{Caller, Viewer};
use tic_tac_toe_rules::{Mark, Players, Position, Seat, grid};

use super::{Action, Event, EventKind, Table, TableId};
use crate::{Error, Receipt};

/// The methods of the one-game contract that players call, the one for moves first.
pub const ONE_GAME_METHODS: [&str; 2] = [PLAY.name, NEW_GAME.name];

/// Returns the method that does this, if there is one.
pub(super) const fn method(action: &Action) -> Option<&'static str> {
    match action {
        Action::Play(_) => Some(PLAY.name),
        Action::NewRound(_) => Some(NEW_GAME.name),
        Action::Resign | Action::ClaimTimeout | Action::Join | Action::Close => None,
    }
}

/// Returns a game before its first move.
pub(super) fn table(round: u64, players: [AccountId; 2]) -> Table {
    Table { round, players: players.map(Some).to_vec(), ..Table::before_the_first_game() }
}

impl Table {
    /// Returns the table of a one-game contract that has had no game yet.
    #[must_use]
    pub fn before_the_first_game() -> Self {
        Self {
            id: TableId::OneGame,
            players: vec![None; 2],
            round: 0,
            starts: Starts::Host,
            position: Position::Grid(grid::Position::new(grid::Rules::CLASSIC, Players::TWO)),
            score: Score { wins: vec![0; 2], draws: 0 },
            turn_seconds: None,
            turn_since: None,
        }
    }

    /// Asks a one-game contract for its table.
    ///
    /// # Errors
    ///
    /// When there is no answer, or the answer is not a game that the rules allow.
    pub async fn of_one_game<V: Viewer<Error = Error>>(contract: &OneGame<V>) -> Result<Self, Error> {
        contract.get_game().await?.map_or_else(|| Ok(Self::before_the_first_game()), Self::try_from)
    }
}

impl TryFrom<GameView> for Table {
    type Error = Error;

    fn try_from(view: GameView) -> Result<Self, Error> {
        let cells = view.board.iter().flatten().map(|mark| mark.map(Seat::from));
        let position = grid::Position::from_cells(
            grid::Rules::CLASSIC,
            Players::TWO,
            Seat::X,
            cells,
            std::iter::empty(),
        );
        let position = position.ok_or(Error::ImpossibleGame(ImpossibleGame))?;
        Ok(Self { position: position.into(), ..table(view.game_id.0, [view.p1, view.p2]) })
    }
}

impl From<one_game::Event> for Event {
    fn from(event: one_game::Event) -> Self {
        let GameId(round) = event.game_id();
        let kind = match event {
            one_game::Event::GameCreated { p1, p2, .. } => {
                EventKind::RoundStarted { round, seat: Seat::X.number(), players: Some([p1, p2]) }
            }
            one_game::Event::MoveMade { player, mark, row, col, .. } => {
                let cell = tic_tac_toe_rules::Cell { row, col };
                EventKind::Moved { round, player, seat: seat(mark), cell }
            }
            one_game::Event::GameOver { result, winner, mark, .. } => {
                let result = match result {
                    GameResult::Won => RoundResult::Won,
                    GameResult::Draw => RoundResult::Draw,
                };
                EventKind::RoundOver { round, result, winner, seat: mark.map(seat), by: None }
            }
        };
        Self { table: TableId::OneGame, kind }
    }
}

fn seat(mark: Mark) -> u8 {
    Seat::from(mark).number()
}

pub(super) async fn send<T>(
    contract: &OneGame<T>,
    signer: &Signer,
    round: Option<u64>,
    action: &Action,
) -> Result<Receipt, Error>
where
    T: Caller<Signer = Signer, Outcome = Receipt, Error = Error>,
{
    match action {
        Action::Play(cell) => {
            let play = Play { row: cell.row, col: cell.col, game_id: round.map(GameId) };
            contract.play(signer, play).await
        }
        Action::NewRound(Some([p1, p2])) => contract.new_game(signer, p1, p2).await,
        Action::NewRound(None) | Action::Resign | Action::ClaimTimeout | Action::Join | Action::Close => {
            Err(Error::NotOffered(contract.id().clone()))
        }
    }
}
