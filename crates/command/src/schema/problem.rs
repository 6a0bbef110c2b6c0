//! Problems with a value, and their words.

use espalier_base::language::Language;

/// A problem with a value, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Path to the value, as in `trees[2].title`; empty for the whole.
    pub path: String,
    /// The problem.
    pub wrong: Wrong,
}

/// Kinds of problems with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// A required value is missing.
    Missing,
    /// The value is there under two names.
    Twice,
    /// There is no parameter of that name; the value lists the names there are.
    Unknown(String),
    /// There are more values than parameters.
    TooManyParams,
    /// The parameters are neither an object nor a list.
    NotParams,
    /// The value is neither true nor false.
    NotABool,
    /// The value is no whole number.
    NotAWholeNumber,
    /// The number is not between these two.
    OutOfRange(i64, i64),
    /// The value is no finite number.
    NotANumber,
    /// The value is no number between these two, as they are written.
    NotBetween(String, String),
    /// The value is no text.
    NotAText,
    /// The text has more characters than this.
    TooLong(usize),
    /// The text has fewer characters than this.
    TooShort(usize),
    /// The text is none of these words.
    NoSuchChoice(String),
    /// The value is no name of an object.
    NotAReference,
    /// The value is no list.
    NotAList,
    /// The list has more items than this.
    TooMany(usize),
    /// The list has fewer items than this.
    TooFew(usize),
    /// The value is no object.
    NotAnObject,
    /// The tree has too many nodes.
    TooManyNodes,
    /// The tree is deeper than this.
    TooDeep(usize),
    /// The value is not two times of the day.
    NotTimes,
}

impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Self {
        Self { path: String::new(), wrong }
    }
}

impl Problem {
    /// Makes a problem at a named place.
    pub fn at(place: &str, wrong: Wrong) -> Self {
        Self { path: place.to_owned(), wrong }
    }

    /// Returns the problem with the path as seen from an outer value.
    #[must_use]
    pub fn below(mut self, place: &str) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{place}{joint}{}", self.path);
        self
    }

    /// Returns the problem in words.
    pub fn text(&self, language: Language) -> String {
        let wrong = match language {
            Language::En => self.wrong.english(),
            Language::Zh => self.wrong.chinese(),
        };
        if self.path.is_empty() { wrong } else { format!("{}: {wrong}", self.path) }
    }
}

impl Wrong {
    fn english(&self) -> String {
        match self {
            Self::Missing => "is missing".into(),
            Self::Twice => "is given twice".into(),
            Self::Unknown(known) => format!("there is no such parameter; there are: {known}"),
            Self::TooManyParams => "is one parameter too many".into(),
            Self::NotParams => "parameters must be an object or a list".into(),
            Self::NotABool => "must be true or false".into(),
            Self::NotAWholeNumber => "must be a whole number".into(),
            Self::OutOfRange(min, max) => format!("must be from {min} to {max}"),
            Self::NotANumber => "must be a number".into(),
            Self::NotBetween(min, max) => format!("must be from {min} to {max}"),
            Self::NotAText => "must be a text".into(),
            Self::TooLong(max) => format!("must have at most {max} characters"),
            Self::TooShort(min) => format!("must have at least {min} characters"),
            Self::NoSuchChoice(words) => format!("must be one of: {words}"),
            Self::NotAReference => "must be the id of something".into(),
            Self::NotAList => "must be a list".into(),
            Self::TooMany(max) => format!("must have at most {max} items"),
            Self::TooFew(min) => format!("must have at least {min} items"),
            Self::NotAnObject => "must be an object".into(),
            Self::TooManyNodes => "has too many nodes".into(),
            Self::TooDeep(max) => format!("must be at most {max} levels deep"),
            Self::NotTimes => "must be two different times of the day, such as 09:00-12:30".into(),
        }
    }

    fn chinese(&self) -> String {
        match self {
            Self::Missing => "缺失".into(),
            Self::Twice => "重复给出".into(),
            Self::Unknown(known) => format!("没有这个参数；可用的参数：{known}"),
            Self::TooManyParams => "多出的参数".into(),
            Self::NotParams => "参数应为对象或列表".into(),
            Self::NotABool => "应为true或false".into(),
            Self::NotAWholeNumber => "应为整数".into(),
            Self::OutOfRange(min, max) => format!("应在{min}到{max}之间"),
            Self::NotANumber => "应为数字".into(),
            Self::NotBetween(min, max) => format!("应在{min}到{max}之间"),
            Self::NotAText => "应为文本".into(),
            Self::TooLong(max) => format!("最多{max}个字符"),
            Self::TooShort(min) => format!("至少{min}个字符"),
            Self::NoSuchChoice(words) => format!("应为其中之一：{words}"),
            Self::NotAReference => "应为某个对象的标识".into(),
            Self::NotAList => "应为列表".into(),
            Self::TooMany(max) => format!("最多{max}项"),
            Self::TooFew(min) => format!("至少{min}项"),
            Self::NotAnObject => "应为对象".into(),
            Self::TooManyNodes => "节点过多".into(),
            Self::TooDeep(max) => format!("最多{max}层"),
            Self::NotTimes => "应为一天里两个不同的时刻，例如09:00-12:30".into(),
        }
    }
}
