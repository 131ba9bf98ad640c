#include "window/story/story_templates.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "window/base/decay.h"
#include "window/base/sort.h"

#define PHRASES_MAX 4096
#define WEEK_H      (7 * 24)

void
tcn_story_templates_fini(struct tcn_story_templates *templates)
{
	tcn_mem_free(templates->rows);
	tcn_map_fini(&templates->by_key);
	tcn_journal_fini(&templates->journal);
	*templates = (struct tcn_story_templates){ 0 };
}

static int32_t
last_hour(const struct tcn_story_template *row)
{
	return row->n ? row->seen[row->n - 1].hour : INT32_MIN;
}

/* The row not seen for longest; ties by key. */
static size_t
oldest_row(const struct tcn_story_templates *templates)
{
	size_t oldest = 0;

	for (size_t i = 1; i < templates->n; i++) {
		const struct tcn_story_template *a = &templates->rows[i];
		const struct tcn_story_template *b = &templates->rows[oldest];

		if (last_hour(a) < last_hour(b) ||
		    (last_hour(a) == last_hour(b) && a->key < b->key))
			oldest = i;
	}
	return oldest;
}

enum tcn_rc
tcn_story_templates_add(struct tcn_story_templates *templates, uint64_t key,
    struct tcn_story_template **row)
{
	struct tcn_story_template *rows = tcn_mem_grow(templates->rows,
	    &templates->cap, templates->n + 1, sizeof *rows);
	uint64_t *at;

	if (!rows)
		return TCN_NOMEM;
	templates->rows = rows;
	if (tcn_map_put(&templates->by_key, key, &at, NULL))
		return TCN_NOMEM;
	*at = templates->n++;
	*row = &rows[*at];
	**row = (struct tcn_story_template){ .key = key };
	return TCN_OK;
}

/* Gives the row of the phrase not seen for longest to this one. */
static enum tcn_rc
replace_oldest(struct tcn_story_templates *templates, uint64_t key,
    struct tcn_story_template **row)
{
	size_t oldest = oldest_row(templates);
	uint64_t gone = templates->rows[oldest].key, *at;

	if (tcn_map_reserve(&templates->by_key, templates->n + 1) ||
	    tcn_journal_remove(&templates->journal, gone) ||
	    tcn_map_put(&templates->by_key, key, &at, NULL))
		return TCN_NOMEM;
	*at = oldest;
	tcn_map_remove(&templates->by_key, gone);
	*row = &templates->rows[oldest];
	**row = (struct tcn_story_template){ .key = key, .mark = (*row)->mark };
	return TCN_OK;
}

/* The phrase's row, made when there is none. */
static enum tcn_rc
get_row(struct tcn_story_templates *templates, uint64_t key,
    struct tcn_story_template **row)
{
	const uint64_t *found = tcn_map_find(&templates->by_key, key);

	if (!found)
		return templates->n < PHRASES_MAX
		    ? tcn_story_templates_add(templates, key, row)
		    : replace_oldest(templates, key, row);
	*row = &templates->rows[*found];
	return TCN_OK;
}

static void
begin_sighting(struct tcn_story_template *row, int32_t hour)
{
	if (row->n == TCN_STORY_TEMPLATE_SEEN) {
		memmove(row->seen, row->seen + 1,
		    (TCN_STORY_TEMPLATE_SEEN - 1) * sizeof *row->seen);
		row->n--;
	}
	row->seen[row->n++] = (struct tcn_story_template_seen){ .hour = hour };
}

/* Whether there are nearly as many hours between the two. */
static bool
is_apart(const struct tcn_numbers *numbers, int32_t hour, int32_t before,
    int32_t hours)
{
	int32_t off = hour - before - hours;

	return off >= -numbers->recur_hours && off <= numbers->recur_hours;
}

/* Sighting i is the one at hand. */
static void
look_back(const struct tcn_numbers *numbers,
    const struct tcn_story_template *row, uint32_t i, int32_t hour,
    uint32_t texts, struct tcn_story_template_past *past)
{
	int32_t day = INT32_MIN;

	for (const struct tcn_story_template_seen *seen = row->seen;
	     seen < row->seen + i; seen++) {
		if (hour - seen->hour > WEEK_H + numbers->recur_hours)
			continue;
		past->texts += seen->texts;
		past->days += seen->hour / 24 != day;
		day = seen->hour / 24;
		past->recurs |= seen->texts >= numbers->recur_texts * texts &&
		    (is_apart(numbers, hour, seen->hour, 24) ||
			is_apart(numbers, hour, seen->hour, WEEK_H));
	}
}

/* Does a sighting at this hour begin anew, or go on with the last one? */
static bool
is_new_sighting(const struct tcn_story_template *row, int32_t hour,
    int64_t window_ms)
{
	return !row->n || (hour - last_hour(row)) * TCN_HOUR_MS >= window_ms;
}

void
tcn_story_templates_find(const struct tcn_numbers *numbers,
    const struct tcn_story_templates *templates, uint64_t key, int64_t now_ms,
    int64_t window_ms, uint32_t texts, struct tcn_story_template_past *past)
{
	int32_t hour = (int32_t)tcn_decay_period(now_ms, TCN_HOUR_MS);
	const uint64_t *at = tcn_map_find(&templates->by_key, key);
	const struct tcn_story_template *row =
	    at ? &templates->rows[*at] : NULL;
	const struct tcn_story_template_seen *last;

	*past = (struct tcn_story_template_past){ 0 };
	if (!row)
		return;
	if (is_new_sighting(row, hour, window_ms)) {
		look_back(numbers, row, row->n, hour, texts, past);
		return;
	}
	last = &row->seen[row->n - 1];
	look_back(numbers, row, row->n - 1, last->hour,
	    texts > last->texts ? texts : last->texts, past);
}

enum tcn_rc
tcn_story_templates_note(struct tcn_story_templates *templates, uint64_t key,
    int64_t now_ms, int64_t window_ms, uint32_t texts)
{
	int32_t hour = (int32_t)tcn_decay_period(now_ms, TCN_HOUR_MS);
	struct tcn_story_template_seen *seen;
	struct tcn_story_template *row;
	enum tcn_rc rc = get_row(templates, key, &row);

	if (rc)
		return rc;
	if (is_new_sighting(row, hour, window_ms))
		begin_sighting(row, hour);
	seen = &row->seen[row->n - 1];
	if (texts > seen->texts) {
		seen->texts = texts;
		rc = tcn_journal_change(&templates->journal,
		    (uint64_t)(row - templates->rows), &row->mark);
	}
	return rc;
}

/* Length of the run of equal keys that begins at i. */
static size_t
run_at(const uint64_t *keys, size_t n, size_t i)
{
	size_t j = i;

	while (j < n && keys[j] == keys[i])
		j++;
	return j - i;
}

/* One key of three words; a false match needs a collision of 64-bit hashes. */
static uint64_t
triple_key(const struct tcn_story_template_text *text, size_t at)
{
	uint64_t key = 0;

	for (size_t i = at; i < at + 3; i++) {
		key ^= text->terms[text->words[i]] + (uint64_t)1;
		key *= 0x9e3779b97f4a7c15u;
		key ^= key >> 29;
	}
	return key;
}

/* Adds the text's runs of three words to keys, each once; says how many. */
static size_t
add_triples(const struct tcn_story_template_text *text, uint64_t *keys,
    uint64_t *scratch)
{
	size_t n = 0, kept = 0;

	for (size_t at = 0; at + 3 <= text->words_n; at++)
		keys[n++] = triple_key(text, at);
	tcn_sort_u64(keys, n, scratch);
	for (size_t i = 0; i < n; i++)
		if (!kept || keys[kept - 1] != keys[i])
			keys[kept++] = keys[i];
	return kept;
}

/* How often the key stands among the sorted keys. */
static size_t
count_key(const uint64_t *keys, size_t n, uint64_t key)
{
	const uint64_t *at =
	    bsearch(&key, keys, n, sizeof key, tcn_compare_u64);
	size_t i = (size_t)(at - keys);

	while (i > 0 && keys[i - 1] == key)
		i--;
	return run_at(keys, n, i);
}

/* Names the first run, in reading order, that stands in `most` texts. */
static void
name_phrase(const struct tcn_story_template_text *texts, const uint64_t *keys,
    size_t n, size_t most, struct tcn_story_template_stats *stats)
{
	for (const struct tcn_story_template_text *text = texts;; text++)
		for (size_t at = 0; at + 3 <= text->words_n; at++) {
			if (count_key(keys, n, triple_key(text, at)) != most)
				continue;
			for (size_t i = 0; i < 3; i++)
				stats->phrase[i] =
				    text->terms[text->words[at + i]];
			return;
		}
}

static void
find_phrase(const struct tcn_story_template_text *texts, size_t texts_n,
    uint64_t *keys, uint64_t *scratch, struct tcn_story_template_stats *stats)
{
	size_t n = 0, most = 0;

	for (size_t i = 0; i < texts_n; i++)
		n += add_triples(&texts[i], keys + n, scratch);
	tcn_sort_u64(keys, n, scratch);
	for (size_t i = 0; i < n;) {
		size_t run = run_at(keys, n, i);

		most = run > most ? run : most;
		i += run;
	}
	stats->trigram_share = (double)most / (double)texts_n;
	if (most)
		name_phrase(texts, keys, n, most, stats);
}

static bool
has_phrase(const struct tcn_story_template_text *text, const uint32_t phrase[3])
{
	for (size_t at = 0; at + 3 <= text->words_n; at++)
		if (text->terms[text->words[at]] == phrase[0] &&
		    text->terms[text->words[at + 1]] == phrase[1] &&
		    text->terms[text->words[at + 2]] == phrase[2])
			return true;
	return false;
}

/* The overlap of rare terms of all texts, or of those with the phrase. */
static double
overlap_of_rare(const struct tcn_numbers *numbers,
    const struct tcn_story_template_text *texts, size_t texts_n,
    const uint32_t *phrase, uint64_t *keys, uint64_t *scratch)
{
	size_t chosen = 0, n = 0, all = 0, shared = 0, least;

	for (size_t i = 0; i < texts_n; i++) {
		if (phrase && !has_phrase(&texts[i], phrase))
			continue;
		chosen++;
		for (size_t t = 0; t < texts[i].terms_n; t++)
			keys[n++] = texts[i].terms[t];
	}
	tcn_sort_u64(keys, n, scratch);
	least = (double)chosen < numbers->template_few_texts ? 2 : 3;
	for (size_t i = 0; i < n;) {
		size_t run = run_at(keys, n, i);

		if ((double)run < numbers->template_rare * (double)chosen) {
			all += run;
			shared += run >= least ? run : 0;
		}
		i += run;
	}
	return all ? (double)shared / (double)all : 1;
}

void
tcn_story_template_stats(const struct tcn_numbers *numbers,
    const struct tcn_story_template_text *texts, size_t n, uint64_t *keys,
    uint64_t *scratch, struct tcn_story_template_stats *stats)
{
	*stats = (struct tcn_story_template_stats){ .rare_overlap = 1,
		.inner_overlap = 1 };
	if (!n)
		return;
	find_phrase(texts, n, keys, scratch, stats);
	stats->rare_overlap =
	    overlap_of_rare(numbers, texts, n, NULL, keys, scratch);
	if (stats->trigram_share > 0)
		stats->inner_overlap = overlap_of_rare(numbers, texts, n,
		    stats->phrase, keys, scratch);
}

size_t
tcn_story_templates_bytes(const struct tcn_story_templates *templates)
{
	return templates->cap * sizeof *templates->rows +
	    tcn_map_bytes(&templates->by_key) +
	    tcn_journal_bytes(&templates->journal);
}

static bool
is_sound_row(const struct tcn_story_templates *templates, size_t i)
{
	const struct tcn_story_template *row = &templates->rows[i];
	const uint64_t *at = tcn_map_find(&templates->by_key, row->key);

	if (!at || *at != i || row->n > TCN_STORY_TEMPLATE_SEEN)
		return false;
	for (uint32_t n = 1; n < row->n; n++)
		if (row->seen[n - 1].hour > row->seen[n].hour)
			return false;
	return true;
}

enum tcn_rc
tcn_story_templates_check(const struct tcn_story_templates *templates,
    struct tcn_err *err)
{
	if (templates->n != templates->by_key.n || templates->n > PHRASES_MAX)
		return tcn_err_set(err, TCN_CORRUPT, "%zu phrases, %zu named",
		    templates->n, templates->by_key.n);
	for (size_t i = 0; i < templates->n; i++)
		if (!is_sound_row(templates, i))
			return tcn_err_set(err, TCN_CORRUPT,
			    "phrase %zu: not found by its key, or sightings "
			    "out of order",
			    i);
	return templates->n ? tcn_journal_check_slots(&templates->journal,
				  &templates->rows->mark,
				  sizeof *templates->rows, templates->n, err)
			    : tcn_journal_check(&templates->journal, err);
}
