//! One node of a map as it is drawn.

use std::rc::Rc;

use yew::prelude::*;

use crate::store::use_messages;
use espalier_base::text::truncate;
use espalier_i18n::map::Assist;
use espalier_mindmap::change_preview::Mark;
use espalier_mindmap::edge::EdgeColor;
use espalier_mindmap::label::{self, MARK, NodeLabel, Rank};
use espalier_mindmap::layout::Rect;
use espalier_mindmap::theme::{BoxDrawing, Theme, is_light};
use espalier_model::Node;
use espalier_model::mindmap::{Color, Palette, Task};

#[derive(Debug, Clone, Properties)]
pub struct MapNodeProps {
    pub node: Rc<Node>,
    /// Its measured label.
    pub label: Rc<NodeLabel>,
    pub rect: Rect,
    /// The level in the tree, the root being 1.
    pub level: u32,
    /// Its position among its siblings, from 1, and their number.
    pub among: (u32, u32),
    pub ink: EdgeColor,
    pub theme: Palette,
    pub selected: bool,
    /// Whether the keyboard is at it.
    pub primary: bool,
    /// Change that an open proposal would make to it.
    pub mark: Option<Mark>,
    /// Whether it is among what was looked for.
    pub found: bool,
    /// Whether it is on its way to another place.
    pub leaves: bool,
    /// Position of its fold handle and number of hidden nodes, if it has children.
    pub handle: Option<(f64, f64, u32)>,
}

impl PartialEq for MapNodeProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.node, &other.node)
            && Rc::ptr_eq(&self.label, &other.label)
            && (self.rect, self.level, self.among) == (other.rect, other.level, other.among)
            && (self.ink, self.theme, self.handle) == (other.ink, other.theme, other.handle)
            && (self.selected, self.primary) == (other.selected, other.primary)
            && (self.found, self.leaves) == (other.found, other.leaves)
            && self.mark == other.mark
    }
}

/// A node of a map, as elements of the SVG.
#[component]
pub fn MapNode(props: &MapNodeProps) -> Html {
    let words = use_messages();
    let (node, label, rect) = (&props.node, &props.label, &props.rect);
    let title = if node.title.is_empty() { words.map.untitled } else { node.title.as_str() };
    let theme = Theme::of(props.theme);
    let radius = theme.radius(label.rank, rect.height);
    let folds = props.handle.is_some();
    let class = classes!(
        "map-node",
        ink_class(props.ink),
        rank_class(label.rank),
        coat_class(theme.coat(label.rank, node.color.is_some())),
        own(props.ink).map(|color| if is_light(color) { "map-on-light" } else { "map-on-dark" }),
        props.leaves.then_some("map-leaving"),
        props.selected.then_some("map-selected"),
        props.found.then_some("map-found"),
        (props.found && props.primary).then_some("map-hit"),
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
            transform={format!("translate({:.1} {:.1})", rect.x, rect.y)} color={own(props.ink).map(|color| color.to_string())}
        >
            <rect
                class="map-box" width={format!("{:.1}", rect.width)} height={format!("{:.1}", rect.height)}
                rx={format!("{radius:.1}")}
            />
            { (props.selected || props.primary).then(|| ring(rect, radius)) }
            { for marks(node, label) }
            { for lines(label) }
            { for tags(label) }
            { handle(props, words.map.hidden) }
            { ghost(props) }
        </g>
    }
}

/// Returns a node's accessible name: title, tags, number of hidden nodes, proposed change. The words that are drawn
/// stand in the same order, with spaces between them.
fn spoken(props: &MapNodeProps, title: &str, say: &Assist) -> String {
    let mark = props.mark.as_ref().map(|mark| change_of(mark, &props.node, say));
    let hidden = props.handle.filter(|_| props.node.folded).map(|(_, _, hidden)| hidden.to_string());
    let parts = std::iter::once(title.to_owned()).chain(props.node.tags.iter().cloned()).chain(hidden).chain(mark);
    parts.collect::<Vec<_>>().join(", ")
}

/// Describes a proposed change in a few words.
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

/// Draws the frame around a proposed change.
fn ghost(props: &MapNodeProps) -> Html {
    let Some(mark) = &props.mark else { return Html::default() };
    let width = props.label.width;
    html! {
        <g class="map-ghost-mark" data-testid="ghost" data-change={mark.name()} data-id={props.node.id.to_string()} data-title={match mark {
            Mark::Changed(title) => title.clone(),
            _ => props.node.title.clone(),
        }}>
            <rect class="map-ghost-box" x="-1.5" y="-1.5" width={format!("{:.1}", width + 3.0)} height={format!("{:.1}", props.label.height + 3.0)} rx="8" />
        </g>
    }
}

/// Draws the proposed change of a node as a label at its corner, above all nodes so that none hides it.
pub fn ghost_label(node: &Node, rect: &Rect, mark: &Mark, say: &Assist) -> Html {
    let text = change_of(mark, node, say);
    // A long one begins with the node, a short one ends with it.
    let is_long = text.chars().count() as f64 * 6.0 > rect.width;
    let (x, anchor) = if is_long { (rect.x, "start") } else { (rect.right(), "end") };
    html! {
        <text
            key={node.id.to_string()} class={classes!("map-ghost-text", "map-ghost", format!("map-ghost-{}", mark.name()))}
            aria-hidden="true" text-anchor={anchor} x={format!("{x:.1}")} y={format!("{:.1}", rect.y + 1.0)}
        >
            { text }
        </text>
    }
}

/// The colour, if it is one that was chosen.
pub fn own(ink: EdgeColor) -> Option<Color> {
    match ink {
        EdgeColor::Own(rgb) => Some(Color { rgb }),
        EdgeColor::Root | EdgeColor::Branch(_) => None,
    }
}

/// Returns the class that sets an ink's colour; a chosen colour is set by an attribute.
pub fn ink_class(ink: EdgeColor) -> Option<String> {
    match ink {
        EdgeColor::Root => Some("map-ink".to_owned()),
        EdgeColor::Branch(branch) => Some(format!("map-colour-{branch}")),
        EdgeColor::Own(_) => None,
    }
}

const fn rank_class(rank: Rank) -> &'static str {
    match rank {
        Rank::Root => "map-root",
        Rank::Main => "map-main-branch",
        Rank::Leaf => "map-leaf",
    }
}

/// The class that gives a box its ground and its edge.
pub const fn coat_class(coat: BoxDrawing) -> &'static str {
    match coat {
        BoxDrawing::Bare => "map-bare",
        BoxDrawing::Solid => "map-solid",
        BoxDrawing::Tint => "map-tint",
        BoxDrawing::Edged => "map-edged",
        BoxDrawing::Outline => "map-outline",
    }
}

/// Around what is selected, whatever is drawn of its box.
fn ring(rect: &Rect, radius: f64) -> Html {
    html! {
        <rect
            class="map-ring" x="-3" y="-3" width={format!("{:.1}", rect.width + 6.0)}
            height={format!("{:.1}", rect.height + 6.0)} rx={format!("{:.1}", radius + 3.0)}
        />
    }
}

/// Draws the dragged copy of a node, with a second sheet behind it and a number if several are dragged.
pub fn carried(node: &Node, label: &NodeLabel, ink: EdgeColor, theme: &Theme, count: usize) -> Html {
    let (width, height) = (format!("{:.1}", label.width), format!("{:.1}", label.height));
    let rx = format!("{:.1}", theme.radius(label.rank, f64::from(label.height)));
    let coat = theme.coat(label.rank, node.color.is_some());
    let light = own(ink).map(|color| if is_light(color) { "map-on-light" } else { "map-on-dark" });
    let class = classes!("map-carried-node", ink_class(ink), rank_class(label.rank), coat_class(coat), light);
    let number = (count > 1).then(|| {
        let wide = 10.0 + 6.5 * count.to_string().len() as f32;
        html! {
            <g class="map-carried-count" transform={format!("translate({width} 0)")}>
                <rect x={format!("{:.1}", -wide / 2.0)} y="-9" width={format!("{wide:.1}")} height="18" rx="9" />
                <text text-anchor="middle" y="4">{ count }</text>
            </g>
        }
    });
    html! {
        <g {class} color={own(ink).map(|color| color.to_string())}>
            { (count > 1).then(|| html! {
                <rect class="map-box" x="5" y="5" width={width.clone()} height={height.clone()} rx={rx.clone()} />
            }) }
            <rect class="map-box" width={width.clone()} height={height.clone()} rx={rx.clone()} />
            { for marks(node, label) }
            { for lines(label) }
            { for tags(label) }
            { number }
        </g>
    }
}

fn lines(label: &NodeLabel) -> impl Iterator<Item = Html> + '_ {
    let (is_centred, x) = label.anchor();
    label.lines.iter().enumerate().map(move |(at, line)| {
        let (x, y) = (format!("{x:.1}"), format!("{:.1}", label.baseline(at)));
        // The space at the end is not seen: it keeps the words of two lines apart for those who hear them.
        let line = if at + 1 == label.lines.len() { line.clone() } else { format!("{line} ") };
        html! { <text class="map-text" text-anchor={is_centred.then_some("middle")} {x} {y}>{ line }</text> }
    })
}

fn marks(node: &Node, label: &NodeLabel) -> impl Iterator<Item = Html> {
    let y = label.baseline(0);
    let has_task = node.task != Task::None;
    signs(node, label).into_iter().enumerate().map(move |(at, (x, mark))| {
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
pub fn signs(node: &Node, label: &NodeLabel) -> Vec<(f32, String)> {
    let box_of = match node.task {
        Task::None => None,
        Task::Open => Some("☐"),
        Task::Done => Some("☑"),
    };
    let before = box_of.into_iter().map(str::to_owned).chain(node.icons.iter().map(|icon| picture(icon)));
    let behind = [(!node.note.is_empty()).then_some("≡"), node.link.is_some().then_some("↗")];
    let pad = label.rank.pad_x();
    let right = label.width - pad - label.behind as f32 * MARK;
    let before = before.enumerate().map(|(at, mark)| (pad + at as f32 * MARK, mark));
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

fn tags(label: &NodeLabel) -> Vec<Html> {
    let y = label.tags_y();
    let mut x = label.tags_x();
    let mut drawn = Vec::with_capacity(label.tags.len());
    for (tag, width) in &label.tags {
        drawn.push(html! {
            <g class="map-tag" aria-hidden="true" transform={format!("translate({x:.1} {y:.1})")}>
                <rect width={format!("{width:.1}")} height="15" rx="7.5" />
                <text x={format!("{:.1}", label::TAG_PAD)} y="11">{ format!(" {tag}") }</text>
            </g>
        });
        x += width + label::TAG_GAP;
    }
    drawn
}

fn handle(props: &MapNodeProps, say: fn(usize) -> String) -> Html {
    let Some((x, y, hidden)) = props.handle else { return Html::default() };
    let shown = props.node.folded.then(|| {
        html! { <text class="map-count" text-anchor="middle" y="3.5">{ format!(" {hidden}") }</text> }
    });
    // As wide as its number, and growing away from the node.
    let digits = if props.node.folded { hidden.to_string().len() } else { 1 };
    let wide = (10.0 + 6.0 * digits as f64).max(16.0);
    let more = (wide - 16.0) / 2.0;
    let x = if x <= 0.0 {
        x - more
    } else if x >= props.rect.width {
        x + more
    } else {
        x
    };
    let sign = (!props.node.folded).then(|| html! { <path class="map-minus" d="M-3 0h6" /> });
    html! {
        <g
            class={classes!("map-fold", props.node.folded.then_some("map-folded"))} data-testid="fold"
            data-count={hidden.to_string()} transform={format!("translate({x:.1} {y:.1})")}
        >
            <title>{ if props.node.folded { say(hidden as usize) } else { String::new() } }</title>
            <rect x={format!("{:.1}", -wide / 2.0)} y="-8" width={format!("{wide:.1}")} height="16" rx="8" />
            { shown }{ sign }
        </g>
    }
}
