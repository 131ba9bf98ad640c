#include "tools/lab/eval/stats/stats_tables.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/lab/eval/stats/stats_impl.h"

#define TITLE_CHARS 120

#define COLUMNS(array) array, sizeof(array) / sizeof *(array)

static const struct tcn_table_column totals[] = {
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "repeats", "sent again", TCN_TABLE_COUNT },
	{ "undated", "without a date", TCN_TABLE_COUNT },
	{ "first_day", "from", TCN_TABLE_DAY },
	{ "last_day", "to", TCN_TABLE_DAY },
	{ "per_day", "articles a day", TCN_TABLE_REAL },
	{ "sources", "sources", TCN_TABLE_COUNT },
	{ "languages", "languages", TCN_TABLE_COUNT },
	{ "without_text", "with a title alone", TCN_TABLE_COUNT },
	{ "forms", "different forms", TCN_TABLE_COUNT },
	{ "families", "texts reprinted", TCN_TABLE_COUNT },
	{ "category_error", "categories off by", TCN_TABLE_SHARE },
};
static const struct tcn_table_column copies[] = {
	{ "kind", "", TCN_TABLE_TEXT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
};
static const struct tcn_table_column spreads[] = {
	{ "of", "", TCN_TABLE_TEXT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "mean", "mean", TCN_TABLE_REAL },
	{ "quartile_1", "1st quartile", TCN_TABLE_COUNT },
	{ "median", "median", TCN_TABLE_COUNT },
	{ "quartile_3", "3rd quartile", TCN_TABLE_COUNT },
	{ "most", "most", TCN_TABLE_COUNT },
};
static const struct tcn_table_column days[] = {
	{ "day", "day", TCN_TABLE_DAY },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "copies", "copies", TCN_TABLE_COUNT },
};
static const struct tcn_table_column weekdays[] = {
	{ "weekday", "weekday", TCN_TABLE_TEXT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
};
static const struct tcn_table_column hours[] = {
	{ "hour", "hour (UTC)", TCN_TABLE_COUNT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
};
static const struct tcn_table_column languages[] = {
	{ "language", "language", TCN_TABLE_TEXT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
};
static const struct tcn_table_column bins[] = {
	{ "from", "from", TCN_TABLE_COUNT },
	{ "to", "to", TCN_TABLE_COUNT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
};
static const struct tcn_table_column texts[] = {
	{ "title", "title", TCN_TABLE_TEXT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "sources", "sources", TCN_TABLE_COUNT },
	{ "first_source", "first", TCN_TABLE_TEXT },
	{ "first", "at", TCN_TABLE_TIME },
	{ "last", "last", TCN_TABLE_TIME },
};
static const struct tcn_table_column sources[] = {
	{ "source", "source", TCN_TABLE_TEXT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
	{ "copies", "copies", TCN_TABLE_COUNT },
	{ "excerpts", "excerpts", TCN_TABLE_COUNT },
	{ "first", "first", TCN_TABLE_COUNT },
	{ "followed", "followed", TCN_TABLE_COUNT },
};

/* By enum tcn_stats_table_id. */
static const struct {
	const char *name, *title;
	bool of_copies;
	const struct tcn_table_column *columns;
	size_t columns_n;
} heads[TCN_STATS_TABLES] = {
	{ "totals", "In all", true, COLUMNS(totals) },
	{ "copies", "How much is like an earlier article", true,
	    COLUMNS(copies) },
	{ "spreads", "How many", true, COLUMNS(spreads) },
	{ "days", "Articles a day", false, COLUMNS(days) },
	{ "busiest", "The busiest days", false, COLUMNS(days) },
	{ "weekdays", "Articles by weekday", false, COLUMNS(weekdays) },
	{ "hours", "Articles by hour (UTC)", false, COLUMNS(hours) },
	{ "sources", "Sources", false, COLUMNS(sources) },
	{ "languages", "Languages", false, COLUMNS(languages) },
	{ "words", "Articles by number of words", false, COLUMNS(bins) },
	{ "partners", "Articles by number of others with the same text", true,
	    COLUMNS(bins) },
	{ "texts", "Texts reprinted most", true, COLUMNS(texts) },
	{ "first", "Sources that were first with a text", true,
	    COLUMNS(sources) },
	{ "followers", "Sources that followed with it", true,
	    COLUMNS(sources) },
	/* tcn_reliability_table() has its head. */
	{ "reliability", NULL, false, NULL, 0 },
};

/* ---- rows ---- */

/* Adds a row of zeros. */
static union tcn_table_cell *
add_row(struct tcn_stats_tables *to, enum tcn_stats_table_id id)
{
	return tcn_table_add(&to->at[id], &to->arena);
}

static double
share(uint64_t part, uint64_t of)
{
	return of ? (double)part / (double)of : 0;
}

static void
make_totals(const struct tcn_stats *stats, struct tcn_stats_tables *to)
{
	union tcn_table_cell *row = add_row(to, TCN_STATS_TABLE_TOTALS);
	bool dated = stats->first_day <= stats->last_day;
	size_t span = dated ? stats->last_day - stats->first_day + 1 : 1;
	uint64_t named = 0;

	for (size_t i = 0; i < stats->sources.n; i++)
		named += i != TCN_STATS_SOURCES_UNNAMED &&
		    stats->sources.at[i].articles;
	row[0].n = stats->articles;
	row[1].n = stats->repeats;
	row[2].n = stats->undated;
	row[3].ms = dated ? tcn_stats_day_ms(stats->first_day) : TCN_UNDATED;
	row[4].ms = dated ? tcn_stats_day_ms(stats->last_day) : TCN_UNDATED;
	row[5].x = (double)(stats->articles - stats->undated) / (double)span;
	row[6].n = named;
	row[7].n = stats->langs.n -
	    (tcn_intern_find(&stats->langs, tcn_str("")) != TCN_INTERN_NONE);
	row[8].n = stats->textless;
	row[9].n = stats->forms.forms;
	row[10].n = stats->groups.over;
	row[11].x = tcn_reliability_error(&stats->categories);
}

static void
add_share(const struct tcn_stats *stats, const char *kind, uint64_t articles,
    struct tcn_stats_tables *to)
{
	union tcn_table_cell *row = add_row(to, TCN_STATS_TABLE_COPIES);

	row[0].text = tcn_str(kind);
	row[1].n = articles;
	row[2].x = share(articles, stats->articles);
}

static void
make_copies(const struct tcn_stats *stats, struct tcn_stats_tables *to)
{
	static const struct {
		const char *kind;
		enum tcn_stats_likeness like;
	} rows[] = {
		{ "of these word for word", TCN_STATS_EXACT },
		{ "of these nearly so", TCN_STATS_NEAR },
		{ "of these by their sentences", TCN_STATS_SENTENCES },
		{ "excerpts", TCN_STATS_EXCERPT },
		{ "later versions of a page", TCN_STATS_VERSION },
	};
	const uint64_t *like = stats->like;

	add_share(stats, "copies",
	    like[TCN_STATS_EXACT] + like[TCN_STATS_NEAR] +
		like[TCN_STATS_SENTENCES],
	    to);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		add_share(stats, rows[i].kind, like[rows[i].like], to);
	add_share(stats, "filled-in forms", stats->forms.articles, to);
	if (!stats->rewrites && !stats->pair_forms)
		return; /* they were not looked for */
	add_share(stats, "rewrites of another", stats->rewrites, to);
	add_share(stats, "forms, by their whole texts", stats->pair_forms, to);
}

static void
add_spread(const char *of, const struct tcn_stats_spread *spread,
    struct tcn_stats_tables *to)
{
	union tcn_table_cell *row = add_row(to, TCN_STATS_TABLE_SPREADS);

	row[0].text = tcn_str(of);
	row[1].n = spread->n;
	row[2].x = tcn_stats_spread_mean(spread);
	row[3].n = tcn_stats_spread_quantile(spread, 0.25);
	row[4].n = tcn_stats_spread_quantile(spread, 0.5);
	row[5].n = tcn_stats_spread_quantile(spread, 0.75);
	row[6].n = spread->most;
}

/* ---- time ---- */

static void
put_day(const struct tcn_stats *stats, size_t day, enum tcn_stats_table_id id,
    struct tcn_stats_tables *to)
{
	union tcn_table_cell *row = add_row(to, id);

	row[0].ms = tcn_stats_day_ms(day);
	row[1].n = stats->days[day].articles;
	row[2].n = stats->days[day].copies;
}

/* The busiest days, by repeated search: there are few of them. */
static void
make_busiest(const struct tcn_stats *stats, struct tcn_stats_tables *to)
{
	uint32_t most = UINT32_MAX;
	size_t after = 0;

	for (size_t n = 0; n < stats->conf.top; n++) {
		size_t best = TCN_STATS_DAYS;

		for (size_t d = stats->first_day; d <= stats->last_day; d++) {
			uint32_t a = stats->days[d].articles;

			/* Behind the last one found, in order. */
			if (a && (a < most || (a == most && d > after)) &&
			    (best == TCN_STATS_DAYS ||
				a > stats->days[best].articles))
				best = d;
		}
		if (best == TCN_STATS_DAYS)
			return;
		most = stats->days[best].articles;
		after = best;
		put_day(stats, best, TCN_STATS_TABLE_BUSIEST, to);
	}
}

static void
make_times(const struct tcn_stats *stats, struct tcn_stats_tables *to)
{
	static const char *const names[7] = { "Monday", "Tuesday", "Wednesday",
		"Thursday", "Friday", "Saturday", "Sunday" };
	uint64_t dated = stats->articles - stats->undated;

	for (size_t d = stats->first_day; d <= stats->last_day; d++)
		put_day(stats, d, TCN_STATS_TABLE_DAYS, to);
	make_busiest(stats, to);
	for (size_t i = 0; i < 7; i++) {
		union tcn_table_cell *row =
		    add_row(to, TCN_STATS_TABLE_WEEKDAYS);

		row[0].text = tcn_str(names[i]);
		row[1].n = stats->weekdays[i];
		row[2].x = share(stats->weekdays[i], dated);
	}
	for (size_t i = 0; i < 24; i++) {
		union tcn_table_cell *row = add_row(to, TCN_STATS_TABLE_HOURS);

		row[0].n = i;
		row[1].n = stats->hours[i];
		row[2].x = share(stats->hours[i], dated);
	}
}

/* ---- bins ---- */

/* Bins that end at 1, 2 and 5 times powers of ten: 0, 1, 2 to 4, 5 to 9, 10 to
 * 19, ... up to the greatest number. */
static void
make_bins(const struct tcn_stats_spread *spread, enum tcn_stats_table_id id,
    struct tcn_stats_tables *to)
{
	static const unsigned steps[] = { 1, 2, 5 };
	uint64_t from = 0, ten = 1;

	for (size_t i = 0; spread->n && from <= spread->most; i++) {
		uint64_t end = steps[i % 3] * ten;
		uint64_t n = tcn_stats_spread_between(spread, from, end);
		union tcn_table_cell *row;

		if (n || to->at[id].rows_n) {
			row = add_row(to, id);
			row[0].n = from;
			row[1].n = end - 1;
			row[2].n = n;
			row[3].x = share(n, spread->n);
		}
		from = end;
		ten *= i % 3 == 2 ? 10 : 1;
	}
}

/* ---- lists ---- */

struct ranked {
	uint64_t by; /* more come first */
	uint32_t row;
};

static int
compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->by != b->by)
		return a->by > b->by ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

static uint64_t
rank_by(const struct tcn_stats_source *source, enum tcn_stats_table_id id)
{
	return id == TCN_STATS_TABLE_FIRST    ? source->first
	    : id == TCN_STATS_TABLE_FOLLOWERS ? source->followed
					      : source->articles;
}

static void
put_source(const struct tcn_stats *stats, uint32_t at,
    enum tcn_stats_table_id id, struct tcn_stats_tables *to)
{
	const struct tcn_stats_source *source = &stats->sources.at[at];
	union tcn_table_cell *row = add_row(to, id);

	row[0].text = source->name;
	row[1].n = source->articles;
	row[2].x = share(source->articles, stats->articles);
	row[3].n = source->copies;
	row[4].n = source->excerpts;
	row[5].n = source->first;
	row[6].n = source->followed;
}

static void
make_sources(const struct tcn_stats *stats, enum tcn_stats_table_id id,
    struct tcn_stats_tables *to)
{
	size_t n = stats->sources.n;
	struct ranked *ranked = tcn_arena_zalloc(&to->arena, n, sizeof *ranked);

	for (size_t i = 0; i < n; i++)
		ranked[i] = (struct ranked){ rank_by(&stats->sources.at[i], id),
			(uint32_t)i };
	qsort(ranked, n, sizeof *ranked, compare_ranked);
	for (size_t i = 0; i < n && i < stats->conf.top && ranked[i].by; i++)
		put_source(stats, ranked[i].row, id, to);
}

static void
make_languages(const struct tcn_stats *stats, struct tcn_stats_tables *to)
{
	size_t n = stats->langs.n;
	struct ranked *ranked =
	    tcn_arena_zalloc(&to->arena, n + 1, sizeof *ranked);

	for (size_t i = 0; i < n; i++)
		ranked[i] =
		    (struct ranked){ stats->lang_articles[i], (uint32_t)i };
	qsort(ranked, n, sizeof *ranked, compare_ranked);
	for (size_t i = 0; i < n && i < stats->conf.top; i++) {
		struct tcn_str lang =
		    tcn_intern_at(&stats->langs, ranked[i].row);
		union tcn_table_cell *row =
		    add_row(to, TCN_STATS_TABLE_LANGUAGES);

		row[0].text = lang.n ? lang : tcn_str("(not known)");
		row[1].n = ranked[i].by;
		row[2].x = share(ranked[i].by, stats->articles);
	}
}

static void
make_texts(const struct tcn_stats *stats, struct tcn_stats_tables *to)
{
	for (size_t i = 0; i < stats->groups.texts_n; i++) {
		const struct tcn_stats_text *text = &stats->groups.texts[i];
		union tcn_table_cell *row = add_row(to, TCN_STATS_TABLE_TEXTS);

		tcn_safe_text(&to->arena, tcn_str(text->title), TITLE_CHARS,
		    &row[0].text);
		row[1].n = text->articles;
		row[2].n = text->sources;
		row[3].text = stats->sources.at[text->first].name;
		row[4].ms = text->first_ms;
		row[5].ms = text->last_ms;
	}
}

/* ---- all ---- */

void
tcn_stats_tables_make(const struct tcn_stats *stats,
    struct tcn_stats_tables *to)
{
	assert(stats->finished);
	*to = (struct tcn_stats_tables){ 0 };
	tcn_arena_init(&to->arena, 0);
	for (size_t i = 0; i < TCN_STATS_TABLES; i++)
		to->at[i] = (struct tcn_table){
			.name = heads[i].name,
			.title = heads[i].title,
			.columns = heads[i].columns,
			.columns_n = heads[i].columns_n,
		};
	make_totals(stats, to);
	make_copies(stats, to);
	add_spread("words of an article", &stats->words, to);
	add_spread("others with the text of an article that has any",
	    &stats->groups.partners, to);
	add_spread("minutes from the first of a text to a reprint",
	    &stats->groups.minutes, to);
	make_times(stats, to);
	make_bins(&stats->words, TCN_STATS_TABLE_WORDS, to);
	make_bins(&stats->groups.partners, TCN_STATS_TABLE_PARTNERS, to);
	make_sources(stats, TCN_STATS_TABLE_SOURCES, to);
	make_languages(stats, to);
	make_texts(stats, to);
	make_sources(stats, TCN_STATS_TABLE_FIRST, to);
	make_sources(stats, TCN_STATS_TABLE_FOLLOWERS, to);
	tcn_reliability_table(&stats->categories, &to->arena,
	    &to->at[TCN_STATS_TABLE_RELIABILITY]);
}

void
tcn_stats_tables_fini(struct tcn_stats_tables *tables)
{
	tcn_arena_fini(&tables->arena);
}

bool
tcn_stats_table_of_copies(size_t id)
{
	assert(id < TCN_STATS_TABLES);
	return heads[id].of_copies;
}
