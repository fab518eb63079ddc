//! Random numbers that are the same on every machine.

/// A linear congruential generator, of which only the better upper half is used.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Creates a generator with a sequence of its own for each seed, also for seeds that differ in one bit.
    pub(crate) fn new(seed: u64) -> Self {
        let mixed =
            (seed ^ (seed >> 32)).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Self(mixed ^ (mixed >> 32))
    }

    /// Returns a number below `bound`, or 0 when that is 0.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_stay_below_their_bound_and_reach_every_value() {
        let mut random = Random::new(1);
        let mut seen = [0_u32; 9];
        for _ in 0..9_000 {
            seen[random.below(9) as usize] += 1;
        }
        assert!(seen.iter().all(|&times| (850..1150).contains(&times)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn neighbouring_seeds_give_different_numbers() {
        let first = |seed| Random::new(seed).below(1 << 31);
        assert!((0..1000).all(|seed| first(seed) != first(seed + 1)));
    }
}
