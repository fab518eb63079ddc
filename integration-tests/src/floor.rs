//! The floor: a hand-written contract that does a call's storage work and logging and nothing else.

use std::fmt::Write;

/// Where the bytes that are read go; constants start at the next page.
const READ_TO: usize = 1024;
const CONSTANTS: usize = 65_536;

/// One call's worth of work, known beforehand.
pub struct Floor<'a> {
    /// The method's name.
    pub method: &'a str,
    /// What it does with its storage, in order.
    pub records: Vec<Record<'a>>,
    /// The lines to log.
    pub logs: &'a [String],
    /// What to return, if anything.
    pub returns: Option<&'a [u8]>,
}

/// What a call does with one of its records.
pub struct Record<'a> {
    /// Under which key.
    pub key: &'a [u8],
    /// How it is looked at first.
    pub read: Read,
    /// How it is changed then.
    pub change: Change<'a>,
}

/// How a record is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Read {
    /// Not at all.
    Not,
    /// It is looked for, and not there.
    Missing,
    /// It is read.
    Found,
}

/// How a record is changed.
#[derive(Clone, Copy)]
pub enum Change<'a> {
    /// It stays as it is.
    Nothing,
    /// It holds these bytes now.
    Write(&'a [u8]),
    /// It is gone.
    Remove,
}

impl Floor<'_> {
    /// Returns the contract as wasm.
    ///
    /// # Panics
    ///
    /// When [`Floor::wat`] is not well-formed.
    #[must_use]
    pub fn wasm(&self) -> Vec<u8> {
        wat::parse_str(self.wat()).expect("the module is well-formed")
    }

    /// Returns the contract as text.
    #[must_use]
    pub fn wat(&self) -> String {
        let mut constants = Constants::default();
        let body = self.body(&mut constants);
        format!(
            r#"(module
  (import "env" "storage_read" (func $storage_read (param i64 i64 i64) (result i64)))
  (import "env" "storage_write" (func $storage_write (param i64 i64 i64 i64 i64) (result i64)))
  (import "env" "storage_remove" (func $storage_remove (param i64 i64 i64) (result i64)))
  (import "env" "read_register" (func $read_register (param i64 i64)))
  (import "env" "log_utf8" (func $log_utf8 (param i64 i64)))
  (import "env" "value_return" (func $value_return (param i64 i64)))
  (memory 2)
{}  (func (export "{}")
{body}  ))"#,
            constants.segments, self.method
        )
    }

    fn body(&self, constants: &mut Constants) -> String {
        let mut body = String::new();
        for record in &self.records {
            let key = constants.add(record.key);
            if record.read != Read::Not {
                line(&mut body, &format!("(drop (call $storage_read {key} (i64.const 0)))"));
            }
            if record.read == Read::Found {
                line(&mut body, &format!("(call $read_register (i64.const 0) (i64.const {READ_TO}))"));
            }
            match record.change {
                Change::Nothing => {}
                Change::Write(value) => {
                    let value = constants.add(value);
                    line(&mut body, &format!("(drop (call $storage_write {key} {value} (i64.const 1)))"));
                }
                Change::Remove => {
                    line(&mut body, &format!("(drop (call $storage_remove {key} (i64.const 1)))"));
                }
            }
        }
        for log in self.logs {
            let text = constants.add(log.as_bytes());
            line(&mut body, &format!("(call $log_utf8 {text})"));
        }
        if let Some(value) = self.returns {
            let value = constants.add(value);
            line(&mut body, &format!("(call $value_return {value})"));
        }
        body
    }
}

/// The module's data, filled as the code needs it.
#[derive(Default)]
struct Constants {
    segments: String,
    length: usize,
}

impl Constants {
    /// Adds bytes and returns the two arguments, length and address, that host functions take.
    fn add(&mut self, bytes: &[u8]) -> String {
        let address = CONSTANTS + self.length;
        self.length += bytes.len();
        let escaped = bytes.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "\\{byte:02x}");
            text
        });
        let _ = writeln!(self.segments, "  (data (i32.const {address}) \"{escaped}\")");
        format!("(i64.const {}) (i64.const {address})", bytes.len())
    }
}

fn line(body: &mut String, instruction: &str) {
    *body += "    ";
    *body += instruction;
    *body += "\n";
}
