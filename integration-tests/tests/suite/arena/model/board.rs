//! The rules once more, as slowly and plainly as possible: a board is worked out again from the list of its
//! marks whenever somebody asks. Shares no code with the project's own rules.

use serde_json::{Value, json};

/// A row and a column.
pub type Cell = [usize; 2];

/// Rows, columns, diagonals to the lower right and to the lower left, in the order in which they count.
const DIRECTIONS: [[isize; 2]; 4] = [[0, 1], [1, 0], [1, 1], [1, -1]];

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    Grid { rows: usize, cols: usize, in_a_row: usize },
    Ultimate(Capture),
}

/// When a mini-field has an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Capture {
    First,
    Any,
    Closing,
}

/// Somebody's mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    pub seat: usize,
    pub cell: Cell,
}

/// A mini-field of an ultimate board.
#[derive(Clone, Default)]
struct Field {
    /// Who captured it with which line, in the order in which that happened.
    lines: Vec<(usize, Vec<Cell>)>,
    marks: usize,
}

/// What the marks on a board amount to.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Open,
    Won { seat: usize, line: Vec<Cell> },
    Draw,
}

impl Rules {
    /// Reads the rules of a call's arguments or of an event; `None` if there are no such rules for that many players.
    pub fn read(json: &Value, players: usize) -> Option<Self> {
        if json.is_null() {
            return Some(Self::Grid { rows: 3, cols: 3, in_a_row: 3 });
        }
        if let Some(grid) = json.get("grid") {
            let number = |name: &str| grid[name].as_u64().and_then(|number| usize::try_from(number).ok());
            let (rows, cols, in_a_row) = (number("rows")?, number("cols")?, number("in_a_row")?);
            let sides = 3..=19;
            let fits = sides.contains(&rows) && sides.contains(&cols);
            let fits = fits && in_a_row >= 2 && in_a_row <= rows.max(cols);
            return fits.then_some(Self::Grid { rows, cols, in_a_row });
        }
        let capture = match json["ultimate"]["capture"].as_str()? {
            "first" => Capture::First,
            "any" => Capture::Any,
            "closing" => Capture::Closing,
            _ => return None,
        };
        (players == 2).then_some(Self::Ultimate(capture))
    }

    pub const fn rows(self) -> usize {
        match self {
            Self::Grid { rows, .. } => rows,
            Self::Ultimate(_) => 9,
        }
    }

    pub const fn cols(self) -> usize {
        match self {
            Self::Grid { cols, .. } => cols,
            Self::Ultimate(_) => 9,
        }
    }

    pub fn json(self) -> Value {
        match self {
            Self::Grid { rows, cols, in_a_row } => {
                json!({ "grid": { "rows": rows, "cols": cols, "in_a_row": in_a_row } })
            }
            Self::Ultimate(Capture::First) => json!({ "ultimate": { "capture": "first" } }),
            Self::Ultimate(Capture::Any) => json!({ "ultimate": { "capture": "any" } }),
            Self::Ultimate(Capture::Closing) => json!({ "ultimate": { "capture": "closing" } }),
        }
    }

    /// Returns the same text as in events.
    pub fn text(self) -> String {
        match self {
            Self::Grid { rows, cols, in_a_row } => {
                format!(r#"{{"grid":{{"rows":{rows},"cols":{cols},"in_a_row":{in_a_row}}}}}"#)
            }
            Self::Ultimate(_) => self.json().to_string(),
        }
    }

    /// Returns whose mark is where, row by row, 0 where there is none.
    pub fn cells(self, marks: &[Mark]) -> Vec<Vec<usize>> {
        let mut cells = vec![vec![0; self.cols()]; self.rows()];
        for mark in marks {
            cells[mark.cell[0]][mark.cell[1]] = mark.seat;
        }
        cells
    }

    /// Returns every cell in which the next mark may be made.
    pub fn legal(self, marks: &[Mark]) -> Vec<Cell> {
        let all = (0..self.rows()).flat_map(|row| (0..self.cols()).map(move |col| [row, col]));
        all.filter(|cell| self.refusal(marks, *cell).is_none()).collect()
    }

    /// Returns why the next mark may not be made in this cell of the board.
    pub fn refusal(self, marks: &[Mark], cell: Cell) -> Option<&'static str> {
        if let Self::Ultimate(capture) = self {
            let (field, fields) = (field_of(cell), fields(capture, marks));
            if next_field(capture, marks).is_some_and(|next| next != field)
                || capture == Capture::Closing && closed(&fields[field])
            {
                return Some("WRONG_FIELD");
            }
        }
        marks.iter().any(|mark| mark.cell == cell).then_some("CELL_TAKEN")
    }

    /// Returns what the last mark has made of the board.
    pub fn verdict(self, marks: &[Mark]) -> Verdict {
        let Some(last) = marks.last() else {
            return Verdict::Open;
        };
        let (line, over) = match self {
            Self::Grid { rows, cols, in_a_row } => {
                let cells = self.cells(marks);
                let line = first_line([rows, cols], in_a_row, |[row, col]| cells[row][col] == last.seat);
                (line, marks.len() == rows * cols)
            }
            Self::Ultimate(capture) => {
                let fields = fields(capture, marks);
                let counts =
                    |[row, col]: Cell| fields[3 * row + col].lines.iter().any(|(seat, _)| *seat == last.seat);
                let over = match capture {
                    Capture::First | Capture::Any => fields[cell_in_field(last.cell)].marks == 9,
                    Capture::Closing => fields.iter().all(closed),
                };
                (first_line([3, 3], 3, counts), over)
            }
        };
        match line {
            Some(line) => Verdict::Won { seat: last.seat, line },
            None if over => Verdict::Draw,
            None => Verdict::Open,
        }
    }

    /// Returns what a view has under `ultimate`.
    pub fn ultimate(self, marks: &[Mark], in_progress: bool) -> Value {
        let Self::Ultimate(capture) = self else {
            return Value::Null;
        };
        let fields = fields(capture, marks);
        let owner = |field: &Field| field.lines.iter().map(|(seat, _)| seat).sum::<usize>();
        let lines = |field: &Field| -> Vec<Value> {
            field.lines.iter().map(|(seat, line)| json!({ "seat": seat, "line": line })).collect()
        };
        json!({
            "fields": fields.iter().map(owner).collect::<Vec<_>>(),
            "next_field": next_field(capture, marks).filter(|_| in_progress),
            "field_lines": fields.iter().map(lines).collect::<Vec<_>>(),
        })
    }
}

/// Returns the first complete line of a board, by its cells.
fn first_line([rows, cols]: Cell, length: usize, holds: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
    for direction in DIRECTIONS {
        for row in 0..rows {
            for col in 0..cols {
                if !holds([row, col]) {
                    continue;
                }
                let line: Vec<Cell> =
                    (0..length).map_while(|n| step([row, col], direction, n, [rows, cols])).collect();
                if line.len() == length && line.iter().all(|cell| holds(*cell)) {
                    return Some(line);
                }
            }
        }
    }
    None
}

/// Returns the cell this many steps away, if it is on the board.
fn step([row, col]: Cell, [down, right]: [isize; 2], steps: usize, [rows, cols]: Cell) -> Option<Cell> {
    let steps = steps.cast_signed();
    let row = row.checked_add_signed(down * steps)?;
    let col = col.checked_add_signed(right * steps)?;
    (row < rows && col < cols).then_some([row, col])
}

const fn field_of([row, col]: Cell) -> usize {
    row / 3 * 3 + col / 3
}

const fn cell_in_field([row, col]: Cell) -> usize {
    row % 3 * 3 + col % 3
}

fn closed(field: &Field) -> bool {
    !field.lines.is_empty() || field.marks == 9
}

/// Returns where the next mark must go, `None` when anywhere that is open.
fn next_field(capture: Capture, marks: &[Mark]) -> Option<usize> {
    let next = cell_in_field(marks.last()?.cell);
    let free = capture == Capture::Closing && closed(&fields(capture, marks)[next]);
    (!free).then_some(next)
}

/// Returns the nine mini-fields after these marks, made one after the other.
fn fields(capture: Capture, marks: &[Mark]) -> Vec<Field> {
    let mut cells = vec![vec![0; 9]; 9];
    let mut fields = vec![Field::default(); 9];
    for Mark { seat, cell } in marks.iter().copied() {
        cells[cell[0]][cell[1]] = seat;
        let field = &mut fields[field_of(cell)];
        field.marks += 1;
        let fixed = match capture {
            Capture::First | Capture::Closing => !field.lines.is_empty(),
            Capture::Any => field.lines.iter().any(|(owner, _)| *owner == seat),
        };
        if fixed {
            continue;
        }
        let (top, left) = (cell[0] / 3 * 3, cell[1] / 3 * 3);
        if let Some(line) = first_line([3, 3], 3, |[row, col]| cells[top + row][left + col] == seat) {
            field.lines.push((seat, line.iter().map(|[row, col]| [top + row, left + col]).collect()));
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays (mini-field, cell) pairs, X first.
    fn play(pairs: &str) -> Vec<Mark> {
        let digits =
            |pair: &str| -> Vec<usize> { pair.bytes().map(|digit| usize::from(digit - b'0')).collect() };
        let cell = |pair: &str| {
            let pair = digits(pair);
            [pair[0] / 3 * 3 + pair[1] / 3, pair[0] % 3 * 3 + pair[1] % 3]
        };
        pairs
            .split_whitespace()
            .zip([1, 2].into_iter().cycle())
            .map(|(pair, seat)| Mark { seat, cell: cell(pair) })
            .collect()
    }

    #[test]
    fn the_model_agrees_with_the_games_played_by_hand() {
        let draw = play("00 01 10 02 20 03 30 04 40 05 50 06 60 07 70 08 80");
        for capture in [Capture::First, Capture::Any] {
            assert_eq!(Rules::Ultimate(capture).verdict(&draw), Verdict::Draw);
            assert_eq!(Rules::Ultimate(capture).verdict(&draw[..16]), Verdict::Open);
        }
        let both = play("00 03 30 04 40 05 51 10 01 12 26 60 02");
        assert_eq!(Rules::Ultimate(Capture::Any).ultimate(&both, true)["fields"][0], 3);
        assert_eq!(Rules::Ultimate(Capture::First).ultimate(&both, true)["fields"][0], 2);
    }

    /// Plays games by the published generator and counts who won how many, draws last, and the moves.
    fn tally(rules: Rules, players: usize, games: usize) -> (Vec<usize>, usize) {
        let mut seed = 1_u64;
        let (mut ends, mut moves) = (vec![0; players + 1], 0);
        for _ in 0..games {
            let mut marks = Vec::new();
            let end = loop {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let legal = rules.legal(&marks);
                let choice = usize::try_from(seed >> 33).expect("31 bits") % legal.len();
                marks.push(Mark { seat: marks.len() % players + 1, cell: legal[choice] });
                match rules.verdict(&marks) {
                    Verdict::Open => {}
                    Verdict::Won { seat, .. } => break seat - 1,
                    Verdict::Draw => break players,
                }
            };
            ends[end] += 1;
            moves += marks.len();
        }
        (ends, moves)
    }

    /// Returns how many ways there are to make this many moves.
    fn sequences(rules: Rules, marks: &mut Vec<Mark>, length: usize) -> usize {
        if length == 0 {
            return 1;
        }
        if rules.verdict(marks) != Verdict::Open {
            return 0;
        }
        let mut found = 0;
        for cell in rules.legal(marks) {
            marks.push(Mark { seat: marks.len() % 2 + 1, cell });
            found += sequences(rules, marks, length - 1);
            marks.pop();
        }
        found
    }

    #[test]
    fn the_model_agrees_with_the_published_figures() {
        let grid = |rows, cols, in_a_row| Rules::Grid { rows, cols, in_a_row };
        assert_eq!(tally(grid(3, 3, 3), 2, 1000), (vec![611, 263, 126], 7_609));
        assert_eq!(tally(grid(5, 7, 4), 3, 1000), (vec![272, 237, 178, 313], 30_100));
        assert_eq!(tally(grid(6, 5, 4), 2, 1000), (vec![537, 432, 31], 21_347));
        for capture in [Capture::First, Capture::Any, Capture::Closing] {
            assert_eq!(sequences(Rules::Ultimate(capture), &mut Vec::new(), 3), 6_336);
        }
    }
}
