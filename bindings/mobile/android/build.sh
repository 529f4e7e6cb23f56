#!/usr/bin/env bash
# Builds wardlight.aar for every Android ABI, without the bundle: the app brings the model as an asset.
# Needs the NDK (ANDROID_NDK_HOME), cargo-ndk, a JDK and Maven:
#
#   rustup target add aarch64-linux-android armv7-linux-androideabi x86_64-linux-android i686-linux-android
#   cargo install --locked cargo-ndk
#   bindings/mobile/android/build.sh OUT
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(mkdir -p "$1" && cd "$1" && pwd)
mobile=$here/..
cd "$mobile"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

abis=(arm64-v8a armeabi-v7a x86_64 x86)
# 21 is the oldest Android that the NDK still builds for.
cargo ndk --platform 21 "${abis[@]/#/--target=}" --output-dir "$work/jni" \
    build --profile mobile --locked -p wardlight-mobile --no-default-features
sizes=()
for abi in "${abis[@]}"; do
    python3 tools/check_elf.py "$work/jni/$abi/libwardlight_mobile.so"
    sizes+=("android $abi libwardlight_mobile.so, stripped, without the bundle=$work/jni/$abi/libwardlight_mobile.so")
done
"$mobile/../sizes.py" --write "${sizes[@]}"

mvn -q -B -f kotlin/pom.xml -DskipTests package
cp kotlin/target/wardlight-*.jar "$work/classes.jar"
cp "$here/AndroidManifest.xml" "$work/AndroidManifest.xml"
cp "$here/consumer-rules.pro" "$work/proguard.txt"
touch "$work/R.txt"
rm -f "$out/wardlight.aar"
(cd "$work" && jar --create --no-manifest --file "$out/wardlight.aar" AndroidManifest.xml classes.jar proguard.txt R.txt jni)
echo "$out/wardlight.aar"
