/*
 * What comes again at its address, changed, is a version of what came first,
 * and counts once; however the stream is cut up, and also when many articles
 * have one link.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/json_article.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "tests/base/long.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/pipeline/pipeline.h"

enum {
	ITEMS = 400,
	PAGES = 90,
	MINUTES = 7, /* between two items */
};

static char dir[64];

static void
put_words(struct tcn_buf *out, uint64_t first, unsigned n, const char *end)
{
	for (unsigned i = 0; i < n; i++) {
		piped_word(out, first + i);
		tcn_buf_z(out, i + 1 < n ? " " : end);
	}
}

/*
 * The nth item: of this page, edited so many times before. Nine words of its
 * title stay, one is new; of four sentences the last is new.
 */
static void
put_item(struct tcn_buf *out, unsigned nth, unsigned page, unsigned edits,
    const char *path)
{
	tcn_buf_clear(out);
	tcn_buf_printf(out,
	    "{\"id\":\"n%u\",\"ts\":%u,\"source\":\"site %u\",\"lang\":\"en\","
	    "\"url\":\"https://site%u.example%s\",\"title\":\"",
	    nth, 1000000 + nth * MINUTES * 60, page % 9, page % 9, path);
	put_words(out, page * 1000, 9, " ");
	put_words(out, 700000 + nth, 1, "\",\"text\":\"");
	for (unsigned i = 0; i < 3; i++) {
		tcn_buf_z(out, "The ");
		put_words(out, page * 1000 + 10 + i * 8, 8, ". ");
	}
	tcn_buf_z(out, "The ");
	put_words(out, 800000 + page * 1000 + edits * 8, 8, ".\"}");
}

static struct tcn_pipeline *
open_pipe_by(const char *db, const char *versions, const char *rule)
{
	const char *const settings[] = { versions, rule, "near.horizon=12h",
		NULL };

	return piped_open(db, settings, 0);
}

static struct tcn_pipeline *
open_pipe(const char *db, const char *versions)
{
	return open_pipe_by(db, versions, "rules.kind=story");
}

static struct tcn_placement
feed(struct tcn_pipeline *pipe, const struct tcn_buf *line)
{
	struct tcn_pipeline_outcome outcome =
	    piped_feed(pipe, tcn_buf_view(line));

	ck_assert_uint_eq(outcome.repeat_of, 0);
	ck_assert(!outcome.placement.version_of ||
	    (!outcome.changes.rulings_n && !outcome.changes.events_n));
	return outcome.placement;
}

static const char *
path(const char *name)
{
	static char full[128];

	snprintf(full, sizeof full, "%s/%s", dir, name);
	return full;
}

/* The pages, as a plain model has them. */
struct page {
	unsigned edits, last; /* last: nth item */
	uint64_t first; /* seq; 0: none yet */
};

/* Which page the nth item is of: pages come into use one after the other, and
 * each is edited for a while, some again when they were forgotten. */
static unsigned
page_of(unsigned nth)
{
	uint64_t mixed = XXH3_64bits(&nth, sizeof nth);
	unsigned newest = nth * PAGES / ITEMS;

	return mixed % 3 ? newest : (unsigned)(mixed / 3 % (newest + 1));
}

/* Feeds items [from, to) and compares with the model. */
static void
feed_range(struct tcn_pipeline *pipe, struct page *pages, unsigned from,
    unsigned to)
{
	struct tcn_buf line = { 0 };

	for (unsigned i = from; i < to; i++) {
		struct page *page = &pages[page_of(i)];
		bool known =
		    page->first && (i - page->last) * MINUTES < 12 * 60;
		struct tcn_placement place;
		char at[32];

		snprintf(at, sizeof at, "/news/%u", page_of(i));
		put_item(&line, i, page_of(i), page->edits, at);
		place = feed(pipe, &line);
		ck_assert_uint_eq(place.version_of, known ? page->first : 0);
		ck_assert(!place.version_of || !place.story);
		if (!known)
			page->first = place.seq;
		page->edits++;
		page->last = i;
	}
	tcn_buf_fini(&line);
}

START_TEST(versions_are_those_of_the_model)
{
	struct page whole[PAGES] = { 0 }, cut[PAGES] = { 0 };
	struct tcn_pipeline *pipe;
	struct tcn_err err = { 0 };
	uint64_t sum;

	temp_dir(dir);
	pipe = open_pipe(path("whole.db"), "input.versions=fold");
	feed_range(pipe, whole, 0, ITEMS);
	ck_assert_uint_gt(tcn_pipeline_counts(pipe)->versions, ITEMS / 4);
	ck_assert_uint_lt(tcn_pipeline_counts(pipe)->versions,
	    ITEMS - PAGES + 1);
	sum = piped_finish(pipe);
	for (unsigned i = 0; i < ITEMS; i += 23) {
		pipe = open_pipe(path("cut.db"), "input.versions=fold");
		feed_range(pipe, cut, i, i + 23 < ITEMS ? i + 23 : ITEMS);
		if (i + 23 >= ITEMS)
			break;
		ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
		tcn_pipeline_close(pipe);
	}
	ck_assert_uint_eq(piped_finish(pipe), sum);
	temp_drop(dir);
}
END_TEST

/* A feed that gives its front page, or one page, as the link of everything. */
START_TEST(one_link_does_not_make_news_one)
{
	static const char *const links[] = { "", "/", "/feed", "/?from=feed" };
	struct tcn_pipeline *pipe = open_pipe(NULL, "input.versions=fold");
	struct tcn_buf line = { 0 };

	for (unsigned i = 0; i < 200; i++) {
		put_item(&line, i, 9 * i, 0, links[_i]);
		ck_assert_uint_eq(feed(pipe, &line).version_of, 0);
	}
	tcn_buf_fini(&line);
	tcn_pipeline_close(pipe);
}
END_TEST

/* Whoever copies a later version copies the page's text. */
START_TEST(copies_of_a_version_are_of_its_origin)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, "input.versions=fold");
	struct tcn_placement first, second, copy;
	struct tcn_buf line = { 0 };
	char *id;

	put_item(&line, 0, 1, 0, "/a");
	first = feed(pipe, &line);
	put_item(&line, 1, 1, 1, "/a?utm_source=mail");
	second = feed(pipe, &line);
	ck_assert_uint_eq(second.version_of, first.seq);
	ck_assert_uint_eq(second.duplicate_of, 0);
	ck_assert_uint_eq(second.text, first.seq);
	id = strstr(line.at, "site 1"); /* the same words, from elsewhere */
	id[5] = '8';
	strstr(line.at, "site1.")[4] = '8';
	strstr(line.at, "n1")[1] = '2';
	copy = feed(pipe, &line);
	ck_assert_uint_eq(copy.version_of, 0);
	ck_assert_uint_eq(copy.duplicate_of, second.seq);
	ck_assert_uint_eq(copy.text, first.seq);
	ck_assert_uint_eq(copy.story, first.story);
	ck_assert_uint_eq(copy.origin, first.seq);
	tcn_buf_fini(&line);
	tcn_pipeline_close(pipe);
}
END_TEST

/* A page whose first version copies what another site had, comes again under
 * another id; then a third site copies that: each names an article with a row.
 */
START_TEST(a_copy_may_be_the_first_version)
{
#define BETA "\"source\":\"Beta\",\"url\":\"http://beta.example/vex\","
	static const char *const lines[] = {
		"{\"id\":\"a\",\"ts\":1700000000,\"source\":\"Alpha\",\"lang\":"
		"\"en\",\"title\":\"St. Vex files for bankruptcy in US\"}",
		"{\"id\":\"b\",\"ts\":1700000037," BETA "\"lang\":"
		"\"en\",\"title\":\"St. Vex files for US bankruptcy\"}",
		"{\"id\":\"c\",\"ts\":1700000037," BETA "\"lang\":"
		"\"en\",\"title\":\"St. Vex files for US bankruptcy\"}",
		"{\"id\":\"d\",\"ts\":1700000064,\"source\":\"Gamma\",\"lang\":"
		"\"en\",\"title\":\"St Vex files US bankruptcy\"}",
	};
	struct tcn_placement places[4];
	struct tcn_pipeline *pipe;

	temp_dir(dir);
	pipe = open_pipe(path("copied.db"), "input.versions=fold");
	for (int i = 0; i < 4; i++)
		places[i] = piped_feed(pipe, tcn_str(lines[i])).placement;
	for (int i = 1; i < 4; i++) {
		ck_assert_uint_eq(places[i].duplicate_of, 1);
		ck_assert_uint_eq(places[i].text, 1);
	}
	ck_assert_uint_eq(places[2].version_of, 2);
	ck_assert_uint_eq(places[3].version_of, 0);
	piped_finish(pipe);
	temp_drop(dir);
}
END_TEST

/*
 * A text without sentences to compare, and its last word the nth; of a site.
 * edited: a third of its words, though not of its title, are others.
 */
static void
put_long(struct tcn_buf *out, unsigned nth, unsigned site, bool edited,
    unsigned last)
{
	tcn_buf_clear(out);
	tcn_buf_printf(out,
	    "{\"id\":\"l%u\",\"ts\":%u,\"source\":\"site %u\",\"lang\":\"en\","
	    "\"url\":\"https://site%u.example/long\",\"title\":\"",
	    nth, 1000000 + nth * MINUTES * 60, site, site);
	put_words(out, 1000, 9, "\",\"text\":\"");
	put_words(out, 2000, 80, " ");
	put_words(out, edited ? 5000 : 3000, 40, " ");
	put_words(out, 9000 + last, 1, "\"}");
}

/* By its fingerprint, where there are no sentences. */
START_TEST(near_copies_of_a_version_are_copies)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, "input.versions=fold");
	struct tcn_placement first, second, copy;
	struct tcn_buf line = { 0 };
	unsigned found = 0;

	put_long(&line, 0, 1, false, 0);
	first = feed(pipe, &line);
	put_long(&line, 1, 1, true, 0);
	second = feed(pipe, &line);
	ck_assert_uint_eq(second.version_of, first.seq);
	ck_assert_int_gt(__builtin_popcountll(first.fingerprint ^
			     second.fingerprint),
	    7);
	for (unsigned i = 2; i < 12; i++) {
		put_long(&line, i, i, true, i);
		copy = feed(pipe, &line);
		found += copy.distance > 0 && copy.duplicate_of == second.seq &&
		    copy.text == first.seq;
	}
	ck_assert_uint_gt(found, 5);
	/* The page once more, a word changed: near its second version. */
	put_long(&line, 12, 1, true, 99);
	copy = feed(pipe, &line);
	ck_assert_uint_eq(copy.version_of, first.seq);
	ck_assert_uint_eq(copy.duplicate_of, 0);
	tcn_buf_fini(&line);
	tcn_pipeline_close(pipe);
}
END_TEST

/* A version that has the very words of another site's article is of its own
 * page's text; that article is still of its own. */
START_TEST(a_version_may_copy_another_text)
{
	struct tcn_pipeline *pipe;
	struct tcn_placement first, other, version, copy;
	struct tcn_buf line = { 0 };

	temp_dir(dir);
	/* Both are not one by their runs of words. */
	pipe = piped_open(path("other.db"),
	    (const char *const[]){
		"input.versions=fold", "shingle.origin=false", NULL },
	    0);
	put_long(&line, 0, 1, false, 0);
	first = feed(pipe, &line);
	put_long(&line, 1, 2, true, 0);
	other = feed(pipe, &line);
	ck_assert_uint_eq(other.text, other.seq);
	put_long(&line, 2, 1, true, 0);
	version = feed(pipe, &line);
	ck_assert_uint_eq(version.version_of, first.seq);
	ck_assert_uint_eq(version.duplicate_of, other.seq);
	ck_assert_uint_eq(version.text, first.seq);
	put_long(&line, 3, 3, true, 0);
	copy = feed(pipe, &line);
	ck_assert_uint_eq(copy.duplicate_of, other.seq);
	ck_assert_uint_eq(copy.text, other.seq);
	tcn_buf_fini(&line);
	piped_finish(pipe);
	temp_drop(dir);
}
END_TEST

/* What a site says at its one address so many minutes after the first. */
static struct tcn_placement
say(struct tcn_pipeline *pipe, unsigned minutes, const char *site,
    const char *title)
{
	static unsigned id;
	struct tcn_placement place;
	struct tcn_buf line = { 0 };

	tcn_buf_printf(&line,
	    "{\"id\":\"s%u\",\"ts\":%u,\"source\":\"%s\",\"lang\":\"en\","
	    "\"url\":\"https://%s.example/now\",\"title\":\"%s\"}",
	    id++, 1000000 + minutes * 60, site, site, title);
	place = feed(pipe, &line);
	tcn_buf_fini(&line);
	return place;
}

/* A page that was seen later is filled anew with an older copy: as long as the
 * page is known, so is of which text it is. */
START_TEST(a_page_keeps_its_text_as_long_as_its_name)
{
	struct tcn_pipeline *pipe;
	struct tcn_placement other, first, version;
	char title[64];

	temp_dir(dir);
	pipe = open_pipe(path("late.db"), "input.versions=fold");
	other = say(pipe, 0, "a", "Ferry sinks off Harwick with forty aboard");
	for (unsigned i = 1; i < 12; i++) {
		snprintf(title, sizeof title, "Matter%u number%u of%u", i, i,
		    i);
		say(pipe, i * 50, "b", title);
	}
	say(pipe, 600, "c", "Council votes on a new budget");
	first = say(pipe, 60, "c", "Ferry sinks off Harwick with forty aboard");
	ck_assert_uint_eq(first.duplicate_of, other.seq);
	for (unsigned i = 12; i < 17; i++) {
		snprintf(title, sizeof title, "Matter%u number%u of%u", i, i,
		    i);
		say(pipe, i * 50, "b", title);
	}
	version =
	    say(pipe, 810, "c", "Ferry sinks off Harwick with sixty aboard");
	ck_assert_uint_eq(version.version_of, first.seq);
	ck_assert_uint_eq(version.text, other.seq);
	piped_finish(pipe);
	temp_drop(dir);
}
END_TEST

/* Events of a rule that counts what is similar, about one page that is edited
 * again and again and two copies of it. */
static uint64_t
events_of_edits(const char *versions)
{
	struct tcn_pipeline *pipe =
	    open_pipe_by(NULL, versions, "rules.kind=similar");
	struct tcn_buf line = { 0 };
	uint64_t events;

	for (unsigned i = 0; i < 30; i++) {
		struct tcn_pipeline_outcome outcome;

		put_long(&line, i, i % 15 == 14 ? i : 1, false, i);
		outcome = piped_feed(pipe, tcn_buf_view(&line));
		ck_assert_uint_eq(outcome.repeat_of, 0);
	}
	events = tcn_pipeline_counts(pipe)->events;
	tcn_buf_fini(&line);
	tcn_pipeline_close(pipe);
	return events;
}

START_TEST(versions_are_nothing_similar)
{
	ck_assert_uint_eq(events_of_edits("input.versions=fold"), 0);
	ck_assert_uint_eq(events_of_edits("input.versions=count"), 1);
}
END_TEST

START_TEST(counted_they_are_items_like_any_other)
{
	struct tcn_pipeline *pipe = open_pipe(NULL, "input.versions=count");
	struct tcn_buf line = { 0 };

	for (unsigned i = 0; i < 20; i++) {
		struct tcn_placement place;

		put_item(&line, i, 1, i, "/a");
		place = feed(pipe, &line);
		ck_assert_uint_eq(place.version_of, 0);
		ck_assert_uint_ne(place.story, 0);
	}
	tcn_buf_fini(&line);
	tcn_pipeline_close(pipe);
}
END_TEST

/* The first one counts; no version does. */
START_TEST(versions_join_no_story)
{
	struct tcn_pipeline *pipe;
	struct tcn_store_item_list items;
	struct tcn_buf line = { 0 };
	struct tcn_err err = { 0 };
	struct tcn_arena arena;

	temp_dir(dir);
	tcn_arena_init(&arena, 0);
	pipe = open_pipe(path("story.db"), "input.versions=fold");
	for (unsigned i = 0; i < 20; i++) {
		put_item(&line, i, 1, i, "/a");
		feed(pipe, &line);
	}
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
	ck_assert_int_eq(tcn_store_story_items(tcn_pipeline_store(pipe), 1, 0,
			     &arena, &items),
	    TCN_OK);
	ck_assert_uint_eq(items.n, 1);
	ck_assert_int_eq(tcn_store_versions(tcn_pipeline_store(pipe), 1, 0,
			     &arena, &items),
	    TCN_OK);
	ck_assert_uint_eq(items.n, 19);
	for (size_t i = 1; i < items.n; i++)
		ck_assert(!tcn_str_equal(items.at[i].article.text,
		    items.at[i - 1].article.text));
	tcn_pipeline_close(pipe);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&line);
	temp_drop(dir);
}
END_TEST

TCN_TESTS(versions)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, versions_are_those_of_the_model);
	tcase_add_loop_test(tc, one_link_does_not_make_news_one, 0, 4);
	tcase_add_test(tc, copies_of_a_version_are_of_its_origin);
	tcase_add_test(tc, a_copy_may_be_the_first_version);
	tcase_add_test(tc, a_version_may_copy_another_text);
	tcase_add_test(tc, a_page_keeps_its_text_as_long_as_its_name);
	tcase_add_test(tc, near_copies_of_a_version_are_copies);
	tcase_add_test(tc, versions_are_nothing_similar);
	tcase_add_test(tc, counted_they_are_items_like_any_other);
	tcase_add_test(tc, versions_join_no_story);
}
