#!/bin/sh
# The systemd unit does what man/guide.md says of it. No systemd is started: the
# unit's ExecStart is run in its WorkingDirectory inside bubblewrap, with what
# its sandbox leaves: a read-only system, a user of its own without
# capabilities, /etc/tocsin to read, the state directory to write, the
# credentials. Where systemd-analyze is installed it looks at the unit, too.
# Skipped (77) where bubblewrap is not installed or may not make namespaces.
set -eu
unit=${top_srcdir:?}/tools/serve/daemon/tocsin.service.in
tocsin=$PWD/tocsin
checks=0
failed=0

in_sandbox() {
	bwrap --tmpfs / --ro-bind /usr /usr --symlink usr/lib /lib \
		--symlink usr/lib64 /lib64 --symlink usr/bin /bin \
		--proc /proc --dev /dev --tmpfs /tmp --unshare-user \
		--unshare-pid --unshare-ipc --unshare-uts --uid 65534 \
		--gid 65534 --cap-drop ALL --die-with-parent --new-session \
		"$@"
}

if ! in_sandbox true 2>/dev/null; then
	echo "unit_test: skipped, as bubblewrap makes no sandbox here"
	exit 77
fi

dir=$(mktemp -d -p "$PWD")
pid=
trap '[ -z "$pid" ] || kill -9 "$pid" 2>/dev/null; rm -rf "$dir"' EXIT

# $1: what must hold; the rest: the command that shows it.
holds() {
	what=$1
	shift
	checks=$((checks + 1))
	if ! "$@" >"$dir/said" 2>&1; then
		echo "unit_test: it does not hold that $what"
		sed 's/^/    /' "$dir/said" "$dir/log" 2>/dev/null | tail -20
		failed=$((failed + 1))
	fi
}

# Runs the rest, up to ten seconds, until it succeeds.
soon() {
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		! "$@" || return 0
		sleep 0.5
	done
	return 1
}

not() { ! "$@"; }
logged() { grep -q -e "$1" "$dir/log"; }
has_message() { grep -q "Quilenge" "$dir/state/messages.ndjson"; }
is_over() { ! kill -0 "$pid" 2>/dev/null; }

# What the guide has one do: the section "As a service", and the files of the
# README's "Alerts of your own" beside it in /etc/tocsin.
mkdir "$dir/etc" "$dir/state" "$dir/credentials" "$dir/elsewhere"
token=0123456789abcdef0123456789abcdef0123456789abcdef
(
	umask 077
	echo "admin $token" >"$dir/credentials/tokens"
	echo "$token" >"$dir/token"
	echo "https://chat.example/x" >"$dir/credentials/slack-url"
)
cat >"$dir/etc/tocsin.yaml" <<'YAML'
http: {tokens: /run/credentials/tocsin.service/tokens, port: 0}
rules: {file: rules.yaml}
deliver: {receivers: receivers.yaml}
YAML
cat >"$dir/etc/rules.yaml" <<'YAML'
rules:
  - {name: quakes, watch: true, where: {any: earthquake}, notify: [log]}
YAML
cat >"$dir/etc/receivers.yaml" <<'YAML'
receivers:
  - {name: log, kind: file, path: /var/lib/tocsin/messages.ndjson}
  - name: chat
    kind: slack
    url_file: /run/credentials/tocsin.service/slack-url
YAML

# The value of a setting of the unit.
setting() { sed -n "s,^$1=,,p" "$unit"; }

command=$(setting ExecStart | sed 's,@bindir@/tocsin,/opt/tocsin,')
folder=$(setting WorkingDirectory | sed 's,%S,/var/lib,')
holds "ExecStart and WorkingDirectory are there" [ -n "$command" -a \
	-n "$folder" ]
# shellcheck disable=SC2086
in_sandbox --ro-bind "$tocsin" /opt/tocsin --ro-bind "$dir/etc" /etc/tocsin \
	--bind "$dir/state" /var/lib/tocsin \
	--ro-bind "$dir/credentials" /run/credentials/tocsin.service \
	--clearenv --setenv PATH /usr/bin:/bin \
	--setenv CREDENTIALS_DIRECTORY /run/credentials/tocsin.service \
	--remount-ro / --chdir "$folder" --as-pid-1 --info-fd 3 \
	$command 3>"$dir/info" 2>"$dir/log" &
bwrap=$!
holds "it starts" soon logged event=listening
logged event=listening || { echo "unit_test: it does not start"; exit 1; }
pid=$(sed -n 's/.*"child-pid": \([0-9]*\).*/\1/p' "$dir/info")
port=$(sed -n 's/.*event=listening.* port=\([0-9]*\).*/\1/p' "$dir/log")
url=http://127.0.0.1:$port

echo '{"id":"1","title":"Strong earthquake shakes Quilenge"}' >"$dir/a.ndjson"
holds "without a token nobody may write" not "$tocsin" ingest -q \
	--patience 1 --url "$url" "$dir/a.ndjson"
holds "with the token of the credential one may" "$tocsin" ingest -q \
	--patience 5 --url "$url" --token-file "$dir/token" "$dir/a.ndjson"
holds "a rule of /etc/tocsin told its receiver" soon has_message
holds "the store is in the state directory" [ -s "$dir/state/news.db" ]
holds "nobody else may read the store" [ "$(find "$dir/state/news.db" \
	-perm /077 | wc -l)" -eq 0 -o -n "$(setting UMask)" ]
echo '  - {name: floods, watch: true, where: {any: flood}}' \
	>>"$dir/etc/rules.yaml"
kill -HUP "$pid"
holds "it reloads on the signal of ExecReload" soon logged event=reload
holds "the new rule is there" soon sh -c "$tocsin rules list --rules \
	'$dir/etc/rules.yaml' | grep -q floods"
kill -TERM "$pid"
holds "it stops when it is told to" soon is_over
pid=
holds "and ends in good order" wait "$bwrap"
holds "the store is whole" "$tocsin" check --db "$dir/state/news.db"

# With a wrong configuration it ends as the unit says that no restart mends; a
# control process of the unit cannot read credentials, so that a reload is the
# signal alone.
echo 'http: {prot: 1}' >"$dir/etc/tocsin.yaml"
# shellcheck disable=SC2086
ends_for_good() {
	rc=0
	in_sandbox --ro-bind "$tocsin" /opt/tocsin \
		--ro-bind "$dir/etc" /etc/tocsin \
		--bind "$dir/state" /var/lib/tocsin --chdir "$folder" \
		$command || rc=$?
	[ "$rc" -eq "$(setting RestartPreventExitStatus)" ]
}
holds "it is not started again with a wrong configuration" ends_for_good
holds "a reload is a signal and no more" [ "$(setting ExecReload)" = \
	"/bin/kill -HUP \$MAINPID" ]

if command -v systemd-analyze >/dev/null 2>&1; then
	sed "s,@bindir@,$PWD," "$unit" >"$dir/tocsin.service"
	holds "systemd reads the unit" systemd-analyze verify --man=no \
		"$dir/tocsin.service"
	holds "its exposure is below 2.0" systemd-analyze security \
		--offline=true --threshold=20 "$dir/tocsin.service"
fi
echo "$((100 * (checks - failed) / checks))%: Checks: $checks," \
	"Failures: $failed, Errors: 0"
[ "$failed" -eq 0 ]
