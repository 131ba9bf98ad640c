#!/bin/sh
# quickstart does what is needed and no more, in whatever state the tree is: in
# a small tree whose autogen.sh, configure, make and apt are stand-ins that say
# that they were called. What quickstart reads in a config.status is looked for
# in the real one, too.
set -eu
real=$PWD/config.status
top=$(cd "${top_srcdir:?}" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
tree=$root/tree
log=$root/log
missing=$root/missing
checks=0
failed=0
export log missing
unset CONFIG_SITE
PATH=$root/bin:$PATH

fail() {
	echo "quickstart_test: $*"
	failed=$((failed + 1))
}

# $1: name; the rest is on standard input.
stand_in() {
	{
		echo '#!/bin/sh'
		cat
	} >"$1"
	chmod 755 "$1"
}

mkdir "$root/bin" "$missing"
chmod 777 "$missing"
stand_in "$root/bin/dpkg-query" <<'END'
for p in "$@"; do :; done
[ -e "$missing/$p" ] || printf installed
END
stand_in "$root/bin/apt-get" <<'END'
case $1 in
update) exit 0 ;;
esac
shift 4
echo "apt $*" >>"$log"
[ ! -e "$missing/network" ] || exit 100
for p in "$@"; do rm -f "$missing/$p"; done
END
stand_in "$root/bin/apt-cache" </dev/null
stand_in "$root/bin/clang-format-14" <<'END'
echo version 14.0
END
stand_in "$root/bin/msgfmt" </dev/null
stand_in "$root/bin/pkg-config" <<'END'
case $2 in
'check >= '[0-9]*) [ ! -e "$missing/check" ] ;;
'rdkafka >= '[0-9]*) [ ! -e "$missing/librdkafka-dev" ] ;;
*) exit 1 ;;
esac
END
stand_in "$root/bin/sudo" <<'END'
echo "sudo $3 $4" >>"$log"
END
stand_in "$root/bin/make" <<'END'
say=make
dir=
for arg in "$@"; do
	case $arg in
	build*) dir=$arg ;;
	-* | *=*) ;;
	*) say="$say $arg" ;;
	esac
done
echo "$say" >>"$log"
[ "$say" = make ] || exit 0
echo 'echo demo >>"$log"' >"$dir/tocsin"
chmod 755 "$dir/tocsin"
case $(cat "$missing/end" 2>/dev/null) in
kill)
	echo half >"$dir/half.o"
	kill -9 $PPID
	;;
fail) exit 2 ;;
esac
END

fresh_tree() {
	rm -rf "$tree" "${missing:?}"/*
	mkdir "$tree"
	cp "$top/quickstart" "$top/configure.ac" "$tree/"
	echo >"$tree/Makefile.am"
	echo >"$tree/module.mk"
	stand_in "$tree/autogen.sh" <<'END'
echo autogen >>"$log"
rm -f Makefile.in
cp conf configure
[ ! -e "$missing/autogen" ] || exit 1
echo >Makefile.in
END
	# As the real one, it looks for what it is not told to do without.
	stand_in "$tree/conf" <<'END'
echo "configure $*" | sed 's/ -q//' >>"$log"
[ "$1" != -q ] || shift
[ ! -e "$missing/configure" ] || exit 1
tests= kafka= msgfmt=msgfmt
pkg-config --exists 'check >= 0' || tests='#'
pkg-config --exists 'rdkafka >= 0' || kafka='#'
[ ! -e "$missing/gettext" ] || msgfmt=
for arg in "$@"; do
	case $arg in
	--disable-tests) tests='#' ;;
	--enable-tests) tests= ;;
	--without-kafka) kafka='#' ;;
	esac
done
echo '[ "$1" = --config ] && echo "'"$*"'"' >config.status
{
	echo "ac_pwd='$(pwd)'"
	echo "srcdir='${0%/configure}'"
	echo "S[\"TESTS_BUILT_TRUE\"]=\"$tests\""
	echo "S[\"KAFKA_TRUE\"]=\"$kafka\""
	echo "S[\"MSGFMT\"]=\"$msgfmt\""
	echo 'exit 0'
} >>config.status
[ ! -e "$missing/makefile" ] || exit 1
echo >Makefile
END
}

# All that is there was made an hour ago.
age() {
	find "$tree" -exec touch -h -d '1 hour ago' {} +
}

# $1: what must happen, a step a word, with _ for blanks; the rest are words for
# quickstart. The first is the name of the case.
does() {
	name=$1
	wanted=$(echo "$2" | tr ' _' '\n ')
	shift 2
	checks=$((checks + 1))
	: >"$log"
	"$tree/quickstart" "$@" >"$root/said" 2>&1 </dev/null || :
	[ "$(cat "$log")" = "$wanted" ] || {
		fail "$name: it does"
		sed 's/^/    /' "$log"
		echo "  and says"
		sed 's/^/    /' "$root/said"
	}
}

says() {
	checks=$((checks + 1))
	grep -q -e "$1" "$root/said" ||
		fail "$name: it does not say: $1; it says: $(cat "$root/said")"
}

first="autogen configure make"

# What is read in a config.status is in that of this build.
for line in "^ac_pwd='/.*'\$" "^srcdir='..*'\$" '^S\["MSGFMT"\]="' \
    '^S\["TESTS_BUILT_TRUE"\]="#\{0,1\}"$' '^S\["KAFKA_TRUE"\]="#\{0,1\}"$'; do
	checks=$((checks + 1))
	grep -q "$line" "$real" || fail "no config.status has a line $line"
done

fresh_tree
does "a new tree" "$first demo"
does "the same again" "make demo"
does "the other command" "make make_check" test
fresh_tree
does "the tests first" "$first make_check" test
does "then the day of news" "make demo"

fresh_tree
touch "$missing/check"
does "without Check" "$first demo"
does "the tests then" "apt_check configure make make_check" test
says "configuring again: Check has come since"

for package in librdkafka-dev gettext; do
	fresh_tree
	touch "$missing/$package"
	(cd "$tree" && ./autogen.sh && mkdir build && cd build &&
	    ../configure CFLAGS=-O1)
	does "what it was told stays, and $package comes" \
		"apt_$package configure_CFLAGS=-O1 make make_check" test
	says "configuring again: ${package%-dev} has come since"
done

fresh_tree
(cd "$tree" && ./autogen.sh && mkdir build && cd build &&
    ../configure --disable-tests --without-kafka)
does "what it shall do without stays out" "make demo"
does "until the tests are asked for" \
	"configure_--disable-tests_--without-kafka_--enable-tests make \
make_check" test
says "told to leave out the tests"
does "from then on they are there" "make make_check" test

for file in module.mk configure.ac Makefile.am autogen.sh; do
	fresh_tree
	does "a new tree" "$first" build
	age
	touch "$tree/$file"
	does "a new $file" "$first" build
	says "generating configure again"
	says "configuring again: configure has changed"
done

fresh_tree
does "a new tree" "$first" build
cp -a "$tree" "$root/copy"
tree=$root/copy
does "a copied tree" "configure make" build
says "the tree was somewhere else"
(cd "$tree/build" && "$tree/configure")
does "a tree by its full name" "make" build
mv "$tree" "$root/is"
tree=$root/is
does "a moved tree that was configured so" "configure make_clean make" build
ln -s "$tree" "$root/link"
tree=$root/link
does "a tree by another name" make build
tree=$root/tree

for step in autogen configure makefile; do
	fresh_tree
	touch "$missing/$step"
	cut=autogen
	[ $step = autogen ] || cut="autogen configure"
	does "cut off at $step" "$cut" build
	rm "$missing/$step"
	[ $step = autogen ] && again=$first || again="configure make"
	does "after a cut at $step" "$again" build
done
says "it was cut off the last time"

touch -d '1 hour ago' "$tree/build/Makefile"
does "cut off before the Makefile was new" "configure make" build
says "it was cut off the last time"

fresh_tree
echo kill >"$missing/end"
does "killed" "$first" build
rm "$missing/end"
does "after a kill" make build
says "the last run was killed"
checks=$((checks + 1))
[ ! -e "$tree/build/half.o" ] || fail "half an object is left"
echo $$ >"$tree/build/.making"
does "beside another run" make build
checks=$((checks + 1))
! grep -q killed "$root/said" || fail "a run at work is taken for a killed one"
echo fail >"$missing/end"
does "failed" make build
rm "$missing/end"
does "after a failure" make build
checks=$((checks + 1))
! grep -q killed "$root/said" || fail "a failed run is taken for a killed one"

fresh_tree
touch "$missing/network" "$missing/check"
does "no network" apt_check test
says "apt could not install them.* check"

# What root made in a tree of somebody else is given back; what an earlier run
# with sudo left is taken over.
if [ "$(id -u)" -eq 0 ]; then
	fresh_tree
	chown 65534 "$tree"
	does "root in another's tree" "$first" build
	checks=$((checks + 1))
	[ "$(stat -c %u "$tree/build/tocsin")" -eq 65534 ] ||
		fail "what root made stays root's"
fi
if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null 2>&1; then
	chown -R 0 "$tree/build"
	chmod 666 "$log"
	stand_in "$root/as_nobody" <<-END
		exec setpriv --reuid 65534 --clear-groups \\
		    "$tree/quickstart" "\$@"
	END
	tree=$root/nobody
	mkdir "$tree"
	ln -s "$root/as_nobody" "$tree/quickstart"
	does "root's files in one's own tree" "sudo_chown_-R" build
	tree=$root/tree
fi

# Which of the two orders a bare system is to try must be said right: one that
# is not known would be run nowhere, and be called a success.
for orders in frist "first third" "" "  "; do
	checks=$((checks + 1))
	rc=0
	ORDERS=$orders sh "$top/tests/bare.sh" "$tree" "$root" \
	    >"$root/said" 2>&1 || rc=$?
	if [ $rc -ne 2 ] || ! grep -q "ORDERS is '$orders'" "$root/said"; then
		fail "bare.sh takes '$orders' for orders: exit code $rc"
	fi
done
for orders in first "second first"; do
	checks=$((checks + 1))
	rc=0
	# This tree is no clone, so that nothing is made.
	ORDERS=$orders sh "$top/tests/bare.sh" "$tree" "$root" \
	    >"$root/said" 2>&1 || rc=$?
	[ $rc -eq 77 ] || fail "bare.sh refuses '$orders': exit code $rc"
done
echo "$((100 * (checks - failed) / checks))%: Checks: $checks," \
	"Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
