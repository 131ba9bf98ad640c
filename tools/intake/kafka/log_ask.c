#include "tools/intake/kafka/log_ask.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"

enum {
	ASK_MS = 1000, /* a question */
	GAP_MS = 50, /* from one to the next, at least */
	LOG_MS = 60000, /* between two lines of the log */
	ASKED = 16, /* questions that are remembered */
};

struct tcn_log_ask {
	struct tcn_log_ask_conf conf;
	const struct tcn_kafka_plugin *plugin;
	struct tcn_kafka_client *client;
	pthread_t thread;
	bool runs;

	/* The thread's. */
	struct asked {
		int64_t at_ms;
		struct tcn_kafka_place *articles;
	} asked[ASKED]; /* by turns; the last is that of `last` */
	size_t last;
	struct tcn_kafka_place *done, *records;
	int64_t logged_ms;

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t changed;
	bool wanted, ends;
	struct tcn_log_asked *answer;
};

/* --- one question --- */

static bool
ask_ends(struct tcn_log_ask *ask, const char *topic,
    struct tcn_kafka_place *places, char *why)
{
	return ask->plugin->offsets_at(ask->client, topic, TCN_KAFKA_FROM_END,
	    places, ask->conf.partitions, ASK_MS, why);
}

/* How far workers are with a partition of which none has said so. */
static bool
find_first(struct tcn_log_ask *ask, size_t i, char *why)
{
	struct tcn_kafka_place *done = &ask->done[i];
	int64_t high;

	if (!ask->asked[ask->last].articles[i].offset) /* it is empty */
		done->offset = 0;
	return done->offset >= 0 ||
	    ask->plugin->bounds(ask->client, ask->conf.articles,
		done->partition, ASK_MS, &done->offset, &high, why);
}

static bool
ask_workers(struct tcn_log_ask *ask, char *why)
{
	bool known = ask_ends(ask, ask->conf.articles,
			 ask->asked[ask->last].articles, why) &&
	    ask->plugin->places(ask->client, ask->conf.articles, ask->done,
		ask->conf.partitions, ASK_MS, why);

	for (size_t i = 0; known && i < ask->conf.partitions; i++)
		known = ask->done[i].offset >= 0 || find_first(ask, i, why);
	return known;
}

static void
log_silence(struct tcn_log_ask *ask, const char *why)
{
	int64_t now_ms = tcn_now_monotonic_ms();
	struct tcn_log log;

	if (ask->logged_ms && now_ms - ask->logged_ms < LOG_MS)
		return;
	ask->logged_ms = now_ms;
	tcn_log_begin(&log, TCN_LOG_WARN, "partitions_unknown");
	tcn_log_str(&log, "topic", tcn_str(ask->conf.topic));
	tcn_log_str(&log, "why", tcn_str(why));
	tcn_log_end(&log);
}

/* When the last question was sent that workers have caught up with. */
static int64_t
find_since(const struct tcn_log_ask *ask, size_t i)
{
	int64_t since_ms = INT64_MIN;

	for (size_t k = 0; k < ASKED; k++)
		if (ask->asked[k].at_ms > since_ms &&
		    (!ask->conf.articles ||
			ask->done[i].offset >=
			    ask->asked[k].articles[i].offset))
			since_ms = ask->asked[k].at_ms;
	return since_ms;
}

static void
ask_all(struct tcn_log_ask *ask)
{
	char why[TCN_KAFKA_WHY_BYTES] = "";
	struct asked *asked;

	ask->plugin->poll(ask->client, 0);
	ask->last = (ask->last + 1) % ASKED;
	asked = &ask->asked[ask->last];
	asked->at_ms = tcn_now_monotonic_ms();
	if ((ask->conf.articles && !ask_workers(ask, why)) ||
	    !ask_ends(ask, ask->conf.topic, ask->records, why)) {
		asked->at_ms = INT64_MIN;
		log_silence(ask, why);
		return;
	}
	pthread_mutex_lock(&ask->lock);
	for (size_t i = 0; i < ask->conf.partitions; i++)
		ask->answer[i] = (struct tcn_log_asked){ find_since(ask, i),
			ask->records[i].offset };
	pthread_mutex_unlock(&ask->lock);
	(void)!write(ask->conf.fd, "m", 1);
}

/* --- the thread --- */

static bool
await(struct tcn_log_ask *ask)
{
	bool ends;

	pthread_mutex_lock(&ask->lock);
	while (!ask->wanted && !ask->ends)
		pthread_cond_wait(&ask->changed, &ask->lock);
	ask->wanted = false;
	ends = ask->ends;
	pthread_mutex_unlock(&ask->lock);
	return !ends;
}

static void *
run(void *of)
{
	static const struct timespec gap = { .tv_nsec = GAP_MS * 1000000 };
	struct tcn_log_ask *ask = of;

	while (await(ask)) {
		ask_all(ask);
		nanosleep(&gap, NULL);
	}
	return NULL;
}

static struct tcn_kafka_place *
new_places(size_t n)
{
	struct tcn_kafka_place *places = tcn_mem_calloc(n, sizeof *places);

	for (size_t i = 0; i < n; i++)
		places[i].partition = (int32_t)i;
	return places;
}

enum tcn_rc
tcn_log_ask_new(const struct tcn_log_ask_conf *conf, struct tcn_log_ask **out,
    struct tcn_err *err)
{
	struct tcn_log_ask *ask = tcn_mem_calloc(1, sizeof *ask);
	enum tcn_rc rc;

	ask->conf = *conf;
	ask->plugin = tcn_kafka_plugin_of(conf->kafka);
	for (size_t i = 0; i < ASKED; i++) {
		ask->asked[i].at_ms = INT64_MIN;
		ask->asked[i].articles = new_places(conf->partitions);
	}
	ask->done = new_places(conf->partitions);
	ask->records = new_places(conf->partitions);
	ask->answer = tcn_mem_calloc(conf->partitions, sizeof *ask->answer);
	for (size_t i = 0; i < conf->partitions; i++)
		ask->answer[i].since_ms = INT64_MIN;
	pthread_mutex_init(&ask->lock, NULL);
	pthread_cond_init(&ask->changed, NULL);
	rc = tcn_kafka_client_open(conf->kafka, TCN_KAFKA_USE_READER, NULL,
	    &ask->client, err);
	if (!rc) {
		/* Signals are for the thread that waits for them. */
		sigset_t all, before;

		sigfillset(&all);
		pthread_sigmask(SIG_BLOCK, &all, &before);
		ask->runs = pthread_create(&ask->thread, NULL, run, ask) == 0;
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (!rc && !ask->runs)
		rc = tcn_err_set(err, TCN_IO, "no thread can be started");
	*out = rc ? NULL : ask;
	if (rc)
		tcn_log_ask_free(ask);
	return rc;
}

static void
tell(struct tcn_log_ask *ask, bool ends)
{
	pthread_mutex_lock(&ask->lock);
	ask->wanted = true;
	ask->ends = ends;
	pthread_cond_signal(&ask->changed);
	pthread_mutex_unlock(&ask->lock);
}

void
tcn_log_ask_free(struct tcn_log_ask *ask)
{
	if (!ask)
		return;
	if (ask->runs) {
		tell(ask, true);
		pthread_join(ask->thread, NULL);
	}
	tcn_kafka_client_close(ask->conf.kafka, ask->client);
	pthread_cond_destroy(&ask->changed);
	pthread_mutex_destroy(&ask->lock);
	for (size_t i = 0; i < ASKED; i++)
		tcn_mem_free(ask->asked[i].articles);
	tcn_mem_free(ask->done);
	tcn_mem_free(ask->records);
	tcn_mem_free(ask->answer);
	tcn_mem_free(ask);
}

void
tcn_log_ask_again(struct tcn_log_ask *ask)
{
	tell(ask, false);
}

void
tcn_log_ask_answer(struct tcn_log_ask *ask, struct tcn_log_asked *asked)
{
	pthread_mutex_lock(&ask->lock);
	memcpy(asked, ask->answer, ask->conf.partitions * sizeof *asked);
	pthread_mutex_unlock(&ask->lock);
}
