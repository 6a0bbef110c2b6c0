//! Words about a line while it is typed.

use espalier_timelog::quick_add::{ClockChange, Kind, Why};

/// The words of the quick line.
#[derive(Debug)]
pub struct Quick {
    /// Note that the day or half of the day was guessed.
    pub guessed: &'static str,
    /// Introduction of the other readings.
    pub or: &'static str,
    /// Key that goes from one to the next.
    pub key: &'static str,
    /// Reading of an entry that ends later today, from and to these times.
    pub planned: fn(&str) -> String,
    /// Reading of an entry of yesterday, from and to these times.
    pub yesterday: fn(&str) -> String,
    /// Reading that starts the timer with this note.
    pub timer: fn(&str) -> String,
    /// Trouble with a word that looks like a time, a day or a length and is none.
    pub trouble: fn(&str, Kind) -> String,
    /// Reason for a question.
    pub why: fn(Why) -> &'static str,
    /// Change of the clock.
    pub change: fn(ClockChange) -> &'static str,
    /// Mark behind a category that will be made.
    pub new: &'static str,
    /// Heading of entries that were made earlier.
    pub earlier: &'static str,
}

pub(super) const EN: Quick = Quick {
    guessed: "Taken as the last time that was.",
    or: "Or:",
    key: "Alt+↓ for the next one",
    planned: |times| format!("Today {times}, planned"),
    yesterday: |times| format!("Yesterday {times}"),
    timer: |note| if note.is_empty() { "Start the timer".to_owned() } else { format!("Start the timer: “{note}”") },
    trouble: |text, kind| match kind {
        Kind::Date => format!("“{text}” isn’t a date, so it stays in the note."),
        Kind::Length => format!("“{text}” isn’t a duration between 1 second and 7 days, so it stays in the note."),
        _ => format!("“{text}” isn’t a time, so it stays in the note."),
    },
    why: |why| match why {
        Why::NotUnderstood => "Correct it, or choose one:",
        Why::Nothing => "Start and end are the same. What did you mean?",
        Why::LengthOrTime => "A duration or a time of day? Choose one:",
        Why::Long => "The timer would have been running for more than 10 hours. What did you mean?",
        Why::Skipped => "This time doesn’t exist that day (the clock skips it). Type another time.",
        Why::Ahead => "That’s later today. Which did you mean?",
    },
    change: |change| match change {
        ClockChange::Skipped => "This time doesn’t exist that day (the clock skips it), so the next one is used.",
        ClockChange::First => "The clock shows this hour twice that day. This is the first time.",
        ClockChange::Second => "The clock shows this hour twice that day. This is the second time.",
    },
    new: "new",
    earlier: "Earlier:",
};

pub(super) const ZH: Quick = Quick {
    guessed: "按最近一次算。",
    or: "或者：",
    key: "按Alt+↓换下一种",
    planned: |times| format!("今天{times}（计划）"),
    yesterday: |times| format!("昨天{times}"),
    timer: |note| if note.is_empty() { "开始计时".to_owned() } else { format!("开始计时：“{note}”") },
    trouble: |text, kind| match kind {
        Kind::Date => format!("“{text}”不是有效日期，将留在备注中。"),
        Kind::Length => format!("“{text}”不是1秒到7天之间的时长，将留在备注中。"),
        _ => format!("“{text}”不是有效时间，将留在备注中。"),
    },
    why: |why| match why {
        Why::NotUnderstood => "请修改，或选择：",
        Why::Nothing => "开始和结束时间相同。你的意思是：",
        Why::LengthOrTime => "是时长还是时刻？请选择：",
        Why::Long => "这样计时会超过10小时。你的意思是：",
        Why::Skipped => "当天时钟会跳过这个时间，请换一个时间。",
        Why::Ahead => "今天还没到这个时间。你的意思是：",
    },
    change: |change| match change {
        ClockChange::Skipped => "当天时钟会跳过这个时间，已顺延。",
        ClockChange::First => "当天时钟会两次显示这个时间，此处按第一次计。",
        ClockChange::Second => "当天时钟会两次显示这个时间，此处按第二次计。",
    },
    new: "新建",
    earlier: "以前的记录：",
};
