//! Square roots that are the same on every machine: `core` has none, and additions and multiplications give the same
//! bits everywhere.

/// Computes a square root.
pub(crate) fn square_root(x: f32) -> f32 {
    x * inverse_square_root(x)
}

/// Computes 1 divided by a square root, by Newton's method from a guess.
pub(crate) fn inverse_square_root(x: f32) -> f32 {
    let mut inverse = f32::from_bits(0x5f37_59df - (x.to_bits() >> 1));
    for _ in 0..2 {
        inverse *= 1.5 - 0.5 * x * inverse * inverse;
    }
    inverse
}

/// Brings a sum of any size between 0 and 1.
pub(crate) fn squashed(sum: f32) -> f32 {
    0.5 + 0.5 * sum * inverse_square_root(1.0 + sum * sum)
}

#[cfg(test)]
mod tests {
    use super::square_root;

    #[test]
    fn square_roots_are_right_to_a_thousandth() {
        for x in [1.0_f32, 2.0, 3.0, 10.0, 1e3, 1e6, 4e9] {
            let root = square_root(x);
            assert!((root * root / x - 1.0).abs() < 1e-3, "{x}: {root}");
        }
        assert!(square_root(0.0).abs() < 1e-3);
    }
}
