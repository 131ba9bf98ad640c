#!/bin/sh
# workers.sh PROGRAM SCRATCH STREAM.ndjson...: what workers take from the
# detector, by records that are short and that are whole (kafka.records): rows
# of the table in man/performance.md. PROGRAM is tocsin-lab.
#
# Instructions are counted by valgrind over the first articles of a stream, by
# function, so that they are the same whatever else the machine does. Rates are
# of processor time on this machine, a processor for each worker, the detector
# and the broker: no log is run, so that they do not depend on how many there
# are. `make bench-kafka` runs one.
set -u
program=$1 scratch=$2
shift 2
articles=${ARTICLES:-6000} # the instructions of so many

command -v valgrind >/dev/null || {
	echo "workers: skipped: there is no valgrind"
	exit 77
}
rm -rf "$scratch" && mkdir -p "$scratch" || exit 1
trap 'rm -rf "$scratch"' EXIT

# Instructions of functions and of what they call.
count() { # form, function...
	count_form=$1
	shift
	for function; do
		sed -n "s/^ *\([0-9,]*\) .*:$function \[.*/\1/p" \
			"$scratch/$count_form.calls" | head -1 | tr -d ,
	done | awk '{ sum += $1 } END { print sum + 0 }'
}

count_all() { # form, stream, option...
	form=$1 stream=$2
	shift 2
	valgrind --tool=callgrind \
		--callgrind-out-file="$scratch/calls" "$program" simulate -q \
		--json --workers 1 --for 1s --rate 10 --input "$stream" \
		--items "$articles" "$@" >"$scratch/out" 2>"$scratch/log" || {
		cat "$scratch/log"
		exit 1
	}
	callgrind_annotate --inclusive=yes --threshold=100 "$scratch/calls" \
		>"$scratch/$form.calls" 2>/dev/null
}

# One measurement more; of several the least counts, as what else the machine
# does only adds to it.
clock() { # form, stream, option...
	form=$1 stream=$2
	shift 2
	"$program" simulate -q --json --workers 1 --for 1s --rate 10 \
		--input "$stream" --items "$articles" "$@" \
		>>"$scratch/$form.json" || exit 1
}

service() { # form, name
	sed -n "s/.*\"$2\":\([-+.e0-9]*\).*/\1/p" "$scratch/$1.json" |
		sort -g | head -1
}

row() { # stream, form
	worker=$((read + prepare + $(count "$2" tcn_doc_record_write \
		tcn_doc_record_write_short tcn_doc_record_may_be_short)))
	detector=$(($(count "$2" tcn_doc_record_read tcn_pipeline_doc \
		tcn_pipeline_article tcn_pipeline_commit_delta)))
	awk -v name="$1" -v form="$2" -v worker=$worker -v detector=$detector \
		-v alone=$alone -v n="$articles" \
		-v bytes="$(service "$2" record_bytes)" \
		-v prepare="$(service "$2" prepare)" \
		-v decide="$(service "$2" decide)" \
		-v commit="$(service "$2" commit)" \
		-v client="$(service "$2" client)" '
	function rate(workers, most) {
		most = 1 / (decide + client + commit / 2000)
		workers /= prepare + 2 * client
		return sprintf("%.0f", workers < most ? workers : most)
	}
	BEGIN {
		printf "| %s | %s | %.0f | %.1f | %.1f | %.1f | %.0f %% |" \
			" %s | %s | %s |\n", name, form, bytes, \
			alone / n / 1000, worker / n / 1000, \
			detector / n / 1000, 100 * (1 - detector / alone), \
			rate(1), rate(2), rate(4)
	}'
}

for stream; do
	count_all whole "$stream" --whole
	count_all short "$stream"
	rm -f "$scratch"/*.json
	for _ in 1 2 3; do
		clock whole "$stream" --whole
		clock short "$stream"
	done
	# One program that does all: it reads, prepares, decides and commits.
	read=$(count whole tcn_source_next) prepare=$(count whole tcn_prepare)
	alone=$((read + prepare + $(count whole tcn_pipeline_doc \
		tcn_pipeline_commit_delta)))
	for form in short whole; do
		row "$(basename "$stream" .ndjson)" $form
	done
done
echo "($(nproc) processors)"
