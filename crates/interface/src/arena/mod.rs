//! The contract with many games at once, for two to four players, by any rules.

mod args;
mod code;
mod event;
mod handle;
mod method;
mod number;
mod position;
mod rules;
mod view;

pub use args::{
    AboutGame, AboutRound, Create, FindGame, GetCost, GetCounts, GetGames, GetGamesOf, Page, Play,
    StorageBalanceOf, StorageDeposit, StorageUnregister, StorageWithdraw,
};
pub use code::Code;
pub use event::{Event, Reason, RoundResult};
pub use handle::Arena;
pub use method::{
    CALL_GAS, CLAIM_TIMEOUT, CLOSE, CREATE, FIND_GAME, GET_COST, GET_COUNTS, GET_GAME, GET_GAMES,
    GET_GAMES_OF, GET_OPEN_GAMES, JOIN, METHODS, ONE_YOCTO, PLAY, RESIGN, RESTART, STORAGE_BALANCE_BOUNDS,
    STORAGE_BALANCE_OF, STORAGE_DEPOSIT, STORAGE_UNREGISTER, STORAGE_WITHDRAW,
};
pub use number::{Amount, Index, Timestamp};
pub use position::ImpossibleGame;
pub use rules::{Capture, Rules, Starts, UnknownStarts, UnplayableRules};
pub use view::{
    Counts, FieldLine, GameView, GameViewParts, GamesPage, PlayerView, Score, Status, StorageBalance,
    StorageBalanceBounds, UltimateView,
};
