#!/bin/sh
# The program on a broker that asks for certificates and passwords, and what
# only a real broker has: an index of times. Run by tests/kafka_real.sh (make
# check-kafka).
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
. "$top/tests/kafka_lib.sh"
begin kafka_secure_test
secrets=${KAFKA_SECRETS:?}
topic=secure-$$
rig topic "${KAFKA_BROKERS:?}" "$topic=1"
"$here/tocsin" demo --print --items 300 --seed 5 >in
head -100 in | rig send "$KAFKA_BROKERS" "$topic"
sleep 1.1
then=$(date -u +%Y-%m-%dT%H:%M:%SZ)
sleep 1.1
tail -n +101 in | rig send "$KAFKA_BROKERS" "$topic"

replay() { # store, option...
	store=$1
	shift
	rm -f "$store.db"
	timeout "${patience:-60}" "$here/tocsin" replay -q \
		--kafka "$topic" --db "$store.db" \
		--set "kafka.plugin=$here/tocsin-kafka.so" "$@" \
		>"$store.log" 2>&1
}
items() { # store
	query "$1" 'SELECT count(*) FROM items'
}
plain() { # store, option...
	name=$1
	shift
	replay "$name" --set "kafka.brokers=$KAFKA_BROKERS" "$@"
}
secure() { # store, mechanism, option...
	name=$1 mechanism=$2
	shift 2
	replay "$name" --set "kafka.brokers=${KAFKA_SECURE:?}" \
		--set kafka.security=sasl_ssl \
		--set "kafka.tls_ca=$secrets/ca.pem" \
		--set "kafka.tls_cert=$secrets/client.pem" \
		--set "kafka.tls_key=$secrets/client.key" \
		--set "kafka.mechanism=$mechanism" --set kafka.user=tocsin \
		--set "kafka.password=$secrets/password" "$@"
}

# --- from a time on, and up to one ---
holds "the whole cannot be replayed" plain whole
all=$(items whole)
holds "the beginning cannot be replayed" plain before --until "$then"
holds "the end cannot be replayed" plain since --since "$then"
holds "--until and --since do not meet: $(items before) and $(items since) of \
$all" [ $(($(items before) + $(items since))) -eq "$all" ]
holds "--until reads too much" [ "$(items before)" -le 100 ]
holds "--until reads nothing" [ "$(items before)" -gt 50 ]
holds "what is behind --until is read" \
	plain none --until 2001-01-01 --set rules.more_than=9
holds "there is something before the log" [ "$(items none)" -eq 0 ]

# --- who may read; a client tries for half a minute, which nobody waits for ---
for mechanism in PLAIN SCRAM-SHA-512; do
	holds "$mechanism with TLS does not read: $(tail -1 one.log 2>&1)" \
		secure one "$mechanism"
	holds "$mechanism reads something else" [ "$(items one)" = "$all" ]
	if patience=10 secure wrong "$mechanism" \
		--set "kafka.password=$secrets/wrong"; then
		holds "$mechanism takes a wrong password" false
	fi
	holds "$mechanism does not say that a password is wrong" \
		grep -qi 'authentication' wrong.log
done
if patience=10 secure strange PLAIN \
	--set "kafka.tls_ca=$secrets/stranger.pem"; then
	holds "a broker that nobody vouches for is believed" false
fi
if patience=10 secure nobody PLAIN --set kafka.tls_cert= \
	--set kafka.tls_key=; then
	holds "a client without a certificate is let in" false
fi

echo "kafka_secure_test: $checks checks, $failed failed"
[ $failed -eq 0 ]
