//! A computer opponent.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod board;
mod random;
mod tree;
mod ultimate;

#[doc(hidden)]
pub mod bench {
    use crate::random::Random;
    pub fn playouts(p: &tic_tac_toe_rules::ultimate::Position, n: u32) -> u32 {
        let b = crate::ultimate::Board::new(p);
        let mut r = Random::new(1);
        let mut w = 0;
        for _ in 0..n { let mut c = b; if c.play_at_random(&mut r) == crate::board::End::Draw { w += 1; } }
        w
    }
    pub fn playouts2(p: &tic_tac_toe_rules::ultimate::Position, n: u32) -> u32 {
        let b = crate::ultimate::Board::new(p);
        let mut r = Random::new(1);
        let mut w = 0;
        for _ in 0..n { let mut c = b; if crate::board::Board::play_out(&mut c, &mut r) == crate::board::End::Draw { w += 1; } }
        w
    }
    pub fn tree(p: &tic_tac_toe_rules::ultimate::Position, n: u32, e: f32, s: u64) -> tic_tac_toe_rules::ultimate::Cell {
        let mut t = crate::tree::Tree::new(crate::ultimate::Board::new(p), Random::new(s), e);
        for _ in 0..n { if t.is_proven() { break } t.step(); }
        crate::ultimate::Board::cell(t.best().unwrap()).unwrap()
    }
}
