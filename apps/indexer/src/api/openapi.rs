//! The description of the API for programs, generated from the table of routes and from the types of the answers.

use schemars::JsonSchema;
use schemars::r#gen::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::answer::ErrorResponse;

/// The description of a route.
pub(super) struct RouteDescription {
    /// Its path, with names in braces.
    pub path: &'static str,
    summary: &'static str,
    address: Describe,
    query: Describe,
    answer: Answer,
}

type Describe = fn(&mut SchemaGenerator) -> Value;

enum Answer {
    Json(Describe),
    Other { media: &'static str, description: &'static str },
}

impl RouteDescription {
    /// Describes a route that answers JSON.
    pub(super) fn json<Address: JsonSchema, Query: JsonSchema, Body: JsonSchema>(
        path: &'static str,
        summary: &'static str,
    ) -> Self {
        let answer = Answer::Json(reference::<Body>);
        Self { path, summary, address: schema::<Address>, query: schema::<Query>, answer }
    }

    /// Describes a route that answers something else.
    pub(super) fn other<Query: JsonSchema>(
        path: &'static str,
        summary: &'static str,
        media: &'static str,
        description: &'static str,
    ) -> Self {
        let answer = Answer::Other { media, description };
        Self { path, summary, address: schema::<()>, query: schema::<Query>, answer }
    }

    fn operation(&self, schemas: &mut SchemaGenerator) -> Value {
        let mut parameters = parameters_in("path", &(self.address)(schemas));
        parameters.extend(parameters_in("query", &(self.query)(schemas)));
        let (media, schema) = match &self.answer {
            Answer::Json(describe) => ("application/json", describe(schemas)),
            Answer::Other { media, description } => {
                (*media, json!({ "type": "string", "description": description }))
            }
        };
        let error = reference::<ErrorResponse>(schemas);
        json!({
            "summary": self.summary,
            "parameters": parameters,
            "responses": {
                "200": { "description": self.summary, "content": { media: { "schema": schema } } },
                "default": {
                    "description": "The request was refused.",
                    "content": { "application/json": { "schema": error } },
                },
            },
        })
    }
}

/// Describes all routes in `OpenAPI` 3.1, whose schemas are JSON Schema.
pub(super) fn describe<'a>(routes: impl IntoIterator<Item = &'a RouteDescription>) -> Value {
    let settings = SchemaSettings::draft07().with(|settings| {
        "#/components/schemas/".clone_into(&mut settings.definitions_path);
    });
    let mut schemas = settings.into_generator();
    let paths: Map<String, Value> = routes
        .into_iter()
        .map(|route| (route.path.to_owned(), json!({ "get": route.operation(&mut schemas) })))
        .collect();
    let mut definitions = json!(schemas.take_definitions());
    require_all_fields(&mut definitions);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tic-tac-toe indexer",
            "description": "Games, players and leaderboards of the tic-tac-toe contracts, read from their events.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": env!("CARGO_PKG_LICENSE") },
        },
        "paths": paths,
        "components": { "schemas": definitions },
    })
}

/// Marks every field of the answers as required: `null` is written out, which schemars does not know.
fn require_all_fields(schema: &mut Value) {
    if let Some(properties) = schema["properties"].as_object() {
        schema["required"] = properties.keys().cloned().collect();
    }
    match schema {
        Value::Object(fields) => fields.values_mut().for_each(require_all_fields),
        Value::Array(schemas) => schemas.iter_mut().for_each(require_all_fields),
        _ => {}
    }
}

fn schema<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    json!(T::json_schema(schemas))
}

fn reference<T: JsonSchema>(schemas: &mut SchemaGenerator) -> Value {
    json!(schemas.subschema_for::<T>())
}

/// Describes the fields of a struct as parameters.
fn parameters_in(location: &str, schema: &Value) -> Vec<Value> {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields
        .map(|(name, field)| {
            json!({
                "name": name,
                "in": location,
                "required": required.contains(&json!(name)),
                "description": field["description"],
                "schema": without_null(field),
            })
        })
        .collect()
}

/// Takes null out of a parameter's schema: a parameter is left out instead.
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
