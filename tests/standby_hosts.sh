#!/bin/sh
# usage: standby_hosts.sh
# make check-standby: broker (Apache Kafka), worker, two detectors and the
# receiver, each on a host of its own, a network namespace, joined by a bridge.
# ROUNDS times one of them, at random (SEED), is killed, frozen, stopped, cut
# off from all, cut off from the broker alone, or slowed. After each round all
# that a store holds as sent was taken by the receiver, all that was taken is
# stored under that key, and one detector sent in each epoch; at the end nothing
# is lost, and both stores are equal, row by row. Needs root; skipped with a
# sentence (77) where it, or what else is needed, is not there.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
rounds=${ROUNDS:-500}
. "$top/tests/kafka_lib.sh"
. "$top/tests/standby_lib.sh"
begin standby_hosts
read=prepared-$run
hosts='broker worker a b desk'

# --- hosts ---
host() { # name: its namespace
	echo "tocsin$run-$1"
}

on() { # host, command...: in the background, to be killed by $!
	at=$(host "$1")
	shift
	exec ip netns exec "$at" "$@"
}

undo() {
	for name in hub $hosts; do
		ip netns del "$(host "$name")" 2>/dev/null || :
	done
}

address() { # host
	case $1 in
	broker) echo 10.77.0.1 ;;
	worker) echo 10.77.0.2 ;;
	a) echo 10.77.0.3 ;;
	b) echo 10.77.0.4 ;;
	desk) echo 10.77.0.5 ;;
	hub) echo 10.77.0.9 ;;
	esac
}

make_hosts() {
	hub=$(host hub)
	ip -n "$hub" link set lo up
	ip -n "$hub" link add bridge type bridge
	ip -n "$hub" address add "$(address hub)/24" dev bridge
	ip -n "$hub" link set bridge up
	for name in $hosts; do
		ip netns add "$(host "$name")"
		ip link add "to-$name" netns "$hub" type veth peer name eth \
			netns "$(host "$name")"
		ip -n "$hub" link set "to-$name" master bridge up
		ip -n "$(host "$name")" address add \
			"$(address "$name")/24" dev eth
		ip -n "$(host "$name")" link set lo up
		ip -n "$(host "$name")" link set eth up
	done
}

[ "$(id -u)" = 0 ] || skip "hosts are network namespaces, which root makes"
command -v ip >/dev/null 2>&1 || skip "there is no ip (iproute2)"
command -v tc >/dev/null 2>&1 || skip "there is no tc (iproute2)"
ip netns add "$(host hub)" 2>why ||
	skip "no network namespace can be made: $(cat why)"
kafka_fetch
make_hosts

# --- the parts ---
kafka_at="ip netns exec $(host broker)"
kafka_make "$(address broker)" 9092 <<'END'
group.min.session.timeout.ms=1000
END
kafka_start
wait_for 1800 kafka_answers || die "the broker does not answer"
topics="articles-$run=1 prepared-$run=1 lease-$run=1 events-$run=1"
# shellcheck disable=SC2086 # lists
$kafka_at "$here/kafka_rig" topic "$brokers" $topics
on desk "$here/kafka_hooks" "$(address desk)" >hooks &
# shellcheck disable=SC2034 # by pid_of()
pid_desk=$!
pids="$pids $!"
wait_for 600 test -s hooks || die "no receiver"
for name in a b worker; do
	settings $name "$(address desk):$(head -1 hooks)"
	echo "  prepared: prepared-$run" >>$name.yaml
done
cat >>worker.yaml <<'END'
  options: [session.timeout.ms=2000, heartbeat.interval.ms=500]
END

start() { # name
	if [ "$1" = broker ]; then
		kafka_start
		# shellcheck disable=SC2034 # by pid_of()
		pid_broker=$broker
		return
	fi
	case $1 in
	worker) on worker "$here/tocsin" prepare --kafka -c worker.yaml ;;
	*) on "$1" "$here/tocsin" run --kafka -c "$1.yaml" --db "$1.db" ;;
	esac 2>>"$1.log" &
	eval "pid_$1=$!"
	pids="$pids $!"
}

# What a host is cut off by, and how that is undone.
link() { # host, up or down
	ip -n "$(host hub)" link set "to-$1" "$2"
}

deaf() { # host, add or del: it cannot reach the broker, but all else
	ip -n "$(host "$1")" route "$2" blackhole "$(address broker)/32"
}

# Both ways; where the kernel has no delays, by so little room that all waits.
slow() { # host, ms
	for end in "hub to-$1" "$1 eth"; do
		at=$(host "${end% *}")
		dev=${end#* }
		tc -n "$at" qdisc add dev "$dev" root netem \
			delay "$(($2 / 10))ms" 2>/dev/null ||
			tc -n "$at" qdisc add dev "$dev" root tbf \
				rate 24kbit burst 2kb limit 64kb
	done
	pause "$2"
	for end in "hub to-$1" "$1 eth"; do
		tc -n "$(host "${end% *}")" qdisc del dev "${end#* }" root
	done
}

befall() { # what, host, ms
	case $1 in
	kill)
		again "$2" KILL "$3"
		[ "$2" != broker ] || wait_for 1800 kafka_answers ||
			die "the broker does not come back"
		;;
	stop) again "$2" TERM "$3" ;;
	freeze) freeze "$(pid_of "$2")" "$3" ;;
	cut)
		link "$2" down
		pause "$3"
		link "$2" up
		;;
	deaf)
		deaf "$2" add
		pause "$3"
		deaf "$2" del
		;;
	slow) slow "$2" "$3" ;;
	esac
}

# $what and $target: of sixteen seven at the leader, which is $first. Of the
# broker's rounds one in eight kills it, as a JVM is slow to start.
choose() {
	random 16
	case $number in
	[0-6]) target=$first ;;
	7 | 8 | 9) target=$(other "$first") ;;
	10 | 11 | 12) target=worker ;;
	13 | 14) target=broker ;;
	15) target=desk ;;
	esac
	random 8
	case $target$number in
	broker0) what='kill' ;;
	desk[0-3] | broker[12]) what='cut' ;;
	desk*) what='freeze' ;;
	broker[34]) what='slow' ;;
	broker*) what='freeze' ;;
	*0 | *1) what='kill' ;;
	*2 | *3) what='freeze' ;;
	*4) what='cut' ;;
	*5) what='deaf' ;;
	*6) what='slow' ;;
	*7) what='stop' ;;
	esac
}

# shellcheck disable=SC2034 # by pid_of()
pid_broker=$broker
start worker
start a
start b
write_news | ip netns exec "$(host hub)" "$here/kafka_rig" send "$brokers" \
	"articles-$run" 20 2>send.log &
sender=$!
pids="$pids $sender"
: >takeovers
n=0
while [ $n -lt "$rounds" ]; do
	n=$((n + 1))
	wait_for 1800 find_leader || die "round $n: nobody leads"
	choose
	random 2000
	ms=$((number + 200))
	# Long enough for another to take over, half of the times.
	[ "$target" != "$first" ] || [ $((number % 2)) = 0 ] ||
		ms=$((ms + 1300))
	before=$(led "$(other "$first")")
	act
	befall "$what" "$target" "$ms"
	case $what-$target in
	kill-"$first" | freeze-"$first" | cut-"$first" | deaf-"$first")
		note_takeover "$first" "$ms" "$before"
		;;
	esac
	echo "$n $what $target $ms" >>rounds
	random 1000
	pause "$number"
	check_now || die "round $n, $what $target $ms: it does not hold"
done
kill "$sender" 2>/dev/null || :
wait "$sender" 2>/dev/null || :
worked() { # the worker has prepared all, and both have read it
	want=$($kafka_at "$here/kafka_rig" end "$brokers" "articles-$run")
	[ "$(query a 'SELECT count(*) FROM items')" -ge "$want" ]
}
wait_for 1800 worked || {
	echo "$script: the worker has not prepared all"
	failed=$((failed + 1))
}
stop_both
check_end
report
cut -d' ' -f2,3 rounds | sed 's/ [ab]$/ detector/' | sort | uniq -c
[ "$failed" -eq 0 ]
