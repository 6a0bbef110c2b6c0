//! The computation of a model of the llama family, and the cache of what it has seen.
//!
//! - F1 A token's numbers depend on the tokens before it alone, to the last bit: how they were fed, in chunks of which
//!   length, or what the cache held before it was cut, changes nothing. It rests on K1 of the kernels.
//! - F2 A call that fails, and tokens whose feeding is given up, leave the cache at the length it had.

use crate::error::Error;
use crate::kernels::{Input, dot, resize};
use crate::weights::{Architecture, Layer, Linear, Measures, Model};

/// Count of tokens the cache makes room for at a time.
const ROOM: usize = 256;

/// Memory that the layers of a model have of the tokens so far, and the space it computes in.
#[derive(Debug, Default)]
pub struct Cache {
    length: usize,
    feeding: Option<Feeding>,
    /// Keys and values of each layer and each head with keys of its own, token after token.
    layers: Vec<Vec<Memory>>,
    work: Work,
}

/// Tokens that are being fed.
#[derive(Debug, Clone, Copy)]
struct Feeding {
    count: usize,
    /// Count of layers that have computed them.
    layers: usize,
}

#[derive(Debug, Default)]
struct Memory {
    keys: Vec<f32>,
    values: Vec<f32>,
}

#[derive(Debug, Default)]
struct Work {
    input: Input,
    stream: Vec<f32>,
    normed: Vec<f32>,
    query: Vec<f32>,
    key: Vec<f32>,
    value: Vec<f32>,
    mixed: Vec<f32>,
    gate: Vec<f32>,
    up: Vec<f32>,
    added: Vec<f32>,
    scores: Vec<f32>,
    /// Cosine and sine of the angle of each pair, token after token.
    angles: Vec<(f32, f32)>,
}

impl Cache {
    /// Returns the count of tokens it holds.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the count of tokens whose feeding was begun and not finished.
    pub fn feeding(&self) -> Option<usize> {
        self.feeding.map(|feeding| feeding.count)
    }

    /// Forgets all tokens but the first `length`, and those that are being fed.
    pub fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
        self.feeding = None;
    }

    /// Returns the bytes it has room for.
    pub fn bytes(&self) -> usize {
        let memories = self.layers.iter().flatten();
        memories.map(|memory| (memory.keys.capacity() + memory.values.capacity()) * size_of::<f32>()).sum()
    }
}

impl Model {
    /// Feeds tokens after those in the cache. With `logits`, writes there how likely each token of the vocabulary comes
    /// next; leaving it out saves the largest product.
    pub fn forward(&self, cache: &mut Cache, tokens: &[u32], logits: Option<&mut Vec<f32>>) -> Result<(), Error> {
        self.begin(cache, tokens)?;
        while self.advance(cache)? {}
        self.finish(cache, logits)
    }

    /// Begins to feed tokens after those in the cache; gives up tokens that are being fed.
    pub fn begin(&self, cache: &mut Cache, tokens: &[u32]) -> Result<(), Error> {
        cache.feeding = None;
        let measures = &self.measures;
        let (width, vocabulary) = (measures.width, measures.vocabulary);
        if tokens.is_empty() {
            return Err(Error::Empty);
        }
        if let Some(token) = tokens.iter().copied().find(|token| *token as usize >= vocabulary) {
            return Err(Error::Token { token, vocabulary });
        }
        let start = cache.length;
        if start + tokens.len() > measures.context {
            return Err(Error::Context { needed: start + tokens.len(), limit: measures.context });
        }
        cache.layers.resize_with(measures.layers, Vec::new);
        let work = &mut cache.work;
        resize(&mut work.stream, tokens.len() * width)?;
        for (token, to) in tokens.iter().zip(work.stream.chunks_exact_mut(width)) {
            self.embedding.row(*token as usize, to);
        }
        work.angles.clear();
        for position in start..start + tokens.len() {
            let angle = |turn: &f64| (position as f64 * turn).sin_cos();
            work.angles.extend(self.turns.iter().map(angle).map(|(sine, cosine)| (cosine as f32, sine as f32)));
        }
        cache.feeding = Some(Feeding { count: tokens.len(), layers: 0 });
        Ok(())
    }

    /// Lets the next layer compute the tokens that are being fed; `false` if all have.
    pub fn advance(&self, cache: &mut Cache) -> Result<bool, Error> {
        // Put back when the layer is computed.
        let Some(mut feeding) = cache.feeding.take() else { return Ok(false) };
        let next = self.layers.iter().zip(&mut cache.layers).nth(feeding.layers);
        let has_next = next.is_some();
        if let Some((layer, memories)) = next {
            memories.resize_with(self.measures.key_heads, Memory::default);
            attention(&self.measures, layer, memories, cache.length, &mut cache.work)?;
            feed_forward(&self.measures, layer, &mut cache.work)?;
            feeding.layers += 1;
        }
        cache.feeding = Some(feeding);
        Ok(has_next)
    }

    /// Puts the tokens that all layers have computed into the cache, with `logits` as in [`Model::forward`].
    pub fn finish(&self, cache: &mut Cache, logits: Option<&mut Vec<f32>>) -> Result<(), Error> {
        let fed = cache.feeding.take().filter(|feeding| feeding.layers == self.layers.len());
        let length = cache.length + fed.ok_or(Error::Empty)?.count;
        let (width, work) = (self.measures.width, &mut cache.work);
        if let Some(logits) = logits {
            let last = work.stream.chunks_exact(width).next_back().unwrap_or_default();
            resize(&mut work.normed, width)?;
            norm(last, &self.norm, self.measures.epsilon, &mut work.normed);
            work.input.set(&work.normed, width)?;
            self.output.as_ref().unwrap_or(&self.embedding).multiply(&work.input, logits)?;
        }
        let head = self.measures.head;
        debug_assert!(cache.layers.iter().flatten().all(|memory| memory.keys.len() == length * head));
        cache.length = length;
        Ok(())
    }
}

fn attention(
    measures: &Measures,
    layer: &Layer,
    memories: &mut [Memory],
    start: usize,
    work: &mut Work,
) -> Result<(), Error> {
    let Measures { width, heads, key_heads, head, rotated, .. } = *measures;
    norm_rows(&work.stream, &layer.attention_norm, measures.epsilon, &mut work.normed)?;
    work.input.set(&work.normed, width)?;
    apply(&layer.query, &work.input, &mut work.query)?;
    apply(&layer.key, &work.input, &mut work.key)?;
    apply(&layer.value, &work.input, &mut work.value)?;
    for (list, weights, heads) in
        [(&mut work.query, &layer.query_norm, heads), (&mut work.key, &layer.key_norm, key_heads)]
    {
        let rows = list.chunks_exact_mut(heads * head).zip(work.angles.chunks_exact((rotated / 2).max(1)));
        for (row, angles) in rows {
            for vector in row.chunks_exact_mut(head) {
                if let Some(weights) = weights {
                    norm_in_place(vector, weights, measures.epsilon);
                }
                match measures.architecture {
                    Architecture::Llama => turn_neighbours(vector, angles),
                    Architecture::Qwen2 | Architecture::Qwen3 => turn_halves(vector, angles),
                }
            }
        }
    }
    let count = work.query.len() / (heads * head);
    for (index, memory) in memories.iter_mut().enumerate() {
        for (list, new) in [(&mut memory.keys, &work.key), (&mut memory.values, &work.value)] {
            list.truncate(start * head);
            let needed = count * head;
            if list.capacity() - list.len() < needed {
                let more = needed.next_multiple_of(ROOM * head);
                list.try_reserve_exact(more).map_err(|_| Error::Memory((more * size_of::<f32>()) as u64))?;
            }
            for row in new.chunks_exact(key_heads * head) {
                list.extend(row.chunks_exact(head).nth(index).unwrap_or_default());
            }
        }
    }
    resize(&mut work.mixed, count * heads * head)?;
    work.mixed.fill(0.0);
    let scale = (head as f32).sqrt().recip();
    let group = heads / key_heads;
    let rows = work.query.chunks_exact(heads * head).zip(work.mixed.chunks_exact_mut(heads * head));
    for (at, (query, mixed)) in rows.enumerate() {
        let seen = start + at + 1;
        let groups = query.chunks_exact(group * head).zip(mixed.chunks_exact_mut(group * head)).zip(memories.iter());
        for ((queries, outputs), memory) in groups {
            for (query, output) in queries.chunks_exact(head).zip(outputs.chunks_exact_mut(head)) {
                work.scores.clear();
                work.scores.extend(memory.keys.chunks_exact(head).take(seen).map(|key| dot(query, key) * scale));
                softmax(&mut work.scores);
                for (score, value) in work.scores.iter().zip(memory.values.chunks_exact(head)) {
                    output.iter_mut().zip(value).for_each(|(to, from)| *to += score * from);
                }
            }
        }
    }
    work.input.set(&work.mixed, heads * head)?;
    apply(&layer.output, &work.input, &mut work.added)?;
    work.stream.iter_mut().zip(&work.added).for_each(|(to, from)| *to += from);
    Ok(())
}

fn feed_forward(measures: &Measures, layer: &Layer, work: &mut Work) -> Result<(), Error> {
    norm_rows(&work.stream, &layer.feed_norm, measures.epsilon, &mut work.normed)?;
    work.input.set(&work.normed, measures.width)?;
    layer.gate.multiply(&work.input, &mut work.gate)?;
    layer.up.multiply(&work.input, &mut work.up)?;
    for (gate, up) in work.gate.iter_mut().zip(&work.up) {
        *gate = *gate / (1.0 + exp(-*gate)) * up;
    }
    work.input.set(&work.gate, measures.feed)?;
    layer.down.multiply(&work.input, &mut work.added)?;
    work.stream.iter_mut().zip(&work.added).for_each(|(to, from)| *to += from);
    Ok(())
}

fn apply(linear: &Linear, input: &Input, to: &mut Vec<f32>) -> Result<(), Error> {
    linear.matrix.multiply(input, to)?;
    if let Some(bias) = &linear.bias {
        for row in to.chunks_exact_mut(bias.len()) {
            row.iter_mut().zip(bias).for_each(|(to, from)| *to += from);
        }
    }
    Ok(())
}

fn norm_rows(rows: &[f32], weights: &[f32], epsilon: f32, to: &mut Vec<f32>) -> Result<(), Error> {
    resize(to, rows.len())?;
    for (row, to) in rows.chunks_exact(weights.len()).zip(to.chunks_exact_mut(weights.len())) {
        norm(row, weights, epsilon, to);
    }
    Ok(())
}

fn norm(row: &[f32], weights: &[f32], epsilon: f32, to: &mut [f32]) {
    let by = (dot(row, row) / row.len() as f32 + epsilon).sqrt().recip();
    for ((to, number), weight) in to.iter_mut().zip(row).zip(weights) {
        *to = number * by * weight;
    }
}

fn norm_in_place(row: &mut [f32], weights: &[f32], epsilon: f32) {
    let by = (dot(row, row) / row.len() as f32 + epsilon).sqrt().recip();
    row.iter_mut().zip(weights).for_each(|(number, weight)| *number *= by * weight);
}

/// Turns each number with its neighbour, as the converted weights of llama models want it.
fn turn_neighbours(vector: &mut [f32], angles: &[(f32, f32)]) {
    let (pairs, _) = vector.as_chunks_mut::<2>();
    for ([x, y], (cosine, sine)) in pairs.iter_mut().zip(angles) {
        (*x, *y) = (*x * cosine - *y * sine, *x * sine + *y * cosine);
    }
}

/// Turns each number of the first half with that in the same place of the second.
fn turn_halves(vector: &mut [f32], angles: &[(f32, f32)]) {
    let Some((first, second)) = vector.split_at_mut_checked(angles.len()) else { return };
    for ((x, y), (cosine, sine)) in first.iter_mut().zip(second).zip(angles) {
        (*x, *y) = (*x * cosine - *y * sine, *x * sine + *y * cosine);
    }
}

fn softmax(scores: &mut [f32]) {
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - largest);
        sum += *score;
    }
    let by = 1.0 / sum;
    for score in scores {
        *score *= by;
    }
}

/// Returns e to the power of a number, to about 1e-7 of it. Written so that it is computed side by side: the one of the
/// library is a call for each number and the same in no two places.
pub(crate) fn exp(number: f32) -> f32 {
    const ROUND: f32 = 12_582_912.0;
    let number = number.clamp(-87.0, 88.0);
    let power = (number * std::f32::consts::LOG2_E + ROUND) - ROUND;
    // ln 2 in two parts, so that the remainder keeps its digits.
    let x = (number - power * 0.693_359_4) - power * -2.121_944_4e-4;
    let series = 1.987_569_1e-4_f32;
    let series = series * x + 1.398_199_9e-3;
    let series = series * x + 8.333_452e-3;
    let series = series * x + 4.166_579_6e-2;
    let series = series * x + 1.666_666_5e-1;
    let series = series * x + 0.5;
    let mantissa = series * (x * x) + x + 1.0;
    mantissa * f32::from_bits(((power as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::exp;

    #[test]
    fn exp_is_the_librarys_to_seven_digits() {
        for step in -8_600..8_700 {
            let number = step as f32 / 100.0;
            let wanted = f64::from(number).exp();
            let error = (f64::from(exp(number)) - wanted).abs() / wanted;
            assert!(error < 3e-7, "exp({number}) is {error:e} off");
        }
        assert!(exp(-1000.0) < 1e-37 && exp(f32::NEG_INFINITY) < 1e-37);
    }
}
