#include "tools/lab/eval/stats/stats.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "tools/lab/eval/stats/stats_impl.h"
#include "window/window.h"

enum {
	TOP = 10,
	SOURCES_MAX = 200000,
	ITEMS_MAX = 1000000,
	FORMS_MAX = 500000,
};

static size_t
or_usual(size_t value, size_t usual)
{
	return value ? value : usual;
}

struct tcn_stats *
tcn_stats_new(const struct tcn_stats_conf *conf)
{
	struct tcn_stats *stats = tcn_mem_calloc(1, sizeof *stats);

	stats->conf = *conf;
	stats->conf.top = or_usual(conf->top, TOP);
	stats->first_day = TCN_STATS_DAYS;
	tcn_intern_init(&stats->langs);
	tcn_stats_forms_init(&stats->forms,
	    or_usual(conf->forms_max, FORMS_MAX));
	stats->days = tcn_mem_calloc(TCN_STATS_DAYS, sizeof *stats->days);
	tcn_stats_sources_init(&stats->sources,
	    or_usual(conf->sources_max, SOURCES_MAX));
	tcn_stats_groups_init(&stats->groups, &stats->sources, conf->horizon_ms,
	    or_usual(conf->items_max, ITEMS_MAX), stats->conf.top);
	return stats;
}

void
tcn_stats_free(struct tcn_stats *stats)
{
	if (!stats)
		return;
	tcn_stats_groups_fini(&stats->groups);
	tcn_stats_forms_fini(&stats->forms);
	tcn_stats_sources_fini(&stats->sources);
	tcn_intern_fini(&stats->langs);
	tcn_mem_free(stats->lang_articles);
	tcn_mem_free(stats->days);
	tcn_mem_free(stats);
}

/* Counts an article by day, hour and weekday; a date out of range counts as
 * undated. */
static void
add_date(struct tcn_stats *stats, int64_t ts_ms, bool copy)
{
	size_t day, of_day;

	if (ts_ms < TCN_DATE_MIN_MS || ts_ms >= TCN_DATE_END_MS) {
		stats->undated++;
		return;
	}
	day = (size_t)((ts_ms - TCN_DATE_MIN_MS) / TCN_DAY_MS);
	of_day = (size_t)((ts_ms - TCN_DATE_MIN_MS) % TCN_DAY_MS);
	stats->days[day].articles++;
	stats->days[day].copies += copy;
	stats->hours[of_day / TCN_HOUR_MS]++;
	/* 1900-01-01 was a Monday. */
	stats->weekdays[day % 7]++;
	if (day < stats->first_day)
		stats->first_day = day;
	if (day > stats->last_day)
		stats->last_day = day;
}

static enum tcn_rc
add_lang(struct tcn_stats *stats, const char *lang)
{
	uint64_t *counts;
	uint32_t number;
	enum tcn_rc rc = tcn_intern_put(&stats->langs, tcn_str(lang), &number);

	if (rc)
		return rc;
	if (number == stats->langs.n - 1) {
		size_t had = stats->lang_cap;

		counts = tcn_mem_grow(stats->lang_articles, &stats->lang_cap,
		    stats->langs.n, sizeof *counts);
		stats->lang_articles = counts;
		for (size_t i = had; i < stats->lang_cap; i++)
			counts[i] = 0;
	}
	stats->lang_articles[number]++;
	return TCN_OK;
}

/* By what a store keeps of a placement, so that it counts as its stream did. */
static enum tcn_stats_likeness
likeness_of(const struct tcn_placement *place)
{
	const unsigned bits = place->distance;

	if (place->version_of)
		return TCN_STATS_VERSION;
	if (place->duplicate_of && bits == 0)
		return TCN_STATS_EXACT;
	if (place->duplicate_of)
		return bits <= TCN_WINDOW_RADIUS_COPY ? TCN_STATS_NEAR
						      : TCN_STATS_SENTENCES;
	if (place->excerpt_of)
		return TCN_STATS_EXCERPT;
	return TCN_STATS_NEW;
}

enum tcn_rc
tcn_stats_add(struct tcn_stats *stats, const struct tcn_doc *doc,
    const struct tcn_placement *place)
{
	const enum tcn_stats_likeness like = likeness_of(place);
	const bool copy = like == TCN_STATS_EXACT || like == TCN_STATS_NEAR ||
	    like == TCN_STATS_SENTENCES;
	struct tcn_stats_member member = {
		.seq = place->seq,
		.reprint_of = copy              ? place->duplicate_of
		    : like == TCN_STATS_EXCERPT ? place->excerpt_of
						: 0,
		.ts_ms = place->ts_ms,
		.title = doc->title.n ? doc->title : doc->text,
	};
	struct tcn_stats_source *source;
	enum tcn_rc rc;

	tcn_stats_sources_row(&stats->sources, place->publisher, doc->article,
	    &member.source);
	assert(!stats->finished && place->seq);
	rc = add_lang(stats, doc->lang);
	if (!rc && !copy)
		tcn_stats_forms_add(&stats->forms, doc, place->publisher,
		    place->ts_ms);
	if (!rc)
		tcn_stats_groups_add(&stats->groups, &member);
	if (rc)
		return rc;
	source = &stats->sources.at[member.source];
	source->articles++;
	source->copies += copy;
	source->excerpts += like == TCN_STATS_EXCERPT;
	stats->articles++;
	stats->textless += doc->words_n == doc->title_n;
	tcn_stats_spread_add(&stats->words, doc->words_n, 1);
	add_date(stats, doc->ts_ms, copy);
	stats->like[like]++;
	stats->rewrites += place->rewrite_of != 0;
	stats->pair_forms += place->form_of != 0;
	return TCN_OK;
}

void
tcn_stats_add_guess(struct tcn_stats *stats,
    const struct tcn_expect_guess *guess)
{
	const struct tcn_category_guess *best = &guess->best;

	if (guess->asked && guess->sent.n && best->label.n &&
	    best->probability > 0)
		tcn_reliability_add(&stats->categories, best->probability,
		    tcn_str_equal(best->label, guess->sent));
}

void
tcn_stats_add_repeat(struct tcn_stats *stats)
{
	stats->repeats++;
}

void
tcn_stats_finish(struct tcn_stats *stats)
{
	assert(!stats->finished);
	tcn_stats_groups_end(&stats->groups, INT64_MAX);
	stats->finished = true;
}
