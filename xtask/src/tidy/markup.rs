//! The page itself: nothing inline, and a policy that stays strict.

use super::{Problem, Text, line_at};

/// Directives that the policy must have.
const REQUIRED: [&str; 7] = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types espalier",
];

pub fn check(page: &Text) -> Vec<Problem> {
    let mut problems = policy(page);
    for (at, tag) in tags(&page.text) {
        let line = line_at(&page.text, at);
        let lower = tag.to_ascii_lowercase();
        let mut problem = |text: &str| problems.push(Problem::new(&page.name, line, text));
        if lower.starts_with("<script") && !lower.contains(" src=") {
            problem("no inline scripts: put it into static/boot.js");
        }
        if lower.starts_with("<style") {
            problem("no inline styles: put them into static/css");
        }
        if lower.contains(" style=") {
            problem("no style attributes: use a class");
        }
        if attributes(&lower).any(|name| name.len() > 2 && name.starts_with("on")) {
            problem("no event attributes: listen in static/boot.js");
        }
    }
    problems
}

fn policy(page: &Text) -> Vec<Problem> {
    let tag = tags(&page.text).find(|(_, tag)| tag.contains("http-equiv=\"Content-Security-Policy\""));
    let Some((at, tag)) = tag else {
        return vec![Problem::new(&page.name, 1, "the page has no Content-Security-Policy")];
    };
    let line = line_at(&page.text, at);
    let directives: Vec<&str> = value(tag, "content").unwrap_or_default().split(';').map(str::trim).collect();
    let mut problems: Vec<Problem> = REQUIRED
        .iter()
        .filter(|required| !directives.contains(required))
        .map(|required| Problem::new(&page.name, line, format!("the policy must say `{required}`")))
        .collect();
    if directives.iter().any(|directive| directive.contains("'unsafe-")) {
        problems.push(Problem::new(&page.name, line, "the policy must not allow anything `unsafe`"));
    }
    problems
}

/// Finds every opening tag with its position. Comments are skipped.
fn tags(html: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + html[at..].find('<')?;
            if html[start..].starts_with("<!--") {
                at = start + html[start..].find("-->")?;
                continue;
            }
            let end = start + html[start..].find('>')? + 1;
            at = end;
            return Some((start, &html[start..end]));
        }
    })
}

/// Returns the names of a tag's attributes; the text inside quotes is passed over.
fn attributes(tag: &str) -> impl Iterator<Item = &str> {
    tag.split('"')
        .step_by(2)
        .flat_map(str::split_whitespace)
        .filter_map(|word| word.split_once('='))
        .map(|(name, _)| name)
}

fn value<'tag>(tag: &'tag str, attribute: &str) -> Option<&'tag str> {
    let start = tag.find(&format!(" {attribute}=\""))? + attribute.len() + 3;
    tag[start..].split('"').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; base-uri 'self'; form-action 'none'; require-trusted-types-for 'script'; trusted-types espalier\">";

    fn texts(html: &str) -> Vec<String> {
        check(&Text { name: "index.html".to_owned(), text: html.to_owned() })
            .into_iter()
            .map(|problem| problem.text)
            .collect()
    }

    #[test]
    fn a_strict_page_passes() {
        let page = format!(
            "{GOOD}<!-- <script>no</script> --><script type=\"module\" src=\"boot.js\"></script><p data-x=\" onclick=1\">"
        );
        assert_eq!(texts(&page), Vec::<String>::new());
    }

    #[test]
    fn inline_code_is_found() {
        for bad in ["<script>x</script>", "<style>x</style>", "<p style=\"x\">", "<p class=\"a\" onclick=\"x\">"] {
            assert_eq!(texts(&format!("{GOOD}{bad}")).len(), 1, "{bad}");
        }
    }

    #[test]
    fn a_weak_policy_is_found() {
        assert_eq!(texts("<p>").len(), 1);
        assert_eq!(texts(&GOOD.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")).len(), 2);
        assert_eq!(texts(&GOOD.replace("trusted-types espalier", "")).len(), 1);
    }
}
