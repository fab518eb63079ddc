//! Messages for those who run a server, on standard error: a line each with its time, as text or as JSON.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use serde_json::json;

static AS_JSON: AtomicBool = AtomicBool::new(false);

/// Writes messages as JSON from now on.
pub fn log_as_json() {
    AS_JSON.store(true, Ordering::Relaxed);
}

/// Writes a message.
pub fn log(message: &str) {
    eprintln!("{}", line(SystemTime::now(), message, AS_JSON.load(Ordering::Relaxed)));
}

fn line(time: SystemTime, message: &str, as_json: bool) -> String {
    let time = humantime::format_rfc3339_millis(time).to_string();
    if as_json {
        json!({ "time": time, "message": message }).to_string()
    } else {
        format!("{time} {message}")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_message_has_its_time_in_text_and_in_json() {
        let time = SystemTime::UNIX_EPOCH + Duration::from_millis(1_794_902_153_155);
        assert_eq!(line(time, "up to date", false), "2026-11-17T07:55:53.155Z up to date");
        assert_eq!(
            line(time, "it says \"no\"", true),
            r#"{"time":"2026-11-17T07:55:53.155Z","message":"it says \"no\""}"#
        );
    }
}
