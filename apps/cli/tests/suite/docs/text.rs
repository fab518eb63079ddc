//! When two texts say the same: heights, hashes, times and what the engine chooses differ from run to run.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

/// What differs from run to run, and what stands for it.
static MASKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"\b[1-9A-HJ-NP-Za-km-z]{40,44}\b", "HASH"),
        (r"\b\d{19}\b", "TIME"),
        (r"\b\d{4}-\d{2}-\d{2}T[\d:.]+Z", "TIME"),
        (r"\bblock \d+", "block HEIGHT"),
        (r#"("(?:block_|next_)?height":) ?\d+"#, "$1 HEIGHT"),
        (r"\brow \d+ col \d+ after \d+ ms\b", "row R col C after N ms"),
    ]
    .map(|(pattern, mask)| (Regex::new(pattern).unwrap(), mask))
    .into()
});

/// Fields of the API's answers that differ from run to run.
const FLEETING: [&str; 4] = ["height", "next_height", "seconds_behind", "time"];

/// Lines without what differs from run to run.
pub fn masked(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| masked_line(line.trim_end())).collect()
}

/// What differs on a screen when the computer chooses otherwise: its move in the list and in the events, where it sends
/// its opponent, what the move cost, marks and the signs beside them, thick boxes.
static CHOICES: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    [
        (r"O\d+,\d+", "ORC"),
        (r"row \d+ col \d+", "row R col C"),
        (r"in (the \w+( \w+)?|any open) mini-field", "in a mini-field"),
        (r"\d\.\d+ Tgas, [\d.]+ NEAR", "COST"),
        (r"[\[\](){}]", " "),
        (r"\b[O1-9]\b", "·"),
        ("[┏┓┗┛┌┐└┘]", "+"),
        ("━", "─"),
        ("┃", "│"),
        (" +", " "),
    ]
    .map(|(pattern, mask)| (Regex::new(pattern).unwrap(), mask))
    .into()
});

/// Lines of a screen without what the computer chooses.
pub fn masked_game(lines: &[String]) -> Vec<String> {
    let mask = |line: &String| without(&CHOICES, line.trim_end());
    lines.iter().map(mask).collect()
}

fn masked_line(line: &str) -> String {
    without(&MASKS, line)
}

fn without(masks: &[(Regex, &str)], line: &str) -> String {
    masks.iter().fold(line.to_owned(), |line, (pattern, mask)| pattern.replace_all(&line, *mask).into_owned())
}

/// Does an answer have every field that is shown, with the same values?
pub fn is_shown(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::Object(shown), Value::Object(answer)) => {
            shown.iter().all(|(key, value)| answer.get(key).is_some_and(|other| is_same(key, value, other)))
        }
        _ => shown == answer,
    }
}

fn is_same(key: &str, shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        _ if FLEETING.contains(&key) => true,
        (Value::Array(shown), Value::Array(answer)) => {
            shown.len() == answer.len()
                && shown.iter().zip(answer).all(|(one, other)| is_same("", one, other))
        }
        (Value::Object(shown_fields), Value::Object(fields)) => {
            shown_fields.len() == fields.len() && is_shown(shown, answer)
        }
        (Value::String(shown), Value::String(answer)) => masked_line(shown) == masked_line(answer),
        _ => shown == answer,
    }
}
