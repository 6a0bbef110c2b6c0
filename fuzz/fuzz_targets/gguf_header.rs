//! Any file has a head or none, however much of it is there, and whoever has one can be judged and makes tokens.
#![no_main]

use espalier_local_model::header::{Header, HeaderError, MAX_HEADER};
use espalier_local_model::support;
use espalier_local_model::tokenizer::Tokenizer;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u32, u16, &[u8])| {
    let (more, part, bytes) = input;
    let file_size = bytes.len() as u64 + u64::from(more);
    let whole = Header::read(bytes, file_size);
    match &whole {
        Err(HeaderError::NeedMore(wanted)) => {
            assert!(*wanted > bytes.len() as u64 && *wanted <= file_size.min(MAX_HEADER));
        }
        Err(_) => {}
        Ok(header) => {
            for tensor in &header.tensors {
                assert!(header.place(tensor) + tensor.bytes <= file_size);
            }
            let _ = support::judge(header, None);
        }
    }
    let part = bytes.get(..usize::from(part)).unwrap_or(bytes);
    let cut = Header::read(part, file_size);
    assert!(matches!(cut, Err(HeaderError::NeedMore(_))) || cut.is_ok() == whole.is_ok());
    if let Ok(header) = Header::read_full(bytes, file_size)
        && let Ok(tokenizer) = Tokenizer::new(&header)
    {
        for parse_special in [false, true] {
            let tokens = tokenizer.encode("Grüße, <|im_end|> 词 123\n\n  it's </s>", parse_special);
            assert!(tokens.iter().all(|id| (*id as usize) < tokenizer.len()));
        }
    }
});
