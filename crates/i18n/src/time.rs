//! The words of the Time room, with dates and lengths as they are said.

mod quick;
mod said;

pub use self::quick::Quick;
use crate::count;
use espalier_model::settings::Language;
use espalier_timelog::formats::{FormatError, Reason};

words_ahead! {
    /// The words of the Time room.
    Time {
        room: &'static str = room,
        way: &'static str = way,
        runs: fn(&str, &str) -> String = runs,
        file_error: fn(&FormatError) -> String = file_error,
    }
}

words! {
    /// The words of the Time room.
    Words {
        language: Language = Language::En, Language::Zh;
        room = "Time", "时间";
        /// Purpose of the room in one sentence, for links to it.
        way = "Keep a log of your hours, see where they go, and reach your goals.",
            "记录时间，看清时间花在哪里，完成目标。";
        timer = "Timer", "计时器";
        start = "Start", "开始";
        switch = "Switch", "切换";
        add = "Add", "添加";
        stop = "Stop", "停止";
        /// Link to what runs from another room, with its note and duration.
        runs: fn(&str, &str) -> String =
            |what, time| match what {
                "" => format!("Running: {time}"),
                _ => format!("Running: {what}, {time}"),
            },
            |what, time| match what {
                "" => format!("计时中：{time}"),
                _ => format!("计时中：{what}，{time}"),
            };
        resume = "Resume last", "继续上一条";
        running = "Running", "正在计时";
        line = "Quick add", "快速添加";
        line_hint = "9-11:30 writing @work #thesis · 45m standup · what are you doing now?",
            "昨天下午3点到5点 学习 @大学 · 45分钟 晨会 #团队 · 现在在做什么？";
        /// Reading of the line, for screen readers.
        understood = "Understood", "已识别";
        from_now = "starts now", "现在开始";
        /// Reading of a line that would run from an instant.
        since: fn(&str) -> String = |time| format!("running since {time}"), |time| format!("从{time}开始计时");
        open = "the end is missing", "缺少结束时间";
        /// Doubt about a name in the line that is unknown or ambiguous.
        doubt: fn(&str) -> String = |name| format!("“{name}” doesn’t match exactly one name, so it stays in the note."),
            |name| format!("有多个名称与“{name}”相符，将留在备注中。");
        quick: Quick;
        first = "What are you doing, or what did you do?", "正在做什么，或刚才做了什么？";
        first_example = "9-11 writing #thesis", "9点到11点 写作 #论文";
        quick_presets: [&'static str; 3] = ["Today", "This week", "This month"], ["今天", "本周", "本月"];
        date = "Go to a date", "前往日期";
        /// Changes of all ticked entries: category, goal, tags, shift, doing it.
        bulk: [&'static str; 5] = ["Set category", "Set goal", "Add tags", "Shift by minutes", "Apply"],
            ["设置分类", "设置目标", "添加标签", "平移分钟数", "应用"];
        merge_gap: fn(&str) -> String = |length| format!("Merging also counts the {length} in between."),
            |length| format!("合并后会包含中间的{length}。");
        marks: [&'static str; 2] = ["Average", "Goal"], ["平均", "目标"];
        average: fn(&str) -> String = |length| format!("Average {length}"), |length| format!("平均{length}");
        goal_line: fn(&str) -> String = |length| format!("Goal {length}"), |length| format!("目标{length}");
        period = "Period", "时间段";
        /// The choices, as `Preset` lists them.
        presets: [&'static str; 10] =
            [
                "Today", "Yesterday", "This week", "Last week", "Last 30 days", "This month", "Last month", "This year",
                "All time", "Custom",
            ],
            ["今天", "昨天", "本周", "上周", "最近30天", "本月", "上月", "今年", "全部", "自定义"];
        from = "From", "从";
        to = "To", "到";
        filter = "Filter", "筛选";
        filters: fn(usize) -> String = |count| format!("Filter ({count})"), |count| format!("筛选（{count}）");
        clear = "Clear filters", "清除筛选";
        every = "All", "全部";
        text = "Search notes and tags", "搜索备注和标签";
        none = "None", "无";
        log = "Log", "记录";
        views: [&'static str; 3] = ["List", "Day", "Week"], ["列表", "日", "周"];
        today = "Today", "今天";
        before = "Earlier", "之前";
        after = "Later", "之后";
        empty = "No entries yet. Start the timer, or type what you did above, such as “9-10:30 reading”.",
            "还没有记录。启动计时器，或在上方写下做了什么，例如“9点到10点半 阅读”。";
        nothing = "No entries in this period. Choose another period or clear the filters.",
            "这段时间没有记录。请选择其他时间段，或取消筛选。";
        more: fn(usize) -> String = |number| format!("Show more ({})", count(number, "entry", "entries")),
            |number| format!("显示更多（{number}条）");
        selected: fn(usize) -> String = |number| format!("{} selected", count(number, "entry", "entries")),
            |number| format!("已选择{number}条");
        select: fn(&str) -> String = |name| format!("Select {name}"), |name| format!("选择{name}");
        unselect = "Clear selection", "取消选择";
        actions = "Actions", "操作";
        untitled = "No note", "无备注";
        now = "now", "现在";
        form: Form;
        report: Report;
        sheet: Sheet;
        kinds: Kinds;
        files: Files;
        choices: Choices;
        line_view: Timeline;
        file_error: fn(&FormatError) -> String =
            |error| match error {
                FormatError::Empty => "The file is empty.".to_owned(),
                FormatError::TooLarge => "The file is too large. Split it into several.".to_owned(),
                FormatError::TooManyRows => "The file has too many rows. Split it into several.".to_owned(),
                FormatError::Encoding => {
                    "The text of this file can’t be read. Save it as UTF-8 and import it again.".to_owned()
                }
                FormatError::Unknown => {
                    "This isn’t a time log Espalier can read. Choose a file from Toggl, Clockify, Harvest, solidtime, Timewarrior, ActivityWatch, iCalendar or Espalier, or any CSV."
                        .to_owned()
                }
                FormatError::Newer { .. } => "The file was written by a newer version of Espalier. Reload the page to get that version.".to_owned(),
                other => format!("Nothing was imported: {other}."),
            },
            |error| match error {
                FormatError::Empty => "文件是空的。".to_owned(),
                FormatError::TooLarge => "文件太大，请拆成几个文件。".to_owned(),
                FormatError::TooManyRows => "文件行数太多，请拆成几个文件。".to_owned(),
                FormatError::Encoding => "无法识别文件的文字编码。请用UTF-8保存后再导入。".to_owned(),
                FormatError::Unknown => {
                    "无法识别此文件。请选择Toggl、Clockify、Harvest、solidtime、Timewarrior、ActivityWatch、iCalendar、CSV或Espalier的文件。".to_owned()
                }
                FormatError::Json { line, column } => format!("第{line}行第{column}列的JSON有误，未作任何改动。"),
                FormatError::Missing(_) => "文件缺少必需的内容（例如开始时间一列），未作任何改动。".to_owned(),
                FormatError::Newer { .. } => "此文件由更新版本的Espalier写入。请重新加载页面以获取新版本。".to_owned(),
            };
        reason: fn(&Reason) -> String = ToString::to_string,
            |reason| match reason {
                Reason::NoStart => "没有开始时间".to_owned(),
                Reason::NoEnd => "没有结束时间或时长".to_owned(),
                Reason::NotADate(text) => format!("“{text}”不是日期"),
                Reason::NotATime(text) => format!("“{text}”不是时间"),
                Reason::UnknownZone(zone) => format!("未知时区“{zone}”"),
                Reason::EndBeforeStart => "结束早于开始".to_owned(),
                Reason::OutOfYears => "不在1900到2199年之间".to_owned(),
                Reason::AllDay => "全天日程".to_owned(),
                Reason::Cancelled => "已取消".to_owned(),
                Reason::Rule(rule) => format!("无法理解的重复规则“{rule}”"),
                Reason::TooOften => "重复次数过多".to_owned(),
                Reason::Repeats => "重复日程：请选择日期范围".to_owned(),
                Reason::Unclear => "不清楚哪个数字是日".to_owned(),
                Reason::Malformed => "不符合文件格式".to_owned(),
                Reason::NoActivity => "不是活动".to_owned(),
                Reason::LengthDiffers => "写明的时长与起止时间不符".to_owned(),
                Reason::NoTimeOfDay => "没有具体时间，从9:00起依次排列".to_owned(),
                Reason::Cut => "部分文字被截断".to_owned(),
            };
    }

    /// The words of the form of an entry.
    Form {
        add = "Add entry", "添加记录";
        edit = "Edit entry", "编辑记录";
        start = "Start", "开始";
        end = "End", "结束";
        end_hint = "Leave empty while the timer runs.", "计时中可留空。";
        category = "Category", "分类";
        category_hint = "Type a new name to create a category.", "输入新名称会新建分类。";
        goal = "Goal", "目标";
        tags = "Tags", "标签";
        note = "Note", "备注";
        overlap = "If it overlaps", "与其他记录重叠时";
        usual = "Same as in Settings", "按默认设置";
        policies: [&'static str; 4] = ["Keep both", "Shorten the others", "Split the others", "Refuse"],
            ["都保留", "缩短其他记录", "拆分其他记录", "拒绝"];
        leaving = "Discard your changes?", "要放弃所做的改动吗？";
        discard = "Discard", "放弃";
        go_on = "Keep editing", "继续编辑";
        in_the_way = "Overlaps with:", "与以下记录重叠：";
        refused =
            "This overlaps, and your settings don’t allow overlaps. Choose another time, or choose above what to do.",
            "与其他记录重叠，而设置不允许重叠。请换一个时间，或在上方选择处理方式。";
        /// Text of a running entry that began at this time, which is later than the one to be started.
        runs_later: fn(&str) -> String = |time| format!("The running timer started at {time}. Stop it first."),
            |time| format!("正在计时的记录开始于{time}，请先停止它。");
        stays: fn(&str) -> String = |name| format!("{name} stays unchanged"), |name| format!("{name}保持不变");
        /// Text of an entry in the way that becomes this stretch.
        becomes: fn(&str, &str) -> String = |name, span| format!("{name} becomes {span}"),
            |name, span| format!("{name}变为{span}");
        /// Text of an entry in the way that becomes two.
        becomes_two: fn(&str, &str, &str) -> String =
            |name, one, other| format!("{name} becomes two: {one} and {other}"),
            |name, one, other| format!("{name}拆为两条：{one}和{other}");
        goes: fn(&str) -> String = |name| format!("{name} is deleted"), |name| format!("{name}将被删除");
        /// Choice of a time that the clock shows twice: the question, the first, the second.
        twice: [&'static str; 3] = ["The clock shows this time twice that day:", "the first time", "the second time"],
            ["当天时钟会两次显示这个时间：", "第一次", "第二次"];
        /// Warning about a time in a gap of the clock, as when summer time begins, with the time used instead.
        never: fn(&str) -> String =
            |time| format!("This time doesn’t exist that day (the clock skips it), so {time} is used."),
            |time| format!("当天时钟会跳过这个时间，将按{time}处理。");
        unclear = "Enter a date and a time.", "请输入日期和时间。";
        backwards = "The end must be after the start.", "结束时间须晚于开始时间。";
        save = "Save", "保存";
        split_at = "Split at", "拆分时间";
        split = "Split", "拆分";
        split_middle = "Split in the middle", "从中间拆分";
        split_now = "Split now", "从现在拆分";
        merge_next = "Merge with the next", "与下一条合并";
        merge_next_over: fn(&str) -> String = |length| format!("Merge with the next and count the {length} in between"),
            |length| format!("与下一条合并，计入中间的{length}");
        merge = "Merge", "合并";
        delete = "Delete", "删除";
    }

    /// The words of the report.
    Report {
        title = "Report", "报告";
        group_by = "Group by", "分组";
        /// Groupings, in the order of the list in `ui::timelog::report`.
        groups: [&'static str; 11] =
            ["Category", "Day", "Week", "Month", "Goal", "Tag", "Hour of day", "Weekday", "Quarter", "Year", "Client"],
            ["分类", "日", "周", "月", "目标", "标签", "钟点", "星期", "季度", "年", "客户"];
        columns: [&'static str; 4] = ["Time", "Share", "Average per day", "Entries"],
            ["时长", "占比", "日均", "记录数"];
        billed: [&'static str; 2] = ["Billable", "Amount"], ["计费时长", "金额"];
        /// Sums of what is billed: the time, the amount, and the time without a rate.
        bill: fn(&str, &str, Option<&str>) -> String =
            |length, amount, unpriced| {
                let unpriced = unpriced.map(|length| format!(" · {length} without a rate")).unwrap_or_default();
                format!("Billable {length} · {amount}{unpriced}")
            },
            |length, amount, unpriced| {
                let unpriced = unpriced.map(|length| format!("，另有{length}未设费率")).unwrap_or_default();
                format!("计费{length}，金额{amount}{unpriced}")
            };
        /// Numbers of days with entries, of all days, and of the longest run of days with entries.
        days: fn(u32, u32, u32) -> String =
            |active, all, streak| {
                let row = if streak > 1 { format!(" · longest streak {streak} days") } else { String::new() };
                format!("Entries on {active} of {}{row}", count(all as usize, "day", "days"))
            },
            |active, all, streak| {
                let row = if streak > 1 { format!("，最长连续{streak}天") } else { String::new() };
                format!("{all}天中有{active}天有记录{row}")
            };
        /// The mean of a day, the day since when where that is not the whole period, and the median.
        mean: fn(&str, Option<&str>, &str) -> String =
            |mean, since, median| {
                let since = since.map(|day| format!(" since {day}")).unwrap_or_default();
                format!("Average {mean} a day{since} · typical active day {median}")
            },
            |mean, since, median| {
                let since = since.map(|day| format!("{day}以来")).unwrap_or_default();
                format!("{since}日均{mean}，有记录的日子一般为{median}")
            };
        /// Comparison with as many days before: their sum, the difference.
        previous: fn(&str, &str) -> String =
            |length, difference| format!("{difference} compared with {length} in the previous period"),
            |length, difference| format!("与上一时段的{length}相比：{difference}");
        nothing = "No entries in this period.", "这段时间没有记录。";
        entries: fn(&str) -> String = |name| format!("Show entries: {name}"), |name| format!("查看“{name}”的记录");
        print = "Print", "打印";
        charts: [&'static str; 4] = ["Over time", "Shares", "Year", "Hours of the week"],
            ["随时间变化", "占比", "全年", "一周各小时"];
        numbers = "Numbers", "数据";
        rest = "Other", "其他";
    }

    /// The words of the timesheet.
    Sheet {
        title = "Timesheet", "工时表";
        save = "Save as CSV", "保存为CSV";
        columns: [&'static str; 6] = ["Time", "Client / project", "Note", "Hours", "Rate", "Amount"],
            ["起止时间", "客户 / 项目", "备注", "时长", "费率", "金额"];
        total = "Total", "合计";
    }

    /// The words of categories and goals.
    Kinds {
        categories = "Categories", "分类";
        goals = "Goals", "目标";
        both = "Goals and categories", "目标和分类";
        new_category = "New category", "新建分类";
        new_goal = "New goal", "新建目标";
        name = "Name", "名称";
        colour = "Colour", "颜色";
        automatic = "Chosen by the app", "由应用选择";
        aliases = "Other names", "别名";
        client = "Client", "所属客户";
        no_client = "None", "无";
        rate = "Hourly rate", "每小时费率";
        no_rate = "Enter a price such as 80 or 80.50.", "请输入价格，例如80或80.50。";
        billable = "Billable", "计费";
        billables: [&'static str; 3] = ["Like its client", "Yes", "No"], ["与客户相同", "计费", "不计费"];
        archived = "Archived", "已归档";
        archive = "Archive", "归档";
        restore = "Restore", "恢复";
        reassign = "Move its entries to", "其记录转到";
        merge_into = "Merge into", "合并到";
        delete = "Delete", "删除";
        edit = "Edit", "编辑";
        save = "Save", "保存";
        target = "Target hours", "目标小时数";
        no_categories = "No categories yet. Type a new name in an entry to create one.",
            "还没有分类。在记录中输入新名称即可新建。";
        no_goals = "No goals yet. Give one a name, dates and, if you like, hours.",
            "还没有目标。目标有名称、起止日期，也可以有小时数。";
        /// Progress: the time spent, the target, and per cent.
        progress: fn(&str, &str, i64) -> String = |done, target, share| format!("{done} of {target} ({share}%)"),
            |done, target, share| format!("{done} / {target}（{share}%）");
        on_track = "On track", "进度正常";
        ahead: fn(&str) -> String = |length| format!("{length} ahead of schedule"),
            |length| format!("比计划快{length}");
        behind: fn(&str) -> String = |length| format!("{length} behind schedule"), |length| format!("比计划慢{length}");
        needed: fn(&str) -> String = |length| format!("{length} a day to reach it"),
            |length| format!("每天需要{length}");
        /// Day on which a goal was reached, or, if that is false, would be at the pace so far.
        reached: fn(&str, bool) -> String =
            |day, is_reached| {
                if is_reached { format!("reached on {day}") } else { format!("at this pace, done by {day}") }
            },
            |day, is_reached| if is_reached { format!("已于{day}完成") } else { format!("按此进度将于{day}完成") };
        /// The question before a category goes: its name, how many entries it has, and where they go.
        confirm_category: fn(&str, usize, Option<&str>) -> String =
            |name, number, to| {
                let then = to.map_or_else(
                    || format!("{} in the log, without a category", if number == 1 { "stays" } else { "stay" }),
                    |to| format!("{} to “{to}”", if number == 1 { "goes" } else { "go" }),
                );
                match number {
                    0 => format!("Delete the category “{name}”? No entries use it."),
                    _ => format!("Delete the category “{name}”? Its {} {then}.", count(number, "entry", "entries")),
                }
            },
            |name, number, to| match (number, to) {
                (0, _) => format!("删除分类“{name}”？没有使用它的记录。"),
                (_, Some(to)) => format!("删除分类“{name}”？其{number}条记录将转到“{to}”。"),
                (_, None) => format!("删除分类“{name}”？其{number}条记录会保留，但不再有分类。"),
            };
        /// The question before a goal goes: its name, and how many entries it has.
        confirm_goal: fn(&str, usize) -> String =
            |name, number| {
                let stay = if number == 1 { "stays" } else { "stay" };
                match number {
                    0 => format!("Delete the goal “{name}”? No entries belong to it."),
                    _ => {
                        format!(
                            "Delete the goal “{name}”? Its {} {stay} in the log.",
                            count(number, "entry", "entries")
                        )
                    }
                }
            },
            |name, number| match number {
                0 => format!("删除目标“{name}”？没有属于它的记录。"),
                _ => format!("删除目标“{name}”？其{number}条记录会保留。"),
            };
        up = "Move up", "上移";
        down = "Move down", "下移";
    }

    /// The words around files.
    Files {
        export = "Export the log", "导出记录";
        format = "File format", "文件格式";
        /// The formats, as `Format::ALL` has them.
        formats: [&'static str; 8] =
            ["JSON", "CSV", "Toggl CSV", "Clockify CSV", "solidtime", "Timewarrior", "ActivityWatch", "iCalendar"],
            ["JSON", "CSV", "Toggl CSV", "Clockify CSV", "solidtime", "Timewarrior", "ActivityWatch", "iCalendar"];
        import = "Import entries", "导入记录";
        title = "Import entries", "导入记录";
        read_as = "Read as", "读取格式";
        overlapping: fn(usize) -> String =
            |number| {
                let overlap = if number == 1 { "overlaps" } else { "overlap" };
                format!("{} {overlap} others. All are kept as they are.", count(number, "new entry", "new entries"))
            },
            |number| format!("有{number}条新记录与其他记录重叠，均按原样保留。");
        /// Numbers of new categories and goals.
        kinds: fn(usize, usize) -> String =
            |categories, goals| {
                format!("New: {}, {}", count(categories, "category", "categories"), count(goals, "goal", "goals"))
            },
            |categories, goals| format!("新增{categories}个分类、{goals}个目标");
        /// Numbers of entries that are new, known, and left out.
        counts: fn(usize, usize, usize) -> String =
            |new, known, skipped| {
                format!("{}, {known} already here, {skipped} left out", count(new, "new entry", "new entries"))
            },
            |new, known, skipped| format!("新增{new}条，已有{known}条，跳过{skipped}条");
        nothing = "Nothing in this file is new.", "文件中没有新内容。";
        ignored: fn(&str) -> String = |names| format!("Not imported: {names}"), |names| format!("不会导入：{names}");
        /// Question for the number of a date that is the day, with an example.
        order: fn(&str) -> String = |example| format!("Which number in {example} is the day?"),
            |example| format!("{example}中哪个数字是日？");
        orders: [&'static str; 2] = ["The first: day/month", "The second: month/day"],
            ["第一个：日/月", "第二个：月/日"];
        /// Question for the days in which repeating events are wanted, with their number.
        repeats: fn(usize) -> String =
            |number| format!("{}. Which days should be imported?", count(number, "event repeats", "events repeat")),
            |number| format!("有{number}个重复日程。要导入哪些日期？");
        repeating = "Repeating events are read for these days:", "在以下日期内读取重复日程：";
        again = "Use these days", "读取这些日期";
        row: fn(usize) -> String = |place| format!("Row {place}"), |place| format!("第{place}行");
        known = "already here", "已存在";
        /// Remark on a row that is equal to an earlier one, with its place.
        repeated: fn(usize) -> String = |place| format!("the same as row {place}"),
            |place| format!("与第{place}行相同");
        rows = "Rows to check", "需要留意的行";
        more: fn(usize) -> String = |number| format!("and {number} more"), |number| format!("另有{number}行");
        apply = "Import", "导入";
        /// Words of the columns' form: the question, the required ones, no meaning, reading it so.
        columns: [&'static str; 4] =
            [
                "What is in each column?",
                "A start is required, or a date and a duration. Files with the same columns will be read the same way next time.",
                "Leave out",
                "Read these columns",
            ],
            [
                "每一列是什么？",
                "必须有开始时间，或者日期加时长。以后表头相同的文件会按同样的方式读取。",
                "不导入",
                "按这些列读取",
            ];
        /// Meanings of a column, as `Role::OFFERED` has them.
        roles: [&'static str; 10] =
            ["Start", "End", "Date", "End date", "Duration", "Note", "Category", "Tags", "Goal", "Time zone"],
            ["开始", "结束", "日期", "结束日期", "时长", "备注", "分类", "标签", "目标", "时区"];
    }

    /// The words of the room's choices.
    Choices {
        week_start = "First day of the week", "每周开始于";
        zone = "Time zone", "时区";
        no_zone = "No time zone matches. Try a city, a country or UTC+8.", "没有匹配的时区，可输入城市、国家或UTC+8。";
        browser: fn(&str) -> String = |zone| format!("The browser’s zone ({zone})"),
            |zone| format!("浏览器的时区（{zone}）");
        overlap = "When entries overlap", "记录重叠时";
        currency = "Currency of rates", "费率币种";
        usual_currency = "None", "默认（CNY）";
    }

    /// The words of the timeline.
    Timeline {
        title = "Timeline", "时间轴";
        hint =
            "Arrow keys move an entry by 5 minutes; hold Shift to move its end, Alt to move its start. Enter opens it.",
            "方向键以5分钟为单位移动记录，按住Shift移动结束时间，按住Alt移动开始时间；按Enter打开。";
        /// Name of an entry for screen readers: the note, from, to, the length.
        entry: fn(&str, &str, &str, &str) -> String =
            |what, from, to, length| format!("{what}, {from} – {to}, {length}"),
            |what, from, to, length| format!("{what}，{from} – {to}，{length}");
        /// Note on a day of 23 or 25 hours.
        odd_day: fn(&str) -> String = |hours| format!("This day has {hours} hours because the clock changes."),
            |hours| format!("由于时钟调整，这一天有{hours}小时。");
    }
}
