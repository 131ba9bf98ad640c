#!/bin/sh
# instructions.sh PROGRAM SCRATCH [--update | STREAM.ndjson...]: what an
# article costs, in instructions. They are counted by valgrind, so that they
# are the same whatever else the machine does.
#
# A stream is replayed twice on one thread, by a beginning of it and by a longer
# one; the difference, divided by the articles between, leaves out what a start
# costs. Without a STREAM it is the generated day, and the figures are held
# against the table of man/performance.md: 3 % more than there is a failure.
# --update writes that table. They depend on the compiler and on the libraries,
# which the table names: with others nothing is compared (exit code 77).
set -u
program=$1 scratch=$2
shift 2
table=${top_srcdir:-..}/man/performance.md
first=2000 last=6000 # articles

command -v valgrind >/dev/null || {
	echo "instructions: skipped: there is no valgrind"
	exit 77
}
rm -rf "$scratch" && mkdir -p "$scratch" || exit 1
trap 'rm -rf "$scratch"' EXIT

# Instructions of a replay of so many articles, with what options there are.
total() {
	total_n=$1
	shift
	head -n "$total_n" "$scratch/stream" >"$scratch/part"
	rm -f "$scratch"/db*
	valgrind --tool=cachegrind --cache-sim=no \
		--cachegrind-out-file=/dev/null \
		"$program" replay -q -j 1 "$@" "$scratch/part" 2>&1 |
		sed -n 's/^==[0-9]*== I *refs: *//p' | tr -d ,
}

# Thousands of instructions an article.
each() {
	each_a=$(total $first "$@") each_b=$(total $last "$@")
	[ -n "$each_a" ] && [ -n "$each_b" ] || exit 1
	echo $(((each_b - each_a) / (last - first) / 100)) |
		sed 's/.$/.&/'
}

# What the figures depend on.
versions() {
	printf 'gcc %s' "$(gcc -dumpfullversion)"
	for lib in icu-i18n sqlite3 libxml-2.0 libpcre2-8 libxxhash; do
		printf ', %s %s' "$lib" "$(pkg-config --modversion $lib)"
	done
	printf ', valgrind %s, %s\n' \
		"$(valgrind --version | sed 's/^valgrind-//')" \
		"$(sed -n 's/^HOT_CFLAGS = //p' Makefile)"
}

if [ $# -gt 0 ] && [ "$1" != --update ]; then
	for stream; do
		cp "$stream" "$scratch/stream" || exit 1
		plain=$(each) stored=$(each --db "$scratch/db")
		echo "| $(basename "$stream" .ndjson) | $plain | $stored |"
	done
	exit 0
fi

with=$(versions)
if [ $# -eq 0 ] && ! grep -qxF "With $with:" "$table"; then
	echo "instructions: skipped: the table is of other versions than $with"
	exit 77
fi
"$program" demo --print >"$scratch/stream" || exit 1
plain=$(each) stored=$(each --db "$scratch/db")
row="| generated day | $plain | $stored |"
echo "$row"
if [ $# -gt 0 ]; then
	sed -e "s/^With .*:\$/With $with:/" \
		-e "s/^| generated day |.*/$row/" "$table" >"$scratch/table" &&
		cp "$scratch/table" "$table"
	exit
fi
grep '^| generated day |' "$table" | awk -F'|' -v plain="$plain" \
	-v stored="$stored" '
	{ bad = plain > $3 * 1.03 || stored > $4 * 1.03 }
	END {
		if (bad || NR != 1)
			print "instructions: more than 3 % above", $0
		exit bad || NR != 1
	}'
