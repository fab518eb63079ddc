//! Why the contract refuses a call.

use crate::code::codes;

codes! {
    /// The code before the sentence of a refusal. Each method checks in this order.
    Code {
        /// The game was never created, or it has been closed.
        NoGame = "NO_GAME",
        /// The caller is not the host, or else may not close the game.
        NotHost = "NOT_HOST",
        /// Too few or too many players, somebody named twice, or this contract named.
        BadPlayers = "BAD_PLAYERS",
        /// Numbers that make no game, for so many players or at all.
        BadRules = "BAD_RULES",
        /// The round is not the one that was named.
        WrongRound = "WRONG_ROUND",
        /// A seat is free.
        Waiting = "WAITING",
        /// The round has ended.
        GameOver = "GAME_OVER",
        /// The caller has no seat.
        NotAPlayer = "NOT_A_PLAYER",
        /// The caller is out of this round.
        AlreadyOut = "ALREADY_OUT",
        /// It is another player's turn.
        NotYourTurn = "NOT_YOUR_TURN",
        /// There is no such cell.
        OutOfBounds = "OUT_OF_BOUNDS",
        /// The mark must go into another mini-field.
        WrongField = "WRONG_FIELD",
        /// The cell has a mark.
        CellTaken = "CELL_TAKEN",
        /// The game has no time limit.
        NoTimeLimit = "NO_TIME_LIMIT",
        /// The player to move still has time.
        NotYet = "NOT_YET",
        /// Every seat is taken.
        NoFreeSeat = "NO_FREE_SEAT",
        /// The caller has a seat already.
        AlreadySeated = "ALREADY_SEATED",
        /// A round against the clock would go on, so no other can begin.
        RoundUnderWay = "ROUND_UNDER_WAY",
        /// The same players in the same order have a game.
        GameExists = "GAME_EXISTS",
        /// The caller's balance does not cover the game.
        StorageTooLow = "STORAGE_TOO_LOW",
        /// Exactly one yoctoNEAR must be attached.
        OneYocto = "ONE_YOCTO",
        /// The account is not registered.
        NotRegistered = "NOT_REGISTERED",
        /// Registering takes more.
        DepositTooLow = "DEPOSIT_TOO_LOW",
        /// Less than that is available.
        BalanceTooLow = "BALANCE_TOO_LOW",
        /// The account hosts games.
        HasGames = "HAS_GAMES",
    }
}
