//! Hours that were spent on something, and the timer.

use super::{Handover, after, past, subject, words};

/// Openings of a sentence, each with the words that the note of the entry begins with.
const DONE: &[(&str, &str)] = &[
    ("i worked on ", ""),
    ("i was working on ", ""),
    ("worked on ", ""),
    ("i spent time on ", ""),
    ("i studied ", "studying "),
    ("i read ", "reading "),
    ("i practised ", "practising "),
    ("i practiced ", "practicing "),
];
const DAYS: &str = "today|yesterday|今天|昨天";

/// Reads "I worked on my thesis from 9 to 11", "9-11:30 writing", "我9点到11点写论文".
pub(super) fn hours(said: &str) -> Option<Handover> {
    let (day, said) = day_of(said);
    let said = past(said, "我|我在");
    let (day, said) = if day.is_empty() { day_of(said) } else { (day, said) };
    if let Some((length, what)) = lasted(said, !day.is_empty()) {
        let line = if day.is_empty() { format!("{length} {what}") } else { format!("{day} {length} {what}") };
        return Some(Handover::Log { shown: line.clone(), line });
    }
    let (range, what) = chinese(said).or_else(|| sentence(said)).or_else(|| typed(said))?;
    let is_bad = what.starts_with(|c: char| c.is_ascii_digit()) || what.contains(['?', '？', '\n']);
    if is_bad {
        return None;
    }
    let space = if day.is_empty() { "" } else { " " };
    Some(Handover::Log {
        line: format!("{day}{space}{} {what}", range.line),
        shown: format!("{day}{space}{} {what}", range.shown),
    })
}

/// Reads "worked 2 hours on my thesis", "45m reading", "写论文写了两个小时", "学了2小时英语": a length, and what for.
fn lasted(said: &str, has_day: bool) -> Option<(String, String)> {
    const SPENT: &str = "worked |worked for |i worked |i worked for |spent |i spent |log |log: |track |i did |did |studied for |i studied for |studied |i studied |read for |i read for |read |i read ";
    const FOR: &str = "on |of |doing |for |at |with ";
    const SPENT_ZH: &str = "花了|用了|做了|学了|学习了|写了|看了|工作了|练了|记录|记|忙了";
    let logged = after(said, "log |log: |track ").is_some();
    let said = past(said, SPENT);
    if let Some((length, rest)) = length(said) {
        let rest = rest.trim_start();
        let what = after(rest, FOR).or_else(|| Some(rest).filter(|_| logged || length.is_typed))?;
        return Some((length.text, thing(what)?.to_owned()));
    }
    let Some(rest) = after(said, SPENT_ZH).filter(|rest| length_zh(rest).is_some()) else {
        return lasted_after(said, has_day);
    };
    let (length, what) = length_zh(rest)?;
    let verb = &said[..said.len() - rest.len()];
    let verb = verb.trim_end_matches('了').trim_start_matches(['花', '用', '记', '录', '忙', '工', '作', '做']);
    let what = past(what.trim_start_matches([',', '，', ' ']), "的|在").trim();
    let what = words("记一下|记录一下|帮我记一下").find_map(|end| what.strip_suffix(end)).unwrap_or(what).trim();
    Some((length, subject(&format!("{verb}{what}"))?.to_owned()))
}

/// Reads a length that ends what was done on a day: "今天上午改简历，3个小时", "记工时 官网 2.5h".
fn lasted_after(said: &str, has_day: bool) -> Option<(String, String)> {
    const ASKED: &str = "记工时|记一下|记一笔|记录";
    let is_edge = |c: char| c.is_whitespace() || matches!(c, '，' | ',' | '。' | '：' | ':');
    let rest = past(said, ASKED).trim_matches(is_edge);
    let before = words(ASKED).find_map(|asked| rest.strip_suffix(asked)).unwrap_or(rest).trim_matches(is_edge);
    let is_asked = has_day || before.len() < said.len();
    let at = before.char_indices().map(|(at, _)| at).find(|at| {
        let typed = || length(&before[*at..]).is_some_and(|(_, rest)| rest.is_empty());
        typed() || length_zh(&before[*at..]).is_some_and(|(_, rest)| rest.is_empty())
    })?;
    let what = before[..at].trim_end_matches(is_edge).trim_end_matches('了');
    // "写论文写了两个小时" says the verb twice.
    let verb = what.chars().next_back().filter(|verb| "写学做看练开读画".contains(*verb));
    let once =
        verb.and_then(|verb| what.strip_suffix(verb)).filter(|once| verb.is_some_and(|verb| once.contains(verb)));
    let what = subject(once.unwrap_or(what))?;
    let fits = is_asked && what.chars().any(espalier_base::text::is_han);
    fits.then(|| (before[at..].trim_start_matches('个').to_owned(), what.to_owned()))
}

struct Length {
    text: String,
    /// Whether it is written as in the log, "45m".
    is_typed: bool,
}

/// The length that an English text begins with, and the rest.
fn length(text: &str) -> Option<(Length, &str)> {
    const NUMBERS: &str = "a|an|one|two|three|four|five|six|seven|eight|half an";
    let (number, rest) = match text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count() {
        0 => {
            let word =
                words(NUMBERS).filter(|word| after(text, word).is_some_and(|rest| rest.starts_with("hour"))).last()?;
            let at = words(NUMBERS).position(|known| known == word)?;
            let number = ["1", "1", "1", "2", "3", "4", "5", "6", "7", "8", "0.5"].get(at)?;
            ((*number).to_owned(), &text[word.len()..])
        }
        end => (text[..end].to_owned(), &text[end..]),
    };
    number.parse::<f32>().ok().filter(|number| (0.01..=1000.0).contains(number))?;
    let is_typed = !rest.starts_with(' ');
    let rest = rest.trim_start();
    let unit = words("hours|hour|hrs|hr|h|minutes|minute|mins|min|m")
        .filter(|unit| {
            after(rest, unit).is_some_and(|_| !rest[unit.len()..].starts_with(|c: char| c.is_alphanumeric()))
        })
        .max_by_key(|unit| unit.len())?;
    let text = format!("{number}{}", &unit[..1]);
    Some((Length { text, is_typed }, &rest[unit.len()..]))
}

/// The length that a Chinese text begins with, and the rest.
fn length_zh(text: &str) -> Option<(String, &str)> {
    let is_number = |c: &char| c.is_ascii_digit() || *c == '.' || "一二两三四五六七八九十半".contains(*c);
    let end: usize = text.chars().take_while(is_number).map(char::len_utf8).sum();
    (end > 0).then_some(())?;
    let rest = past(past(&text[end..], "个半|个"), "");
    let unit = words("小时|钟头|分钟").find(|unit| rest.starts_with(unit))?;
    let after_unit = &rest[unit.len()..];
    let length = &text[..text.len() - after_unit.len()];
    Some((length.replace("钟头", "小时"), after_unit))
}

/// Reads a question that the log answers: "How many hours did I work this week?", "这周我工作了多少小时".
pub(super) fn question(said: &str) -> Option<Handover> {
    const ASKS: &str = "how many hours did i |how much time did i |how long did i |how many hours have i |how much time have i |how long have i |        how many hours i |what did i work on |what have i worked on |when did i last ";
    const HOW_LONG: &str = "多少小时|多少时间|多久|几个小时|多长时间|几小时";
    const WHEN: &str = "今天|昨天|这周|本周|上周|这个月|本月|上个月|这个星期|上星期|今年";
    const DONE: &str = "工作|花|用|学|做|写|记|忙|练|看";
    let said = said.trim().trim_end_matches(['?', '？', '.', '。']);
    let has = |table| words(table).any(|word| said.contains(word));
    let asks = after(said, ASKS).is_some() || has(HOW_LONG) && has(WHEN) && has(DONE) && !said.contains('你');
    asks.then(|| Handover::AskTime(said.to_owned()))
}

/// The day that is named at either end, and the rest.
fn day_of(said: &str) -> (&str, &str) {
    for day in words(DAYS) {
        let ends = |c: char| !day.is_ascii() || !c.is_alphanumeric();
        if let Some(rest) = after(said, day).filter(|_| said[day.len()..].starts_with(ends)) {
            return (&said[..day.len()], rest.trim_start_matches([',', '，', ' ']));
        }
        let at = said.len().saturating_sub(day.len());
        if said.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(day)) && said[..at].ends_with(' ') {
            return (&said[at..], said[..at].trim_end());
        }
    }
    ("", said)
}

/// Two times of day.
struct Range {
    line: String,
    shown: String,
    /// Whether it can hardly be anything but times.
    is_marked: bool,
}

/// One time of day.
struct Clock<'a> {
    said: &'a str,
    shown: String,
    hour: u8,
    is_marked: bool,
}

/// The time of day that a text begins with, and the rest.
fn clock(text: &str) -> Option<(Clock<'_>, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let length = digits(text);
    let hour: u8 = text[..length].parse().ok().filter(|hour| *hour <= 24)?;
    let (mut end, mut minutes, mut is_marked) = (length, "00", false);
    if let Some(rest) = text[end..].strip_prefix(':') {
        (minutes, is_marked) = (rest.get(..2).filter(|two| digits(two) == 2 && *two < "60")?, true);
        end += 3;
    }
    let half = words("am|pm| am| pm").find(|half| after(&text[end..], half).is_some());
    end += half.map_or(0, str::len);
    let shown = format!("{hour}:{minutes}{}", half.map_or_else(String::new, |half| format!(" {}", half.trim())));
    let said = text[..end].trim_end();
    let is_over = !text[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '.' | '/' | '%'));
    is_over.then(|| (Clock { said, shown, hour, is_marked: is_marked || half.is_some() }, &text[end..]))
}

/// The two times that a text begins with, and the rest.
fn range<'a>(text: &'a str, between: &str) -> Option<(Range, &'a str)> {
    let (from, rest) = clock(text)?;
    let (to, rest) = clock(after(rest.trim_start(), between)?)?;
    // "3:16-18" is a place in a book.
    let is_verse = from.is_marked && !to.is_marked && (to.hour > 12 || from.hour > to.hour);
    if is_verse || from.said == to.said {
        return None;
    }
    let line = format!("{}-{}", from.said, to.said);
    let shown = format!("{}–{}", from.shown, to.shown);
    let is_marked = from.is_marked || to.is_marked;
    Some((Range { line, shown, is_marked }, rest.trim_start()))
}

const TO: &str = "to |until |till |-|–";

/// Reads a sentence about an activity, with the times before it or after it.
fn sentence(said: &str) -> Option<(Range, String)> {
    if let Some(rest) = after(said, "from ") {
        let (range, rest) = range(rest, TO)?;
        return Some((range, done(rest.trim_start_matches([',', ' ']))?));
    }
    let (at, word) = [" from ", " between "].iter().filter_map(|word| Some((said.rfind(word)?, *word))).max()?;
    let between: &str = if word == " between " { "and " } else { TO };
    let (range, rest) = range(&said[at + word.len()..], between)?;
    rest.is_empty().then_some(())?;
    Some((range, done(&said[..at])?))
}

fn done(said: &str) -> Option<String> {
    let (opening, doing) = DONE.iter().find(|(opening, _)| after(said, opening).is_some())?;
    Some(format!("{doing}{}", thing(after(said, opening)?)?))
}

/// The object of a sentence without its possessive.
fn thing(text: &str) -> Option<&str> {
    subject(past(text, "my |the |our "))
}

/// A line as one types it into the log. Two bare numbers may be anything, so they take a word for what is done with them.
fn typed(said: &str) -> Option<(Range, String)> {
    let logged = after(said, "log |log: |track ");
    let between = if logged.is_some() { TO } else { "-|–" };
    let (range, what) = range(logged.unwrap_or(said), between)?;
    let is_doing = what.to_lowercase().ends_with("ing") && !what.contains(' ');
    (logged.is_some() || range.is_marked || is_doing).then_some(())?;
    Some((range, subject(what)?.to_owned()))
}

/// Reads "9点到11点写论文", "下午3点半到5点开会".
fn chinese(said: &str) -> Option<(Range, String)> {
    const PARTS: &str = "早上|上午|中午|下午|傍晚|晚上|凌晨";
    const NOT_DONE: &str = "有|是|会|要|将|的|之|能|可以|应该|不|没|前|后|想";
    let is_number = |c: &char| c.is_ascii_digit() || "一二两三四五六七八九十".contains(*c);
    let clock = |text: &str| -> Option<usize> {
        let rest = past(text, PARTS);
        let length: usize = rest.chars().take_while(is_number).map(char::len_utf8).sum();
        (1..=6).contains(&length).then_some(())?;
        let rest = &rest[length..];
        let rest = if let Some(minutes) = rest.strip_prefix(':').or_else(|| rest.strip_prefix('：')) {
            minutes.get(2..).filter(|_| minutes.as_bytes()[..2].iter().all(u8::is_ascii_digit))?
        } else {
            let rest = past(after(rest, "点|时")?, "半|一刻|三刻|钟");
            rest.split_once('分')
                .filter(|(minutes, _)| minutes.chars().all(|c| is_number(&c)))
                .map_or(rest, |both| both.1)
        };
        Some(text.len() - rest.len())
    };
    let from = clock(said)?;
    let rest = after(&said[from..], "到|至|-|–|~")?;
    let to = clock(rest)?;
    let times = said[..said.len() - rest.len() + to].trim_end();
    let what = past(rest[to..].trim_start_matches(['，', ',', ' ']), "在|都在|一直在");
    let fits = what.chars().next().is_some_and(espalier_base::text::is_han) && after(what, NOT_DONE).is_none();
    let what = subject(what).filter(|what| fits && what.chars().count() <= 40)?;
    Some((Range { line: times.to_owned(), shown: times.to_owned(), is_marked: true }, what.to_owned()))
}

/// Reads "Start a timer for reading", "开始计时：阅读".
pub(super) fn timer(said: &str) -> Option<Handover> {
    const STOP: &str =
        "stop the timer|stop timer|stop my timer|stop the clock|停表|停止计时|结束计时|停止计时器|停下计时";
    if words(STOP).any(|stop| said.eq_ignore_ascii_case(stop)) {
        return Some(Handover::StopTimer);
    }
    const BARE: [&str; 2] = ["start a timer|start the timer|start timer", "开始计时|启动计时器"];
    const FOR: &str = "start a timer for |start the timer for |start timer for |start a timer: |start tracking |开始计时：|\
        开始计时:|开始计时";
    // A length is counted down, which the timer of the log does not do.
    const LENGTHS: &str = "minute|minutes|min|hour|hours|second|seconds";
    if BARE.into_iter().flat_map(words).any(|bare| said.eq_ignore_ascii_case(bare)) {
        return Some(Handover::Timer(String::new()));
    }
    let around = || after(said, "给|为|开始给|开始为")?.strip_suffix("计时");
    let what = thing(after(said, FOR).or_else(around)?)?;
    let is_length = |word: &str| words(LENGTHS).any(|length| length.eq_ignore_ascii_case(word));
    let has_length = what.split_whitespace().any(is_length) || words("分钟|小时|秒").any(|unit| what.contains(unit));
    let begins_with_number = what.starts_with(|c: char| c.is_ascii_digit());
    (!has_length && !begins_with_number).then(|| Handover::Timer(what.to_owned()))
}
