//! What is wrong with a value, and its words.

use espalier_base::language::Language;

/// Where a value is wrong, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The way to the value, as in `trees[2].title`; empty for the whole.
    pub path: String,
    /// The problem.
    pub wrong: Wrong,
}

/// What can be wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// It must be there.
    Missing,
    /// It is there under two names.
    Twice,
    /// There is no parameter of that name; the names there are.
    Unknown(String),
    /// There are more values than parameters.
    TooManyParams,
    /// Parameters are an object or a list.
    NotParams,
    /// Neither true nor false.
    NotABool,
    /// No whole number.
    NotAWholeNumber,
    /// Not between these two.
    OutOfRange(i64, i64),
    /// No finite number.
    NotANumber,
    /// No number between these two, as they are written.
    NotBetween(String, String),
    /// No text.
    NotAText,
    /// More characters than this.
    TooLong(usize),
    /// Fewer characters than this.
    TooShort(usize),
    /// None of these words.
    NoSuchChoice(String),
    /// No name of an object.
    NotAReference,
    /// No list.
    NotAList,
    /// More items than this.
    TooMany(usize),
    /// Fewer items than this.
    TooFew(usize),
    /// No object.
    NotAnObject,
    /// A tree with too many nodes.
    TooManyNodes,
    /// A tree deeper than this.
    TooDeep(usize),
    /// Not two times of the day.
    NotTimes,
}

impl From<Wrong> for Problem {
    fn from(wrong: Wrong) -> Self {
        Self { path: String::new(), wrong }
    }
}

impl Problem {
    /// A problem at a named place.
    pub fn at(place: &str, wrong: Wrong) -> Self {
        Self { path: place.to_owned(), wrong }
    }

    /// The same problem seen from further out.
    #[must_use]
    pub fn below(mut self, place: &str) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{place}{joint}{}", self.path);
        self
    }

    /// The problem in words.
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
