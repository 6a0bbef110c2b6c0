//! Sentences that a room carries out without a model: which room, and with what.
//!
//! - H1 A strict table: a sentence has to begin with an opening of a room and be used up by it. In doubt it is none.
//! - H2 Nothing is done here. What was read is offered with one button.
//! - H3 What only a model can answer is offered as something a room can begin about the same subject ([`doors`]).

pub(super) mod doors;
mod hours;
mod shapes;
#[cfg(test)]
mod tests;

use self::doors::doors;
use self::hours::{hours, question, timer};
use super::topics::Leads;
use super::{Reply, Text, say};
use espalier_base::language::Language;

/// The most characters of a sentence that is read.
const LONGEST: usize = 200;
/// The most characters of what a sentence is about.
const SUBJECT: usize = 80;

/// An offer below an answer of the guide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handover {
    /// A map with this in the middle.
    Map(String),
    /// An entry of the time log.
    Log {
        /// Line that the Time room reads.
        line: String,
        /// Entry as it is shown.
        shown: String,
    },
    /// The timer, with what it is for.
    Timer(String),
    /// The end of the timer.
    StopTimer,
    /// A question about the time log.
    AskTime(String),
    /// A course that begins with this sentence.
    Course(String),
    /// A scene whose assistant is told this, in words that it follows.
    Scene(String),
    /// The settings.
    Settings,
    /// The choice of how a model is connected.
    Connect,
}

/// The offer a sentence asks for (H1).
pub fn read(said: &str) -> Option<Handover> {
    let said = said.trim();
    if said.contains('\n') || said.chars().count() > LONGEST {
        return None;
    }
    let polite = after(said, POLITE);
    let said = polite.unwrap_or(said);
    let said = said.trim_end_matches(['.', '!', '。', '！', '~', '～']).trim_end();
    // "How many hours did I work?" is answered by the log.
    if polite.is_none()
        && let Some(asked) = question(said)
    {
        return Some(asked);
    }
    // "Can you draw a circle?" asks for one; any other question asks for an answer.
    let said = match polite {
        Some(_) => ["吗？", "吗?", "吗", "?", "？"].iter().find_map(|end| said.strip_suffix(end)).unwrap_or(said),
        None if said.ends_with(['?', '？', '吗']) => return None,
        None => said,
    };
    map(said).or_else(|| timer(said)).or_else(|| hours(said)).or_else(|| shapes::read(said)).or_else(|| course(said))
}

/// The offers below an answer to a sentence: those of the guide, or of a model, which needs no further door.
pub fn offered(said: &str, is_of_guide: bool) -> Vec<Handover> {
    if !is_of_guide {
        return read(said).into_iter().collect();
    }
    match Reply::to(said, Language::En) {
        Some(Reply::Room(offer)) => vec![offer],
        Some(Reply::App(_, Leads::Settings)) => vec![Handover::Settings],
        Some(Reply::App(_, Leads::Connect)) => vec![Handover::Connect],
        Some(Reply::Other) => doors(said).into_iter().chain([Handover::Connect]).collect(),
        _ => Vec::new(),
    }
}

/// The guide's words where only a model can answer.
pub(super) fn otherwise(said: &str, language: Language) -> String {
    let doors = doors(said);
    let of = |door: fn(&Handover) -> bool| doors.iter().any(door);
    let text: Text = match (of(|door| matches!(door, Handover::Map(_))), of(|door| matches!(door, Handover::Course(_))))
    {
        (true, true) => (
            "I can’t answer that without a model, but I can begin a mind map of it or plan a course on it.",
            "没有模型，这个我答不了，但可以为它新建一张导图，或者规划一门课程。",
        ),
        (true, false) => (
            "I can’t do that without a model, but I can begin a mind map of it for your own ideas.",
            "没有模型，这个我做不了，但可以为它新建一张导图，先写下你自己的想法。",
        ),
        (false, true) => (
            "I can’t do that without a model, but I can plan a course on it.",
            "没有模型，这个我做不了，但可以为它规划一门课程。",
        ),
        (false, false) => {
            const NO: Text = ("I can’t answer that without a model. ", "没有模型，这个我答不了。");
            return format!("{}{}", say(NO, language), say(super::topics::CAN_DO, language));
        }
    };
    say(text, language).to_owned()
}

/// The guide's words for what a room can carry out.
pub(super) const fn answer(offer: &Handover, language: Language) -> &'static str {
    let text: Text = match offer {
        Handover::Map(_) => (
            "I can begin this map in the **Map** room: your subject goes in the middle, and you add the branches.",
            "我可以在**导图**里新建这张导图：主题放在中间，分支由你来添加。",
        ),
        Handover::Log { .. } => (
            "I can add this to your log in the **Time** room. You can undo it or change it there.",
            "我可以把它记入**时间**，之后可以在那里撤销或修改。",
        ),
        Handover::Timer(_) => (
            "I can start the timer of the **Time** room. It keeps running while you do other things here.",
            "我可以启动**时间**里的计时器，你在这里做别的事时它会继续走。",
        ),
        Handover::StopTimer => (
            "I can stop the timer of the **Time** room; what it counted is logged.",
            "我可以停止**时间**里的计时器，已计的时间会记下来。",
        ),
        Handover::AskTime(_) => (
            "The assistant of the **Time** room can do that in your log. It works without a model.",
            "**时间**的助手可以在你的时间记录里处理这件事，不需要模型。",
        ),
        Handover::Course(_) => (
            "The **Course** room can plan this: you answer a few questions and get an outline to edit and track. It works \
             without a model.",
            "**课程**可以为此制定计划：回答几个问题，就能得到一份可以编辑和跟踪进度的大纲，不需要模型。",
        ),
        Handover::Scene(_) => (
            "I can have this drawn in a new scene: the assistant of the **Scene** room follows plain commands without a \
             model.",
            "我可以让**场景**的助手在新场景里画出来，简单的指令不需要模型。",
        ),
        Handover::Settings | Handover::Connect => ("", ""),
    };
    say(text, language)
}

const POLITE: &str = "please |can you |can you please |could you |could you please |would you |麻烦你|请|请你|请帮我|请给我|帮我|给我|能帮我|\
        能不能帮我|可以帮我|你能帮我";

/// The words of a table, which stand in one text.
fn words(table: &str) -> impl Iterator<Item = &str> {
    table.split('|')
}

/// The rest of a text after the longest of these openings it begins with.
fn after<'a>(text: &'a str, openings: &str) -> Option<&'a str> {
    let begins = |opening: &&str| text.get(..opening.len()).is_some_and(|head| head.eq_ignore_ascii_case(opening));
    let opening = words(openings).filter(begins).max_by_key(|opening| opening.len())?;
    Some(text[opening.len()..].trim_start())
}

/// The rest of a text after an opening that may be missing.
fn past<'a>(text: &'a str, openings: &str) -> &'a str {
    after(text, openings).unwrap_or(text)
}

/// The subject of a sentence, unless that is empty, too long, or points at something that is not in the sentence.
fn subject(text: &str) -> Option<&str> {
    const POINTING: &str =
        "it|this|that|these|those|them|me|you|us|more|about|what|why|how|something|anything|everything|stuff";
    const OF_THE_APP: &str = "this app|the app|espalier|应用|软件";
    const ASKING: &str = "这个|那个|什么|怎么|如何|为什么|哪|吗";
    let is_edge = |c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”' | '「' | '」' | ',' | '，' | ':' | '：');
    let text = text.trim_matches(is_edge);
    let lower = text.to_lowercase();
    let first = lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let has = |table| words(table).any(|word| lower.contains(word));
    let fits = text.chars().any(char::is_alphanumeric) && text.chars().count() <= SUBJECT;
    (fits && words(POINTING).all(|word| word != first) && !has(OF_THE_APP) && !has(ASKING)).then_some(text)
}

fn map(said: &str) -> Option<Handover> {
    const VERBS: &str = "make |create |draw |build |begin |start |generate |sketch |i want |i need |i'd like |i’d like |\
        give me |make me |draw me ";
    const NOUNS: &str = "mind map|mindmap|mind-map";
    const ABOUT: &str = "about |of |on |for |:";
    const VERBS_ZH: &str = "做|画|建|制作|创建|新建|生成|绘制|我想做|我想画|我要做";
    const ONE: &str = "张|个|一张|一个|一份|一幅";
    const NOUNS_ZH: &str = "思维导图|导图|脑图|心智图";
    let english = || {
        let noun = past(past(said, VERBS), "a |a new |new ");
        after(said, "map:|map out ").or_else(|| after(after(noun, NOUNS)?, ABOUT))
    };
    let chinese = || {
        let (rest, has_verb) = after(said, VERBS_ZH).map_or((said, false), |rest| (rest, true));
        let rest = past(rest, ONE);
        let titled = after(rest, NOUNS_ZH).and_then(|rest| after(rest, ":|："));
        let (topic, is_about) = after(rest, "关于|有关").map_or((rest, false), |rest| (rest, true));
        let before = words(NOUNS_ZH).find_map(|noun| topic.strip_suffix(noun)?.trim_end().strip_suffix('的'));
        let spaced = || after(rest, NOUNS_ZH).filter(|title| has_verb && rest.ends_with(&format!(" {title}")));
        titled.or(before.filter(|_| has_verb || is_about)).or_else(spaced)
    };
    let title = subject(english().or_else(chinese)?)?;
    Some(Handover::Map(capitalised(title)))
}

/// A title with its first letter as a capital.
fn capitalised(title: &str) -> String {
    let mut rest = title.chars();
    rest.next().into_iter().flat_map(char::to_uppercase).chain(rest).collect()
}

fn course(said: &str) -> Option<Handover> {
    const WISHES: &str = "learn |learn to |learn how to |i need to learn |i need to learn to |i want to understand |i'd like to understand |\
        i'd like to understand how to |i want to understand how to |i want to get better at |i'd like to get better at |i want to improve my |i want to learn |i want to learn to |i want to learn how to |i'd like to learn |\
        i'd like to learn to |i'd like to learn how to |i’d like to learn |i’d like to learn to |\
        i’d like to learn how to |i would like to learn |i would like to learn to |\
        i would like to learn how to |help me learn |help me learn to |teach me to |teach me how to |我想学|\
        我想学习|我想学会|我想要学|我要学|我要学习|教我|教我学|想学|零基础学|我要备课|我想备课|帮我备课|备课：";
    const VERBS: &str = "plan |make |make me |create |design |build ";
    const NOUNS: &str = "a course|a learning plan|a study plan";
    const VERBS_ZH: &str = "规划|制定|设计|做|我想做";
    const ENDS: &str = "课程|学习计划";
    if let Some(goal) = after(said, WISHES) {
        return subject(goal).map(|_| Handover::Course(said.to_owned()));
    }
    let english = || after(after(after(said, VERBS)?, NOUNS)?, "on |about |for |in |:");
    let chinese = || {
        let rest = past(past(after(said, VERBS_ZH)?, "一门|一个|一份"), "关于|有关");
        let goal = words(ENDS).find_map(|end| rest.strip_suffix(end))?;
        Some(goal.strip_suffix('的').unwrap_or(goal))
    };
    subject(english().or_else(chinese)?).map(|goal| Handover::Course(goal.to_owned()))
}

/// Whether it is a number of shapes that somebody draws.
fn is_count(word: &str) -> bool {
    word.parse::<u8>().is_ok_and(|count| (1..=50).contains(&count))
}
