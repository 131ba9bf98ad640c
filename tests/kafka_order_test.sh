#!/bin/sh
# Several partitions are read in the order of their dates, on librdkafka's mock
# cluster: an archive of which workers prepare partitions unevenly, one killed
# meanwhile, comes to the store that one comes to who reads it when all is
# prepared, and to the events of a plain replay. A partition that workers are
# behind with is waited for, and no longer than kafka.hold. Skipped (77) without
# librdkafka.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/kafka_lib.sh"
begin kafka_order_test
mock_start articles=4 prepared=4 left=2 left-prepared=2

cat >tocsin.yaml <<END
http: { port: 0 }
kafka:
  brokers: $brokers
  plugin: $here/tocsin-kafka.so
  articles: articles
  prepared: prepared
  options: [fetch.wait.max.ms=20]
END
worker() {
	"$here/tocsin" prepare --kafka -c tocsin.yaml --metrics worker.prom \
		2>>worker.log &
	worker=$!
	pids="$pids $worker"
}
run() { # store, option...
	store=$1
	shift
	"$here/tocsin" run --kafka -c tocsin.yaml --db "$store.db" "$@" \
		2>>"$store.log" &
	eval "pid_$store=$!"
	pids="$pids $!"
}
end() { # store
	eval "pid=\$pid_$1"
	kill -TERM "$pid"
	wait "$pid" || { tail -5 "$1.log"; die "a detector failed"; }
}
has() { # store, at least so many messages read
	n=$(query "$1" 'SELECT coalesce(sum(next), 0) FROM log_offsets')
	[ "$n" != '?' ] && [ "$n" -ge "$2" ]
}
# A worker has all partitions, and nothing of them is left.
has_prepared() {
	[ -s worker.prom ] &&
		[ "$(awk '/^tocsin_worker_lag\{/ { n++; sum += $2 }
			END { print n + 0, sum + 0 }' worker.prom)" = "4 0" ]
}
metric() { # store, name
	port=$(sed -n 's/.*event=listening.* port=\([0-9]*\).*/\1/p' "$1.log" |
		tail -1)
	[ -n "$port" ] && curl -fsS "http://127.0.0.1:$port/metrics" |
		awk -v name="tocsin_$2" '$1 == name { print $2 }'
}
is() { # store, metric, value
	[ "$(metric "$1" "$2")" = "$3" ]
}

# --- an archive, sent at once ---
"$here/tocsin" demo --print --items 4000 --seed 11 >archive
rig send "$brokers" articles <archive
# The detector is there before anything is prepared, and the worker that begins
# goes wherever it is then.
run early
worker
wait_for 600 grep -q event=rebalance worker.log || die "no worker"
sleep .2
kill -9 "$worker"
wait "$worker" 2>/dev/null || :
rm -f worker.prom
worker
wait_for 1200 has_prepared || die "a worker does not prepare all"
kill -TERM "$worker"
wait "$worker" || die "a worker failed"
# Those of a worker that was killed are prepared again.
total=$(rig dump "$brokers" prepared | grep -ac '^[0-9]')
wait_for 600 has early "$total" || {
	tail -3 worker.log early.log
	die "the detector does not read all"
}
end early
run late
wait_for 600 has late "$total" || die "a second detector does not read all"
end late
# shellcheck disable=SC2086 # a list
rows early $decided >one
# shellcheck disable=SC2086
rows late $decided >other
holds "the order depends on how workers prepare: $(diff one other | head -3)" \
	cmp -s one other
events() { # file of alerts
	sed 's/^{"event":"\([^"]*\)".*/\1/' "$1" | sort
}
"$here/tocsin" replay -q -c tocsin.yaml --kafka prepared --alerts log.ndjson \
	>replay.log 2>&1 || { cat replay.log; exit 1; }
"$here/tocsin" replay -q --alerts file.ndjson archive >replay.log 2>&1 || {
	cat replay.log
	exit 1
}
query early 'SELECT id FROM events' | sort >fired
events log.ndjson >replayed
events file.ndjson >plain
holds "there are no events" [ -s plain ]
holds "a replay of the log has other events" cmp -s fired replayed
holds "a plain replay has other events: $(diff fired plain | head -3)" \
	cmp -s fired plain

# --- a partition that no worker prepares ---
news() { # source...
	for source; do
		printf '{"id":"%s","source":"%s","title":"%s","ts":%d}\n' \
			"$source" "$source" "A bridge is closed" 1394445600
	done
}
news a b c d e f g h | rig send "$brokers" left # some in each partition
news a | rig send "$brokers" left-prepared
cat >>tocsin.yaml <<END
  articles: left
  prepared: left-prepared
END
sed -i '/articles: articles/d; /prepared: prepared/d' tocsin.yaml
run held --set kafka.hold=1h
wait_for 600 is held log_held 1 || die "nothing is held"
holds "a message does not wait for a partition" \
	[ "$(query held 'SELECT count(*) FROM items')" = 0 ]
end held
run held --set kafka.hold=5s
wait_for 600 has held 1 || die "a hold does not end"
holds "a stall is not told" is held log_stalls_total 1
holds "a stalled partition is not told" is held log_stalled_partitions 1
end held

[ $failed -eq 0 ] || exit 1
echo "kafka_order_test: $checks checks"
