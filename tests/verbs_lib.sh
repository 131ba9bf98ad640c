# shellcheck shell=sh
# Read by tests that go through all verbs.

# $1: a program. Prints the verbs that its help lists or names, a line each, and
# behind a group those of it: "tune", "tune sweep" ...
verbs_of() {
	"$1" help | sed -e '1,/^$/d' -e "/^'/d" -e '/^Exit codes/d' |
		cut -c12- | sed -e 's/\([a-z]\) .*/\1/' -e 's/, */\n/g' |
		sed '/^$/d' | while read -r verb; do
		echo "$verb"
		"$1" "$verb" --help | sed -n -e '/^Verbs:$/,/^$/{' \
			-e "s/^  \([a-z]*\) .*/$verb \1/p" -e '}'
	done
}
