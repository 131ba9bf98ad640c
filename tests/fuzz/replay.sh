#!/bin/sh
# Feeds every fuzz target its corpus. FUZZ_TARGETS and top_srcdir come from
# the Makefile; a target without a corpus is a failure.
set -eu
n=0
failed=0
for target in ${FUZZ_TARGETS-}; do
	n=$((n + 1))
	./"$target" "${top_srcdir:?}/tests/fuzz/corpus/${target#fuzz_}" || {
		echo "replay: $target failed"
		failed=$((failed + 1))
	}
done
[ "$n" -gt 0 ] || exit 77
echo "$((100 * (n - failed) / n))%: Checks: $n, Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
