//! Categories: what there is, and all that can be changed about them.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yew::prelude::*;

use super::names::Hue;
use super::{took, use_names};
use crate::kit::{Button, ButtonKind, Checkbox, Field, IconButton, IconName, Select, SelectOption, TextInput};
use crate::store::{use_dispatch, use_kept_form, use_kept_words, use_messages, use_selector, use_store};
use espalier_app::Msg;
use espalier_app::timelog::{Removal, TimeMsg};
use espalier_model::TimeCategory;
use espalier_model::mindmap::Color;

/// The list of categories.
#[component]
pub fn Categories() -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let store = use_store();
    let names = use_names();
    let read_only = *use_selector(|model| model.read_only.is_some());
    let name = use_state_eq(String::new);
    let field = use_node_ref();
    let used = use_kept_words("category.new".to_owned(), &name, &field);
    let ontype = {
        let name = name.setter();
        Callback::from(move |typed: String| name.set(typed))
    };
    let onsubmit = {
        let name = name.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if took(&store, TimeMsg::Do("category.create", json!({ "name": name.trim() }))) {
                used.emit(());
                name.set(String::new());
            }
        })
    };
    let count = names.categories.len();
    let item = |archived: bool| {
        let rows = names.categories.iter().enumerate().filter(move |(_, row)| row.archived == archived);
        rows.map(|(place, row)| {
            let (up, down) = (names.neighbour(place, false), names.neighbour(place, true));
            html! { <CategoryItem key={row.id.to_string()} row={row.clone()} hue={names.hue(Some(row.id))} {up} {down} {read_only} /> }
        })
    };
    let archived = names.categories.iter().filter(|row| row.archived).count();
    html! {
        <section class="time-card" aria-label={say.categories}>
            <div class="time-bar"><h2>{ say.categories }</h2></div>
            <form class="time-add" {onsubmit}>
                <TextInput node={field} verbatim=true test_id="category-name" label={say.new_category} placeholder={say.new_category} value={(*name).clone()} disabled={read_only} {ontype} />
                <Button label={words.time.form.save} icon={IconName::New} test_id="category-add" submit=true disabled={read_only} />
            </form>
            <p class="time-note" hidden={count > 0}>{ say.no_categories }</p>
            <ul class="time-kinds">{ for item(false) }</ul>
            <details hidden={archived == 0}><summary>{ say.archived }</summary><ul class="time-kinds">{ for item(true) }</ul></details>
        </section>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CategoryProps {
    row: Rc<TimeCategory>,
    hue: Hue,
    /// The place it moves up to; none at the top of its list.
    up: Option<usize>,
    /// The place it moves down to.
    down: Option<usize>,
    read_only: bool,
}

#[component]
fn CategoryItem(props: &CategoryProps) -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let dispatch = use_dispatch();
    let open = use_state_eq(|| false);
    let row = &props.row;
    let id = row.id;
    let run = |command: &'static str, params: Value| {
        dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Do(command, params.clone())))
    };
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let to = |place: Option<usize>| run("category.move", json!({ "categoryId": id, "position": place }));
    let (word, command) =
        if row.archived { (say.restore, "category.restore") } else { (say.archive, "category.archive") };
    let archive = run(command, json!({ "categoryId": id }));
    let form = open.then(|| html! { <CategoryForm row={row.clone()} close={open.setter()} /> });
    html! {
        <li data-testid="category-item" data-id={id.to_string()} data-name={row.name.clone()}>
            <div class="time-kind">
                { props.hue.dot() }
                <span class="time-what">{ row.name.clone() }</span>
                <IconButton icon={IconName::ChevronUp} label={say.up} disabled={props.read_only || props.up.is_none()} onclick={to(props.up)} />
                <IconButton icon={IconName::ChevronDown} label={say.down} disabled={props.read_only || props.down.is_none()} onclick={to(props.down)} />
                <IconButton icon={if row.archived { IconName::Eye } else { IconName::EyeOff }} label={word} test_id="category-archive" disabled={props.read_only} onclick={archive} />
                <IconButton icon={IconName::Edit} label={format!("{} {}", say.edit, row.name)} test_id="category-edit" expanded={Some(*open)} disabled={props.read_only} onclick={toggle} />
            </div>
            <div>{ form }</div>
        </li>
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
struct CategoryFormProps {
    row: Rc<TimeCategory>,
    close: UseStateSetter<bool>,
}

/// Draft of a category, as typed into its form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Draft {
    name: String,
    colour: String,
    /// Whether the app chooses the colour.
    automatic: bool,
    aliases: String,
}

impl Draft {
    fn of(row: &TimeCategory) -> Self {
        Self {
            name: row.name.clone(),
            colour: row.color.unwrap_or(PLAIN).to_string(),
            automatic: row.color.is_none(),
            aliases: row.aliases.join(", "),
        }
    }

    /// A colour that is picked is one that is wanted.
    fn pick(&mut self, colour: String) {
        (self.colour, self.automatic) = (colour, false);
    }

    /// Returns the commands for the changes since the form was opened.
    fn changes(&self, row: &TimeCategory) -> Vec<(&'static str, Value)> {
        let (id, name) = (row.id, self.name.trim());
        let colour: Option<Color> = self.colour.parse().ok().filter(|_| !self.automatic);
        let aliases = self.aliases.split([',', '，', '、']).map(str::trim);
        let aliases: Vec<&str> = aliases.filter(|alias| !alias.is_empty()).collect();
        let mut steps = Vec::new();
        if name != row.name {
            steps.push(("category.rename", json!({ "categoryId": id, "name": name })));
        }
        if colour != row.color {
            steps.push((
                "category.recolour",
                json!({ "categoryId": id, "color": colour.map(|colour| colour.to_string()) }),
            ));
        }
        if aliases != row.aliases {
            steps.push(("category.setAliases", json!({ "categoryId": id, "aliases": aliases })));
        }
        steps
    }
}

/// Name, colour, other names; merging and deleting. It closes once the log took what is typed.
#[component]
fn CategoryForm(props: &CategoryFormProps) -> Html {
    let words = use_messages();
    let say = &words.time.kinds;
    let (store, dispatch) = (use_store(), use_dispatch());
    let names = use_names();
    let (row, close) = (props.row.clone(), props.close.clone());
    let id = row.id;
    let (form, used) = use_kept_form(format!("category.{id}"), || Draft::of(&row));
    let draft = form.get();
    // What changes elsewhere meanwhile is not taken back.
    let opened = use_memo((), |()| row.clone());
    let other = use_state_eq(String::new);
    let onsubmit = {
        let form = form.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let steps = form.get().changes(&opened);
            let done = steps.first().is_none_or(|&(name, _)| took(&store, TimeMsg::DoAll(name, steps.clone())));
            if done {
                used.emit(());
                close.set(false);
            }
        })
    };
    let onautomatic = form.on(|draft, automatic| draft.automatic = automatic);
    let onother = use_callback(other.setter(), |id: String, other| other.set(id));
    let to = other.parse().ok();
    let merge = dispatch
        .reform(move |_: MouseEvent| Msg::Time(TimeMsg::Do("category.merge", json!({ "categoryId": id, "into": to }))));
    let delete = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Remove(Removal::Category(id, to))));
    let others = names.categories.iter().filter(|other| other.id != id);
    let others = others.map(|row| SelectOption::new(row.id.to_string(), row.name.clone()));
    let others: Vec<_> = std::iter::once(SelectOption::new("", words.time.none)).chain(others).collect();
    html! {
        <form class="time-form" {onsubmit}>
            <Field label={say.name}><TextInput name="name" value={draft.name.clone()} ontype={form.on(|draft, text| draft.name = text)} /></Field>
            <div class="time-pair">
                <Field label={say.colour}><TextInput kind="color" name="colour" class="time-colour" value={draft.colour.clone()} ontype={form.on(Draft::pick)} /></Field>
                <Field label={say.automatic} inline=true><Checkbox name="automatic" checked={draft.automatic} ontick={onautomatic} /></Field>
            </div>
            <Field label={say.aliases}><TextInput name="aliases" value={draft.aliases.clone()} ontype={form.on(|draft, text| draft.aliases = text)} /></Field>
            <div class="dialog-actions"><Button label={say.save} kind={ButtonKind::Primary} test_id="category-save" submit=true /></div>
            <div class="time-split">
                <Field label={say.reassign}>
                    <Select test_id="category-other" options={others} value={(*other).clone()} onchoose={onother} />
                </Field>
                <Button label={say.merge_into} test_id="category-merge" disabled={to.is_none()} onclick={merge} />
                <Button label={say.delete} kind={ButtonKind::Danger} test_id="category-delete" onclick={delete} />
            </div>
        </form>
    }
}

/// The colour that the field of a category without one begins with.
const PLAIN: Color = Color { rgb: [0x3b, 0x5b, 0xb5] };

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;

    #[test]
    fn a_colour_that_is_picked_is_taken_and_given_up_where_the_app_is_to_choose() {
        let id = Env::deterministic(Timestamp(5), 1).id();
        let mut row = TimeCategory {
            id,
            name: "Work".to_owned(),
            color: None,
            aliases: Vec::new(),
            order: Default::default(),
            archived: false,
        };
        let mut draft = Draft::of(&row);
        assert!(draft.changes(&row).is_empty());
        draft.pick("#336699".to_owned());
        let expected = ("category.recolour", json!({ "categoryId": id, "color": "#336699" }));
        assert_eq!(draft.changes(&row), [expected]);
        row.color = Some(PLAIN);
        let draft = Draft { automatic: true, ..Draft::of(&row) };
        assert_eq!(draft.changes(&row), [("category.recolour", json!({ "categoryId": id, "color": null }))]);
        let draft = Draft { name: " Job ".to_owned(), aliases: "a，b, ".to_owned(), ..Draft::of(&row) };
        let names: Vec<&str> = draft.changes(&row).iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["category.rename", "category.setAliases"]);
    }
}
