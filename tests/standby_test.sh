#!/bin/sh
# usage: standby_test.sh
# Two detectors on one log, of which one sends, while ROUNDS times one of them
# or the broker is killed, frozen, cut off, slowed or stopped, at random (SEED):
# no message is lost, none comes under another key, the epoch never goes back at
# the receiver, one detector sends in each, and both stores end up equal, row by
# row. The broker is librdkafka's mock cluster or, with KAFKA_BROKERS set (make
# check-standby), a real one. Skipped (77) without librdkafka.
set -eu
here=$PWD
rounds=${ROUNDS:-12}
seed=${SEED:-1}
session=1000 # ms
checks=0
failed=0

if [ ! -x ./kafka_rig ] || [ ! -f ./tocsin-kafka.so ]; then
	echo "standby_test: skipped, as librdkafka was not there to build with"
	exit 77
fi
dir=$(mktemp -d -p "$PWD")
pids=
cleanup() {
	for pid in $pids; do
		kill -9 "$pid" 2>/dev/null || :
	done
	[ -n "${KEEP:-}" ] || rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 1' INT TERM
cd "$dir"

die() {
	echo "standby_test: $1"
	exit 1
}

holds() { # what, condition...
	what=$1
	shift
	checks=$((checks + 1))
	"$@" || {
		echo "standby_test: $what"
		failed=$((failed + 1))
	}
}

wait_for() { # tenths of a second, condition...
	tenths=$1
	shift
	until "$@"; do
		tenths=$((tenths - 1))
		[ $tenths -gt 0 ] || return 1
		sleep .1
	done
}

# The next of a sequence of numbers below $1, in $number. It is one sequence, so
# that a seed gives the same rounds each time.
state=$seed
random() {
	state=$(((state * 1103515245 + 12345) % 2147483648))
	number=$((state / 65536 % $1))
}

# --- the parts ---
run=$$
articles=articles-$run
lease=lease-$run
if [ -n "${KAFKA_BROKERS:-}" ]; then
	brokers=$KAFKA_BROKERS
	"$here/kafka_rig" topic "$brokers" "$articles=1" "$lease=1"
	broker=
else
	mkfifo orders
	"$here/kafka_rig" broker "$articles=1" "$lease=1" <orders >servers \
		2>rig.log &
	broker=$!
	pids="$pids $broker"
	exec 9>orders
	wait_for 200 test -s servers || die "no broker"
	brokers=$(cat servers)
fi
"$here/kafka_hooks" >hooks &
pids="$pids $!"
wait_for 100 test -s hooks || die "no receiver"
hooks=$(head -1 hooks)

for name in a b; do
	cat >"$name.yaml" <<YAML
http: { port: 0 }
rules: { kind: similar, more_than: 1, max_per_hour: 0 }
deliver:
  receivers: $dir/$name.receivers
  retry_least: 200ms
  retry_most: 1s
kafka:
  brokers: $brokers
  plugin: $here/tocsin-kafka.so
  articles: $articles
  lease: $lease
  session: ${session}ms
YAML
	cat >"$name.receivers" <<YAML
receivers:
  - name: desk
    kind: webhook
    url: http://127.0.0.1:$hooks/
    allow_private: true
    cap: 0
    headers: { X-Detector: $name }
YAML
done

start() { # name
	LD_PRELOAD=$here/kafka_cut.so CUT_FILE=$dir/$1.cut \
		CUT_PORT=${brokers##*:} "$here/tocsin" run --kafka \
		-c "$1.yaml" --db "$1.db" 2>>"$1.log" &
	eval "pid_$1=$!"
	pids="$pids $!"
}

pid_of() { # name
	eval "echo \$pid_$1"
}

# Who leads, by what each said last; empty: nobody.
leader() {
	for name in a b; do
		case $(grep 'event=lease leads=' "$name.log" | tail -1) in
		*leads=yes*)
			kill -0 "$(pid_of "$name")" 2>/dev/null &&
				echo "$name"
			;;
		esac
	done | head -1
}

has_leader() {
	[ -n "$(leader)" ]
}

other() { # name
	[ "$1" = a ] && echo b || echo a
}

# Texts that come from four sources each, all new, for ever.
write_news() {
	awk -v seed="$seed" 'BEGIN {
		line = "{\"id\":\"%d-%d\",\"source\":\"S%d\",\"title\":\"%s\"}"
		srand(seed)
		for (event = 1; event <= 100000; event++) {
			title = "News"
			for (i = 0; i < 63; i++)
				title = title (i % 7 ? "" : " ") \
				    sprintf("%c", 97 + 26 * rand())
			for (source = 1; source <= 4; source++)
				printf line "\n", event, source, source, title
		}
	}'
}

# --- rounds ---
pause() { # ms
	sleep "$(awk -v ms="$1" 'BEGIN { print ms / 1000 }')"
}

again() { # name, signal: ends it, and starts it after a time
	kill "-$2" "$(pid_of "$1")"
	wait "$(pid_of "$1")" 2>/dev/null || :
	pause "$3"
	echo 'event=lease leads=no note=ended' >>"$1.log"
	start "$1"
}

took_over() { # name: it has more often than so many times
	[ "$(grep -c 'leads=yes' "$1.log" || :)" -gt "$2" ]
}

# What befalls a detector or the broker for so many milliseconds.
befall() { # what, name, ms
	case $1 in
	kill) again "$2" KILL "$3" ;;
	stop) again "$2" TERM "$3" ;;
	freeze)
		kill -STOP "$(pid_of "$2")"
		pause "$3"
		kill -CONT "$(pid_of "$2")"
		;;
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
	stall)
		kill -STOP "$broker"
		pause "$3"
		kill -CONT "$broker"
		;;
	esac
}

start a
start b
write_news | "$here/kafka_rig" send "$brokers" "$articles" 20 2>send.log &
sender=$!
pids="$pids $sender"
: >takeovers
n=0
while [ $n -lt "$rounds" ]; do
	n=$((n + 1))
	wait_for 600 has_leader || die "round $n: nobody leads"
	first=$(leader)
	second=$(other "$first")
	random 10
	what=$number
	random 2000
	ms=$((number + 200))
	random 4
	target=$first
	[ $number -gt 0 ] || target=$second
	case $what in
	0 | 1) what='kill' ;;
	2 | 3) what='freeze' ;;
	4 | 5) what='cut' ;;
	6) what='stop' ;;
	7) what='down' ;;
	8) what='slow' ;;
	9) what='stall' ;;
	esac
	case $what in
	down | slow | stall)
		[ -n "$broker" ] || what=freeze
		;;
	esac
	before=$(grep -c 'leads=yes' "$second.log" || :)
	befall $what "$target" $ms
	# Of a leader that was away for long enough: how long it took. On a busy
	# machine it may be back before.
	case $what in
	kill | freeze | cut)
		if [ "$target" = "$first" ] &&
			[ $ms -ge $((session * 3 / 2)) ] &&
			wait_for 20 took_over "$second" "$before"
		then
			grep 'leads=yes' "$second.log" | tail -1 |
				sed 's/.*after_ms=\([0-9]*\).*/\1/' >>takeovers
		fi
		;;
	esac
	echo "$n $what $target $ms" >>rounds
	random 1000
	pause "$number"
done

# --- the end: all is read and sent ---
kill "$sender" 2>/dev/null || :
wait "$sender" 2>/dev/null || :
query() { # store, SQL
	sqlite3 -cmd '.timeout 5000' "$1.db" "$2" 2>/dev/null || echo '?'
}
open='SELECT count(*) FROM messages WHERE state <> 2'
rest() {
	reads="SELECT next FROM log_offsets WHERE topic = '$articles'"
	[ "$(query a "$reads")" = "$(query b "$reads")" ] &&
		[ "$(query a 'SELECT count(*) FROM messages')" = \
		    "$(query b 'SELECT count(*) FROM messages')" ] &&
		[ "$(query a "$open")" = 0 ] && [ "$(query b "$open")" = 0 ]
}
wait_for 300 rest || {
	for name in a b; do
		query $name 'SELECT state, count(*), min(due), max(error)
			FROM messages GROUP BY state'
		query $name 'SELECT * FROM log_offsets'
	done
	echo "standby_test: the rest is not read and sent"
	failed=$((failed + 1))
}
for name in a b; do
	kill -TERM "$(pid_of $name)"
	wait "$(pid_of $name)" || die "$name failed: $(tail -1 $name.log)"
done

# What was decided and stored, but when; of a message that it was sent.
rows() { # store
	for table in items articles stories story_merges events \
	    event_revisions event_terms evidence; do
		sqlite3 "$1.db" \
			"SELECT '$table', * FROM $table ORDER BY 2, 3, 4"
	done
	sqlite3 "$1.db" "SELECT next FROM log_offsets
		WHERE topic = '$articles';
		SELECT event, revision, step, receiver, rule, severity, kind,
		state, why FROM messages ORDER BY 1, 2, 3, 4"
}
rows a >a.rows
rows b >b.rows
holds "the stores differ" cmp -s a.rows b.rows
sqlite3 a.db "SELECT event || '-' || revision || '-' || receiver
	FROM messages" | sort -u >keys
tail -n +2 hooks >taken
cut -d' ' -f3 taken | sort >all_taken
sort -u all_taken >keys_taken
holds "there are too few messages" [ "$(wc -l <keys)" -gt "$rounds" ]
holds "messages are lost: $(comm -23 keys keys_taken | head -3)" \
	[ -z "$(comm -23 keys keys_taken)" ]
holds "messages have keys of their own" [ -z "$(comm -13 keys keys_taken)" ]
cut -d' ' -f1 taken >epochs
holds "the epoch goes back at the receiver" sort -n -c epochs
holds "two detectors sent in one epoch" \
	[ -z "$(cut -d' ' -f1,2 taken | sort -u | cut -d' ' -f1 | uniq -d)" ]
sort -n takeovers >took
n=$(wc -l <took)
twice=$(($(wc -l <all_taken) - $(wc -l <keys_taken)))
if [ "$n" -gt 0 ]; then
	median=$(sed -n "$(((n + 1) / 2))p" took)
	worst=$(tail -1 took)
else
	median=-
	worst=-
fi
echo "standby_test: $rounds rounds, $(wc -l <keys) messages," \
	"$twice of them twice, $(sort -u epochs | wc -l) epochs;" \
	"session $session ms: $n takeovers, median $median ms," \
	"worst $worst ms"
echo "standby_test: $checks checks, $failed failed"
[ $failed -eq 0 ]
