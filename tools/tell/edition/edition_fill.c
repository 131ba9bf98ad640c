/*
 * What an edition is filled up with when few events fired: the largest stories
 * of its period that did not, as far as they are likely news
 * (sql/store_large.h), and neither an event of the last days nor another line
 * tells of the same matter.
 *
 * A matter is the words of a headline, and those that many titles of the story
 * hold or that the event was stored with. It is told where another has three
 * words in common with it.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/duration.h"
#include "tools/tell/edition/edition_impl.h"

enum {
	/* Thousandths, by what was read of a wire and of many outlets: those
	 * from the second on may be ranked by their size. */
	NEWS_LEAST = 80,
	NEWS_SURE = 150,
	TEXTS_LEAST = 3, /* of the period */
	LOOKED_AT_MOST = 200, /* stories, largest first */
	SHARED_WORDS = 3,
	TITLES_READ = 40, /* of a story */
	MANY_OF = 3, /* a word of a story is in one title of so many */
	EVENT_WORDS = 8,
	TOLD_EDITIONS = 7, /* whose stories are told no more */
	GROWN_OF = 2, /* but for what has grown by one in so many */
};

#define FILLED_FROM_MS (6 * TCN_HOUR_MS) /* of the period of an edition */
#define EVENTS_MS      (3 * TCN_DAY_MS) /* before it, whose matters are told */

bool
tcn_edition_is_filled(const struct tcn_edition_job *job)
{
	const struct tcn_edition_conf *conf = job->conf;

	return conf->schedule && !job->event.n && !conf->rules.n &&
	    !conf->search && conf->severity == TCN_SEVERITY_INFO &&
	    conf->fill && conf->sections & 1u << TCN_EDITION_ALSO &&
	    job->cut.as_of_ms - job->since_ms >= FILLED_FROM_MS;
}

/* --- matters that are told --- */

static void
add_known(struct tcn_edition_fill *fill, struct tcn_summary_terms words)
{
	if (words.n)
		fill->known[fill->known_n++] = words;
}

/* The words of an event: its headline, and its heaviest terms. */
static void
read_event(const struct tcn_edition_job *job, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_summary_terms *words)
{
	struct tcn_str lang =
	    event->languages.n ? tcn_str(event->languages.at[0]) : tcn_str("");
	struct tcn_buf text = { 0 };

	tcn_buf_str(&text, event->headline.text);
	for (size_t i = 0; i < event->terms_n && i < EVENT_WORDS; i++) {
		tcn_buf_char(&text, ' ');
		tcn_buf_str(&text, event->terms[i].word);
	}
	tcn_summary_terms_read(job->prep, tcn_buf_view(&text), lang, arena,
	    words);
	tcn_buf_fini(&text);
}

/* The stories that earlier editions were filled up with. */
static enum tcn_rc
read_told(const struct tcn_edition_job *job, struct tcn_arena *arena,
    struct tcn_store_told_event *told)
{
	uint64_t from =
	    job->number > TOLD_EDITIONS ? job->number - TOLD_EDITIONS : 1;

	*told = (struct tcn_store_told_event){ 0 };
	if (job->ledger) {
		tcn_edition_ledger_stories(job->ledger, from, arena, told);
		return TCN_OK;
	}
	return tcn_store_told_stories(job->st, tcn_str(job->conf->name), from,
	    job->number, arena, told);
}

enum tcn_rc
tcn_edition_fill_begin(const struct tcn_edition_job *job,
    struct tcn_arena *arena, struct tcn_edition_fill *fill)
{
	const struct tcn_store_large_ask ask = {
		.since_ms = job->since_ms,
		.fired_since_ms = job->since_ms - EVENTS_MS,
		.texts = TEXTS_LEAST,
		.least = NEWS_LEAST,
		.news = NEWS_SURE,
		.limit = LOOKED_AT_MOST,
	};
	struct tcn_store_event_list events = { 0 };
	struct tcn_store_told_event told;
	struct tcn_summary_terms words;
	enum tcn_rc rc = tcn_store_large_stories(job->st, &job->cut, &ask,
	    arena, &fill->stories);

	if (!rc)
		rc = tcn_store_events_at(job->st, &job->cut, ask.fired_since_ms,
		    arena, &events);
	if (!rc)
		rc = read_told(job, arena, &told);
	if (rc)
		return rc;
	fill->known = tcn_arena_zalloc(arena,
	    events.n + told.lines_n + fill->stories.n, sizeof *fill->known);
	for (size_t i = 0; i < events.n; i++) {
		read_event(job, &events.at[i], arena, &words);
		add_known(fill, words);
	}
	fill->events_n = fill->known_n;
	for (size_t i = 0; i < told.lines_n; i++)
		add_known(fill,
		    (struct tcn_summary_terms){
			told.lines[i].terms, told.lines[i].terms_n });
	return TCN_OK;
}

/* --- a story --- */

/* The words of one title in three, of the first of them. */
static void
read_titles(const struct tcn_edition_job *job, const struct tcn_report *report,
    struct tcn_arena *arena, struct tcn_summary_terms *words)
{
	struct tcn_summary_terms titles[TITLES_READ];
	size_t titles_n = 0, all_n = 0, n = 0;
	uint64_t *all;

	for (size_t i = 0; i < report->items_n && titles_n < TITLES_READ; i++) {
		const struct tcn_report_item *item = &report->items[i];

		if (item->duplicate_of || !item->title.n)
			continue;
		tcn_summary_terms_read(job->prep, item->title, item->lang,
		    arena, &titles[titles_n]);
		all_n += titles[titles_n++].n;
	}
	all = tcn_arena_zalloc(arena, all_n, sizeof *all);
	for (size_t i = 0; i < titles_n; i++) {
		memcpy(all + n, titles[i].at, titles[i].n * sizeof *all);
		n += titles[i].n;
	}
	tcn_summary_terms_sort(all, n);
	*words = (struct tcn_summary_terms){ all, 0 };
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && all[end] == all[i]; end++)
			;
		if ((end - i) * MANY_OF >= titles_n)
			all[words->n++] = all[i];
	}
}

/* Adds the words of the headline, which need not be many titles'. */
static void
add_headline(const struct tcn_edition_job *job,
    const struct tcn_report_brief *brief, struct tcn_arena *arena,
    struct tcn_summary_terms *words)
{
	struct tcn_summary_terms headline;
	uint64_t *all;
	size_t n = 0;

	tcn_summary_terms_read(job->prep, brief->headline, brief->lang, arena,
	    &headline);
	all = tcn_arena_zalloc(arena, words->n + headline.n, sizeof *all);
	memcpy(all, words->at, words->n * sizeof *all);
	memcpy(all + words->n, headline.at, headline.n * sizeof *all);
	tcn_summary_terms_sort(all, words->n + headline.n);
	for (size_t i = 0; i < words->n + headline.n; i++)
		if (!i || all[i] != all[n - 1])
			all[n++] = all[i];
	*words = (struct tcn_summary_terms){ all, n };
}

/* Whether one of the first n matters is that of the words. */
static bool
is_known(const struct tcn_edition_fill *fill, size_t n,
    struct tcn_summary_terms words)
{
	for (size_t i = 0; i < n; i++)
		if (tcn_summary_terms_shared(fill->known[i], words) >=
		    SHARED_WORDS)
			return true;
	return false;
}

static bool
has_grown(const struct tcn_store_told_event *told, size_t items)
{
	return items >= told->items + told->items / GROWN_OF;
}

/* A story as what an edition tells of: as an event of no rule. */
static struct tcn_event *
event_of(uint64_t story, struct tcn_arena *arena)
{
	struct tcn_event *event = tcn_arena_zalloc(arena, 1, sizeof *event);

	*event = (struct tcn_event){
		.rule = TCN_STR(""),
		.story = story,
		.state = TCN_EVENT_OPEN,
		.fired_ms = TCN_UNDATED,
		.changed_ms = TCN_UNDATED,
		.first_ms = TCN_UNDATED,
		.last_ms = TCN_UNDATED,
		.headline.text = TCN_STR(""),
	};
	snprintf(event->id, sizeof event->id, TCN_STORE_TOLD_STORY "%" PRIu64,
	    story);
	return event;
}

enum tcn_rc
tcn_edition_fill_read(const struct tcn_edition_job *job,
    struct tcn_edition_fill *fill, struct tcn_arena *arena,
    struct tcn_report *report, struct tcn_edition_entry *entry, bool *wanted)
{
	struct tcn_event *event =
	    event_of(fill->stories.at[fill->next++].story, arena);
	struct tcn_summary_terms words;
	enum tcn_rc rc =
	    tcn_report_gather_at(job->st, &job->cut, event, arena, report);

	*entry = (struct tcn_edition_entry){ .event = event,
		.section = TCN_EDITION_ALSO };
	*wanted = false;
	if (!rc)
		rc = tcn_edition_told_of(job, event->id, arena, &entry->told);
	if (rc || !report->items_n)
		return rc;
	read_titles(job, report, arena, &words);
	*wanted = entry->told ? has_grown(entry->told, report->items_n) &&
		!is_known(fill, fill->events_n, words)
			      : !is_known(fill, fill->known_n, words);
	if (!*wanted)
		return TCN_OK;
	tcn_report_brief(report, arena, &entry->brief);
	add_headline(job, &entry->brief, arena, &words);
	*wanted = entry->told || !is_known(fill, fill->known_n, words);
	entry->headline = tcn_edition_line(entry->brief.headline, words);
	if (*wanted)
		add_known(fill, words);
	return TCN_OK;
}
