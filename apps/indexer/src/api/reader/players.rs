//! Players and the leaderboard.

use sqlx::Row;
use sqlx::any::AnyRow;
use tic_tac_toe_interface::AccountId;

use super::super::answer::{Leader, Player, RecordByRules, SortOrder};
use super::super::query::{Cursor, LeaderboardQuery, LeadersCursor};
use super::{Reader, Scope, Value};
use crate::model::{ALL_RULES, Record};

impl Reader {
    /// Looks up a player; none if they have not played.
    pub(in crate::api) async fn player(
        &self,
        scope: &Scope,
        account: &AccountId,
    ) -> Result<Option<Player>, sqlx::Error> {
        let Some(id) = self.account_id(scope, account).await? else {
            return Ok(None);
        };
        let sql = format!(
            "SELECT {}, standings.rules_id, rules.name
             FROM standings LEFT JOIN rules ON rules.id = standings.rules_id
             WHERE standings.account_id = $1 ORDER BY standings.rules_id",
            Record::COLUMNS
        );
        let mut player =
            Player { player: account.to_string(), overall: Record::default(), by_rules: Vec::new() };
        for row in self.rows(&sql, &[id.into()]).await? {
            let record = Record::read(&row, 0)?;
            if row.try_get::<i64, _>(5)? == ALL_RULES {
                player.overall = record;
            } else {
                player.by_rules.push(RecordByRules { rules: row.try_get(6)?, record });
            }
        }
        Ok(Some(player))
    }

    /// Looks up a page of the leaderboard, and where the next one begins.
    pub(in crate::api) async fn leaderboard(
        &self,
        scope: &Scope,
        query: &LeaderboardQuery,
    ) -> Result<(Vec<Leader>, Option<LeadersCursor>), sqlx::Error> {
        let rules = match query.rules {
            None => Some(ALL_RULES),
            Some(rules) => self.rules_id(rules).await?,
        };
        let (Some((chain, _)), Some(rules)) = (&scope.chain, rules) else {
            return Ok((Vec::new(), None));
        };
        let board = Board { by: query.by, chain: *chain, rules };
        let limit = query.limit.get() + 1;
        let mut rows = match query.cursor {
            None => self.rows(&board.sql("", 3), &board.values([limit])).await?,
            Some(cursor) => self.after(&board, cursor, limit).await?,
        };
        let is_more = query.limit.cut(&mut rows);
        let before = query.cursor.map_or(0, |Cursor([place, ..])| place);
        let mut leaders = Vec::with_capacity(rows.len());
        for (place, row) in (before + 1..).zip(&rows) {
            leaders.push(Leader { place, player: row.try_get(5)?, record: Record::read(row, 0)? });
        }
        let next = match (leaders.last(), rows.last()) {
            (Some(leader), Some(row)) if is_more => {
                Some(Cursor([leader.place, board.score(&leader.record), row.try_get(6)?]))
            }
            _ => None,
        };
        Ok((leaders, next))
    }

    /// Looks up players with the same score, then those with less: each is one walk along the index.
    async fn after(
        &self,
        board: &Board,
        Cursor([_, score, account]): LeadersCursor,
        limit: i64,
    ) -> Result<Vec<AnyRow>, sqlx::Error> {
        let column = board.column();
        let equal = board.sql(&format!(" AND standings.{column} = $3 AND standings.account_id > $4"), 5);
        let mut rows = self.rows(&equal, &board.values([score, account, limit])).await?;
        let missing = limit - i64::try_from(rows.len()).unwrap_or(limit);
        if missing > 0 {
            let less = board.sql(&format!(" AND standings.{column} < $3"), 4);
            rows.extend(self.rows(&less, &board.values([score, missing])).await?);
        }
        Ok(rows)
    }
}

/// Which leaderboard, by ids of the database.
struct Board {
    by: SortOrder,
    chain: i64,
    rules: i64,
}

impl Board {
    /// Writes a statement, which walks along an index that has only players with rounds that count.
    fn sql(&self, condition: &str, limit: usize) -> String {
        let (columns, column) = (Record::COLUMNS, self.column());
        format!(
            "SELECT {columns}, accounts.name, standings.account_id
             FROM standings JOIN accounts ON accounts.id = standings.account_id
             WHERE standings.chain_id = $1 AND standings.rules_id = $2 AND standings.counted > 0{condition}
             ORDER BY standings.{column} DESC, standings.account_id LIMIT ${limit}"
        )
    }

    const fn column(&self) -> &'static str {
        match self.by {
            SortOrder::Wins => "won",
            SortOrder::Rating => "rating",
        }
    }

    const fn score(&self, record: &Record) -> i64 {
        match self.by {
            SortOrder::Wins => record.won,
            SortOrder::Rating => record.rating.0,
        }
    }

    fn values<const N: usize>(&self, more: [i64; N]) -> Vec<Value> {
        [self.chain, self.rules].into_iter().chain(more).map(Value::from).collect()
    }
}
