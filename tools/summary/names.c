#include "tools/summary/names.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "tools/summary/names_impl.h"

#define ORIGINS_PART 50

static void
finder_fini(struct tcn_names_finder *finder)
{
	tcn_tokenizer_free(finder->tokenizer);
	tcn_name_words_fini(&finder->words);
	tcn_map_fini(&finder->numbers);
	tcn_map_fini(&finder->pairs);
	tcn_map_fini(&finder->index);
	tcn_map_fini(&finder->ends);
	tcn_mem_free(finder->known);
	tcn_mem_free(finder->tokens);
	tcn_mem_free(finder->runs);
}

static enum tcn_name_kind
kind_of(const struct tcn_names_run *run)
{
	bool place = run->is_place ||
	    (run->places >= 2 && 10 * run->places >= 3 * run->uses);
	bool person = 5 * run->titles >= run->uses ||
	    (run->n > 1 && run->n <= 3 && run->is_sure && run->speakers >= 2 &&
		5 * run->speakers >= run->uses);

	if (place && person)
		person = run->titles + run->speakers > run->places;
	return person ? TCN_NAME_PERSON
	    : place   ? TCN_NAME_PLACE
		      : TCN_NAME_OTHER;
}

/* Notes for each end of the runs that two origins use which of them it may
 * stand for: the index of the most used, plus 1, and in the upper half how
 * often the second is used. */
static enum tcn_rc
index_ends(struct tcn_names_finder *finder)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < finder->runs_n; i++) {
		const struct tcn_names_run *run = &finder->runs[i], *best;

		for (size_t from = 1; run->origins >= TCN_NAMES_ORIGINS &&
		     from < run->n && rc == TCN_OK;
		     from++) {
			uint64_t key =
			    tcn_names_join(run->keys + from, run->n - from);
			uint64_t *slot, less = 0;

			rc = tcn_map_put(&finder->ends, key, &slot, NULL);
			if (rc != TCN_OK)
				break;
			best =
			    *slot ? &finder->runs[(uint32_t)*slot - 1] : NULL;
			less = best ? best->uses : 0;
			if (best && run->uses <= best->uses)
				less = run->uses;
			if (less < *slot >> 32)
				less = *slot >> 32;
			if (!best || run->uses > best->uses)
				best = run;
			*slot =
			    less << 32 | (uint64_t)(best - finder->runs + 1);
		}
	}
	return rc;
}

/* The longer run that a run is the end of, when one alone is used much. */
static struct tcn_names_run *
whole_of(const struct tcn_names_finder *finder, const struct tcn_names_run *end)
{
	const uint64_t *slot =
	    tcn_map_find(&finder->ends, tcn_names_join(end->keys, end->n));
	struct tcn_names_run *best;

	if (!slot)
		return NULL;
	best = &finder->runs[(uint32_t)*slot - 1];
	return !best->gone && 10 * best->uses >= end->uses &&
		3 * (*slot >> 32) < best->uses
	    ? best
	    : NULL;
}

/* The origins of the two overlap by how much is not known: at least as many as
 * the larger has. */
static void
fold_into(struct tcn_names_run *whole, struct tcn_names_run *end)
{
	if (end->origins > whole->origins)
		whole->origins = end->origins;
	whole->uses += end->uses;
	whole->places += end->places;
	whole->titles += end->titles;
	whole->speakers += end->speakers;
	whole->articles += end->articles;
	whole->elsewhere += end->elsewhere;
	end->gone = true;
}

/* Shorter runs first, so that an end of an end comes along. */
static void
fold_ends(struct tcn_names_finder *finder)
{
	for (size_t n = 1; n < TCN_NAMES_RUN; n++) {
		for (size_t i = 0; i < finder->runs_n; i++) {
			struct tcn_names_run *run = &finder->runs[i], *whole;

			if (run->n != n || kind_of(run) == TCN_NAME_PLACE)
				continue;
			whole = whole_of(finder, run);
			if (whole)
				fold_into(whole, run);
		}
	}
}

static bool
is_name(const struct tcn_names_finder *finder, const struct tcn_names_run *run)
{
	if (run->gone || run->uses < TCN_NAMES_USES ||
	    run->origins < TCN_NAMES_ORIGINS ||
	    run->origins * ORIGINS_PART < finder->origins)
		return false;
	if (run->elsewhere)
		return true;
	return 10 * run->articles < 3 * run->uses &&
	    (run->n > 1 || kind_of(run) != TCN_NAME_OTHER);
}

/* Takes a run out of the names, unless it is a place and may stay. */
static void
drop(struct tcn_names_finder *finder, uint64_t key, bool place_too)
{
	const uint64_t *slot = tcn_map_find(&finder->index, key);

	if (slot &&
	    (place_too || kind_of(&finder->runs[*slot - 1]) != TCN_NAME_PLACE))
		finder->runs[*slot - 1].gone = true;
}

/* A name of one of the sources is none of the story, nor is its last word: the
 * Times, the Globe. */
static enum tcn_rc
drop_sources(struct tcn_names_finder *finder, size_t n)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < n && rc == TCN_OK; i++) {
		struct tcn_tokenizer_scan scan;
		struct tcn_tokenizer_token token;
		uint64_t key = 0, one = 0;

		tcn_tokenizer_scan(&scan, finder->tokenizer,
		    finder->texts[i].source, "");
		while (rc == TCN_OK && tcn_tokenizer_next(&scan, &token)) {
			rc = tcn_name_words_key(&finder->words, token.surface,
			    &one);
			key = key * 0x9e3779b97f4a7c15u + one;
		}
		if (scan.failed)
			rc = TCN_NOMEM;
		drop(finder, key, true);
		drop(finder, one, false);
	}
	return rc;
}

static int
by_weight(const void *one, const void *other)
{
	const struct tcn_names_run *a = one, *b = other;

	if (a->origins != b->origins)
		return a->origins > b->origins ? -1 : 1;
	if (a->uses != b->uses)
		return a->uses > b->uses ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

static enum tcn_rc
take_names(struct tcn_names_finder *finder, struct tcn_arena *arena,
    struct tcn_names *names)
{
	size_t n = 0;

	for (size_t i = 0; i < finder->runs_n; i++) {
		if (is_name(finder, &finder->runs[i]))
			finder->runs[n++] = finder->runs[i];
	}
	if (n)
		qsort(finder->runs, n, sizeof *finder->runs, by_weight);
	if (n > TCN_NAMES_MAX)
		n = TCN_NAMES_MAX;
	names->at = tcn_arena_zalloc(arena, n, sizeof *names->at);
	if (!names->at)
		return TCN_NOMEM;
	for (; names->n < n; names->n++) {
		const struct tcn_names_run *run = &finder->runs[names->n];

		names->at[names->n] = (struct tcn_name){ run->text,
			kind_of(run), run->uses, run->origins };
	}
	return TCN_OK;
}

enum tcn_rc
tcn_names_find(const struct tcn_summary_text *texts, size_t n,
    struct tcn_arena *arena, struct tcn_names *names)
{
	struct tcn_names_finder finder = { .texts = texts };
	enum tcn_rc rc = tcn_tokenizer_new(&finder.tokenizer);

	assert(n <= UINT32_MAX);
	*names = (struct tcn_names){ 0 };
	if (rc == TCN_OK)
		rc = tcn_name_words_init(&finder.words);
	if (rc == TCN_OK)
		rc = tcn_names_read(&finder, n);
	if (rc == TCN_OK)
		rc = tcn_names_run(&finder);
	if (rc == TCN_OK)
		rc = tcn_names_know(&finder);
	if (rc == TCN_OK)
		rc = drop_sources(&finder, n);
	if (rc == TCN_OK)
		rc = index_ends(&finder);
	if (rc == TCN_OK) {
		fold_ends(&finder);
		rc = take_names(&finder, arena, names);
	}
	finder_fini(&finder);
	return rc;
}

const char *
tcn_name_kind_name(enum tcn_name_kind kind)
{
	static const char *const kinds[] = {
		[TCN_NAME_OTHER] = "name",
		[TCN_NAME_PLACE] = "place",
		[TCN_NAME_PERSON] = "person",
	};

	return kinds[kind];
}
