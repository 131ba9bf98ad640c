#!/bin/sh
# usage: settings.sh TOCSIN [PAGE]
# Prints the settings as mdoc(7), from what 'tocsin config' prints; with PAGE,
# which is man/tocsin-config.5, puts them there in place of those that stand
# between its two marks. tests/man_test.sh compares.
set -eu
tocsin=$1
page=${2:-}

list() {
	echo '.\" settings: begin; made by man/settings.sh'
	"$tocsin" config | awk '
	function flush_list() {
		if (open) print ".El"
		open = 0
	}
	# Text that mdoc takes for itself: no control line, no escape.
	function plain(text) {
		gsub(/\\/, "\\e", text)
		return text ~ /^[.\x27]/ ? "\\&" text : text
	}
	/^# / { next }
	/^[a-z]+:$/ {
		flush_list()
		section = substr($0, 1, length($0) - 1)
		print ".Ss Section " section
		print ".Bl -tag -width Ds"
		open = 1
		text = ""
		next
	}
	# A sentence begins on a line of its own.
	function sentences(text,   out) {
		while (match(text, /[.:] [A-Z]/)) {
			out = out plain(substr(text, 1, RSTART)) "\n"
			text = substr(text, RSTART + 2)
		}
		return out plain(text)
	}
	/^  # / { text = text (text ? " " : "") substr($0, 5); next }
	/^  #?[a-z_]+: / {
		key = $1
		gsub(/[#:]/, "", key)
		print ".It Cm " section "." key
		print sentences(text)
		text = ""
	}
	END { flush_list() }'
	echo '.\" settings: end'
}

if [ -z "$page" ]; then
	list
	exit
fi
made=$(mktemp)
list >"$made"
awk -v made="$made" '
	/^\.\\" settings: begin/ {
		while ((getline line < made) > 0)
			print line
		inside = 1
	}
	!inside { print }
	/^\.\\" settings: end/ { inside = 0 }' "$page" >"$made.page"
cat "$made.page" >"$page"
rm -f "$made" "$made.page"
