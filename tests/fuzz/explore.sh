#!/bin/sh
# explore.sh SECONDS CORPUS TARGET...: lets libFuzzer look for inputs that make
# a target fail, so many seconds each, and says how many it tried. Inputs of
# interest are kept in found/TARGET, those that fail as found/TARGET-*. Ends
# with 1 when one does.
set -u
seconds=$1 corpus=$2
shift 2
total=0 failed=
for target in "$@"; do
	mkdir -p "found/$target"
	log=found/$target.log
	"./$target" -max_total_time="$seconds" -timeout=30 \
	    -artifact_prefix="found/$target-" -print_final_stats=1 \
	    "found/$target" "$corpus/${target#fuzz_}" >"$log" 2>&1 ||
		failed="$failed $target"
	n=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
	echo "$target: ${n:-0} executions"
	total=$((total + ${n:-0}))
done
echo "$total executions of $# targets"
for target in $failed; do
	echo "$target failed: see $PWD/found/$target.log" >&2
done
test -z "$failed"
