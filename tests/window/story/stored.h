/*
 * tests/window/story/stored.h - a made-up stream, a story tier that it goes
 * through, and what a store would hold of it.
 */
#ifndef TCN_TESTS_WINDOW_STORY_STORED_H
#define TCN_TESTS_WINDOW_STORY_STORED_H

#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "tests/base/vectors.h"
#include "tests/window/story/say.h"
#include "window/story/story.h"

#define STORED_LENGTH 20 /* numbers of a vector */

/* What a store would hold: rows by kind and id. */
struct row {
	uint32_t kind;
	uint64_t id;
	char *bytes;
	size_t n;
};

static struct row *rows;
static size_t rows_n, rows_cap;

static inline int
by_name(const void *left, const void *right)
{
	const struct row *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return a->id < b->id ? -1 : a->id > b->id;
}

static inline struct row *
find_row(uint32_t kind, uint64_t id)
{
	for (size_t i = 0; i < rows_n; i++)
		if (rows[i].kind == kind && rows[i].id == id)
			return &rows[i];
	return NULL;
}

static inline enum tcn_rc
keep(void *arg, const struct tcn_state_row *state)
{
	struct row *row = find_row(state->kind, state->id);

	(void)arg;
	if (row) {
		tcn_mem_free(row->bytes);
		*row = rows[--rows_n];
	}
	if (!state->bytes)
		return TCN_OK;
	rows = tcn_mem_grow(rows, &rows_cap, rows_n + 1, sizeof *rows);
	rows[rows_n++] = (struct row){ state->kind, state->id,
		tcn_mem_dupz(state->bytes, state->n), state->n };
	return TCN_OK;
}

static inline void
drop_rows(void)
{
	for (size_t i = 0; i < rows_n; i++)
		tcn_mem_free(rows[i].bytes);
	tcn_mem_free(rows);
	rows = NULL;
	rows_n = rows_cap = 0;
}

static bool note_changes = true;

static inline void
make_conf(struct tcn_story_conf *conf)
{
	tcn_story_conf_default(conf);
	conf->terms_max = 300;
	conf->stories_max = 40;
	conf->items_max = 150;
	conf->more_than = 8;
	conf->note_changes = note_changes;
}

static inline struct tcn_story_index *
new_stories(void)
{
	struct tcn_story_conf conf;
	struct tcn_story_index *s;

	make_conf(&conf);
	s = tcn_story_index_new(&conf);
	return s;
}

static inline void
load_rows(struct tcn_story_index *s)
{
	qsort(rows, rows_n, sizeof *rows, by_name);
	for (size_t i = 0; i < rows_n; i++) {
		struct tcn_state_row state = { rows[i].kind, rows[i].id,
			rows[i].bytes, rows[i].n };

		ck_assert_int_eq(tcn_story_index_load(s, &state), TCN_OK);
	}
	tcn_story_index_loaded(s);
	ck_sound(tcn_story_index_check, s);
}

static inline struct tcn_story_index *
restored(void)
{
	struct tcn_story_index *s = new_stories();

	load_rows(s);
	return s;
}

/* One of a few topics, told in some of its words and some of anyone's. */
static inline void
headline(uint64_t *seed, char *title, size_t size)
{
	uint32_t topic = random_below(seed, 12), n = 3 + random_below(seed, 6);
	size_t at = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t word = random_below(seed, i % 2 ? 400 : 12);

		at += (size_t)snprintf(title + at, size - at, "%c%c%c%s ",
		    i % 2 ? 'c' : (char)('k' + topic), (char)('a' + word % 20),
		    (char)('a' + word / 20), word % 9 ? "" : "9");
	}
}

/* One story: told, then quiet, then with new words: a new chapter. */
static inline void
saga(uint64_t seq, char *title, size_t size)
{
	const char *era = seq < 30 ? "old" : "new";
	unsigned n = (unsigned)seq;

	snprintf(title, size, "quake chile coast town %sone %stwo %sthree n%u",
	    era, era, era, n % 7);
}

static inline int64_t
saga_ms(uint64_t seq)
{
	int64_t quiet = seq < 20 ? 0 : seq < 30 ? (int64_t)seq - 19 : 10;

	return ((int64_t)seq + quiet * 60) * TCN_MINUTE_MS;
}

static bool telling_saga, resting;

/* Resting, it tells of one thing each six hours for a while. */
static inline int64_t
moment_ms(uint64_t seq)
{
	uint64_t rests = seq < 200 || !resting ? 0 : seq < 270 ? seq - 200 : 70;

	if (telling_saga)
		return saga_ms(seq);
	return (int64_t)(seq * 3 + rests * 360) * TCN_MINUTE_MS;
}

static uint32_t publishers = 9;
static bool dumping; /* one new publisher after the other */
/* That a story was measured by. */
static double most_baseline, most_ratio, most_reported;

static inline void
log_step(struct tcn_buf *log, const struct tcn_story_step *step,
    const struct tcn_story_view *view, const struct tcn_story_verdict *verdict)
{
	tcn_buf_printf(log, "%ju<-%ju %a %d %a %a %a %u/%u/%u c%ju %.*s ",
	    (uintmax_t)step->story, (uintmax_t)step->merged_from, step->score,
	    verdict->gate, verdict->phrase_share, verdict->titled_share,
	    verdict->burst_ratio, verdict->items, view->origins,
	    view->publishers, (uintmax_t)view->story.central,
	    TCN_STR_ARG(verdict->top_burst_term));
	tcn_buf_printf(log, "%u %u %.*s %a %a %a %a %a %a",
	    verdict->on_topic_texts, verdict->reported_items,
	    TCN_STR_ARG(verdict->phrase[0]), verdict->recurrence,
	    verdict->volume_ratio, verdict->publisher_volume,
	    verdict->reported_share, verdict->baseline, verdict->term_burst);
	for (int i = 0; i < TCN_NEWS_FEATURES; i++)
		tcn_buf_printf(log, " %d:%a", verdict->score.is_known[i],
		    verdict->score.part[i]);
	tcn_buf_printf(log, " %a\n", verdict->score.p);
}

/* Some are written in sentences, some as titles, some have figures. */
static inline void
style_of(uint64_t seq, struct say *buf)
{
	struct tcn_doc_style *style = &buf->doc.style;

	style->form = (enum tcn_word_case_form)(seq % 3);
	style->has_figures = seq % 5 == 0;
	style->has_label = seq % 7 == 0;
	if (style->form != TCN_HEADLINE_SENTENCE)
		return;
	style->capital = TCN_TERM_CAPITAL;
	style->small = TCN_TERM_SMALL;
	for (size_t i = 0; i < buf->doc.terms_n; i++)
		buf->terms[i].flags |= buf->terms[i].id % 3
		    ? (unsigned)TCN_TERM_CAPITAL
		    : TCN_TERM_SMALL;
}

static bool sending_vectors;

/* Of four items three come as a vector, some of them with a word or two; the
 * fourth has words and a vector. */
static inline void
send_vector(uint64_t seq, struct say *buf)
{
	static float vector[STORED_LENGTH];
	float centre[STORED_LENGTH];
	uint64_t seed = seq * 104729;

	vectors_centre(random_below(&seed, 9), centre, STORED_LENGTH);
	vectors_make(&seed, centre, random_below(&seed, 3) ? 0.5 : 1.5, vector,
	    STORED_LENGTH);
	if (seq % 4)
		say(buf, seq % 5 ? "" : "quake kaa");
	buf->article.vector = vector;
	buf->article.vector_n = STORED_LENGTH;
}

/* Everything that one step decides, as text. */
static inline void
advance(struct tcn_story_index *s, uint64_t seq, struct tcn_buf *log)
{
	uint64_t seed = seq * 7919;
	int64_t now_ms = moment_ms(seq);
	struct tcn_placement place = { .seq = seq };
	struct tcn_story_verdict verdict;
	const struct tcn_story *closed;
	struct tcn_story_step step;
	struct tcn_story_view view;
	char title[160], text[160] = "";
	struct say buf;
	size_t closed_n;

	headline(&seed, title, sizeof title);
	if (seq % 3 && !telling_saga)
		headline(&seed, text, sizeof text);
	if (telling_saga)
		saga(seq, title, sizeof title);
	say_both(&buf, title, text);
	if (sending_vectors)
		send_vector(seq, &buf);
	style_of(seq, &buf);
	place.ts_ms = now_ms - (int64_t)random_below(&seed, 20) * TCN_MINUTE_MS;
	place.publisher = random_below(&seed, publishers);
	if (resting && seq >= 200 && seq < 270)
		place.publisher = publishers;
	if (dumping && seq % 60 < 40)
		place.publisher = 100 + seq / 60;
	place.text_key = buf.doc.text_key;
	closed = tcn_story_index_close_quiet(s, now_ms, &closed_n);
	for (size_t i = 0; i < closed_n; i++)
		tcn_buf_printf(log, "x%ju ", (uintmax_t)closed[i].id);
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	tcn_story_index_learn(s, &buf.doc, now_ms);
	ck_sound(tcn_story_index_check, s);
	tcn_story_judge(s, step.story, now_ms, NULL, &verdict);
	tcn_story_cache_verdict(s, step.story, &verdict);
	tcn_story_read_view(s, step.story, now_ms, NULL, &view);
	if (verdict.baseline > most_baseline)
		most_baseline = verdict.baseline;
	if (verdict.reported_share > most_reported)
		most_reported = verdict.reported_share;
	if (dumping)
		tcn_story_measure(s, step.story, now_ms, NULL, &verdict);
	if (verdict.publisher_volume > verdict.volume_ratio &&
	    verdict.publisher_volume > most_ratio)
		most_ratio = verdict.publisher_volume;
	if (verdict.gate == TCN_STORY_GATE_NONE ||
	    (telling_saga && verdict.gate == TCN_STORY_GATE_ORIGINS))
		tcn_story_mark_fired(s, step.story, 0);
	log_step(log, &step, &view, &verdict);
}

#endif
