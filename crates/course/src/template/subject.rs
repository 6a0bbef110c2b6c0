//! The subject of what a person wrote, as a noun for the titles, and whether it is for a class.
//!
//! - S1 A subject is short and in the script of the outline's language; where the words give none, it is the noun of
//!   its kind.

use std::ops::Range;

use super::super::hear::{PUNCTUATION, Words, hits, mentions};
use super::outlines::{Outline, words};
use espalier_base::language::Language;
use espalier_base::text::is_han;

/// The most characters of a subject, in English and in Chinese.
const LONGEST: [usize; 2] = [26, 10];
/// Words before, between or after which a subject ends.
const STOPS: Words = (
    "a an the my our your his her their its this that these those some any i we you he she it they me us and or but for to \
     in on at with by of from into onto about as than without before after until during over under through first \
     second third next last new own better good great more most enough proper properly well badly how what why when \
     where who which is are was were be been do does did done have has had having can could would should will may \
     might must learn learning study studying teach teaching understand know play playing bake baking cook cooking \
     make making build building write writing run running plan planning prepare preparing organise organising organize \
     organizing give giving pass passing start starting take taking get getting become improve finish want need like \
     love try help use using read reading draw paint grow growing sing swim launch launching create design explain \
     speak really only finally please lesson lessons unit course class basics introduction intro project adding few \
     redo renovate renovating work works march",
    "的 给 帮 我 你 他 她 想 要 学习 学会 学好 学 教 讲 做 弹 拉 吹 跑 参加 准备 备考 备 办 组织 筹办 负责 完成 写 读 打 下 练习 练 \
     关于 怎么 如何 怎样 为 和 跟 与 在 从 到 去 好 养 完 认识 五一 国庆 元旦 端午 中秋 大一 大二 大三 大四 高一 高二 高三 初一 初二 初三 由 对 把 被 让 用 带 一节 一部 一本 一首 一篇 一个 一场 一次 一件 一幅 一道 几道 这个 那个 第一 人生 \
     下周 下个月 下月 本周 明年 今年 年底 今天 明天 上 了 过 学生 老师 孩子 爸妈 提 听 搞 先 再 点 不 没 快手 系统 了解 \
     开题 计划 课 教案 单元 题目 设计 报 考 种 社区里 小区 学期 年级 是",
);
/// Words of lessons that are given.
const GIVEN: Words = (
    "my_class my_classes our_class my_students our_students my_pupils our_pupils my_*_class \
     my_*_*_class lesson_plan* unit_on lesson_on lessons_on i_teach scheme_of_work teach_my teaching_my for_students \
     for_pupils to_students to_pupils",
    "教案 备课 备一节 备一堂 教学设计 公开课 说课 我教 课时 给学生 教学生 我的学生 我班学生 教给学生",
);
/// Words of a class, which a pupil may say of their own.
const CLASS: Words = (
    "my_year_* my_grade_* year_1 year_2 year_3 year_4 year_5 year_6 year_7 year_8 year_9 year_10 year_11 year_12 year_13 grade_1 grade_2 grade_3 \
     grade_4 grade_5 grade_6 grade_7 grade_8 grade_9 grade_10 grade_11 grade_12 1st_grade* 2nd_grade* 3rd_grade* \
     4th_grade* 5th_grade* 6th_grade* 7th_grade* 8th_grade* 9th_grade* 10th_grade* kindergarten* preschool* \
     key_stage_* students pupils",
    "学生 初一 初二 初三 高一 高二 高三 年级 中班 大班",
);
const PUPIL: Words = (
    "i'm_in i_am_in i'm_a i_am_a my_exam my_exams revision revise homework my_teacher our_teacher struggling behind catch_up daughter son child kid",
    "我是 我上 我读 我在 孩子 女儿 儿子 期末 高考 中考 自学 复习 考试 怎么学 想学 学好 提高 跟不上 成绩",
);
const TEACHER: Words = ("teacher", "老师 教师");

/// Whether a text is about lessons for a class.
pub fn names_a_class(text: &str) -> bool {
    let is_pupil = mentions(text, PUPIL) && !mentions(text, TEACHER);
    mentions(text, GIVEN) || mentions(text, CLASS) && !is_pupil
}

fn stops(word: &str) -> bool {
    let word = word.to_lowercase();
    let is_length = ["-week", "-day", "-lesson", "-minute"].iter().any(|unit| word.ends_with(unit));
    is_length || STOPS.0.split_whitespace().any(|stop| stop == word) || super::has_date(&word)
}

/// The subject with its article, and without it (S1).
pub fn of(texts: [&str; 2], kind: &Outline, language: Language) -> (String, String) {
    let has = |flag| kind.head.contains(&flag);
    let texts = texts.map(|text| text.replace('’', "'"));
    let found = texts
        .iter()
        .find_map(|text| found(text, kind, has("phrase")))
        .filter(|subject| fits(subject, has("name"), language));
    let Some(found) = found else {
        let bare = kind.noun.strip_prefix("the ").unwrap_or(kind.noun);
        return (kind.noun.to_owned(), bare.to_owned());
    };
    let (article, bare) = found.strip_prefix("the ").map_or(("", found.as_str()), |bare| ("the ", bare));
    let bare = if has("name") {
        let is_short_form = language == Language::En && !bare.to_lowercase().contains(['a', 'e', 'i', 'o', 'u', 'y']);
        if is_short_form || bare == "sql" { bare.to_uppercase() } else { super::topic::titled(bare) }
    } else if texts.iter().any(|text| text.starts_with(bare))
        && bare.chars().nth(1).is_some_and(char::is_lowercase)
        && !names(bare)
    {
        let mut letters = bare.chars();
        letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
    } else {
        bare.to_owned()
    };
    let article = if has("the") && language == Language::En { "the " } else { article };
    (format!("{article}{bare}"), bare)
}

/// Whether a subject begins with a name, such as Chinese in "Chinese history".
fn names(subject: &str) -> bool {
    subject
        .split_whitespace()
        .next()
        .is_some_and(|first| mentions(first, words("language")[0]) || first.chars().skip(1).any(char::is_uppercase))
}

fn fits(subject: &str, named: bool, language: Language) -> bool {
    let zh = language == Language::Zh;
    let script = subject.chars().any(is_han) == zh
        || zh && !subject.contains(' ') && (named || subject.starts_with(char::is_uppercase));
    script && (1..=LONGEST[usize::from(zh)]).contains(&subject.chars().count())
}

/// The piece of a text that names the subject.
fn found(text: &str, kind: &Outline, phrase: bool) -> Option<String> {
    let [subjects, cues] = words(kind.head.first()?);
    let best = |words: Words| {
        let all = hits(text, words).into_iter().map(|hit| hit.at);
        all.filter(|at| text.get(at.clone()).is_some()).max_by_key(|at| (at.len(), usize::MAX - at.start))
    };
    let (at, is_cue) = best(subjects).map(|at| (at, false)).or_else(|| Some((best(cues).filter(|_| phrase)?, true)))?;
    let word = text.get(at.clone())?;
    if text[at.clone()].chars().any(is_han) {
        if is_cue && !kind.head.contains(&"place") {
            return None;
        }
        let piece = if phrase { chinese(text, &at, is_cue) } else { word.to_owned() };
        let piece = if (1..=LONGEST[1]).contains(&piece.chars().count()) || is_cue { piece } else { word.to_owned() };
        return Some(["种", "学"].iter().find_map(|verb| piece.strip_prefix(verb)).unwrap_or(&piece).to_owned());
    }
    let whole = if phrase { english(text, &at, (!is_cue).then_some([subjects, cues])) } else { word.to_owned() };
    let piece = if whole.chars().count() > LONGEST[0] && !is_cue { word.to_owned() } else { whole };
    let mut rest = piece.as_str();
    // What begins as a verb, "grow tomatoes", is no part of the noun.
    while let Some((_, next)) = rest.split_once(' ').filter(|(first, _)| *first != "the" && stops(first)) {
        rest = next;
    }
    let is_noun = !rest.is_empty() && !stops(rest) && !rest.ends_with("ly");
    is_noun.then(|| rest.to_owned())
}

fn chinese(text: &str, at: &Range<usize>, is_cue: bool) -> String {
    let begin = text[..at.start].rfind(PUNCTUATION).unwrap_or(0);
    let end = text[at.end..].find(PUNCTUATION).map_or(text.len(), |end| at.end + end);
    let left = text[begin..at.start].trim_start_matches(PUNCTUATION);
    let right = &text[at.end..end];
    let stops = || STOPS.1.split_whitespace();
    let from = stops().filter_map(|stop| Some(left.rfind(stop)? + stop.len())).max().unwrap_or(0);
    // What follows is another matter, unless nothing but the subject could.
    let upto = stops().filter_map(|stop| right.find(stop)).min().unwrap_or(right.len());
    let left = left[from..].trim();
    match (is_cue, left) {
        (false, _) => format!("{left}{}", &text[at.clone()]),
        // Where it stands behind the cue: 自驾去川西.
        (true, "") => {
            let right = right.trim_start_matches(['去', '到']);
            stops().filter_map(|stop| right.find(stop)).min().map_or(right, |upto| &right[..upto]).trim().to_owned()
        }
        (true, _) => format!("{left}{}", &right[..upto]),
    }
}

/// The words around the one that was found, or after one that is only a cue, with an article where it is one thing.
fn english(text: &str, at: &Range<usize>, known: Option<[Words; 2]>) -> String {
    const ARTICLES: [&str; 6] = ["a", "an", "the", "my", "our", "this"];
    let is_article = |word: &str| ARTICLES.contains(&word.to_lowercase().as_str());
    let is_end = |c: char| c.is_whitespace() || PUNCTUATION.contains(&c);
    let mut end = text[at.end..].find(is_end).map_or(text.len(), |end| at.end + end);
    let article = text[end..].split(is_end).nth(1).filter(|word| known.is_none() && is_article(word));
    end += article.map_or(0, |article| article.len() + 1);
    let before = |begin: usize| {
        let left = text[..begin].strip_suffix(' ')?;
        let word = left.rsplit(is_end).next().filter(|word| !word.is_empty() && !word.chars().any(is_han))?;
        Some((left.len() - word.len(), word))
    };
    let mut begin = at.start;
    while let Some((at, _)) = before(begin).filter(|(_, word)| !stops(word) && !word.ends_with("ly")) {
        begin = at;
    }
    let mut upto = end;
    while let Some(rest) = text[upto..].strip_prefix(' ') {
        let mut words = rest.split(is_end);
        let first = words.next().unwrap_or_default();
        let joins = ["of", "to", "in", "on"].contains(&first);
        let next = if joins { words.next().unwrap_or_default() } else { first };
        let is_name = next.starts_with(char::is_uppercase) || first == "of";
        let is_more = joins || known.is_none_or(|known| known.iter().any(|words| mentions(next, *words)));
        if next.len() < 2 || stops(next) || joins && !is_name || !is_more {
            break;
        }
        upto += 1 + next.len() + if joins { first.len() + 1 } else { 0 };
    }
    if known.is_none() {
        let piece = text[end..upto].trim();
        return format!("{}{piece}", if article.is_some() && !piece.is_empty() { "the " } else { "" });
    }
    let mut left = begin;
    while let Some((at, _)) = before(left).filter(|(_, word)| ["first", "next", "last", "new", "own"].contains(word)) {
        left = at;
    }
    let is_one = before(left).is_some_and(|(_, word)| is_article(word));
    format!("{}{}", if is_one { "the " } else { "" }, &text[begin..upto])
}
