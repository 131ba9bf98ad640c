#!/bin/sh
# usage: messages.sh update|check [ROOT]
# Holds the messages of the code against the catalogues in tools/tell/words/po.
# update: puts new messages into each, for a translator, and takes out those
# that the code no longer has. check: prints one line a finding, "file:line:
# what"; needs gettext's tools.
set -eu
LC_ALL=C
export LC_ALL
cd "${2:-.}"
po=tools/tell/words/po
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# All messages of the code, in the order of the files: of C, of the help of the
# fields of rules, of templates, which name them as {{"TEXT"|word}}, {{<"TEXT"}}
# or {{n|"ONE"|"MORE"}}, behind a {{! TRANSLATORS: NOTE }} where one needs a
# note, and of scripts.
extract() {
	find tools -path '*/templates/*' -type f | sort | while read -r f; do
		mkdir -p "$tmp/$(dirname "$f")"
		sed -f tools/tell/words/script_words.sed \
		    -e 's,{{! \(TRANSLATORS: [^}]*\) }},\n /* \1 */\n,g' "$f" |
			grep '^ TCN_WORDS\|^ /\* TRANSLATORS' >"$tmp/$f" || :
	done
	find tools -name '*.js' | sort | while read -r f; do
		tr '\n\t' '  ' <"$f" |
			sed -f tools/tell/words/script_words.sed |
			grep '^ TCN_WORDS' >"$tmp/$f" || :
	done
	# The help of a field of rules is the last text of its row.
	mkdir -p "$tmp/rules"
	[ ! -e rules/ruleset_table.c ] || awk '/^\t\{ "/ { row = "" }
	{ row = row $0 }
	match(row, /("[^"]*"[\t ]*)+\},$/) {
		print " TCN_WORDS(" substr(row, RSTART, RLENGTH - 2) ")"
	}' rules/ruleset_table.c >"$tmp/rules/ruleset_table.c"
	{
		find tools -name '*.[ch]'
		(cd "$tmp" && find tools rules -type f)
	} | sort >"$tmp/files"
	xgettext --language=C --from-code=UTF-8 --files-from="$tmp/files" \
		--directory="$tmp" --directory=. \
		--keyword --keyword=TCN_WORDS:1 --keyword=TCN_WORDS_IN:1c,2 \
		--keyword=TCN_WORDS_COUNT:1,2 \
		--keyword=TCN_WORDS_COUNT_IN:1c,2,3 --keyword=tcn_words_text:2 \
		--keyword=tcn_words_in:2c,3 --keyword=tcn_words_plural:2,3 \
		--keyword=tcn_words_say:2 --keyword=tcn_words_count:2,3 \
		--keyword=tcn_words_count_with:2,3 \
		--add-comments=TRANSLATORS: --add-location=file \
		--package-name=tocsin --output="$tmp/messages.pot"
}

update() {
	for file in "$po"/*.po; do
		msgmerge --quiet --no-fuzzy-matching --add-location=file \
			--output-file="$tmp/merged.po" "$file" \
			"$tmp/messages.pot"
		msgattrib --no-obsolete --add-location=file "$tmp/merged.po" |
			sed -e '/^"POT-Creation-Date:/d' \
			    -e '/^"Report-Msgid-Bugs-To:/d' >"$tmp/new.po"
		cp "$tmp/new.po" "$file"
	done
}

# The line of the catalogue $1 on which message $2 begins; 1 when it has none.
line_of() {
	grep -nF "\"$2" "$1" | sed -n '1s/:.*//p' | grep . || echo 1
}

# The message of the template whose translation stands on line $1.
message_at() {
	awk -v last="$1" '
	NR > last { exit }
	/^msgid "/ { text = ""; on = 1 }
	/^msg(id_plural|str|ctxt)/ { on = 0 }
	on {
		sub(/^msgid /, "")
		text = text substr($0, 2, length($0) - 2)
	}
	END { print text }' "$tmp/messages.pot"
}

# Untranslated, doubtful or not there. The texts between quotation marks are
# those of msgcmp, of which we keep the place.
check_missing() {
	msgcmp "$1" "$tmp/messages.pot" 2>&1 |
		sed -n 's/^\([^:]*\.po\):\([0-9]*\): \(.*\)$/\1:\2: \3/p
			s/^[^:]*\.pot:\([0-9]*\): .*/\1/p' |
		while IFS= read -r line; do
			case $line in
			*[!0-9]*) echo "$line" ;;
			*)
				text=$(message_at "$line")
				echo "$1:$(line_of "$1" "$text"): lacks" \
					"\"$text\": make update-po, then" \
					"translate it"
				;;
			esac
		done
}

# Each placeholder of a message is in each of its translations, but {n}, which
# the form of one may say in a word; and there is no markup.
check_placeholders() {
	msgcat --no-wrap "$1" | awk -v name="$1" '
	function names(s,   list, at) {
		list = ""
		while (match(s, /\{[a-z_]*\}/)) {
			at = substr(s, RSTART, RLENGTH)
			if (!index(list, at))
				list = list at
			s = substr(s, RSTART + RLENGTH)
		}
		return list
	}
	function lacks(list, s, form,   at) {
		while (match(list, /\{[a-z_]*\}/)) {
			at = substr(list, RSTART, RLENGTH)
			if (!index(s, at) && !(form && at == "{n}"))
				return at
			list = substr(list, RSTART + RLENGTH)
		}
		return ""
	}
	/^msgid "/ { id = $0 }
	/^msgid_plural "/ { id = id $0 }
	/^msgstr/ && id != "msgid \"\"" {
		form = $1 == "msgstr[0]"
		bad = lacks(names(id), $0, form)
		if (!bad)
			bad = lacks(names($0), id, 0)
		if (bad)
			print name ":1: " bad " is not in both: " id " " $0
		if ($0 ~ /[<>&*_`|]/ && id !~ /[<>&*_`|]/)
			print name ":1: markup in a message: " $0
	}'
}

extract
case $1 in
update) update ;;
check)
	for file in "$po"/*.po; do
		check_missing "$file"
		check_placeholders "$file"
	done
	;;
esac
