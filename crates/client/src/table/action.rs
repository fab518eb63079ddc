//! What may be done at a table now, and by whom: keys, footers and refusals follow from this.

use near_primitives::types::AccountId;
use thiserror::Error;
use tic_tac_toe_interface::AccountIdRef;
use tic_tac_toe_rules::{Cell, Game as _, MoveError, Seat};

use super::{Table, TableId};

/// Something that can be done at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Mark a cell.
    Play(Cell),
    /// Begin a new round, where seats change from round to round between these two, X first.
    NewRound(Option<[AccountId; 2]>),
    /// Leave the round.
    Resign,
    /// Put the player to move out, whose time is over.
    ClaimTimeout,
    /// Take the first free seat.
    Join,
    /// End the game for everybody.
    Close,
}

/// Why something can't be done now. The contract would refuse it, which would cost gas.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotNow {
    /// The contract has no such call.
    #[error("this contract does not offer that")]
    NotOffered,
    /// There was no game yet.
    #[error("there is no game yet")]
    NoGame,
    /// The round waits for players.
    #[error("seat {} is still free", .0.number())]
    SeatFree(Seat),
    /// Every seat is taken.
    #[error("every seat is taken")]
    NoFreeSeat,
    /// The round has ended.
    #[error("this round is over")]
    RoundOver,
    /// The account has no seat.
    #[error("only players can do that")]
    NotAPlayer,
    /// The account has a seat already.
    #[error("you already have a seat")]
    AlreadySeated,
    /// The account is out of this round.
    #[error("you are out of this round")]
    AlreadyOut,
    /// Somebody else is to move.
    #[error("it is the turn of {0}")]
    NotYourTurn(AccountId),
    /// The game has no clock.
    #[error("this game has no time limit")]
    NoTimeLimit,
    /// The rules forbid the move.
    #[error(transparent)]
    Forbidden(#[from] MoveError),
}

impl Table {
    /// Returns the action that begins the next round: between those who are named, or else the same players again.
    /// There is none when it is not known who plays.
    #[must_use]
    pub fn new_round(&self, players: Option<[AccountId; 2]>) -> Option<Action> {
        if let TableId::Arena(_) = self.id {
            return Some(Action::NewRound(None));
        }
        let same_again = || match self.players.as_slice() {
            [Some(x), Some(o)] => Some([x.clone(), o.clone()]),
            _ => None,
        };
        players.or_else(same_again).map(|players| Action::NewRound(Some(players)))
    }

    /// Checks whether an account may do something now.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn check(&self, action: &Action, account: &AccountIdRef) -> Result<(), NotNow> {
        let is_arena = matches!(self.id, TableId::Arena(_));
        match action {
            Action::Play(cell) => {
                self.require_turn(account)?;
                let mut tried = self.position;
                Ok(tried.play(*cell)?)
            }
            Action::NewRound(players) if players.is_some() != is_arena => {
                if is_arena {
                    self.require_full()?;
                    self.require_seat(account)?;
                }
                Ok(())
            }
            Action::Resign if is_arena => {
                self.require_under_way()?;
                let seat = self.require_seat(account)?;
                if self.position.is_out(seat) { Err(NotNow::AlreadyOut) } else { Ok(()) }
            }
            Action::ClaimTimeout if is_arena => {
                self.require_under_way()?;
                self.turn_seconds.map(|_| ()).ok_or(NotNow::NoTimeLimit)
            }
            Action::Join if is_arena => {
                if self.seat_of(account).is_some() {
                    return Err(NotNow::AlreadySeated);
                }
                self.free_seat().map(|_| ()).ok_or(NotNow::NoFreeSeat)
            }
            Action::Close if is_arena => self.require_seat(account).map(|_| ()),
            Action::NewRound(_) | Action::Resign | Action::ClaimTimeout | Action::Join | Action::Close => {
                Err(NotNow::NotOffered)
            }
        }
    }

    fn require_full(&self) -> Result<(), NotNow> {
        match self.free_seat() {
            Some(_) if self.round == 0 => Err(NotNow::NoGame),
            Some(seat) => Err(NotNow::SeatFree(seat)),
            None => Ok(()),
        }
    }

    fn require_under_way(&self) -> Result<Seat, NotNow> {
        self.require_full()?;
        self.turn().ok_or(NotNow::RoundOver)
    }

    // Asked by turn and not by name: who plays against themselves has both seats.
    fn require_turn(&self, account: &AccountIdRef) -> Result<(), NotNow> {
        let seat = self.require_under_way()?;
        match self.player(seat) {
            Some(player) if **player != *account => Err(NotNow::NotYourTurn(player.clone())),
            _ => Ok(()),
        }
    }

    fn require_seat(&self, account: &AccountIdRef) -> Result<Seat, NotNow> {
        self.seat_of(account).ok_or(NotNow::NotAPlayer)
    }
}

#[cfg(test)]
mod tests {
    use tic_tac_toe_interface::GameId;

    use super::*;

    fn account(name: &str) -> AccountId {
        name.parse().unwrap()
    }

    fn between(x: &str, o: &str) -> Table {
        super::super::one_game::table(1, [account(x), account(o)])
    }

    #[test]
    fn the_one_game_contract_offers_moves_and_new_games_only() {
        let table = between("alice.near", "bob.near");
        let alice = account("alice.near");
        assert_eq!(table.check(&Action::Play(Cell { row: 1, col: 1 }), &alice), Ok(()));
        let new_game = table.new_round(None).unwrap();
        assert_eq!(new_game, Action::NewRound(Some([alice.clone(), account("bob.near")])));
        assert_eq!(table.check(&new_game, &account("carol.near")), Ok(()));
        for action in
            [Action::Resign, Action::ClaimTimeout, Action::Join, Action::Close, Action::NewRound(None)]
        {
            assert_eq!(table.check(&action, &alice), Err(NotNow::NotOffered));
        }
        assert_eq!(Table::before_the_first_game().new_round(None), None);
    }

    #[test]
    fn who_plays_against_themselves_is_always_to_move() {
        let mut table = between("alice.near", "alice.near");
        let alice = account("alice.near");
        table.position.play(Cell { row: 1, col: 1 }).unwrap();
        assert_eq!(table.check(&Action::Play(Cell { row: 0, col: 0 }), &alice), Ok(()));
        let taken = table.check(&Action::Play(Cell { row: 1, col: 1 }), &alice);
        assert_eq!(taken, Err(NotNow::Forbidden(MoveError::CellTaken(Seat::X))));
    }

    #[test]
    fn an_arena_offers_what_its_players_may_do() {
        let mut table = Table { id: TableId::Arena(GameId(1)), ..between("alice.near", "bob.near") };
        let (bob, carol) = (account("bob.near"), account("carol.near"));
        assert_eq!(
            table.check(&Action::Play(Cell { row: 0, col: 0 }), &bob).unwrap_err().to_string(),
            "it is the turn of alice.near"
        );
        assert_eq!(table.check(&Action::Resign, &bob), Ok(()));
        assert_eq!(table.check(&Action::Resign, &carol), Err(NotNow::NotAPlayer));
        assert_eq!(table.check(&Action::ClaimTimeout, &carol), Err(NotNow::NoTimeLimit));
        assert_eq!(table.check(&Action::Join, &carol), Err(NotNow::NoFreeSeat));
        assert_eq!(table.new_round(None), Some(Action::NewRound(None)));

        table.players[1] = None;
        assert_eq!(table.check(&Action::Join, &carol), Ok(()));
        assert_eq!(
            table.check(&Action::NewRound(None), &account("alice.near")),
            Err(NotNow::SeatFree(Seat::O))
        );
    }
}
