#!/usr/bin/env bash
# Builds WardlightFFI.xcframework for iOS, its simulators and macOS. Needs a Mac with Xcode and Rust:
#
#   rustup target add aarch64-apple-ios aarch64-apple-ios-sim x86_64-apple-ios aarch64-apple-darwin x86_64-apple-darwin
#   bindings/mobile/swift/xcframework.sh [--without-bundle]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"

features=()
if [ "${1:-}" = --without-bundle ]; then features=(--no-default-features); fi
target=${CARGO_TARGET_DIR:-$here/../../../target}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export IPHONEOS_DEPLOYMENT_TARGET=13.0 MACOSX_DEPLOYMENT_TARGET=10.15
for triple in aarch64-apple-ios aarch64-apple-ios-sim x86_64-apple-ios aarch64-apple-darwin x86_64-apple-darwin; do
    cargo build --profile mobile --config 'profile.mobile.strip="debuginfo"' --locked -p wardlight-mobile --target "$triple" ${features[@]+"${features[@]}"}
done

# One library per platform; a simulator and a Mac have two kinds of processor.
mkdir "$work/simulator" "$work/macos" "$work/headers"
lipo -create -output "$work/simulator/libwardlight_mobile.a" \
    "$target/aarch64-apple-ios-sim/mobile/libwardlight_mobile.a" "$target/x86_64-apple-ios/mobile/libwardlight_mobile.a"
lipo -create -output "$work/macos/libwardlight_mobile.a" \
    "$target/aarch64-apple-darwin/mobile/libwardlight_mobile.a" "$target/x86_64-apple-darwin/mobile/libwardlight_mobile.a"
cp Sources/WardlightFFI/WardlightFFI.h Sources/WardlightFFI/module.modulemap "$work/headers"

rm -rf WardlightFFI.xcframework
xcodebuild -create-xcframework -output WardlightFFI.xcframework \
    -library "$target/aarch64-apple-ios/mobile/libwardlight_mobile.a" -headers "$work/headers" \
    -library "$work/simulator/libwardlight_mobile.a" -headers "$work/headers" \
    -library "$work/macos/libwardlight_mobile.a" -headers "$work/headers"
ditto -c -k --keepParent WardlightFFI.xcframework "$work/WardlightFFI.xcframework.zip"
"$here/../../sizes.py" "apple WardlightFFI.xcframework.zip=$work/WardlightFFI.xcframework.zip"
