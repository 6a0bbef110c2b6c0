//! Meanings of answers: the words that stand for each option of a field, and the answers that a sentence holds.

use super::flow::{Field, Flow};
use super::hear::{Hit, PUNCTUATION, Words, clauses, hits, plain, says};
use super::interview::Profile;
use super::{template, topic};
use espalier_base::text::is_han;
use espalier_model::course::FieldAnswer;

/// The words that stand for each option of a field.
#[derive(Debug, Clone, Copy)]
pub enum Cues {
    /// None: only the person's own words count.
    Own,
    /// Steps from low to high: in doubt the low one.
    Steps(&'static [Words]),
    /// Things of which the person has too little.
    Scarce(&'static [Words]),
    /// A day.
    Day(&'static [Words]),
    /// Wishes, each for itself.
    Wishes(&'static [Words]),
    /// Ways of going about it, each for itself.
    Ways(&'static [Words]),
}

/// Words of levels of knowledge.
pub const LEVELS: Cues = Cues::Steps(&[
    (
        "beginner beginners novice newbie noob newcomer new_to from_scratch from_zero nothing never no_idea no_clue zero none \
         clueless first_time don't_know dont_know do_not_know know_nothing know_very_little forgot_everything forgotten_everything",
        "零基础 0基础 零经验 新手 初学 小白 门外汉 外行 菜鸟 从零 从头学 不会 不懂 不了解 一窍不通 第一次 一无所知 从没 从来没 从未 任何基础 什么基础 基础差 基础很差 \
         基础薄弱 忘光 全忘 都忘了",
    ),
    (
        "basics the_basic some_basics a_little a_bit rusty forgot forgotten used_to dabbled beginner_level know_some elementary basic average",
        "略知 略懂 一点 一些基础 有基础 些基础 点基础 一定基础 懂基础 会基础 基础知识 入门 会一些 皮毛 学过 学了 还行 一般 接触过 忘 生疏",
    ),
    (
        "experience experienced used_it use_it now_and_then intermediate regularly good_at pretty_good comfortable for_years many_years \
         for_*_years for_*_*_years",
        "经验 用过 做过 会用 中级 多年 年了 经常用 一般水平",
    ),
    (
        "know_it_well know_it_very_well know_*_well know_*_very_well expert advanced fluent fluently proficient master mastered \
         professional_level professionally",
        "熟练 精通 专业水平 高级 资深 专家 高手 老手 很熟",
    ),
]);

/// Aims of learning.
pub const OUTCOMES: Cues = Cues::Wishes(&[
    ("understand* comprehend the_theory curiosity curious", "理解 看懂 弄懂 搞懂 原理"),
    (
        "work job jobs career office profession promot* boss colleague* coworker* client* customers",
        "工作 求职 升职 跳槽 面试 职场 上班 业务 就业",
    ),
    ("make makes making build building create creating my_own produce publish", "作品 做出 制作 创作 搭建 开发"),
    (
        "exam exams test tests certificate certification certified ielts toefl hsk",
        "考试 考证 考级 备考 高考 考研 考过 考上 通过考 证书 应试 应考 四级 六级",
    ),
]);

/// Words of ways of learning.
pub const STYLES: Cues = Cues::Ways(&[
    (
        "doing practice practise practicing practising hands-on hands exercise* projects trying",
        "动手 边做 边练 多练 一边做 实践 练习 实操 做项目",
    ),
    ("read reads reading book books article* textbook* handbook*", "阅读 看书 读书 书本 教材 文章 书籍"),
    ("example* visual video* watch watching demo* tutorial* youtube", "例子 视频 示例 案例 演示 实例"),
    ("step steps step-by-step slow slowly gradual* structured", "循序 一步 慢慢 逐步 按部就班"),
]);

/// Limits.
pub const LIMITS: Cues = Cues::Scarce(&[
    ("time busy weekends evenings", "时间 很忙 太忙 挺忙 忙于 工作忙 比较忙"),
    ("money budget cost costs cheap cheaply afford spending", "钱 预算 便宜 费用"),
    ("alone on_my_own by_myself solo", "一个人 独自 自己一人"),
    ("no_limit* no_constraint* no_restriction*", "没有限制 没有特别 不受限"),
]);

/// By when it is due.
pub const DEADLINES: Cues = Cues::Day(&[
    (
        "asap today tonight tomorrow this_week days monday tuesday wednesday thursday friday saturday sunday weekend",
        "尽快 越快越好 今天 今晚 明天 后天 本周 这周 这个星期 几天 周末",
    ),
    ("this_month next_week next_month a_month weeks", "本月 这个月 下个月 下周 一个月 几周 月底"),
    ("quarter months", "季度 三个月 几个月"),
    ("no_hurry no_rush whenever not_urgent no_deadline someday", "不急 不着急 不赶 没有期限 随时 慢慢来"),
]);

/// Words of ways of working.
pub const WAYS: Cues = Cues::Ways(&[
    ("every_day daily each_day every_evening every_morning", "每天 每晚 每日"),
    ("stretch* weekend weekends blocks", "集中 周末 整段"),
    ("others team teams together friends partner*", "合作 一起 团队 结伴"),
    ("detail* plan planned schedule*", "详细 计划表 按计划"),
]);

/// Words for plenty of something, which is no limit; nor is one that is said to be no trouble.
const PLENTY: Words = ("plenty lots enough have_time unlimited", "充足 充裕 很多 不缺 够");
const TROUBLE: Words = ("problem issue object", "问题");
/// Words for what something is good for, before what it is.
const PURPOSE: Words =
    ("so_that in_order_to be_able_to by_the_end for want goal hope need", "为了 以便 想 希望 目标 用于 用来 要");
/// Words after which something is part of the topic, for aims and for ways.
const TOPICAL: (Words, Words) = (("how", "如何 怎么 怎样"), ("i'd_like would_like want wants", ""));
/// Words about the way of learning or working.
const MANNER: Words = ("prefer like love enjoy best by through from with", "喜欢 通过 边 偏好 习惯 靠 适合");
/// Beginnings of what one wants to be able to do, and of what follows it.
const SO_THAT: &[&str] = &[
    "so that i can ",
    "so i can ",
    "in order to ",
    "to be able to ",
    "so that i could ",
    "这样我就能",
    "这样就能",
    "以便能",
    "以便",
    "为了能",
    "为了",
    "目标是",
    "希望能",
    "希望可以",
];
/// Beginnings of a day by which something is due.
const BY: &[&str] = &["by ", "until ", "till ", "before ", "within ", "in the next ", "in ", "this ", "next ", "on "];

/// The words that stand for the options of a field. They are not in the field itself: the frame of the app knows the
/// flows by name, and is not to carry their words.
pub fn cues_of(field: &Field) -> Cues {
    match field.name {
        "background" => LEVELS,
        "targetOutcome" => OUTCOMES,
        "cognitiveStyle" => STYLES,
        "constraints" => LIMITS,
        "deadline" => DEADLINES,
        "workingStyle" => WAYS,
        _ => Cues::Own,
    }
}

/// The places of the options that a text means; `hint` where it was not written for the field, so that only what is
/// plainly said counts.
pub fn places(field: &Field, text: &str, hint: bool) -> Vec<usize> {
    let text = &plain(text);
    let from = |first: usize, cues: &[Words], counts: &dyn Fn(&Hit) -> bool| -> Vec<usize> {
        let said = cues.iter().enumerate().skip(first).filter(|(_, words)| hits(text, **words).iter().any(counts));
        said.map(|(at, _)| at).collect()
    };
    let of = |cues: &[Words], counts: &dyn Fn(&Hit) -> bool| from(0, cues, counts);
    match cues_of(field) {
        Cues::Own => Vec::new(),
        Cues::Steps(cues) => {
            // Knowing one thing well says little about another.
            let is_of_it = |hit: &Hit| {
                let rest = text[hit.at.end..].trim_start_matches(['了', '的', '吧', ' ']);
                let ends = rest.is_empty() || rest.starts_with(PUNCTUATION);
                ends || [
                    "and ",
                    "but ",
                    "already",
                    "at it",
                    "in it",
                    "with it",
                    "level",
                    "learner",
                    "programmer",
                    "student",
                ]
                .iter()
                .any(|end| rest.starts_with(end))
            };
            let said = of(cues, &|hit| !hit.denied && !hit.wished && (!hint || hit.own && is_of_it(hit)));
            let begins = of(&cues[..1], &|hit| !hit.denied);
            let denied = of(cues, &|hit| hit.denied && !hit.wished);
            let top = denied.iter().find(|at| **at > 0).map_or(cues.len(), |at| at - 1);
            let low = begins.first().or_else(|| said.iter().find(|at| **at < 2)).or_else(|| said.last());
            let in_doubt = denied.last().map(|at| usize::from(*at == 0));
            // "Experience, but none with this": only short of an expert there is a step between the two.
            let sure = |at: &usize| if *at <= top || top == 2 { *at.min(&top) } else { 0 };
            low.map(sure).or(in_doubt).into_iter().collect()
        }
        Cues::Scarce(cues) => {
            let is_short = |hit: &Hit| {
                let clause = clauses(text).find(|(from, clause)| (*from..=from + clause.len()).contains(&hit.at.start));
                let clause = clause.map_or("", |(_, clause)| clause);
                !says(clause, PLENTY) && !hits(clause, TROUBLE).iter().any(|hit| hit.denied)
            };
            // To have no time is to have too little of it.
            [of(&cues[..2], &is_short), from(2, cues, &|hit| !hit.denied)].concat()
        }
        Cues::Day(cues) | Cues::Wishes(cues) if !hint => of(cues, &|hit| !hit.denied),
        Cues::Day(cues) => from(3, cues, &|hit| !hit.denied),
        Cues::Wishes(cues) => {
            of(cues, &|hit| !hit.denied && says(&hit.upto, PURPOSE) && hits(&hit.upto, TOPICAL.0).is_empty())
        }
        Cues::Ways(cues) => of(cues, &|hit| {
            let is_way = says(&hit.upto, MANNER) && hits(&hit.upto, TOPICAL.1).is_empty();
            !hit.denied && (is_way || !hint)
        }),
    }
}

/// Answers to the fields after the first that a sentence holds.
pub fn said(flow: &Flow, text: &str) -> Vec<(&'static Field, FieldAnswer)> {
    let zh = text.chars().any(is_han);
    let is_for_class = template::names_a_class(text);
    let of = |field: &'static Field| {
        // How much a teacher knows says nothing about the class.
        if is_for_class && matches!(cues_of(field), Cues::Steps(_)) {
            return None;
        }
        let span = match cues_of(field) {
            Cues::Wishes(_) => purpose(text),
            Cues::Day(_) => day(text),
            _ => None,
        };
        if let Some(span) = span.filter(|span| span.chars().any(char::is_alphanumeric)) {
            return Some((field, FieldAnswer::Words(span.to_owned())));
        }
        let mut places = places(field, text, true);
        places.truncate(if field.several { places.len() } else { 1 });
        let asked = field.asked(is_for_class);
        let options = places.iter().filter_map(|at| asked.options.get(*at));
        let options: Vec<String> = options.map(|one| if zh { one.zh } else { one.en }.to_owned()).collect();
        (!options.is_empty()).then_some((field, FieldAnswer::Chosen(options)))
    };
    flow.fields.iter().skip(1).filter_map(of).collect()
}

/// The aim that a sentence names.
fn purpose(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let (at, lead) = SO_THAT.iter().find_map(|lead| Some((lower.find(lead)?, lead)))?;
    let is_denied = ["不是", "不", "not "].iter().any(|no| lower[..at].ends_with(no));
    let (_, span) = clauses(&text[at + lead.len()..]).next()?;
    // What one hopes to learn is the topic.
    (!is_denied && !span.starts_with('学')).then_some(span.trim())
}

/// The day by which something is due, where a sentence names one.
fn day(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let begins = BY.iter().flat_map(|by| lower.match_indices(by)).map(|(at, _)| at);
    let begins = begins.filter(|at| *at == 0 || lower[..*at].ends_with([' ', ',']));
    let spans = begins.filter_map(|at| Some((at, clauses(&text[at..]).next()?.1.trim())));
    // "By next June" begins with "by".
    let is_by = |span: &str| BY[..5].iter().any(|by| span.to_ascii_lowercase().starts_with(by));
    let english = spans.filter(|(_, span)| template::has_date(span)).max_by_key(|(at, span)| (is_by(span), *at));
    let chinese = || {
        let found = template::DATES.1.split_whitespace().filter_map(|word| Some((text.find(word)?, word)));
        let (at, word) = found.min_by_key(|(at, _)| *at)?;
        let (_, rest) = clauses(&text[at..]).next()?;
        let end = rest.char_indices().take(8).find(|(_, c)| *c == '前' || *c == '内').map(|(at, c)| at + c.len_utf8());
        rest.get(..end.unwrap_or(word.len()))
    };
    english.map(|(_, span)| span).or_else(chinese)
}

/// The topic of what a person began with.
pub fn topic_of(flow: &Flow, profile: &Profile) -> String {
    let said = flow.fields.first().and_then(|field| template::words(profile, field.name));
    said.map(|said| topic::within(flow, &said).to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
