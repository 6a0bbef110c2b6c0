//! Models on this device: the progress of an answer before its first text.

use espalier_agent::turn::TurnInput;
use espalier_app::Msg;
use espalier_app::device::{DeviceMsg, Preparation};
use espalier_app::sessions::SessionMsg;
use espalier_llm::error::{DeviceProblem, ErrorKind, LlmError};
use espalier_model::conversation::Status;

use crate::lab::Lab;

/// An answer whose model has read a part of the prompt.
fn read_so_far(percent: u8) -> Lab {
    let mut lab = Lab::new();
    lab.send(Msg::Sessions(SessionMsg::Send(None, "Sum up this book.".to_owned())));
    lab.prepare(Preparation::Reading(percent));
    lab
}

fn seen(lab: &Lab) -> Option<Preparation> {
    lab.model.preparation(lab.last().key())
}

#[test]
fn v3_preparation_is_seen_until_text_comes() {
    let mut lab = read_so_far(40);
    assert_eq!(seen(&lab), Some(Preparation::Reading(40)));
    let question = lab.path()[0].key();
    assert_eq!(lab.model.preparation(question), None, "it is that of the answer alone");
    lab.prepare(Preparation::Loading(7));
    lab.input(TurnInput::Wake);
    assert_eq!(seen(&lab), Some(Preparation::Loading(7)), "nothing came");
    lab.text("It is");
    assert_eq!(seen(&lab), None);
    lab.end();
    assert_eq!((seen(&lab), lab.status()), (None, Status::Done));
}

#[test]
fn v3_preparation_is_gone_with_an_answer_that_ends_fails_or_is_stopped() {
    let mut ended = read_so_far(90);
    ended.input(TurnInput::Ended);
    assert_eq!(ended.model.device.preparing, None);

    let mut failed = read_so_far(90);
    let problem = DeviceProblem::Memory;
    failed.input(TurnInput::Failed(LlmError::new(ErrorKind::OnDevice { problem })));
    assert_eq!((failed.model.device.preparing, failed.status()), (None, Status::Error));

    let mut stopped = read_so_far(90);
    let answer = stopped.last().key();
    stopped.send(Msg::Stop(answer));
    assert_eq!((seen(&stopped), stopped.status()), (None, Status::Stopped));
    stopped.prepare(Preparation::Reading(95));
    assert_eq!(seen(&stopped), None, "what was under way as it was stopped is not seen");
    stopped.input(TurnInput::Failed(LlmError::new(ErrorKind::Stopped)));
    assert_eq!(stopped.model.device.preparing, None);
}

#[test]
fn v3_of_several_answers_one_is_prepared() {
    let mut lab = read_so_far(10);
    let first = lab.last().key();
    let turn = lab.calls.last().expect("a request was made").turn;
    lab.send(Msg::Sessions(SessionMsg::New));
    lab.send(Msg::Sessions(SessionMsg::Send(None, "Another.".to_owned())));
    assert_eq!((lab.model.preparation(first), seen(&lab)), (Some(Preparation::Reading(10)), None));
    // It answers before its turn comes: that of the other one goes on.
    lab.text("Yes");
    assert_eq!(lab.model.preparation(first), Some(Preparation::Reading(10)));
    lab.send(Msg::Device(DeviceMsg::Preparing(turn, Preparation::Reading(20))));
    assert_eq!(lab.model.preparation(first), Some(Preparation::Reading(20)));
}
