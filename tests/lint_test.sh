#!/bin/sh
# Shows that every check of lint.sh can fail: a small tree that is clean, then
# one bad file at a time, each of which must be found and named.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tree=$tmp/tree
said=$tmp/said
# Checks run at the end of pipes, so they are counted in files.
: >"$tmp/checks"
: >"$tmp/failures"

# A page for a room: $1 its folder, the rest what it may call.
page() {
	room=$1
	shift
	printf '# %s\n\nMay call: %s.\n' "$room" \
		"$(echo "${*:-nothing}" | sed 's/ /, /g')" \
		>"$tree/$room/README.md"
}

fresh_tree() {
	echo >>"$tmp/checks"
	rm -rf "$tree"
	mkdir "$tree"
	cp "$here/../.clang-format" "$tree/"
	for d in engine window rules sql tools tools/a tests man; do
		mkdir "$tree/$d"
		echo "$d/good.c $d/bad.c $d/bad.h" >"$tree/$d/module.mk"
		printf 'int tcn_good;\n' >"$tree/$d/good.c"
	done
	rm "$tree/man/good.c" "$tree/tools/good.c"
	page engine
	page window engine
	page rules window engine
	page sql engine
	page tools/a rules window engine sql
	echo 'tools/a/bad_impl.h tools/a/bad_int.h' >>"$tree/tools/a/module.mk"
	echo 'man/bad.1' >"$tree/man/module.mk"
}

# The checks that are made of what follows; none: all of them.
only=

# shellcheck disable=SC2086
lint() {
	sh "$here/lint.sh" "$tree" $only >"$said" 2>&1
}

fail() {
	echo "lint_test: $*" | tee -a "$tmp/failures"
}

# $1: path of the bad file, $2: what lint must say of it; content on stdin.
finds() {
	fresh_tree
	cat >"$tree/$1"
	if lint; then
		fail "$1: passes, should say: $2"
	elif ! grep -q "^$1:[0-9]*: .*$2" "$said"; then
		fail "$1: should say: $2; says: $(cat "$said")"
	fi
}

# $1: path of a file that must pass; content on stdin.
passes() {
	fresh_tree
	cat >"$tree/$1"
	lint || fail "$1: should pass; says: $(cat "$said")"
}

# $1: a statement; prints a C function of it.
body() {
	printf 'void\nbad(void)\n{\n\t%s;\n}\n' "$1"
}

repeat() {
	i=0
	while [ $i -lt "$1" ]; do
		printf '%s\n' "$2"
		i=$((i + 1))
	done
}

# $1: what lint must say of the tree as it stands in $tree.
says() {
	lint || :
	grep -q "$1" "$said" || fail "should say: $1; says: $(cat "$said")"
}

# The order of dependency.
only=c
for pair in engine:window window:rules rules:sql sql:window sql:rules \
	engine:tools/a tools/a:tests; do
	echo "#include \"${pair#*:}/x.h\"" |
		finds "${pair%:*}/bad.c" 'does not allow an include'
done
echo '#include "near.h"' | finds window/bad.c 'include by folder'
echo '#include "sql/x.h"' | passes tools/a/bad.c
echo '#include "window/x.h"' | passes rules/bad.c
echo '#include "tools/a/x.h"' | passes tests/bad.c
echo '/* #include "tools/x.h" */' | passes engine/bad.c
echo '#include "sql/store_impl.h"' | finds tools/a/bad.c 'sql/ alone'
echo 'int x;' | finds tools/a/bad_int.h 'ends in _impl.h'

fresh_tree
printf 'int\ntcn_good_one(void)\n{\n\treturn 1;\n}\n' >"$tree/rules/good.c"
body 'tcn_good_one()' >"$tree/engine/bad.c"
says '^engine/bad.c:.* does not allow a call of rules: tcn_good_one'
fresh_tree
rm "$tree/tools/a/README.md"
says '^tools/a/README.md:1: no line'
fresh_tree
page engine rules
says 'rooms call in a circle'
fresh_tree
echo 'int tcn_stray;' >"$tree/tools/stray.c"
says '^tools/stray.c:1: a file of no room'

# Names.
printf 'void\ntcn_other(void)\n{\n}\n' |
	finds engine/bad.c 'function tcn_other does not begin with tcn_bad'
printf 'static void\ntcn_other(void)\n{\n}\n' | passes engine/bad.c
printf 'void\ntcn_bad_one(void)\n{\n}\n' | passes engine/bad.c
echo 'const int tcn_other = 1;' | finds engine/bad.c 'global tcn_other'
echo 'const int tcn_bads[2] = { 1 };' | passes engine/bad.c
printf 'struct tcn_other {\n\tint x;\n};\n' | finds sql/bad.h 'tag tcn_other'
fresh_tree
for d in engine sql; do
	printf 'struct tcn_bad {\n\tint x;\n};\n' >"$tree/$d/bad.h"
done
says '^sql/bad.h:1: the tag tcn_bad is taken by engine/bad.h:1'

# What only tools/ may touch.
body 'now = time(0)' | finds engine/bad.c 'no clock call'
body 'f = fopen(path, mode)' | finds window/bad.c 'no file call'
body 'z = getenv(name)' | finds rules/bad.c 'no environment call'
body 'x = rand()' | finds window/bad.c 'no random call'
body 'puts(z)' | finds sql/bad.c 'no output call'
body 'exit(1)' | finds rules/bad.c 'no exit call'
body 'p = malloc(1)' | finds tools/a/bad.c 'heap memory'
body 'x = log(2)' | finds engine/bad.c 'engine/base/real.h: log'
body 'x = powf(2, 3)' | finds window/bad.c 'engine/base/real.h: pow'
body 'x = __builtin_exp2(3)' | finds rules/bad.c 'engine/base/real.h: exp2'
body 'x = log10l(3)' | finds tools/a/bad.c 'engine/base/real.h: log10'
body 'long double x = 1' | finds tools/a/bad.c 'long double'
body 'now = time(0)' | passes tools/a/bad.c
body 'x = sqrt(ldexp(floor(2), 3)), tcn_real_log(x)' | passes window/bad.c
body 'x = log(2)' | passes tests/bad.c
body '/* time(0) is "free(p)" */ z = "puts(1)"' | passes engine/bad.c
body 'near->open(z), tcn_time(0), near.free(z)' | passes window/bad.c

# How long things get.
only='c lengths'
{ echo '{'; repeat 59 ' ;'; echo '}'; } | sed 's/^ /\t/' |
	finds engine/bad.c 'function of 61 lines'
repeat 901 'extern int x;' | finds engine/bad.h 'file of 901 lines'
repeat 601 'x = 1' | finds tests/bad.sh 'file of 601 lines'
echo "int $(repeat 77 a | tr -d '\n');" | finds engine/bad.c 'of 82 columns'
echo "# $(repeat 79 a | tr -d '\n')" | finds tests/bad.sh '81 columns'
echo "char *z = \"$(repeat 60 é | tr -d '\n')\";" | passes engine/bad.c
printf 'int x; \n' | finds engine/bad.c 'white space'

# What must not be committed.
only=words
w=TO; echo "/* ${w}DO later */" | finds engine/bad.c 'left open'
w=FIX; echo "/* ${w}ME */" | finds tools/a/bad.h 'left open'
w=XX; echo "int ${w}X;" | finds tools/a/bad.h 'left open'
w=HA; echo "# ${w}CK" | finds tests/bad.sh 'left open'
w=implemented; echo "/* not $w */" | finds sql/bad.c 'left open'
w=/home; echo "/* see $w/me/notes */" | finds sql/bad.c 'path of one'
w=/work; echo "see $w/shared" | finds README.md 'path of one'
echo '/* https://example.org/home/ */' | passes tools/a/bad.c
w=XX; echo "char *t = \"tmp$w$w$w\";" | passes tools/a/bad.c

# What would not be built or shipped.
only='listed sorted paths scripts format man'
echo 'int x;' | finds engine/unlisted.h 'not listed'
echo 'int x;' | finds tests/unlisted.c 'not listed'
echo '[verb]' | finds engine/unlisted.txt 'not listed'
echo '.Dd today' | finds man/bad.1 'mandoc\|WARNING\|ERROR'
echo 'int   x;' | finds engine/bad.c 'layout differs'
printf 'X = \\\n\ta/b.c a/c.c \\\n\ta/a.c\n' |
	finds tests/bad.mk 'not in order: a/a.c after a/c.c'
printf 'X = a/b.c\nX += a/a.c\n\ninclude b/x\ninclude a/x\n' |
	passes tests/bad.mk
printf '#!/bin/sh\nrm %s\n' "\$1" | finds tests/bad.sh 'SC2086'
printf '#!/bin/sh\nrm "%s"\n' "\$1" | passes tests/bad.sh
# shellcheck disable=SC2016
echo 'See `sql/good` and `sql/gone.c`.' |
	finds tools/a/bad.md 'not there: sql/gone.c'
# shellcheck disable=SC2016
echo 'See `sql/good`, `sql/good.c`, `sql`, `sql/*.c`, sql/x.' |
	passes tools/a/bad.md
# shellcheck disable=SC2016
echo '| 1 | `sql/good.c` | `tcn_gone` | what |' |
	finds tools/a/bad.md 'tcn_gone does not stand in sql/good.c'
echo '<text class="file" x="1">sql/good  sql/gone</text>' |
	finds man/bad.svg 'not there: sql/gone'

# The version of the packages; $1: what the changelog says.
released() {
	fresh_tree
	mkdir "$tree/debian"
	echo 'AC_INIT([tocsin], [1.2.0])' >"$tree/configure.ac"
	echo "tocsin ($1) unstable; urgency=medium" >"$tree/debian/changelog"
}
only=version
released 1.2
says '^debian/changelog:1: configure.ac says version 1.2.0'
released 1.2.0
lint || fail "one version should pass; says: $(cat "$said")"

only=mutants
fresh_tree
printf 'tools/a/good.c\n- int tcn_good;\n+ int good;\n' \
	>"$tree/tests/mutants.txt"
lint || fail "a mutant of a line that stands should pass"
printf '\n- int tcn_bad;\n+ int bad;\n' >>"$tree/tests/mutants.txt"
says '^tests/mutants.txt:5: stands 0 times in tools/a/good.c'

only=catalogues
# Messages and their catalogues. $1: a message of the code; standard input: the
# entries of a catalogue.
catalogue() {
	fresh_tree
	mkdir -p "$tree/tools/tell/words/po"
	body "tcn_words_say(w, \"$1\", with, out)" >"$tree/tools/a/bad.c"
	{
		printf 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; '
		printf 'charset=UTF-8\\n"\n\n'
		cat
	} >"$tree/tools/tell/words/po/xx.po"
}

printf 'msgid "open"\nmsgstr "auf"\n' | catalogue 'shut {n}'
says '^tools/tell/words/po/xx.po:[0-9]*: lacks "shut {n}"'
printf 'msgid "shut {n}"\nmsgstr ""\n' | catalogue 'shut {n}'
says '^tools/tell/words/po/xx.po:[0-9]*: this message is untranslated'
printf 'msgid "shut {n}"\nmsgstr "zu {m}"\n' | catalogue 'shut {n}'
says '^tools/tell/words/po/xx.po:[0-9]*: {n} is not in both'
printf 'msgid "shut {n}"\nmsgstr "<b>zu</b> {n}"\n' | catalogue 'shut {n}'
says '^tools/tell/words/po/xx.po:[0-9]*: markup in a message'
printf 'msgid "shut {n}"\nmsgstr "zu {n}"\n' | catalogue 'shut {n}'
lint || fail "a whole catalogue should pass; says: $(cat "$said")"

only=
fresh_tree
mkdir "$tmp/bin"
for tool in sh awk dirname sed grep sort git find mktemp rm cat wc tsort tr \
	uniq tee xargs cut; do
	ln -sf "$(command -v $tool)" "$tmp/bin/$tool"
done
PATH=$tmp/bin says 'no clang-format 14 here'
PATH=$tmp/bin says 'no shellcheck here'
PATH=$tmp/bin says 'no mandoc here'

checks=$(wc -l <"$tmp/checks")
failed=$(grep -c '^lint_test: ' "$tmp/failures" || :)
echo "$((100 * (checks - failed) / checks))%: Checks: $((checks))," \
	"Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
