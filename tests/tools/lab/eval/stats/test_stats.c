/*
 * The counts of an archive, against counting by hand from plain lists.
 */
#include "tests/base/in_preparer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "tools/lab/eval/stats/stats_impl.h"
#include "tools/lab/eval/stats/stats_tables.h"

#define HORIZON_MS (3 * TCN_DAY_MS)
#define FIRST_MS   (INT64_C(1700000000) * 1000)

/* ---- counts that must agree do ---- */

static enum tcn_rc
stats_recent_check(const struct tcn_stats_recent *recent, struct tcn_err *err)
{
	uint32_t older = 0;
	size_t n = 0, spare = 0;

	for (uint32_t i = recent->oldest; i; n++) {
		const struct tcn_stats_recent_link *link =
		    &recent->links[i - 1];
		const uint64_t *at = tcn_map_find(&recent->at, link->key);

		if (n > recent->used || link->older != older)
			return tcn_err_set(err, TCN_CORRUPT,
			    "row %u is not linked as the one before it says",
			    i - 1);
		if (!at || *at != i - 1)
			return tcn_err_set(err, TCN_CORRUPT,
			    "row %u is not found by its key", i - 1);
		older = i;
		i = link->newer;
	}
	for (uint32_t i = recent->free; i && spare <= recent->used; spare++)
		i = recent->links[i - 1].older;
	if (older != recent->newest || n != recent->at.n ||
	    n + spare != recent->used)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu rows are listed and %zu are free, of %u", n, spare,
		    recent->used);
	return TCN_OK;
}

static enum tcn_rc
check_sum(const char *of, uint64_t sum, uint64_t want, struct tcn_err *err)
{
	if (sum == want)
		return TCN_OK;
	return tcn_err_set(err, TCN_CORRUPT, "%s add up to %llu, not %llu", of,
	    (unsigned long long)sum, (unsigned long long)want);
}

static uint64_t
sum_of(const uint64_t *counts, size_t n)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += counts[i];
	return sum;
}

static enum tcn_rc
stats_check(const struct tcn_stats *stats, struct tcn_err *err)
{
	uint64_t dated = stats->articles - stats->undated, days = 0;
	uint64_t sources = 0, copies = 0, excerpts = 0;
	enum tcn_rc rc =
	    check_sum("hours", sum_of(stats->hours, 24), dated, err);

	for (size_t i = 0; i < TCN_STATS_DAYS; i++)
		days += stats->days[i].articles;
	for (size_t i = 0; i < stats->sources.n; i++) {
		sources += stats->sources.at[i].articles;
		copies += stats->sources.at[i].copies;
		excerpts += stats->sources.at[i].excerpts;
	}
	if (!rc)
		rc = check_sum("weekdays", sum_of(stats->weekdays, 7), dated,
		    err);
	if (!rc)
		rc = check_sum("days", days, dated, err);
	if (!rc)
		rc = check_sum("sources", sources, stats->articles, err);
	if (!rc)
		rc = check_sum("copies of sources", copies,
		    sum_of(stats->like + TCN_STATS_EXACT,
			TCN_STATS_SENTENCES - TCN_STATS_EXACT + 1),
		    err);
	if (!rc)
		rc = check_sum("excerpts of sources", excerpts,
		    stats->like[TCN_STATS_EXCERPT], err);
	if (!rc)
		rc = check_sum("kinds of likeness",
		    sum_of(stats->like, TCN_STATS_LIKENESSES), stats->articles,
		    err);
	if (!rc && stats->langs.n)
		rc = check_sum("languages",
		    sum_of(stats->lang_articles, stats->langs.n),
		    stats->articles, err);
	if (!rc)
		rc = check_sum("words", stats->words.n, stats->articles, err);
	if (!rc)
		rc = stats_recent_check(&stats->groups.items, err);
	if (!rc)
		rc = stats_recent_check(&stats->groups.families, err);
	return rc ? rc : stats_recent_check(&stats->forms.shapes, err);
}

/* ---- spreads ---- */

static const uint64_t bounds[] = { 3, 900, 1023, 1024, 5000, 70000,
	UINT64_C(1) << 40 };

START_TEST(a_spread_knows_quantiles_of_a_sorted_list)
{
	struct tcn_stats_spread *spread = tcn_mem_calloc(1, sizeof *spread);
	static uint64_t list[1000];
	uint64_t seed = 5;
	size_t n = sizeof list / sizeof *list;

	for (size_t i = 0; i < n; i++) {
		list[i] = random_next(&seed) % (bounds[_i] + 1);
		tcn_stats_spread_add(spread, list[i], 1);
	}
	qsort(list, n, sizeof *list, tcn_compare_u64);
	ck_assert_uint_eq(spread->most, list[n - 1]);
	for (size_t i = 1; i <= n; i++) {
		uint64_t got =
		    tcn_stats_spread_quantile(spread, (double)i / (double)n);
		uint64_t want = list[i - 1];

		ck_assert_uint_le(got, want);
		ck_assert_uint_ge(got + want / 512, want);
		ck_assert(want >= TCN_STATS_SPREAD_EXACT || got == want);
	}
	tcn_mem_free(spread);
}
END_TEST

START_TEST(a_spread_counts_ranges)
{
	struct tcn_stats_spread *spread = tcn_mem_calloc(1, sizeof *spread);

	ck_assert_uint_eq(tcn_stats_spread_quantile(spread, 0.5), 0);
	ck_assert_uint_eq(tcn_stats_spread_between(spread, 0, 10), 0);
	for (uint64_t i = 0; i < 30000; i++)
		tcn_stats_spread_add(spread, i, 2);
	tcn_stats_spread_add(spread, UINT64_MAX, 1);
	ck_assert_uint_eq(tcn_stats_spread_between(spread, 0, 10), 20);
	ck_assert_uint_eq(tcn_stats_spread_between(spread, 1000, 2000), 2000);
	ck_assert_uint_eq(tcn_stats_spread_between(spread, 5000, 10000), 10000);
	ck_assert_uint_eq(tcn_stats_spread_between(spread, 10000, UINT64_MAX),
	    40001);
	ck_assert_uint_eq(spread->most, UINT64_MAX);
	tcn_mem_free(spread);
}
END_TEST

/* ---- recent rows ---- */

START_TEST(recent_rows_are_dropped_in_the_order_they_were_touched)
{
	struct tcn_stats_recent recent;
	uint64_t order[64], seed = 9, key;
	size_t n = 0;

	tcn_stats_recent_init(&recent, 24);
	for (int step = 0; step < 5000; step++) {
		uint64_t touched = random_below(&seed, 80), *row;
		size_t at = 0;

		while (at < n && order[at] != touched)
			at++;
		if (at == n && n == 64) {
			/* full: the oldest goes */
			row = tcn_stats_recent_oldest(&recent, &key);
			ck_assert_uint_eq(key, order[0]);
			ck_assert_uint_eq(*row, key * 3);
			tcn_stats_recent_drop(&recent, key);
			ck_assert_ptr_null(tcn_stats_recent_find(&recent, key));
			memmove(order, order + 1, --n * sizeof *order);
			at = n;
		}
		row = tcn_stats_recent_touch(&recent, touched);
		ck_assert_uint_eq(*row, at == n ? 0 : touched * 3);
		*row = touched * 3;
		if (at < n)
			memmove(order + at, order + at + 1,
			    (n - at - 1) * sizeof *order);
		else
			n++;
		order[n - 1] = touched;
		ck_assert_uint_eq(tcn_stats_recent_n(&recent), n);
		if (step % 100 == 0)
			ck_sound(stats_recent_check, &recent);
	}
	tcn_stats_recent_fini(&recent);
}
END_TEST

/* ---- families ---- */

enum {
	ITEMS = 4000,
	SOURCES = 40
};

static struct model_item {
	int64_t ts_ms;
	uint32_t source, copy_of; /* number; 0: none */
	uint32_t words;
} items[ITEMS + 1];

/* Articles over weeks, a third of them copies of one of the last days. */
static void
make_items(uint64_t *seed)
{
	int64_t ts_ms = FIRST_MS;

	for (uint32_t i = 1; i <= ITEMS; i++) {
		uint32_t of = i - 1 - random_below(seed, i < 60 ? i : 60);

		ts_ms += random_below(seed, 40) * TCN_MINUTE_MS;
		while (of && items[of].copy_of)
			of = items[of].copy_of;
		if (random_below(seed, 3) ||
		    (of && ts_ms - items[of].ts_ms > HORIZON_MS))
			of = 0;
		items[i] =
		    (struct model_item){ ts_ms, random_below(seed, SOURCES), of,
			    random_below(seed, 3000) };
	}
}

static uint64_t likenesses[3];

/* What item i is counted as: a copy, an excerpt, or neither. */
static uint64_t *
like_of(uint32_t i)
{
	return &likenesses[!items[i].copy_of ? 2 : i % 3 ? 0 : 1];
}

static void
add_item(struct tcn_stats *stats, uint32_t i)
{
	static char name[32];
	struct tcn_article article = { .id = tcn_str("x") };
	struct tcn_doc doc = { .article = &article,
		.ts_ms = items[i].ts_ms,
		.title = tcn_str("t"),
		.lang = "en",
		.words_n = items[i].words };
	struct tcn_placement place = { .seq = i,
		.ts_ms = items[i].ts_ms,
		.publisher = items[i].source + 1,
		.distance = i % 2 };

	*(i % 3 ? &place.duplicate_of : &place.excerpt_of) = items[i].copy_of;
	*like_of(i) += 1;

	snprintf(name, sizeof name, "source %u", items[i].source);
	article.source = tcn_str(name);
	ck_assert_int_eq(tcn_stats_add(stats, &doc, &place), TCN_OK);
}

static struct tcn_stats *
new_stats(const struct tcn_stats_conf *conf)
{
	struct tcn_stats *stats;

	stats = tcn_stats_new(conf);
	return stats;
}

/* What a recount of all items says of the family of item i, an original. */
struct family {
	uint64_t articles;
	bool by[SOURCES];
	uint32_t sources;
};

static struct family
recount(uint32_t i)
{
	struct family family = { .articles = 1, .sources = 1 };

	family.by[items[i].source] = true;
	for (uint32_t j = i + 1; j <= ITEMS; j++) {
		if (items[j].copy_of != i)
			continue;
		family.articles++;
		family.sources += !family.by[items[j].source];
		family.by[items[j].source] = true;
	}
	return family;
}

static void
check_sources(const struct tcn_stats *stats, const uint64_t *first,
    const uint64_t *followed)
{
	size_t found = 0;

	for (size_t i = TCN_STATS_SOURCES_NAMED; i < stats->sources.n; i++) {
		const struct tcn_stats_source *source = &stats->sources.at[i];
		unsigned number;

		ck_assert_int_eq(sscanf(source->name.at, "source %u", &number),
		    1);
		ck_assert_uint_eq(source->first, first[number]);
		ck_assert_uint_eq(source->followed, followed[number]);
		found++;
	}
	ck_assert_uint_eq(found, SOURCES);
}

START_TEST(families_are_those_of_a_recount)
{
	struct tcn_stats_conf conf = { .horizon_ms = HORIZON_MS, .top = 5 };
	struct tcn_stats *stats = new_stats(&conf);
	uint64_t seed = (uint64_t)_i, first[SOURCES] = { 0 };
	uint64_t followed[SOURCES] = { 0 }, with = 0, sum = 0, most = 0;
	size_t families = 0, at_once = 0;

	make_items(&seed);
	memset(likenesses, 0, sizeof likenesses);
	for (uint32_t i = 1; i <= ITEMS; i++) {
		add_item(stats, i);
		if (tcn_stats_recent_n(&stats->groups.families) > at_once)
			at_once = tcn_stats_recent_n(&stats->groups.families);
	}
	tcn_stats_finish(stats);
	ck_sound(stats_check, stats);
	for (uint32_t i = 1; i <= ITEMS; i++) {
		struct family f;

		if (items[i].copy_of)
			continue;
		f = recount(i);
		if (f.articles == 1)
			continue;
		families++;
		with += f.articles;
		sum += f.articles * (f.articles - 1);
		most = f.articles - 1 > most ? f.articles - 1 : most;
		first[items[i].source] += f.sources > 1;
		for (uint32_t s = 0; s < SOURCES; s++)
			followed[s] += f.by[s] && s != items[i].source;
	}
	ck_assert_uint_eq(stats->like[TCN_STATS_EXACT] +
		stats->like[TCN_STATS_NEAR],
	    likenesses[0]);
	ck_assert_uint_eq(stats->like[TCN_STATS_EXCERPT], likenesses[1]);
	ck_assert_uint_eq(stats->like[TCN_STATS_NEW], likenesses[2]);
	ck_assert_uint_gt(likenesses[1], 100);
	ck_assert_uint_gt(families, 100);
	ck_assert_uint_eq(stats->groups.over, families);
	ck_assert_uint_lt(at_once, families / 2); /* they do end */
	ck_assert_uint_eq(stats->groups.partners.n, with);
	ck_assert_uint_eq((uint64_t)stats->groups.partners.sum, sum);
	ck_assert_uint_eq(stats->groups.partners.most, most);
	ck_assert_uint_eq(stats->groups.texts_n, 5);
	ck_assert_uint_eq(stats->groups.texts[0].articles, most + 1);
	for (size_t i = 0; i < 5; i++) {
		const struct tcn_stats_text *text = &stats->groups.texts[i];
		struct family f = recount((uint32_t)text->root);

		ck_assert_uint_eq(text->articles, f.articles);
		ck_assert_uint_eq(text->sources, f.sources);
		ck_assert(!i || text[-1].articles >= text->articles);
	}
	check_sources(stats, first, followed);
	tcn_stats_free(stats);
}
END_TEST

START_TEST(limits_bound_what_is_kept_and_counts_stay_whole)
{
	struct tcn_stats_conf conf = { .horizon_ms = HORIZON_MS,
		.sources_max = 7,
		.items_max = 20,
		.forms_max = 3 };
	struct tcn_stats *stats = new_stats(&conf);
	uint64_t seed = 77;

	make_items(&seed);
	for (uint32_t i = 1; i <= ITEMS; i++) {
		add_item(stats, i);
		ck_assert_uint_le(tcn_stats_recent_n(&stats->groups.items), 20);
		ck_assert_uint_le(tcn_stats_recent_n(&stats->forms.shapes), 3);
	}
	tcn_stats_finish(stats);
	ck_sound(stats_check, stats);
	ck_assert_uint_eq(stats->sources.n, TCN_STATS_SOURCES_NAMED + 7);
	ck_assert_uint_gt(stats->sources.at[0].articles, ITEMS / 2);
	ck_assert_uint_gt(stats->groups.items_dropped, 0);
	tcn_stats_free(stats);
}
END_TEST

/* ---- forms ---- */

/* Adds n titles of a source, printed with 0 to n - 1, a day apart. */
static void
add_titles(struct tcn_stats *stats, const char *format, const char *source,
    int n)
{
	static uint64_t seq;

	for (int i = 0; i < n; i++) {
		char title[120];
		struct tcn_article article = { .id = tcn_str("x"),
			.source = tcn_str(source),
			.lang = tcn_str("en"),
			.ts_ms = FIRST_MS + i * TCN_DAY_MS };
		struct tcn_placement place = { .seq = ++seq,
			.ts_ms = article.ts_ms };
		struct tcn_doc doc;

#pragma GCC diagnostic push

#pragma GCC diagnostic ignored "-Wformat-nonliteral"

		snprintf(title, sizeof title, format, i);
#pragma GCC diagnostic pop

		article.title = tcn_str(title);
		tcn_prepare(prep, &article, &arena, &doc);
		place.publisher = doc.publisher;
		ck_assert_int_eq(tcn_stats_add(stats, &doc, &place), TCN_OK);
	}
}

static const struct {
	const char *format;
	int n;
	uint64_t forms, articles;
} forms[] = {
	{ "Gold price falls to 12%d dollars", 5, 1, 5 },
	{ "Gold price falls to 12%d dollars", 9, 1, 9 },
	{ "Gold price falls to 12%d dollars", 4, 0, 0 },
	{ "Shares of the company Acme%c rise after results", 6, 1, 6 },
	{ "Weather", 5, 1, 5 }, /* the same, on five days */
	{ "The %d", 20, 0, 0 }, /* says nothing */
	{ "%d", 20, 0, 0 },
	{ "", 20, 0, 0 },
};

START_TEST(forms_are_titles_filled_in)
{
	struct tcn_stats_conf conf = { .horizon_ms = HORIZON_MS };
	struct tcn_stats *stats = new_stats(&conf);
	char format[120];
	char *mark;

	snprintf(format, sizeof format, "%s", forms[_i].format);
	mark = strstr(format, "%c"); /* a name: Acme0, but in letters */
	if (mark)
		for (int i = 0; i < forms[_i].n; i++) {
			static const char *const names[] = { "Albion",
				"Borealis", "Corvus", "Dorado", "Electra",
				"Fornax" };

			snprintf(format, sizeof format,
			    "Shares of the company %s rise after results",
			    names[i]);
			add_titles(stats, format, "Wire", 1);
		}
	else
		add_titles(stats, format, "Wire", forms[_i].n);
	/* Another source's titles are none of its form. */
	add_titles(stats, forms[_i].n > 4 ? "Something else again" : format,
	    "Other", 1);
	tcn_stats_finish(stats);
	ck_assert_uint_eq(stats->forms.forms, forms[_i].forms);
	ck_assert_uint_eq(stats->forms.articles, forms[_i].articles);
	tcn_stats_free(stats);
}
END_TEST

/* ---- tables ---- */

START_TEST(an_empty_archive_has_tables)
{
	struct tcn_stats_conf conf = { .horizon_ms = HORIZON_MS };
	struct tcn_stats *stats = new_stats(&conf);
	struct tcn_stats_tables tables;
	struct tcn_buf out = { 0 };

	tcn_stats_finish(stats);
	ck_sound(stats_check, stats);
	tcn_stats_tables_make(stats, &tables);
	tcn_stats_text(&tables, false, &out);
	tcn_stats_json(&tables, false, &out);
	tcn_stats_html(&tables, false, &out);
	for (size_t i = 0; i < TCN_STATS_TABLES; i++)
		tcn_stats_csv(&tables.at[i], &out);
	ck_assert_ptr_nonnull(strstr(out.at, "\"first_day\":null"));
	tcn_buf_fini(&out);
	tcn_stats_tables_fini(&tables);
	tcn_stats_free(stats);
}
END_TEST

START_TEST(text_from_outside_is_escaped_on_the_page)
{
	struct tcn_stats_conf conf = { .horizon_ms = HORIZON_MS };
	struct tcn_stats *stats = new_stats(&conf);
	struct tcn_article article = { .id = tcn_str("x"),
		.source = tcn_str("<script>x</script>") };
	struct tcn_doc doc = { .article = &article,
		.ts_ms = FIRST_MS,
		.title = tcn_str("<b>\"& a\x1b[2J") };
	struct tcn_stats_tables tables;
	struct tcn_buf out = { 0 };

	for (uint64_t i = 1; i <= 3; i++) {
		struct tcn_placement place = { .seq = i,
			.ts_ms = FIRST_MS,
			.publisher = i,
			.duplicate_of = i > 1 };

		ck_assert_int_eq(tcn_stats_add(stats, &doc, &place), TCN_OK);
	}
	tcn_stats_finish(stats);
	tcn_stats_tables_make(stats, &tables);
	tcn_stats_html(&tables, false, &out);
	ck_assert_ptr_null(strstr(out.at, "<script"));
	ck_assert_ptr_null(strstr(out.at, "<b>\"&"));
	ck_assert_ptr_nonnull(strstr(out.at, "&lt;b&gt;"));
	tcn_stats_text(&tables, false, &out);
	ck_assert_ptr_null(strchr(out.at, '\x1b'));
	tcn_buf_fini(&out);
	tcn_stats_tables_fini(&tables);
	tcn_stats_free(stats);
}
END_TEST

TCN_TESTS(stats)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(a_spread_knows_quantiles_of_a_sorted_list, bounds);
	tcase_add_test(tc, a_spread_counts_ranges);
	tcase_add_test(tc,
	    recent_rows_are_dropped_in_the_order_they_were_touched);
	tcase_add_loop_test(tc, families_are_those_of_a_recount, 1, 4);
	tcase_add_test(tc, limits_bound_what_is_kept_and_counts_stay_whole);
	TCN_EACH(forms_are_titles_filled_in, forms);
	tcase_add_test(tc, an_empty_archive_has_tables);
	tcase_add_test(tc, text_from_outside_is_escaped_on_the_page);
}
