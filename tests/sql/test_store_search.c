#include "tests/base/run.h"

#include <stdio.h>

#include "sql/store_facets.h"
#include "sql/store_read.h"
#include "sql/store_search.h"
#include "tests/base/random.h"
#include "tests/sql/sample.h"

static struct tcn_store *st;
static struct tcn_arena arena;

static void
setup(void)
{
	st = sample_store(5);
	tcn_arena_init(&arena, 0);
}

static void
teardown(void)
{
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

/* What was sent with a category and what has it by prediction are found. */
START_TEST(search_in_a_category)
{
	static const struct {
		const char *query, *category;
		size_t n;
	} asked[] = {
		{ "flood", "local", 30 }, /* every original */
		{ "flood", " LOCAL", 30 }, { "flood", "loca", 0 },
		{ "number5", "local", 1 }, /* predicted */
		{ "number6", "local", 1 }, /* sent */
		{ "", "Local", 30 }, { "", "other", 0 },
		{ "(((", "local", 0 }, /* words without a letter */
	};

	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		for (int order = 0; order < 2; order++) {
			struct tcn_store_search search = {
				.query = tcn_str(asked[i].query),
				.category = tcn_str(asked[i].category),
				.order = (enum tcn_store_search_order)order,
			};
			struct tcn_store_search_hits hits;

			ck_assert_int_eq(tcn_store_search_in(st, &search,
					     &arena, &hits),
			    TCN_OK);
			ck_assert_msg(hits.n == asked[i].n, "'%s' in %s: %zu",
			    asked[i].query, asked[i].category, hits.n);
			search.limit = 3;
			ck_assert_int_eq(tcn_store_search_in(st, &search,
					     &arena, &hits),
			    TCN_OK);
			ck_assert_uint_le(hits.n, 3);
		}
}
END_TEST

/* --- against a model: every item is looked at --- */

#define ITEMS    160
#define WORDS    5
#define STORIES  4 /* the last was merged into the first */
#define EVENT    "e1" /* of the first story */
#define EVIDENCE 3 /* an item of it, of no story */

static const char *const word_names[WORDS] = { "flood", "bridge", "ferry",
	"quake", "vote" };
static const char *const source_names[3] = { "Herald", "Argus", "Radio" };
static const char *const lang_names[2] = { "en", "fr" };
static const char *const category_names[3] = { "", "sport", "local" };

struct item {
	uint64_t seq, article, story, version_of;
	int64_t ts_ms;
	unsigned words, lang; /* of its text */
	unsigned source, category;
	bool predicted; /* the category is */
};

struct model {
	uint64_t random;
	struct item items[ITEMS + 1]; /* by seq */
	size_t n;
	struct tcn_store *st;
};

static void
make_item(struct model *m, struct item *item)
{
	uint64_t old = random_below(&m->random, (uint32_t)item->seq) + 1;

	item->article = item->seq;
	item->words = (unsigned)random_below(&m->random, 1 << WORDS);
	item->lang = (unsigned)random_below(&m->random, 2);
	if (item->seq > 5 && random_below(&m->random, 3) == 0) {
		item->article = m->items[old].article;
		item->words = m->items[item->article].words;
		item->lang = m->items[item->article].lang;
	} else if (item->seq > 5 && random_below(&m->random, 4) == 0) {
		item->version_of = m->items[old].version_of
		    ? m->items[old].version_of
		    : m->items[old].article;
	}
	item->ts_ms = (int64_t)(item->seq * 10 + random_below(&m->random, 300));
	item->source = (unsigned)random_below(&m->random, 3);
	item->category = (unsigned)random_below(&m->random, 3);
	item->predicted = random_below(&m->random, 2);
	item->story =
	    item->seq == EVIDENCE ? 0 : random_below(&m->random, STORIES + 1);
}

static void
put_item(struct tcn_store_tx *tx, const struct item *item)
{
	struct tcn_str category = tcn_str(category_names[item->category]);
	const struct tcn_placement place = {
		.seq = item->seq,
		.duplicate_of = item->article == item->seq ? 0 : item->article,
		.origin = item->article,
		.text = item->article,
		.ts_ms = item->ts_ms,
		.story = item->story,
		.version_of = item->version_of,
	};
	char id[32], text[200] = "In town a";
	struct tcn_article article = { .source =
					   tcn_str(source_names[item->source]),
		.key = { item->seq, 1 } };

	snprintf(id, sizeof id, "i%u", (unsigned)item->seq);
	for (size_t i = 0; i < WORDS; i++)
		if (item->words & 1u << i) {
			strcat(text, " ");
			strcat(text, word_names[i]);
		}
	article.id = tcn_str(id);
	article.text = tcn_str(text);
	article.title = tcn_str("News");
	article.ts_ms = item->ts_ms;
	if (item->predicted)
		article.predicted = category;
	else
		article.category = category;
	ck_assert_int_eq(tcn_store_put_article(tx, &article,
			     lang_names[item->lang], &place),
	    TCN_OK);
}

static void
put_event(struct tcn_store_tx *tx)
{
	static const uint64_t evidence[] = { EVIDENCE };
	const struct tcn_event event = { .id = EVENT,
		.rule = TCN_STR("story"),
		.story = 1,
		.revision = 1,
		.evidence = evidence,
		.evidence_n = 1 };

	for (uint64_t id = 1; id <= STORIES; id++) {
		const struct tcn_story story = { .id = id,
			.merged_into = id == STORIES ? 1 : 0,
			.items = 1,
			.central = 1 };

		ck_assert_int_eq(tcn_store_put_story(tx, &story), TCN_OK);
	}
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
}

static void
make(struct model *m, uint64_t seed, bool versions)
{
	struct tcn_err err;
	struct tcn_store_tx *tx;

	*m = (struct model){ .random = seed, .n = ITEMS };
	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &m->st,
			     &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(m->st, &tx), TCN_OK);
	for (uint64_t seq = 1; seq <= ITEMS; seq++) {
		m->items[seq].seq = seq;
		make_item(m, &m->items[seq]);
		if (!versions)
			m->items[seq].version_of = 0;
		put_item(tx, &m->items[seq]);
	}
	put_event(tx);
	ck_assert_int_eq(tcn_store_commit(m->st), TCN_OK);
}

/* What is asked, as the model takes it; negative: any. */
struct asked {
	unsigned words;
	int source, lang, category;
	bool event, all;
	int64_t since_ms, until_ms;
};

static bool
passes(const struct asked *asked, const struct item *item)
{
	if ((item->words & asked->words) != asked->words)
		return false;
	if (asked->source >= 0 && item->source != (unsigned)asked->source)
		return false;
	if (asked->lang >= 0 && item->lang != (unsigned)asked->lang)
		return false;
	if (asked->category > 0 && item->category != (unsigned)asked->category)
		return false;
	if (asked->event && item->story != 1 && item->story != STORIES &&
	    item->seq != EVIDENCE)
		return false;
	return (!asked->since_ms && !asked->until_ms) ||
	    (item->ts_ms >= asked->since_ms && item->ts_ms < asked->until_ms);
}

static bool
is_newer(const struct item *a, const struct item *b)
{
	return a->ts_ms != b->ts_ms ? a->ts_ms > b->ts_ms : a->seq > b->seq;
}

static uint64_t
page_of(const struct item *item)
{
	return item->version_of ? item->version_of : item->seq;
}

/* Whether the item is its text's first that passes. */
static bool
is_first(const struct model *m, const struct asked *asked,
    const struct item *item)
{
	for (uint64_t seq = 1; seq < item->seq && !asked->all; seq++)
		if (m->items[seq].article == item->article &&
		    passes(asked, &m->items[seq]))
			return false;
	return passes(asked, item);
}

static bool
is_hit(const struct model *m, const struct asked *asked,
    const struct item *item)
{
	for (uint64_t seq = 1; seq <= m->n && !asked->all; seq++)
		if (page_of(&m->items[seq]) == page_of(item) &&
		    is_newer(&m->items[seq], item) &&
		    is_first(m, asked, &m->items[seq]))
			return false;
	return is_first(m, asked, item);
}

static struct asked
make_asked(struct model *m, struct tcn_store_search *search, char *query)
{
	uint64_t *random = &m->random;
	struct asked asked = {
		.words = (unsigned)random_below(random, 1 << WORDS) &
		    (unsigned)random_below(random, 1 << WORDS),
		.source = (int)random_below(random, 5) - 2,
		.lang = (int)random_below(random, 4) - 2,
		.category = (int)random_below(random, 6) - 3,
		.event = random_below(random, 4) == 0,
		.all = random_below(random, 2),
	};

	*query = '\0';
	for (size_t i = 0; i < WORDS; i++)
		if (asked.words & 1u << i) {
			strcat(query, " ");
			strcat(query, word_names[i]);
		}
	if (random_below(random, 2)) {
		asked.since_ms = (int64_t)random_below(random, 1000) + 1;
		asked.until_ms =
		    asked.since_ms + (int64_t)random_below(random, 1500);
	}
	*search = (struct tcn_store_search){
		.query = tcn_str(query),
		.source =
		    tcn_str(asked.source < 0 ? "" : source_names[asked.source]),
		.lang = tcn_str(asked.lang < 0 ? "" : lang_names[asked.lang]),
		.category = tcn_str(asked.category < 0
			? ""
			: category_names[asked.category]),
		.event = tcn_str(asked.event ? EVENT : ""),
		.since_ms = asked.since_ms,
		.until_ms = asked.until_ms,
		.copies =
		    asked.all ? TCN_STORE_SEARCH_ALL : TCN_STORE_SEARCH_FOLD,
		.limit = 1 + (size_t)random_below(random, 7),
	};
	return asked;
}

/* Turns all pages: each hit comes once, with a whole block in order. */
static void
turn_pages(const struct model *m, const struct asked *asked,
    struct tcn_store_search *search)
{
	const struct item *last = NULL;
	bool seen[ITEMS + 1] = { false };
	struct tcn_store_search_hits hits;
	uint64_t found = 0, n = 0;
	bool counted = false;

	for (int page = 0; page == 0 || hits.more; page++) {
		ck_assert_int_lt(page, 2 * ITEMS);
		tcn_arena_reset(&arena);
		ck_assert_int_eq(tcn_store_search_in(m->st, search, &arena,
				     &hits),
		    TCN_OK);
		ck_assert_uint_le(hits.n, search->limit);
		if (page == 0) {
			counted = hits.counted && !hits.about;
			found = hits.found;
		}
		for (size_t i = 0; i < hits.n; i++, n++) {
			const struct item *at = &m->items[hits.at[i].seq];

			ck_assert_uint_eq(hits.at[i].article, at->article);
			ck_assert_int_eq(hits.at[i].ts_ms, at->ts_ms);
			ck_assert_msg(!seen[at->seq], "%u comes twice",
			    (unsigned)at->seq);
			seen[at->seq] = true;
			ck_assert(search->block || !last || is_newer(last, at));
			last = at;
		}
		if (hits.n > 1 && page % 3 == 0) {
			tcn_store_search_cut(&hits, hits.n - 1);
			n--;
			seen[hits.at[hits.n].seq] = false;
			last = &m->items[hits.at[hits.n - 1].seq];
		}
		search->after = hits.next;
	}
	for (uint64_t seq = 1; seq <= m->n; seq++)
		ck_assert_msg(seen[seq] == is_hit(m, asked, &m->items[seq]),
		    "'%.*s': item %u %s", TCN_STR_ARG(search->query),
		    (unsigned)seq, seen[seq] ? "is no hit" : "is left out");
	if (counted)
		ck_assert_uint_eq(found, n);
}

/* A search without words and filter finds nothing. */
static bool
asks(const struct asked *asked)
{
	return asked->words || asked->source >= 0 || asked->lang >= 0 ||
	    asked->category > 0 || asked->event || asked->until_ms;
}

START_TEST(search_agrees_with_a_model)
{
	bool small = _i % 2;
	struct tcn_store_search search;
	struct model m;
	char query[64];

	make(&m, (uint64_t)_i + 1, !small);
	for (int i = 0; i < 60; i++) {
		struct asked asked = make_asked(&m, &search, query);

		if (!asks(&asked))
			continue;
		search.block = small ? 4 : 0;
		turn_pages(&m, &asked, &search);
	}
	tcn_store_close(m.st);
}
END_TEST

/* How many hits there are, and their values by kind, narrowed one by one. */
static void
narrow_each(const struct model *m, const struct tcn_store_search *search,
    const struct tcn_store_facets *facets)
{
	for (int kind = 0; kind < TCN_STORE_FACETS; kind++)
		for (size_t i = 0; i < facets->of[kind].n; i++) {
			const struct tcn_store_facet_value *is =
			    &facets->of[kind].at[i];
			struct tcn_store_search narrow = *search;
			struct tcn_store_search_hits hits;

			*(kind == TCN_STORE_FACET_SOURCE       ? &narrow.source
				: kind == TCN_STORE_FACET_LANG ? &narrow.lang
				: kind == TCN_STORE_FACET_EVENT
				? &narrow.event
				: &narrow.category) = is->value;
			ck_assert(!tcn_store_search_in(m->st, &narrow, &arena,
			    &hits));
			ck_assert_msg(hits.n == is->n, "'%.*s' %d: %zu, not %u",
			    TCN_STR_ARG(is->value), kind, hits.n,
			    (unsigned)is->n);
			ck_assert(i == 0 || is->n <= is[-1].n);
		}
}

/* The values that are left out have no hits. */
START_TEST(facets_count_what_narrowing_leaves)
{
	struct tcn_store_facets facets;
	struct tcn_store_search search;
	char query[64];
	struct model m;
	size_t n = 0;

	make(&m, (uint64_t)_i + 1, true);
	for (int i = 0; i < 40; i++) {
		struct asked asked = make_asked(&m, &search, query);

		search.limit = 1000;
		ck_assert(!tcn_store_facets(m.st, &search, &arena, &facets));
		ck_assert(facets.whole);
		ck_assert_uint_le(facets.of[TCN_STORE_FACET_SOURCE].n, 3);
		if (!asks(&asked))
			continue;
		for (int k = 0; k < TCN_STORE_FACETS; k++)
			n += facets.of[k].n;
		narrow_each(&m, &search, &facets);
	}
	ck_assert_uint_gt(n, 40);
	tcn_store_close(m.st);
}
END_TEST

/* The most are named, and of so many the newest. */
START_TEST(facets_are_of_the_newest)
{
	struct tcn_store_search search = { .query = tcn_str("flood") };
	struct tcn_store_facets facets;
	struct tcn_store_tx *tx;
	struct model m;

	make(&m, 1, false);
	ck_assert(!tcn_store_begin(m.st, &tx));
	for (uint64_t seq = ITEMS + 1; seq < ITEMS + 1400; seq++) {
		const struct item item = { .seq = seq,
			.article = seq,
			.words = 1,
			.source = seq > ITEMS + 40 ? 1 : 2,
			.ts_ms = (int64_t)seq * 1000 };

		put_item(tx, &item);
	}
	ck_assert(!tcn_store_commit(m.st));
	ck_assert(!tcn_store_facets(m.st, &search, &arena, &facets));
	ck_assert(!facets.whole && facets.looked == TCN_STORE_FACETS_LOOKED);
	ck_assert_uint_eq(facets.of[TCN_STORE_FACET_SOURCE].n, 1);
	ck_assert_uint_eq(facets.of[TCN_STORE_FACET_SOURCE].at[0].n, 1000);
	tcn_store_close(m.st);
}
END_TEST

/* What arrives while somebody turns pages moves nothing. */
START_TEST(pages_stay_as_they_were)
{
	struct tcn_store_search search = { .query = tcn_str("flood"),
		.limit = 5 };
	struct tcn_store_search_hits first, second, again;
	struct item newer = {
		.seq = ITEMS + 1, .article = ITEMS + 1, .words = 1, .ts_ms = 1
	};
	struct tcn_store_tx *tx;
	struct model m;

	make(&m, 9, true);
	ck_assert(!tcn_store_search_in(m.st, &search, &arena, &first));
	search.after = first.next;
	ck_assert(!tcn_store_search_in(m.st, &search, &arena, &second));
	ck_assert(!tcn_store_begin(m.st, &tx));
	for (int i = 0; i < 30; i++, newer.seq++, newer.article++) {
		newer.ts_ms = i % 2 ? 1 : first.next.ts_ms;
		put_item(tx, &newer);
	}
	ck_assert(!tcn_store_commit(m.st));
	ck_assert(!tcn_store_search_in(m.st, &search, &arena, &again));
	ck_assert_uint_eq(again.n, second.n);
	for (size_t i = 0; i < again.n; i++)
		ck_assert_uint_eq(again.at[i].seq, second.at[i].seq);
	tcn_store_close(m.st);
}
END_TEST

/* Hits of more than one block are estimated by those of the first. */
START_TEST(hits_are_estimated)
{
	struct tcn_store_search search = {
		.query = tcn_str("flood"), .limit = 5, .block = 20
	};
	struct tcn_store_search_hits hits, all;

	ck_assert(!tcn_store_search_in(st, &search, &arena, &hits));
	search.block = 0;
	ck_assert(!tcn_store_search_in(st, &search, &arena, &all));
	ck_assert(hits.counted && hits.about && all.counted && !all.about);
	ck_assert_uint_eq(all.found, 30);
	ck_assert_uint_ge(hits.found, 24);
	ck_assert_uint_le(hits.found, 36);
}
END_TEST

/* --- snippets, and words that nothing holds --- */

#define BEGIN TCN_STORE_SEARCH_MARK_BEGIN
#define END   TCN_STORE_SEARCH_MARK_END

START_TEST(snippets_mark_the_words)
{
	const struct tcn_store_search_hit hits[] = { { .article = 3000 },
		{ .article = 1 }, { .article = 4000 }, { .article = 1 } };
	struct tcn_store_search_snippet *snippets;

	ck_assert(!tcn_store_search_snippets(st,
	    tcn_str("flood MAYOR \"old bridge\""), hits, 4, &arena, &snippets));
	ck_assert_str_eq(snippets[1].title.at,
	    BEGIN "Flood" END " number1 in Sampletown");
	ck_assert_ptr_nonnull(strstr(snippets[1].text.at,
	    "the " BEGIN "old bridge" END " at"));
	ck_assert_ptr_nonnull(strstr(snippets[1].text.at,
	    BEGIN "m\xc3\xa4yor" END));
	ck_assert_str_eq(snippets[3].title.at, snippets[1].title.at);
	ck_assert_uint_eq(snippets[2].title.n, 0);
	ck_assert(!tcn_store_search_snippets(st, tcn_str("absent"), hits, 4,
	    &arena, &snippets));
	ck_assert_uint_eq(snippets[1].text.n, 0);
	ck_assert(!tcn_store_search_snippets(st, tcn_str("flood"), hits, 0,
	    &arena, &snippets));
}
END_TEST

static const struct {
	const char *query, *instead;
	uint64_t articles;
} meant[] = {
	{ "flood", "", 30 },
	{ "flod", "flood", 0 },
	{ "fllood", "flood", 0 },
	{ "lfood", "flood", 0 },
	{ "Fl\xc3\xb6\xc3\xb6kk", "", 0 }, /* two letters */
	{ "Fl\xc3\xb6\xc3\xb6t", "flood", 0 },
	{ "mayo", "mayor", 0 }, /* as the index has it */
	{ "\"flod bridge\"", "", 0 },
	{ "xx", "", 0 },
	{ "((((", "", 0 },
	{ "\xff\xfe\xff\xff", "", 0 },
	{ "\xe6\xb4\xaa\xe6\xb0\xb4\xe3\x81\xae", "", 0 },
	{ "abcdefghijklmnopqrstuvwxyzabcdefgh", "", 0 },
};

START_TEST(a_word_near_to_it)
{
	struct tcn_store_search_word_list words;

	ck_assert(!tcn_store_search_words(st, tcn_str(meant[_i].query), &arena,
	    &words));
	ck_assert_uint_eq(words.n, 1);
	ck_assert_uint_eq(words.at[0].articles, meant[_i].articles);
	ck_assert_msg(tcn_str_equal(words.at[0].instead,
			  tcn_str(meant[_i].instead)),
	    "%s: %.*s", meant[_i].query, TCN_STR_ARG(words.at[0].instead));
}
END_TEST

START_TEST(words_are_looked_up_one_by_one)
{
	struct tcn_store_search_word_list words;

	ck_assert(!tcn_store_search_words(st,
	    tcn_str(" \"old bridge\" river nobdy a b c d e f g h "), &arena,
	    &words));
	ck_assert_uint_eq(words.n, 8);
	ck_assert(words.at[0].phrase && !words.at[1].phrase);
	ck_assert_uint_eq(words.at[0].articles, 30);
	ck_assert_uint_eq(words.at[1].articles, 30);
	ck_assert_uint_eq(words.at[2].articles, 0);
	ck_assert_str_eq(words.at[2].instead.at, "nobody");
}
END_TEST

TCN_TESTS(store_search)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, search_in_a_category);
	tcase_add_loop_test(tc, search_agrees_with_a_model, 0, 8);
	tcase_add_loop_test(tc, facets_count_what_narrowing_leaves, 0, 6);
	tcase_add_test(tc, facets_are_of_the_newest);
	tcase_add_test(tc, pages_stay_as_they_were);
	tcase_add_test(tc, hits_are_estimated);
	tcase_add_test(tc, snippets_mark_the_words);
	TCN_EACH(a_word_near_to_it, meant);
	tcase_add_test(tc, words_are_looked_up_one_by_one);
}
