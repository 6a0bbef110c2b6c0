//! Things that a room can begin about the subject of a sentence that only a model can answer.
//!
//! - D1 The subject is the sentence's own words after an opening that asks for one. Where it points at something else,
//!   or is a fact to be looked up, nothing is offered.

use super::super::topics::is_near;
use super::{Handover, POLITE, after, capitalised, past, subject, words};

/// Openings before a subject that one can learn about: a map and a course.
const LEARN: &str = "explain |explain to me |explain me |can you explain |what is |what's |what’s |what are |what was |what were |tell me about |tell me more about |\
    how does |how do |introduction to |intro to |basics of |\
    teach me about |i want to understand |i don't understand |i don’t understand |help me understand |what do you know about |\
    解释一下|解释下|解释|讲讲|讲一讲|通俗讲一下|通俗讲讲|讲解一下|讲解|讲一下|介绍一下|介绍下|科普一下|科普|什么是|什么叫|说说|聊聊|帮我理解|我不懂";
const LEARN_ENDS: &str = "主要讲了什么|讲了什么|怎么玩比较好|怎么玩|咋办|到底是啥|是啥意思|是啥|到底是什么|是什么意思|是什么|是怎么回事|的原理|怎么理解|是怎么来的";
/// Openings before a subject that one practises: a course.
const PRACTISE: &str = "quiz me on |quiz me about |test me on |give me a quiz on |give me a quiz about |make a quiz about |make a quiz on |flashcards for |make flashcards for |make flashcards about |make flashcards on |\
    help me study for |help me study |help me memorise |help me memorize |help me prepare for |help me revise |help me revise for |help me practise |help me practice |help me get better at |\
    help me with my |help me with |how do i learn |how to learn |how do i get better at |how can i get better at |how can i improve |how can i improve my |\
    best way to learn |lesson plan for |lesson plan on |lesson plan about |make a lesson plan for |make a lesson plan about |make a lesson plan on |create a lesson plan on |create a lesson plan for |create a lesson plan about |write a lesson plan on |\
    考考我|考我|出几道|帮我复习|帮我准备|帮我练习|帮我练|帮我背|帮我记|怎么学好|怎么学习|怎么学|如何学好|如何学习|如何学|怎样学好|怎样学|怎么提高|如何提高|怎么准备|如何准备|怎么才能|给我出几道";
/// Openings before something that one would like to be able to do: a course, if it is a skill.
const DO: &str = "how do i |how can i |how to |how do you |怎么做|如何做";
const SKILLS: &str = "bake|cook|make|build|knit|sew|paint|play|sing|write|speak|grow|fix|repair|train|prepare|improve|juggle|swim|dance|fold|\
    brew|carve|program|code|meditate|invest|photograph|draw|read|run|teach|organise|organize|plan|pass";
/// Openings before a subject that one gathers ideas about: a map.
const GATHER: &str = "suggest |come up with |i want to brainstorm |map out |brainstorm |brainstorm ideas for |brainstorm about |give me ideas for |give me ideas about |give me some ideas for |ideas for |ideas about |i need ideas for |i need ideas about |\
    give me a list of |list |make a list of |pros and cons of |i want to plan |what are the pros and cons of |compare |difference between |what is the difference between |what's the difference between |whats the difference between |\
    help me organise |help me organize |help me write |help me write my |help me outline |outline for |outline of |\
    summarise |summarize |a summary of |summary of |give me a summary of |write a summary of |research |\
    帮我想想|帮我想几个|帮我想一下|帮我想|头脑风暴|列出|列一下|列一个|列举|对比一下|对比|比较一下|比较|总结一下|总结|概括|帮我整理|帮我理一下|帮我梳理一下|帮我梳理|帮我捋一下|梳理一下";
const GATHER_ENDS: &str =
    "有什么区别|有啥区别|的区别是什么|的区别|有什么不同|都包括什么|包括什么|包括哪些|都有哪些|有哪些";
/// Openings before something that is to be got done: a course or a project, and a map.
const PLAN: &str = "help me plan |help me plan my |help me plan our |plan |plan my |plan our |帮我规划一下|帮我规划|帮我计划一下|帮我计划|帮我安排一下|帮我安排";
const PLAN_ENDS: &str =
    "帮我做个计划|帮我定个计划|帮我列个计划|给我安排一下|给我安排安排|帮我安排一下|帮我规划一下|做个计划";
/// Texts that are written about a subject.
const WRITE: &str = "write |write me |compose |tell me |draft |can you write |写|帮我写|给我写|来|讲|编|创作";
const TEXTS: &str = "poem|short poem|haiku|song|story|short story|bedtime story|essay|short essay|blog post|article|speech|letter|report|novel|scene|chapter|presentation|script|limerick|joke|paragraph|tweet|post";
const TEXTS_ZH: &str = "诗|小诗|作文|文章|故事|小故事|演讲稿|小说|歌|报告|散文|文案|稿子|童话";
/// Words of a fact that is looked up, not learnt or gathered.
const LOOKED_UP: &str = "today|now|tomorrow|yesterday|tonight|weather|time|date|news|price|cost|best|capital|meaning|score|won|winner|old|tall|far|\
    population|number|today's|name|you|your|going|wrong|happening|it|there|今天|明天|现在|昨天|天气|几点|价格|多少|新闻|首都|股价|比分|谁|你|几岁|哪里";

/// The longest subject in words and in characters, by language: a longer one is a whole sentence.
const WORDS: usize = 8;
const CHARS: usize = 40;

/// The offers about the subject of a sentence, in the order in which they are shown.
pub(super) fn doors(said: &str) -> Vec<Handover> {
    let said = said.trim().trim_end_matches(['?', '？', '.', '。', '!', '！', '~', '～']).trim_end();
    if said.contains('\n') || said.chars().count() > super::LONGEST {
        return Vec::new();
    }
    let asked = asked(said).or_else(|| asked(after(said, POLITE)?));
    // Why something is so has no shorter name than the question.
    let is_why = after(said, "why |为什么").is_some() || said.contains("是怎么") && said.ends_with('的');
    let (map, course, subject) = match asked {
        _ if is_why && is_subject(said) => (true, true, said.to_owned()),
        Some((map, course, text)) => match about(text) {
            Some(subject) => (map, course, subject),
            None => return Vec::new(),
        },
        None => return Vec::new(),
    };
    let map = map.then_some(Handover::Map(capitalised(&subject)));
    map.into_iter().chain(course.then_some(Handover::Course(subject))).collect()
}

/// The thing of a room that a sentence names, however it is worded: the room is handed the sentence itself, and asks back
/// where it doesn't understand it. Read only once the sentence is known not to be about the app.
pub(in super::super) fn named(said: &str) -> Option<Handover> {
    let said = said.trim().trim_end_matches(['?', '？', '.', '。', '!', '！', '~', '～']).trim_end();
    if said.contains('\n') || said.chars().count() > super::LONGEST {
        return None;
    }
    const CLOCK: &str = "timer|clock|timing|stopwatch|time me|计时|停表|计个时|掐表";
    const STOP: &str = "stop|end|停|结束";
    const START: &str = "start|begin|started|starting|开始|计个时|帮我计时|掐表";
    const LASTED: &str = "hours|hour|hrs|minutes|minute|mins|min|h|小时|分钟|钟头|个钟";
    const LOGGED: &str = "log|logged|worked|spent|record|track|put|add|book|billed|记|补上|登记";
    const ASKED: &str =
        "how many hours|how much time|how long did i|how long have i|多久|多少小时|多少时间|几个小时|几小时|多长时间";
    const PAST: &str =
        "i|my|went|spent|worked|spend|today|week|month|yesterday|我|今天|昨天|这周|上周|本周|上个月|这个月|本月";
    const MAPS: &str = "mind map|mindmap|mind-map|as a map|思维导图|导图|脑图";
    const COURSES: &str = "learn|lesson|lessons|curriculum|course|study plan|project plan|teach|plan a project|想学|备课|备一节|备一堂|\
        from scratch|from zero|教案|学习计划|项目计划|复习计划|课程|培训|零基础";
    let plain = plain(said);
    let has = |table: &str| words(table).any(|word| contains(&plain, word));
    if has(ASKED) && has(PAST) {
        return Some(Handover::AskTime(said.to_owned()));
    }
    if has(CLOCK) && has(STOP) && !has(START) {
        return Some(Handover::StopTimer);
    }
    if has(CLOCK) && has(START) {
        let what = said.split_once(" on ").or_else(|| said.split_once(" for ")).or_else(|| said.split_once("开始"));
        let what = what.map_or("", |(_, what)| what.find(['，', ',', '了']).map_or(what, |at| &what[..at])).trim();
        return Some(Handover::Timer(subject(what).unwrap_or_default().to_owned()));
    }
    let has_number = plain.chars().any(|c| c.is_ascii_digit() || "一二两三四五六七八九十半".contains(c));
    if has(LASTED) && has(LOGGED) && has_number {
        return Some(Handover::AskTime(said.to_owned()));
    }
    if has(MAPS) {
        return mapped(said).and_then(about).map(|title| Handover::Map(capitalised(&title)));
    }
    has(COURSES).then(|| Handover::Course(said.to_owned()))
}

/// The subject of a map in a sentence that speaks of one: what is left of it beside the map.
fn mapped(said: &str) -> Option<&str> {
    const NOUNS: &str = "mind map|mindmap|mind-map|map|思维导图|导图|脑图";
    const BEFORE: &str = "把|帮我|帮我把|帮我画|帮我画个|帮我做|帮我做个|画个|画一个|画一张|做个|做一张|做一个|我想|我要|要|来个|来一张|给我来一张|给我来个|关于|\
        i want a |i need a |make a |give me a ";
    const AFTER: &str = "梳理成一张|梳理成|整理成一张|整理成|做成一张|做成|画成一张|画成|的|做个|画个|弄个|弄成| as a| in a| into a|\
        , laid out as a|, as a|to a| on a";
    let lower = said.to_lowercase();
    let (at, noun) = words(NOUNS).filter_map(|noun| Some((lower.find(noun)?, noun))).min()?;
    let before = said.get(..at)?.trim_end();
    let cut = words(AFTER).filter_map(|end| before.strip_suffix(end)).min_by_key(|rest| rest.len());
    let before = past(cut.unwrap_or(before), BEFORE).trim_matches([' ', '，', ',', '：', ':']);
    let rest = said.get(at + noun.len()..)?.trim_start_matches([' ', '，', ',', '：', ':', 's']);
    let rest = past(rest, "about |of |on |for |with |to show |关于|主题是");
    Some(if before.chars().count() > 1 { before } else { rest })
}

/// A text in lower case, its letters and numbers alone.
fn plain(said: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || c == '-' { c } else { ' ' };
    let spaced: String = said.to_lowercase().chars().map(kept).collect();
    format!(" {} ", spaced.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Whether a text holds a word: a whole one, or in Chinese anywhere.
fn contains(plain: &str, word: &str) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphabetic());
    plain.match_indices(word).any(|(at, _)| {
        !word.is_ascii() || ends(plain[..at].chars().next_back()) && ends(plain[at + word.len()..].chars().next())
    })
}

/// Whether a map and a course can be begun for a sentence, and the words about their subject.
fn asked(said: &str) -> Option<(bool, bool, &str)> {
    let opened = |table| after(said, table);
    // What is said after the wish is how it is wished: "…, in simple words".
    let clause = said.find(['，', ',']).map_or(said, |at| &said[..at]);
    let ended = |table| words(table).find_map(|end| clause.trim_end().strip_suffix(end));
    let counted = || {
        let rest = after(said, "give me |write me |list |make ")?;
        rest.split_once(" about ").or_else(|| rest.split_once(" ideas for ")).map(|(_, subject)| subject)
    };
    let opens_as = |table| after(said, table).is_some();
    let gathered = || written(said).or_else(|| opened(GATHER)).or_else(|| ended(GATHER_ENDS)).or_else(counted);
    let planned = || {
        let before = words(PLAN_ENDS).find_map(|end| said.strip_suffix(end));
        opened(PLAN).or_else(|| before.map(|text| text.trim_end_matches(['，', ',', ' '])))
    };
    let learnt = || {
        opened(LEARN)
            .filter(|_| !opens_as(DO))
            .or_else(|| ended(LEARN_ENDS))
            .or_else(|| words(LEARN_ENDS).find_map(|end| said.split_once(end)).map(|(text, _)| text))
    };
    let is_skill = |text: &str| !text.is_ascii() || words(SKILLS).any(|skill| after(text, skill).is_some());
    let done = || opened(DO).filter(|text| is_skill(text) && !is_near(said));
    let gathered = gathered().map(|text| (true, false, text));
    gathered
        .or_else(|| Some((true, true, planned()?)))
        .or_else(|| Some((false, true, opened(PRACTISE)?)))
        .or_else(|| Some((true, true, learnt()?)))
        .or_else(|| Some((false, true, done()?)))
}

/// The subject of a text that is to be written: "write a poem about autumn", "写一首关于秋天的诗".
fn written(said: &str) -> Option<&str> {
    let rest = after(said, WRITE)?;
    let english = || {
        let text = past(rest, "a |an |me a |me an |my |the |some ");
        let rest = words(TEXTS).filter_map(|kind| after(text, kind)).min_by_key(|rest| rest.len())?;
        after(rest, "about |on |of |for ")
    };
    let chinese = || {
        let text = past(rest, "一首|一篇|一个|一段|一份|首|篇|个|段");
        let kind = words(TEXTS_ZH).filter(|kind| text.ends_with(kind)).max_by_key(|kind| kind.len())?;
        let text = past(text.strip_suffix(kind)?, "关于|有关|以");
        Some(text.trim_end_matches(['的', ' ']))
    };
    english().or_else(chinese)
}

/// The subject in a text, unless that is none that a room could begin with (D1).
fn about(text: &str) -> Option<String> {
    const HOW: &str = " to me| like i'm| like i’m| like im| for me| please| in simple| in plain| in one | in two | in three | in five | in ten | in a few | step by step";
    const ENDS: &str = " works| work|的概念|的定义|的题目|题目|的题|题|的知识";
    const ADVERBS: &str = " actually| really| exactly|到底|究竟|好|啊|呀|呢";
    let lower = text.to_lowercase();
    let end = words(HOW).filter_map(|how| lower.find(how)).min().unwrap_or(text.len());
    let text = text.get(..end).unwrap_or(text);
    let text = text.find(['，', ',']).map_or(text, |at| &text[..at]).trim_end();
    let text = [ENDS, ADVERBS]
        .into_iter()
        .fold(text, |text, ends| words(ends).find_map(|end| text.strip_suffix(end)).unwrap_or(text));
    let text = subject(past(text, "a |an |my |our |the concept of |the idea of |the basics of |一下|关于"))?;
    is_subject(text).then(|| text.to_owned())
}

/// Whether a text is short, and no fact to be looked up (D1).
fn is_subject(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut parts = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let is_looked_up = parts.any(|part| words(LOOKED_UP).any(|word| word == part))
        || words(LOOKED_UP).filter(|word| !word.is_ascii()).any(|word| lower.contains(word));
    let is_short = text.split_whitespace().count() <= WORDS && text.chars().count() <= CHARS;
    is_short && !is_looked_up && !text.contains([':', '：', '?', '？', '“', '”', '"'])
}
