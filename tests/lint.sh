#!/bin/sh
# usage: lint.sh [ROOT [CHECK...]]
# What a compiler does not check: the order of dependency, who may touch the
# clock and the disk, how long things get, and what must not be committed.
# Prints one line a finding, "file:line: what"; exits 1 when there is any. All
# of the checks below, or those that are named: c words lengths ...
# lint_test.sh shows that each check can fail.
set -eu
LC_ALL=C
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd)
root=${1:-${top_srcdir:-$here/..}}
cd "$root"
shift $(($# > 0))
[ $# -gt 0 ] || set -- c words lengths listed sorted paths scripts format \
	man catalogues version mutants
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
found=$tmp/found
: >"$found"

# Every text file of the project; in a release there is no git to ask.
list_files() {
	if [ -e .git ] && command -v git >/dev/null 2>&1; then
		git ls-files -co --exclude-standard
	else
		find . -type f ! -path './build*' ! -path './*/.deps/*' \
			! -path './autom4te.cache/*' | sed 's,^\./,,'
	fi | sort
}

# $1: extended regular expression of paths.
files_like() {
	grep -E "$1" "$tmp/all" | while read -r f; do
		[ ! -f "$f" ] || echo "$f"
	done
}

# The prose of findings; $1: extended regular expression, $2: what to say,
# standard input: the files to look at.
forbid() {
	xargs grep -HnE "$1" /dev/null | cut -d: -f1,2 |
		sed "s/\$/: $2/" >>"$found"
}

# The words are cut up so that this file does not find itself.
check_words() {
	files_like '\.(c|h|sh|awk|mk|ac|am|md|[1-8])$|^quickstart$' |
		grep -v '^tests/fuzz/corpus/' >"$tmp/texts" || :
	forbid '(^|[^A-Za-z])(TOD[O]|FIXM[E]|XX[X]|HAC[K])([^A-Za-z]|$)' \
		'work left open' <"$tmp/texts"
	forbid 'not implemente[d]' 'work left open' <"$tmp/texts"
	forbid '(^|[^A-Za-z0-9._-])/(hom[e]|roo[t]|wor[k]|far[m]|User[s])/' \
		'a path of one machine' <"$tmp/texts"
}

# What a room may call stands in its page, after "May call:", up to the end of
# the sentence. Prints "room callee callee ...".
law_of() {
	sed -n '/^May call:/,/\.$/p' "$1/README.md" | tr '\n' ' ' |
		sed -e 's/^May call://' -e 's/nothing//' -e 's/[,.]/ /g' \
			-e "s,^,$1 ," -e 's/$/\n/'
}

# A room is a folder with C files in it; each has its page, and the pages
# together are the order of dependency, which has no circle.
check_rooms() {
	sed -n 's,^\(.*\)/[^/]*$,\1,p' "$tmp/c" | grep -v '^tests' |
		sort -u >"$tmp/rooms" || :
	: >"$tmp/law"
	while read -r room; do
		if grep -q '^May call:' "$room/README.md" 2>/dev/null; then
			law_of "$room" >>"$tmp/law"
		else
			echo "$room/README.md:1: no line \"May call: ...\"" \
				>>"$found"
		fi
	done <"$tmp/rooms"
	awk '{ for (i = 2; i <= NF; i++) print $1, $i }' "$tmp/law" |
		tsort 2>&1 >"$tmp/order" | sed -n 's/^tsort: //p' |
		grep -Fxf "$tmp/rooms" >"$tmp/circle" || :
	sed 's,$,/README.md:1: rooms call in a circle,' "$tmp/circle" \
		>>"$found"
	grep '^tools/[^/]*\.[ch]$' "$tmp/c" |
		sed 's/$/:1: a file of no room/' >>"$found" || :
}

# Where each global function is defined: "function room".
# shellcheck disable=SC2016
list_homes() {
	grep -v '^tests/' "$tmp/c" | grep '\.c$' | xargs awk '
	FNR == 1 {
		room = FILENAME
		sub(/\/[^\/]*$/, "", room)
		before = ""
	}
	/^tcn_[a-z0-9_]+\(/ && before !~ /^static/ {
		sub(/\(.*/, "")
		print $0, room
	}
	{ before = $0 }' >"$tmp/homes"
}

# No tag names two things: a call with the wrong one would compile.
# shellcheck disable=SC2016
check_tags() {
	grep -v '^tests/' "$tmp/c" | xargs awk '
	/^(struct|enum|union) tcn_[a-z0-9_]+ \{/ {
		print $2, FILENAME ":" FNR
	}' | sort | awk '
	$1 == tag { print $2 ": the tag " $1 " is taken by " at }
	{ tag = $1; at = $2 }' >>"$found"
}

check_c() {
	check_rooms
	list_homes
	check_tags
	xargs awk -v law="$tmp/law" -v homes="$tmp/homes" \
		-f "$here/lint.awk" <"$tmp/c" >>"$found"
}

# Files that are not C have the same limits.
check_lengths() {
	files_like '\.(sh|awk|mk|ac|am|sql)$|^quickstart$|^\.ci/' |
	while read -r f; do
		awk -v name="$f" '
		{ s = $0; gsub(/[\200-\277]/, "", s) }
		{ n = gsub(/\t/, "", s); s = length(s) + 8 * n }
		s > 80 { print name ":" FNR ": line of " s " columns" }
		END { if (FNR > 600) print name ":" FNR ": file of " FNR \
		    " lines (limit 600)" }' "$f"
	done >>"$found"
}

# A file that no make fragment names is not built or not shipped.
check_listed() {
	# shellcheck disable=SC2046
	cat /dev/null $(cat "$tmp/mk") >"$tmp/listed"
	awk '
	NR == FNR {
		for (i = 1; i <= NF; i++)
			listed[$i]
		next
	}
	!($0 in listed) {
		room = $0
		sub(/\/[^\/]*$/, "", room)
		print $0 ":1: not listed in " room "/module.mk"
	}' "$tmp/listed" "$tmp/c" >>"$found"
	files_like '^man/.*\.[1-8]$|^(engine|tools)/.*\.txt$' |
	while read -r f; do
		grep -qF "$f" "$tmp/listed" ||
			echo "$f:1: not listed in its room's module.mk"
	done >>"$found"
}

# A list of files in a make fragment is in order, so that a file is found in
# it, and two people who add one each do not meet at its end. Only assignments
# are looked at: rooms are included in the order of dependency.
check_sorted() {
	while read -r f; do
		awk -v name="$f" '
		/^[A-Za-z_0-9]+ *[+]?=/ {
			sub(/^[^=]*=/, "")
			before = ""
			within = 1
		}
		!within { next }
		{ within = /\\$/ }
		{
			for (i = 1; i <= NF; i++) {
				if ($i !~ /^[a-zA-Z.].*\//)
					continue
				if ($i < before)
					print name ":" FNR ": not in order: " \
					    $i " after " before
				before = $i
			}
		}' "$f"
	done <"$tmp/mk" >>"$found"
}

# Prose that names a file stays true: what stands `so` in a page, or as a file
# name in a drawing, is there, with or without .h or .c. Words with other
# characters than those of a path are not looked at. And where a table has a
# file beside a function, the function stands in the file.
# shellcheck disable=SC2016
check_paths() {
	top='(engine|window|rules|sql|tools|tests|man)/[A-Za-z0-9_./-]*'
	files_like '\.(md|svg)$' | while read -r page; do
		case $page in
		*.md) sed 's/`\([^`]*\)`/\n&\n/g' "$page" |
			sed -nE "s,^\`($top)\`\$,\\1,p" ;;
		*) sed -n 's,<.text>,,; s,.*class="file"[^>]*>,,p' "$page" |
			tr -s ' ' '\n' | grep -E "^$top\$" || : ;;
		esac | sort -u | while read -r path; do
			[ -e "$path" ] || [ -e "$path.h" ] ||
				[ -e "$path.c" ] || echo "$page:1:" \
				"names a file that is not there: $path"
		done
		file="\`($top\.c)\`" named="\`(tcn_[a-z0-9_]+)\`"
		sed -nE "s,^\|.*\| $file \| $named \|.*,\1 \3,p" "$page" |
			while read -r path function; do
				grep -qs "^$function(" "$path" ||
					echo "$page:1: $function does" \
						"not stand in $path"
			done
	done >>"$found"
}

# The shell scripts of the project.
check_scripts() {
	while read -r f; do
		case $f in
		*.sh | quickstart | .ci/*) [ ! -f "$f" ] || echo "$f" ;;
		esac
	done <"$tmp/all" >"$tmp/scripts"
	if ! command -v shellcheck >/dev/null 2>&1; then
		echo "tests/lint.sh:1: no shellcheck here:" \
			"install shellcheck" >>"$found"
	elif [ -s "$tmp/scripts" ]; then
		# shellcheck disable=SC2046
		shellcheck -f gcc $(cat "$tmp/scripts") |
			sed 's/^\([^:]*:[0-9]*\):[0-9]*: /\1: /' >>"$found"
	fi
}

# Releases of clang-format disagree: the layout is that of release 14.
find_format() {
	for format in clang-format-14 clang-format; do
		command -v $format >/dev/null 2>&1 || continue
		! $format --version | grep -q 'version 14\.' || return 0
	done
	return 1
}

check_format() {
	if ! find_format; then
		echo "tests/lint.sh:1: no clang-format 14 here:" \
			"install clang-format-14" >>"$found"
	elif [ -s "$tmp/c" ]; then
		# shellcheck disable=SC2046
		$format --dry-run $(cat "$tmp/c") 2>&1 |
			sed -n 's/^\(.*:[0-9]*\):[0-9]*: warning:.*/\1/p' |
			sed 's/$/: layout differs: run clang-format -i/' |
			uniq >>"$found"
	fi
}

check_man() {
	if ! command -v mandoc >/dev/null 2>&1; then
		echo "tests/lint.sh:1: no mandoc here:" \
			"install mandoc" >>"$found"
		return
	fi
	files_like '^man/.*\.[1-8]$' | while read -r f; do
		mandoc -Tlint -Wwarning "$f" 2>&1 |
			sed -n 's/^mandoc: \([^:]*:[0-9]*\):[0-9]*: /\1: /p'
	done >>"$found"
}

# Each message of the code is in each catalogue, with the same placeholders.
check_catalogues() {
	[ -d tools/tell/words/po ] || return 0
	if command -v xgettext >/dev/null 2>&1; then
		sh "$here/../tools/tell/words/messages.sh" check . >>"$found"
	else
		echo "tests/lint.sh:1: no xgettext here:" \
			"install gettext" >>"$found"
	fi
}

# The packages of Debian have the version of the program.
check_version() {
	[ -e debian/changelog ] || return 0
	version=$(sed -n 's/^AC_INIT(.*\[\(.*\)\])$/\1/p' configure.ac)
	sed -n '1s/^[a-z]* (\(.*\)).*/\1/p' debian/changelog |
		grep -qxF -e "$version" || echo "debian/changelog:1:" \
		"configure.ac says version $version" >>"$found"
}

# Each line that a mutant changes stands in its file, once.
check_mutants() {
	[ -e tests/mutants.txt ] || return 0
	awk '
	function bare(line) {
		gsub(/^[ \t]+|[ \t]+$/, "", line)
		return line
	}
	/^[a-z].*\.c$/ { file = $0 }
	/^- / {
		old = bare(substr($0, 3))
		n = 0
		while ((getline line <file) > 0)
			n += bare(line) == old
		close(file)
		if (n != 1)
			print FILENAME ":" FNR ": stands " n " times in " file
	}' tests/mutants.txt >>"$found"
}

list_files >"$tmp/all"
files_like '\.mk$' >"$tmp/mk" || :
files_like '^(engine|window|rules|sql|tools|tests)/.*\.[ch]$' >"$tmp/c" || :
for check; do
	"check_$check"
done
sort -t: -k1,1 -k2,2n "$found"
n=$(wc -l <"$found")
echo "lint: $(wc -l <"$tmp/c") C files, $((n)) findings"
[ "$n" -eq 0 ]
