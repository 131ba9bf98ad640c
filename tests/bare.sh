#!/bin/sh
# usage: bare.sh TREE [DIRECTORY]
# Both commands of the README on a bare Debian 12, in either order: makes a
# minimal system in DIRECTORY (the current one), with debootstrap and the mirror
# that apt has here, clones the tree TREE into it and runs them there, each
# order in a system of its own. ORDERS="first": only ./quickstart, then
# ./quickstart test; "second": the other way round.
# Skipped (77), with a reason, without root, debootstrap, a clone of git, or a
# mirror.
set -eu
release=bookworm
tree=$(cd "$1" && pwd)
home=$(cd "${2:-.}" && pwd)
orders=${ORDERS-first second}

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

skip() {
	echo "bare: skipped: $*"
	exit 77
}

[ "$(id -u)" -eq 0 ] || skip "it takes root to make a system"
command -v debootstrap >/dev/null 2>&1 || skip "debootstrap is not installed"
[ -e "$tree/.git" ] || skip "$tree is no clone"
# Mounts of its own, which end with it.
if [ -z "${BARE_MOUNTS-}" ]; then
	unshare --mount true 2>/dev/null || skip "nothing may be mounted here"
	export BARE_MOUNTS=own
	exec unshare --mount sh "$0" "$tree" "$home"
fi
# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format \
    '$(CODENAME) $(COMPONENT) $(REPO_URI)' 2>/dev/null |
    sed -n "s/^$release main //p" | head -n 1)
[ -n "$mirror" ] || skip "no source of apt has $release"
root=$(mktemp -d -p "$home")
trap 'rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' HUP INT TERM

# apt's settings of the way to its mirror, and the same for debootstrap.
apt-config dump | grep -iE '^Acquire::(http|https|Retries)' >"$root/apt.conf" ||
    :
eval "$(apt-config shell proxy Acquire::http::Proxy)"
[ -z "${proxy-}" ] || [ -n "${http_proxy-}" ] || export http_proxy="$proxy"

echo "bare: a minimal $release from $mirror"
if ! debootstrap --variant=minbase "$release" "$root/base" "$mirror" \
    >"$root/log" 2>&1; then
	tail -n 3 "$root/log"
	skip "debootstrap makes no system here"
fi
cp "$root/apt.conf" "$root/base/etc/apt/apt.conf.d/00mirror"
cp /etc/resolv.conf /etc/hosts "$root/base/etc/"

# $1: the system; the rest is run in the clone there, from nowhere else's
# environment but for a proxy.
within() {
	system=$1
	shift
	env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
		${http_proxy:+http_proxy="$http_proxy"} \
		${https_proxy:+https_proxy="$https_proxy"} \
		chroot "$system" sh -c 'cd /tocsin && exec "$@"' sh "$@" \
		</dev/null
}

# $1: name of the order; the rest are what quickstart is told, "" for nothing.
order() {
	system=$root/$1
	name=$1
	shift
	case " $orders " in
	*" $name "*) ;;
	*) return 0 ;;
	esac
	cp -a "$root/base" "$system"
	mount -t proc proc "$system/proc"
	git clone -q --no-hardlinks "$tree" "$system/tocsin"
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
	umount "$system/proc"
	rm -rf --one-file-system "$system"
}

failed=
order first "" test
order second test ""
[ -z "$failed" ] && echo "bare: both commands work"
