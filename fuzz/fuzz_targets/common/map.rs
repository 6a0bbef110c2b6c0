//! Check of every file of maps: it gives an error, or maps that keep their rules and come back the same.

use espalier_mindmap::formats::{Format, Lost, read_as, write};

/// Reads a file, and writes and reads again its maps.
pub fn check(format: Format, bytes: &[u8]) {
    let Ok(imported) = read_as(format, bytes, "name.x") else { return };
    assert!(!imported.maps.is_empty());
    for map in &imported.maps {
        assert!(!map.tree.nodes.is_empty() && map.tree.is_pre_order());
        let written = write(map, format);
        let again = read_as(format, &written.bytes, "other.y").expect("it was written here");
        assert_eq!(again.maps.len(), 1);
        let is_forest = map.tree.nodes.iter().filter(|node| node.parent.is_none()).count() > 1;
        if is_forest && written.losses.iter().any(|loss| loss.what == Lost::Structure) {
            // Put below a root, once.
            check(format, &written.bytes);
            continue;
        }
        assert_eq!(again.maps[0].tree, map.tree, "{}", String::from_utf8_lossy(&written.bytes));
        assert_eq!(again.maps[0].arrangement, map.arrangement);
    }
}
