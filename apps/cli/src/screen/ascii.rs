//! Screens where the locale has no Unicode: everything is drawn as elsewhere, then written in ASCII.

use ratatui::buffer::Buffer;

/// Returns whether the locale names another character set than UTF-8.
pub(super) fn is_wanted() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale =
        names.into_iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    })
}

/// Replaces every symbol that ASCII does not have.
pub(super) fn rewrite(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            cell.set_symbol(ascii(cell.symbol()));
        }
    }
}

fn ascii(symbol: &str) -> &'static str {
    match symbol {
        "─" | "━" | "═" | "↔" => "-",
        "│" | "┃" | "║" | "↕" => "|",
        "╭" | "╮" | "·" => ".",
        "╰" | "╯" => "'",
        "╲" => "\\",
        "╱" => "/",
        "╳" => "X",
        "△" => "A",
        "□" => "S",
        "←" => "<",
        "→" => ">",
        "↑" => "^",
        "↓" => "v",
        "…" => "~",
        // Corners and crossings of lines.
        _ => "+",
    }
}
