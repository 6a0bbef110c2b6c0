//! Sentences that a room carries out without a model: which room, and with what.
//!
//! - H1 A strict table: a sentence has to begin with an opening of a room and be used up by it. In doubt it is none.
//! - H2 Nothing is done here. What was read is offered with one button.

mod hours;
#[cfg(test)]
mod tests;

use self::hours::{hours, timer};
use super::{Text, say, topics};
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
    /// A course that begins with this sentence.
    Course(String),
    /// A scene whose assistant is told this.
    Scene(String),
    /// The settings, for a question about models or keys.
    Settings,
    /// The settings, as only a model could answer.
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
    // "Can you draw a circle?" asks for one; any other question asks for an answer.
    let said = match polite {
        Some(_) => ["吗？", "吗?", "吗", "?", "？"].iter().find_map(|end| said.strip_suffix(end)).unwrap_or(said),
        None if said.ends_with(['?', '？', '吗']) => return None,
        None => said,
    };
    map(said).or_else(|| timer(said)).or_else(|| hours(said)).or_else(|| scene(said)).or_else(|| course(said))
}

/// The offer below the guide's answer to a sentence.
pub fn offered(said: &str) -> Option<Handover> {
    read(said).or_else(|| match super::kind_of(said)? {
        "about the app" => topics::is_of_settings(said).then_some(Handover::Settings),
        "anything else" => Some(Handover::Connect),
        _ => None,
    })
}

/// The guide's words for a sentence that a room can carry out.
pub(super) fn answer(said: &str, language: Language) -> Option<String> {
    let text: Text = match read(said)? {
        Handover::Map(_) => (
            "I can begin this map in the **Map** room: your subject goes in the middle, and you add the branches.",
            "我可以在**导图**里新建这张导图：主题放在中间，分支由你来添加。",
        ),
        Handover::Log { .. } => (
            "I can add this to your log in the **Time** room. You can undo it or change it there.",
            "我可以把它记到**时间**里，之后可以在那里撤销或修改。",
        ),
        Handover::Timer(_) => (
            "I can start the timer of the **Time** room. It keeps running while you do other things here.",
            "我可以启动**时间**里的计时器，你在这里做别的事时它会继续走。",
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
        Handover::Settings | Handover::Connect => return None,
    };
    Some(say(text, language).to_owned())
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
        after(said, "map:").or_else(|| after(after(noun, NOUNS)?, ABOUT))
    };
    let chinese = || {
        let (rest, has_verb) = after(said, VERBS_ZH).map_or((said, false), |rest| (rest, true));
        let rest = past(rest, ONE);
        let titled = after(rest, NOUNS_ZH).and_then(|rest| after(rest, ":|："));
        let (topic, is_about) = after(rest, "关于|有关").map_or((rest, false), |rest| (rest, true));
        let before = words(NOUNS_ZH).find_map(|noun| topic.strip_suffix(noun)?.trim_end().strip_suffix('的'));
        titled.or(before.filter(|_| has_verb || is_about))
    };
    let title = subject(english().or_else(chinese)?)?;
    let mut rest = title.chars();
    let first = rest.next()?;
    Some(Handover::Map(first.to_uppercase().chain(rest).collect()))
}

fn course(said: &str) -> Option<Handover> {
    const WISHES: &str = "i want to learn |i want to learn to |i want to learn how to |i'd like to learn |\
        i'd like to learn to |i'd like to learn how to |i’d like to learn |i’d like to learn to |\
        i’d like to learn how to |i would like to learn |i would like to learn to |\
        i would like to learn how to |help me learn |help me learn to |teach me to |teach me how to |我想学|\
        我想学习|我想学会|我想要学|我要学|我要学习|教我|教我学";
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

/// Reads one or two kinds of shapes, each with its number, of which every word is known: more the assistant does not
/// follow.
fn scene(said: &str) -> Option<Handover> {
    const COUNTS: &str = "a|an|one|two|three|four|five|six|seven|eight|nine|ten";
    const COLOURS: &str = "red|orange|yellow|green|cyan|teal|blue|purple|violet|pink|brown|black|grey|gray|white";
    const SHAPES: &str = "square|squares|circle|circles|triangle|triangles";
    const VERBS_ZH: &str = "画|绘制|画上|添加|加";
    const COUNTS_ZH: &str = "一|两|三|四|五|六|七|八|九|十";
    const COLOURS_ZH: &str = "红|橙|黄|绿|青|蓝|紫|粉|黑|灰|白";
    const SHAPES_ZH: &str = "正方形|方块|方形|圆形|圆|三角形";
    let told = || Some(Handover::Scene(said.to_owned()));
    if let Some(list) = after(said, "draw |draw me |add |create |make ") {
        let list = list.to_lowercase();
        let mut said = list.split_whitespace();
        let is_one_of = |table, said: &str| words(table).any(|word| word == said);
        for _ in 0..2 {
            said.next().filter(|word| is_one_of(COUNTS, word) || is_count(word))?;
            let shape = said.find(|word| !is_one_of(COLOURS, word))?;
            is_one_of(SHAPES, shape).then_some(())?;
            match said.next() {
                None => return told(),
                Some("and") => {}
                Some(_) => return None,
            }
        }
        return None;
    }
    let mut rest = after(said, VERBS_ZH)?;
    for _ in 0..2 {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        rest = if digits > 0 && is_count(&rest[..digits]) { &rest[digits..] } else { after(rest, COUNTS_ZH)? };
        rest = after(rest, "个")?;
        if let Some(coloured) = after(rest, COLOURS_ZH) {
            rest = past(past(coloured, "色"), "的");
        }
        rest = after(rest, SHAPES_ZH)?;
        if rest.is_empty() {
            return told();
        }
        rest = after(rest, "和|与|还有|以及")?;
    }
    None
}

/// Whether it is a number of shapes that somebody draws.
fn is_count(word: &str) -> bool {
    word.parse::<u8>().is_ok_and(|count| (1..=50).contains(&count))
}
