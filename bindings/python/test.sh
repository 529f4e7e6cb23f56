#!/usr/bin/env bash
# Builds the wheel and proves it in a fresh virtualenv: tests with every conformance vector, types, stubs, doctests,
# and the examples for Spark and Ray where those can be installed.
#
#   bindings/python/test.sh
#
# WARDLIGHT_PYTHON picks the interpreter (python3), WARDLIGHT_PROFILE the cargo profile (release).
# Without a Python of at least 3.9, or without what pip has to fetch, it says so and ends with 0; with WARDLIGHT_REQUIRE_PYTHON=1 that is a failure.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here"

python=${WARDLIGHT_PYTHON:-python3}
profile=${WARDLIGHT_PROFILE:-release}
if ! "$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
    echo "################################################################################" >&2
    echo "## python binding: SKIPPED, nothing was built or tested.                      ##" >&2
    echo "## There is no python3 of at least 3.9 with venv here (WARDLIGHT_PYTHON).     ##" >&2
    echo "################################################################################" >&2
    echo "python binding: SKIPPED (no python3 >= 3.9 with venv)"
    exit "${WARDLIGHT_REQUIRE_PYTHON:-0}"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv "$work/venv"
venv=$work/venv/bin
if ! "$venv/pip" install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2' 'pytest>=8' 'mypy>=1.11' 'basedpyright>=1.20' tqdm pandas pyarrow; then
    echo "################################################################################" >&2
    echo "## python binding: SKIPPED, nothing was built or tested.                      ##" >&2
    echo "## pip could not install the build and test tools (see above).                ##" >&2
    echo "################################################################################" >&2
    echo "python binding: SKIPPED (pip found no maturin, pytest or mypy)"
    exit "${WARDLIGHT_REQUIRE_PYTHON:-0}"
fi

echo "== generated files are current"
"$venv/python" tools/generate.py --check

echo "== wheel ($profile)"
"$venv/maturin" build --profile "$profile" --locked --interpreter "$venv/python" --out "$work/dist" 2>&1 | tail -n 3
wheel=$(echo "$work"/dist/wardlight-*.whl)
bytes=$(wc -c <"$wheel")
echo "$(basename "$wheel"): $bytes bytes"
case $wheel in *-abi3-*) ;; *) echo "the wheel is not abi3" >&2; exit 1 ;; esac
if [ "$profile" = release ]; then "$venv/python" ../sizes.py "python wheel=$wheel"; fi

echo "== install; the package needs nothing else"
"$python" -m venv "$work/bare"
"$work/bare/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheel"
(cd "$work" && "$work/bare/bin/python" -c 'import wardlight; print(wardlight.Screener().screen("bullying", "hello").level)')
"$venv/pip" install --quiet --disable-pip-version-check --no-index --no-deps "$wheel"

echo "== tests"
"$venv/python" -m pytest -q -p no:cacheprovider tests | tee "$work/tests"

echo "== doctests"
(cd "$work" && "$venv/python" -m pytest -q -p no:cacheprovider --doctest-modules --pyargs wardlight) | tee "$work/doctests"
"$venv/python" -m doctest README.md
examples=$(grep -c '^>>> ' README.md)

echo "== types"
(cd "$work" && "$venv/mypy" --config-file "$here/pyproject.toml" -p wardlight && "$venv/python" -m mypy.stubtest wardlight._native)
"$venv/mypy" --config-file pyproject.toml --no-incremental tests tools examples
"$venv/basedpyright" --pythonpath "$venv/python"
# --verifytypes asks the first python of the path, whatever --pythonpath says.
(cd "$work" && PATH="$venv:$PATH" "$venv/basedpyright" --verifytypes wardlight --ignoreexternal) | tee "$work/public" | grep 'completeness' || { cat "$work/public"; exit 1; }

echo "== examples for many machines, two workers each"
if "$venv/pip" install --quiet --disable-pip-version-check pyspark 'ray[data]' && java -version 2>"$work/java"; then
    "$venv/python" -m pytest -q -s -p no:cacheprovider examples | tee "$work/examples"
    examples_run="$(sed -n 's/.*\b\([0-9][0-9]*\) passed.*/\1/p' "$work/examples" | tail -n 1) examples for Spark and Ray"
else
    echo "################################################################################" >&2
    echo "## python binding: the examples for Spark and Ray are SKIPPED.                ##" >&2
    echo "## pip could not install pyspark or ray, or there is no Java (see above).     ##" >&2
    echo "################################################################################" >&2
    examples_run="examples for Spark and Ray SKIPPED"
    [ "${WARDLIGHT_REQUIRE_PYTHON:-0}" = 0 ]
fi

# A counted run that counted nothing is no proof.
passed() { sed -n 's/.*\b\([0-9][0-9]*\) passed.*/\1/p' "$1" | tail -n 1; }
tests=$(passed "$work/tests")
doctests=$(passed "$work/doctests")
if grep -q '^SKIPPED' "$work/tests"; then echo "a test was skipped" >&2; exit 1; fi
[ "${tests:-0}" -gt 0 ] && [ "${doctests:-0}" -gt 0 ] && [ "$examples" -gt 0 ]
echo "python binding: $("$venv/python" --version), $tests tests, $doctests doctests and $examples lines of README passed, $examples_run; wheel $bytes bytes"
