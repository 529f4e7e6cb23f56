//! Every vector of `vectors/operations`, through the pure functions.
#![allow(clippy::print_stdout, reason = "the count is the report")]

use wardlight_tests::{read_operations, run_operation, vectors_folder};

#[test]
fn every_vector_holds() {
    let vectors = match read_operations(&vectors_folder().join("operations")) {
        Ok(vectors) => vectors,
        Err(faults) => panic!("the vector files are at fault:\n{}", faults.join("\n")),
    };
    let failed: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let found = run_operation(vector);
            (!found.is_empty())
                .then(|| format!("{} ({})\n    {}", vector.id, vector.why, found.join("\n    ")))
        })
        .collect();
    println!("operations: {} vectors, {} failed", vectors.len(), failed.len());
    assert!(failed.is_empty(), "{} vectors failed:\n{}", failed.len(), failed.join("\n"));
}
