#!/bin/sh
# What the table of tocsin-prepare(1) says of parts that fail, on librdkafka's
# mock cluster; kills, backups and a broker that goes away under two detectors
# are in kafka_test.sh and standby_test.sh. Skipped (77) without librdkafka.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/kafka_lib.sh"
begin kafka_fail_test
mock_start articles=2 prepared=1 events=1 ahead=1 long=1 long-prepared=1 \
	dead=1 loud=1 loud-events=1 refused=1 refused-dead=1 \
	full=1 full-events=1 gone=1 gone-dead=1

has() { # store, table, at least so many rows
	n=$(query "$1" "SELECT count(*) FROM $2")
	[ "$n" != '?' ] && [ "$n" -ge "$3" ]
}
ends() { # pid: in good order
	kill -TERM "$1" && wait "$1"
}

cat >tocsin.yaml <<END
http: { port: 0 }
rules: { kind: similar, more_than: 1, max_per_hour: 0 }
kafka:
  brokers: $brokers
  plugin: $here/tocsin-kafka.so
  articles: articles
  prepared: prepared
  events: events
END
news() { # first, last: pairs of one text of two sources
	awk -v from="$1" -v to="$2" 'BEGIN {
		srand(from)
		for (n = from; n <= to; n++) {
			title = ""
			for (i = 0; i < 63; i++)
				title = title (i % 7 ? "" : " ") \
				    sprintf("%c", 97 + 26 * rand())
			for (s = 1; s <= 2; s++)
				printf "{\"id\":\"%d-%d\",\"source\":\"S%d\"," \
				    "\"title\":\"%s\"}\n", n, s, s, title
		}
	}'
}
worker() {
	"$here/tocsin" prepare --kafka -c tocsin.yaml 2>>worker.log &
	worker=$!
	pids="$pids $worker"
}
events() { # at least so many are on the topic
	[ "$(rig end "$brokers" events)" -ge "$1" ]
}

# --- all workers: articles wait, and all come when one is there again ---
"$here/tocsin" run --kafka -c tocsin.yaml --db news.db 2>run.log &
daemon=$!
pids="$pids $daemon"
wait_for 600 grep -q event=listening run.log || die "no daemon"
port=$(sed -n 's/.*event=listening.* port=\([0-9]*\).*/\1/p' run.log)
news 1 20 | rig send "$brokers" articles
sleep 1
holds "articles are decided without a worker" \
	[ "$(query news 'SELECT count(*) FROM items')" -eq 0 ]
worker
holds "what waited for a worker does not come" \
	wait_for 1200 has news items 40
holds "its events do not come" wait_for 600 events 20

# --- all brokers: what is posted is taken in, its events wait ---
order down
news 31 31 >posted
answer=$(curl -s -m 60 -o posted.json -w '%{http_code}' \
	--data-binary @posted "http://127.0.0.1:$port/v1/articles")
holds "an article that is posted without brokers is refused ($answer)" \
	[ "$answer" -lt 300 ]
holds "an article that is posted without brokers is not stored" \
	wait_for 600 has news items 42
before=$(query news 'SELECT count(*) FROM events')
holds "it is no event" [ "$before" -eq 21 ]
waits() { # at least so many rows of what is told wait
	curl -s -m 60 "http://127.0.0.1:$port/metrics" >metrics
	[ "$(awk '$1 == "tocsin_log_events_behind" { print $2 }' metrics)" \
		-ge "$1" ]
}
holds "it is not counted as behind" wait_for 600 waits 1
order up
holds "its event is not sent when the brokers are back" \
	wait_for 1200 events 21
news 41 45 | rig send "$brokers" articles
holds "worker and detector do not go on when the brokers are back" \
	wait_for 1200 has news items 52

# --- the manual's reader passes over lower epochs ---
sed -n "/awk 'match/,/{ print }'/p" "$top/man/tocsin-prepare.1" |
	sed "s/^ *awk '//; s/'\$//" >reader.awk
printf 'tocsin-event:%s,tocsin-epoch:%s\t{}\n' a 2 b 10 c 9 d 10 |
	awk -f reader.awk | sed 's/tocsin-event:\(.\).*/\1/' |
	tr -d '\n' >readers
holds "the manual's reader takes a lower epoch: $(cat readers)" \
	[ "$(cat readers)" = abd ]

# --- what is in the metrics is in the manual ---
curl -s -m 60 "http://127.0.0.1:$port/metrics" >metrics
sed -n 's/^# TYPE \(tocsin_log_[a-z_]*\) .*/\1/p' metrics >names
while read -r name; do
	holds "$name is not in tocsin-prepare(1)" \
		grep -q "$name" "$top/man/tocsin-prepare.1"
done <names
holds "a partition has no lag" grep -q \
	'^tocsin_log_lag{partition="0"} 0' metrics
ends "$worker" || die "the worker failed: $(tail -1 worker.log)"
ends "$daemon" || die "the daemon failed: $(tail -1 run.log)"

# --- a sender's clock: no article lies ahead of now ---
news 51 55 | rig send "$brokers" ahead 0 86400
"$here/tocsin" run --kafka -c tocsin.yaml --db ahead.db \
	--set kafka.prepared=ahead --set kafka.events= 2>ahead.log &
daemon=$!
pids="$pids $daemon"
holds "articles of a wrong clock are not read" \
	wait_for 600 has ahead items 10
ends "$daemon" || die "the daemon failed: $(tail -1 ahead.log)"
now=$(date +%s)
holds "an article is of tomorrow, as its sender said" \
	[ "$(query ahead 'SELECT max(ts) FROM items')" -lt \
	$(((now + 1) * 1000)) ]

# --- a record that is too long is a dead letter, and nothing waits for it ---
long() { # records, dead letters: so many are there in the end
	"$here/tocsin" prepare --kafka -c tocsin.yaml \
		--set kafka.articles=long --set kafka.group=long \
		--set kafka.prepared=long-prepared --set kafka.dead=dead \
		2>>long.log &
	worker=$!
	pids="$pids $worker"
	wait_for 1200 ended long-prepared "$1" &&
		wait_for 1200 ended dead "$2"
	rc=$?
	ends "$worker" || die "the worker failed: $(tail -1 long.log)"
	return $rc
}
ended() { # topic, messages
	[ "$(rig end "$brokers" "$1")" -eq "$2" ]
}
news 61 70 | rig send "$brokers" long
order 'refuse 1'
holds "of a batch that is refused not each record comes" long 20 0
news 71 71 | head -1 | rig send "$brokers" long
order 'refuse 2'
holds "a record that is too long is no dead letter" long 20 1
awk 'BEGIN { for (n = 0; n < 50000; n++) printf "no"; print "" }' |
	rig send "$brokers" long
order 'refuse 1'
holds "a dead letter that is too long does not come" long 20 2
news 72 72 | rig send "$brokers" long
holds "what is behind it does not come" long 22 2
rig dump "$brokers" dead >letters
holds "a dead letter does not say that its record is too long" \
	grep -q 'tocsin-reason=kafka.prepared does not take its record' letters
holds "a dead letter does not say that it was cut" \
	grep -q 'tocsin-bytes=100000' letters
holds "a dead letter is not cut" \
	[ "$(tail -1 letters | cut -f2 | tr -d '\n' | wc -c)" -eq 16384 ]

# --- an event that is too long is passed over ---
news 81 81 | rig send "$brokers" loud
order 'refuse 2'
"$here/tocsin" run --kafka -c tocsin.yaml --db loud.db \
	--set kafka.prepared=loud --set kafka.events=loud-events 2>loud.log &
daemon=$!
pids="$pids $daemon"
holds "an event that is too long is not passed over" \
	wait_for 600 grep -q 'event=events_lost' loud.log
news 82 82 | rig send "$brokers" loud
holds "the event behind it does not come" wait_for 600 ended loud-events 1
ends "$daemon" || die "the daemon failed: $(tail -1 loud.log)"

# --- a topic of events that is full: the detector stops, and goes on ---
metric() { # name: its number at the daemon, 0 where there is none
	curl -s -m 60 "http://127.0.0.1:$port/metrics" >metrics
	awk -v name="tocsin_log_$1" '$1 == name { n = $2 }
		END { print n + 0 }' metrics
}
at_least() { # number, name of a metric
	[ "$(metric "$2")" -ge "$1" ]
}
begun() { # topic: it has a message
	[ "$(rig end "$brokers" "$1")" -gt 0 ]
}
begin_daemon() { # store, option...
	db=$1
	shift
	"$here/tocsin" run --kafka -c tocsin.yaml --db "$db.db" "$@" \
		2>"$db.log" &
	daemon=$!
	pids="$pids $daemon"
	wait_for 600 grep -q event=listening "$db.log" || die "no daemon"
	port=$(sed -n 's/.*event=listening.* port=\([0-9]*\).*/\1/p' "$db.log")
}
news 1001 9000 | rig send "$brokers" full
order full
begin_daemon full --set kafka.prepared=full --set kafka.events=full-events
holds "events do not wait for their topic" \
	wait_for 3000 at_least 5000 events_behind
waiting=$(query full 'SELECT sum(next) FROM log_offsets')
sleep 1
holds "the log is read on while events wait" \
	[ "$(query full 'SELECT sum(next) FROM log_offsets')" = "$waiting" ]
holds "nothing is left of the log to read" [ "$waiting" -lt 16000 ]
order room
holds "the log is not read on when there is room" \
	wait_for 3000 ended full-events 8000
holds "articles are missing" [ "$(query full 'SELECT count(*) FROM items')" \
	-eq 16000 ]
holds "events are lost" [ "$(metric events_lost_total)" -eq 0 ]
ends "$daemon" || die "the daemon failed: $(tail -1 full.log)"

# --- a topic of dead letters that is gone: all else comes, and it is said ---
undelivered='dead_letters_total{outcome="undelivered"}'
begin_daemon gone --set kafka.prepared=gone --set kafka.dead=gone-dead \
	--set kafka.events=
order 'gone gone-dead'
{
	news 9101 9105
	echo 'this is no JSON'
	news 9106 9110
} | rig send "$brokers" gone
holds "what is behind a dead letter does not come without their topic" \
	wait_for 1200 has gone items 20
holds "a dead letter that nobody takes is not counted" \
	wait_for 600 at_least 1 "$undelivered"
holds "it is not logged" grep -q 'event=no_article topic=gone .*offset=10 ' \
	gone.log
order 'back gone-dead'
echo 'nor is this' | rig send "$brokers" gone
holds "a dead letter does not come when their topic is back" \
	wait_for 1200 begun gone-dead
ends "$daemon" || die "the daemon failed: $(tail -1 gone.log)"

# --- an article that the store refuses is a dead letter; the others come ---
refused() { # so many articles are read
	"$here/tocsin" run --kafka -c tocsin.yaml --db refused.db \
		--set kafka.prepared=refused --set kafka.dead=refused-dead \
		--set kafka.events= 2>>refused.log &
	daemon=$!
	pids="$pids $daemon"
	wait_for 600 has refused items "$1"
	rc=$?
	ends "$daemon" || die "the daemon failed: $(tail -1 refused.log)"
	return $rc
}
news 91 91 | rig send "$brokers" refused
holds "articles of a topic are not read" refused 2
# SQLite's own shell writes no sums: its change is made in a copy without them.
query refused "VACUUM INTO 'copy.db'" && mv copy.db refused.db
query refused "CREATE UNIQUE INDEX refuses ON items (1) WHERE id LIKE '93-%'"
news 92 94 | rig send "$brokers" refused
holds "what stands around a refused article does not come" refused 7
holds "a refused article is no dead letter" wait_for 600 ended refused-dead 1
rig dump "$brokers" refused-dead >letters
holds "a dead letter does not say that the store refuses it" grep -q \
	'tocsin-reason=the store refuses this article: .*UNIQUE' letters
holds "a dead letter is another article" grep -q '"id":"93-2"' letters
holds "an event is lost with a refused article, or made of it" \
	[ "$(query refused 'SELECT count(*) FROM events')" -eq 3 ]
holds "a refused article is read again" \
	[ "$(query refused 'SELECT sum(next) FROM log_offsets')" -eq 8 ]
query refused "DROP INDEX refuses; VACUUM INTO 'sound.db'"
holds "a store that refused is not sound" \
	"$here/tocsin" check sound.db >check.log 2>&1

# --- without librdkafka: what is missing is named, with its mend ---
if "$here/tocsin" run --kafka -c tocsin.yaml --db none.db \
	--set kafka.plugin=/nowhere.so 2>none.log; then
	holds "it runs without a client" false
fi
holds "a client that is missing is not named" \
	grep -q 'there is no Kafka client.*tocsin-kafka' none.log

echo "kafka_fail_test: $checks checks, $failed failed"
[ $failed -eq 0 ]
