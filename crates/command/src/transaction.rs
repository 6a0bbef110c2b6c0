//! Several commands as one: read and resolved first, then run in their order on one draft, all or nothing.
//!
//! - X1 Every parameter is read and every reference resolved before anything runs. A reference is an id, a short id, or
//!   the temporary name that an earlier operation gives to the object it makes; any other fails with its name.
//! - X2 Each operation sees what the earlier ones did; its condition is checked then, against what its parameters name.
//! - X3 One that fails fails all, with the operation and the reason; the draft is then to be thrown away.
//! - X4 Commands that cannot be taken back do not run here; they are returned, to be run after the changes are made.

mod reason;

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use uuid::Uuid;

pub use self::reason::{Failed, Reason};
use super::args::Args;
use super::registry::Registry;
use super::schema::{self, CHILDREN, Param, Schema};
use super::spec::{Category, Spec};

/// Key under which a node of a tree is given a temporary name.
pub const TEMP_ID: &str = "tempId";

/// An operation to be done, as a model or a person wrote it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Operation {
    /// Id of the operation; also a name of the object it makes, where nothing else has that name.
    pub id: String,
    /// The command's id, or another name of it.
    pub command: String,
    /// The parameters, by name or in their order.
    pub params: Value,
    /// Temporary name of the object it makes.
    pub creates: Option<String>,
}

/// Effect of a command that ran.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Ids of the objects it made.
    pub made: Vec<Uuid>,
    /// Objects to be selected now; empty leaves the selection.
    pub select: Vec<Uuid>,
}

/// An operation that was read and resolved.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The operation's place in the list.
    pub index: usize,
    /// The operation's id.
    pub id: String,
    /// The command.
    pub spec: &'static Spec,
    /// Its parameters.
    pub args: Args,
    /// Places of the earlier operations that make the objects it refers to.
    pub needs: Vec<usize>,
}

/// A transaction that ran.
#[derive(Debug, Clone, Default)]
pub struct Applied {
    /// Ids of the operations with their outcomes.
    pub outcomes: Vec<(String, Outcome)>,
    /// Operations still to be run once the changes are made (X4).
    pub after: Vec<Prepared>,
}

/// Environment of commands: a room's records, as a draft has them.
pub trait CommandTarget {
    /// Finds the object of this kind that has this id or short id.
    fn resolve(&self, kind: &'static str, name: &str) -> Option<Uuid>;
    /// Makes a new id.
    fn new_id(&mut self) -> Uuid;
    /// Checks whether the command can be done now to the objects its parameters name.
    fn check(&self, spec: &'static Spec, args: &Args) -> Result<(), Reason>;
    /// Runs the command. One that fails has changed nothing.
    fn run(&mut self, spec: &'static Spec, args: &Args) -> Result<Outcome, Reason>;
}

/// Runs operations with the commands of some categories, all or nothing.
pub fn run(
    stage: &mut dyn CommandTarget,
    registry: &Registry,
    categories: &[Category],
    operations: &[Operation],
) -> Result<Applied, Failed> {
    run_making(stage, registry, categories, operations, None)
}

/// Runs operations, giving an id to the row that the last one makes.
pub fn run_making(
    stage: &mut dyn CommandTarget,
    registry: &Registry,
    categories: &[Category],
    operations: &[Operation],
    made: Option<Uuid>,
) -> Result<Applied, Failed> {
    let failed = |index: usize, reason: Reason| Failed { index, operation: operations[index].id.clone(), reason };
    let mut prepared = Vec::with_capacity(operations.len());
    for (index, operation) in prepare(stage, registry, categories, operations).into_iter().enumerate() {
        prepared.push(operation.map_err(|reason| failed(index, reason))?);
    }
    // Nothing refers to what the last one makes.
    if let Some(last) = prepared.last_mut()
        && made.is_some()
        && last.args.creates.is_some()
    {
        last.args.creates = made;
    }
    let mut applied = Applied::default();
    for (index, operation) in prepared.into_iter().enumerate() {
        if operation.spec.is_undoable() {
            let outcome = perform(stage, &operation).map_err(|reason| failed(index, reason))?;
            applied.outcomes.push((operation.id, outcome));
        } else {
            applied.after.push(operation);
        }
    }
    for operation in &applied.after {
        stage.check(operation.spec, &operation.args).map_err(|reason| failed(operation.index, reason))?;
    }
    Ok(applied)
}

/// Result of trying one operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    /// Outcome of the operation, or the reason why it cannot be done.
    pub result: Result<Outcome, Reason>,
    /// Places of the earlier operations that it cannot be done without.
    pub needs: Vec<usize>,
}

/// Tries operations one after the other, leaving out those that fail; those that need one of them fail too.
pub fn try_each(
    stage: &mut dyn CommandTarget,
    registry: &Registry,
    categories: &[Category],
    operations: &[Operation],
) -> Vec<Tried> {
    let mut tried: Vec<Tried> = Vec::with_capacity(operations.len());
    for operation in prepare(stage, registry, categories, operations) {
        let (result, needs) = match operation {
            Err(reason) => (Err(reason), Vec::new()),
            Ok(operation) => {
                let broken = operation.needs.iter().find(|&&need| tried[need].result.is_err());
                let result = match broken {
                    Some(&need) => Err(Reason::Needs(operations[need].id.clone())),
                    None if operation.spec.is_undoable() => perform(stage, &operation),
                    None => stage.check(operation.spec, &operation.args).map(|()| Outcome::default()),
                };
                (result, operation.needs)
            }
        };
        tried.push(Tried { result, needs });
    }
    tried
}

fn perform(stage: &mut dyn CommandTarget, operation: &Prepared) -> Result<Outcome, Reason> {
    stage.check(operation.spec, &operation.args)?;
    stage.run(operation.spec, &operation.args)
}

/// An object that an operation makes: the operation's place and the id it will have.
type Made = (usize, Uuid);

/// Reads and resolves operations (X1).
pub fn prepare(
    stage: &mut dyn CommandTarget,
    registry: &Registry,
    categories: &[Category],
    operations: &[Operation],
) -> Vec<Result<Prepared, Reason>> {
    let one = |(index, operation)| read(registry, categories, index, operation);
    let mut read: Vec<_> = operations.iter().enumerate().map(one).collect();
    let mut made: BTreeMap<String, Made> = BTreeMap::new();
    for (index, (operation, read)) in operations.iter().zip(&mut read).enumerate() {
        if let Ok(prepared) = read
            && let Err(reason) = name_what_it_makes(stage, operation, prepared, index, &mut made)
        {
            *read = Err(reason);
        }
    }
    name_by_operation(operations, &read, &mut made);
    let resolved = read.into_iter().enumerate().map(|(index, prepared)| {
        let mut prepared = prepared?;
        let mut values = prepared.args.values().clone();
        resolve_all(stage, prepared.spec.params, &mut values, &mut |name| match made.get(name) {
            Some((maker, _)) if *maker >= index => Err(Reason::MadeLater(name.to_owned())),
            Some((maker, id)) => {
                prepared.needs.push(*maker);
                Ok(Some(*id))
            }
            None => Ok(None),
        })?;
        prepared.needs.sort_unstable();
        prepared.needs.dedup();
        prepared.args = Args::new(values, prepared.args.creates);
        Ok(prepared)
    });
    resolved.collect()
}

fn read(registry: &Registry, categories: &[Category], index: usize, operation: &Operation) -> Result<Prepared, Reason> {
    let spec = registry
        .find_in(&operation.command, categories)
        .ok_or_else(|| Reason::UnknownCommand(operation.command.chars().take(64).collect()))?;
    let values = schema::read_params(spec.params, &operation.params).map_err(Reason::Params)?;
    Ok(Prepared { index, id: operation.id.clone(), spec, args: Args::new(values, None), needs: Vec::new() })
}

/// Gives ids to the objects that an operation will make, and keeps their temporary names.
fn name_what_it_makes(
    stage: &mut dyn CommandTarget,
    operation: &Operation,
    prepared: &mut Prepared,
    index: usize,
    made: &mut BTreeMap<String, Made>,
) -> Result<(), Reason> {
    let Some(kind) = prepared.spec.creates else { return Ok(()) };
    let own = stage.new_id();
    let mut name_it = |stage: &mut dyn CommandTarget, name: &str, id: Uuid| {
        if made.contains_key(name) || stage.resolve(kind, name).is_some() {
            return Err(Reason::NameTaken(name.to_owned()));
        }
        made.insert(name.to_owned(), (index, id));
        Ok(id)
    };
    let mut values = prepared.args.values().clone();
    if let Some(name) = operation.creates.as_deref().map(str::trim).filter(|name| !name.is_empty()) {
        name_it(stage, name, own)?;
    }
    // The first node of the first tree is what the operation as a whole makes.
    let mut next = Some(own);
    for param in prepared.spec.params {
        let Some(value) = values.get_mut(param.name).filter(|_| holds_trees(&param.schema)) else { continue };
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            match value {
                Value::Array(items) => work.extend(items.iter_mut().rev()),
                Value::Object(node) => {
                    let first = next.take();
                    if let Some(Value::String(name)) = node.get(TEMP_ID) {
                        let id = first.unwrap_or_else(|| stage.new_id());
                        if operation.creates.as_ref() != Some(name) || id != own {
                            name_it(stage, name, id)?;
                        }
                        node.insert(TEMP_ID.to_owned(), id.to_string().into());
                    }
                    work.extend(node.get_mut(CHILDREN));
                }
                _ => {}
            }
        }
    }
    prepared.args = Args::new(values, Some(own));
    Ok(())
}

fn holds_trees(schema: &Schema) -> bool {
    match schema {
        Schema::Tree { .. } => true,
        Schema::List { items: inner, .. } | Schema::Nullable(inner) | Schema::Lenient(inner) => holds_trees(inner),
        _ => false,
    }
}

/// Lets the id of an operation stand for the object it makes, where no other has that id and nothing else has that
/// name. The object of an operation that could not be read is named too, so that those which need it say so.
fn name_by_operation(operations: &[Operation], read: &[Result<Prepared, Reason>], made: &mut BTreeMap<String, Made>) {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for operation in operations {
        *count.entry(&operation.id).or_default() += 1;
    }
    for (index, prepared) in read.iter().enumerate() {
        let operation = &operations[index];
        let id = prepared.as_ref().map_or(Some(Uuid::nil()), |prepared| prepared.args.creates);
        let own = (count.get(operation.id.as_str()) == Some(&1)).then_some(&operation.id);
        for name in own.into_iter().chain(operation.creates.as_ref().filter(|_| prepared.is_err())) {
            if let Some(id) = id {
                made.entry(name.clone()).or_insert((index, id));
            }
        }
    }
}

/// Puts ids in the place of the names of objects.
fn resolve_all(
    stage: &dyn CommandTarget,
    params: &[Param],
    values: &mut Map<String, Value>,
    made: &mut dyn FnMut(&str) -> Result<Option<Uuid>, Reason>,
) -> Result<(), Reason> {
    for param in params {
        if let Some(value) = values.get_mut(param.name) {
            resolve(stage, &param.schema, value, made)?;
        }
    }
    Ok(())
}

fn resolve(
    stage: &dyn CommandTarget,
    schema: &Schema,
    value: &mut Value,
    made: &mut dyn FnMut(&str) -> Result<Option<Uuid>, Reason>,
) -> Result<(), Reason> {
    match (schema, value) {
        (_, Value::Null) => Ok(()),
        (Schema::Reference(kind), value) => {
            let name = value.as_str().unwrap_or_default().to_owned();
            let id = match stage.resolve(kind, &name) {
                Some(id) => id,
                None => made(&name)?.ok_or(Reason::NotFound { kind, name })?,
            };
            *value = id.to_string().into();
            Ok(())
        }
        (Schema::List { items, .. }, Value::Array(list)) => {
            list.iter_mut().try_for_each(|item| resolve(stage, items, item, made))
        }
        (Schema::Object(params), Value::Object(values)) => resolve_all(stage, params, values, made),
        (Schema::Nullable(inner) | Schema::Lenient(inner), value) => resolve(stage, inner, value, made),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
