//! The form of one agent.

use yew::prelude::*;

use super::form::{AgentForm, FormEdit, FormField};
use super::more::{More, extra_problem};
use super::presets::Presets;
use crate::kit::{Button, ButtonKind, Field, Modal, Select, SelectOption, TextArea, TextInput};
use crate::pointed::use_pointed;
use crate::store::{use_dispatch, use_kept_form, use_messages, use_selector, use_store};
use espalier_app::connect::SettingsField;
use espalier_app::{Dialog, Model, Msg};
use espalier_i18n::Messages;
use espalier_llm::provider::PROVIDERS;
use espalier_model::Persona;
use espalier_model::persona::{Parameters, PersonaId, Preset, Role};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct AgentDialogProps {
    /// The agent; none is a new one.
    pub agent: Option<PersonaId>,
}

/// The form of one agent. To be keyed by the agent.
#[component]
pub fn AgentDialog(props: &AgentDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let store = use_store();
    let agent = props.agent;
    let place = agent.map_or_else(|| "new".to_owned(), |id| id.to_string());
    let begin = || AgentForm::of(&store.read(|model| agent_of(model, agent)));
    let (handle, used) = use_kept_form(format!("agent.{place}"), begin);
    let form = handle.get();
    let tried = use_state_eq(|| false);
    let read_only = use_selector(|model| model.read_only.is_some());
    let onclose = use_callback(dispatch.clone(), |(), dispatch| {
        dispatch.emit(Msg::Dialog(Some(Dialog::Personas)));
    });
    let onsubmit = {
        let (handle, store, tried, used) = (handle.clone(), store.clone(), tried.setter(), used.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            tried.set(true);
            if let Ok(persona) = handle.get().persona() {
                store.dispatch(Msg::SavePersona(Box::new(persona)));
                if store.read(|model| !matches!(model.dialog, Some(Dialog::Persona(_)))) {
                    used.emit(());
                }
            }
        })
    };
    let oncancel = onclose.reform(move |_: MouseEvent| used.emit(()));
    let wrong = form.persona().err().filter(|_| *tried);
    let onedit = handle.on(AgentForm::apply);
    let title = if agent.is_some() { words.chat.agents.edit } else { words.command.new_agent };
    html! {
        <Modal {title} wide=true onclose={onclose.clone()}>
            <form class="agent-form" {onsubmit}>
                <Identity form={form.clone()} onedit={onedit.clone()} />
                <Tuning form={form.clone()} onedit={onedit.clone()} />
                <More form={form.clone()} onedit={onedit.clone()} {wrong} />
                <Advanced form={form.clone()} {onedit} />
                <p class="agent-wrong" role="alert">{ wrong.map(|field| problem(&form, field, words)) }</p>
                <div class="agents-buttons">
                    <Button
                        label={words.command.save_agent} kind={ButtonKind::Primary} submit=true
                        disabled={*read_only || (agent.is_some() && !form.is_changed())}
                    />
                    <Button label={words.shell.cancel} onclick={oncancel} />
                </div>
            </form>
        </Modal>
    }
}

/// The texts that stand before and in a conversation.
#[component]
fn Advanced(props: &PartProps) -> Html {
    let words = use_messages();
    let advanced = use_state_eq(|| false);
    let onadvanced = {
        let advanced = advanced.setter();
        Callback::from(move |event: Event| {
            advanced.set(event.target_unchecked_into::<web_sys::Element>().has_attribute("open"));
        })
    };
    // A field takes the height of its text only where it is seen.
    let presets = advanced.then(|| {
        let (form, onedit) = (&props.form, props.onedit.clone());
        html! { <Presets presets={form.presets.clone()} has_history={form.has_history()} {onedit} /> }
    });
    html! {
        <details class="agent-tuning" ontoggle={onadvanced}>
            <summary data-testid="agent-advanced">{ words.chat.agents.advanced }</summary>
            { presets }
        </details>
    }
}

fn agent_of(model: &Model, agent: Option<PersonaId>) -> Persona {
    let known = agent.and_then(|id| model.persona(id)).map(|row| (*row).clone());
    known.unwrap_or_else(|| blank(model))
}

/// An agent of which nothing is said yet.
pub fn blank(model: &Model) -> Persona {
    Persona {
        // The id of one that is not stored yet; saving gives it its own.
        id: PersonaId::from_uuid(uuid::Uuid::nil()),
        name: String::new(),
        icon: String::new(),
        description: String::new(),
        provider: None,
        model: None,
        parameters: Parameters::default(),
        presets: vec![Preset::Message { role: Role::System, text: String::new(), enabled: true }, Preset::ChatHistory],
        created_at: model.now,
    }
}

/// Error of a field that cannot be read.
pub fn problem(form: &AgentForm, field: FormField, words: &Messages) -> String {
    let (agents, more) = (&words.chat.agents, &words.chat.agents.more);
    let said = match field {
        FormField::Temperature => agents.wrong_temperature,
        FormField::MaxTokens | FormField::ContextTokens => agents.wrong_figure,
        FormField::Stop => more.wrong_stop,
        FormField::TopP => more.wrong_top_p,
        FormField::Seed => more.wrong_seed,
        FormField::FirstToken | FormField::Idle => more.wrong_seconds,
        FormField::Extra => return extra_problem(&form.extra, words),
        _ => agents.wrong_name,
    };
    said.to_owned()
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct PartProps {
    pub form: AgentForm,
    pub onedit: Callback<FormEdit>,
    /// The field that cannot be read, once saving was tried.
    #[prop_or_default]
    pub wrong: Option<FormField>,
}

/// The name of the agent, its instructions, and the line it has in lists.
#[component]
fn Identity(props: &PartProps) -> Html {
    let words = use_messages();
    let agents = &words.chat.agents;
    let text = |field: FormField, label: &'static str| text(props, field, label, None, "text", None);
    let ontype = props.onedit.reform(FormEdit::Instruct);
    html! {
        <div class="agent-identity">
            <div class="agent-long">{ text(FormField::Name, agents.name) }</div>
            <div class="agent-long">
                <Field label={agents.instructions}>
                    <TextArea
                        rows="5" test_id="agent-instructions" placeholder={agents.instructions_hint}
                        value={props.form.instructions().to_owned()} {ontype}
                    />
                </Field>
            </div>
            <div>{ text(FormField::Icon, agents.icon) }</div>
            <div>{ text(FormField::Description, agents.description) }</div>
        </div>
    }
}

/// Which model it uses and how.
#[component]
fn Tuning(props: &PartProps) -> Html {
    let words = use_messages();
    let agents = &words.chat.agents;
    let figure = |field: FormField, label: &'static str, hint: &'static str, node: Option<NodeRef>| {
        text(props, field, label, Some(hint), "decimal", node)
    };
    let (model, answer, context) = (use_node_ref(), use_node_ref(), use_node_ref());
    use_pointed(SettingsField::AgentModel, None, &model);
    use_pointed(SettingsField::AnswerLength, None, &answer);
    use_pointed(SettingsField::ContextLength, None, &context);
    let is_wanted = use_selector(|model| model.pointed.is_some());
    // Once open it stays so, until it is folded by hand.
    let open = use_state_eq(|| *is_wanted);
    html! {
        <details class="agent-tuning" open={*open}>
            <summary>{ agents.tuning }</summary>
            <div class="agent-grid">
                <ProviderChoice form={props.form.clone()} onedit={props.onedit.clone()} />
                <div>{ text(props, FormField::Model, agents.model, Some(agents.as_settings), "text", Some(model)) }</div>
                <div>{ figure(FormField::Temperature, agents.temperature, agents.temperature_hint, None) }</div>
                <div>{ figure(FormField::MaxTokens, agents.max_tokens, agents.max_tokens_hint, Some(answer)) }</div>
                <div>{ figure(FormField::ContextTokens, agents.context_tokens, agents.context_tokens_hint, Some(context)) }</div>
            </div>
        </details>
    }
}

#[component]
fn ProviderChoice(props: &PartProps) -> Html {
    let words = use_messages();
    let onchoose = props.onedit.reform(|id: String| FormEdit::Set(FormField::Provider, id));
    let as_settings = SelectOption::new("", words.chat.agents.as_settings);
    let named = use_selector(|model| {
        let all = PROVIDERS.iter().chain(model.further_connections());
        all.map(|known| (known.id, model.connection_name(known))).collect::<Vec<_>>()
    });
    let others = named.iter().map(|(id, name)| SelectOption::new(*id, name.clone()));
    let options: Vec<SelectOption> = std::iter::once(as_settings).chain(others).collect();
    html! {
        <Field label={words.chat.agents.provider}>
            <Select {options} value={props.form.provider.clone()} {onchoose} />
        </Field>
    }
}

/// A text field of the form.
pub fn text(
    props: &PartProps,
    field: FormField,
    label: &'static str,
    hint: Option<&'static str>,
    mode: &'static str,
    node: Option<NodeRef>,
) -> Html {
    let node = node.unwrap_or_default();
    let ontype = props.onedit.reform(move |typed: String| FormEdit::Set(field, typed));
    html! {
        <Field {label} hint={hint.map(AttrValue::from)}>
            <TextInput {node} {mode} value={props.form.text(field).to_owned()} {ontype} invalid={props.wrong == Some(field)} />
        </Field>
    }
}
