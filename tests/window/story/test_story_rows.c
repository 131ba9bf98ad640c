#include "tests/base/run.h"
#include "tests/base/sound.h"

#include <check.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "tests/window/story/say.h"
#include "window/base/state.h"
#include "window/story/news_budget.h"
#include "window/story/story.h"
#include "window/story/story_history.h"

#define HISTORY_PERIODS (int64_t) tcn_numbers_default()->history_periods

#define FIELDS_MAX 16
#define PEAKS      64
#define MS_MAX     (INT64_MAX / 4)
#define FAR        ((uint64_t)MS_MAX + 1)

/* A number of so many bytes; of none: the row ends. */
struct field {
	uint64_t value;
	unsigned bytes;
};

static uint64_t
real(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static enum tcn_rc
load(struct tcn_story_index *s, uint32_t kind, uint64_t id,
    const struct field *fields)
{
	struct tcn_state_row row = { .kind = kind, .id = id };
	struct tcn_buf buf = { 0 };
	enum tcn_rc rc;

	for (; fields->bytes; fields++)
		for (unsigned left = fields->bytes; left;) {
			unsigned n = left < 8 ? left : 8;

			tcn_state_put_number(&buf, fields->value, n);
			left -= n;
		}
	row.bytes = buf.at;
	row.n = buf.n;
	rc = tcn_story_index_load(s, &row);
	tcn_buf_fini(&buf);
	return rc;
}

static enum tcn_rc
load_alone(uint32_t kind, uint64_t id, const struct field *fields)
{
	struct tcn_story_conf conf;
	struct tcn_story_index *s;
	enum tcn_rc rc;

	tcn_story_conf_default(&conf);
	s = tcn_story_index_new(&conf);
	rc = load(s, kind, id, fields);
	tcn_story_index_free(s);
	return rc;
}

/* The day, and of each step a count of 12 and a number of 8. */
#define BUDGET_BYTES (8 + TCN_NEWS_BUDGET_STEPS * 20)

START_TEST(heads_of_no_time_are_refused)
{
	static const struct {
		uint64_t now_ms, spoken;
		int sum;
		enum tcn_rc rc;
	} heads[] = {
		{ 5, 1, 0, TCN_OK },
		{ MS_MAX, INT32_MAX / 2, 0, TCN_OK },
		{ FAR, 1, 0, TCN_CORRUPT },
		{ (uint64_t)INT64_MIN, 1, 0, TCN_CORRUPT },
		{ 5, UINT32_MAX, 0, TCN_CORRUPT },
		{ 5, INT32_MAX, 0, TCN_CORRUPT },
		{ 5, 1, -1, TCN_CORRUPT },
	};

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct field fields[FIELDS_MAX] = { { 7, 4 },
			{ heads[i].now_ms, 8 }, { 5, 8 }, { 1, 1 }, { 0, 8 },
			{ heads[i].spoken, 4 }, { 0, 1 }, { 5, 8 },
			{ real(heads[i].sum), 8 }, { 0, 4 }, { 0, 12 },
			{ 0, BUDGET_BYTES }, { 0, 1 }, { 0, 12 }, { 0, 4 } };

		ck_assert_msg(load_alone(TCN_STATE_STORY_TOTALS, 0, fields) ==
			heads[i].rc,
		    "head %zu", i);
	}
}
END_TEST

START_TEST(terms_that_no_stream_makes_are_refused)
{
	static const struct {
		double sum;
		uint64_t epoch, reported_ms, spoken;
		enum tcn_rc rc;
	} terms[] = {
		{ 2, 7, 0, 0, TCN_OK },
		{ -1, 7, 0, 0, TCN_CORRUPT },
		{ NAN, 7, 0, 0, TCN_CORRUPT },
		{ INFINITY, 7, 0, 0, TCN_CORRUPT },
		{ 2, INT32_MAX, 0, 0, TCN_CORRUPT },
		{ 2, UINT32_C(1) << 31, 0, 0, TCN_CORRUPT },
		{ 2, 7, FAR, 0, TCN_CORRUPT },
		/* Nothing was said yet: there is no period 1. */
		{ 2, 7, 0, 1, TCN_CORRUPT },
		{ 2, 7, 0, UINT32_C(1) << 31, TCN_CORRUPT },
	};

	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
		struct field fields[FIELDS_MAX] = { { 1, 1 }, { 'x', 1 },
			{ real(terms[i].sum), 8 }, { terms[i].epoch, 4 },
			{ 0, 12 }, { terms[i].reported_ms, 8 }, { 0, 12 },
			{ terms[i].spoken, 4 }, { 0, PEAKS } };

		ck_assert_msg(load_alone(TCN_STATE_TERM, 9, fields) ==
			terms[i].rc,
		    "term %zu", i);
	}
}
END_TEST

/* A story of a word that weighs nothing would be found twice by an item. */
START_TEST(stories_of_no_weight_are_refused)
{
	static const struct {
		double mean_ms;
		uint32_t sum; /* the bits of a float */
		enum tcn_rc rc;
	} stories[] = {
		{ 5, 0x3f800000, TCN_OK }, /* 1 */
		{ 5, 0, TCN_CORRUPT },
		{ 5, 0xbf800000, TCN_CORRUPT }, /* -1 */
		{ 5, 0x7f800000, TCN_CORRUPT }, /* infinity */
		{ 5, 0x7fc00000, TCN_CORRUPT }, /* not a number */
		{ 1e19, 0x3f800000, TCN_CORRUPT },
		{ NAN, 0x3f800000, TCN_CORRUPT },
	};
	static const struct field term[] = { { 1, 1 }, { 'x', 1 }, { 0, 12 },
		{ 0, 12 }, { 0, 8 }, { 0, 12 }, { 0, 4 }, { 0, 0 } };

	for (size_t i = 0; i < sizeof stories / sizeof *stories; i++) {
		struct field fields[FIELDS_MAX] = { { 1, 4 }, { 1, 4 },
			{ 1, 4 }, { real(stories[i].mean_ms), 8 }, { 5, 8 },
			{ 5, 8 }, { 5, 8 }, { 1, 8 }, { 0, 2 }, { real(1), 8 },
			{ 0, 4 }, { 1, 4 }, { 9, 8 }, { stories[i].sum, 4 } };
		struct tcn_story_conf conf;
		struct tcn_story_index *s;

		tcn_story_conf_default(&conf);
		s = tcn_story_index_new(&conf);
		ck_assert_int_eq(load(s, TCN_STATE_TERM, 9, term), TCN_OK);
		ck_assert_msg(load(s, TCN_STATE_STORY, 1, fields) ==
			stories[i].rc,
		    "story %zu", i);
		tcn_story_index_free(s);
	}
}
END_TEST

/* One more would be none, and the mean of its moments without end. */
START_TEST(stories_of_no_number_are_refused)
{
	static const struct {
		uint32_t n;
		enum tcn_rc rc;
	} stories[] = {
		{ 1, TCN_OK },
		{ 1 << 30, TCN_CORRUPT },
		{ (1 << 30) - 1, TCN_OK },
		{ 0, TCN_CORRUPT },
		{ UINT32_MAX, TCN_CORRUPT },
	};

	for (size_t i = 0; i < sizeof stories / sizeof *stories; i++) {
		struct field fields[FIELDS_MAX] = { { stories[i].n, 4 },
			{ 1, 4 }, { 1, 4 }, { real(5), 8 }, { 5, 8 }, { 5, 8 },
			{ 5, 8 }, { 1, 8 }, { 0, 2 }, { real(1), 8 }, { 0, 4 },
			{ 0, 4 }, { 0, 0 } };

		ck_assert_msg(load_alone(TCN_STATE_STORY, 1, fields) ==
			stories[i].rc,
		    "story %zu", i);
	}
}
END_TEST

/* Each row has one behind it, and none is of a period to come. */
START_TEST(history_to_come_is_refused)
{
	struct field fields[] = { { 3, 8 }, { 0, 4 }, { 3, 1 }, { real(1), 8 },
		{ 9, 4 }, { 9, 4 }, { 0, 8 }, { 0, 0 } };

	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_OK);
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, UINT64_MAX, fields),
	    TCN_CORRUPT);
	fields[6].value = UINT64_MAX; /* not a number */
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_CORRUPT);
	fields[6].value = 0;
	fields[2].value = 4; /* no quarter */
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_CORRUPT);
	fields[2].value = 0;
	fields[3].value = UINT64_MAX; /* not a number */
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_CORRUPT);
	fields[3].value = real(2);
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_CORRUPT);
	fields[3].value = 0;
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_OK);
	fields[1].value = 1;
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_CORRUPT);
	fields[1].value = UINT32_MAX;
	ck_assert_int_eq(load_alone(TCN_STATE_HISTORY, 7, fields), TCN_CORRUPT);
}
END_TEST

/* A source cannot have been heard before its first item, or to come. */
START_TEST(publishers_out_of_time_are_refused)
{
	static const int32_t times[][3] = { { -1, 0, 0 }, { 0, -1, 0 },
		{ 0, 1, 0 }, { 0, 0, 1 }, { 0, 0, 0 } };

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		struct field fields[FIELDS_MAX] = { { 0, 4 }, { 0, 4 },
			{ 0, 4 }, { 0, 8 }, { 0, 12 }, { 0, 12 }, { 0, 12 },
			{ 0, 4 } };

		for (size_t k = 0; k < 3; k++)
			fields[k].value = (uint32_t)times[i][k];
		ck_assert_int_eq(load_alone(TCN_STATE_PUBLISHER, 5, fields),
		    i < 4 ? TCN_CORRUPT : TCN_OK);
	}
}
END_TEST

/* A form has come on the first and the last of its days, and on none else. */
START_TEST(forms_out_of_their_days_are_refused)
{
	static const struct {
		uint32_t first, last, hours;
		uint64_t days;
		enum tcn_rc rc;
	} rows[] = {
		{ 384, 386, 1, 5, TCN_OK },
		{ 384, 386, 1, 4, TCN_CORRUPT },
		{ 384, 386, 1, 13, TCN_CORRUPT },
		{ 386, 384, 1, 5, TCN_CORRUPT },
		{ 384, 768, 1, 1, TCN_CORRUPT },
		{ 384, 386, 0, 5, TCN_CORRUPT },
		{ 384, 386, 1 << 24, 5, TCN_CORRUPT },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct field fields[FIELDS_MAX] = { { rows[i].first, 4 },
			{ rows[i].last, 4 }, { rows[i].hours, 4 }, { 0, 24 },
			{ rows[i].days, 8 }, { 0, 40 } };

		ck_assert_int_eq(load_alone(TCN_STATE_SEASON, 5, fields),
		    rows[i].rc);
	}
}
END_TEST

static enum tcn_rc
count_history(void *arg, const struct tcn_state_row *row)
{
	size_t *n = arg;

	*n += row->kind == TCN_STATE_HISTORY && row->bytes != NULL;
	return TCN_OK;
}

static void
say_at(struct tcn_story_index *s, uint64_t seq, int64_t now_ms,
    const char *title)
{
	struct tcn_placement place = { .seq = seq, .ts_ms = now_ms };
	struct tcn_story_step step;
	struct say say;

	place.text_key = say_both(&say, title, "")->text_key;
	tcn_story_index_add_item(s, &say.doc, &place, now_ms, &step);
	ck_sound(tcn_story_index_check, s);
}

static size_t
saved_history(struct tcn_story_index *s)
{
	size_t n = 0;

	ck_assert_int_eq(tcn_story_index_save(s, count_history, &n), TCN_OK);
	return n;
}

/* Not only when the next large story comes. */
START_TEST(history_is_forgotten_in_time)
{
	struct tcn_story_conf conf;
	struct tcn_story_index *s;
	uint64_t seq = 1;

	tcn_story_conf_default(&conf);
	s = tcn_story_index_new(&conf);
	for (; (double)seq <= tcn_numbers_default()->history_items; seq++)
		say_at(s, seq, 0, "bridge collapses near the river");
	ck_assert_uint_eq(saved_history(s), 1);
	for (int64_t at = 1; at <= HISTORY_PERIODS; at++)
		say_at(s, seq++, at * 6 * TCN_HOUR_MS,
		    "something else altogether");
	ck_assert_uint_eq(saved_history(s), 1);
	say_at(s, seq, (HISTORY_PERIODS + 1) * 6 * TCN_HOUR_MS, "and more");
	ck_assert_uint_eq(saved_history(s), 0);
	tcn_story_index_free(s);
}
END_TEST

TCN_TESTS(story_rows)
{
	tcase_add_test(tc, heads_of_no_time_are_refused);
	tcase_add_test(tc, terms_that_no_stream_makes_are_refused);
	tcase_add_test(tc, stories_of_no_weight_are_refused);
	tcase_add_test(tc, stories_of_no_number_are_refused);
	tcase_add_test(tc, history_to_come_is_refused);
	tcase_add_test(tc, publishers_out_of_time_are_refused);
	tcase_add_test(tc, forms_out_of_their_days_are_refused);
	tcase_add_test(tc, history_is_forgotten_in_time);
}
