//! Android devices with 16 KB pages load a library only if its segments are aligned to that. Set here and not in a
//! configuration file, because the environment (`RUSTFLAGS`) replaces those; on Linux too, where the tests check it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if matches!(target.as_str(), "android" | "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,max-page-size=16384");
    }
}
