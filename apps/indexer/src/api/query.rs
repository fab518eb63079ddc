//! The addresses and parameters of requests, parsed before anything is looked up.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{Schema, StringValidation};
use serde::{Deserialize, Deserializer, de};
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::Rules;

use super::answer::SortOrder;
use super::error::ApiError;
use crate::model::Status;

/// Parameters, or a refusal that names what is wrong with them.
pub(super) struct Valid<E>(pub E);

const DEFAULT_LIMIT: u16 = 50;
const MAX_LIMIT: u16 = 100;

// A round of four players on the largest board has 361 moves and fits on a page.
const DEFAULT_STEPS: u16 = 500;
const MAX_STEPS: u16 = 1000;

/// No number in a cursor is larger, so that counting on from it can't overflow.
const MAX_IN_CURSOR: u64 = 1 << 53;

/// Which games to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesQuery {
    /// Only games in which this account has a seat.
    #[schemars(with = "Option<AccountText>")]
    pub player: Option<AccountId>,
    /// Only games with these rules, such as `3x3:3` or `ultimate:any`.
    #[serde(default, deserialize_with = "parse_optional")]
    #[schemars(with = "Option<RulesText>")]
    pub rules: Option<Rules>,
    /// Only games with this status.
    pub status: Option<Status>,
    /// Only games of this contract.
    #[schemars(with = "Option<AccountText>")]
    pub contract: Option<AccountId>,
    /// How many: 1 to 100, 50 by default.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 1, max = 100))]
    pub limit: Limit<DEFAULT_LIMIT, MAX_LIMIT>,
    /// Where the page begins: `next` of the page before.
    #[serde(default, deserialize_with = "parse_optional")]
    #[schemars(with = "Option<String>", regex(pattern = "^[0-9]{1,15}$"))]
    pub cursor: Option<GamesCursor>,
}

/// Which rounds of a game to answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RoundsQuery {
    /// The first round of the page, from 1.
    #[schemars(range(max = 4_294_967_295.0))]
    pub from_round: Option<u32>,
}

/// Which steps of a game to answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MovesQuery {
    /// Only this round.
    #[schemars(range(max = 4_294_967_295.0))]
    pub round: Option<u32>,
    /// How many: 1 to 1,000, 500 by default.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 1, max = 1000))]
    pub limit: Limit<DEFAULT_STEPS, MAX_STEPS>,
    /// Where the page begins: `next` of the page before.
    #[serde(default, deserialize_with = "parse_optional")]
    #[schemars(with = "Option<String>", regex(pattern = "^[0-9]{1,9}(~[0-9]{1,15}){2}$"))]
    pub cursor: Option<StepsCursor>,
}

/// Which leaderboard to answer.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaderboardQuery {
    /// The rules, such as `3x3:3` or `ultimate:any`; all rules by default.
    #[serde(default, deserialize_with = "parse_optional")]
    #[schemars(with = "Option<RulesText>")]
    pub rules: Option<Rules>,
    /// The order, `wins` by default.
    #[serde(default)]
    #[schemars(with = "Option<SortOrder>")]
    pub by: SortOrder,
    /// How many: 1 to 100, 50 by default.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 1, max = 100))]
    pub limit: Limit<DEFAULT_LIMIT, MAX_LIMIT>,
    /// Where the page begins: `next` of the page before.
    #[serde(default, deserialize_with = "parse_optional")]
    #[schemars(with = "Option<String>", regex(pattern = "^[0-9]{1,9}(~[0-9]{1,15}){2}$"))]
    pub cursor: Option<LeadersCursor>,
}

/// Which games to stream.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EventsQuery {
    /// Only games in which this account has a seat.
    #[schemars(with = "Option<AccountText>")]
    pub player: Option<AccountId>,
    /// Only games of this contract.
    #[schemars(with = "Option<AccountText>")]
    pub contract: Option<AccountId>,
    /// Only the game with this number.
    #[serde(default, deserialize_with = "parse_optional")]
    #[schemars(with = "Option<String>", regex(pattern = "^[0-9]{1,19}$"))]
    pub game_id: Option<GameId>,
}

/// No parameters.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoQuery {}

/// The address of a game.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GameAddress {
    /// The contract's account.
    #[schemars(with = "AccountText")]
    pub contract: AccountId,
    /// The number of the game.
    #[serde(deserialize_with = "parse")]
    #[schemars(with = "String", regex(pattern = "^[0-9]{1,19}$"))]
    pub game_id: GameId,
}

/// The address of a player.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct PlayerAddress {
    /// The account.
    #[schemars(with = "AccountText")]
    pub account: AccountId,
}

/// How an account is written.
#[derive(JsonSchema)]
struct AccountText(
    #[schemars(
        length(min = 2, max = 64),
        regex(pattern = r"^(([a-z0-9]+[-_])*[a-z0-9]+\.)*([a-z0-9]+[-_])*[a-z0-9]+$")
    )]
    #[expect(dead_code, reason = "only described")]
    String,
);

/// How rules are written.
struct RulesText;

/// The number of entries on a page.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u16")]
pub(super) struct Limit<const DEFAULT: u16, const MAX: u16>(u16);

/// Where a page begins: after the entry with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cursor<const N: usize>(pub [i64; N]);

/// The game's id in the database.
pub(super) type GamesCursor = Cursor<1>;

/// The round, how many moves were made in it, and the seat that was out after them, 0 for the move itself. In which
/// order two players left after the same move changes nothing.
pub(super) type StepsCursor = Cursor<3>;

/// The place, the wins or the rating by which players are sorted, and the account's id in the database, by which those
/// with the same score are sorted.
pub(super) type LeadersCursor = Cursor<3>;

impl JsonSchema for RulesText {
    fn schema_name() -> String {
        "RulesText".to_owned()
    }

    /// Describes exactly what is read: a line is at most as long as the longer side.
    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let from = |side: u8| (side.max(3)..=19).map(|side| side.to_string()).collect::<Vec<_>>().join("|");
        let any = from(3);
        let grid = |line: u8| format!("(({0})x({any})|({any})x({0})):{line}", from(line));
        let grids: Vec<String> = (2..=19).map(grid).collect();
        let mut schema = String::json_schema(schemas).into_object();
        let pattern = format!("^(classic|ultimate(:(first|any|closing))?|{})$", grids.join("|"));
        schema.string =
            Some(Box::new(StringValidation { pattern: Some(pattern), ..StringValidation::default() }));
        schema.into()
    }
}

impl<const DEFAULT: u16, const MAX: u16> Limit<DEFAULT, MAX> {
    /// Returns the number.
    pub(super) const fn get(self) -> i64 {
        self.0 as i64
    }

    /// Cuts rows down to one page and says whether there are more: for that, one more than the limit is looked up.
    pub(super) fn cut<T>(self, rows: &mut Vec<T>) -> bool {
        let is_more = rows.len() > usize::from(self.0);
        rows.truncate(self.0.into());
        is_more
    }
}

impl<const DEFAULT: u16, const MAX: u16> Default for Limit<DEFAULT, MAX> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<const DEFAULT: u16, const MAX: u16> TryFrom<u16> for Limit<DEFAULT, MAX> {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, Self::Error> {
        if (1..=MAX).contains(&number) {
            Ok(Self(number))
        } else {
            Err(format!("a page has 1 to {MAX} entries, not {number}"))
        }
    }
}

impl<const N: usize> fmt::Display for Cursor<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.map(|number| number.to_string()).join("~"))
    }
}

impl<const N: usize> FromStr for Cursor<N> {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const NO_CURSOR: &str = "a cursor is what the page before has as `next`";
        let number =
            |text: &str| text.parse().ok().filter(|number: &i64| number.abs_diff(0) <= MAX_IN_CURSOR);
        let numbers: Option<Vec<i64>> = text.split('~').map(number).collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).map(Self).ok_or(NO_CURSOR)
    }
}

/// Parses a parameter from its text.
fn parse<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
}

fn parse_optional<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    parse(deserializer).map(Some)
}

impl<S: Send + Sync, E: FromRequestParts<S, Rejection: Error>> FromRequestParts<S> for Valid<E> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        E::from_request_parts(parts, state).await.map(Self).map_err(|rejection| bad_request(&rejection))
    }
}

/// Refuses a request with the innermost cause, which says what is wrong; those around it say where it was read.
fn bad_request(error: &dyn Error) -> ApiError {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    ApiError::BadRequest(cause.to_string())
}

#[cfg(test)]
mod tests {
    use axum::extract::Query;
    use rstest::rstest;
    use serde::de::DeserializeOwned;

    use super::*;

    fn query<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        let uri = format!("/?{text}").parse().unwrap();
        let parsed = Query::try_from_uri(&uri);
        parsed.map(|query| query.0).map_err(|error| bad_request(&error).to_string())
    }

    #[test]
    fn a_page_has_fifty_entries_by_default() {
        assert_eq!(query::<GamesQuery>("").unwrap().limit.get(), 50);
        assert_eq!(query::<GamesQuery>("limit=100").unwrap().limit.get(), 100);
        assert_eq!(query::<MovesQuery>("").unwrap().limit.get(), 500);
    }

    #[test]
    fn rules_may_be_called_by_their_names() {
        for name in ["3x3:3", "classic"] {
            let query: GamesQuery = query(&format!("rules={name}")).unwrap();
            assert_eq!(query.rules, Some(Rules::CLASSIC), "{name}");
        }
    }

    #[rstest]
    #[case::no_entries("limit=0", "a page has 1 to 100 entries, not 0")]
    #[case::too_many_entries("limit=101", "a page has 1 to 100 entries, not 101")]
    #[case::a_word("limit=ten", "invalid digit found in string")]
    #[case::an_unknown_parameter("colour=red", "unknown field `colour`")]
    #[case::an_unknown_status("status=lost", "unknown variant `lost`")]
    #[case::an_account_in_capitals("player=ALICE", "invalid")]
    #[case::unknown_rules("rules=chess", "rules")]
    #[case::an_invented_cursor("cursor=seven", "a cursor is what the page before has as `next`")]
    #[case::a_huge_cursor("cursor=9223372036854775807", "a cursor is what the page before has as `next`")]
    fn a_parameter_that_cannot_be_read_is_named(#[case] text: &str, #[case] message: &str) {
        let error = query::<GamesQuery>(text).unwrap_err();
        assert!(error.contains(message), "{error}");
    }

    #[test]
    fn cursors_are_read_as_they_are_written() {
        assert_eq!("17".parse(), Ok(Cursor([17])));
        for cursor in [Cursor([2, 11, 3]), Cursor([50, -3, 7])] {
            assert_eq!(cursor.to_string().parse(), Ok(cursor));
        }
    }
}
