#include "tests/sql/hostile.h"

#include <stdio.h>

#include "engine/base/err.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "sql/store_search.h"
#include "tests/sql/sample.h"

size_t
hostile_sound(unsigned char *bytes, size_t cap)
{
	struct tcn_store *st;
	FILE *file;
	size_t n;

	sample_must(!tcn_store_open(sample_path(), TCN_STORE_CREATE, &st, NULL),
	    "no store");
	for (unsigned b = 0; b < 4; b++)
		sample_must(!sample_batch(st, b), "no batch");
	sample_must(!tcn_store_optimize(st), "no optimize");
	tcn_store_close(st);
	file = fopen(sample_path(), "r");
	sample_must(file != NULL, "no file");
	n = fread(bytes, 1, cap, file);
	fclose(file);
	sample_must(n > 50000 && n < cap, "an odd size");
	return n;
}

static enum tcn_rc
see_place(void *ctx, const struct tcn_placement *place, const uint64_t key[2],
    const struct tcn_article *article)
{
	(void)ctx;
	(void)key;
	(void)place;
	(void)article;
	return TCN_OK;
}

static enum tcn_rc
see_state(void *ctx, const struct tcn_state_row *state)
{
	(void)ctx;
	(void)state;
	return TCN_OK;
}

/* A sentence with a mend has a colon before the mend. */
static void
must_say(const struct tcn_err *err)
{
	if (!strchr(err->text, ':'))
		sample_must(false, err->text);
}

static void
said(struct tcn_store *st, enum tcn_rc rc)
{
	if (rc)
		must_say(tcn_store_error(st));
}

static enum tcn_rc
see_sketch(void *ctx, const struct tcn_placement *place,
    struct tcn_sketch sketch, struct tcn_sketch shingles)
{
	(void)ctx;
	(void)place;
	sample_must(shingles.n <= TCN_SHINGLES_MAX, "no shingles");
	sample_must(sketch.n <= TCN_SKETCH_MAX && sketch.n <= sketch.full,
	    "no sketch");
	for (uint32_t i = 1; i < sketch.n; i++)
		sample_must(sketch.at[i - 1] < sketch.at[i], "out of order");
	return TCN_OK;
}

static void
read_all(struct tcn_store *st, struct tcn_arena *arena)
{
	struct tcn_store_item_list items;
	struct tcn_store_seq_list seqs;
	struct tcn_store_story_list stories;
	struct tcn_store_event_list events;
	struct tcn_store_search_hits hits;
	const struct tcn_story_term term = { TCN_STR("flood"), 1, 0 };
	uint64_t n, last;

	said(st, tcn_store_each_placement(st, 0, 0, see_place, NULL));
	said(st, tcn_store_each_state(st, see_state, NULL, NULL));
	said(st, tcn_store_each_sketch(st, 0, see_sketch, NULL));
	said(st, tcn_store_story_items(st, 1, 0, arena, &items));
	said(st, tcn_store_story_seqs(st, 1, 0, arena, &seqs));
	said(st, tcn_store_story_latest(st, 1, 100, arena, &seqs));
	said(st, tcn_store_sighting_seqs(st, 3, 0, arena, &seqs));
	said(st, tcn_store_seq_range(st, 0, INT64_MAX, &n, &last));
	for (struct tcn_store_item_row *item; n <= last; n = item->place.seq) {
		enum tcn_rc rc =
		    tcn_store_next_item(st, n, 0, INT64_MAX, arena, &item);

		said(st, rc);
		if (rc || !item)
			break;
	}
	said(st, tcn_store_sightings(st, 3, 0, arena, &items));
	said(st,
	    tcn_store_related_stories(st, 9, 0, INT64_MAX, 0, arena, &stories));
	said(st, tcn_store_story_count(st, &n));
	said(st, tcn_store_stories_with(st, &term, 1, &n));
	said(st, tcn_store_events(st, 0, INT64_MAX, 0, arena, &events));
	said(st,
	    tcn_store_search(st, tcn_str("flo* \"the old\""),
		TCN_STORE_SEARCH_BEST, 0, arena, &hits));
	said(st, tcn_store_resolve_story(st, 25, &n));
}

bool
hostile_use(const char *path)
{
	struct tcn_store *st;
	struct tcn_arena arena;
	struct tcn_err err;

	if (tcn_store_open(path, TCN_STORE_CREATE, &st, &err)) {
		must_say(&err);
		return false;
	}
	tcn_arena_init(&arena, 0);
	read_all(st, &arena);
	said(st, sample_batch(st, 4));
	said(st, tcn_store_check(st, NULL, NULL));
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	return true;
}
