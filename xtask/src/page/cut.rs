//! Takes the compiled program apart: the part that the page starts with, and chunks that are fetched when they are
//! needed.
//!
//! Code that several chunks share and the start does not need would come in a file for every combination of chunks,
//! most of them tiny. Those are put together: the ones for messages in one file, the rest in another, so that no chunk
//! needs more than three.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasmparser::{Parser, Payload, TypeRef};

use crate::shell::{Context, Failure, Result, make_folder, remove_folder, write};

/// The chunk without which no message can be read: code it shares is kept apart from code that only others share.
const FIRST: &str = "talk";

/// The program in parts, not yet shrunk.
pub struct Parts {
    /// Module that the page starts with; `wasm-bindgen` has still to make its glue.
    pub start: PathBuf,
    /// The files of the rest, by name.
    pub files: BTreeMap<String, PathBuf>,
    /// Files that each chunk needs.
    pub chunks: BTreeMap<String, Vec<String>>,
}

/// Takes the program apart into files in the folder.
pub fn cut(program: &Path, folder: &Path) -> Result<Parts> {
    remove_folder(folder)?;
    make_folder(folder)?;
    let bytes = std::fs::read(program).context(|| format!("cannot read {}", program.display()))?;
    let start = folder.join("start.wasm");
    let raw = folder.join("raw");
    let mut options = wasm_split_cli_support::Options::new(&bytes);
    options.output_dir = &raw;
    options.main_out_path = &start;
    options.emit_dwarf = false;
    let split = wasm_split_cli_support::transform(options)
        .map_err(|error| Failure(format!("cannot take {} apart: {error:?}", program.display())))?;

    let mut parts = Parts { start, files: BTreeMap::new(), chunks: BTreeMap::new() };
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (chunk, stems) in &split.prefetch_map {
        parts.chunks.insert(chunk.clone(), Vec::new());
        for stem in stems {
            users.entry(stem.clone()).or_default().insert(chunk.clone());
        }
    }
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for (stem, chunks) in users {
        let path = raw.join(format!("{stem}.wasm"));
        let module = std::fs::read(&path).context(|| format!("cannot read {}", path.display()))?;
        groups.entry(group_of(&chunks)).or_default().add(module, chunks);
    }
    for (name, group) in groups {
        let path = folder.join(format!("{name}.wasm"));
        write(&path, merge(&group.modules)?)?;
        for chunk in group.chunks {
            parts.chunks.entry(chunk).or_default().push(name.clone());
        }
        parts.files.insert(name, path);
    }
    Ok(parts)
}

/// Modules that come in one file.
#[derive(Default)]
struct Group {
    modules: Vec<Vec<u8>>,
    chunks: BTreeSet<String>,
}

impl Group {
    fn add(&mut self, module: Vec<u8>, chunks: BTreeSet<String>) {
        self.modules.push(module);
        self.chunks.extend(chunks);
    }
}

/// Returns the file for the code that exactly these chunks share.
fn group_of(chunks: &BTreeSet<String>) -> String {
    match chunks.first() {
        Some(one) if chunks.len() == 1 => one.clone(),
        _ if chunks.contains(FIRST) => "shared".to_owned(),
        _ => "rooms".to_owned(),
    }
}

fn not_understood() -> String {
    "cannot read a part of the program".to_owned()
}

/// Merges several modules that come from one program. They have the same types in the same order, import memory, table
/// and stack of that program and nothing else, and reach each other through the table; so their functions are put one
/// after the other, and only the numbers of functions change. Names are left out.
fn merge(modules: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut merged = Merged::default();
    for module in modules {
        merged.add(module)?;
    }
    Ok(merged.finish())
}

#[derive(Default)]
struct Merged {
    types: Option<(Vec<u8>, wasm_encoder::TypeSection)>,
    imports: BTreeMap<(String, String), wasm_encoder::EntityType>,
    functions: wasm_encoder::FunctionSection,
    elements: wasm_encoder::ElementSection,
    code: wasm_encoder::CodeSection,
    data: wasm_encoder::DataSection,
}

/// Gives functions the numbers they have after those of the modules before.
struct Renumbered {
    before: u32,
}

impl Reencode for Renumbered {
    type Error = std::convert::Infallible;

    fn function_index(
        &mut self,
        function: u32,
    ) -> std::result::Result<u32, wasm_encoder::reencode::Error<Self::Error>> {
        Ok(self.before + function)
    }
}

impl Merged {
    fn add(&mut self, module: &[u8]) -> Result<()> {
        let mut renumbered = Renumbered { before: self.functions.len() };
        for payload in Parser::new(0).parse_all(module) {
            match payload.context(not_understood)? {
                Payload::TypeSection(section) => self.same_types(module, section)?,
                Payload::ImportSection(section) => self.imports(section)?,
                Payload::FunctionSection(section) => {
                    renumbered.parse_function_section(&mut self.functions, section).context(not_understood)?;
                }
                Payload::ElementSection(section) => {
                    renumbered.parse_element_section(&mut self.elements, section).context(not_understood)?;
                }
                Payload::CodeSectionEntry(body) => {
                    renumbered.parse_function_body(&mut self.code, body).context(not_understood)?;
                }
                Payload::DataSection(section) => {
                    // What is nobody's in this part is left out, and no code names data by its number.
                    for data in section {
                        let data = data.context(not_understood)?;
                        if !data.data.is_empty() {
                            renumbered.parse_data(&mut self.data, data).context(not_understood)?;
                        }
                    }
                }
                Payload::ExportSection(section) if section.count() == 0 => {}
                Payload::TableSection(_)
                | Payload::MemorySection(_)
                | Payload::GlobalSection(_)
                | Payload::ExportSection(_)
                | Payload::StartSection { .. }
                | Payload::TagSection(_) => return Err("a chunk of the program has more than code and data".into()),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Merged {
    /// Checks that the types agree: the tool gives every part those of the whole program, so their numbers agree.
    fn same_types(&mut self, module: &[u8], section: wasmparser::TypeSectionReader<'_>) -> Result<()> {
        let at = |position: u64| usize::try_from(position).unwrap_or(usize::MAX);
        let range = section.range();
        let bytes = module.get(at(range.start)..at(range.end)).ok_or_else(not_understood)?;
        match &self.types {
            Some((known, _)) if known == bytes => Ok(()),
            Some(_) => Err("the parts of the program have different types".into()),
            None => {
                let mut types = wasm_encoder::TypeSection::new();
                RoundtripReencoder.parse_type_section(&mut types, section).context(not_understood)?;
                self.types = Some((bytes.to_vec(), types));
                Ok(())
            }
        }
    }

    /// Checks the imports, memory, table and stack: each has the number 0 in all parts.
    fn imports(&mut self, section: wasmparser::ImportSectionReader<'_>) -> Result<()> {
        for import in section.into_imports() {
            let import = import.context(not_understood)?;
            if matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)) {
                return Err(Failure(format!("a chunk of the program imports the function {}", import.name)));
            }
            let kind = RoundtripReencoder.entity_type(import.ty).context(not_understood)?;
            self.imports.insert((import.module.to_owned(), import.name.to_owned()), kind);
        }
        let of_a_kind = |wanted: fn(&wasm_encoder::EntityType) -> bool| {
            self.imports.values().filter(|kind| wanted(kind)).count() <= 1
        };
        let single = of_a_kind(|kind| matches!(kind, wasm_encoder::EntityType::Global(_)))
            && of_a_kind(|kind| matches!(kind, wasm_encoder::EntityType::Table(_)))
            && of_a_kind(|kind| matches!(kind, wasm_encoder::EntityType::Memory(_)));
        if single { Ok(()) } else { Err("the parts of the program share more than memory, table and stack".into()) }
    }

    fn finish(self) -> Vec<u8> {
        let mut module = wasm_encoder::Module::new();
        if let Some((_, types)) = &self.types {
            module.section(types);
        }
        let mut imports = wasm_encoder::ImportSection::new();
        for ((from, name), kind) in self.imports {
            imports.import(&from, &name, kind);
        }
        module.section(&imports);
        module.section(&self.functions).section(&self.elements).section(&self.code).section(&self.data);
        module.finish()
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{CodeSection, ElementSection, Elements, Function, FunctionSection, ImportSection, Module};
    use wasm_encoder::{ConstExpr, DataSection, RefType, TableType, TypeSection};

    use super::*;

    /// Makes a part with two functions, of which the first calls the second, in the table from `slot` on.
    fn part(slot: i32) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let table =
            TableType { element_type: RefType::FUNCREF, table64: false, minimum: 8, maximum: None, shared: false };
        let mut imports = ImportSection::new();
        imports.import("__wasm_split", "__indirect_function_table", table);
        let mut functions = FunctionSection::new();
        functions.function(0).function(0);
        let mut elements = ElementSection::new();
        elements.active(Some(0), &ConstExpr::i32_const(slot), Elements::Functions([0, 1].as_slice().into()));
        let mut code = CodeSection::new();
        let mut first = Function::new([]);
        first.instructions().call(1).end();
        let mut second = Function::new([]);
        second.instructions().end();
        code.function(&first).function(&second);
        let mut data = DataSection::new();
        data.passive([]);
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&elements).section(&code).section(&data);
        module.finish()
    }

    #[test]
    fn functions_keep_what_they_call_and_their_place_in_the_table() {
        let merged = merge(&[part(2), part(4)]).unwrap();
        let (mut called, mut elements, mut data) = (Vec::new(), Vec::new(), 0);
        for payload in Parser::new(0).parse_all(&merged) {
            match payload.unwrap() {
                Payload::CodeSectionEntry(body) => {
                    for operator in body.get_operators_reader().unwrap() {
                        if let wasmparser::Operator::Call { function_index } = operator.unwrap() {
                            called.push(function_index);
                        }
                    }
                }
                Payload::ElementSection(section) => {
                    for element in section {
                        if let wasmparser::ElementItems::Functions(functions) = element.unwrap().items {
                            elements
                                .push(functions.into_iter().map(|function| function.unwrap()).collect::<Vec<u32>>());
                        }
                    }
                }
                Payload::DataSection(section) => data += section.count(),
                _ => {}
            }
        }
        assert_eq!(called, [1, 3]);
        assert_eq!(elements, [vec![0, 1], vec![2, 3]]);
        assert_eq!(data, 0);
    }

    #[test]
    fn what_many_share_comes_in_one_file() {
        let of = |chunks: &[&str]| group_of(&chunks.iter().map(|chunk| (*chunk).to_owned()).collect());
        assert_eq!(of(&["map"]), "map");
        assert_eq!(of(&["map", "talk"]), "shared");
        assert_eq!(of(&["course", "map", "time"]), "rooms");
    }
}
