//! Memory for one call: handed out and never taken back, since the chain drops it all when the call ends.
//!
//! A contract that names this crate uses it as its allocator. Outside wasm the crate is empty.

#![cfg(target_family = "wasm")]

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::memory_grow;
use std::cell::Cell;
use std::ptr;

const PAGE: usize = 64 * 1024;

struct Heap {
    next: Cell<usize>,
    end: Cell<usize>,
}

#[global_allocator]
static HEAP: Heap = Heap { next: Cell::new(0), end: Cell::new(0) };

// SAFETY: a contract has one thread.
unsafe impl Sync for Heap {}

// SAFETY: every block lies in pages that memory_grow gave to this allocator alone, starts at a multiple of its
// alignment and ends before the next block starts.
unsafe impl GlobalAlloc for Heap {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // Alignments are powers of two, and addresses stay far below where sums would wrap.
        let align = layout.align().wrapping_sub(1);
        let mut start = self.next.get().wrapping_add(align) & !align;
        if start.wrapping_add(layout.size()) > self.end.get() {
            let pages = layout.size() / PAGE + 1;
            let first = memory_grow::<0>(pages);
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
