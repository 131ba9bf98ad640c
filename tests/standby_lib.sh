# Two detectors on one log, of which one sends: what tests/standby_test.sh and
# tests/standby_hosts.sh share. To be sourced behind tests/kafka_lib.sh.
# shellcheck shell=sh disable=SC2034,SC2154
session=1000 # ms
seed=${SEED:-1}
run=$$
read=articles-$run # the topic that both read

# The next of a sequence of numbers below $1, in $number. It is one sequence, so
# that a seed gives the same rounds each time.
state=$seed
random() {
	state=$(((state * 1103515245 + 12345) % 2147483648))
	number=$((state / 65536 % $1))
}

pause() { # ms
	sleep "$(awk -v ms="$1" 'BEGIN { print ms / 1000 }')"
}

# --- the two ---
settings() { # name, address of the receiver
	cat >"$1.yaml" <<END
http: { port: 0 }
rules: { kind: similar, more_than: 1, max_per_hour: 0 }
deliver:
  receivers: $dir/$1.receivers
  retry_least: 200ms
  retry_most: 1s
kafka:
  brokers: $brokers
  plugin: $here/tocsin-kafka.so
  articles: articles-$run
  events: events-$run
  lease: lease-$run
  session: ${session}ms
END
	cat >"$1.receivers" <<END
receivers:
  - name: desk
    kind: webhook
    url: http://$2/
    allow_private: true
    cap: 0
    headers: { X-Detector: $1 }
END
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

find_leader() { # $first
	first=$(leader)
	[ -n "$first" ]
}

other() { # name
	[ "$1" = a ] && echo b || echo a
}

led() { # name: how often it began to
	grep -c 'leads=yes' "$1.log" || :
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

# --- what befalls them; each has `start NAME` of its own ---
again() { # name, signal, ms: ends it, and starts it after a time
	kill "-$2" "$(pid_of "$1")"
	wait "$(pid_of "$1")" 2>/dev/null || :
	pause "$3"
	echo 'event=lease leads=no note=ended' >>"$1.log"
	start "$1"
}

freeze() { # process, ms
	kill -STOP "$1"
	pause "$2"
	kill -CONT "$1"
}

took_over() { # name: it has more often than so many times
	[ "$(led "$1")" -gt "$2" ]
}

# Of a leader that was away for so long: how long it took until the other led.
# On a busy machine it may be back before.
note_takeover() { # leader, ms, how often the other had led before
	second=$(other "$1")
	[ "$2" -ge $((session * 3 / 2)) ] || return 0
	wait_for 20 took_over "$second" "$3" || return 0
	grep 'leads=yes' "$second.log" | tail -1 |
		sed 's/.*after_ms=\([0-9]*\).*/\1/' >>takeovers
}

# What people do at the leader meanwhile: a note, an acknowledgement, a silence.
# What was answered with yes must be at both in the end, and nothing twice.
acting=
act() {
	event=$(query "$first" 'SELECT id FROM events
		ORDER BY fired DESC, id LIMIT 1')
	case $event in
	'' | '?') return 0 ;;
	esac
	url=unix:$dir/$first.db.sock
	(
		timeout 30 "$here/tocsin" event note --url "$url" "$event" \
			"note $n" &&
			echo "note $n" >>acts
		timeout 30 "$here/tocsin" event ack --url "$url" "$event" || :
		timeout 30 "$here/tocsin" silence add --url "$url" --for 2h \
			term "none $n" &&
			echo "none $n" >>acts
	) >>acts.log 2>&1 &
	acting="$acting $!"
}

# --- what must hold at any time ---
keys_of() { # condition, store...: of messages
	where=$1
	shift
	for store; do
		query "$store" "SELECT event || '-' || revision || '-' ||
			receiver FROM messages WHERE $where"
	done | sort -u
}

taken_keys() {
	tail -n +2 hooks | grep -v ' late$' | cut -d' ' -f3 | sort -u
}

# An epoch has one sender. What the net held for a time the receiver refuses, as
# it is of a lower one; it must be whole without that.
# shellcheck disable=SC2016 # an awk program
one_leads() {
	tail -n +2 hooks | awk '
		$1 in who && who[$1] != $2 { print "two send: " $0; bad = 1 }
		{ who[$1] = $2 }
		END { exit bad }'
}

# What is stored as sent was taken, and what was taken is stored.
check_now() {
	taken_keys >taken_before
	keys_of 1 a b >stored
	keys_of 'state = 2' a b >sent
	taken_keys >taken_after
	comm -13 stored taken_before >strange
	comm -23 sent taken_after >lost
	one_leads >two || head -3 two
	[ ! -s strange ] || head -3 strange
	[ ! -s lost ] || head -3 lost
	[ ! -s two ] && [ ! -s strange ] && [ ! -s lost ]
}

# --- the end: all is read and sent ---
rest() {
	what="SELECT sum(next) FROM log_offsets WHERE topic = '$read'"
	[ "$(query a "$what")" = "$($kafka_at "$here/kafka_rig" end \
		"$brokers" "$read")" ] || return 1
	reads="SELECT next FROM log_offsets WHERE topic <> 'lease-$run'"
	for what in "$reads" 'SELECT count(*) FROM messages'; do
		[ "$(query a "$what")" = "$(query b "$what")" ] || return 1
	done
	what='SELECT count(*) FROM messages WHERE done IS NULL'
	[ "$(query a "$what")" = 0 ] && [ "$(query b "$what")" = 0 ]
}

stop_both() {
	# Without a name it would wait for all that runs, and for ever.
	# shellcheck disable=SC2086 # a list
	[ -z "$acting" ] || wait $acting || :
	wait_for 1800 rest || {
		for name in a b; do
			query $name 'SELECT state, count(*), min(due),
				max(error) FROM messages GROUP BY state'
			query $name 'SELECT * FROM log_offsets'
		done
		echo "$script: the rest is not read and sent"
		failed=$((failed + 1))
	}
	for name in a b; do
		kill -TERM "$(pid_of $name)"
		wait "$(pid_of $name)" ||
			die "$name failed: $(tail -1 $name.log)"
	done
}

# What was decided and stored, but when; of a message that it was sent.
all_rows() { # store
	# shellcheck disable=SC2086 # a list
	rows "$1" $decided actions silences
	sqlite3 "$1.db" "SELECT next FROM log_offsets
		WHERE topic <> 'lease-$run';
		SELECT event, revision, step, receiver, rule, severity, kind,
		state, why FROM messages ORDER BY 1, 2, 3, 4"
}

check_end() {
	touch acts
	$kafka_at "$here/kafka_rig" dump "$brokers" "articles-$run" >all
	articles=$(grep -c '"source":"S[1-4]"' all)
	full=$(grep -c '"source":"S4"' all)
	all_rows a >a.rows
	all_rows b >b.rows
	holds "the stores differ" cmp -s a.rows b.rows
	holds "events are lost" [ "$(query a 'SELECT count(*) FROM events')" \
	    -ge "$full" ]
	keys_of 'state = 2' a >keys
	taken_keys >keys_taken
	holds "there are too few messages" [ "$(wc -l <keys)" -gt "$rounds" ]
	holds "messages are lost: $(comm -23 keys keys_taken | head -3)" \
		[ -z "$(comm -23 keys keys_taken)" ]
	holds "messages have keys of their own" \
		[ -z "$(comm -13 keys keys_taken)" ]
	holds "not one at a time sends" one_leads
	check_topic
	query a "SELECT value FROM actions WHERE value <> '' UNION ALL
		SELECT value FROM silences" | sort >was_done
	holds "what people did is lost" \
		[ -z "$(sort acts | comm -23 - was_done)" ]
	holds "what people did was done twice" [ -z "$(uniq -d was_done)" ]
}

# Every revision is on the topic of events, and to who passes over lower epochs
# the last message of an event is its last revision.
check_topic() {
	$kafka_at "$here/kafka_rig" dump "$brokers" "events-$run" |
		sed 's/.*tocsin-event=\([^ ]* \)tocsin-revision=/\1/
			s/ tocsin-epoch=/ /; s/\t.*//' >on_topic
	query a "SELECT event || ' ' || revision FROM event_revisions" |
		sort >stored
	cut -d' ' -f1,2 on_topic | sort -u >told
	holds "the topic of events has other revisions" cmp -s told stored
	# shellcheck disable=SC2016 # awk programs
	holds "an old revision is the last of its event on the topic" \
		awk '$3 + 0 < epoch { next }
		{ epoch = $3; last[$1] = $2 }
		$2 > most[$1] { most[$1] = $2 }
		END { for (e in last) if (last[e] != most[e]) exit 1 }' on_topic
}

# The line of figures.
report() {
	tail -n +2 hooks | grep -v ' late$' >taken
	sort -n takeovers >took
	n=$(wc -l <took)
	median=-
	worst=-
	if [ "$n" -gt 0 ]; then
		median=$(sed -n "$(((n + 1) / 2))p" took)
		worst=$(tail -1 took)
	fi
	echo "$script: seed $seed, $rounds rounds, $articles articles," \
		"$(wc -l <keys) messages," \
		"$(($(wc -l <taken) - $(wc -l <keys_taken))) of them twice," \
		"$(grep -c ' late$' hooks || :) late and refused," \
		"$(($(wc -l <on_topic) - $(wc -l <told))) revisions twice on" \
		"the topic, $(cut -d' ' -f1 taken | sort -u | wc -l) epochs;" \
		"$(wc -l <was_done) acts; session $session ms: $n takeovers," \
		"median $median ms, worst $worst ms"
	echo "$script: $checks checks, $failed failed"
}
