#!/bin/sh
# usage: kafka_real.sh [COMMAND...]
# make check-kafka: tests/kafka_test.sh and tests/kafka_secure_test.sh, or the
# command, on a real broker, an Apache Kafka of one process on free ports of
# this machine (tests/kafka_lib.sh): one where it takes anybody, and one with
# TLS, certificates of both sides and passwords. Without a JVM, Maven or the net
# it is skipped with a sentence (77).
set -eu
top=$(cd "${top_srcdir:?}" && pwd)
. "$top/tests/kafka_lib.sh"
begin check-kafka
kafka_fetch
# Three ports from here on: below those that the system gives to clients, of
# whom the page tests beside have many.
port=$((20000 + $$ % 12000))

# --- who is who: an authority, and what it says of broker and client ---
mkdir secrets
authority() { # name
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" \
		-keyout "secrets/$1.key" -out "secrets/$1.pem" 2>>openssl.log
}
certificate() { # name, of whom
	openssl req -newkey rsa:2048 -nodes -subj "/CN=$2" \
		-keyout "secrets/$1.key" -out "secrets/$1.csr" 2>>openssl.log
	printf 'subjectAltName=IP:127.0.0.1\n' >extensions
	openssl x509 -req -days 2 -in "secrets/$1.csr" -CA secrets/ca.pem \
		-CAkey secrets/ca.key -CAcreateserial -extfile extensions \
		-out "secrets/$1.pem" 2>>openssl.log
}
authority ca
authority stranger
certificate broker 127.0.0.1
certificate client tocsin
cat secrets/broker.key secrets/broker.pem >secrets/broker.both
password=$(openssl rand -hex 12)
(umask 077 && echo "$password" >secrets/password && echo wrong >secrets/wrong)
kafka_scram="SCRAM-SHA-512=[name=tocsin,password=$password]"
jaas=org.apache.kafka.common.security
sasl=listener.name.sasl_ssl
at=127.0.0.1
named=SASL_SSL://$at:$((port + 2))
protocols=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL
kafka_make $at "$port" <<END
listeners=PLAINTEXT://$at:$port,CONTROLLER://$at:$((port + 1)),$named
listener.security.protocol.map=$protocols
ssl.keystore.type=PEM
ssl.keystore.location=$dir/secrets/broker.both
ssl.truststore.type=PEM
ssl.truststore.location=$dir/secrets/ca.pem
$sasl.ssl.client.auth=required
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512
$sasl.plain.sasl.jaas.config=$jaas.plain.PlainLoginModule \\
    required user_tocsin="$password";
$sasl.scram-sha-512.sasl.jaas.config=$jaas.scram.ScramLoginModule required;
END
kafka_start
wait_for 600 kafka_answers || die "the broker does not answer"
KAFKA_BROKERS=$brokers
KAFKA_SECURE=127.0.0.1:$((port + 2))
KAFKA_SECRETS=$dir/secrets
KAFKA_LOGS=$dir/logs
export KAFKA_BROKERS KAFKA_SECURE KAFKA_SECRETS KAFKA_LOGS
cd "$here"
if [ $# -gt 0 ]; then
	"$@"
else
	sh "$top/tests/kafka_secure_test.sh"
	sh "$top/tests/kafka_test.sh"
fi
