//! Memory for one call: handed out and never taken back, since the chain drops it all when the call ends.
//!
//! A contract that names this crate uses it as its allocator. Outside wasm the crate is empty, but for its tests.

#![cfg(any(target_family = "wasm", test))]

#[cfg(test)]
mod tests;
#[cfg(target_family = "wasm")]
mod wasm;

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr;

const PAGE: usize = 64 * 1024;

/// A memory that grows by pages.
trait Memory {
    /// Adds pages and returns the number of the first, `usize::MAX` if there is no room for them.
    fn grow(&self, pages: usize) -> usize;
}

struct Heap<M> {
    next: Cell<usize>,
    end: Cell<usize>,
    memory: M,
}

impl<M> Heap<M> {
    const fn new(memory: M) -> Self {
        Self { next: Cell::new(0), end: Cell::new(0), memory }
    }
}

// SAFETY: every block lies in pages that the memory gave to this allocator alone, starts at a multiple of its
// alignment, which is at most a page, and ends before the next block starts.
unsafe impl<M: Memory> GlobalAlloc for Heap<M> {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // Alignments are powers of two, and addresses stay far below where sums would wrap.
        let align = layout.align().wrapping_sub(1);
        let mut start = self.next.get().wrapping_add(align) & !align;
        if start.wrapping_add(layout.size()) > self.end.get() {
            let pages = layout.size() / PAGE + 1;
            let first = self.memory.grow(pages);
            if first == usize::MAX {
                return ptr::null_mut();
            }
            start = first.wrapping_mul(PAGE);
            self.end.set(start.wrapping_add(pages.wrapping_mul(PAGE)));
        }
        self.next.set(start.wrapping_add(layout.size()));
        start as *mut u8
    }

    unsafe fn dealloc(&self, _block: *mut u8, _layout: Layout) {}
}
