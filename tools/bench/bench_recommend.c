/*
 * tocsin bench recommend [--input FILE]: how long does a recommendation take,
 * and is it about what was read?
 *
 * A store is filled with the articles; then readers who have read 50 of them
 * at random are answered. Where articles have labels (of their story), readers
 * have read three of one of the latest stories, which has five more: how many
 * of the first five that are recommended have its label, with copies and all
 * items of a story listed? The baseline is a full-text search of one word, as
 * each answer begins with some.
 */
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/store_search.h"
#include "tools/base/say.h"
#include "tools/bench/bench.h"
#include "tools/bench/bench_archive.h"
#include "tools/bench/bench_db.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/recommend.h"
#include "tools/pipeline/setup.h"

enum {
	ITEMS_DEFAULT = 100000,
	READERS = 300,
	READ = 50, /* articles of a reader */
	OF_STORY = 3,
	FIRST = 5,
	STORY_SPAN = 3000, /* items back from one of a story */
};

struct bench {
	struct tcn_pipeline_conf conf;
	struct tcn_bench_archive archive;
	struct tcn_bench_db db;
	struct tcn_pipeline *pipe;
	const struct tcn_store *store;
	struct tcn_arena arena; /* of one answer */
	uint64_t last; /* seq */
	uint64_t *labels; /* hashes, by seq - 1; 0: none */
	size_t labels_cap;
	uint64_t state; /* of the random numbers */
	double seconds[READERS];
	double search, candidates; /* mean */
	uint64_t asked, labelled, right; /* of stories; of their answers */
};

static uint64_t
draw(struct bench *bench, uint64_t n)
{
	bench->state =
	    bench->state * 6364136223846793005u + 1442695040888963407u;
	return (bench->state >> 33) % n;
}

/* Takes an article into the store, and notes its label. */
static enum tcn_rc
take(void *ctx, const struct tcn_article *article, struct tcn_err *err)
{
	struct bench *bench = ctx;
	size_t at = (size_t)tcn_pipeline_next_seq(bench->pipe) - 1;
	uint64_t *labels = tcn_mem_grow(bench->labels, &bench->labels_cap,
	    at + 1, sizeof *labels);

	if (!labels)
		return TCN_NOMEM;
	bench->labels = labels;
	labels[at] = article->label.n
	    ? XXH3_64bits(article->label.at, article->label.n)
	    : 0;
	return tcn_bench_decide(bench->pipe, article, err);
}

static enum tcn_rc
fill(struct bench *bench, struct tcn_err *err)
{
	enum tcn_rc rc =
	    tcn_pipeline_open(&bench->conf, bench->db.path, &bench->pipe, err);

	if (rc)
		return rc;
	rc = tcn_bench_archive_read(&bench->archive, take, bench, err);
	if (!rc)
		rc = tcn_pipeline_finish(bench->pipe, err);
	bench->last = tcn_pipeline_next_seq(bench->pipe) - 1;
	return rc;
}

static enum tcn_rc
item_at(struct bench *bench, uint64_t seq, struct tcn_store_item_row **item)
{
	enum tcn_rc rc = tcn_store_item(bench->store, seq, &bench->arena, item);

	return !rc && !*item ? TCN_CORRUPT : rc;
}

/* --- time --- */

static enum tcn_rc
search_one(struct bench *bench)
{
	struct tcn_store_search_hits hits;
	double start = tcn_bench_cpu();
	enum tcn_rc rc = tcn_store_search(bench->store, tcn_str("new"),
	    TCN_STORE_SEARCH_NEWEST, 20, &bench->arena, &hits);

	bench->search += (tcn_bench_cpu() - start) / READERS;
	return rc;
}

static enum tcn_rc
answer_one(struct bench *bench, size_t reader)
{
	struct tcn_recommend_asked asked = TCN_RECOMMEND_DEFAULT;
	struct tcn_recommend_item read[READ];
	struct tcn_recommend_hits hits;
	double start;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < READ && !rc; i++) {
		struct tcn_store_item_row *item;

		rc = item_at(bench, 1 + draw(bench, bench->last), &item);
		if (!rc)
			read[i] =
			    (struct tcn_recommend_item){ .id = item->article.id,
				    .at_ms = item->place.ts_ms };
	}
	if (rc)
		return rc;
	asked.read = read;
	asked.read_n = READ;
	start = tcn_bench_cpu();
	rc = tcn_recommend(bench->pipe, &asked, &bench->arena, &hits);
	bench->seconds[reader] = tcn_bench_cpu() - start;
	bench->candidates += (double)hits.candidates / READERS;
	return rc;
}

static enum tcn_rc
run_time(struct bench *bench)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < READERS && !rc; i++) {
		tcn_arena_reset(&bench->arena);
		rc = search_one(bench);
		if (!rc)
			rc = answer_one(bench, i);
	}
	return rc;
}

/* --- is it about what was read? --- */

/* The last three items up to seq that have its label, or fewer. */
static enum tcn_rc
draw_read(struct bench *bench, uint64_t seq,
    struct tcn_recommend_item read[OF_STORY], size_t *n)
{
	uint64_t label = bench->labels[seq - 1];
	struct tcn_store_item_row *item;
	enum tcn_rc rc = TCN_OK;

	*n = 0;
	for (uint64_t at = seq;
	     at > 0 && at + STORY_SPAN > seq && *n < OF_STORY && !rc; at--) {
		if (bench->labels[at - 1] != label)
			continue;
		rc = item_at(bench, at, &item);
		if (!rc)
			read[(*n)++] =
			    (struct tcn_recommend_item){ .id = item->article.id,
				    .at_ms = item->place.ts_ms };
	}
	return rc;
}

/* How many have the label, from `from` on. */
static size_t
count_label(const struct bench *bench, uint64_t label, uint64_t from)
{
	size_t n = 0;

	for (uint64_t seq = from; seq <= bench->last; seq++)
		n += bench->labels[seq - 1] == label;
	return n;
}

/* Stories that have too few items for an answer are not asked about. */
static enum tcn_rc
ask_story(struct bench *bench)
{
	struct tcn_recommend_asked asked = TCN_RECOMMEND_DEFAULT;
	struct tcn_recommend_item read[OF_STORY];
	struct tcn_recommend_hits hits;
	uint64_t seq = bench->last - draw(bench, 1 + bench->last / 20);
	uint64_t label = bench->labels[seq - 1];
	uint64_t from = seq > STORY_SPAN ? seq - STORY_SPAN : 1;
	enum tcn_rc rc;

	if (!label || count_label(bench, label, from) < OF_STORY + FIRST)
		return TCN_OK;
	rc = draw_read(bench, seq, read, &asked.read_n);
	if (rc || asked.read_n < OF_STORY)
		return rc;
	asked.read = read;
	asked.limit = FIRST;
	asked.copies = asked.every_item = true;
	rc = tcn_recommend(bench->pipe, &asked, &bench->arena, &hits);
	bench->asked += !rc;
	for (size_t i = 0; !rc && i < hits.n; i++) {
		bench->labelled++;
		bench->right +=
		    bench->labels[hits.at[i].item->place.seq - 1] == label;
	}
	return rc;
}

static enum tcn_rc
run_right(struct bench *bench)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < READERS && !rc; i++) {
		tcn_arena_reset(&bench->arena);
		rc = ask_story(bench);
	}
	return rc;
}

/* --- the run --- */

static void
print(struct bench *bench, bool json)
{
	double p50 = tcn_bench_quantile(bench->seconds, READERS, .5) * 1e3;
	double p95 = tcn_bench_quantile(bench->seconds, READERS, .95) * 1e3;
	double most = tcn_bench_quantile(bench->seconds, READERS, 1) * 1e3;
	double right = bench->labelled
	    ? (double)bench->right / (double)bench->labelled
	    : 0;

	printf(json ? "{\"part\":\"recommend\",\"items\":%llu,"
		      "\"search_ms\":%.3f,\"candidates\":%.0f,\"p50_ms\":%.2f,"
		      "\"p95_ms\":%.2f,\"max_ms\":%.2f,\"stories\":%llu,"
		      "\"right\":%.3f}\n"
		    : "%llu articles; a search of one word takes %.3f ms\n"
		      "50 read: %.0f candidates scored; ms of one answer: "
		      "median %.2f, p95 %.2f, longest %.2f\n"
		      "3 read of each of %llu stories: %.3f of the first five "
		      "are of it\n",
	    (unsigned long long)bench->last, bench->search * 1e3,
	    bench->candidates, p50, p95, most, (unsigned long long)bench->asked,
	    right);
}

static enum tcn_rc
run(struct bench *bench, const struct tcn_bench_args *args, struct tcn_err *err)
{
	enum tcn_rc rc =
	    tcn_bench_archive_make(args, ITEMS_DEFAULT, &bench->archive, err);

	if (!args->items)
		bench->archive.items_max = ITEMS_DEFAULT;
	if (!rc)
		rc = tcn_bench_db_make(&bench->db, err);
	if (!rc)
		rc = fill(bench, err);
	if (rc)
		return rc;
	bench->store = tcn_pipeline_store(bench->pipe);
	if (!bench->last)
		return tcn_err_set(err, TCN_INVALID, "there are no articles");
	rc = run_time(bench);
	if (!rc)
		rc = run_right(bench);
	return rc ? tcn_err_set(err, rc, "the store cannot be read") : TCN_OK;
}

int
tcn_bench_recommend(const struct tcn_bench_args *args)
{
	struct bench bench = { .state = args->seed };
	struct tcn_err err = { 0 };
	struct tcn_conf conf;
	int code = tcn_conf_start(args->conf, &conf);
	enum tcn_rc rc;

	if (code)
		return code;
	tcn_setup_pipeline(&conf, &bench.conf);
	tcn_arena_init(&bench.arena, 0);
	rc = run(&bench, args, &err);
	if (!rc)
		print(&bench, args->json);
	tcn_pipeline_close(bench.pipe);
	tcn_bench_archive_drop(&bench.archive);
	if (bench.db.dir[0])
		tcn_bench_db_drop(&bench.db);
	tcn_mem_free(bench.labels);
	tcn_arena_fini(&bench.arena);
	tcn_conf_fini(&conf);
	return rc ? tcn_say_rc(rc, &err) : tcn_say_flush();
}
