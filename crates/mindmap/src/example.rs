//! Example map: a year in a garden, to try everything on.

use super::node_tree::{FlatLine, FlatLink, NodeTree};
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_model::mindmap::{Task, Tips};

/// A node of the example: its depth, title, note, icon and task.
struct ExampleNode(usize, Text, Text, &'static str, Task);

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

const fn plain(depth: usize, title: Text) -> ExampleNode {
    ExampleNode(depth, title, t("", ""), "", Task::None)
}

const fn noted(depth: usize, title: Text, note: Text) -> ExampleNode {
    ExampleNode(depth, title, note, "", Task::None)
}

const fn marked(depth: usize, title: Text, icon: &'static str) -> ExampleNode {
    ExampleNode(depth, title, t("", ""), icon, Task::None)
}

const fn task(title: Text, done: bool) -> ExampleNode {
    ExampleNode(2, title, t("", ""), "", if done { Task::Done } else { Task::Open })
}

#[rustfmt::skip]
const NODES: [ExampleNode; 32] = [
    noted(0, t("The garden this year", "今年的菜园"), t(
        "What grows where, and what has to be done when.\n\nFold a branch with the small circle beside it, or open this note with a click on its sign.",
        "什么种在哪里，什么时候该做什么。\n\n点分支旁的小圆圈可以折叠，点节点上的便笺标记可以打开备注。",
    )),
    marked(1, t("Beds", "菜畦"), "🏠"),
    noted(2, t("By the wall: warm and dry", "靠墙：暖和、偏干"), t("Sun from ten to six. The wall keeps the night warm.", "上午十点到下午六点有太阳，墙到夜里还是温的。")),
    marked(3, t("Tomatoes", "番茄"), "⭐"),
    plain(3, t("Basil between them", "中间种罗勒")),
    noted(2, t("In the middle: rich soil", "中间：土最肥"), t("Got **three barrows of compost** last autumn.", "去年秋天施了**三车堆肥**。")),
    plain(3, t("Courgettes, two plants at most", "西葫芦，最多两棵")),
    plain(3, t("Leeks", "大葱")),
    plain(2, t("Under the apple tree: half shade", "苹果树下：半阴")),
    plain(3, t("Lettuce", "生菜")),
    plain(3, t("Mint, in a pot", "薄荷，种在盆里")),
    marked(1, t("Calendar", "农时"), "📅"),
    plain(2, t("March: sow tomatoes indoors", "三月：番茄室内育苗")),
    plain(2, t("April: peas, radishes, onions", "四月：豌豆、小萝卜、洋葱")),
    noted(2, t("Mid-May: out with the seedlings", "五月中：移栽到地里"), t("Not before the last frost. Harden them off for a week first.", "要等最后一次霜冻过去，移栽前先炼苗一周。")),
    plain(2, t("August: sow spinach for autumn", "八月：播秋菠菜")),
    plain(2, t("October: garlic, and leaves on the beds", "十月：种大蒜，畦面盖落叶")),
    plain(1, t("To do", "待办")),
    task(t("Order seeds", "订种子"), true),
    task(t("Clean out the water butt", "清洗雨水桶"), true),
    task(t("Mend the fence at the back", "修后面的篱笆"), false),
    task(t("Sharpen the shears", "磨修枝剪"), false),
    marked(1, t("Troubles", "麻烦事"), "❗"),
    noted(2, t("Slugs", "蛞蝓"), t("Water in the morning, not in the evening. Copper tape around the pots helps; beer traps hardly do.", "早上浇水，傍晚不浇。花盆围一圈铜带有用，啤酒陷阱用处不大。")),
    noted(2, t("Blight on the tomatoes", "番茄疫病"), t("Keep the leaves dry, take off the lowest ones.", "叶子别沾水，摘掉最下面的几片。")),
    marked(2, t("Why do the leeks bolt?", "大葱为什么抽薹？"), "❓"),
    marked(1, t("Ideas", "想法"), "💡"),
    plain(2, t("A bench facing the evening sun", "朝着夕阳放一张长椅")),
    plain(2, t("Flowers for bees", "给蜜蜂种点花")),
    plain(3, t("Borage", "琉璃苣")),
    plain(3, t("Phacelia", "蓝翅草")),
    plain(2, t("Swap seeds with the neighbours", "和邻居换种子")),
];

/// Titles of two nodes with a line between them, and the label of that line.
const LINE: [Text; 3] = [t("Blight on the tomatoes", "番茄疫病"), t("Tomatoes", "番茄"), t("rain roof", "搭雨棚")];
/// The branch that is folded.
const FOLDED: Text = t("Calendar", "农时");
/// The node with a link to another one.
const LINKED: [Text; 2] = [t("Order seeds", "订种子"), t("March: sow tomatoes indoors", "三月：番茄室内育苗")];

/// The example in a language.
pub fn example(language: Language) -> NodeTree {
    let mut tree = NodeTree::default();
    let mut path: Vec<usize> = Vec::new();
    for ExampleNode(depth, title, note, icon, task) in &NODES {
        path.truncate(*depth);
        let at = tree.push(path.last().copied(), title.get(language));
        path.push(at);
        let node = &mut tree.nodes[at];
        note.get(language).clone_into(&mut node.note);
        node.icons.extend((!icon.is_empty()).then(|| (*icon).to_owned()));
        node.task = *task;
        node.folded = *title == FOLDED;
    }
    let place = |wanted: Text| NODES.iter().position(|ExampleNode(_, title, ..)| *title == wanted);
    if let (Some(from), Some(to)) = (place(LINE[0]), place(LINE[1])) {
        tree.lines.push(FlatLine {
            from,
            to,
            label: LINE[2].get(language).to_owned(),
            tips: Tips::End,
            extra: Vec::new(),
        });
    }
    if let (Some(from), Some(to)) = (place(LINKED[0]), place(LINKED[1])) {
        tree.nodes[from].link = Some(FlatLink::Node(to));
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_shows_what_a_map_can_hold_in_both_languages_alike() {
        let [en, zh] = [Language::En, Language::Zh].map(example);
        for tree in [&en, &zh] {
            assert!(tree.is_pre_order());
            let count = |has: fn(&super::super::node_tree::FlatNode) -> bool| {
                tree.nodes.iter().filter(|node| has(node)).count()
            };
            assert_eq!(count(|node| node.parent.is_none()), 1);
            assert_eq!((count(|node| node.folded), count(|node| node.link.is_some()), tree.lines.len()), (1, 1, 1));
            assert!(count(|node| !node.note.is_empty()) >= 5 && count(|node| !node.icons.is_empty()) >= 5);
            assert!(count(|node| node.task == Task::Open) > 0 && count(|node| node.task == Task::Done) > 0);
            assert!(tree.nodes.iter().all(|node| !node.title.is_empty()));
        }
        let shape =
            |tree: &NodeTree| tree.nodes.iter().map(|node| (node.parent, node.task, node.folded)).collect::<Vec<_>>();
        assert_eq!(shape(&en), shape(&zh));
    }
}
