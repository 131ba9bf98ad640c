#include "tools/intake/input/prefetch.h"

#include <assert.h>
#include <pthread.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "tools/intake/tagger/tag_docs.h"

#define BATCH_ITEMS 128
#define BATCH_BYTES ((size_t)1024 * 1024)
#define CHUNK_BYTES ((size_t)256 * 1024)

/* One answer of the source. */
struct entry {
	enum tcn_rc rc; /* TCN_OK: an article */
	struct tcn_article article;
	struct tcn_doc doc;
	struct tcn_err *err; /* of any other rc */
};

struct batch {
	struct entry entries[BATCH_ITEMS];
	size_t n;
	bool ready; /* read and prepared */
	struct tcn_arena arena; /* of its articles and documents */
	struct tcn_source_at at; /* of the source, when it was read */
};

struct worker {
	struct tcn_prefetch *prefetch;
	struct tcn_prepare *prep;
	struct tcn_tagger *tagger; /* NULL: none */
	pthread_t thread;
	bool started;
};

struct tcn_prefetch {
	struct tcn_source *source; /* used by the thread that is reading */
	struct worker *workers; /* without threads one, for its preparer */
	size_t workers_n;
	bool threads;
	struct tcn_taggers *taggers; /* NULL: none */

	/* Batch number i lies in batches[i % batches_n]. */
	struct batch *batches;
	size_t batches_n;
	size_t next; /* entry of the batch that is being handed out */
	bool any; /* the batch `current` is being handed out */
	struct tcn_source_at at; /* of that batch */

	pthread_mutex_t lock; /* of what follows, and of `ready` */
	pthread_cond_t changed; /* signalled when any of it is */
	uint64_t begun; /* batches whose reading has begun */
	uint64_t current; /* number of the batch that is being handed out */
	bool reading; /* some thread reads from the source */
	bool ended; /* the source has ended; no batch is begun */
	bool closing; /* threads shall end */
};

static bool
may_continue(enum tcn_rc rc)
{
	return rc == TCN_OK || rc == TCN_INVALID;
}

/* Reads up to max entries; false when the last of them ends the source. */
static bool
read_batch(struct tcn_source *source, struct batch *batch, size_t max)
{
	enum tcn_rc rc = TCN_OK;

	tcn_arena_reset(&batch->arena);
	batch->n = 0;
	while (may_continue(rc) && batch->n < max &&
	    tcn_arena_bytes(&batch->arena) < BATCH_BYTES) {
		/* Appends the source's next answer to the batch. */
		struct entry *entry = &batch->entries[batch->n++];
		struct tcn_err err = { .text = "" };

		entry->err = NULL;
		entry->rc = tcn_source_next(source, &batch->arena,
		    &entry->article, &err);
		if (entry->rc != TCN_OK) {
			entry->err = tcn_arena_alloc(&batch->arena, sizeof err);
			*entry->err = err;
		}
		rc = entry->rc;
	}
	tcn_source_at(source, &batch->at);
	return may_continue(rc);
}

/* Has the articles that were prepared tagged. */
static enum tcn_rc
tag_batch(struct worker *worker, struct batch *batch)
{
	struct tcn_doc *docs[BATCH_ITEMS] = { NULL };
	size_t n = 0;

	for (size_t i = 0; i < batch->n; i++)
		if (batch->entries[i].rc == TCN_OK)
			docs[n++] = &batch->entries[i].doc;
	return tcn_tag_docs(worker->tagger, worker->prep, docs, n,
	    &batch->arena);
}

static void
prepare_batch(struct worker *worker, struct batch *batch)
{
	enum tcn_rc rc;

	for (size_t i = 0; i < batch->n; i++) {
		struct entry *entry = &batch->entries[i];

		if (entry->rc == TCN_OK)
			tcn_prepare(worker->prep, &entry->article,
			    &batch->arena, &entry->doc);
	}
	rc = worker->tagger ? tag_batch(worker, batch) : TCN_OK;
	for (size_t i = 0; i < batch->n && rc; i++)
		if (batch->entries[i].rc == TCN_OK)
			batch->entries[i].rc = rc;
}

static bool
may_read_batch(const struct tcn_prefetch *prefetch)
{
	return !prefetch->reading &&
	    prefetch->begun - prefetch->current < prefetch->batches_n;
}

/* Reads and prepares the next batch. The lock is held before and after, not
 * meanwhile. */
static void
produce_batch(struct tcn_prefetch *prefetch, struct worker *worker)
{
	struct batch *batch =
	    &prefetch->batches[prefetch->begun++ % prefetch->batches_n];
	bool more;

	assert(!prefetch->reading && !batch->ready);
	prefetch->reading = true;
	pthread_mutex_unlock(&prefetch->lock);
	more = read_batch(prefetch->source, batch, BATCH_ITEMS);
	pthread_mutex_lock(&prefetch->lock);
	prefetch->reading = false;
	prefetch->ended = !more;
	pthread_cond_broadcast(&prefetch->changed);
	pthread_mutex_unlock(&prefetch->lock);
	prepare_batch(worker, batch);
	pthread_mutex_lock(&prefetch->lock);
	batch->ready = true;
	pthread_cond_broadcast(&prefetch->changed);
}

static void *
worker_main(void *arg)
{
	struct worker *worker = arg;
	struct tcn_prefetch *prefetch = worker->prefetch;

	pthread_mutex_lock(&prefetch->lock);
	while (!prefetch->closing && !prefetch->ended) {
		if (may_read_batch(prefetch))
			produce_batch(prefetch, worker);
		else
			pthread_cond_wait(&prefetch->changed, &prefetch->lock);
	}
	pthread_mutex_unlock(&prefetch->lock);
	return NULL;
}

static enum tcn_rc
start(struct worker *worker, struct tcn_prefetch *prefetch,
    const struct tcn_prepare_conf *conf, struct tcn_err *err)
{
	worker->prep = tcn_prepare_new(conf);
	worker->prefetch = prefetch;
	if (prefetch->taggers)
		worker->tagger = tcn_tagger_new(prefetch->taggers);
	if (!prefetch->threads)
		return TCN_OK;
	if (pthread_create(&worker->thread, NULL, worker_main, worker))
		return tcn_err_set(err, TCN_IO,
		    "cannot start a thread; try a smaller --jobs");
	worker->started = true;
	return TCN_OK;
}

enum tcn_rc
tcn_prefetch_open(struct tcn_source *source,
    const struct tcn_prepare_conf *conf, const char *tagger, size_t jobs,
    struct tcn_prefetch **out, struct tcn_err *err)
{
	struct tcn_prefetch *prefetch;
	enum tcn_rc rc;

	assert(source && jobs >= 1);
	prefetch = tcn_mem_calloc(1, sizeof *prefetch);
	*out = NULL;
	prefetch->source = source;
	tcn_source_at(source, &prefetch->at);
	pthread_mutex_init(&prefetch->lock, NULL);
	pthread_cond_init(&prefetch->changed, NULL);
	rc = tcn_tag_docs_open(tagger, &prefetch->taggers, err);
	prefetch->threads = jobs > 1;
	prefetch->workers_n = jobs > 1 ? jobs - 1 : 1;
	prefetch->batches_n = jobs > 1 ? jobs + 2 : 1;
	prefetch->workers =
	    tcn_mem_calloc(prefetch->workers_n, sizeof *prefetch->workers);
	prefetch->batches =
	    tcn_mem_calloc(prefetch->batches_n, sizeof *prefetch->batches);
	for (size_t i = 0; i < prefetch->batches_n; i++)
		tcn_arena_init(&prefetch->batches[i].arena, CHUNK_BYTES);
	for (size_t i = 0; !rc && i < prefetch->workers_n; i++)
		rc = start(&prefetch->workers[i], prefetch, conf, err);
	if (rc)
		tcn_prefetch_close(prefetch);
	else
		*out = prefetch;
	return rc;
}

void
tcn_prefetch_close(struct tcn_prefetch *prefetch)
{
	if (!prefetch)
		return;
	pthread_mutex_lock(&prefetch->lock);
	prefetch->closing = true;
	pthread_cond_broadcast(&prefetch->changed);
	pthread_mutex_unlock(&prefetch->lock);
	for (size_t i = 0; prefetch->workers && i < prefetch->workers_n; i++) {
		if (prefetch->workers[i].started)
			pthread_join(prefetch->workers[i].thread, NULL);
		tcn_tagger_free(prefetch->workers[i].tagger);
		tcn_prepare_free(prefetch->workers[i].prep);
	}
	tcn_taggers_close(prefetch->taggers);
	for (size_t i = 0; prefetch->batches && i < prefetch->batches_n; i++)
		tcn_arena_fini(&prefetch->batches[i].arena);
	pthread_cond_destroy(&prefetch->changed);
	pthread_mutex_destroy(&prefetch->lock);
	tcn_mem_free(prefetch->workers);
	tcn_mem_free(prefetch->batches);
	tcn_mem_free(prefetch);
}

static struct batch *
current_batch(const struct tcn_prefetch *prefetch)
{
	return &prefetch->batches[prefetch->current % prefetch->batches_n];
}

/* Makes the next batch the current one, to be handed out from its start. */
static void
consume_batch(struct tcn_prefetch *prefetch)
{
	struct batch *batch = prefetch->batches;

	if (prefetch->threads) {
		/* Gives back the batch that was handed out and waits for the
		 * next. */
		pthread_mutex_lock(&prefetch->lock);
		if (prefetch->any) {
			current_batch(prefetch)->ready = false;
			prefetch->current++;
			pthread_cond_broadcast(&prefetch->changed);
		}
		while (!current_batch(prefetch)->ready)
			pthread_cond_wait(&prefetch->changed, &prefetch->lock);
		pthread_mutex_unlock(&prefetch->lock);
	} else {
		read_batch(prefetch->source, batch, 1);
		prepare_batch(&prefetch->workers[0], batch);
	}
	prefetch->next = 0;
	prefetch->any = true;
	prefetch->at = current_batch(prefetch)->at;
}

enum tcn_rc
tcn_prefetch_next(struct tcn_prefetch *prefetch, const struct tcn_doc **doc,
    struct tcn_err *err)
{
	struct entry *entry;

	if (!prefetch->any || prefetch->next == current_batch(prefetch)->n)
		consume_batch(prefetch);
	assert(prefetch->next < current_batch(prefetch)->n);
	entry = &current_batch(prefetch)->entries[prefetch->next];
	if (may_continue(entry->rc))
		prefetch->next++;
	if (entry->rc && entry->err && err)
		*err = *entry->err;
	else if (entry->rc)
		tcn_err_set(err, entry->rc, "%s", tcn_rc_text(entry->rc));
	*doc = &entry->doc;
	return entry->rc;
}

void
tcn_prefetch_at(const struct tcn_prefetch *prefetch, struct tcn_source_at *at)
{
	*at = prefetch->at;
}

/* The lock is held. Without threads there is one slot, and no counting. */
static const char *
find_fault(const struct tcn_prefetch *prefetch)
{
	if (prefetch->any && prefetch->next > current_batch(prefetch)->n)
		return "more was handed out than the batch has";
	if (!prefetch->threads)
		return NULL;
	if (prefetch->current > prefetch->begun)
		return "a batch is handed out that was never read";
	if (prefetch->begun - prefetch->current > prefetch->batches_n)
		return "a batch was overwritten before it was handed out";
	if (prefetch->any && !current_batch(prefetch)->ready)
		return "a batch is handed out that is not ready";
	return NULL;
}

enum tcn_rc
tcn_prefetch_check(struct tcn_prefetch *prefetch, struct tcn_err *err)
{
	const char *fault;

	pthread_mutex_lock(&prefetch->lock);
	fault = find_fault(prefetch);
	pthread_mutex_unlock(&prefetch->lock);
	return fault ? tcn_err_set(err, TCN_INVALID, "%s", fault) : TCN_OK;
}
