#!/bin/sh
# usage: mutants.sh [-r] [-t TABLE] BUILD-DIRECTORY
# Puts each mutant of a table (tests/mutants.txt) into a copy of the tree that
# BUILD-DIRECTORY was configured in (as ../configure), and asks `make check`
# whether it sees it: the tests of the room first, then, without -r, every other
# test until one fails. Prints a line a mutant and the totals. Fails when a
# mutant cannot be made or built, not when one survives.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
table=$here/mutants.txt
room_only=
while getopts rt: option; do
	case $option in
	r) room_only=1 ;;
	t) table=$(realpath "$OPTARG") ;;
	*) sed -n '2,/^set/s/^# //p' "$0" >&2; exit 2 ;;
	esac
done
shift $((OPTIND - 1))
build=$(cd "${1:?a build directory}" && pwd)
unset MAKEFLAGS MFLAGS MAKELEVEL
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# With the times of the files, so that nothing is built anew.
cp -a "$build/.." "$tmp/tree"
cd "$tmp/tree/$(basename "$build")"

# shellcheck disable=SC2016
tests=$(printf 'include Makefile\nlist-tests:\n\t@echo $(TESTS)\n' |
	make -s -f - list-tests)

# $1: a file; prints the tests of its room, which have no wing of tools in their
# names. The window as a whole is tried by the pipeline.
room_tests() {
	room=$(echo "${1%/*}" |
		sed 's,^tools/\(serve\|intake\|tell\|lab\)/,tools/,')
	[ "$room" != window ] || room=tools/pipeline
	room=check_$(echo "$room" | tr / _)
	for test in $tests; do
		case $test in
		"$room" | "$room"_*) echo "$test" ;;
		esac
	done
}

others() {
	# shellcheck disable=SC2086
	[ "$room_only" ] || printf '%s\n' $tests |
		grep -vxF "$(room_tests "$1")" || :
}

# $1: a file, $2: its line, $3: the new one; the file that results. Fails when
# the line is not there exactly once.
# shellcheck disable=SC2016
mutate() {
	OLD=$2 NEW=$3 awk '
	{
		line = $0
		sub(/^[ \t]+/, "", line)
		sub(/[ \t]+$/, "", line)
	}
	line == ENVIRON["OLD"] { n++; print ENVIRON["NEW"]; next }
	{ print }
	END { exit n != 1 }' "$1"
}

# $@: tests. Prints the first that fails; 1: none does.
first_of() {
	for test; do
		timeout 900 make -s check-TESTS TESTS="$test" \
			>"$tmp/log" 2>&1 || { echo "$test"; return; }
	done
	return 1
}

# $1: the file of a mutant. Prints what saw it, or nothing; 1: it cannot be
# built.
# shellcheck disable=SC2046
try() {
	set -- $(room_tests "$1") -- $(others "$1")
	room=
	while [ "$1" != -- ]; do
		room="$room $1"
		shift
	done
	shift
	[ -n "$room" ] || [ -z "$room_only" ] || return 1
	# shellcheck disable=SC2086
	make -s -j"$jobs" tocsin $room >"$tmp/log" 2>&1 || return 1
	# shellcheck disable=SC2086
	first_of $room && return
	[ $# -gt 0 ] || return 0
	make -s -j"$jobs" check TESTS= >"$tmp/log" 2>&1 || return 1
	first_of "$@" || :
}

made=0
caught=0
bad=0
while IFS= read -r line; do
	case $line in
	'- '*) old=${line#- } ; continue ;;
	'+ '*) new=${line#+ } ;;
	'#'* | '') continue ;;
	*) file=$line; continue ;;
	esac
	made=$((made + 1))
	cp -p "../$file" "$tmp/before"
	if ! mutate "../$file" "$old" "$new" >"$tmp/after"; then
		bad=$((bad + 1))
		echo "cannot: $file: not there once: $old"
		continue
	fi
	cat "$tmp/after" >"../$file"
	if ! by=$(try "$file" </dev/null); then
		bad=$((bad + 1))
		echo "cannot: $file: does not build: $new"
		tail -5 "$tmp/log"
	elif [ "$by" ]; then
		caught=$((caught + 1))
		echo "caught: $file: $new ($by)"
	else
		echo "survived: $file: $new"
	fi
	cat "$tmp/before" >"../$file"
done <"$table"
echo "$made mutants: $caught caught, $((made - caught - bad)) survived," \
	"$bad could not be tried"
[ "$bad" -eq 0 ]
