/*
 * The settings of a stream that goes through a log (tools/intake/kafka). What
 * their words are called is what Kafka calls them.
 */
#include "tools/conf/conf_rows_impl.h"

static const char *const envelopes[] = { "none", "cloudevents", NULL };
static const char *const records[] = { "short", "whole", NULL };
static const char *const compressions[] = { "none", "gzip", "snappy", "lz4",
	"zstd", NULL };
static const char *const securities[] = { "plaintext", "ssl", "sasl_plaintext",
	"sasl_ssl", NULL };
static const char *const mechanisms[] = { "PLAIN", "SCRAM-SHA-256",
	"SCRAM-SHA-512", NULL };

const struct tcn_conf_row tcn_conf_rows_kafka[] = {
	{ "kafka", SECTION,
	    "A stream that goes through a log (Apache Kafka)." },
	{ "kafka.brokers", TEXT(kafka.brokers), "", NULL, NULL, NULL,
	    "Some of the brokers, HOST:PORT with commas between." },
	{ "kafka.plugin", PATH(kafka.plugin), "", NULL, NULL, NULL,
	    "The module tocsin-kafka.so; empty: where it was installed." },
	{ "kafka.articles", TEXT(kafka.articles), "", NULL, NULL, NULL,
	    "Topic of articles: a message is a JSON object, several of them on "
	    "lines of their own, or a prepared record. Its key should be the "
	    "source." },
	{ "kafka.prepared", TEXT(kafka.prepared), "", NULL, NULL, NULL,
	    "Topic of prepared records (tocsin-record(5)), which 'tocsin "
	    "prepare' writes and 'tocsin run --kafka' reads in place of the "
	    "articles; empty: there is none." },
	{ "kafka.events", TEXT(kafka.events), "", NULL, NULL, NULL,
	    "Topic to which every revision of an event is written, keyed by "
	    "the event; empty: none is written." },
	{ "kafka.dead", TEXT(kafka.dead), "", NULL, NULL, NULL,
	    "Topic for messages that hold no article, with the reason in the "
	    "header tocsin-reason; empty: they are counted and left out." },
	{ "kafka.lease", TEXT(kafka.lease), "", NULL, NULL, NULL,
	    "Topic of one partition by which several detectors that read the "
	    "same topic agree on which of them sends; empty: this detector "
	    "always sends." },
	{ "kafka.session", DURATION(kafka.session_ms), "6s", "1s", "5m", NULL,
	    "How long a worker may be silent before its partitions go to "
	    "others, 6s at least; with a lease, also how long the detector "
	    "that sends may be silent before another takes over. Must be the "
	    "same for all detectors." },
	{ "kafka.group", TEXT(kafka.group), "tocsin", NULL, NULL, NULL,
	    "Group of the workers of 'tocsin prepare'." },
	{ "kafka.envelope", CHOICE(kafka.envelope), "none", NULL, NULL,
	    envelopes,
	    "What an event is wrapped in. cloudevents: CloudEvents 1.0, as "
	    "JSON." },
	{ "kafka.records", CHOICE(kafka.records), "short", NULL, NULL, records,
	    "How much 'tocsin prepare' writes of an article. short: the words "
	    "are left out of plain text whose language is known, because the "
	    "detector makes them again at little cost; whole: the words are "
	    "always written, which spares the detector some work and takes "
	    "more room." },
	{ "kafka.compression", CHOICE(kafka.compression), "zstd", NULL, NULL,
	    compressions, "Compression of the messages that are written." },
	{ "kafka.security", CHOICE(kafka.security), "plaintext", NULL, NULL,
	    securities,
	    "How the client connects to brokers: with TLS, a password, or "
	    "both." },
	{ "kafka.tls_ca", PATH(kafka.tls_ca), "", NULL, NULL, NULL,
	    "File of certificates to trust; empty: the system's." },
	{ "kafka.tls_cert", PATH(kafka.tls_cert), "", NULL, NULL, NULL,
	    "File of this client's certificate, where brokers ask for one." },
	{ "kafka.tls_key", PATH(kafka.tls_key), "", NULL, NULL, NULL,
	    "File of the private key of kafka.tls_cert." },
	{ "kafka.mechanism", CHOICE(kafka.mechanism), "SCRAM-SHA-512", NULL,
	    NULL, mechanisms,
	    "SASL mechanism by which the password is proved to brokers." },
	{ "kafka.user", TEXT(kafka.user), "", NULL, NULL, NULL,
	    "Name of the user whose password kafka.password holds." },
	{ "kafka.password", PATH(kafka.password), "", NULL, NULL, NULL,
	    "File of the password, which only its owner may read." },
	{ "kafka.lateness", DURATION(kafka.lateness_ms), "200ms", "0s", "1h",
	    NULL,
	    "Of a topic with several partitions, which are merged by the dates "
	    "of their articles: how long a message waits for older ones while "
	    "a partition has none." },
	{ "kafka.hold", DURATION(kafka.hold_ms), "1m", "0s", "1h", NULL,
	    "Of a topic with several partitions: how long the intake stops at "
	    "most for a partition that does not answer, or whose articles "
	    "workers have not prepared yet; then the other partitions go on "
	    "without it." },
	{ "kafka.record_max", BYTES(kafka.record_max_bytes), "8MiB", "1KiB",
	    "1GiB", NULL,
	    "A longer message is refused; the topics must allow messages of "
	    "this length (max.message.bytes)." },
	{ "kafka.options", LIST(kafka.options), "", NULL, NULL, NULL,
	    "Other options of librdkafka, NAME=VALUE, as a list." },
};

const size_t tcn_conf_rows_kafka_n =
    sizeof tcn_conf_rows_kafka / sizeof *tcn_conf_rows_kafka;
