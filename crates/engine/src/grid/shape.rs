//! The runs of cells on which a line can be made, which are the same for all positions of a game.

use alloc::vec::Vec;
use core::ops::Range;

use tic_tac_toe_rules::grid::Rules;

/// A run of as many cells as make a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    first: u16,
    stride: u16,
}

/// Every run of a board, and those through each cell. Cells are numbered in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) rules: Rules,
    runs: Vec<Run>,
    // The runs through each cell, one cell after the other.
    through: Vec<u16>,
    // Where those of each cell begin, with the end of the last one's.
    begin: Vec<u32>,
}

impl Shape {
    pub(crate) fn new(rules: Rules) -> Self {
        let runs = all_runs(rules);
        let mut shape = Self { rules, runs, through: Vec::new(), begin: Vec::new() };
        let mut of_cell: Vec<Vec<u16>> = (0..rules.cells()).map(|_| Vec::new()).collect();
        for run in 0..shape.runs.len() {
            for cell in shape.cells_of(run as u16) {
                of_cell[usize::from(cell)].push(run as u16);
            }
        }
        for runs in of_cell {
            shape.begin.push(shape.through.len() as u32);
            shape.through.extend(runs);
        }
        shape.begin.push(shape.through.len() as u32);
        shape
    }

    pub(crate) fn runs(&self) -> Range<u16> {
        0..self.runs.len() as u16
    }

    pub(crate) fn runs_through(&self, cell: u16) -> &[u16] {
        let cell = usize::from(cell);
        &self.through[self.begin[cell] as usize..self.begin[cell + 1] as usize]
    }

    pub(crate) fn cells_of(&self, run: u16) -> impl Iterator<Item = u16> + use<> {
        let Run { first, stride } = self.runs[usize::from(run)];
        (0..u16::from(self.rules.in_a_row())).map(move |i| first + i * stride)
    }
}

fn all_runs(rules: Rules) -> Vec<Run> {
    let [rows, cols, length] = [rules.rows(), rules.cols(), rules.in_a_row()].map(u16::from);
    let mut runs = Vec::new();
    for row in 0..rows {
        for col in 0..cols {
            let (down, right, left) = (row + length <= rows, col + length <= cols, col + 1 >= length);
            let strides = [(right, 1), (down, cols), (down && right, cols + 1), (down && left, cols - 1)];
            let fitting = strides.into_iter().filter(|(fits, _)| *fits);
            runs.extend(fitting.map(|(_, stride)| Run { first: row * cols + col, stride }));
        }
    }
    runs
}
