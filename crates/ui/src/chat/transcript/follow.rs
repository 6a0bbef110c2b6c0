//! Whether a view follows the end of its list.

/// Whether the view follows the end of the list as it grows.
///
/// - F1 It follows until the reader moves up, by however little.
/// - F2 It follows again once the reader comes back to the end.
/// - F3 A list that shrinks is not the reader moving up.
/// - F4 A view that grows is moved up by the browser, by as much as it grew at most, where it stood at the end; that is
///   not the reader either, also if the list has grown before it is told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Follow {
    pub following: bool,
    top: f64,
    height: f64,
}

/// How near the end counts as there, in CSS pixels; zoomed pages round by up to one.
const NEAR_END_PX: f64 = 2.0;

impl Default for Follow {
    fn default() -> Self {
        Self { following: true, top: 0.0, height: 0.0 }
    }
}

impl Follow {
    /// The view was scrolled, by whomever: it begins at `top`, could begin at `max` at most, and is so high.
    pub fn scrolled(&mut self, top: f64, max: f64, height: f64) {
        let grew = (height - self.height).max(0.0);
        if max - top <= NEAR_END_PX {
            self.following = true;
        } else if top < self.top - grew - 0.5 {
            self.following = false;
        }
        (self.top, self.height) = (top, height);
    }

    /// The view was put somewhere by the page itself.
    pub const fn put(&mut self, top: f64) {
        self.top = top;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_to_f3_following_lets_go_when_the_reader_moves_up_and_comes_back_at_the_end() {
        let mut follow = Follow::default();
        follow.scrolled(500.0, 500.0, 300.0);
        follow.scrolled(500.0, 700.0, 300.0);
        assert!(follow.following, "the list grew");
        follow.put(700.0);
        follow.scrolled(690.0, 700.0, 300.0);
        assert!(!follow.following, "the reader moved up");
        follow.scrolled(695.0, 700.0, 300.0);
        assert!(!follow.following);
        follow.scrolled(699.5, 700.0, 300.0);
        assert!(follow.following, "back at the end");
        follow.scrolled(300.0, 300.0, 300.0);
        assert!(follow.following, "the list became shorter");
    }

    #[test]
    fn f4_a_view_that_grows_is_not_the_reader_moving_up() {
        let mut follow = Follow::default();
        follow.scrolled(1_335.0, 1_335.0, 307.0);
        // The field below became lower, and the list longer before it was told.
        follow.scrolled(1_324.0, 2_693.0, 567.0);
        assert!(follow.following);
        follow.scrolled(1_320.0, 2_693.0, 567.0);
        assert!(!follow.following, "this is the reader");
    }
}
