#!/bin/sh
# usage: sh tests/kafka_real.sh sh tests/kafka_bench.sh [ITEMS [FILE]]
# Figures of one run beside each other, on the broker that KAFKA_BROKERS names:
# articles a second through 1, 2 and 4 workers, from their first record to the
# last; a detector that reads a file, articles of a topic and prepared records
# of one; from producing an article until its event is read from the topic of
# events; how long a standby takes to lead; a stock pipeline on the same topic;
# what `tocsin-lab simulate` predicts of each; bytes an article takes in each
# form.
# The articles are those of FILE or, without it, of tocsin demo. All share one
# machine, broker and sender among them: what can be compared are ratios.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
items=${1:-60000}
file=${2:-}
case $file in
'' | /*) ;;
*) file=$PWD/$file ;;
esac
. "$top/tests/kafka_lib.sh"
begin kafka_bench
if [ -n "$file" ]; then
	head -n "$items" "$file" >in
else
	"$here/tocsin" demo --print --items "$items" --seed 3 >in
fi
items=$(wc -l <in)
brokers=${KAFKA_BROKERS:?}
cat >tocsin.yaml <<END
http: { port: 0 }
kafka: { brokers: "$brokers", plugin: $here/tocsin-kafka.so }
END
clock() {
	"$here/kafka_clock" "$@"
}
line() { # what, figure, unit
	printf '%-44s %10s %s\n' "$1" "$2" "$3"
}
ratio() { # number, of what
	awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}
until_so() { # seconds, condition...
	seconds=$1
	shift
	wait_for $((seconds * 10)) "$@" || die "it does not come: $*"
}

# --- what an article costs here, and what follows ---
sample=$items
[ "$sample" -le 50000 ] || sample=50000
"$here/tocsin-lab" simulate -q --json --input in --items "$sample" --workers 1 \
	--for 1s --rate 10 >services
service() { # name
	sed -n "s/.*\"$1\":\([-+.e0-9]*\).*/\1/p" services
}
prepare=$(service prepare) decide=$(service decide) commit=$(service commit)
client=$(service client)
by_worker=$(awk -v p="$prepare" -v c="$client" \
	'BEGIN { printf "%.0f", 1 / (p + 2 * c) }')
by_detector=$(awk -v d="$decide" -v c="$client" -v t="$commit" \
	'BEGIN { printf "%.0f", 1 / (d + c + t / 2000) }')

# --- workers: topics of their own, filled when all have their partitions ---
joined() { # workers
	sum=0
	for i in $(seq "$1"); do
		has=$(sed -n 's/.*=rebalance partitions=\([0-9]*\).*/\1/p' \
			"worker-$1-$i.log" | tail -1)
		[ "${has:-0}" -gt 0 ] || return 1
		sum=$((sum + has))
	done
	[ $sum -eq 4 ]
}
cpu_of() { # pid...: seconds of processor time
	for pid in "$@"; do
		cat "/proc/$pid/stat"
	done | awk -v hz="$(getconf CLK_TCK)" '
		{ sum += $14 + $15 } END { print sum / hz }'
}
workers() { # how many; their rate is then in $rate
	n=$1
	rig topic "$brokers" "spread$n=4" "w$n=1"
	started=
	for i in $(seq "$n"); do
		"$here/tocsin" prepare --kafka -c tocsin.yaml \
			--set "kafka.articles=spread$n" \
			--set "kafka.prepared=w$n" --set "kafka.group=g$n" \
			2>"worker-$n-$i.log" &
		started="$started $!"
	done
	pids="$pids $started"
	until_so 60 joined "$n"
	# shellcheck disable=SC2086 # a list
	before=$(cpu_of $started)
	clock rate "$brokers" "w$n" "$records" >rates &
	clock=$!
	sleep .5
	rig send "$brokers" "spread$n" <in
	wait $clock
	rate=$(cat rates)
	# shellcheck disable=SC2086
	cpu=$(awk -v a="$before" -v b="$(cpu_of $started)" -v n="$records" \
		'BEGIN { printf "%.1f", (b - a) / n * 1e6 }')
	# shellcheck disable=SC2086
	kill $started
	# shellcheck disable=SC2086
	wait $started || :
}

# --- a detector, from a file and from topics ---
"$here/tocsin" replay -q -j 1 --db file.db --summary summary in >/dev/null 2>&1
file_rate=$(sed -n 's/.*"items_per_second":\([0-9]*\).*/\1/p' summary)
bad=$(sed -n 's/.*"rejected":\([0-9]*\).*/\1/p' summary)
records=$((items - bad)) # what is no article leaves none
rig topic "$brokers" one=1
rig send "$brokers" one <in

place() { # store: how far it has read
	sqlite3 "$1" 'SELECT coalesce(sum(next), 0) FROM log_offsets' \
		2>/dev/null || echo 0
}
has_begun() { # store
	[ "$(place "$1.db")" -gt 0 ]
}
detector() { # topic, messages; its rate from the first commit is in $rate
	"$here/tocsin" run -q --kafka -c tocsin.yaml --db "$1.db" \
		--set "kafka.prepared=$1" 2>>log &
	pid=$!
	pids="$pids $pid"
	until_so 60 has_begun "$1"
	first=$(place "$1.db")
	from=$(date +%s.%N)
	until [ "$(place "$1.db")" = "$2" ]; do
		kill -0 $pid || die "the detector ended"
		sleep .02
	done
	rate=$(awk -v n="$(($2 - first))" -v from="$from" \
		-v to="$(date +%s.%N)" \
		'BEGIN { printf "%.0f", n / (to - from) }')
	kill $pid
	wait $pid
}

for n in 1 2 4; do
	workers $n
	line "$n workers, articles a second" "$rate" \
		"($cpu us of processor time each)"
	eval "workers_$n=$rate cpu_$n=$cpu"
done
line "a detector, from a file" "$file_rate" "articles a second"
detector one "$items"
line "a detector, articles of a topic" "$rate" \
	"($(ratio "$rate" "$file_rate") of it)"
detector w1 "$records"
line "a detector, records of a topic" "$rate" \
	"($(ratio "$rate" "$file_rate") of it)"
detector_rate=$rate

# --- from producing an article until its event is on the topic of events ---
rig topic "$brokers" pairs=1 pairs-prepared=1 pairs-events=1
cat >pairs.yaml <<END
http: { port: 0 }
rules: { kind: similar, more_than: 1, max_per_hour: 0 }
kafka: { brokers: "$brokers", plugin: $here/tocsin-kafka.so, articles: pairs,
  prepared: pairs-prepared, events: pairs-events, group: pairs }
END
"$here/tocsin" prepare --kafka -c pairs.yaml 2>pairs.log &
worker=$!
"$here/tocsin" run --kafka -c pairs.yaml --db pairs.db 2>pairs-run.log &
run=$!
pids="$pids $worker $run"
until_so 60 grep -q 'event=rebalance partitions=1' pairs.log
until_so 60 grep -q 'event=listening' pairs-run.log
clock delay "$brokers" pairs pairs-events 1000 10 >delays
line "from an article to its event" "" "$(cat delays)"
kill $worker $run
wait $worker $run || :

# --- a standby takes over ---
rig topic "$brokers" stood=1 lease=1
start() { # name
	"$here/tocsin" run --kafka -c tocsin.yaml --db "$1.db" \
		--set kafka.articles=stood --set kafka.lease=lease \
		--set kafka.session=2s 2>>"$1.log" &
	eval "pid_$1=$!"
	pids="$pids $!"
}
leads() { # name, more often than so many times
	[ "$(grep -c 'event=lease leads=yes' "$1.log" || :)" -gt "$2" ]
}
start a
until_so 30 leads a 0
start b
leader=a other=b
: >took
for _ in $(seq 10); do
	sleep 3
	before=$(grep -c 'event=lease leads=yes' "$other.log" || :)
	eval "pid=\$pid_$leader"
	from=$(date +%s.%N)
	kill -9 "$pid"
	until_so 30 leads "$other" "$before"
	awk -v from="$from" -v to="$(date +%s.%N)" \
		'BEGIN { print to - from }' >>took
	wait "$pid" 2>/dev/null || :
	start "$leader"
	spare=$leader leader=$other other=$spare
done
took=$(sort -n took | sed -n 5p)
line "a standby leads after kill -9 (session 2 s)" "$took" \
	"s (median of 10; longest $(sort -n took | tail -1) s)"
for name in a b; do
	eval "pid=\$pid_$name"
	kill "$pid"
	wait "$pid" || :
done
for seed in 1 2 3 4 5 6 7 8 9 10; do
	"$here/tocsin-lab" simulate -q --json --prepare 1ms --decide 1ms \
		--commit 1ms --workers 1 --rate 10 --for 20s --lease 2s \
		--fail detector@5s --seed $seed
done | sed -n 's/.*"taken_over":\([0-9.]*\).*/\1/p' | sort -n >simulated

# --- a stock pipeline on the same topic: not the same work ---
streams=${kafka_cache%/*}/kafka-streams-$kafka_version
if [ ! -e "$streams/complete" ] && command -v mvn >/dev/null 2>&1; then
	cat >pom.xml <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>tocsin</groupId><artifactId>streams</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.kafka</groupId>
<artifactId>kafka-streams</artifactId><version>$kafka_version</version>
</dependency></dependencies></project>
END
	mvn -q -B dependency:copy-dependencies "-DoutputDirectory=$streams" \
		>mvn.log 2>&1 && touch "$streams/complete"
fi
if [ -e "$streams/complete" ]; then
	for n in 1 2; do
		rate=$(java -Xmx512m -cp "$streams/*" \
			"$top/tests/compare/CountByKey.java" "$brokers" \
			spread1 "$items" $n 2>streams.log) || {
			tail -3 streams.log
			break
		}
		line "Kafka Streams counts by key, $n threads" "$rate" \
			"messages a second: not the same work"
	done
else
	echo "Kafka Streams: skipped, as Maven Central cannot be reached"
fi

# --- predicted and measured ---
echo
printf '%-44s %10s %10s %s\n' "simulate" predicted measured ratio
compare() { # what, predicted, measured
	printf '%-44s %10s %10s %s\n' "$1" "$2" "$3" "$(ratio "$3" "$2")"
}
# What it costs is what is measured; how many articles a second that makes is a
# matter of who else wants the processors, which are the broker's, too, here.
compare "one worker, us of processor time an article" \
	"$(awk -v n="$by_worker" 'BEGIN { printf "%.1f", 1e6 / n }')" \
	"${cpu_1:?}"
compare "one worker, articles a second" "$by_worker" "${workers_1:?}"
compare "a detector, records a second" "$by_detector" "$detector_rate"
compare "a takeover, session 2 s, median" "$(sed -n 5p simulated)" "$took"

# --- bytes ---
echo
awk -v n="$items" '
	{ if (match($0, /bytes=[0-9]*/))
		bytes += substr($0, RSTART + 6, RLENGTH - 6) }
	END { printf "bytes of a record, unpacked:  %.0f\n", bytes / n }' \
	worker-1-1.log
printf 'bytes of an article as JSON:  %d\n' $(($(wc -c <in) / items))
[ -n "${KAFKA_LOGS:-}" ] || exit 0
for topic in one w1; do
	bytes=$(cat "$KAFKA_LOGS/$topic-0/"*.log | wc -c)
	printf 'on the topic %s:  %d\n' "$topic" $((bytes / items))
done
