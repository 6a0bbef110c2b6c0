//! The form of what is selected: name, numbers and colour of one shape, the colour of several.
//!
//! - F1 A field takes effect when it is left or Enter is pressed; Escape puts back what the shape has.
//! - F2 What is no number, or cannot be, leaves the shape as it is and says so.

use std::rc::Rc;

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::kit::{Button, ButtonKind, IconName, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::scenes::{SceneMsg, SceneViewState, short};
use espalier_app::{Model, Msg, palette};
use espalier_command::call::Call;
use espalier_i18n::Messages;
use espalier_model::scene::{Geometry, Shape, Vector};
use espalier_model::{SceneId, ShapeId};
use espalier_scene::commands::{
    DeleteShapes, PlaceShape, RenameShape, ResizeShape, SetColor, SetRotation, SetVertices,
};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct ObjectFormProps {
    pub scene: SceneId,
}

#[derive(Debug, PartialEq)]
struct ObjectFormState {
    count: usize,
    row: Option<Rc<Shape>>,
    /// Vector between the middles of the two selected shapes.
    between: Option<[f64; 3]>,
    read_only: bool,
}

impl ObjectFormState {
    fn of(model: &Model, scene: SceneId) -> Self {
        let look = model.scenes.looks.get(&scene);
        let primary = look.and_then(SceneViewState::primary);
        let pair = look.and_then(|look| <[ShapeId; 2]>::try_from(look.selection.clone()).ok());
        let middle = |id| model.world(scene)?.get(id).map(|item| item.middle);
        let between = pair.and_then(|[from, to]| Some((middle(to)? - middle(from)?).to_array()));
        Self {
            count: look.map_or(0, |look| look.selection.len()),
            row: primary.and_then(|id| model.world(scene)?.get(id)).map(|item| item.row.clone()),
            between,
            read_only: model.read_only.is_some(),
        }
    }
}

/// The form; nothing while nothing is selected.
#[component]
pub fn ObjectForm(props: &ObjectFormProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let scene = props.scene;
    let state = use_selector(move |model| ObjectFormState::of(model, scene));
    let Some(row) = state.row.clone() else { return html! {} };
    let say = &words.scene;
    let oncolor = dispatch
        .reform(move |color: String| Msg::Scene(SceneMsg::ToSelected(scene, SetColor::new(Vec::new(), color).into())));
    let ondelete = dispatch.reform(move |_: MouseEvent| Msg::Scene(SceneMsg::Key(scene, DeleteShapes::ID)));
    let onsubmit = Callback::from(|event: SubmitEvent| event.prevent_default());
    let one = state.count == 1;
    let head = if one { (say.label)(&row) } else { (say.selected)(state.count) };
    html! {
        <form class="object-form" data-testid="object-form" aria-label={say.form} {onsubmit}>
            <h2 class="object-head">{ head }</h2>
            if let Some(between) = state.between {
                <p class="object-distance" data-testid="object-distance">{ distance(between, words) }</p>
            }
            if one {
                <Fields key={row.id.to_string()} {scene} row={row.clone()} disabled={state.read_only} />
            }
            <label class="object-field">
                <span>{ say.color }</span>
                <TextInput
                    kind="color" test_id="object-colour" value={row.color.to_string()} disabled={state.read_only}
                    oncommit={oncolor}
                />
            </label>
            <Button
                label={palette::name_of(DeleteShapes::ID.as_str(), words).to_owned()} icon={IconName::Trash} kind={ButtonKind::Danger}
                test_id="object-delete" disabled={state.read_only} onclick={ondelete}
            />
        </form>
    }
}

/// The distance between two shapes in words.
fn distance(between: [f64; 3], words: &Messages) -> String {
    let length = between.iter().map(|part| part * part).sum::<f64>().sqrt();
    let [x, y, z] = between.map(|part| short(part.abs()));
    (words.scene.distance)(&short(length), [&x, &y, &z])
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct FieldsProps {
    scene: SceneId,
    row: Rc<Shape>,
    disabled: bool,
}

/// The fields of one shape.
#[component]
fn Fields(props: &FieldsProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let say = &words.scene;
    let (scene, row) = (props.scene, &props.row);
    let id: ShapeId = row.id;
    let send = dispatch.reform(move |call: Call| Msg::Scene(SceneMsg::Do(scene, call)));
    let number = |test_id: &'static str, label: &'static str, value: f64, set: fn(ShapeId, f64) -> Call| {
        let onset = send.reform(move |value| set(id, value));
        html! { <NumberField {test_id} {label} {value} disabled={props.disabled} {onset} /> }
    };
    let [x, y, z] = row.position;
    let [tilt, turn, roll] = row.rotation;
    let onname = send.reform(move |name: String| RenameShape::new(id, name).into());
    let vertices = if let Geometry::Triangle { vertices } = row.geometry { Some(vertices) } else { None };
    let vertices = vertices.map(|vertices| {
        let onset = send.reform(move |vertices| SetVertices::new(id, vertices).into());
        html! { <Vertices {vertices} disabled={props.disabled} {onset} /> }
    });
    html! {
        <>
            <label class="object-field">
                <span>{ say.name }</span>
                <TextInput
                    test_id="object-name" value={row.name.clone()} max_length="200"
                    placeholder={say.types[row.geometry.kind() as usize]} disabled={props.disabled} oncommit={onname}
                />
            </label>
            <fieldset class="object-row">
                <legend>{ say.position }</legend>
                { number("object-x", "X", x, |id, x| PlaceShape { x: Some(x), ..PlaceShape::new(id) }.into()) }
                { number("object-y", "Y", y, |id, y| PlaceShape { y: Some(y), ..PlaceShape::new(id) }.into()) }
                { number("object-z", "Z", z, |id, z| PlaceShape { z: Some(z), ..PlaceShape::new(id) }.into()) }
            </fieldset>
            <fieldset class="object-row">
                <legend>{ say.rotation }</legend>
                { number("object-rotation", say.turn, turn, |id, y| SetRotation { y: Some(y), ..SetRotation::new(id) }.into()) }
                { number("object-rotation-x", say.tilt, tilt, |id, x| SetRotation { x: Some(x), ..SetRotation::new(id) }.into()) }
                { number("object-rotation-z", say.roll, roll, |id, z| SetRotation { z: Some(z), ..SetRotation::new(id) }.into()) }
            </fieldset>
            { number("object-size", say.sizes[row.geometry.kind() as usize], row.geometry.size(), |id, size| ResizeShape::new(id, size).into()) }
            { vertices }
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct VerticesProps {
    vertices: [Vector; 3],
    disabled: bool,
    onset: Callback<[Vector; 3]>,
}

/// The vertices of a triangle, folded away at first.
#[component]
fn Vertices(props: &VerticesProps) -> Html {
    let words = use_messages();
    let field = |vertex: usize, axis: usize| {
        let name = ["x", "y", "z"][axis];
        let (vertices, onset) = (props.vertices, props.onset.clone());
        let onset = onset.reform(move |value: f64| {
            let mut vertices = vertices;
            vertices[vertex][axis] = value;
            vertices
        });
        let label = (words.scene.vertex)(vertex + 1, name);
        html! { <NumberField key={axis} label={label.clone()} value={props.vertices[vertex][axis]} disabled={props.disabled} {onset} hidden_label=true /> }
    };
    html! {
        <details class="object-vertices">
            <summary>{ words.scene.vertices }</summary>
            { for (0..3).map(|vertex| html! { <div key={vertex} class="object-row">{ for (0..3).map(|axis| field(vertex, axis)) }</div> }) }
        </details>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct NumberFieldProps {
    #[prop_or_default]
    test_id: Option<&'static str>,
    label: AttrValue,
    value: f64,
    disabled: bool,
    #[prop_or_default]
    hidden_label: bool,
    onset: Callback<f64>,
}

/// A number that takes effect when the field is left (F1).
#[component]
fn NumberField(props: &NumberFieldProps) -> Html {
    let words = use_messages();
    let typed = use_state_eq(|| None::<String>);
    let state = typed.as_ref().cloned().unwrap_or_else(|| written(props.value));
    let wrong = typed.as_ref().is_some_and(|typed| number_of(typed).is_none());
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: InputEvent| {
            typed.set(Some(event.target_unchecked_into::<HtmlInputElement>().value()));
        })
    };
    let onchange = {
        let (typed, onset) = (typed.setter(), props.onset.clone());
        Callback::from(move |event: Event| {
            // A number that is refused goes back to the one the shape has; what is none stays to be put right (F2).
            if let Some(number) = number_of(&event.target_unchecked_into::<HtmlInputElement>().value()) {
                typed.set(None);
                onset.emit(number);
            }
        })
    };
    let onkeydown = {
        let typed = typed.setter();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                typed.set(None);
            }
        })
    };
    html! {
        <label class="object-field">
            <span class={props.hidden_label.then_some("visually-hidden")}>{ props.label.clone() }</span>
            <input
                type="text" inputmode="decimal" data-testid={props.test_id} value={state} disabled={props.disabled}
                aria-invalid={wrong.then_some("true")} title={wrong.then_some(words.scene.not_a_number)} {oninput}
                {onchange} {onkeydown}
            />
        </label>
    }
}

/// A number as people write it, a comma for the point included.
fn number_of(text: &str) -> Option<f64> {
    let text = text.trim().replace([',', '，', '。'], ".").replace('−', "-");
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// A number with at most four decimal places.
fn written(value: f64) -> String {
    ((value * 1e4).round() / 1e4 + 0.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in
            [("3", Some(3.0)), (" -1,5 ", Some(-1.5)), ("−2", Some(-2.0)), ("x", None), ("", None), ("inf", None)]
        {
            assert_eq!(number_of(text), number, "{text}");
        }
        assert_eq!((written(0.1 + 0.2), written(-0.0)), ("0.3".to_owned(), "0".to_owned()));
    }
}
