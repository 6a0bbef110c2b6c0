//! Subject of a question: categories, goals, tags and quoted words.

use std::ops::Range;

use super::Known;
use super::reader::Reader;
use super::said::Said;
use crate::scan::{Folded, is_cjk};
use crate::tools::{Missing, Only};

/// Takes words in quotes.
pub fn quoted(said: &mut Said, text: &str) {
    let folded = Folded::new(text);
    let quotes: Vec<usize> = (0..folded.len()).filter(|at| matches!(folded.chars()[*at], '"' | '《' | '》')).collect();
    if let [open, close, ..] = quotes[..]
        && close > open + 1
    {
        let words = text[folded.bytes(open + 1..close)].trim().to_owned();
        if !words.is_empty() {
            said.only.text = Some(words);
            said.reader.take(open..close + 1);
        }
    }
}

/// Takes "without a category", "untagged" and the like.
pub fn lacking(said: &mut Said, known: &Known) {
    const WAYS: [(Missing, &[&str]); 2] = [
        (
            Missing::Category,
            &[
                "without any category",
                "without a category",
                "without category",
                "with no category",
                "no category",
                "uncategorized",
                "uncategorised",
                "not categorized",
                "没有归类",
                "没有分类",
                "没归类",
                "没分类",
                "未归类",
                "未分类",
                "无分类",
            ],
        ),
        (
            Missing::Tag,
            &[
                "without any tags",
                "without any tag",
                "without tags",
                "without a tag",
                "without tag",
                "with no tags",
                "with no tag",
                "no tags",
                "untagged",
                "not tagged",
                "没有打标签",
                "没打标签",
                "没有标签",
                "没加标签",
                "没标签",
                "未打标签",
                "不带标签",
                "无标签",
            ],
        ),
    ];
    for (lack, ways) in WAYS {
        for way in ways {
            let Some(range) = said.reader.place(way) else { continue };
            // "有没有标签" asks whether there is one, and a category may be called so.
            let asks = said.reader.before(range.start).ends_with('有');
            if !asks && known.categories.iter().all(|named| said.reader.find(named.name) != Some(range.clone())) {
                said.reader.take(range);
                said.only.lacking.push(lack);
                break;
            }
        }
    }
}

/// Takes `#tag`: the longest one that is known, as Chinese goes on without a space; one that nothing has is left over.
pub fn tagged(said: &mut Said, text: &str, known: &Known) {
    let folded = Folded::new(text);
    let chars = folded.chars();
    let Some(at) = said.reader.chars().iter().position(|c| *c == '#') else { return called_tag(said, known) };
    let length = chars[at + 1..].iter().take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).count();
    let here = |tag: &&String| {
        let tag = Folded::new(tag);
        let end = at + 1 + tag.len();
        let stands = tag.len() > 0 && chars[at + 1..].starts_with(tag.chars());
        stands && said.reader.is_whole(&(at + 1..end))
    };
    let longest = known.tags.iter().filter(here).max_by_key(|tag| tag.chars().count());
    if let Some(tag) = longest {
        said.only.tag = Some(tag.clone());
        said.reader.take(at..at + 1 + tag.chars().count());
    } else if length > 0 {
        said.left.push(text[folded.bytes(at..at + 1 + length)].to_owned());
        said.reader.take(at..at + 1 + length);
    }
}

/// Takes a known tag that is called one: "tagged thesis", "the tag thesis", "标签论文".
fn called_tag(said: &mut Said, known: &Known) {
    let mut tags: Vec<&String> = known.tags.iter().collect();
    tags.sort_by_key(|tag| std::cmp::Reverse(tag.chars().count()));
    for tag in tags {
        let plain: String = Folded::new(tag).chars().iter().collect();
        let leads = [
            "tagged with ",
            "tagged as ",
            "tagged ",
            "with the tag ",
            "with tag ",
            "the tag ",
            "tag ",
            "带标签",
            "打了标签",
            "标签是",
            "标签为",
            "标签",
        ];
        let ways = leads.iter().map(|lead| format!("{lead}{plain}"));
        let ways = ways.chain([format!("{plain} tag"), format!("{plain}这个标签"), format!("{plain}标签")]);
        if ways.into_iter().any(|way| said.reader.eat(&way)) {
            said.only.tag = Some(tag.clone());
            return;
        }
    }
}

/// Characters that follow a numeral in a number or a date, and not in a name.
const AFTER_NUMERALS: &str = "天周月年日号点时小分秒次条个名项类大季度十百千万亿零一二三四五六七八九半刻星期礼拜钟回趟场遍和到至、起以之前后内般共下些来的多长直间";

/// Takes a name from the notes that begins with a Chinese numeral, before it is read as a number: "三体" is no third.
pub fn numbered(said: &mut Said, known: &Known) {
    const NUMERALS: &str = "一二三四五六七八九十百千万";
    const LONGEST: usize = 8;
    let chars = said.reader.chars().to_vec();
    for at in 0..chars.len() {
        let next = chars.get(at + 1).copied().filter(|c| is_cjk(*c) && !AFTER_NUMERALS.contains(*c));
        if said.only.text.is_some() || !NUMERALS.contains(chars[at]) || next.is_none() {
            continue;
        }
        let run = chars[at..].iter().take_while(|c| is_cjk(**c)).count().min(LONGEST);
        let longest = (2..=run).rev().map(|length| at..at + length).find(|range| {
            let words: String = chars[range.clone()].iter().collect();
            (known.mentions)(&words)
        });
        if let Some(range) = longest {
            said.only.text = Some(said.reader.slice(range.clone()));
            said.reader.take(range);
        }
    }
}

const EXCEPT: [&str; 26] = [
    "except for",
    "except",
    "excluding",
    "excl.",
    "without",
    "apart from",
    "aside from",
    "besides",
    "other than",
    "not counting",
    "not including",
    "leaving out",
    "ignoring",
    "minus",
    "but not",
    "不计",
    "排除",
    "除开",
    "扣除",
    "去掉",
    "刨去",
    "除了",
    "除去",
    "不含",
    "不算",
    "不包括",
];

/// Takes the names that are said, in order; the longest of several at one place. A category is meant before a goal.
pub fn named(said: &mut Said, known: &Known) {
    let mut found = places(&said.reader, known);
    found.sort_by_key(|(range, _, is_goal, is_form)| (*is_form, std::cmp::Reverse(range.len()), range.start, *is_goal));
    let mut chosen: Vec<(Range<usize>, String, bool)> = Vec::new();
    for (range, name, is_goal, _) in found {
        if chosen.iter().all(|(other, ..)| other.end <= range.start || range.end <= other.start) {
            chosen.push((range, name, is_goal));
        }
    }
    chosen.sort_by_key(|(range, ..)| range.start);
    let mut left_out_until = None;
    for (range, name, is_goal) in chosen {
        let lead: String = said.reader.chars()[range.start.saturating_sub(14)..range.start].iter().collect();
        let free = ["day without", "days without"].iter().any(|words| lead.trim_end().ends_with(words));
        let except = EXCEPT.iter().find(|word| !free && lead.trim_end().ends_with(**word));
        said.reader.take(range.clone());
        // "except Sport and Reading" leaves out both.
        if left_out_until.is_some_and(|end| is_joint(&said.reader.slice(end..range.start))) && !is_goal {
            left_out_until = Some(range.end);
            said.only.without.push(name);
            continue;
        }
        if let Some(word) = except.filter(|_| !is_goal) {
            let length = word.chars().count();
            let spaces = lead.chars().rev().take_while(|c| *c == ' ').count();
            said.reader.take(range.start - spaces - length..range.start);
            said.only.without.push(name);
            left_out_until = Some(range.end);
        } else {
            about(said, name, is_goal);
        }
    }
}

/// Whether nothing but a word that joins two names stands between them.
fn is_joint(between: &str) -> bool {
    const JOINTS: &[&str] = &["and", "or", "nor", "&", "+", ",", ", and", "和", "与", "跟", "及", "以及", "或", "还有"];
    JOINTS.contains(&between.trim())
}

/// Whether a word that joins things stands before a place: what begins there is a second thing and no part of the first.
pub fn is_second(reader: &Reader, at: usize) -> bool {
    const JOINTS: &[&str] = &[
        " and", " or", " vs", " vs.", " versus", " plus", "&", "+", ",", "和", "与", "跟", "及", "或", "还有", "还是",
    ];
    let before = reader.before(at);
    let before = before.trim_end();
    JOINTS.iter().any(|joint| before.ends_with(joint) && before.len() > joint.len())
}

/// Takes a name for what it is about, or for one of several things.
pub fn about(said: &mut Said, name: String, is_goal: bool) {
    let only = if is_goal {
        Only { goal: Some(name), ..Only::default() }
    } else {
        Only { category: Some(name), ..Only::default() }
    };
    let is_said =
        [&said.only].into_iter().chain(&said.others).any(|one| one.category == only.category && one.goal == only.goal);
    if said.only.category.is_none() && said.only.goal.is_none() {
        (said.only.category, said.only.goal) = (only.category, only.goal);
    } else if !is_said {
        said.others.push(only);
    }
}

fn places(reader: &Reader, known: &Known) -> Vec<(Range<usize>, String, bool, bool)> {
    let mut found = Vec::new();
    for (list, is_goal) in [(known.categories, false), (known.goals, true)] {
        for named in list {
            for name in std::iter::once(named.name).chain(named.aliases.iter().map(String::as_str)) {
                if let Some(range) = reader.find(name) {
                    found.push((range, named.name.to_owned(), is_goal, false));
                }
                if let Some(range) = form(reader, name) {
                    found.push((range, named.name.to_owned(), is_goal, true));
                }
            }
        }
    }
    found
}

/// Finds a form of a name: "studying" for "Study", "meeting" for "Meetings".
fn form(reader: &Reader, name: &str) -> Option<Range<usize>> {
    let name: String = Folded::new(name.trim()).chars().iter().collect();
    // "worked" says nothing about a category "Work" that "work" would not.
    let is_word = name.len() > 2 && name.bytes().all(|byte| byte.is_ascii_lowercase());
    let root = stem(&name);
    reader.words().into_iter().find(|range| is_word && stem(&reader.slice(range.clone())) == root)
}

/// The word without the endings of its forms.
pub fn stem(word: &str) -> String {
    let cut = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() >= 3);
    if let Some(stem) = cut("ied").or_else(|| cut("ies")) {
        return format!("{stem}y");
    }
    let stem = ["ings", "ing", "ed", "es", "s", "e"].into_iter().find_map(cut).unwrap_or(word);
    // "running"
    let mut letters = stem.chars().rev();
    match (letters.next(), letters.next()) {
        (Some(a), Some(b)) if a == b && stem.len() > 3 && stem.len() < word.len() => {
            stem[..stem.len() - a.len_utf8()].to_owned()
        }
        _ => stem.to_owned(),
    }
}
