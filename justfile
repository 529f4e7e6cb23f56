# Daily commands; `just` lists them.

_default:
    @just --list

# Everything that CI runs, and the dependency check.
check: lint test deny

# Formatting and lints, warnings as errors.
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --locked -- -D warnings

# Writes the pages that follow from tables in the code; CI checks that they are current.
generate:
    cargo run -p wardlight-tests --bin generate

# The README's test command.
test:
    cargo test --workspace --locked && bindings/python/test.sh && bindings/node/test.sh && bindings/mobile/test.sh

# Licences, advisories and sources of every dependency (needs `cargo install --locked cargo-deny`).
deny:
    cargo deny check

# Criterion benches: core, single messages, conversations, cold start.
bench:
    cargo bench -p wardlight-benches

# Reads validation rows and writes models/reports/ (rows come from models/training/validation.py).
accuracy rows:
    cargo run --release -p wardlight-benches --bin accuracy -- --rows {{rows}} --out models/reports

# Rebuilds the shipped bundle from the data directory; see models/training/README.md.
train data:
    python3 models/training/train.py --data {{data}} --out models/text
