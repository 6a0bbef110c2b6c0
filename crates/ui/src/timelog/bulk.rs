//! The fields that change all entries that are ticked.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::use_names;
use crate::kit::dom::field_value;
use crate::kit::{TextInput, is_composing};
use crate::store::{use_dispatch, use_kept_words, use_messages};
use espalier_app::Msg;
use espalier_app::timelog::{Bulk, TimeMsg};

/// The value of a choice that takes something away.
const NONE: &str = "none";

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct BulkProps {
    pub read_only: bool,
}

/// Category and goal to choose, tags to add, minutes to shift by.
#[component]
pub fn BulkBar(props: &BulkProps) -> Html {
    let words = use_messages();
    let say = &words.time;
    let dispatch = use_dispatch();
    let names = use_names();
    let send = dispatch.reform(|change: Bulk| Msg::Time(TimeMsg::Bulk(change)));
    let oncategory = send.reform(|event: Event| Bulk::Category(chosen(&event).parse().ok()));
    let ongoal = send.reform(|event: Event| Bulk::Goal(chosen(&event).parse().ok()));
    let categories = names.categories.iter().filter(|row| !row.archived);
    let categories = categories.map(|row| (row.id.to_string(), row.name.clone())).collect();
    let goals = names.goals.iter().map(|row| (row.id.to_string(), row.name.clone())).collect();
    let disabled = props.read_only;
    html! {
        <>
            { select(say.bulk[0], "bulk-category", categories, say.none, disabled, oncategory) }
            { select(say.bulk[1], "bulk-goal", goals, say.none, disabled, ongoal) }
            <BulkField id="bulk-tags" kind="text" label={say.bulk[2]} {disabled} send={send.clone()} />
            <BulkField id="bulk-shift" kind="number" label={say.bulk[3]} {disabled} {send} />
        </>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct BulkFieldProps {
    id: &'static str,
    kind: &'static str,
    label: &'static str,
    disabled: bool,
    send: Callback<Bulk>,
}

/// A field whose text changes the ticked entries on Enter.
#[component]
fn BulkField(props: &BulkFieldProps) -> Html {
    let (text, field) = (use_state_eq(String::new), use_node_ref());
    let used = use_kept_words(format!("time.{}", props.id), &text, &field);
    let ontype = text.setter();
    let onkeydown = {
        let (text, field, send) = (text.clone(), field.clone(), props.send.clone());
        let apply = if props.kind == "number" { shift } else { Bulk::add_tags };
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !is_composing(&event) {
                event.prevent_default();
                // The last letters may not be drawn yet.
                if let Some(change) = apply(&field_value(&field).unwrap_or_default()) {
                    used.emit(());
                    text.set(String::new());
                    send.emit(change);
                }
            }
        })
    };
    html! {
        <TextInput
            node={field.clone()} kind={props.kind} class="time-small" step={(props.kind == "number").then_some("5")}
            test_id={props.id} label={props.label} placeholder={props.label} disabled={props.disabled}
            value={(*text).clone()} {ontype} {onkeydown}
        />
    }
}

fn chosen(event: &Event) -> String {
    let field: HtmlSelectElement = event.target_unchecked_into();
    let value = field.value();
    // It stays what it is: something to be done.
    field.set_value("");
    value
}

fn shift(text: &str) -> Option<Bulk> {
    let minutes = text.trim().parse::<i64>().ok().filter(|minutes| *minutes != 0 && minutes.abs() <= 527_040)?;
    Some(Bulk::Shift(minutes))
}

fn select(
    label: &'static str,
    id: &'static str,
    options: Vec<(String, String)>,
    none: &'static str,
    disabled: bool,
    onchange: Callback<Event>,
) -> Html {
    let options =
        options.into_iter().map(|(value, name)| html! { <option key={value.clone()} {value}>{ name }</option> });
    html! {
        <select class="time-small" data-testid={id} aria-label={label} {disabled} {onchange}>
            <option value="" selected=true disabled=true>{ label }</option>
            <option value={NONE}>{ none }</option>
            { for options }
        </select>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_for_all_is_read() {
        assert_eq!(Bulk::add_tags("#a, b  ＃c"), Some(Bulk::AddTags(["a", "b", "c"].map(str::to_owned).to_vec())));
        assert_eq!((Bulk::add_tags(" , "), shift("0"), shift("x")), (None, None, None));
        assert_eq!(shift("-15"), Some(Bulk::Shift(-15)));
    }
}
