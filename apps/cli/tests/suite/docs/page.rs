//! A page of the documentation, and the snippets in it.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A page, line by line.
pub struct Page {
    /// Where it is, from the project's folder on.
    pub path: PathBuf,
    /// Its text.
    pub lines: Vec<String>,
    /// What stands between fences, from the top down.
    pub snippets: Vec<Snippet>,
}

/// What stands between two fences.
pub struct Snippet {
    /// What it is.
    pub kind: Kind,
    /// Which lines of the page it takes, without the fences.
    pub lines: Range<usize>,
}

/// What a snippet is, by the words behind its opening fence.
pub enum Kind {
    /// `sh`: commands, one a line, each of which must succeed.
    Commands,
    /// `console`: commands behind `$`, each with what it prints.
    Session,
    /// `text 80x24 COMMAND < KEYS`: what a terminal of this size shows once these keys have been pressed.
    Screen { size: (u16, u16), command: String, keys: Vec<String> },
    /// `json GET PATH`: what the indexer's API answers, or a part of it.
    Answer { path: String },
    /// `json`: one value, or one a line.
    Json,
    /// `sql`: queries of the indexer's `SQLite` file.
    Sql,
    /// `rust`: a part of `rust_snippets.rs`.
    Rust,
    /// Anything with `no-run`, what is no program, and files of the tutorial, which `examples/tutorial` compiles.
    Prose,
}

/// The project's folder.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

impl Page {
    /// Reads a page.
    pub fn must_read(path: &Path) -> Self {
        let text = fs::read_to_string(project().join(path)).unwrap();
        let mut page = Self {
            path: path.to_owned(),
            lines: text.lines().map(ToOwned::to_owned).collect(),
            snippets: Vec::new(),
        };
        let mut opened: Option<(Kind, usize)> = None;
        for (number, line) in page.lines.iter().enumerate() {
            let Some(info) = line.strip_prefix("```") else { continue };
            match opened.take() {
                Some((kind, first)) => page.snippets.push(Snippet { kind, lines: first..number }),
                None => opened = Some((page.kind(number, info), number + 1)),
            }
        }
        assert!(opened.is_none(), "{}: a fence is not closed", path.display());
        page
    }

    /// A place in the page, for complaints.
    pub fn place(&self, line: usize) -> String {
        format!("{}:{}", self.path.display(), line + 1)
    }

    fn kind(&self, line: usize, info: &str) -> Kind {
        let words: Vec<&str> = info.split_whitespace().collect();
        match *words.as_slice() {
            [_, "no-run"] | [] | ["text"] | ["toml", ..] => Kind::Prose,
            ["rust", file] if file.starts_with("src/") => Kind::Prose,
            ["sh"] => Kind::Commands,
            ["console"] => Kind::Session,
            ["json"] => Kind::Json,
            ["json", "GET", path] => Kind::Answer { path: path.to_owned() },
            ["sql"] => Kind::Sql,
            ["rust"] => Kind::Rust,
            ["text", size, ref rest @ ..] => {
                let (cols, rows) = size.split_once('x').expect("a size such as 80x24");
                let size = (cols.parse().unwrap(), rows.parse().unwrap());
                let mut parts = rest.split(|word| *word == "<");
                let command = parts.next().unwrap().join(" ");
                let keys = parts.next().unwrap_or_default().iter().map(ToString::to_string).collect();
                Kind::Screen { size, command, keys }
            }
            _ => panic!("{}: what is a snippet of {info:?}? See tests/suite/docs/page.rs", self.place(line)),
        }
    }
}
