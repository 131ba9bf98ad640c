#!/bin/sh
# Reports of the generator's events hold what the generator says of them: 25
# events of five days, judged as of alarm, an hour later and close. The bars are
# those that are reached today (tests/rubric/demo.bars); raise them with what is
# reached.
set -u
tocsin=${TOCSIN:-./tocsin}
bars=${top_srcdir:?}/tests/rubric/demo.bars
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
checks=0
failed=0

try() {
	checks=$((checks + 1))
	"$@" && return
	echo "rubric_test: failed: $*"
	failed=$((failed + 1))
}

demo() { "$tocsin" demo --events 25 --days 5 --items 25000 "$@"; }

try demo --cases >"$dir/demo.json"
try demo -q -d "$dir/demo" >"$dir/said"
try "$tocsin-lab" judge --db "$dir/demo/news.db" --bars "$bars" \
    -o "$dir/rows" "$dir/demo.json" >"$dir/shown"
# The same again, with nothing to tell of the difference.
try "$tocsin-lab" judge --db "$dir/demo/news.db" --against "$dir/rows" \
    -o "$dir/again" "$dir/demo.json" >"$dir/shown"
try cmp "$dir/rows" "$dir/again"
checks=$((checks + 1))
if grep -qw -e better -e worse "$dir/shown"; then
	echo 'rubric_test: a program differs from itself'
	failed=$((failed + 1))
fi
# A bar that nobody reaches is a plain no.
echo '{"rouge2": 1}' >"$dir/bars"
"$tocsin-lab" judge --db "$dir/demo/news.db" --steps 0 --bars "$dir/bars" \
    "$dir/demo.json" >"$dir/shown" 2>"$dir/said"
code=$?
checks=$((checks + 1))
if [ "$code" -ne 1 ] || ! grep -q 'rouge2' "$dir/said"; then
	echo 'rubric_test: a bar was missed, and nothing was said'
	failed=$((failed + 1))
fi
[ "$failed" -eq 0 ] || cat "$dir/shown"
# The verb says where it is gone, and goes on there; or what installs it.
"$tocsin" judge --help >"$dir/shown" 2>"$dir/said"
try grep -q '^Usage: tocsin-lab judge' "$dir/shown"
try grep -q 'judge is a verb of tocsin-lab' "$dir/said"
mkdir "$dir/alone" && cp "$tocsin" "$dir/alone/tocsin"
PATH=/nowhere "$dir/alone/tocsin" judge --help >"$dir/shown" 2>"$dir/said"
try [ $? -eq 2 ]
try grep -q 'make install-lab' "$dir/said"
echo "$((100 * (checks - failed) / checks))%: Checks: $checks," \
    "Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
