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
#[expect(missing_docs, reason = "each has its sentence")]
pub enum NotNow {
    #[error("this contract does not offer that")]
    NotOffered,
    #[error("there is no game yet")]
    NoGame,
    #[error("seat {} is still free", .0.number())]
    SeatFree(Seat),
    #[error("every seat is taken")]
    NoFreeSeat,
    #[error("this round is over")]
    RoundOver,
    #[error("only players can do that")]
    NotAPlayer,
    #[error("you already have a seat")]
    AlreadySeated,
    #[error("you are out of this round")]
    AlreadyOut,
    #[error("it is the turn of {0}")]
    NotYourTurn(AccountId),
    #[error("this round against the clock would go on; resign, or claim the timeout of the player to move")]
    RoundUnderWay,
    #[error("only the host can close a game in which you have made a mark; you can resign")]
    NotHost,
    #[error("this game has no time limit")]
    NoTimeLimit,
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
                    self.require_end_by_leaving()?;
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
            Action::Close if is_arena => self.require_closer(account),
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

    // Leaving a round against the clock takes one player out, who depends on the time and on the rounds before: with
    // more than two left the round goes on whoever that is.
    fn require_end_by_leaving(&self) -> Result<(), NotNow> {
        let left = self.seats().filter(|seat| !self.position.is_out(*seat)).count();
        let is_timed = self.turn_seconds.is_some() && self.turn().is_some();
        if is_timed && left > 2 { Err(NotNow::RoundUnderWay) } else { Ok(()) }
    }

    // A challenger may decline until they have come. Board and score tell that only in part, nor who was named: the
    // contract may refuse what passes here.
    fn require_closer(&self, account: &AccountIdRef) -> Result<(), NotNow> {
        let seat = self.require_seat(account)?;
        let rules = self.position.rules();
        let cells = (0..rules.rows()).flat_map(|row| (0..rules.cols()).map(move |col| Cell { row, col }));
        let has_marked = cells.into_iter().any(|cell| self.position.mark_at(cell) == Some(seat));
        let has_won = self.score.wins.get(seat.index()).is_some_and(|wins| *wins > 0);
        if seat != Seat::X && (has_marked || has_won) { Err(NotNow::NotHost) } else { Ok(()) }
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
    use tic_tac_toe_rules::{Players, Rules};

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

    #[test]
    fn a_round_against_the_clock_is_not_restarted_while_more_than_two_play() {
        let players = ["alice.near", "bob.near", "carol.near"].map(account);
        let mut table = Table {
            id: TableId::Arena(GameId(1)),
            players: players.clone().map(Some).to_vec(),
            position: Rules::CLASSIC.start(Players::new(3).unwrap()).unwrap(),
            turn_seconds: Some(60),
            ..between("alice.near", "bob.near")
        };
        let restart = Action::NewRound(None);
        assert_eq!(table.check(&restart, &players[0]), Err(NotNow::RoundUnderWay));
        let untimed = Table { turn_seconds: None, ..table.clone() };
        assert_eq!(untimed.check(&restart, &players[0]), Ok(()));
        table.position.leave(Seat::A).unwrap();
        assert_eq!(table.check(&restart, &players[2]), Ok(()), "the time may be over");
    }

    #[test]
    fn a_challenger_declines_until_they_have_made_a_mark() {
        let mut table = Table { id: TableId::Arena(GameId(1)), ..between("alice.near", "bob.near") };
        let (alice, bob) = (account("alice.near"), account("bob.near"));
        table.position.play(Cell { row: 0, col: 0 }).unwrap();
        assert_eq!(table.check(&Action::Close, &bob), Ok(()));
        table.position.play(Cell { row: 1, col: 1 }).unwrap();
        assert_eq!(table.check(&Action::Close, &bob), Err(NotNow::NotHost));
        assert_eq!(table.check(&Action::Close, &alice), Ok(()));
        assert_eq!(table.check(&Action::Close, &account("carol.near")), Err(NotNow::NotAPlayer));
    }
}
