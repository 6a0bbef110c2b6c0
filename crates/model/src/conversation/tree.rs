//! The tree of a conversation, derived from the parents of its messages.
//!
//! Every function is total: data that is broken (a missing parent, a cycle, a leaf that is gone) still gives a tree
//! in which every message is reachable, and says what was repaired.
//! - T1 A message whose parent is missing becomes a first message.
//! - T2 A cycle is cut at its oldest message, which becomes a first message.
//! - T3 Siblings are in the order they were made.
//! - T4 No function loops or recurses with the depth of the tree.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Message, MessageId, Session};
use espalier_base::time::Timestamp;

/// A repair of broken data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// The message's parent is not in the session.
    MissingParent(MessageId),
    /// The message was its own ancestor.
    Cycle(MessageId),
}

/// The tree of a conversation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tree {
    parents: HashMap<MessageId, Option<MessageId>>,
    children: HashMap<Option<MessageId>, Vec<MessageId>>,
    /// Repairs that were made.
    pub repairs: Vec<Repair>,
}

impl Tree {
    /// Builds the tree of these messages.
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Self {
        let mut claimed = HashMap::new();
        for message in messages {
            claimed.insert(message.id, (message.created_at, message.parent));
        }
        // Imported messages have ids that say nothing about when they were made.
        let mut order: Vec<(Timestamp, MessageId)> = claimed.iter().map(|(&id, &(at, _))| (at, id)).collect();
        order.sort_unstable();
        let mut tree = Self { parents: HashMap::with_capacity(claimed.len()), ..Self::default() };
        for &(_, id) in &order {
            let parent = claimed.get(&id).and_then(|&(_, parent)| parent);
            let found = parent.filter(|parent| claimed.contains_key(parent));
            if found != parent {
                tree.repairs.push(Repair::MissingParent(id));
            }
            tree.parents.insert(id, found);
        }
        tree.cut_cycles(&order, |id| claimed.get(&id).map(|&(at, _)| (at, id)));
        for &(_, id) in &order {
            tree.children.entry(tree.parents.get(&id).copied().flatten()).or_default().push(id);
        }
        tree
    }

    fn cut_cycles(
        &mut self,
        order: &[(Timestamp, MessageId)],
        age: impl Fn(MessageId) -> Option<(Timestamp, MessageId)>,
    ) {
        let mut sound: HashSet<MessageId> = HashSet::with_capacity(order.len());
        for &(_, id) in order {
            let mut trail = Vec::new();
            let mut on_trail = HashSet::new();
            let mut next = Some(id);
            while let Some(current) = next {
                if sound.contains(&current) {
                    break;
                }
                if !on_trail.insert(current) {
                    let start = trail.iter().position(|&step| step == current).unwrap_or(0);
                    if let Some((_, oldest)) = trail[start..].iter().filter_map(|&step| age(step)).min() {
                        self.repairs.push(Repair::Cycle(oldest));
                        self.parents.insert(oldest, None);
                    }
                    break;
                }
                trail.push(current);
                next = self.parent(current);
            }
            sound.extend(trail);
        }
    }

    /// Returns the number of messages.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Whether the message is in the tree.
    pub fn contains(&self, id: MessageId) -> bool {
        self.parents.contains_key(&id)
    }

    /// Returns the message that `id` follows.
    pub fn parent(&self, id: MessageId) -> Option<MessageId> {
        self.parents.get(&id).copied().flatten()
    }

    /// Returns the messages that follow `id`, or the first messages of the conversation.
    pub fn children(&self, id: Option<MessageId>) -> &[MessageId] {
        self.children.get(&id).map_or(&[], Vec::as_slice)
    }

    /// `id` and the alternatives to it, in the order they were made.
    pub fn siblings(&self, id: MessageId) -> &[MessageId] {
        self.children(self.parent(id))
    }

    /// Returns the path from the first message to `leaf`; empty when `leaf` is not in the tree.
    pub fn path(&self, leaf: Option<MessageId>) -> Vec<MessageId> {
        let mut path = Vec::new();
        let mut next = leaf.filter(|&id| self.contains(id));
        while let Some(id) = next {
            path.push(id);
            next = self.parent(id);
        }
        path.reverse();
        path
    }

    /// `id` and everything below it, parents before children.
    pub fn subtree(&self, id: MessageId) -> Vec<MessageId> {
        let mut found = vec![id];
        let mut index = 0;
        while let Some(&current) = found.get(index) {
            found.extend_from_slice(self.children(Some(current)));
            index += 1;
        }
        found
    }

    /// Returns the leaf below `id` that the reader was at last; where nothing is remembered, the newest child is
    /// followed.
    pub fn leaf_below(&self, id: MessageId, choices: &BTreeMap<MessageId, MessageId>) -> MessageId {
        let mut current = id;
        loop {
            let children = self.children(Some(current));
            let remembered = choices.get(&current).copied().filter(|choice| children.contains(choice));
            let Some(next) = remembered.or_else(|| children.last().copied()) else {
                return current;
            };
            current = next;
        }
    }

    /// Returns the leaf to show: the session's own if it is sound, else the newest way down from the first messages.
    pub fn active_leaf(&self, session: &Session) -> Option<MessageId> {
        match session.active_leaf {
            Some(leaf) if self.contains(leaf) => Some(leaf),
            _ => {
                let roots = self.children(None);
                let remembered = session.choices.get(&nil()).copied().filter(|choice| roots.contains(choice));
                remembered.or_else(|| roots.last().copied()).map(|root| self.leaf_below(root, &session.choices))
            }
        }
    }

    /// Returns the leaf to show when `id` and everything below it is deleted: the next sibling's leaf, else the
    /// previous one's, else the parent.
    pub fn leaf_without(&self, id: MessageId, choices: &BTreeMap<MessageId, MessageId>) -> Option<MessageId> {
        let siblings = self.siblings(id);
        let position = siblings.iter().position(|&sibling| sibling == id)?;
        let neighbour = siblings.get(position + 1).or_else(|| position.checked_sub(1).and_then(|p| siblings.get(p)));
        match neighbour {
            Some(&sibling) => Some(self.leaf_below(sibling, choices)),
            None => self.parent(id),
        }
    }

    /// Returns the choices on the way to `leaf`, to be kept in [`Session::choices`] so that one comes back here.
    pub fn choices_to(&self, leaf: MessageId) -> Vec<(MessageId, MessageId)> {
        let path = self.path(Some(leaf));
        let mut choices = Vec::new();
        let mut parent = None;
        for id in path {
            if self.children(parent).len() > 1 {
                choices.push((parent.unwrap_or_else(nil), id));
            }
            parent = Some(id);
        }
        choices
    }
}

/// Returns the key of [`Session::choices`] under which the choice among several first messages is kept.
pub fn nil() -> MessageId {
    MessageId::from_uuid(uuid::Uuid::nil())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::persona::Role;

    fn id(number: u128) -> MessageId {
        MessageId::from_uuid(uuid::Uuid::from_u128(number))
    }

    fn message(number: u128, parent: Option<u128>) -> Message {
        let session = crate::SessionId::from_uuid(uuid::Uuid::from_u128(1));
        Message::new(id(number), session, parent.map(id), Role::User, "x", Timestamp(0))
    }

    fn check_path(rows: &[(u128, Option<u128>)], leaf: u128, expect: &[u128]) {
        let messages: Vec<Message> = rows.iter().map(|&(number, parent)| message(number, parent)).collect();
        let expect: Vec<MessageId> = expect.iter().map(|&number| id(number)).collect();
        assert_eq!(Tree::of(&messages).path(Some(id(leaf))), expect);
    }

    #[test]
    fn t1_an_orphan_becomes_a_first_message() {
        check_path(&[(2, Some(9)), (3, Some(2))], 3, &[2, 3]);
        assert_eq!(Tree::of(&[message(2, Some(9))]).repairs, [Repair::MissingParent(id(2))]);
    }

    #[test]
    fn t2_a_cycle_is_cut_at_its_oldest_message() {
        check_path(&[(2, Some(4)), (3, Some(2)), (4, Some(3))], 4, &[2, 3, 4]);
        check_path(&[(2, Some(2))], 2, &[2]);
    }

    #[test]
    fn t3_siblings_are_in_the_order_they_were_made_whatever_their_ids_are() {
        let mut messages = [message(9, None), message(3, Some(9)), message(2, Some(9)), message(1, Some(9))];
        messages[3].created_at = Timestamp(-1);
        messages[2].created_at = Timestamp(7);
        assert_eq!(Tree::of(&messages).children(Some(id(9))), [id(1), id(3), id(2)]);
    }

    #[test]
    fn the_leaf_below_a_fork_is_the_one_last_looked_at() {
        let messages = [message(1, None), message(2, Some(1)), message(3, Some(1)), message(4, Some(2))];
        let tree = Tree::of(&messages);
        assert_eq!(tree.leaf_below(id(1), &BTreeMap::new()), id(3));
        assert_eq!(tree.leaf_below(id(1), &BTreeMap::from([(id(1), id(2))])), id(4));
        assert_eq!(tree.choices_to(id(4)), [(id(1), id(2))]);
    }

    #[test]
    fn deleting_goes_to_the_next_sibling_then_the_previous_then_the_parent() {
        let messages = [message(1, None), message(2, Some(1)), message(3, Some(1)), message(4, Some(3))];
        let tree = Tree::of(&messages);
        assert_eq!(tree.leaf_without(id(2), &BTreeMap::new()), Some(id(4)));
        assert_eq!(tree.leaf_without(id(3), &BTreeMap::new()), Some(id(2)));
        assert_eq!(tree.leaf_without(id(4), &BTreeMap::new()), Some(id(3)));
    }

    proptest! {
        /// Checks that every message is in exactly one subtree of a first message, whatever the parents are.
        #[test]
        fn no_message_is_ever_lost(parents in prop::collection::vec(prop::option::of(0_u128..24), 0..20)) {
            let messages: Vec<Message> =
                parents.iter().enumerate().map(|(index, &parent)| message(index as u128, parent)).collect();
            let tree = Tree::of(&messages);
            let mut reached: Vec<MessageId> =
                tree.children(None).iter().flat_map(|&root| tree.subtree(root)).collect();
            reached.sort_unstable();
            prop_assert_eq!(reached, messages.iter().map(|message| message.id).collect::<Vec<_>>());
            for message in &messages {
                prop_assert_eq!(tree.path(Some(message.id)).pop(), Some(message.id));
            }
        }
    }
}
