#include "tools/input/ahead.h"

#include <pthread.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"

#define BATCH_ITEMS 128
#define BATCH_BYTES ((size_t)1024 * 1024)
#define CHUNK_BYTES ((size_t)256 * 1024)

/* What the source gave, in its place. */
struct entry {
	enum tcn_rc rc; /* TCN_OK: an article */
	struct tcn_article article;
	struct tcn_doc doc;
	struct tcn_err *err; /* else; NULL: out of memory */
};

struct batch {
	struct entry list[BATCH_ITEMS];
	size_t n;
	bool ready;
	struct tcn_arena arena; /* that all of it lives in */
	struct tcn_source_at at;
};

struct worker {
	struct tcn_ahead *ahead;
	struct tcn_prepare *prep;
	pthread_t thread;
	bool started;
};

struct tcn_ahead {
	struct tcn_source *source; /* of the thread that is reading */
	struct worker *workers; /* without threads one, for its preparer */
	size_t workers_n;
	bool threads;

	/* Batch number i lies in batches[i % batches_n]. */
	struct batch *batches;
	size_t batches_n;
	size_t next; /* entry of the batch that is being handed out */
	bool any; /* batch is being handed out */
	struct tcn_source_at at; /* of that batch */

	pthread_mutex_t lock; /* of all below, and of `ready` */
	pthread_cond_t moved;
	uint64_t begun; /* batches that are being read, or were */
	uint64_t given; /* the one that is being handed out */
	bool reading;
	bool ended; /* the source has; no more is begun */
	bool over; /* nobody wants any more */
};

static bool
goes_on(enum tcn_rc rc)
{
	return rc == TCN_OK || rc == TCN_INVALID;
}

/* The source's next answer at the end of the batch. */
static enum tcn_rc
read_one(struct tcn_source *source, struct batch *batch)
{
	struct entry *entry = &batch->list[batch->n++];
	struct tcn_err err = { .text = "" };

	entry->err = NULL;
	entry->rc =
	    tcn_source_next(source, &batch->arena, &entry->article, &err);
	if (entry->rc != TCN_OK) {
		entry->err = tcn_arena_alloc(&batch->arena, sizeof err);
		if (entry->err)
			*entry->err = err;
		else
			entry->rc = TCN_NOMEM;
	}
	return entry->rc;
}

/* Up to max entries; false: the last one is what ends the source. */
static bool
read_batch(struct tcn_source *source, struct batch *batch, size_t max)
{
	enum tcn_rc rc = TCN_OK;

	tcn_arena_reset(&batch->arena);
	batch->n = 0;
	while (goes_on(rc) && batch->n < max &&
	    tcn_arena_bytes(&batch->arena) < BATCH_BYTES)
		rc = read_one(source, batch);
	tcn_source_at(source, &batch->at);
	return goes_on(rc);
}

static void
prepare_batch(struct tcn_prepare *prep, struct batch *batch)
{
	for (size_t i = 0; i < batch->n; i++) {
		struct entry *entry = &batch->list[i];

		if (entry->rc == TCN_OK)
			entry->rc = tcn_prepare(prep, &entry->article,
			    &batch->arena, &entry->doc);
	}
}

static bool
may_begin(const struct tcn_ahead *ahead)
{
	return !ahead->reading &&
	    ahead->begun - ahead->given < ahead->batches_n;
}

/* Locked before and after, not while it reads or prepares. */
static void
make_batch(struct tcn_ahead *ahead, struct tcn_prepare *prep)
{
	struct batch *batch =
	    &ahead->batches[ahead->begun++ % ahead->batches_n];
	bool more;

	ahead->reading = true;
	pthread_mutex_unlock(&ahead->lock);
	more = read_batch(ahead->source, batch, BATCH_ITEMS);
	pthread_mutex_lock(&ahead->lock);
	ahead->reading = false;
	ahead->ended = !more;
	pthread_cond_broadcast(&ahead->moved);
	pthread_mutex_unlock(&ahead->lock);
	prepare_batch(prep, batch);
	pthread_mutex_lock(&ahead->lock);
	batch->ready = true;
	pthread_cond_broadcast(&ahead->moved);
}

static void *
work(void *arg)
{
	struct worker *worker = arg;
	struct tcn_ahead *ahead = worker->ahead;

	pthread_mutex_lock(&ahead->lock);
	while (!ahead->over && !ahead->ended) {
		if (may_begin(ahead))
			make_batch(ahead, worker->prep);
		else
			pthread_cond_wait(&ahead->moved, &ahead->lock);
	}
	pthread_mutex_unlock(&ahead->lock);
	return NULL;
}

static enum tcn_rc
start(struct worker *worker, struct tcn_ahead *ahead,
    const struct tcn_prepare_conf *conf, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_prepare_new(conf, &worker->prep, err);

	worker->ahead = ahead;
	if (rc || !ahead->threads)
		return rc;
	if (pthread_create(&worker->thread, NULL, work, worker))
		return tcn_err_set(err, TCN_IO,
		    "cannot start a thread; try a smaller --jobs");
	worker->started = true;
	return TCN_OK;
}

static enum tcn_rc
set_up(struct tcn_ahead *ahead, const struct tcn_prepare_conf *conf,
    size_t jobs, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	ahead->threads = jobs > 1;
	ahead->workers_n = jobs > 1 ? jobs - 1 : 1;
	ahead->batches_n = jobs > 1 ? jobs + 2 : 1;
	ahead->workers = tcn_calloc(ahead->workers_n, sizeof *ahead->workers);
	ahead->batches = tcn_calloc(ahead->batches_n, sizeof *ahead->batches);
	if (!ahead->workers || !ahead->batches)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	for (size_t i = 0; i < ahead->batches_n; i++)
		tcn_arena_init(&ahead->batches[i].arena, CHUNK_BYTES);
	for (size_t i = 0; !rc && i < ahead->workers_n; i++)
		rc = start(&ahead->workers[i], ahead, conf, err);
	return rc;
}

enum tcn_rc
tcn_ahead_open(struct tcn_source *source, const struct tcn_prepare_conf *conf,
    size_t jobs, struct tcn_ahead **out, struct tcn_err *err)
{
	struct tcn_ahead *ahead = tcn_calloc(1, sizeof *ahead);
	enum tcn_rc rc;

	*out = NULL;
	if (!ahead)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	ahead->source = source;
	tcn_source_at(source, &ahead->at);
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->moved, NULL);
	rc = set_up(ahead, conf, jobs, err);
	if (rc)
		tcn_ahead_close(ahead);
	else
		*out = ahead;
	return rc;
}

void
tcn_ahead_close(struct tcn_ahead *ahead)
{
	if (!ahead)
		return;
	pthread_mutex_lock(&ahead->lock);
	ahead->over = true;
	pthread_cond_broadcast(&ahead->moved);
	pthread_mutex_unlock(&ahead->lock);
	for (size_t i = 0; ahead->workers && i < ahead->workers_n; i++) {
		if (ahead->workers[i].started)
			pthread_join(ahead->workers[i].thread, NULL);
		tcn_prepare_free(ahead->workers[i].prep);
	}
	for (size_t i = 0; ahead->batches && i < ahead->batches_n; i++)
		tcn_arena_fini(&ahead->batches[i].arena);
	pthread_cond_destroy(&ahead->moved);
	pthread_mutex_destroy(&ahead->lock);
	tcn_free(ahead->workers);
	tcn_free(ahead->batches);
	tcn_free(ahead);
}

static struct batch *
present(const struct tcn_ahead *ahead)
{
	return &ahead->batches[ahead->given % ahead->batches_n];
}

/* Gives the present batch back and waits for the one behind it. */
static void
turn_over(struct tcn_ahead *ahead)
{
	pthread_mutex_lock(&ahead->lock);
	if (ahead->any) {
		present(ahead)->ready = false;
		ahead->given++;
		pthread_cond_broadcast(&ahead->moved);
	}
	while (!present(ahead)->ready)
		pthread_cond_wait(&ahead->moved, &ahead->lock);
	pthread_mutex_unlock(&ahead->lock);
}

/* The next batch is the present one; its first entry is next. */
static void
get_batch(struct tcn_ahead *ahead)
{
	struct batch *batch = ahead->batches;

	if (ahead->threads) {
		turn_over(ahead);
	} else {
		read_batch(ahead->source, batch, 1);
		prepare_batch(ahead->workers[0].prep, batch);
	}
	ahead->next = 0;
	ahead->any = true;
	ahead->at = present(ahead)->at;
}

enum tcn_rc
tcn_ahead_next(struct tcn_ahead *ahead, const struct tcn_doc **doc,
    struct tcn_err *err)
{
	struct entry *entry;

	if (!ahead->any || ahead->next == present(ahead)->n)
		get_batch(ahead);
	entry = &present(ahead)->list[ahead->next];
	if (goes_on(entry->rc))
		ahead->next++;
	if (entry->rc && entry->err && err)
		*err = *entry->err;
	else if (entry->rc)
		tcn_err_set(err, entry->rc, "%s", tcn_rc_text(entry->rc));
	*doc = &entry->doc;
	return entry->rc;
}

void
tcn_ahead_at(const struct tcn_ahead *ahead, struct tcn_source_at *at)
{
	*at = ahead->at;
}
