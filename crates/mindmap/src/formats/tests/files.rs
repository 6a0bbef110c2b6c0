//! Files as other programs write them.

use super::*;
use espalier_base::zip;

/// Each node as its depth in dots, its title, and its note behind a bar.
fn outline(map: &MapFile) -> Vec<String> {
    let nodes = map.tree.nodes.iter().zip(map.tree.depths());
    nodes
        .map(|(node, depth)| {
            let note = if node.note.is_empty() { String::new() } else { format!("|{}", node.note) };
            format!("{}{}{note}", ".".repeat(depth), node.title)
        })
        .collect()
}

/// Reads a file, checks that it comes back, and gives the map and the file that was written.
fn round_trip(format: Format, bytes: &[u8]) -> (MapFile, Vec<u8>) {
    let map = read_one(format, bytes);
    let written = write(&map, format);
    assert_eq!(read_one(format, &written.bytes), map, "{}", String::from_utf8_lossy(&written.bytes));
    (map, written.bytes)
}

const FREEPLANE: &str = r##"<map version="freeplane 1.11.5">
<!--To view this file, download free mind mapping software Freeplane -->
<bookmarks/>
<node TEXT="Root" ID="ID_1" CREATED="1" LOCALIZED_STYLE_REF="styles.topic"><hook NAME="MapStyle" zoom="1.2">
  <properties show_icon="true"/>
  <map_styles><stylenode TEXT="x" POSITION="right"/></map_styles>
</hook>
<node TEXT="Left &amp; folded" POSITION="top_or_left" FOLDED="true" ID="ID_2" BACKGROUND_COLOR="#FF8800" COLOR="#000000" LINK="https://example.org/?a=1&amp;b=2">
<icon BUILTIN="button_ok"/>
<icon BUILTIN="unchecked"/>
<icon BUILTIN="flag" SIZE="24 pt"/>
<font BOLD="true"/>
<arrowlink DESTINATION="ID_3" SHAPE="CUBIC_CURVE" MIDDLE_LABEL="leads to"/>
<arrowlink DESTINATION="ID_99"/>
<node TEXT="inner&#xa;line" ID="ID_4" LINK="#ID_3"/>
</node>
<node ID="ID_3" POSITION="right" TAGS="red&#10;blue"><richcontent TYPE="NODE">
<html><head></head><body><p>A <b>rich</b></p><p>title</p></body></html>
</richcontent>
<richcontent TYPE="DETAILS" HIDDEN="true"><html><body><p>some details</p></body></html></richcontent>
<richcontent TYPE="NOTE">
<html>
  <head>

  </head>
  <body>
    <p>
      First <b>bold</b>
    </p>
    <ul><li>one</li><li>two</li></ul>
  </body>
</html>
</richcontent>
<attribute NAME="cost" VALUE="5"/>
</node>
<node TEXT="md" ID="ID_5"><richcontent CONTENT-TYPE="plain/markdown" TYPE="NOTE">
    <text># Head
- item &lt;x&gt;</text>
</richcontent></node>
</node>
</map>"##;

#[test]
fn freeplane_maps_are_understood_and_come_back() {
    let (map, written) = round_trip(Format::Freemind, FREEPLANE.as_bytes());
    assert_eq!(
        outline(&map),
        [
            "Root",
            ".Left & folded",
            "..inner\nline",
            ".A rich\ntitle|some details\n\nFirst **bold**\n\n- one\n- two",
            ".md|# Head\n- item <x>"
        ]
    );
    let node = &map.tree.nodes[1];
    assert_eq!((node.side, node.folded, node.task), (Some(Side::Left), true, Task::Open));
    assert_eq!(node.color, Some(Color { rgb: [255, 136, 0] }));
    assert_eq!(node.icons, ["button_ok", "flag"]);
    assert_eq!(node.link, Some(FlatLink::Url("https://example.org/?a=1&b=2".to_owned())));
    assert_eq!(map.tree.nodes[2].link, Some(FlatLink::Node(3)));
    assert_eq!(map.tree.nodes[3].tags, ["red", "blue"]);
    let [line] = &map.tree.lines[..] else { panic!("{:?}", map.tree.lines) };
    assert_eq!((line.from, line.to, line.label.as_str()), (1, 3, "leads to"));
    // What nobody here understands is still there.
    let written = String::from_utf8(written).unwrap();
    for part in [
        "freeplane 1.11.5",
        "<bookmarks/>",
        "LOCALIZED_STYLE_REF=\"styles.topic\"",
        "zoom=\"1.2\"",
        "<map_styles>",
        "COLOR=\"#000000\"",
        "<font BOLD=\"true\"/>",
        "DESTINATION=\"ID_99\"",
        "SHAPE=\"CUBIC_CURVE\"",
        "SIZE=\"24 pt\"",
        "<attribute NAME=\"cost\" VALUE=\"5\"/>",
        "HIDDEN=\"true\"",
        "<b>rich</b>",
        "<b>bold</b>",
        "CREATED=\"1\"",
        "ID=\"ID_4\"",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
}

#[test]
fn rich_text_is_kept_until_it_is_edited() {
    let mut map = read_one(Format::Freemind, FREEPLANE.as_bytes());
    map.tree.nodes[3].title = "new".to_owned();
    let written = write(&map, Format::Freemind);
    let text = String::from_utf8(written.bytes.clone()).unwrap();
    assert!(text.contains("TEXT=\"new\"") && !text.contains("<b>rich</b>") && text.contains("<b>bold</b>"));
    map.tree.nodes[3].note = "new".to_owned();
    let text = String::from_utf8(write(&map, Format::Freemind).bytes).unwrap();
    assert!(!text.contains("<b>bold</b>") && !text.contains("some details"));
    assert_eq!(outline(&read_one(Format::Freemind, text.as_bytes()))[3], ".new|new");
}

const OPML: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<opml version="2.0" xmlns:x="y">
  <head><title>States</title><dateCreated>Tue</dateCreated><expansionState>1, 6</expansionState></head>
  <body>
    <outline text="A" created="Mon" _note="two&#10;lines"><outline text="B &lt;b&gt;" _complete="true" category="x,y"/></outline>
    <outline text="feed" type="rss" xmlUrl="http://f" url="http://u" category="/a/b"/>
    <outline title="C" type="link" url="http://c" isComment="true"><x:more>t</x:more></outline>
  </body>
</opml>"#;

#[test]
fn opml_is_understood_and_comes_back() {
    let (map, written) = round_trip(Format::Opml, OPML.as_bytes());
    assert_eq!(outline(&map), ["A|two\nlines", ".B <b>", "feed", "C"]);
    assert_eq!(map.title, "States");
    assert_eq!(
        (map.tree.nodes[1].task, &map.tree.nodes[1].tags[..]),
        (Task::Done, &["x".to_owned(), "y".to_owned()][..])
    );
    assert_eq!(map.tree.nodes[2].link, None);
    assert_eq!(map.tree.nodes[3].link, Some(FlatLink::Url("http://c".to_owned())));
    let written = String::from_utf8(written).unwrap();
    for part in [
        "xmlns:x=\"y\"",
        "<dateCreated>Tue</dateCreated>",
        "<expansionState>1, 6</expansionState>",
        "created=\"Mon\"",
        "type=\"rss\"",
        "xmlUrl=\"http://f\"",
        "url=\"http://u\"",
        "category=\"/a/b\"",
        "isComment=\"true\"",
        "<x:more>t</x:more>",
        "type=\"link\"",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
}

const XMIND: &str = r##"[{"id":"s1","class":"sheet","title":"Sheet","topicPositioning":"fixed","rootTopic":{"id":"r","class":"topic","title":"Root",
"structureClass":"org.xmind.ui.map.clockwise","children":{"attached":[
{"id":"a","title":"A","branch":"folded","labels":["x","y"],"markers":[{"markerId":"priority-1"},{"markerId":"task-done","groupId":"taskMarkers"}],
 "notes":{"plain":{"content":"note\nmore"},"ops":{"ops":[{"insert":"note"}]}},"style":{"id":"i","properties":{"svg:fill":"#FF0000","border":1}},
 "image":{"src":"xap:resources/p.png"},"children":{"attached":[{"id":"a1","title":"A1","href":"xmind:#b"}],"summary":[{"id":"s","title":"Sum"}]}},
{"id":"b","title":"B","href":"https://x.y","attributedTitle":[{"text":"B","fo:color":"red"}]}],
"detached":[{"id":"f","title":"Float","position":{"x":1.5,"y":-2}}]}},
"relationships":[{"id":"q","end1Id":"a","end2Id":"b","title":"to","lineEndPoints":{"0":{"x":1}}},{"id":"q2","end1Id":"a","end2Id":"zz"}],
"theme":{"id":"t"}}]"##;

/// An archive with one file.
fn archive(name: &str, text: &str) -> Vec<u8> {
    zip::pack(&[("Thumbnails/thumbnail.png", b"png"), (name, text.as_bytes())])
}

fn unpacked(bytes: &[u8], name: &str) -> String {
    String::from_utf8(zip::Archive::new(bytes).unwrap().file(name, MAX_BYTES).unwrap().unwrap()).unwrap()
}

#[test]
fn workbooks_are_understood_and_come_back() {
    let (map, written) = round_trip(Format::Xmind, &archive("content.json", XMIND));
    assert_eq!(outline(&map), ["Root", ".A|note\nmore", "..A1", "..Sum", ".B", ".Float"]);
    assert_eq!((map.title.as_str(), map.arrangement), ("Sheet", Some(Arrangement::Both)));
    let node = &map.tree.nodes[1];
    assert_eq!((node.folded, node.task, &node.icons[..]), (true, Task::Done, &["priority-1".to_owned()][..]));
    assert_eq!((node.color, &node.tags[..]), (Some(Color { rgb: [255, 0, 0] }), &["x".to_owned(), "y".to_owned()][..]));
    assert_eq!(map.tree.nodes[2].link, Some(FlatLink::Node(4)));
    assert_eq!(map.tree.lines.len(), 1);
    let written = unpacked(&written, "content.json");
    for part in [
        "\"topicPositioning\":\"fixed\"",
        "org.xmind.ui.map.clockwise",
        "groupId",
        "\"ops\"",
        "\"border\":1",
        "xap:resources/p.png",
        "\"summary\":[",
        "fo:color",
        "\"detached\":[",
        "{\"x\":1.5,\"y\":-2}",
        "lineEndPoints",
        "\"end2Id\":\"zz\"",
        "\"theme\":{\"id\":\"t\"}",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
    assert!(serde_json::from_str::<serde_json::Value>(&written).is_ok());
}

#[test]
fn formatting_of_a_workbook_is_kept_until_it_is_edited() {
    let mut map = read_one(Format::Xmind, &archive("content.json", XMIND));
    map.tree.nodes[1].note = "other".to_owned();
    map.tree.nodes[1].icons.clear();
    map.tree.nodes[4].title = "C".to_owned();
    let written = write(&map, Format::Xmind);
    let text = unpacked(&written.bytes, "content.json");
    assert!(!text.contains("\"ops\"") && !text.contains("groupId") && !text.contains("fo:color"), "{text}");
    assert_eq!(read_one(Format::Xmind, &written.bytes).tree.nodes[1].note, "other");
}

#[test]
fn all_sheets_are_read() {
    let text = r#"[{"title":"1","rootTopic":{"title":"a"}},{"title":"2","rootTopic":{"title":"b"}},{"title":"none"}]"#;
    let imported = read(&archive("content.json", text), "x.xmind").unwrap();
    let titles: Vec<&str> = imported.maps.iter().map(|map| map.title.as_str()).collect();
    assert_eq!((imported.format, titles), (Format::Xmind, vec!["1", "2"]));
}

const XMIND_8: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="no"?><xmap-content xmlns="urn:xmind:xmap:xmlns:content:2.0" xmlns:xlink="http://www.w3.org/1999/xlink" version="2.0">
<sheet id="s" theme="t"><topic id="r" structure-class="org.xmind.ui.logic.right"><title svg:width="500">Root</title><children><topics type="attached">
<topic id="a" branch="folded" style-id="st" xlink:href="https://x" timestamp="1"><title>A
b</title><notes><html><xhtml:p>rich</xhtml:p></html><plain>plain note</plain></notes>
<marker-refs><marker-ref marker-id="priority-2"/><marker-ref marker-id="task-start"/></marker-refs><labels><label>l1</label><label>l2</label></labels>
<xhtml:img align="top" xhtml:src="xap:attachments/x.png"/></topic></topics><topics type="detached"><topic id="f"><title>F</title></topic></topics></children></topic>
<title>Sheet 1</title><relationships><relationship end1="a" end2="f" id="q"><title>rel</title></relationship></relationships><legend visibility="hidden"/></sheet></xmap-content>"#;

#[test]
fn old_workbooks_are_understood_and_come_back() {
    let styles = r##"<xmap-styles><styles><style id="st" type="topic"><topic-properties svg:fill="#00FF00"/></style></styles></xmap-styles>"##;
    let bytes = zip::pack(&[("content.xml", XMIND_8.as_bytes()), ("styles.xml", styles.as_bytes())]);
    assert_eq!(detect(&bytes, ""), Ok(Format::Xmind8));
    let (map, written) = round_trip(Format::Xmind8, &bytes);
    assert_eq!(outline(&map), ["Root", ".A\nb|plain note", ".F"]);
    let node = &map.tree.nodes[1];
    assert_eq!((node.folded, node.task, &node.icons[..]), (true, Task::Open, &["priority-2".to_owned()][..]));
    assert_eq!(
        (node.color, &node.tags[..]),
        (Some(Color { rgb: [0, 255, 0] }), &["l1".to_owned(), "l2".to_owned()][..])
    );
    assert_eq!((map.arrangement, map.title.as_str()), (Some(Arrangement::Right), "Sheet 1"));
    assert_eq!(map.tree.lines[0].label, "rel");
    let written = unpacked(&written, "content.xml");
    for part in [
        "theme=\"t\"",
        "timestamp=\"1\"",
        "<xhtml:p>rich</xhtml:p>",
        "xap:attachments/x.png",
        "type=\"detached\"",
        "<legend visibility=\"hidden\"/>",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
}

#[test]
fn files_in_utf_16_are_read() {
    let encode = |text: &str, mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        mark.into_iter().chain(text.encode_utf16().flat_map(bytes)).collect()
    };
    let text = "<map><node TEXT='ä😀'/></map>";
    for bytes in [encode(text, [0xff, 0xfe], u16::to_le_bytes), encode(text, [0xfe, 0xff], u16::to_be_bytes)] {
        assert_eq!(outline(&read(&bytes, "x.mm").unwrap().maps[0]), ["ä😀"]);
    }
}

#[test]
fn html_in_titles_is_text() {
    let html = "<img src=x onerror=alert(1)>";
    let mut map = MapFile::default();
    map.tree.push(None, html);
    for format in Format::ALL {
        assert_eq!(read_one(format, &write(&map, format).bytes).tree.nodes[0].title, html, "{format:?}");
    }
}

#[test]
fn what_text_cannot_hold_is_listed() {
    let map = read_one(Format::Freemind, FREEPLANE.as_bytes());
    let losses = write(&map, Format::Text).losses;
    let count = |what: Lost| losses.iter().find(|loss| loss.what == what).map_or(0, |loss| loss.count);
    assert_eq!((count(Lost::Note), count(Lost::Icon), count(Lost::Line), count(Lost::Title)), (2, 1, 1, 2));
    assert_eq!((count(Lost::Url), count(Lost::NodeLink), count(Lost::Fold), count(Lost::Structure)), (1, 1, 1, 0));
    let losses = write(&map, Format::Freemind).losses;
    assert_eq!(losses, []);
}

#[test]
fn what_once_came_back_differently_comes_back() {
    let texts = [
        (Format::Freemind, "<map><node TEXT='a' X='b' ID='c'/></map>"),
        (Format::Freemind, "<map><node FOLDED='t\u{1d}rue' POSITION='x' LINK='' TAGS=''/></map>"),
        (Format::Freemind, "<map><node><font/><icon SIZE='1'/><icon BUILTIN='a' SIZE='2'/></node></map>"),
        (
            Format::Opml,
            "<opml><head><title>a</title><x/><title>b</title></head><body><outline text='\u{6}' _complete='x'/></body></opml>",
        ),
        (Format::Markdown, "###\n###  #  \n###  # \r #\n #"),
        (Format::Markdown, "- a\\<!-- markmap: fold -->"),
        (Format::Markdown, "# A\n- b\n\n  c\n       - d\n"),
        (Format::Markdown, "<!-- note -->\n- o\r"),
        (Format::Text, "\u{feff}\u{feff}a"),
        (Format::Text, "a\rb"),
    ];
    for (format, text) in texts {
        round_trip(format, text.as_bytes());
    }
    let books = [
        r#"[{"class":7,"title":8,"rootTopic":{"id":"\u0041","class":"x","title":5,"attributedTitle":[{"text":"B"}],"notes":1,"notes":2}}]"#,
        r#"[{"rootTopic":{"id":"a","title":"A","children":{"attached":[{"id":"a","title":"B","attributedTitle":[{"text":"C"}]}]}}}]"#,
    ];
    for book in books {
        round_trip(Format::Xmind, &archive("content.json", book));
    }
    let old = "<xmap-content><sheet><relationship/><topic><title/></topic><topic/><x/></sheet></xmap-content>";
    round_trip(Format::Xmind8, &archive("content.xml", old));
}

#[test]
fn arrowheads_come_and_go_with_lines() {
    let file = |arrows: &str| {
        format!(
            "<map version=\"1.0.1\"><node TEXT=\"a\"><node TEXT=\"b\" ID=\"B\"/><node TEXT=\"c\"><arrowlink {arrows}DESTINATION=\"B\"/></node></node></map>"
        )
    };
    let check = |arrows: &str, expect: Tips| {
        let (map, written) = round_trip(Format::Freemind, file(arrows).as_bytes());
        assert_eq!(map.tree.lines[0].tips, expect, "{arrows}");
        let text = String::from_utf8(written).unwrap();
        assert!(arrows.split_whitespace().all(|arrow| text.contains(arrow)), "{arrows}: {text}");
    };
    check("", Tips::End);
    check("STARTARROW=\"NONE\" ENDARROW=\"DEFAULT\" ", Tips::End);
    check("STARTARROW=\"DEFAULT\" ENDARROW=\"DEFAULT\" ", Tips::Both);
    check("STARTARROW=\"NONE\" ENDARROW=\"NONE\" ", Tips::None);
    check("ENDARROW=\"NONE\" ", Tips::None);
    check("STARTARROW=\"OPEN\" ", Tips::Both);
    // What a file said of an arrow gives way where the arrow was changed.
    let (mut map, _) = round_trip(Format::Freemind, file("STARTARROW=\"NONE\" ENDARROW=\"DEFAULT\" ").as_bytes());
    for (tips, _) in Tips::ALL {
        map.tree.lines[0].tips = tips;
        for format in [Format::Freemind, Format::Xmind, Format::Json] {
            let written = write(&map, format);
            assert_eq!(read_one(format, &written.bytes).tree.lines[0].tips, tips, "{format:?}");
            assert!(!written.losses.iter().any(|loss| loss.what == Lost::Line), "{format:?}");
        }
    }
    map.tree.lines[0].tips = Tips::Both;
    assert!(write(&map, Format::Xmind8).losses.iter().any(|loss| loss.what == Lost::Line), "that is said");
}
