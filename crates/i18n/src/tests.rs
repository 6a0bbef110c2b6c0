//! Rules that every text of the interface keeps to, in both languages.
//!
//! - W1 English has typographic apostrophes, no Chinese, and none of the phrases that read as translated.
//! - W2 Chinese says 你, has one word for each thing, "……" for an ellipsis, punctuation of full width, no English
//!   sentence, and no space beside a number or a Latin word.
//! - W3 Numbers agree with their nouns.
//!
//! The tables are read whole: fixed texts from their `Debug` output, functions by calling them. Chinese that stands
//! elsewhere is found in the source.

use std::path::{Path, PathBuf};

use super::*;
use espalier_agent_api::tool::Undone;
use espalier_base::text::is_han;
use espalier_chat::import::{ImportError, Unknown};
use espalier_llm::error::{ErrorKind, LlmError, Remedy};
use espalier_llm::request::BaseProblem;
use espalier_mindmap::formats::{ArchiveProblem, FormatError as MapFile, XmlProblem};
use espalier_model::Table;
use espalier_storage::port::StorageError;
use espalier_timelog::formats::{FormatError as TimeFile, Reason};
use espalier_timelog::quick_add::{ClockChange, Kind, Why};

/// Phrases that are grammatical but nobody uses, or that were written for another program.
const TRANSLATED: &[&str] = &[
    "anew",
    "a beginning",
    "mean a day",
    "waits for your tick",
    "not there any more",
    "not here any more",
    "is here already",
    "is there already",
    "stood still",
    "no command fits",
    "as you like",
    "by itself",
    "make goals of it",
    "put back to how",
    "this is no ",
    "are those of",
    "lies over",
    "cannot",
    "beforehand of",
    "tick what is to be done",
];

/// Chinese words for which the interface uses others.
const OTHER_WORDS: &[&str] = &["您", "端点", "房间", "会话", "类别", "基础地址", "秘钥", "令牌数", "此课程", "AI助手"];

/// Whether a character is Chinese punctuation, which needs no space and is followed by none.
fn is_wide_mark(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{303f}' | '\u{ff01}'..='\u{ff5e}')
}

/// Returns the reason why an English text breaks W1.
fn wrong_in_english(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let lower = text.to_lowercase();
    if let Some(phrase) = TRANSLATED.iter().find(|phrase| lower.contains(**phrase)) {
        return Some(format!("says “{phrase}”"));
    }
    let straight = |three: &[char]| three[0].is_alphabetic() && three[1] == '\'' && three[2].is_alphabetic();
    if letters.windows(3).any(straight) {
        return Some("has a straight apostrophe".into());
    }
    if text.contains("...") || text.contains("  ") || text.contains(" %") {
        return Some("has three dots, two spaces, or a space before %".into());
    }
    // The language of the interface names itself.
    let own = ["中文", "语言"].iter().fold(text.to_owned(), |text, word| text.replace(word, ""));
    own.chars().any(is_han).then(|| "has Chinese in it".into())
}

/// Returns the reason why a Chinese text breaks W2.
fn wrong_in_chinese(text: &str) -> Option<String> {
    if let Some(word) = OTHER_WORDS.iter().find(|word| text.contains(**word)) {
        return Some(format!("says “{word}”"));
    }
    let letters: Vec<char> = text.chars().collect();
    let latin = |c: char| c.is_ascii_alphanumeric() || matches!(c, '{' | '}' | '`' | '*' | '%');
    let wide = |c: char| is_han(c) || is_wide_mark(c);
    for three in letters.windows(3) {
        let (before, c, after) = (three[0], three[1], three[2]);
        if c == ' ' && ((wide(before) && latin(after)) || (latin(before) && wide(after))) {
            return Some(format!("has a space in “{before} {after}”"));
        }
        if is_han(before) && is_han(after) && ",.;:!?()".contains(c) {
            return Some(format!("has narrow punctuation in “{before}{c}{after}”"));
        }
    }
    let dots = text.split(|c| c != '…').map(|dots| dots.chars().count());
    if text.contains("...") || dots.clone().any(|dots| dots != 0 && dots != 2) {
        return Some("has another ellipsis than “……”".into());
    }
    if text.contains(" %") {
        return Some("has a space before %".into());
    }
    // What stands in backquotes is typed as it is; names may have two words.
    let outside: String = text.split('`').step_by(2).collect::<Vec<_>>().join("。");
    let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
    let sentence = outside.split(|c: char| !c.is_ascii_alphabetic() && c != ' ').any(|run| {
        let words: Vec<&str> = run.split_whitespace().collect();
        words.windows(3).any(|three| three.iter().all(is_word))
    });
    sentence.then(|| "has English in it".into())
}

/// Returns the reason why a number and its noun do not agree.
fn wrong_number(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', ',', '.', ':', '?', '(', ')', '“', '”']).collect();
    let plural = |word: &str| {
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && word.chars().all(|c| c.is_ascii_lowercase())
    };
    let nouns = [
        "message",
        "entry",
        "node",
        "map",
        "step",
        "result",
        "change",
        "conversation",
        "token",
        "item",
        "record",
        "place",
        "match",
        "branch",
        "category",
        "goal",
        "model",
        "event",
        "day",
        "course",
        "agent",
        "row",
    ];
    words.windows(2).find_map(|two| {
        let wrong = match two[0] {
            "1" => plural(two[1]),
            "0" | "2" | "5" => nouns.contains(&two[1]),
            _ => false,
        };
        wrong.then(|| format!("says “{} {}”", two[0], two[1]))
    })
}

/// Returns the texts in `Debug` output.
fn quoted(debug: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut letters = debug.chars();
    while let Some(letter) = letters.next() {
        if letter != '"' {
            continue;
        }
        let mut text = String::new();
        while let Some(letter) = letters.next().filter(|letter| *letter != '"') {
            match letter {
                '\\' => text.extend(letters.next().map(|escaped| if escaped == 'n' { '\n' } else { escaped })),
                letter => text.push(letter),
            }
        }
        texts.push(text);
    }
    texts
}

/// Returns the texts of the tables' functions that take a number.
#[expect(clippy::too_many_lines, reason = "one line per text")]
fn counted(words: &Messages) -> Vec<String> {
    let (shell, settings, chat, map) = (&words.shell, &words.settings, &words.chat, &words.map);
    let (time, course, helper) = (&words.time, &words.course, &words.helper);
    let mut all = Vec::new();
    for n in [0_usize, 1, 2, 5] {
        let (text, small) = (n.to_string(), n as u32);
        all.extend([
            (shell.palette.found)(n),
            (shell.palette.more)(n, "Chat"),
            (shell.history.older)(n, false),
            (shell.history.older)(n, true),
            (shell.confirm.delete_message)(n),
            (shell.confirm.delete_session)(n),
            (shell.notice.done_again)("node.delete", "Ada", n.max(2)),
            (shell.notice.undone)("Ada", n),
            (shell.notice.redone)("Ada", n),
            (shell.notice.undone_steps)(n),
            (shell.notice.redone_steps)(n),
            (shell.notice.imported)(n),
            (shell.notice.unreadable)(n),
            (shell.notice.repaired)(Table::Nodes, "Ada", n, true),
            (shell.notice.repaired)(Table::Messages, "", n, false),
            (shell.notice.not_written_back)(&["Ada".to_owned()], n),
            (chat.tokens)(&text),
            (chat.about_tokens)(&text),
            (chat.branch_place)(1, n),
            (chat.sidebar.more_hits)(n),
            (chat.preview.summary)(n, "3k", None),
            (chat.preview.summary)(n, "3k", Some("4k")),
            (chat.preview.more)(n),
            (map.assist.apply)(n, 0),
            (map.assist.apply)(0, n),
            (map.assist.apply)(n, n),
            (map.assist.applied)(n, 5),
            (map.assist.undone)(n, 5),
            (map.assist.confidence)(small),
            (map.assist.below)(n),
            (map.assist.and_more)(n),
            (map.details.several)(n),
            (map.found)(n, n),
            (map.found)(n, 5),
            (map.hidden)(n),
            (map.count)(n),
            (map.confirm_delete)(n),
            (map.imported)(1, n),
            (map.imported)(2, n),
            (map.picture_shrunk)(small),
            (settings.endpoint.reads)(small),
            (settings.endpoint.fetched)(&text),
            (settings.data.unreadable)(n),
            (settings.import.kinds)(&Table::ALL.iter().map(|table| (*table, n)).collect::<Vec<_>>()),
            (settings.import.broken)(n),
            (settings.import.read)(n, 1),
            (settings.import.read)(n, 2),
            (settings.import.hidden)(n),
            (settings.import.unreadable)(n),
            (settings.import.orphans)(n),
            (settings.import.rings)(n),
            (settings.import.more)(n),
            (settings.import.part)(n),
            (time.more)(n),
            (time.selected)(n),
            (time.report.days)(small, small, small),
            (time.report.days)(1, 5, 2),
            (time.kinds.confirm_category)("Ada", n, None),
            (time.kinds.confirm_category)("Ada", n, Some("Bo")),
            (time.kinds.confirm_goal)("Ada", n),
            (time.files.overlapping)(n),
            (time.files.kinds)(n, n),
            (time.files.counts)(n, n, n),
            (time.files.repeats)(n),
            (time.files.more)(n),
            (helper.evidence)(n),
            (helper.behind)(n, n),
            (helper.behind)(n, 9),
            (course.progress)(n, 5),
        ]);
    }
    all
}

/// Returns the texts of the other functions of the tables.
#[expect(clippy::too_many_lines, reason = "one line per text")]
fn named(words: &Messages) -> Vec<String> {
    const A: &str = "Ada";
    let (shell, settings, chat, map) = (&words.shell, &words.settings, &words.chat, &words.map);
    let (time, course, helper) = (&words.time, &words.course, &words.helper);
    let (form, learned) = (&time.form, &settings.learned);
    let mut all = vec![
        (shell.undo)(A),
        (shell.redo)(A),
        (shell.missing.text)(A, ""),
        (shell.missing.text)(A, A),
        (shell.palette.replace_with)(A),
        (shell.palette.of)(A, A),
        (shell.help.palette)("Ctrl+K"),
        (shell.confirm.title_named)(A),
        (shell.notice.taken_back)(A, ""),
        (shell.notice.taken_back)(A, A),
        (shell.notice.exported)("a.json"),
        (shell.notice.imported_all)(A),
        (shell.notice.exported_from_memory)("a.json"),
        (words.error.endpoint_says)(A),
        (chat.thought_for)(A),
        (chat.phase_words)(A),
        (chat.tool_called)(A),
        (map.assist.failed)(A),
        (map.assist.changed)(A),
        (map.assist.moved)(A),
        (map.details.line_label)(A),
        (map.details.remove)(A),
        (time.quick.planned)("09:00 – 11:30"),
        (time.quick.yesterday)("09:00 – 11:30"),
        (time.quick.timer)(""),
        (time.quick.timer)(A),
        (settings.in_use)(A),
        (settings.endpoint.key_elsewhere)("", "https://example.org"),
        (settings.endpoint.key_elsewhere)("https://example.com", "https://example.org"),
        (settings.endpoint.base_use)("https://example.org"),
        (settings.endpoint.key_missing)(A),
        (settings.connection.ok)(""),
        (settings.connection.ok)(A),
        (settings.data.usage)("5 MB", "10 GB"),
        (settings.data.elsewhere)(A),
        (settings.import.file)("a.json"),
        (settings.import.adds)(A),
        (settings.import.replaces)(A),
        (settings.import.take_endpoint)(A, "https://example.org", None),
        (settings.import.take_endpoint)(A, "https://example.org", Some("https://example.com")),
        (settings.import.take_provider)(A, "https://example.org"),
        (settings.import.take_agents)(&[A.to_owned()], A, "https://example.org"),
        (settings.import.take_agents)(&[A.to_owned(), A.to_owned()], A, "https://example.org"),
        (settings.import.malformed)(A),
        (learned.token_field)(A),
        (learned.token_limit)(5),
        (learned.token_floor)(5),
        (learned.omitted)(A),
        (learned.context_limit)(5),
        (settings.about.text)("5.0", "MIT"),
        (words.markdown.image_in_text)("image/png", 5),
        (words.markdown.footnote)("5"),
        (words.markdown.footnote_back)("5"),
        (time.since)("9:00"),
        (time.doubt)(A),
        (time.merge_gap)(&time.length(5_400)),
        (time.form.merge_next_over)(&time.length(5_400)),
        (time.average)(&time.length(5_400)),
        (time.goal_line)(&time.length(5_400)),
        (time.select)(A),
        (form.runs_later)("9:00"),
        (form.stays)(A),
        (form.becomes)(A, "9:00"),
        (form.becomes_two)(A, "9:00", "10:00"),
        (form.goes)(A),
        (form.never)("9:00"),
        (time.report.mean)(&time.length(5_400), Some("1"), &time.length(60)),
        (time.report.previous)(&time.length(5_400), &time.length(60)),
        (time.report.entries)(A),
        (time.kinds.progress)(&time.length(5_400), &time.length(60), 5),
        (time.kinds.ahead)(&time.length(5_400)),
        (time.kinds.behind)(&time.length(5_400)),
        (time.kinds.needed)(&time.length(5_400)),
        (time.kinds.reached)(A, true),
        (time.kinds.reached)(A, false),
        (time.files.ignored)(A),
        (time.files.order)("3/4/2026"),
        (time.files.row)(5),
        (time.files.repeated)(5),
        (time.choices.browser)("Europe/Berlin"),
        (time.line_view.entry)(A, "9:00", "10:00", &time.length(3_600)),
        (time.line_view.odd_day)("23"),
        (helper.answered)(A),
        (course.add)(A),
        (course.new)(A),
        (course.unanswered)(A),
        (course.goals_end)(A),
        (course.remade_unfinished)(A),
        (course.remade)(A),
    ];
    let undone = [Undone::Repeated, Undone::Misfit, Undone::Unknown, Undone::Declined, Undone::Stopped];
    all.extend(undone.map(|undone| (helper.undone)(undone).to_owned()));
    let remedies = [
        Remedy::Retry,
        Remedy::CheckKey,
        Remedy::CheckAddress,
        Remedy::OpenSettings,
        Remedy::SwitchModel,
        Remedy::ShortenContext,
        Remedy::Continue,
        Remedy::RaiseBudget,
        Remedy::EditPrompt,
        Remedy::AllowLocalNetwork,
        Remedy::AllowOrigin,
        Remedy::Reload,
    ];
    all.extend(remedies.map(|remedy| (words.error.remedy)(remedy).to_owned()));
    let stored = [
        StorageError::Quota,
        StorageError::TooNew { found: 5, supported: 4 },
        StorageError::Blocked,
        StorageError::Superseded,
        StorageError::Cleared,
        StorageError::Denied,
        StorageError::Stale,
        StorageError::Aborted("AbortError".to_owned()),
        StorageError::Unavailable("AbortError".to_owned()),
    ];
    all.extend(stored.iter().map(|error| (words.error.storage)(error)));
    let files = [
        ImportError::Unreadable("a.json".to_owned()),
        ImportError::InFile { name: "a.json".to_owned(), error: Box::new(ImportError::TooLarge(5 << 20)) },
        ImportError::TooLarge(5 << 20),
        ImportError::Conflict,
        ImportError::OneAtATime,
        ImportError::BackupAlone,
        ImportError::TooCostly,
        ImportError::Newer { found: 5, known: 4 },
        ImportError::Unknown(Unknown::Empty),
        ImportError::Unknown(Unknown::Zip),
        ImportError::Unknown(Unknown::Backup),
        ImportError::Unknown(Unknown::Html),
        ImportError::Unknown(Unknown::NoCard),
        ImportError::Unknown(Unknown::NotText),
        ImportError::Unknown(Unknown::OtherText),
        ImportError::Unknown(Unknown::NotJson { line: 1, column: 5 }),
        ImportError::Unknown(Unknown::OtherJson),
    ];
    all.extend(files.iter().map(|error| (words.error.import)(error)));
    let logs = [TimeFile::Empty, TimeFile::TooLarge, TimeFile::TooManyRows, TimeFile::Encoding, TimeFile::Unknown];
    all.extend(logs.iter().map(|error| (time.file_error)(error)));
    let addresses = [BaseProblem::Empty, BaseProblem::NoScheme(A.to_owned()), BaseProblem::Invalid(A.to_owned())];
    all.extend(addresses.iter().map(|problem| (settings.endpoint.base_problem)(problem)));
    let whys = [Why::NotUnderstood, Why::Nothing, Why::LengthOrTime, Why::Long, Why::Skipped, Why::Ahead];
    all.extend(whys.map(|why| (time.quick.why)(why).to_owned()));
    let changes = [ClockChange::Skipped, ClockChange::First, ClockChange::Second];
    all.extend(changes.map(|change| (time.quick.change)(change).to_owned()));
    all.extend([Kind::Date, Kind::Time, Kind::Length].map(|kind| (time.quick.trouble)(A, kind)));
    all.extend(reasons().iter().map(|reason| (time.reason)(reason)));
    let maps = [
        MapFile::Empty,
        MapFile::TooLarge,
        MapFile::TooManyNodes,
        MapFile::Encoding,
        MapFile::Unknown,
        MapFile::Xml { line: 1, column: 5, problem: XmlProblem::Unfinished },
        MapFile::Json { line: 1, column: 5 },
        MapFile::Missing("nodes"),
        MapFile::Newer { found: 5, known: 4 },
        MapFile::Archive(ArchiveProblem::Directory),
    ];
    all.extend(maps.iter().map(|error| (map.file_error)(error)));
    let busy = LlmError::new(ErrorKind::Server);
    all.extend([None, Some(0), Some(1), Some(5)].map(|wait| (words.error.waiting)(&busy, wait, (2, 4))));
    for id in ["chat.delete", "chat.deleteSession", "entry.delete", "course.remake"] {
        all.extend([(shell.notice.done)(id, A, ""), (shell.notice.done)(id, A, "Bo")]);
    }
    all.extend(error::tests::all().iter().map(|error| (words.error.llm)(error)));
    all
}

fn reasons() -> Vec<Reason> {
    let word = "Ada".to_owned();
    vec![
        Reason::NoStart,
        Reason::NoEnd,
        Reason::NotADate(word.clone()),
        Reason::NotATime(word.clone()),
        Reason::UnknownZone(word.clone()),
        Reason::EndBeforeStart,
        Reason::OutOfYears,
        Reason::AllDay,
        Reason::Cancelled,
        Reason::Rule(word),
        Reason::TooOften,
        Reason::Repeats,
        Reason::Unclear,
        Reason::Malformed,
        Reason::NoActivity,
        Reason::LengthDiffers,
        Reason::NoTimeOfDay,
        Reason::Cut,
    ]
}

fn check(texts: &[String], wrong: impl Fn(&str) -> Option<String>) {
    let wrong: Vec<String> = texts.iter().filter_map(|text| Some(format!("{text:?} {}", wrong(text)?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn tables(words: &Messages) -> Vec<String> {
    let mut all = quoted(&format!("{words:?}"));
    assert!(all.len() > 600, "only {} texts were found", all.len());
    all.extend(counted(words));
    all.extend(named(words));
    all
}

#[test]
fn w1_english_reads_as_english() {
    check(&tables(messages(Language::En)), wrong_in_english);
}

#[test]
fn w2_chinese_reads_as_chinese() {
    check(&tables(messages(Language::Zh)), wrong_in_chinese);
}

#[test]
fn w3_numbers_agree_with_their_nouns() {
    check(&counted(messages(Language::En)), wrong_number);
}

/// Source files whose Chinese is read, not shown: words of people and models.
const READ: &[&str] = &[
    "crates/chat/src/builtin/handover/",
    "crates/chat/src/builtin/topics/",
    "crates/course/src/cues.rs",
    "crates/course/src/hear",
    "crates/course/src/topic.rs",
    "crates/scene/src/agent/reader",
    "crates/timelog/src/amount.rs",
    "crates/timelog/src/grounding",
    "crates/timelog/src/phrase",
    "crates/timelog/src/questions",
    "crates/timelog/src/quick_add",
    "crates/timelog/src/scan",
    "crates/timelog/src/testing.rs",
    "crates/llm/src/error",
];

/// Words that people write and that stand among those of the app.
const HEARD: &[&str] = &["您", "您好", "房间", "端点", "秘钥", "类别"];

/// Whether a text is in Chinese: a Chinese word in an English text is quoted.
fn is_chinese(text: &str) -> bool {
    let (chinese, latin) = text
        .chars()
        .fold((0, 0), |(han, latin), c| (han + usize::from(is_han(c)), latin + usize::from(c.is_ascii_lowercase())));
    chinese > 0 && chinese * 4 >= latin
}

/// Returns the texts of a source file up to its tests.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut texts = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (from, one) = (&rest[at..], &rest[at + 1..]);
        if from.starts_with("//") {
            rest = from.find('\n').map_or("", |end| &from[end..]);
        } else if !from.starts_with('"') {
            // A quotation mark as a character begins no text.
            rest = from.strip_prefix("'\"'").unwrap_or(one);
        } else {
            let mut escaped = false;
            let end = one.find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            let (text, after) = one.split_at(end.unwrap_or(one.len()));
            let lines: Vec<&str> = text
                .split("\\\n")
                .enumerate()
                .map(|(at, line)| if at > 0 { line.trim_start() } else { line })
                .collect();
            texts.push(lines.concat().replace("\\n", "\n").replace("\\\"", "\""));
            rest = after.get(1..).unwrap_or_default();
        }
    }
    texts
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_string_lossy().into_owned();
        if path.is_dir() {
            sources(&path, into);
        } else if is_rust(&path) && !name.ends_with("tests.rs") && !name.contains("/tests/") {
            into.push(path);
        }
    }
}

#[test]
fn w2_chinese_outside_the_tables_reads_as_chinese() {
    let root = &Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![root.join("index.html"), root.join("static/boot.js")];
    files.push(root.join("crates/chat/src/builtin/guide.md"));
    files.push(root.join("crates/course/src/template/data/zh.txt"));
    sources(&root.join("src"), &mut files);
    sources(&root.join("crates"), &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        if READ.iter().any(|read| name.starts_with(read)) {
            continue;
        }
        let source = std::fs::read_to_string(&file).unwrap();
        let texts = if is_rust(&file) {
            literals(&source)
        } else if file.extension().is_some_and(|extension| extension == "md" || extension == "txt") {
            // Rows of words that people write begin with a mark or a name.
            let is_shown = |line: &&str| !line.starts_with(['?', '!', '=', '@']) && !line.contains(": ");
            let bare =
                |line: &str| line.trim_start_matches(|c: char| c.is_ascii_digit() || "#- ".contains(c)).to_owned();
            source.lines().filter(is_shown).map(bare).collect()
        } else {
            source.split(['<', '>', '"', '`', '·']).map(str::to_owned).collect()
        };
        let chinese = texts.iter().filter(|text| is_chinese(text) && !HEARD.contains(&text.as_str()));
        wrong.extend(chinese.filter_map(|text| Some(format!("{name}: {text:?} {}", wrong_in_chinese(text)?))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_rules_find_what_they_are_for() {
    for text in ["Make it anew", "The site's name", "It cannot be", "a  b", "50 %", "打开"] {
        assert!(wrong_in_english(text).is_some(), "{text}");
    }
    assert_eq!(wrong_in_english("Language · 语言"), None);
    for text in [
        "您好",
        "连接端点",
        "共 5条",
        "共5 条",
        "用 Markdown 写",
        "等等…",
        "等等...",
        "标题,内容",
        "请 use the base url 吧",
        "50 %",
    ] {
        assert!(wrong_in_chinese(text).is_some(), "{text}");
    }
    for text in ["等等……", "用`add to the node`添加", "在LM Studio中打开", "昨天 学习", "Enter发送 · Shift+Enter换行"]
    {
        assert_eq!(wrong_in_chinese(text), None, "{text}");
    }
    assert!(wrong_number("Delete 1 messages?").is_some() && wrong_number("0 message").is_some());
    assert_eq!(wrong_number("1 message, 2 days, 1 h"), None);
}

#[test]
fn what_is_deleted_is_named_as_a_thing() {
    let deletions = [
        "chat.delete",
        "chat.deleteSession",
        "agent.delete",
        "map.delete",
        "node.delete",
        "course.delete",
        "category.delete",
        "goal.delete",
        "entry.delete",
        "scene.delete",
    ];
    for language in [Language::En, Language::Zh] {
        let say = &messages(language).shell.notice;
        for id in deletions {
            let said = [(say.done)(id, "COMMAND", "x"), (say.done_again)(id, "COMMAND", 2)];
            assert!(said.iter().all(|said| !said.contains("COMMAND")), "{id}: {said:?}");
        }
    }
}
