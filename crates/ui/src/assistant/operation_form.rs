//! The parameters of a proposed operation as a form. What a form has no field for stays as the model wrote it.

use serde_json::{Map, Value};
use yew::prelude::*;

use crate::kit::{Button, ButtonKind, Checkbox, Field, Select, SelectOption, TextArea, TextInput};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::assistant::{self, AssistantMsg, ProposalTarget};
use espalier_app::{Msg, rooms};
use espalier_command::schema::{self, CHILDREN, Param, Schema};
use espalier_model::MessageKey;
use espalier_proposal::{Operation, Params};

/// Texts of more than so many characters get a field of several lines.
const ONE_LINE: usize = 2_000;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct OperationFormProps {
    /// The message that proposes it.
    pub at: MessageKey,
    pub index: usize,
    pub operation: Operation,
    pub onclose: Callback<()>,
}

/// The form of an operation's parameters.
#[component]
pub fn OperationForm(props: &OperationFormProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let params = rooms::spec(&props.operation.command_id).map_or(&[][..], |spec| spec.params);
    let values = use_state(|| schema::by_name(params, &props.operation.params.clone().into()));
    let onchange = {
        let values = values.clone();
        Callback::from(move |(name, value): (&'static str, Value)| {
            let mut new = Map::clone(&values);
            if value.is_null() {
                new.remove(name);
            } else {
                new.insert(name.to_owned(), value);
            }
            values.set(new);
        })
    };
    let fields = params.iter().map(|param| {
        let value = values.get(param.name).cloned().unwrap_or_default();
        html! { <ParamField key={param.name} at={props.at} {param} {value} onchange={&onchange} /> }
    });
    let onsubmit = {
        let (values, dispatch, onclose) = (values.clone(), dispatch, props.onclose.clone());
        let (at, index) = (props.at, props.index);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let params = Params::Named(Map::clone(&values));
            dispatch.emit(Msg::Assistant(AssistantMsg::Edit(at, index, params)));
            onclose.emit(());
        })
    };
    let onleave = props.onclose.reform(|_: MouseEvent| ());
    let onkeydown = {
        let onclose = props.onclose.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                onclose.emit(());
            }
        })
    };
    html! {
        <form class="operation-form" data-testid="operation-form" {onsubmit} {onkeydown}>
            { for fields }
            <span class="proposal-decide">
                <Button label={words.map.assist.save} kind={ButtonKind::Primary} submit=true onclick={Callback::noop()} />
                <Button label={words.map.assist.leave} kind={ButtonKind::Quiet} onclick={onleave} />
            </span>
        </form>
    }
}

#[derive(Debug, Clone, Properties)]
struct ParamFieldProps {
    at: MessageKey,
    param: &'static Param,
    value: Value,
    onchange: Callback<(&'static str, Value)>,
}

impl PartialEq for ParamFieldProps {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
            && std::ptr::eq(self.param, other.param)
            && self.value == other.value
            && self.onchange == other.onchange
    }
}

/// Returns the inner type of a lenient or optional one.
fn plain(schema: &'static Schema) -> &'static Schema {
    match schema {
        Schema::Lenient(inner) | Schema::Nullable(inner) => plain(inner),
        other => other,
    }
}

/// The field of one parameter; nothing where there is no field for its type.
#[component]
fn ParamField(props: &ParamFieldProps) -> Html {
    let words = use_messages();
    let (param, name) = (props.param, props.param.name);
    let label = param.description.get(words.language).trim_end_matches(['.', '。']).to_owned();
    let emit = props.onchange.reform(move |value: Value| (name, value));
    let text = props.value.as_str().unwrap_or_default().to_owned();
    let optional = !param.required;
    let control = match plain(&param.schema) {
        Schema::Text { max, .. } if *max > ONE_LINE && name != "title" => {
            html! { <TextArea class="operation-field" {name} rows="5" value={text} ontype={emit.reform(Value::from)} /> }
        }
        Schema::Text { .. } => {
            let ontype = emit.reform(move |typed: String| text_value(typed, optional));
            html! { <TextInput class="operation-field" {name} value={text} {ontype} /> }
        }
        Schema::Int { min, max } => {
            let value = props.value.as_i64().map(|number| number.to_string());
            let ontype = emit.reform(|typed: String| typed.trim().parse::<i64>().map_or(Value::Null, Value::from));
            let most = (*max < i64::from(i32::MAX)).then(|| max.to_string());
            html! { <TextInput class="operation-field" {name} kind="number" min={min.to_string()} max={most} value={value.unwrap_or_default()} {ontype} /> }
        }
        Schema::Number { min, max } => {
            let value = props.value.as_f64().map(|number| number.to_string());
            let ontype = emit.reform(|typed: String| typed.trim().parse::<f64>().map_or(Value::Null, Value::from));
            let (min, max) = (min.to_string(), max.to_string());
            html! { <TextInput class="operation-field" {name} kind="number" step="any" {min} {max} value={value.unwrap_or_default()} {ontype} /> }
        }
        Schema::Bool => {
            let checked = props.value.as_bool().unwrap_or_default();
            return html! { <Field {label} inline=true><Checkbox {name} {checked} ontick={emit.reform(Value::from)} /></Field> };
        }
        Schema::Choice(choices) => {
            let options = choices.iter().map(|word| ((*word).to_owned(), (*word).to_owned())).collect();
            select(name, &text, options, optional.then_some(words.map.assist.left_out), &emit)
        }
        Schema::Reference(kind) => html! {
            <ReferenceField at={props.at} {name} {kind} value={text} {optional} onchange={emit} />
        },
        Schema::List { items, .. } => match plain(items) {
            Schema::Text { .. } | Schema::Choice(_) => {
                return list(name, label, &props.value, words.map.assist.separated, &emit);
            }
            Schema::Tree { .. } => {
                return html! {
                    <fieldset class="operation-branches">
                        <legend>{ label }</legend>
                        { branches(&props.value, &props.value, &[], words.map.assist.branch_title, &emit) }
                    </fieldset>
                };
            }
            _ => return html! {},
        },
        _ => return html! {},
    };
    html! { <Field {label}>{ control }</Field> }
}

/// The field of several texts, with signs between them.
fn list(name: &'static str, label: String, value: &Value, hint: &'static str, emit: &Callback<Value>) -> Html {
    let joined = strings(value).join(", ");
    let ontype = emit.reform(|typed: String| {
        let all = typed.split([',', '，', '、']).map(str::trim).filter(|text| !text.is_empty());
        all.map(Value::from).collect::<Vec<_>>().into()
    });
    html! {
        <Field {label} {hint}><TextInput class="operation-field" {name} value={joined} {ontype} /></Field>
    }
}

/// Returns the typed text as a value; an empty optional field is left out.
fn text_value(typed: String, optional: bool) -> Value {
    if typed.is_empty() && optional { Value::Null } else { typed.into() }
}

fn strings(value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A menu of values, each with its name; `left_out` names the empty choice.
fn select(
    name: &'static str,
    value: &str,
    options: Vec<(String, String)>,
    left_out: Option<&'static str>,
    emit: &Callback<Value>,
) -> Html {
    let onchoose = emit.reform(|chosen: String| if chosen.is_empty() { Value::Null } else { chosen.into() });
    let left_out = left_out.or_else(|| value.is_empty().then_some(""));
    let none = left_out.map(|words| SelectOption::new("", words));
    let options: Vec<_> =
        none.into_iter().chain(options.into_iter().map(|(id, label)| SelectOption::new(id, label))).collect();
    html! { <Select class="operation-field" {name} value={value.to_owned()} {options} {onchoose} /> }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct ReferenceFieldProps {
    at: MessageKey,
    name: &'static str,
    kind: &'static str,
    value: String,
    optional: bool,
    onchange: Callback<Value>,
}

/// A menu of existing items and those the proposal creates.
#[component]
fn ReferenceField(props: &ReferenceFieldProps) -> Html {
    let words = use_messages();
    let (at, kind, value) = (props.at, props.kind, props.value.clone());
    let options = use_selector(move |model| {
        let place = ProposalTarget::of_message(model, at);
        place.map(|place| assistant::choices(model, place, at, kind, &value)).unwrap_or_default()
    });
    let left_out = props.optional.then_some(words.map.assist.left_out);
    select(props.name, &chosen(&options, &props.value), (*options).clone(), left_out, &props.onchange)
}

/// The option that stands for a value: the first one is the value's own, whatever it is written like.
fn chosen(options: &[(String, String)], value: &str) -> String {
    let own = options.iter().find(|(id, _)| id == value);
    own.map(|(id, _)| id.clone()).unwrap_or_default()
}

/// The titles of branches, each in a field, below one another.
fn branches(whole: &Value, at: &Value, path: &[usize], label: &'static str, emit: &Callback<Value>) -> Html {
    let items = at.as_array().map(Vec::as_slice).unwrap_or_default();
    let rows = items.iter().enumerate().map(|(index, node)| {
        let path: Vec<usize> = path.iter().copied().chain([index]).collect();
        let title = node.get("title").and_then(Value::as_str).unwrap_or_default().to_owned();
        let ontype = {
            let (whole, path) = (whole.clone(), path.clone());
            emit.reform(move |typed: String| retitled(whole.clone(), &path, &typed))
        };
        let below = node.get(CHILDREN).map(|below| branches(whole, below, &path, label, emit));
        html! {
            <li key={index}>
                <TextInput class="operation-field" {label} value={title} {ontype} />
                { below }
            </li>
        }
    });
    html! { <ul class="operation-tree">{ for rows }</ul> }
}

/// The branches with another title at one place.
fn retitled(mut whole: Value, path: &[usize], title: &str) -> Value {
    let Some((last, above)) = path.split_last() else { return whole };
    let mut at = &mut whole;
    for index in above {
        match at.get_mut(*index).and_then(|node| node.get_mut(CHILDREN)) {
            Some(below) => at = below,
            None => return whole,
        }
    }
    if let Some(node) = at.get_mut(*last).and_then(Value::as_object_mut) {
        node.insert("title".to_owned(), title.into());
    }
    whole
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_title_of_a_branch_changes_and_everything_else_stays() {
        let whole = json!([{"title": "A", "note": "n", "children": [{"title": "B"}, {"title": "C", "tempId": "t"}]}]);
        let after = retitled(whole.clone(), &[0, 1], "Z");
        assert_eq!(after[0]["children"][1], json!({"title": "Z", "tempId": "t"}));
        assert_eq!((&after[0]["note"], &after[0]["children"][0]), (&whole[0]["note"], &whole[0]["children"][0]));
        assert_eq!(retitled(whole.clone(), &[5, 1], "Z"), whole);
        assert_eq!(retitled(whole.clone(), &[], "Z"), whole);
    }
}
