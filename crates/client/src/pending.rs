//! What was sent and is not yet seen: nothing is sent twice by mistake.

/// The last transaction, as far as its sender knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pending<R> {
    /// There is none.
    #[default]
    Nothing,
    /// It was sent, and its result is pending.
    Sent(R),
    /// Its result did not come in time: it may still take effect.
    Unsettled(R),
}

impl<R: PartialEq> Pending<R> {
    /// Returns the request whose outcome is awaited.
    pub const fn awaited(&self) -> Option<&R> {
        match self {
            Self::Sent(request) => Some(request),
            Self::Nothing | Self::Unsettled(_) => None,
        }
    }

    /// Returns whether this request would repeat one that may still take effect.
    pub fn is_doubtful(&self, request: &R) -> bool {
        matches!(self, Self::Unsettled(sent) if sent == request)
    }

    /// Notes that the result did not come in time.
    pub fn give_up(&mut self) {
        if let Self::Sent(request) = std::mem::replace(self, Self::Nothing) {
            *self = Self::Unsettled(request);
        }
    }

    /// Notes that the result is known.
    pub fn settle(&mut self) {
        *self = Self::Nothing;
    }

    /// Notes that the game went on: what was in doubt has either been done or can't be any more.
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
