//! UniFFI's generator in the version of the library, so that what is generated fits what is called.

fn main() {
    uniffi::uniffi_bindgen_main();
}
