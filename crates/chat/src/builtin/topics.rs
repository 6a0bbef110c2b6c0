//! Topics about the app that the guide has answers to, from the table `guide.md`.
//!
//! - T1 A topic answers only a sentence that its own words use up: the words of the table, those that ask, and the names
//!   of what the app holds. A sentence with anything else in it is not about the app, whatever words it shares.
//! - T2 A word that means something outside the app as well (`dim`) takes a question about how something is done here.
//! - T3 A name that is of this app alone (`strong`) leaves room for one word more.

use std::fmt::Write;

use super::{Room, Text, say};
use espalier_base::text::is_han;
use espalier_model::settings::Language;

/// A longer text is not a question about the app, whatever words are in it.
const LONGEST: usize = 160;

/// The table: a heading with the name and where an answer leads, rows of words, the answer in English and, after a
/// line with `~`, in Chinese.
const TABLE: &str = include_str!("guide.md");

/// Words that a question about the app has besides the words of its topic.
const ASKING: &str = "a an the this that these those it its i i'm i've me my mine you your it's we our us is are am was be \
     been do does did don't doesn't can can't could may might should would will won't have has had get got there here what what's \
     which who whose how how's where where's when why if in on at of to from for with by as and or but not no without \
     into onto out up over so then than any some all every each one more most else other just only also still please \
     really actually exactly need want like would use used using make made makes work works happen happens possible way able \
     thing things anything everything mean means tell show know try see go take put set turn switch change choose pick \
     support supports supported allow let inside between after before again now new different own current default \
     first click press button list page screen window right well ever too yet lot hey hi hello oops ok okay please pls plz kindly its im i'd i'll \
     id youre you're they them both same way bit little many much several anymore anywhere somewhere away already always never once \
     twice last next later sometimes often quickly easily simply basically normally correctly properly open opened opening start \
     started begin move moved add added edit create created remove write read type say ask copy paste drag drop keep leave come comes \
     look looks looking hide see reload restart crash break breaks fail fails run runs running drops bright big small hook home \
     there's that's isn't aren't doesnt dont cant because while until though else's really even kind sort";
const ASKING_ZH: &str = "怎么样 怎么 怎样 如何 什么 是不是 是否 是 的 地 得 了 吗 呢 啊 吧 嘛 呀 我的 我 你们 你 您 他 它 这个 那个 这里 \
     那里 这 那 哪里 哪儿 哪些 哪个 哪 在 有没有 有 没有 没 可不可以 可以 能不能 能够 能 会不会 会 要 想 请问 请 一下 使用 用 把 被 和 与 或 \
     跟 给 让 到 去 从 里面 里 中 上 下 为什么 为 多少 几 个 些 一个 一些 所有 全部 都 也 就 还 才 不能 不会 不 别 做 弄 切换 改成 改 换成 换 \
     变成 变 需要 成 出来 进来 起来 如果 怎么办 到底 真的 以后 之前 时候 放 新 自己 应该 支持 行 好 多 其他 别的 东西 点 按 按钮 啦 不 么 谁 啥 干啥 咋 咋样 那种 呗 哈 噢 已经 开 开了 之类 又 再 然后 但是 不过 所以 或者 还是 以及 直接 一起 \
     同时 原来 那条 过去 过来 意思 干嘛 用的 干嘛用 过 着 被 位置 怎么回事 没法 无法 打开 关 关掉 看 看看 找 找到 写 读 说 问 换 搬 拿 带 进 出 搞 比 很 太 \
     最 更 刚才 刚刚 现在 已 每次 每个 随便 任何 求助 帮忙 帮我 帮 呢 哦";
/// Names of what the app holds and of the app itself.
const NAMES: &str = "app espalier browser tab site website room rooms chat chats conversation conversations message messages map maps node \
     nodes note notes course courses outline scene scenes shape shapes entry entries settings guide assistant";
const NAMES_ZH: &str = "应用 软件 网站 网页 浏览器 标签页 房间 对话 聊天 消息 导图 思维导图 节点 笔记 备注 课程 大纲 场景 图形 记录 设置 助手";
/// Beginnings of a question about how something is done here (T2).
const HERE: &str = "how do i|how can i|how to|how does|does anything|can i|could i|may i|is it|is this|is there|does it|does this|do you|where is|where are|\
     where do|where can|where's|is my|are my|what happens|who can|do i|will it|will this|怎么|如何|怎样|能不能|可不可以|可以|能|在哪|哪里|是不是|\
     有没有|会不会|支持|这个|你";
const HERE_ENDS: &str = "吗|呢|不|么|没|在哪|哪里|怎么办";

/// Place where an answer leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leads {
    /// Nowhere.
    Nowhere,
    /// To the choice of how a model is connected.
    Connect,
    /// To the settings.
    Settings,
}

/// A topic of the table.
struct Topic {
    #[cfg(test)]
    name: &'static str,
    leads: Leads,
    strong: Vec<&'static str>,
    words: Vec<&'static str>,
    dim: Vec<&'static str>,
    with: Vec<&'static str>,
    answer: Text,
}

/// Examples of what to ask the guide for.
pub const CAN_DO: Text = (
    "What I can do:\n\
     - **Make things**: “make a mind map about gardening”, “9:00-10:30 emails”, “I want to learn Japanese”, “draw three blue circles in a row”.\n\
     - **Explain the app**: connecting a model (Ollama, LM Studio, llama.cpp, OpenAI or any other endpoint), branching, \
     agents, search, import and export, privacy, shortcuts.\n\
     - **Work on a text by fixed rules**: start a message with `summarise:`, `outline:`, `checklist:`, `count:` or `sort:`.\n\
     - **Calculate**: `12 * (3 + 4)`.",
    "我能做的：\n\
     - **直接做出来**：“做一张关于园艺的思维导图”“9点到10点半写邮件”“我想学日语”“画三个蓝色的圆排成一排”。\n\
     - **介绍这个应用**：连接模型（Ollama、LM Studio、llama.cpp、OpenAI或其他接口）、分支、智能体、搜索、导入导出、隐私、\
     快捷键。\n\
     - **按规则处理文本**：在消息开头写`摘要：`、`大纲：`、`待办：`、`统计：`或`排序：`。\n\
     - **计算算式**：`12 * (3 + 4)`。",
);

fn topics() -> impl Iterator<Item = Topic> {
    TABLE.split("# ").skip(1).filter_map(topic)
}

/// Reads one topic of the table.
fn topic(text: &'static str) -> Option<Topic> {
    let (head, answers) = text.split_once("\n\n")?;
    let (english, chinese) = answers.split_once("\n\n~\n\n")?;
    let row = |name: &str| -> Vec<&'static str> {
        let rows = head.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        rows.flat_map(|row| row.split(", ")).collect()
    };
    let title = head.lines().next()?;
    let leads = match title.split_once(' ').map(|(_, leads)| leads) {
        Some("connect") => Leads::Connect,
        Some("settings") => Leads::Settings,
        _ => Leads::Nowhere,
    };
    let answer = (english.trim(), chinese.trim());
    #[cfg(test)]
    let name = title.split(' ').next()?;
    Some(Topic {
        #[cfg(test)]
        name,
        leads,
        strong: row("strong"),
        words: row("words"),
        dim: row("dim"),
        with: row("with"),
        answer,
    })
}

/// The topics that a sentence is about, at most two that fit equally well.
fn fitting(said: &str) -> Vec<Topic> {
    if said.chars().count() > LONGEST {
        return Vec::new();
    }
    let said = plain(said);
    let scored: Vec<(usize, Topic)> = topics().map(|topic| (score(&said, &topic), topic)).collect();
    let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
    let fits = |(score, topic)| (score > 0 && score == best).then_some(topic);
    scored.into_iter().filter_map(fits).take(2).collect()
}

/// The answer to a question about the app, and where it leads.
pub fn answer(said: &str, rooms: &[Room], language: Language) -> Option<(String, Leads)> {
    let fitting = fitting(said);
    let leads = fitting.first()?.leads;
    let answers: Vec<&str> = fitting.iter().map(|topic| say(topic.answer, language)).collect();
    let text = answers.join("\n\n").replace("{rooms}", listed(rooms, language).trim_end());
    Some((text.replace("{can_do}", say(CAN_DO, language)), leads))
}

/// Whether a sentence names something of the app, whatever else is in it.
pub fn is_near(said: &str) -> bool {
    let said = plain(said);
    let starts = || said.char_indices().filter(|(at, c)| is_han(*c) || *at == 0 || said[..*at].ends_with(' '));
    let names = |word: &&'static str| starts().any(|(at, _)| begins(&said[at..], word));
    topics().any(|topic| topic.strong.iter().chain(&topic.words).any(names))
}

/// How much of a sentence is of a topic; 0 where it is not about it.
fn score(said: &str, topic: &Topic) -> usize {
    let asking = ASKING.split(' ').chain(NAMES.split(' ')).chain(ASKING_ZH.split(' ')).chain(NAMES_ZH.split(' '));
    let mut known: Vec<(&str, usize)> = asking.map(|word| (word, 0)).collect();
    for (words, weight) in [(&topic.strong, 4), (&topic.words, 3), (&topic.dim, 1), (&topic.with, 0)] {
        known.extend(words.iter().map(|word| (*word, weight)));
    }
    let (mut rest, mut unknown, mut score, mut strongest) = (said, 0, 0, 0);
    while let Some(first) = rest.chars().next() {
        if first == ' ' {
            rest = &rest[1..];
            continue;
        }
        // The longest word is meant; of one that stands twice, the heavier.
        let found =
            known.iter().filter(|(word, _)| begins(rest, word)).max_by_key(|(word, weight)| (word.len(), *weight));
        if let Some((word, weight)) = found {
            (score, strongest) = (score + weight * word.len(), strongest.max(*weight));
            rest = &rest[word.len()..];
        } else if is_han(first) {
            unknown += 1;
            rest = &rest[first.len_utf8()..];
        } else {
            let length = rest.find(|c: char| c == ' ' || is_han(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(length);
            // One word of a European language is about two characters.
            let is_number = word.starts_with(|c: char| c.is_ascii_digit());
            let of_a_word = |weight| known.iter().find(|(known, at)| *at == weight && stem(word) == *known);
            match (1..=3).rev().find_map(of_a_word) {
                Some((known, weight)) => (score, strongest) = (score + weight * known.len(), strongest.max(*weight)),
                None if is_number && !topic.strong.is_empty() => {}
                None if known.iter().any(|(known, _)| stem(word) == *known) => {}
                None => unknown += 2,
            }
            rest = after;
        }
    }
    let may_be_unknown = if strongest == 4 { 2 } else { 0 };
    let asks =
        HERE.split('|').any(|begin| said.starts_with(begin)) || HERE_ENDS.split('|').any(|end| said.ends_with(end));
    if unknown <= may_be_unknown && (strongest > 1 || asks) { score } else { 0 }
}

/// Whether a text begins with a word, and the word ends there.
fn begins(text: &str, word: &str) -> bool {
    let is_inside = |c: char| c != ' ' && !is_han(c);
    text.strip_prefix(word).is_some_and(|rest| word.ends_with(is_han) || !rest.starts_with(is_inside))
}

/// A word without the ending of a plural.
fn stem(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix('s')).unwrap_or(word)
}

/// Folds a text to lower case, with single spaces around words; full stops inside names stay.
fn plain(said: &str) -> String {
    let keep = |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '-' | '_');
    let spaced = said.to_lowercase().replace('’', "'");
    let spaced: String = spaced.chars().map(|c| if keep(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = spaced.split_whitespace().map(|word| word.trim_matches(['.', '-'])).collect();
    words.join(" ")
}

fn listed(rooms: &[Room], language: Language) -> String {
    let mut text = String::new();
    for room in rooms {
        let colon = say((": ", "："), language);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "- **{}**{colon}{}", say(room.name, language), say(room.purpose, language));
    }
    text
}

/// The names of the topics that a sentence is about.
#[cfg(test)]
pub fn names(said: &str) -> Vec<&'static str> {
    fitting(said).iter().map(|topic| topic.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_topic_can_be_asked_for_in_both_languages() {
        let names: Vec<&str> = TABLE.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        assert_eq!(topics().count(), names.len(), "each heading has words and both answers");
        for (topic, name) in topics().zip(names) {
            let own = || topic.strong.iter().chain(&topic.words);
            assert!(own().any(|word| word.is_ascii()), "{name}: in English");
            assert!(own().chain(&topic.dim).any(|word| word.contains(is_han)) || name.starts_with("ollama"), "{name}");
            for word in own() {
                assert!(score(&plain(word), &topic) > 0, "{name}: {word:?} asks for it");
            }
            assert!(
                topic.answer.0.is_ascii() || !topic.answer.0.contains(is_han) || name.starts_with("looks"),
                "{name}"
            );
            assert!(topic.answer.1.contains(is_han), "{name}");
        }
    }
}
