//! The whole tree of a conversation as a drawing: a column for each depth, a lane for each branch.
//!
//! - O1 Messages are as many columns from the left as they have messages before them.
//! - O2 In a column, messages are at least one lane apart and in the order of the tree; a message is in the middle
//!   between its first and its last answer.
//! - O3 The drawing of a subtree does not depend on where it is, and subtrees stand as close as they can.
//! - O4 Time is linear in the number of messages, without recursion.
//!
//! The method is that of C. Buchheim, M. Jünger and S. Leipert, "Improving Walker's Algorithm to Run in Linear Time"
//! (Graph Drawing 2002).

mod tidy;

use espalier_base::collect;
use espalier_base::text;
use espalier_model::conversation::tree::Tree;
use espalier_model::conversation::{Message, MessageId, Part, Session, Status};
use espalier_model::persona::Role;

/// Number of characters of a message shown in the drawing.
const SNIPPET_CHARS: usize = 60;

/// A message in the drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct OutlineNode {
    /// The message.
    pub id: MessageId,
    /// The index of the message it follows.
    pub parent: Option<usize>,
    /// The column, from 0.
    pub column: usize,
    /// Place in the column: 0 is the first lane, messages are at least 1 apart.
    pub lane: f64,
    /// Role of the author.
    pub role: Role,
    /// Status of the message.
    pub status: Status,
    /// First words of the message.
    pub snippet: String,
    /// Whether it is on the path that is shown.
    pub on_path: bool,
    /// Number of answers to it.
    pub answers: usize,
}

/// The drawing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outline {
    /// The messages, column by column, in each by lane.
    pub nodes: Vec<OutlineNode>,
    /// The number of lanes: every lane is below it.
    pub lanes: f64,
    /// Beginning of each column in `nodes`, and the end of the last.
    starts: Vec<usize>,
}

impl Outline {
    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The indices of the messages of a column.
    pub fn column(&self, column: usize) -> std::ops::Range<usize> {
        match self.starts.get(column..column + 2) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// The indices of the messages inside these columns and lanes, for drawing only what is in view.
    pub fn within(&self, columns: std::ops::Range<usize>, lanes: std::ops::Range<f64>) -> Vec<usize> {
        let mut inside = Vec::new();
        for column in columns.start..columns.end.min(self.columns()) {
            let range = self.column(column);
            let nodes = &self.nodes[range.clone()];
            let first = nodes.partition_point(|node| node.lane < lanes.start);
            let last = nodes.partition_point(|node| node.lane < lanes.end);
            inside.extend(range.start + first..range.start + last);
        }
        inside
    }

    /// The lines of the drawing: from the index of a message to that of an answer to it.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let edge = |(index, node): (usize, &OutlineNode)| node.parent.map(|parent| (parent, index));
        self.nodes.iter().enumerate().filter_map(edge)
    }
}

/// Draws a conversation.
pub fn outline<'a>(session: &Session, messages: impl IntoIterator<Item = &'a Message>) -> Outline {
    let by_id = collect::map(messages.into_iter().map(|message| (message.id, message)));
    let tree = Tree::of(by_id.values().copied());
    let shown = collect::set(tree.path(tree.active_leaf(session)));
    let levels = Levels::of(&tree);
    let lanes = tidy::lanes(&levels.parents, &levels.children);
    let nodes: Vec<OutlineNode> = levels
        .ids
        .iter()
        .enumerate()
        .filter_map(|(index, id)| {
            let message = by_id.get(id)?;
            Some(OutlineNode {
                id: *id,
                parent: levels.parents[index],
                column: levels.starts.partition_point(|&start| start <= index) - 1,
                lane: lanes[index],
                role: message.role,
                status: message.status,
                snippet: snippet(message),
                on_path: shown.contains(id),
                answers: levels.children[index].len(),
            })
        })
        .collect();
    Outline { lanes: nodes.iter().map(|node| node.lane + 1.0).fold(0.0, f64::max), nodes, starts: levels.starts }
}

/// The messages of a tree in breadth-first order.
struct Levels {
    ids: Vec<MessageId>,
    parents: Vec<Option<usize>>,
    /// The answers to each message follow each other.
    children: Vec<std::ops::Range<usize>>,
    starts: Vec<usize>,
}

impl Levels {
    fn of(tree: &Tree) -> Self {
        let mut levels = Self {
            ids: tree.children(None).to_vec(),
            parents: vec![None; tree.children(None).len()],
            children: Vec::with_capacity(tree.len()),
            starts: vec![0],
        };
        let mut index = 0;
        while let Some(&id) = levels.ids.get(index) {
            let end_of_column = levels.starts.last().copied().unwrap_or(0);
            if index == end_of_column && index > 0 || levels.starts.len() == 1 {
                // The first message of a column is reached when all of its messages are known.
                levels.starts.push(levels.ids.len());
            }
            let start = levels.ids.len();
            let answers = tree.children(Some(id));
            levels.ids.extend_from_slice(answers);
            levels.parents.resize(levels.ids.len(), Some(index));
            levels.children.push(start..levels.ids.len());
            index += 1;
        }
        levels
    }
}

fn snippet(message: &Message) -> String {
    let said = message.parts.iter().find_map(|part| match part {
        Part::Text { text } | Part::Report { text } => {
            Some(text::title(text, SNIPPET_CHARS)).filter(|title| !title.is_empty())
        }
        Part::ToolCall { name, .. } => Some(name.clone()),
        Part::Reasoning { .. } | Part::ToolResult { .. } | Part::Opaque { .. } | Part::Attachment(_) => None,
    });
    said.or_else(|| Some(message.attachments().next()?.name.clone())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use espalier_base::time::Timestamp;
    use espalier_model::conversation::SessionId;

    fn id(number: u128) -> MessageId {
        MessageId::from_uuid(uuid::Uuid::from_u128(number))
    }

    fn draw(parents: &[Option<u128>]) -> Outline {
        let session = Session::new(SessionId::from_uuid(uuid::Uuid::from_u128(1)), Timestamp(0));
        let message = |(index, parent): (usize, &Option<u128>)| {
            let text = format!("message {index}");
            Message::new(id(index as u128), session.id, parent.map(id), Role::User, &text, Timestamp(0))
        };
        let messages: Vec<Message> = parents.iter().enumerate().map(message).collect();
        outline(&session, &messages)
    }

    fn check(parents: &[Option<u128>], expect: &[(usize, f64)]) {
        let drawn = draw(parents);
        let mut places: Vec<_> = drawn.nodes.iter().map(|node| (node.id, (node.column, node.lane))).collect();
        places.sort_unstable_by_key(|(id, _)| *id);
        let places: Vec<_> = places.into_iter().map(|(_, place)| place).collect();
        assert_eq!(places, expect);
    }

    #[test]
    fn o1_a_conversation_without_branches_is_one_line() {
        check(&[None, Some(0), Some(1)], &[(0, 0.0), (1, 0.0), (2, 0.0)]);
        assert_eq!(draw(&[]), Outline { starts: vec![0], ..Outline::default() });
    }

    #[test]
    fn o2_a_message_is_in_the_middle_of_its_answers() {
        check(&[None, Some(0), Some(0), Some(0)], &[(0, 1.0), (1, 0.0), (1, 1.0), (1, 2.0)]);
    }

    #[test]
    fn o3_a_deep_branch_and_a_wide_one_stand_close() {
        // 1 goes on in a line, 2 forks: in the columns they share they are one lane apart.
        check(
            &[None, Some(0), Some(0), Some(1), Some(2), Some(2)],
            &[(0, 0.75), (1, 0.0), (1, 1.5), (2, 0.0), (2, 1.0), (2, 2.0)],
        );
    }

    #[test]
    fn several_first_messages_are_side_by_side() {
        let drawn = draw(&[None, None, Some(1)]);
        assert_eq!((drawn.columns(), drawn.lanes), (2, 2.0));
        assert_eq!(drawn.edges().collect::<Vec<_>>(), [(1, 2)]);
        assert_eq!(drawn.nodes[2].snippet, "message 2");
        assert!(drawn.nodes[2].on_path && !drawn.nodes[0].on_path);
    }

    #[test]
    fn o4_ten_thousand_messages_in_a_line_do_not_overflow_the_stack() {
        let parents: Vec<Option<u128>> = (0..10_000_u128).map(|index| index.checked_sub(1)).collect();
        let drawn = draw(&parents);
        assert_eq!((drawn.columns(), drawn.lanes), (10_000, 1.0));
    }

    proptest! {
        #[test]
        fn o2_nothing_overlaps_and_parents_are_centred(
            parents in prop::collection::vec(prop::option::weighted(0.9, any::<prop::sample::Index>()), 1..60),
        ) {
            let parents: Vec<Option<u128>> = parents.iter().enumerate()
                .map(|(index, parent)| parent.filter(|_| index > 0).map(|parent| parent.index(index) as u128))
                .collect();
            let drawn = draw(&parents);
            prop_assert_eq!(drawn.nodes.len(), parents.len());
            for column in 0..drawn.columns() {
                let lanes: Vec<f64> = drawn.nodes[drawn.column(column)].iter().map(|node| node.lane).collect();
                prop_assert!(lanes.windows(2).all(|pair| pair[1] - pair[0] >= 1.0 - 1e-9), "{lanes:?}");
                prop_assert!(drawn.nodes[drawn.column(column)].iter().all(|node| node.column == column));
            }
            for (index, node) in drawn.nodes.iter().enumerate() {
                let answers: Vec<f64> = drawn.nodes.iter().filter(|child| child.parent == Some(index)).map(|child| child.lane).collect();
                if let (Some(first), Some(last)) = (answers.first(), answers.last()) {
                    prop_assert!((node.lane - (first + last) / 2.0).abs() < 1e-6);
                }
                prop_assert!(node.lane >= -1e-9 && node.lane < drawn.lanes);
                prop_assert_eq!(answers.len(), node.answers);
            }
            let all = drawn.within(0..drawn.columns(), 0.0..drawn.lanes + 1.0);
            prop_assert_eq!(all.len(), drawn.nodes.len());
        }
    }
}
