//! The allocator of a contract.

use std::arch::wasm32::memory_grow;

use crate::{Heap, Memory};

#[global_allocator]
static HEAP: Heap<Wasm> = Heap::new(Wasm);

/// The memory of the running contract.
struct Wasm;

// SAFETY: a contract has one thread.
unsafe impl Sync for Heap<Wasm> {}

impl Memory for Wasm {
    fn grow(&self, pages: usize) -> usize {
        memory_grow::<0>(pages)
    }
}
