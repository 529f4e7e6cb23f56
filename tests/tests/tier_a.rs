//! Every vector of `vectors/tier-a`, through the pure pipeline.
#![allow(clippy::print_stdout, reason = "the count is the report")]

use wardlight_tests::{read_folder, run_tier_a, vectors_folder};

#[test]
fn every_vector_holds() {
    let vectors = match read_folder(&vectors_folder().join("tier-a")) {
        Ok(vectors) => vectors,
        Err(faults) => panic!("the vector files are at fault:\n{}", faults.join("\n")),
    };
    let failed: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let found = run_tier_a(vector);
            (!found.is_empty())
                .then(|| format!("{} ({})\n    {}", vector.id, vector.why, found.join("\n    ")))
        })
        .collect();
    println!("tier A: {} vectors, {} failed", vectors.len(), failed.len());
    assert!(
        failed.is_empty(),
        "{} of {} vectors failed:\n{}",
        failed.len(),
        vectors.len(),
        failed.join("\n")
    );
}
