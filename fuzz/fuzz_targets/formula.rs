//! Any formula is read or refused, and what is read has elements and attributes of the lists only.
#![no_main]

use espalier_math::tree::{ATTRIBUTES, Element, Node, TAGS};
use libfuzzer_sys::fuzz_target;

fn check(element: &Element) {
    assert!(TAGS.contains(&element.tag), "{}", element.tag);
    for (name, value) in &element.attributes {
        assert!(ATTRIBUTES.contains(name) && !value.contains([':', '(', '"', '<']), "{name}={value}");
    }
    for child in &element.children {
        if let Node::Element(child) = child {
            check(child);
        }
    }
}

fuzz_target!(|text: &str| {
    // What stands before a blank line defines commands for what follows.
    let (before, latex) = text.split_once("\n\n").unwrap_or(("", text));
    if let Ok(read) = espalier_math::read_after(before, latex, true) {
        check(&read);
    }
    for display in [false, true] {
        if let Ok(read) = espalier_math::read(text, display) {
            check(&read);
        }
    }
});
