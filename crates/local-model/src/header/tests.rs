use proptest::prelude::*;

use super::*;
use crate::sample::{Sample, llama, text};

fn read_sample(sample: &Sample) -> Result<Header, HeaderError> {
    let (bytes, size) = sample.write();
    Header::read(&bytes, size)
}

fn error(sample: Sample) -> HeaderError {
    read_sample(&sample).expect_err("refused")
}

#[test]
fn a_head_is_read() {
    let header = read_sample(&llama()).expect("a head");
    assert_eq!((header.architecture(), header.name(), header.size_label()), ("llama", Some("Tiny"), Some("1M")));
    assert_eq!((header.block_count(), header.context_length(), header.file_type()), (Some(2), Some(4_096), Some(2)));
    assert_eq!((header.head_count(), header.kv_head_count(), header.head_size()), (Some(4), Some(2), Some(16)));
    assert_eq!((header.tokenizer_model(), header.tokenizer_pre()), (Some("gpt2"), Some("smollm")));
    assert_eq!((header.vocabulary_size(), header.has_chat_template(), header.split_count()), (Some(3), true, 1));
    let tensor = header.tensor("blk.0.attn_q.weight").expect("the tensor");
    assert_eq!((tensor.format.name(), tensor.bytes, tensor.dimensions.as_slice()), ("Q4_0", 2_304, &[64, 64][..]));
    assert_eq!(header.place(tensor) % 32, 0);
    assert_eq!(header.tensor_bytes(), 3 * 68 + 2_304 + 256);
}

#[test]
fn arrays_are_kept_when_asked_for() {
    let (bytes, size) = llama().floats("scores", &[0.5, -1.0]).write();
    let brief = Header::read(&bytes, size).expect("a head");
    assert_eq!(brief.metadata.get("tokenizer.ggml.tokens"), Some(&Value::Array(3)));
    let full = Header::read_full(&bytes, size).expect("a head");
    let texts = Value::Texts(vec!["a".into(), "b".into(), "ab".into()]);
    assert_eq!(full.metadata.get("tokenizer.ggml.tokens"), Some(&texts));
    assert_eq!(full.metadata.get("tokenizer.ggml.token_type"), Some(&Value::Integers(vec![1, 1, 1])));
    assert_eq!(full.metadata.get("scores"), Some(&Value::Floats(vec![0.5, -1.0])));
    assert_eq!(brief.tensors, full.tensors);
    assert_eq!(full.into_brief(), brief);
}

#[test]
fn long_texts_are_passed_over() {
    let long = "x".repeat(5_000);
    let (bytes, size) = Sample::default().text("tokenizer.chat_template", &long).write();
    let brief = Header::read(&bytes, size).expect("a head");
    assert_eq!(brief.metadata.get("tokenizer.chat_template"), Some(&Value::LongText(5_000)));
    assert!(brief.has_chat_template());
    let full = Header::read_full(&bytes, size).expect("a head");
    assert_eq!(full.text("tokenizer.chat_template"), Some(long.as_str()));
    assert_eq!(full.into_brief(), brief);
}

#[test]
fn every_kind_of_value_is_read() {
    let sample = Sample::default()
        .raw("a", 0, &[200])
        .raw("b", 1, &[0xff])
        .raw("c", 2, &[1, 2])
        .raw("d", 3, &[0xfe, 0xff])
        .raw("e", 5, &[0xff; 4])
        .raw("f", 6, &1.5_f32.to_le_bytes())
        .flag("g", true)
        .raw("h", 10, &u64::MAX.to_le_bytes())
        .raw("i", 11, &i64::MIN.to_le_bytes())
        .raw("j", 12, &0.25_f64.to_le_bytes());
    let header = read_sample(&sample).expect("a head");
    assert_eq!((header.number("a"), header.number("b"), header.number("c")), (Some(200), None, Some(513)));
    assert_eq!(header.metadata.get("d"), Some(&Value::Signed(-2)));
    assert_eq!((header.float("e"), header.float("f"), header.flag("g")), (Some(-1.0), Some(1.5), Some(true)));
    assert_eq!((header.number("h"), header.float("j")), (Some(u64::MAX), Some(0.25)));
    assert_eq!(header.metadata.get("i"), Some(&Value::Signed(i64::MIN)));
}

#[test]
fn what_is_no_head_is_refused_by_name() {
    assert_eq!(Header::read(b"PK\x03\x04 and so on, long enough", 1_000), Err(HeaderError::NotGguf));
    assert_eq!(Header::read(&[0; 4_096], 4_096), Err(HeaderError::NotGguf));
    assert_eq!(Header::read(b"GG", 2), Err(HeaderError::Cut));
    assert_eq!(Header::read(b"GGUF", 4), Err(HeaderError::Cut));
    let version = |version| error(Sample { version, ..llama() });
    assert_eq!(version(1), HeaderError::Version(1));
    assert_eq!(version(4), HeaderError::Version(4));
    assert_eq!(version(3_u32.swap_bytes()), HeaderError::BigEndian);
    assert_eq!(read_sample(&Sample { version: 2, ..llama() }).map(|header| header.version), Ok(2));
    let head =
        |tensors: u64, entries: u64| [&b"GGUF\x03\0\0\0"[..], &tensors.to_le_bytes(), &entries.to_le_bytes()].concat();
    assert_eq!(Header::read(&head(u64::MAX, 0), 1 << 30), Err(HeaderError::Count(u64::MAX)));
    assert_eq!(Header::read(&head(0, 1 << 40), u64::MAX), Err(HeaderError::Count(1 << 40)));
    assert_eq!(Header::read(&head(0, 100), 1_000), Err(HeaderError::Cut));

    assert_eq!(error(llama().number("general.name", 1)), HeaderError::DuplicateKey("general.name".to_owned()));
    assert_eq!(error(llama().raw("x", 13, &[])), HeaderError::ValueKind(13));
    assert_eq!(error(llama().array("x", 9, 1, &[0; 12])), HeaderError::Nested("x".to_owned()));
    assert_eq!(error(llama().array("x", 77, 1, &[0; 12])), HeaderError::ValueKind(77));
    assert_eq!(error(llama().array("x", 8, usize::MAX, &[])), HeaderError::Cut);
    assert_eq!(error(llama().array("x", 10, usize::MAX / 4, &[])), HeaderError::Cut);
    assert_eq!(error(llama().raw("x", 8, &u64::MAX.to_le_bytes())), HeaderError::Cut);
    assert_eq!(error(llama().number("general.alignment", 24)), HeaderError::Alignment(24));
    assert_eq!(error(llama().number("general.alignment", 0)), HeaderError::Alignment(0));
    assert_eq!(error(llama().text("general.alignment", "32")), HeaderError::Alignment(0));
    let name = "n".to_owned();
    assert_eq!(error(llama().tensor("n", &[64], 99, 0)), HeaderError::Format(99));
    assert_eq!(error(llama().tensor("n", &[], 0, 0)), HeaderError::Dimensions(name.clone()));
    assert_eq!(error(llama().tensor("n", &[1; 5], 0, 4)), HeaderError::Dimensions(name.clone()));
    assert_eq!(error(llama().tensor("n", &[1, 0], 0, 4)), HeaderError::Dimensions(name.clone()));
    assert_eq!(error(llama().tensor("n", &[31], 2, 18)), HeaderError::Dimensions(name.clone()));
    assert_eq!(error(llama().tensor("n", &[1 << 40, 1 << 40], 0, 4)), HeaderError::Dimensions(name.clone()));
    assert_eq!(error(llama().tensor("n", &[1], 0, 4).at(7)), HeaderError::Unaligned(name.clone()));
    assert_eq!(error(llama().tensor("n", &[1], 0, 4).at(u64::MAX - 31)), HeaderError::Beyond(name.clone()));
    assert_eq!(
        error(llama().tensor("n", &[1], 0, 4).tensor("n", &[1], 0, 4)),
        HeaderError::DuplicateTensor(name.clone())
    );
    assert!(matches!(error(llama().tensor(&"n".repeat(65), &[1], 0, 4)), HeaderError::Name(_)));
}

#[test]
fn h1_huge_counts_and_lengths_are_refused() {
    let read = |parts: &[&[u8]]| {
        let bytes = [b"GGUF\x03\0\0\0", &parts.concat()[..], &[0; 256]].concat();
        [Header::read(&bytes, bytes.len() as u64), Header::read_full(&bytes, bytes.len() as u64)]
    };
    let huge = u64::MAX.to_le_bytes();
    let (none, one, half) = (0_u64.to_le_bytes(), 1_u64.to_le_bytes(), (1_u64 << 63).to_le_bytes());
    let [float, two, text, array] = [0_u32, 2, 8, 9].map(u32::to_le_bytes);
    let name = [&one[..], b"a"].concat();
    let sizes = HeaderError::Dimensions("a".to_owned());
    for (what, read, error) in [
        ("tensors", read(&[&huge, &none]), HeaderError::Count(u64::MAX)),
        ("entries", read(&[&none, &huge]), HeaderError::Count(u64::MAX)),
        ("key", read(&[&none, &one, &huge]), HeaderError::Name(24)),
        ("text", read(&[&none, &one, &name, &text, &huge]), HeaderError::Cut),
        ("texts", read(&[&none, &one, &name, &array, &text, &huge]), HeaderError::Cut),
        ("numbers", read(&[&none, &one, &name, &array, &float, &huge]), HeaderError::Cut),
        ("array", read(&[&none, &one, &name, &array, &array, &one]), HeaderError::Nested("a".to_owned())),
        ("kind", read(&[&none, &one, &name, &[77, 0, 0, 0]]), HeaderError::ValueKind(77)),
        ("name", read(&[&one, &none, &huge]), HeaderError::Name(24)),
        ("dimensions", read(&[&one, &none, &name, &[5, 0, 0, 0]]), sizes.clone()),
        ("sizes", read(&[&one, &none, &name, &two, &half, &half, &float]), sizes.clone()),
        ("no number", read(&[&one, &none, &name, &two, &half, &none, &float]), sizes),
        (
            "offset",
            read(&[&one, &none, &name, &two, &one, &one, &float, &huge]),
            HeaderError::Unaligned("a".to_owned()),
        ),
    ] {
        assert_eq!(read, [Err(error.clone()), Err(error)], "{what}");
    }
}

#[test]
fn h2_a_file_of_which_a_part_is_missing_is_refused() {
    let (bytes, size) = llama().write();
    assert_eq!(Header::read(&bytes, size - 1), Err(HeaderError::Beyond("output_norm.weight".to_owned())));
    assert_eq!(Header::read(&bytes, bytes.len() as u64 - 1), Err(HeaderError::Cut));
}

#[test]
fn a_head_that_never_ends_is_refused() {
    let mut bytes = [&b"GGUF\x03\0\0\0"[..], &0_u64.to_le_bytes(), &1_u64.to_le_bytes()].concat();
    bytes.extend(text("key"));
    bytes.extend(8_u32.to_le_bytes());
    bytes.extend((1_u64 << 31).to_le_bytes());
    assert_eq!(Header::read(&bytes, 1 << 40), Err(HeaderError::TooLong));
}

#[test]
fn a_head_is_read_in_steps() {
    let tokens: Vec<String> = (0..2_000).map(|number| number.to_string()).collect();
    let (bytes, size) = llama().texts("many", &tokens).write();
    let (mut have, mut steps) = (64_usize, 0);
    let header = loop {
        match Header::read(&bytes[..have.min(bytes.len())], size) {
            Err(HeaderError::NeedMore(wanted)) => {
                assert!(wanted > have as u64 && wanted <= size);
                have = wanted as usize;
                steps += 1;
            }
            other => break other.expect("a head"),
        }
    };
    assert!((2..12).contains(&steps), "{steps}");
    assert_eq!(Ok(header), Header::read(&bytes, size));
}

fn sample() -> impl Strategy<Value = Sample> {
    let entry = ("[a-z.]{1,6}", 0..6_usize, any::<u32>(), proptest::collection::vec(".{0,6}", 0..5));
    let tensor = ("[a-z]{1,4}", proptest::collection::vec(1..5_u64, 1..4));
    let parts = (proptest::collection::vec(entry, 0..8), proptest::collection::vec(tensor, 0..6));
    parts.prop_map(|(entries, tensors)| {
        let mut sample = Sample::default();
        for (at, (key, kind, number, texts)) in entries.into_iter().enumerate() {
            let key = format!("{key}{at}");
            sample = match kind {
                0 => sample.number(&key, number),
                1 => sample.text(&key, &texts.concat()),
                2 => sample.texts(&key, &texts),
                3 => sample.integers(&key, &[number.cast_signed(), 1]),
                4 => sample.floats(&key, &[1.0, number as f32]),
                _ => sample.flag(&key, number % 2 == 0),
            };
        }
        for (at, (name, dimensions)) in tensors.into_iter().enumerate() {
            let bytes = dimensions.iter().product::<u64>() * 4;
            sample = sample.tensor(&format!("{name}{at}"), &dimensions, 0, bytes);
        }
        sample
    })
}

proptest! {
    #[test]
    fn h1_any_bytes_give_a_head_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200), size in any::<u64>()) {
        let with_magic = [&b"GGUF\x03\0\0\0"[..], &bytes].concat();
        for bytes in [bytes, with_magic] {
            if let Err(HeaderError::NeedMore(wanted)) = Header::read_full(&bytes, size) {
                prop_assert!(wanted > bytes.len() as u64 && wanted <= size.min(MAX_HEADER));
            }
        }
    }

    #[test]
    fn h1_cut_and_flipped_heads_give_a_head_or_an_error(
        sample in sample(), cut in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), bit in 0..8_u32,
    ) {
        let (mut bytes, size) = sample.write();
        let cut = cut.index(bytes.len());
        prop_assert!(matches!(Header::read(&bytes[..cut], size), Err(HeaderError::NeedMore(_))));
        prop_assert_eq!(Header::read(&bytes[..cut], cut as u64).is_err(), true);
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        if let Ok(header) = Header::read_full(&bytes, size) {
            for tensor in &header.tensors {
                prop_assert!(header.place(tensor) + tensor.bytes <= size);
            }
        }
    }

    #[test]
    fn written_heads_read_back(sample in sample()) {
        let (bytes, size) = sample.write();
        let header = Header::read_full(&bytes, size).expect("a head");
        prop_assert_eq!(header.place(&TensorInfo { name: String::new(), dimensions: vec![1], format: Format::from_number(0).unwrap(), offset: 0, bytes: 4 }), header.data_offset);
        prop_assert_eq!(sample.again(&header).write(), (bytes, size));
    }

    #[test]
    fn h3_more_bytes_change_nothing(sample in sample(), cut in any::<prop::sample::Index>(), flip in any::<prop::sample::Index>()) {
        let (mut bytes, size) = sample.write();
        let flip = flip.index(bytes.len());
        bytes[flip] ^= 0x10;
        let whole = Header::read(&bytes, size);
        let part = Header::read(&bytes[..cut.index(bytes.len())], size);
        if !matches!(part, Err(HeaderError::NeedMore(_))) {
            prop_assert_eq!(part, whole);
        }
    }
}
