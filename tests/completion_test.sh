#!/bin/sh
# The scripts of `tocsin completion` know every verb, action and option that
# --help names, and complete words, settings and files where an option takes
# these: asked in bash, and in zsh and fish where they are installed.
set -eu
# shellcheck source=tests/verbs_lib.sh
. "${top_srcdir:?}/tests/verbs_lib.sh"
tocsin=$PWD/tocsin
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
checks=0
failed=0
cd "$dir"
"$tocsin" completion bash >bash.script
"$tocsin" completion zsh >_tocsin
"$tocsin" completion fish >fish.script
mkdir work work/only
echo >work/onset

fail() {
	echo "completion_test: $*"
	failed=$((failed + 1))
}

# Each line of standard input is completed at its end: a line of what may stand
# there.
ask_bash() {
	cat >ask.bash <<'END'
source ../bash.script
while IFS= read -r line; do
	read -ra COMP_WORDS <<<"${line//=/ = }"
	[[ $line != *' ' ]] || COMP_WORDS+=("")
	COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
	COMPREPLY=()
	_tocsin
	echo "${COMPREPLY[*]-}"
done
END
	(cd work && bash ../ask.bash)
}

ask_fish() {
	cat >ask.fish <<'END'
source ../fish.script
while read -l line
	echo (complete -C $line | string split -f 1 \t)
end
END
	(cd work && HOME=$dir fish ../ask.fish)
}

# What a line has become after a tabulator, for what can be but one thing.
ask_zsh() {
	cat >ask.zsh <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'fpath=($PWD $fpath); autoload -U compinit; compinit -u -D'
zpty -w shell 'PS1=; show() { print -r "<$BUFFER>"; BUFFER= }; zle -N show'
zpty -w shell 'bindkey "^I" complete-word; bindkey "^X" show; cd work'
while IFS= read -r line; do
	zpty -n -w shell "$line"$'\t\x18'
	zpty -r -m shell out "*<tocsin*>*"
	print -r -- ${${out##*<}%%>*}
done
END
	TERM=dumb timeout 60 zsh -f ask.zsh | sed 's/ $//'
}

# $1: shell; standard input: "line|what it must say".
asks() {
	cat >cases
	cut -d'|' -f1 cases | "ask_$1" >said 2>errors || :
	cut -d'|' -f2 cases >wanted
	checks=$((checks + $(wc -l <cases)))
	if [ -s errors ] || ! diff wanted said >differ; then
		fail "$1 says something else:"
		cat errors differ
	fi
}

list() {
	tr -s ' \n' '\n' | sort | paste -sd' ' -
}

# What every shell must know: the verbs, and the options of each.
verbs_of "$tocsin" >verbs
echo "tocsin |$(grep -v ' ' verbs | list)" >known
while read -r verb; do
	# shellcheck disable=SC2086 # a verb of a group is two words
	echo "tocsin $verb --|$("$tocsin" $verb --help |
		sed -n 's/^ \{2,6\}\(-., \)\{0,1\}\(--[a-z-]*\).*/\2/p' | list)"
done <verbs >>known
checks=$((checks + 1))
[ "$(wc -l <known)" -gt 30 ] || fail "found no verbs"

sorted() {
	while IFS= read -r said; do
		printf '%s\n' "$said" | list
	done
}
ask_bash_sorted() {
	ask_bash | sorted
}
ask_fish_sorted() {
	ask_fish | sorted
}
asks bash_sorted <known
asks bash <<'END'
tocsin ev|event
tocsin event a|ack
tocsin event ack on|onset only
tocsin silence |list add end
tocsin help re|report replay restore
tocsin tune |sweep diff score fit
tocsin tune s|sweep score
tocsin tune sweep on|onset only
tocsin tune sweep --set rules.more|rules.more_than=
tocsin similar related --collapse |similar copies
tocsin feeds en|entries
tocsin report link re|revoke
tocsin config rules.more|rules.more_than
tocsin search --copies |fold all
tocsin search --order=b|best
tocsin replay --set rules.more|rules.more_than=
tocsin run -c on|onset only
tocsin run --db=ons|onset
tocsin demo -d on|only
tocsin search --since |
tocsin version |
tocsin completion z|zsh
END
if command -v fish >/dev/null 2>&1; then
	asks fish_sorted <known
	asks fish <<'END'
tocsin ev|event
tocsin event a|ack
tocsin event ack on|only/ onset
tocsin silence |add end list
tocsin help repo|report
tocsin tune |diff fit score sweep
tocsin tune sweep --html on|only/ onset
tocsin similar related --collapse |copies similar
tocsin report link re|revoke
tocsin config rules.more|rules.more_than
tocsin search --copies |all fold
tocsin replay --set rules.more|rules.more_than=
tocsin run -c on|only/ onset
tocsin demo -d on|only/
tocsin search --since |
tocsin completion z|zsh
END
fi
if command -v zsh >/dev/null 2>&1; then
	asks zsh <<'END'
tocsin ev|tocsin event
tocsin event ac|tocsin event ack
tocsin event ack ons|tocsin event ack onset
tocsin silence e|tocsin silence end
tocsin help repo|tocsin help report
tocsin tune sw|tocsin tune sweep
tocsin tune diff ons|tocsin tune diff onset
tocsin tune sweep --html=ons|tocsin tune sweep --html=onset
tocsin report link rev|tocsin report link revoke
tocsin config rules.more|tocsin config rules.more_than
tocsin search --copies f|tocsin search --copies fold
tocsin search --order=b|tocsin search --order=best
tocsin replay --set rules.more|tocsin replay --set rules.more_than=
tocsin run -c on|tocsin run -c on
tocsin run --db=ons|tocsin run --db=onset
tocsin demo -d o|tocsin demo -d only/
tocsin search --sin|tocsin search --since=
tocsin completion z|tocsin completion zsh
END
	# Each option stands in the arguments of its verb.
	while IFS='|' read -r line options; do
		verb=$(echo "${line#tocsin }" | sed -e 's/ --//' -e 's/ /\\\//')
		sed -n "/^	$verb)\$/,/;;/p" _tocsin >part
		for option in $options; do
			checks=$((checks + 1))
			case $line in
			*--) grep -qE -e "['{,*]${option}[]=}[]" part ;;
			*) grep -q "^		'$option:" _tocsin ;;
			esac || fail "zsh knows no '$line$option'"
		done
	done <known
fi
echo "$((100 * (checks - failed) / checks))%: Checks: $checks," \
	"Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
