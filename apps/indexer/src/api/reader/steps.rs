//! What was played, in order.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::super::answer::{At, Reason, Step};
use super::super::ask::{AskMoves, StepsCursor};
use super::games::{Found, unknown};
use super::{Reader, Value};

/// Later than any round can be: the database keeps them in 32 bits.
const LAST_ROUND: i64 = i32::MAX as i64;

impl Reader {
    /// A page of steps, and where the next one begins.
    pub(in crate::api) async fn steps(
        &self,
        found: &Found,
        asked: &AskMoves,
    ) -> Result<(Vec<Step>, Option<StepsCursor>), sqlx::Error> {
        const MOVES: &str =
            "SELECT round, number, seat, height, time, receipt, row_number, col_number FROM moves
             WHERE game = $1 AND (round, number) > ($2, $3) AND round <= $4
             ORDER BY round, number LIMIT $5";
        const OUTS: &str = "SELECT round, after_moves, seat, height, time, receipt, reason FROM outs
             WHERE game = $1 AND round >= $2 AND round <= $3 AND (round, after_moves, seat) > ($2, $4, $5)
             ORDER BY round, after_moves, seat LIMIT $6";
        let from = asked.beginning();
        let to = asked.round.map_or(LAST_ROUND, i64::from);
        let limit = asked.limit.get();
        // One more than asked for tells whether there are more.
        let values = [found.key, from.round, from.moves, to, limit + 1].map(Value::from);
        let moves = self.rows(MOVES, &values).await?;
        let values = [found.key, from.round, to, from.moves, from.out, limit + 1].map(Value::from);
        let outs = self.rows(OUTS, &values).await?;

        let moves = moves.iter().map(read_move);
        let mut steps = moves.chain(outs.iter().map(read_out)).collect::<Result<Vec<_>, _>>()?;
        steps.sort_unstable_by_key(Step::place);
        let size = usize::try_from(limit).unwrap_or(usize::MAX);
        let is_more = steps.len() > size;
        steps.truncate(size);
        let next = steps.last().filter(|_| is_more).map(Step::place);
        Ok((steps, next))
    }
}

impl AskMoves {
    fn beginning(&self) -> StepsCursor {
        let round = self.round.map_or(0, i64::from);
        let first = StepsCursor { round, moves: -1, out: 0 };
        self.cursor.map_or(first, |cursor| cursor.max(first))
    }
}

impl Step {
    /// Where in the game it was.
    const fn place(&self) -> StepsCursor {
        match *self {
            Self::Move { round, number, .. } => StepsCursor { round, moves: number, out: 0 },
            Self::Out { round, after, seat, .. } => StepsCursor { round, moves: after, out: seat },
        }
    }
}

fn read_move(row: &AnyRow) -> Result<Step, sqlx::Error> {
    Ok(Step::Move {
        round: row.try_get(0)?,
        number: row.try_get(1)?,
        seat: row.try_get(2)?,
        at: At::new(row.try_get(3)?, row.try_get(4)?),
        receipt: row.try_get(5)?,
        row: row.try_get(6)?,
        col: row.try_get(7)?,
    })
}

fn read_out(row: &AnyRow) -> Result<Step, sqlx::Error> {
    let reason: String = row.try_get(6)?;
    Ok(Step::Out {
        round: row.try_get(0)?,
        after: row.try_get(1)?,
        seat: row.try_get(2)?,
        at: At::new(row.try_get(3)?, row.try_get(4)?),
        receipt: row.try_get(5)?,
        reason: match reason.as_str() {
            "resigned" => Reason::Resigned,
            "timed_out" => Reason::TimedOut,
            other => return Err(unknown("reason", other)),
        },
    })
}
