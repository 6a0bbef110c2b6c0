//! The two macros that declare rows and the enums over all of them, and the trait they share.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::rc::Rc;
use std::str::FromStr;

use super::{Record, RecordKey, Tables};

/// One kind of row. A row has an identity that never changes and fields that do.
pub trait Row: Clone + PartialEq + Sized + 'static {
    /// Identity of a row of this kind; its text is the key in storage, and keys sort as their texts do.
    type Key: Clone + Ord + Display + FromStr;
    /// One field with its value.
    type Field: Clone + PartialEq;

    /// Returns the identity of this row.
    fn key(&self) -> Self::Key;
    /// Returns the fields in which `to` differs, as (value here, value there).
    fn diff(&self, to: &Self) -> Vec<(Self::Field, Self::Field)>;
    /// Returns the value this row has in the field that `like` names.
    fn field(&self, like: &Self::Field) -> Self::Field;
    /// Sets one field.
    fn set(&mut self, field: Self::Field);

    /// Returns the table of this kind.
    fn table(tables: &Tables) -> &BTreeMap<Self::Key, Rc<Self>>;
    /// Returns the row inside a record of this kind.
    fn from_record(record: &Record) -> Option<Rc<Self>>;
    /// Wraps a row.
    fn into_record(row: Rc<Self>) -> Record;
    /// Wraps a key.
    fn record_key(key: Self::Key) -> RecordKey;
}

/// Declares a row: its identity, its fields, and the enum of single fields that change sets hold.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident, $field_enum:ident, $key:ty, |$row:ident| $key_of:expr;
        identity { $( $(#[$id_meta:meta])* $id:ident: $id_type:ty, )+ }
        fields { $( $(#[$field_meta:meta])* $variant:ident $field:ident: $type:ty, )+ }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $( $(#[$id_meta])* pub $id: $id_type, )+
            $( $(#[$field_meta])* pub $field: $type, )+
        }

        #[doc = concat!("One field of [`", stringify!($name), "`] with a value.")]
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[allow(clippy::large_enum_variant, reason = "edits are few and short-lived")]
        pub enum $field_enum {
            $( #[doc = concat!("The field `", stringify!($field), "`.")] $variant($type), )+
        }

        impl $name {
            pub(crate) fn identity(&self) -> $key {
                let $row = self;
                $key_of
            }

            /// Returns the fields that differ, each as it is here and as it is there.
            #[allow(clippy::float_cmp, reason = "a value that is only a little different is another one")]
            pub fn differences(&self, to: &Self) -> Vec<($field_enum, $field_enum)> {
                let mut edits = Vec::new();
                $( if self.$field != to.$field {
                    edits.push(($field_enum::$variant(self.$field.clone()), $field_enum::$variant(to.$field.clone())));
                } )+
                edits
            }

            pub(crate) fn current(&self, like: &$field_enum) -> $field_enum {
                match like { $( $field_enum::$variant(_) => $field_enum::$variant(self.$field.clone()), )+ }
            }

            /// Sets one field.
            pub fn assign(&mut self, field: $field_enum) {
                match field { $( $field_enum::$variant(value) => self.$field = value, )+ }
            }
        }

        impl $field_enum {
            /// Returns the name of the field in the JSON text of its row.
            pub const fn name(&self) -> &'static str {
                match self { $( Self::$variant(_) => stringify!($field), )+ }
            }
        }
    };
}

/// Lists all kinds of rows and generates [`Record`], [`RecordKey`], [`Table`](super::Table),
/// [`Field`](super::Field) and [`Tables`].
macro_rules! records {
    ( $( $table:ident $tables_field:ident $name:literal: $row:ident($key:ty), $field_enum:ident; )+ ) => {
        /// A kind of row.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Table { $( #[doc = concat!("Rows of [`", stringify!($row), "`].")] $table, )+ }

        impl Table {
            /// All tables.
            pub const ALL: &'static [Self] = &[ $( Self::$table, )+ ];

            /// Returns the name in storage and in exports.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$table => $name, )+ }
            }

            /// Returns the table of that name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $( $name => Some(Self::$table), )+ _ => None }
            }

            /// Returns the key that `text` is in this table.
            pub fn key(self, text: &str) -> Option<RecordKey> {
                match self { $( Self::$table => text.parse().ok().map(RecordKey::$table), )+ }
            }

            /// Reads a row of this table from the JSON text it is stored as.
            pub fn read(self, json: &str) -> Result<Record, serde_json::Error> {
                match self {
                    $( Self::$table => serde_json::from_str(json).map(|row| Record::$table(std::rc::Rc::new(row))), )+
                }
            }
        }

        /// The identity of any row.
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub enum RecordKey { $( #[doc = concat!("A row of [`", stringify!($row), "`].")] $table($key), )+ }

        impl RecordKey {
            /// Returns the table the row is in.
            pub const fn table(&self) -> Table {
                match self { $( Self::$table(_) => Table::$table, )+ }
            }

            /// Returns the key in storage, unique within the table.
            pub fn row_key(&self) -> String {
                match self { $( Self::$table(key) => key.to_string(), )+ }
            }
        }

        /// Any row. Cloning is cheap: the row is shared.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub enum Record { $( #[doc = concat!("A [`", stringify!($row), "`].")] $table(std::rc::Rc<$row>), )+ }

        impl Record {
            /// Returns the row's identity.
            pub fn key(&self) -> RecordKey {
                match self { $( Self::$table(row) => RecordKey::$table(row.key()), )+ }
            }

            /// Returns the row as the JSON text it is stored as.
            pub fn to_json(&self) -> Result<String, serde_json::Error> {
                match self { $( Self::$table(row) => serde_json::to_string(&**row), )+ }
            }

            /// Returns the fields in which `to`, a row of the same kind, differs.
            pub(crate) fn diff(&self, to: &Self) -> Vec<$crate::change::Edit> {
                match (self, to) {
                    $( (Self::$table(from), Self::$table(to)) => from.diff(to).into_iter()
                        .map(|(from, to)| $crate::change::Edit { from: Field::$table(from), to: Field::$table(to) })
                        .collect(), )+
                    _ => Vec::new(),
                }
            }

            /// Returns the value of the field `like` names; `None` when it belongs to another kind of row.
            pub(crate) fn field(&self, like: &Field) -> Option<Field> {
                match (self, like) {
                    $( (Self::$table(row), Field::$table(field)) => Some(Field::$table(row.field(field))), )+
                    _ => None,
                }
            }

            /// Sets a field; a field of another kind of row changes nothing.
            pub fn set(&mut self, field: Field) {
                match (self, field) {
                    $( (Self::$table(row), Field::$table(field)) => std::rc::Rc::make_mut(row).set(field), )+
                    _ => {}
                }
            }
        }

        /// One field of any row, with a value.
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub enum Field { $( #[doc = concat!("A field of [`", stringify!($row), "`].")] $table($field_enum), )+ }

        impl Field {
            /// Returns the name of the field in the JSON text of its row.
            pub const fn name(&self) -> &'static str {
                match self { $( Self::$table(field) => field.name(), )+ }
            }

            /// Whether both are values of the same field of the same kind of row.
            pub fn names_same(&self, other: &Self) -> bool {
                match (self, other) {
                    $( (Self::$table(one), Self::$table(other)) =>
                        std::mem::discriminant(one) == std::mem::discriminant(other), )+
                    _ => false,
                }
            }
        }

        /// All rows in memory.
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct Tables { $( #[doc = concat!("All rows of [`", stringify!($row), "`] in memory.")] pub $tables_field: std::collections::BTreeMap<$key, std::rc::Rc<$row>>, )+ }

        impl Tables {
            /// Returns the row with that key.
            pub fn record(&self, key: &RecordKey) -> Option<Record> {
                match key { $( RecordKey::$table(key) => self.$tables_field.get(key).cloned().map(Record::$table), )+ }
            }

            /// Inserts or replaces a row.
            pub(crate) fn put(&mut self, record: Record) {
                match record { $( Record::$table(row) => { self.$tables_field.insert(row.key(), row); } )+ }
            }

            /// Removes a row.
            pub(crate) fn delete(&mut self, key: &RecordKey) {
                match key { $( RecordKey::$table(key) => { self.$tables_field.remove(key); } )+ }
            }

            /// Returns every row, table by table in key order.
            pub fn records(&self) -> impl Iterator<Item = Record> + '_ {
                std::iter::empty()$( .chain(self.$tables_field.values().cloned().map(Record::$table)) )+
            }

            /// Changes one field of a row in place.
            pub(crate) fn set_field(&mut self, key: &RecordKey, field: Field) {
                match (key, field) {
                    $( (RecordKey::$table(key), Field::$table(field)) => {
                        if let Some(row) = self.$tables_field.get_mut(key) {
                            std::rc::Rc::make_mut(row).set(field);
                        }
                    } )+
                    _ => {}
                }
            }
        }

        $( impl Row for $row {
            type Key = $key;
            type Field = $field_enum;

            fn key(&self) -> $key { self.identity() }
            fn diff(&self, to: &Self) -> Vec<($field_enum, $field_enum)> { self.differences(to) }
            fn field(&self, like: &$field_enum) -> $field_enum { self.current(like) }
            fn set(&mut self, field: $field_enum) { self.assign(field); }
            fn table(tables: &Tables) -> &std::collections::BTreeMap<$key, std::rc::Rc<Self>> { &tables.$tables_field }
            fn from_record(record: &Record) -> Option<std::rc::Rc<Self>> {
                match record { Record::$table(row) => Some(row.clone()), _ => None }
            }
            fn into_record(row: std::rc::Rc<Self>) -> Record { Record::$table(row) }
            fn record_key(key: $key) -> RecordKey { RecordKey::$table(key) }
        } )+
    };
}

pub(crate) use {record, records};
