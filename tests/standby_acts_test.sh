#!/bin/sh
# usage: standby_acts_test.sh
# Two detectors on one log, of which one sends: what people do at the one that
# leads, of every kind, and editions on a schedule, while each is killed,
# stopped and started again. What was done is at both, once; each edition has
# one number, is sent under one key, and is the same at both. The broker is
# librdkafka's mock cluster. Skipped (77) without librdkafka.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/kafka_lib.sh"
. "$top/tests/standby_lib.sh"
begin standby_acts_test
mock_start "articles-$run=1" "lease-$run=1" "events-$run=1"
"$here/kafka_hooks" >hooks &
pids="$pids $!"
wait_for 600 test -s hooks || die "no receiver"
cat >editions.yaml <<'END'
editions:
  - { name: hourly, when: '@hourly', receivers: [desk] }
END
for name in a b; do
	settings $name "127.0.0.1:$(head -1 hooks)"
	echo "report: { editions: $dir/editions.yaml }" >>$name.yaml
done

start() { # name
	LD_PRELOAD=$here/kafka_cut.so CLOCK_FILE=$dir/clock "$here/tocsin" run \
		--kafka -c "$1.yaml" --db "$1.db" 2>>"$1.log" &
	eval "pid_$1=$!"
	pids="$pids $!"
}
end() { # name, signal
	kill "-$2" "$(pid_of "$1")"
	wait "$(pid_of "$1")" 2>/dev/null || :
	echo 'event=lease leads=no note=ended' >>"$1.log"
}

# Two events of two articles each, an hour behind the last ones: all clocks are
# put forward.
batch=0
touch -d @0 clock
news() {
	batch=$((batch + 1))
	touch -d "@$((batch * 3600))" clock
	awk -v batch=$batch 'BEGIN {
		line = "{\"id\":\"%s-%d\",\"source\":\"S%d\",\"title\":\"%s\"}"
		srand(batch)
		for (event = 1; event <= 2; event++) {
			title = ""
			for (i = 0; i < 63; i++)
				title = title (i % 7 ? "" : " ") \
				    sprintf("%c", 97 + 26 * rand())
			for (source = 1; source <= 2; source++)
				printf line "\n", batch "." event, source, \
				    source, title
		}
	}' | rig send "$brokers" "articles-$run" 0 $((batch * 3600))
}
begun() { # store: it looks after the edition
	[ "$(query "$1" 'SELECT count(*) FROM editions')" = 1 ]
}
made() { # store, number
	[ "$(query "$1" "SELECT count(*) FROM editions
		WHERE number = $2")" = 1 ]
}
sent() { # number of an edition
	taken_keys | grep -q "^edition-hourly-$1-desk\$"
}
edition() { # number, store...: it is made there, and sent
	number=$1
	shift
	for store; do
		holds "$store does not make edition $number" \
			wait_for 600 made "$store" "$number"
	done
	holds "edition $number is not sent" wait_for 600 sent "$number"
}

# --- editions: of the first leader, of the next, and while one is away ---
start a
start b
wait_for 600 find_leader || die "nobody leads"
second=$(other "$first")
news
for name in a b; do
	wait_for 600 begun $name || die "$name looks after no edition"
done
news
edition 1 a b
end "$first" KILL
wait_for 600 took_over "$second" 0 || die "$second does not take over"
news
edition 2 "$second"
news
edition 3 "$second"
start "$first"
edition 3 a b
end "$second" TERM
wait_for 600 took_over "$first" 1 || die "$first does not take over"
news
edition 4 "$first"
start "$second"
edition 4 a b

# --- what people do, of every kind ---
find_leader || die "nobody leads"
does() { # what, command...
	what=$1
	shift
	holds "$what" env LD_PRELOAD="$here/kafka_cut.so" \
		CLOCK_FILE="$dir/clock" timeout 60 "$here/tocsin" \
		"$@" --url "unix:$dir/$first.db.sock" >did
}
posts() { # path, body
	holds "POST $1" curl -sf -m 60 -o answer \
		--unix-socket "$first.db.sock" --data-binary "$2" \
		"http://localhost$1"
}
event() { # the n-th that fired
	query "$first" "SELECT id FROM events ORDER BY fired, id LIMIT 1
		OFFSET $1"
}
does "an event is not acknowledged" event ack "$(event 0)"
does "it is not taken back" event unack "$(event 0)"
does "an event has no owner" event own "$(event 1)" ann
does "an event has no note" event note "$(event 1)" "seen by all"
does "an event is not closed" event close "$(event 2)"
does "it is not opened again" event reopen "$(event 2)"
into=$(event 3)
does "an event is not merged" event merge --into "$into" "$(event 4)"
merge=$(query "$first" 'SELECT max(id) FROM actions WHERE kind = 6')
does "it is not taken out again" event unmerge "$merge"
does "an event is not merged again" event merge --into "$into" "$(event 4)"
does "an event is not split" event split --publisher S2 "$(event 5)"
does "nothing is silenced" silence add --for 2h term nothing
does "nothing else is silenced" silence add --for 2h term otherwise
silence=$(query "$first" 'SELECT min(id) FROM silences')
does "a silence does not end" silence end "$silence"
ready() { # store, true or false: it leads
	curl -sf -m 60 --unix-socket "$1.db.sock" http://localhost/readyz |
		grep -q "\"leads\":$2"
}
holds "who leads does not say so" ready "$first" true
holds "the standby does not say that it is ready" ready "$second" false
page() { # store: is it said above its page that it stands by?
	curl -sf -m 60 --unix-socket "$1.db.sock" http://localhost/health |
		grep 'class="standby"'
}
holds "the page of who leads says that it stands by" \
	[ -z "$(page "$first")" ]
holds "the page of the standby does not say who leads" \
	grep -q "Standby.*$(uname -n).* leads" <<END
$(page "$second")
END
posts /v1/searches '{"name":"one","query":"q=news"}'
posts /v1/editions/hourly/make ''
edition 5 a b

stop_both
# Clocks go an hour at a time here: an event that is quiet then is over for each
# detector by its own clock, before or after it has read the next article.
decided=$(echo "$decided" | sed 's/event_revisions//')
columns=$(query a "SELECT group_concat(name) FROM
	pragma_table_info('event_revisions') WHERE name <> 'seq'")
for name in a b; do
	{
		all_rows $name
		query $name "SELECT $columns FROM event_revisions
			ORDER BY 1, 2"
		rows $name searches edition_bodies told_events told_lines
		query $name 'SELECT name, number, due, event, state, cut, as_of,
			reason FROM editions WHERE number > 0 ORDER BY 1, 2'
	} >$name.rows
done
diff a.rows b.rows >differ || head -5 differ
holds "the stores differ" [ ! -s differ ]
for what in actions silences searches; do
	holds "there are no $what" \
		[ "$(query a "SELECT count(*) FROM $what")" -gt 0 ]
done
holds "there are other editions than five" \
	[ "$(taken_keys | grep -c '^edition-')" -eq 5 ]
holds "not one at a time sends" one_leads
echo "standby_acts_test: $checks checks, $failed failed"
[ $failed -eq 0 ]
