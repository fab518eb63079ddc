//! The description of the API for programs, generated from the routes and from the types of their parameters and
//! answers.

use aide::generate::{GenContext, in_context};
use aide::openapi::{
    Info, License, MediaType, OpenApi, Operation, ReferenceOr, Response, SchemaObject, StatusCode,
};
use aide::transform::TransformOperation;
use aide::{OperationInput, OperationOutput};
use schemars::JsonSchema;
use schemars::r#gen::SchemaSettings;
use serde_json::{Value, json};

use super::answer::Problem;
use super::error::{ApiError, PROBLEM_JSON};
use super::query::Valid;

const ABOUT: &str = "Games, players and leaderboards of the tic-tac-toe contracts, read from their events.";

/// Returns a description without routes.
pub(super) fn without_routes() -> OpenApi {
    let info = Info {
        title: "Tic-tac-toe indexer".to_owned(),
        description: Some(ABOUT.to_owned()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        license: Some(License { name: env!("CARGO_PKG_LICENSE").to_owned(), ..License::default() }),
        ..Info::default()
    };
    OpenApi { info, ..OpenApi::default() }
}

/// Writes a description as JSON, with every field of the answers marked as required: `null` is written out, which
/// schemars does not know.
pub(super) fn to_json(description: &OpenApi) -> Value {
    let mut json = json!(description);
    require_all_fields(&mut json["components"]["schemas"]);
    json
}

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

/// Describes a route in one line.
pub(super) fn summary(text: &str) -> impl FnOnce(TransformOperation) -> TransformOperation {
    move |operation| operation.summary(text)
}

/// Describes a route that answers with text of a media type.
pub(super) fn text(
    summary: &str,
    media: &str,
    description: &str,
) -> impl FnOnce(TransformOperation) -> TransformOperation {
    move |mut operation| {
        let response = in_context(|ctx| response::<String>(ctx, media, description));
        let responses = &mut operation.inner_mut().responses.get_or_insert_default().responses;
        responses.insert(StatusCode::Code(200), ReferenceOr::Item(response));
        operation.summary(summary)
    }
}

fn response<T: JsonSchema>(ctx: &mut GenContext, media: &str, description: &str) -> Response {
    let json_schema = ctx.schema.subschema_for::<T>();
    let schema = Some(SchemaObject { json_schema, external_docs: None, example: None });
    let content = [(media.to_owned(), MediaType { schema, ..MediaType::default() })];
    Response { description: description.to_owned(), content: content.into(), ..Response::default() }
}

impl OperationOutput for ApiError {
    type Inner = Problem;

    fn inferred_responses(ctx: &mut GenContext, _: &mut Operation) -> Vec<(Option<u16>, Response)> {
        vec![(None, response::<Problem>(ctx, PROBLEM_JSON, "The request was refused."))]
    }
}

impl<E: OperationInput> OperationInput for Valid<E> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        // A parameter is left out instead of null, and its type is described with it.
        let settings = SchemaSettings::draft07().with(|settings| {
            settings.option_add_null_type = false;
            settings.inline_subschemas = true;
        });
        let answers = std::mem::replace(&mut ctx.schema, settings.into_generator());
        E::operation_input(ctx, operation);
        ctx.schema = answers;
    }
}
