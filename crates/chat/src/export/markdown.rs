//! A conversation as Markdown to be read.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use espalier_base::collect;
use espalier_base::time::Timestamp;
use espalier_model::conversation::tree::Tree;
use espalier_model::conversation::{Message, MessageId, Part, Session, Status};
use espalier_model::persona::Role;
use espalier_model::settings::Language;

/// The words of the document in one language.
struct Words {
    untitled: &'static str,
    roles: [&'static str; 3],
    summary: fn(&str, usize, usize) -> String,
    thought: &'static str,
    attached: &'static str,
    tool: &'static str,
    left_out: &'static str,
    edited: &'static str,
    stopped: &'static str,
    failed: &'static str,
    branch: fn(usize, Option<usize>) -> String,
    shown: &'static str,
    forks: fn(&str) -> String,
}

const ENGLISH: Words = Words {
    untitled: "Conversation",
    roles: ["System", "User", "Assistant"],
    summary: |date, messages, branches| match branches {
        0 | 1 => format!(
            "Started {date}, {}",
            if messages == 1 { "1 message".to_owned() } else { format!("{messages} messages") }
        ),
        branches => format!("Started {date}, {messages} messages in {branches} branches"),
    },
    thought: "Thinking",
    attached: "Attached:",
    tool: "Tool",
    left_out: "excluded from context",
    edited: "edited",
    stopped: "stopped",
    failed: "stopped by an error",
    branch: |number, from| match from {
        Some(from) => format!("Branch {number} (from branch {from})"),
        None => format!("Branch {number}"),
    },
    shown: "shown",
    forks: |numbers| format!("Continues in branches {numbers}."),
};

const CHINESE: Words = Words {
    untitled: "对话",
    roles: ["系统", "用户", "助手"],
    summary: |date, messages, branches| match branches {
        0 | 1 => format!("始于{date}，共{messages}条消息"),
        branches => format!("始于{date}，共{messages}条消息，{branches}个分支"),
    },
    thought: "思考",
    attached: "附件：",
    tool: "工具",
    left_out: "不在上下文中",
    edited: "已编辑",
    stopped: "已停止",
    failed: "因错误中断",
    branch: |number, from| match from {
        Some(from) => format!("分支{number}（自分支{from}）"),
        None => format!("分支{number}"),
    },
    shown: "当前显示",
    forks: |numbers| format!("后续见分支{}。", numbers.replace(", ", "、")),
};

const fn words(language: Language) -> &'static Words {
    match language {
        Language::En => &ENGLISH,
        Language::Zh => &CHINESE,
    }
}

/// The path that is shown, first message to last.
pub fn path_to_markdown(session: &Session, messages: &[Rc<Message>], title: &str, language: Language) -> String {
    let tree = Tree::of(messages.iter().map(|message| &**message));
    let by_id = by_id(messages);
    let path = tree.path(tree.active_leaf(session));
    let mut page = Page::new(words(language), session, title, path.len(), 1);
    for message in path.iter().filter_map(|id| by_id.get(id)) {
        page.message(message, 2);
    }
    page.text
}

/// All branches: each a section that ends where it forks, followed by the sections it forks into.
pub fn tree_to_markdown(session: &Session, messages: &[Rc<Message>], title: &str, language: Language) -> String {
    let tree = Tree::of(messages.iter().map(|message| &**message));
    let by_id = by_id(messages);
    let shown = collect::set(tree.path(tree.active_leaf(session)));
    let leaves = by_id.keys().filter(|&&id| tree.children(Some(id)).is_empty()).count();
    let mut page = Page::new(words(language), session, title, messages.len(), leaves);

    // Branches are numbered in the order they are written: depth first, older siblings first.
    let numbers = branch_numbers(&tree);
    let mut open: Vec<Branch> = Vec::new();
    let begin = |children: &[MessageId], from: Option<usize>, depth: usize, open: &mut Vec<Branch>| {
        open.extend(children.iter().rev().map(|&first| Branch { first, from, depth }));
    };
    begin(tree.children(None), None, 0, &mut open);
    while let Some(branch) = open.pop() {
        let number = numbers.get(&branch.first).copied().unwrap_or_default();
        let level = (2 + branch.depth).min(5);
        if leaves > 1 {
            page.branch(number, branch.from, level, shown.contains(&branch.first));
        }
        let mut next = Some(branch.first);
        while let Some(id) = next {
            if let Some(message) = by_id.get(&id) {
                page.message(message, if leaves > 1 { level + 1 } else { 2 });
            }
            next = match tree.children(Some(id)) {
                [only] => Some(*only),
                [] => None,
                forks => {
                    let listed: Vec<String> =
                        forks.iter().filter_map(|fork| numbers.get(fork)).map(ToString::to_string).collect();
                    page.note(&(page.words.forks)(&listed.join(", ")));
                    begin(forks, Some(number), branch.depth + 1, &mut open);
                    None
                }
            };
        }
    }
    page.text
}

/// `code` in a fence that is longer than any inside it; nothing for nothing.
pub fn fenced(language: &str, code: &str) -> String {
    if code.is_empty() {
        return String::new();
    }
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if code.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{code}{end}{fence}")
}

struct Branch {
    first: MessageId,
    from: Option<usize>,
    depth: usize,
}

/// The number of each message that begins a branch.
fn branch_numbers(tree: &Tree) -> BTreeMap<MessageId, usize> {
    let mut numbers = BTreeMap::new();
    let mut open: Vec<MessageId> = tree.children(None).iter().rev().copied().collect();
    while let Some(id) = open.pop() {
        if tree.siblings(id).len() > 1 || tree.parent(id).is_none() {
            numbers.insert(id, numbers.len() + 1);
        }
        open.extend(tree.children(Some(id)).iter().rev());
    }
    numbers
}

fn by_id(messages: &[Rc<Message>]) -> BTreeMap<MessageId, &Message> {
    messages.iter().map(|message| (message.id, &**message)).collect()
}

/// `2026-03-01 09:30 UTC`.
fn minute(at: Timestamp) -> String {
    let text = at.to_rfc3339();
    let minute: String = text.chars().take_while(|&c| c != 'Z').collect();
    let minute = minute.rsplit_once(':').map_or(minute.as_str(), |(minute, _)| minute);
    format!("{} UTC", minute.replace('T', " "))
}

struct Page {
    words: &'static Words,
    text: String,
}

impl Page {
    fn new(words: &'static Words, session: &Session, title: &str, messages: usize, branches: usize) -> Self {
        let title = if title.trim().is_empty() { words.untitled } else { title.trim() };
        let summary = (words.summary)(&minute(session.created_at), messages, branches);
        Self { words, text: format!("# {}\n\n*{summary}*\n", title.replace('\n', " ")) }
    }

    fn heading(&mut self, level: usize, text: &str) {
        // Writing to a String cannot fail.
        let _ = write!(self.text, "\n{} {text}\n", "#".repeat(level));
    }

    fn note(&mut self, text: &str) {
        let _ = write!(self.text, "\n*{text}*\n");
    }

    fn branch(&mut self, number: usize, from: Option<usize>, level: usize, shown: bool) {
        let mut heading = (self.words.branch)(number, from);
        if shown {
            let _ = write!(heading, " · {}", self.words.shown);
        }
        self.heading(level, &heading);
    }

    fn message(&mut self, message: &Message, level: usize) {
        let role = match message.role {
            Role::System => self.words.roles[0],
            Role::User => self.words.roles[1],
            Role::Assistant => self.words.roles[2],
        };
        let provenance = &message.provenance;
        let mut heading = role.to_owned();
        for detail in [&provenance.persona_name, &provenance.model].into_iter().flatten() {
            let _ = write!(heading, " · {detail}");
        }
        let _ = write!(heading, " · {}", minute(message.created_at));
        self.heading(level, &heading);
        for part in &message.parts {
            self.part(part);
        }
        let notes = [
            (!message.enabled, self.words.left_out),
            (message.edited_at.is_some(), self.words.edited),
            (message.status == Status::Stopped, self.words.stopped),
            (message.status == Status::Error, self.words.failed),
        ];
        let notes: Vec<&str> = notes.into_iter().filter_map(|(applies, note)| applies.then_some(note)).collect();
        if !notes.is_empty() {
            self.note(&notes.join(" · "));
        }
    }

    fn part(&mut self, part: &Part) {
        match part {
            Part::Text { text } | Part::Report { text } => {
                let _ = writeln!(self.text, "\n{}", text.trim_end());
            }
            Part::Reasoning { text } => {
                let _ = writeln!(self.text, "\n> **{}**\n>", self.words.thought);
                for line in text.trim_end().lines() {
                    let _ = writeln!(self.text, "> {line}");
                }
            }
            Part::ToolCall { name, arguments, .. } => {
                let _ = writeln!(self.text, "\n**{}** `{name}`\n\n{}", self.words.tool, fenced("json", arguments));
            }
            Part::ToolResult { content, .. } => {
                let _ = writeln!(self.text, "\n{}", fenced("", content));
            }
            Part::Attachment(file) => {
                let name = file.name.replace(['\n', '\r', '`'], " ");
                let _ = writeln!(self.text, "\n**{}** `{name}`", self.words.attached);
                if !file.text.is_empty() {
                    let _ = writeln!(self.text, "\n{}", file.text.trim_end());
                }
            }
            Part::Opaque { .. } => {}
        }
    }
}
