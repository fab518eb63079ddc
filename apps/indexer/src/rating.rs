//! Elo ratings in whole numbers, so that the same rounds give the same ratings on every machine.
//!
//! A rating is kept in thousandths of a point. A round of several players counts as a game between each two of them,
//! whose changes are divided by the number of opponents: nobody can win or lose more in a round of four than in one of
//! two. What one player gains the others lose, to the thousandth.

use serde::{Serialize, Serializer};

/// A rating in thousandths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rating(pub i64);

/// The outcome of a round for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Another player won, or they were out of a round that the others drew.
    Lost,
    /// The round was drawn, and they were still in it.
    Drawn,
    /// They won.
    Won,
}

/// Millionths: an expected score is between 0 (surely lost) and this (surely won).
const CERTAIN: i64 = 1_000_000;

/// The largest change by a round, in thousandths of a point: the usual K of 32.
const MAX_CHANGE: i64 = 32_000;

/// How far two entries of [`EXPECTED`] are apart, in thousandths of a point.
const STEP: i64 = 25_000;

/// The expected score of the stronger of two players, for each 25 points between them up to 800:
/// 1 / (1 + 10^(-difference / 400)). Values between the steps are interpolated.
const EXPECTED: [i64; 33] = [
    500_000, 535_916, 571_463, 606_288, 640_065, 672_510, 703_385, 732_507, 759_747, 785_027, 808_318,
    829_633, 849_020, 866_557, 882_338, 896_477, 909_091, 920_305, 930_242, 939_022, 946_760, 953_565,
    959_537, 964_769, 969_347, 973_346, 976_836, 979_878, 982_528, 984_834, 986_840, 988_584, 990_099,
];

impl Rating {
    /// The rating of a new player: 1,500 points.
    pub const FIRST: Self = Self(1_500_000);

    /// Rounds down to whole points, as they are shown.
    #[must_use]
    pub const fn points(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Returns the expected score against another player, in millionths.
    fn expected_against(self, other: Self) -> i64 {
        let difference = self.0 - other.0;
        let stronger = expected_of_the_stronger(difference.abs());
        if difference < 0 { CERTAIN - stronger } else { stronger }
    }
}

impl Default for Rating {
    fn default() -> Self {
        Self::FIRST
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.points())
    }
}

/// Computes the ratings after a round that counts. The players are different accounts: games against yourself are not
/// rated.
#[must_use]
pub fn update(players: &[(Rating, Outcome)]) -> Vec<Rating> {
    let mut after: Vec<Rating> = players.iter().map(|(rating, _)| *rating).collect();
    let opponents = i64::try_from(players.len().saturating_sub(1)).unwrap_or(i64::MAX);
    for (one, first) in players.iter().enumerate() {
        for (other, second) in players.iter().enumerate().skip(one + 1) {
            let change = change_of_the_first(*first, *second) / opponents;
            after[one].0 += change;
            after[other].0 -= change;
        }
    }
    after
}

fn change_of_the_first(first: (Rating, Outcome), second: (Rating, Outcome)) -> i64 {
    let scored = match (first.1, second.1) {
        // Both lost to somebody else, which says nothing about these two.
        (Outcome::Lost, Outcome::Lost) => return 0,
        (first, second) if first > second => CERTAIN,
        (first, second) if first < second => 0,
        _ => CERTAIN / 2,
    };
    MAX_CHANGE * (scored - first.0.expected_against(second.0)) / CERTAIN
}

fn expected_of_the_stronger(difference: i64) -> i64 {
    let steps = usize::try_from(difference / STEP).unwrap_or(usize::MAX);
    match (EXPECTED.get(steps), EXPECTED.get(steps.saturating_add(1))) {
        (Some(below), Some(above)) => below + (above - below) * (difference % STEP) / STEP,
        _ => EXPECTED[EXPECTED.len() - 1],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::Outcome::{Drawn, Lost, Won};
    use super::*;

    fn points(points: i64) -> Rating {
        Rating(points * 1000)
    }

    #[test]
    fn the_table_is_the_formula() {
        for (steps, expected) in (0u32..).zip(EXPECTED) {
            let exact = 1e6 / (1.0 + 10f64.powf(-f64::from(steps) * 25.0 / 400.0));
            assert!((exact - f64::from(i32::try_from(expected).unwrap())).abs() <= 0.5, "{steps} steps");
        }
    }

    #[test]
    fn equals_move_by_half_of_the_most() {
        let after = update(&[(Rating::FIRST, Won), (Rating::FIRST, Lost)]);
        assert_eq!(after, [points(1516), points(1484)]);
        assert_eq!(update(&[(Rating::FIRST, Drawn), (Rating::FIRST, Drawn)]), [Rating::FIRST; 2]);
    }

    #[rstest]
    #[case::the_favourite_wins(Won, Lost, 7_688)]
    #[case::they_draw(Drawn, Drawn, -8_311)]
    #[case::the_outsider_wins(Lost, Won, -24_311)]
    fn two_hundred_points_apart_a_surprise_weighs_more(
        #[case] favourite: Outcome,
        #[case] outsider: Outcome,
        #[case] change: i64,
    ) {
        let after = update(&[(points(1700), favourite), (points(1500), outsider)]);
        assert_eq!(after, [Rating(1_700_000 + change), Rating(1_500_000 - change)]);
    }

    #[test]
    fn beyond_the_table_a_win_still_gains_a_little() {
        let after = update(&[(points(3000), Won), (points(1000), Lost)]);
        assert_eq!(after, [Rating(3_000_316), Rating(999_684)]);
    }

    #[test]
    fn of_four_equals_the_winner_gains_as_much_as_of_two() {
        let four = [Won, Lost, Lost, Lost].map(|outcome| (Rating::FIRST, outcome));
        let lost = Rating(1_500_000 - 5_333);
        assert_eq!(update(&four), [Rating(1_500_000 + 3 * 5_333), lost, lost, lost]);
    }

    #[test]
    fn who_left_a_round_that_the_others_drew_has_lost_to_them() {
        let three = [Drawn, Lost, Drawn].map(|outcome| (Rating::FIRST, outcome));
        assert_eq!(update(&three), [points(1508), points(1484), points(1508)]);
    }

    #[test]
    fn points_are_shown_whole() {
        assert_eq!(Rating(1_499_999).points(), 1499);
        assert_eq!(Rating(-1).points(), -1);
    }

    proptest! {
        #[test]
        fn what_one_gains_the_others_lose(
            players in prop::collection::vec((0..4_000_000i64, prop::sample::select(vec![Won, Drawn, Lost])), 1..=4)
        ) {
            let players: Vec<_> = players.into_iter().map(|(rating, outcome)| (Rating(rating), outcome)).collect();
            let after = update(&players);
            let sum = |ratings: &mut dyn Iterator<Item = Rating>| ratings.map(|rating| rating.0).sum::<i64>();
            prop_assert_eq!(sum(&mut after.iter().copied()), sum(&mut players.iter().map(|player| player.0)));
            for (before, after) in players.iter().zip(&after) {
                prop_assert!((after.0 - before.0.0).abs() <= MAX_CHANGE);
            }
        }
    }
}
