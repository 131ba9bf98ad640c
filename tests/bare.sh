#!/bin/sh
# usage: bare.sh TREE [DIRECTORY]
# Both commands of the README on a bare Debian 12, in either order: makes a
# minimal system in DIRECTORY (the current one), with debootstrap and the mirror
# that apt has here, clones the tree TREE into it and runs them there, each
# order in a system of its own. ORDERS="first": only ./quickstart, then
# ./quickstart test; "second": the other way round.
# Skipped (77), with a reason, without root, debootstrap, a clone of git, or a
# mirror.
# shellcheck disable=SC2034,SC1091,SC2154
set -eu
test=bare
tree=$(cd "$1" && pwd)
home=$(cd "${2:-.}" && pwd)
orders=${ORDERS-first second}
. "$(dirname "$0")/bare_lib.sh"

refuse() {
	echo "bare: ORDERS is '$orders': say first, second or both words" >&2
	exit 2
}

# An order that is not known would be run nowhere, and nothing would fail.
case $orders in
*[!\ ]*) ;;
*) refuse ;;
esac
for name in $orders; do
	case $name in
	first | second) ;;
	*) refuse ;;
	esac
done

bare_begin "$tree" "$home"
bare_base

# $1: name of the order; the rest are what quickstart is told, "" for nothing.
order() {
	name=$1
	shift
	case " $orders " in
	*" $name "*) ;;
	*) return 0 ;;
	esac
	bare_copy "$name"
	for told in "$@"; do
		from=$(date +%s)
		echo "bare: ./quickstart $told"
		rc=0
		# shellcheck disable=SC2086
		within "$system" ./quickstart $told || rc=$?
		echo "bare: ./quickstart $told: exit code $rc," \
			"$(($(date +%s) - from)) s"
		[ $rc -eq 0 ] || failed=yes
	done
	bare_drop
}

failed=
order first "" test
order second test ""
[ -z "$failed" ] && echo "bare: both commands work"
