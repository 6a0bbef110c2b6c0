//! Console, uncaught exceptions, policy violations and network exchanges of a page.
//!
//! Must not judge more than "a problem unless a test expects it"; which problems a test expects is its own business.

use std::collections::BTreeMap;

use serde_json::Value;

/// A request of a page and its outcome.
#[derive(Debug, Clone, Default)]
pub struct Exchange {
    pub method: String,
    pub url: String,
    pub kind: String,
    pub status: Option<u64>,
    /// Bytes that came over the network, headers included; 0 when a cache or a service worker answered.
    pub received_bytes: f64,
    pub from_service_worker: bool,
    pub failure: Option<String>,
}

#[derive(Debug, Default)]
pub struct Watch {
    /// Lines of the console, with the level in front.
    pub console: Vec<String>,
    /// Errors, uncaught exceptions, policy violations, crashes.
    pub problems: Vec<String>,
    /// Kinds of the dialogs that the page opened (`beforeunload`, `alert`), all of which were accepted.
    pub dialogs: Vec<String>,
    exchanges: BTreeMap<String, Exchange>,
    order: Vec<String>,
    /// Origin of the page under test; a failed fetch there is a problem, elsewhere it is the test's script.
    pub origin: String,
}

impl Watch {
    pub fn on_event(&mut self, method: &str, params: &Value) {
        match method {
            "Runtime.consoleAPICalled" => self.on_console(params),
            "Runtime.exceptionThrown" => {
                let details = &params["exceptionDetails"];
                let text = details["exception"]["description"].as_str().or(details["text"].as_str());
                self.problem("exception", text.unwrap_or("?"));
            }
            "Log.entryAdded" => self.on_log(&params["entry"]),
            "Audits.issueAdded" => self.on_issue(&params["issue"]),
            "Inspector.targetCrashed" => self.problem("crash", "the page's process crashed"),
            "Network.requestWillBeSent"
            | "Network.responseReceived"
            | "Network.dataReceived"
            | "Network.loadingFinished"
            | "Network.loadingFailed" => self.on_network(method, params),
            _ => {}
        }
    }

    /// Requests in the order in which they were sent.
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.order.iter().map(|id| self.exchanges[id].clone()).collect()
    }

    pub fn forget_exchanges(&mut self) {
        self.exchanges.clear();
        self.order.clear();
    }

    fn on_console(&mut self, params: &Value) {
        let level = params["type"].as_str().unwrap_or("log");
        let arguments = params["args"].as_array().map(Vec::as_slice).unwrap_or_default();
        let words: Vec<String> = arguments.iter().map(remote_text).collect();
        let line = words.join(" ");
        match level {
            "error" | "assert" => self.problem(level, &line),
            _ => self.console.push(format!("{level}: {line}")),
        }
    }

    fn on_log(&mut self, entry: &Value) {
        let source = entry["source"].as_str().unwrap_or("");
        let level = entry["level"].as_str().unwrap_or("");
        let text = entry["text"].as_str().unwrap_or("?");
        let url = entry["url"].as_str().unwrap_or("");
        let line = format!("{source}: {text} ({url})");
        let elsewhere = source == "network" && !self.is_own(url);
        if level == "error" && !elsewhere || source == "security" {
            self.problem(level, &line);
        } else {
            self.console.push(format!("{level}: {line}"));
        }
    }

    fn on_issue(&mut self, issue: &Value) {
        let code = issue["code"].as_str().unwrap_or("");
        if code != "ContentSecurityPolicyIssue" {
            return;
        }
        let details = &issue["details"]["contentSecurityPolicyIssueDetails"];
        self.problem("policy", &details.to_string());
    }

    fn on_network(&mut self, method: &str, params: &Value) {
        let Some(id) = params["requestId"].as_str() else { return };
        if !self.exchanges.contains_key(id) {
            self.order.push(id.to_owned());
        }
        let exchange = self.exchanges.entry(id.to_owned()).or_default();
        match method {
            "Network.requestWillBeSent" => {
                let request = &params["request"];
                exchange.method = text(&request["method"]);
                exchange.url = text(&request["url"]);
                exchange.kind = text(&params["type"]);
            }
            "Network.responseReceived" => {
                let response = &params["response"];
                exchange.status = response["status"].as_u64();
                exchange.from_service_worker = response["fromServiceWorker"].as_bool() == Some(true);
                exchange.received_bytes = response["encodedDataLength"].as_f64().unwrap_or(0.0);
            }
            "Network.loadingFinished" => {
                exchange.received_bytes = params["encodedDataLength"].as_f64().unwrap_or(0.0);
            }
            "Network.loadingFailed" => {
                let reason = params["blockedReason"].as_str().or(params["errorText"].as_str());
                exchange.failure = Some(reason.unwrap_or("?").to_owned());
            }
            _ => {}
        }
    }

    fn is_own(&self, url: &str) -> bool {
        !self.origin.is_empty() && url.starts_with(&self.origin)
    }

    fn problem(&mut self, kind: &str, text: &str) {
        let line = format!("{kind}: {text}");
        self.console.push(line.clone());
        self.problems.push(line);
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or("").to_owned()
}

fn remote_text(argument: &Value) -> String {
    let value = &argument["value"];
    if let Some(text) = value.as_str() {
        return text.to_owned();
    }
    if !value.is_null() {
        return value.to_string();
    }
    argument["description"].as_str().unwrap_or("undefined").to_owned()
}
