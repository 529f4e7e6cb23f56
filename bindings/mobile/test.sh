#!/usr/bin/env bash
# Builds the native library and proves the Kotlin package on the desktop JVM with every conformance vector; the Swift
# package too, where there is a Swift compiler.
#
#   bindings/mobile/test.sh
#
# Without Java 11, Maven and python3, or without what Maven has to fetch, it says so and ends with 0; with
# WARDLIGHT_REQUIRE_KOTLIN=1 that is a failure.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"

skip() {
    echo "################################################################################" >&2
    printf '## %-74s ##\n' "kotlin binding: SKIPPED, nothing was built or tested." "$1" >&2
    echo "################################################################################" >&2
    echo "kotlin binding: SKIPPED ($1)"
    exit "${WARDLIGHT_REQUIRE_KOTLIN:-0}"
}

mvn=(mvn -q -B -f kotlin/pom.xml)
java=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.version = //p') || true
[ "${java%%.*}" -ge 11 ] 2>/dev/null || skip "there is no java of at least 11 here"
command -v mvn >/dev/null || skip "there is no mvn here"
command -v python3 >/dev/null || skip "there is no python3 here"
"${mvn[@]}" dependency:resolve || skip "Maven could not fetch the compiler and the libraries, see above"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=${CARGO_TARGET_DIR:-$here/../../target}/release
library=$target/libwardlight_mobile.so
ledger=()

# The bundle changes features of our crates only, so the second build takes the model runtime of the first.
echo "== native library, without the bundle and with it"
mkdir "$work/without"
cargo build --quiet --release --locked -p wardlight-mobile --no-default-features
cp "$library" "$work/without"
cargo build --quiet --release --locked -p wardlight-mobile
python3 tools/check_elf.py "$library" "$work/without/libwardlight_mobile.so"
strip -o "$work/with.so" "$library"
strip -o "$work/without.so" "$work/without/libwardlight_mobile.so"
python3 ../sizes.py "linux x86_64 libwardlight_mobile.so, stripped=$work/with.so" \
    "linux x86_64 libwardlight_mobile.so, stripped, without the bundle=$work/without.so"

echo "== generated files are current"
python3 tools/generate.py --check "$library"

echo "== tests"
rm -rf kotlin/target/surefire-reports kotlin/target/report.txt
"${mvn[@]}" test -Dwardlight.library="$target"
"${mvn[@]}" surefire:test -Dwardlight.library="$work/without" -Dgroups=without-bundle -DexcludedGroups=
cat kotlin/target/report.txt

if command -v swift >/dev/null; then
    echo "== swift"
    (cd swift && LD_LIBRARY_PATH="$target" swift test -Xlinker "-L$target")
else
    echo "## swift binding: SKIPPED, its sources were neither compiled nor tested: there is no swift here." >&2
    echo "swift binding: SKIPPED (there is no swift here)"
fi

# A counted run that counted nothing is no proof.
count() { cat kotlin/target/surefire-reports/TEST-*.xml | sed -n "s/^<testsuite .* $1=\"\([0-9]*\)\".*/\1/p" | paste -sd+ | bc; }
tests=$(count tests)
if [ "$(count skipped)" -gt 0 ]; then echo "a test was skipped" >&2; exit 1; fi
[ "${tests:-0}" -gt 0 ]
echo "kotlin binding: JVM $java, $tests tests passed"
