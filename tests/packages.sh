#!/bin/sh
# usage: packages.sh TREE [DIRECTORY]
# Debian packages of the tree, on a bare Debian 12 that is made for it: built
# with dpkg-buildpackage and looked at by lintian in one system; installed,
# upgraded while articles come in, removed and purged in another, which is
# booted where systemd-nspawn can; and, where podman is, the container of
# tools/serve/daemon/Containerfile. PREVIOUS is a folder with the packages of
# the version before; else it is this version under a lower number. The packages
# are left in DIRECTORY/packages; DEBS=folder takes those that are there.
# Skipped (77), with a reason, without root, debootstrap, a clone of git, or a
# mirror.
# shellcheck disable=SC2034,SC1091,SC2154
set -eu
test=packages
tree=$(cd "$1" && pwd)
home=$(cd "${2:-.}" && pwd)
debs=${DEBS-$home/packages}
. "$(dirname "$0")/bare_lib.sh"
bare_begin "$tree" "$home"
bare_base
checks=0
failed=0
nspawn=
trap '[ -z "$nspawn" ] || kill "$nspawn" 2>/dev/null; wait
rm -rf --one-file-system "$root"' EXIT

# $1: what must hold; the rest: the command that shows it.
holds() {
	what=$1
	shift
	checks=$((checks + 1))
	if ! "$@" >"$root/said" 2>&1; then
		echo "packages: it does not hold that $what"
		sed 's/^/    /' "$root/said" | tail -n 20
		failed=$((failed + 1))
	fi
}

not() { ! "$@"; }

# Runs the rest, up to half a minute, until it succeeds.
soon() {
	for _ in $(seq 60); do
		! "$@" || return 0
		sleep 0.5
	done
	return 1
}

apt() {
	within "$system" env DEBIAN_FRONTEND=noninteractive sh -c \
		"apt-get -q -y --no-install-recommends $*" >"$root/log" 2>&1 ||
		{ tail -n 20 "$root/log"; echo "packages: apt-get $*"; exit 1; }
}

build() {
	bare_copy build
	apt update
	apt install build-essential debhelper lintian
	apt build-dep ./
	from=$(date +%s)
	holds "dpkg-buildpackage builds" within "$system" \
		dpkg-buildpackage -us -uc -b
	echo "packages: built in $(($(date +%s) - from)) s"
	holds "lintian finds no error" within "$system" sh -c \
		'lintian --allow-root --fail-on error ../tocsin_*.changes'
	cat "$root/said"
	mkdir -p "$debs"
	cp "$system"/tocsin*.deb "$debs"
	bare_drop
}

# $1: where to. The same packages under a lower number.
number_lower() {
	for deb in "$debs"/tocsin*.deb; do
		dpkg-deb -R "$deb" "$root/raw"
		sed -i -E '/^(Version|Depends):/s/('"$version"')/\1~before/' \
			"$root/raw/DEBIAN/control"
		dpkg-deb -b "$root/raw" "$1" >"$root/log"
		rm -rf "$root/raw"
	done
}

# Within the system that is booted, or else the folder that has it.
here() {
	if [ -z "$nspawn" ]; then
		within "$system" "$@"
		return
	fi
	nsenter -t "$leader" -m -u -i -n -p env -i LC_ALL=C.UTF-8 HOME=/root \
		PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}

leads() {
	leader=$(pgrep -P "$nspawn" | head -n 1)
	[ -n "$leader" ]
}

boot() {
	systemd-nspawn -q -D "$system" --boot --private-network --register=no \
		--keep-unit --console=pipe >"$root/boot.log" 2>&1 </dev/null &
	nspawn=$!
	soon leads && soon here systemctl is-active -q multi-user.target \
		2>"$root/log"
}

# What can be seen without a service.
use_unbooted() {
	kill "$nspawn" 2>/dev/null || :
	wait "$nspawn" || :
	nspawn=
	tail -n 5 "$root/boot.log"
	echo "packages: no system can be booted here, so that the service is" \
		"not looked at"
	here install -d -o tocsin -g tocsin -m 0700 /var/lib/tocsin
	articles 1 50 >"$system/new/articles"
	holds "it fills a store" in_store replay -q /new/articles
	holds "an upgrade goes through" here sh -c 'dpkg -i /new/*.deb'
	holds "the store is whole" in_store check
}

halt() {
	here systemctl poweroff || :
	wait "$nspawn" || :
	nspawn=
}

as_tocsin() { here setpriv --reuid tocsin --regid tocsin --init-groups "$@"; }
is_up() { here systemctl is-active -q tocsin; }
in_store() { as_tocsin tocsin "$@" --db /var/lib/tocsin/news.db; }
says() { text=$1 && shift && "$@" | grep -q -e "$text"; }

# $1: the first, $2: how many.
articles() {
	for i in $(seq "$1" $(($1 + $2 - 1))); do
		echo "{\"id\":\"$i\",\"title\":\"Quake $i near Quilenge\"}"
	done
}

ingest() {
	articles "$@" >"$system/new/articles"
	here tocsin ingest -q --url http://127.0.0.1:8093 --patience 30 \
		/new/articles
}

rights() { [ "$(here stat -c '%a %U' "$1")" = "$2" ]; }
pid_of() { here systemctl show -P MainPID tocsin; }
has_all() {
	[ "$(in_store search --copies all --limit 100 Quilenge |
	    grep -c Quilenge)" -ge "$1" ]
}

# The conffile as it is, then one of the newsroom's own.
use_service() {
	holds "the service starts as it is" soon is_up
	holds "it takes articles" ingest 1 5
	cat >"$system/etc/tocsin/rules.yaml" <<-'YAML'
		rules:
		  - {name: quakes, watch: true, where: {any: "/quake [0-9]+/i"}}
	YAML
	echo 'rules: {file: rules.yaml}' >>"$system/etc/tocsin/tocsin.yaml"
	holds "it is started with other settings" here systemctl restart tocsin
	holds "a pattern matches where no code may be written" ingest 6 5
	id=$(in_store event list --json |
	    sed -n '1s/^{"event":"\([^"]*\)".*/\1/p')
	holds "a desk acknowledges beside it" in_store event ack --author Ada \
		"$id"
	holds "and is shown" says Ada in_store event show "$id"
	holds "the store is its user's alone" rights /var/lib/tocsin/news.db \
		"600 tocsin"
	holds "so is its folder" rights /var/lib/tocsin "700 tocsin"
	for unit in MemoryDenyWriteExecute NoNewPrivileges PrivateTmp; do
		holds "$unit is set" says yes here systemctl show -P $unit \
			tocsin
	done
}

upgrade() {
	before=$(pid_of)
	articles 11 40 >"$system/new/stream"
	# shellcheck disable=SC2016
	here sh -c 'while read -r line; do echo "$line" | tocsin ingest -q \
		--url http://127.0.0.1:8093 --patience 60 - || exit; done \
		</new/stream' &
	stream=$!
	holds "an upgrade goes through" here sh -c 'dpkg -i /new/*.deb'
	holds "articles came in all the while" wait "$stream"
	holds "the service is up" soon is_up
	holds "it was started again" [ "$(pid_of)" != "$before" ]
	# shellcheck disable=SC2016
	holds "the version is the new one" says "^$version\$" here \
		dpkg-query -W -f '${Version}\n' tocsin
	holds "no article is lost" soon has_all 50
	holds "what the desk said is kept" says Ada in_store event show "$id"
	holds "so are its settings" here grep -q rules.yaml \
		/etc/tocsin/tocsin.yaml
	holds "the store is whole" in_store check
}

leave() {
	holds "it is removed" here dpkg -r tocsin-kafka tocsin-pictures tocsin \
		tocsin-lab tocsin-doc
	holds "the service is gone" not here systemctl is-active -q tocsin
	holds "the store is kept" here test -s /var/lib/tocsin/news.db
	holds "it is installed again" here sh -c 'dpkg -i /new/tocsin_*.deb'
	holds "and has the store" soon has_all 50
	holds "a purge names the store" says 'rm -r /var/lib/tocsin' \
		here dpkg -P tocsin
	holds "and keeps it" here test -s /var/lib/tocsin/news.db
	holds "no setting is left" not here test -e /etc/tocsin/tocsin.yaml
	here rm -rf /var/lib/tocsin /etc/tocsin
	holds "without a store it is installed anew" here sh -c \
		'dpkg -i /new/tocsin_*.deb && systemctl stop tocsin
		rm -f /var/lib/tocsin/news.db* && dpkg -P tocsin'
	holds "and leaves nothing" not here sh -c \
		'ls -d /etc/tocsin /var/lib/tocsin 2>/dev/null | grep .'
}

use() {
	bare_copy used
	mkdir "$system/old" "$system/new"
	cp "$debs"/tocsin*.deb "$system/new"
	rm -f "$system"/new/*dbgsym*
	if [ -n "${PREVIOUS-}" ]; then
		cp "$PREVIOUS"/tocsin*.deb "$system/old"
	else
		number_lower "$system/old"
	fi
	rm -f "$system"/old/*dbgsym*
	apt update
	apt install systemd systemd-sysv dbus
	apt install '/old/*.deb'
	umount "$system/proc"
	if boot; then
		use_service
		upgrade
		leave
		halt
	else
		use_unbooted
		leave
	fi
	rm -rf --one-file-system "$system"
}

pod() {
	podman --root "$root/pods" --runroot "$root/podrun" \
		--storage-driver vfs --cgroup-manager cgroupfs "$@" </dev/null
}

in_pod() { pod exec tocsin "$@"; }
pod_starts() {
	pod run -d --name tocsin --network none -v tocsin:/var/lib/tocsin \
		--ulimit nofile=4096:4096 --ulimit nproc=1024:1024 \
		--secret tokens,uid=10001,mode=0400 localhost/tocsin
}

# Its bases are the system that was made here, so that no registry is asked. Of
# two versions of cgroups podman wants one; the mounts are this test's own.
container() {
	umount -l /sys/fs/cgroup/unified 2>/dev/null || :
	git clone -q --no-hardlinks "$tree" "$root/context"
	tar -C "$root/base" -c . |
		podman --root "$root/pods" --runroot "$root/podrun" \
		--storage-driver vfs import - \
		docker.io/library/debian:bookworm >"$root/log" 2>&1
	pod tag docker.io/library/debian:bookworm \
		docker.io/library/debian:bookworm-slim
	holds "the container is built" pod build --isolation chroot \
		--network host --ulimit nofile=4096:4096 -t tocsin \
		-f "$root/context/tools/serve/daemon/Containerfile" \
		"$root/context"
	(umask 077 && echo "admin 0123456789abcdef0123456789" >"$root/tokens")
	pod secret create tokens "$root/tokens" >"$root/log"
	holds "it starts" pod_starts
	holds "it listens" soon in_pod test -S /var/lib/tocsin/news.db.sock
	holds "as a user" says '^10001$' in_pod id -u
	holds "it takes articles" in_pod sh -c 'echo "{\"title\":\"Quake\"}" |
		tocsin ingest -q --db /var/lib/tocsin/news.db -'
	holds "its store is its user's alone" says '^600 10001$' in_pod stat \
		-c '%a %u' /var/lib/tocsin/news.db
	holds "it is killed" pod rm -f tocsin
	holds "another starts with its volume" pod_starts
	holds "and has the article" soon says Quake in_pod tocsin search --db \
		/var/lib/tocsin/news.db Quake
	pod rm -f tocsin >"$root/log" 2>&1 || :
}

[ -n "${DEBS-}" ] || build
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' "$tree/debian/changelog")
if command -v podman >/dev/null 2>&1; then
	container
else
	echo "packages: no podman is here, so that no container is built"
fi
use
echo "$((100 * (checks - failed) / checks))%: Checks: $checks," \
	"Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
