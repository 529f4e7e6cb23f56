//! `core/README.md` maps the specification to functions: every name there is defined in the file that it links to.
#![allow(clippy::unwrap_used, reason = "a test may stop")]

use std::path::Path;

#[test]
fn every_name_is_defined_where_the_map_says() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
    let page = std::fs::read_to_string(core.join("README.md")).unwrap();
    let mut seen = 0;
    let mut faults = Vec::new();
    for link in page.split("[`").skip(1) {
        let Some((name, rest)) = link.split_once("`](") else { continue };
        let path = rest.split(')').next().unwrap();
        seen += 1;
        let source = std::fs::read_to_string(core.join(path)).unwrap_or_default();
        // Types of a closed vocabulary are declared by a macro, as `Name {`.
        let defined = ["fn ", "struct ", "enum ", "    "].iter().any(|kind| {
            let declared = format!("{kind}{name}");
            let ends = |at: usize| {
                let after = source.get(at + declared.len()..).and_then(|rest| rest.chars().next());
                after.is_some_and(|c| !c.is_alphanumeric() && c != '_' && (*kind != "    " || c == ' '))
            };
            source.match_indices(&declared).any(|(at, _)| ends(at))
        });
        if !defined {
            faults.push(format!("{name} is not defined in {path}"));
        }
    }
    assert!(seen > 60, "the map is gone: {seen} names");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
