//! Words that say nothing about what a question is about.

/// English words.
pub const ENGLISH: &str = "i i've i'm i'd me my mine myself you your we our us did do does doing done have has had having \
    was were is are be been being am the a an of on in at to for from with and or by per it its it's this that these those \
    there here what what's which when when's how how's where where's why long much many time times hours hour hr hrs \
    minutes minute mins min days day week weeks month months year years spend spent spending please pls tell show give can \
    could would should will you'd list all total totals overall so far now just about during than between entries entry sessions \
    session records record recorded recording tracked track tracking log logged logging go goes went going get got getting \
    gotten put each every any anything some something there take took taken takes really \
    actually roughly approximately approx exactly around category categories tag tags activity activities \
    as if up into still thing things stuff compared compare use used using one ones single number us let see know \
    want wanted like me hey hi hello ok okay thanks thank mention mentioning mentions containing contain note notes \
    lately recently nowadays today's yesterday's over we working work worked works personal life myself own same made make makes making \
    dedicate dedicated invest invested devote devoted happen happened kind sort part amount quite very too also only even \
    else him her they them their again across within throughout whole entire full compute calculate count counted \
    find search look looking looked at through until since till including include included altogether together both \
    respectively each other another such then though while been self anyway ever got-done exercise-free worth \
    say said asking ask question wonder wondering curious remember remind info information data stats statistics figure \
    figures number numbers value values result results end ended begin began start started \
    separate load workload everything date dates";

/// Chinese words; what is longer is taken first.
pub const CHINESE: &str = "是什么时候 什么时候 想知道 请问 帮我 告诉我 告诉 一下子 一下 看看 看一下 知道 时间 多少 多久 什么 哪些 哪个 哪次 \
    哪一次 哪条 怎么 怎样 总共 一共 大概 大约 左右 平均 小时 分钟 情况 记录 分别 期间 如何 怎么样 怎样 最近 活动 事情 统计 \
    关于 包含 包括 日子 完成 所有 全部 任何 各个 各自 各 我们 我的 我 你 了 在 吗 呢 啊 吧 呀 嘛 是 有 没 没有 和 \
    与 跟 对 请 上面 上 花 用 用时 用在 过 都 还是 还 就 给 里面 里 中 内 这 那 个 做 到 为 为了 目标 分类 类别 标签 事 \
    占 共 把 被 次 天 更 多 少 按 关 几 的 地 得 会不会 能 能不能 可以 可 曾 曾经 已经 也 又 只 才 整个 整 一 一次 一共 \
    总 总的 总计 时长 时 数 排 名 位 前 条 项 件 段 块 部分 方面 东西 花费 耗时 耗费 投入 使用 进行 从事 去 \
    来 着 起来 下来 以来 开始 结束 于 之 其中 其 当中 当时 当天 那天 这天 列 出 表 图 详细 具体 要 想 需要 应该 \
    大 小 长 短 时候 间 比较 现在 目前为止 到目前为止 目前 真的 浪费 其实 到底 究竟 谢谢 你好 麻烦 而 或 或者 以及 并 并且 两者 二者 自己 \
    是不是 有没有 忙 工作 看 干 搞 弄 回 场 趟 遍 度 干活 以外 之外 加起来 加一起 加在一起 记 汇总 汇 总结 哪类 哪种 类 种 从 自 由 日 号 么 几次 哪 分布 比 相 相比";
