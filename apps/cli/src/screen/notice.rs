//! A sentence for the person at a screen.

/// Said instead of sending a second transaction.
pub(crate) const STILL_PENDING: &str = "One moment: the last transaction is still pending.";

/// A sentence below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Notice {
    #[default]
    None,
    /// Something good to know; gone with the next key, or when the game has gone on.
    Info(String),
    /// Something that did not work.
    Problem(String),
    /// The chain does not answer; gone as soon as it does.
    Offline(String),
}
