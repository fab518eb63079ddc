//! Whole numbers that JSON writes as text: those beyond 2^53 would not survive JavaScript.

/// Declares a number that crosses the wire in quotes.
macro_rules! decimal {
    ($(#[$about:meta])* $name:ident($number:ty)) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $number);

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0.to_string())
            }
        }

        // The number's own error, not ours: a contract pays for every sentence it can print.
        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map(Self).map_err(::serde::de::Error::custom)
            }
        }

        #[cfg(feature = "json-schema")]
        impl ::schemars::JsonSchema for $name {
            fn is_referenceable() -> bool {
                false
            }

            fn schema_name() -> String {
                String::schema_name()
            }

            fn json_schema(generator: &mut ::schemars::r#gen::SchemaGenerator) -> ::schemars::schema::Schema {
                String::json_schema(generator)
            }
        }
    };
}

pub(crate) use decimal;
