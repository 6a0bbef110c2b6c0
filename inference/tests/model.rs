//! Whole models with random weights: against a plain computation, and against themselves.

#![allow(clippy::unwrap_used, clippy::needless_range_loop)] // helpers of tests

mod common;

use std::io::Cursor;

use common::{CONTEXT, FEED, HEADS, KEY_HEADS, LAYERS, Random, Tiny, VOCABULARY, Value, WIDTH, header, read};
use espalier_inference::kernels::Format;
use espalier_inference::session::CHUNK;
use espalier_inference::{Cache, Error, Model, Options, Reason, Sampling, Session, Step};
use espalier_local_model::header::{Format as FileFormat, TensorInfo};
use proptest::prelude::*;

const KINDS: [&str; 3] = ["llama", "qwen2", "qwen3"];

/// The computation in its plainest form: all tokens anew, one number after the other, in 64 bits.
struct Plain<'a> {
    tiny: &'a Tiny,
    divisors: Vec<f64>,
    factor: f64,
}

impl<'a> Plain<'a> {
    fn new(tiny: &'a Tiny) -> Self {
        Self { tiny, divisors: vec![1.0; tiny.head / 2], factor: 1.0 }
    }

    fn times(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let weights = self.tiny.tensor(&format!("{name}.weight")).unwrap();
        let bias = self.tiny.tensor(&format!("{name}.bias"));
        weights
            .chunks(x.len())
            .enumerate()
            .map(|(row, weights)| {
                let product: f64 = weights.iter().zip(x).map(|(weight, x)| f64::from(*weight) * x).sum();
                product + bias.map_or(0.0, |bias| f64::from(bias[row]))
            })
            .collect()
    }

    fn norm(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let weights = self.tiny.tensor(&format!("{name}.weight")).unwrap();
        let mean = x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
        x.iter().zip(weights).map(|(x, weight)| x / (mean + 1e-5).sqrt() * f64::from(*weight)).collect()
    }

    fn turn(&self, x: &[f64], position: usize) -> Vec<f64> {
        let half = x.len() / 2;
        let mut turned = vec![0.0; x.len()];
        for pair in 0..half {
            let (first, second) =
                if self.tiny.architecture == "llama" { (2 * pair, 2 * pair + 1) } else { (pair, pair + half) };
            let speed = 1000_f64.powf(-(pair as f64) / half as f64) / self.divisors[pair] / self.factor;
            let (sine, cosine) = (position as f64 * speed).sin_cos();
            turned[first] = x[first] * cosine - x[second] * sine;
            turned[second] = x[first] * sine + x[second] * cosine;
        }
        turned
    }

    fn logits(&self, tokens: &[u32]) -> Vec<f64> {
        let head = self.tiny.head;
        let embedding = self.tiny.tensor("token_embd.weight").unwrap();
        let mut stream: Vec<Vec<f64>> = tokens
            .iter()
            .map(|token| embedding[*token as usize * WIDTH..][..WIDTH].iter().copied().map(f64::from).collect())
            .collect();
        for layer in 0..LAYERS {
            let name = |part: &str| format!("blk.{layer}.{part}");
            let normed: Vec<_> = stream.iter().map(|x| self.norm(&name("attn_norm"), x)).collect();
            let heads = |part: &str, at: usize| -> Vec<Vec<f64>> {
                let all = self.times(&name(part), &normed[at]);
                let normed = part != "attn_v" && self.tiny.architecture == "qwen3";
                let each = all.chunks(head).map(|x| {
                    let x = if normed { self.norm(&name(&format!("{part}_norm")), x) } else { x.to_vec() };
                    if part == "attn_v" { x } else { self.turn(&x, at) }
                });
                each.collect()
            };
            let all = |part: &str| -> Vec<_> { (0..tokens.len()).map(|at| heads(part, at)).collect() };
            let (queries, keys, values) = (all("attn_q"), all("attn_k"), all("attn_v"));
            for (at, x) in stream.iter_mut().enumerate() {
                let mut mixed = Vec::new();
                for (index, query) in queries[at].iter().enumerate() {
                    let of = index / (HEADS / KEY_HEADS);
                    let scores: Vec<f64> = (0..=at)
                        .map(|other| {
                            let product: f64 = query.iter().zip(&keys[other][of]).map(|(q, k)| q * k).sum();
                            (product / (head as f64).sqrt()).exp()
                        })
                        .collect();
                    let sum: f64 = scores.iter().sum();
                    for part in 0..head {
                        mixed.push((0..=at).map(|other| scores[other] / sum * values[other][of][part]).sum());
                    }
                }
                let added = self.times(&name("attn_output"), &mixed);
                x.iter_mut().zip(added).for_each(|(x, add)| *x += add);
                let normed = self.norm(&name("ffn_norm"), x);
                let (gate, up) = (self.times(&name("ffn_gate"), &normed), self.times(&name("ffn_up"), &normed));
                assert_eq!(gate.len(), FEED);
                let middle: Vec<f64> =
                    gate.iter().zip(up).map(|(gate, up)| gate / (1.0 + (-gate).exp()) * up).collect();
                let added = self.times(&name("ffn_down"), &middle);
                x.iter_mut().zip(added).for_each(|(x, add)| *x += add);
            }
        }
        let last = self.norm("output_norm", stream.last().unwrap());
        let output = if self.tiny.tensor("output.weight").is_some() { "output" } else { "token_embd" };
        self.times(output, &last)
    }
}

fn tokens(seed: u64, length: usize) -> Vec<u32> {
    let mut random = Random(seed);
    (0..length).map(|_| (f32::midpoint(random.next(), 1.0) * VOCABULARY as f32) as u32 % VOCABULARY as u32).collect()
}

/// Feeds tokens in chunks and returns the numbers after the last.
fn feed(model: &Model, cache: &mut Cache, tokens: &[u32], chunk: usize) -> Vec<f32> {
    let mut logits = Vec::new();
    for chunk in tokens.chunks(chunk) {
        model.forward(cache, chunk, Some(&mut logits)).unwrap();
    }
    logits
}

fn assert_near(logits: &[f32], wanted: &[f64], what: &str) {
    let size = wanted.iter().map(|x| x * x).sum::<f64>().sqrt();
    let off = logits.iter().zip(wanted).map(|(is, wanted)| (f64::from(*is) - wanted).powi(2)).sum::<f64>().sqrt();
    assert_eq!(logits.len(), wanted.len());
    assert!(off / size < 1e-4, "{what}: {} off", off / size);
}

#[test]
fn each_kind_computes_what_the_plain_computation_does() {
    for kind in KINDS {
        for tied in [true, false] {
            let tiny = Tiny::new(kind, tied);
            let tokens = tokens(3, 21);
            let logits = feed(&tiny.model(Format::F32), &mut Cache::default(), &tokens, CHUNK);
            assert_near(&logits, &Plain::new(&tiny).logits(&tokens), kind);
        }
    }
}

#[test]
fn positions_are_scaled_as_the_file_says() {
    let tokens = tokens(4, 30);
    let mut tiny = Tiny::new("llama", true);
    let divisors: Vec<f32> = (0..tiny.head / 2).map(|pair| 1.0 + pair as f32).collect();
    tiny.add("rope_freqs.weight", divisors.clone());
    let logits = feed(&tiny.model(Format::F32), &mut Cache::default(), &tokens, CHUNK);
    let mut plain = Plain::new(&tiny);
    plain.divisors = divisors.into_iter().map(f64::from).collect();
    assert_near(&logits, &plain.logits(&tokens), "divisors");

    let mut tiny = Tiny::new("qwen2", true);
    tiny.set("qwen2.rope.scaling.type", Value::Text("linear".into()));
    tiny.set("qwen2.rope.scaling.factor", Value::F32(4.0));
    let logits = feed(&tiny.model(Format::F32), &mut Cache::default(), &tokens, CHUNK);
    let mut plain = Plain::new(&tiny);
    plain.factor = 4.0;
    assert_near(&logits, &plain.logits(&tokens), "factor");

    tiny.set("qwen2.rope.scaling.type", Value::Text("yarn".into()));
    assert!(matches!(read_all(&tiny.write(Format::F32)), Err(Error::Unsupported(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn f1_chunks_and_cuts_change_nothing(
        kind in 0_usize..3, format in 0_usize..5, seed: u64,
        length in 2_usize..60, chunk in 1_usize..40, cut in 0_usize..60, other in 1_usize..30,
    ) {
        let format = [Format::F32, Format::Q4_1, Format::Q8_0, Format::F16, Format::Bf16][format];
        let model = Tiny::new(KINDS[kind], true).model(format);
        let list = tokens(seed, length);
        let wanted = feed(&model, &mut Cache::default(), &list, CHUNK);
        prop_assert!(wanted.iter().all(|number| number.is_finite()));
        let cut = cut.min(length - 1);
        let mut cache = Cache::default();
        feed(&model, &mut cache, &list[..cut], chunk);
        feed(&model, &mut cache, &tokens(seed ^ 1, other), chunk);
        cache.truncate(cut);
        prop_assert_eq!(cache.length(), cut);
        prop_assert_eq!(feed(&model, &mut cache, &list[cut..], chunk), wanted);
    }

    #[test]
    fn n1_a_used_session_answers_as_a_fresh_one(
        kind in 0_usize..3, seed: u64, length in 1_usize..60, common in 0_usize..60, stop in 0_usize..12, parts in 0_usize..6,
    ) {
        let model = || Tiny::new(KINDS[kind], false).model(Format::Q5_0);
        let options = || Options {
            sampling: Sampling { temperature: 0.8, top_p: 0.9, seed }, max_tokens: 8, ends: vec![3], breaks: None,
        };
        let prompt = tokens(seed, length);
        let mut fresh = Session::new(model(), CONTEXT);
        fresh.start(&prompt, options()).unwrap();
        let wanted = answer(&mut fresh);
        let mut used = Session::new(model(), CONTEXT);
        let common = common.min(length);
        let before: Vec<u32> = prompt[..common].iter().copied().chain(tokens(seed ^ 1, 20)).collect();
        used.start(&before, options()).unwrap();
        for _ in 0..stop {
            used.step().unwrap();
        }
        for _ in 0..parts {
            used.prepare().unwrap();
        }
        let seen = used.seen().len();
        let kept = used.start(&prompt, options()).unwrap();
        prop_assert!(kept >= common.min(seen).min(length - 1) && kept < length);
        prop_assert_eq!(answer(&mut used), wanted);
        prop_assert_eq!(used.seen(), fresh.seen());
    }

    #[test]
    fn w2_a_damaged_file_is_an_error_or_a_model_but_no_panic(
        seed: u64, changes in prop::collection::vec((0_usize..1600, any::<u8>()), 1..8), cut in prop::option::of(0_usize..3000),
    ) {
        let mut file = Tiny::new("llama", true).write(Format::Q4_0);
        for (at, byte) in changes {
            file[at] = byte;
        }
        if let Some(cut) = cut {
            file.truncate(cut);
        }
        if let Ok(model) = header(&file).map_err(drop).and_then(|header| read(&file, &header).map_err(drop)) {
            let _ = model.forward(&mut Cache::default(), &tokens(seed, 3), Some(&mut Vec::new()));
        }
    }
}

/// Reads a file whose header is whole.
fn read_all(file: &[u8]) -> Result<Model, Error> {
    read(file, &header(file).unwrap())
}

/// Runs a session to its end and returns its tokens, and why it ended.
fn answer(session: &mut Session) -> (Vec<u32>, Reason) {
    let mut answer = Vec::new();
    for _ in 0..10_000 {
        match session.step().unwrap() {
            Step::Prompt { .. } => (),
            Step::Token(token) => answer.push(token),
            Step::End(reason) => return (answer, reason),
        }
    }
    panic!("no end");
}

#[test]
fn a_session_tells_of_each_chunk_and_stops_at_its_limits() {
    let mut session = Session::new(Tiny::new("llama", true).model(Format::Q8_0), 64);
    assert_eq!(session.step().unwrap(), Step::End(Reason::Limit), "nothing was started");
    let options = |max_tokens| Options { max_tokens, ..Options::default() };
    let prompt = tokens(1, 40);
    assert_eq!(session.start(&prompt, options(3)).unwrap(), 0);
    for done in [16, 32, 40] {
        assert!(session.is_reading() && session.logits().is_empty());
        assert_eq!(session.step().unwrap(), Step::Prompt { done, total: 40 });
    }
    assert_eq!(session.logits().len(), VOCABULARY);
    let (first, reason) = answer(&mut session);
    assert_eq!((first.len(), reason), (3, Reason::Limit));
    assert_eq!(session.step().unwrap(), Step::End(Reason::Limit));
    // The last token was never fed: nothing came after it.
    assert_eq!(session.seen(), [&prompt[..], &first[..2]].concat());
    assert_eq!(session.start(&prompt, options(100)).unwrap(), 39);
    let (all, reason) = answer(&mut session);
    assert_eq!((all.len(), reason, &all[..3]), (24, Reason::Context, &first[..]));
    assert!(session.cache_bytes() > 0);
    let ends = Options { ends: vec![first[1]], ..options(100) };
    session.start(&prompt, ends).unwrap();
    let end = first.iter().position(|token| *token == first[1]).unwrap();
    assert_eq!(answer(&mut session), (first[..end].to_vec(), Reason::Token(first[1])));
}

#[test]
fn n2_a_start_that_fails_changes_nothing() {
    let mut session = Session::new(Tiny::new("qwen3", true).model(Format::Q8_0), 1000);
    assert_eq!(session.context(), CONTEXT, "the model's own limit holds");
    session.start(&tokens(1, 20), Options { max_tokens: 5, ..Options::default() }).unwrap();
    session.step().unwrap();
    let seen = session.seen().to_vec();
    let start = |session: &mut Session, tokens: &[u32]| session.start(tokens, Options::default()).unwrap_err();
    assert!(matches!(start(&mut session, &[]), Error::Empty));
    assert!(matches!(start(&mut session, &[1, 50]), Error::Token { token: 50, vocabulary: 50 }));
    assert!(matches!(start(&mut session, &tokens(1, CONTEXT)), Error::Context { needed: 129, limit: 128 }));
    assert_eq!(session.seen(), seen);
    assert_eq!(answer(&mut session).0.len(), 5, "the answer under way goes on");
}

#[test]
fn f2_a_call_that_fails_leaves_the_cache_as_it_was() {
    let model = Tiny::new("llama", true).model(Format::F32);
    let mut cache = Cache::default();
    let wanted = feed(&model, &mut Cache::default(), &[1, 2, 3], 3);
    feed(&model, &mut cache, &[1, 2], 2);
    assert!(matches!(model.forward(&mut cache, &[], None), Err(Error::Empty)));
    assert!(matches!(model.forward(&mut cache, &[1, 99], None), Err(Error::Token { .. })));
    assert!(matches!(model.forward(&mut cache, &[1; CONTEXT], None), Err(Error::Context { .. })));
    assert_eq!(cache.length(), 2);
    model.begin(&mut cache, &[4, 5]).unwrap();
    assert!(model.advance(&mut cache).unwrap());
    assert!(matches!(model.finish(&mut cache, None), Err(Error::Empty)), "not all layers have computed them");
    assert_eq!((cache.length(), cache.feeding()), (2, None));
    assert_eq!(feed(&model, &mut cache, &[3], 1), wanted);
}

#[test]
fn w1_files_that_promise_other_shapes_are_refused() {
    let damaged = |change: &dyn Fn(&mut Tiny)| {
        let mut tiny = Tiny::new("llama", true);
        change(&mut tiny);
        match read_all(&tiny.write(Format::F32)) {
            Err(Error::Damaged(text)) => text,
            other => panic!("{other:?}"),
        }
    };
    for key in
        ["embedding_length", "feed_forward_length", "attention.head_count", "attention.head_count_kv", "block_count"]
    {
        for value in [0, 1, 3, 5, 1000, u32::MAX] {
            if key == "block_count" && (value == 1 || value == 3) {
                continue; // Its own count; and fewer layers than the file has are a model as well.
            }
            let text = damaged(&|tiny| {
                tiny.set(&format!("llama.{key}"), Value::U32(value));
                if key == "attention.head_count_kv" && value == u32::MAX {
                    tiny.set("llama.attention.key_length", Value::U32(6));
                }
            });
            assert!(!text.is_empty(), "{key} {value}");
        }
    }
    for value in [0, 3, 17, 64] {
        damaged(&|tiny| tiny.set("llama.rope.dimension_count", Value::U32(value * 2 + 1)));
    }
    damaged(&|tiny| tiny.set("llama.rope.freq_base", Value::F32(f32::NAN)));
    damaged(&|tiny| tiny.add("rope_freqs.weight", vec![0.0; 8]));
    damaged(&|tiny| tiny.tensors.retain(|tensor| tensor.0 != "blk.2.ffn_up.weight"));
}

#[test]
fn other_kinds_of_models_are_refused_by_name() {
    for kind in ["gemma3", "llama4", "qwen2moe", ""] {
        match read_all(&Tiny::new(kind, true).write(Format::F32)) {
            Err(Error::Architecture(name)) => assert_eq!(name, kind),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn w2_a_header_of_another_file_is_refused() {
    let file = Tiny::new("llama", true).write(Format::Q4_1);
    let of_file = header(&file).unwrap();
    let at = of_file.tensors.iter().position(|tensor| tensor.name == "blk.1.ffn_up.weight").unwrap();
    let damaged = |change: &dyn Fn(&mut TensorInfo)| {
        let mut changed = of_file.clone();
        change(&mut changed.tensors[at]);
        match read(&file, &changed) {
            Err(Error::Damaged(text)) => assert!(text.contains("blk.1.ffn_up.weight"), "{text}"),
            other => panic!("{other:?}"),
        }
    };
    let huge = [0, 1, 1 << 32, 1 << 63, u64::MAX];
    for number in huge {
        damaged(&|tensor| tensor.bytes = number);
        damaged(&|tensor| tensor.dimensions = vec![number]);
        damaged(&|tensor| tensor.dimensions[0] = number);
        damaged(&|tensor| tensor.dimensions[1] = number);
        damaged(&|tensor| tensor.dimensions = vec![WIDTH as u64, number, 1 << 32, 1 << 32]);
        damaged(&|tensor| tensor.offset = number.max(file.len() as u64));
    }
    damaged(&|tensor| tensor.dimensions.clear());
    damaged(&|tensor| tensor.format = FileFormat::from_number(8).unwrap());
    // The head says that all is there, the file ends earlier.
    for length in [0, 24, file.len() - 1] {
        assert!(matches!(read(&file[..length], &of_file), Err(Error::Damaged(_))), "{length}");
    }
}

#[test]
fn formats_without_a_computation_are_refused_by_name() {
    let file = Tiny::new("llama", true).write(Format::F32);
    let mut header = header(&file).unwrap();
    header.tensors[0].format = FileFormat::from_number(26).unwrap();
    match read(&file, &header) {
        Err(Error::Unsupported(text)) => assert!(text.contains("I32"), "{text}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn reading_tells_of_its_progress_and_can_be_stopped() {
    let file = Tiny::new("qwen2", false).write(Format::Q4_0);
    let header = header(&file).unwrap();
    let mut last = (0, 1);
    Model::read(&mut Cursor::new(&file), &header, |done, total| {
        assert!(done > last.0 && done <= total);
        last = (done, total);
        true
    })
    .unwrap();
    assert_eq!(last.0, last.1);
    let stopped = Model::read(&mut Cursor::new(&file), &header, |done, _| done < 4000);
    assert!(matches!(stopped, Err(Error::Read(error)) if error.kind() == std::io::ErrorKind::Interrupted));
}
