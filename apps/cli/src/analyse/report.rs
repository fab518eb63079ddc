//! What an analysis found, as a table for people and as an object for programs.

use serde_json::{Value, json};
use tic_tac_toe_client::table::TableId;
use tic_tac_toe_engine::{Evaluation, Grade, Verdict, grade};
use tic_tac_toe_rules::{Cell, Game as _, Position, Seat};

use super::history::{Round, Step};

/// A step of the round with what is known of the positions before and after it.
struct Row<'a> {
    number: u16,
    step: &'a Step,
    before: Option<&'a Evaluation>,
    after: Option<&'a Evaluation>,
}

fn rows<'a>(round: &'a Round, evaluations: &'a [Option<Evaluation>]) -> impl Iterator<Item = Row<'a>> {
    round.steps.iter().zip(evaluations.windows(2)).map(|(step, around)| Row {
        number: step.after.marks_made(),
        step,
        before: around[0].as_ref(),
        after: around[1].as_ref(),
    })
}

impl Row<'_> {
    /// Returns the best move instead of the one that was made.
    fn best(&self) -> Option<Cell> {
        self.step.cell.and(self.before?.best())
    }

    fn grade(&self) -> Option<Grade> {
        let (before, after) = (self.before?.chance(self.step.seat), self.after?.chance(self.step.seat));
        self.step.cell?;
        grade(before, after, self.best() == self.step.cell)
    }
}

/// Draws the table of the round's moves.
pub(super) fn text(round: &Round, evaluations: &[Option<Evaluation>]) -> String {
    let mut lines = vec![title(round)];
    for (seat, player) in round.start.players().seats().zip(&round.players) {
        let player = player.as_ref().map_or("nobody", |player| player.as_str());
        lines.push(format!("  {seat} {player}"));
    }
    lines.push(String::new());
    if round.steps.is_empty() {
        lines.push("No move was made yet.".to_owned());
        return lines.join("\n");
    }
    let table: Vec<[String; 5]> = rows(round, evaluations).map(|row| cells(&row)).collect();
    let head = ["move", "", "cell", "after it", "best"].map(ToOwned::to_owned);
    let all = || std::iter::once(&head).chain(&table);
    let widths: [usize; 4] =
        std::array::from_fn(|column| all().map(|row| row[column].len()).max().unwrap_or(0));
    let graded = std::iter::once(None).chain(rows(round, evaluations).map(|row| row.grade()));
    lines.extend(all().zip(graded).map(|(row, grade)| {
        let [number, mark, cell, after, best] = row;
        let [a, b, c, d] = widths;
        let grade = grade.map_or("", name);
        let line = format!("{number:>a$}  {mark:<b$} {cell:<c$}  {after:<d$}  {best:<6}  {grade}");
        line.trim_end().to_owned()
    }));
    lines.join("\n")
}

fn title(round: &Round) -> String {
    let rules = round.start.rules();
    match round.table {
        TableId::OneGame => format!("Game {}: {rules}", round.number),
        TableId::Arena(id) => format!("Game {id}: {rules}, round {}", round.number),
    }
}

fn cells(row: &Row) -> [String; 5] {
    let cell = |cell: Cell| format!("{},{}", cell.row, cell.col);
    let unknown = || "-".to_owned();
    [
        row.number.to_string(),
        row.step.seat.to_string(),
        row.step.cell.map_or_else(|| "left".to_owned(), cell),
        row.after.map_or_else(unknown, |after| standing(after, &row.step.after)),
        row.best().map_or_else(unknown, cell),
    ]
}

/// Says how a position stands: how it ends, or what the first player may expect; with more than two, what each may.
fn standing(evaluation: &Evaluation, position: &Position) -> String {
    let is_over = position.turn().is_none();
    match evaluation.verdict {
        Some(Verdict::Win { winner, .. }) if is_over => format!("{winner} has won"),
        Some(Verdict::Win { winner, marks }) => format!("{winner} wins in {marks}"),
        Some(Verdict::Draw) if is_over => "drawn".to_owned(),
        Some(Verdict::Draw) => "draw".to_owned(),
        None => {
            let seats: Vec<Seat> = position.players().seats().collect();
            let shown = if seats.len() == 2 { &seats[..1] } else { &seats[..] };
            let chance = |seat: &Seat| format!("{seat} {} %", (evaluation.chance(*seat) + 5) / 10);
            shown.iter().map(chance).collect::<Vec<_>>().join(" ")
        }
    }
}

const fn name(grade: Grade) -> &'static str {
    match grade {
        Grade::Mistake => "mistake",
        Grade::Blunder => "blunder",
    }
}

/// Writes the round's moves as one object.
pub(super) fn json(round: &Round, evaluations: &[Option<Evaluation>]) -> Value {
    let moves: Vec<Value> = rows(round, evaluations)
        .map(|row| {
            json!({
                "number": row.number,
                "seat": row.step.seat.number(),
                "cell": row.step.cell.map(cell_as_json),
                "evaluation": row.after.map(|after| evaluation_as_json(after, round.players.len())),
                "best": row.best().map(cell_as_json),
                "grade": row.grade().map(name),
            })
        })
        .collect();
    json!({
        "game_id": round.table.game_id(round.number),
        "round": round.number,
        "rules": round.start.rules().to_string(),
        "players": round.players,
        "moves": moves,
    })
}

fn evaluation_as_json(evaluation: &Evaluation, players: usize) -> Value {
    let verdict = evaluation.verdict.map(|verdict| match verdict {
        Verdict::Win { winner, marks } => json!({ "wins": winner.number(), "marks": marks }),
        Verdict::Draw => json!("draw"),
    });
    json!({
        "chances": evaluation.chances[..players],
        "verdict": verdict,
        "line": evaluation.line.iter().copied().map(cell_as_json).collect::<Vec<_>>(),
    })
}

fn cell_as_json(Cell { row, col }: Cell) -> Value {
    json!({ "row": row, "col": col })
}
