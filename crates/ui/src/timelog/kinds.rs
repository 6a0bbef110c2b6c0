//! Categories: what there is, and all that can be changed about them.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use yew::prelude::*;

use super::names::{Hue, Names};
use super::{took, use_names};
use crate::kit::{Button, ButtonKind, Checkbox, Field, IconButton, IconName, Select, SelectOption, TextInput};
use crate::store::{use_dispatch, use_kept_form, use_kept_words, use_messages, use_selector, use_store};
use espalier_app::Msg;
use espalier_app::timelog::{Removal, TimeMsg};
use espalier_command::call::Call;
use espalier_i18n::Messages;
use espalier_model::mindmap::Color;
use espalier_model::{TimeCategory, TimeCategoryId};
use espalier_timelog::billing;
use espalier_timelog::commands::{
    ArchiveCategory, CreateCategory, MergeCategories, MoveCategory, RecolourCategory, RenameCategory, RestoreCategory,
    SetAliases, SetClient, SetRate,
};

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
    let ontype = name.setter();
    let onsubmit = {
        let name = name.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if took(&store, TimeMsg::Do(CreateCategory::new(name.trim().to_owned()).into())) {
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
            let client = row.parent.and_then(|id| names.category(id)).map(|(_, client)| client.name.clone());
            html! { <CategoryItem key={row.id.to_string()} row={row.clone()} {client} hue={names.hue(Some(row.id))} {up} {down} {read_only} /> }
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
    /// The name of its client.
    client: Option<String>,
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
    let run = |call: Call| dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Do(call.clone())));
    let toggle = {
        let open = open.clone();
        Callback::from(move |_: MouseEvent| open.set(!*open))
    };
    let to = |place: Option<usize>| run(MoveCategory::new(id, place.unwrap_or_default()).into());
    let word = if row.archived { say.restore } else { say.archive };
    let archive = if row.archived { RestoreCategory::new(id).into() } else { ArchiveCategory::new(id).into() };
    let form = open.then(|| html! { <CategoryForm row={row.clone()} close={open.setter()} /> });
    html! {
        <li data-testid="category-item" data-id={id.to_string()} data-name={row.name.clone()}>
            <div class="time-kind">
                { props.hue.dot() }
                <span class="time-what">{ props.client.as_ref().map(|client| format!("{client} › ")) }{ row.name.clone() }</span>
                <IconButton icon={IconName::ChevronUp} label={say.up} disabled={props.read_only || props.up.is_none()} onclick={to(props.up)} />
                <IconButton icon={IconName::ChevronDown} label={say.down} disabled={props.read_only || props.down.is_none()} onclick={to(props.down)} />
                <IconButton icon={if row.archived { IconName::Upload } else { IconName::Archive }} label={word} test_id="category-archive" disabled={props.read_only} onclick={run(archive)} />
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
    /// Id of the client; empty without one.
    #[serde(default)]
    client: String,
    /// Price of an hour as it is typed.
    #[serde(default)]
    rate: String,
    /// Whether its time is billed: `yes`, `no`, or empty.
    #[serde(default)]
    billable: String,
}

/// The choices of whether time is billed, in the order of `i18n::time::Kinds::billables`.
const BILLABLE: [(Option<bool>, &str); 3] = [(None, ""), (Some(true), "yes"), (Some(false), "no")];

impl Draft {
    fn of(row: &TimeCategory, currency: Option<&str>) -> Self {
        let billable = BILLABLE.iter().find(|(billable, _)| *billable == row.billable).map_or("", |(_, value)| value);
        Self {
            client: row.parent.map(|id| id.to_string()).unwrap_or_default(),
            rate: row.rate.map(|rate| billing::price(rate, currency)).unwrap_or_default(),
            billable: billable.to_owned(),
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

    /// Whether something is typed as a price that is none.
    fn has_no_rate(&self, currency: Option<&str>) -> bool {
        !self.rate.trim().is_empty() && billing::read_price(&self.rate, currency).is_none()
    }

    /// Returns the commands for the changes since the form was opened; what is no price is none.
    fn changes(&self, row: &TimeCategory, currency: Option<&str>) -> Vec<Call> {
        let (id, name) = (row.id, self.name.trim());
        let colour: Option<Color> = self.colour.parse().ok().filter(|_| !self.automatic);
        let aliases = self.aliases.split([',', '，', '、']).map(str::trim);
        let aliases: Vec<String> = aliases.filter(|alias| !alias.is_empty()).map(str::to_owned).collect();
        let mut steps = Vec::new();
        if name != row.name {
            steps.push(RenameCategory::new(id, name.to_owned()).into());
        }
        if colour != row.color {
            steps.push(RecolourCategory { category: id, color: colour }.into());
        }
        if aliases != row.aliases {
            steps.push(SetAliases { category: id, aliases: Some(aliases) }.into());
        }
        let client = self.client.parse::<TimeCategoryId>().ok();
        if client != row.parent {
            steps.push(SetClient { category: id, client }.into());
        }
        let billable = BILLABLE.iter().find(|(_, value)| *value == self.billable).and_then(|(billable, _)| *billable);
        let rate = billing::read_price(&self.rate, currency);
        if (rate, billable) != (row.rate, row.billable) {
            steps.push(SetRate { category: id, rate, billable }.into());
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
    let currency = use_selector(espalier_app::Model::time_currency);
    let (form, used) = use_kept_form(format!("category.{id}"), || Draft::of(&row, currency.as_deref()));
    let draft = form.get();
    // What changes elsewhere meanwhile is not taken back.
    let opened = use_memo((), |()| row.clone());
    let other = use_state_eq(String::new);
    let onsubmit = {
        let (form, currency) = (form.clone(), currency.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if form.get().has_no_rate(currency.as_deref()) {
                return;
            }
            let steps = form.get().changes(&opened, currency.as_deref());
            let done = steps.first().is_none_or(|step| took(&store, TimeMsg::DoAll(step.id, steps.clone())));
            if done {
                used.emit(());
                close.set(false);
            }
        })
    };
    let onautomatic = form.on(|draft, automatic| draft.automatic = automatic);
    let is_client = names.categories.iter().any(|other| other.parent == Some(id));
    let tops = names.categories.iter().filter(|other| other.id != id && other.parent.is_none() && !is_client);
    let tops = tops.map(|row| SelectOption::new(row.id.to_string(), row.name.clone()));
    let clients: Vec<_> = std::iter::once(SelectOption::new("", say.no_client)).chain(tops).collect();
    let billables = BILLABLE.iter().zip(say.billables);
    let billables: Vec<_> = billables.map(|((_, value), name)| SelectOption::new(*value, name)).collect();
    let rate = currency.as_deref().map_or_else(|| say.rate.to_owned(), |code| format!("{} ({code})", say.rate));
    let no_rate = draft.has_no_rate(currency.as_deref()).then_some(say.no_rate);
    html! {
        <form class="time-form" {onsubmit}>
            <Field label={say.name}><TextInput name="name" value={draft.name.clone()} ontype={form.on(|draft, text| draft.name = text)} /></Field>
            <div class="time-pair">
                <Field label={say.colour}><TextInput kind="color" name="colour" class="time-colour" value={draft.colour.clone()} ontype={form.on(Draft::pick)} /></Field>
                <Field label={say.automatic} inline=true><Checkbox name="automatic" checked={draft.automatic} ontick={onautomatic} /></Field>
            </div>
            <Field label={say.aliases}><TextInput name="aliases" value={draft.aliases.clone()} ontype={form.on(|draft, text| draft.aliases = text)} /></Field>
            <Field label={say.client}><Select test_id="category-client" options={clients} value={draft.client.clone()} onchoose={form.on(|draft, id| draft.client = id)} /></Field>
            <div class="time-pair">
                <Field label={rate} hint={no_rate.map(AttrValue::from)}><TextInput name="rate" invalid={no_rate.is_some()} mode="decimal" value={draft.rate.clone()} ontype={form.on(|draft, text| draft.rate = text)} /></Field>
                <Field label={say.billable}><Select test_id="category-billable" options={billables} value={draft.billable.clone()} onchoose={form.on(|draft, value| draft.billable = value)} /></Field>
            </div>
            <div class="dialog-actions"><Button label={say.save} kind={ButtonKind::Primary} test_id="category-save" submit=true /></div>
            <div class="time-split">
                { removal(id, &other, &names, words, &dispatch) }
            </div>
        </form>
    }
}

/// The choice of what becomes of the entries of a category that is merged into another one or deleted.
fn removal(
    id: TimeCategoryId,
    other: &UseStateHandle<String>,
    names: &Names,
    words: &Messages,
    dispatch: &Callback<Msg>,
) -> Html {
    let say = &words.time.kinds;
    let to = other.parse().ok();
    let merge = MergeCategories::new(id, to.unwrap_or(id));
    let merge = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Do(merge.clone().into())));
    let delete = dispatch.reform(move |_: MouseEvent| Msg::Time(TimeMsg::Remove(Removal::Category(id, to))));
    let others = names.categories.iter().filter(|other| other.id != id);
    let others = others.map(|row| SelectOption::new(row.id.to_string(), row.name.clone()));
    let others: Vec<_> = std::iter::once(SelectOption::new("", words.time.none)).chain(others).collect();
    html! {
        <>
            <Field label={say.reassign}>
                <Select test_id="category-other" options={others} value={(**other).clone()} onchoose={other.setter()} />
            </Field>
            <Button label={say.merge_into} test_id="category-merge" disabled={to.is_none()} onclick={merge} />
            <Button label={say.delete} kind={ButtonKind::Danger} test_id="category-delete" onclick={delete} />
        </>
    }
}

/// The colour that the field of a category without one begins with.
const PLAIN: Color = Color { rgb: [0x3b, 0x5b, 0xb5] };

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_base::env::Env;
    use espalier_base::time::Timestamp;
    use espalier_command::call::CommandId;

    #[test]
    fn a_colour_that_is_picked_is_taken_and_given_up_where_the_app_is_to_choose() {
        let id = Env::deterministic(Timestamp(5), 1).id();
        let mut row = TimeCategory::new(id, "Work".to_owned(), Default::default());
        let mut draft = Draft::of(&row, None);
        assert!(draft.changes(&row, None).is_empty());
        draft.pick("#336699".to_owned());
        let recolour = |color: Option<&str>| {
            Call::from(RecolourCategory { category: id, color: color.map(|color| color.parse().unwrap()) })
        };
        assert_eq!(draft.changes(&row, None), [recolour(Some("#336699"))]);
        row.color = Some(PLAIN);
        let draft = Draft { automatic: true, ..Draft::of(&row, None) };
        assert_eq!(draft.changes(&row, None), [recolour(None)]);
        let draft = Draft { name: " Job ".to_owned(), aliases: "a，b, ".to_owned(), ..Draft::of(&row, None) };
        let ids: Vec<CommandId> = draft.changes(&row, None).iter().map(|call| call.id).collect();
        assert_eq!(ids, [RenameCategory::ID, SetAliases::ID]);
    }
    #[test]
    fn a_client_and_a_price_are_given_and_taken_away() {
        let mut env = Env::deterministic(Timestamp(5), 1);
        let (id, client): (TimeCategoryId, TimeCategoryId) = (env.id(), env.id());
        let row = TimeCategory::new(id, "Logo".to_owned(), Default::default());
        let typed = |client: &str, rate: &str, billable: &str| {
            let (client, rate, billable) = (client.to_owned(), rate.to_owned(), billable.to_owned());
            Draft { client, rate, billable, ..Draft::of(&row, None) }
        };
        let draft = typed(&client.to_string(), "80,5", "yes");
        let expected: [Call; 2] = [
            SetClient { category: id, client: Some(client) }.into(),
            SetRate { category: id, rate: Some(8_050), billable: Some(true) }.into(),
        ];
        assert_eq!(draft.changes(&row, None), expected);
        let project = TimeCategory { parent: Some(client), rate: Some(8_050), billable: Some(true), ..row.clone() };
        assert_eq!(Draft::of(&project, None).changes(&project, None), []);
        assert_eq!(typed("", "", "").changes(&project, None).len(), 2);
        assert!(typed("", "eighty", "").has_no_rate(None) && !typed("", "80", "").has_no_rate(None));
    }
}
