#include "tools/pipeline/log_copier.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "engine/base/mem.h"
#include "sql/store_space.h"

/* The writer goes on while the log is copied. What it has added is copied as
 * well, until there is nothing left, but not for ever. */
#define ROUNDS_MAX 8

/* The log is copied after so many pages. */
#define COPY_AT 1024

struct tcn_log_copier {
	char *db_path;
	uint64_t copied_at; /* pages in the log when it was last to be copied */
	bool runs; /* thread is one */
	pthread_t thread;
	pthread_mutex_t lock; /* over these: */
	pthread_cond_t changed;
	bool wanted, ends;
};

static void
copy(struct tcn_store *store)
{
	uint64_t left = 1;

	for (int i = 0; left && i < ROUNDS_MAX; i++)
		if (tcn_store_checkpoint(store, &left))
			return;
}

/* Returns false when the thread is to end. */
static bool
await(struct tcn_log_copier *copier)
{
	bool ends;

	pthread_mutex_lock(&copier->lock);
	while (!copier->wanted && !copier->ends)
		pthread_cond_wait(&copier->changed, &copier->lock);
	copier->wanted = false;
	ends = copier->ends;
	pthread_mutex_unlock(&copier->lock);
	return !ends;
}

static void *
run(void *of)
{
	struct tcn_log_copier *copier = of;
	struct tcn_store *store = NULL;
	struct tcn_err err = { 0 };

	while (await(copier)) {
		if (!store &&
		    tcn_store_open(copier->db_path, TCN_STORE_EXISTING, &store,
			&err))
			continue;
		copy(store);
	}
	tcn_store_close(store);
	return NULL;
}

/* Signals are for the thread that waits for them. */
static bool
start_thread(struct tcn_log_copier *copier)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	copier->runs = pthread_create(&copier->thread, NULL, run, copier) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return copier->runs;
}

struct tcn_log_copier *
tcn_log_copier_new(const char *db_path)
{
	struct tcn_log_copier *copier = tcn_mem_calloc(1, sizeof *copier);

	copier->db_path = tcn_mem_dupz(db_path, strlen(db_path));
	pthread_mutex_init(&copier->lock, NULL);
	pthread_cond_init(&copier->changed, NULL);
	return copier;
}

static void
tell(struct tcn_log_copier *copier, bool ends)
{
	pthread_mutex_lock(&copier->lock);
	copier->wanted = true;
	copier->ends = ends;
	pthread_cond_signal(&copier->changed);
	pthread_mutex_unlock(&copier->lock);
}

void
tcn_log_copier_start(struct tcn_log_copier *copier)
{
	assert(copier);
	if (copier->runs || start_thread(copier))
		tell(copier, false);
}

void
tcn_log_copier_note(struct tcn_log_copier *copier, uint64_t log_pages)
{
	if (!copier)
		return;
	if (log_pages < copier->copied_at) /* it has begun again */
		copier->copied_at = 0;
	if (log_pages < copier->copied_at + COPY_AT)
		return;
	copier->copied_at = log_pages;
	tcn_log_copier_start(copier);
}

void
tcn_log_copier_free(struct tcn_log_copier *copier)
{
	if (!copier)
		return;
	if (copier->runs) {
		tell(copier, true);
		pthread_join(copier->thread, NULL);
	}
	pthread_cond_destroy(&copier->changed);
	pthread_mutex_destroy(&copier->lock);
	tcn_mem_free(copier->db_path);
	tcn_mem_free(copier);
}
