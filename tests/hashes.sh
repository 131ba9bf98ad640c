#!/bin/sh
# hashes.sh PROGRAM SCRATCH DATA [--update]: do recorded streams still give the
# same alerts, assignments, reports and editions, byte for byte?
#
# Each stream is replayed into a store, the reports of all its events are
# written, and the editions of its days are tried. Their hashes are compared
# with tests/hashes.txt, which --update writes anew. Of long streams the first
# 60,000 articles are read, so that all of it takes a few minutes. White space
# between the tags of a page does not count.
#
# The streams are not part of the tree: one that DATA has not is passed over,
# and without any the exit code is 77.
set -u
program=$1 scratch=$2 data=$3 update=${4:-}
table=${top_srcdir:-..}/tests/hashes.txt
limit=60000

rm -rf "$scratch" && mkdir -p "$scratch" || exit 1
trap 'rm -rf "$scratch"' EXIT
echo 'editions: [{name: day, when: "07:00"}]' >"$scratch/editions.yaml"

# hash NAME: that of standard input, and what it is of.
hash() {
	hash_of=$(sha256sum) || exit 1
	echo "${hash_of%% *}  $stream $1"
}

# All files of a folder, one after the other.
files() {
	find "$scratch/$1" -name "$2" | LC_ALL=C sort | xargs cat
}

# Standard input without white space between tags.
tags() {
	tr '\n' ' ' | sed 's/>[[:space:]]*</></g'
}

# What the edition of each day says, in one form, in the file "editions"; which
# version of the program and of its catalogues made it is no matter.
editions() {
	"$program" edition try --db "$scratch/db" --format "$1" \
		--file "$scratch/editions.yaml" --since "$first" \
		--until "$((last + 86400))" >"$scratch/edited" || exit 1
	sed 's/tocsin [0-9][0-9.]*, words [0-9a-f]*/tocsin, words/' \
		"$scratch/edited" >"$scratch/editions"
}

# ts N: the time of the article in line N, to the second.
ts() {
	sed -n "$1"'s/.*"ts": *\([0-9]*\).*/\1/p' "$scratch/part"
}

# hashes NAME: of the stream in the file "part".
hashes() {
	stream=$1
	rm -rf "$scratch"/db* "$scratch/reports"
	"$program" replay -q --db "$scratch/db" --alerts "$scratch/alerts" \
		--assignments "$scratch/assignments" "$scratch/part" \
		>/dev/null || exit 1
	hash alerts <"$scratch/alerts"
	hash assignments <"$scratch/assignments"
	"$program" report --db "$scratch/db" --dir "$scratch/reports" \
		>/dev/null 2>&1 || exit 1
	for form in json md; do
		files reports "*.$form" | hash "reports.$form"
	done
	files reports '*.html' | tags | hash reports.html
	first=$(ts 1) last=$(ts '$')
	for form in json md text ninjs; do
		editions "$form"
		hash "editions.$form" <"$scratch/editions"
	done
	editions html
	tags <"$scratch/editions" | hash editions.html
}

for file in "$data"/*.ndjson.gz "$data"/*.ndjson.zst; do
	[ -r "$file" ] || continue
	case $file in
	*.gz) zcat "$file" ;;
	*) zstdcat "$file" ;;
	esac | head -n "$limit" >"$scratch/part"
	hashes "$(basename "$file" | sed 's/\.ndjson\..*//')"
done >"$scratch/got"

if [ ! -s "$scratch/got" ]; then
	echo "hashes: skipped: there is no stream in $data"
	exit 77
fi
if [ "$update" = --update ]; then
	cp "$scratch/got" "$table"
	exit
fi
if [ ! -s "$table" ]; then
	echo "hashes: $table is missing: is top_srcdir the top of the tree?"
	exit 1
fi
# A line that the table has not: of a stream that it knows, something changed.
grep -vxFf "$table" "$scratch/got" | cut -d' ' -f3- >"$scratch/changed"
sed 's/^/hashes: changed: /' "$scratch/changed"
echo "$(wc -l <"$scratch/got") hashes, $(wc -l <"$scratch/changed") changed"
[ ! -s "$scratch/changed" ]
