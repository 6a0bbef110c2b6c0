//! Every format: what people's files look like, what comes back, what is lost, and what hostile files get.

mod files;
mod hostile;

use proptest::prelude::*;

use super::*;
use crate::node_tree::{FlatLine, FlatLink};
use espalier_model::mindmap::{Color, Extra, Side, Task, Tips};

/// The formats that hold nearly everything, each with what qualifies its names.
const RICH: [(Format, &str); 3] = [(Format::Freemind, "mm:"), (Format::Xmind, "xmind:"), (Format::Xmind8, "xmind8:")];

fn words() -> impl Strategy<Value = String> {
    let any = "[ab <>&\"'\\\\`#*\\-.\\[\\](){}|/,:;!\n\t\u{a0}é中😀]{0,10}";
    prop_oneof![any.prop_map(String::from), "[a-z]{1,6}( [a-z]{1,6}){0,2}".prop_map(String::from)]
}

/// The name and the value of something another program had written.
fn extra(prefix: &'static str) -> impl Strategy<Value = Extra> {
    let entry = ("[A-Z]{2,3}", "[ab<&\"\n]{0,4}").prop_map(move |(name, text)| {
        // In JSON, the value is JSON.
        let value = if prefix == "xmind:" { serde_json::to_string(&text).unwrap() } else { text };
        (format!("{prefix}X-{name}"), value)
    });
    prop::collection::btree_map("[A-Z]{2}", entry, 0..3).prop_map(|entries| {
        let mut extra: Extra = entries.into_values().collect();
        extra.sort();
        extra.dedup_by(|a, b| a.0 == b.0);
        extra
    })
}

fn node(prefix: &'static str) -> impl Strategy<Value = FlatNodeSeed> {
    let link = prop_oneof![
        3 => Just(None),
        1 => "https?://[a-z]{1,5}(/[a-z?=&#]{0,4})?".prop_map(|url| Some(LinkSeed::Url(url))),
        1 => any::<prop::sample::Index>().prop_map(|to| Some(LinkSeed::Node(to))),
    ];
    let color = prop::option::of(any::<[u8; 3]>().prop_map(|rgb| Color { rgb }));
    let task = prop::sample::select(vec![Task::None, Task::None, Task::Open, Task::Done]);
    let side = prop::sample::select(vec![None, None, Some(Side::Left), Some(Side::Right)]);
    let lists = (prop::collection::vec("[a-z_-]{1,6}", 0..3), prop::collection::vec("[a-zé]{1,6}", 0..3));
    (0_usize..4, words(), words(), lists, color, task, link, any::<bool>(), side, extra(prefix)).prop_map(
        |(up, title, note, (icons, tags), color, task, link, folded, side, extra)| FlatNodeSeed {
            up,
            node: crate::node_tree::FlatNode {
                title,
                note,
                icons,
                color,
                tags,
                task,
                folded,
                side,
                extra,
                ..Default::default()
            },
            link,
        },
    )
}

#[derive(Debug, Clone)]
enum LinkSeed {
    Url(String),
    Node(prop::sample::Index),
}

#[derive(Debug, Clone)]
struct FlatNodeSeed {
    up: usize,
    node: crate::node_tree::FlatNode,
    link: Option<LinkSeed>,
}

/// A map with one root and everything a map can have.
fn maps(prefix: &'static str) -> impl Strategy<Value = MapFile> {
    let line = (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        words(),
        prop::sample::select(Tips::ALL.map(|(tips, _)| tips).to_vec()),
        extra(prefix),
    );
    let arrangement = prop::option::of(prop::sample::select(crate::layout::ARRANGEMENTS.to_vec()));
    (prop::collection::vec(node(prefix), 1..12), prop::collection::vec(line, 0..4), "[a-z]{1,8}", arrangement).prop_map(
        move |(seeds, lines, title, arrangement)| {
            let mut tree = NodeTree::default();
            let mut path: Vec<usize> = Vec::new();
            let count = seeds.len();
            for seed in seeds {
                let keep = path.len().saturating_sub(seed.up).max(1).min(path.len());
                path.truncate(keep);
                let index = tree.nodes.len();
                let link = seed.link.map(|link| match link {
                    LinkSeed::Url(url) => FlatLink::Url(url),
                    LinkSeed::Node(to) => FlatLink::Node(to.index(count)),
                });
                tree.nodes.push(crate::node_tree::FlatNode { parent: path.last().copied(), link, ..seed.node });
                path.push(index);
            }
            tree.lines = lines
                .into_iter()
                .map(|(from, to, label, tips, extra)| FlatLine {
                    from: from.index(count),
                    to: to.index(count),
                    label,
                    // Not every format has a place for them.
                    tips: if prefix == "mm:" { tips } else { Tips::default() },
                    extra,
                })
                .collect();
            tree.lines.sort_by_key(|line| line.from);
            assert!(tree.is_pre_order());
            MapFile { title, arrangement, tree }
        },
    )
}

fn read_one(format: Format, bytes: &[u8]) -> MapFile {
    let mut imported =
        read_as(format, bytes, "").unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(bytes)));
    assert_eq!(imported.maps.len(), 1);
    imported.maps.remove(0)
}

fn config() -> ProptestConfig {
    let mut config = ProptestConfig::default();
    // Each map goes through every format several times.
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 48;
    }
    config
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn f1_what_was_read_comes_back(map in maps("")) {
        for format in Format::ALL {
            let once = read_one(format, &write(&map, format).bytes);
            prop_assert!(once.tree.is_pre_order());
            let again = write(&once, format);
            prop_assert_eq!(&read_one(format, &again.bytes), &once, "{:?}", format);
            prop_assert_eq!(&again.losses.iter().filter(|loss| loss.what != Lost::Arrangement).collect::<Vec<_>>(), &Vec::<&Loss>::new(), "{:?}", format);
        }
    }

    #[test]
    fn f1_our_own_file_holds_everything(map in maps("any:")) {
        let written = write(&map, Format::Json);
        prop_assert_eq!(written.losses, vec![]);
        prop_assert_eq!(read(&written.bytes, "").unwrap(), Imported { format: Format::Json, maps: vec![map] });
    }

    #[test]
    fn f2_rich_formats_hold_nearly_everything(which in 0..RICH.len(), maps in RICH.map(|(_, prefix)| maps(prefix))) {
        let (format, map) = (RICH[which].0, &maps[which]);
        let written = write(map, format);
        let expected: &[Lost] = match format {
            Format::Freemind => &[Lost::Arrangement],
            _ => &[Lost::Side],
        };
        for loss in &written.losses {
            prop_assert!(expected.contains(&loss.what), "{:?} {:?}", loss, String::from_utf8_lossy(&written.bytes));
        }
        prop_assert_eq!(detect(&written.bytes, "").unwrap(), format);
        let mut found = read_one(format, &written.bytes);
        // What was said to be lost is, and nothing else.
        for (found, node) in found.tree.nodes.iter_mut().zip(&map.tree.nodes) {
            found.side = node.side;
        }
        found.arrangement = map.arrangement;
        found.title.clone_from(&map.title);
        prop_assert_eq!(&found, map);
    }

    #[test]
    fn f3_what_is_lost_is_listed(map in maps("")) {
        for format in Format::ALL {
            let written = write(&map, format);
            let found = read_one(format, &written.bytes);
            let lost = |what: Lost| written.losses.iter().find(|loss| loss.what == what).map_or(0, |loss| loss.count);
            let pairs = || map.tree.nodes.iter().zip(&found.tree.nodes);
            if map.tree.nodes.len() == found.tree.nodes.len() {
                prop_assert_eq!(lost(Lost::Note), pairs().filter(|(a, b)| a.note != b.note).count());
                prop_assert_eq!(lost(Lost::Title), pairs().filter(|(a, b)| a.title != b.title).count());
                prop_assert_eq!(lost(Lost::Color), pairs().filter(|(a, b)| a.color != b.color).count());
            } else {
                prop_assert!(lost(Lost::Structure) > 0);
            }
        }
    }

    #[test]
    fn f4_damaged_files_get_an_error_or_a_map(map in maps(""), at in any::<prop::sample::Index>(), with in any::<u8>(), cut in any::<bool>()) {
        for format in Format::ALL {
            let mut bytes = write(&map, format).bytes;
            let at = at.index(bytes.len());
            if cut { bytes.truncate(at) } else { bytes[at] = with }
            if let Ok(imported) = read_as(format, &bytes, "") {
                prop_assert!(imported.maps.iter().all(|map| map.tree.is_pre_order() && !map.tree.nodes.is_empty()));
            }
        }
    }

    #[test]
    fn f4_any_bytes_get_an_error_or_a_map(bytes in prop::collection::vec(any::<u8>(), 0..60), text in "[<>/a=\"'&;#!\\-\\[\\]{}:,\n ?]{0,40}") {
        for format in Format::ALL {
            for bytes in [&bytes[..], text.as_bytes()] {
                if let Ok(imported) = read_as(format, bytes, "") {
                    prop_assert!(imported.maps.iter().all(|map| map.tree.is_pre_order() && !map.tree.nodes.is_empty()));
                }
            }
        }
    }
}

#[test]
fn maps_with_several_roots_or_none_are_written() {
    let mut forest = MapFile { title: "T".to_owned(), ..MapFile::default() };
    for format in Format::ALL {
        let written = write(&forest, format);
        assert!(!written.losses.iter().any(|loss| loss.count > 0 && loss.what != Lost::Structure), "{format:?}");
    }
    forest.tree.push(None, "a");
    let second = forest.tree.push(None, "b");
    forest.tree.push(Some(second), "c");
    for format in Format::ALL {
        let written = write(&forest, format);
        let found = read_one(format, &written.bytes);
        let holds_several = matches!(format, Format::Json | Format::Opml | Format::Markdown | Format::Text);
        assert_eq!(found.tree.nodes.len(), if holds_several { 3 } else { 4 }, "{format:?}");
        assert_eq!(written.losses.is_empty(), holds_several, "{format:?} {:?}", written.losses);
    }
}
