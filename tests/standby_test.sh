#!/bin/sh
# usage: standby_test.sh
# Two detectors on one log, of which one sends, while ROUNDS times one of them
# or the broker, librdkafka's mock cluster, is killed, frozen, cut off, slowed
# or stopped, at random (SEED): no message is lost, none comes under another
# key, one detector sends in each epoch, a receiver that refuses lower epochs
# misses nothing, what people did is at both once, and both stores end up equal,
# row by row. With a host of its own for each part: tests/standby_hosts.sh.
# Skipped (77) without librdkafka.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
rounds=${ROUNDS:-12}
. "$top/tests/kafka_lib.sh"
. "$top/tests/standby_lib.sh"
begin standby_test
mock_start "articles-$run=1" "lease-$run=1" "events-$run=1"
"$here/kafka_hooks" >hooks &
pids="$pids $!"
wait_for 600 test -s hooks || die "no receiver"
for name in a b; do
	settings $name "127.0.0.1:$(head -1 hooks)"
done

start() { # name
	LD_PRELOAD=$here/kafka_cut.so CUT_FILE=$dir/$1.cut \
		CUT_PORT=${brokers##*:} "$here/tocsin" run --kafka \
		-c "$1.yaml" --db "$1.db" 2>>"$1.log" &
	eval "pid_$1=$!"
	pids="$pids $!"
}

befall() { # what, name, ms
	case $1 in
	kill) again "$2" KILL "$3" ;;
	stop) again "$2" TERM "$3" ;;
	freeze) freeze "$(pid_of "$2")" "$3" ;;
	cut)
		: >"$2.cut"
		pause "$3"
		rm "$2.cut"
		;;
	down)
		echo down >&9
		pause "$3"
		echo up >&9
		;;
	slow)
		echo "slow $(($3 / 8))" >&9
		pause "$3"
		echo "slow 0" >&9
		;;
	stall) freeze "$broker" "$3" ;;
	esac
}

start a
start b
write_news | "$here/kafka_rig" send "$brokers" "articles-$run" 20 2>send.log &
sender=$!
pids="$pids $sender"
: >takeovers
n=0
while [ $n -lt "$rounds" ]; do
	n=$((n + 1))
	wait_for 1800 find_leader || die "round $n: nobody leads"
	random 10
	case $number in
	0 | 1) what='kill' ;;
	2 | 3) what='freeze' ;;
	4 | 5) what='cut' ;;
	6) what='stop' ;;
	7) what='down' ;;
	8) what='slow' ;;
	9) what='stall' ;;
	esac
	random 2000
	ms=$((number + 200))
	random 4
	target=$first
	[ $number -gt 0 ] || target=$(other "$first")
	before=$(led "$(other "$first")")
	act
	befall "$what" "$target" "$ms"
	case $what in
	kill | freeze | cut)
		[ "$target" != "$first" ] ||
			note_takeover "$first" "$ms" "$before"
		;;
	esac
	echo "$n $what $target $ms" >>rounds
	random 1000
	pause "$number"
	check_now || die "round $n, $what $target $ms: it does not hold"
done
# A standby says who leads in place of doing what it is asked.
refused() {
	find_leader || return 1
	! "$here/tocsin" event ack --url \
		"unix:$dir/$(other "$first").db.sock" any >said 2>&1 &&
		grep -q 'this is the standby.* leads' said
}
holds "a standby takes what a person does" wait_for 600 refused
kill "$sender" 2>/dev/null || :
wait "$sender" 2>/dev/null || :
stop_both
check_end
# Feeds would be read by each, past the log.
"$here/tocsin" feeds add --db c.db --allow-private yes \
	http://127.0.0.1:9/feed >said 2>&1 || :
timeout 60 "$here/tocsin" run --kafka -c a.yaml --db c.db >said 2>&1 || :
holds "a store with feeds is taken with a lease" \
	grep -q 'kafka.lease: the store has 1 feed' said
report
[ "$failed" -eq 0 ]
