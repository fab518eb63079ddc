//! The description of the API for programs, made of the same table as the routes and of the types that are answered.

use schemars::JsonSchema;
use schemars::r#gen::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::answer::Refused;

/// What is known of a route.
pub struct Described {
    /// Its address, with names in braces.
    pub path: &'static str,
    /// What it answers, in a sentence.
    pub summary: &'static str,
    address: Describe,
    query: Describe,
    answer: Answered,
}

type Describe = fn(&mut SchemaGenerator) -> Value;

enum Answered {
    Json(Describe),
    Other { media: &'static str, what: &'static str },
}

impl Described {
    /// A route that answers JSON.
    pub fn json<Address: JsonSchema, Query: JsonSchema, Answer: JsonSchema>(
        path: &'static str,
        summary: &'static str,
    ) -> Self {
        let answer = Answered::Json(reference::<Answer>);
        Self { path, summary, address: schema::<Address>, query: schema::<Query>, answer }
    }

    /// A route that answers something else.
    pub fn other<Query: JsonSchema>(
        path: &'static str,
        summary: &'static str,
        media: &'static str,
        what: &'static str,
    ) -> Self {
        let answer = Answered::Other { media, what };
        Self { path, summary, address: schema::<()>, query: schema::<Query>, answer }
    }

    fn operation(&self, schemas: &mut SchemaGenerator) -> Value {
        let mut parameters = parameters_in("path", &(self.address)(schemas));
        parameters.extend(parameters_in("query", &(self.query)(schemas)));
        let (media, schema) = match &self.answer {
            Answered::Json(describe) => ("application/json", describe(schemas)),
            Answered::Other { media, what } => (*media, json!({ "type": "string", "description": what })),
        };
        let refused = reference::<Refused>(schemas);
        json!({
            "summary": self.summary,
            "parameters": parameters,
            "responses": {
                "200": { "description": self.summary, "content": { media: { "schema": schema } } },
                "default": {
                    "description": "Why there is no answer.",
                    "content": { "application/json": { "schema": refused } },
                },
            },
        })
    }
}

/// The description of all routes, in `OpenAPI` 3.1, whose schemas are JSON Schema.
pub fn description<'a>(routes: impl IntoIterator<Item = &'a Described>) -> Value {
    let settings = SchemaSettings::draft07().with(|settings| {
        "#/components/schemas/".clone_into(&mut settings.definitions_path);
    });
    let mut schemas = settings.into_generator();
    let paths: Map<String, Value> = routes
        .into_iter()
        .map(|route| (route.path.to_owned(), json!({ "get": route.operation(&mut schemas) })))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tic-tac-toe indexer",
            "description": "Games, players and leaderboards of the tic-tac-toe contracts, read from their events.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": env!("CARGO_PKG_LICENSE") },
        },
        "paths": paths,
        "components": { "schemas": schemas.take_definitions() },
    })
}

fn schema<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    json!(T::json_schema(schemas))
}

fn reference<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    json!(schemas.subschema_for::<T>())
}

/// The fields of a struct as parameters.
fn parameters_in(place: &str, schema: &Value) -> Vec<Value> {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields
        .map(|(name, field)| {
            json!({
                "name": name,
                "in": place,
                "required": required.contains(&json!(name)),
                "description": field["description"],
                "schema": without_null(field),
            })
        })
        .collect()
}

/// A parameter is left out rather than null.
fn without_null(field: &Value) -> Value {
    let is_null = |schema: &Value| schema["type"] == "null";
    if let Some([one, null]) = field["anyOf"].as_array().map(Vec::as_slice)
        && is_null(null)
    {
        return one.clone();
    }
    let mut schema = field.clone();
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("description");
        fields.remove("default");
    }
    if let Some([kind, null]) = field["type"].as_array().map(Vec::as_slice)
        && null == "null"
    {
        schema["type"] = kind.clone();
    }
    schema
}
