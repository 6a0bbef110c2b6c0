use glam::DVec2;
use proptest::prelude::*;
use uuid::Uuid;

use super::intent::{Changes, Intent, New, Target, Unclear, Which, understand};
use super::local::{Resolved, resolve};
use super::sight::{Filter, Sight};
use super::*;
use crate::camera::Camera;
use crate::world::World;
use espalier_base::time::Timestamp;
use espalier_model::scene::{Geometry, SceneId, Shape, ShapeId, Vector};

fn id(number: u128) -> ShapeId {
    ShapeId::from_uuid(Uuid::from_u128(number))
}

fn shape(number: u128, kind: ShapeType, color: &str, position: Vector) -> Shape {
    Shape {
        id: id(number),
        scene: SceneId::from_uuid(Uuid::from_u128(1)),
        created_at: Timestamp(number as i64),
        updated_at: Timestamp(number as i64),
        name: String::new(),
        geometry: Geometry::new(kind, 2.0),
        position,
        rotation: [0.0; 3],
        color: color::find(color).unwrap().color,
    }
}

fn world(shapes: impl IntoIterator<Item = Shape>) -> World {
    World::new(shapes.into_iter().map(std::rc::Rc::new))
}

fn sight<'a>(world: &'a World, mentioned: &'a [Vec<ShapeId>]) -> Sight<'a> {
    Sight { world, camera: Camera::default(), size: DVec2::new(800.0, 600.0), selection: &[], mentioned, only: None }
}

fn one(text: &str) -> Intent {
    let intents = understand(text, &["Pond".to_owned(), "池塘".to_owned()]);
    let intents = intents.unwrap_or_else(|unclear| panic!("{text}: {unclear:?}"));
    assert_eq!(intents.len(), 1, "{text}: {intents:?}");
    intents.into_iter().next().unwrap()
}

fn filter(kind: ShapeType) -> Filter {
    Filter { kind: Some(kind), ..Filter::default() }
}

fn target(which: Which, filter: Filter) -> Target {
    Target { which, filter, ..Target::default() }
}

/// One, or all, that fit.
fn bare(filter: Filter) -> Target {
    Target { bare: true, ..target(Which::Only, filter) }
}

#[test]
fn commands_to_make_shapes_are_understood_in_both_languages() {
    let square = New {
        kind: ShapeType::Square,
        count: 1,
        at: Some([10.0, 0.0, 10.0]),
        spot: None,
        size: Some(5.0),
        color: Some("red"),
        name: None,
        figure: None,
    };
    for text in [
        "在 (10,0,10) 画一个边长 5 的红色正方形",
        "画一个边长为5的红色正方形，坐标(10, 0, 10)",
        "请在（10，0，10）创建一个红色的正方形，边长5",
        "Draw a red square with side 5 at (10, 0, 10)",
        "please add a red square at (10 0 10) with a side length of 5",
        "put a red square of size 5 at 10, 0, 10",
    ] {
        assert_eq!(one(text), Intent::Create(square.clone()), "{text}");
    }
    let row = New {
        kind: ShapeType::Circle,
        count: 3,
        at: None,
        spot: None,
        size: None,
        color: Some("blue"),
        name: None,
        figure: Some("line"),
    };
    for text in ["画三个蓝色圆排成一行", "draw three blue circles in a row", "add 3 blue circles in a line"] {
        assert_eq!(one(text), Intent::Create(row.clone()), "{text}");
    }
    let named = New { size: Some(1.5), count: 1, name: Some("Moon".to_owned()), figure: None, ..row };
    assert_eq!(one("draw a blue circle with diameter 3 called \"Moon\""), Intent::Create(named.clone()));
    for text in ["画一个直径3的蓝色圆，名为“Moon”", "画一个直径3的蓝色圆，叫做“Moon”"] {
        assert_eq!(one(text), Intent::Create(named.clone()), "{text}");
    }
}

#[track_caller]
fn check(cases: &[(&str, Intent)]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(text, intent)| {
            let read = understand(text, &["Pond".to_owned(), "池塘".to_owned()]);
            (read != Ok(vec![intent.clone()])).then(|| format!("{text}\n  is {read:?}\n  not {intent:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn commands_on_what_is_there_are_understood_in_both_languages() {
    let near = |nearest| target(Which::Near([10.0, 0.0, 10.0], nearest), filter(ShapeType::Triangle));
    let pond = |name: &str| target(Which::Only, Filter { name: Some(name.to_owned()), ..Filter::default() });
    let last = target(Which::Last(0), filter(ShapeType::Circle));
    let cases: Vec<(&str, Intent)> = vec![
        ("删除坐标 (10,0,10) 附近的三角形", Intent::Delete(near(false))),
        ("delete the triangle near (10,0,10)", Intent::Delete(near(false))),
        ("delete the triangle nearest to (10, 0, 10)", Intent::Delete(near(true))),
        ("删除离(10,0,10)最近的三角形", Intent::Delete(near(true))),
        ("delete the last circle", Intent::Delete(last.clone())),
        ("删除上一个圆形", Intent::Delete(last.clone())),
        ("删掉刚才那个圆", Intent::Delete(last.clone())),
        ("delete it", Intent::Delete(target(Which::It, Filter::default()))),
        ("把它删掉", Intent::Delete(target(Which::It, Filter::default()))),
        ("删除所有三角形", Intent::Delete(target(Which::All, filter(ShapeType::Triangle)))),
        ("remove all triangles", Intent::Delete(target(Which::All, filter(ShapeType::Triangle)))),
        ("清空场景", Intent::Delete(target(Which::All, Filter::default()))),
        ("delete both", Intent::Delete(target(Which::Both, Filter::default()))),
        ("delete the other one", Intent::Delete(target(Which::Other, Filter::default()))),
        ("删除另一个", Intent::Delete(target(Which::Other, Filter::default()))),
        ("delete Pond", Intent::Delete(pond("Pond"))),
        ("删除池塘", Intent::Delete(pond("池塘"))),
        ("how many triangles are there?", Intent::Count(target(Which::Only, filter(ShapeType::Triangle)))),
        ("有多少个三角形？", Intent::Count(target(Which::Only, filter(ShapeType::Triangle)))),
        ("select all circles", Intent::Select(target(Which::All, filter(ShapeType::Circle)))),
        ("选中所有圆形", Intent::Select(target(Which::All, filter(ShapeType::Circle)))),
        ("把所有圆排成一行", Intent::Arrange(target(Which::All, filter(ShapeType::Circle)), "line")),
        (
            "三个蓝色圆排成一行",
            Intent::Arrange(
                Target {
                    which: Which::All,
                    filter: Filter { color: Some("blue"), ..filter(ShapeType::Circle) },
                    count: Some(3),
                    ..Target::default()
                },
                "line",
            ),
        ),
        ("arrange all circles in a circle", Intent::Arrange(target(Which::All, filter(ShapeType::Circle)), "circle")),
        ("undo", Intent::Undo(1)),
        ("撤销", Intent::Undo(1)),
        ("undo the last 3 steps", Intent::Undo(3)),
        ("撤销三步", Intent::Undo(3)),
        ("重做", Intent::Redo(1)),
        ("delete the biggest circle", Intent::Delete(target(Which::Biggest, filter(ShapeType::Circle)))),
        ("删除最大的圆", Intent::Delete(target(Which::Biggest, filter(ShapeType::Circle)))),
    ];
    check(&cases);
}

#[test]
fn changes_of_what_is_there_are_understood_in_both_languages() {
    let red = Filter { color: Some("red"), ..filter(ShapeType::Square) };
    let last = target(Which::Last(0), filter(ShapeType::Circle));
    let it = |changes| Intent::Modify(target(Which::It, Filter::default()), changes);
    let the_red = |changes| Intent::Modify(target(Which::Only, red.clone()), changes);
    let a_red = |changes| Intent::Modify(bare(red.clone()), changes);
    let the_last = |changes| Intent::Modify(last.clone(), changes);
    check(&[
        ("make the last circle twice as big", the_last(Changes { factor: Some(2.0), ..Changes::default() })),
        ("把最后一个圆放大两倍", the_last(Changes { factor: Some(2.0), ..Changes::default() })),
        ("放大上一个圆3倍", the_last(Changes { factor: Some(3.0), ..Changes::default() })),
        ("把上一个圆缩小一半", the_last(Changes { factor: Some(0.5), ..Changes::default() })),
        ("move it to (1, 2, 3)", it(Changes { at: Some([1.0, 2.0, 3.0]), ..Changes::default() })),
        ("把它移动到(1,2,3)", it(Changes { at: Some([1.0, 2.0, 3.0]), ..Changes::default() })),
        ("move it 3 to the left", it(Changes { by: Some([-3.0, 0.0, 0.0]), ..Changes::default() })),
        ("把它向左移动3", it(Changes { by: Some([-3.0, 0.0, 0.0]), ..Changes::default() })),
        ("make the red square blue", the_red(Changes { color: Some("blue"), ..Changes::default() })),
        ("把红色正方形改成蓝色", a_red(Changes { color: Some("blue"), ..Changes::default() })),
        ("change the color of the red square to blue", the_red(Changes { color: Some("blue"), ..Changes::default() })),
        ("把它涂成红色", it(Changes { color: Some("red"), ..Changes::default() })),
        ("paint it red", it(Changes { color: Some("red"), ..Changes::default() })),
        ("rotate the red square 45 degrees", the_red(Changes { rotate: Some(45.0), ..Changes::default() })),
        ("把红色正方形旋转45度", a_red(Changes { rotate: Some(45.0), ..Changes::default() })),
        ("set the size of the red square to 4", the_red(Changes { size: Some(4.0), ..Changes::default() })),
        ("把红色正方形的边长改为4", a_red(Changes { size: Some(4.0), is_side: true, ..Changes::default() })),
        ("rename it to \"Sun\"", it(Changes { name: Some("Sun".to_owned()), ..Changes::default() })),
        ("把它命名为“太阳”", it(Changes { name: Some("太阳".to_owned()), ..Changes::default() })),
    ]);
}

#[test]
fn i1_what_is_not_understood_in_full_is_not_done() {
    for text in [
        "delete the circle left of the square",
        "删除正方形左边的圆",
        "move the circle",
        "delete",
        "make it",
        "hello",
        "你好",
        "draw two squares next to the circle",
        "draw a circle with side 5",
        "draw a hexagon",
        "delete the red blue square",
    ] {
        assert!(understand(text, &[]).is_err(), "{text}: {:?}", understand(text, &[]));
    }
    assert_eq!(understand("draw a hexagon", &[]), Err(Unclear::Words(vec!["hexagon".to_owned()])));
}

#[test]
fn several_commands_come_in_their_order() {
    let read = understand("画一个红色正方形，然后把它移动到(1,2,3)", &[]).unwrap();
    assert!(matches!(read.as_slice(), [Intent::Create(_), Intent::Modify(..)]), "{read:?}");
    let read = understand("delete the square and the circle", &[]).unwrap();
    assert!(matches!(read.as_slice(), [Intent::Delete(_), Intent::Delete(_)]), "{read:?}");
}

#[test]
fn new_shapes_without_a_verb_are_to_be_made() {
    for text in ["A red square and two blue circles", "一个红色正方形和两个蓝色圆形"] {
        let read = understand(text, &[]).unwrap();
        let made: Vec<_> = read
            .iter()
            .map(|intent| match intent {
                Intent::Create(new) => (new.kind, new.count, new.color),
                other => panic!("{text}: {other:?}"),
            })
            .collect();
        assert_eq!(made, [(ShapeType::Square, 1, Some("red")), (ShapeType::Circle, 2, Some("blue"))], "{text}");
    }
    for text in ["the red square", "red square", "it", "two", "all circles"] {
        assert!(understand(text, &[]).is_err(), "{text}");
    }
}

#[test]
fn a2_a_shape_is_decided_on_alone_only_if_it_is_clear() {
    let shapes = [
        shape(1, ShapeType::Triangle, "red", [10.0, 0.0, 10.0]),
        shape(2, ShapeType::Triangle, "blue", [11.0, 0.0, 10.0]),
        shape(3, ShapeType::Circle, "red", [0.0, 0.0, 0.0]),
    ];
    let world = world(shapes);
    let near = |point: Vector, nearest| target(Which::Near(point, nearest), filter(ShapeType::Triangle));
    let sees = sight(&world, &[]);
    // One is at 0.1, the other at 0.9: more than twice as far.
    assert_eq!(resolve(&sees, &near([10.1, 0.0, 10.0], false)), Resolved::Shapes(vec![id(1)]));
    assert_eq!(resolve(&sees, &near([10.4, 0.0, 10.0], false)), Resolved::OneOf(vec![id(1), id(2)]));
    assert_eq!(resolve(&sees, &near([10.4, 0.0, 10.0], true)), Resolved::Shapes(vec![id(1)]));
    assert_eq!(resolve(&sees, &near([10.5, 0.0, 10.0], true)), Resolved::OneOf(vec![id(1), id(2)]));
    // The radius doubles three times, and no more.
    assert_eq!(resolve(&sees, &near([10.0, 0.0, 45.0], true)), Resolved::Shapes(vec![id(1)]));
    assert_eq!(resolve(&sees, &near([10.0, 0.0, 55.0], true)), Resolved::Nothing);
    let triangles = target(Which::Only, filter(ShapeType::Triangle));
    assert_eq!(resolve(&sees, &triangles), Resolved::OneOf(vec![id(2), id(1)]));
    assert_eq!(resolve(&sees, &target(Which::Only, filter(ShapeType::Circle))), Resolved::Shapes(vec![id(3)]));
}

#[test]
fn it_is_what_was_spoken_of_last_and_else_asked_about() {
    let world = world((1..=4).map(|number| shape(number, ShapeType::Circle, "red", [number as f64, 0.0, 0.0])));
    let it = target(Which::It, Filter::default());
    let both = target(Which::Both, Filter::default());
    assert_eq!(resolve(&sight(&world, &[]), &it), Resolved::OneOf(vec![id(4), id(3), id(2), id(1)]));
    assert_eq!(resolve(&sight(&world, &[]), &both), Resolved::Nothing);
    let mentioned = [vec![id(2)], vec![id(3)]];
    assert_eq!(resolve(&sight(&world, &mentioned), &it), Resolved::Shapes(vec![id(2)]));
    assert_eq!(resolve(&sight(&world, &mentioned), &both), Resolved::Shapes(vec![id(2), id(3)]));
    // "The last" is the one that was spoken of last, unless one was made meanwhile that nobody spoke of.
    let last = target(Which::Last(0), Filter::default());
    assert_eq!(resolve(&sight(&world, &mentioned), &last), Resolved::OneOf(vec![id(2), id(4)]));
    let spoken = [vec![id(2)], vec![id(3), id(4)]];
    assert_eq!(resolve(&sight(&world, &spoken), &last), Resolved::Shapes(vec![id(2)]));
    assert_eq!(resolve(&sight(&world, &spoken[1..]), &last), Resolved::Shapes(vec![id(4)]));
    let leftmost = target(Which::Farthest([-1.0, 0.0, 0.0]), Filter::default());
    assert_eq!(resolve(&sight(&world, &[]), &leftmost), Resolved::Shapes(vec![id(1)]));
    // All near a point are asked for.
    let around = target(Which::Around([1.5, 0.0, 0.0]), Filter::default());
    assert!(matches!(resolve(&sight(&world, &[]), &around), Resolved::AllOf(ids) if ids.len() == 4));
    let group = [vec![id(1), id(2)]];
    assert_eq!(resolve(&sight(&world, &group), &it), Resolved::OneOf(vec![id(1), id(2)]));
    let gone = [vec![id(9)], vec![id(3)]];
    assert_eq!(resolve(&sight(&world, &gone), &it), Resolved::Nothing, "the one that was meant is gone");
}

#[test]
fn g1_what_is_told_has_the_same_length_for_a_hundred_and_for_many_shapes() {
    let many =
        |count: u128| {
            world((1..=count).map(|number| {
                shape(number, ShapeType::Square, "red", [(number % 100) as f64, 0.0, (number / 100) as f64])
            }))
        };
    let lengths = [100, 20_000].map(|count| {
        let world = many(count);
        let sees = sight(&world, &[]);
        let told = sees.report(&sees.in_view(&Filter::default()), 0).to_string();
        let listed = sees.report(&sees.latest(&Filter::default()), 0).to_string();
        assert!(told.len() < 4_000 && listed.len() < 4_000, "{}", told.len());
        listed.len() + prompt::text(&sees, prompt::Reader::One, Language::En).len()
    });
    assert!(lengths[1] < lengths[0] + 80, "{lengths:?}");
}

proptest! {
    #[test]
    fn reading_takes_any_text(text in "\\PC{0,60}") {
        let _ = understand(&text, &["Pond".to_owned()]);
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// A command with the shapes that it means for a person: none, one, or several between which it does not decide.
struct Command {
    text: String,
    meant: Vec<ShapeId>,
}

const ZH_KINDS: [&str; 3] = ["正方形", "圆形", "三角形"];

/// A command about one of the shapes, worked out from the list of them alone.
fn command(dice: &mut Dice, shapes: &[Shape]) -> Command {
    let colors = &color::COLORS[..6];
    let picked = &shapes[dice.below(shapes.len())];
    let kind = if dice.below(8) == 0 { ShapeType::ALL[dice.below(3)] } else { picked.geometry.kind() };
    let (en, zh) = (kind.name(), ZH_KINDS[kind as usize]);
    let of_kind = || shapes.iter().filter(|row| row.geometry.kind() == kind);
    let ids = |rows: Vec<&Shape>| rows.into_iter().map(|row| row.id).collect::<Vec<ShapeId>>();
    let is_zh = dice.below(2) == 0;
    let [x, y, z] = picked.position;
    let away = [0.0, 0.4, 3.0][dice.below(3)];
    let point = [x + away, y, z];
    let from =
        |row: &Shape| row.position.iter().zip(point).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt();
    let (what, meant) = match dice.below(7) {
        0 => {
            let named = &colors[dice.below(colors.len())];
            let fits = of_kind().filter(|row| row.color == named.color).collect();
            ([format!("the {} {en}", named.name), format!("{}的{zh}", named.title.zh)], ids(fits))
        }
        1 => {
            let last = of_kind().max_by_key(|row| row.created_at);
            ([format!("the last {en}"), format!("上一个{zh}")], ids(last.into_iter().collect()))
        }
        nearest @ (2 | 3) => {
            let mut near: Vec<&Shape> = of_kind().collect();
            near.sort_by(|one, other| from(one).total_cmp(&from(other)));
            // Looked for as far as the radius of the first that is found doubles.
            let first = near.first().map_or(f64::INFINITY, |row| from(row));
            let radius = [5.0, 10.0, 20.0, 40.0].into_iter().find(|radius| first <= *radius);
            near.retain(|row| radius.is_some_and(|radius| from(row) <= radius));
            let (first, second) = (near.first().map(|row| from(row)), near.get(1).map(|row| from(row)));
            let clear = match (first, second) {
                (Some(first), Some(second)) if nearest == 2 => second > first + 1e-9,
                (Some(first), Some(second)) => second > 2.0 * first && second > first + 1e-9,
                _ => true,
            };
            near.truncate(if clear { 1 } else { near.len() });
            let place = format!("({}, {}, {})", point[0], point[1], point[2]);
            let words = if nearest == 2 {
                [format!("the {en} nearest to {place}"), format!("离{place}最近的{zh}")]
            } else {
                [format!("the {en} near {place}"), format!("{place}附近的{zh}")]
            };
            (words, ids(near))
        }
        4 => {
            let most = of_kind().map(|row| row.geometry.size()).fold(0.0, f64::max);
            let fits = of_kind().filter(|row| (row.geometry.size() - most).abs() < 1e-9).collect();
            ([format!("the biggest {en}"), format!("最大的{zh}")], ids(fits))
        }
        5 => ([format!("the {en}"), format!("那个{zh}")], ids(of_kind().collect())),
        _ => {
            let fits = shapes.iter().filter(|row| !picked.name.is_empty() && row.name == picked.name).collect();
            let name = if picked.name.is_empty() { "nobody" } else { &picked.name };
            ([format!("the shape named \"{name}\""), format!("名为“{name}”的图形")], ids(fits))
        }
    };
    let text = asked(dice.below(4), is_zh, what);
    Command { text, meant }
}

/// A command about what the words mean.
fn asked(which: usize, is_zh: bool, [en, zh]: [String; 2]) -> String {
    match (which, is_zh) {
        (0, false) => format!("delete {en}"),
        (1, false) => format!("please make {en} twice as big"),
        (2, false) => format!("rotate {en} 30 degrees"),
        (_, false) => format!("select {en}"),
        (0, true) => format!("删除{zh}"),
        (1, true) => format!("请把{zh}放大两倍"),
        (2, true) => format!("把{zh}旋转30度"),
        (_, true) => format!("选中{zh}"),
    }
}

#[test]
fn of_thousands_of_commands_none_hits_another_shape_than_is_meant() {
    let mut dice = Dice(7);
    let (mut done, mut asked, mut none) = (0, 0, 0);
    for scene in 0..60_u128 {
        let count = 3 + dice.below(25);
        let shapes: Vec<Shape> = (1..=count as u128)
            .map(|number| {
                let place = [0; 3].map(|_| dice.below(24) as f64 - 12.0);
                let mut row = shape(number, ShapeType::ALL[dice.below(3)], color::COLORS[dice.below(6)].name, place);
                row.geometry = row.geometry.scaled(1.0 + dice.below(4) as f64);
                if dice.below(3) == 0 {
                    row.name = format!("{}{scene}", ["Moon", "月亮", "Gate"][dice.below(3)]);
                }
                row
            })
            .collect();
        let world = world(shapes.clone());
        let sees = sight(&world, &[]);
        let names: Vec<String> = shapes.iter().map(|row| row.name.clone()).filter(|name| !name.is_empty()).collect();
        for _ in 0..50 {
            let Command { text, mut meant } = command(&mut dice, &shapes);
            let intents = understand(&text, &names).unwrap_or_else(|unclear| panic!("{text}: {unclear:?}"));
            let [Intent::Delete(target) | Intent::Modify(target, _) | Intent::Select(target)] = intents.as_slice()
            else {
                panic!("{text}: {intents:?}");
            };
            match resolve(&sees, target) {
                Resolved::Shapes(ids) => {
                    assert_eq!(ids, meant, "{text}");
                    done += 1;
                }
                Resolved::OneOf(mut ids) | Resolved::AllOf(mut ids) => {
                    ids.sort_unstable();
                    meant.sort_unstable();
                    assert!(meant.len() > 1 && ids == meant, "{text}: {ids:?}, meant {meant:?}");
                    asked += 1;
                }
                Resolved::Nothing => {
                    assert!(meant.is_empty(), "{text}: {meant:?}");
                    none += 1;
                }
            }
        }
    }
    // Each of the three happens often, so that none of them is tested by nothing.
    assert_eq!(done + asked + none, 3_000);
    assert!(done > 1_000 && asked > 300 && none > 100, "{done} done, {asked} asked, {none} found nothing");
}
