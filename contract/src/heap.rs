//! Memory for one call: handed out and never taken back, since the chain drops it all when the call ends.

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
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let mut start = self.next.get().next_multiple_of(layout.align());
        if start + layout.size() > self.end.get() {
            let pages = layout.size() / PAGE + 1;
            let first = memory_grow::<0>(pages);
            if first == usize::MAX {
                return ptr::null_mut();
            }
            start = first * PAGE;
            self.end.set(start + pages * PAGE);
        }
        self.next.set(start + layout.size());
        start as *mut u8
    }

    unsafe fn dealloc(&self, _block: *mut u8, _layout: Layout) {}
}
