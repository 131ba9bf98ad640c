#include "tools/lab/bench/bench_services.h"

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/item/doc_record.h"
#include "tools/lab/bench/bench_archive.h"
#include "tools/lab/bench/bench_db.h"

#define ITEMS_DEFAULT 50000
#define BATCH         2000
#define CHUNK_BYTES   65536

struct run {
	struct tcn_source *source;
	struct tcn_pipeline *pipe;
	struct tcn_doc_record *record;
	uint64_t mark;
	bool whole; /* records with words, whatever the language */
	struct tcn_buf bytes; /* of a batch of records */
	struct tcn_arena arena;
	double *prepares; /* seconds, of each article */
	uint64_t n, max;
	size_t ends[BATCH]; /* of the records in bytes, */
	size_t waiting; /* of which there are so many */
	double decide, commit;
	uint64_t commits, records_bytes;
};

static enum tcn_rc
commit(struct run *run, struct tcn_err *err)
{
	const double began = tcn_bench_now();
	enum tcn_rc rc = tcn_pipeline_commit_delta(run->pipe, err);

	run->commit += tcn_bench_now() - began;
	run->commits++;
	return rc;
}

/* What a worker does: a line becomes a record, behind those of the batch. */
static enum tcn_rc
prepare(struct run *run, struct tcn_err *err)
{
	const double began = tcn_bench_cpu();
	struct tcn_article article;
	struct tcn_doc doc;
	enum tcn_rc rc =
	    tcn_source_next(run->source, &run->arena, &article, err);

	if (rc)
		return rc;
	tcn_prepare(tcn_pipeline_prepare(run->pipe), &article, &run->arena,
	    &doc);
	rc = !run->whole && tcn_doc_record_may_be_short(&doc)
	    ? tcn_doc_record_write_short(run->record, &doc, run->mark,
		  &run->bytes)
	    : tcn_doc_record_write(run->record, &doc, run->mark, &run->bytes);
	if (rc)
		return tcn_err_set(err, rc, "no record can be made");
	run->prepares[run->n++] = tcn_bench_cpu() - began;
	run->ends[run->waiting++] = run->bytes.n;
	return TCN_OK;
}

/* What the detector does: of a record comes a decision. */
static enum tcn_rc
decide(struct run *run, struct tcn_str bytes, struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_article article;
	struct tcn_doc doc;
	enum tcn_doc_record_part part;
	enum tcn_rc rc;

	tcn_arena_reset(&run->arena);
	rc = tcn_doc_record_read(run->record, bytes, run->mark, &run->arena,
	    &article, &doc, &part, err);
	if (rc)
		return rc;
	return part == TCN_DOC_RECORD_DOC
	    ? tcn_pipeline_doc(run->pipe, &doc, TCN_CLOCK_NO_BOUND, &outcome,
		  err)
	    : tcn_pipeline_article(run->pipe, &article, TCN_CLOCK_NO_BOUND,
		  &outcome, err);
}

static enum tcn_rc
decide_batch(struct run *run, struct tcn_err *err)
{
	const double began = tcn_bench_cpu();
	size_t at = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < run->waiting; i++) {
		rc = decide(run,
		    (struct tcn_str){ run->bytes.at + at, run->ends[i] - at },
		    err);
		at = run->ends[i];
	}
	run->decide += tcn_bench_cpu() - began;
	return rc;
}

/* Each part has the processor's caches for itself for a batch: in truth they
 * run in processes of their own. Taken in turn for each article, each would
 * find the other's data there, and cost more than it does. */
static enum tcn_rc
measure(struct run *run, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK, decided = TCN_OK;

	while (!rc && !decided && run->n < run->max) {
		/* A batch of lines; one that is no article is passed over.
		 * TCN_DONE: the stream has ended. */
		rc = TCN_OK;
		tcn_buf_clear(&run->bytes);
		run->waiting = 0;
		while (!rc && run->waiting < BATCH && run->n < run->max) {
			tcn_arena_reset(&run->arena);
			rc = prepare(run, err);
			if (rc == TCN_INVALID)
				rc = TCN_OK;
		}
		run->records_bytes += run->bytes.n;
		if (!rc || rc == TCN_DONE)
			decided = decide_batch(run, err);
		if (!decided && run->waiting == BATCH)
			decided = commit(run, err);
	}
	return rc == TCN_DONE ? decided : rc ? rc : decided;
}

static enum tcn_rc
sum_up(const struct run *run, struct tcn_bench_services *services,
    struct tcn_err *err)
{
	const double n = (double)run->n;
	double sum = 0;

	if (!run->commits)
		return tcn_err_set(err, TCN_INVALID,
		    "it takes at least %d articles to measure", BATCH);
	for (uint64_t i = 0; i < run->n; i++)
		sum += run->prepares[i];
	*services = (struct tcn_bench_services){ .articles = run->n,
		.prepare = sum / n,
		.prepare_p99 = tcn_bench_quantile(run->prepares, run->n, .99),
		.decide = run->decide / n,
		.commit = run->commit / (double)run->commits,
		.batch = BATCH,
		.record_bytes = (double)run->records_bytes / n };
	return TCN_OK;
}

static enum tcn_rc
with_store(struct run *run, struct tcn_bench_services *services,
    struct tcn_err *err)
{
	struct tcn_pipeline_conf conf;
	struct tcn_bench_db db;
	enum tcn_rc rc = tcn_bench_conf(&conf);

	if (rc)
		return rc;
	conf.commit_every = 2 * BATCH; /* we commit ourselves */
	rc = tcn_bench_db_make(&db, err);
	if (rc)
		return rc;
	run->record = tcn_doc_record_new(0);
	rc = tcn_pipeline_open(&conf, db.path, &run->pipe, err);
	if (!rc) {
		run->mark = tcn_doc_record_mark(&conf.prepare);
		rc = measure(run, err);
		tcn_pipeline_close(run->pipe);
	}
	tcn_doc_record_free(run->record);
	tcn_buf_fini(&run->bytes);
	tcn_bench_db_drop(&db);
	return rc ? rc : sum_up(run, services, err);
}

enum tcn_rc
tcn_bench_services(const struct tcn_bench_args *args,
    struct tcn_bench_services *services, struct tcn_err *err)
{
	struct run run = { .max = args->items ? args->items : ITEMS_DEFAULT,
		.whole = args->whole };
	struct tcn_bench_archive archive;
	enum tcn_rc rc = tcn_bench_archive_make(args, run.max, &archive, err);

	tcn_arena_init(&run.arena, CHUNK_BYTES);
	run.prepares = tcn_mem_calloc(run.max, sizeof *run.prepares);
	if (!rc)
		rc = tcn_bench_archive_open(&archive, &run.source, err);
	if (!rc) {
		rc = with_store(&run, services, err);
		tcn_source_close(run.source);
	}
	tcn_bench_archive_drop(&archive);
	tcn_mem_free(run.prepares);
	tcn_arena_fini(&run.arena);
	return rc;
}
