/*
 * tools/report/report_headline.c - the headline of a report: the most central
 * title, unless it states a figure that was replaced or may not be quoted;
 * then the best of the others.
 */
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/ascii.h"
#include "engine/base/url.h"
#include "engine/facts/statement.h"
#include "engine/text/lang.h"
#include "tools/base/safe.h"
#include "tools/report/report_facts_impl.h"

#define WORDS_MIN 5 /* of a title in place of the central one */
#define WORDS_MAX 24
#define FAULTS                                                                 \
	(TCN_STATEMENT_CUT | TCN_STATEMENT_QUESTION | TCN_STATEMENT_TAGS |     \
	    TCN_STATEMENT_SHOUT | TCN_STATEMENT_FIRST_PERSON |                 \
	    TCN_STATEMENT_OPENING | TCN_STATEMENT_SPEECH |                     \
	    TCN_STATEMENT_PRAYER | TCN_STATEMENT_TABLE | TCN_STATEMENT_LINK)

/* Of these no headline is made even where there is no other. */
#define NO_TEXT                                                                \
	(TCN_STATEMENT_TAGS | TCN_STATEMENT_SHOUT | TCN_STATEMENT_TABLE |      \
	    TCN_STATEMENT_LINK)

/* What makes one title better than another, in points. */
enum {
	POINTS_LEADING = 200, /* it states a leading figure */
	POINTS_VERB = 50,
	POINTS_TERM = 40, /* for each key term of the event in it */
	POINTS_SIGHTING = 10, /* for each sighting of its text ... */
	SIGHTINGS_MAX = 10, /* ... up to these */
};

/* A title as a headline. */
struct title {
	struct tcn_statement statement;
	enum tcn_figure_says says;
};

static void
find_central(struct tcn_report_view *view)
{
	uint64_t seq = view->report->event->central;

	view->central = view->items_n;
	for (size_t i = 0; i < view->items_n; i++) {
		if (view->items[i].item->seq == seq)
			view->central = i;
	}
}

/* Makes a headline of the terms. */
static enum tcn_rc
take_terms(struct tcn_arena *arena, struct tcn_report_view *view,
    const char *why)
{
	struct tcn_buf buf = { 0 };
	bool done;

	for (size_t i = 0; i < view->terms_n && i < 5; i++)
		tcn_buf_printf(&buf, "%s%.*s", i ? ", " : "",
		    TCN_STR_ARG(view->terms[i]));
	if (buf.n == 0)
		tcn_buf_printf(&buf, "Event %.*s", TCN_STR_ARG(view->id));
	done = !buf.failed &&
	    tcn_safe_text(arena, tcn_buf_view(&buf),
		TCN_REPORT_VIEW_TITLE_CHARS, &view->headline);
	tcn_buf_fini(&buf);
	view->why = tcn_str(why);
	return done ? TCN_OK : TCN_NOMEM;
}

static enum tcn_rc
read_title(const struct tcn_report_view *view, size_t i, struct title *title)
{
	const struct tcn_report_view_item *show = &view->items[i];
	char lang[TCN_LANG_BYTES] = "";
	const struct tcn_statement_text raw = {
		.raw = show->title,
		.lang = lang,
		.source = show->item->source,
		.host = tcn_url_site(show->item->url),
		.title = show->item->title.n > 0,
		.begins = true,
	};
	struct tcn_reading_text reading = {
		.lang = lang,
		.year = tcn_report_facts_year(show->item->ts_ms),
	};
	uint32_t slots;
	enum tcn_rc rc;

	tcn_lang_from_tag(show->lang, lang);
	rc = tcn_statement_read(view->facts, &raw, &title->statement);
	reading.sentence = title->statement.shown;
	if (rc == TCN_OK)
		rc = tcn_figure_says_of(&view->figures, view->facts, &reading,
		    &title->says, &slots);
	return rc;
}

/* Of a post, which has no title, some words are too few. */
static bool
may_lead(const struct tcn_report_view_item *show, const struct title *title)
{
	if (!show->item->title.n && title->statement.words < WORDS_MIN)
		return false;
	return title->statement.shown.n &&
	    !(title->statement.faults & FAULTS) &&
	    title->says != TCN_FIGURE_SAYS_STALE;
}

/* Whether a word stands in a text, letters of ASCII in any case. */
static bool
holds(struct tcn_str text, struct tcn_str word)
{
	for (size_t i = 0; word.n && i + word.n <= text.n; i++) {
		size_t k = 0;

		while (k < word.n &&
		    tcn_ascii_lower(text.at[i + k]) ==
			tcn_ascii_lower(word.at[k]))
			k++;
		if (k == word.n)
			return true;
	}
	return false;
}

static unsigned
points_of(const struct tcn_report_view *view, size_t i,
    const struct title *title)
{
	uint32_t sightings = view->items[i].sightings;
	unsigned points = 0;

	if (title->says == TCN_FIGURE_SAYS_LEADER)
		points += POINTS_LEADING;
	if (!(title->statement.faults & TCN_STATEMENT_NO_VERB))
		points += POINTS_VERB;
	if (sightings > SIGHTINGS_MAX)
		sightings = SIGHTINGS_MAX;
	points += POINTS_SIGHTING * sightings;
	for (size_t t = 0; t < view->terms_n; t++)
		points += holds(title->statement.shown, view->terms[t])
		    ? POINTS_TERM
		    : 0;
	return points;
}

/* Finds the best title in place of the central one, the newest of equals. */
static enum tcn_rc
find_other(const struct tcn_report_view *view, size_t *best,
    struct tcn_str *shown)
{
	unsigned most = 0;

	*best = view->items_n;
	for (size_t i = 0; i < view->items_n; i++) {
		struct title title;
		unsigned points;
		enum tcn_rc rc = read_title(view, i, &title);

		if (rc != TCN_OK)
			return rc;
		if (!may_lead(&view->items[i], &title) ||
		    title.statement.words < WORDS_MIN ||
		    title.statement.words > WORDS_MAX)
			continue;
		points = points_of(view, i, &title);
		if (points < most)
			continue;
		most = points;
		*best = i;
		*shown = title.statement.shown;
	}
	return TCN_OK;
}

/* Says why this title is the headline. was: what is wrong with the central
 * one, NULL: nothing. */
static enum tcn_rc
say_why(struct tcn_arena *arena, struct tcn_report_view *view, const char *was)
{
	const char *what =
	    view->items[view->central].item->title.n ? "title" : "opening";
	uint32_t items = view->report->event->items;
	char why[200];

	if (was)
		snprintf(why, sizeof why,
		    "The %s that says most of what stands now: the most "
		    "central one of %" PRIu32 " item%s counted %s.",
		    what, items, items == 1 ? "" : "s", was);
	else
		snprintf(why, sizeof why,
		    "The %s closest to the common vocabulary of %" PRIu32
		    " item%s counted.",
		    what, items, items == 1 ? "" : "s");
	return tcn_arena_str(arena, tcn_str(why), &view->why) ? TCN_OK
							      : TCN_NOMEM;
}

/* Puts another title in the place of the central one, or terms. */
static enum tcn_rc
take_other(struct tcn_arena *arena, struct tcn_report_view *view,
    const struct title *title)
{
	bool stale = title->says == TCN_FIGURE_SAYS_STALE;
	size_t best;
	enum tcn_rc rc = find_other(view, &best, &view->headline);

	if (rc != TCN_OK)
		return rc;
	if (best < view->items_n) {
		view->central = best;
		return say_why(arena, view,
		    stale ? "states a figure that was replaced"
			  : "is no sentence to be quoted");
	}
	if (stale || (title->statement.faults & NO_TEXT))
		return take_terms(arena, view,
		    "Key terms of the story: no title of it can stand.");
	view->headline = title->statement.shown;
	if (!view->headline.n)
		view->headline = view->items[view->central].title;
	return say_why(arena, view, NULL);
}

enum tcn_rc
tcn_report_headline(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct title title;
	enum tcn_rc rc;

	find_central(view);
	if (view->items_n == 0)
		return take_terms(arena, view,
		    "Key terms of the story: none of its articles is kept any "
		    "more.");
	rc = read_title(view, view->central < view->items_n ? view->central : 0,
	    &title);
	if (rc != TCN_OK)
		return rc;
	view->headline = title.statement.shown;
	if (view->central == view->items_n) {
		view->why = tcn_str("The first article of the story: the most "
				    "central one is not kept any more.");
		if (!view->headline.n)
			view->headline = view->items[0].title;
		return TCN_OK;
	}
	return may_lead(&view->items[view->central], &title)
	    ? say_why(arena, view, NULL)
	    : take_other(arena, view, &title);
}
