//! Commands that change only what is seen or selected, and those that first need to know what is.

use super::Command;
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::Outcome;

const fn view(id: &'static str, en: &'static str, zh: &'static str, keys: &'static [&'static str]) -> Command {
    let name = Text::new(en, zh);
    let spec = Spec::new(id, Category::Shape, EffectKind::View, name, name).keys(keys);
    Command { spec, when: |_, _| Ok(()), run: |_, _| Ok(Outcome::default()) }
}

pub(super) const COMMANDS: &[Command] = &[
    view("scene.addSquare", "Add square", "添加正方形", &["Q"]),
    view("scene.addCircle", "Add circle", "添加圆形", &["C"]),
    view("scene.addTriangle", "Add triangle", "添加三角形", &["T"]),
    view("scene.selectAll", "Select all", "全选", &["Mod+A"]),
    view("scene.selectNone", "Select nothing", "取消选择", &["Escape"]),
    view("scene.invertSelection", "Invert selection", "反选", &["Mod+Shift+I"]),
    view("scene.selectNext", "Select next", "选择下一个", &["N"]),
    view("scene.selectPrevious", "Select previous", "选择上一个", &["Shift+N"]),
    view("scene.nearestLeft", "Select nearest to the left", "选择左侧最近的图形", &["Alt+ArrowLeft"]),
    view("scene.nearestRight", "Select nearest to the right", "选择右侧最近的图形", &["Alt+ArrowRight"]),
    view("scene.nearestUp", "Select nearest above", "选择上方最近的图形", &["Alt+ArrowUp"]),
    view("scene.nearestDown", "Select nearest below", "选择下方最近的图形", &["Alt+ArrowDown"]),
    view("scene.moveLeft", "Move left", "向左移动", &["ArrowLeft"]),
    view("scene.moveRight", "Move right", "向右移动", &["ArrowRight"]),
    view("scene.moveBack", "Move back", "向后移动", &["ArrowUp"]),
    view("scene.moveForward", "Move forward", "向前移动", &["ArrowDown"]),
    view("scene.moveUp", "Move up", "向上移动", &["PageUp"]),
    view("scene.moveDown", "Move down", "向下移动", &["PageDown"]),
    view("scene.toggleSnap", "Snap to the grid", "对齐网格", &["G"]),
    view("scene.savePicture", "Save a picture", "保存图片", &[]),
    view("scene.copyPicture", "Copy a picture", "复制图片", &["Mod+Shift+C"]),
    view("scene.focus", "Look at the selection", "查看所选图形", &["F"]),
    view("scene.fit", "Show everything", "显示全部", &["Shift+F"]),
    view("scene.zoomIn", "Zoom in", "放大", &["+", "="]),
    view("scene.zoomOut", "Zoom out", "缩小", &["-"]),
    view("scene.viewPerspective", "Perspective view", "透视图", &["1"]),
    view("scene.viewTop", "Top view", "俯视图", &["2"]),
    view("scene.viewFront", "Front view", "正视图", &["3"]),
    view("scene.viewSide", "Side view", "侧视图", &["4"]),
];
