//! One or two kinds of shapes, arranged or one beside the other, as a command that the assistant of a scene follows.
//!
//! - S1 Every word is known: more the assistant does not follow.

use super::{Handover, after, past, words};
use espalier_base::text::is_han;

/// Reads "draw three blue circles in a row", "a square with a triangle on top", "画一个红色的圆放在方块上面" (S1).
pub(super) fn read(said: &str) -> Option<Handover> {
    let said = said.to_lowercase();
    let said = said.trim_end_matches([' ', '.', '!', '。', '！']);
    let told = if said.contains(is_han) {
        chinese(said)
    } else {
        // What it is to be stands before what it is made of: "a house, a square with a triangle on top".
        let made_of = || {
            said.split_once(", ").or_else(|| said.split_once(" with ")).filter(|(thing, _)| thing.starts_with("draw "))
        };
        english(said).or_else(|| english(made_of()?.1))
    };
    told.map(Handover::Scene)
}

/// Shapes of a kind, as they are told.
struct Item {
    text: String,
    is_one: bool,
    /// Whether it says more than a number and a shape.
    is_described: bool,
}

/// Places, each as it is told of a shape that was just drawn.
const PLACES: [(&str, &str); 12] = [
    ("on top of ", "above it"),
    ("above ", "above it"),
    ("over ", "above it"),
    ("below ", "below it"),
    ("under ", "below it"),
    ("underneath ", "below it"),
    ("behind ", "behind it"),
    ("in front of ", "in front of it"),
    ("to the left of ", "to the left of it"),
    ("left of ", "to the left of it"),
    ("to the right of ", "to the right of it"),
    ("right of ", "to the right of it"),
];
const BESIDE: &str = "to the right of it";

fn english(said: &str) -> Option<String> {
    const ARRANGED: &str = "in a row|in a line|in a circle|side by side";
    const TOP: &str = "on top|on top of it|on it|above it|above";
    let said = said.strip_suffix(" please").unwrap_or(said).trim_end_matches(',');
    let drawn = after(said, "draw |draw me |add |create |make |make me |put |place |give me ");
    let list = drawn.unwrap_or(said);
    let arranged = words(ARRANGED).find(|end| list.ends_with(&format!(" {end}")));
    let (first, rest) = item(arranged.and_then(|end| list.strip_suffix(end)).unwrap_or(list).trim_end())?;
    let is_asked = drawn.is_some() || arranged.is_some() || first.is_described;
    if rest.is_empty() {
        return is_asked
            .then(|| format!("draw {}{}", first.text, arranged.map_or_else(String::new, |end| format!(" {end}"))));
    }
    if let Some(rest) = after(rest, "with ") {
        let (second, rest) = item(rest)?;
        let is_top = words(TOP).any(|top| rest == top) && first.is_one && second.is_one;
        return is_top.then(|| format!("draw {} and {} above it", first.text, second.text));
    }
    let place = PLACES.iter().find_map(|(said, told)| Some((after(rest, said)?, Some(*told))));
    let place = place.or_else(|| Some((after(rest, "next to |beside ")?, Some(BESIDE))));
    let (rest, place) = place.or_else(|| Some((after(rest, "and ")?, None)))?;
    let (second, rest) = item(rest)?;
    match place {
        _ if !rest.is_empty() => None,
        None => Some(format!("draw {} and {}", first.text, second.text)),
        Some(place) => {
            (first.is_one && second.is_one).then(|| format!("draw {} and {} {place}", second.text, first.text))
        }
    }
}

/// The shapes that a text begins with, and the rest.
fn item(text: &str) -> Option<(Item, &str)> {
    const ONE: &str = "a|an|one|1|the";
    const COUNTS: &str = "two|three|four|five|six|seven|eight|nine|ten";
    const COLOURS: &str = "red|orange|yellow|green|cyan|teal|blue|purple|violet|pink|brown|black|grey|gray|white";
    const SIZES: [(&str, [&str; 2]); 2] =
        [("big|large|huge", ["side 4", "radius 2"]), ("small|little|tiny", ["side 1", "radius 0.5"])];
    let is = |table, word: &str| words(table).any(|known| known == word);
    let (mut told, mut size, mut at, mut is_one) = (Vec::new(), None, 0, true);
    for (place, word) in text.split(' ').enumerate() {
        at += word.len() + usize::from(place > 0);
        let sized = SIZES.iter().find(|(words, _)| is(words, word));
        match word.trim_end_matches(',') {
            _ if place == 0 => {
                is_one = is(ONE, word);
                (is_one || is(COUNTS, word) || super::is_count(word)).then_some(())?;
                told.push(if word == "the" { "a" } else { word });
            }
            _ if is(COLOURS, word) => told.push(word),
            _ if sized.is_some() => size = sized.map(|(_, size)| size),
            shape if is("square|squares|circle|circles|triangle|triangles", shape) => {
                told.push(shape);
                let size = size.map(|size| if shape.starts_with('c') { size[1] } else { size[0] });
                let is_described = told.len() > 2 || size.is_some();
                let item = told.join(" ") + &size.map_or_else(String::new, |size| format!(" with {size}"));
                return Some((
                    Item { text: item, is_one, is_described },
                    text.get(at..)?.trim_start_matches([',', ' ']),
                ));
            }
            _ => return None,
        }
    }
    None
}

fn chinese(said: &str) -> Option<String> {
    const ARRANGED: [(&str, &str); 10] = [
        ("排成一排", "排成一排"),
        ("排成一行", "排成一排"),
        ("排成一列", "排成一列"),
        ("围成一圈", "排成一圈"),
        ("围一圈", "排成一圈"),
        ("摆成一圈", "排成一圈"),
        ("排成一圈", "排成一圈"),
        ("排成圆圈", "排成一圈"),
        ("并排", "并排"),
        ("排一排", "排成一排"),
    ];
    const SIDES: &str = "上面|上方|上边|下面|下方|下边|左边|左侧|右边|右侧|前面|后面";
    let is_edge = |c: char| matches!(c, ' ' | '，' | ',' | '、');
    let drawn = after(said, "画|画出|画上|绘制|添加|加|放|来|给我画|我想画|我要画");
    let list = drawn.unwrap_or(said).trim_start_matches(is_edge);
    let arranged =
        ARRANGED.iter().find_map(|(end, told)| Some((list.strip_suffix(end)?.trim_end_matches(is_edge), *told)));
    let told = |item: &Item, more: &str| Some(format!("画{}{more}", item.text));
    let beside = |first: &Item, second: &Item, side: &str| {
        let fits = first.is_one && second.is_one;
        fits.then(|| format!("画{}，再画{}在它的{side}", first.text, second.text))
    };
    // "左边一个圆右边一个方块": the second is beside the first.
    let sided = after(list, SIDES).filter(|_| drawn.is_none());
    let (first, rest) = item_zh(sided.or(arranged.map(|(list, _)| list)).unwrap_or(list))?;
    let rest = rest.trim_start_matches(is_edge);
    if rest.is_empty() {
        let is_asked = drawn.is_some() || arranged.is_some() || first.is_described;
        return told(&first, arranged.map_or("", |(_, told)| told)).filter(|_| is_asked);
    }
    if let Some(rest) = after(rest, "放在|在|摆在") {
        let (second, rest) = item_zh(rest)?;
        let side = past(rest, "的");
        return words(SIDES).find(|known| *known == side).and_then(|side| beside(&second, &first, side));
    }
    if let Some(side) = words(SIDES).find(|side| rest.starts_with(side)) {
        let (second, rest) = item_zh(past(&rest[side.len()..], "放|画|是|再放|再画"))?;
        return rest.is_empty().then(|| beside(&first, &second, side))?;
    }
    let (second, rest) = item_zh(after(rest, "和|与|还有|以及")?)?;
    rest.is_empty().then(|| format!("画{}和{}", first.text, second.text))
}

/// The shapes that a Chinese text begins with, and the rest.
fn item_zh(text: &str) -> Option<(Item, &str)> {
    const COUNTS: &str = "一|两|三|四|五|六|七|八|九|十";
    const COLOURS: &str = "红|橙|黄|绿|青|蓝|紫|粉|黑|灰|白";
    const SHAPES: &str = "正方形|方块|方形|圆形|圆圈|圆|三角形";
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let counted =
        if digits > 0 && super::is_count(&text[..digits]) { Some(&text[digits..]) } else { after(text, COUNTS) };
    let (count, rest) = match counted.and_then(|rest| after(rest, "个")) {
        Some(rest) => (&text[..text.len() - rest.len()], rest),
        None => ("一个", past(text, "个")),
    };
    let size = [("大", true), ("小", false)].into_iter().find_map(|(word, big)| Some((rest.strip_prefix(word)?, big)));
    let (rest, big) = size.map_or((rest, None), |(rest, big)| (rest, Some(big)));
    let (rest, colour) = match after(rest, COLOURS) {
        Some(after_colour) => {
            let colour = &rest[..rest.len() - after_colour.len()];
            (past(past(after_colour, "色"), "的"), format!("{colour}色的"))
        }
        None => (rest, String::new()),
    };
    let after_shape = after(rest, SHAPES)?;
    let shape = &rest[..rest.len() - after_shape.len()];
    let size = match (big, shape.starts_with('圆')) {
        (None, _) => "",
        (Some(true), true) => "半径2的",
        (Some(true), false) => "边长4的",
        (Some(false), true) => "半径0.5的",
        (Some(false), false) => "边长1的",
    };
    let is_one = matches!(count, "一个" | "1个");
    let is_described = !colour.is_empty() || big.is_some() || counted.is_some();
    Some((Item { text: format!("{count}{size}{colour}{shape}"), is_one, is_described }, after_shape))
}
