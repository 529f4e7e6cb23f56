//! Tells the linker that Node's own symbols are found when the module is loaded.

fn main() {
    napi_build::setup();
}
