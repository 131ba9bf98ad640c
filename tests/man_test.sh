#!/bin/sh
# The manual names every verb, every option that a verb's --help names (in the
# page of the verb's family), every section of settings, every field of a rule
# and every kind of receiver; a test that it names is there.
set -eu
# shellcheck source=tests/verbs_lib.sh
. "${top_srcdir:?}/tests/verbs_lib.sh"
man=${top_srcdir:?}/man
tocsin=./tocsin
lab=./tocsin-lab
checks=0
failed=0

# The page that describes a verb: that of the verb, or of its group, or the one
# of all verbs.
page_of() {
	case $1 in
	backup | restore | search | show | upgrade | vacuum) set -- store ;;
	esac
	for page in "$man/tocsin-$(echo "$1" | tr ' ' -).1" \
	    "$man/tocsin-${1% *}.1" "$man/tocsin.1"; do
		[ ! -e "$page" ] || break
	done
	echo "$page"
}

wants() {
	checks=$((checks + 1))
	if ! grep -qw -e "$1" "$2"; then
		echo "man_test: $2 does not mention $3"
		failed=$((failed + 1))
	fi
}

# The names that stand in the tags of a template.
values_of() {
	sed -e 's/{{/\n{{/g' "$1" | sed -n -e '/^{{[>!"]/d' \
		-e 's/^{{[{#^/&]* *\([^}]*\)}}.*/\1/p' |
		sed -e 's/|[a-z]*$//' -e 's/||/ /g' -e 's/\.length//' \
			-e 's/@.*//' -e 's/\./ /g'
}

# The names of the options in help.
options_of() {
	sed -n 's/^ \{2,6\}\(-., \)\{0,1\}--\([a-z-]*\).*/\2/p'
}

list=$(mktemp)
for program in $tocsin $lab; do
	verbs_of "$program" >"$list"
	[ -s "$list" ] || { echo "man_test: $program lists no verbs"; exit 1; }
	while read -r verb; do
		page=$(page_of "$verb")
		wants "${verb#* }" "$man/tocsin.1" "the verb $verb"
		wants "\`\(${verb% *} \)\{0,1\}${verb#* }\`" \
			"$man/../README.md" "the verb $verb"
		# shellcheck disable=SC2086 # a verb of a group is two words
		for option in $("$program" $verb --help | options_of); do
			case $page:$option in
			*/tocsin.1:help | */tocsin.1:config) ;;
			*) wants "Fl $option" "$page" "--$option of $verb" ;;
			esac
		done
	done <"$list"
done
rm -f "$list"
for section in $($tocsin config | sed -n 's/^\([a-z]*\):$/\1/p'); do
	wants "Cm $section" "$man/tocsin-config.5" "the section $section"
done
# Each template of reports, and each value that one of them uses.
for file in "$man"/../tools/tell/report/templates/*; do
	wants "Cm ${file##*/}" "$man/tocsin-templates.5" "the template $file"
	for name in $(values_of "$file"); do
		wants "Cm $name" "$man/tocsin-templates.5" "the value $name"
	done
done
# Each setting stands in the page with what the program says of it.
settings=0
for key in $($tocsin config | awk '/^[a-z]+:$/ { section = $1 }
    /^  [a-z_]+: / { print section $1 }' |
    sed -e 's/:/./' -e 's/:$//'); do
	settings=$((settings + 1))
	wants "It Cm $key" "$man/tocsin-config.5" "the setting $key"
done
[ "$settings" -gt 50 ] || { echo "man_test: found no settings"; exit 1; }
checks=$((checks + 1))
made=$(mktemp)
sh "$man/settings.sh" $tocsin >"$made"
if ! sed -n '/^\.\\" settings: begin/,/^\.\\" settings: end/p' \
    "$man/tocsin-config.5" | diff - "$made"; then
	echo "man_test: $man/tocsin-config.5 has not the program's settings;" \
		"run: sh man/settings.sh $tocsin man/tocsin-config.5"
	failed=$((failed + 1))
fi
rm -f "$made"
fields=$(sed -n 's/^\t{ "\([a-z_]*\)",.*/\1/p' \
	"$top_srcdir/rules/ruleset_table.c")
[ -n "$fields" ] || { echo "man_test: found no fields of rules"; exit 1; }
for field in $fields; do
	wants "$field" "$man/tocsin-rules.5" "the field $field of a rule"
done
kinds=$(sed -n 's/^\t\.name = "\([a-z]*\)",$/\1/p' \
	"$top_srcdir"/tools/serve/deliver/channel*.c)
[ -n "$kinds" ] || { echo "man_test: found no kinds of receivers"; exit 1; }
for kind in $kinds; do
	wants "$kind" "$man/tocsin-receivers.5" "receivers of kind $kind"
done
# The manual's example of rules is one.
checks=$((checks + 1))
example=$(mktemp)
sed -n '/^rules:$/,/^\.Ed$/{/^\.Ed$/q;p;}' "$man/tocsin-rules.5" >"$example"
if ! $tocsin check "$example" >"$example.said" 2>&1 ||
    ! grep -q 'all is well' "$example.said"; then
	cat "$example.said"
	failed=$((failed + 1))
fi
rm -f "$example" "$example.said"
# In the line of a macro a quotation mark before a word is no text: it is not
# printed. It is written \(dq there.
checks=$((checks + 1))
if grep -nE '^\.(Dl|Ql|D1|Li) .* "' "$man"/*.[15]; then
	echo "man_test: the quotation marks of these lines are not printed"
	failed=$((failed + 1))
fi
# No file that the unit loads is obligatory: SetCredential= stands in for it.
unit=$top_srcdir/tools/serve/daemon/tocsin.service.in
credentials=$(sed -n 's/^LoadCredential=\([^:]*\):.*/\1/p' "$unit")
for name in $credentials; do
	checks=$((checks + 1))
	if ! grep -q "^SetCredential=$name:" "$unit"; then
		echo "man_test: $unit has nothing in place of $name"
		failed=$((failed + 1))
	fi
done
# A test that a page names is there.
named=$(grep -ho '[a-z_]*_test\.sh' "$man"/*.1 | sort -u)
for name in $named; do
	checks=$((checks + 1))
	if [ ! -e "$top_srcdir/tests/$name" ]; then
		echo "man_test: a page names $name, which is not there"
		failed=$((failed + 1))
	fi
done
echo "$((100 * (checks - failed) / checks))%: Checks: $checks," \
	"Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
