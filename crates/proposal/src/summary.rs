//! Words around operations: the one sentence on all of them, and the rest that is worth showing.

const MARKS: [&str; 7] = ["summary", "in short", "操作概要", "操作总结", "概要", "摘要", "总结"];

/// Finds the sentence after "Summary:" or its like, the last one if there are several.
pub(super) fn found_in(explanation: &str) -> String {
    let mut found = String::new();
    let mut lines = explanation.lines().map(bare).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let Some(rest) = MARKS.iter().find_map(|mark| after(line, mark)) else { continue };
        let sentence = if rest.is_empty() { lines.next().unwrap_or_default() } else { rest };
        sentence.clone_into(&mut found);
    }
    found
}

/// Strips a line of the marks of a heading, a list or bold text around it.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['#', '*', '-', '>', ' ']).trim_end_matches(['*', ' '])
}

fn after<'a>(line: &'a str, mark: &str) -> Option<&'a str> {
    let begins = line.get(..mark.len())?.eq_ignore_ascii_case(mark);
    let rest = line[mark.len().min(line.len())..].trim_start_matches(['*', ' ']);
    let rest = if begins { rest.strip_prefix([':', '：']) } else { None };
    match rest {
        Some(rest) => Some(bare(rest)),
        // A heading of that name.
        None if begins && bare(&line[mark.len()..]).is_empty() => Some(""),
        None => None,
    }
}

/// Returns the words of a text beside JSON: without fences, and nothing where only marks are left.
pub(super) fn words(outside: &str) -> String {
    let is_fence = |line: &&str| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let lines: Vec<&str> = outside.lines().filter(|line| !is_fence(line)).collect();
    let words = lines.join("\n");
    let said = words.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}' | ';'));
    let only_a_name = said.eq_ignore_ascii_case("json");
    if !only_a_name && said.chars().any(char::is_alphanumeric) { said.to_owned() } else { String::new() }
}
