//! Words about answers side by side.

words! {
    /// Words about answers side by side.
    Columns {
        compare = "Compare side by side", "并排比较";
        end = "End comparison", "结束比较";
        title: fn(usize) -> String = |count| format!("{count} answers side by side"),
            |count| format!("并排比较{count}个回答");
        /// Name of an answer: its place, their number, its model.
        column: fn(usize, usize, &str) -> String = |place, count, name| format!("Answer {place} of {count}: {name}"),
            |place, count, name| format!("第{place}个回答，共{count}个：{name}");
        /// Note that of all answers only so many are shown.
        newest: fn(usize, usize) -> String = |shown, count| format!("The newest {shown} of {count} answers."),
            |shown, count| format!("共{count}个回答，这里是最新的{shown}个。");
        base = "reference", "对照";
        merged = "merged", "合并而成";
        keep = "Keep this one", "采用这个回答";
        words = "Compare words", "逐词比较";
        merge = "Merge into one", "合并为一个回答";
    }
}
