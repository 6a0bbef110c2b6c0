//! Commands that place several shapes in relation to each other.

use std::rc::Rc;

use glam::DVec3;

use super::{ANY_NUMBER, Command, SHAPE_IDS, change, several_are_there, shapes};
use crate::arrange::{Axis, Bounds, Edge, Figure, align, arrange, distribute};
use crate::geometry::Corners;
use crate::target::SceneTarget;
use espalier_command::args::Args;
use espalier_command::commands;
use espalier_command::schema::{Param, Schema};
use espalier_command::spec::Text;
use espalier_command::transaction::{Outcome, Reason};
use espalier_model::scene::{Shape, ShapeId};

/// The gap between neighbours that is not said.
const GAP: f64 = 0.5;
const EDGES: &[&str] = &["low", "middle", "high"];
const FIGURES: &[&str] = &["line", "grid", "circle"];
const AXIS: Param = Param::optional(
    "axis",
    Schema::Lenient(&Schema::Choice(Axis::NAMES)),
    Text::new("The axis; null = x.", "轴；null = x。"),
);

commands! {
    "shape.align" AlignShapes(
        shapes: Vec<ShapeId> = SHAPE_IDS,
    ) {
        axis: &'static str = AXIS,
        edge: &'static str = Param::optional(
            "edge",
            Schema::Lenient(&Schema::Choice(EDGES)),
            Text::new("What is lined up; null = the middle.", "对齐的部位；null = 中间。"),
        ),
    };
    "shape.distribute" DistributeShapes(shapes: Vec<ShapeId> = SHAPE_IDS) { axis: &'static str = AXIS };
    "shape.arrange" ArrangeShapes(
        shapes: Vec<ShapeId> = SHAPE_IDS,
    ) {
        figure: &'static str = Param::optional(
            "figure",
            Schema::Lenient(&Schema::Choice(FIGURES)),
            Text::new("The figure; null = a line.", "排列方式；null = 一行。"),
        ),
        gap: f64 = Param::optional("gap", ANY_NUMBER, Text::new("Between neighbours; null = 0.5.", "间距；null = 0.5。")),
    };
}

pub(super) const COMMANDS: &[Command] = &[
    Command {
        spec: change(
            AlignShapes::SIGNATURE,
            Text::new("Align", "对齐"),
            Text::new("Lines shapes up on an axis.", "沿某个轴对齐图形。"),
        ),
        when: several_are_there,
        run: |stage, args| {
            let edge = match args.text("edge") {
                Some("low") => Edge::Low,
                Some("high") => Edge::High,
                _ => Edge::Middle,
            };
            place(stage, args, |bounds| align(bounds, axis(args), edge))
        },
    },
    Command {
        spec: change(
            DistributeShapes::SIGNATURE,
            Text::new("Distribute", "均匀分布"),
            Text::new("Makes the gaps between shapes equal on an axis.", "使图形在某个轴上的间距相等。"),
        ),
        when: several_are_there,
        run: |stage, args| place(stage, args, |bounds| distribute(bounds, axis(args))),
    },
    Command {
        spec: change(
            ArrangeShapes::SIGNATURE,
            Text::new("Arrange", "排列"),
            Text::new("Arranges shapes in a line, a grid or a circle.", "把图形排成一行、网格或一圈。"),
        ),
        when: several_are_there,
        run: |stage, args| {
            let figure = match args.text("figure") {
                Some("grid") => Figure::Grid,
                Some("circle") => Figure::Circle,
                _ => Figure::Line,
            };
            let gap = args.decimal("gap").unwrap_or(GAP).max(0.0);
            place(stage, args, |bounds| arrange(bounds, figure, gap))
        },
    },
];

fn axis(args: &Args) -> Axis {
    args.text("axis").and_then(Axis::from_name).unwrap_or(Axis::X)
}

fn place(
    stage: &mut SceneTarget<'_, '_>,
    args: &Args,
    moves: impl FnOnce(&[Bounds]) -> Vec<DVec3>,
) -> Result<Outcome, Reason> {
    let rows: Vec<Rc<Shape>> = shapes(stage, args)?;
    let bounds: Vec<Bounds> = rows.iter().map(|row| Corners::of(row).bounds()).collect();
    for (row, by) in rows.iter().zip(moves(&bounds)) {
        stage.change(row.id, |row| row.position = (DVec3::from_array(row.position) + by).to_array())?;
    }
    Ok(Outcome::default())
}
