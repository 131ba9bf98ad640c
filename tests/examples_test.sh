#!/bin/sh
# The examples of the manual, README and guide can be pasted: each that is a
# configuration, rules, receivers or articles is checked by the program, each
# command line names a verb and options that there are. Every example must be of
# a kind that this test knows, so that none is left out.
set -eu
top=$(cd "${top_srcdir:?}" && pwd)
tocsin=$PWD/tocsin
root=$(mktemp -d)
work=$root
trap 'rm -rf "$root"' EXIT
checks=0
failed=0

fail() {
	echo "examples_test: $1"
	failed=$((failed + 1))
}

# Splits a page into the files EXAMPLE.1, ... of its literal displays.
displays() {
	awk -v out="$2" '/^\.Bd -literal/ { n++; on = 1; next }
		/^\.Ed/ { on = 0 }
		on { gsub(/\\e/, "\\"); print >(out "." n) }' "$1"
}

# The block of the README or the guide that follows the line with this text.
block() {
	awk -v text="$1" 'index($0, text) { on = 1; next }
		on && /^    / { print substr($0, 5); some = 1; next }
		on && some && !/^$/ { exit }
		on && some { print "" }' "$top/README.md" "$top/man/guide.md"
}

check_file() { # name, file
	checks=$((checks + 1))
	if ! (cd "$work" && "$tocsin" check "$2") >"$work/said" 2>&1; then
		cat "$work/said"
		fail "$1 is not taken"
	fi
}

check_articles() {
	checks=$((checks + 1))
	if ! "$tocsin" replay -q --strict "$2" >"$work/said" 2>&1; then
		cat "$work/said"
		fail "$1 is not taken"
	fi
}

# A foot of reports, as a newsroom's own template.
check_template() {
	mkdir -p "$root/templates"
	cp "$2" "$root/templates/foot.html"
	echo "report: {templates: templates}" >"$root/templates.yaml"
	checks=$((checks + 1))
	if ! "$tocsin" check -c "$root/templates.yaml" >"$root/said" 2>&1; then
		cat "$root/said"
		fail "$1 is not taken"
	fi
}

# Cases of reports, by a store that has none of their articles.
check_cases() {
	checks=$((checks + 1))
	[ -e "$root/none.db" ] ||
		"$tocsin" replay -q --db "$root/none.db" /dev/null
	if ! "$tocsin-lab" judge --db "$root/none.db" "$2" \
	    >"$root/said" 2>&1; then
		fail "$1 is not taken: $(cat "$root/said")"
	fi
}

# Commands that set something up: they are run.
check_shell() {
	checks=$((checks + 1))
	(cd "$work" && sh -e "$2") >"$work/said" 2>&1 ||
		fail "the commands of $1 fail: $(cat "$work/said")"
}

check_python() {
	command -v python3 >/dev/null || return 0
	checks=$((checks + 1))
	printf '%s\n' '' \
	    'now = str(int(time.time()))' \
	    'sign = hmac.new(b"k", now.encode() + b".{}", hashlib.sha256)' \
	    'assert is_genuine(b"k", now, "v1=" + sign.hexdigest(), b"{}")' \
	    'assert not is_genuine(b"k", now, "v1=" + sign.hexdigest(), b"")' \
	    >>"$2"
	python3 "$2" >"$work/said" 2>&1 || fail "$1: $(cat "$work/said")"
}

# A verb that there is, by its name of today, with options that it names. What
# stands behind it may be a verb of a group.
check_command() { # name, verb, the rest of the line
	checks=$((checks + 1))
	member=${3# }
	member=${member%% *}
	case $member in
	-* | *[!a-z]*) member= ;;
	esac
	if ! "$tocsin" "$2" ${member:+"$member"} --help >"$work/help" 2>&1; then
		fail "$1: there is no verb $2 $member"
		return
	fi
	! grep 'is called' "$work/help" || fail "$1: $2 is a name of old"
	for option in $(printf '%s\n' "$3" | sed "s/'[^']*'//g" |
	    grep -o -e ' --[a-z-]*' || :); do
		grep -q -e "$option" "$work/help" ||
			fail "$1: $2 has no $option"
	done
}

check_commands() { # name, file
	sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$2" |
	    sed -n 's/^\(\$ \)\{0,1\}\(\.\/\)\{0,1\}tocsin \([a-z-]*\)/\3/p' \
	    >"$work/lines"
	while read -r verb rest; do
		check_command "$1" "$verb" " ${rest%%#*}"
	done <"$work/lines"
}

sections=$("$tocsin" config | sed -n 's/^\([a-z]*\):$/\1/p' | tr '\n' '|')

check_display() { # name, file
	case $(head -1 "$2") in
	rules: | receivers: | editions:) check_file "$1" "$2" ;;
	escalate:)
		{
			echo 'rules:'
			echo '  - {name: other, more_than: 9, within: 1h}'
			echo '  - name: one'
			echo '    more_than: 3'
			echo '    within: 1h'
			sed 's/^/    /' "$2"
		} >"$2.yaml"
		check_file "$1" "$2.yaml"
		;;
	'{"event":'*) ;; # what the program writes
	'process.roles='*) ;; # settings of a broker
	'kafka-'* | 'topic() {'* | 'jq '*) # programs of others
		checks=$((checks + 1))
		sh -n "$2" || fail "$1 is no shell"
		;;
	'{ "stream":'*) check_cases "$1" "$2" ;;
	'{'*) check_articles "$1" "$2" ;;
	'(umask'*) check_shell "$1" "$2" ;;
	'<footer>'*) check_template "$1" "$2" ;;
	'import '*) check_python "$1" "$2" ;;
	'$ '* | 'git show '* | 'source <('* | 'tocsin '*)
		check_commands "$1" "$2"
		;;
	*': error: '*) ;; # what the program prints
	*)
		if head -1 "$2" | grep -qE "^(${sections}none):"; then
			check_file "$1" "$2"
		else
			fail "$1 is no example that this test knows"
		fi
		;;
	esac
}

for page in "$top"/man/*.[15]; do
	name=$(basename "$page")
	displays "$page" "$work/$name"
	sed -n 's/^\.Dl //p' "$page" >"$work/$name.lines"
	check_commands "$name" "$work/$name.lines"
	i=1
	while [ -e "$work/$name.$i" ]; do
		check_display "$name, example $i" "$work/$name.$i"
		i=$((i + 1))
	done
done

# A body of one's own, as the manual of receivers shows it.
body=$(sed -n 's/\\(dq/"/g; s/^\.Dl \(body: .*\)/\1/p' \
    "$top/man/tocsin-receivers.5")
[ -n "$body" ] || fail "tocsin-receivers.5 shows no body"
{
	echo 'receivers:'
	echo '  - name: hook'
	echo '    kind: webhook'
	echo '    url: https://newsroom.example/tocsin'
	echo "    $body"
} >"$work/body.yaml"
check_file "the body in tocsin-receivers.5" "$work/body.yaml"

# The README's three files, as they are set up there, and its commands.
mkdir "$work/readme"
block 'who gets messages about them.' >"$work/readme/rules.yaml"
block 'signed, a program, a file):' >"$work/readme/receivers.yaml"
block 'prints every setting, explained' >"$work/readme/tocsin.yaml"
work=$work/readme
for file in rules.yaml receivers.yaml tocsin.yaml; do
	[ -s "$work/$file" ] || fail "README.md has no $file any more"
	check_file "README.md, $file" "$work/$file"
done
block 'a desk is told, of what, and how' >"$work/editions.yaml"
check_file "guide.md, editions" "$work/editions.yaml"
block 'A line is a JSON object' | tr '\n' ' ' >"$work/one.ndjson"
[ -s "$work/one.ndjson" ] || fail "README.md shows no article any more"
check_articles "README.md, the article" "$work/one.ndjson"
for page in README.md man/guide.md; do
	sed -n 's/^    //p' "$top/$page" >"$work/lines.sh"
	check_commands $page "$work/lines.sh"
done

echo "$((100 * (checks - failed) / checks))%: Checks: $checks," \
	"Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
