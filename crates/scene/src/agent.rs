//! The assistant of a scene: what it perceives, what it may do, and what it does without a model.
//!
//! - A1 It perceives locally, in the turn in which it acts, and acts only on what it perceived there.
//! - A2 It asks where it is not certain: a name or place that fits several shapes is never decided silently.
//! - A3 What an answer changed is told from what was stored, not from the words of the answer.

pub mod act;
pub mod color;
pub mod intent;
pub mod local;
pub mod outside;
pub mod perceive;
pub mod prompt;
pub mod reader;
pub mod sight;
pub mod supervisor;
pub mod toolbox;

use serde_json::Value;

use self::sight::Sight;
use espalier_agent_api::spec::{Agent, StepPolicy};
use espalier_agent_api::state::State;
use espalier_agent_api::tool::Tool;
use espalier_base::language::Language;
use espalier_command::spec::Text;
use espalier_model::scene::{ShapeId, ShapeType};

/// The most rounds with tools.
pub const MAX_ROUNDS: u32 = 24;
/// Sampling temperature of the model.
const TEMPERATURE: f64 = 0.2;
/// The longest answer, in tokens; some models think a lot first.
pub const MAX_TOKENS: u32 = 8_192;

/// The assistant.
#[derive(Debug, Clone, Copy, Default)]
pub struct SceneAgent;

impl Agent for SceneAgent {
    fn id(&self) -> &'static str {
        "scene"
    }

    fn tools(&self) -> &[&'static Tool] {
        &toolbox::TOOLS
    }

    fn policy(&self, _: &State) -> StepPolicy {
        StepPolicy {
            tools: self.tools().to_vec(),
            max_steps: MAX_ROUNDS,
            needs_tools: true,
            temperature: Some(TEMPERATURE),
            max_tokens: Some(MAX_TOKENS),
            ..StepPolicy::default()
        }
    }
}

/// A type in the person's words.
pub const fn kind_name(kind: ShapeType, language: Language) -> &'static str {
    let chinese = match kind {
        ShapeType::Square => "正方形",
        ShapeType::Circle => "圆形",
        ShapeType::Triangle => "三角形",
    };
    Text::new(kind.name(), chinese).get(language)
}

/// A shape in the person's words: its name, or its colour and type, and where it is.
pub fn label(sight: &Sight<'_>, id: ShapeId, language: Language) -> Option<String> {
    sight.describe(id, None).map(|told| label_of(&told, language))
}

/// As [`label`], of a shape as a model is told of it.
pub fn label_of(told: &Value, language: Language) -> String {
    let field = |name: &str| told[name].as_str().unwrap_or_default();
    let kind = ShapeType::from_name(field("type")).map(|kind| kind_name(kind, language)).unwrap_or_default();
    let color = color::find(field("color")).map(|color| color.title.get(language)).unwrap_or_default();
    let place: Vec<String> = told["position"].as_array().into_iter().flatten().map(number).collect();
    let place = place.join(", ");
    match field("name") {
        "" => said!(language, "{color} {kind} at ({place})", "位于({place})的{color}{kind}"),
        name => said!(language, "“{name}” at ({place})", "位于({place})的“{name}”"),
    }
}

/// A number without a decimal point where it has no decimals.
fn number(value: &Value) -> String {
    value.as_f64().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests;
