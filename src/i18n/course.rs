//! The words of the Course room, and the names of its commands.
//!
//! Must not be in here: what is asked (`feature::course::flow`).

/// The words of the Course room.
#[derive(Debug)]
pub struct Course {
    /// The room.
    pub room: &'static str,
    /// The way to the room from elsewhere, and what one finds there.
    pub way: &'static str,
    /// Before there is a course.
    pub welcome: &'static str,
    /// The list of courses.
    pub list: &'static str,
    /// The search in the list.
    pub search: &'static str,
    /// There are none yet.
    pub no_courses: &'static str,
    /// The search found nothing.
    pub nothing: &'static str,
    /// The choice of interview.
    pub flow: &'static str,
    /// The field to begin with.
    pub begin_label: &'static str,
    /// Begins.
    pub begin: &'static str,
    /// Before anything was said about an outline that is there.
    pub imported: &'static str,
    /// A course that is not there.
    pub gone: &'static str,
    /// The way to the list of all.
    pub all: &'static str,
    /// The conversation.
    pub talk: &'static str,
    /// The conversation, once there is an outline.
    pub conversation: &'static str,
    /// The outline and what is beside it.
    pub plan: &'static str,
    /// What was answered.
    pub profile: &'static str,
    /// A field without an answer.
    pub open_field: &'static str,
    /// Changes an answer.
    pub edit_answer: &'static str,
    /// Clears an answer.
    pub clear_answer: &'static str,
    /// Whose card it is.
    pub chosen_for: &'static str,
    /// A card that was made here.
    pub local_card: &'static str,
    /// Has the model asked once more.
    pub ask_model: &'static str,
    /// Everything is known, and there is no outline.
    pub ready: &'static str,
    /// Has the outline made.
    pub generate: &'static str,
    /// Has it made anew.
    pub again: &'static str,
    /// Makes it from a template.
    pub template: &'static str,
    /// Has what is missing made.
    pub complete: &'static str,
    /// Fills what is missing from a template.
    pub fill: &'static str,
    /// An outline whose answer broke off.
    pub unfinished: &'static str,
    /// An outline whose answers changed.
    pub stale: &'static str,
    /// Leaves it as it is.
    pub keep: &'static str,
    /// Has it made for the new answers.
    pub rewrite: &'static str,
    /// Before there is an outline.
    pub no_outline: &'static str,
    /// The outline is coming.
    pub coming: &'static str,
    /// It was completed here.
    pub completed: &'static str,
    /// It was made from a template.
    pub from_template: &'static str,
    /// The title of the outline.
    pub title: &'static str,
    /// What it is about.
    pub description: &'static str,
    /// How hard it is.
    pub difficulty: &'static str,
    /// How long it takes.
    pub minutes: &'static str,
    /// The title of a part.
    pub name: &'static str,
    /// What is in a chapter.
    pub snippet: &'static str,
    /// Begins such a text.
    pub add_snippet: &'static str,
    /// The outline of a lesson.
    pub lesson: &'static str,
    /// Edits it.
    pub edit_lesson: &'static str,
    /// Has it made.
    pub make_lesson: &'static str,
    /// Adds a part or a chapter, which is called so.
    pub add: fn(&str) -> String,
    /// The title of a new one.
    pub new: fn(&str) -> String,
    /// Moves up.
    pub up: &'static str,
    /// Moves down.
    pub down: &'static str,
    /// Removes.
    pub remove: &'static str,
    /// Has a part made anew.
    pub remake: &'static str,
    /// It is being made.
    pub working: &'static str,
    /// What the grip of a part or a chapter is for.
    pub carry: &'static str,
    /// More that can be done.
    pub more: &'static str,
    /// A chapter is done.
    pub done: &'static str,
    /// A conversation about a chapter.
    pub talk_about: &'static str,
    /// Makes a map of it.
    pub to_map: &'static str,
    /// Makes goals of it.
    pub to_goals: &'static str,
    /// Brings the map up to date.
    pub update_map: &'static str,
    /// Brings the goals up to date.
    pub update_goals: &'static str,
    /// Shows the map that was made.
    pub open_map: &'static str,
    /// The dialog about goals.
    pub goals_title: &'static str,
    /// What the dialog does.
    pub goals_intro: &'static str,
    /// The first day.
    pub goals_start: &'static str,
    /// How much time there is.
    pub goals_minutes: &'static str,
    /// The parts.
    pub goals_parts: &'static str,
    /// Makes them.
    pub goals_make: &'static str,
    /// A part that is done.
    pub part_done: &'static str,
    /// The way back from another room, before the name of the course.
    pub back: &'static str,
    /// The versions.
    pub versions: &'static str,
    /// There are none.
    pub no_versions: &'static str,
    /// Goes back to one.
    pub restore: &'static str,
    /// The form of a file.
    pub format: &'static str,
    /// Writes a file.
    pub export: &'static str,
    /// Reads a file.
    pub import: &'static str,
    /// A file that holds no course.
    pub not_a_course: &'static str,
    /// Prints it.
    pub print: &'static str,
    /// Before one is deleted.
    pub confirm_delete: &'static str,
    /// How hard it is: for beginners, in the middle, for experts.
    pub levels: [&'static str; 3],
    /// How much is done: how many of how many.
    pub progress: fn(usize, usize) -> String,
    /// An answer is missing: its name.
    pub unanswered: fn(&str) -> String,
    /// When the goals end: the last day.
    pub goals_end: fn(&str) -> String,
    /// A version whose answer broke off: its title.
    pub remade_unfinished: fn(&str) -> String,
    /// A version that was made when a part was made anew: the title of that part.
    pub remade: fn(&str) -> String,
    /// A length in minutes.
    pub length: fn(u32) -> String,
    /// The names of commands.
    pub commands: Commands,
}

/// The names of commands.
#[derive(Debug)]
pub struct Commands {
    /// `course.new`
    pub new: &'static str,
    /// `course.rename`
    pub rename: &'static str,
    /// `course.duplicate`
    pub duplicate: &'static str,
    /// `course.delete`
    pub delete: &'static str,
    /// `course.answer`
    pub answer: &'static str,
    /// `course.edit`
    pub edit: &'static str,
    /// `course.add`
    pub add: &'static str,
    /// `course.move`
    pub do_move: &'static str,
    /// `course.remove`
    pub remove: &'static str,
    /// `course.done`
    pub tick: &'static str,
    /// `course.restore`
    pub restore: &'static str,
    /// `course.cleared`
    pub cleared: &'static str,
    /// `course.remake`
    pub remake: &'static str,
    /// `course.lesson`
    pub lesson: &'static str,
    /// `course.template`
    pub template: &'static str,
    /// `course.complete`
    pub complete: &'static str,
    /// `course.fill`
    pub fill: &'static str,
    /// `course.keep`
    pub keep: &'static str,
    /// `course.unfinished`
    pub unfinished: &'static str,
    /// `course.rewritten`
    pub rewritten: &'static str,
    /// `course.reply`
    pub reply: &'static str,
    /// `course.generate`
    pub generate: &'static str,
    /// `course.toMap`
    pub to_map: &'static str,
    /// `course.toGoals`
    pub to_goals: &'static str,
    /// `course.updateMap`
    pub update_map: &'static str,
    /// `course.updateGoals`
    pub update_goals: &'static str,
    /// `course.chat`
    pub chat: &'static str,
    /// `course.exportMarkdown`
    pub export_markdown: &'static str,
    /// `course.exportJson`
    pub export_json: &'static str,
    /// `course.import`
    pub import: &'static str,
}

pub(super) const EN: Course = Course {
    room: "Course",
    way: "A few short questions turn what you want to learn into a plan.",
    welcome: "Tell us what you want to learn or get done. Four quick questions, and you have a plan to edit, map and track.",
    list: "Courses",
    search: "Find a course",
    no_courses: "No courses yet.",
    nothing: "Nothing found.",
    flow: "Kind of interview",
    begin_label: "What would you like to learn or get done?",
    begin: "Begin",
    imported: "The outline is ready. Ask about it here, or change an answer to rewrite it.",
    gone: "This course was deleted.",
    all: "All courses",
    talk: "Interview",
    conversation: "Conversation",
    plan: "Outline",
    profile: "Your answers",
    open_field: "not answered yet",
    edit_answer: "Change this answer",
    clear_answer: "Clear this answer",
    chosen_for: "Choose, or write your own answer below.",
    local_card: "The model gave no options, so here are some of ours. Pick one or type your own.",
    ask_model: "Try again with the model",
    ready: "That’s all we need.",
    generate: "Make the outline",
    again: "Rewrite the whole outline",
    template: "Use a template instead",
    complete: "Complete the rest",
    fill: "Fill the rest from a template",
    unfinished: "This outline is unfinished: the answer broke off here. What arrived is kept.",
    stale: "Your answers changed since this outline was made.",
    keep: "Keep it",
    rewrite: "Rewrite the outline",
    no_outline: "No outline yet. Answer the questions, or press “Make the outline” when they are done.",
    coming: "The outline is being written…",
    completed: "The app filled in what the model left out.",
    from_template: "Made from a template. Change whatever doesn’t fit.",
    title: "Title",
    description: "Description",
    difficulty: "Difficulty",
    minutes: "Minutes in all",
    name: "Name",
    snippet: "What is in it",
    add_snippet: "Add a description",
    lesson: "Lesson",
    edit_lesson: "Edit the lesson",
    make_lesson: "Outline the lesson",
    add: |what| format!("Add {}", what.to_lowercase()),
    new: |what| format!("New {}", what.to_lowercase()),
    up: "Move up",
    down: "Move down",
    remove: "Delete",
    remake: "Rewrite this part",
    working: "working…",
    carry: "Drag to move",
    more: "More",
    done: "Done",
    talk_about: "Discuss this chapter in Chat",
    to_map: "Open as a mind map",
    to_goals: "Add to Time as goals",
    update_map: "Update the mind map",
    update_goals: "Update the goals",
    open_map: "Go to the mind map",
    goals_title: "Add to Time as goals",
    goals_intro: "Each part you tick becomes a goal, one after the other.",
    goals_start: "First day",
    goals_minutes: "Minutes a day",
    goals_parts: "Parts",
    goals_make: "Add goals",
    part_done: "done",
    back: "Course",
    versions: "Earlier versions",
    no_versions: "There are no earlier versions.",
    restore: "Restore",
    format: "File format",
    export: "Export this course",
    import: "Import a course",
    not_a_course: "This file holds no course. Choose a course exported here, as JSON or Markdown.",
    print: "Print",
    confirm_delete: "This course with its conversation and its versions will be deleted.",
    levels: ["Beginner", "Intermediate", "Advanced"],
    progress: |done, all| format!("{done} of {all} done"),
    unanswered: |field| format!("An answer is missing: {field}."),
    goals_end: |day| format!("Ends on {day}."),
    remade_unfinished: |title| format!("{title} (unfinished)"),
    remade: |part| format!("“{part}” rewritten"),
    length: |minutes| match (minutes / 60, minutes % 60) {
        (0, rest) => format!("{rest} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, rest) => format!("{hours} h {rest} min"),
    },
    commands: Commands {
        new: "New course",
        rename: "Rename course",
        duplicate: "Duplicate course",
        delete: "Delete course",
        answer: "Change an answer",
        edit: "Edit outline",
        add: "Add to outline",
        do_move: "Move in outline",
        remove: "Delete from outline",
        tick: "Tick a chapter",
        restore: "Restore version",
        cleared: "Will be asked again, because another answer changed",
        remake: "Part rewritten",
        lesson: "Outline a lesson",
        template: "Use a template instead",
        complete: "Complete an outline",
        fill: "Fill from a template",
        keep: "Keep the outline",
        unfinished: "Unfinished outline kept under “Earlier versions”",
        rewritten: "Outline rewritten",
        reply: "Answer",
        generate: "Make the outline",
        to_map: "Mind map made from the outline",
        to_goals: "Goals made from the outline",
        update_map: "Mind map updated",
        update_goals: "Goals updated",
        chat: "Discuss a chapter",
        export_markdown: "Export course as Markdown",
        export_json: "Export course as JSON",
        import: "Import course",
    },
};

pub(super) const ZH: Course = Course {
    room: "课程",
    way: "通过简短访谈了解你想学什么，并生成课程大纲。",
    welcome: "说出你想学什么或想完成什么。回答四个小问题，就能得到一份可以编辑、生成导图并跟踪进度的计划。",
    list: "课程列表",
    search: "查找课程",
    no_courses: "还没有课程。",
    nothing: "没有找到。",
    flow: "访谈类型",
    begin_label: "你想学什么，或想完成什么？",
    begin: "开始",
    imported: "大纲已经就绪。可以在这里提问，也可以修改回答后重写。",
    gone: "这门课程已删除。",
    all: "全部课程",
    talk: "访谈",
    conversation: "对话",
    plan: "大纲",
    profile: "你的回答",
    open_field: "尚未回答",
    edit_answer: "修改此回答",
    clear_answer: "清除此回答",
    chosen_for: "请选择，或在下方自行填写。",
    local_card: "模型没有给出选项，以下是应用的默认选项。请选择，或在下方自行填写。",
    ask_model: "再让模型试一次",
    ready: "问题都回答完了。",
    generate: "生成大纲",
    again: "重新生成整份大纲",
    template: "改用模板",
    complete: "补全剩余部分",
    fill: "用模板补全",
    unfinished: "这份大纲还没写完：回答中断了，已收到的部分都已保留。",
    stale: "大纲生成之后，你的回答有变化。",
    keep: "保留现有大纲",
    rewrite: "重写大纲",
    no_outline: "还没有大纲。回答完问题后，点击“生成大纲”。",
    coming: "正在生成大纲……",
    completed: "应用补全了模型遗漏的部分。",
    from_template: "由模板生成，可随意修改。",
    title: "标题",
    description: "简介",
    difficulty: "难度",
    minutes: "总时长（分钟）",
    name: "名称",
    snippet: "内容简介",
    add_snippet: "添加简介",
    lesson: "课时提纲",
    edit_lesson: "编辑课时提纲",
    make_lesson: "生成课时提纲",
    add: |what| format!("添加{what}"),
    new: |what| format!("新{what}"),
    up: "上移",
    down: "下移",
    remove: "删除",
    remake: "重新生成这一部分",
    working: "生成中……",
    carry: "拖动以移动",
    more: "更多",
    done: "完成",
    talk_about: "在“对话”中讨论本章",
    to_map: "生成导图",
    to_goals: "加入时间目标",
    update_map: "更新导图",
    update_goals: "更新目标",
    open_map: "打开导图",
    goals_title: "加入时间目标",
    goals_intro: "勾选的每个部分都会成为一个目标，依次排期。",
    goals_start: "开始日期",
    goals_minutes: "每天分钟数",
    goals_parts: "包含的部分",
    goals_make: "加入目标",
    part_done: "已完成",
    back: "课程",
    versions: "历史版本",
    no_versions: "没有历史版本。",
    restore: "恢复",
    format: "文件格式",
    export: "导出此课程",
    import: "导入课程",
    not_a_course: "这个文件里没有课程。请选择从这里导出的课程（JSON 或 Markdown）。",
    print: "打印",
    confirm_delete: "将删除此课程及其对话和历史版本。",
    levels: ["入门", "进阶", "高级"],
    progress: |done, all| format!("已完成{done}/{all}"),
    unanswered: |field| format!("还缺少一项回答：{field}。"),
    goals_end: |day| format!("到{day}结束。"),
    remade_unfinished: |title| format!("{title}（未完成）"),
    remade: |part| format!("已重写“{part}”"),
    length: |minutes| match (minutes / 60, minutes % 60) {
        (0, rest) => format!("{rest}分钟"),
        (hours, 0) => format!("{hours}小时"),
        (hours, rest) => format!("{hours}小时{rest}分钟"),
    },
    commands: Commands {
        new: "新建课程",
        rename: "重命名课程",
        duplicate: "创建课程副本",
        delete: "删除课程",
        answer: "修改回答",
        edit: "编辑大纲",
        add: "添加到大纲",
        do_move: "移动大纲内容",
        remove: "从大纲删除",
        tick: "勾选章节",
        restore: "恢复版本",
        cleared: "因另一项回答有变，将重新询问",
        remake: "已重写这一部分",
        lesson: "生成课时提纲",
        template: "改用模板",
        complete: "补全大纲",
        fill: "用模板补全大纲",
        keep: "保留大纲",
        unfinished: "未完成的大纲已保留在“历史版本”中",
        rewritten: "已重写大纲",
        reply: "回答",
        generate: "生成大纲",
        to_map: "已从大纲生成导图",
        to_goals: "已从大纲生成目标",
        update_map: "已更新导图",
        update_goals: "已更新目标",
        chat: "讨论章节",
        export_markdown: "将课程导出为Markdown",
        export_json: "将课程导出为JSON",
        import: "导入课程",
    },
};
