//! One node of a map as it is drawn.
//!
//! Must not be in here: where it stands, what is done with it.

use std::rc::Rc;

use yew::prelude::*;

use crate::base::text::truncate;
use crate::feature::mindmap::face::{self, Face, MARK, PAD_X, PAD_Y};
use crate::feature::mindmap::ghost::Mark;
use crate::feature::mindmap::layout::{Heading, Rect};
use crate::i18n::map::Assist;
use crate::model::Node;
use crate::model::mindmap::Task;
use crate::ui::store::use_messages;

/// See [`MapNode`].
#[derive(Debug, Clone, Properties)]
pub struct MapNodeProps {
    /// The row.
    pub node: Rc<Node>,
    /// How it looks.
    pub face: Rc<Face>,
    /// Where it stands.
    pub rect: Rect,
    /// The level in the tree, the root being 1.
    pub level: u32,
    /// Its position among its siblings, from 1, and their number.
    pub among: (u32, u32),
    /// The colour of its branch.
    pub colour: u8,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether the keyboard is at it.
    pub primary: bool,
    /// What an open proposal would do to it.
    pub mark: Option<Mark>,
    /// Whether it is among what was looked for.
    pub found: bool,
    /// Where its handle is and how much it hides, when it has children.
    pub handle: Option<(f64, f64, u32)>,
    /// Where it lies, seen from its parent.
    pub heading: Heading,
}

impl PartialEq for MapNodeProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.node, &other.node)
            && Rc::ptr_eq(&self.face, &other.face)
            && (self.rect, self.level, self.among, self.colour) == (other.rect, other.level, other.among, other.colour)
            && (self.selected, self.primary, self.found) == (other.selected, other.primary, other.found)
            && (self.handle, self.heading) == (other.handle, other.heading)
            && self.mark == other.mark
    }
}

/// See the module.
#[component]
pub fn MapNode(props: &MapNodeProps) -> Html {
    let words = use_messages();
    let (node, face, rect) = (&props.node, &props.face, &props.rect);
    let title = if node.title.is_empty() { words.map.untitled } else { node.title.as_str() };
    let is_root = props.heading == Heading::Root;
    let folds = props.handle.is_some();
    let class = classes!(
        "map-node",
        format!("map-colour-{}", props.colour),
        is_root.then_some("map-root"),
        (props.level == 2).then_some("map-main-branch"),
        props.selected.then_some("map-selected"),
        props.found.then_some("map-found"),
        (node.task == Task::Done).then_some("map-done"),
        props.mark.as_ref().map(|mark| format!("map-ghost map-ghost-{}", mark.name())),
    );
    html! {
        <g
            {class} role="treeitem" data-testid="map-node" data-id={node.id.to_string()}
            data-short-id={node.short.to_string()} data-title={node.title.clone()}
            data-depth={(props.level - 1).to_string()} data-folded={(folds && node.folded).to_string()}
            data-selected={props.selected.to_string()}
            aria-label={spoken(props, title, &words.map.assist)} aria-level={props.level.to_string()}
            aria-posinset={props.among.0.to_string()} aria-setsize={props.among.1.to_string()}
            aria-expanded={folds.then(|| (!node.folded).to_string())} aria-selected={props.selected.to_string()}
            tabindex={if props.primary { "0" } else { "-1" }}
            transform={format!("translate({:.1} {:.1})", rect.x, rect.y)}
        >
            <rect
                class="map-box" width={format!("{:.1}", rect.width)} height={format!("{:.1}", rect.height)} rx="8"
                stroke={node.color.map(|color| color.to_string())}
            />
            { for marks(node, face) }
            { for lines(face) }
            { for tags(face) }
            { handle(props, words.map.hidden) }
            { ghost(props, &words.map.assist) }
        </g>
    }
}

/// What is said of a node: its title, its tags, how much it hides, what an open proposal would do to it; the words that
/// are drawn stand in the same order, with spaces between them.
fn spoken(props: &MapNodeProps, title: &str, say: &Assist) -> String {
    let mark = props.mark.as_ref().map(|mark| change_of(mark, &props.node, say));
    let hidden = props.handle.filter(|_| props.node.folded).map(|(_, _, hidden)| hidden.to_string());
    let parts = std::iter::once(title.to_owned()).chain(props.node.tags.iter().cloned()).chain(hidden).chain(mark);
    parts.collect::<Vec<_>>().join(", ")
}

/// What an open proposal would do, in a few words.
fn change_of(mark: &Mark, node: &Node, say: &Assist) -> String {
    const CHARS: usize = 40;
    match mark {
        Mark::Added => say.added.to_owned(),
        Mark::Changed(title) if *title == node.title => say.altered.to_owned(),
        Mark::Changed(title) => (say.changed)(&truncate(title, CHARS)),
        Mark::Moved(parent) => (say.moved)(&truncate(parent, CHARS)),
        Mark::Removed => say.removed.to_owned(),
    }
}

/// What an open proposal would do, in words beside the node.
fn ghost(props: &MapNodeProps, say: &Assist) -> Html {
    let Some(mark) = &props.mark else { return Html::default() };
    let text = change_of(mark, &props.node, say);
    let width = props.face.width;
    html! {
        <g class="map-ghost-mark" data-testid="ghost" data-change={mark.name()} data-id={props.node.id.to_string()} data-title={match mark {
            Mark::Changed(title) => title.clone(),
            _ => props.node.title.clone(),
        }}>
            <rect class="map-ghost-box" x="-3" y="-3" width={format!("{:.1}", width + 6.0)} height={format!("{:.1}", props.face.height + 6.0)} rx="10" />
            <text class="map-ghost-text" aria-hidden="true" x={format!("{:.1}", width + 9.0)} y="9">{ format!(" {text}") }</text>
        </g>
    }
}

fn lines(face: &Face) -> impl Iterator<Item = Html> + '_ {
    face.lines.iter().enumerate().map(|(at, line)| {
        let (x, y) = (format!("{:.1}", face.text_x()), format!("{:.1}", face.baseline(at)));
        // The space at the end is not seen: it keeps the words of two lines apart for those who hear them.
        let line = if at + 1 == face.lines.len() { line.clone() } else { format!("{line} ") };
        html! { <text class="map-text" {x} {y}>{ line }</text> }
    })
}

fn marks(node: &Node, face: &Face) -> impl Iterator<Item = Html> {
    let y = face.baseline(0);
    let has_task = node.task != Task::None;
    signs(node, face).into_iter().enumerate().map(move |(at, (x, mark))| {
        // What can be pressed for itself says what it is.
        let sign = match mark.as_str() {
            "☐" | "☑" if has_task && at == 0 => Some("task"),
            "≡" => Some("note"),
            "↗" => Some("link"),
            _ => None,
        };
        html! {
            <text class="map-mark" data-sign={sign} x={format!("{x:.1}")} y={format!("{y:.1}")} aria-hidden="true">{ mark }</text>
        }
    })
}

/// The signs before and behind a title, each with its distance from the left of the box.
pub fn signs(node: &Node, face: &Face) -> Vec<(f32, String)> {
    let box_of = match node.task {
        Task::None => None,
        Task::Open => Some("☐"),
        Task::Done => Some("☑"),
    };
    let before = box_of.into_iter().map(str::to_owned).chain(node.icons.iter().map(|icon| picture(icon)));
    let behind = [(!node.note.is_empty()).then_some("≡"), node.link.is_some().then_some("↗")];
    let right = face.width - PAD_X - face.behind as f32 * MARK;
    let before = before.enumerate().map(|(at, mark)| (PAD_X + at as f32 * MARK, mark));
    let behind = behind.into_iter().flatten().map(str::to_owned).enumerate();
    let behind = behind.map(move |(at, mark)| (right + at as f32 * MARK + 6.0, mark));
    before.chain(behind).collect()
}

/// An icon's picture: what it is called by files of other programs, else the icon itself.
fn picture(icon: &str) -> String {
    let known = match icon {
        "yes" | "important" => "❗",
        "idea" => "💡",
        "help" => "❓",
        "button_ok" | "check" => "✅",
        "button_cancel" => "❌",
        "messagebox_warning" | "warning" => "⚠️",
        "flag" | "flag-orange" | "flag-green" => "🚩",
        "bookmark" | "star" => "⭐",
        "full-1" | "priority-1" => "①",
        "full-2" | "priority-2" => "②",
        "full-3" | "priority-3" => "③",
        "calendar" => "📅",
        "clock" => "🕒",
        "heart" => "❤️",
        "smily_bad" => "🙁",
        "ksmiletris" => "🙂",
        "" => "•",
        other if other.chars().count() <= 2 => other,
        _ => "◆",
    };
    known.to_owned()
}

fn tags(face: &Face) -> Vec<Html> {
    let y = face.height - PAD_Y - face::TAG_ROW + 3.0;
    let mut x = PAD_X;
    let mut drawn = Vec::with_capacity(face.tags.len());
    for (tag, width) in &face.tags {
        drawn.push(html! {
            <g class="map-tag" aria-hidden="true" transform={format!("translate({x:.1} {y:.1})")}>
                <rect width={format!("{width:.1}")} height="15" rx="7.5" />
                <text x={format!("{:.1}", face::TAG_PAD)} y="11">{ format!(" {tag}") }</text>
            </g>
        });
        x += width + face::TAG_GAP;
    }
    drawn
}

fn handle(props: &MapNodeProps, say: fn(usize) -> String) -> Html {
    let Some((x, y, hidden)) = props.handle else { return Html::default() };
    let shown = props.node.folded.then(|| {
        html! { <text class="map-count" text-anchor="middle" y="3.5">{ format!(" {hidden}") }</text> }
    });
    let sign = (!props.node.folded).then(|| html! { <path class="map-minus" d="M-3 0h6" /> });
    html! {
        <g
            class={classes!("map-fold", props.node.folded.then_some("map-folded"))} data-testid="fold"
            data-count={hidden.to_string()} transform={format!("translate({x:.1} {y:.1})")}
        >
            <title>{ if props.node.folded { say(hidden as usize) } else { String::new() } }</title>
            <circle r="8" />
            { shown }{ sign }
        </g>
    }
}
