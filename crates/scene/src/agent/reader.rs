//! Words of a command in either language, found in a text by one table.
//!
//! - R1 The longest entry of the table that fits is taken; an English one stands between word boundaries.
//! - R2 Whatever is not in the table, and is no number, point, quoted name or name of a shape, stays as it is, so that
//!   whoever makes sense of the words can refuse to guess.

mod table;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use self::table::TABLE;
use espalier_model::scene::{ShapeType, Vector};

/// A word of a command; of a noun the flag says whether it is plural, where its language says so.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "the table says what each stands for")]
pub enum Word {
    Verb(Verb),
    Kind(ShapeType, Option<bool>),
    /// "shape", "object": any type.
    Noun(Option<bool>),
    /// "one": a number before a noun, a noun after its adjective.
    One,
    Color(&'static str),
    Number(f64),
    /// A number that counts: 三个.
    Count(f64),
    /// A number with a unit.
    Length(f64),
    /// A number that says how wide or long.
    Across(f64),
    /// A number that says how tall.
    Up(f64),
    /// A number of percent.
    Percents(f64),
    /// An angle in degrees.
    Angle(f64),
    /// A number of steps.
    Steps(f64),
    Point(Vector),
    Near,
    Nearest,
    At,
    /// "to", "into", 成, 为: what comes now is how it shall be.
    To,
    By,
    Of,
    With,
    From,
    /// "between", 中间: before or after two shapes.
    Between,
    /// "to the left of", with the direction, or "next to": a shape comes next.
    Beside(Option<Vector>),
    /// 左边: after a shape, or before the one that it tells apart.
    Aside(Vector),
    Is,
    There,
    ThatIs,
    ThatIsNot,
    IsNot,
    Except,
    /// 以外, after what is excepted.
    Outside,
    Away,
    /// "off the screen".
    Off,
    AnyMore,
    /// A mark of a question.
    Ask,
    /// 了: done, or to be done.
    Perfect,
    De,
    /// 把, 将: what comes now is what it is done to.
    Ba,
    /// "the", "that": something that is there.
    Definite,
    These,
    /// "a", "an", 一个: something new, or any.
    Indefinite,
    New,
    Classifier,
    Property(Property),
    Unit,
    Wide,
    Tall,
    Percent,
    Times,
    Degrees,
    Step,
    LastStep,
    Last(usize),
    It,
    Its,
    Them,
    Both,
    Other,
    All,
    AllOfIt,
    Everything,
    Selected,
    Selection,
    InView,
    Biggest,
    Smallest,
    /// "second"; the flag says whether it needs no noun.
    Nth(usize, bool),
    /// "from the left": the side that is counted from.
    FromSide(Vector),
    Middle,
    /// "leftmost": the farthest in a direction.
    Farthest(Vector),
    Figure(&'static str),
    Factor(f64),
    /// "a factor of": what comes now is a factor.
    FactorOf,
    /// 一点: by little.
    Bit,
    /// A coordinate: x, y or z.
    Axis(usize),
    /// "bigger", with the factor where no number says how much.
    Compare(f64),
    Way(Vector),
    /// About y: 1 against the clock, seen from above.
    Spin(f64),
    Quoted(String),
    And,
    /// The "and" of two shapes that say one place, or of two exceptions.
    Joint,
    Then,
    /// "can you": a question that asks for a deed.
    Request,
    /// A word without meaning for the command.
    Filler,
    Unknown(String),
}

/// A property of shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Property {
    Size,
    Side,
    Radius,
    Diameter,
    Width,
    Height,
    Color,
    Name,
    Place,
}

/// The action of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Verb {
    Create,
    Copy,
    /// "one more": the same again, or another of what comes next.
    Again,
    /// "make": something new or something that is there.
    Make,
    /// "put", 放: as "make", at a place.
    Put,
    Delete,
    /// "take … away".
    Take,
    /// "I don't need … any more".
    Need,
    Clear,
    Change,
    /// "turn": round, or into something.
    Turn,
    /// "increase", 增加: a property, or the number of shapes.
    Increase,
    Decrease,
    Move,
    /// "lift": to move up.
    Lift,
    /// "bring": to move, though not back.
    Bring,
    Resize,
    /// "give … the name".
    Give,
    Enlarge,
    Shrink,
    Paint,
    Rotate,
    Rename,
    /// 叫: the name comes next. It is read as [`Verb::Rename`], or as a description where 的 follows.
    Call,
    Arrange,
    Select,
    SelectAll,
    Count,
    List,
    Measure,
    Undo,
    Redo,
}

/// The numbers that are written as words.
const NUMBERS: &[(&str, f64)] = &[
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("fifteen", 15.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty-five", 45.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("ninety", 90.0),
    ("a hundred", 100.0),
    ("half a", 0.5),
    ("one and a half", 1.5),
];

/// The words of a text with their writing, in order; `names` are names of shapes that may stand in it.
pub fn words(text: &str, names: &[String]) -> Vec<(Word, String)> {
    let original: Vec<char> = text.chars().collect();
    let letters: Vec<char> = original.iter().map(|letter| plain(*letter)).collect();
    let names: Vec<(Vec<char>, &String)> =
        names.iter().filter(|name| !name.is_empty()).map(|name| (name.chars().map(plain).collect(), name)).collect();
    let mut words: Vec<(Word, String)> = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        if rest[0].is_whitespace() {
            at += 1;
            continue;
        }
        let last = words.last().map(|(word, _)| word);
        let found = quoted(rest, &original[at..])
            .or_else(|| point(rest, matches!(last, Some(Word::At | Word::To | Word::By))))
            .or_else(|| named(&letters, at, &names, last))
            .or_else(|| new_name(&words, &letters, &original, at))
            .or_else(|| number(rest).filter(|(_, length)| rest[..*length].contains(&'点')))
            .or_else(|| in_table(&letters, at))
            .or_else(|| number(rest));
        let (word, length) = found.unwrap_or_else(|| {
            let length = unknown_length(rest);
            (Word::Unknown(original[at..at + length].iter().collect()), length)
        });
        let written: String = original[at..at + length].iter().collect();
        at += length;
        if let (Some((last @ Word::Verb(Verb::Call), _)), Word::Quoted(_)) = (words.last_mut(), &word) {
            let describes = letters.get(at) == Some(&'的') && at + 1 < letters.len();
            *last = if describes { Word::Property(Property::Name) } else { Word::Verb(Verb::Rename) };
        }
        match (words.last_mut(), word) {
            (Some((Word::Unknown(text), _)), Word::Unknown(more)) if !more.is_ascii() => text.push_str(&more),
            (Some((last, text)), word) => match joined(last, &word) {
                Some(both) => {
                    *last = both;
                    text.push_str(&written);
                }
                None => words.push((word, written)),
            },
            (None, word) => words.push((word, written)),
        }
    }
    words
}

/// The word that a number and the word beside it are together: what the number is a number of.
fn joined(one: &Word, other: &Word) -> Option<Word> {
    Some(match (one, other) {
        (Word::Number(number) | Word::Count(number), Word::Unit) => Word::Length(*number),
        (Word::One | Word::Indefinite, Word::Unit) => Word::Length(1.0),
        (Word::FactorOf, Word::Number(number)) => Word::Factor(*number),
        (Word::Number(number) | Word::Length(number), Word::Wide)
        | (Word::Wide, Word::Number(number) | Word::Length(number)) => Word::Across(*number),
        (Word::Number(number) | Word::Length(number), Word::Tall)
        | (Word::Tall, Word::Number(number) | Word::Length(number)) => Word::Up(*number),
        (Word::Across(number), Word::Unit) => Word::Across(*number),
        (Word::Up(number), Word::Unit) => Word::Up(*number),
        (Word::Number(number), Word::Percent) => Word::Percents(*number),
        (Word::Number(number), Word::Times) => Word::Factor(*number),
        (Word::Number(number), Word::Degrees) => Word::Angle(*number),
        (Word::Number(number), Word::Step) => Word::Steps(*number),
        (Word::Number(number), Word::Classifier) => Word::Count(*number),
        _ => return None,
    })
}

/// Every writing in the table, with its word.
pub fn written() -> impl Iterator<Item = (&'static str, &'static Word)> {
    TABLE.iter().flat_map(|(word, written)| written.split('|').map(move |text| (text, word)))
}

/// A letter without case and width.
fn plain(letter: char) -> char {
    let letter = match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter),
        '、' => ',',
        '。' => '.',
        '“' | '”' | '「' | '」' | '『' | '』' => '"',
        '−' => '-',
        '’' => '\'',
        other => other,
    };
    letter.to_lowercase().next().unwrap_or(letter)
}

fn is_boundary(letters: &[char], at: usize) -> bool {
    let latin = |letter: char| letter.is_ascii_alphanumeric() || letter == '\'';
    at == 0 || at >= letters.len() || !(latin(letters[at - 1]) && latin(letters[at]))
}

fn quoted(rest: &[char], original: &[char]) -> Option<(Word, usize)> {
    let end = (rest[0] == '"').then(|| rest.iter().skip(1).position(|letter| *letter == '"'))??;
    let text: String = original[1..=end].iter().collect();
    (!text.trim().is_empty()).then(|| (Word::Quoted(text.trim().to_owned()), end + 2))
}

/// Reads three numbers with commas between, with or without brackets, or "x=1 y=2 z=3"; `loosely` also with spaces.
fn point(rest: &[char], loosely: bool) -> Option<(Word, usize)> {
    let is_open = rest[0] == '(' || rest[0] == '[';
    let mut at = usize::from(is_open);
    let labelled = rest.starts_with(&['x', '=']);
    let mut values = [0.0; 3];
    for (index, value) in values.iter_mut().enumerate() {
        if index > 0 {
            let comma = skip_spaces(rest, at);
            let has_comma = rest.get(comma) == Some(&',');
            let has_space = (is_open || loosely || labelled) && comma > at;
            if !has_comma && !has_space {
                return None;
            }
            at = comma + usize::from(has_comma);
        }
        at = skip_spaces(rest, at);
        if labelled {
            let label = [['x', '='], ['y', '='], ['z', '=']][index];
            at += rest.get(at..)?.starts_with(&label).then_some(2)?;
        }
        let (number, length) = digits(rest.get(at..)?)?;
        (*value, at) = (number, at + length);
    }
    if is_open {
        at = skip_spaces(rest, at);
        if !matches!(rest.get(at), Some(')' | ']')) {
            return None;
        }
        at += 1;
    }
    Some((Word::Point(values), at))
}

fn skip_spaces(letters: &[char], mut at: usize) -> usize {
    while letters.get(at).is_some_and(|letter| letter.is_whitespace()) {
        at += 1;
    }
    at
}

/// A number in digits.
fn digits(rest: &[char]) -> Option<(f64, usize)> {
    let sign = usize::from(matches!(rest.first(), Some('-' | '+')));
    let mut at = sign;
    let mut dot = false;
    while let Some(letter) = rest.get(at) {
        let is_dot = *letter == '.' && !dot && rest.get(at + 1).is_some_and(char::is_ascii_digit);
        if !letter.is_ascii_digit() && !is_dot {
            break;
        }
        dot |= is_dot;
        at += 1;
    }
    if at == sign {
        return None;
    }
    let text: String = rest[..at].iter().collect();
    Some((text.parse().ok()?, at))
}

fn number(rest: &[char]) -> Option<(Word, usize)> {
    if rest.starts_with(&['百', '分', '之']) {
        let (value, length) = digits(&rest[3..]).or_else(|| chinese(&rest[3..]))?;
        return Some((Word::Percents(value), length + 3));
    }
    if let Some((value, length)) = digits(rest) {
        return Some((Word::Number(value), length));
    }
    for (text, value) in NUMBERS {
        let length = text.len();
        if rest.len() >= length && text.chars().eq(rest[..length].iter().copied()) && is_boundary(rest, length) {
            let half: Vec<char> = " and a half".chars().collect();
            let has_half = rest[length..].starts_with(&half) && is_boundary(rest, length + half.len());
            return Some(if has_half {
                (Word::Number(*value + 0.5), length + half.len())
            } else {
                (Word::Number(*value), length)
            });
        }
    }
    chinese(rest).map(|(value, length)| (Word::Number(value), length))
}

/// A number up to 99 in Chinese.
fn chinese(rest: &[char]) -> Option<(f64, usize)> {
    let digit = |at: usize| {
        let place = "一二三四五六七八九".chars().position(|digit| rest.get(at) == Some(&digit))?;
        u8::try_from(place + 1).ok()
    };
    let digit = |at: usize| if rest.get(at) == Some(&'两') { Some(2) } else { digit(at) };
    let ten = |at: usize| rest.get(at) == Some(&'十');
    let (value, length) = match (digit(0), ten(0), ten(1)) {
        (Some(tens), _, true) => (tens * 10 + digit(2).unwrap_or(0), 2 + usize::from(digit(2).is_some())),
        (Some(one), ..) => (one, 1),
        (None, true, _) => (10 + digit(1).unwrap_or(0), 1 + usize::from(digit(1).is_some())),
        _ => return None,
    };
    let value = f64::from(value);
    // 二点五; with more digits it is not read at all.
    match (rest.get(length), digit(length + 1), digit(length + 2)) {
        (Some('点'), Some(tenth), None) => Some((value + f64::from(tenth) / 10.0, length + 2)),
        _ => Some((value, length)),
    }
}

/// The name of a shape; the longest that fits.
fn named(letters: &[char], at: usize, names: &[(Vec<char>, &String)], before: Option<&Word>) -> Option<(Word, usize)> {
    let fits = |name: &[char]| {
        letters[at..].starts_with(name) && is_boundary(letters, at) && is_boundary(letters, at + name.len())
    };
    let best = names.iter().filter(|(name, _)| fits(name)).max_by_key(|(name, _)| name.len())?;
    // A name that means something else as well, such as a number, counts only in quotes or after "named".
    let is_announced = matches!(before, Some(Word::Property(Property::Name) | Word::Verb(Verb::Rename | Verb::Call)));
    let means_more = || words(best.1, &[]).iter().all(|(word, _)| !matches!(word, Word::Unknown(_)));
    // 把3变蓝
    let comes = || in_table(letters, at + best.0.len()).map(|(word, _)| word);
    let is_subject = matches!(before, None | Some(Word::Ba))
        && best.1.parse::<f64>().is_ok()
        && letters.get(at + best.0.len()).is_some_and(|letter| !letter.is_ascii())
        && matches!(comes(), Some(Word::Verb(_) | Word::Way(_)));
    (is_announced || is_subject || !means_more()).then(|| (Word::Quoted(best.1.clone()), best.0.len()))
}

/// Beginnings that no name has: those of questions and denials.
const NAMELESS: &[&str] = &["什么", "啥", "谁", "哪", "几", "多少", "不", "没", "别", "not ", "what "];

/// The name that words before announce: what follows "named" or 叫, what a shape is renamed "to", and what stands right
/// after the shape of "call it"; whatever it means elsewhere.
fn new_name(words: &[(Word, String)], letters: &[char], original: &[char], at: usize) -> Option<(Word, usize)> {
    let ends = |(word, _): &&(Word, String)| matches!(word, Word::And | Word::Then);
    let clause = &words[words.iter().rposition(|word| ends(&word)).map_or(0, |end| end + 1)..];
    let (last, written) = clause.last()?;
    let is_name = |word: &Word| matches!(word, Word::Property(Property::Name) | Word::Verb(Verb::Call));
    let renames = clause.iter().any(|(word, _)| *word == Word::Verb(Verb::Rename));
    let has_name = clause.windows(2).any(|pair| is_name(&pair[0].0) && matches!(pair[1].0, Word::Quoted(_)));
    let is_announced = match last {
        Word::Verb(Verb::Call) => true,
        Word::Property(Property::Name) => !matches!(written.as_str(), "名称" | "名字"),
        Word::To => !has_name && (renames || clause.iter().any(|(word, _)| is_name(word))),
        Word::Kind(..) | Word::Noun(_) | Word::One | Word::It | Word::Quoted(_) => {
            let verb = clause.iter().find(|(word, _)| *word == Word::Verb(Verb::Rename));
            verb.is_some_and(|(_, written)| written.is_ascii()) && clause.len() > 1
        }
        _ => false,
    };
    let length = if is_announced { name_length(letters, at)? } else { return None };
    Some((Word::Quoted(original[at..at + length].iter().collect()), length))
}

/// Length of a name without quotes: one word, or Chinese up to 的 or a mark.
fn name_length(letters: &[char], at: usize) -> Option<usize> {
    let rest = &letters[at..];
    let length = if rest[0].is_ascii() {
        unknown_length(rest)
    } else {
        let run = rest.iter().take_while(|letter| letter.is_alphanumeric() && **letter != '的').count();
        let particles = rest[..run].iter().rev().take_while(|letter| "吧呗吗呢啊呀哦了".contains(**letter)).count();
        run - particles
    };
    let text: String = rest[..length].iter().collect();
    let said = format!("{text} ");
    if !rest[0].is_alphanumeric() || NAMELESS.iter().any(|start| said.starts_with(start)) {
        return None;
    }
    // A verb is a name only where nothing comes that could be what it is done to.
    let is_last =
        letters[at + length..].iter().find(|letter| !letter.is_whitespace()).is_none_or(|next| !next.is_alphanumeric());
    let can_be = |word: &Word| {
        matches!(word, Word::Unknown(_) | Word::Color(_) | Word::Kind(..) | Word::Noun(_) | Word::Number(_))
    };
    let inner = words(&text, &[]);
    let is_one = matches!(inner.as_slice(), [(word, _)] if can_be(word) || is_last && matches!(word, Word::Verb(_)));
    (is_one || inner.iter().all(|(word, _)| can_be(word) || matches!(word, Word::Compare(_)))).then_some(length)
}

type Index = BTreeMap<char, Vec<(Vec<char>, &'static Word)>>;

/// The longest entry of the table that fits (R1).
fn in_table(letters: &[char], at: usize) -> Option<(Word, usize)> {
    /// The table by the first letter.
    static INDEX: LazyLock<Index> = LazyLock::new(|| {
        let mut index = Index::new();
        for (text, word) in written() {
            index.entry(text.chars().next().unwrap_or_default()).or_default().push((text.chars().collect(), word));
        }
        index
    });
    let fitting = INDEX.get(letters.get(at)?)?.iter().filter(|(text, _)| letters[at..].starts_with(text));
    let whole = fitting
        .map(|(text, word)| (*word, text.len()))
        .filter(|(_, length)| is_boundary(letters, at) && is_boundary(letters, at + length));
    whole.max_by_key(|(_, length)| *length).map(|(word, length)| (word.clone(), length))
}

/// Length of a word that is not known, in letters.
fn unknown_length(rest: &[char]) -> usize {
    if !rest[0].is_ascii_alphanumeric() {
        return 1;
    }
    rest.iter().take_while(|letter| letter.is_ascii_alphanumeric() || **letter == '\'').count()
}
