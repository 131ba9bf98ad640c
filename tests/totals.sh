#!/bin/sh
# usage: totals.sh BUILD-DIRECTORY [RC [RC...]]
# Adds up what `make check` left behind there: the checks of every test
# program, and each other test as one. Prints "N passed, N failed". RC, the
# suite's exit code, makes a suite that failed to run count as a failure. Each
# further RC is that of a step beside the suite, and counts as one check.
set -eu
dir=$1
rc=${2:-0}
shift $(($# < 2 ? $# : 2))
steps=$*
passed=0
failed=0

# Check prints "97%: Checks: 40, Failures: 1, Errors: 0".
count_log() {
	awk '
	/^[0-9]+%: Checks: / {
		gsub(/[^0-9 ]/, "")
		passed += $2 - $3 - $4
		failed += $3 + $4
		seen = 1
	}
	END { print seen + 0, passed + 0, failed + 0 }' "$1"
}

for trs in $(find "$dir" -name '*.trs' | sort); do
	# shellcheck disable=SC2046
	set -- $(count_log "${trs%.trs}.log")
	if grep -q '^:test-result: *\(FAIL\|ERROR\)' "$trs"; then
		# A crash may leave a log that shows no failed check.
		[ "$3" -gt 0 ] || set -- 1 "$2" 1
	elif grep -q '^:test-result: *SKIP' "$trs"; then
		continue
	elif [ "$1" -eq 0 ]; then
		set -- 1 1 0
	fi
	passed=$((passed + $2))
	failed=$((failed + $3))
done
for step in $steps; do
	if [ "$step" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
	fi
done
[ "$rc" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
echo "$passed passed, $failed failed"
