//! The conversation of a course, with the open card above the field to write in.

use yew::prelude::*;

use super::card::CardView;
use crate::assistant::AssistantPanel;
use crate::kit::{Button, ButtonKind, IconButton, IconName};
use crate::store::{use_dispatch, use_messages, use_selector};
use espalier_app::course::{CourseMsg, OpenCard};
use espalier_app::{Dialog, Model, Msg};
use espalier_model::{Course, CourseId, MessageKey, RoomId};

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct InterviewProps {
    pub course: CourseId,
}

#[derive(Debug, PartialEq)]
struct InterviewState {
    empty: bool,
    asked: Option<OpenCard>,
    /// The place of the open question among those after the goal, from 1, and their number.
    place: Option<(usize, usize)>,
    /// Part of the last message that the open card repeats.
    repeated: Option<&'static str>,
    /// Whether all answers are known and no outline was made yet.
    ready: bool,
    read_only: bool,
    lead: &'static str,
    prompts: Vec<AttrValue>,
    /// Whether there is an outline.
    made: bool,
}

impl InterviewState {
    fn of(model: &Model, course: CourseId) -> Self {
        let (session, language) = (Course::session(course), model.language());
        let flow = model.course_flow(course);
        let bare = model.workspace.get::<Course>(&course).is_some_and(|row| row.outline.is_none());
        let prompts = flow.map(|flow| flow.prompts).unwrap_or_default();
        let asked = model.course_card(course);
        let said = asked.as_ref().and_then(|asked| model.message(MessageKey { session, id: asked.message }));
        let fields = flow.map(|flow| flow.fields).unwrap_or_default();
        let field = asked.as_ref().and_then(|asked| asked.card.field);
        let place = fields.iter().position(|known| Some(known.name) == field).filter(|place| *place > 0);
        let repeated = said.zip(asked.as_ref()).and_then(|(said, asked)| repeated(&said.own_text(), &asked.question));
        Self {
            empty: model.opened.contains(&session) && model.view(session).is_none_or(|view| view.path.is_empty()),
            asked,
            place: place.map(|place| (place, fields.len() - 1)).filter(|_| bare),
            repeated,
            ready: bare && model.course_is_known(course) && !model.course_works(course),
            read_only: model.read_only.is_some(),
            made: !bare,
            lead: flow.map(|flow| flow.lead.get(language)).unwrap_or_default(),
            prompts: prompts.iter().map(|text| AttrValue::from(text.get(language))).collect(),
        }
    }
}

/// Returns the part of a message that its card repeats: "all" of it, its "first" paragraph, or none. It is left out
/// of the transcript while the card is open.
fn repeated(said: &str, question: &str) -> Option<&'static str> {
    let bare = |text: &str| text.trim_matches(|mark: char| mark.is_whitespace() || mark == '*').to_owned();
    let (first, rest) = said.trim().split_once("\n\n").unwrap_or((said, ""));
    (bare(first) == bare(question)).then_some(if rest.trim().is_empty() { "all" } else { "first" })
}

/// The conversation, with the open card and the field to write in below it.
#[component]
pub fn Interview(props: &InterviewProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let course = props.course;
    let state = use_selector(move |model| InterviewState::of(model, course));
    let session = Course::session(course);
    // Where there is an outline, nothing is left to be begun with.
    let (lead, prompts) =
        if state.made { (words.course.imported, Vec::new()) } else { (state.lead, state.prompts.clone()) };
    let title = if state.made { words.course.conversation } else { words.course.talk };
    let card = state.asked.as_ref().map(|asked| {
        let key = format!("{} {}", asked.message, asked.card.field.unwrap_or_default());
        html! { <CardView {key} {course} asked={asked.clone()} place={state.place} disabled={state.read_only} /> }
    });
    let ready = state.ready.then(|| {
        let send = |msg: CourseMsg| dispatch.reform(move |_: MouseEvent| Msg::Course(msg.clone()));
        html! {
            <div class="question course-card">
                <p class="question-text">{ words.course.ready }</p>
                <div class="question-foot">
                    <Button
                        label={words.course.generate} kind={ButtonKind::Primary} test_id="course-generate"
                        disabled={state.read_only} onclick={send(CourseMsg::Generate(course))}
                    />
                    <Button
                        label={words.course.template} kind={ButtonKind::Quiet} test_id="course-template"
                        disabled={state.read_only} onclick={send(CourseMsg::Template(course))}
                    />
                </div>
            </div>
        }
    });
    let ontree = dispatch.reform(move |_: MouseEvent| Msg::Dialog(Some(Dialog::Tree(session))));
    let tools = html! {
        <IconButton icon={IconName::Tree} label={words.command.show_tree} test_id="tree" onclick={ontree} />
    };
    html! {
        <AssistantPanel
            {session} room={RoomId::Course} label={title} {title} {tools} empty={state.empty} {lead} {prompts}
            read_only={state.read_only} repeated={state.repeated}
        >
            <div class="course-card-place">{ card }{ ready }</div>
        </AssistantPanel>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_that_stands_in_the_card_is_not_said_twice() {
        let question = "How much do you already know?";
        for (said, expected) in [
            (question, Some("all")),
            ("**How much do you already know?**\n", Some("all")),
            ("How much do you already know?\n\n*Built-in interviewer*", Some("first")),
            ("Good. How much do you already know?", None),
            ("", None),
        ] {
            assert_eq!(repeated(said, question), expected, "{said}");
        }
    }
}
