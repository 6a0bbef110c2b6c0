//! A file of sessions or agents that can be read is written and read again the same.
#![no_main]

use std::rc::Rc;

use espalier_chat::{export, import, personas};
use espalier_model::{Message, Persona, Record, Session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(contents) = import::read(bytes) else {
        return;
    };
    if contents.kind == import::ImportFormat::Archive {
        return;
    }
    let mut sessions: Vec<(Rc<Session>, Vec<Rc<Message>>)> = Vec::new();
    let mut agents: Vec<Persona> = Vec::new();
    for record in &contents.records {
        match record {
            Record::Sessions(session) => sessions.push((session.clone(), Vec::new())),
            Record::Messages(message) => {
                let (session, messages) = sessions.last_mut().expect("a session comes before its messages");
                assert_eq!(message.session, session.id);
                messages.push(message.clone());
            }
            Record::Personas(agent) => agents.push(Persona::clone(agent)),
            _ => {}
        }
    }
    if contents.kind == import::ImportFormat::Sessions {
        let json =
            export::all_to_json(sessions.iter().map(|(session, rows)| (&**session, &rows[..])), &[]).expect("plain data");
        if !sessions.is_empty() {
            let again = import::read(json.as_bytes()).expect("what was written is read");
            assert_eq!(again.records, contents.records);
        }
    }
    if !agents.is_empty() {
        let json = personas::to_json(&agents).expect("plain data");
        let again = import::read(json.as_bytes()).expect("what was written is read");
        assert_eq!(again.records, contents.records);
    }
});
