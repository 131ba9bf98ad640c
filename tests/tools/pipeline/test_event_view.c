/* A view of events by words: what it is compared with. */
#include "tests/base/run.h"

#include "sql/store.h"
#include "tools/pipeline/event_view.h"

static struct tcn_store *st;
static struct tcn_store_tx *tx;
static struct tcn_arena arena;
static const struct tcn_story_term terms[] = { { TCN_STR("harbour"), 1, 0 } };

static void
set_up(void)
{
	const struct tcn_article a = {
		.id = TCN_STR("a"),
		.source = TCN_STR("Paper"),
		.title = TCN_STR("Fähre sinkt vor Élan Bay"),
		.ts_ms = 1000,
		.key = { 1, 2 },
	};
	const struct tcn_placement p = {
		.seq = 1, .ts_ms = 1000, .origin = 1, .text = 1, .story = 1
	};

	tcn_arena_init(&arena, 0);
	ck_assert(!tcn_store_open(":memory:", TCN_STORE_CREATE, &st, NULL));
	ck_assert(!tcn_store_begin(st, &tx));
	ck_assert(!tcn_store_put_article(tx, &a, "de", &p));
}

static void
tear_down(void)
{
	tcn_store_close(st);
	tcn_arena_fini(&arena);
}

/* Whether q finds an event of the article; headline: its own, or none. */
static bool
finds(const char *q, const char *headline)
{
	const struct tcn_event event = {
		.id = "e",
		.central = 1,
		.headline = { .text = tcn_str(headline) },
		.terms = terms,
		.terms_n = 1,
	};
	struct tcn_event_view view = { 0 };
	bool lets = false;

	ck_assert(!tcn_event_view_take(&view, "q", q, &arena, NULL));
	ck_assert(!tcn_event_view_lets_event(&view, st, &event, &arena, &lets));
	return lets;
}

START_TEST(words_are_those_that_the_page_shows)
{
	ck_assert(finds("ferry", "Ferry sinks"));
	ck_assert(finds("SINK ferr", "Ferry sinks"));
	ck_assert(finds("harb", "Ferry sinks"));
	ck_assert(!finds("erry", "Ferry sinks"));
	ck_assert(!finds("ferry fähre", "Ferry sinks"));
	/* Without a headline of its own it shows the article's title. */
	ck_assert(finds("fahre ELAN harbour", ""));
	ck_assert(!finds("ferry", ""));
}
END_TEST

TCN_TESTS(event_view)
{
	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, words_are_those_that_the_page_shows);
}
