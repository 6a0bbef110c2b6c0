//! What a question says besides its kind: days, names, tags, quoted words, and what is left. Must not be in here: kinds
//! of questions.

use std::ops::Range;

use super::{Known, Understood};
use crate::base::date::DateRange;
use crate::feature::timelog::names::{self, Found, Named};
use crate::feature::timelog::phrase;
use crate::feature::timelog::scan::{Folded, is_cjk};
use crate::feature::timelog::tools::Only;

/// The parts of a question.
pub struct Slots {
    /// The characters of which the meaning is not known yet; others are spaces.
    chars: Vec<char>,
    /// The days, in the order they are named.
    pub dates: Vec<DateRange>,
    /// What it is about.
    pub only: Only,
    /// A second category or goal.
    pub other: Option<Only>,
}

/// English words that say nothing about what a question is about.
const STOP: &str = "i i've i'm me my mine did do does have has had was were is are be been am the a an of on in at to \
    for from with and or by per it this that these those what which when how who where why long much \
    many time times hours hour minutes minute days day week weeks month months year spend spent spending \
    please tell show give can could would you list all total overall so far now just about during than \
    between entries entry sessions session records record recorded tracked track log logged go went get \
    got usually typically each every any some there take took really actually doing done more less most \
    least there's what's since until ever goal goals category categories tag tags activity activities \
    reach need late lately recently as if not no didn't average longest shortest busiest weekdays \
    weekends towards toward ago into up still will thing things compared compare versus vs share \
    percentage use one single last number us s trend changed me? weekday weekend mentioning mention find \
    contain containing note notes progressing day's today's their its over we";

/// Chinese words that say nothing about it, at the ends of what is left.
const STOP_ZH: &str = "我的 我 的 了 在 吗 呢 啊 是 有 和 与 跟 对 请问 请 帮我 告诉我 告诉 一下 看看 想知道 \
    知道 时间 多少 多久 什么 哪些 哪个 怎么 怎样 总共 一共 大概 平均 小时 分钟 上 花 用 过 都 \
    还 就 给 分别 情况 记录 条 里 中 内 期间 这 那 个 做 到 为 目标 分类 类别 标签 如何 最近 \
    活动 事情 事 统计 占 共 把 被 最长 最多 最少 次 天 没 没有 更 比 多 少 还是 按 月 周 年 \
    关于 包含 哪 几 日子 离 完成 达到";

impl Slots {
    /// Takes a question apart.
    pub fn read(text: &str, folded: &Folded, known: &Known) -> Self {
        let mut slots = Self { chars: folded.chars().to_vec(), dates: Vec::new(), only: Only::default(), other: None };
        slots.quoted(text, folded);
        slots.tagged(text, folded);
        let names = slots.named(known);
        for (bytes, range) in phrase::find(text, &known.around) {
            let chars: Vec<usize> =
                (0..folded.len()).filter(|at| bytes.contains(&folded.bytes(*at..*at + 1).start)).collect();
            // "Monday planning" may be the name of something.
            if chars.iter().all(|at| slots.chars[*at] == folded.chars()[*at]) && !is_word(&text[bytes]) {
                slots.dates.push(range);
                for at in chars {
                    slots.chars[at] = ' ';
                }
            }
        }
        for (name, is_goal) in names {
            slots.about(name, is_goal);
        }
        slots
    }

    fn about(&mut self, name: String, is_goal: bool) {
        let place = if is_goal { &mut self.only.goal } else { &mut self.only.category };
        if place.is_none() {
            *place = Some(name);
        } else if self.other.is_none() && place.as_ref() != Some(&name) {
            let only = Only::default();
            self.other =
                Some(if is_goal { Only { goal: Some(name), ..only } } else { Only { category: Some(name), ..only } });
        }
    }

    fn quoted(&mut self, text: &str, folded: &Folded) {
        let quotes: Vec<usize> = (0..self.chars.len()).filter(|at| self.chars[*at] == '"').collect();
        if let [open, close, ..] = quotes[..]
            && close > open + 1
        {
            self.only.text =
                Some(text[folded.bytes(open + 1..close)].trim().to_owned()).filter(|text| !text.is_empty());
            self.hide(std::slice::from_ref(&(open..close + 1)));
        }
    }

    fn tagged(&mut self, text: &str, folded: &Folded) {
        let Some(at) = self.chars.iter().position(|c| *c == '#') else { return };
        let rest = &self.chars[at + 1..];
        let length = rest.iter().position(|c| !(c.is_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(rest.len());
        if length > 0 {
            self.only.tag = Some(text[folded.bytes(at + 1..at + 1 + length)].to_owned());
            self.hide(std::slice::from_ref(&(at..at + 1 + length)));
        }
    }

    /// The names that are said, in order; the longest of several at one place. A category is meant before a goal.
    fn named(&mut self, known: &Known) -> Vec<(String, bool)> {
        let mut found = self.places(known, Self::find_name);
        if found.is_empty() {
            // Only where no name is said as it is: "worked on the marathon" is about the marathon.
            found = self.places(known, Self::find_form);
        }
        found.sort_by_key(|(range, _, is_goal)| (std::cmp::Reverse(range.len()), range.start, *is_goal));
        let mut chosen: Vec<(Range<usize>, String, bool)> = Vec::new();
        for (range, name, is_goal) in found {
            let is_free = chosen.iter().all(|(other, ..)| other.end <= range.start || range.end <= other.start);
            if is_free {
                chosen.push((range, name, is_goal));
            }
        }
        chosen.sort_by_key(|(range, ..)| range.start);
        self.hide(&chosen.iter().map(|(range, ..)| range.clone()).collect::<Vec<_>>());
        chosen.into_iter().map(|(_, name, is_goal)| (name, is_goal)).collect()
    }

    fn places(
        &self,
        known: &Known,
        find: fn(&Self, &str) -> Option<Range<usize>>,
    ) -> Vec<(Range<usize>, String, bool)> {
        let mut found = Vec::new();
        for (list, is_goal) in [(known.categories, false), (known.goals, true)] {
            for named in list {
                let said = std::iter::once(named.name).chain(named.aliases.iter().map(String::as_str));
                found.extend(
                    said.filter_map(|name| find(self, name)).map(|range| (range, named.name.to_owned(), is_goal)),
                );
            }
        }
        found
    }

    fn find_name(&self, name: &str) -> Option<Range<usize>> {
        let name = Folded::new(name.trim());
        let wanted = name.chars();
        if wanted.is_empty() {
            return None;
        }
        let mut places = 0..=self.chars.len().checked_sub(wanted.len())?;
        let at = places.find(|at| self.chars[*at..].starts_with(wanted) && self.is_whole(*at..at + wanted.len()))?;
        Some(at..at + wanted.len())
    }

    /// "studying" for "Study"
    fn find_form(&self, name: &str) -> Option<Range<usize>> {
        let name: String = Folded::new(name.trim()).chars().iter().collect();
        let is_word = name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let stem = stem(&name);
        self.words().into_iter().find(|range| is_word && self.stem_of(range) == stem)
    }

    fn stem_of(&self, range: &Range<usize>) -> String {
        stem(&self.chars[range.clone()].iter().collect::<String>())
    }

    fn is_whole(&self, range: Range<usize>) -> bool {
        let joined = |a: Option<&char>, b: Option<&char>| {
            a.zip(b).is_some_and(|(a, b)| a.is_alphanumeric() && b.is_alphanumeric() && !is_cjk(*a) && !is_cjk(*b))
        };
        let before = range.start.checked_sub(1).and_then(|at| self.chars.get(at));
        !joined(before, self.chars.get(range.start))
            && !joined(self.chars.get(range.end - 1), self.chars.get(range.end))
    }

    /// The words of letters.
    fn words(&self) -> Vec<Range<usize>> {
        let mut words = Vec::new();
        let mut begin = None;
        for (at, c) in self.chars.iter().chain(&[' ']).enumerate() {
            let inside = c.is_alphanumeric() && !is_cjk(*c) || (matches!(c, '\'' | '-') && begin.is_some());
            match (inside, begin) {
                (true, None) => begin = Some(at),
                (false, Some(from)) => {
                    words.push(from..at);
                    begin = None;
                }
                _ => {}
            }
        }
        words
    }

    /// Where a word or words stand; `*` at the end stands for the rest of a word.
    pub fn place(&self, words: &str) -> Option<Range<usize>> {
        let (words, open) = words.strip_suffix('*').map_or((words, false), |words| (words, true));
        let wanted: Vec<char> = words.chars().collect();
        let ends = |at: usize| {
            let mut end = at;
            while open && self.chars.get(end).is_some_and(char::is_ascii_alphabetic) {
                end += 1;
            }
            end
        };
        let last = self.chars.len().checked_sub(wanted.len())?;
        let at = (0..=last)
            .find(|at| self.chars[*at..].starts_with(&wanted) && self.is_whole(*at..ends(at + wanted.len())))?;
        Some(at..ends(at + wanted.len()))
    }

    /// Takes out what was understood.
    pub fn hide(&mut self, ranges: &[Range<usize>]) {
        for range in ranges {
            self.chars[range.clone()].fill(' ');
        }
    }

    /// Takes what is left for a name or, where there is none, for words of the notes (O3).
    pub fn topic(&mut self, known: &Known) -> Option<Understood> {
        if !self.only.is_all() {
            return None;
        }
        let topic = self.rest();
        if topic.is_empty() {
            return None;
        }
        let all: Vec<Named> = known.categories.iter().chain(known.goals).copied().collect();
        match names::find(&topic, &all) {
            Found::One(at, _) => {
                let name = all.get(at).map(|named| named.name.to_owned()).unwrap_or_default();
                self.about(name, at >= known.categories.len());
                None
            }
            Found::Several(choices) => {
                let names = choices.into_iter().filter_map(|at| all.get(at)).map(|named| named.name.to_owned());
                Some(Understood::Which(topic, names.collect()))
            }
            Found::None => {
                self.only.text = Some(topic);
                None
            }
        }
    }

    /// What is left without the words that say nothing.
    fn rest(&self) -> String {
        let english = self.words().into_iter().map(|range| self.chars[range].iter().collect::<String>());
        let english: Vec<String> = english.filter(|word| !STOP.split(' ').any(|stop| stop == word)).collect();
        let mut rest = english.join(" ");
        for run in self.chars.split(|c| !is_cjk(*c)) {
            let run: String = run.iter().collect();
            let mut run = run.as_str();
            while let Some(shorter) =
                STOP_ZH.split(' ').find_map(|stop| run.strip_prefix(stop).or_else(|| run.strip_suffix(stop)))
            {
                run = shorter;
            }
            rest.push_str(run);
        }
        rest.trim().to_owned()
    }
}

/// Dates that are also common words.
fn is_word(date: &str) -> bool {
    ["may", "mar", "sat", "sun", "all", "ever", "overall", "everything", "所有", "全部"]
        .contains(&date.to_lowercase().as_str())
}

/// The word without the endings of its forms.
fn stem(word: &str) -> String {
    let cut = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() >= 3);
    if let Some(stem) = cut("ied").or_else(|| cut("ies")) {
        return format!("{stem}y");
    }
    let stem = cut("ing")
        .or_else(|| cut("ed"))
        .or_else(|| cut("es"))
        .or_else(|| cut("s"))
        .or_else(|| cut("e"))
        .unwrap_or(word);
    // "running"
    let mut letters = stem.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(a), Some(b)) if a == b && stem.len() > 3 && stem.len() < word.len() => {
            stem[..stem.len() - a.len_utf8()].to_owned()
        }
        _ => stem.to_owned(),
    }
}
