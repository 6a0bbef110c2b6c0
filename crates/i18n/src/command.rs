//! The names of commands, as the palette, menus, the help sheet and the history show them.

/// The names of commands.
#[derive(Debug)]
pub struct Commands {
    /// `chat.new`
    pub new_session: &'static str,
    /// `chat.rename`
    pub rename_session: &'static str,
    /// `chat.duplicate`
    pub duplicate_session: &'static str,
    /// `app.copyLink`
    pub copy_link: &'static str,
    /// `app.linkTo`
    pub link_to: &'static str,
    /// `link.add`
    pub add_link: &'static str,
    /// `link.remove`
    pub remove_link: &'static str,
    /// `chat.deleteSession`
    pub delete_session: &'static str,
    /// `chat.send`
    pub send: &'static str,
    /// `chat.stop`
    pub stop: &'static str,
    /// `chat.continue`
    pub continue_answer: &'static str,
    /// `chat.regenerate`
    pub regenerate: &'static str,
    /// `chat.answerWith`
    pub answer_with: &'static str,
    /// `chat.answerSeveral`
    pub answer_several: &'static str,
    /// `chat.merge`
    pub merge: &'static str,
    /// `chat.chooseModel`
    pub choose_model: &'static str,
    /// `app.roomParameters`
    pub room_parameters: &'static str,
    /// `chat.setModel`
    pub set_model: &'static str,
    /// `chat.edit`
    pub edit: &'static str,
    /// `chat.editBranch`
    pub edit_branch: &'static str,
    /// `chat.branchFrom`
    pub branch_from: &'static str,
    /// `chat.switch`
    pub switch_branch: &'static str,
    /// `chat.previousBranch`
    pub previous_branch: &'static str,
    /// `chat.nextBranch`
    pub next_branch: &'static str,
    /// `chat.delete`
    pub delete_message: &'static str,
    /// `chat.toggleContext`
    pub toggle_context: &'static str,
    /// `chat.pinAgent`
    pub pin_agent: &'static str,
    /// `chat.tree`
    pub show_tree: &'static str,
    /// `chat.contextPreview`
    pub context_preview: &'static str,
    /// `app.print`
    pub print: &'static str,
    /// `app.install`
    pub install: &'static str,
    /// `chat.search`
    pub search: &'static str,
    /// `map.create`, wherever the Map room is not shown
    pub new_map: &'static str,
    /// `entry.start`, wherever the Time room is not shown
    pub start_timer: &'static str,
    /// `entry.stop`, wherever the Time room is not shown
    pub stop_timer: &'static str,
    /// `chat.exportMarkdown`
    pub export_markdown: &'static str,
    /// `chat.exportTree`
    pub export_tree: &'static str,
    /// `chat.exportJson`
    pub export_json: &'static str,
    /// `chat.import`
    pub import: &'static str,
    /// `agent.save`
    pub save_agent: &'static str,
    /// `agent.new`
    pub new_agent: &'static str,
    /// `agent.duplicate`
    pub duplicate_agent: &'static str,
    /// `agent.delete`
    pub delete_agent: &'static str,
    /// `agent.list`
    pub agents: &'static str,
    /// `edit.undo`
    pub undo: &'static str,
    /// `edit.redo`
    pub redo: &'static str,
    /// `edit.history`
    pub history: &'static str,
    /// `app.palette`
    pub palette: &'static str,
    /// `app.help`
    pub help: &'static str,
    /// `app.settings`
    pub settings: &'static str,
    /// `app.chat`
    pub chat: &'static str,
    /// `app.language`
    pub switch_language: &'static str,
    /// `app.theme`
    pub switch_theme: &'static str,
    /// `app.focusComposer`
    pub focus_composer: &'static str,
    /// `app.nextRegion`
    pub next_region: &'static str,
    /// `app.previousRegion`
    pub previous_region: &'static str,
}

pub(super) const EN: Commands = Commands {
    new_session: "New conversation",
    rename_session: "Rename conversation",
    duplicate_session: "Duplicate conversation",
    copy_link: "Copy link",
    link_to: "Link to…",
    add_link: "Add link",
    remove_link: "Remove link",
    delete_session: "Delete conversation",
    send: "Send message",
    stop: "Stop answering",
    continue_answer: "Continue the answer",
    regenerate: "Regenerate the answer",
    answer_with: "Answer again with another model",
    answer_several: "Answer with several models",
    merge: "Merge the answers",
    choose_model: "Choose a model",
    room_parameters: "Assistant parameters",
    set_model: "Change the model of the conversation",
    edit: "Edit message",
    edit_branch: "Edit as a new branch",
    branch_from: "Branch from here",
    switch_branch: "Switch branch",
    previous_branch: "Previous branch",
    next_branch: "Next branch",
    delete_message: "Delete message",
    toggle_context: "Include in or exclude from context",
    pin_agent: "Pin agent to conversation",
    show_tree: "Show conversation tree",
    context_preview: "Show what will be sent",
    print: "Print",
    install: "Install Espalier",
    search: "Search all conversations",
    new_map: "New map",
    start_timer: "Start timer",
    stop_timer: "Stop timer",
    export_markdown: "Export this branch as Markdown",
    export_tree: "Export the whole tree as Markdown",
    export_json: "Export the conversation as JSON",
    import: "Import",
    save_agent: "Save agent",
    new_agent: "New agent",
    duplicate_agent: "Duplicate agent",
    delete_agent: "Delete agent",
    agents: "Agents",
    undo: "Undo",
    redo: "Redo",
    history: "History",
    palette: "Find anything",
    help: "Keyboard shortcuts",
    settings: "Settings",
    chat: "Chat",
    switch_language: "中文",
    switch_theme: "Theme: light, dark or system",
    focus_composer: "Write a message",
    next_region: "Go to next region",
    previous_region: "Go to previous region",
};

pub(super) const ZH: Commands = Commands {
    new_session: "新建对话",
    rename_session: "重命名对话",
    duplicate_session: "创建对话副本",
    copy_link: "复制链接",
    link_to: "链接到……",
    add_link: "添加链接",
    remove_link: "移除链接",
    delete_session: "删除对话",
    send: "发送消息",
    stop: "停止回答",
    continue_answer: "继续回答",
    regenerate: "重新生成",
    answer_with: "换个模型重新回答",
    answer_several: "用多个模型回答",
    merge: "合并回答",
    choose_model: "选择模型",
    room_parameters: "助手参数",
    set_model: "更换对话的模型",
    edit: "编辑消息",
    edit_branch: "编辑为新分支",
    branch_from: "从这里分支",
    switch_branch: "切换分支",
    previous_branch: "上一个分支",
    next_branch: "下一个分支",
    delete_message: "删除消息",
    toggle_context: "是否发给模型",
    pin_agent: "为对话固定智能体",
    show_tree: "查看对话树",
    context_preview: "查看将发送的内容",
    print: "打印",
    install: "安装Espalier",
    search: "搜索所有对话",
    new_map: "新建导图",
    start_timer: "开始计时",
    stop_timer: "停止计时",
    export_markdown: "将当前分支导出为Markdown",
    export_tree: "将整棵树导出为Markdown",
    export_json: "将对话导出为JSON",
    import: "导入",
    save_agent: "保存智能体",
    new_agent: "新建智能体",
    duplicate_agent: "创建智能体副本",
    delete_agent: "删除智能体",
    agents: "智能体",
    undo: "撤销",
    redo: "重做",
    history: "历史记录",
    palette: "查找任何内容",
    help: "键盘快捷键",
    settings: "设置",
    chat: "对话",
    switch_language: "English",
    switch_theme: "主题：浅色、深色或跟随系统",
    focus_composer: "写消息",
    next_region: "前往下一个区域",
    previous_region: "前往上一个区域",
};
