#!/bin/sh
# usage: kafka_real.sh [COMMAND...]
# make check-kafka: tests/kafka_test.sh, or the command, on a real broker, an
# Apache Kafka of one process on a free port of this machine
# (tests/kafka_lib.sh). Without a JVM, Maven or the net it is skipped with a
# sentence (77).
set -eu
top=$(cd "${top_srcdir:?}" && pwd)
. "$top/tests/kafka_lib.sh"
begin check-kafka
kafka_fetch
kafka_make 127.0.0.1 $((20000 + $$ % 20000)) </dev/null
kafka_start
wait_for 600 kafka_answers || die "the broker does not answer"
KAFKA_BROKERS=$brokers
KAFKA_LOGS=$dir/logs
export KAFKA_BROKERS KAFKA_LOGS
cd "$here"
if [ $# -gt 0 ]; then
	"$@"
else
	sh "$top/tests/kafka_test.sh"
fi
