//! JSON bodies, and the headers by which clients cache them.

use std::hash::{DefaultHasher, Hasher};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// How long a client may use an answer without asking whether it has changed.
#[derive(Clone, Copy, Debug)]
pub(super) enum CacheLifetime {
    /// Not at all.
    None,
    /// An hour: the answer changes only with the program, or when blocks are read again.
    Hour,
}

/// Answers with a JSON body.
pub(super) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => (status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Answers with a JSON body and its tag, or without a body when the client has it already.
pub(super) fn tagged(request: &HeaderMap, lifetime: CacheLifetime, value: &impl Serialize) -> Response {
    let body = match serde_json::to_vec(value) {
        Ok(body) => Bytes::from(body),
        Err(error) => return (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    };
    let tag = tag_of(&body);
    let cache = match lifetime {
        CacheLifetime::None => HeaderValue::from_static("no-cache"),
        CacheLifetime::Hour => HeaderValue::from_static("public, max-age=3600"),
    };
    let is_known = request.get_all(header::IF_NONE_MATCH).iter().any(|tags| names(tags, &tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    };
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    if let Ok(tag) = HeaderValue::try_from(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Computes a tag: the same bytes have the same one on every server.
fn tag_of(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    format!("\"{:016x}\"", hasher.finish())
}

/// Caches on the way may weaken a tag, which does not matter for reading.
fn names(tags: &HeaderValue, tag: &str) -> bool {
    let Ok(tags) = tags.to_str() else {
        return false;
    };
    tags.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(tags: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_str(tags).unwrap())])
    }

    #[test]
    fn a_client_that_has_the_answer_already_gets_no_body() {
        let first = tagged(&HeaderMap::new(), CacheLifetime::None, &[1, 2, 3]);
        assert_eq!(first.status(), StatusCode::OK);
        let tag = first.headers()[header::ETAG].to_str().unwrap();

        for tags in [tag.to_owned(), format!("W/{tag}"), format!("\"older\", {tag}"), "*".to_owned()] {
            let again = tagged(&with(&tags), CacheLifetime::None, &[1, 2, 3]);
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{tags}");
            assert_eq!(again.headers()[header::ETAG], tag);
        }
    }

    #[test]
    fn another_answer_has_another_tag() {
        let first = tagged(&HeaderMap::new(), CacheLifetime::Hour, &1);
        let tag = first.headers()[header::ETAG].to_str().unwrap();
        assert_eq!(first.headers()[header::CACHE_CONTROL], "public, max-age=3600");
        assert_eq!(tagged(&with(tag), CacheLifetime::Hour, &2).status(), StatusCode::OK);
    }
}
