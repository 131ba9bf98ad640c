#!/bin/sh
# usage: kafka_real.sh [COMMAND...]
# make check-kafka: tests/kafka_test.sh, or the command, on a real broker, an
# Apache Kafka of one process (KRaft) on a free port of this machine. Its jars
# come from Maven Central once, into a cache folder beside all builds
# (TOCSIN_CACHE). Without a JVM, Maven or the net it is skipped with a sentence
# (77).
set -eu
version=3.9.1
cache=${TOCSIN_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tocsin}/kafka-$version
top=$(cd "${top_srcdir:?}" && pwd)
here=$PWD

skip() {
	echo "check-kafka: skipped, as $1"
	exit 77
}

command -v java >/dev/null 2>&1 || skip "there is no JVM (java)"
[ -x ./kafka_rig ] || skip "librdkafka was not there to build with"
dir=$(mktemp -d)
broker=
cleanup() {
	[ -z "$broker" ] || kill -9 "$broker" 2>/dev/null || :
	rm -rf "$dir"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

if [ ! -e "$cache/complete" ]; then
	command -v mvn >/dev/null 2>&1 ||
		skip "$cache has no broker, and there is no mvn to fetch it"
	cat >"$dir/pom.xml" <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>tocsin</groupId><artifactId>broker</artifactId><version>1</version>
<dependencies><dependency><groupId>org.apache.kafka</groupId>
<artifactId>kafka_2.13</artifactId><version>$version</version>
</dependency></dependencies></project>
END
	(cd "$dir" && mvn -q -B dependency:copy-dependencies \
	    "-DoutputDirectory=$cache") >"$dir/mvn.log" 2>&1 ||
		skip "Maven Central cannot be reached"
	touch "$cache/complete"
fi

port=$((20000 + $$ % 20000))
control=$((port + 1))
cat >"$dir/server.properties" <<END
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$control
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$control
controller.listener.names=CONTROLLER
log.dirs=$dir/logs
num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
END
jvm() {
	exec java -Xmx512m -cp "$cache/*" "$@"
}
# Any 16 bytes in base 64 name a cluster.
(jvm kafka.tools.StorageTool format -t AAAAAAAAAAAAAAAAAAAAAQ \
	-c "$dir/server.properties") >"$dir/format.log" 2>&1 || {
	cat "$dir/format.log"
	exit 1
}
jvm kafka.Kafka "$dir/server.properties" >"$dir/broker.log" 2>&1 &
broker=$!
n=0
until "$here/kafka_rig" topic "127.0.0.1:$port" ready=1 2>/dev/null; do
	n=$((n + 1))
	if [ $n -gt 60 ] || ! kill -0 $broker 2>/dev/null; then
		tail -5 "$dir/broker.log"
		echo "check-kafka: the broker does not start"
		exit 1
	fi
	sleep 1
done
KAFKA_BROKERS=127.0.0.1:$port
KAFKA_LOGS=$dir/logs
export KAFKA_BROKERS KAFKA_LOGS
if [ $# -gt 0 ]; then
	"$@"
else
	sh "$top/tests/kafka_test.sh"
fi
