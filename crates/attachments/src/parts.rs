//! Parts that a picture goes in: one, or several where a long one would become too small to be read.

/// The longer side of a picture that is sent, in pixels at most: models scale larger ones down.
pub const MAX_SIDE: u32 = 2_048;

/// The most parts of a picture.
pub const MAX_PARTS: u32 = 12;

/// Share of a part that the next one shows again, so that a line that is cut is whole in one of them.
const OVERLAP: f64 = 0.05;

/// A rectangle of a picture, and how large it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PicturePart {
    /// Left and upper edge in the picture.
    pub at: (u32, u32),
    /// Width and height in the picture.
    pub source: (u32, u32),
    /// Width and height in pixels of what is sent.
    pub size: (u32, u32),
}

/// Returns the parts of a picture of this size, from the top or the left. There are several where it is longer than three
/// times its width and would lose more than a third of its scale as one.
pub fn parts(width: u32, height: u32) -> Vec<PicturePart> {
    let is_high = height >= width;
    let (short, long) = if is_high { (width.max(1), height.max(1)) } else { (height.max(1), width.max(1)) };
    let fit = |side: f64| (f64::from(MAX_SIDE) / side).min(1.0);
    let (whole, legible) = (fit(f64::from(long)), fit(f64::from(short)));
    let is_cut = f64::from(long) > 3.0 * f64::from(short) && whole < legible * 2.0 / 3.0;
    // So many times the length of a part are as long as this number of them, each over the end of the one before.
    let lengths = |count: u32| f64::from(count) * (1.0 - OVERLAP) + OVERLAP;
    let fits = |count: &u32| f64::from(long) * legible <= f64::from(MAX_SIDE) * lengths(*count);
    let count = if is_cut { (2..MAX_PARTS).find(fits).unwrap_or(MAX_PARTS) } else { 1 };
    let length = f64::from(long) / lengths(count);
    let scale = fit(length).min(legible);
    let scaled = |side: u32| ((f64::from(side) * scale).round() as u32).clamp(1, MAX_SIDE);
    let along = |share: f64| ((length * share).round() as u32).min(long);
    (0..count)
        .map(|index| {
            let begin = f64::from(index) * (1.0 - OVERLAP);
            let (start, end) = (along(begin), if index + 1 == count { long } else { along(begin + 1.0) });
            let turn = |across: u32, along: u32| if is_high { (across, along) } else { (along, across) };
            let covered = end.saturating_sub(start).max(1);
            PicturePart { at: turn(0, start), source: turn(short, covered), size: turn(scaled(short), scaled(covered)) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sizes(width: u32, height: u32) -> Vec<(u32, u32)> {
        parts(width, height).iter().map(|part| part.size).collect()
    }

    #[test]
    fn pictures_of_usual_shapes_are_one_part() {
        assert_eq!(sizes(400, 300), [(400, 300)]);
        assert_eq!(sizes(3000, 1500), [(2048, 1024)]);
        assert_eq!(sizes(1000, 3000), [(683, 2048)], "three times as high");
        assert_eq!(sizes(500, 2500), [(410, 2048)], "a fifth of the scale is no loss");
        assert_eq!(sizes(0, 0), [(1, 1)]);
    }

    #[test]
    fn a_long_picture_is_cut_where_it_can_be_read() {
        let tall = parts(1080, 9000);
        assert_eq!(tall.len(), 5);
        assert!(tall.iter().all(|part| part.size == part.source && part.size.0 == 1080), "{tall:?}");
        assert_eq!(tall.iter().map(|part| part.at.1).collect::<Vec<_>>(), [0, 1781, 3563, 5344, 7125]);
        let wide = parts(6000, 400);
        assert_eq!(wide.len(), 4);
        assert!(wide.iter().all(|part| part.at.1 == 0 && part.size.1 == 400), "{wide:?}");
        assert_eq!(sizes(4096, 20_000).first(), Some(&(2048, 1739)), "the short side is limited as well");
    }

    #[test]
    fn there_are_no_more_parts_than_the_limit() {
        let endless = parts(1000, 60_000);
        assert_eq!(endless.len(), MAX_PARTS as usize);
        assert!(endless.iter().all(|part| part.size.1 == MAX_SIDE && part.size.0 < 1000), "{endless:?}");
        assert_eq!(parts(1, u32::MAX).len(), MAX_PARTS as usize);
    }

    proptest! {
        #[test]
        fn parts_cover_the_picture_in_order(width in 1..40_000_u32, height in 1..40_000_u32) {
            let parts = parts(width, height);
            prop_assert!(!parts.is_empty() && parts.len() <= MAX_PARTS as usize);
            let mut reached = (0, 0);
            for (index, part) in parts.iter().enumerate() {
                prop_assert!(part.size.0.max(part.size.1) <= MAX_SIDE && part.size.0.min(part.size.1) > 0);
                let end = (part.at.0 + part.source.0, part.at.1 + part.source.1);
                prop_assert!(index == 0 || part.at != (0, 0) && part.at.0 < reached.0 && part.at.1 < reached.1, "they overlap");
                prop_assert!(end.0 <= width && end.1 <= height);
                reached = end;
            }
            prop_assert_eq!(reached, (width, height));
        }
    }
}
