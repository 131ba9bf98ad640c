/*
 * window/story/story_kind.c - the kinds of stories, and what tells them.
 */
#include "window/story/story_impl.h"

#define CONDITIONS 3 /* of a row, at most */

/* The facts must be known, and at least so much. */
static const struct {
	enum tcn_event_kind kind;
	struct {
		enum tcn_story_kind_fact fact;
		double least; /* 0: no condition */
	} all[CONDITIONS];
} rows[] = {
	/* "US MARKETS-...", at its hour. */
	{ TCN_EVENT_REPORT,
	    { { TCN_STORY_KIND_LABEL, 0.4 }, { TCN_STORY_KIND_SEASON, 0.2 },
		{ TCN_STORY_KIND_ALONE, 0.3 } } },
	/* Figures that come at their time: sales, results, prices. */
	{ TCN_EVENT_REPORT,
	    { { TCN_STORY_KIND_FIGURES, 0.5 }, { TCN_STORY_KIND_SEASON, 0.2 },
		{ TCN_STORY_KIND_ALONE, 0.3 } } },
	/* Titles, where their publisher also writes sentences. */
	{ TCN_EVENT_RELEASE,
	    { { TCN_STORY_KIND_TITLED, 0.5 }, { TCN_STORY_KIND_SENTENCES, 0.1 },
		{ TCN_STORY_KIND_ALONE, 0.3 } } },
	/* Sentences on a day that was known. */
	{ TCN_EVENT_SCHEDULED, { { TCN_STORY_KIND_CALENDAR, 0.25 } } },
};

static bool
holds(const struct tcn_story_kind_facts *facts, size_t row)
{
	for (size_t i = 0; i < CONDITIONS; i++) {
		enum tcn_story_kind_fact fact = rows[row].all[i].fact;

		if (rows[row].all[i].least > 0 &&
		    (!facts->is_known[fact] ||
			facts->x[fact] < rows[row].all[i].least))
			return false;
	}
	return true;
}

enum tcn_event_kind
tcn_story_kind(const struct tcn_story_kind_facts *facts)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (holds(facts, i))
			return rows[i].kind;
	return TCN_EVENT_NEWS;
}

/* What the score knows already. */
static void
take_scored(const struct tcn_news_score *score,
    struct tcn_story_kind_facts *facts)
{
	static const struct {
		enum tcn_news_feature feature;
		enum tcn_story_kind_fact fact;
	} same[] = {
		{ TCN_NEWS_FIGURES, TCN_STORY_KIND_FIGURES },
		{ TCN_NEWS_LABEL, TCN_STORY_KIND_LABEL },
	};

	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		if (score->is_known[same[i].feature])
			tcn_story_kind_set(facts, same[i].fact,
			    score->x[same[i].feature]);
}

void
tcn_story_find_kind(const struct tcn_story_index *s,
    const struct tcn_story_row *row, const struct tcn_story_query *ask,
    struct tcn_story_verdict *v)
{
	struct tcn_story_figures *figures = tcn_story_figures(s, row);

	v->kind_facts = (struct tcn_story_kind_facts){ 0 };
	take_scored(&v->score, &v->kind_facts);
	if (figures->titled.is_known) {
		tcn_story_kind_set(&v->kind_facts, TCN_STORY_KIND_TITLED,
		    figures->titled.share);
		tcn_story_kind_set(&v->kind_facts, TCN_STORY_KIND_SENTENCES,
		    1 - figures->titled.usual);
	}
	if (v->publishers)
		tcn_story_kind_set(&v->kind_facts, TCN_STORY_KIND_ALONE,
		    1.0 / v->publishers);
	if (!figures->has_season)
		tcn_story_season(s, row, &figures->season);
	figures->has_season = true;
	v->season = figures->season;
	tcn_story_kind_set(&v->kind_facts, TCN_STORY_KIND_SEASON,
	    v->season.regularity);
	tcn_story_kind_set(&v->kind_facts, TCN_STORY_KIND_CALENDAR,
	    v->season.calendar);
	v->kind = tcn_story_kind(&v->kind_facts);
	if (v->gate == TCN_STORY_GATE_NONE && ask->kinds &&
	    !(ask->kinds >> v->kind & 1))
		v->gate = TCN_STORY_GATE_KIND;
}
