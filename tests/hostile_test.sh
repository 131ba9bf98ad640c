#!/bin/sh
# Hostile inputs through the real program, a few for each way in: each ends
# with its exit code and a message that says where, and loses nothing else.
set -u
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
tocsin=$PWD/tocsin
cd "$dir" || exit 99
failed=0

# run CODE TEXT ARGUMENT...: the exit code, and what standard error must hold.
run() {
	code=$1 text=$2
	shift 2
	timeout 30 "$tocsin" "$@" >out 2>err
	got=$?
	if [ $got -ne "$code" ] || ! grep -q -e "$text" err; then
		echo "tocsin $*: exit code $got, not $code, or no '$text' in:"
		head -5 err
		failed=1
	fi
}

# items N: the run before accepted so many.
items() {
	grep -q "\"items\":$1," sum && return
	echo "not $1 items: $(cat sum)"
	failed=1
}

article() {
	echo "{\"id\":\"$1\",\"ts\":1700000000,\"title\":\"River $1 floods\"}"
}

# What the compiler and the linker have against overwritten memory is in the
# program, unless configure was told otherwise.
hardened() {
	case $(./config.status --config 2>/dev/null) in
	*disable-hardening* | *enable-sanitize* | *CFLAGS=*) return ;;
	esac
	readelf -d tocsin | grep -q BIND_NOW &&
		readelf -lW tocsin | grep -q GNU_RELRO &&
		readelf -sW tocsin | grep -q __stack_chk_fail &&
		readelf -sW tocsin | grep -q __snprintf_chk && return
	echo "tocsin: no stack protector, checked calls or fixed relocations"
	failed=1
}
(cd "${tocsin%/*}" && hardened && [ $failed -eq 0 ]) || failed=1

i=0
while [ $i -lt 400 ]; do
	article $i
	i=$((i + 1))
done >good
gzip -c good >whole.gz
head -c 2000 whole.gz >cut.gz
{
	printf '{"title":"caf\351"}\n'
	article a
	head -c 100000 /dev/zero | tr '\0' '['
	echo
	article b
	echo '{"ts":-1e300,"title":"no such date"}'
	head -c 5000000 /dev/zero | tr '\0' x
	echo
	article c
} >bad
{
	printf '{"title":"a page of words","text":"<p '
	awk 'BEGIN { for (i = 0; i < 300000; i++) printf "a%d ", i }'
	printf '>"}\n{"title":"another page of words","text":"'
	awk 'BEGIN { for (i = 0; i < 900000; i++) printf "<!--" }'
	printf '"}\n'
} >markup

run 4 'cut.gz:[0-9]*: the gzip archive is cut off' replay -q cut.gz
run 4 'directory' replay -q .
run 4 'none: cannot open' replay -q none
run 0 'bad:1:14: the line is not valid UTF-8' replay -q --summary sum bad
items 3
run 0 'bad:6: .*raise input.line_max' replay -q bad
run 3 'bad:1:14' replay -q --strict bad
"$tocsin" replay -q --summary sum markup || failed=1
items 2

printf 'near:\n\thorizon: 4h\n' >tabs.yaml
printf 'near:\n  horizon: 4 parsecs\n' >unit.yaml
printf 'rules:\n  more_then: 15\n' >key.yaml
head -c 20000 whole.gz >binary.yaml
run 2 'tabs.yaml:2' replay -q -c tabs.yaml good
run 2 'unit.yaml:2' replay -q -c unit.yaml good
run 2 'key.yaml:2:3' replay -q -c key.yaml good
run 2 'binary.yaml' replay -q -c binary.yaml good

run 4 'bad: this is not a database' replay -q --db bad good
run 4 'nowhere' replay -q --alerts nowhere/alerts good
run 4 'nowhere' replay -q --db nowhere/store.db good
[ -z "$(ls nowhere 2>/dev/null)" ] || failed=1

# rights MODE FILE: the file has these rights.
rights() {
	[ "$(stat -c %a "$2")" = "$1" ] && return
	echo "$2 has the rights $(stat -c %a "$2"), not $1"
	failed=1
}

# What makes a store keeps others out, whatever the umask; a copy of one has its
# rights, and one that is made anew from a copy is its owner's.
echo '<opml version="2.0"><body><outline xmlUrl="https://wire.example/" \
	type="rss"/></body></opml>' >feeds.opml
umask 000
"$tocsin" replay -q --db own.db good || failed=1
"$tocsin" feeds import --db feeds.db feeds.opml >out 2>err || failed=1
"$tocsin" backup -q --db own.db own.copy || failed=1
umask 077
"$tocsin" replay -q --set store.mode=0640 --db group.db good || failed=1
"$tocsin" backup -q --db group.db group.copy || failed=1
umask 022
"$tocsin" restore -q --db again.db group.copy >out || failed=1
"$tocsin" replay -q --db group.db good || failed=1
for file in own.db own.copy feeds.db again.db; do rights 600 "$file"; done
for file in group.db group.copy; do rights 640 "$file"; done

# Root without a unit is warned; nobody else is.
run 4 nowhere run --db nowhere/store.db
[ "$(id -u)" -eq 0 ] && told=1 || told=0
[ "$(grep -c event=root err)" -eq "$told" ] || failed=1
INVOCATION_ID=1 "$tocsin" run --db nowhere/store.db 2>err
! grep -q event=root err || failed=1
exit $failed
