/*
 * tests/fuzz/fuzz_state.c - damaged rows of the story tier do no harm.
 *
 * The input is a list of edits of the rows that a small stream left behind,
 * twelve bytes each: which row (2, modulo their number), where in it (1,
 * likewise), how (1: enum edit), and a value (8, little-endian). The rows are
 * loaded; what is accepted then goes on with the stream, across days, and is
 * saved. It may be refused, and judge anything.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/fuzz/must.h"
#include "tests/window/story/say.h"
#include "window/story/story.h"

#define ROWS_MAX   1024
#define ROW_BYTES  4096
#define EDIT_BYTES 12
#define EDITS_MAX  64
#define PAST_N     119 /* items that the sound rows are made of ... */
#define NEXT_N     36 /* ... and that come when they are loaded */

enum edit {
	PUT_1,
	PUT_2,
	PUT_4,
	PUT_8,
	FLIP,
	CUT, /* it ends there */
	MORE, /* the value is put behind it */
	DROP,
	TWICE, /* in the place of the row behind it */
	SWAP, /* with the row that the value names */
	NUMBER, /* its id */
	KIND,
	EDITS,
};

struct row {
	uint32_t kind;
	uint64_t id;
	size_t n;
	bool gone;
	uint8_t bytes[ROW_BYTES];
};

static struct row sound[ROWS_MAX], rows[ROWS_MAX];
static size_t rows_n;

static struct tcn_story_index *
new_stories(bool note_changes)
{
	struct tcn_story_conf conf;
	struct tcn_story_index *s;

	tcn_story_conf_default(&conf);
	conf.terms_max = 200;
	conf.stories_max = 20;
	conf.items_max = 60;
	conf.more_than = 8;
	conf.note_changes = note_changes;
	s = tcn_story_index_new(&conf);
	tcn_story_index_set_keep(s, 8 * TCN_HOUR_MS);
	return s;
}

/* Two stories, one a form filled in, and talk of this and that. */
static void
headline(uint64_t seq, char *title, size_t size)
{
	unsigned n = (unsigned)seq;

	if (n % 4 == 0)
		snprintf(title, size, "quake strikes coast of chile town%u w%u",
		    n % 7, n % 19);
	else if (n % 4 == 1)
		snprintf(title, size, "daily stock report for firm%u up %u",
		    n % 23, n);
	else if (n % 4 == 2)
		snprintf(title, size, "coast town%u quake w%u rescue begins",
		    n % 7, n % 17);
	else
		snprintf(title, size, "talk t%u about u%u and v%u", n % 11,
		    n % 13, n % 5);
}

/* Quarters of a day, with a rest of a day and more in between. */
static int64_t
moment_ms(uint64_t seq)
{
	return ((int64_t)seq * 5 + (int64_t)(seq / 60) * 24 * 60) *
	    TCN_MINUTE_MS;
}

/* The rule judges the story, and fires where little stands against it. */
static void
judge(struct tcn_story_index *s, uint64_t story, int64_t now_ms,
    const struct tcn_story_query *ask)
{
	struct tcn_story_verdict verdict;

	tcn_story_judge(s, story, now_ms, ask, &verdict);
	tcn_story_cache_verdict(s, story, &verdict);
	if (verdict.gate == TCN_STORY_GATE_NONE ||
	    verdict.gate == TCN_STORY_GATE_SCORE)
		tcn_story_mark_fired(s, story, ask ? ask->rule : 0);
}

static void
look(struct tcn_story_index *s, uint64_t story, int64_t now_ms)
{
	static const struct tcn_story_query far = {
		.within_ms = 8 * TCN_HOUR_MS,
		.rule = 77,
		.more_than = 5,
		.unit = TCN_RULE_ITEMS,
		.min_origins = 2,
	};
	struct tcn_story_verdict verdict;
	struct tcn_story_view view;

	judge(s, story, now_ms, NULL);
	judge(s, story, now_ms, &far);
	tcn_story_measure(s, story, now_ms, NULL, &verdict);
	tcn_story_read_view(s, story, now_ms, &far, &view);
}

static void
advance(struct tcn_story_index *s, uint64_t seq)
{
	int64_t now_ms = moment_ms(seq);
	struct tcn_placement place = { .seq = seq, .ts_ms = now_ms };
	struct tcn_story_step step = { 0 };
	struct say buf;
	char title[80];
	size_t closed_n;

	headline(seq, title, sizeof title);
	say_both(&buf, title, seq % 3 ? "police said so on day" : "");
	place.publisher = 1 + seq % 6;
	place.text_key = buf.doc.text_key;
	tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	tcn_story_index_learn(s, &buf.doc, now_ms);
	if (step.story)
		look(s, step.story, now_ms);
}

static enum tcn_rc
keep(void *arg, const struct tcn_state_row *state)
{
	struct row *row = &sound[rows_n++];

	(void)arg;
	must(rows_n <= ROWS_MAX && state->n <= ROW_BYTES - 8);
	row->kind = state->kind;
	row->id = state->id;
	row->n = state->n;
	memcpy(row->bytes, state->bytes, state->n);
	return TCN_OK;
}

/* In a store they lie by kind and id. */
static int
by_name(const void *left, const void *right)
{
	const struct row *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return a->id < b->id ? -1 : a->id > b->id;
}

static void
make_sound(void)
{
	struct tcn_story_index *s = new_stories(false);
	unsigned kinds = 0;

	for (uint64_t seq = 1; seq <= PAST_N; seq++)
		advance(s, seq);
	must(tcn_story_index_save(s, keep, NULL) == TCN_OK);
	tcn_story_index_free(s);
	qsort(sound, rows_n, sizeof *sound, by_name);
	for (size_t i = 0; i < rows_n; i++)
		kinds |= 1u << sound[i].kind;
	/* All kinds there are; 5 and 12 no longer are. */
	must(kinds ==
	    ((1u << (TCN_STATE_ALERTS_TEXT + 1)) - 2 - (1u << 5) +
		(1u << TCN_STATE_LINKS) + (1u << TCN_STATE_SEASON)));
}

static void
put(struct row *row, size_t at, const uint8_t *value, size_t n)
{
	for (size_t i = 0; i < n && at + i < row->n; i++)
		row->bytes[at + i] = value[i];
}

static void
edit_order(struct row *row, enum edit how, uint64_t value)
{
	struct row other = *row, *at = &rows[value % rows_n];

	if (how == DROP)
		row->gone = true;
	else if (how == TWICE && row + 1 < rows + rows_n)
		row[1] = *row;
	else if (how == SWAP) {
		*row = *at;
		*at = other;
	} else if (how == NUMBER)
		row->id = value;
	else if (how == KIND)
		row->kind = (uint32_t)value;
}

static void
apply(const uint8_t *edit)
{
	struct row *row = &rows[(edit[0] | edit[1] << 8u) % rows_n];
	size_t at = row->n ? edit[2] % row->n : 0;
	enum edit how = edit[3] % EDITS;
	uint64_t value = 0;

	for (unsigned i = 0; i < 8; i++)
		value |= (uint64_t)edit[4 + i] << 8 * i;
	if (how <= PUT_8) {
		put(row, at, edit + 4, (size_t)1 << how);
	} else if (how == FLIP) {
		row->bytes[at] ^= edit[4];
	} else if (how == CUT) {
		row->n = at;
	} else if (how == MORE && row->n <= ROW_BYTES - 8) {
		row->n += 8;
		put(row, row->n - 8, edit + 4, 8);
	} else {
		edit_order(row, how, value);
	}
}

/* The bytes as a copy of their own: a read behind their end is seen. */
static enum tcn_rc
load(struct tcn_story_index *s, const struct row *row)
{
	uint8_t *bytes = malloc(row->n ? row->n : 1);
	struct tcn_state_row state = { row->kind, row->id, bytes, row->n };
	enum tcn_rc rc;

	must(bytes != NULL);
	memcpy(bytes, row->bytes, row->n);
	rc = tcn_story_index_load(s, &state);
	free(bytes);
	return rc;
}

static enum tcn_rc
forget(void *arg, const struct tcn_state_row *row)
{
	(void)arg;
	(void)row;
	return TCN_OK;
}

static void
go_on(struct tcn_story_index *s)
{
	struct tcn_story_stats stats;

	for (uint64_t i = 1; i <= NEXT_N; i++)
		advance(s, PAST_N + i);
	must(tcn_story_index_save(s, forget, NULL) == TCN_OK);
	for (uint64_t story = 0; (story = tcn_story_next(s, story));)
		look(s, story, moment_ms(PAST_N + NEXT_N));
	tcn_story_index_stats(s, &stats);
	must(stats.terms <= 200 && stats.items <= 200);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t edits = size / EDIT_BYTES;
	enum tcn_rc rc = TCN_OK;
	struct tcn_story_index *s;

	if (!rows_n)
		make_sound();
	memcpy(rows, sound, rows_n * sizeof *rows);
	for (size_t i = 0; i < edits && i < EDITS_MAX; i++)
		apply(data + i * EDIT_BYTES);
	s = new_stories(edits % 2 == 0);
	for (size_t i = 0; i < rows_n && !rc; i++)
		if (!rows[i].gone)
			rc = load(s, &rows[i]);
	must(rc == TCN_OK || rc == TCN_CORRUPT || rc == TCN_LIMIT);
	must(edits || rc == TCN_OK);
	if (!rc) {
		tcn_story_index_loaded(s);
		go_on(s);
	}
	tcn_story_index_free(s);
	must(tcn_mem_live_bytes() == 0);
	return 0;
}
