//! Errors of reading a file, in words that a person understands.

use super::{MAX_BYTES, MAX_SHAPES};
use espalier_base::language::Language;
use espalier_command::spec::Text;

/// Error of reading a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The file is larger than [`MAX_BYTES`].
    #[error("the file is too large")]
    TooLarge,
    /// The file has more than [`MAX_SHAPES`] shapes, or more than that has to be looked at to find them.
    #[error("the file has too many shapes")]
    TooMany,
    /// The file is in none of the known formats.
    #[error("the file isn’t a scene in a known format")]
    Unknown,
    /// The file was written by a newer version of the app, or is of a newer version of its format.
    #[error("the file has version {found}, this app knows version {known}")]
    Newer {
        /// The file's version.
        found: u64,
        /// The newest version that is known.
        known: u64,
    },
    /// The file is not JSON.
    #[error("invalid JSON in line {line}, column {column}")]
    Json {
        /// Line, counted from 1.
        line: usize,
        /// Column, counted from 1.
        column: usize,
    },
    /// A place of the file has a problem.
    #[error("{place}: {problem}")]
    Wrong {
        /// Place: a path like `shapes[3].position`, or a line.
        place: String,
        /// The problem there.
        problem: Problem,
    },
    /// The file needs another file, which is not read.
    #[error("the file needs another file: {0}")]
    External(String),
    /// The file uses a feature of its format that is not read.
    #[error("the file uses {0}, which isn’t read")]
    Unsupported(String),
    /// The file is well-formed, but holds nothing that can be shown.
    #[error("there is nothing in the file that can be shown")]
    Nothing,
}

/// A problem at a place of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A required value is missing.
    #[error("is missing")]
    Missing,
    /// The value is not of the expected form.
    #[error("isn’t what belongs there")]
    Invalid,
    /// The value points beyond the end of the file or to a missing item.
    #[error("points to something that isn’t in the file")]
    Dangling,
    /// The data ends before it is complete.
    #[error("ends too early")]
    Unfinished,
    /// The value is not a number, or not a finite one.
    #[error("isn’t a number")]
    NotANumber,
    /// A coordinate is beyond the limit.
    #[error("is too far out")]
    TooFar,
    /// A size is beyond the limits.
    #[error("has a size that can’t be shown")]
    Size,
    /// A triangle has its vertices in one line.
    #[error("has no area")]
    NoArea,
}

impl FormatError {
    /// Creates the error of a problem at a place.
    pub(super) fn wrong(place: impl Into<String>, problem: Problem) -> Self {
        Self::Wrong { place: place.into(), problem }
    }

    /// The reason as a person reads it.
    pub fn text(&self, language: Language) -> String {
        let (most, megabytes) = (grouped(MAX_SHAPES), MAX_BYTES / 1024 / 1024);
        match self {
            Self::Empty => said!(language, "The file is empty.", "文件是空的。"),
            Self::TooLarge => said!(
                language,
                "The file is too large. It can have up to {megabytes} MB.",
                "文件太大，最大为{megabytes} MB。"
            ),
            Self::TooMany => said!(
                language,
                "The file has too many shapes. A scene takes up to {most}.",
                "文件中的图形太多，一个场景最多{most}个。"
            ),
            Self::Unknown => said!(
                language,
                "This isn’t a scene. Files from Espalier (JSON), glTF, GLB and STL files can be imported.",
                "这不是场景文件。可以导入Espalier导出的JSON，以及glTF、GLB和STL文件。"
            ),
            Self::Newer { found, known } => said!(
                language,
                "The file has version {found}, but only version {known} is known here. \
                 Reload the page to get the latest Espalier.",
                "文件的版本是{found}，这里只支持到版本{known}。请重新加载页面以获取最新的Espalier。"
            ),
            Self::Json { line, column } => said!(
                language,
                "The JSON is broken in line {line}, column {column}.",
                "第{line}行第{column}列的JSON有误。"
            ),
            Self::Wrong { place, problem } => {
                let problem = problem.text(language);
                said!(language, "The file can’t be read: {place} {problem}.", "无法读取文件：{place}{problem}。")
            }
            Self::External(file) => said!(
                language,
                "The file needs another file ({file}). \
                 Save it with everything in one file, for example as GLB, and import that.",
                "此文件还需要另一个文件（{file}）。请把所有内容保存到一个文件中（例如GLB），再导入。"
            ),
            Self::Unsupported(feature) => said!(
                language,
                "The file uses “{feature}”, which can’t be read. \
                 Save it without that and without compression, and import it again.",
                "文件使用了“{feature}”，目前无法读取。请关闭此功能和压缩，重新保存后再导入。"
            ),
            Self::Nothing => {
                said!(language, "There is nothing in the file that can be shown.", "文件中没有可以显示的内容。")
            }
        }
    }
}

impl Problem {
    const fn text(self, language: Language) -> &'static str {
        let text = match self {
            Self::Missing => Text::new("is missing", "缺失"),
            Self::Invalid => Text::new("isn’t valid", "的内容无效"),
            Self::Dangling => Text::new("refers to something that isn’t in the file", "引用了文件中不存在的内容"),
            Self::Unfinished => Text::new("ends too early", "不完整"),
            Self::NotANumber => Text::new("isn’t made of numbers", "不是有效的数字"),
            Self::TooFar => {
                Text::new("is too far out (coordinates go up to 1,000,000)", "太远了（坐标最大为1,000,000）")
            }
            Self::Size => Text::new(
                "is too small or too large (sizes go from 0.001 to 100,000)",
                "太小或太大（大小应在0.001到100,000之间）",
            ),
            Self::NoArea => {
                Text::new("has no area (its three vertices are in one line)", "没有面积（三个顶点在一条直线上）")
            }
        };
        text.get(language)
    }
}

/// A number with commas between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
