//! Any chat template gives a text or an error, and ends.
#![no_main]

use espalier_local_model::protocol::{ChatMessage, Role};
use espalier_local_model::template::Template;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &str| {
    if let Ok(template) = Template::from_source(Some(source), "<s>", "</s>") {
        let messages =
            [(Role::System, "Be brief."), (Role::User, "Hi"), (Role::Assistant, "Hello"), (Role::User, "Go on")]
                .map(|(role, content)| ChatMessage { role, content: content.to_owned() });
        let _ = template.render(&messages, true);
    }
});
