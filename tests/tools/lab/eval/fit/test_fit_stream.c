/*
 * A generated stream and what a person might say of its stories: what became of
 * each judged item is counted, what is looked at are the stories at their
 * largest, and looking changes nothing.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tests/base/demo.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/csv.h"
#include "tools/lab/eval/fit/fit_stream.h"
#include "tools/pipeline/setup.h"

enum {
	ITEMS = 6000,
	MORE_THAN = 15,
};

struct seen {
	uint64_t story; /* that the item went to, after all merges */
	char id[32];
};

static char *lines[ITEMS];
static size_t lines_n;
static struct seen items[ITEMS];
static char event[TCN_EVENT_ID_BYTES]; /* the first one's id */
static uint64_t event_story, events;
static uint32_t largest; /* of its story */
static struct tcn_pipeline *pipe;

static void
open_pipe(void)
{
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_err err = { 0 };
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	tcn_setup_pipeline(&conf, &pipe_conf);
	pipe_conf.prepare.textcat_dir = NULL;
	ck_assert_msg(!tcn_pipeline_open(&pipe_conf, NULL, &pipe, &err), "%s",
	    err.text);
	tcn_conf_fini(&conf);
}

static void
read_line(size_t i, struct tcn_arena *arena, struct tcn_article *article)
{
	tcn_arena_reset(arena);
	ck_assert_int_eq(tcn_json_article(tcn_str(lines[i]), NULL, arena,
			     article, NULL),
	    TCN_OK);
}

static void
note_plain(size_t i, const struct tcn_pipeline_outcome *o)
{
	const struct tcn_detector_changes *changes = &o->changes;

	items[i].story = o->placement.story;
	if (changes->merged_from)
		for (size_t k = 0; k <= i; k++)
			if (items[k].story == changes->merged_from)
				items[k].story = changes->merged_into;
	for (size_t k = 0; k < changes->events_n; k++) {
		if (changes->events[k].revision != 1 || events++)
			continue;
		strcpy(event, changes->events[k].id);
		event_story = changes->events[k].story;
	}
	if (event_story && o->placement.story == event_story &&
	    changes->story_items > largest)
		largest = changes->story_items;
}

/* Makes the stream, and notes what becomes of it when nobody looks. */
static void
make_stream(void)
{
	struct tcn_demo *demo = demo_new(ITEMS, 3);
	struct tcn_arena arena;
	struct tcn_str line;

	tcn_arena_init(&arena, 0);
	open_pipe();
	for (lines_n = 0; lines_n < ITEMS; lines_n++) {
		struct tcn_article article;
		struct tcn_pipeline_outcome o;

		if (tcn_demo_next(demo, &line) != TCN_OK)
			break;
		lines[lines_n] = tcn_mem_dupz(line.at, line.n);
		read_line(lines_n, &arena, &article);
		snprintf(items[lines_n].id, sizeof items[0].id, "%.*s",
		    TCN_STR_ARG(article.id));
		ck_assert_int_eq(tcn_pipeline_article(pipe, &article,
				     TCN_CLOCK_NO_BOUND, &o, NULL),
		    TCN_OK);
		if (!o.repeat_of)
			note_plain(lines_n, &o);
	}
	tcn_demo_free(demo);
	tcn_arena_fini(&arena);
	tcn_pipeline_close(pipe);
	ck_assert_uint_ge(events, 2);
}

static void
drop_stream(void)
{
	for (size_t i = 0; i < lines_n; i++)
		tcn_mem_free(lines[i]);
}

/* Runs the stream through a look. */
static enum tcn_rc
look(struct tcn_fit_stream *stream, const struct tcn_fit_stories *judged,
    bool all)
{
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	open_pipe();
	tcn_fit_stream_open(stream, pipe, judged, all, MORE_THAN);
	rc = TCN_OK;
	for (size_t i = 0; !rc && i < lines_n; i++) {
		struct tcn_article article;
		struct tcn_err err = { 0 };

		read_line(i, &arena, &article);
		rc = tcn_fit_stream_step(stream, &article, &err);
	}
	tcn_arena_fini(&arena);
	return rc;
}

static void
parse(struct tcn_fit_stories *stories, struct tcn_buf *csv)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_fit_stories_parse(stories, "s.csv",
			  tcn_buf_view(csv), &err),
	    "%s", err.text);
	tcn_buf_fini(csv);
}

static void
make_fit(struct tcn_fit *fit)
{
	const char *names[TCN_FIT_FEATURES_MAX];
	const char *meanings[TCN_FIT_FEATURES_MAX];
	size_t n = tcn_fit_features(names, meanings);

	ck_assert_uint_ge(n, 5);
	tcn_fit_init(fit, names, meanings, n);
}

/* The first and the last item of a story, or of none (story 0). */
static const char *
item_of(uint64_t story, bool last)
{
	const char *id = NULL;

	for (size_t i = 0; i < lines_n; i++)
		if (items[i].story == story && (last || !id))
			id = items[i].id;
	ck_assert_ptr_nonnull(id);
	return id;
}

/* A story that stays small. */
static uint64_t
small_story(void)
{
	for (size_t i = 0; i < lines_n; i++) {
		size_t n = 0;

		for (size_t k = 0; k < lines_n; k++)
			n += items[k].story == items[i].story;
		if (items[i].story && n < MORE_THAN)
			return items[i].story;
	}
	ck_abort_msg("all stories are large");
}

START_TEST(what_became_of_each_line)
{
	struct tcn_fit_stories stories;
	struct tcn_fit_stream stream;
	struct tcn_fit_counts counts;
	struct tcn_fit fit;
	struct tcn_buf csv = { 0 };

	tcn_buf_printf(&csv, "item,real\n%s,yes\n%s,yes\n%s,yes\n",
	    item_of(event_story, false), item_of(event_story, true), event);
	tcn_buf_printf(&csv, "nobody,no\n%s,no\n",
	    item_of(small_story(), false));
	parse(&stories, &csv);
	ck_assert_int_eq(look(&stream, &stories, false), TCN_OK);
	ck_assert_uint_eq(tcn_pipeline_counts(pipe)->events, events);
	make_fit(&fit);
	tcn_fit_stream_rows(&stream, &fit, &counts);
	ck_assert_uint_eq(counts.judged, 5);
	ck_assert_uint_eq(counts.used, 1);
	ck_assert_uint_eq(counts.again, 2);
	ck_assert_uint_eq(counts.missing, 1);
	ck_assert_uint_eq(counts.small, 1);
	ck_assert_uint_eq(counts.contrary, 0);
	ck_assert_uint_eq(counts.lines_n, 2);
	ck_assert_uint_eq(counts.lines[0], 5);
	ck_assert_uint_eq(fit.n, 1);
	ck_assert(fit.rows[0].real);
	ck_assert_uint_gt(fit.rows[0].title.n, 0);
	ck_assert_uint_eq(tcn_fit_stream_final(&stream, stream.found[0])->items,
	    largest);
	tcn_fit_fini(&fit);
	tcn_fit_stream_close(&stream);
	tcn_fit_stories_fini(&stories);
	tcn_pipeline_close(pipe);
}
END_TEST

START_TEST(a_story_of_which_two_say_otherwise_is_left_out)
{
	struct tcn_fit_stories stories;
	struct tcn_fit_stream stream;
	struct tcn_fit_counts counts;
	struct tcn_fit fit;
	struct tcn_buf csv = { 0 };

	tcn_buf_printf(&csv, "item,real\n%s,yes\n%s,no\n",
	    item_of(event_story, false), item_of(event_story, true));
	parse(&stories, &csv);
	ck_assert_int_eq(look(&stream, &stories, false), TCN_OK);
	make_fit(&fit);
	tcn_fit_stream_rows(&stream, &fit, &counts);
	ck_assert_uint_eq(counts.used, 0);
	ck_assert_uint_eq(counts.contrary, 1);
	ck_assert_uint_eq(fit.n, 0);
	tcn_fit_fini(&fit);
	tcn_fit_stream_close(&stream);
	tcn_fit_stories_fini(&stories);
	tcn_pipeline_close(pipe);
}
END_TEST

/* What is drawn can be judged, and then is not drawn again. */
START_TEST(what_is_drawn_can_be_read_back)
{
	struct tcn_fit_stories stories = { 0 };
	struct tcn_fit_stream stream;
	struct tcn_fit_counts counts;
	struct tcn_buf table = { 0 }, judged = { 0 };
	struct tcn_arena arena;
	struct tcn_err err = { 0 };
	struct tcn_fit fit;
	struct tcn_csv csv;
	size_t first, second;

	ck_assert_int_eq(look(&stream, NULL, true), TCN_OK);
	tcn_fit_stream_draw(&stream, 2, 1, &table, &first);
	ck_assert_uint_eq(first, 2);
	tcn_fit_stream_close(&stream);
	tcn_pipeline_close(pipe);

	tcn_arena_init(&arena, 0);
	tcn_buf_z(&judged, "real,first_item\n");
	ck_assert_int_eq(tcn_csv_open(&csv, "t", tcn_buf_view(&table), &arena,
			     &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_csv_row(&csv), TCN_OK);
	ck_assert(tcn_csv_is(&csv.cells[1], "first_item"));
	while (tcn_csv_row(&csv) == TCN_OK) {
		ck_assert_uint_eq(csv.cells[0].text.n, 0);
		ck_assert_uint_gt(csv.cells[5].text.n, 0);
		tcn_buf_printf(&judged, "yes,%.*s\n",
		    TCN_STR_ARG(csv.cells[1].text));
	}
	parse(&stories, &judged);
	ck_assert_uint_eq(stories.n, 2);
	ck_assert_int_eq(look(&stream, &stories, true), TCN_OK);
	tcn_buf_clear(&table);
	tcn_fit_stream_draw(&stream, 1000, 1, &table, &second);
	for (uint32_t i = 0; i < 2; i++)
		ck_assert_ptr_null(strstr(table.at,
		    tcn_intern_at(&stories.ids, i).at));
	make_fit(&fit);
	tcn_fit_stream_rows(&stream, &fit, &counts);
	ck_assert_uint_eq(counts.used, 2);
	tcn_fit_fini(&fit);
	tcn_fit_stream_close(&stream);
	tcn_pipeline_close(pipe);
	tcn_fit_stories_fini(&stories);
	tcn_buf_fini(&table);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_SUITE(fit_stream)
{
	Suite *s = suite_create("fit_stream");
	TCase *tc = tcase_create("fit_stream");

	tcase_add_unchecked_fixture(tc, make_stream, drop_stream);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, what_became_of_each_line);
	tcase_add_test(tc, a_story_of_which_two_say_otherwise_is_left_out);
	tcase_add_test(tc, what_is_drawn_can_be_read_back);
	suite_add_tcase(s, tc);
	return s;
}
