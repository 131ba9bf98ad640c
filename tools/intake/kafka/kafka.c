#include "tools/intake/kafka/kafka.h"

#include <assert.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/secret.h"

#define STEP_MS 3000 /* of TCN_KAFKA_ASK_MS, between two words in the log */

struct tcn_kafka {
	const struct tcn_conf *conf;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_arena texts; /* of the password and the options */
	const char *password; /* or NULL */
	char *options; /* NAME=VALUE, a NUL behind each; or NULL */
	size_t options_n; /* bytes of them */
};

/* Has errors name the line of a setting. */
static void
point_at(const struct tcn_conf *conf, const char *key, struct tcn_err *err)
{
	size_t row;

	if (tcn_conf_find(key, &row, NULL) ||
	    conf->places[row].from != TCN_CONF_FROM_FILE)
		return;
	tcn_err_at(err, NULL, conf->places[row].line, conf->places[row].column);
}

static enum tcn_rc
invalid(const struct tcn_conf *conf, const char *key, struct tcn_err *err,
    const char *why)
{
	point_at(conf, key, err);
	return tcn_err_set(err, TCN_INVALID, "%s: %s", key, why);
}

/* --- the module --- */

static const char *
path_of(const struct tcn_conf *conf)
{
	return conf->kafka.plugin ? conf->kafka.plugin : TCN_KAFKA_PLUGIN_PATH;
}

/* It stays loaded: the library may have threads that outlive its clients. */
static enum tcn_rc
load(const struct tcn_conf *conf, const struct tcn_kafka_plugin **plugin,
    struct tcn_err *err)
{
	void *module = dlopen(path_of(conf), RTLD_NOW | RTLD_NODELETE);

	*plugin = NULL;
	if (!module)
		return tcn_err_set(err, TCN_IO,
		    "there is no Kafka client: %s; install the package "
		    "tocsin-kafka, or build with librdkafka-dev there, or say "
		    "in kafka.plugin where tocsin-kafka.so is",
		    dlerror());
	*plugin = dlsym(module, TCN_KAFKA_PLUGIN_SYMBOL);
	if (*plugin && (*plugin)->version == TCN_KAFKA_PLUGIN_VERSION)
		return TCN_OK;
	*plugin = NULL;
	return tcn_err_set(err, TCN_INVALID,
	    "%s is not the module of this version of tocsin: install both from "
	    "one release",
	    path_of(conf));
}

void
tcn_kafka_text(const struct tcn_conf *conf, struct tcn_buf *out)
{
	const struct tcn_kafka_plugin *plugin;
	struct tcn_err err;

	if (load(conf, &plugin, &err))
		tcn_buf_z(out, "none (install tocsin-kafka)");
	else
		tcn_buf_z(out, plugin->library());
}

/* --- options --- */

/* What kafka.options may not say, as another setting does, or the program. */
static const struct {
	const char *name, *by;
} ours[] = {
	{ "bootstrap.servers", "kafka.brokers" },
	{ "metadata.broker.list", "kafka.brokers" },
	{ "group.id", "kafka.group" },
	{ "compression.type", "kafka.compression" },
	{ "compression.codec", "kafka.compression" },
	{ "security.protocol", "kafka.security" },
	{ "ssl.ca.location", "kafka.tls_ca" },
	{ "ssl.certificate.location", "kafka.tls_cert" },
	{ "ssl.key.location", "kafka.tls_key" },
	{ "sasl.mechanisms", "kafka.mechanism" },
	{ "sasl.mechanism", "kafka.mechanism" },
	{ "sasl.username", "kafka.user" },
	{ "sasl.password", "kafka.password" },
	{ "message.max.bytes", "kafka.record_max" },
	{ "enable.auto.commit", "the program" },
	{ "enable.auto.offset.store", "the program" },
	{ "auto.offset.reset", "the program" },
	{ "enable.partition.eof", "the program" },
	{ "enable.idempotence", "the program" },
	{ "log.queue", "the program" },
};

/* Where the next option begins: behind a comma that stands before NAME=. */
static const char *
option_end(const char *at)
{
	const char *end = at + strcspn(at, ",");

	while (*end && strcspn(end + 1, ",=") == strcspn(end + 1, ","))
		end += 1 + strcspn(end + 1, ",");
	return end;
}

/* Cuts the list into options. A comma within a value is part of it, as what
 * follows it is no NAME=VALUE. */
static void
cut_options(struct tcn_kafka *kafka)
{
	const char *at = kafka->conf->kafka.options;
	size_t n = 0;

	if (!at)
		return;
	kafka->options = tcn_arena_alloc(&kafka->texts, strlen(at) + 2);
	while (*at) {
		const char *end = option_end(at);
		struct tcn_str one =
		    tcn_str_trim((struct tcn_str){ at, (size_t)(end - at) });

		if (one.n)
			memcpy(kafka->options + n, one.at, one.n);
		n += one.n;
		kafka->options[n++] = '\0';
		at = end + (*end == ',');
	}
	kafka->options_n = n;
}

static enum tcn_rc
set(struct tcn_kafka *kafka, struct tcn_kafka_conf *to, const char *name,
    const char *value, const char *key, struct tcn_err *err)
{
	char why[TCN_KAFKA_WHY_BYTES];

	if (!value || kafka->plugin->conf_set(to, name, value, why))
		return TCN_OK;
	return invalid(kafka->conf, key, err, why);
}

static enum tcn_rc
set_option(struct tcn_kafka *kafka, struct tcn_kafka_conf *to, char *option,
    struct tcn_err *err)
{
	char *value = strchr(option, '='), name[128];
	char why[TCN_KAFKA_WHY_BYTES];

	if (!value || value == option ||
	    (size_t)(value - option) >= sizeof name)
		return invalid(kafka->conf, "kafka.options", err,
		    "an option is written NAME=VALUE");
	memcpy(name, option, (size_t)(value - option));
	name[value - option] = '\0';
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		if (strcmp(ours[i].name, name) != 0)
			continue;
		snprintf(why, sizeof why, "%s is set by %s", name, ours[i].by);
		return invalid(kafka->conf, "kafka.options", err, why);
	}
	return set(kafka, to, name, value + 1, "kafka.options", err);
}

static const char *
word(const char *key, int i)
{
	size_t row;

	if (tcn_conf_find(key, &row, NULL))
		return NULL;
	return tcn_conf_row(row)->words[i];
}

static enum tcn_rc
set_security(struct tcn_kafka *kafka, struct tcn_kafka_conf *to,
    struct tcn_err *err)
{
	const struct tcn_conf *conf = kafka->conf;
	enum tcn_rc rc = set(kafka, to, "security.protocol",
	    word("kafka.security", conf->kafka.security), "kafka.security",
	    err);

	if (!rc)
		rc = set(kafka, to, "ssl.ca.location", conf->kafka.tls_ca,
		    "kafka.tls_ca", err);
	if (!rc)
		rc = set(kafka, to, "ssl.certificate.location",
		    conf->kafka.tls_cert, "kafka.tls_cert", err);
	if (!rc)
		rc = set(kafka, to, "ssl.key.location", conf->kafka.tls_key,
		    "kafka.tls_key", err);
	if (rc || !kafka->password)
		return rc;
	rc = set(kafka, to, "sasl.mechanisms",
	    word("kafka.mechanism", conf->kafka.mechanism), "kafka.mechanism",
	    err);
	if (!rc)
		rc = set(kafka, to, "sasl.username", conf->kafka.user,
		    "kafka.user", err);
	return rc ? rc
		  : set(kafka, to, "sasl.password", kafka->password,
			"kafka.password", err);
}

/* What a client of this use is given beside the settings; NULL after them. */
static const char *const options_of[][2 * 6 + 1] = {
	[TCN_KAFKA_USE_READER] = { "enable.auto.commit", "false",
	    "enable.partition.eof", "true", "auto.offset.reset", "error",
	    "log.queue", "true", "queued.max.messages.kbytes", "8192", NULL },
	[TCN_KAFKA_USE_MEMBER] = { "enable.auto.offset.store", "false",
	    "auto.offset.reset", "earliest", "log.queue", "true",
	    "auto.commit.interval.ms", "100", NULL },
	[TCN_KAFKA_USE_WRITER] = { "enable.idempotence", "true", "log.queue",
	    "true", "partitioner", "murmur2_random", "linger.ms", "5", NULL },
	[TCN_KAFKA_USE_WATCHER] = { "enable.auto.commit", "false",
	    "auto.offset.reset", "earliest", "log.queue", "true",
	    "fetch.wait.max.ms", "100", "reconnect.backoff.max.ms", "500",
	    "topic.metadata.refresh.interval.ms", "10000", NULL },
	[TCN_KAFKA_USE_TELLER] = { "enable.idempotence", "false", "log.queue",
	    "true", "linger.ms", "0", "reconnect.backoff.max.ms", "500",
	    "topic.metadata.refresh.interval.ms", "10000", NULL },
};

#define MEMBER_MS 6000 /* brokers refuse less, unless they are told otherwise */
#define BEATS     6 /* within a session */

#define USES (sizeof options_of / sizeof *options_of)

static bool
is_writing(enum tcn_kafka_use use)
{
	return use == TCN_KAFKA_USE_WRITER || use == TCN_KAFKA_USE_TELLER;
}

/* How long a worker may be silent before its partitions go to others, and how
 * often it says that it is there. */
static enum tcn_rc
set_session(struct tcn_kafka *kafka, struct tcn_kafka_conf *to,
    struct tcn_err *err)
{
	int64_t ms = kafka->conf->kafka.session_ms;
	char session[24], beat[24];
	enum tcn_rc rc;

	if (ms < MEMBER_MS)
		ms = MEMBER_MS;
	snprintf(session, sizeof session, "%lld", (long long)ms);
	snprintf(beat, sizeof beat, "%lld", (long long)ms / BEATS);
	rc =
	    set(kafka, to, "session.timeout.ms", session, "kafka.session", err);
	return rc ? rc
		  : set(kafka, to, "heartbeat.interval.ms", beat,
			"kafka.session", err);
}

static enum tcn_rc
set_use(struct tcn_kafka *kafka, struct tcn_kafka_conf *to,
    enum tcn_kafka_use use, struct tcn_err *err)
{
	const struct tcn_conf *conf = kafka->conf;
	const char *const *option = options_of[use];
	char bytes[24];
	enum tcn_rc rc = TCN_OK;

	for (; !rc && *option; option += 2)
		rc = set(kafka, to, option[0], option[1], "kafka.plugin", err);
	if (!rc && !is_writing(use))
		rc = set(kafka, to, "group.id",
		    conf->kafka.group ? conf->kafka.group : "tocsin",
		    "kafka.group", err);
	if (!rc && use == TCN_KAFKA_USE_MEMBER)
		rc = set_session(kafka, to, err);
	if (rc || !is_writing(use))
		return rc;
	snprintf(bytes, sizeof bytes, "%llu",
	    (unsigned long long)conf->kafka.record_max_bytes + 4096);
	rc =
	    set(kafka, to, "message.max.bytes", bytes, "kafka.record_max", err);
	return rc ? rc
		  : set(kafka, to, "compression.type",
			word("kafka.compression", conf->kafka.compression),
			"kafka.compression", err);
}

static enum tcn_rc
make_conf(struct tcn_kafka *kafka, enum tcn_kafka_use use,
    struct tcn_kafka_conf **out, struct tcn_err *err)
{
	struct tcn_kafka_conf *to = kafka->plugin->conf_new();
	char *option = kafka->options;
	enum tcn_rc rc = set(kafka, to, "bootstrap.servers",
	    kafka->conf->kafka.brokers, "kafka.brokers", err);

	if (!rc)
		rc = set_security(kafka, to, err);
	if (!rc)
		rc = set_use(kafka, to, use, err);
	for (; !rc && option && option < kafka->options + kafka->options_n;
	     option += strlen(option) + 1)
		if (*option)
			rc = set_option(kafka, to, option, err);
	if (rc)
		kafka->plugin->conf_free(to);
	*out = rc ? NULL : to;
	return rc;
}

/* --- open --- */

static enum tcn_rc
check(const struct tcn_conf *conf, struct tcn_err *err)
{
	bool sasl = conf->kafka.security >= 2;

	if (!conf->kafka.brokers)
		return invalid(conf, "kafka.brokers", err,
		    "names no broker: write HOST:PORT of one or some");
	if (sasl && (!conf->kafka.user || !conf->kafka.password))
		return invalid(conf, "kafka.security", err,
		    "with sasl kafka.user and kafka.password are needed");
	return TCN_OK;
}

enum tcn_rc
tcn_kafka_open(const struct tcn_conf *conf, struct tcn_kafka **out,
    struct tcn_err *err)
{
	struct tcn_kafka *kafka = tcn_mem_calloc(1, sizeof *kafka);
	enum tcn_rc rc;

	*out = NULL;
	kafka->conf = conf;
	tcn_arena_init(&kafka->texts, 0);
	rc = check(conf, err);
	if (!rc)
		rc = load(conf, &kafka->plugin, err);
	if (!rc && conf->kafka.password) {
		point_at(conf, "kafka.password", err);
		rc = tcn_secret_read(conf->kafka.password, &kafka->texts,
		    &kafka->password, err);
	}
	if (!rc)
		cut_options(kafka);
	if (!rc) {
		/* Whether the library takes every option, for each use. */
		rc = TCN_OK;
		for (size_t use = 0; !rc && use < USES; use++) {
			struct tcn_kafka_conf *made;

			rc = make_conf(kafka, (enum tcn_kafka_use)use, &made,
			    err);
			if (!rc)
				kafka->plugin->conf_free(made);
		}
	}
	if (rc)
		tcn_kafka_close(kafka);
	else
		*out = kafka;
	return rc;
}

void
tcn_kafka_close(struct tcn_kafka *kafka)
{
	if (!kafka)
		return;
	tcn_arena_fini(&kafka->texts);
	tcn_mem_free(kafka);
}

enum tcn_rc
tcn_kafka_check(const struct tcn_conf *conf, struct tcn_err *err)
{
	struct tcn_kafka *kafka;
	enum tcn_rc rc;

	if (!conf->kafka.brokers && !conf->kafka.articles &&
	    !conf->kafka.prepared && !conf->kafka.events &&
	    !conf->kafka.options)
		return TCN_OK;
	rc = tcn_kafka_open(conf, &kafka, err);
	if (!rc)
		tcn_kafka_close(kafka);
	return rc;
}

/* --- clients --- */

static void
on_log(void *ctx, int level, const char *text)
{
	struct tcn_log log;

	(void)ctx;
	tcn_log_begin(&log,
	    level <= 3       ? TCN_LOG_ERROR
		: level == 4 ? TCN_LOG_WARN
			     : TCN_LOG_DEBUG,
	    "kafka");
	tcn_log_str(&log, "note", tcn_str(text));
	tcn_log_end(&log);
}

static void
on_delivered(void *ctx, uint64_t opaque, const char *failed, bool unfit)
{
	(void)ctx, (void)opaque, (void)failed, (void)unfit;
}

static void
on_rebalanced(void *ctx, const int32_t *partitions, size_t n)
{
	(void)ctx, (void)partitions, (void)n;
}

enum tcn_rc
tcn_kafka_client_open(struct tcn_kafka *kafka, enum tcn_kafka_use use,
    const struct tcn_kafka_calls *calls, struct tcn_kafka_client **client,
    struct tcn_err *err)
{
	struct tcn_kafka_calls all =
	    calls ? *calls : (struct tcn_kafka_calls){ 0 };
	char why[TCN_KAFKA_WHY_BYTES];
	struct tcn_kafka_conf *made;
	enum tcn_rc rc = make_conf(kafka, use, &made, err);

	*client = NULL;
	if (rc)
		return rc;
	all.take = tcn_mem_calloc;
	all.give_back = tcn_mem_free;
	all.log = on_log;
	if (!all.delivered)
		all.delivered = on_delivered;
	if (!all.rebalanced)
		all.rebalanced = on_rebalanced;
	*client = kafka->plugin->open(made,
	    is_writing(use) ? TCN_KAFKA_PRODUCER : TCN_KAFKA_CONSUMER, &all,
	    why);
	if (*client)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID, "the Kafka client: %s", why);
}

void
tcn_kafka_client_close(struct tcn_kafka *kafka, struct tcn_kafka_client *client)
{
	if (client)
		kafka->plugin->close(client);
}

const struct tcn_kafka_plugin *
tcn_kafka_plugin_of(const struct tcn_kafka *kafka)
{
	return kafka->plugin;
}

enum tcn_rc
tcn_kafka_partitions(struct tcn_kafka *kafka, struct tcn_kafka_client *client,
    const char *topic, int *n, struct tcn_err *err)
{
	int64_t until_ms = tcn_now_monotonic_ms() + TCN_KAFKA_ASK_MS;
	char why[TCN_KAFKA_WHY_BYTES];

	/* Between two tries the client says in the log what keeps it: a
	 * password that is wrong, a certificate. */
	while (!kafka->plugin->partitions(client, topic, STEP_MS, n, why)) {
		kafka->plugin->poll(client, 100);
		if (tcn_now_monotonic_ms() >= until_ms)
			return tcn_err_set(err, TCN_IO,
			    "no broker of %s answers: %s",
			    kafka->conf->kafka.brokers, why);
	}
	if (*n == 0)
		return tcn_err_set(err, TCN_INVALID,
		    "the brokers have no topic %s: make it, or name another",
		    topic);
	return TCN_OK;
}

enum tcn_rc
tcn_kafka_bounds(struct tcn_kafka *kafka, struct tcn_kafka_client *client,
    const char *topic, int32_t partition, int64_t *low, int64_t *high,
    struct tcn_err *err)
{
	char why[TCN_KAFKA_WHY_BYTES];

	if (kafka->plugin->bounds(client, topic, partition, TCN_KAFKA_ASK_MS,
		low, high, why))
		return TCN_OK;
	return tcn_err_set(err, TCN_IO,
	    "topic %s, partition %d: no broker says which offsets it holds: "
	    "%s",
	    topic, (int)partition, why);
}
