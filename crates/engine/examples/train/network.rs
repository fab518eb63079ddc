//! The network while it learns: the engine's, with fractions instead of integers.

use crate::random::Random;
use crate::roots::{inverse_square_root, squashed};
use crate::ultimate::judge::{HIDDEN, MOST, ROWS, SCALE, SIDES, STORED, UNITS, USED_ROWS, row_from};

/// Keeps the first steps of a weight from being too large.
const CAUTION: f32 = 0.1;

pub struct Network {
    // As they are stored.
    weights: Vec<f32>,
    // For each weight the sum of its gradients' squares: what was changed much already is changed less.
    changed: Vec<f32>,
    seen_rows: Vec<[u16; SIDES]>,
}

impl Network {
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut small = || (random.below(2_001) as f32 - 1_000.0) / 1_000.0;
        let mut weights: Vec<f32> = (0..STORED).map(|_| 0.1 * small()).collect();
        weights[ROWS * UNITS..(ROWS + 1) * UNITS].fill(0.5);
        for (unit, weight) in weights[(ROWS + 1) * UNITS..].iter_mut().enumerate() {
            *weight = if unit % 2 == 0 { 0.3 } else { -0.3 };
        }
        Self {
            weights,
            changed: vec![CAUTION; STORED],
            seen_rows: (0..ROWS).map(|row| core::array::from_fn(|side| row_from(row, side) as u16)).collect(),
        }
    }

    pub fn expectation(&self, rows: &[usize; USED_ROWS]) -> f32 {
        squashed(self.sum(&self.hidden(rows)))
    }

    fn hidden(&self, rows: &[usize; USED_ROWS]) -> [f32; HIDDEN] {
        let mut hidden = [0.0; HIDDEN];
        for (side, units) in hidden.chunks_exact_mut(UNITS).enumerate() {
            units.copy_from_slice(&self.weights[ROWS * UNITS..(ROWS + 1) * UNITS]);
            for &row in rows {
                let seen = usize::from(self.seen_rows[row][side]) * UNITS;
                for (unit, weight) in units.iter_mut().zip(&self.weights[seen..seen + UNITS]) {
                    *unit += weight;
                }
            }
        }
        hidden
    }

    fn sum(&self, hidden: &[f32; HIDDEN]) -> f32 {
        let weights = &self.weights[(ROWS + 1) * UNITS..];
        let of_side = |units: &[f32]| -> f32 {
            units.iter().zip(weights).map(|(unit, weight)| unit.clamp(0.0, f32::from(MOST)) * weight).sum()
        };
        hidden.chunks_exact(UNITS).map(of_side).sum()
    }

    /// Brings the expectation a step closer to the target.
    pub fn learn(&mut self, rows: &[usize; USED_ROWS], target: f32, rate: f32) {
        let hidden = self.hidden(rows);
        let sum = self.sum(&hidden);
        let root = inverse_square_root(1.0 + sum * sum);
        // A position that is nearly decided still learns: the slope of the last step is not taken to its third power.
        let gradient = (squashed(sum) - target) * root;
        let mut of_sum = [0.0; UNITS];
        let mut of_bias = [0.0; UNITS];
        for (side, units) in hidden.chunks_exact(UNITS).enumerate() {
            let mut of_unit = [0.0; UNITS];
            for unit in 0..UNITS {
                of_sum[unit] += gradient * units[unit].clamp(0.0, f32::from(MOST));
                // A unit that is out of its range learns a little, so that it can come back.
                let slope = if units[unit] > 0.0 && units[unit] < f32::from(MOST) { 1.0 } else { 0.02 };
                of_unit[unit] = gradient * slope * self.weights[(ROWS + 1) * UNITS + unit];
                of_bias[unit] += of_unit[unit];
            }
            for &row in rows {
                let seen = usize::from(self.seen_rows[row][side]) * UNITS;
                for (unit, &gradient) in of_unit.iter().enumerate() {
                    self.change(seen + unit, gradient, rate);
                }
            }
        }
        for unit in 0..UNITS {
            self.change(ROWS * UNITS + unit, of_bias[unit], rate);
            self.change((ROWS + 1) * UNITS + unit, of_sum[unit], rate);
        }
    }

    fn change(&mut self, weight: usize, gradient: f32, rate: f32) {
        let most = 127.0 / f32::from(SCALE);
        let changed = &mut self.changed[weight];
        *changed = *changed * 0.9995 + gradient * gradient;
        let value = &mut self.weights[weight];
        *value = (*value - rate * gradient * inverse_square_root(*changed)).clamp(-most, most);
    }

    /// Returns the weights as the engine reads them. What never came up is 0, which takes little room when compressed.
    pub fn stored(&self) -> Vec<u8> {
        let in_use = |changed: f32| changed.to_bits() != CAUTION.to_bits();
        let stored = |(weight, &changed): (&f32, &f32)| {
            let weight = if in_use(changed) { weight * f32::from(SCALE) } else { 0.0 };
            (weight.round() as i8).cast_unsigned()
        };
        self.weights.iter().zip(&self.changed).map(stored).collect()
    }
}
