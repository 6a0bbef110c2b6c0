//! One line per answer that an endpoint may give; the wording follows what each one is known to send.

use super::super::RoleRule;
use super::*;
use proptest::prelude::*;

const CHAT: &str = "https://example.org/v1/chat/completions";

fn check(status: u16, body: &str, expect: ErrorKind) {
    let error = from_response(status, &[], body, CHAT);
    assert_eq!(error.kind, expect, "{status} {body}");
    assert_eq!(error.status, Some(status));
}

fn rate(ms: Option<u64>) -> ErrorKind {
    ErrorKind::RateLimit { retry_after_ms: ms }
}

fn parameter(name: &str) -> ErrorKind {
    ErrorKind::Parameter { name: name.to_owned() }
}

const MODEL: ErrorKind = ErrorKind::NotFound { what: Missing::Model };
const PATH: ErrorKind = ErrorKind::NotFound { what: Missing::Path };

#[test]
fn authentication() {
    check(
        401,
        r#"{"error":{"message":"Incorrect API key provided: sk-x","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
        ErrorKind::Authentication,
    );
    check(
        400,
        r#"[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}]"#,
        ErrorKind::Authentication,
    );
    check(
        401,
        r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#,
        ErrorKind::Authentication,
    );
    check(401, r#"{"error":{"message":"No auth credentials found","code":401}}"#, ErrorKind::Authentication);
    check(403, "", ErrorKind::Authentication);
    check(401, r#"{"detail":"Unauthorized"}"#, ErrorKind::Authentication);
}

#[test]
fn quota_is_not_a_rate_limit() {
    check(
        429,
        r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","code":"insufficient_quota"}}"#,
        ErrorKind::Quota,
    );
    check(
        402,
        r#"{"error":{"message":"Insufficient Balance","type":"unknown_error","code":"invalid_request_error"}}"#,
        ErrorKind::Quota,
    );
    check(
        403,
        r#"{"error":{"message":"Your account is not active","type":"exceeded_current_quota_error"}}"#,
        ErrorKind::Quota,
    );
    check(429, r#"{"error":{"code":"1113","message":"您的账户已欠费，请充值后重试"}}"#, ErrorKind::Quota);
    check(
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the API."}}"#,
        ErrorKind::Quota,
    );
    check(
        400,
        r#"{"code":"Arrearage","message":"Access denied, please make sure your account is in good standing."}"#,
        ErrorKind::Quota,
    );
}

#[test]
fn rate_limits_with_their_delay() {
    check(
        429,
        r#"{"error":{"message":"Rate limit reached for gpt in organization on tokens per min. Please try again in 1.2s. Visit","type":"tokens","code":"rate_limit_exceeded"}}"#,
        rate(Some(1200)),
    );
    check(429, r#"{"error":{"message":"Please try again in 6m0s."}}"#, rate(Some(360_000)));
    check(
        429,
        r#"[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"36s"}]}}]"#,
        rate(Some(36_000)),
    );
    check(429, r#"{"error":{"code":"1302","message":"您当前使用该API的并发数过高"}}"#, rate(None));
    check(429, "slow down", rate(None));
    check(400, r#"{"code":"Throttling.RateQuota","message":"Requests rate limit exceeded"}"#, rate(None));
    let headers = [("Retry-After".to_owned(), "7".to_owned())];
    assert_eq!(from_response(429, &headers, "{}", CHAT).kind, rate(Some(7000)));
    let headers = [("retry-after-ms".to_owned(), "250".to_owned()), ("retry-after".to_owned(), "1".to_owned())];
    assert_eq!(from_response(429, &headers, "", CHAT).kind, rate(Some(250)));
    let date = [("retry-after".to_owned(), "Wed, 21 Oct 2026 07:28:00 GMT".to_owned())];
    assert_eq!(from_response(429, &date, "", CHAT).kind, rate(None));
}

#[test]
fn parameters() {
    check(
        400,
        r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}"#,
        parameter("max_tokens"),
    );
    check(
        400,
        r#"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}"#,
        parameter("max_tokens"),
    );
    check(
        400,
        r#"{"error":{"message":"invalid temperature: only 1 is allowed for this model","type":"invalid_request_error"}}"#,
        parameter("temperature"),
    );
    check(
        422,
        r#"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}"#,
        parameter("stream_options"),
    );
    check(
        400,
        r#"{"error":{"message":"parameter.enable_thinking must be set to false for non-streaming calls","code":"invalid_parameter_error"}}"#,
        parameter("enable_thinking"),
    );
    check(
        400,
        r#"{"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"}}"#,
        parameter("reasoning_content"),
    );
    check(400, r#"{"error":{"message":"Something about messages went wrong"}}"#, ErrorKind::Refused);
}

#[test]
fn tools_and_forced_choice() {
    for words in [
        "tool calling is not supported by this model",
        "Tool calls are not supported with this endpoint",
        "tools not supported",
        "function calls are not supported",
    ] {
        check(400, &format!(r#"{{"error":{{"message":"{words}"}}}}"#), ErrorKind::ToolsUnsupported);
    }
    check(
        400,
        r#"{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools","type":"api_error"}}"#,
        ErrorKind::ToolsUnsupported,
    );
    check(
        500,
        r#"{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}"#,
        ErrorKind::ToolsUnsupported,
    );
    check(
        404,
        r#"{"error":{"message":"No endpoints found that support tool use. To learn more, visit the site","code":404}}"#,
        ErrorKind::ToolsUnsupported,
    );
    check(
        400,
        r#"{"message":"\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}"#,
        ErrorKind::ToolsUnsupported,
    );
    check(
        404,
        r#"{"error":{"message":"No endpoints found that support the provided 'tool_choice' value.","code":404}}"#,
        ErrorKind::ForcedChoice,
    );
    check(
        400,
        r#"{"error":{"message":"tool_choice 'specified' is incompatible with thinking enabled"}}"#,
        ErrorKind::ForcedChoice,
    );
    check(400, r#"{"error":{"message":"Tool choice must be auto","code":"1210"}}"#, ErrorKind::ForcedChoice);
}

#[test]
fn every_wording_of_no_tools_here() {
    for (status, words, param) in [
        (400, "Unrecognized request argument supplied: tools", "null"),
        (400, "'tools' is not supported with this model", "null"),
        (400, "'tools' is not supported with this model", "\"tools\""),
        (400, "Unsupported parameter: 'tools' is not supported with this model.", "null"),
        (400, "Unknown parameter: 'tools'.", "null"),
        (400, "Invalid JSON payload received. Unknown name \\\"tools\\\": Cannot find field.", "null"),
        (400, "litellm.UnsupportedParamsError: ollama does not support parameters: ['tools', 'tool_choice']", "null"),
        (422, "tools: Extra inputs are not permitted", "null"),
        (400, "This model does not support function calling", "null"),
        (400, "model doesn't support tools", "null"),
        (400, "The model doesn’t support tool calling.", "null"),
        (400, "Function calling is not enabled for models/gemma-3-27b-it", "null"),
        (404, "No endpoints found that support tool use. Try disabling \\\"x\\\".", "null"),
        (500, "create() got an unexpected keyword argument 'tools'", "null"),
        (400, "tool use is unsupported for this deployment", "null"),
        (400, "Functions are not supported by this model", "null"),
        (501, "tool calls not implemented", "null"),
        (400, "该模型不支持工具调用", "null"),
        (400, "当前模型不支持 function call", "null"),
        (400, "\\\"auto\\\" tool choice requires --enable-auto-tool-choice", "null"),
    ] {
        let body = format!(r#"{{"error":{{"message":"{words}","param":{param}}}}}"#);
        check(status, &body, ErrorKind::ToolsUnsupported);
    }
    for (status, words, expect) in [
        (400, "tool_choice 'required' is not supported when tools are many", ErrorKind::ForcedChoice),
        (400, "unknown field tools[0].function.strict", parameter("strict")),
        (
            400,
            "messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
            parameter("messages"),
        ),
        (503, "tools are unavailable", ErrorKind::Server),
        (429, "too many tool calls are not allowed", rate(None)),
    ] {
        let error = from_response(status, &[], &format!(r#"{{"error":{{"message":"{words}"}}}}"#), CHAT);
        assert!(error.kind == expect || error.kind == ErrorKind::Refused, "{words}: {:?}", error.kind);
    }
}

#[test]
fn every_wording_of_no_pictures_here() {
    for (status, body) in [
        // llama.cpp, newest first
        (
            500,
            r#"{"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj","type":"server_error"}}"#,
        ),
        (
            500,
            r#"{"error":{"code":500,"message":"image input is not supported by this server","type":"server_error"}}"#,
        ),
        (
            500,
            r#"{"error":{"code":500,"message":"Failed to parse messages: Unsupported content part type: \"image_url\"; messages = [\n  {\n    \"role\": \"user\",\n    \"content\": [{\"type\": \"text\", \"text\": \"Which format is it?\"}, {\"type\": \"image_url\", \"image_url\": {\"url\": \"data:image/png;base64,iVBO\"}}]}]","type":"server_error"}}"#,
        ),
        // llamafile
        (
            500,
            r#"{"error":{"message":"The server was not compiled for multimodal or the model projector can't be loaded."}}"#,
        ),
        // OpenAI, by itself and behind OpenRouter
        (
            400,
            r#"{"error":{"message":"Invalid content type. image_url is only supported by certain models.","type":"invalid_request_error","param":"messages.[0].content.[1].type","code":null}}"#,
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"Provider returned error","metadata":{"provider_name":"OpenAI","raw":"{\n  \"error\": {\n    \"message\": \"Invalid content type. image_url is only supported by certain models.\",\n    \"type\": \"invalid_request_error\",\n    \"param\": \"messages.[0].content.[1].type\",\n    \"code\": null\n  }\n}"}}}"#,
        ),
        // OpenRouter, MiMo
        (404, r#"{"error":{"message":"No endpoints found that support image input","code":404}}"#),
        (
            404,
            r#"{"error":{"code":"404","message":"No endpoints found that support image input","param":"","type":""}}"#,
        ),
        // DeepSeek
        (
            400,
            r#"{"error":{"message":"Failed to deserialize the JSON body into the target type: messages[3]: unknown variant `image_url`, expected `text` at line 1 column 173667","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}"#,
        ),
        // vLLM
        (
            400,
            r#"{"object":"error","message":"/usr/src/Intern-S1-FP8 is not a multimodal model","type":"BadRequestError","param":null,"code":400}"#,
        ),
        (400, r#"{"error":{"message":"At most 0 image(s) may be provided in one prompt.","code":400}}"#),
        // Ollama
        (
            400,
            r#"{"error":{"message":"this model does not support image input (ref: b8bd630e-4a39-4b57-82af-9158ee9d5703)"}}"#,
        ),
        (500, r#"{"error":{"message":"this model is missing data required for image input","type":"api_error"}}"#),
        // SiliconFlow
        (
            400,
            r#"{"code":20041,"message":"The model is not a VLM (Vision Language Model). Please use text-only prompts.","data":null}"#,
        ),
        // MLX, xAI, LM Studio, Zhipu
        (404, r#"{"error":"Only 'text' content type is supported."}"#),
        (
            400,
            r#"{"code":"Client specified an invalid argument","error":"Image inputs are not supported by this model."}"#,
        ),
        (400, r#"{"error":"Model does not support images. Please use a model that does."}"#),
        (400, r#"{"error":{"code":"1210","message":"messages.content.type 参数非法，取值范围 ['text']"}}"#),
        (400, r#"{"error":{"message":"当前模型不支持图片输入"}}"#),
    ] {
        check(status, body, ErrorKind::NoPictures);
    }
}

#[test]
fn a_complaint_about_one_picture_is_none_about_all() {
    for (status, body) in [
        (
            400,
            r#"{"error":{"message":"You uploaded an unsupported image. Please make sure your image is below 20 MB in size and is of one the following formats: ['png', 'jpeg', 'gif', 'webp'].","type":"invalid_request_error","param":null,"code":"invalid_image_format"}}"#,
        ),
        (400, r#"{"error":{"message":"Invalid base64 image_url.","type":"invalid_request_error"}}"#),
        (400, r#"{"error":{"message":"HEIC images are not supported"}}"#),
        (400, r#"{"error":{"message":"unsupported image_url: image/bmp"}}"#),
        (400, r#"{"error":{"message":"不支持的图片格式"}}"#),
        (400, r#"{"error":{"message":"At most 1 image(s) may be provided in one request."}}"#),
        (400, r#"{"error":{"message":"the provisioned model is not available"}}"#),
        (503, r#"{"error":{"message":"vision is unavailable"}}"#),
    ] {
        let error = from_response(status, &[], body, CHAT);
        assert_ne!(error.kind, ErrorKind::NoPictures, "{body}");
    }
}

#[test]
fn templates_that_refuse_a_role() {
    for (status, words, rule) in [
        (400, "System role not supported", RoleRule::NoSystem),
        (500, "Jinja Exception: System role not supported at row 1, column 2", RoleRule::NoSystem),
        (400, "Unsupported value: 'messages[0].role' does not support 'system' with this model.", RoleRule::NoSystem),
        (400, "Developer instruction is not enabled for models/gemma-3-27b-it", RoleRule::NoSystem),
        (400, "Invalid role: system", RoleRule::NoSystem),
        (400, "'system' is not one of ['user', 'assistant'] - 'messages.0.role'", RoleRule::NoSystem),
        (400, "System message must be at the beginning.", RoleRule::NoSystem),
        (400, "不支持系统角色", RoleRule::NoSystem),
        (500, "Conversation roles must alternate user/assistant/user/assistant/...", RoleRule::Alternate),
        (400, "After the optional system message, conversation roles must alternate", RoleRule::Alternate),
        (
            400,
            "messages: roles must alternate between \\\"user\\\" and \\\"assistant\\\", but found multiple \\\"user\\\" roles in a row",
            RoleRule::Alternate,
        ),
        (
            400,
            "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s).",
            RoleRule::Alternate,
        ),
        (400, "the role of message with even index in the messages must be user", RoleRule::Alternate),
    ] {
        check(status, &format!(r#"{{"error":{{"message":"{words}"}}}}"#), ErrorKind::Roles { rule });
    }
    check(
        400,
        r#"{"error":{"message":"Unsupported value: 'messages[0].role' does not support 'system' with this model.","param":"messages[0].role","code":"unsupported_value"}}"#,
        ErrorKind::Roles { rule: RoleRule::NoSystem },
    );
    check(500, r#"{"error":{"message":"The system is not available"}}"#, ErrorKind::Server);
}

#[test]
fn context_length_with_its_limit() {
    let limit = |limit| ErrorKind::ContextLength { limit };
    check(
        400,
        r#"{"error":{"message":"This model's maximum context length is 4097 tokens. However, your messages resulted in 5000 tokens.","param":"messages","code":"context_length_exceeded"}}"#,
        limit(Some(4097)),
    );
    check(
        400,
        r#"{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":900,"n_ctx":512}}"#,
        limit(Some(512)),
    );
    check(
        400,
        r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 200001 tokens > 200000 maximum"}}"#,
        limit(Some(200_000)),
    );
    check(400, r#"{"error":{"message":"Range of input length should be [1, 30720]"}}"#, limit(Some(30720)));
    check(
        400,
        r#"[{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1,048,576)."}}]"#,
        limit(Some(1_048_576)),
    );
}

#[test]
fn moderation() {
    check(400, r#"{"error":{"message":"The response was filtered","code":"content_filter"}}"#, ErrorKind::Moderation);
    check(
        403,
        r#"{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged","metadata":{"reasons":["x"],"flagged_input":"y"}}}"#,
        ErrorKind::Moderation,
    );
    check(
        400,
        r#"{"error":{"code":"1301","message":"系统检测到输入或生成内容可能包含不安全或敏感内容"}}"#,
        ErrorKind::Moderation,
    );
    check(
        400,
        r#"{"code":"DataInspectionFailed","message":"Input data may contain inappropriate content."}"#,
        ErrorKind::Moderation,
    );
}

#[test]
fn unknown_models_and_wrong_paths() {
    check(
        404,
        r#"{"error":{"message":"The model `gpt-9` does not exist or you do not have access to it.","code":"model_not_found"}}"#,
        MODEL,
    );
    check(404, r#"{"error":{"message":"model \"llama9\" not found, try pulling it first","type":"api_error"}}"#, MODEL);
    check(400, r#"{"error":{"message":"Model Not Exist","type":"invalid_request_error"}}"#, MODEL);
    check(400, r#"{"error":{"message":"foo is not a valid model ID","code":400}}"#, MODEL);
    check(404, "404 page not found", PATH);
    check(404, "<html><title>404 Not Found</title></html>", PATH);
    check(404, "", PATH);
    check(405, r#"{"detail":"Method Not Allowed"}"#, PATH);
}

#[test]
fn other_refusals() {
    check(
        403,
        r#"{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported"}}"#,
        ErrorKind::Refused,
    );
    check(
        400,
        r#"[{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}]"#,
        ErrorKind::Refused,
    );
    check(400, r#"{"error":{"message":"'top_k' does not exist for this model","param":"top_k"}}"#, parameter("top_k"));
}

#[test]
fn servers() {
    check(502, "<html><head><title>502 Bad Gateway</title></head></html>", ErrorKind::Server);
    check(500, "", ErrorKind::Server);
    check(529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, ErrorKind::Server);
    check(408, "", ErrorKind::Server);
    check(500, r#"{"error":{"message":"upstream","code":401}}"#, ErrorKind::Authentication);
    check(418, "tea", ErrorKind::Refused);
    check(302, "", ErrorKind::Network { network: NetworkKind::Redirected });
}

#[test]
fn errors_that_come_with_status_200() {
    let kind = |body: &str| from_body_in_200(body).map(|error| error.kind);
    assert_eq!(
        kind(r#"{"base_resp":{"status_code":1004,"status_msg":"login fail"}}"#),
        Some(ErrorKind::Authentication)
    );
    assert_eq!(
        kind(r#"{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}"#),
        Some(ErrorKind::Quota)
    );
    assert_eq!(kind(r#"{"base_resp":{"status_code":0,"status_msg":"success"},"choices":[]}"#), None);
    assert_eq!(kind(r#"{"error":{"message":"Rate limited","code":429}}"#), Some(rate(None)));
    assert_eq!(
        kind(r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#),
        Some(ErrorKind::Server)
    );
    assert_eq!(kind(r#"{"error":"model runner has unexpectedly stopped"}"#), Some(ErrorKind::Server));
    assert_eq!(kind("<!DOCTYPE html><title>Welcome</title>"), Some(PATH));
    assert_eq!(kind(r#"{"choices":[{"message":{"content":"hi"}}]}"#), None);
    assert_eq!(kind("hello"), None);
}

#[test]
fn no_raw_json_and_no_key_in_the_detail() {
    let error = from_response(
        401,
        &[],
        r#"{"error":{"message":"Incorrect API key provided: sk-abcdefgh12345678. Find it"}}"#,
        CHAT,
    );
    assert_eq!(error.detail, "Incorrect API key provided: … Find it");
}

proptest! {
    #[test]
    fn any_body_is_classified(status in 300_u16..600, body in any::<String>()) {
        let error = from_response(status, &[], &body, CHAT);
        prop_assert!(error.detail.chars().count() <= 301);
        let _ = from_body_in_200(&body);
    }
}
