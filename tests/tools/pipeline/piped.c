#include "tests/tools/pipeline/piped.h"

#include <check.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/item/json_article.h"
#include "tests/base/raw_store.h"
#include "tests/base/store_digest.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/setup.h"

struct tcn_pipeline *
piped_open(const char *db, const char *const *settings, uint64_t commit_every)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	for (; *settings; settings++)
		ck_assert_msg(!tcn_conf_set(&conf, *settings, &err), "%s",
		    err.text);
	tcn_setup_pipeline(&conf, &pipe_conf);
	pipe_conf.prepare.textcat_dir = NULL;
	if (commit_every)
		pipe_conf.commit_every = commit_every;
	ck_assert_msg(!tcn_pipeline_open(&pipe_conf, db, &pipe, &err), "%s",
	    err.text);
	tcn_conf_fini(&conf);
	return pipe;
}

struct tcn_pipeline_outcome
piped_feed(struct tcn_pipeline *pipe, struct tcn_str line)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_article article;
	struct tcn_err err = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_msg(!tcn_json_article(line, NULL, &arena, &article, &err),
	    "%s: %.*s", err.text, TCN_STR_ARG(line));
	ck_assert_msg(!tcn_pipeline_article(pipe, &article, TCN_CLOCK_NO_BOUND,
			  &outcome, &err),
	    "%s", err.text);
	tcn_arena_fini(&arena);
	return outcome;
}

static void
add_digest(void *ctx, const char *table, uint64_t rows, uint64_t digest)
{
	uint64_t *sum = ctx;
	uint64_t parts[] = { *sum, rows, digest };

	*sum = XXH3_64bits_withSeed(parts, sizeof parts, strlen(table));
}

uint64_t
piped_finish(struct tcn_pipeline *pipe)
{
	const struct tcn_store *st = tcn_pipeline_store(pipe);
	struct tcn_err err = { 0 };
	uint64_t sum = 0;

	ck_assert_msg(!tcn_pipeline_finish(pipe, &err), "%s", err.text);
	ck_assert_msg(!tcn_pipeline_check(pipe, &err), "%s", err.text);
	if (st) {
		ck_assert_int_eq(store_digest(st, add_digest, &sum), TCN_OK);
		raw_store_is_well(st);
	}
	tcn_pipeline_close(pipe);
	return sum;
}

void
piped_word(struct tcn_buf *out, uint64_t number)
{
	uint64_t mixed = (number + 1) * 0x9e3779b97f4a7c15u;

	for (int i = 0; i < 7; i++)
		tcn_buf_char(out,
		    (i % 2 ? "aeiou" : "bdgklmnprstvz")[(mixed >> (8 * i)) %
			(i % 2 ? 5 : 13)]);
}
