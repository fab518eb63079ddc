//! What can be asked: addresses and parameters, parsed before anything is looked up.

use std::fmt;
use std::str::FromStr;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use schemars::JsonSchema;
use schemars::r#gen::SchemaGenerator;
use schemars::schema::{InstanceType, NumberValidation, Schema, SchemaObject};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, de};
use tic_tac_toe_interface::{AccountId, GameId};
use tic_tac_toe_rules::Rules;

use super::answer::{By, Status};
use super::error::ApiError;

/// Parameters behind the question mark.
pub struct Asked<T>(pub T);

/// Parts of the address.
pub struct Named<T>(pub T);

/// How many there are to a page, unless told otherwise.
const PAGE: u16 = 50;

/// How many there can be.
const LARGEST_PAGE: u16 = 100;

/// A round of four on the largest board has 361 moves and fits on a page.
const STEPS: u16 = 500;

/// How many steps there can be to a page.
const MOST_STEPS: u16 = 1000;

/// Which games.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskGames {
    /// Only those in which this account has a seat.
    #[schemars(with = "Option<String>")]
    pub player: Option<AccountId>,
    /// Only those with these rules, such as `3x3:3` or `ultimate:any`.
    #[serde(default, deserialize_with = "parsed")]
    #[schemars(with = "Option<String>")]
    pub rules: Option<Rules>,
    /// Only those that are so.
    pub status: Option<Status>,
    /// Only those of this contract.
    #[schemars(with = "Option<String>")]
    pub contract: Option<AccountId>,
    /// How many: 1 to 100, otherwise 50.
    #[serde(default)]
    pub limit: Limit<PAGE, LARGEST_PAGE>,
    /// Where to go on: `next` of the page before.
    #[serde(default, deserialize_with = "parsed")]
    #[schemars(with = "Option<String>")]
    pub cursor: Option<GamesCursor>,
}

/// Which rounds of a game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskRounds {
    /// The first round to tell of, from 1.
    pub from_round: Option<u32>,
}

/// Which moves of a game.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskMoves {
    /// Only this round.
    pub round: Option<u32>,
    /// How many: 1 to 1,000, otherwise 500.
    #[serde(default)]
    pub limit: Limit<STEPS, MOST_STEPS>,
    /// Where to go on: `next` of the page before.
    #[serde(default, deserialize_with = "parsed")]
    #[schemars(with = "Option<String>")]
    pub cursor: Option<StepsCursor>,
}

/// Which leaderboard.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskLeaderboard {
    /// The rules, such as `3x3:3` or `ultimate:any`; otherwise all.
    #[serde(default, deserialize_with = "parsed")]
    #[schemars(with = "Option<String>")]
    pub rules: Option<Rules>,
    /// What it is ordered by: `wins`, unless told otherwise.
    #[serde(default)]
    #[schemars(with = "Option<By>")]
    pub by: By,
    /// How many: 1 to 100, otherwise 50.
    #[serde(default)]
    pub limit: Limit<PAGE, LARGEST_PAGE>,
    /// Where to go on: `next` of the page before.
    #[serde(default, deserialize_with = "parsed")]
    #[schemars(with = "Option<String>")]
    pub cursor: Option<PlacesCursor>,
}

/// Which changes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskEvents {
    /// Only games in which this account has a seat.
    #[schemars(with = "Option<String>")]
    pub player: Option<AccountId>,
    /// Only games of this contract.
    #[schemars(with = "Option<String>")]
    pub contract: Option<AccountId>,
    /// Only the game with this number.
    #[serde(default, deserialize_with = "parsed")]
    #[schemars(with = "Option<String>")]
    pub game_id: Option<GameId>,
}

/// Nothing can be chosen.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskNothing {}

/// The address of a game.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct GameAddress {
    /// The contract's account.
    #[schemars(with = "String")]
    pub contract: AccountId,
    /// The number of the game.
    #[serde(deserialize_with = "game_id")]
    #[schemars(with = "String")]
    pub game_id: GameId,
}

/// The address of a player.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PlayerAddress {
    /// The account.
    #[schemars(with = "String")]
    pub account: AccountId,
}

/// How many to a page.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "u16")]
pub struct Limit<const USUAL: u16, const MOST: u16>(u16);

/// Behind which game a page begins: its key in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesCursor(pub i64);

/// Behind which step a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepsCursor {
    /// The round.
    pub round: i64,
    /// How many moves were made in it.
    pub moves: i64,
    /// Who was out after them, 0 for the move itself. In which order two of them left changes nothing.
    pub out: i64,
}

/// Behind which player a page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacesCursor {
    /// The place.
    pub place: i64,
    /// What they are ordered by, wins or rating.
    pub score: i64,
    /// The account's key in the database, by which those with the same score are ordered.
    pub account: i64,
}

impl<const USUAL: u16, const MOST: u16> Limit<USUAL, MOST> {
    /// The number.
    pub const fn get(self) -> i64 {
        self.0 as i64
    }
}

impl<const USUAL: u16, const MOST: u16> JsonSchema for Limit<USUAL, MOST> {
    fn schema_name() -> String {
        format!("Limit{MOST}")
    }

    fn is_referenceable() -> bool {
        false
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let bounds = NumberValidation {
            minimum: Some(1.0),
            maximum: Some(MOST.into()),
            ..NumberValidation::default()
        };
        SchemaObject {
            instance_type: Some(InstanceType::Integer.into()),
            number: Some(bounds.into()),
            ..SchemaObject::default()
        }
        .into()
    }
}

impl<const USUAL: u16, const MOST: u16> Default for Limit<USUAL, MOST> {
    fn default() -> Self {
        Self(USUAL)
    }
}

impl<const USUAL: u16, const MOST: u16> TryFrom<u16> for Limit<USUAL, MOST> {
    type Error = String;

    fn try_from(number: u16) -> Result<Self, Self::Error> {
        if (1..=MOST).contains(&number) {
            Ok(Self(number))
        } else {
            Err(format!("a page has 1 to {MOST} entries, not {number}"))
        }
    }
}

impl fmt::Display for GamesCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for GamesCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let [game] = numbers(text)?;
        Ok(Self(game))
    }
}

impl fmt::Display for StepsCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}~{}", self.round, self.moves, self.out)
    }
}

impl FromStr for StepsCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let [round, moves, out] = numbers(text)?;
        Ok(Self { round, moves, out })
    }
}

impl fmt::Display for PlacesCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}~{}~{}", self.place, self.score, self.account)
    }
}

impl FromStr for PlacesCursor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let [place, score, account] = numbers(text)?;
        Ok(Self { place, score, account })
    }
}

fn numbers<const N: usize>(text: &str) -> Result<[i64; N], &'static str> {
    const NO_CURSOR: &str = "a cursor is what the page before has as `next`";
    let numbers: Result<Vec<i64>, _> = text.split('~').map(str::parse).collect();
    numbers.map_err(|_| NO_CURSOR)?.try_into().map_err(|_| NO_CURSOR)
}

/// Whatever is written in a parameter as text.
fn parsed<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: fmt::Display>,
{
    let text = String::deserialize(deserializer)?;
    text.parse().map(Some).map_err(de::Error::custom)
}

fn game_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GameId, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(de::Error::custom)
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Query::<T>::from_request_parts(parts, state).await;
        read.map(|Query(asked)| Self(asked)).map_err(|rejection| match rejection {
            QueryRejection::FailedToDeserializeQueryString(error) => unreadable(&error),
            other => ApiError::BadRequest(other.to_string()),
        })
    }
}

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Path::<T>::from_request_parts(parts, state).await;
        read.map(|Path(named)| Self(named)).map_err(|rejection| match rejection {
            PathRejection::FailedToDeserializePathParams(error) => unreadable(&error),
            other => ApiError::BadRequest(other.to_string()),
        })
    }
}

/// The innermost cause says what is wrong with the text; those around it say where it was read.
fn unreadable(error: &dyn std::error::Error) -> ApiError {
    let mut cause = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    ApiError::BadRequest(cause.to_string())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn asked<T: DeserializeOwned>(query: &str) -> Result<T, String> {
        let uri = format!("/?{query}").parse().unwrap();
        Query::try_from_uri(&uri).map(|Query(asked)| asked).map_err(|error| unreadable(&error).to_string())
    }

    #[test]
    fn a_page_has_fifty_entries_unless_told_otherwise() {
        assert_eq!(asked::<AskGames>("").unwrap().limit.get(), 50);
        assert_eq!(asked::<AskGames>("limit=100").unwrap().limit.get(), 100);
        assert_eq!(asked::<AskMoves>("").unwrap().limit.get(), 500);
    }

    #[test]
    fn rules_may_be_called_by_their_names() {
        for name in ["3x3:3", "classic"] {
            let asked: AskGames = asked(&format!("rules={name}")).unwrap();
            assert_eq!(asked.rules, Some(Rules::CLASSIC), "{name}");
        }
    }

    #[rstest]
    #[case::no_entries("limit=0", "a page has 1 to 100 entries, not 0")]
    #[case::too_many_entries("limit=101", "a page has 1 to 100 entries, not 101")]
    #[case::a_word("limit=ten", "invalid digit found in string")]
    #[case::an_invented_parameter("colour=red", "unknown field `colour`")]
    #[case::an_unknown_status("status=lost", "unknown variant `lost`")]
    #[case::an_account_in_capitals("player=ALICE", "invalid")]
    #[case::rules_that_are_none("rules=chess", "rules")]
    #[case::a_cursor_of_ones_own("cursor=seven", "a cursor is what the page before has as `next`")]
    fn what_cannot_be_read_is_told(#[case] query: &str, #[case] told: &str) {
        let error = asked::<AskGames>(query).unwrap_err();
        assert!(error.contains(told), "{error}");
    }

    #[test]
    fn cursors_are_read_as_they_are_written() {
        assert_eq!("17".parse(), Ok(GamesCursor(17)));
        let steps = StepsCursor { round: 2, moves: 11, out: 3 };
        assert_eq!(steps.to_string().parse(), Ok(steps));
        let places = PlacesCursor { place: 50, score: -3, account: 7 };
        assert_eq!(places.to_string().parse(), Ok(places));
    }
}
