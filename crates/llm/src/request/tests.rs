//! The requests as they leave.

use super::*;
use crate::capability::ReasoningReplay;
use crate::message::{Picture, Role, ToolCall, issuer};
use proptest::prelude::*;
use serde_json::{Map, json};

fn request(provider: &str, base_url: &str) -> ModelRequest {
    let messages = vec![ChatMessage::new(Role::System, "Be brief."), ChatMessage::new(Role::User, "Hi")];
    let mut request = ModelRequest::new(provider, base_url, "m", messages);
    request.temperature = Some(0.7);
    request.max_tokens = Some(2048);
    request
}

fn tools(names: &[&str]) -> Vec<ToolSpec> {
    names
        .iter()
        .map(|name| ToolSpec { name: (*name).into(), description: "d".into(), parameters: json!({"type": "object"}) })
        .collect()
}

fn body(request: &ModelRequest, known: &Capabilities) -> Value {
    serde_json::from_str(&request.shape(known).unwrap().body).unwrap()
}

fn fresh(request: &ModelRequest) -> Value {
    body(request, &Capabilities::default())
}

#[test]
fn q1_base_addresses_as_people_paste_them() {
    let expect = "https://api.example.org/v1/chat/completions";
    for base in [
        "https://api.example.org/v1",
        " https://api.example.org/v1/ ",
        "https://api.example.org/v1//",
        "https://api.example.org/v1/chat/completions",
        "https://api.example.org/v1/chat/completions/",
        "https://api.example.org/v1/models",
        "https://api.example.org/v1#here",
    ] {
        assert_eq!(join(base, "chat/completions").unwrap(), expect, "{base}");
    }
    let query = "https://gateway.example/x?api-version=1";
    assert_eq!(join(query, "models").unwrap(), "https://gateway.example/x/models?api-version=1");
    for base in [
        "",
        "api.example.org/v1",
        "localhost:11434",
        "ftp://x.example",
        "https://",
        "https://user:pass@x.example",
        "https://x.example\\@evil.example",
        "https://x .example",
        "https://x.example:99999",
        "javascript:alert(1)",
        "https://[::1",
    ] {
        assert_eq!(join(base, "models").unwrap_err().kind, ErrorKind::NoEndpoint, "{base}");
    }
}

#[test]
fn q1_origins() {
    for (url, origin) in [
        ("HTTPS://API.Example.org:443/v1?x#y", "https://api.example.org"),
        ("http://localhost:80", "http://localhost"),
        ("http://localhost:8080/v1", "http://localhost:8080"),
        ("http://[::1]:8080/v1", "http://[::1]:8080"),
        ("https://x.example?y", "https://x.example"),
    ] {
        assert_eq!(origin_of(url).as_deref(), Some(origin), "{url}");
    }
}

#[test]
fn q2_only_the_headers_that_are_needed() {
    let plain = request("custom", "http://localhost:1/v1").shape(&Capabilities::default()).unwrap();
    assert_eq!(plain.headers, [("Content-Type".to_owned(), "application/json".to_owned())]);
    let anthropic = request("anthropic", "https://api.anthropic.com/v1").shape(&Capabilities::default()).unwrap();
    let names: Vec<&str> = anthropic.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Content-Type", "anthropic-dangerous-direct-browser-access"]);
}

#[test]
fn q3_the_key_goes_to_its_own_origin_only() {
    let key = Secret::new("k-123");
    let mut shaped = request("custom", "https://a.example/v1").shape(&Capabilities::default()).unwrap();
    assert_eq!(shaped.authorise(&key), Some(("Authorization", "Bearer k-123".to_owned())));
    assert!(!format!("{shaped:?}").contains("k-123"));
    shaped.url = "https://a.example.evil/v1/chat/completions".to_owned();
    assert_eq!(shaped.authorise(&key), None);
    shaped.url = "http://a.example/v1/chat/completions".to_owned();
    assert_eq!(shaped.authorise(&key), None);
    shaped.url = "https://a.example:444/v1".to_owned();
    assert_eq!(shaped.authorise(&key), None);
    shaped.url = "https://a.example/v1".to_owned();
    assert_eq!(shaped.authorise(&Secret::new("")), None);
    assert_eq!(shaped.authorise(&Secret::new("a\r\nX-Evil: 1")), None);
    let builtin = request(provider::BUILTIN, "").shape(&Capabilities::default()).unwrap();
    assert_eq!((builtin.authorise(&key), builtin.url.as_str()), (None, ""));
}

#[test]
fn a_plain_request() {
    assert_eq!(
        fresh(&request("custom", "http://localhost:1/v1")),
        json!({
            "model": "m",
            "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
            "stream": true,
            "stream_options": {"include_usage": true},
            "temperature": 0.7,
            "max_tokens": 2048,
        })
    );
    let mut nameless = request("llamacpp", "http://localhost:1/v1");
    nameless.model = String::new();
    assert!(fresh(&nameless).get("model").is_none());
}

#[test]
fn q4_what_was_learned_is_obeyed() {
    let mut request = request("custom", "http://localhost:1/v1");
    request.tools = tools(&["f"]);
    let known = Capabilities {
        token_field: Some(TokenField::MaxCompletionTokens),
        token_floor: Some(16_384),
        omitted: ["temperature".to_owned(), "stream_options".to_owned()].into(),
        without_tools: true,
        ..Capabilities::default()
    };
    let body = body(&request, &known);
    assert_eq!((&body["max_completion_tokens"], body.get("max_tokens")), (&json!(16_384), None));
    for name in ["temperature", "stream_options", "tools"] {
        assert!(body.get(name).is_none(), "{name}");
    }
    let limited = Capabilities { token_limit: Some(1024), ..Capabilities::default() };
    assert_eq!(ModelRequest::budget(&request, &limited), Some(1024));
}

#[test]
fn q4_the_table_of_providers_is_obeyed() {
    let mut gpt5 = request("openai", "https://api.openai.com/v1");
    gpt5.model = "gpt-5-mini".to_owned();
    let body = fresh(&gpt5);
    assert_eq!((body.get("temperature"), body.get("max_tokens")), (None, None));
    assert_eq!(body["max_completion_tokens"], 2048);
    let mut minimax = request("minimax", "https://api.minimaxi.com/v1");
    minimax.temperature = Some(0.0);
    let body = fresh(&minimax);
    assert_eq!((&body["temperature"], &body["reasoning_split"]), (&json!(0.01), &json!(true)));
    let mut glm = request("glm", "https://open.bigmodel.cn/api/paas/v4");
    assert!(fresh(&glm).get("tool_stream").is_none());
    glm.tools = tools(&["f"]);
    assert_eq!(fresh(&glm)["tool_stream"], true);
}

#[test]
fn q4_a_tool_is_forced_as_far_as_the_endpoint_can() {
    let mut request = request("custom", "http://localhost:1/v1");
    request.tools = tools(&["f", "g"]);
    let choice = |request: &ModelRequest, form: Option<ChoiceForm>| {
        let body = body(request, &Capabilities { choice: form, ..Capabilities::default() });
        (body.get("tool_choice").cloned(), body["tools"].as_array().unwrap().len())
    };
    assert_eq!(choice(&request, None), (None, 2));
    request.tool_choice = ToolChoice::Named("f".into());
    assert_eq!(choice(&request, None), (Some(json!({"type": "function", "function": {"name": "f"}})), 2));
    assert_eq!(choice(&request, Some(ChoiceForm::Required)), (Some(json!("required")), 1));
    assert_eq!(choice(&request, Some(ChoiceForm::Auto)), (Some(json!("auto")), 1));
    assert_eq!(choice(&request, Some(ChoiceForm::Absent)), (None, 1));
    request.tool_choice = ToolChoice::Required;
    assert_eq!(choice(&request, None), (Some(json!("required")), 2));
    assert_eq!(choice(&request, Some(ChoiceForm::Auto)), (Some(json!("auto")), 2));
    request.tool_choice = ToolChoice::None;
    assert_eq!(choice(&request, None), (Some(json!("none")), 2));
}

fn history(base_url: &str) -> Vec<ChatMessage> {
    let mut opaque = Map::new();
    opaque.insert("extra_content".to_owned(), json!({"google": {"thought_signature": "s"}}));
    let call = ToolCall { id: "a".into(), name: "f".into(), arguments: "{\"x\":1}".into(), opaque: opaque.clone() };
    let mut answer = ChatMessage::new(Role::Assistant, "");
    answer.tool_calls = vec![call];
    answer.reasoning = Some("hm".to_owned());
    answer.opaque.insert("reasoning_details".to_owned(), json!([{"text": "hm"}]));
    answer.issuer = Some(issuer(base_url, "m"));
    vec![ChatMessage::new(Role::User, "Hi"), answer, ChatMessage::tool_result("a", "42")]
}

#[test]
fn q5_opaque_fields_go_back_to_their_issuer_only() {
    let mut request = request("custom", "http://localhost:1/v1/");
    request.messages = history("http://localhost:1/v1");
    let own = fresh(&request);
    assert_eq!(own["messages"][1]["tool_calls"][0]["extra_content"]["google"]["thought_signature"], "s");
    assert_eq!(own["messages"][1]["reasoning_details"], json!([{"text": "hm"}]));
    assert_eq!(own["messages"][2], json!({"role": "tool", "content": "42", "tool_call_id": "a"}));
    request.model = "another".to_owned();
    let foreign = fresh(&request);
    assert_eq!(
        foreign["messages"][1],
        json!({"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"x\":1}"}}]})
    );
}

#[test]
fn q5_reasoning_goes_back_where_it_is_wanted() {
    let mut request = request("kimi", "https://api.moonshot.cn/v1");
    request.messages = history("");
    assert_eq!(fresh(&request)["messages"][1]["reasoning_content"], "hm");
    request.messages[1].reasoning = None;
    assert_eq!(fresh(&request)["messages"][1]["reasoning_content"], "");
    let never = Capabilities { replay: Some(ReasoningReplay::Never), ..Capabilities::default() };
    assert!(body(&request, &never)["messages"][1].get("reasoning_content").is_none());
}

#[test]
fn q7_broken_arguments_are_wrapped() {
    let mut request = request("custom", "http://localhost:1/v1");
    request.messages = history("");
    for (arguments, sent) in [
        ("{\"x\":1}", "{\"x\":1}"),
        ("", "{}"),
        ("{\"x\"", r#"{"invalid_arguments":"{\"x\""}"#),
        ("[1]", r#"{"invalid_arguments":"[1]"}"#),
    ] {
        request.messages[1].tool_calls[0].arguments = arguments.to_owned();
        assert_eq!(fresh(&request)["messages"][1]["tool_calls"][0]["function"]["arguments"], sent);
    }
}

#[test]
fn without_tools_a_history_with_calls_is_plain_text() {
    let mut request = request("custom", "http://localhost:1/v1");
    request.messages = history("");
    let known = Capabilities { without_tools: true, ..Capabilities::default() };
    assert_eq!(
        body(&request, &known)["messages"],
        json!([
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "[f {\"x\":1}]"},
            {"role": "user", "content": "42"},
        ])
    );
}

#[test]
fn response_formats() {
    let mut request = request("custom", "http://localhost:1/v1");
    request.response_format = Some(ResponseFormat::JsonObject);
    assert_eq!(fresh(&request)["response_format"], json!({"type": "json_object"}));
    request.response_format = Some(ResponseFormat::JsonSchema { name: "n".into(), schema: json!({}) });
    assert_eq!(fresh(&request)["response_format"]["json_schema"]["name"], "n");
}

proptest! {
    #[test]
    fn an_address_never_leaves_its_base(base in "(https?://)?[a-z@:/?#.\\\\ 0-9\\[\\]]{0,30}") {
        if let Ok(url) = join(&base, "chat/completions") {
            prop_assert_eq!(origin_of(&url), origin_of(&base));
            prop_assert!(url.contains("/chat/completions"));
        }
    }

    #[test]
    fn an_origin_is_its_own_origin(url in "https?://[a-zA-Z0-9.:-]{1,20}(/[a-z]{0,5})?") {
        if let Some(origin) = origin_of(&url) {
            prop_assert_eq!(origin_of(&origin), Some(origin.clone()));
        }
    }
}

#[test]
fn q6_roles_that_are_refused_are_joined() {
    let said = |roles: &[(Role, &str)]| {
        let mut asked = request("custom", "http://localhost:1/v1");
        asked.messages = roles.iter().map(|(role, text)| ChatMessage::new(*role, *text)).collect();
        asked
    };
    let sent = |asked: &ModelRequest, known: &Capabilities| {
        let taken = asked.conversation(known);
        taken.iter().map(|one| format!("{}:{}", one.role.as_wire(), one.content)).collect::<Vec<_>>()
    };
    let asked = said(&[
        (Role::System, "s"),
        (Role::User, "a"),
        (Role::User, "b"),
        (Role::Assistant, "c"),
        (Role::System, "t"),
        (Role::User, "d"),
    ]);
    let no_system = Capabilities { no_system: true, ..Capabilities::default() };
    assert_eq!(sent(&asked, &no_system), ["user:s\n\na", "user:b", "assistant:c", "user:t\n\nd"]);
    let alternate = Capabilities { alternate: true, ..Capabilities::default() };
    assert_eq!(sent(&asked, &alternate), ["system:s", "user:a\n\nb", "assistant:c", "system:t", "user:d"]);
    let both = Capabilities { alternate: true, ..no_system };
    assert_eq!(sent(&asked, &both), ["user:s\n\na\n\nb", "assistant:c", "user:t\n\nd"]);
    assert_eq!(sent(&asked, &Capabilities::default()).len(), 6, "nothing is joined before it was asked for");
}

fn picture(media_type: &str, data: &str) -> Picture {
    Picture { name: format!("{data}.png"), media_type: media_type.to_owned(), hash: data.to_owned() }
}

#[test]
fn pictures_are_parts_after_the_text() {
    let mut asked = request("custom", "http://localhost:1/v1");
    asked.messages[1].pictures = vec![picture("image/png", "AAAA"), picture("image/jpeg", "BBBB")];
    let part = |url: &str| json!({"type": "image_url", "image_url": {"url": url}});
    let (png, jpeg) = (part("data:image/png;base64,{file:AAAA}"), part("data:image/jpeg;base64,{file:BBBB}"));
    let sent = fresh(&asked);
    assert_eq!(sent["messages"][0]["content"], "Be brief.", "text alone stays plain");
    assert_eq!(sent["messages"][1]["content"], json!([{"type": "text", "text": "Hi"}, png, jpeg]));
    asked.messages[1].content.clear();
    assert_eq!(fresh(&asked)["messages"][1]["content"], json!([png, jpeg]));
}

#[test]
fn q6_joined_messages_keep_their_pictures() {
    let mut asked = request("custom", "http://localhost:1/v1");
    let with = |text: &str, data: &str| ChatMessage {
        pictures: vec![picture("image/png", data)],
        ..ChatMessage::new(Role::User, text)
    };
    asked.messages = vec![ChatMessage::new(Role::System, "s"), with("", "AAAA"), with("b", "BBBB")];
    let known = Capabilities { no_system: true, alternate: true, without_tools: true, ..Capabilities::default() };
    let sent = body(&asked, &known);
    assert_eq!(sent["messages"].as_array().unwrap().len(), 1);
    let parts = &sent["messages"][0]["content"];
    assert_eq!(parts[0]["text"], "s\n\nb");
    assert_eq!(parts[1]["image_url"]["url"], "data:image/png;base64,{file:AAAA}");
    assert_eq!(parts[2]["image_url"]["url"], "data:image/png;base64,{file:BBBB}");
}

#[test]
fn pictures_that_were_given_up_are_mentioned() {
    let mut asked = request("custom", "http://localhost:1/v1");
    asked.messages[1].pictures = vec![picture("image/png", "AAAA")];
    let known = Capabilities { without_pictures: true, ..Capabilities::default() };
    let said = |asked: &ModelRequest| body(asked, &known)["messages"][1]["content"].as_str().unwrap().to_owned();
    assert_eq!(said(&asked), "Hi\n\n[The picture AAAA.png was attached here. You can't see it.]");
    asked.messages[1].content.clear();
    assert_eq!(said(&asked), "[The picture AAAA.png was attached here. You can't see it.]");
}

#[test]
fn no_token_limit_is_sent_unless_one_is_set_needed_or_learned() {
    let limit = |provider: &str, known: &Capabilities| {
        let mut asked = request(provider, "https://x.example/v1");
        asked.max_tokens = None;
        let shaped = asked.shape(known).unwrap();
        serde_json::from_str::<Value>(&shaped.body).unwrap().get("max_tokens").cloned()
    };
    assert_eq!(limit("custom", &Capabilities::default()), None);
    assert_eq!(limit("anthropic", &Capabilities::default()), Some(json!(32_000)));
    let thinks = Capabilities { token_floor: Some(16_384), ..Capabilities::default() };
    assert_eq!(limit("custom", &thinks), Some(json!(16_384)));
}

#[test]
fn q1_why_a_base_address_is_refused_and_what_was_meant() {
    let meant = |text: &str| Err(BaseProblem::NoScheme(text.to_owned()));
    let invalid = |text: &str| Err(BaseProblem::Invalid(text.to_owned()));
    for (base, expect) in [
        ("http://localhost:11434/v1", Ok(())),
        (" https://api.example.org/v1 ", Ok(())),
        ("", Err(BaseProblem::Empty)),
        ("  ", Err(BaseProblem::Empty)),
        ("localhost:11434", meant("http://localhost:11434")),
        ("localhost:11434/v1", meant("http://localhost:11434/v1")),
        ("192.168.1.5:8080/v1", meant("http://192.168.1.5:8080/v1")),
        ("//api.example.org/v1", meant("https://api.example.org/v1")),
        ("api.example.org/v1", meant("https://api.example.org/v1")),
        ("not a url", invalid("not a url")),
        ("ftp://x.example", invalid("ftp://x.example")),
        ("javascript:alert(1)", invalid("javascript:alert(1)")),
    ] {
        assert_eq!(check_base(base), expect, "{base:?}");
    }
}

fn thinks(provider: &str, effort: Effort) -> Value {
    let mut request = request(provider, provider::by_id(provider).unwrap().base_url);
    if provider == "custom" {
        request.base_url = "http://localhost:8000/v1".to_owned();
    }
    (request.effort, request.max_tokens) = (Some(effort), None);
    let mut body = fresh(&request);
    body.as_object_mut().unwrap().retain(|name, _| effort::FIELDS.contains(&name.as_str()));
    body
}

#[test]
fn q9_each_endpoint_is_told_in_its_own_fields() {
    let word = |word: &str| json!({"reasoning_effort": word});
    let nested = |word: &str| json!({"reasoning": {"effort": word}});
    let typed = |kind: &str| json!({"thinking": {"type": kind}});
    let switch = |thinks: bool, tokens: u32| json!({"enable_thinking": thinks, "thinking_budget": tokens});
    let budget = |tokens: u32| json!({"thinking": {"type": "enabled", "budget_tokens": tokens}});
    let deepseek = |word: &str| json!({"thinking": {"type": "enabled"}, "reasoning_effort": word});
    let template = |thinks: bool, word: &str| json!({"chat_template_kwargs": {"enable_thinking": thinks, "reasoning_effort": word}});
    let words = |off: &str, most: &str| [word(off), word("low"), word("medium"), word("high"), word(most)];
    let only_switched = [typed("disabled"), typed("enabled"), typed("enabled"), typed("enabled"), typed("enabled")];
    for (provider, expect) in [
        ("openai", words("minimal", "xhigh")),
        ("openrouter", [nested("none"), nested("low"), nested("medium"), nested("high"), nested("xhigh")]),
        ("gemini", words("none", "high")),
        (
            "qwen",
            [
                json!({"enable_thinking": false}),
                switch(true, 1_024),
                switch(true, 8_192),
                switch(true, 24_576),
                json!({"enable_thinking": true}),
            ],
        ),
        ("glm", only_switched.clone()),
        ("kimi", only_switched),
        ("deepseek", [typed("disabled"), deepseek("low"), deepseek("medium"), deepseek("high"), deepseek("max")]),
        ("anthropic", [typed("disabled"), budget(1_024), budget(8_192), budget(24_576), budget(28_000)]),
        (
            "llamacpp",
            [
                template(false, "low"),
                template(true, "low"),
                template(true, "medium"),
                template(true, "high"),
                template(true, "high"),
            ],
        ),
        ("ollama", words("none", "max")),
        ("lmstudio", words("none", "high")),
        ("minimax", words("none", "high")),
        ("custom", words("none", "high")),
    ] {
        assert_eq!(Effort::ALL.map(|effort| thinks(provider, effort)), expect, "{provider}");
    }
}

#[test]
fn q9_a_budget_of_thought_leaves_room_and_no_other_wish() {
    let mut asked = request("anthropic", "https://api.anthropic.com/v1");
    (asked.effort, asked.top_p) = (Some(Effort::High), Some(0.5));
    let thinking = fresh(&asked);
    assert_eq!(thinking["thinking"]["budget_tokens"], 2048 - 256);
    assert_eq!((thinking.get("temperature"), thinking.get("top_p")), (None, None));
    asked.max_tokens = Some(600);
    let short = fresh(&asked);
    assert_eq!((short.get("thinking"), &short["temperature"]), (None, &json!(0.7)));
    asked.max_tokens = None;
    asked.tools = tools(&["f"]);
    for (choice, thinks) in [(ToolChoice::Required, false), (ToolChoice::Auto, true), (ToolChoice::None, true)] {
        asked.tool_choice = choice;
        assert_eq!(fresh(&asked).get("thinking").is_some(), thinks, "{:?}", asked.tool_choice);
    }
    let refused = Capabilities { omitted: ["thinking".to_owned()].into(), ..Capabilities::default() };
    let without = body(&asked, &refused);
    assert_eq!((without.get("thinking"), &without["temperature"]), (None, &json!(0.7)));
}

#[test]
fn q9_without_a_level_nothing_is_said() {
    for known in provider::PROVIDERS.iter().filter(|known| known.id != provider::BUILTIN) {
        let base = if known.base_url.is_empty() { "http://localhost:1/v1" } else { known.base_url };
        let asked = request(known.id, base);
        assert_eq!(asked.thinking_fields(&Capabilities::default()), [], "{}", known.id);
        let sent = fresh(&asked);
        assert!(["stop", "seed", "top_p"].iter().all(|name| sent.get(name).is_none()), "{sent}");
    }
}

#[test]
fn q10_the_fields_of_the_person_are_sent_and_those_of_the_app_kept() {
    let mut asked = request("custom", "http://localhost:1/v1");
    (asked.seed, asked.top_p) = (Some(-7), Some(0.9));
    asked.stop = vec!["END".into(), "\n\n".into()];
    asked.extra =
        json!({"top_k": 40, "stream_options": {"more": 1}, "temperature": null, "messages": [], "stream": false})
            .as_object()
            .unwrap()
            .clone();
    asked.timeouts.idle_ms = 5;
    let sent = fresh(&asked);
    assert_eq!(sent["stop"], json!(["END", "\n\n"]));
    assert_eq!((&sent["seed"], &sent["top_p"], &sent["top_k"]), (&json!(-7), &json!(0.9), &json!(40)));
    assert_eq!((sent.get("temperature"), &sent["stream"]), (None, &json!(true)));
    assert_eq!(sent["stream_options"], json!({"include_usage": true, "more": 1}));
    assert_eq!(sent["messages"].as_array().map(Vec::len), Some(2));
    assert_eq!(asked.shape(&Capabilities::default()).unwrap().timeouts.idle_ms, 5);
    let fixed = request("openai", "https://api.openai.com/v1");
    let fixed = ModelRequest { model: "gpt-5".into(), top_p: Some(0.9), ..fixed };
    assert!(fresh(&fixed).get("top_p").is_none(), "reasoning models take none");
}
