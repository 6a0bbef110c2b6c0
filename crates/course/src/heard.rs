//! Replies that answer nothing: questions back, greetings, and what is said about the interview itself.

use super::cues::Cues;
use super::flow::{Field, Flow};
use super::hear::{Words, made_of, says};
use super::interview::Profile;
use super::{cues, template, topic};

/// Kind of a text that answers nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// A question back.
    Question,
    /// A greeting.
    Greeting,
    /// A call for help.
    Help,
    /// No word at all, or keys that were only tried.
    Noise,
    /// The choice is left to the guide.
    Leave,
    /// The question is skipped.
    Skip,
    /// A step back.
    Back,
    /// A correction of an earlier answer.
    Correction,
}

/// Correction of an earlier answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Correction<'a> {
    /// Place of the field, where it is named.
    pub named: Option<usize>,
    /// The new answer; empty where there is none yet.
    pub new: &'a str,
    /// The answer that it takes the place of, where it is named.
    pub old: &'a str,
    /// Whether it says that it is one, whatever was answered before.
    pub told: bool,
}

/// Greetings and their like.
const GREETINGS: Words = (
    "hi hello hey hallo there good_morning good_evening good_afternoon thanks thank_you ok okay",
    "你好 您好 嗨 哈喽 早上好 下午好 晚上好 谢谢 好的 在吗",
);
/// Calls for help.
const CALLS: Words = ("help help_me please_help help_please i_need_help", "帮助 帮帮我 帮我 请帮助我 救命 求助");
/// Words that say no more than that someone thinks about it, or is polite.
const FILLERS: Words = (
    "sorry please oops wait hmm hm um uh er well oh ah ok okay so just really honestly actually i i'm i'd i'll am to_me to_the the a \
     let's let me can could would you we us it that this one question step maybe perhaps guess think for now at all my tbh lol \
     yes yeah yep sure fine is with have and or but rather are do man bro dude wrong answer app about yet there",
    "抱歉 不好意思 请 等一下 等等 嗯 呃 啊 吧 呢 哦 我 也 真的 就 了 先 还 这个 这题 问题 一下 那 好的 好 吗 的 帮我 其实 唉 哎 是的 是 对 我们 让 完全 都 能不能 可不可以 哪个 怎么 什么 哪种 哈哈 耶 想 刚才 能 暂时 目前 按 答错了 重新 回答 怎样 以上 你们",
);
/// Words that leave it to the guide.
const LEAVE: Words = (
    "idk dunno don't_know dont_know do_not_know no_idea no_clue not_sure unsure no_preference none whatever whatever_you_think whatever_you_think_is_best whatever_you_prefer whatever_you_want \
     whatever_works whatever_you_like whatever_is_best anything any whichever either choose decide pick you_choose you_decide \
     you_pick your_choice your_call up_to_you surprise_me doesn't_matter doesnt_matter does_not_matter don't_care dont_care \
     do_not_care don't_mind dont_mind no_matter n/a na nothing nope nah no not_really any_of_them no_opinion can't_say \
     hard_to_say haven't_decided undecided something you_tell_me your_pick it_depends depends none_of_these none_of_those none_of_them none_of_the_above \
     no_particular_preference you_know_best as_you_wish as_you_like your_decision random anything_you_like anything_you_want \
     haven't_thought forget_it never_mind nothing_comes_to_mind don't_have_any no_constraints flexible neither later not_applicable not_at_all meh beats_me anything_works anything_goes not_yet don't_have_one no_particular_one \
     nothing_particular nothing_in_particular nothing_special don't_really_know don't_really_care not_really_sure not_quite_sure \
     not_so_sure doesn't_really_matter all_the_same makes_no_difference what_you_think_is_best what_you_think",
    "不知道 不晓得 不清楚 不确定 不太清楚 不太确定 不太知道 没想好 还没想好 没想过 没想法 没主意 没概念 随便 随意 都行 都可以 都好 都成 可以 无所谓 你定 你来定 你决定 你来决定 你选 你来选 你看着办 看着办 你看 你帮我选 你帮我定 听你的 由你 由你决定 没有 无 没 任意 没意见 说不好 说不上来 说不清 不好说 没偏好 没有偏好 \
     没要求 没有要求 没特别 没有特别 没什么特别 没有什么特别 看情况 不重要 没关系 没什么 不 不用 不是 不太 你推荐 您定 您决定 您看着办 想法 要求 偏好 特别 没所谓 算了 再说 以后再说 没啥 你说 你觉得 任何 听你安排 你安排 你来 你的来 选一个 不太好说 没有限制 没限制 差不多 默认 默认就好 看你 随你 不需要 不要 不造",
);
/// Words that skip a question.
const SKIP: Words = (
    "prefer_not_to_say prefer_not_to_answer rather_not_say rather_not don't_want_to_answer move_on skip pass next skip_it skip_this next_question no_thanks no_answer",
    "不想回答 不填 空着 跳过 略过 略 下一个 下一题 下一步 不答 不回答 不想说 过",
);
/// Words that go a step back.
const BACK: Words = (
    "go_back back step_back previous undo previous_question last_question one_step_back want_to_go_back like_to_go_back go_to_previous take_me_back start_over start_again restart wrong_one that's_wrong \
     typed_the_wrong_thing scratch_that changed_my_mind i_made_a_mistake",
    "返回 上一步 上一个 上一题 上个 回去 退回 后退 回到 倒回 倒退 撤销 退一步 往回 回退 回上一题 回上一步 退回去 重来 重新来 重新开始 前面 说错了 搞错了 写错了 修改上一个 改上一个",
);
/// Words that say that something is wanted, but not which thing.
const NO_TOPICS: Words = (
    "learn study something new anything start begin course project plan i_want_to i_want i_would_like_to i'd_like_to",
    "学习 学 点 东西 新东西 开始 课程 项目 新建 规划 还没想好 我想 我要 想 要 些 一些 新的 做 知识 技能",
);
/// Beginnings of questions about the app.
const ABOUT_APP: &str = "how do you work|how do i use this|how do i use it|how do i use espalier|how do i start|how do i begin|\
    how can i use this|how can i start|how to use this|where do i start|where do i begin|what is espalier|what can i do here|\
    what should i do|what should i learn|what should i say|what can i learn|what do i do|is this |is it free|are you |do you |\
    do i need |does this |who made |可以帮我吗|你能帮我吗|你可以做什么|你是|这是什么|这个怎么用|这怎么用|怎么用|怎么开始|如何使用|\
    如何开始|能做什么|可以做什么|我该怎么开始|我该学什么|我该做什么|我应该学什么|我能学什么|我可以学什么|要钱吗|收费吗|免费吗";
/// Questions that are about nothing by themselves.
const SHORT_QUESTIONS: &str = "what|what now|why|how|who|when|really|huh|什么|为什么|怎么|然后呢|真的吗|啊";
/// Beginnings of questions that are about the asking and not about the matter; the mark at the end may be missing.
const QUESTIONS: &str = "why do you |why are you |why should i |what can you |what do you |what does that mean|what is this|\
    what is that|who are you|what are you|how does this work|为什么要|为什么问|你为什么|什么意思|你是谁|你能做什么|你会什么";
/// Beginnings of a correction that say that something was wrong.
const OOPS: &str = "i changed my mind|i've changed my mind|i’ve changed my mind|scratch that|我改主意了|我改变主意了|搞错了|我搞错了|弄错了|打错字了|\
    刚才说错了|no|nope|sorry|oops|wait|actually|hold on|hang on|hmm|oh|correction|i was wrong|my mistake|my bad|i made a mistake|\
    well|ah|please|不对|不是的|不是|不好意思|不|我说错了|说错了|写错了|打错了|我错了|错了|等一下|等等|等会儿|抱歉|对不起|其实|哦|啊|额|更正|请|我还是|还是";
/// Beginnings of a correction that say what was meant.
const MEANT: &str = "what i meant to say was |what i meant was |what i mean is |i meant to say |i meant |change it to |change that to |\
    我是说|我想学的是|我要学的是|想学的是|我的意思是|我想说的是|我是想学|我是要学|我是想说|我说的是|我指的是|我想改成|我要改成|改成|改为|换成|换为|改学";
/// More of them, which mean that only after one of [`OOPS`].
const RATHER: &str = "i mean |i was going to say |it should be |it should say |should be |that should be |change to |make it |\
    make that |switch it to |switch to |let's do |let’s do |let's make it |let’s make it |i'd rather learn |i’d rather learn |应该是|是";
/// Those of [`OOPS`] after which anything is a correction.
const CERTAIN: &str = "no wait|no, wait|wait no|wait, no|scratch that|i changed my mind|i've changed my mind|搞错了|我搞错了|\
    我改主意了|说错了|我说错了|打错字了|打错了|刚才说错了";
/// Ends of a correction.
const AFTER: [&str; 4] = [" instead", ", i mean", " i mean", "才对"];
/// Words that change an answer, in front of its name.
const CHANGE: Words = (
    "change correct fix edit update new should",
    "改一下 改下 改改 修改 更改 换一下 换个 改成 改为 换成 重新 更正 调整 应该",
);
/// Marks between the name of an answer and what it becomes.
const BECOMES: &str = " to | be |: |:|：|改成|改为|换成|，|,|成|为|是";
/// Names of the fields, by their places in every flow.
const NAMES: [Words; 4] = [
    ("goal topic subject aim", "目标 主题"),
    ("background level constraint constraints limits", "背景 基础 水平 限制"),
    ("outcome deadline", "成果 期限"),
    ("style", "风格 工作方式 学习方式"),
];
/// Marks before the answer that was wrong.
const NOT: &str = ", not |; not | instead of | rather than | and not | not |，而不是|，不是|,不是|, 不是|而不是|不是";
/// The rows of a keyboard.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/// Longest name of an answer that is changed, in bytes, with what stands before it.
const HEAD: usize = 60;

fn begins(text: &str, list: &str) -> bool {
    list.split('|').any(|begin| text.starts_with(begin))
}

/// Recognises a text that answers nothing; `None` for an answer.
pub fn heard(text: &str) -> Option<Heard> {
    let bare = bare_of(text);
    let bare = bare.as_str();
    let lists = [(Heard::Back, BACK), (Heard::Skip, SKIP), (Heard::Leave, LEAVE)];
    let used = made_of(text, &[lists[0].1, lists[1].1, lists[2].1, FILLERS]);
    if made_of(text, &[CALLS, GREETINGS]).contains(&0) {
        return Some(Heard::Help);
    }
    if let Some((kind, _)) = lists.iter().enumerate().find(|(at, _)| used.contains(at)).map(|(_, list)| *list) {
        return Some(kind);
    }
    if asks_back(text) || begins(&format!("{bare} "), QUESTIONS) {
        return Some(Heard::Question);
    }
    if !made_of(text, &[GREETINGS]).is_empty() {
        return Some(Heard::Greeting);
    }
    if bare.is_empty() || is_tried(bare) || !used.is_empty() {
        return Some(Heard::Noise);
    }
    correction(text).filter(|said| said.told).map(|_| Heard::Correction)
}

/// Whether a text says what it is to be about. A question may do so, too, unless it is about the app.
pub fn is_topic(flow: &Flow, text: &str) -> bool {
    let lower = topic::within(flow, text).to_lowercase();
    let bare = lower.trim_matches(|mark: char| !mark.is_alphanumeric());
    if wishes_something(text) || is_about_level(flow, text) {
        return false;
    }
    let said = bare_of(text);
    match heard(text) {
        None | Some(Heard::Correction) => true,
        Some(Heard::Question) => !is_about_asking(bare) && !is_about_asking(&said),
        Some(_) => false,
    }
}

/// Whether a text says that something is wanted, but not which thing.
pub fn wishes_something(text: &str) -> bool {
    made_of(text, &[NO_TOPICS, FILLERS]).contains(&0)
}

/// Whether a text says how much someone knows, but not of what.
fn is_about_level(flow: &Flow, text: &str) -> bool {
    const MORE: Words = ("complete total absolute very know of know_the", "完全 很 是个");
    let steps = flow.fields.iter().find_map(|field| match cues::cues_of(field) {
        Cues::Steps(steps) => Some(steps),
        _ => None,
    });
    let lists = [steps.unwrap_or_default(), &[FILLERS, LEAVE, MORE]].concat();
    made_of(text, &lists).iter().any(|at| *at + 3 < lists.len())
}

/// Whether a question is about the app or about the asking.
fn is_about_asking(bare: &str) -> bool {
    let spaced = format!("{bare} ");
    bare.is_empty()
        || !made_of(bare, &[CALLS]).is_empty()
        || begins(&spaced, QUESTIONS)
        || begins(&spaced, ABOUT_APP)
        || SHORT_QUESTIONS.split('|').any(|one| one == bare)
}

/// A text in small letters, without the marks at its end.
fn bare_of(text: &str) -> String {
    text.trim().to_lowercase().trim_end_matches(|last: char| !last.is_alphanumeric()).to_owned()
}

/// Whether these are keys beside each other, or one key again and again.
fn is_tried(word: &str) -> bool {
    let length = word.chars().count();
    let same =
        word.chars().next().is_some_and(|first| word.chars().all(|other| other == first) && first.is_alphabetic());
    let back: String = word.chars().rev().collect();
    let in_row = ROWS.iter().any(|row| row.contains(word) || row.contains(&back));
    let half = word.get(..word.len() / 2).filter(|half| half.len() > 2 && half.repeat(2) == word);
    (length > 3 && (same || in_row)) || half.is_some_and(|half| ROWS.iter().any(|row| row.contains(half)))
}

/// Whether a text answers nothing: a question back, a greeting, or no word at all.
pub fn says_nothing(text: &str) -> bool {
    heard(text).is_some()
}

/// Whether a text is a question back.
pub fn asks_back(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？'])
}

const MARKS: [char; 17] =
    ['–', ' ', '\u{3000}', ',', '，', '.', '。', '!', '！', ':', '：', ';', '；', '…', '、', '—', '-'];

/// Takes one of these beginnings off a text; a word ends where it ends.
fn without<'a>(text: &'a str, list: &str) -> Option<&'a str> {
    list.split('|').find_map(|begin| {
        let head = text.get(..begin.len()).filter(|head| head.eq_ignore_ascii_case(begin))?;
        let rest = &text[begin.len()..];
        // A Chinese "no" also begins words.
        let is_short = head == "不" || head == "不是" || head == "请";
        let ends = head.ends_with(' ') || rest.starts_with(MARKS) || (!head.is_ascii() && !is_short);
        ends.then(|| rest.trim_start_matches(MARKS))
    })
}

/// Recognises a correction of an earlier answer.
pub fn correction(text: &str) -> Option<Correction<'_>> {
    let all = text.trim().trim_end_matches(MARKS);
    let mut rest = all;
    while let Some(next) = without(rest, OOPS).filter(|next| !next.is_empty()) {
        rest = next;
    }
    let is_oops = rest.len() < all.len();
    let meant = without(rest, MEANT)
        .or_else(|| without(rest, RATHER).filter(|_| is_oops || AFTER.iter().any(|end| rest.ends_with(end))));
    let (named, told) = match meant {
        Some(new) => (None, Some(new)),
        None => named(rest).map_or((None, None), |(field, new)| (Some(field), Some(new))),
    };
    let new = told.unwrap_or(rest);
    let lower = new.to_ascii_lowercase();
    let places = NOT.split('|').filter_map(|not| Some((lower.find(not)?, not.len())));
    let cut = places.chain(lower.starts_with("not ").then_some((0, "not ".len()))).min_by_key(|(at, _)| *at);
    let (new, old) = match cut {
        // "Not Rust but Go" names the wrong one first.
        Some((0, length)) => {
            let rest = &new[length..];
            let (at, but) = ["，而是", "而是", "，是", ",是", " but ", ", ", "是"]
                .into_iter()
                .find_map(|but| Some((rest.find(but)?, but.len())))?;
            (&rest[at + but..], &rest[..at])
        }
        Some((at, length)) => (&new[..at], &new[at + length..]),
        None => (new, ""),
    };
    let end = AFTER.iter().find_map(|end| new.to_ascii_lowercase().ends_with(end).then(|| new.len() - end.len()));
    let new = new[..end.unwrap_or(new.len())].trim_end_matches('吧').trim_matches(MARKS);
    let is_certain = is_oops && begins(&all.to_lowercase(), CERTAIN);
    let told = told.is_some() || is_certain || (end.is_some() && !new.is_empty()) || (is_oops && topic::is_wish(new));
    (told || !old.is_empty()).then_some(Correction { named, new, old: old.trim_matches(MARKS), told })
}

/// The field whose change is asked for, and what it becomes.
fn named(text: &str) -> Option<(usize, &str)> {
    let lower = text.to_ascii_lowercase();
    let field = |head: &str| {
        let is_short = head.len() <= HEAD && says(head, CHANGE);
        NAMES.iter().position(|names| says(head, *names)).filter(|_| is_short)
    };
    let mut cuts: Vec<(usize, usize)> =
        BECOMES.split('|').flat_map(|mark| lower.match_indices(mark)).map(|(at, mark)| (at, at + mark.len())).collect();
    cuts.sort_unstable();
    // The verb may itself be what stands between the two.
    let found = cuts.iter().find_map(|(_, end)| Some((field(&text[..*end])?, &text[*end..])));
    found.or_else(|| Some((field(text)?, "")))
}

/// The field that a correction is about: the one it names, the one whose answer was wrong, the last one that its words
/// fit, else what it is all about.
pub fn corrected(
    flow: &Flow,
    profile: &Profile,
    open: Option<&'static Field>,
    said: &Correction<'_>,
) -> Option<&'static Field> {
    let known = || flow.fields.iter().rev().filter(|field| profile.contains_key(field.name));
    let named = said.named.and_then(|at| flow.fields.get(at));
    let was = |field: &&Field| {
        let answer = template::words(profile, field.name).unwrap_or_default().to_lowercase();
        let old = said.old.to_lowercase();
        let is_word = |at: usize| {
            let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
            !letter(answer[..at].chars().next_back()) && !letter(answer[at + old.len()..].chars().next())
        };
        !old.is_empty() && answer.match_indices(&old).any(|(at, _)| is_word(at))
    };
    let fits = |field: &&Field| !cues::places(field, said.new, false).is_empty();
    let told = open.filter(|_| said.told);
    named
        .or_else(|| known().find(was))
        .or_else(|| told.filter(|field| fits(field)))
        .or_else(|| told.and_then(|_| known().find(fits)))
        .or_else(|| told.and_then(|_| flow.fields.first()))
}

#[cfg(test)]
mod tests;
