#!/usr/bin/env bash
# Builds the package and proves it: tests with every conformance vector, types, an archive in an empty project.
#
#   bindings/node/test.sh
#
# WARDLIGHT_NODE picks the interpreter (node), WARDLIGHT_PROFILE the cargo profile (release).
# Without a Node of at least 20, or without what npm has to fetch, it says so and ends with 0; with WARDLIGHT_REQUIRE_NODE=1 that is a failure.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"

node=${WARDLIGHT_NODE:-node}
profile=${WARDLIGHT_PROFILE:-release}
if ! "$node" -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' 2>/dev/null || ! command -v npm >/dev/null; then
    echo "################################################################################" >&2
    echo "## node binding: SKIPPED, nothing was built or tested.                        ##" >&2
    echo "## There is no node of at least 20 with npm here (WARDLIGHT_NODE).            ##" >&2
    echo "################################################################################" >&2
    echo "node binding: SKIPPED (no node >= 20 with npm)"
    exit "${WARDLIGHT_REQUIRE_NODE:-0}"
fi

if ! npm ci --no-audit --no-fund --loglevel=error; then
    echo "################################################################################" >&2
    echo "## node binding: SKIPPED, nothing was built or tested.                        ##" >&2
    echo "## npm could not install the test tools (see above).                          ##" >&2
    echo "################################################################################" >&2
    echo "node binding: SKIPPED (npm found no typescript)"
    exit "${WARDLIGHT_REQUIRE_NODE:-0}"
fi

echo "== generated files are current"
"$node" tools/generate.mjs --check

echo "== types"
"$node" node_modules/typescript/bin/tsc -p .

echo "== module ($profile)"
WARDLIGHT_PROFILE=$profile "$node" tools/build.mjs

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== tests"
"$node" --expose-gc --test --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="$work/tests" tests/*.test.js

echo "== archive; an empty project needs nothing else"
archive=$work/$(npm pack --silent --pack-destination "$work")
bytes=$(wc -c <"$archive")
echo "$(basename "$archive"): $bytes bytes"
if [ "$profile" = release ] && [ "$bytes" -ge 50000000 ]; then
    echo "the archive has $bytes bytes; the limit is 50,000,000 bytes" >&2
    exit 1
fi
mkdir "$work/empty"
cd "$work/empty"
npm init --yes --loglevel=error >/dev/null
npm install --offline --no-audit --no-fund --loglevel=error "$archive"
ask="console.log(new Screener().screen('bullying', 'hello').level)"
[ "$("$node" --eval "const { Screener } = require('wardlight'); $ask")" = none ]
[ "$("$node" --input-type=module --eval "import { Screener } from 'wardlight'; $ask")" = none ]
cp "$here/tests/types.ts" .
"$node" "$here/node_modules/typescript/bin/tsc" --strict --noEmit --target es2023 --module node16 \
    --typeRoots "$here/node_modules/@types" --types node types.ts

# A counted run that counted nothing is no proof.
count() { sed -n "s/^# $1 \([0-9][0-9]*\)$/\1/p" "$work/tests"; }
tests=$(count pass)
if [ "$(count skipped)" != 0 ] || [ "$(count todo)" != 0 ]; then echo "a test was skipped" >&2; exit 1; fi
[ "${tests:-0}" -gt 0 ]
echo "node binding: $("$node" --version), $tests tests passed; archive $bytes bytes"
