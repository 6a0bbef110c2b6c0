//! What is said about a line while it is typed. Must not be in here: other words.

use crate::feature::timelog::quick_add::{ClockChange, Kind, Why};

/// The words of the quick line.
#[derive(Debug)]
pub struct Quick {
    /// The day or half of the day was not said.
    pub guessed: &'static str,
    /// Before the other readings.
    pub or: &'static str,
    /// The key that goes from one to the next.
    pub key: &'static str,
    /// A reading that starts the timer with this note.
    pub timer: fn(&str) -> String,
    /// What looks like a time, a day or a length and is none.
    pub trouble: fn(&str, Kind) -> String,
    /// Why there is a question.
    pub why: fn(Why) -> &'static str,
    /// What the clock did.
    pub change: fn(ClockChange) -> &'static str,
    /// Before entries that were made earlier.
    pub earlier: &'static str,
}

pub(super) const EN: Quick = Quick {
    guessed: "Taken as the latest before now.",
    or: "Or:",
    key: "Alt+↓ for the next",
    timer: |note| if note.is_empty() { "Start the timer".to_owned() } else { format!("Start the timer: “{note}”") },
    trouble: |text, kind| match kind {
        Kind::Date => format!("“{text}” is not a date, so it stays in the note."),
        Kind::Length => format!("“{text}” is not a length between 1 second and 7 days, so it stays in the note."),
        _ => format!("“{text}” is not a time, so it stays in the note."),
    },
    why: |why| match why {
        Why::NotUnderstood => "Correct it, or choose:",
        Why::Nothing => "Start and end are the same. Choose what you mean:",
        Why::LengthOrTime => "A length or a time of day? Choose one:",
        Why::Long => "It would have been running for more than 10 hours. Choose what you mean:",
        Why::Skipped => "The clock skips this time that day. Type another time.",
    },
    change: |change| match change {
        ClockChange::Skipped => "The clock skips this hour that day, so the time moves on by it.",
        ClockChange::First => "The clock shows this hour twice that day. This is the first time.",
        ClockChange::Second => "The clock shows this hour twice that day. This is the second time.",
    },
    earlier: "Earlier:",
};

pub(super) const ZH: Quick = Quick {
    guessed: "按离现在最近的过去时间理解。",
    or: "或者：",
    key: "按Alt+↓换下一种",
    timer: |note| if note.is_empty() { "开始计时".to_owned() } else { format!("开始计时：“{note}”") },
    trouble: |text, kind| match kind {
        Kind::Date => format!("“{text}”不是有效日期，将留在备注中。"),
        Kind::Length => format!("“{text}”不是1秒到7天之间的时长，将留在备注中。"),
        _ => format!("“{text}”不是有效时间，将留在备注中。"),
    },
    why: |why| match why {
        Why::NotUnderstood => "请修改，或选择：",
        Why::Nothing => "开始和结束相同。请选择你的意思：",
        Why::LengthOrTime => "是时长还是时刻？请选择：",
        Why::Long => "这样会计时超过10小时。请选择你的意思：",
        Why::Skipped => "当天时钟跳过了这个时间，请换一个时间。",
    },
    change: |change| match change {
        ClockChange::Skipped => "当天时钟跳过了这一小时，时间已顺延。",
        ClockChange::First => "当天时钟两次显示这个时间，这里按第一次。",
        ClockChange::Second => "当天时钟两次显示这个时间，这里按第二次。",
    },
    earlier: "以前的记录：",
};
