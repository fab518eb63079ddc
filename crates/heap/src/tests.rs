//! The allocator on a memory that only counts pages: addresses are compared and never used.

use super::{Cell, GlobalAlloc, Heap, Layout, Memory, PAGE};

/// Pages that are there before the allocator asks for any, as a contract's stack and constants are.
const BEFORE: usize = 17;

/// A memory of so many pages.
struct Pages {
    used: Cell<usize>,
    most: usize,
}

impl Memory for Pages {
    fn grow(&self, pages: usize) -> usize {
        let first = self.used.get();
        if first + pages > self.most {
            return usize::MAX;
        }
        self.used.set(first + pages);
        first
    }
}

fn heap_of(pages: usize) -> Heap<Pages> {
    Heap::new(Pages { used: Cell::new(BEFORE), most: BEFORE + pages })
}

impl Heap<Pages> {
    /// Returns the address of a new block, `None` if there is no room.
    fn block(&self, size: usize, align: usize) -> Option<usize> {
        let layout = Layout::from_size_align(size, align).expect("alignments are powers of two");
        // SAFETY: nobody uses the block.
        let address = unsafe { self.alloc(layout) }.addr();
        (address != 0).then_some(address)
    }

    /// Returns how many pages it has asked for.
    fn pages(&self) -> usize {
        self.memory.used.get() - BEFORE
    }
}

#[test]
fn blocks_start_at_multiples_of_their_alignment_and_never_overlap() {
    let heap = heap_of(100);
    let mut end = BEFORE * PAGE;
    for size in [1, 2, 3, 7, 8, 24, 100, 1_000, 65_535, 65_536, 65_537, 200_000] {
        for align in [1, 2, 4, 8, 16, 4_096, PAGE] {
            let start = heap.block(size, align).expect("there is room");
            assert_eq!(start % align, 0, "{size} bytes aligned to {align} start at {start}");
            assert!(start >= end, "{size} bytes start at {start}, before {end}");
            end = start + size;
            assert!(end <= (BEFORE + heap.pages()) * PAGE, "{size} bytes end at {end}, outside the memory");
        }
    }
}

#[test]
fn no_byte_lies_between_blocks_that_need_no_gap() {
    let heap = heap_of(1);
    let first = heap.block(3, 1).expect("there is room");
    assert_eq!(first, BEFORE * PAGE);
    assert_eq!(heap.block(5, 1), Some(first + 3));
    assert_eq!(heap.block(4, 4), Some(first + 8));
    assert_eq!(heap.block(1, 16), Some(first + 16));
}

#[test]
fn memory_grows_only_when_a_block_does_not_fit_and_by_as_many_pages_as_it_needs() {
    let heap = heap_of(100);
    heap.block(PAGE - 8, 1).expect("there is room");
    assert_eq!(heap.pages(), 1);
    heap.block(8, 8).expect("the page has 8 bytes left");
    assert_eq!(heap.pages(), 1);
    heap.block(1, 1).expect("there is room");
    assert_eq!(heap.pages(), 2);
    let large = heap.block(3 * PAGE + 1, 1).expect("there is room");
    assert_eq!((large, heap.pages()), ((BEFORE + 2) * PAGE, 6));
    // What is left of the last page is used.
    assert_eq!(heap.block(8, 8), Some(large + 3 * PAGE + 8));
    assert_eq!(heap.pages(), 6);
}

#[test]
fn a_block_that_does_not_fit_is_refused_and_smaller_ones_still_come() {
    let heap = heap_of(2);
    let first = heap.block(100, 1).expect("there is room");
    assert_eq!(heap.block(2 * PAGE, 1), None);
    assert_eq!(heap.block(usize::MAX / 4, 8), None);
    assert_eq!(heap.pages(), 1, "nothing was taken for what was refused");
    assert_eq!(heap.block(100, 1), Some(first + 100));
    heap.block(PAGE - 1, 1).expect("the second page is free");
    assert_eq!(heap.block(2, 1), None);
    assert_eq!(heap.block(1, 1), Some(first + 2 * PAGE - 1));
}

#[test]
fn memory_that_others_take_in_between_is_left_alone() {
    let heap = heap_of(10);
    heap.block(8, 8).expect("there is room");
    let others = heap.memory.grow(3);
    let block = heap.block(PAGE, 8).expect("there is room");
    assert!(block >= (others + 3) * PAGE, "{block} lies in the pages of somebody else");
}
