//! The app's own file of one scene:
//! `{"format":"espalier-scene","version":1,"name":…,"shapes":[…]}`, each shape with the fields `name`, `geometry`,
//! `position`, `rotation` and `color` as its record has them. Fields that are not known are passed over.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::list::List;
use super::{FileShape, FormatError, MAX_SHAPES, Problem, SceneFile, is_zero, limits};
use espalier_model::mindmap::Color;
use espalier_model::scene::{Geometry, Vector};

/// The format that a JSON text names.
const FORMAT: &str = "espalier-scene";
/// The newest version.
pub const VERSION: u64 = 1;

/// The head of a JSON text, which says what it is.
#[derive(Debug, PartialEq, Eq)]
pub enum Head {
    /// A file of the app.
    Own {
        /// The version of its format; 0 where it says none.
        version: u64,
    },
    /// glTF.
    Gltf,
    /// JSON of another kind.
    Other,
}

impl Head {
    /// Reads no more than what tells the formats apart.
    pub fn of(text: &str) -> Result<Self, FormatError> {
        #[derive(Deserialize)]
        struct Fields<'a> {
            #[serde(borrow)]
            format: Option<&'a RawValue>,
            #[serde(borrow)]
            version: Option<&'a RawValue>,
            #[serde(borrow)]
            asset: Option<&'a RawValue>,
        }
        let fields: Fields<'_> = serde_json::from_str(text).map_err(|error| json_error(&error, "{}"))?;
        let format = fields.format.and_then(|value| serde_json::from_str::<String>(value.get()).ok());
        if format.as_deref() == Some(FORMAT) {
            let version = fields.version.and_then(|value| serde_json::from_str(value.get()).ok());
            return Ok(Self::Own { version: version.unwrap_or_default() });
        }
        Ok(if fields.asset.is_some() { Self::Gltf } else { Self::Other })
    }
}

/// A text that is not JSON, or JSON that has something else at a place.
pub fn json_error(error: &serde_json::Error, place: &str) -> FormatError {
    if error.is_data() {
        return FormatError::wrong(place, Problem::Invalid);
    }
    FormatError::Json { line: error.line(), column: error.column() }
}

/// Reads a file of a known version.
pub fn read(text: &str) -> Result<SceneFile, FormatError> {
    #[derive(Deserialize)]
    struct File<'a> {
        #[serde(default, borrow)]
        version: Option<&'a RawValue>,
        #[serde(default, borrow)]
        name: Option<&'a RawValue>,
        #[serde(borrow)]
        shapes: Option<List<&'a RawValue>>,
    }
    let file: File<'_> = serde_json::from_str(text).map_err(|error| json_error(&error, "shapes"))?;
    if part::<u64>(file.version, "version", Problem::Invalid)? == 0 {
        return Err(FormatError::wrong("version", Problem::Invalid));
    }
    let name = if file.name.is_some() { part(file.name, "name", Problem::Invalid)? } else { String::new() };
    let shapes = file.shapes.ok_or_else(|| FormatError::wrong("shapes", Problem::Missing))?.whole()?;
    if shapes.len() > MAX_SHAPES {
        return Err(FormatError::TooMany);
    }
    let shapes = shapes.iter().enumerate().map(|(index, text)| {
        shape(text.get()).map_err(|error| match error {
            FormatError::Wrong { place, problem } => FormatError::wrong(format!("shapes[{index}]{place}"), problem),
            other => other,
        })
    });
    Ok(SceneFile { name, shapes: shapes.collect::<Result<_, _>>()? })
}

/// Reads one shape; places in errors begin behind it.
fn shape(text: &str) -> Result<FileShape, FormatError> {
    #[derive(Deserialize)]
    struct Fields<'a> {
        #[serde(default, borrow)]
        name: Option<&'a RawValue>,
        #[serde(borrow)]
        geometry: Option<&'a RawValue>,
        #[serde(borrow)]
        position: Option<&'a RawValue>,
        #[serde(default, borrow)]
        rotation: Option<&'a RawValue>,
        #[serde(borrow)]
        color: Option<&'a RawValue>,
    }
    let fields: Fields<'_> = serde_json::from_str(text).map_err(|_| FormatError::wrong("", Problem::Invalid))?;
    let shape = FileShape {
        name: if fields.name.is_some() { part(fields.name, ".name", Problem::Invalid)? } else { String::new() },
        geometry: part::<Geometry>(fields.geometry, ".geometry", Problem::Invalid)?,
        position: part::<Vector>(fields.position, ".position", Problem::NotANumber)?,
        rotation: match fields.rotation {
            Some(_) => part(fields.rotation, ".rotation", Problem::NotANumber)?,
            None => [0.0; 3],
        },
        color: part::<Color>(fields.color, ".color", Problem::Invalid)?,
    };
    match limits::check(&shape) {
        Ok(()) => Ok(shape),
        Err((field, problem)) => Err(FormatError::wrong(format!(".{field}"), problem)),
    }
}

/// A part that has to be there.
fn part<'a, T: Deserialize<'a>>(
    text: Option<&'a RawValue>,
    place: &'static str,
    problem: Problem,
) -> Result<T, FormatError> {
    let text = text.ok_or_else(|| FormatError::wrong(place, Problem::Missing))?;
    serde_json::from_str(text.get()).map_err(|_| FormatError::wrong(place, problem))
}

/// Writes a file.
pub fn write(file: &SceneFile) -> Vec<u8> {
    #[derive(Serialize)]
    struct File<'a> {
        format: &'static str,
        version: u64,
        #[serde(skip_serializing_if = "str::is_empty")]
        name: &'a str,
        shapes: Vec<Row<'a>>,
    }
    #[derive(Serialize)]
    struct Row<'a> {
        #[serde(skip_serializing_if = "str::is_empty")]
        name: &'a str,
        geometry: &'a Geometry,
        position: Vector,
        #[serde(skip_serializing_if = "is_zero")]
        rotation: Vector,
        color: Color,
    }
    let rows = file.shapes.iter().map(|shape| Row {
        name: &shape.name,
        geometry: &shape.geometry,
        position: shape.position,
        rotation: shape.rotation,
        color: shape.color,
    });
    let file = File { format: FORMAT, version: VERSION, name: &file.name, shapes: rows.collect() };
    // Strings, numbers and lists always have a JSON form.
    let mut bytes = serde_json::to_vec(&file).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}
