//! Addition of one delta to an answer: reasoning, text, calls, usage.

use std::borrow::Cow;

use super::harmony::Segment;
use super::lenient::Text;
use super::surrogates::Half;
use super::*;
use crate::price::nanodollars;

/// Characters cut in two, by the field that they are in.
#[derive(Debug, Clone, Default)]
pub(super) struct Halves {
    /// Whether there was one; until then nothing is looked through.
    pub met: bool,
    content: Half,
    reasoning: [Half; 4],
    arguments: Half,
}

impl Halves {
    pub fn join_content(&mut self, text: &mut Cow<'_, str>) {
        if self.met {
            self.content.join(text);
        }
    }

    fn join(&mut self, delta: &mut Delta<'_>) {
        if !self.met {
            return;
        }
        self.content.join(&mut delta.content.text);
        let fields =
            [&mut delta.reasoning_content, &mut delta.reasoning, &mut delta.thinking_content, &mut delta.thinking];
        for (half, field) in self.reasoning.iter_mut().zip(fields) {
            half.join(&mut field.0);
        }
        for fragment in delta.tool_calls.0.iter_mut().flatten() {
            self.arguments.join(&mut fragment.arguments.0);
            if let Some(function) = &mut fragment.function.0 {
                self.arguments.join(&mut function.arguments.0);
            }
        }
    }
}

/// Kind of a message in the Harmony format.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Speaks {
    #[default]
    Text,
    Reasoning,
    Call,
}

impl Answer {
    /// Reads the held rest at the end of the body.
    pub(super) fn last_pieces(&mut self, out: &mut Vec<ModelEvent>) {
        if self.halves.reasoning.iter_mut().any(Half::is_left) {
            add_reasoning(&mut self.reasoning, "\u{fffd}", out);
        }
        if self.halves.content.is_left() {
            self.content("\u{fffd}", out);
        }
        let mut harmony = std::mem::take(&mut self.harmony);
        harmony.finish(&mut |said| self.said(said, out));
        let mut splitter = std::mem::take(&mut self.splitter);
        splitter.finish(&mut |part| self.part(part, out));
    }

    pub(super) fn delta(&mut self, mut delta: Delta<'_>, payload_bytes: usize, out: &mut Vec<ModelEvent>) {
        self.halves.join(&mut delta);
        let fields = [
            (&delta.reasoning_content, ReasoningSource::ReasoningContent),
            (&delta.reasoning, ReasoningSource::Reasoning),
            (&delta.thinking_content, ReasoningSource::Thinking),
            (&delta.thinking, ReasoningSource::Thinking),
        ];
        let in_field = fields.into_iter().find(|(text, _)| !text.is_empty());
        if let Some((text, source)) = in_field {
            self.reason(&text.0, source, out);
        }
        if has_content(&delta.reasoning_details) {
            self.kept += payload_bytes;
            let added = passthrough::merge_details(&mut self.opaque, delta.reasoning_details.take());
            let unread = in_field.is_none() && matches!(self.reasoning_source, None | Some(ReasoningSource::Details));
            if unread && !added.is_empty() {
                self.reason(&added, ReasoningSource::Details, out);
            }
        }
        if has_content(&delta.extra_content) {
            self.kept += payload_bytes;
            passthrough::merge_object(&mut self.opaque, "extra_content", delta.extra_content.take());
        }
        if !delta.signature.is_empty() {
            self.kept += delta.signature.0.len();
            self.opaque.insert("signature".to_owned(), Value::from(&*delta.signature.0));
        }
        if !delta.content.thinking.is_empty() {
            self.reason(&delta.content.thinking, ReasoningSource::Parts, out);
        }
        if !delta.content.text.is_empty() {
            self.content(&delta.content.text, out);
        }
        if !delta.refusal.is_empty() {
            self.content(&delta.refusal.0, out);
        }
        self.tool_calls(delta, payload_bytes, out);
    }

    pub(super) fn tool_calls(&mut self, delta: Delta<'_>, payload_bytes: usize, out: &mut Vec<ModelEvent>) {
        let mut fragments = delta.tool_calls.0.unwrap_or_default();
        if let Some(function) = delta.function_call.0.filter(|_| fragments.is_empty()) {
            fragments.push(chunk::Fragment { function: lenient::Object(Some(function)), ..Default::default() });
        }
        if fragments.is_empty() {
            return;
        }
        self.streamed = true;
        self.calls.begin_list();
        for fragment in fragments {
            self.kept += fragment.id.0.len();
            if has_content(&fragment.extra_content) {
                self.kept += payload_bytes;
            }
            if let Some(delta) = self.calls.push(fragment) {
                self.kept += delta.arguments.len() + delta.name.as_ref().map_or(0, String::len);
                add_call_delta(delta, out);
            }
        }
    }

    pub(super) fn reason(&mut self, text: &str, source: ReasoningSource, out: &mut Vec<ModelEvent>) {
        self.streamed = true;
        self.splitter.reasoning_came_elsewhere();
        self.reasoning_source.get_or_insert(source);
        add_reasoning(&mut self.reasoning, text, out);
    }

    pub(super) fn content(&mut self, text: &str, out: &mut Vec<ModelEvent>) {
        self.streamed = true;
        if !self.options.think_tags {
            add_text(&mut self.text, text, out);
            return;
        }
        let mut harmony = std::mem::take(&mut self.harmony);
        harmony.push(text, &mut |said| self.said(said, out));
        self.harmony = harmony;
    }

    fn said(&mut self, said: Segment<'_>, out: &mut Vec<ModelEvent>) {
        match said {
            Segment::Plain(text) => {
                let mut splitter = std::mem::take(&mut self.splitter);
                splitter.push(text, &mut |part| self.part(part, out));
                self.splitter = splitter;
            }
            Segment::Answer => {
                self.speaks = Speaks::Text;
                if !self.text.is_empty() && !self.text.ends_with('\n') {
                    add_text(&mut self.text, "\n\n", out);
                }
            }
            Segment::Thought => {
                self.speaks = Speaks::Reasoning;
                self.part(Part::Opened, out);
            }
            Segment::Call(name) => {
                self.speaks = Speaks::Call;
                self.calls.begin_list();
                self.piece_of_call(name, "", out);
            }
            Segment::More(text) => match self.speaks {
                Speaks::Text => self.part(Part::Text(text), out),
                Speaks::Reasoning => self.part(Part::Reasoning(text), out),
                Speaks::Call => self.piece_of_call("", text, out),
            },
        }
    }

    fn piece_of_call(&mut self, name: &str, arguments: &str, out: &mut Vec<ModelEvent>) {
        let name = Text(Cow::Borrowed(name));
        let arguments = chunk::Arguments(Cow::Borrowed(arguments));
        if let Some(delta) = self.calls.push(chunk::Fragment { name, arguments, ..Default::default() }) {
            self.kept += delta.arguments.len() + delta.name.as_ref().map_or(0, String::len);
            add_call_delta(delta, out);
        }
    }

    pub(super) fn part(&mut self, part: Part<'_>, out: &mut Vec<ModelEvent>) {
        match part {
            Part::Text(text) => add_text(&mut self.text, text, out),
            Part::Opened => self.new_block = !self.reasoning.is_empty(),
            Part::Reasoning(text) => {
                if std::mem::take(&mut self.new_block) && !self.reasoning.ends_with('\n') {
                    add_reasoning(&mut self.reasoning, "\n\n", out);
                }
                self.reasoning_source.get_or_insert(ReasoningSource::Tags);
                add_reasoning(&mut self.reasoning, text, out);
            }
            Part::TextWasReasoning => {
                let text = std::mem::take(&mut self.text);
                if text.is_empty() {
                    return;
                }
                self.reasoning_source.get_or_insert(ReasoningSource::Tags);
                self.reasoning.push_str(&text);
                out.push(ModelEvent::TextWasReasoning);
            }
        }
    }

    pub(super) fn add_usage(&mut self, wire: &WireUsage, out: &mut Vec<ModelEvent>) {
        let prompt_details = wire.prompt_tokens_details.0.as_ref();
        let completion_details = wire.completion_tokens_details.0.as_ref();
        let mut usage = self.usage;
        let set = |known: &mut Option<u64>, new: Option<u64>| *known = new.or(*known);
        set(&mut usage.prompt_tokens, wire.prompt_tokens.0.or(wire.input_tokens.0));
        set(&mut usage.completion_tokens, wire.completion_tokens.0.or(wire.output_tokens.0));
        set(&mut usage.total_tokens, wire.total_tokens.0);
        let reasoning = completion_details.and_then(|details| details.reasoning_tokens.0);
        set(&mut usage.reasoning_tokens, reasoning.or(wire.reasoning_tokens.0));
        let cached = prompt_details.and_then(|details| details.cached_tokens.0);
        set(&mut usage.cached_tokens, cached.or(wire.prompt_cache_hit_tokens.0));
        set(&mut usage.cost, nanodollars(&wire.cost));
        if usage == self.usage {
            return;
        }
        self.usage = usage;
        match out.last_mut() {
            Some(ModelEvent::Usage(last)) => *last = usage,
            _ => out.push(ModelEvent::Usage(usage)),
        }
    }
}

fn add_text(all: &mut String, piece: &str, out: &mut Vec<ModelEvent>) {
    all.push_str(piece);
    match out.last_mut() {
        Some(ModelEvent::Text(last)) => last.push_str(piece),
        _ => out.push(ModelEvent::Text(piece.to_owned())),
    }
}

fn add_reasoning(all: &mut String, piece: &str, out: &mut Vec<ModelEvent>) {
    all.push_str(piece);
    match out.last_mut() {
        Some(ModelEvent::Reasoning(last)) => last.push_str(piece),
        _ => out.push(ModelEvent::Reasoning(piece.to_owned())),
    }
}

fn add_call_delta(delta: CallDelta, out: &mut Vec<ModelEvent>) {
    match out.last_mut() {
        Some(ModelEvent::ToolCall(last)) if last.call == delta.call && delta.name.is_none() => {
            last.arguments.push_str(&delta.arguments);
        }
        _ => out.push(ModelEvent::ToolCall(delta)),
    }
}
