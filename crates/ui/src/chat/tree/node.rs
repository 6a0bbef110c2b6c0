//! One message in the drawing of the tree.

use yew::prelude::*;

use super::viewport::{NODE_HEIGHT, NODE_WIDTH, corner, fitting};
use crate::store::use_messages;
use espalier_chat::outline::OutlineNode;
use espalier_i18n::Messages;
use espalier_model::MessageId;
use espalier_model::conversation::Status;
use espalier_model::persona::Role;

/// Number of narrow letters that fit into the box; wider text is cut off at its edge.
const LETTERS: usize = 26;
/// Space around the mark of who says it.
const INDENT: f64 = 14.0;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct TreeNodeProps {
    /// The message.
    pub node: OutlineNode,
    /// Whether it is the last one shown.
    pub current: bool,
    /// Whether the Tab key stops at it; arrows lead to the others.
    pub tab_stop: bool,
    /// Shows the branch of a message.
    pub onchoose: Callback<MessageId>,
}

/// A message in the drawing of the tree.
#[component]
pub fn TreeNode(props: &TreeNodeProps) -> Html {
    let words = use_messages();
    let node = &props.node;
    let (x, y) = corner(node);
    let onclick = {
        let (id, onchoose) = (node.id, props.onchoose.clone());
        Callback::from(move |_: MouseEvent| onchoose.emit(id))
    };
    let text = if node.snippet.is_empty() { words.chat.tree.empty } else { &node.snippet };
    let label = format!("{}: {text}", speaker(node.role, words));
    let class = classes!(
        "tree-node",
        class_of(node.role),
        node.on_path.then_some("tree-node-shown"),
        matches!(node.status, Status::Error | Status::Stopped).then_some("tree-node-broken")
    );
    html! {
        <g
            {class} transform={format!("translate({x:.1} {y:.1})")} role="treeitem" aria-label={label}
            aria-level={(node.column + 1).to_string()} aria-selected={if props.current { "true" } else { "false" }}
            tabindex={if props.tab_stop { "0" } else { "-1" }} autofocus={props.tab_stop}
            data-testid="tree-node" data-id={node.id.to_string()} {onclick}
        >
            <rect width={NODE_WIDTH.to_string()} height={NODE_HEIGHT.to_string()} rx="8" />
            <circle cx={INDENT.to_string()} cy={(NODE_HEIGHT / 2.0).to_string()} r="4" />
            <svg x={(2.0 * INDENT).to_string()} width={(NODE_WIDTH - 2.5 * INDENT).to_string()} height={NODE_HEIGHT.to_string()}>
                <text y={(NODE_HEIGHT / 2.0).to_string()} dominant-baseline="central">{ fitting(text, LETTERS) }</text>
            </svg>
        </g>
    }
}

const fn class_of(role: Role) -> &'static str {
    match role {
        Role::User => "tree-node-user",
        Role::Assistant => "tree-node-assistant",
        Role::System => "tree-node-system",
    }
}

fn speaker(role: Role, words: &Messages) -> &'static str {
    match role {
        Role::User => words.chat.you,
        Role::Assistant => words.chat.assistant,
        Role::System => words.chat.system,
    }
}
