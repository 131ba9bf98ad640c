#!/bin/sh
# usage: sh tests/kafka_real.sh sh tests/kafka_bench.sh [ITEMS [FILE]]
# Figures of one run beside each other, on the broker that KAFKA_BROKERS names:
# articles a second through 1, 2 and 4 workers; a detector that reads a file,
# articles of a topic and prepared records of one; bytes an article takes in
# each. The articles are those of FILE or, without it, of tocsin demo. All
# share one machine, broker and sender among them: what can be compared are
# ratios.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
items=${1:-20000}
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
kafka: { brokers: "$brokers", plugin: $here/tocsin-kafka.so, articles: spread }
END
now() {
	date +%s.%N
}
say() { # name, since
	awk -v name="$1" -v from="$2" -v to="$(now)" -v n="$items" 'BEGIN {
		printf "%-28s %8.2f s %10.0f a second\n", name, to - from,
		    n / (to - from) }'
}
offset() {
	sqlite3 "$1" 'SELECT sum(next) FROM log_offsets' 2>/dev/null || echo 0
}

rig topic "$brokers" spread=4 one=1 w1=1 w2=1 w4=1
rig send "$brokers" spread <in
rig send "$brokers" one <in

from=$(now)
"$here/tocsin" replay -j 1 --db file.db in >/dev/null 2>said
say "detector, from a file" "$from"

# What is no article leaves no record.
bad=$(sed -n 's/.* \([0-9]*\) bad lines.*/\1/p' said)
records=$((items - bad))

detector() { # name, topic, messages
	from=$(now)
	"$here/tocsin" run -q --kafka -c tocsin.yaml --db "$2.db" \
		--set "kafka.prepared=$2" 2>>log &
	pids="$pids $!"
	until [ "$(offset "$2.db")" = "$3" ]; do
		sleep .05
	done
	say "$1" "$from"
	kill "$!"
	wait "$!"
}
for n in 1 2 4; do
	started=
	from=$(now)
	for i in $(seq $n); do
		"$here/tocsin" prepare --kafka -c tocsin.yaml \
			--set "kafka.prepared=w$n" --set "kafka.group=g$n" \
			2>"worker-$n-$i.log" &
		started="$started $!"
	done
	pids="$pids $started"
	until [ "$(rig end "$brokers" "w$n")" -ge "$records" ]; do
		sleep .05
	done
	say "$n workers, with their start" "$from"
	# shellcheck disable=SC2086 # a list
	kill $started
	wait
done
detector "detector, articles" one "$items"
detector "detector, records" w1 "$records"
awk -v n="$items" 'FNR == 1 { file++ }
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
