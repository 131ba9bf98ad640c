/*
 * What a quiet morning is filled up with.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "tests/tools/tell/edition/oster.h"

#define DAY     (24 * 60) /* minutes */
#define HEADING "## Also much reported\n"

static const char *const verdict[] = {
	"Kadri Lorenz found guilty of Havel bank fraud",
	"Court in Havel finds Kadri Lorenz guilty of fraud",
	"Banker Kadri Lorenz guilty in Havel fraud trial",
	"Havel fraud: Kadri Lorenz guilty, will appeal",
	"Kadri Lorenz to serve nine years for Havel fraud",
};
static const char *const notice[] = {
	"Tolmin Fund - Net Asset Value",
	"Tolmin Fund II - Net Asset Value",
	"Tolmin Fund III - Net Asset Value",
};
static const char *const guide[] = {
	"Vend ferry sinks off Tarn, crew saved",
	"Crew of Vend ferry saved off Tarn",
	"Ferry from Vend lost off Tarn",
};

/* Stores n titles of a story, from number seq on, a minute after another. The
 * last says how likely it is news. */
static void
put_story(uint64_t seq, uint64_t story, int minute, const char *const *titles,
    size_t n, uint16_t news)
{
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(oster.st, &tx));
	for (size_t i = 0; i < n; i++, seq++) {
		const char source[] = { (char)('A' + i), '\0' };
		char id[16], url[64];
		struct tcn_article article = { .key = { seq, 9 },
			.ts_ms = oster_minute_ms(minute + (int)i) };
		struct tcn_placement place = { .seq = seq,
			.ts_ms = article.ts_ms,
			.publisher = (uint64_t)source[0],
			.text_key = seq,
			.origin = seq,
			.story = story,
			.news = i + 1 == n ? news : 0 };

		snprintf(id, sizeof id, "s%d", (int)seq);
		snprintf(url, sizeof url, "https://x.example/%s", id);
		article.id = tcn_str(id);
		article.url = tcn_str(url);
		article.source = tcn_str(source);
		article.title = tcn_str(titles[i]);
		article.text = article.category = tcn_str("");
		ck_assert(!tcn_store_put_article(tx, &article, "en", &place));
	}
	ck_assert(!tcn_store_commit(oster.st));
}

/* An event on the ferry, which is of another story. */
static void
put_ferry(uint64_t item, int minute)
{
	const struct tcn_story_term terms[] = { { TCN_STR("ferry"), 1, 0 },
		{ TCN_STR("Tarn"), 1, 0 }, { TCN_STR("Vend"), 1, 0 } };
	struct tcn_event event = { .id = "ferry",
		.rule = TCN_STR("story"),
		.story = item,
		.revision = 1,
		.severity = TCN_SEVERITY_HIGH,
		.fired_ms = oster_minute_ms(minute),
		.changed_ms = oster_minute_ms(minute),
		.first_ms = oster_minute_ms(minute),
		.last_ms = oster_minute_ms(minute),
		.items = 1,
		.origins = 1,
		.publishers = 1,
		.central = item,
		.terms = terms,
		.terms_n = 3,
		.evidence = &item,
		.evidence_n = 1 };
	struct tcn_store_tx *tx;

	event.languages.n = 1;
	strcpy(event.languages.at[0], "en");
	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_event(tx, &event));
	ck_assert(!tcn_store_commit(oster.st));
}

static void
make(const char *name, int day, struct tcn_buf *text)
{
	ck_assert_uint_eq(oster_step(oster.st, name,
			      oster_minute_ms(day * DAY + 1), 0, text),
	    1);
}

START_TEST(a_quiet_day_is_filled)
{
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "daily", oster_minute_ms(5), 0, NULL);
	put_story(1, 1, 400, verdict, 3, 500);
	put_story(4, 4, 420, notice, 3, 40);
	put_story(7, 7, 440, guide, 3, 700);
	put_story(10, 10, 460, guide + 2, 1, 0);
	put_ferry(10, 460);
	make("daily", 1, &text);
	oster_must_have(text.at, HEADING);
	oster_must_have(text.at, "guilty");
	oster_must_have(text.at, "(3 texts, 3 publishers; since ");
	oster_must_have(text.at, "https://x.example/s");
	/* No notices, and no matter that an event tells. */
	oster_must_not_have(text.at, "Tolmin");
	oster_must_not_have(text.at, "(1 text");
	ck_assert(strstr(text.at, "Tarn") < strstr(text.at, HEADING));
	oster_must_have_once(text.at, "Tarn");
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(it_is_told_again_when_it_grew)
{
	struct tcn_buf text = { 0 };

	oster_step(oster.st, "daily", oster_minute_ms(5), 0, NULL);
	put_story(1, 1, 400, verdict, 3, 500);
	make("daily", 1, &text);
	oster_must_have(text.at, HEADING);
	make("daily", 2, &text);
	oster_must_not_have(text.at, "Lorenz");
	/* The same matter in another story. */
	put_story(4, 4, 2 * DAY + 60, verdict + 2, 3, 500);
	make("daily", 3, &text);
	oster_must_not_have(text.at, "Lorenz");
	put_story(7, 1, 3 * DAY + 60, verdict + 2, 3, 500);
	make("daily", 4, &text);
	oster_must_have(text.at, HEADING);
	oster_must_have(text.at, "6 texts (3 in no. 1)");
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(some_editions_are_not_filled)
{
	struct tcn_buf text = { 0 };
	static const char *const names[] = { "hourly", "bare", "of-rule" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		oster_step(oster.st, names[i], oster_minute_ms(5), 0, NULL);
	put_story(1, 1, 20, verdict, 3, 500);
	ck_assert_uint_eq(oster_step(oster.st, "hourly", oster_minute_ms(61), 0,
			      &text),
	    1);
	oster_must_not_have(text.at, "Lorenz");
	for (size_t i = 1; i < sizeof names / sizeof *names; i++) {
		make(names[i], 1, &text);
		oster_must_not_have(text.at, "Lorenz");
	}
	tcn_buf_fini(&text);
}
END_TEST

static void
merge(uint64_t story, uint64_t into)
{
	const struct tcn_story merged = {
		.id = story, .merged_into = into, .closed = true
	};
	struct tcn_store_tx *tx;

	ck_assert(!tcn_store_begin(oster.st, &tx));
	ck_assert(!tcn_store_put_story(tx, &merged));
	ck_assert(!tcn_store_commit(oster.st));
}

/* What comes behind the cut changes nothing: items, a merge, an event. */
START_TEST(a_filled_one_is_made_again)
{
	const struct tcn_store_edition *row;
	struct tcn_buf text = { 0 }, again = { 0 };
	struct tcn_edition edition;

	oster_step(oster.st, "daily", oster_minute_ms(5), 0, NULL);
	put_story(1, 1, 400, verdict, 3, 500);
	put_story(4, 4, 420, guide, 2, 90);
	put_story(6, 6, 430, guide + 2, 1, 90);
	merge(6, 4);
	put_story(7, 7, 440, notice, 3, 20);
	make("daily", 1, &text);
	oster_must_have(text.at, "Lorenz");
	oster_must_have(text.at, "Tarn");
	put_story(10, 1, DAY + 60, verdict + 3, 2, 1);
	merge(4, 1);
	put_ferry(4, DAY + 120);
	ck_assert(!tcn_edition_at(oster.st, oster_conf("daily"),
	    oster_minute_ms(DAY), oster.prep, &oster.arena, &edition, &row));
	ck_assert_ptr_nonnull(row);
	tcn_edition_write(&edition, TCN_EDITION_MD, &again);
	ck_assert_str_eq(again.at, text.at);
	tcn_buf_fini(&again);
	tcn_buf_fini(&text);
}
END_TEST

static enum tcn_rc
collect(void *ctx, const struct tcn_edition *edition)
{
	tcn_edition_write(edition, TCN_EDITION_JSON, ctx);
	return TCN_OK;
}

START_TEST(a_dry_run_tells_it_once)
{
	struct tcn_buf text = { 0 };

	put_story(1, 1, 400, verdict, 3, 500);
	put_story(4, 4, DAY + 60, verdict + 2, 3, 500);
	ck_assert(!tcn_edition_try(oster.st, oster_conf("daily"), oster.prep,
	    oster_minute_ms(1), oster_minute_ms(2 * DAY + 1), collect, &text));
	oster_must_have_once(text.at, "\"also\":[\n{\"story\":1,\"headline\":");
	oster_must_have_once(text.at, "\"also\":[]");
	oster_must_have(text.at, "\"also\":1");
	tcn_buf_fini(&text);
}
END_TEST

TCN_TESTS(edition_fill)
{
	tcase_add_checked_fixture(tc, oster_set_up, oster_tear_down);
	tcase_add_test(tc, a_quiet_day_is_filled);
	tcase_add_test(tc, it_is_told_again_when_it_grew);
	tcase_add_test(tc, some_editions_are_not_filled);
	tcase_add_test(tc, a_filled_one_is_made_again);
	tcase_add_test(tc, a_dry_run_tells_it_once);
}
