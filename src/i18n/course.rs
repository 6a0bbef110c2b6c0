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
    /// A course that is not there.
    pub gone: &'static str,
    /// The conversation.
    pub talk: &'static str,
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
    /// Everything is known, and there is no outline.
    pub ready: &'static str,
    /// Has the outline made.
    pub generate: &'static str,
    /// Has it made anew.
    pub again: &'static str,
    /// Makes it from a template.
    pub template: &'static str,
    /// Before there is an outline.
    pub no_outline: &'static str,
    /// The outline is coming.
    pub coming: &'static str,
    /// It was completed here.
    pub completed: &'static str,
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
    /// Adds a part.
    pub add_section: &'static str,
    /// Adds a chapter.
    pub add_chapter: &'static str,
    /// The title of a new part.
    pub new_section: &'static str,
    /// The title of a new chapter.
    pub new_chapter: &'static str,
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
    /// `course.generate`
    pub generate: &'static str,
    /// `course.toMap`
    pub to_map: &'static str,
    /// `course.toGoals`
    pub to_goals: &'static str,
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
    way: "A short interview finds out what you want to learn and makes an outline of it.",
    welcome: "Say what you want to learn, or get done. A few questions with options to click make a plan of it that you can edit, draw as a map and track.",
    list: "Courses",
    search: "Find a course",
    no_courses: "No courses yet.",
    nothing: "Nothing found.",
    flow: "Kind of interview",
    gone: "This course is not here any more.",
    talk: "Interview",
    plan: "Outline",
    profile: "Your answers",
    open_field: "not answered yet",
    edit_answer: "Change this answer",
    clear_answer: "Clear this answer",
    chosen_for: "Choose, or write your own answer below.",
    local_card: "These options are the app’s own; choose, or write your own answer below.",
    ready: "Everything is answered.",
    generate: "Make the outline",
    again: "Make it anew",
    template: "Use a template",
    no_outline: "The outline appears here once the questions are answered.",
    coming: "The outline is being written…",
    completed: "Made from a template, or completed by the app where the model left something out.",
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
    add_section: "Add a part",
    add_chapter: "Add here",
    new_section: "New part",
    new_chapter: "New entry",
    up: "Move up",
    down: "Move down",
    remove: "Delete",
    remake: "Make this part anew",
    working: "working…",
    carry: "Drag to move",
    more: "More",
    done: "Done",
    talk_about: "Talk about this in Chat",
    to_map: "Draw as a map",
    to_goals: "Make goals of it",
    versions: "Earlier versions",
    no_versions: "There are no earlier versions.",
    restore: "Restore",
    format: "File format",
    export: "Export this course",
    import: "Import a course",
    print: "Print",
    confirm_delete: "This course with its conversation and its versions will be deleted.",
    levels: ["Beginner", "Intermediate", "Advanced"],
    progress: |done, all| format!("{done} of {all} done"),
    unanswered: |field| format!("An answer is missing: {field}."),
    remade: |part| format!("“{part}” made anew"),
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
        cleared: "Cleared, asked again",
        remake: "Part replaced",
        lesson: "Outline a lesson",
        template: "Outline from a template",
        generate: "Make the outline",
        to_map: "Outline to a map",
        to_goals: "Outline to goals",
        chat: "Talk about a chapter",
        export_markdown: "Export course as Markdown",
        export_json: "Export course as JSON",
        import: "Import course",
    },
};

pub(super) const ZH: Course = Course {
    room: "课程",
    way: "通过简短访谈了解你想学什么，并生成课程大纲。",
    welcome: "说出你想学什么或想完成什么。回答几个可点选的问题，就能得到一份可编辑、可转为导图、可追踪的计划。",
    list: "课程列表",
    search: "查找课程",
    no_courses: "还没有课程。",
    nothing: "没有找到。",
    flow: "访谈类型",
    gone: "该课程已不存在。",
    talk: "访谈",
    plan: "大纲",
    profile: "你的回答",
    open_field: "尚未回答",
    edit_answer: "修改此回答",
    clear_answer: "清除此回答",
    chosen_for: "请选择，或在下方自行填写。",
    local_card: "以下为应用自带选项；请选择，或在下方自行填写。",
    ready: "信息已齐全。",
    generate: "生成大纲",
    again: "重新生成",
    template: "使用模板",
    no_outline: "回答完问题后，大纲会显示在这里。",
    coming: "正在生成大纲…",
    completed: "由模板生成，或由应用补全了模型遗漏的部分。",
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
    add_section: "添加部分",
    add_chapter: "在此添加",
    new_section: "新的部分",
    new_chapter: "新条目",
    up: "上移",
    down: "下移",
    remove: "删除",
    remake: "重新生成此部分",
    working: "生成中…",
    carry: "拖动以移动",
    more: "更多",
    done: "完成",
    talk_about: "在对话中讨论",
    to_map: "转为导图",
    to_goals: "转为目标",
    versions: "历史版本",
    no_versions: "没有历史版本。",
    restore: "恢复",
    format: "文件格式",
    export: "导出此课程",
    import: "导入课程",
    print: "打印",
    confirm_delete: "将删除此课程及其对话和历史版本。",
    levels: ["入门", "进阶", "高级"],
    progress: |done, all| format!("已完成 {done} / {all}"),
    unanswered: |field| format!("还缺少一项回答：{field}。"),
    remade: |part| format!("已重新生成“{part}”"),
    length: |minutes| match (minutes / 60, minutes % 60) {
        (0, rest) => format!("{rest} 分钟"),
        (hours, 0) => format!("{hours} 小时"),
        (hours, rest) => format!("{hours} 小时 {rest} 分钟"),
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
        cleared: "已清除，将重新询问",
        remake: "已替换部分",
        lesson: "生成课时提纲",
        template: "用模板生成大纲",
        generate: "生成大纲",
        to_map: "大纲转为导图",
        to_goals: "大纲转为目标",
        chat: "讨论章节",
        export_markdown: "将课程导出为 Markdown",
        export_json: "将课程导出为 JSON",
        import: "导入课程",
    },
};
