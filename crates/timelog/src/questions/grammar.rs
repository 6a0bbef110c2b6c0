//! One question by itself: slots for names, days and conditions, and a form that has to be known as a whole.

use super::table;
use super::when::{self, Bound};
use super::{Kind, Known, MAX_CHARS};
use crate::phrase::Unit;
use crate::scan::{Folded, Scan, is_cjk};
use crate::tools::{Missing, Only};
use espalier_base::date::{DateRange, Weekday};

/// Days that are counted from others.
#[derive(Clone)]
pub struct Step {
    pub unit: Unit,
    pub offset: i32,
    pub words: String,
}

/// The parts of a question.
#[derive(Default)]
pub struct QuestionParts {
    pub kind: Option<Kind>,
    /// The days, in the order they are named.
    pub dates: Vec<DateRange>,
    /// The words of each of them.
    pub date_words: Vec<String>,
    pub step: Option<Step>,
    pub only: Only,
    pub others: Vec<Only>,
    pub top: Option<usize>,
    pub bound: Bound,
    /// Whether it begins as one that goes on from the one before.
    pub follows: bool,
    pub which: Option<(String, Vec<String>)>,
    /// Parts that were not understood.
    pub left: Vec<String>,
}

impl QuestionParts {
    /// Whether it may leave out what the question before says.
    pub fn is_part(&self) -> bool {
        let has_days = !self.dates.is_empty() || self.step.is_some();
        self.follows || self.kind.is_none() && (self.only.is_of_all() || !has_days)
    }

    /// Whether it is only what is asked, so that after another question it may be about the same or about everything.
    pub fn is_bare(&self) -> bool {
        let whole = [Kind::Goals, Kind::Progress, Kind::Remaining, Kind::Running, Kind::Streak, Kind::Unusual];
        let names = !self.only.is_all() || !self.others.is_empty() || !self.dates.is_empty() || self.step.is_some();
        !self.follows && !names && self.kind.is_some_and(|kind| !whole.contains(&kind))
    }
}

/// A part of a question, which takes each of its characters once.
enum Token {
    Name(Only),
    /// A name with the same words as several.
    Which(Vec<String>),
    Days(DateRange),
    Step(Unit, i32),
    Weekdays(Vec<Weekday>),
    Clock((i32, i32)),
    Bound(Bound),
    Without(Vec<String>),
    Lacking(Missing),
    Top(usize),
    Word(String),
}

/// Words that say nothing, wherever they stand in a form.
const FILLERS: &str = "i i've ive my me the of on in for did do was were had please track tracked spend spent any";
const CHINESE_FILLERS: &str = "我了的在吗呢啊呀请做花用都";
const JOINTS: [&str; 11] = ["and", "or", "vs", "versus", "with", "to", "和", "与", "跟", "或", "还是"];

/// A form as it is compared: without the words that say nothing, and without spaces where they do not count.
pub fn plain_form(form: &str) -> String {
    let folded = Folded::new(form);
    let mut words = Vec::new();
    let mut scan = folded.scan(0);
    while !scan.is_end() {
        match word(&mut scan) {
            Some(word) => words.push(word),
            None => scan.at += 1,
        }
    }
    join(words.iter().map(String::as_str))
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words = words.map(|word| if word == "what's" || word == "whats" { "what is" } else { word });
    let words: Vec<&str> = words.filter(|word| !is_filler(word)).collect();
    let text = words.join(" ");
    ["day", "week", "month"]
        .iter()
        .fold(text, |text, unit| text.replace(&format!(" a {unit}"), &format!(" per {unit}")))
}

fn is_filler(word: &str) -> bool {
    FILLERS.split(' ').any(|filler| filler == word) || CHINESE_FILLERS.contains(word)
}

/// Reads a word of letters, or one Chinese character.
fn word(scan: &mut Scan) -> Option<String> {
    if scan.one_of(&["一共", "总共"]) {
        return Some(String::new());
    }
    let begin =
        scan.peek().filter(|c| c.is_alphanumeric() || matches!(c, '%' | '#' | '"' | '&' | '+' | '=' | '<' | '>'))?;
    let mut ahead = *scan;
    ahead.at += 1;
    if begin.is_alphanumeric() && !is_cjk(begin) {
        while ahead.peek().is_some_and(|c| c.is_alphanumeric() && !is_cjk(c) || matches!(c, '\'' | '-' | '_')) {
            ahead.at += 1;
        }
    }
    let text = scan.until(ahead.at).iter().collect();
    *scan = ahead;
    Some(text)
}

/// Takes a question apart; nothing of what is too long, or says nothing.
pub fn read(text: &str, known: &Known) -> Option<QuestionParts> {
    let folded = Folded::new(text.trim());
    if folded.len() == 0 || folded.len() > MAX_CHARS {
        return None;
    }
    let mut said = QuestionParts::default();
    let mut scan = folded.scan(0);
    said.follows = scan.one_of(&["and what about", "and how about", "what about", "how about", "and", "那么", "那"]);
    let line: String = folded.chars().iter().collect();
    said.follows |= line.trim_end_matches(['?', '.', ' ']).ends_with('呢');
    let mut tokens: Vec<(Token, String)> = Vec::new();
    while !scan.is_end() {
        let begin = scan.at;
        // Tried on a copy: a reader that fails may have moved on.
        let mut ahead = scan;
        if let Some(token) = token(&mut ahead, text.trim(), &folded, known, &tokens).filter(|_| ahead.at > begin) {
            scan = ahead;
            let words = folded.chars()[begin..scan.at].iter().collect();
            tokens.push((token, words));
        } else if let Some(word) = word(&mut scan) {
            if !is_filler(&word) {
                tokens.push((Token::Word(word.clone()), word));
            }
        } else {
            // "-" or "/" between two parts may mean anything.
            if scan.peek().is_some_and(|c| !" ?!.,'".contains(c)) {
                said.left.push(folded.chars()[begin].to_string());
            }
            scan.at += 1;
        }
    }
    settle_weekdays(&mut tokens);
    assign(&mut said, tokens, &line, known);
    Some(said)
}

/// Decides between a date and a day of each week, and between weekends and their comparison, by the parts beside.
fn settle_weekdays(tokens: &mut [(Token, String)]) {
    let is = |token: &Token, count: usize| matches!(token, Token::Weekdays(days) if days.len() == count);
    let has = |count: usize| tokens.iter().any(|(token, _)| is(token, count));
    let (week, end) = (has(5), has(2) || tokens.iter().any(|(_, words)| words == "周末"));
    let days = tokens.iter().filter(|(token, _)| matches!(token, Token::Days(_))).count();
    for (token, words) in tokens {
        if week && end && (is(token, 2) || is(token, 5) || words == "周末") {
            *token = Token::Word(words.clone());
        } else if matches!(token, Token::Days(_)) && days > 1 {
            let weekdays = when::bare(words);
            if !weekdays.is_empty() {
                *token = Token::Weekdays(weekdays);
            }
        }
    }
}

fn token(scan: &mut Scan, text: &str, folded: &Folded, known: &Known, before: &[(Token, String)]) -> Option<Token> {
    let rest = |from: usize, to: usize| text[folded.bytes(from..to)].trim().to_owned();
    if scan.peek() == Some('"') {
        let close = folded.chars()[scan.at + 1..].iter().position(|c| *c == '"')? + scan.at + 1;
        let words = rest(scan.at + 1, close);
        scan.at = close + 1;
        return Some(Token::Name(Only { text: Some(words).filter(|words| !words.is_empty()), ..Only::default() }));
    }
    if scan.one_of(&["mentioning", "that mention", "提到"]) {
        scan.space();
        if scan.peek() == Some('"') {
            return token(scan, text, folded, known, before);
        }
        let begin = scan.at;
        while scan.peek().is_some_and(|c| c.is_alphanumeric() && c != '的') {
            scan.at += 1;
        }
        return Some(Token::Name(Only { text: Some(rest(begin, scan.at)), ..Only::default() }));
    }
    // The parts of the day that are compared are no condition.
    let begin = *scan;
    if scan.one_of(DAY_PARTS) {
        return Some(Token::Word(begin.until(scan.at).iter().collect()));
    }
    if let Some(lack) = scan.any(LACKING) {
        return Some(Token::Lacking(lack));
    }
    if scan.one_of(EXCEPT) {
        return excepted(scan, known);
    }
    let mut behind_name = *scan;
    let named = name(&mut behind_name, known);
    let mut ahead = *scan;
    let timed = when::bound(&mut ahead)
        .map(Token::Bound)
        .or_else(|| when::step(&mut ahead).map(|(unit, offset)| Token::Step(unit, offset)))
        .or_else(|| when::clock(&mut ahead, matches!(before.last(), Some((Token::Weekdays(_), _)))).map(Token::Clock))
        .or_else(|| when::weekdays(&mut ahead).map(Token::Weekdays))
        .or_else(|| when::days(&mut ahead, text, folded, &known.around).map(Token::Days))
        .or_else(|| when::top(&mut ahead, before.last().map(|(_, words)| words.as_str())).map(Token::Top));
    match (named, timed) {
        (Some(name), timed) if timed.is_none() || behind_name.at >= ahead.at => {
            scan.at = behind_name.at;
            Some(name)
        }
        (_, Some(timed)) => {
            scan.at = ahead.at;
            Some(timed)
        }
        _ => None,
    }
}

/// The categories after "except", as far as they are joined.
fn excepted(scan: &mut Scan, known: &Known) -> Option<Token> {
    let mut names = Vec::new();
    loop {
        scan.space();
        let Some(Token::Name(Only { category: Some(category), .. })) = name(scan, known) else { break };
        names.push(category);
        let mut ahead = *scan;
        ahead.space();
        if !ahead.one_of(&["and", "or", "和", "与", "或", ","]) {
            break;
        }
        ahead.space();
        let joint = ahead;
        if !matches!(name(&mut ahead, known), Some(Token::Name(Only { category: Some(_), .. }))) {
            break;
        }
        *scan = joint;
    }
    scan.one_of(&["之外", "以外"]);
    (!names.is_empty()).then_some(Token::Without(names))
}

const DAY_PARTS: &[&str] = &[
    "in the morning or in the evening",
    "morning vs evening",
    "早上忙还是晚上忙",
    "早上多还是晚上多",
    "上午多还是晚上多",
];
const LACKING: &[(&str, Missing)] = &[
    ("uncategorized", Missing::Category),
    ("uncategorised", Missing::Category),
    ("without a category", Missing::Category),
    ("with no category", Missing::Category),
    ("没有分类", Missing::Category),
    ("没分类", Missing::Category),
    ("未分类", Missing::Category),
    ("untagged", Missing::Tag),
    ("without a tag", Missing::Tag),
    ("without tags", Missing::Tag),
    ("with no tags", Missing::Tag),
    ("没打标签", Missing::Tag),
    ("没有标签", Missing::Tag),
    ("未打标签", Missing::Tag),
];
const EXCEPT: &[&str] = &["except for", "except", "excluding", "not counting", "除了", "不算", "不包括", "不含"];
const TAG: &[&str] = &["#", "tagged with", "tagged", "with the tag", "with tag", "tag", "标签是", "标签为", "标签"];

/// Reads the longest name of a category, a goal or a tag; a form of a category's name counts as it.
fn name(scan: &mut Scan, known: &Known) -> Option<Token> {
    let begin = *scan;
    let is_tag = scan.one_of(TAG) || scan.char('#');
    scan.space();
    let mut found: Vec<(usize, u8, Only, &str)> = Vec::new();
    let only = Only::default();
    let tags =
        known.tags.iter().map(|tag| (tag.as_str(), 2, Only { tag: Some(tag.clone()), ..only.clone() }, tag.as_str()));
    let mut names: Vec<(&str, u8, Only, &str)> = tags.collect();
    if !is_tag {
        for (list, is_goal) in [(known.categories, false), (known.goals, true)] {
            for named in list {
                let name = Some(named.name.to_owned());
                let about =
                    if is_goal { Only { goal: name, ..only.clone() } } else { Only { category: name, ..only.clone() } };
                let all = std::iter::once(named.name).chain(named.aliases.iter().map(String::as_str));
                names.extend(all.map(|name| (name, u8::from(is_goal), about.clone(), named.name)));
            }
        }
    }
    for (said, rank, about, named) in names {
        let said: String = Folded::new(said.trim()).chars().iter().collect();
        let mut ahead = *scan;
        let is_form =
            |word: &str| said.len() > 2 && said.bytes().all(|c| c.is_ascii_lowercase()) && stem(word) == stem(&said);
        let fits =
            !said.is_empty() && ahead.word(&said) || rank == 0 && word(&mut ahead).is_some_and(|word| is_form(&word));
        if fits {
            found.push((ahead.at, rank, about, named));
        }
    }
    let Some(best) = found.iter().map(|(end, rank, ..)| (*end, std::cmp::Reverse(*rank))).max() else {
        *scan = begin;
        return None;
    };
    found.retain(|(end, rank, ..)| (*end, std::cmp::Reverse(*rank)) == best);
    found.dedup_by(|a, b| a.2 == b.2);
    scan.at = best.0;
    if found.len() > 1 {
        return Some(Token::Which(found.iter().map(|(.., name)| (*name).to_owned()).collect()));
    }
    found.pop().map(|(_, _, about, _)| Token::Name(about))
}

/// The word without the endings of its forms.
fn stem(word: &str) -> String {
    let cut = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() >= 3);
    if let Some(stem) = cut("ied").or_else(|| cut("ies")) {
        return format!("{stem}y");
    }
    ["ings", "ing", "s"].into_iter().find_map(cut).unwrap_or(word).to_owned()
}

/// Puts what is named in its place; returns whether it is the first.
fn assign_name(said: &mut QuestionParts, only: &Only, text: &str, joined: bool, known: &Known) -> bool {
    // Words that no note mentions are no condition.
    if only.is_of_all() || only.text.as_ref().is_some_and(|text| !(known.mentions)(text)) {
        said.left.push(text.to_owned());
        return false;
    }
    if said.only.is_of_all() {
        said.only = Only {
            weekdays: std::mem::take(&mut said.only.weekdays),
            clock: said.only.clock,
            without: std::mem::take(&mut said.only.without),
            lacking: std::mem::take(&mut said.only.lacking),
            ..only.clone()
        };
        return true;
    }
    // "Sport or Reading"; a tag or words beside a category are a condition on it.
    let is_single = said.others.is_empty();
    match only {
        only if joined => said.others.push(only.clone()),
        Only { tag: Some(tag), .. } if said.only.tag.is_none() && is_single => said.only.tag = Some(tag.clone()),
        Only { category: Some(name), .. } if said.only.category.is_none() && is_single => {
            said.only.category = Some(name.clone());
        }
        Only { text: Some(words), .. } if said.only.text.is_none() && is_single => said.only.text = Some(words.clone()),
        _ => said.left.push(text.to_owned()),
    }
    false
}

/// Puts each part in its place; a second one for the same place is left over.
fn assign(said: &mut QuestionParts, tokens: Vec<(Token, String)>, line: &str, known: &Known) {
    let is_name = |token: &Token| matches!(token, Token::Name(_));
    let is_days = |token: &Token| matches!(token, Token::Days(_));
    let is_weekdays = |token: &Token| matches!(token, Token::Weekdays(_));
    let mut words: Vec<String> = Vec::new();
    let (mut joined, mut named) = (false, false);
    for (at, (token, text)) in tokens.iter().enumerate() {
        let beside = |is: &dyn Fn(&Token) -> bool| {
            at > 0
                && tokens.get(at - 1).is_some_and(|(token, _)| is(token))
                && tokens.get(at + 1).is_some_and(|(token, _)| is(token))
        };
        let left = &mut said.left;
        match token {
            Token::Name(only) => named |= assign_name(said, only, text, joined, known),
            Token::Days(days) => {
                said.dates.push(*days);
                said.date_words.push(text.clone());
            }
            Token::Step(unit, offset) if said.step.is_none() => {
                said.step = Some(Step { unit: *unit, offset: *offset, words: text.clone() });
            }
            Token::Weekdays(days) if said.only.weekdays.is_empty() || beside_joint(&tokens, at) => {
                said.only.weekdays.extend(days);
                said.only.weekdays.sort_by_key(|day| day.from_monday());
                said.only.weekdays.dedup();
            }
            Token::Clock(clock) if said.only.clock.is_none() => said.only.clock = Some(*clock),
            Token::Bound((least, most))
                if (least.is_none() || said.bound.0.is_none()) && (most.is_none() || said.bound.1.is_none()) =>
            {
                said.bound = (least.or(said.bound.0), most.or(said.bound.1));
            }
            Token::Without(names) if said.only.without.is_empty() => said.only.without.clone_from(names),
            Token::Lacking(lack) if said.only.lacking.is_empty() => said.only.lacking.push(*lack),
            Token::Top(top) if said.top.is_none() => said.top = Some(*top),
            Token::Which(names) if said.which.is_none() => said.which = Some((text.clone(), names.clone())),
            Token::Word(word)
                if JOINTS.contains(&word.as_str())
                    && (beside(&is_name) || beside(&is_days) || beside(&is_weekdays)) =>
            {
                joined |= beside(&is_name) && named;
                if ["vs", "versus"].contains(&word.as_str()) {
                    said.kind = Some(Kind::Compare);
                }
            }
            Token::Word(word) => words.push(word.clone()),
            _ => left.push(text.clone()),
        }
        if !matches!(token, Token::Name(_) | Token::Word(_)) {
            joined = false;
        }
    }
    let form = plain_form(&words.join(" "));
    said.kind = table::find(&form).or(said.kind.filter(|_| form.is_empty()));
    reject_ambiguous(said, &tokens, line);
    if said.kind.is_none() && !form.is_empty() {
        reject_unknown(said, &words, line, known);
    }
}

/// Names the parts that are clear by themselves and leave the whole open.
fn reject_ambiguous(said: &mut QuestionParts, tokens: &[(Token, String)], line: &str) {
    let is_usual = matches!(
        said.kind,
        Some(
            Kind::Edge(..)
                | Kind::MeanDay
                | Kind::MeanWeek
                | Kind::MeanMonth
                | Kind::MeanEntry
                | Kind::MeanCount(_)
                | Kind::Median
                | Kind::Most(_)
                | Kind::Least(_)
        )
    );
    let compares = matches!(said.kind, Some(Kind::Compare | Kind::Grew));
    for (_, words) in tokens.iter().filter(|(token, _)| matches!(token, Token::Days(_))) {
        // The usual of a range is not that of one Monday.
        let one_day = is_usual && when::is_weekday(words);
        // "grew from May to June" is about two months, and not about the two together.
        let apart = compares && ["from ", "between ", "从"].iter().any(|lead| words.starts_with(lead));
        // After a question about a year, "on Saturday" may be the last one or all of them.
        let in_passing = said.follows && when::is_weekday(words);
        if one_day || apart || in_passing {
            said.left.push(words.clone());
        }
    }
    // A day begins with its first entry, and not with the first of its morning.
    if matches!(said.kind, Some(Kind::StartOfDay | Kind::EndOfDay | Kind::Edge(..))) {
        let clocks = tokens.iter().filter(|(token, _)| matches!(token, Token::Clock(_)));
        said.left.extend(clocks.map(|(_, words)| words.clone()));
    }
    if compares && said.dates.len() == 1 && said.others.is_empty() && line.contains("compared") {
        said.left.push("compared".to_owned());
    }
    // A share is asked for, and no sum.
    if said.kind == Some(Kind::Sum) && line.contains("how much of") {
        said.left.push("how much of".to_owned());
    }
    // All weekends, or the last one.
    if said.dates.is_empty()
        && !said.follows
        && tokens.iter().any(|(_, words)| words == "周末")
        && said.kind != Some(Kind::Weekend)
    {
        said.left.push("周末".to_owned());
    }
}

/// Whether a day of the week goes on from the one before it: "Tuesdays and Thursdays".
fn beside_joint(tokens: &[(Token, String)], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
    matches!(before(1), Some((Token::Word(word), _)) if ["and", "or", "和", "与"].contains(&word.as_str()))
        && matches!(before(2), Some((Token::Weekdays(_), _)))
}

/// Names the words that no form has; where only they keep it from being one, they may be a name.
fn reject_unknown(said: &mut QuestionParts, words: &[String], line: &str, known: &Known) {
    let is_open = |word: &&String| !table::has_word(word);
    let places: Vec<usize> = (0..words.len()).filter(|at| is_open(&&words[*at])).collect();
    let known_words = words.iter().filter(|word| !is_open(word));
    let form = plain_form(&known_words.cloned().collect::<Vec<_>>().join(" "));
    let in_a_row = places.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let open: Vec<&str> = places.iter().map(|at| words[*at].as_str()).collect();
    let is_chinese = open.iter().any(|word| word.chars().any(is_cjk));
    let name = open.join(if is_chinese { "" } else { " " });
    if !in_a_row || places.is_empty() || said.follows || !line.contains(&name) {
        said.left.push(if name.is_empty() { words.join(if is_chinese { "" } else { " " }) } else { name });
        return;
    }
    // A word from the names of some categories.
    let part = name.chars().count() > if is_chinese { 1 } else { 2 };
    let has = |named: &&crate::names::Named| {
        let folded: String = Folded::new(named.name).chars().iter().collect();
        part && folded.split(' ').any(|word| word.starts_with(&name) || is_chinese && word.contains(&name))
    };
    let near: Vec<String> = known.categories.iter().filter(has).map(|named| named.name.to_owned()).collect();
    said.kind = table::find(&form);
    // "Acme this week", where the name has more words, asks for the sum as the whole name would.
    let asks = said.kind.is_some() || form.is_empty() && !said.dates.is_empty();
    if asks && said.only.is_of_all() && !near.is_empty() {
        said.which = Some((name, near));
    } else {
        said.left.push(name);
    }
}
