//! PDF documents for tests, object by object.

use std::fmt::Write;

/// Writes a stream with these entries and this data.
pub fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {}>>\nstream\n", data.len());
    [head.as_bytes(), data, b"\nendstream"].concat()
}

/// Writes a file of these objects, the first of which has the number 1 and is the catalogue.
pub fn file(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", bytes.len()).unwrap();
        bytes.extend(format!("{} 0 obj\n", index + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    let end =
        format!("{table}trailer\n<</Size {}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1);
    bytes.extend(end.bytes());
    bytes
}

/// Writes a document of one page of this size; `resources` may name the objects from number 5 on.
pub fn document(size: &str, content: Vec<u8>, resources: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let page = format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 {size}]/Contents 4 0 R/Resources<<{resources}>>>>");
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        page.into_bytes(),
        content,
    ];
    objects.extend_from_slice(more);
    file(&objects, "")
}
