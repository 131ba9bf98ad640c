# What the scripts share that run the program on a log: to be sourced, in the
# folder of a build. $here is that folder, $dir one of this run's own, in which
# the script then is and which goes with it; what is in $pids ends with it, too.
# shellcheck shell=sh disable=SC2034
here=$PWD
checks=0
failed=0
pids=
dir=
broker=
kafka_version=3.9.1
kafka_cache=${TOCSIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tocsin}
kafka_cache=$kafka_cache/kafka-$kafka_version

# What else is to be undone at the end.
undo() {
	:
}

cleanup() {
	for pid in $pids $broker; do
		kill -9 "$pid" 2>/dev/null || :
	done
	undo
	[ -n "${KEEP:-}" ] || [ -z "$dir" ] || rm -rf "$dir"
}

skip() {
	echo "$script: skipped, as $1"
	exit 77
}

die() {
	echo "$script: $1"
	exit 1
}

begin() { # the script's name
	script=$1
	{ [ -x ./kafka_rig ] && [ -f ./tocsin-kafka.so ]; } ||
		skip "librdkafka was not there to build with"
	dir=$(mktemp -d -p "$PWD")
	trap cleanup EXIT
	trap 'exit 1' INT TERM
	cd "$dir" || exit
}

rig() {
	"$here/kafka_rig" "$@"
}

holds() { # what, condition...
	what=$1
	shift
	checks=$((checks + 1))
	"$@" || {
		echo "$script: $what"
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

query() { # store, SQL
	sqlite3 -cmd '.timeout 5000' "$1.db" "$2" 2>/dev/null || echo '?'
}

# Tables of what was decided and stored, but when.
decided='items articles stories story_merges events event_revisions
event_terms evidence'

rows() { # store, table...
	store=$1
	shift
	for table; do
		shown='*'
		# Whether the words of a closed story are in the index yet
		# depends on when it was last written.
		[ "$table" != stories ] || shown='id, merged_into, first_ts,
			last_ts, items, origins, publishers, central,
			closed > 0, hex(terms)'
		sqlite3 "$store.db" \
			"SELECT '$table', $shown FROM $table ORDER BY 2, 3, 4"
	done
}

# librdkafka's mock cluster, which obeys what comes on descriptor 9.
mock_start() { # TOPIC=PARTITIONS...
	mkfifo orders
	"$here/kafka_rig" broker "$@" <orders >>servers 2>rig.log &
	broker=$!
	exec 9>orders
	wait_for 600 test -s servers || die "no broker"
	brokers=$(head -1 servers)
}

order() { # what: once it is so
	: >servers
	echo "$1" >&9
	wait_for 600 grep -aq "$1" servers || die "the broker does not obey: $1"
}

# --- a real broker, an Apache Kafka of one process (KRaft) ---

# Its jars come from Maven Central once, into a folder beside all builds.
kafka_fetch() {
	command -v java >/dev/null 2>&1 || skip "there is no JVM (java)"
	[ ! -e "$kafka_cache/complete" ] || return 0
	command -v mvn >/dev/null 2>&1 ||
		skip "$kafka_cache has no broker, and there is no mvn to get it"
	mkdir "$dir/fetch"
	cat >"$dir/fetch/pom.xml" <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>tocsin</groupId><artifactId>broker</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.kafka</groupId>
<artifactId>kafka_2.13</artifactId><version>$kafka_version</version>
</dependency></dependencies></project>
END
	(cd "$dir/fetch" && mvn -q -B dependency:copy-dependencies \
	    "-DoutputDirectory=$kafka_cache") >"$dir/fetch/log" 2>&1 ||
		skip "Maven Central cannot be reached"
	touch "$kafka_cache/complete"
}

# What a program of Kafka's is run by; $kafka_at comes first, such as
# "ip netns exec NAME".
kafka_at=
kafka_jvm() { # class, argument...
	# shellcheck disable=SC2086 # a command with its arguments
	exec $kafka_at java -Xmx512m -XX:+UseSerialGC \
		-XX:TieredStopAtLevel=1 -cp "$kafka_cache/*" "$@"
}

# A user of SCRAM that the broker is to know, as its StorageTool takes it.
kafka_scram=

# Settles where the broker listens, and makes its empty logs.
kafka_make() { # HOST PORT; what comes on the input is added to its settings
	brokers=$1:$2
	{
		cat <<END
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@$1:$(($2 + 1))
listeners=PLAINTEXT://$1:$2,CONTROLLER://$1:$(($2 + 1))
controller.listener.names=CONTROLLER
log.dirs=$dir/logs
num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
END
		cat
	} >"$dir/server.properties"
	# Any 16 bytes in base 64 name a cluster.
	(kafka_jvm kafka.tools.StorageTool format -t AAAAAAAAAAAAAAAAAAAAAQ \
		-c "$dir/server.properties" ${kafka_scram:+--add-scram \
		"$kafka_scram"}) >"$dir/format.log" 2>&1 ||
		die "$(cat "$dir/format.log")"
}

# Starts the broker, also where it was before; $broker is its process.
kafka_start() {
	kafka_jvm kafka.Kafka "$dir/server.properties" \
		>>"$dir/broker.log" 2>&1 &
	broker=$!
}

kafka_answers() {
	kill -0 "$broker" 2>/dev/null || {
		tail -5 "$dir/broker.log"
		die "the broker does not start"
	}
	# shellcheck disable=SC2086 # a command with its arguments
	$kafka_at "$here/kafka_rig" topic "$brokers" ready=1 2>/dev/null
}
