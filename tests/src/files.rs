//! Reads a folder of vector files and checks what a schema cannot: unique ids, names, purpose.

use crate::vector::{Vector, VectorFile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// `tests/vectors`, wherever the checkout lies.
pub fn vectors_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// Every vector of the JSON files in `folder`, in the order of file names.
///
/// # Errors
/// One line per fault: a file that cannot be read or does not have the shape, a file without vectors,
/// a theme that is not the file's name, an id that is not `theme/name` or was seen before, an empty
/// reason or source, a body given twice, an expectation that asks nothing.
pub fn read_folder(folder: &Path) -> Result<Vec<Vector>, Vec<String>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_err(|error| vec![format!("{}: {error}", folder.display())])?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    let mut faults = Vec::new();
    let mut vectors = Vec::new();
    for path in &paths {
        match read_file(path) {
            Ok(file) => {
                check_file(path, &file, &mut faults);
                vectors.extend(file.vectors);
            }
            Err(fault) => faults.push(fault),
        }
    }
    let mut seen = BTreeSet::new();
    faults.extend(vectors.iter().filter(|v| !seen.insert(&v.id)).map(|v| format!("{}: given twice", v.id)));
    if vectors.is_empty() {
        faults.push(format!("{}: no vectors", folder.display()));
    }
    if faults.is_empty() { Ok(vectors) } else { Err(faults) }
}

fn read_file(path: &Path) -> Result<VectorFile, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn check_file(path: &Path, file: &VectorFile, faults: &mut Vec<String>) {
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    if file.theme != name {
        faults.push(format!("{name}: the theme is called {}", file.theme));
    }
    if file.vectors.is_empty() {
        faults.push(format!("{name}: no vectors"));
    }
    for vector in &file.vectors {
        let id = &vector.id;
        if id.strip_prefix(name).and_then(|rest| rest.strip_prefix('/')).is_none_or(str::is_empty) {
            faults.push(format!("{id}: an id has the form {name}/<name>"));
        }
        if vector.why.is_empty() || vector.source.is_empty() {
            faults.push(format!("{id}: why and source must say something"));
        }
        if vector.given.raw.is_some() && !vector.given.request.is_null() {
            faults.push(format!("{id}: request and raw exclude each other"));
        }
        if vector.expect.is_empty() {
            faults.push(format!("{id}: expects nothing"));
        }
    }
}
