//! Commands that change shapes: where they are, how large, how turned, their colour and name.

use glam::{DQuat, DVec3};

use super::make::{COLOR, NAME, NOT_A_COLOR, SIZE_PARAM, VERTICES, color, vertices};
use super::{
    ANY_NUMBER, Command, SHAPE_ID, SHAPE_IDS, change, ensure, number, refuse, shape, shape_is_there, shapes,
    shapes_are_there, vector,
};
use crate::arrange::Axis;
use crate::geometry::{Corners, degrees, rotation};
use crate::scenes::name_of;
use crate::target::SceneTarget;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::scene::{Geometry, Shape, ShapeId, Vector};

const AXIS: Param = Param::optional(
    "axis",
    Schema::Lenient(&Schema::Choice(Axis::NAMES)),
    Text::new("The axis; null = y.", "轴；null = y。"),
);

commands! {
    "shape.rename" RenameShape(shape: ShapeId = SHAPE_ID, name: String = Param { required: true, ..NAME });
    "shape.place" PlaceShape(
        shape: ShapeId = SHAPE_ID,
    ) {
        x: f64 = number("x", Text::new("To the right; null = as it is.", "向右；null = 不变。")),
        y: f64 = number("y", Text::new("Up; null = as it is.", "向上；null = 不变。")),
        z: f64 = number("z", Text::new("Towards the viewer; null = as it is.", "朝向观察者；null = 不变。")),
    };
    "shape.move" MoveShapes(
        shapes: Vec<ShapeId> = SHAPE_IDS,
    ) {
        dx: f64 = number("dx", Text::new("How far to the right.", "向右的距离。")),
        dy: f64 = number("dy", Text::new("How far up.", "向上的距离。")),
        dz: f64 = number("dz", Text::new("How far towards the viewer.", "朝向观察者的距离。")),
    };
    "shape.resize" ResizeShape(shape: ShapeId = SHAPE_ID, size: f64 = Param { required: true, ..SIZE_PARAM });
    "shape.scale" ScaleShapes(
        shapes: Vec<ShapeId> = SHAPE_IDS,
        factor: f64 = Param::required("factor", ANY_NUMBER, Text::new("How many times as large.", "倍数。")),
    );
    "shape.setRotation" SetRotation(
        shape: ShapeId = SHAPE_ID,
    ) {
        x: f64 = number("x", Text::new("Degrees about x; null = as it is.", "绕x轴的角度；null = 不变。")),
        y: f64 = number("y", Text::new("Degrees about y; null = as it is.", "绕y轴的角度；null = 不变。")),
        z: f64 = number("z", Text::new("Degrees about z; null = as it is.", "绕z轴的角度；null = 不变。")),
    };
    "shape.rotate" RotateShapes(
        shapes: Vec<ShapeId> = SHAPE_IDS,
        degrees: f64 = Param::required("degrees", ANY_NUMBER, Text::new("How many degrees.", "角度。")),
    ) {
        axis: &'static str = AXIS,
    };
    "shape.setColor" SetColor(shapes: Vec<ShapeId> = SHAPE_IDS, color: String = Param { required: true, ..COLOR });
    "shape.setVertices" SetVertices(
        shape: ShapeId = SHAPE_ID,
        vertices: [Vector; 3] = Param { required: true, ..VERTICES },
    );
    "shape.mirror" MirrorShapes(shapes: Vec<ShapeId> = SHAPE_IDS) { axis: &'static str = AXIS };
}

pub(super) const COMMANDS: &[Command] = &[
    Command {
        spec: change(
            RenameShape::SIGNATURE,
            Text::new("Rename shape", "重命名图形"),
            Text::new("Gives a shape another name.", "修改图形的名称。"),
        )
        .keys(&["F2"]),
        when: shape_is_there,
        run: |stage, args| {
            let name = name_of(args.text("name").unwrap_or_default());
            one(stage, args, |row| row.name = name)
        },
    },
    Command {
        spec: change(
            PlaceShape::SIGNATURE,
            Text::new("Set position", "设置位置"),
            Text::new("Puts a shape at a position.", "把图形放到指定位置。"),
        )
        .or_called(&["moveTo"]),
        when: shape_is_there,
        run: |stage, args| {
            let position = vector(args, ["x", "y", "z"], shape(stage, args)?.position);
            one(stage, args, |row| row.position = position)
        },
    },
    Command {
        spec: change(MoveShapes::SIGNATURE, Text::new("Move", "移动"), Text::new("Moves shapes.", "移动图形。")),
        when: shapes_are_there,
        run: |stage, args| {
            let by = DVec3::from_array(vector(args, ["dx", "dy", "dz"], [0.0; 3]));
            each(stage, args, |row| row.position = (DVec3::from_array(row.position) + by).to_array())
        },
    },
    Command {
        spec: change(
            ResizeShape::SIGNATURE,
            Text::new("Set size", "设置大小"),
            Text::new("Gives a shape another size.", "修改图形的大小。"),
        )
        .or_called(&["setSize"]),
        when: shape_is_there,
        run: |stage, args| {
            let size = args.decimal("size").unwrap_or_default();
            one(stage, args, |row| {
                row.geometry = match row.geometry {
                    Geometry::Square { .. } => Geometry::Square { side: size },
                    Geometry::Circle { .. } => Geometry::Circle { radius: size },
                    triangle @ Geometry::Triangle { .. } => triangle.scaled(size / triangle.size()),
                }
            })
        },
    },
    Command {
        spec: change(
            ScaleShapes::SIGNATURE,
            Text::new("Scale", "缩放"),
            Text::new(
                "Makes shapes so many times as large, around the middle of all of them.",
                "以所有图形的中心为基准，按倍数缩放图形。",
            ),
        ),
        when: |stage, args| {
            let factor = args.decimal("factor").unwrap_or_default();
            ensure(factor > 0.0, refuse("the factor must be greater than 0", "倍数必须大于0"))?;
            shapes_are_there(stage, args)
        },
        run: |stage, args| {
            let factor = args.decimal("factor").unwrap_or(1.0);
            let around = middle_of(&shapes(stage, args)?);
            each(stage, args, |row| {
                row.geometry = row.geometry.scaled(factor);
                row.position = (around + (DVec3::from_array(row.position) - around) * factor).to_array();
            })
        },
    },
    Command {
        spec: change(
            SetRotation::SIGNATURE,
            Text::new("Set rotation", "设置旋转"),
            Text::new("Turns a shape to these angles.", "把图形旋转到指定角度。"),
        ),
        when: shape_is_there,
        run: |stage, args| {
            let angles = vector(args, ["x", "y", "z"], shape(stage, args)?.rotation);
            one(stage, args, |row| row.rotation = angles)
        },
    },
    Command {
        spec: change(
            RotateShapes::SIGNATURE,
            Text::new("Rotate", "旋转"),
            Text::new("Turns shapes around the middle of all of them.", "以所有图形的中心为基准旋转图形。"),
        ),
        when: shapes_are_there,
        run: |stage, args| {
            let axis = args.text("axis").and_then(Axis::from_name).unwrap_or(Axis::Y);
            let turn = DQuat::from_axis_angle(axis.unit(), args.decimal("degrees").unwrap_or_default().to_radians());
            let around = middle_of(&shapes(stage, args)?);
            each(stage, args, |row| {
                row.rotation = degrees(turn * rotation(row.rotation));
                row.position = (around + turn * (DVec3::from_array(row.position) - around)).to_array();
            })
        },
    },
    Command {
        spec: change(
            SetColor::SIGNATURE,
            Text::new("Set colour", "设置颜色"),
            Text::new("Gives shapes a colour.", "设置图形的颜色。"),
        )
        .or_called(&["setColour", "recolor", "recolour"]),
        when: |stage, args| {
            ensure(color(args.text("color")).is_ok(), NOT_A_COLOR)?;
            shapes_are_there(stage, args)
        },
        run: |stage, args| {
            let color = color(args.text("color"))?.ok_or(NOT_A_COLOR)?;
            each(stage, args, |row| row.color = color)
        },
    },
    Command {
        spec: change(
            SetVertices::SIGNATURE,
            Text::new("Set vertices", "设置顶点"),
            Text::new("Gives a triangle other vertices.", "修改三角形的顶点。"),
        ),
        when: |stage, args| {
            let triangle = matches!(shape(stage, args)?.geometry, Geometry::Triangle { .. });
            ensure(triangle, refuse("only a triangle has vertices", "只有三角形才有顶点"))
        },
        run: |stage, args| {
            let vertices = vertices(args.get("vertices"));
            let vertices = vertices.ok_or(refuse("three vertices are needed", "需要三个顶点"))?;
            one(stage, args, |row| row.geometry = Geometry::Triangle { vertices })
        },
    },
    Command {
        spec: change(
            MirrorShapes::SIGNATURE,
            Text::new("Mirror", "镜像"),
            Text::new(
                "Mirrors shapes along an axis, around the middle of all of them.",
                "以所有图形的中心为基准，沿某个轴镜像图形。",
            ),
        ),
        when: shapes_are_there,
        run: |stage, args| {
            let axis = args.text("axis").and_then(Axis::from_name).unwrap_or(Axis::X);
            let around = middle_of(&shapes(stage, args)?);
            each(stage, args, |row| mirror(row, axis.unit(), around))
        },
    },
];

/// Mirrors a shape in the plane through a point. A reflection is a half turn about the axis and a reflection in the point,
/// and a shape looks the same reflected in its own middle, but for a triangle, whose vertices change sides.
fn mirror(row: &mut Shape, axis: DVec3, around: DVec3) {
    let position = DVec3::from_array(row.position);
    row.position = (position - axis * (2.0 * (position - around).dot(axis))).to_array();
    row.rotation = degrees(DQuat::from_axis_angle(axis, std::f64::consts::PI) * rotation(row.rotation));
    if let Geometry::Triangle { vertices } = &mut row.geometry {
        *vertices = vertices.map(|vertex| vertex.map(|value| 0.0 - value));
    }
}

/// The point around which shapes are turned and scaled: the position of one, the middle of the bounds of several.
pub fn middle_of(rows: &[std::rc::Rc<Shape>]) -> DVec3 {
    if let [one] = rows {
        return DVec3::from_array(one.position);
    }
    let whole = rows.iter().map(|row| Corners::of(row).bounds());
    let whole = whole.reduce(|(low, high), (from, to)| (low.min(from), high.max(to)));
    whole.map_or(DVec3::ZERO, |(low, high)| (low + high) / 2.0)
}

fn one(stage: &mut SceneTarget<'_, '_>, args: &Args, change: impl FnOnce(&mut Shape)) -> Result<Outcome, Reason> {
    let id = shape(stage, args)?.id;
    stage.change(id, change)?;
    Ok(Outcome::default())
}

fn each(stage: &mut SceneTarget<'_, '_>, args: &Args, change: impl Fn(&mut Shape)) -> Result<Outcome, Reason> {
    for row in shapes(stage, args)? {
        stage.change(row.id, &change)?;
    }
    Ok(Outcome::default())
}
