//! Joins copies of one function, before the program is cut.
//!
//! Generic code of the standard library is compiled in each crate that uses it. The copies are the same function by
//! name, type and meaning, but the optimiser inlines differently around them, so no later tool finds them equal. Here
//! every direct call of a copy becomes a call of the smallest one; what nothing calls any more goes when the parts are
//! shrunk. Addresses of functions stay, so tables are as they were.
//!
//! The names are those of Rust's v0 mangling (RFC 2603), whose last part says which crate compiled the copy; the
//! places of calls come from the relocations of the linker (WebAssembly tool conventions, "Linking").

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use wasm_encoder::Encode;
use wasmparser::{
    KnownCustom, Linking, Parser, Payload, RelocAddendKind, RelocationEntry, RelocationType, SymbolInfo, TypeRef,
};

use crate::shell::{Context, Result};

/// The section with the places in code that name something else.
const RELOCATIONS: &str = "reloc.CODE";

/// Everything that is looked at in a program.
#[derive(Default)]
struct Program<'a> {
    /// How many functions are imported; those of the program itself have the numbers after them.
    imported: u32,
    /// The types of the program's own functions.
    types: Vec<u32>,
    /// Their sizes in bytes.
    sizes: Vec<u64>,
    /// Where the content of the code section begins.
    code: usize,
    /// Symbols of functions: number of the symbol, number of the function, name.
    symbols: Vec<(u32, u32, &'a str)>,
    /// The relocations of code: the section they are in, and the number of the section they are of.
    relocations: Option<(Range<usize>, u32, Vec<RelocationEntry>)>,
}

/// Returns the program with calls of copies joined, and how many calls there were.
pub fn join(bytes: &[u8]) -> Result<(Vec<u8>, usize)> {
    let program = Program::read(bytes)?;
    let smallest = program.smallest();
    let number: HashMap<u32, u32> = program.symbols.iter().map(|(symbol, function, _)| (*symbol, *function)).collect();
    let symbol: HashMap<u32, u32> = program.symbols.iter().map(|(symbol, function, _)| (*function, *symbol)).collect();
    let mut joined = bytes.to_vec();
    let Some((range, section, mut entries)) = program.relocations else { return Ok((joined, 0)) };
    let mut calls = 0;
    for entry in entries.iter_mut().filter(|entry| entry.ty == RelocationType::FunctionIndexLeb) {
        let other = number.get(&entry.index).and_then(|function| smallest.get(function));
        if let Some((function, symbol)) = other.and_then(|other| Some((*other, *symbol.get(other)?))) {
            let at = program.code + entry.offset as usize;
            let place = joined.get_mut(at..at + 5).ok_or("a relocation stands outside of the code")?;
            place.copy_from_slice(&padded(function));
            entry.index = symbol;
            calls += 1;
        }
    }
    joined.splice(range, relocations(section, &entries));
    Ok((joined, calls))
}

impl<'a> Program<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self> {
        let not_understood = || "cannot read the compiled program".to_owned();
        let mut program = Self::default();
        // Where the section that is read now begins, with its head.
        let mut begins = 8;
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload.context(not_understood)?;
            match &payload {
                Payload::ImportSection(section) => {
                    for import in section.clone().into_imports() {
                        let import = import.context(not_understood)?;
                        program.imported += u32::from(matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                    }
                }
                Payload::FunctionSection(section) => {
                    for kind in section.clone() {
                        program.types.push(kind.context(not_understood)?);
                    }
                }
                Payload::CodeSectionStart { range, .. } => program.code = position(range.start),
                Payload::CodeSectionEntry(body) => program.sizes.push(body.range().end - body.range().start),
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Linking(reader) => {
                        for part in reader.subsections() {
                            if let Linking::SymbolTable(table) = part.context(not_understood)? {
                                for (at, symbol) in (0..).zip(table) {
                                    if let SymbolInfo::Func { index, name: Some(name), .. } =
                                        symbol.context(not_understood)?
                                    {
                                        program.symbols.push((at, index, name));
                                    }
                                }
                            }
                        }
                    }
                    KnownCustom::Reloc(reader) if section.name() == RELOCATIONS => {
                        let entries = reader.entries().into_iter().collect::<std::result::Result<Vec<_>, _>>();
                        let entries = entries.context(not_understood)?;
                        let range = begins..position(section.range().end);
                        program.relocations = Some((range, reader.section_index(), entries));
                    }
                    _ => {}
                },
                _ => {}
            }
            if let Some((_, range)) = payload.as_section() {
                begins = position(range.end);
            }
        }
        Ok(program)
    }

    /// The smallest copy for each function that has a smaller one.
    fn smallest(&self) -> HashMap<u32, u32> {
        let mut copies: BTreeMap<(String, u32), Vec<u32>> = BTreeMap::new();
        for (_, function, name) in &self.symbols {
            if let (Some(name), Some(kind)) = (instance(name), self.own(*function, &self.types)) {
                copies.entry((name, kind)).or_default().push(*function);
            }
        }
        let mut smallest = HashMap::new();
        for same in copies.into_values() {
            let size = |function: &u32| (self.own(*function, &self.sizes), *function);
            let Some(best) = same.iter().copied().min_by_key(size) else { continue };
            smallest.extend(same.into_iter().filter(|function| *function != best).map(|function| (function, best)));
        }
        smallest
    }

    /// The item that a list of the program's own functions has for the function of that number.
    fn own<T: Copy>(&self, function: u32, list: &[T]) -> Option<T> {
        list.get(function.checked_sub(self.imported)? as usize).copied()
    }
}

/// The name of a function without the crate that compiled it: the demangled one leaves that out, and shows the hashes
/// of all other crates. Nothing for names that are not Rust's, or that a tool has added to.
fn instance(symbol: &str) -> Option<String> {
    let plain = symbol.starts_with("_R") && !symbol.contains('.');
    plain.then(|| rustc_demangle::try_demangle(symbol).ok().map(|name| name.to_string()))?
}

fn position(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// A number in the five bytes that the linker leaves for it.
fn padded(number: u32) -> [u8; 5] {
    let seven = |at: u32| (number >> (7 * at) & 0x7f) as u8;
    [seven(0) | 0x80, seven(1) | 0x80, seven(2) | 0x80, seven(3) | 0x80, seven(4)]
}

/// The custom section with those relocations.
fn relocations(section: u32, entries: &[RelocationEntry]) -> Vec<u8> {
    let mut content = Vec::new();
    RELOCATIONS.encode(&mut content);
    section.encode(&mut content);
    entries.len().encode(&mut content);
    for entry in entries {
        content.push(entry.ty as u8);
        entry.offset.encode(&mut content);
        entry.index.encode(&mut content);
        if entry.ty.addend_kind() != RelocAddendKind::None {
            entry.addend.encode(&mut content);
        }
    }
    let mut whole = vec![0];
    content.len().encode(&mut whole);
    whole.extend(content);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_two_crates_are_one_instance() {
        let one = "_RNvMs4_NtCs8SjbOFzQz9M_5alloc7raw_vecNtB5_11RawVecInner8grow_oneCsj6Ng0AewP8P_8espalier";
        let two = "_RNvMs4_NtCs8SjbOFzQz9M_5alloc7raw_vecNtB5_11RawVecInner8grow_oneCsjldWKAr69jM_12espalier_app";
        assert_ne!(one, two);
        assert_eq!(instance(one), instance(two));
        assert!(
            instance(one).is_some_and(|name| name.contains("grow_one") && name.contains("alloc[")),
            "{:?}",
            instance(one)
        );
        let other = "_RNvMs4_NtCs8SjbOFzQz9M_5alloc7raw_vecNtB5_11RawVecInner6finishCsj6Ng0AewP8P_8espalier";
        assert_ne!(instance(one), instance(other));
        assert_eq!(instance("memcpy"), None);
        assert_eq!(instance(&format!("{one}.llvm.12")), None);
    }

    #[test]
    fn a_number_keeps_its_five_bytes() {
        for number in [0, 1, 127, 128, 300_000, u32::MAX] {
            let (mut read, bytes) = (0_u64, padded(number));
            for (at, byte) in bytes.iter().enumerate() {
                read |= u64::from(byte & 0x7f) << (7 * at);
            }
            assert_eq!(read, u64::from(number));
            assert!(bytes[..4].iter().all(|byte| byte & 0x80 != 0) && bytes[4] & 0x80 == 0);
        }
    }

    #[test]
    fn relocations_are_written_as_they_are_read() {
        let entries = [
            RelocationEntry { ty: RelocationType::FunctionIndexLeb, offset: 7, index: 300, addend: 0 },
            RelocationEntry { ty: RelocationType::MemoryAddrLeb, offset: 90, index: 2, addend: -4 },
        ];
        let mut program = b"\0asm\x01\0\0\0".to_vec();
        program.extend(relocations(3, &entries));
        let read = Program::read(&program).unwrap();
        let (range, section, found) = read.relocations.unwrap();
        assert_eq!((range, section), (8..program.len(), 3));
        assert_eq!(found, entries);
    }
}
