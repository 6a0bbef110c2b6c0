//! Words of questions, whatever they are about.

/// Words that a question about the app has besides the words of its topic.
pub const ASKING: &str = "a an the this that these those it its i i'm i've me my mine you your it's we our us is are am was be \
     been do does did don't doesn't can can't could may might should would will won't have has had get got there here what what's \
     which who whose how how's where where's when why if in on at of to from for with by as and or but not no without \
     into onto out up over so then than any some all every each one more most else other just only also still please \
     really actually exactly need want like would use used using make made makes work works happen happens possible way able \
     thing things anything everything mean means tell show know try see go take put set turn switch change choose pick \
     support supports supported allow let inside between after before again now new different own current default \
     first click press button list page screen window right well ever too yet lot hey hi hello oops ok okay please pls plz kindly its im i'd i'll \
     id youre you're they them both same way bit little many much several anymore anywhere somewhere away already always never once \
     twice last next later sometimes often quickly easily simply basically normally correctly properly open opened opening start \
     started begin move moved add added edit create created remove write read type say ask copy paste drag drop keep leave come comes \
     look looks looking hide see reload restart crash break breaks fail fails run runs running drops bright big small hook home \
     there's that's isn't aren't doesnt dont cant because while until though else's really even kind sort";
pub const ASKING_ZH: &str = "怎么样 怎么 怎样 如何 什么 是不是 是否 是 的 地 得 了 吗 呢 啊 吧 嘛 呀 我的 我 你们 你 您 他 它 这个 那个 这里 \
     那里 这 那 哪里 哪儿 哪些 哪个 哪 在 有没有 有 没有 没 可不可以 可以 能不能 能够 能 会不会 会 要 想 请问 请 一下 使用 用 把 被 和 与 或 \
     跟 给 让 到 去 从 里面 里 中 上 下 为什么 为 多少 几 个 些 一个 一些 所有 全部 都 也 就 还 才 不能 不会 不 别 做 弄 切换 改成 改 换成 换 \
     变成 变 需要 成 出来 进来 起来 如果 怎么办 到底 真的 以后 之前 时候 放 新 自己 应该 支持 行 好 多 其他 别的 东西 点 按 按钮 啦 不 么 谁 啥 干啥 咋 咋样 那种 呗 哈 噢 已经 开 开了 之类 又 再 然后 但是 不过 所以 或者 还是 以及 直接 一起 \
     同时 原来 那条 过去 过来 意思 干嘛 用的 干嘛用 过 着 被 位置 怎么回事 没法 无法 打开 关 关掉 看 看看 找 找到 写 读 说 问 换 搬 拿 带 进 出 搞 比 很 太 \
     最 更 刚才 刚刚 现在 已 每次 每个 随便 任何 求助 帮忙 帮我 帮 呢 哦";
/// Names of what the app holds and of the app itself.
pub const NAMES: &str = "app espalier browser tab site website room rooms chat chats conversation conversations message messages map maps node \
     nodes note notes course courses outline scene scenes shape shapes entry entries settings guide assistant";
pub const NAMES_ZH: &str = "应用 软件 网站 网页 浏览器 标签页 房间 对话 聊天 消息 导图 思维导图 节点 笔记 备注 课程 大纲 场景 图形 记录 设置 助手";
/// Beginnings of a question about how something is done here (T2).
pub const HERE: &str = "how do i|how can i|how to|how does|does anything|can i|could i|may i|is it|is this|is there|does it|does this|do you|where is|where are|\
     where do|where can|where's|is my|are my|what happens|who can|do i|will it|will this|怎么|如何|怎样|能不能|可不可以|可以|能|在哪|哪里|是不是|\
     有没有|会不会|支持|这个|你";
pub const HERE_ENDS: &str = "吗|呢|不|么|没|在哪|哪里|怎么办";
