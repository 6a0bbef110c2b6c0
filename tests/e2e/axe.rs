//! Accessibility rules of axe-core, run inside the page.
//!
//! Must not soften a rule: what counts as serious is what axe-core calls serious or critical.

use serde_json::Value;

use crate::browser::Page;

/// Fails with every serious violation that axe-core finds in what the page shows now.
#[track_caller]
pub fn check(page: &Page, screen: &str) {
    let path = std::env::var_os("ESPALIER_AXE");
    let path = path.expect("ESPALIER_AXE must name axe.min.js of the npm package axe-core");
    let script = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    // Evaluated by the debugger, so that the page's policy stays as strict as it is for everybody.
    page.eval(&format!("void ({{}}, (() => {{ {script}\n }})())"));
    // What still fades in has the colours of a moment. What runs for longer (a notice that waits, a cursor) is no fade.
    page.wait_for(
        "document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().endTime > 1000)",
    );
    let found = page.eval(
        "axe.run(document, { resultTypes: ['violations'] }).then(result => result.violations
            .filter(v => v.impact === 'serious' || v.impact === 'critical')
            .flatMap(v => v.nodes.map(n => `${v.impact} ${v.id}: ${v.help}\\n    ${n.html.slice(0, 300)}\\n    ${n.failureSummary}`)))",
    );
    let lines: Vec<&str> = found.as_array().expect("axe-core ran").iter().filter_map(Value::as_str).collect();
    assert!(lines.is_empty(), "{screen}: {} serious violations\n  {}", lines.len(), lines.join("\n  "));
}
