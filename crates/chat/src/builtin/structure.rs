//! Small honest work on a text: counting, outlining, checklists, sorting, extracts. Nothing is understood.

use std::fmt::Write;

use super::{Text, say};
use espalier_base::text::{estimate_tokens, is_han, truncate};
use espalier_model::settings::Language;

/// The most lines of an outline or extract.
const MAX_LINES: usize = 40;
/// The most characters of one line of an outline or extract.
const MAX_LINE_CHARS: usize = 160;
/// A text of this many lines or characters is taken for one that was pasted.
const PASTED_LINES: usize = 4;
const PASTED_CHARS: usize = 400;

/// Task on a text.
struct Task {
    /// Phrases that ask for it, at the beginning, in lower case.
    asked_by: &'static [&'static str],
    /// Name of the task where the text is missing.
    name: Text,
    run: fn(&str, Language) -> String,
}

const TASKS: &[Task] = &[
    Task {
        asked_by: &["count words", "word count", "count", "统计字数", "字数统计", "统计", "数一下"],
        name: ("count", "统计"),
        run: |text, language| Counts::of(text).shown(language),
    },
    Task {
        asked_by: &[
            "make a checklist",
            "checklist",
            "to-do list",
            "todo list",
            "todo",
            "待办清单",
            "待办",
            "任务清单",
            "清单",
        ],
        name: ("checklist", "待办"),
        run: |text, _| checklist(text),
    },
    Task {
        asked_by: &["outline", "table of contents", "列提纲", "提纲", "大纲", "目录"],
        name: ("outline", "大纲"),
        run: |text, _| outline(text),
    },
    Task {
        asked_by: &["summarise", "summarize", "summary", "tl;dr", "tldr", "总结一下", "总结", "摘要", "概括"],
        name: ("summarise", "摘要"),
        run: summary,
    },
    Task {
        asked_by: &["sort lines", "sort", "行排序", "排序"], name: ("sort", "排序"), run: |text, _| sorted(text)
    },
];

/// The answer when a task is asked for, with the text after it.
pub fn asked(said: &str, language: Language) -> Option<String> {
    let said = said.trim();
    let lower = said.to_lowercase();
    let task_and_length = TASKS.iter().find_map(|task| {
        let asked_by = task.asked_by.iter().find(|asked_by| begins_with(&lower, asked_by))?;
        Some((task, asked_by.len()))
    });
    let (task, length) = task_and_length?;
    // The words are found in lower case, which has the same length for all of them.
    let rest = said.get(length..)?;
    let (instruction, text) = split_instruction(rest)?;
    if text.is_empty() {
        // "Count" alone asks for the text; "count me in" is something else.
        return instruction.is_empty().then(|| missing(task, language));
    }
    Some((task.run)(text, language))
}

fn begins_with(lower: &str, word: &str) -> bool {
    let Some(rest) = lower.strip_prefix(word) else {
        return false;
    };
    let inside_a_word = |c: char| c.is_ascii_alphanumeric();
    word.chars().any(is_han) || !rest.starts_with(inside_a_word)
}

/// Splits off the words between the task and its text ("this", "the following"); the text begins after the first colon
/// or line break.
fn split_instruction(rest: &str) -> Option<(&str, &str)> {
    const MAX_INSTRUCTION: usize = 60;
    let end = rest.find([':', '：', '\n']);
    let (instruction, text) = match end {
        Some(end) => rest.split_at(end),
        None => (rest, ""),
    };
    let text = text.trim_start_matches([':', '：']).trim();
    (instruction.len() <= MAX_INSTRUCTION).then(|| (instruction.trim(), text))
}

fn missing(task: &Task, language: Language) -> String {
    let name = say(task.name, language);
    match language {
        Language::En => {
            format!("Send the text along with it, like this:\n\n```\n{name}:\nfirst line\nsecond line\n```")
        }
        Language::Zh => format!("请把文本一起发来，例如：\n\n```\n{name}：\n第一行\n第二行\n```"),
    }
}

/// The answer to a text that was pasted without a word on what to do with it.
pub fn overview(said: &str, language: Language) -> Option<String> {
    let counts = Counts::of(said);
    if counts.lines < PASTED_LINES && counts.characters < PASTED_CHARS {
        return None;
    }
    let (outline_is, next) = match language {
        Language::En => (
            "Its outline, taken from the text itself:",
            "Start a message with `summarise:`, `outline:`, `checklist:`, `count:` or `sort:` to get just that.",
        ),
        Language::Zh => {
            ("提纲（取自原文）：", "在消息开头写`摘要：`、`大纲：`、`待办：`、`统计：`或`排序：`，就只做那一件事。")
        }
    };
    Some(format!("{}\n\n{outline_is}\n\n{}\n\n{next}", counts.shown(language), outline(said)))
}

/// A text in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Counts {
    words: usize,
    characters: usize,
    lines: usize,
    paragraphs: usize,
    links: usize,
    code_blocks: usize,
    tokens: usize,
}

impl Counts {
    fn of(text: &str) -> Self {
        let mut counts = Self {
            characters: text.chars().filter(|c| !c.is_whitespace()).count(),
            lines: text.lines().filter(|line| !line.trim().is_empty()).count(),
            links: text.matches("http://").count() + text.matches("https://").count(),
            code_blocks: text.lines().filter(|line| line.trim_start().starts_with("```")).count() / 2,
            tokens: estimate_tokens(text),
            ..Self::default()
        };
        let mut in_paragraph = false;
        for line in text.lines() {
            let empty = line.trim().is_empty();
            counts.paragraphs += usize::from(!empty && !in_paragraph);
            in_paragraph = !empty;
        }
        // A Chinese character counts as a word; others are divided by spaces.
        for piece in text.split_whitespace() {
            counts.words += piece.chars().filter(|&c| is_han(c)).count();
            counts.words += piece.split(is_han).filter(|word| word.chars().any(char::is_alphanumeric)).count();
        }
        counts
    }

    fn shown(&self, language: Language) -> String {
        let rows: [(Text, usize); 7] = [
            (("Words", "字词"), self.words),
            (("Characters without spaces", "字符（不含空白）"), self.characters),
            (("Lines with text", "非空行"), self.lines),
            (("Paragraphs", "段落"), self.paragraphs),
            (("Links", "链接"), self.links),
            (("Code blocks", "代码块"), self.code_blocks),
            (("Estimated tokens", "词元（估计）"), self.tokens),
        ];
        let mut table = format!("| {} | |\n|---|---:|", say(("The text", "文本"), language));
        for (name, number) in rows {
            if number > 0 {
                // Writing to a String cannot fail.
                let _ = write!(table, "\n| {} | {number} |", say(name, language));
            }
        }
        table
    }
}

/// Kind of line of a text.
enum Line<'a> {
    Heading(usize, &'a str),
    Item(usize, &'a str),
    Other(&'a str),
}

fn line_of(line: &str) -> Line<'_> {
    let indent = line.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>();
    let line = line.trim();
    let hashes = line.chars().take_while(|&c| c == '#').count();
    if (1..=6).contains(&hashes) && line[hashes..].starts_with(' ') {
        return Line::Heading(hashes, line[hashes..].trim());
    }
    match item(line) {
        Some(text) => Line::Item(indent / 2, text),
        None => Line::Other(line),
    }
}

/// The text of a list item: after a bullet, or a number with a full stop or bracket.
fn item(line: &str) -> Option<&str> {
    if let Some(rest) = ["- ", "* ", "+ ", "• ", "– "].iter().find_map(|bullet| line.strip_prefix(bullet)) {
        return Some(rest.trim());
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let rest = (1..=3).contains(&digits).then(|| &line[digits..])?;
    let text = [". ", ") ", "、", "．"].iter().find_map(|mark| rest.strip_prefix(mark))?;
    Some(text.trim())
}

/// Makes a nested list of headings and list items; where there are none, of the first sentence of each paragraph.
fn outline(text: &str) -> String {
    let mut lines = Vec::new();
    let mut below = 0;
    for line in text.lines() {
        match line_of(line) {
            Line::Heading(level, text) => {
                below = level;
                lines.push((level - 1, text));
            }
            Line::Item(level, text) => lines.push((below + level.min(4), text)),
            Line::Other(_) => {}
        }
    }
    if lines.len() < 2 {
        return extract(text);
    }
    // An outline need not begin at level one, and no level may be skipped in a list.
    let mut shown = String::new();
    let mut open: Vec<usize> = Vec::new();
    for &(level, text) in lines.iter().take(MAX_LINES) {
        while open.last().is_some_and(|&above| above >= level) {
            open.pop();
        }
        let _ = writeln!(shown, "{}- {}", "  ".repeat(open.len()), truncate(text, MAX_LINE_CHARS));
        open.push(level);
    }
    more(&mut shown, lines.len());
    shown
}

/// The first sentence of each paragraph; of a text in one paragraph, all sentences.
fn extract(text: &str) -> String {
    let starts = |(at, line): &(usize, &str)| {
        let above = at.checked_sub(1).and_then(|above| text.lines().nth(above));
        !line.trim().is_empty() && above.is_none_or(|above| above.trim().is_empty())
    };
    let mut rows: Vec<&str> = text.lines().enumerate().filter(starts).map(|(_, line)| line.trim()).collect();
    if let [only] = rows[..]
        && text.trim().lines().count() == 1
    {
        rows.clear();
        let mut rest = only;
        while !rest.is_empty() {
            let first = first_sentence(rest);
            rows.push(first);
            rest = rest[first.len()..].trim_start();
        }
    }
    let mut shown = String::new();
    for row in rows.iter().take(MAX_LINES) {
        // Writing to a String cannot fail.
        let _ = writeln!(shown, "- {}", truncate(first_sentence(row), MAX_LINE_CHARS));
    }
    more(&mut shown, rows.len());
    shown
}

fn more(shown: &mut String, count: usize) {
    if count > MAX_LINES {
        let _ = writeln!(shown, "- … (+{})", count - MAX_LINES);
    }
}

fn first_sentence(line: &str) -> &str {
    let mut after_stop = false;
    for (index, c) in line.char_indices() {
        if after_stop && c.is_whitespace() {
            return &line[..index];
        }
        if matches!(c, '。' | '！' | '？') {
            return &line[..index + c.len_utf8()];
        }
        after_stop = matches!(c, '.' | '!' | '?');
    }
    line
}

fn summary(text: &str, language: Language) -> String {
    let headings: Vec<&str> = text
        .lines()
        .filter_map(|line| match line_of(line) {
            Line::Heading(_, text) => Some(text),
            Line::Item(..) | Line::Other(_) => None,
        })
        .take(MAX_LINES)
        .collect();
    let mut shown = say(
        (
            "This is an extract made by fixed rules, without understanding the text: the headings, and the first sentence of each paragraph.\n\n",
            "这是按规则做的摘录，不是理解之后的总结：标题，以及每段的第一句。\n\n",
        ),
        language,
    )
    .to_owned();
    if !headings.is_empty() {
        let _ = writeln!(shown, "**{}**\n", headings.join(" · "));
    }
    let prose: String = text
        .lines()
        .map(|line| match line_of(line) {
            Line::Heading(..) => "\n",
            Line::Item(..) | Line::Other(_) => line,
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    shown.push_str(&extract(&prose));
    shown
}

fn checklist(text: &str) -> String {
    let mut shown = String::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let text = match line_of(line) {
            Line::Heading(level, text) => {
                let _ = writeln!(shown, "\n{} {text}\n", "#".repeat(level));
                continue;
            }
            Line::Item(_, text) | Line::Other(text) => text,
        };
        let done = ["[x] ", "[X] "].iter().find_map(|mark| text.strip_prefix(mark));
        let open = text.strip_prefix("[ ] ").unwrap_or(text);
        let _ = match done {
            Some(text) => writeln!(shown, "- [x] {text}"),
            None => writeln!(shown, "- [ ] {open}"),
        };
    }
    shown
}

fn sorted(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.sort_by_cached_key(|line| (item(line).unwrap_or(line).to_lowercase(), *line));
    lines.iter().fold(String::new(), |mut shown, line| {
        let _ = writeln!(shown, "- {}", item(line).unwrap_or(line));
        shown
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(said: &str, expect: &str) {
        let said_back = asked(said, Language::En).unwrap_or_default();
        assert_eq!(said_back.trim(), expect, "{said:?}");
    }

    #[test]
    fn a_checklist_is_made_of_lines() {
        check("Checklist:\nbuy milk\n- [x] call Ann\n2. pay rent", "- [ ] buy milk\n- [x] call Ann\n- [ ] pay rent");
        check("待办：\n买牛奶\n交房租", "- [ ] 买牛奶\n- [ ] 交房租");
    }

    #[test]
    fn an_outline_follows_headings_and_lists() {
        check(
            "outline this:\n## Plan\ntext\n- one\n  - two\n### Next\n1. three",
            "- Plan\n  - one\n    - two\n  - Next\n    - three",
        );
        check("outline: First. More.\n\nSecond one! And on.", "- First.\n- Second one!");
    }

    #[test]
    fn counting_knows_both_scripts() {
        let counts = Counts::of("Hello 世界, it's 5.\n\nhttps://e.org\n```\nx\n```");
        assert_eq!((counts.words, counts.lines, counts.paragraphs), (7, 5, 2));
        assert_eq!((counts.links, counts.code_blocks), (1, 1));
    }

    #[test]
    fn a_summary_says_what_it_is() {
        let said = asked("Summarise the following:\n# T\nOne. Two.\n\n第一句。第二句。", Language::En).unwrap();
        assert!(said.starts_with("This is an extract"));
        assert!(said.ends_with("**T**\n\n- One.\n- 第一句。\n"));
    }

    #[test]
    fn lines_are_sorted_without_their_bullets() {
        check("sort:\n- pear\n- Apple\nbanana", "- Apple\n- banana\n- pear");
    }

    #[test]
    fn tasks_are_only_seen_at_the_beginning() {
        assert_eq!(asked("countless stars", Language::En), None);
        assert_eq!(asked("count me in", Language::En), None);
        assert!(asked("count", Language::En).unwrap().contains("count:"));
        assert!(asked("清单", Language::Zh).unwrap().contains("待办："));
    }

    #[test]
    fn only_long_texts_get_an_overview() {
        assert_eq!(overview("a\nb", Language::En), None);
        let said = overview("One.\n\nTwo.\n\nThree.\n\nFour.", Language::En).unwrap();
        assert!(said.contains("| Paragraphs | 4 |") && said.contains("- Three."));
    }
}
