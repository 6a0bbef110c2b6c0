//! The full address of a link before it is opened, with what may be wrong with it.
//!
//! The text of a link comes from a model and may say anything; the address is what counts.

use yew::prelude::*;

use crate::kit::{Button, ButtonKind, IconName, Modal};
use crate::store::{use_dispatch, use_messages};
use espalier_app::Msg;
use espalier_i18n::Messages;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct LinkDialogProps {
    /// The whole address.
    pub address: AttrValue,
}

#[component]
pub fn LinkDialog(props: &LinkDialogProps) -> Html {
    let words = use_messages();
    let dispatch = use_dispatch();
    let close = dispatch.reform(|()| Msg::Dialog(None));
    let send = |msg: fn(String) -> Msg| {
        let address = props.address.to_string();
        dispatch.reform(move |_: MouseEvent| msg(address.clone()))
    };
    let parts = AddressParts::of(&props.address);
    let link = &words.shell.link;
    let warnings = warnings(&parts, words).into_iter().map(|text| html! { <li key={text}>{ text }</li> });
    html! {
        <Modal title={link.title} test_id="link" onclose={close}>
            <p>{ link.intro }</p>
            <p hidden={parts.host.is_empty()}>{ link.host }{ " " }<strong>{ parts.host.to_owned() }</strong></p>
            <p class="link-address" data-testid="link-address" dir="ltr">{ props.address.clone() }</p>
            <ul class="link-warnings">{ for warnings }</ul>
            <div class="dialog-actions">
                <Button label={link.copy} icon={IconName::Copy} onclick={send(Msg::Copy)} />
                <Button
                    label={link.open} icon={IconName::External} kind={ButtonKind::Primary} test_id="link-open"
                    disabled={!parts.opens()} onclick={send(Msg::OpenLink)}
                />
            </div>
        </Modal>
    }
}

/// The parts of an address that tell where it leads.
#[derive(Debug, PartialEq)]
struct AddressParts<'a> {
    scheme: &'a str,
    userinfo: bool,
    host: &'a str,
}

impl<'a> AddressParts<'a> {
    /// Cuts an address as browsers do for web addresses: a backslash ends the name of the host like a slash, and what
    /// stands before the last `@` is not part of it.
    fn of(address: &'a str) -> Self {
        let address = address.trim();
        let (scheme, rest) = address.split_once(':').unwrap_or(("", address));
        let web = ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
        if !web {
            return Self { scheme, userinfo: false, host: "" };
        }
        let rest = rest.trim_start_matches(['/', '\\']);
        let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
        let authority = &rest[..end];
        let (userinfo, host) = authority.rsplit_once('@').map_or((false, authority), |(_, host)| (true, host));
        Self { scheme, userinfo, host }
    }

    fn is_web(&self) -> bool {
        !self.host.is_empty()
    }

    fn opens(&self) -> bool {
        self.is_web() || self.scheme.eq_ignore_ascii_case("mailto")
    }
}

fn warnings(parts: &AddressParts<'_>, words: &'static Messages) -> Vec<&'static str> {
    let link = &words.shell.link;
    let labels = || parts.host.split('.');
    let disguised = labels().any(|label| label.to_ascii_lowercase().starts_with("xn--")) || !parts.host.is_ascii();
    let said = [
        (!parts.opens(), link.scheme),
        (disguised, link.punycode),
        (parts.userinfo, link.userinfo),
        (parts.scheme.eq_ignore_ascii_case("http"), link.insecure),
    ];
    said.into_iter().filter(|(applies, _)| *applies).map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use espalier_i18n::messages;
    use espalier_model::settings::Language;

    fn check(address: &str, host: &str, expect: &[&str]) {
        let words = messages(Language::En);
        let parts = AddressParts::of(address);
        assert_eq!(parts.host, host, "{address}");
        assert_eq!(warnings(&parts, words), expect, "{address}");
    }

    #[test]
    fn the_host_is_found_behind_every_disguise() {
        let link = &messages(Language::En).shell.link;
        check("https://example.org/page?q=a@b", "example.org", &[]);
        check("https://bank.example@evil.example/", "evil.example", &[link.userinfo]);
        check("https://evil.example\\@bank.example/", "evil.example", &[]);
        check("HTTP://example.org:8080#top", "example.org:8080", &[link.insecure]);
        check("https://xn--pple-43d.com/", "xn--pple-43d.com", &[link.punycode]);
        check("https://аpple.com/", "аpple.com", &[link.punycode]);
    }

    #[test]
    fn what_is_no_web_address_does_not_open() {
        let link = &messages(Language::En).shell.link;
        check("javascript:alert(1)", "", &[link.scheme]);
        check("data:text/html,hi", "", &[link.scheme]);
        check("just words", "", &[link.scheme]);
        check("https:", "", &[link.scheme]);
        check("mailto:a@example.org", "", &[]);
    }
}
