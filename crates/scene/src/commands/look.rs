//! Commands that change only what is seen or selected, and those that first need to know what is.

use super::Command;
use espalier_command::call::Signature;
use espalier_command::commands;
use espalier_command::spec::{Category, EffectKind, Spec, Text};
use espalier_command::transaction::Outcome;

const fn view(signature: Signature, en: &'static str, zh: &'static str, keys: &'static [&'static str]) -> Command {
    let name = Text::new(en, zh);
    let spec = Spec::new(signature, Category::Shape, EffectKind::View, name, name).keys(keys);
    Command { spec, when: |_, _| Ok(()), run: |_, _| Ok(Outcome::default()) }
}

commands! {
    "scene.addSquare" AddSquare;
    "scene.addCircle" AddCircle;
    "scene.addTriangle" AddTriangle;
    "scene.selectAll" SelectAll;
    "scene.selectNone" SelectNone;
    "scene.invertSelection" InvertSelection;
    "scene.selectNext" SelectNext;
    "scene.selectPrevious" SelectPrevious;
    "scene.nearestLeft" NearestLeft;
    "scene.nearestRight" NearestRight;
    "scene.nearestUp" NearestUp;
    "scene.nearestDown" NearestDown;
    "scene.moveLeft" MoveLeft;
    "scene.moveRight" MoveRight;
    "scene.moveBack" MoveBack;
    "scene.moveForward" MoveForward;
    "scene.moveUp" MoveUp;
    "scene.moveDown" MoveDown;
    "scene.toggleSnap" ToggleSnap;
    "scene.savePicture" SavePicture;
    "scene.copyPicture" CopyPicture;
    "scene.focus" Focus;
    "scene.fit" Fit;
    "scene.zoomIn" ZoomIn;
    "scene.zoomOut" ZoomOut;
    "scene.viewPerspective" ViewPerspective;
    "scene.viewTop" ViewTop;
    "scene.viewFront" ViewFront;
    "scene.viewSide" ViewSide;
}

pub(super) const COMMANDS: &[Command] = &[
    view(AddSquare::SIGNATURE, "Add square", "添加正方形", &["Q"]),
    view(AddCircle::SIGNATURE, "Add circle", "添加圆形", &["C"]),
    view(AddTriangle::SIGNATURE, "Add triangle", "添加三角形", &["T"]),
    view(SelectAll::SIGNATURE, "Select all", "全选", &["Mod+A"]),
    view(SelectNone::SIGNATURE, "Select nothing", "取消选择", &["Escape"]),
    view(InvertSelection::SIGNATURE, "Invert selection", "反选", &["Mod+Shift+I"]),
    view(SelectNext::SIGNATURE, "Select next", "选择下一个", &["N"]),
    view(SelectPrevious::SIGNATURE, "Select previous", "选择上一个", &["Shift+N"]),
    view(NearestLeft::SIGNATURE, "Select nearest to the left", "选择左侧最近的图形", &["Alt+ArrowLeft"]),
    view(NearestRight::SIGNATURE, "Select nearest to the right", "选择右侧最近的图形", &["Alt+ArrowRight"]),
    view(NearestUp::SIGNATURE, "Select nearest above", "选择上方最近的图形", &["Alt+ArrowUp"]),
    view(NearestDown::SIGNATURE, "Select nearest below", "选择下方最近的图形", &["Alt+ArrowDown"]),
    view(MoveLeft::SIGNATURE, "Move left", "向左移动", &["ArrowLeft"]),
    view(MoveRight::SIGNATURE, "Move right", "向右移动", &["ArrowRight"]),
    view(MoveBack::SIGNATURE, "Move back", "向后移动", &["ArrowUp"]),
    view(MoveForward::SIGNATURE, "Move forward", "向前移动", &["ArrowDown"]),
    view(MoveUp::SIGNATURE, "Move up", "向上移动", &["PageUp"]),
    view(MoveDown::SIGNATURE, "Move down", "向下移动", &["PageDown"]),
    view(ToggleSnap::SIGNATURE, "Snap to the grid", "对齐网格", &["G"]),
    view(SavePicture::SIGNATURE, "Save a picture", "保存图片", &[]),
    view(CopyPicture::SIGNATURE, "Copy a picture", "复制图片", &["Mod+Shift+C"]),
    view(Focus::SIGNATURE, "Look at the selection", "查看所选图形", &["F"]),
    view(Fit::SIGNATURE, "Show everything", "显示全部", &["Shift+F"]),
    view(ZoomIn::SIGNATURE, "Zoom in", "放大", &["+", "="]),
    view(ZoomOut::SIGNATURE, "Zoom out", "缩小", &["-"]),
    view(ViewPerspective::SIGNATURE, "Perspective view", "透视图", &["1"]),
    view(ViewTop::SIGNATURE, "Top view", "俯视图", &["2"]),
    view(ViewFront::SIGNATURE, "Front view", "正视图", &["3"]),
    view(ViewSide::SIGNATURE, "Side view", "侧视图", &["4"]),
];
