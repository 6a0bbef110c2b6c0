//! Words about answers side by side.

/// Words about answers side by side.
#[derive(Debug)]
pub struct Columns {
    /// Button that shows the answers to a question side by side.
    pub compare: &'static str,
    /// Button that shows one answer alone again.
    pub end: &'static str,
    /// Name of the answers that are compared, by their number.
    pub title: fn(usize) -> String,
    /// Name of an answer: its place, their number, its model.
    pub column: fn(usize, usize, &str) -> String,
    /// Note that of all answers only so many are shown.
    pub newest: fn(usize, usize) -> String,
    /// Mark of the answer that the others are compared with.
    pub base: &'static str,
    /// Mark of an answer that was made of others.
    pub merged: &'static str,
    /// Button that goes on with an answer.
    pub keep: &'static str,
    /// Button that marks the words by which an answer differs.
    pub words: &'static str,
    /// Button that has one answer made of all.
    pub merge: &'static str,
}

pub(super) const EN: Columns = Columns {
    compare: "Compare side by side",
    end: "End comparison",
    title: |count| format!("{count} answers side by side"),
    column: |place, count, name| format!("Answer {place} of {count}: {name}"),
    newest: |shown, count| format!("The newest {shown} of {count} answers."),
    base: "reference",
    merged: "merged",
    keep: "Keep this one",
    words: "Compare words",
    merge: "Merge into one",
};

pub(super) const ZH: Columns = Columns {
    compare: "并排比较",
    end: "结束比较",
    title: |count| format!("并排比较{count}个回答"),
    column: |place, count, name| format!("第{place}个回答，共{count}个：{name}"),
    newest: |shown, count| format!("共{count}个回答，这里是最新的{shown}个。"),
    base: "对照",
    merged: "合并而成",
    keep: "采用这个回答",
    words: "逐词比较",
    merge: "合并为一个回答",
};
