//! Search for a model server on this computer.
//!
//! - L1 Nothing on this computer is asked before a person asks for it, and then only for the list of its models.
//! - L2 The page may reach the three addresses from the search until it is left; the visit after it only if one is in
//!   use.

use super::dialog::{ConnectPage, begin_trial};
use super::{GivenKey, is_allowed, origins, probe, save_endpoint};
use crate::effect::{Effect, Probe, ProbeCall, Resume};
use crate::{Dialog, Model};
use espalier_llm::error::{ErrorKind, LlmError, NetworkKind};
use espalier_llm::provider::{self, Provider};
use espalier_llm::{models, request};
use espalier_model::Slug;

/// The providers that are looked for, each at the address its server listens at by default.
pub const LOCAL_PROVIDERS: [&str; 3] = ["ollama", "lmstudio", "llamacpp"];

/// The state of a server on this computer, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LocalServer {
    /// Asked for its models, without an answer yet.
    Asking,
    /// Answers, with the names of these models.
    Found(Vec<String>),
    /// Exists, but does not answer this page.
    Closed,
    /// Answers, but wants a key.
    Locked,
    /// Answers, but not as this server does.
    Other,
    /// Hidden by the browser, which lets no page reach this computer: it was told not to, or does not do so from https.
    Blocked,
    /// Absent: nothing answers.
    Absent,
}

/// The providers that are looked for.
pub fn providers() -> impl Iterator<Item = &'static Provider> {
    LOCAL_PROVIDERS.iter().filter_map(|id| provider::by_id(id))
}

/// Asks each of the addresses, after loading the page again where its policy does not let requests through (L2).
pub(super) fn find(model: &mut Model, out: &mut Vec<Effect>) {
    let wanted: Vec<String> = providers().filter_map(|known| request::origin_of(known.base_url)).collect();
    if wanted.iter().any(|origin| !model.facts.allowed_origins.contains(origin)) {
        let mut all = origins(model);
        all.extend(wanted.into_iter().filter(|origin| !all.contains(origin)).collect::<Vec<_>>());
        out.push(Effect::AllowOrigins(all));
        out.push(Effect::Reload(Resume::FindLocal));
        return;
    }
    out.push(Effect::AllowOrigins(origins(model)));
    for known in providers() {
        if let Ok(request) = models::list_request(known, known.base_url) {
            model.local.insert(known.id, LocalServer::Asking);
            let call = ProbeCall { purpose: Probe::Local, provider: Slug::new(known.id), request };
            out.push(Effect::Probe(Box::new(call)));
        }
    }
}

/// Goes on with the search after the page was loaded again for it.
pub(super) fn resume(model: &mut Model, out: &mut Vec<Effect>) {
    model.dialog = Some(Dialog::Connect);
    model.connecting.page = ConnectPage::Local;
    let missing = |known: &Provider| {
        request::origin_of(known.base_url).is_some_and(|origin| !model.facts.allowed_origins.contains(&origin))
    };
    if providers().any(missing) {
        // The browser keeps nothing for this page: loading it again would go on for ever.
        model.local.extend(providers().map(|known| (known.id, LocalServer::Blocked)));
        return;
    }
    find(model, out);
}

/// Takes in the answer of a server.
pub(super) fn found(model: &mut Model, provider: &Slug, result: Result<String, LlmError>) {
    let Some(known) = providers().find(|known| known.id == provider.as_str()) else {
        return;
    };
    let state = match result {
        Ok(body) => match models::parse(&body) {
            Some(listed) => LocalServer::Found(listed.into_iter().map(|model| model.name).collect()),
            None => LocalServer::Other,
        },
        Err(error) => match error.kind {
            // Which server refuses the page is not to be seen; one that answers every page is not the one.
            ErrorKind::Network { network: NetworkKind::Cors } if known.setting.is_none() => LocalServer::Other,
            ErrorKind::Network { network: NetworkKind::Cors } => LocalServer::Closed,
            ErrorKind::Network { network: NetworkKind::LocalNetworkPermission | NetworkKind::MixedContent } => {
                LocalServer::Blocked
            }
            ErrorKind::Network { .. } => LocalServer::Absent,
            ErrorKind::Authentication => LocalServer::Locked,
            _ => LocalServer::Other,
        },
    };
    model.local.insert(known.id, state);
}

/// Uses a model that was found, and tests it.
pub(super) fn take(model: &mut Model, provider: &str, name: &str, out: &mut Vec<Effect>) {
    let Some(known) = providers().find(|known| known.id == provider) else {
        return;
    };
    let id = Slug::new(known.id);
    let mut row = model.endpoint(known);
    known.base_url.clone_into(&mut row.base_url);
    name.clone_into(&mut row.model);
    if let Some(LocalServer::Found(names)) = model.local.get(known.id) {
        row.models.clone_from(names);
    }
    save_endpoint(model, row, GivenKey::default(), out);
    // Otherwise the page is being loaded again, and the test comes after that.
    if is_allowed(model, &model.endpoint(known)) {
        if model.dialog == Some(Dialog::Connect) {
            begin_trial(model, id, out);
        } else {
            probe(model, id, Probe::Connection, out);
        }
    }
}
