//! One policy for servers that lag behind: what only grows does not shrink because one answer says so.

/// How far something that only grows was seen to have come.
///
/// Public servers are many machines, and some lag behind. An older answer is believed only when it comes several
/// times in a row, as after the restart of a dev node. A question without an answer says nothing either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freshness<V> {
    newest: Option<V>,
    doubts: u32,
}

impl<V: Ord> Freshness<V> {
    const CONVINCED_AFTER: u32 = 3;

    /// Returns whether this answer is to be believed.
    pub fn believes(&mut self, version: V) -> bool {
        let is_older = self.newest.as_ref().is_some_and(|newest| version < *newest);
        self.doubts = if is_older { self.doubts + 1 } else { 0 };
        if is_older && self.doubts < Self::CONVINCED_AFTER {
            return false;
        }
        self.newest = Some(version);
        self.doubts = 0;
        true
    }

    /// Takes note of something that is certain, such as a receipt.
    pub fn knows(&mut self, version: V) {
        if self.newest.as_ref().is_none_or(|newest| *newest < version) {
            self.newest = Some(version);
            self.doubts = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn believed(answers: &[u32]) -> Vec<bool> {
        let mut freshness = Freshness::default();
        answers.iter().map(|answer| freshness.believes(*answer)).collect()
    }

    #[test]
    fn an_older_answer_is_believed_when_it_comes_three_times_in_a_row() {
        assert_eq!(believed(&[5, 4, 4, 4, 4]), [true, false, false, true, true]);
    }

    #[test]
    fn one_answer_that_is_up_to_date_ends_the_doubts() {
        assert_eq!(believed(&[5, 4, 4, 5, 4, 4]), [true, false, false, true, false, false]);
    }

    #[test]
    fn answers_that_are_older_than_a_receipt_are_doubted() {
        let mut freshness = Freshness::default();
        assert!(freshness.believes(4));
        freshness.knows(5);
        assert!(!freshness.believes(4));
        assert!(freshness.believes(5));
    }
}
