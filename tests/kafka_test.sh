#!/bin/sh
# The program on a log: librdkafka's mock cluster or, with KAFKA_BROKERS set
# (make check-kafka), a real one. What a store holds after it was killed at
# random moments is what an unkilled run of the same log holds, row by row;
# what holds no article is a dead letter with its reason; prepared records come
# to the same store as articles do; every revision of an event is on its topic;
# a backup goes on from where it was taken. Skipped (77) without librdkafka.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
kills=${KILLS:-8}
. "$top/tests/kafka_lib.sh"
begin kafka_test

# A name of a topic that no earlier run has used.
run=$$
if [ -n "${KAFKA_BROKERS:-}" ]; then
	brokers=$KAFKA_BROKERS
	rig topic "$brokers" "articles-$run=1" "shared-$run=3" \
		"prepared-$run=1" "spread-$run=2" "events-$run=1" \
		"dead-$run=1" "wrapped-$run=1" "idle-$run=1"
else
	mock_start "articles-$run=1" "shared-$run=3" "prepared-$run=1" \
		"spread-$run=2" "events-$run=1" "dead-$run=1" \
		"wrapped-$run=1" "idle-$run=1"
fi

cat >tocsin.yaml <<END
http: { port: 0 }
kafka:
  brokers: $brokers
  plugin: $here/tocsin-kafka.so
  articles: articles-$run
  dead: dead-$run
  options: [queued.min.messages=1000]
END

offset() { # store
	sqlite3 -cmd '.timeout 5000' "$1" \
		'SELECT coalesce(sum(next), 0) FROM log_offsets' 2>/dev/null ||
		echo 0
}

# Runs the daemon until it has read so many messages, and stops it.
read_all() { # store, messages, option...
	db=$1 want=$2
	shift 2
	"$here/tocsin" run --kafka -c tocsin.yaml --db "$db" "$@" \
		2>>"$db.log" &
	daemon=$!
	pids="$pids $daemon"
	n=0
	until [ "$(offset "$db")" -ge "$want" ]; do
		n=$((n + 1))
		if [ $n -gt 1800 ] || ! kill -0 $daemon 2>/dev/null; then
			tail -5 "$db.log"
			echo "kafka_test: $db: read $(offset "$db") of $want"
			exit 1
		fi
		sleep .1
	done
	kill -TERM $daemon
	wait $daemon || { echo "kafka_test: the daemon failed"; exit 1; }
}

in_order() { # store
	"$here/tocsin" check "$1" >said 2>&1 || { cat said; return 1; }
}

same() { # store, store, more tables
	# shellcheck disable=SC2086 # a list
	rows "$1" $decided ${3-log_offsets} >one
	# shellcheck disable=SC2086
	rows "$2" $decided ${3-log_offsets} >other
	cmp -s one other || {
		diff one other | head -5
		return 1
	}
}

"$here/tocsin" demo --print --items 3000 --seed 7 >good
{
	head -100 good
	echo 'this is no JSON'
	tail -n +101 good
	echo '{"title": ""}'
} >lines
total=$(wc -l <lines)

# --- killed at any moment ---
"$here/kafka_rig" send "$brokers" "articles-$run" 1 <lines &
sender=$!
pids="$pids $sender"
n=0
while [ $n -lt "$kills" ]; do
	n=$((n + 1))
	"$here/tocsin" run --kafka -c tocsin.yaml --db killed.db \
		--set "kafka.events=events-$run" 2>>killed.db.log &
	daemon=$!
	# From a start that is not over to some hundreds of articles.
	sleep "$(awk -v n="$n" -v seed="${SEED:-$run}" 'BEGIN {
		srand(seed * 100 + n); print .05 + .6 * rand() }')"
	kill -9 $daemon
	wait $daemon 2>/dev/null || :
done
wait $sender || { echo "kafka_test: not all was sent"; exit 1; }
"$here/tocsin" backup --db killed.db backup.db >backup.log 2>&1 || {
	cat backup.log
	exit 1
}
read_all killed.db "$total" --set "kafka.events=events-$run"
read_all whole.db "$total"
read_all backup.db "$total"
holds "a killed run's store is not that of a whole run" same whole killed
holds "some articles are missing" \
	[ "$(sqlite3 whole.db 'SELECT count(*) FROM items')" -gt 2500 ]
holds "there are no events" \
	[ "$(sqlite3 whole.db 'SELECT count(*) FROM events')" -gt 0 ]
holds "a killed store is not sound" in_order killed.db

holds "a backup and the log do not come to the same" same whole backup

# --- events: all revisions, some of them twice ---
rig dump "$brokers" "events-$run" >events
sed 's/.*tocsin-event=\([^ ]*\) tocsin-revision=\([0-9]*\).*/\1|\2/' events |
	sort -u >told
sqlite3 killed.db 'SELECT event, revision FROM event_revisions' |
	sort >stored
holds "the topic of events has not all revisions" cmp -s told stored
# shellcheck disable=SC2016 # an awk program
holds "the key of an event is not its id" \
	awk '!index($0, " tocsin-event=" $3 " ") { exit 1 }' events
sed 's/^[0-9]* [0-9]* //' events | sort -u >values
holds "a repeat is not the same to the byte" \
	[ "$(wc -l <values)" -eq "$(wc -l <stored)" ]

# --- CloudEvents 1.0: what must be there, of each revision ---
read_all wrapped.db "$total" --set "kafka.events=wrapped-$run" \
	--set kafka.envelope=cloudevents
rig dump "$brokers" "wrapped-$run" >wrapped
{
	echo 'CREATE TABLE e (v);'
	cut -f 2- wrapped |
		sed "s/'/''/g; s/.*/INSERT INTO e VALUES ('&');/"
	cat <<'END'
SELECT count(*) FROM e;
SELECT count(*) FROM e WHERE json_valid(v)
	AND json_extract(v, '$.specversion') = '1.0'
	AND json_extract(v, '$.id') LIKE json_extract(v, '$.subject') || '-%'
	AND length(json_extract(v, '$.source')) > 0
	AND json_extract(v, '$.type') LIKE 'tocsin.event.%'
	AND json_extract(v, '$.time') GLOB '20??-??-??T??:??:??*Z'
	AND json_extract(v, '$.datacontenttype') = 'application/json'
	AND json_type(v, '$.data') = 'object';
SELECT count(DISTINCT json_extract(v, '$.source') || ' ' ||
	json_extract(v, '$.id')) FROM e;
END
} | sqlite3 :memory: >enveloped 2>&1
holds "an envelope is no CloudEvent 1.0: $(tr '\n' ' ' <enveloped)" \
	[ "$(sort -u enveloped)" = "$(wc -l <stored)" ]
holds "an envelope does not say what it is" \
	[ "$(grep -c 'content-type=application/cloudevents+json' wrapped)" \
	-eq "$(wc -l <stored)" ]

# --- a replay of the log ---
"$here/tocsin" replay -q -c tocsin.yaml --kafka "articles-$run" \
	--alerts alerts.ndjson >replay.log 2>&1 || { cat replay.log; exit 1; }
sed 's/^{"event":"\([^"]*\)".*/\1/' alerts.ndjson | sort >replayed
sqlite3 whole.db 'SELECT id FROM events' | sort >fired
holds "a replay of the log has other events" cmp -s replayed fired
# The mock cluster has no index of times.
if [ -n "${KAFKA_BROKERS:-}" ]; then
	"$here/tocsin" replay -q -c tocsin.yaml --kafka "articles-$run" \
		--db none.db --until 2001-01-01 >replay.log 2>&1 || {
		cat replay.log
		exit 1
	}
	holds "what is behind --until is read" \
		[ "$(sqlite3 none.db 'SELECT count(*) FROM items')" -eq 0 ]
fi

# --- prepared by workers that are killed ---
worker() { # option...
	"$here/tocsin" prepare --kafka -c tocsin.yaml "$@" 2>>worker.log &
	worker=$!
	pids="$pids $worker"
}
metric() { # name and labels
	awk -v name="tocsin_worker_$1" '$1 == name { print $2 }' metrics
}
# It has so many partitions, and knows that nothing of any of them is left.
has_read() { # partitions
	[ -s metrics ] && [ "$(metric partitions)" = "$1" ] &&
		[ "$(awk '/^tocsin_worker_lag\{/ { n++; sum += $2 }
			END { print n + 0, sum + 0 }' metrics)" = "$1 0" ]
}
# However long the partitions of workers that were killed take to come.
work_off() { # partitions, option...
	parts=$1
	shift
	rm -f metrics
	worker --metrics metrics "$@"
	wait_for 1800 has_read "$parts" || {
		tail -3 worker.log
		cat metrics
		die "a worker does not see that nothing is left"
	}
	kill -TERM "$worker"
	wait "$worker" || { tail -3 worker.log; die "a worker failed"; }
}
for n in 1 2; do
	worker --set "kafka.prepared=prepared-$run"
	sleep "$(awk -v n="$n" -v seed="${SEED:-$run}" 'BEGIN {
		srand(seed * 7 + n); print .3 + .4 * rand() }')"
	kill -9 "$worker"
	wait "$worker" 2>/dev/null || :
done
work_off 1 --set "kafka.prepared=prepared-$run"
rig dump "$brokers" "prepared-$run" | { grep -ac '^0 [0-9]' || :; } >records
holds "records are missing" [ "$(cat records)" -ge $((total - 2)) ]
holds "a worker does not count what it read" \
	[ "$(metric 'messages_total{partition="0"}')" -gt 0 ]
holds "a worker does not count rebalances" \
	[ "$(metric rebalances_total)" -gt 0 ]
# The next one has nothing to read, and knows that, too.
work_off 1 --set "kafka.prepared=prepared-$run"
holds "what is done is prepared again" \
	[ "$(metric 'messages_total{partition="0"}')" -eq 0 ]
# A group gives a new member its partitions after some seconds.
rm -f metrics
worker --idle 1 --metrics metrics --set kafka.group=idle \
	--set "kafka.prepared=idle-$run"
wait "$worker" || { tail -3 worker.log; die "an idle worker failed"; }
holds "a worker is idle before it has partitions" \
	[ "$(metric 'messages_total{partition="0"}')" -ge "$total" ]
read_all prepared.db "$(cat records)" --set "kafka.prepared=prepared-$run"
holds "records do not come to the store of their articles" \
	same whole prepared ""

# --- a record that the topic does not take (on a real broker) ---
if [ -n "${KAFKA_BROKERS:-}" ]; then
	rig topic "$brokers" "long-$run=1" "small-$run=1:20000"
	{
		head -200 good
		awk 'BEGIN {
			srand(1)
			printf "{\"id\":\"long\",\"title\":\"Long\",\"text\":\""
			for (n = 0; n < 100000; n++)
				printf "%c", n % 8 ? 97 + 26 * rand() : 32
			print "\"}"
		}'
		tail -n +201 good | head -100
	} | rig send "$brokers" "long-$run"
	work_off 1 --set "kafka.articles=long-$run" --set kafka.group=long \
		--set "kafka.prepared=small-$run"
	holds "one record is too long, and others are missing" \
		[ "$(rig end "$brokers" "small-$run")" -eq 300 ]
fi

# --- several workers, one of them killed, and several partitions ---
rig send "$brokers" "shared-$run" <lines
spread="--set kafka.articles=shared-$run --set kafka.group=spread
	--set kafka.prepared=spread-$run --set kafka.records=whole"
# shellcheck disable=SC2086 # a list
worker $spread
first=$worker
{
	sleep .5
	kill -9 "$first"
} &
# shellcheck disable=SC2086
work_off 3 $spread
wait "$first" 2>/dev/null || :
rig dump "$brokers" "spread-$run" | { grep -ac '^[01] [0-9]' || :; } >records
read_all spread.db "$(cat records)" --set "kafka.prepared=spread-$run"
ids() {
	sqlite3 "$1" 'SELECT id FROM items ORDER BY 1'
}
ids whole.db >one
ids spread.db >other
holds "articles are missing that came by several partitions" cmp -s one other
# The articles of a source in the order in which they came.
order() {
	sqlite3 "$1" 'SELECT source, id FROM items ORDER BY source, seq'
}
order whole.db >one
order spread.db >other
holds "a source has lost its order" cmp -s one other

# --- a wrong option names its line ---
sed 's/queued.min.messages=1000/no.such.option=1/' tocsin.yaml >wrong.yaml
if "$here/tocsin" run --kafka -c wrong.yaml --db wrong.db >wrong.log 2>&1; then
	holds "a wrong option is taken" false
fi
holds "a wrong option does not name its line" \
	grep -q 'wrong.yaml:7:.*no.such.option' wrong.log

# 'check' finds it before anything runs, in a file and in that of -c.
if "$here/tocsin" check wrong.yaml >wrong.log 2>&1; then
	holds "'check' takes a wrong option" false
fi
holds "'check' does not name a wrong option's line" \
	grep -q 'wrong.yaml:7:.*no.such.option' wrong.log
if "$here/tocsin" check -c wrong.yaml >wrong.log 2>&1; then
	holds "'check -c' takes a wrong option" false
fi
holds "'check -c' does not name a wrong option's line" \
	grep -q 'wrong.yaml:7:.*no.such.option' wrong.log
holds "'check' refuses a sound section" \
	"$here/tocsin" check tocsin.yaml 2>check.log

# --- what holds no article ---
rig dump "$brokers" "dead-$run" >dead
holds "a dead letter has no reason" \
	grep -q 'tocsin-reason=an article must be.*this is no JSON' dead
[ -z "${KAFKA_BROKERS:-}" ] ||
	holds "a record that is too long is no dead letter" grep -q \
		'tocsin-reason=kafka.prepared does not take its record' dead
holds "a dead letter is missing" \
	grep -q 'tocsin-reason=there is no.*"title"' dead

echo "kafka_test: $checks checks, $failed failed"
[ $failed -eq 0 ]
