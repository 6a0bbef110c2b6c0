//! Stored view of a map: folds, layout, colours, focus.

use super::{Command, NODE, NODE_ID, RunsOn, ensure, named, node, refuse, select};
use crate::target::MapTarget;
use espalier_command::args::Args;
use espalier_command::call::Signature;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::{Layout, NodeId, Palette};

/// The layouts, as commands name them.
pub const LAYOUTS: &[&str] = &["right", "left", "both", "org-chart", "outline"];
/// The themes, as commands name them.
pub const PALETTES: &[&str] = &["plain", "rainbow", "ocean", "forest", "sunset", "ink"];

/// The branch that a command of the whole map may be limited to.
const BRANCH: Param =
    Param::optional("nodeId", NODE, Text::new("A branch; null = the whole map.", "分支；null = 整张导图。"))
        .or_called(&["node", "id"]);

const fn folding(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Node, EffectKind::Change, name, description)
}

const fn showing(signature: Signature, name: Text, description: Text) -> Spec {
    Spec::new(signature, Category::Map, EffectKind::Change, name, description)
}

commands! {
    "node.fold" Fold(node: NodeId = NODE_ID);
    "node.unfold" Unfold(node: NodeId = NODE_ID);
    "node.toggleFold" ToggleFold(node: NodeId = NODE_ID);
    "map.foldLevel" FoldLevel(
        level: u32 = Param::required(
            "level",
            Schema::Lenient(&Schema::Int { min: 0, max: 1_000_000 }),
            Text::new("How many levels to show below the top.", "显示的层数。"),
        )
        .or_called(&["depth", "levels"]),
    ) {
        branch: NodeId = BRANCH,
    };
    "map.foldAll" FoldAll { branch: NodeId = BRANCH };
    "map.unfoldAll" UnfoldAll { branch: NodeId = BRANCH };
    "map.setLayout" SetLayout(
        layout: Layout = Param::required(
            "layout",
            Schema::Lenient(&Schema::Choice(LAYOUTS)),
            Text::new("The layout.", "布局。"),
        ),
    );
    "map.setTheme" SetTheme(
        theme: Palette = Param::required(
            "theme",
            Schema::Lenient(&Schema::Choice(PALETTES)),
            Text::new("The theme.", "主题。"),
        )
        .or_called(&["palette"]),
    );
    "map.focus" Focus { branch: NodeId = BRANCH };
}

pub(super) const COMMANDS: &[Command] = &[
    Command::new(
        folding(
            Fold::SIGNATURE,
            Text::new("Fold", "折叠"),
            Text::new("Hides what is below a node.", "折叠节点，隐藏下级。"),
        ),
        |stage, args| can_fold(stage, args, Some(true)),
        |stage, args| fold(stage, args, Some(true)),
    )
    .on(RunsOn::Selection),
    Command::new(
        folding(
            Unfold::SIGNATURE,
            Text::new("Unfold", "展开"),
            Text::new("Shows what is below a node.", "展开节点，显示下级。"),
        ),
        |stage, args| can_fold(stage, args, Some(false)),
        |stage, args| fold(stage, args, Some(false)),
    )
    .on(RunsOn::Selection),
    Command::new(
        folding(
            ToggleFold::SIGNATURE,
            Text::new("Fold or unfold", "折叠/展开"),
            Text::new("Hides what’s below a node, or shows it.", "在折叠与展开之间切换。"),
        )
        .keys(&["Space"]),
        |stage, args| can_fold(stage, args, None),
        |stage, args| fold(stage, args, None),
    )
    .on(RunsOn::Selection),
    Command::new(
        showing(
            FoldLevel::SIGNATURE,
            Text::new("Show levels", "展开到层级"),
            Text::new("Shows this many levels and folds the rest.", "只展开指定的层数，折叠更深的内容。"),
        ),
        branch_is_there,
        |stage, args| fold_to(stage, args, args.number("level").unwrap_or(0)),
    ),
    Command::new(
        showing(
            FoldAll::SIGNATURE,
            Text::new("Fold all", "全部折叠"),
            Text::new("Folds everything below the main branches.", "折叠所有分支。"),
        )
        .keys(&["Mod+Alt+["]),
        branch_is_there,
        |stage, args| fold_to(stage, args, 1),
    ),
    Command::new(
        showing(
            UnfoldAll::SIGNATURE,
            Text::new("Unfold all", "全部展开"),
            Text::new("Unfolds everything.", "展开所有分支。"),
        )
        .keys(&["Mod+Alt+]"]),
        branch_is_there,
        |stage, args| fold_to(stage, args, usize::MAX),
    ),
    Command::new(
        showing(
            SetLayout::SIGNATURE,
            Text::new("Layout", "布局"),
            Text::new("Sets the layout of the map.", "选择导图的布局。"),
        ),
        |stage, _| map_is_there(stage),
        |stage, args| {
            let layout = match args.text("layout") {
                Some("left") => Layout::Left,
                Some("both") => Layout::Both,
                Some("org-chart") => Layout::OrgChart,
                Some("outline") => Layout::Outline,
                _ => Layout::Right,
            };
            stage.update_map(|row| row.layout = layout);
            if let Some(root) = stage.shape.root().filter(|_| layout == Layout::Both) {
                stage.keep_branches(root);
            }
            Ok(Outcome::default())
        },
    ),
    Command::new(
        showing(
            SetTheme::SIGNATURE,
            Text::new("Theme", "主题"),
            Text::new("Sets the colours of the map.", "选择导图的配色。"),
        ),
        |stage, _| map_is_there(stage),
        |stage, args| {
            let palette = match args.text("theme") {
                Some("rainbow") => Palette::Rainbow,
                Some("ocean") => Palette::Ocean,
                Some("forest") => Palette::Forest,
                Some("sunset") => Palette::Sunset,
                Some("ink") => Palette::Ink,
                _ => Palette::Plain,
            };
            stage.update_map(|row| row.palette = palette);
            Ok(Outcome::default())
        },
    ),
    Command::new(
        showing(
            Focus::SIGNATURE,
            Text::new("Focus branch", "聚焦分支"),
            Text::new("Shows one branch alone, or the whole map again.", "只显示一个分支，或恢复显示整张导图。"),
        )
        .keys(&["Mod+Alt+F"]),
        branch_is_there,
        |stage, args| {
            let root = stage.shape.root();
            let focus = args.id("nodeId").filter(|&id| Some(id) != root);
            stage.update_map(|row| row.focus = focus);
            Ok(focus.map_or_else(Outcome::default, select))
        },
    ),
];

fn map_is_there(stage: &MapTarget<'_, '_>) -> Result<(), Reason> {
    let gone = || Reason::NotFound { kind: "map", name: stage.map.to_string() };
    stage.row().map(drop).ok_or_else(gone)
}

fn branch(stage: &MapTarget<'_, '_>, args: &Args) -> Result<NodeId, Reason> {
    match args.get("nodeId") {
        Some(_) => named(stage, args, "nodeId"),
        None => stage.shape.root().ok_or(Reason::NotFound { kind: "node", name: "root".to_owned() }),
    }
}

fn branch_is_there(stage: &MapTarget<'_, '_>, args: &Args) -> Result<(), Reason> {
    branch(stage, args).map(drop)
}

fn can_fold(stage: &MapTarget<'_, '_>, args: &Args, to: Option<bool>) -> Result<(), Reason> {
    let id = node(stage, args)?;
    let is_folded = stage.node(id)?.folded;
    // What is folded can be unfolded even where nothing is below it any more.
    let foldable = stage.shape.has_children(id) || (is_folded && to != Some(true));
    ensure(foldable, refuse("this node has no children", "节点没有下级"))
}

fn fold(stage: &mut MapTarget<'_, '_>, args: &Args, to: Option<bool>) -> Result<Outcome, Reason> {
    let id = node(stage, args)?;
    stage.arrange(id, |row| row.folded = to.unwrap_or(!row.folded));
    Ok(select(id))
}

/// Unfolds so many levels below the top of a branch and folds the deeper ones.
fn fold_to(stage: &mut MapTarget<'_, '_>, args: &Args, levels: usize) -> Result<Outcome, Reason> {
    let top = branch(stage, args)?;
    let mut work = vec![(top, 0)];
    while let Some((id, depth)) = work.pop() {
        let children = stage.shape.children(id).into_owned();
        let folded = depth >= levels && !children.is_empty();
        stage.arrange(id, |row| row.folded = folded);
        work.extend(children.into_iter().map(|child| (child, depth + 1)));
    }
    Ok(Outcome::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stored names are those of the commands.
    #[test]
    fn layouts_and_themes_are_called_as_they_are_stored() {
        let stored = |value: serde_json::Value| value.as_str().unwrap().to_owned();
        let layouts = [Layout::Right, Layout::Left, Layout::Both, Layout::OrgChart, Layout::Outline];
        assert_eq!(layouts.map(|layout| stored(serde_json::to_value(layout).unwrap())), LAYOUTS);
        let palettes =
            [Palette::Plain, Palette::Rainbow, Palette::Ocean, Palette::Forest, Palette::Sunset, Palette::Ink];
        assert_eq!(palettes.map(|palette| stored(serde_json::to_value(palette).unwrap())), PALETTES);
    }
}
