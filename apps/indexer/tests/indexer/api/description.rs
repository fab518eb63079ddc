//! The description is that of the routes, and the answers are those of the description.

use std::collections::BTreeSet;

use rstest::rstest;
use serde_json::Value;

use super::example::{TestChain, example_blocks};
use super::schema::Schema;
use super::server::{DatabaseKind, TestServer};
use crate::databases::Database;

/// A request to every address that is described, and one to each that leads to an answer of another shape.
const REQUESTS: [(&str, &str); 14] = [
    ("/v1/games", "/v1/games?limit=3"),
    ("/v1/games", "/v1/games?player=nobody.near"),
    ("/v1/games/{contract}/{game_id}", "/v1/games/arena.near/1"),
    ("/v1/games/{contract}/{game_id}", "/v1/games/arena.near/5"),
    ("/v1/games/{contract}/{game_id}/moves", "/v1/games/arena.near/4/moves?limit=4"),
    ("/v1/games/{contract}/{game_id}/moves", "/v1/games/tictactoe.near/1/moves"),
    ("/v1/players/{account}", "/v1/players/alice.near"),
    ("/v1/leaderboard", "/v1/leaderboard?rules=3x3:3&by=rating&limit=1"),
    ("/v1/openapi.json", "/v1/openapi.json"),
    ("/livez", "/livez"),
    ("/readyz", "/readyz"),
    ("/healthz", "/healthz"),
    ("/v1/events", "/v1/events"),
    ("/metrics", "/metrics"),
];

fn must_fit(description: &Value, schema: &Value, answer: &Value) {
    let mut wrong = Vec::new();
    Schema { description, schema }.check("answer", answer, &mut wrong);
    assert_eq!(wrong, Vec::<String>::new(), "{answer}");
}

#[rstest]
#[tokio::test]
async fn every_answer_is_as_described(
    #[values(DatabaseKind::Sqlite, DatabaseKind::Postgres)] kind: DatabaseKind,
) {
    let Some(database) = kind.database().await else { return };
    let server = TestServer::with(&database.location, &example_blocks(&mut TestChain::default())).await;
    let description = server.must_get("/v1/openapi.json").await;
    assert_eq!(description["openapi"], "3.1.0");

    let described: BTreeSet<&str> =
        description["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        described,
        REQUESTS.map(|(path, _)| path).into(),
        "each has a request here, and none is left over"
    );
    for (path, request) in REQUESTS {
        let operation = &description["paths"][path]["get"];
        let content = |status: &str| operation["responses"][status]["content"].as_object().unwrap();
        if content("200").contains_key("text/event-stream") {
            server.listen(request, None).await;
            continue;
        }
        let answered = server.get(request).await;
        let (media, schema) = content(answered.status.as_str()).iter().next().unwrap();
        assert!(answered.headers["content-type"].to_str().unwrap().starts_with(media), "{request}");
        must_fit(&description, &schema["schema"], &answered.body);
    }
    let refused = server.get("/v1/games?limit=0").await;
    let schema = &description["paths"]["/v1/games"]["get"]["responses"]["default"]["content"]["application/problem+json"];
    must_fit(&description, &schema["schema"], &refused.body);
    server.end().await;
}

#[tokio::test]
async fn parameters_are_described_by_name() {
    let database = Database::in_a_file();
    let server = TestServer::with(&database.location, &[]).await;
    let description = server.must_get("/v1/openapi.json").await;
    let parameters = |path: &str| -> Vec<String> {
        let parameters = description["paths"][path]["get"]["parameters"].as_array().unwrap();
        let line = |one: &Value| {
            let (location, name) = (one["in"].as_str().unwrap(), one["name"].as_str().unwrap());
            let needed = if one["required"] == true { "" } else { "?" };
            let Value::String(kind) = &one["schema"]["type"] else {
                let variants = one["schema"]["oneOf"].as_array().unwrap().iter();
                let names: Vec<&str> = variants.map(|one| one["enum"][0].as_str().unwrap()).collect();
                return format!("{location} {name}{needed}: {}", names.join(" or "));
            };
            match one["schema"]["maximum"].as_f64() {
                Some(most) => format!("{location} {name}{needed}: {kind} up to {most}"),
                None => format!("{location} {name}{needed}: {kind}"),
            }
        };
        parameters.iter().map(line).collect()
    };

    assert_eq!(
        parameters("/v1/games/{contract}/{game_id}/moves"),
        [
            "path contract: string",
            "path game_id: string",
            "query cursor?: string",
            "query limit?: integer up to 1000",
            "query round?: integer up to 4294967295",
        ]
    );
    let of_games = parameters("/v1/games");
    let status = "query status?: waiting or in_progress or won or draw or closed".to_owned();
    assert!(of_games.contains(&status), "{of_games:?}");
    server.end().await;
}
