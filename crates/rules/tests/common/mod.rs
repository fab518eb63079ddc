//! A checker that reads the drawn board character by character and shares no code with the rules.

use tic_tac_toe_rules::Mark;
use tic_tac_toe_rules::classic::{Cell, Line, Outcome};

type Grid = [[char; 3]; 3];

/// Finds the outcome of a drawn board by walking from every cell in every direction.
pub fn outcome_by_plain_reading(drawing: &str) -> Outcome {
    let grid = read(drawing);
    for (winner, mark) in [(Mark::X, 'X'), (Mark::O, 'O')] {
        if let Some(line) = first_line_of(&grid, mark) {
            return Outcome::Won { winner, line };
        }
    }
    let count = |wanted: char| grid.iter().flatten().filter(|&&mark| mark == wanted).count();
    match (count('.'), count('X') > count('O')) {
        (0, _) => Outcome::Draw,
        (_, true) => Outcome::InProgress { next: Mark::O },
        (_, false) => Outcome::InProgress { next: Mark::X },
    }
}

fn read(drawing: &str) -> Grid {
    let mut grid = [[' '; 3]; 3];
    for (row, line) in drawing.lines().enumerate() {
        for (col, mark) in line.split(' ').enumerate() {
            grid[row][col] = mark.chars().next().expect("every cell is drawn");
        }
    }
    grid
}

fn first_line_of(grid: &Grid, mark: char) -> Option<Line> {
    let right = (0, 1);
    let down = (1, 0);
    let down_right = (1, 1);
    let down_left = (1, -1);
    for direction in [right, down, down_right, down_left] {
        for row in 0..3 {
            for col in 0..3 {
                if let Some(line) = walk(grid, mark, (row, col), direction) {
                    return Some(line);
                }
            }
        }
    }
    None
}

fn walk(grid: &Grid, mark: char, start: (i8, i8), step: (i8, i8)) -> Option<Line> {
    let mut line = Vec::new();
    for i in 0..3 {
        let row = u8::try_from(start.0 + i * step.0).ok()?;
        let col = u8::try_from(start.1 + i * step.1).ok()?;
        let found = *grid.get(usize::from(row))?.get(usize::from(col))?;
        if found != mark {
            return None;
        }
        line.push(Cell::new(row, col)?);
    }
    line.try_into().ok()
}
