//! The steps of a replay.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::super::answer::Step;
use super::super::query::{Cursor, MovesQuery, StepsCursor};
use super::{Found, Reader, Value};
use crate::model::{BlockRef, from_name};

/// Later than any round can be: the database keeps them in 32 bits.
const LAST_ROUND: i64 = i32::MAX as i64;

impl Reader {
    /// Looks up a page of steps, and where the next one begins.
    pub(in crate::api) async fn steps(
        &self,
        found: &Found,
        query: &MovesQuery,
    ) -> Result<(Vec<Step>, Option<StepsCursor>), sqlx::Error> {
        const MOVES: &str =
            "SELECT round, number, seat, height, time, receipt, row_number, col_number FROM moves
             WHERE game = $1 AND (round, number) > ($2, $3) AND round <= $4
             ORDER BY round, number LIMIT $5";
        const OUTS: &str = "SELECT round, after_moves, seat, height, time, receipt, reason FROM outs
             WHERE game = $1 AND round >= $2 AND round <= $3 AND (round, after_moves, seat) > ($2, $4, $5)
             ORDER BY round, after_moves, seat LIMIT $6";
        let first = Cursor([query.round.map_or(0, i64::from), -1, 0]);
        let Cursor([round, moves, out]) = query.cursor.map_or(first, |cursor| cursor.max(first));
        let to = query.round.map_or(LAST_ROUND, i64::from);
        let limit = query.limit.get() + 1;
        let moves_made = self.rows(MOVES, &[found.id, round, moves, to, limit].map(Value::from)).await?;
        let outs = self.rows(OUTS, &[found.id, round, to, moves, out, limit].map(Value::from)).await?;

        let moves_made = moves_made.iter().map(read_move);
        let mut steps = moves_made.chain(outs.iter().map(read_out)).collect::<Result<Vec<_>, _>>()?;
        steps.sort_unstable_by_key(Step::cursor);
        let is_more = query.limit.cut(&mut steps);
        let next = steps.last().filter(|_| is_more).map(Step::cursor);
        Ok((steps, next))
    }
}

impl Step {
    const fn cursor(&self) -> StepsCursor {
        match *self {
            Self::Move { round, number, .. } => Cursor([round, number, 0]),
            Self::Out { round, after, seat, .. } => Cursor([round, after, seat]),
        }
    }
}

fn read_move(row: &AnyRow) -> Result<Step, sqlx::Error> {
    Ok(Step::Move {
        round: row.try_get(0)?,
        number: row.try_get(1)?,
        seat: row.try_get(2)?,
        at: BlockRef::must_read(row, 3)?,
        receipt: row.try_get(5)?,
        row: row.try_get(6)?,
        col: row.try_get(7)?,
    })
}

fn read_out(row: &AnyRow) -> Result<Step, sqlx::Error> {
    Ok(Step::Out {
        round: row.try_get(0)?,
        after: row.try_get(1)?,
        seat: row.try_get(2)?,
        at: BlockRef::must_read(row, 3)?,
        receipt: row.try_get(5)?,
        reason: from_name(row.try_get(6)?)?,
    })
}
