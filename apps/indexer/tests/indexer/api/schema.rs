//! Checks JSON against as much of JSON Schema as the description of the API uses. A library for all of it would ask
//! for features of libraries that the whole workspace would have to be compiled with a second time.

use serde_json::{Map, Value};

/// A schema within a description.
#[derive(Clone, Copy)]
pub struct Schema<'a> {
    pub description: &'a Value,
    pub schema: &'a Value,
}

/// Words that say something to people only.
const REMARKS: [&str; 3] = ["description", "format", "title"];

impl Schema<'_> {
    /// Whether the value is as described.
    pub fn fits(self, value: &Value) -> bool {
        let mut wrong = Vec::new();
        self.check("", value, &mut wrong);
        wrong.is_empty()
    }

    /// Adds a line for each place that is not as described.
    pub fn check(self, place: &str, value: &Value, wrong: &mut Vec<String>) {
        // `true` stands for anything.
        let Some(words) = self.schema.as_object() else {
            assert_eq!(self.schema, &Value::Bool(true), "at {place}");
            return;
        };
        for (word, meaning) in words {
            match word.as_str() {
                "$ref" => self.referred(meaning).check(place, value, wrong),
                "type" if !has_type(meaning, value) => {
                    wrong.push(format!("{place} is {value}, not {meaning}"));
                }
                "enum" if !list(meaning).contains(value) => {
                    wrong.push(format!("{place} is {value}, not of {meaning}"));
                }
                "minimum" if value.as_f64() < meaning.as_f64() => {
                    wrong.push(format!("{place} is below {meaning}"));
                }
                "pattern" if !is_decimal(meaning, value) => {
                    wrong.push(format!("{place} is {value}, not like {meaning}"));
                }
                "anyOf" | "oneOf" if !list(meaning).iter().any(|schema| self.with(schema).fits(value)) => {
                    wrong.push(format!("{place} is {value}, none of {meaning}"));
                }
                "allOf" => {
                    for schema in list(meaning) {
                        self.with(schema).check(place, value, wrong);
                    }
                }
                "items" => (0..).zip(list(value)).for_each(|(number, item): (usize, _)| {
                    self.with(meaning).check(&format!("{place}[{number}]"), item, wrong);
                }),
                "required" => list(meaning).iter().filter_map(Value::as_str).for_each(|name| {
                    if value.get(name).is_none() {
                        wrong.push(format!("{place} has no {name}"));
                    }
                }),
                "properties" => self.check_fields(place, meaning, value, wrong),
                "type" | "enum" | "minimum" | "pattern" | "anyOf" | "oneOf" => {}
                word if REMARKS.contains(&word) => {}
                word => panic!("{word} is not known here"),
            }
        }
    }

    /// A field that is not described is as wrong as one that is missing.
    fn check_fields(self, place: &str, fields: &Value, value: &Value, wrong: &mut Vec<String>) {
        for (name, field) in value.as_object().into_iter().flat_map(Map::iter) {
            match fields.get(name) {
                Some(schema) => self.with(schema).check(&format!("{place}.{name}"), field, wrong),
                None => wrong.push(format!("{place} has {name}, which is not described")),
            }
        }
    }

    fn referred(self, reference: &Value) -> Self {
        let pointer =
            reference.as_str().and_then(|text| text.strip_prefix('#')).expect("a place in the description");
        self.with(self.description.pointer(pointer).expect("a described schema"))
    }

    fn with<'b>(self, schema: &'b Value) -> Schema<'b>
    where
        Self: 'b,
    {
        Schema { schema, ..self }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Whether a text has digits only, which is the one pattern of the description.
fn is_decimal(pattern: &Value, value: &Value) -> bool {
    assert_eq!(pattern, "^[0-9]+$");
    value.as_str().is_none_or(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |name: &Value| match name.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        name => panic!("{name} is no type"),
    };
    types.as_array().map_or_else(|| is(types), |types| types.iter().any(is))
}
