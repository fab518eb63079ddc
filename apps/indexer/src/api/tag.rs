//! Answers in JSON have a tag, by which a client asks whether what it has is still true.

use std::hash::{DefaultHasher, Hasher};

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Tags an answer, and leaves out its body when the client has it already.
pub(super) async fn tag(request: Request, next: Next) -> Response {
    let tags: Vec<HeaderValue> = request.headers().get_all(header::IF_NONE_MATCH).iter().cloned().collect();
    let response = next.run(request).await;
    let is_json =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|media| media == "application/json");
    if response.status() != StatusCode::OK || !is_json {
        return response;
    }
    let (parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let tag = tag_of(&body);
    let is_known = tags.iter().any(|tags| names(tags, &tag));
    // It is weak, as the same answer may be sent compressed.
    let headers = [(header::CACHE_CONTROL, "no-cache".to_owned()), (header::ETAG, format!("W/{tag}"))];
    if is_known {
        (StatusCode::NOT_MODIFIED, headers).into_response()
    } else {
        (parts, headers, body).into_response()
    }
}

/// Computes a tag: the same bytes have the same one on every server.
fn tag_of(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    format!("\"{:016x}\"", hasher.finish())
}

/// Caches on the way may weaken a tag, which does not matter for reading.
fn names(tags: &HeaderValue, tag: &str) -> bool {
    let tags = tags.to_str().unwrap_or_default();
    tags.split(',').map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_may_name_several_tags_weak_ones_or_all() {
        let tag = tag_of(b"[1,2,3]");
        let names = |tags: &str| names(&HeaderValue::from_str(tags).unwrap(), &tag);
        for tags in [tag.clone(), format!("W/{tag}"), format!("\"older\", {tag}"), "*".to_owned()] {
            assert!(names(&tags), "{tags}");
        }
        assert!(!names(&tag_of(b"[1,2]")));
    }
}
