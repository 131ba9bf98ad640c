/*
 * window/story_judge.c - a story as it stands, and whether it is news.
 *
 * The gates are tried in the order of enum tcn_held, cheapest first. The form
 * test looks at the latest TEXTS_MAX distinct texts.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "window/story_impl.h"

#define TEMPLATE_RUN  0.5 /* a template: this much in one phrase ... */
#define TEMPLATE_RARE 0.25 /* ... and less than this in rare words */
#define SHARED        0.25 /* of the items: the terms that make it up */
#define RISE_LEAST    1e-6
#define TOLD_RISE     3.0 /* a term that rises less is never told */
#define TEXTS_MAX     64

static bool
fit_keys(struct tcn_stories *s, size_t n)
{
	uint64_t *keys = tcn_mem_fit(s->keys, &s->keys_cap, n, sizeof *keys);

	if (keys)
		s->keys = keys;
	return keys != NULL;
}

static int
by_key(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

	return a < b ? -1 : a > b;
}

static uint32_t
distinct(uint64_t *keys, size_t n)
{
	uint32_t found = 0;

	qsort(keys, n, sizeof *keys, by_key);
	for (size_t i = 0; i < n; i++)
		found += i == 0 || keys[i] != keys[i - 1];
	return found;
}

/* The items that lie in the window, as a list to show. */
static enum tcn_rc
list_items(struct tcn_stories *s, const struct tcn_story_row *row,
    int64_t now_ms, size_t *n)
{
	struct tcn_story_item *list = tcn_mem_fit(s->view_items, &s->view_cap,
	    row->items.n + (size_t)1, sizeof *list);

	*n = 0;
	if (!list)
		return TCN_NOMEM;
	s->view_items = list;
	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_kept *item =
		    &s->items[row->items.at[row->items.head + i]];

		if (item->ts_ms <= now_ms - s->conf.within_ms ||
		    item->ts_ms > now_ms)
			continue;
		list[(*n)++] = (struct tcn_story_item){
			.seq = item->seq,
			.ts_ms = item->ts_ms,
			.publisher = item->publisher,
			.origin = item->leader,
		};
	}
	return TCN_OK;
}

static bool
count_distinct(struct tcn_stories *s, size_t n, uint32_t *origins,
    uint32_t *publishers)
{
	if (!fit_keys(s, n + 1))
		return false;
	for (size_t i = 0; i < n; i++)
		s->keys[i] = s->view_items[i].origin;
	*origins = distinct(s->keys, n);
	for (size_t i = 0; i < n; i++)
		s->keys[i] = s->view_items[i].publisher;
	*publishers = distinct(s->keys, n);
	return true;
}

/* The latest leaders' texts. */
static enum tcn_rc
list_texts(struct tcn_stories *s, const struct tcn_story_row *row, size_t *n,
    size_t *words)
{
	struct tcn_usual_text *texts =
	    tcn_mem_fit(s->texts, &s->texts_cap, TEXTS_MAX, sizeof *texts);

	*n = *words = 0;
	if (!texts)
		return TCN_NOMEM;
	s->texts = texts;
	for (uint32_t i = row->items.n; i-- > 0 && *n < TEXTS_MAX;) {
		const struct tcn_kept *item =
		    &s->items[row->items.at[row->items.head + i]];

		if (item->leader != item->seq)
			continue;
		texts[(*n)++] = (struct tcn_usual_text){
			.terms = item->terms,
			.words = tcn_kept_words(item),
			.terms_n = item->terms_n,
			.words_n = item->words_n,
		};
		*words += (size_t)item->terms_n + item->words_n;
	}
	return TCN_OK;
}

static enum tcn_rc
measure_form(struct tcn_stories *s, const struct tcn_story_row *row,
    struct tcn_story_verdict *verdict)
{
	struct tcn_usual_form form;
	size_t n, words;
	enum tcn_rc rc = list_texts(s, row, &n, &words);

	if (rc || !fit_keys(s, words + 1))
		return TCN_NOMEM;
	tcn_usual_form(s->texts, n, s->keys, &form);
	verdict->run = form.run;
	verdict->rare = form.rare;
	return TCN_OK;
}

/* The terms of the story's items as sorted keys, one an occurrence. */
static enum tcn_rc
list_terms(struct tcn_stories *s, const struct tcn_story_row *row, size_t *n)
{
	*n = 0;
	if (!fit_keys(s, row->items.n * (size_t)TCN_SAME_WORDS_MAX + 1))
		return TCN_NOMEM;
	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_kept *item =
		    &s->items[row->items.at[row->items.head + i]];

		for (size_t t = 0; t < item->terms_n; t++)
			s->keys[(*n)++] = s->df.rows[item->terms[t]].id;
	}
	qsort(s->keys, *n, sizeof *s->keys, by_key);
	return TCN_OK;
}

/* A term that many of the story's items hold. */
struct shared {
	uint32_t slot;
	double share; /* of the items */
	double rise;
};

/*
 * The next term, by number, that at least SHARED of the items hold; *at is
 * where to look on. False when there are no more.
 */
static bool
next_shared(struct tcn_stories *s, const struct tcn_story_row *row, size_t n,
    size_t *at, struct shared *shared)
{
	while (*at < n) {
		size_t from = *at;

		while (*at < n && s->keys[*at] == s->keys[from])
			++*at;
		shared->share = (double)(*at - from) / row->items.n;
		if (shared->share < SHARED)
			continue;
		shared->slot = tcn_df_find(&s->df, s->keys[from]);
		shared->rise =
		    tcn_usual_rise(&s->clock, &s->df.rows[shared->slot].busy);
		return true;
	}
	return false;
}

static bool
was_told(const struct tcn_stories *s, const struct shared *shared)
{
	int64_t told_ms = s->df.rows[shared->slot].told_ms;

	return told_ms && shared->rise >= TOLD_RISE &&
	    s->now_ms - told_ms < s->conf.told_ms;
}

static void
name_riser(const struct tcn_stories *s, uint32_t slot,
    struct tcn_story_verdict *verdict)
{
	const struct tcn_df_row *term = &s->df.rows[slot];

	verdict->riser = (struct tcn_str){ term->word, term->word_n };
}

/* The weighted mean of window/usual.h, and whether all this was told. */
static enum tcn_rc
measure_rise(struct tcn_stories *s, const struct tcn_story_row *row,
    struct tcn_story_verdict *verdict)
{
	double weights = 0, sum = 0, most = -1;
	struct shared shared;
	size_t n, at = 0;
	uint32_t told = TCN_DF_NONE;
	enum tcn_rc rc = list_terms(s, row, &n);

	while (!rc && next_shared(s, row, n, &at, &shared)) {
		double weight =
		    shared.share * tcn_same_idf(&s->df, shared.slot);

		weights += weight;
		sum += weight * log(shared.rise + RISE_LEAST);
		if (shared.rise > most) {
			most = shared.rise;
			name_riser(s, shared.slot, verdict);
		}
		if (told == TCN_DF_NONE && was_told(s, &shared))
			told = shared.slot;
	}
	verdict->rise = weights > 0 ? exp(sum / weights) : 0;
	verdict->held =
	    verdict->rise < s->conf.burst ? TCN_HELD_USUAL : TCN_HELD_NOT;
	if (verdict->held == TCN_HELD_NOT && told != TCN_DF_NONE) {
		verdict->held = TCN_HELD_TOLD;
		name_riser(s, told, verdict);
	}
	return rc;
}

/* What rises in a story that fires has been told. */
static enum tcn_rc
tell(struct tcn_stories *s, const struct tcn_story_row *row)
{
	struct shared shared;
	size_t n, at = 0;
	enum tcn_rc rc = list_terms(s, row, &n);

	while (!rc && next_shared(s, row, n, &at, &shared)) {
		if (shared.rise < TOLD_RISE)
			continue;
		s->df.rows[shared.slot].told_ms = s->now_ms;
		rc = tcn_df_touch(&s->df, shared.slot);
	}
	return rc;
}

enum tcn_rc
tcn_stories_fired(struct tcn_stories *s, uint64_t story)
{
	struct tcn_story_row *row = tcn_story_find(s, story);
	enum tcn_rc rc = tell(s, row);

	row->fired = true;
	row->valley = row->items.n;
	return rc ? rc : tcn_story_touch(s, (uint32_t)(row - s->rows));
}

static enum tcn_rc
pass_gates(struct tcn_stories *s, const struct tcn_story_row *row,
    int64_t now_ms, struct tcn_story_verdict *v)
{
	enum tcn_rc rc;

	v->held = TCN_HELD_ORIGINS;
	if (v->origins < s->conf.min_origins)
		return TCN_OK;
	rc = measure_form(s, row, v);
	v->held = TCN_HELD_TEMPLATE;
	if (rc || (v->run >= TEMPLATE_RUN && v->rare < TEMPLATE_RARE))
		return rc;
	v->held = TCN_HELD_NOT;
	if (v->publishers >= s->conf.min_publishers)
		return TCN_OK;
	v->held = TCN_HELD_UNSETTLED;
	if (now_ms < s->first_ms + s->conf.settle_ms)
		return TCN_OK;
	return measure_rise(s, row, v);
}

enum tcn_rc
tcn_stories_judge(struct tcn_stories *s, uint64_t story, int64_t now_ms,
    struct tcn_story_verdict *verdict)
{
	struct tcn_story_row *row = tcn_story_find(s, story);
	size_t n;

	*verdict = (struct tcn_story_verdict){ .held = TCN_HELD_FIRED };
	if (row->fired)
		return TCN_OK;
	verdict->held = TCN_HELD_COUNT;
	if (tcn_story_expire(s, row))
		return TCN_NOMEM;
	verdict->items = row->items.n;
	if (row->items.n <= s->conf.more_than)
		return TCN_OK;
	if (list_items(s, row, now_ms, &n) ||
	    !count_distinct(s, n, &verdict->origins, &verdict->publishers))
		return TCN_NOMEM;
	verdict->items = (uint32_t)n;
	if (n <= s->conf.more_than)
		return TCN_OK;
	return pass_gates(s, row, now_ms, verdict);
}

const char *
tcn_held_text(enum tcn_held held)
{
	static const char *const texts[] = {
		[TCN_HELD_NOT] = "fires",
		[TCN_HELD_FIRED] = "has fired",
		[TCN_HELD_COUNT] = "few items",
		[TCN_HELD_ORIGINS] = "few distinct texts",
		[TCN_HELD_TEMPLATE] = "template",
		[TCN_HELD_UNSETTLED] = "no baseline yet",
		[TCN_HELD_USUAL] = "usually this busy",
		[TCN_HELD_TOLD] = "told already",
	};

	return texts[held];
}

/* The item most like its story; ties go to the earlier one. */
static uint64_t
central_item(const struct tcn_stories *s, const struct tcn_story_row *row)
{
	struct tcn_same_memo memo;
	double most = -1;
	uint64_t central = 0;

	if (row->items.n == 1)
		return s->items[row->items.at[row->items.head]].seq;
	tcn_same_memo_init(&memo);
	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_kept *kept =
		    &s->items[row->items.at[row->items.head + i]];
		struct tcn_same_item item = { .n = kept->terms_n };
		double like;

		memcpy(item.terms, kept->terms, item.n * sizeof *item.terms);
		tcn_same_weigh_memo(&s->df, &s->clock, &memo, &item);
		like = tcn_same_dot(&row->vec, &item);
		if (like > most) {
			most = like;
			central = kept->seq;
		}
	}
	return central;
}

/* The heaviest terms, heaviest first; ties by the term's number. */
static size_t
top_terms(struct tcn_stories *s, const struct tcn_story_row *row)
{
	size_t room = sizeof s->view_terms / sizeof *s->view_terms, n = 0;
	uint8_t drop[TCN_SAME_ROOM];
	double most = 0;

	tcn_same_mark_light(&row->vec, (uint32_t)room, drop);
	for (uint32_t i = 0; i < row->vec.n; i++) {
		const struct tcn_same_term *entry = &row->vec.at[i];
		const struct tcn_df_row *term = &s->df.rows[entry->term];
		size_t at = n;

		if (drop[i])
			continue;
		for (n++; at > 0 &&
		     s->view_terms[at - 1].weight < (double)entry->sum;
		     at--)
			s->view_terms[at] = s->view_terms[at - 1];
		s->view_terms[at] = (struct tcn_story_term){
			.word = { term->word, term->word_n },
			.weight = (double)entry->sum,
		};
	}
	most = n ? s->view_terms[0].weight : 1;
	for (size_t i = 0; i < n; i++)
		s->view_terms[i].weight /= most;
	return n;
}

void
tcn_story_describe(struct tcn_stories *s, const struct tcn_story_row *row,
    struct tcn_story *story)
{
	*story = (struct tcn_story){
		.id = row->id,
		.first_ms = row->first_ms,
		.last_ms = row->last_ms,
		.items = row->n,
		.origins = row->origins,
		.publishers = row->publishers_n,
		.central = central_item(s, row),
		.terms = s->view_terms,
		.terms_n = top_terms(s, row),
	};
}

enum tcn_rc
tcn_stories_view(struct tcn_stories *s, uint64_t story, int64_t now_ms,
    struct tcn_story_view *view)
{
	const struct tcn_story_row *row = tcn_story_find(s, story);

	*view = (struct tcn_story_view){ .fired = row->fired };
	if (list_items(s, row, now_ms, &view->items_n) ||
	    !count_distinct(s, view->items_n, &view->origins,
		&view->publishers))
		return TCN_NOMEM;
	view->items = s->view_items;
	tcn_story_describe(s, row, &view->story);
	return TCN_OK;
}
