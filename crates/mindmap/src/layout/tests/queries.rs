//! Queries of a layout, against answers found by looking at everything.

use super::*;

fn point() -> impl Strategy<Value = Point> {
    (-1500.0..1500.0_f64, -900.0..900.0_f64).prop_map(|(x, y)| Point { x, y })
}

fn arrangement() -> impl Strategy<Value = Arrangement> {
    prop::sample::select(ARRANGEMENTS.to_vec())
}

/// Forward and sideways distance between two boxes, and whether the second is ahead at all.
fn ahead_and_aside(direction: Direction, own: &Rect, other: &Rect) -> (bool, f64, f64) {
    let (a, b) = (own.centre(), other.centre());
    let beyond = |gap: f64| gap.max(0.0);
    let aside_x = beyond((other.x - own.right()).max(own.x - other.right()));
    let aside_y = beyond((other.y - own.bottom()).max(own.y - other.bottom()));
    match direction {
        Direction::Left => (b.x < a.x, beyond(own.x - other.right()), aside_y),
        Direction::Right => (b.x > a.x, beyond(other.x - own.right()), aside_y),
        Direction::Up => (b.y < a.y, beyond(own.y - other.bottom()), aside_x),
        Direction::Down => (b.y > a.y, beyond(other.y - own.bottom()), aside_x),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_in_view_is_what_touches_it(map in maps(200), how in arrangement(), a in point(), b in point()) {
        let layout = map.layout(how);
        let view = Rect::between(a, b);
        let all = 0..layout.boxes.len();
        let boxes: Vec<u32> = all.clone().filter(|&place| layout.boxes[place].touches(&view)).map(|place| place as u32).collect();
        prop_assert_eq!(layout.boxes_in(&view), boxes);
        let touches = |place: &usize| layout.edge(*place).is_some_and(|edge| edge.bounds().touches(&view));
        let edges: Vec<u32> = all.filter(touches).map(|place| place as u32).collect();
        prop_assert_eq!(layout.edges_in(&view), edges);
    }

    #[test]
    fn the_nearest_is_the_nearest(map in maps(200), how in arrangement(), at in point(), reach in 0.0..2000.0_f64) {
        let layout = map.layout(how);
        let may = |place: usize| place % 3 != 1;
        let distance = |place: usize| layout.boxes[place].distance_squared(at);
        let candidates = (0..layout.boxes.len()).filter(|&place| may(place) && distance(place) <= reach * reach);
        let nearest = candidates.min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        prop_assert_eq!(layout.nearest(at, reach, &may), nearest);
    }

    #[test]
    fn arrows_lead_where_they_point(map in maps(200), how in arrangement(), from in any::<prop::sample::Index>()) {
        let layout = map.layout(how);
        let from = from.index(layout.boxes.len());
        for direction in [Direction::Left, Direction::Right, Direction::Up, Direction::Down] {
            let Some(to) = layout.neighbour(from, direction) else { continue };
            prop_assert_ne!(from, to);
            if how == Arrangement::Outline || layout.parent(to) == Some(from) || layout.parent(from) == Some(to) {
                continue;
            }
            let score = |to: usize| {
                let (is_ahead, ahead, aside) = ahead_and_aside(direction, &layout.boxes[from], &layout.boxes[to]);
                is_ahead.then_some(ahead + 3.0 * aside)
            };
            let found = score(to).expect("it is ahead");
            // Nothing is clearly nearer, unless the way out of the map is narrower.
            let is_across = matches!(direction, Direction::Up | Direction::Down) == (how != Arrangement::OrgChart);
            let nearer = (0..layout.boxes.len()).filter(|&other| other != from).filter_map(score).fold(found, f64::min);
            let slack = 0.05 * (layout.bounds.width + layout.bounds.height) + TINY;
            prop_assert!(!is_across || found <= nearer + slack, "{} {}", found, nearer);
        }
    }

    #[test]
    fn every_node_is_reached_along_the_branches(map in maps(60), how in arrangement()) {
        let layout = map.layout(how);
        for place in 0..layout.boxes.len() {
            let Some(parent) = layout.parent(place) else { continue };
            if how == Arrangement::OrgChart && layout.headings[place] == Heading::Indented {
                // The rows of a list are gone through one by one, and come after their parent.
                let above = layout.neighbour(place, Direction::Up).expect("there is one");
                prop_assert!(above == parent || layout.parent(above) == Some(parent));
                prop_assert_eq!(layout.neighbour(above, Direction::Down), Some(place));
                continue;
            }
            let (out, back) = match layout.headings[place] {
                Heading::Left => (Direction::Left, Direction::Right),
                Heading::Down => (Direction::Down, Direction::Up),
                _ => (Direction::Right, Direction::Left),
            };
            prop_assert_eq!(layout.neighbour(place, back), Some(parent));
            let child = layout.neighbour(parent, out).expect("there is one");
            prop_assert_eq!(layout.parent(child), Some(parent));
        }
    }

    #[test]
    fn a_drop_can_be_done(map in maps(60), how in arrangement(), at in point(), dragged in prop::collection::vec(0_u32..60, 1..4)) {
        let layout = map.layout(how);
        let Some(drag) = Drag::new(&layout, &dragged) else { return Ok(()) };
        let Some(target) = drag.target(&layout, at) else { return Ok(()) };
        let parent = layout.place_of(target.parent).expect("it is visible");
        prop_assert!(!drag.contains(parent) && !drag.contains(layout.place_of(target.node).expect("it is visible")));
        let siblings: Vec<usize> = layout.children(parent).filter(|&child| !drag.contains(child)).collect();
        prop_assert!(target.index.is_none_or(|index| index <= siblings.len()));
        prop_assert_eq!(target.side.is_some(), how == Arrangement::Both && layout.parent(parent).is_none());
        let node = layout.place_of(target.node);
        match target.how {
            DropHow::Child => {}
            DropHow::Before => prop_assert_eq!(siblings.get(target.index.unwrap()).copied(), node),
            DropHow::After => prop_assert_eq!(siblings.get(target.index.unwrap() - 1).copied(), node),
        }
    }

    #[test]
    fn on_a_node_is_into_it(map in maps(60), how in arrangement(), dragged in 0_u32..60) {
        let layout = map.layout(how);
        let Some(drag) = Drag::new(&layout, &[dragged]) else { return Ok(()) };
        for (place, rect) in layout.boxes.iter().enumerate().filter(|(place, _)| !drag.contains(*place)) {
            let target = drag.target(&layout, rect.centre()).expect("the pointer is on it");
            prop_assert_eq!((target.how, target.parent), (DropHow::Child, layout.nodes[place]));
            prop_assert!(how == Arrangement::Outline || target.index.is_none());
        }
    }

    #[test]
    fn above_a_node_is_before_it_and_below_it_after(map in maps(60), dragged in 0_u32..60) {
        let layout = map.layout(Arrangement::Both);
        let Some(drag) = Drag::new(&layout, &[dragged]) else { return Ok(()) };
        for (place, rect) in layout.boxes.iter().enumerate() {
            if drag.contains(place) || layout.parent(place).is_none() {
                continue;
            }
            let target = |y| drag.target(&layout, Point { x: rect.centre().x, y }).expect("it is near");
            let (above, below) = (target(rect.y - 1.0), target(rect.bottom() + 1.0));
            prop_assert_eq!((above.how, above.node), (DropHow::Before, layout.nodes[place]));
            prop_assert_eq!((below.how, below.node), (DropHow::After, layout.nodes[place]));
            prop_assert!(above.slot.bottom() <= rect.y && below.slot.y >= rect.bottom());
            prop_assert_eq!(above.side, layout.parent(layout.parent(place).unwrap()).is_none().then(|| layout.side(place).unwrap()));
        }
    }
}

#[test]
fn a_branch_is_not_dropped_into_itself() {
    let map = Map::of(&[0, 1, 1, 0]);
    let layout = map.layout(Arrangement::Right);
    let drag = Drag::new(&layout, &[1, 3]).unwrap();
    assert!(drag.contains(1) && drag.contains(2) && drag.contains(3) && !drag.contains(0) && !drag.contains(4));
    let on_itself = drag.target(&layout, layout.boxes[2].centre());
    assert!(on_itself.is_none_or(|target| !drag.contains(layout.place_of(target.parent).unwrap())));
    assert_eq!(Drag::new(&layout, &[0]), None, "a root stays");
}

#[test]
fn far_from_everything_nothing_is_meant() {
    let map = Map::of(&[0, 0]);
    let layout = map.layout(Arrangement::Right);
    let drag = Drag::new(&layout, &[1]).unwrap();
    assert_eq!(drag.target(&layout, Point { x: 4000.0, y: 0.0 }), None);
}

#[test]
fn beyond_a_node_is_among_its_children() {
    let map = Map::of(&[0, 1, 1, 1, 0]);
    let layout = map.layout(Arrangement::Right);
    let drag = Drag::new(&layout, &[5]).unwrap();
    let between = Point { x: layout.boxes[1].right() + 2.0, y: layout.boxes[1].centre().y - 12.0 };
    let target = drag.target(&layout, between).unwrap();
    assert_eq!((target.how, target.parent, target.index), (DropHow::Child, 1, Some(1)));
    let leaf = layout.boxes[2];
    let target = drag.target(&layout, Point { x: leaf.right() + 20.0, y: leaf.centre().y }).unwrap();
    assert_eq!((target.how, target.parent, target.index), (DropHow::Child, 2, None));
    assert!(target.slot.x > leaf.right());
}

#[test]
fn in_an_outline_the_end_of_a_branch_can_be_left() {
    // 0 > (1 > 2 > 3), 4
    let map = Map::of(&[0, 1, 2, 0]);
    let layout = map.layout(Arrangement::Outline);
    let drag = Drag::new(&layout, &[4]).unwrap();
    let last = layout.boxes[3];
    let target = |x| drag.target(&layout, Point { x, y: last.bottom() - 1.0 }).unwrap();
    assert_eq!((target(last.x + 1.0).parent, target(last.x + 1.0).index), (2, Some(1)));
    assert_eq!((target(layout.boxes[2].x + 1.0).parent, target(layout.boxes[2].x + 1.0).index), (1, Some(1)));
    assert_eq!((target(0.0).parent, target(0.0).index), (0, Some(1)));
}

#[test]
fn arrows_follow_the_map() {
    // A root with a branch on each side, each with two leaves.
    let mut map = Map::of(&[0, 1, 1, 0, 4, 4]);
    map.sides[1] = Some(Side::Right);
    map.sides[4] = Some(Side::Left);
    let layout = map.layout(Arrangement::Both);
    let go = |from, direction| layout.neighbour(from, direction);
    assert_eq!(go(0, Direction::Right), Some(1));
    assert_eq!(go(0, Direction::Left), Some(4));
    assert_eq!(go(4, Direction::Right), Some(0));
    assert_eq!(go(2, Direction::Down), Some(3));
    assert_eq!(go(3, Direction::Up), Some(2));
    assert_eq!(go(5, Direction::Right), Some(4));
    assert_eq!(go(2, Direction::Up), None);
    assert_eq!(layout.neighbour(99, Direction::Up), None);
}

#[test]
fn an_arrow_towards_hidden_children_stays() {
    let mut map = Map::of(&[0, 1, 1, 0, 4, 5]);
    map.folded[1] = true;
    let layout = map.layout(Arrangement::Right);
    assert_eq!(layout.neighbour(layout.place_of(1).unwrap(), Direction::Right), None);
}
