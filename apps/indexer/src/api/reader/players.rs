//! Players and how they compare.

use sqlx::Row;
use sqlx::any::AnyRow;
use tic_tac_toe_interface::AccountId;

use super::super::answer::{By, Placed, Player, Record, RecordByRules};
use super::super::ask::{AskLeaderboard, PlacesCursor};
use super::{Reader, Scope, Value};
use crate::rating::Rating;

/// The rules that stand for all of them together.
const ALL_RULES: i64 = 0;

impl Reader {
    /// A player; none if nobody has seen them.
    pub(in crate::api) async fn player(
        &self,
        scope: &Scope,
        account: &AccountId,
    ) -> Result<Option<Player>, sqlx::Error> {
        const SQL: &str = "SELECT standings.won, standings.lost, standings.drawn, standings.walked_away,
                 standings.rating, standings.rules_id, rules.name
             FROM standings LEFT JOIN rules ON rules.id = standings.rules_id
             WHERE standings.account_id = $1 ORDER BY standings.rules_id";
        let Some(key) = self.account(scope, account).await? else {
            return Ok(None);
        };
        let mut player =
            Player { player: account.to_string(), overall: Record::default(), by_rules: Vec::new() };
        for row in self.rows(SQL, &[key.into()]).await? {
            let record = read_record(&row)?;
            if row.try_get::<i64, _>(5)? == ALL_RULES {
                player.overall = record;
            } else {
                player.by_rules.push(RecordByRules { rules: row.try_get(6)?, record });
            }
        }
        Ok(Some(player))
    }

    /// A page of the leaderboard, and where the next one begins.
    pub(in crate::api) async fn leaderboard(
        &self,
        scope: &Scope,
        asked: &AskLeaderboard,
    ) -> Result<(Vec<Placed>, Option<PlacesCursor>), sqlx::Error> {
        let rules = match asked.rules {
            None => Some(ALL_RULES),
            Some(rules) => self.rules(rules).await?,
        };
        let (Some((chain, _)), Some(rules)) = (&scope.chain, rules) else {
            return Ok((Vec::new(), None));
        };
        let board = Board { by: asked.by, chain: *chain, rules };
        let limit = asked.limit.get();
        // One more than asked for tells whether there are more.
        let mut rows = match asked.cursor {
            None => self.rows(&board.first(), &board.values([limit + 1])).await?,
            Some(cursor) => self.after(&board, cursor, limit + 1).await?,
        };
        let size = usize::try_from(limit).unwrap_or(usize::MAX);
        let is_more = rows.len() > size;
        rows.truncate(size);
        let before = asked.cursor.map_or(0, |cursor| cursor.place);
        let mut placed = Vec::with_capacity(rows.len());
        for (place, row) in (before + 1..).zip(&rows) {
            placed.push(Placed { place, player: row.try_get(5)?, record: read_record(row)? });
        }
        let last = rows.last().filter(|_| is_more).map(|row| board.cursor(before + limit, row));
        Ok((placed, last.transpose()?))
    }

    /// Those with the same score, then those with less: each is one walk along the index.
    async fn after(&self, board: &Board, from: PlacesCursor, limit: i64) -> Result<Vec<AnyRow>, sqlx::Error> {
        let mut rows = self.rows(&board.equal(), &board.values([from.score, from.account, limit])).await?;
        let missing = limit - i64::try_from(rows.len()).unwrap_or(limit);
        if missing > 0 {
            rows.extend(self.rows(&board.less(), &board.values([from.score, missing])).await?);
        }
        Ok(rows)
    }
}

/// Which leaderboard, in keys of the database.
struct Board {
    by: By,
    chain: i64,
    rules: i64,
}

impl Board {
    /// Each walks along an index that has only players with rounds that count.
    fn sql(&self, condition: &str, limit: usize) -> String {
        let score = self.score();
        format!(
            "SELECT standings.won, standings.lost, standings.drawn, standings.walked_away, standings.rating,
                 accounts.name, standings.account_id
             FROM standings JOIN accounts ON accounts.id = standings.account_id
             WHERE standings.chain_id = $1 AND standings.rules_id = $2 AND standings.counted > 0{condition}
             ORDER BY standings.{score} DESC, standings.account_id LIMIT ${limit}"
        )
    }

    fn first(&self) -> String {
        self.sql("", 3)
    }

    fn equal(&self) -> String {
        let score = self.score();
        self.sql(&format!(" AND standings.{score} = $3 AND standings.account_id > $4"), 5)
    }

    fn less(&self) -> String {
        let score = self.score();
        self.sql(&format!(" AND standings.{score} < $3"), 4)
    }

    const fn score(&self) -> &'static str {
        match self.by {
            By::Wins => "won",
            By::Rating => "rating",
        }
    }

    fn values<const N: usize>(&self, more: [i64; N]) -> Vec<Value> {
        [self.chain, self.rules].into_iter().chain(more).map(Value::from).collect()
    }

    fn cursor(&self, place: i64, row: &AnyRow) -> Result<PlacesCursor, sqlx::Error> {
        let score = match self.by {
            By::Wins => row.try_get(0)?,
            By::Rating => row.try_get(4)?,
        };
        Ok(PlacesCursor { place, score, account: row.try_get(6)? })
    }
}

fn read_record(row: &AnyRow) -> Result<Record, sqlx::Error> {
    Ok(Record {
        won: row.try_get(0)?,
        lost: row.try_get(1)?,
        drawn: row.try_get(2)?,
        walked_away: row.try_get(3)?,
        rating: Rating(row.try_get(4)?).points(),
    })
}
