//! What the pages link to and name: it must exist.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use super::page::project;

static LINK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"\]\(([^)\s]+)\)|(?:src|href)="([^"]+)""#).unwrap());
static CODE: LazyLock<Regex> = LazyLock::new(|| Regex::new("`([^`]+)`").unwrap());
static NAME_IN_FILE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"`([\w:]+)`\s+in\s+`([\w./-]+)`").unwrap());
static PATH: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^[\w.-]+(/[\w.-]+)+/?$|^[\w.-]+/$").unwrap());

/// What looks like a path and is none of the project's: what builds make, and types of files.
const ELSEWHERE: [&str; 4] = ["target/", "dist/", "application/", "text/"];

/// Every Markdown file of the project, by its path from the project's folder on.
pub fn pages() -> Vec<PathBuf> {
    files().into_iter().filter(|file| file.extension().is_some_and(|extension| extension == "md")).collect()
}

/// Links, paths and names in files, in all pages, that lead nowhere.
pub fn dead_ends() -> Vec<String> {
    let files = files();
    let mut dead_ends = Vec::new();
    for page in pages() {
        let text = prose(&fs::read_to_string(project().join(&page)).unwrap());
        let links = LINK.captures_iter(&text).filter_map(|found| found.get(1).or(found.get(2)));
        let dead_links = links.map(|link| link.as_str()).filter(|link| !leads_somewhere(&page, link));
        let paths = CODE.captures_iter(&text).map(|found| found.get(1).unwrap().as_str());
        let dead_paths = paths.filter(|path| is_path(path) && !exists(&files, &page, path));
        let names = NAME_IN_FILE.captures_iter(&text).filter(|found| !is_in_file(&found[1], &found[2]));
        let dead_names = names.map(|found| found.get(0).unwrap().as_str());
        let dead = dead_links.chain(dead_paths).chain(dead_names);
        dead_ends.extend(dead.map(|dead| format!("{}: {dead}", page.display())));
    }
    dead_ends
}

/// Files and folders of the project.
fn files() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&project(), &mut found);
    found.iter().map(|file| file.strip_prefix(project()).unwrap().to_owned()).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        if ["target", "node_modules", "dist", ".git"].iter().any(|skipped| name == *skipped) {
            continue;
        }
        if path.is_dir() {
            collect(&path, found);
        }
        found.push(path);
    }
}

/// A page without its snippets.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

fn leads_somewhere(page: &Path, link: &str) -> bool {
    if link.contains("://") {
        return true;
    }
    let page = project().join(page);
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let file = if path.is_empty() { page } else { page.parent().unwrap().join(path) };
    file.exists() && (anchor.is_empty() || anchors(&file).iter().any(|name| name == anchor))
}

/// The names that GitHub gives to the headings of a page.
fn anchors(page: &Path) -> Vec<String> {
    let text = prose(&fs::read_to_string(page).unwrap_or_default());
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let name = |heading: &str| {
        let dashed = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        dashed.chars().filter(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_')).collect()
    };
    headings.map(name).collect()
}

/// Is a name such as `Level::playouts` in a file of the project? What is no file of the project is not looked into.
fn is_in_file(name: &str, file: &str) -> bool {
    let last_part = name.rsplit("::").next().unwrap();
    fs::read_to_string(project().join(file)).map_or(true, |text| text.contains(last_part))
}

fn is_path(code: &str) -> bool {
    PATH.is_match(code) && !ELSEWHERE.iter().any(|folder| code.starts_with(folder))
}

/// Does a path exist, written from the project's folder on, or from any folder at or below that of its page?
fn exists(files: &[PathBuf], page: &Path, path: &str) -> bool {
    let folder = page.parent().unwrap();
    let is_below = |file: &PathBuf| file.starts_with(folder) && file.ends_with(path);
    project().join(path).exists() || (folder != Path::new("") && files.iter().any(is_below))
}
