# shellcheck shell=sh disable=SC2154
# A minimal Debian 12 for a test that is run on nothing else (tests/bare.sh,
# tests/packages.sh), made with debootstrap and the mirror that apt has here.
# The test sets `test`, its name; `tree`, a clone; `home`, where there is room;
# then calls bare_begin "$@" and bare_base. `root` is a folder that goes at the
# end, and $root/base the system.
release=bookworm

# Says why, and ends the test as one that was skipped.
skip() {
	echo "$test: skipped: $*"
	exit 77
}

# $@: the test's arguments. Runs the test once more with mounts of its own,
# which end with it.
bare_begin() {
	[ "$(id -u)" -eq 0 ] || skip "it takes root to make a system"
	command -v debootstrap >/dev/null 2>&1 ||
		skip "debootstrap is not installed"
	[ -e "$tree/.git" ] || skip "$tree is no clone"
	[ -z "${BARE_MOUNTS-}" ] || return 0
	unshare --mount true 2>/dev/null || skip "nothing may be mounted here"
	export BARE_MOUNTS=own
	exec unshare --mount sh "$0" "$@"
}

bare_base() {
	# shellcheck disable=SC2016
	mirror=$(apt-get indextargets --format \
	    '$(CODENAME) $(COMPONENT) $(REPO_URI)' 2>/dev/null |
	    sed -n "s/^$release main //p" | head -n 1)
	[ -n "$mirror" ] || skip "no source of apt has $release"
	root=$(mktemp -d -p "$home")
	trap 'rm -rf --one-file-system "$root"' EXIT
	trap 'exit 130' HUP INT TERM

	# apt's settings of the way to its mirror, and the same for debootstrap.
	apt-config dump | grep -iE '^Acquire::(http|https|Retries)' \
	    >"$root/apt.conf" || :
	eval "$(apt-config shell proxy Acquire::http::Proxy)"
	[ -z "${proxy-}" ] || [ -n "${http_proxy-}" ] ||
		export http_proxy="$proxy"

	echo "$test: a minimal $release from $mirror"
	if ! debootstrap --variant=minbase "$release" "$root/base" "$mirror" \
	    >"$root/log" 2>&1; then
		tail -n 3 "$root/log"
		skip "debootstrap makes no system here"
	fi
	cp "$root/apt.conf" "$root/base/etc/apt/apt.conf.d/00mirror"
	cp /etc/resolv.conf /etc/hosts "$root/base/etc/"
}

# $1: a name. A system of its own, with a clone of the tree in /tocsin.
bare_copy() {
	system=$root/$1
	cp -a "$root/base" "$system"
	mount -t proc proc "$system/proc"
	git clone -q --no-hardlinks "$tree" "$system/tocsin"
}

bare_drop() {
	umount "$system/proc"
	rm -rf --one-file-system "$system"
}

# $1: the system; the rest is run in the clone there, from nowhere else's
# environment but for a proxy.
within() {
	where=$1
	shift
	env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
		${http_proxy:+http_proxy="$http_proxy"} \
		${https_proxy:+https_proxy="$https_proxy"} \
		chroot "$where" sh -c 'cd /tocsin && exec "$@"' sh "$@" \
		</dev/null
}
