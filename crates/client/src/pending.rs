//! What was sent and is not yet seen: nothing is sent twice by mistake.

/// The last transaction, as far as its sender knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pending<R> {
    /// None is under way.
    #[default]
    Nothing,
    /// It was sent, and its outcome is awaited.
    Sent(R),
    /// Its outcome did not come in time: it may still take effect.
    Unsettled(R),
}

impl<R: PartialEq> Pending<R> {
    /// The request whose outcome is awaited.
    pub const fn awaited(&self) -> Option<&R> {
        match self {
            Self::Sent(request) => Some(request),
            Self::Nothing | Self::Unsettled(_) => None,
        }
    }

    /// Would this request repeat one that may still take effect?
    pub fn is_doubtful(&self, request: &R) -> bool {
        matches!(self, Self::Unsettled(sent) if sent == request)
    }

    /// The outcome did not come in time.
    pub fn give_up(&mut self) {
        if let Self::Sent(request) = std::mem::replace(self, Self::Nothing) {
            *self = Self::Unsettled(request);
        }
    }

    /// The outcome is known.
    pub fn settle(&mut self) {
        *self = Self::Nothing;
    }

    /// The game has gone on: what was in doubt has either been done or can't be any more.
    pub fn game_went_on(&mut self) {
        if matches!(self, Self::Unsettled(_)) {
            *self = Self::Nothing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_without_an_outcome_stays_in_doubt_until_the_game_goes_on() {
        let mut pending = Pending::Sent("centre");
        pending.game_went_on();
        assert_eq!(pending.awaited(), Some(&"centre"));

        pending.give_up();
        assert_eq!(pending.awaited(), None);
        assert!(pending.is_doubtful(&"centre") && !pending.is_doubtful(&"corner"));

        pending.game_went_on();
        assert!(!pending.is_doubtful(&"centre"));
    }
}
