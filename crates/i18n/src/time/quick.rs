//! Words about a line while it is typed.

use espalier_timelog::quick_add::{ClockChange, Kind, Why};

words! {
    /// The words of the quick line.
    Quick {
        guessed = "Taken as the last time that was.", "按最近一次算。";
        or = "Or:", "或者：";
        key = "Alt+↓ for the next one", "按Alt+↓换下一种";
        /// Reading of an entry that ends later today, from and to these times.
        planned: fn(&str) -> String = |times| format!("Today {times}, planned"), |times| format!("今天{times}（计划）");
        /// Reading of an entry of yesterday, from and to these times.
        yesterday: fn(&str) -> String = |times| format!("Yesterday {times}"), |times| format!("昨天{times}");
        timer: fn(&str) -> String =
            |note| if note.is_empty() { "Start the timer".to_owned() } else { format!("Start the timer: “{note}”") },
            |note| if note.is_empty() { "开始计时".to_owned() } else { format!("开始计时：“{note}”") };
        /// Trouble with a word that looks like a time, a day or a length and is none.
        trouble: fn(&str, Kind) -> String =
            |text, kind| match kind {
                Kind::Date => format!("“{text}” isn’t a date, so it stays in the note."),
                Kind::Length => {
                    format!("“{text}” isn’t a duration between 1 second and 7 days, so it stays in the note.")
                }
                _ => format!("“{text}” isn’t a time, so it stays in the note."),
            },
            |text, kind| match kind {
                Kind::Date => format!("“{text}”不是有效日期，将留在备注中。"),
                Kind::Length => format!("“{text}”不是1秒到7天之间的时长，将留在备注中。"),
                _ => format!("“{text}”不是有效时间，将留在备注中。"),
            };
        why: fn(Why) -> &'static str =
            |why| match why {
                Why::NotUnderstood => "Correct it, or choose one:",
                Why::Nothing => "Start and end are the same. What did you mean?",
                Why::LengthOrTime => "A duration or a time of day? Choose one:",
                Why::Long => "The timer would have been running for more than 10 hours. What did you mean?",
                Why::Skipped => "This time doesn’t exist that day (the clock skips it). Type another time.",
                Why::Ahead => "That’s later today. Which did you mean?",
            },
            |why| match why {
                Why::NotUnderstood => "请修改，或选择：",
                Why::Nothing => "开始和结束时间相同。你的意思是：",
                Why::LengthOrTime => "是时长还是时刻？请选择：",
                Why::Long => "这样计时会超过10小时。你的意思是：",
                Why::Skipped => "当天时钟会跳过这个时间，请换一个时间。",
                Why::Ahead => "今天还没到这个时间。你的意思是：",
            };
        change: fn(ClockChange) -> &'static str =
            |change| match change {
                ClockChange::Skipped => {
                    "This time doesn’t exist that day (the clock skips it), so the next one is used."
                }
                ClockChange::First => "The clock shows this hour twice that day. This is the first time.",
                ClockChange::Second => "The clock shows this hour twice that day. This is the second time.",
            },
            |change| match change {
                ClockChange::Skipped => "当天时钟会跳过这个时间，已顺延。",
                ClockChange::First => "当天时钟会两次显示这个时间，此处按第一次计。",
                ClockChange::Second => "当天时钟会两次显示这个时间，此处按第二次计。",
            };
        new = "new", "新建";
        earlier = "Earlier:", "以前的记录：";
    }
}
