//! Commands as types: a struct for each, whose fields are its parameters.
//!
//! The app gives commands as these structs, so that the compiler knows their names and what they take. JSON is for
//! models, files and what is stored, which give an [`Operation`].

use serde_json::Value;

use super::schema::Param;
use super::transaction::Operation;

#[doc(hidden)]
pub use serde_json::json;

/// Id of a command, as in `node.addChild`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommandId(&'static str);

impl CommandId {
    /// Makes an id. Besides [`commands!`](crate::commands), only tables of commands make ids.
    pub const fn new(id: &'static str) -> Self {
        Self(id)
    }

    /// Returns the id as a model writes it, and as it is stored.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq<CommandId> for String {
    fn eq(&self, id: &CommandId) -> bool {
        self == id.0
    }
}

impl std::fmt::Display for CommandId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Id of a command with its parameters.
#[derive(Debug, Clone, Copy)]
pub struct Signature {
    /// The id.
    pub id: CommandId,
    /// The parameters, in the order of positional ones.
    pub params: &'static [Param],
}

impl Signature {
    /// Makes the signature of a command without parameters that nothing but its table names.
    pub const fn new(id: &'static str) -> Self {
        Self { id: CommandId::new(id), params: &[] }
    }
}

/// A command with the values of its parameters.
#[derive(Debug, Clone)]
pub struct Call {
    /// Id of the command.
    pub id: CommandId,
    params: &'static [Param],
    /// The values, in the order of [`Signature::params`]; null where an optional one is not given.
    pub values: Vec<Value>,
}

impl PartialEq for Call {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.values == other.values
    }
}

impl Call {
    /// Makes the call of a command with these values of its first parameters.
    pub const fn new(signature: Signature, values: Vec<Value>) -> Self {
        Self { id: signature.id, params: signature.params, values }
    }

    /// Returns a value as a text; `None` where it is missing or something else.
    pub fn text(&self, place: usize) -> Option<&str> {
        self.values.get(place)?.as_str()
    }

    /// Returns the calls as the operations of a transaction, with their parameters by name: in a list, a value that is
    /// refused would be taken for the next one. Others refer to what the first makes as `step1`, and so on.
    pub fn operations(calls: Vec<Self>) -> Vec<Operation> {
        let operation = |(at, call): (usize, Self)| {
            let given = call.params.iter().zip(call.values).filter(|(_, value)| !value.is_null());
            let params = given.map(|(param, value)| (param.name, value)).collect();
            Operation { id: format!("step{}", at + 1), command: call.id.to_string(), params, creates: None }
        };
        calls.into_iter().enumerate().map(operation).collect()
    }
}

/// Declares commands: `"id" Name(required: Type = PARAM) { optional: Type = PARAM }`.
///
/// Each becomes a struct with the parameters as fields, an optional one as an `Option`, which is made by `new` with the
/// required ones, has `ID` and `SIGNATURE`, and turns into a [`Call`].
#[macro_export]
macro_rules! commands {
    ($($id:literal $name:ident
        $(($($required:ident: $kind:ty = $param:expr),+ $(,)?))?
        $({$($optional:ident: $some:ty = $other:expr),+ $(,)?})?;
    )+) => {$(
        #[doc = concat!("The command `", $id, "` with its parameters.")]
        #[derive(Debug, Clone)]
        pub struct $name {
            $($(#[doc = concat!("Value of `", stringify!($required), "`.")] pub $required: $kind,)+)?
            $($(#[doc = concat!("Value of `", stringify!($optional), "`, if it is given.")] pub $optional: Option<$some>,)+)?
        }

        impl $name {
            /// Id of the command.
            pub const ID: $crate::call::CommandId = Self::SIGNATURE.id;
            /// Id and parameters of the command.
            pub const SIGNATURE: $crate::call::Signature = $crate::call::Signature {
                id: $crate::call::CommandId::new($id),
                params: &[$($($param,)+)? $($($other,)+)?],
            };

            /// Makes the command with its required parameters.
            #[allow(clippy::new_without_default, reason = "a command is given, there is no default one")]
            pub const fn new($($($required: $kind),+)?) -> Self {
                Self { $($($required,)+)? $($($optional: None,)+)? }
            }
        }

        impl From<$name> for $crate::call::Call {
            #[allow(unused_variables, reason = "there may be no parameters")]
            fn from(command: $name) -> Self {
                let values = vec![
                    $($($crate::call::json!(command.$required),)+)?
                    $($($crate::call::json!(command.$optional),)+)?
                ];
                Self::new($name::SIGNATURE, values)
            }
        }
    )+};
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Schema, read_params};
    use crate::spec::Text;

    const X: Text = Text::new("x", "x");
    const TEXT: Schema = Schema::Text { min: 0, max: 10 };

    commands! {
        "shelf.put" Put(book: String = Param::required("book", TEXT, X), row: u8 = Param::required("row", TEXT, X)) {
            note: String = Param::optional("note", TEXT, X),
        };
        "shelf.clear" Clear;
        "shelf.sort" Sort { by: &'static str = Param::optional("by", TEXT, X) };
    }

    #[test]
    fn a_command_is_its_id_and_its_values_in_their_order() {
        let put = Put { note: Some("old".to_owned()), ..Put::new("Emma".to_owned(), 3) };
        let call = Call::from(put);
        assert_eq!((call.id, call.id.as_str()), (Put::ID, "shelf.put"));
        assert_eq!(call.values, [json!("Emma"), json!(3), json!("old")]);
        assert_eq!((call.text(0), call.text(1), call.text(9)), (Some("Emma"), None, None));
        assert_eq!(Put::SIGNATURE.params.iter().map(|param| param.name).collect::<Vec<_>>(), ["book", "row", "note"]);
        assert!(Call::from(Clear::new()).values.is_empty() && Clear::SIGNATURE.params.is_empty());
    }

    #[test]
    fn what_is_not_given_is_read_as_missing() {
        let operations = Call::operations(vec![Sort::new().into(), Sort { by: Some("title") }.into()]);
        let read = |at: usize| read_params(Sort::SIGNATURE.params, &operations[at].params).unwrap();
        assert_eq!((operations[1].id.as_str(), operations[1].command.as_str()), ("step2", "shelf.sort"));
        assert!(read(0).is_empty());
        assert_eq!(read(1)["by"], "title");
    }
}
