//! Settings of servers by which they answer a page, as lines to copy.

/// Returns the headers with which any server allows a page to call it.
pub fn headers(origin: &str) -> String {
    format!(
        "Access-Control-Allow-Origin: {origin}\n\
         Access-Control-Allow-Methods: GET, POST, OPTIONS\n\
         Access-Control-Allow-Headers: Authorization, Content-Type"
    )
}

/// Returns the lines to write for common servers, each with its name.
pub fn examples(origin: &str) -> [(&'static str, String); 6] {
    [
        ("Ollama", format!("OLLAMA_ORIGINS={origin} ollama serve")),
        ("LM Studio", "lms server start --cors".to_owned()),
        ("llama.cpp", "llama-server -m model.gguf --jinja".to_owned()),
        ("vLLM", format!("vllm serve MODEL --allowed-origins '[\"{origin}\"]'")),
        ("LiteLLM", format!("LITELLM_CORS_ORIGINS={origin} litellm --config config.yaml")),
        ("nginx", nginx(origin)),
    ]
}

fn nginx(origin: &str) -> String {
    format!(
        "location /v1/ {{\n\
         \x20 add_header Access-Control-Allow-Origin \"{origin}\" always;\n\
         \x20 add_header Access-Control-Allow-Methods \"GET, POST, OPTIONS\" always;\n\
         \x20 add_header Access-Control-Allow-Headers \"Authorization, Content-Type\" always;\n\
         \x20 if ($request_method = OPTIONS) {{ return 204; }}\n\
         \x20 proxy_pass http://127.0.0.1:8000;\n\
         \x20 proxy_buffering off;\n\
         }}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_itself_is_allowed_and_nobody_else() {
        let origin = "https://me.example";
        assert!(headers(origin).starts_with("Access-Control-Allow-Origin: https://me.example\n"));
        let lines = examples(origin);
        for name in ["Ollama", "vLLM", "LiteLLM", "nginx"] {
            let (_, text) = lines.iter().find(|(server, _)| *server == name).unwrap();
            assert!(text.contains(origin) && !text.contains('*'), "{text}");
        }
    }
}
