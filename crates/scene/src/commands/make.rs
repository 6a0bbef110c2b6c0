//! Commands that make and delete shapes.

use glam::DVec3;
use serde_json::Value;

use super::{ANY_NUMBER, Command, SHAPE_IDS, change, ensure, number, refuse, shapes, shapes_are_there, vector};
use crate::scenes::{MAX_NAME, name_of};
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::mindmap::Color;
use espalier_model::scene::{Geometry, Shape, ShapeId, ShapeType, Vector};

/// The size of a shape that says nothing of it; a circle has half of it as its radius.
pub const SIZE: f64 = 2.0;
/// The colours of new shapes, by type.
pub const COLORS: [Color; 3] =
    [Color { rgb: [0x35, 0x63, 0xd6] }, Color { rgb: [0xcf, 0x41, 0x30] }, Color { rgb: [0x2c, 0x7f, 0x43] }];

pub(super) const VERTICES: Param = Param::optional(
    "vertices",
    Schema::AtLeast(
        3,
        &Schema::List { items: &Schema::AtLeast(3, &Schema::List { items: &ANY_NUMBER, max: 3 }), max: 3 },
    ),
    Text::new(
        "The three vertices of a triangle as [x, y, z], relative to its position.",
        "三角形的三个顶点[x, y, z]，相对于其位置。",
    ),
);
pub(super) const SIZE_PARAM: Param = Param::optional(
    "size",
    ANY_NUMBER,
    Text::new(
        "The side length of a square, the radius of a circle, the longest side of a triangle.",
        "正方形的边长、圆的半径或三角形的最长边。",
    ),
)
.or_called(&["side", "sideLength", "radius"]);
pub(super) const COLOR: Param = Param::optional(
    "color",
    Schema::Text { min: 1, max: 40 },
    Text::new("The colour, as #rrggbb.", "颜色，例如#rrggbb。"),
)
.or_called(&["colour"]);
pub(super) const NAME: Param =
    Param::optional("name", Schema::Text { min: 0, max: MAX_NAME }, Text::new("Its name.", "名称。"));

commands! {
    "shape.create" CreateShape(
        kind: &'static str = Param::required(
            "type",
            Schema::Lenient(&Schema::Choice(ShapeType::NAMES)),
            Text::new("The type.", "类型。"),
        ),
    ) {
        x: f64 = number("x", Text::new("Position: to the right; null = 0.", "位置：向右；null = 0。")),
        y: f64 = number("y", Text::new("Position: up; null = 0.", "位置：向上；null = 0。")),
        z: f64 = number("z", Text::new("Position: towards the viewer; null = 0.", "位置：朝向观察者；null = 0。")),
        size: f64 = SIZE_PARAM,
        color: String = COLOR,
        name: String = NAME,
        vertices: [Vector; 3] = VERTICES,
        rotation_x: f64 = number("rotationX", Text::new("Degrees about x.", "绕x轴的角度。")),
        rotation_y: f64 = number("rotationY", Text::new("Degrees about y.", "绕y轴的角度。")),
        rotation_z: f64 = number("rotationZ", Text::new("Degrees about z.", "绕z轴的角度。")),
    };
    "shape.duplicate" DuplicateShapes(
        shapes: Vec<ShapeId> = SHAPE_IDS,
    ) {
        dx: f64 = number("dx", Text::new("How far to the right; null = beside them.", "向右的距离；null = 放在旁边。")),
        dy: f64 = number("dy", Text::new("How far up.", "向上的距离。")),
        dz: f64 = number("dz", Text::new("How far towards the viewer.", "朝向观察者的距离。")),
    };
    "shape.delete" DeleteShapes(shapes: Vec<ShapeId> = SHAPE_IDS);
}

pub(super) const COMMANDS: &[Command] = &[
    Command {
        spec: change(
            CreateShape::SIGNATURE,
            Text::new("Add shape", "添加图形"),
            Text::new("Adds a square, a circle or a triangle.", "添加正方形、圆形或三角形。"),
        )
        .making("shape")
        .or_called(&["createShape", "addShape", "draw"]),
        when: |_, args| {
            ensure(color(args.text("color")).is_ok(), NOT_A_COLOR)?;
            let triangle = args.text("type") == Some(ShapeType::Triangle.name());
            let only = refuse("only a triangle has vertices", "只有三角形才有顶点");
            ensure(args.get("vertices").is_none() || triangle, only)
        },
        run: |stage, args| {
            let kind = args.text("type").and_then(ShapeType::from_name).unwrap_or(ShapeType::Square);
            let usual = if kind == ShapeType::Circle { SIZE / 2.0 } else { SIZE };
            let geometry = match vertices(args.get("vertices")) {
                Some(vertices) => Geometry::Triangle { vertices },
                None => Geometry::new(kind, args.decimal("size").unwrap_or(usual)),
            };
            let now = stage.env.now;
            let id = args.creates.map_or_else(|| stage.env.id(), ShapeId::from_uuid);
            let shape = Shape {
                id,
                scene: stage.scene,
                created_at: now,
                updated_at: now,
                name: name_of(args.text("name").unwrap_or_default()),
                geometry,
                position: vector(args, ["x", "y", "z"], [0.0; 3]),
                rotation: vector(args, ["rotationX", "rotationY", "rotationZ"], [0.0; 3]),
                color: color(args.text("color"))?.unwrap_or(COLORS[kind as usize]),
            };
            let id = stage.add(shape)?;
            Ok(Outcome { made: vec![id.uuid()], select: vec![id.uuid()] })
        },
    },
    Command {
        spec: change(
            DuplicateShapes::SIGNATURE,
            Text::new("Duplicate", "创建副本"),
            Text::new("Adds copies of shapes beside them.", "在旁边添加图形的副本。"),
        )
        .keys(&["Mod+D"]),
        when: shapes_are_there,
        run: |stage, args| {
            let originals = shapes(stage, args)?;
            let bounds = originals.iter().map(|row| crate::geometry::Corners::of(row).bounds());
            let whole = bounds.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)));
            let beside = whole.map_or(SIZE, |(low, high)| ((high.x - low.x) * 1.25).max(0.5));
            let by = DVec3::from_array(vector(args, ["dx", "dy", "dz"], [beside, 0.0, 0.0]));
            let now = stage.env.now;
            let mut made = Vec::with_capacity(originals.len());
            for row in originals {
                let position = (DVec3::from_array(row.position) + by).to_array();
                let id = stage.env.id();
                let copy = Shape { id, created_at: now, updated_at: now, position, ..Shape::clone(&row) };
                made.push(stage.add(copy)?.uuid());
            }
            Ok(Outcome { select: made.clone(), made })
        },
    },
    Command {
        spec: change(DeleteShapes::SIGNATURE, Text::new("Delete", "删除"), Text::new("Deletes shapes.", "删除图形。"))
            .keys(&["Delete", "Backspace"])
            .or_called(&["deleteShape", "removeShape"]),
        when: shapes_are_there,
        run: |stage, args| {
            for row in shapes(stage, args)? {
                stage.remove(row.id);
            }
            Ok(Outcome::default())
        },
    },
];

pub(super) const NOT_A_COLOR: Reason = refuse("enter a colour such as #3366cc", "请输入颜色，例如#3366cc");

/// A colour that was written, if one was.
pub(super) fn color(text: Option<&str>) -> Result<Option<Color>, Reason> {
    text.map(|text| text.parse().map_err(|_| NOT_A_COLOR)).transpose()
}

/// Reads three vertices.
pub(super) fn vertices(value: Option<&Value>) -> Option<[Vector; 3]> {
    serde_json::from_value(value?.clone()).ok()
}
