//! Drawing with WebGL 2 through three-d: one draw of quads for all shapes, with the outline cut in the fragment shader.
//!
//! Every slot of the world has four corners in two buffers, its place and its paint; a change of one shape uploads 64
//! bytes. Slots without a shape have their corners in one point, which draws nothing.
//!
//! - L1 Whether the context is lost is asked before it is used: making a three-d context of a lost one would panic.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use glam::{DMat4, DVec2, DVec3};
use three_d::{
    Blend, ClearState, Context, CoreError, DepthTest, ElementBuffer, Mat4, Program, RenderStates, RenderTarget, Vec2,
    Vec3, Vector2, Vector3, Vector4, VertexBuffer, Viewport, WriteMask,
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext, WebGlContextAttributes};

use super::plain::plane;
use super::{Frame, PaintError, Preview, Rgb, grid_step};
use crate::kit::dom::{measure, now};
use espalier_model::ShapeId;
use espalier_scene::world::{Slot, World};

/// More changed slots than this are uploaded as one.
const FEW: usize = 256;
/// In a scene with fewer shapes all are drawn, seen or not.
const MANY: usize = 2_000;
/// Extent of the grid, in distances of the camera.
const REACH: f64 = 14.0;

const SELECTED: u8 = 4;
const HOVERED: u8 = 8;

const SHAPE_VERTEX: &str = include_str!("shape.vert");
const SHAPE_FRAGMENT: &str = include_str!("shape.frag");
const GRID_VERTEX: &str = include_str!("grid.vert");
const GRID_FRAGMENT: &str = include_str!("grid.frag");

/// The colours of the axes x, y and z.
const AXES: [Rgb; 3] = [[0.82, 0.27, 0.24], [0.28, 0.62, 0.30], [0.25, 0.45, 0.86]];

/// Draws with WebGL.
pub struct GlPainter {
    gl: WebGl2RenderingContext,
    context: Context,
    shapes: Program,
    grid: Program,
    grid_corners: VertexBuffer<Vector2<f32>>,
    grid_order: ElementBuffer<u32>,
    points: VertexBuffer<Vector3<f32>>,
    paints: VertexBuffer<Vector4<u8>>,
    order: ElementBuffer<u32>,
    /// The corners of the shapes in view alone, where that is a small part.
    some: ElementBuffer<u32>,
    uploaded: BufferState,
}

/// The content of the buffers, as it was uploaded.
#[derive(Default)]
struct BufferState {
    points: Vec<Vector3<f32>>,
    paints: Vec<Vector4<u8>>,
    /// Capacity in slots.
    room: usize,
    world: Option<u64>,
    version: u64,
    selected: Rc<BTreeSet<ShapeId>>,
    hovered: Option<ShapeId>,
    preview: Option<Preview>,
}

impl GlPainter {
    /// A painter for a canvas that has no other kind of context.
    pub fn new(canvas: &HtmlCanvasElement) -> Result<Self, PaintError> {
        let options = WebGlContextAttributes::new();
        options.set_alpha(false);
        options.set_antialias(true);
        options.set_depth(true);
        let context = canvas.get_context_with_context_options("webgl2", &options).ok().flatten();
        let gl: WebGl2RenderingContext = context
            .and_then(|context| context.dyn_into().ok())
            .ok_or_else(|| PaintError::Unable("no WebGL 2".to_owned()))?;
        if gl.is_context_lost() {
            return Err(PaintError::Lost);
        }
        let low = three_d::context::Context::from_webgl2_context(gl.clone());
        #[allow(clippy::arc_with_non_send_sync, reason = "the form that three-d takes")]
        let context = Context::from_gl_context(Arc::new(low)).map_err(unable)?;
        let program = |vertex, fragment| Program::from_source(&context, vertex, fragment).map_err(unable);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| Vec2::new(x, y));
        Ok(Self {
            shapes: program(SHAPE_VERTEX, SHAPE_FRAGMENT)?,
            grid: program(GRID_VERTEX, GRID_FRAGMENT)?,
            grid_corners: VertexBuffer::new_with_data(&context, &corners),
            grid_order: ElementBuffer::new_with_data(&context, &[0, 1, 2, 0, 2, 3]),
            points: VertexBuffer::new(&context),
            paints: VertexBuffer::new(&context),
            order: ElementBuffer::new(&context),
            some: ElementBuffer::new(&context),
            uploaded: BufferState::default(),
            gl,
            context,
        })
    }

    pub fn paint(&mut self, frame: &Frame<'_>) -> Result<(), PaintError> {
        if self.gl.is_context_lost() {
            return Err(PaintError::Lost);
        }
        if self.upload(frame) && self.gl.get_error() == WebGl2RenderingContext::OUT_OF_MEMORY {
            return Err(PaintError::Memory);
        }
        let (width, height) = frame.pixels();
        let matrix = frame.camera.matrix(DVec2::new(f64::from(width), f64::from(height)));
        let [red, green, blue] = frame.theme.ground;
        RenderTarget::screen(&self.context, width, height)
            .clear(ClearState::color_and_depth(red, green, blue, 1.0, 1.0));
        let viewport = Viewport::new_at_origo(width, height);
        self.draw_grid(frame, &matrix, viewport);
        if frame.world.slot_count() > 0 {
            self.draw_shapes(frame, &matrix, viewport);
        }
        if self.gl.is_context_lost() { Err(PaintError::Lost) } else { Ok(()) }
    }

    fn draw_shapes(&mut self, frame: &Frame<'_>, matrix: &DMat4, viewport: Viewport) {
        let program = &self.shapes;
        program.use_uniform("matrix", single(matrix));
        program.use_uniform("accent", Vec3::from(frame.theme.accent));
        program.use_uniform("unit", frame.ratio as f32);
        program.use_vertex_attribute("point", &self.points);
        program.use_vertex_attribute("paint", &self.paints);
        // Edges of circles are smoothed by the samples of a pixel that they cover, in whatever order shapes come.
        self.gl.enable(WebGl2RenderingContext::SAMPLE_ALPHA_TO_COVERAGE);
        let states = RenderStates { depth_test: DepthTest::LessOrEqual, ..RenderStates::default() };
        match in_view(frame) {
            Some(slots) if slots.is_empty() => {}
            Some(slots) => {
                self.some.fill(&slots.into_iter().flat_map(quad).collect::<Vec<u32>>());
                program.draw_elements(states, viewport, &self.some);
            }
            None => {
                let count = frame.world.slot_count() as u32 * 6;
                program.draw_subset_of_elements(states, viewport, &self.order, 0, count);
            }
        }
        self.gl.disable(WebGl2RenderingContext::SAMPLE_ALPHA_TO_COVERAGE);
    }

    fn draw_grid(&self, frame: &Frame<'_>, matrix: &DMat4, viewport: Viewport) {
        let [across, along] = plane(frame.camera.view);
        let spacing = grid_step(frame.camera.distance);
        let target = frame.camera.target;
        // The middle is on a line of every spacing, so that lines stay where they are while one looks around.
        let snapped = |axis: DVec3| (target.dot(axis) / (spacing * 10.0)).round() * spacing * 10.0;
        let (x, y) = (snapped(across), snapped(along));
        let program = &self.grid;
        program.use_uniform("matrix", single(matrix));
        program.use_uniform("middle", vector(across * x + along * y));
        program.use_uniform("across", vector(across));
        program.use_uniform("along", vector(along));
        program.use_uniform("reach", (frame.camera.distance * REACH) as f32);
        program.use_uniform("spacing", spacing as f32);
        program.use_uniform("origin", Vec2::new(-x as f32, -y as f32));
        program.use_uniform("line", Vec3::from(frame.theme.line));
        program.use_uniform("first", axis_color(across));
        program.use_uniform("second", axis_color(along));
        program.use_vertex_attribute("corner", &self.grid_corners);
        let states = RenderStates {
            depth_test: DepthTest::Always,
            write_mask: WriteMask::COLOR,
            blend: Blend::STANDARD_TRANSPARENCY,
            ..RenderStates::default()
        };
        program.draw_elements(states, viewport, &self.grid_order);
    }

    /// Brings the buffers up to date with the frame; says whether so much was uploaded that memory may have run out. To
    /// ask about it waits for everything that is being drawn, so that is not done for a few shapes.
    fn upload(&mut self, frame: &Frame<'_>) -> bool {
        let same = self.uploaded.world == Some(frame.world.id()) && frame.world.slot_count() <= self.uploaded.room;
        let changed = same.then(|| frame.world.changed_since(self.uploaded.version)).flatten();
        let Some(changed) = changed else {
            self.rebuild(frame);
            return true;
        };
        let mut slots: BTreeSet<Slot> = changed.collect();
        self.uploaded.marked(frame, &mut slots);
        self.uploaded.note(frame);
        for slot in &slots {
            self.uploaded.write(frame, *slot);
        }
        let many = slots.len() > FEW;
        if many {
            self.points.fill(&self.uploaded.points);
            self.paints.fill(&self.uploaded.paints);
        } else {
            for slot in slots {
                self.upload_slot(slot);
            }
        }
        many
    }

    /// Works the buffers out anew.
    fn rebuild(&mut self, frame: &Frame<'_>) {
        let start = now();
        let room = frame.world.slot_count().next_power_of_two().max(64);
        if room != self.uploaded.room {
            self.order.fill(&(0..room as u32).flat_map(quad).collect::<Vec<u32>>());
        }
        self.uploaded = BufferState {
            points: vec![Vector3::new(0.0, 0.0, 0.0); room * 4],
            paints: vec![Vector4::new(0, 0, 0, 0); room * 4],
            room,
            ..BufferState::default()
        };
        self.uploaded.note(frame);
        for slot in 0..frame.world.slot_count() as Slot {
            self.uploaded.write(frame, slot);
        }
        self.points.fill(&self.uploaded.points);
        self.paints.fill(&self.uploaded.paints);
        measure("scene.build", start);
    }

    /// Uploads one slot. Offsets are in bytes, whatever three-d 0.19 says: it hands them to WebGL as they are.
    fn upload_slot(&mut self, slot: Slot) {
        let range = slot as usize * 4..slot as usize * 4 + 4;
        self.points.fill_subset(slot * 4 * 12, &self.uploaded.points[range.clone()]);
        self.paints.fill_subset(slot * 4 * 4, &self.uploaded.paints[range]);
    }
}

impl BufferState {
    /// Adds the slots whose marks or places on the way differ from those that were uploaded.
    fn marked(&self, frame: &Frame<'_>, slots: &mut BTreeSet<Slot>) {
        let mut add = |id: &ShapeId| slots.extend(frame.world.slot(*id));
        if !Rc::ptr_eq(&self.selected, frame.selected) {
            self.selected.symmetric_difference(frame.selected).for_each(&mut add);
        }
        if self.hovered != frame.hovered {
            self.hovered.iter().chain(&frame.hovered).for_each(&mut add);
        }
        if self.preview.as_ref() != frame.preview {
            let shapes = self.preview.iter().chain(frame.preview).flat_map(|preview| preview.shapes.iter());
            shapes.for_each(&mut add);
        }
    }

    /// Notes the state that is uploaded now.
    fn note(&mut self, frame: &Frame<'_>) {
        self.world = Some(frame.world.id());
        self.version = frame.world.version();
        self.hovered = frame.hovered;
        if self.preview.as_ref() != frame.preview {
            self.preview = frame.preview.cloned();
        }
        self.selected = frame.selected.clone();
    }

    /// Works out the corners of a slot.
    fn write(&mut self, frame: &Frame<'_>, slot: Slot) {
        let first = slot as usize * 4;
        let (points, mut paint) = corners(frame.world, slot, self.preview.as_ref()).unwrap_or_default();
        if let Some(item) = frame.world.item(slot) {
            let id = item.row.id;
            paint[3] |= if self.selected.contains(&id) { SELECTED } else { 0 };
            paint[3] |= if self.hovered == Some(id) { HOVERED } else { 0 };
        }
        for (corner, point) in points.into_iter().enumerate() {
            self.points[first + corner] = Vector3::from(point);
            self.paints[first + corner] = Vector4::from(paint);
        }
    }
}

/// The two triangles of a slot.
fn quad(slot: Slot) -> [u32; 6] {
    [0, 1, 2, 0, 2, 3].map(|corner| slot * 4 + corner)
}

/// The slots in view, in the order in which they are drawn, where leaving out the others is worth it.
fn in_view(frame: &Frame<'_>) -> Option<Vec<Slot>> {
    if frame.world.len() < MANY {
        return None;
    }
    let mut slots = frame.world.in_view(&frame.camera.planes(frame.size));
    let moved = frame.preview.iter().flat_map(|preview| preview.shapes.iter());
    slots.extend(moved.filter_map(|id| frame.world.slot(*id)));
    if slots.len() * 2 > frame.world.slot_count() {
        return None;
    }
    slots.sort_unstable();
    slots.dedup();
    Some(slots)
}

/// The corners of a shape with its colour and type; nothing for a slot without a shape.
fn corners(world: &World, slot: Slot, preview: Option<&Preview>) -> Option<([[f32; 3]; 4], [u8; 4])> {
    let item = world.item(slot)?;
    let preview = preview.filter(|preview| preview.shapes.contains(&item.row.id));
    let place = |point: DVec3| preview.map_or(point, |preview| preview.by.transform_point3(point)).as_vec3().to_array();
    let [red, green, blue] = item.row.color.rgb;
    Some((item.corners.points.map(place), [red, green, blue, item.corners.kind as u8]))
}

fn unable(error: CoreError) -> PaintError {
    PaintError::Unable(error.to_string())
}

fn single(matrix: &DMat4) -> Mat4 {
    let [a, b, c, d] = matrix.as_mat4().to_cols_array_2d();
    Mat4::from_cols(a.into(), b.into(), c.into(), d.into())
}

fn vector(value: DVec3) -> Vec3 {
    Vec3::from(value.as_vec3().to_array())
}

/// The colour of the line along an axis.
fn axis_color(axis: DVec3) -> Vec3 {
    let at = if axis.x > 0.5 {
        0
    } else if axis.y > 0.5 {
        1
    } else {
        2
    };
    Vec3::from(AXES[at])
}
