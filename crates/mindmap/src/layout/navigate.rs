//! Navigation by arrow keys.

use super::{Arrangement, Heading, Layout, Rect};

/// A direction on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards smaller x.
    Left,
    /// Towards larger x.
    Right,
    /// Towards smaller y.
    Up,
    /// Towards larger y.
    Down,
}

/// Weight of a step aside against a step ahead.
const ASIDE: f64 = 3.0;
/// Weight of the distance aside between centres, which decides between two that are as near.
const MIDDLE: f64 = 0.05;

impl Layout {
    /// The place that an arrow key leads to.
    ///
    /// Along the branches it is the child nearest to the straight line, or the parent; across them whatever is nearest,
    /// where a step aside counts three times. In an outline, up and down are the rows.
    pub fn neighbour(&self, place: usize, direction: Direction) -> Option<usize> {
        if place >= self.boxes.len() {
            return None;
        }
        if self.arrangement == Arrangement::Outline {
            return match direction {
                Direction::Up => place.checked_sub(1),
                Direction::Down => Some(place + 1).filter(|&next| next < self.boxes.len()),
                Direction::Left => self.parent(place),
                Direction::Right => self.children(place).next(),
            };
        }
        if let Some(row) = self.row_beside(place, direction) {
            return Some(row);
        }
        if self.headings[place] != Heading::Root && direction == back(self.heading_on_screen(place)) {
            return self.parent(place);
        }
        let leads = |child: &usize| ahead(self.heading_on_screen(*child)) == direction;
        let own = aside(direction, &self.boxes[place]);
        let away = |child: usize| (aside(direction, &self.boxes[child]).1 - own.1).abs();
        let child = self.children(place).filter(leads).min_by(|&a, &b| away(a).total_cmp(&away(b)));
        let is_folded_there = self.hidden[place] > 0 && self.outward(place) == Some(direction);
        if child.is_some() || is_folded_there {
            return child;
        }
        self.nearest_ahead(place, direction)
    }

    /// In a chart: the row above or below in a list, whose rows come one after the other, as their parent comes before
    /// the first.
    fn row_beside(&self, place: usize, direction: Direction) -> Option<usize> {
        let is_row = |place: usize| self.headings.get(place) == Some(&Heading::Indented);
        if self.arrangement != Arrangement::OrgChart {
            return None;
        }
        match direction {
            Direction::Up if is_row(place) => place.checked_sub(1),
            Direction::Down => {
                let list = if is_row(place) { self.parent(place) } else { Some(place) };
                Some(place + 1).filter(|&next| is_row(next) && self.parent(next) == list)
            }
            _ => None,
        }
    }

    /// The direction in which a place lies, seen from its parent; in a chart the rows of a list lie below as well.
    fn heading_on_screen(&self, place: usize) -> Heading {
        match (self.headings[place], self.arrangement) {
            (Heading::Indented, Arrangement::OrgChart) => Heading::Down,
            (heading, _) => heading,
        }
    }

    /// The direction in which all children of a place stand.
    fn outward(&self, place: usize) -> Option<Direction> {
        if self.arrangement == Arrangement::OrgChart {
            return Some(Direction::Down);
        }
        let is_two_sided = self.arrangement == Arrangement::Both && self.headings[place] == Heading::Root;
        (!is_two_sided).then(|| ahead(self.child_heading(place)))
    }

    fn nearest_ahead(&self, place: usize, direction: Direction) -> Option<usize> {
        let own = self.boxes[place];
        let (own_begin, own_middle, own_end) = aside(direction, &own);
        let (own_far, own_centre) = along(direction, &own);
        // How far ahead and how far aside a rectangle is; nothing if it does not reach beyond the own centre.
        let distance = |rect: &Rect| {
            let (far, _) = along(direction, rect);
            let near = far - size_along(direction, rect);
            let (begin, _, end) = aside(direction, rect);
            let ahead = (near - own_far).max(0.0);
            let beside = (begin - own_end).max(own_begin - end).max(0.0);
            (far > own_centre).then_some((ahead, beside))
        };
        let is_outward = self.outward(place) == Some(direction);
        let bound = |rect: &Rect| distance(rect).map_or(f64::INFINITY, |(ahead, beside)| ahead + ASIDE * beside);
        let score = |other: usize| {
            let rect = &self.boxes[other];
            let (ahead, beside) = distance(rect)?;
            let is_ahead = other != place && along(direction, rect).1 > own_centre;
            // Beyond the end of a branch, only what is more or less straight ahead.
            let is_reached = !is_outward || beside <= ahead;
            let middle = (aside(direction, rect).1 - own_middle).abs();
            (is_ahead && is_reached).then_some(ahead + ASIDE * beside + MIDDLE * middle)
        };
        self.least(&bound, &score)
    }
}

fn ahead(heading: Heading) -> Direction {
    match heading {
        Heading::Left => Direction::Left,
        Heading::Down => Direction::Down,
        Heading::Right | Heading::Root | Heading::Indented => Direction::Right,
    }
}

fn back(heading: Heading) -> Direction {
    match heading {
        Heading::Left => Direction::Right,
        Heading::Down => Direction::Up,
        Heading::Right | Heading::Root | Heading::Indented => Direction::Left,
    }
}

/// Far end and centre of a rectangle in a direction, both growing in that direction.
fn along(direction: Direction, rect: &Rect) -> (f64, f64) {
    let centre = rect.centre();
    match direction {
        Direction::Left => (-rect.x, -centre.x),
        Direction::Right => (rect.right(), centre.x),
        Direction::Up => (-rect.y, -centre.y),
        Direction::Down => (rect.bottom(), centre.y),
    }
}

fn size_along(direction: Direction, rect: &Rect) -> f64 {
    match direction {
        Direction::Left | Direction::Right => rect.width,
        Direction::Up | Direction::Down => rect.height,
    }
}

/// Begin, centre and end of a rectangle across a direction.
fn aside(direction: Direction, rect: &Rect) -> (f64, f64, f64) {
    match direction {
        Direction::Left | Direction::Right => (rect.y, rect.centre().y, rect.bottom()),
        Direction::Up | Direction::Down => (rect.x, rect.centre().x, rect.right()),
    }
}
