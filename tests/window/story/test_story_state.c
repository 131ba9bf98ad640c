#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "tests/window/story/say.h"
#include "tests/window/story/stored.h"
#include "window/story/story.h"

/* Saves at cut and before, goes on both ways up to `to`, and compares. */
static void
compare_from(uint64_t cut, uint64_t to)
{
	struct tcn_story_index *live = new_stories(), *again = NULL;
	struct tcn_buf log = { 0 }, log_again = { 0 };

	for (uint64_t seq = 1; seq <= to; seq++) {
		if (seq == cut || seq == cut / 2 || seq % 100 == 0)
			ck_assert_int_eq(tcn_story_index_save(live, keep, NULL),
			    TCN_OK);
		if (seq == cut) {
			again = restored();
			tcn_buf_clear(&log);
		}
		advance(live, seq, &log);
		if (seq >= cut)
			advance(again, seq, &log_again);
	}
	ck_assert_str_eq(log.at, log_again.at);
	ck_assert_ptr_nonnull(strstr(log.at, "<-"));
	tcn_buf_fini(&log);
	tcn_buf_fini(&log_again);
	tcn_story_index_free(live);
	tcn_story_index_free(again);
	drop_rows();
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Cut anywhere, save, load: what follows is the same, bit for bit. */
START_TEST(restored_is_live)
{
	uint64_t cut = 150 + (uint64_t)_i * 171;

	compare_from(cut, cut + 300);
}
END_TEST

/* And where most items come as vectors. Their stories are weighed by those of
 * the days before, and by what was reported. */
START_TEST(restored_is_live_with_vectors)
{
	uint64_t cut = 150 + (uint64_t)_i * 171;

	sending_vectors = true;
	most_baseline = most_reported = 0;
	compare_from(cut, cut + 300);
	ck_assert_double_gt(most_reported, 0);
	ck_assert(_i == 0 || most_baseline > 4);
}
END_TEST

/* And where it is the history that a story is weighed by. */
START_TEST(restored_is_live_without_corroboration)
{
	uint64_t cut = 600 + (uint64_t)_i * 171;

	publishers = 2;
	most_baseline = 0;
	compare_from(cut, cut + 300);
	publishers = 9;
	ck_assert_double_gt(most_baseline, 8);
}
END_TEST

/* And where it is the baselines of its publishers. */
START_TEST(restored_is_live_while_publishers_dump)
{
	uint64_t cut = 600 + (uint64_t)_i * 171;

	dumping = true;
	publishers = 1;
	most_ratio = 0;
	compare_from(cut, cut + 300);
	publishers = 9;
	dumping = false;
	ck_assert_double_gt(most_ratio, 2);
}
END_TEST

static enum tcn_rc
compare(void *arg, const struct tcn_state_row *state)
{
	const struct row *row = find_row(state->kind, state->id);
	size_t *n = arg;

	ck_assert_ptr_nonnull(row);
	ck_assert_uint_eq(row->n, state->n);
	ck_assert_mem_eq(row->bytes, state->bytes, row->n);
	(*n)++;
	return TCN_OK;
}

/* Any rule may ask of any open story at any moment: nothing comes of it. */
START_TEST(questions_change_nothing)
{
	static const struct tcn_story_query asks[] = {
		{ TCN_HOUR_MS, 0, 2, TCN_RULE_ITEMS, 1, 1, 0.5, 0.8, 0, 0, NULL,
		    NULL, NULL },
		{ 4 * TCN_HOUR_MS, 7, 5, TCN_RULE_ORIGINS, 2, 1, 0, 0, 0, 1,
		    NULL, NULL, NULL },
		{ 4 * TCN_HOUR_MS, 8, 9, TCN_RULE_PUBLISHERS, 3, 2, 0.9, 0.99,
		    1, 6, NULL, NULL, NULL },
	};
	struct tcn_story_index *s;
	struct tcn_buf log = { 0 };
	int64_t now_ms = moment_ms(400);
	size_t n = 0, judged = 0;

	note_changes = false;
	s = new_stories();
	for (uint64_t seq = 1; seq <= 400; seq++)
		advance(s, seq, &log);
	ck_assert_int_eq(tcn_story_index_save(s, keep, NULL), TCN_OK);
	for (uint64_t at = tcn_story_next(s, 0); at;
	     at = tcn_story_next(s, at), judged++)
		for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
			struct tcn_story_verdict verdict;
			struct tcn_story_view view;

			tcn_story_judge(s, at, now_ms, &asks[i], &verdict);
			tcn_story_measure(s, at, now_ms, &asks[i], &verdict);
			tcn_story_read_view(s, at, now_ms, &asks[i], &view);
		}
	ck_assert_uint_gt(judged, 3);
	ck_assert_int_eq(tcn_story_index_save(s, compare, &n), TCN_OK);
	ck_assert_uint_eq(n, rows_n);
	tcn_buf_fini(&log);
	tcn_story_index_free(s);
	drop_rows();
	note_changes = true;
}
END_TEST

/* To the byte; also the publishers that were silent for weeks. */
START_TEST(what_is_loaded_is_saved_as_it_was)
{
	struct tcn_story_index *live, *again;
	struct tcn_buf log = { 0 };
	size_t n = 0;

	resting = true;
	note_changes = false;
	sending_vectors = _i == 1;
	live = new_stories();
	for (uint64_t seq = 1; seq <= 320; seq++)
		advance(live, seq, &log);
	ck_assert_int_eq(tcn_story_index_save(live, keep, NULL), TCN_OK);
	again = restored();
	ck_assert_int_eq(tcn_story_index_save(again, compare, &n), TCN_OK);
	ck_assert_uint_eq(n, rows_n);
	resting = false;
	note_changes = true;
	tcn_buf_fini(&log);
	tcn_story_index_free(live);
	tcn_story_index_free(again);
	drop_rows();
}
END_TEST

/* A store that takes so many rows and then fails. */
static enum tcn_rc
refuse(void *arg, const struct tcn_state_row *state)
{
	size_t *left = arg;

	(void)state;
	return (*left)-- ? TCN_OK : TCN_IO;
}

/* The story of the last item, by a rule of its own. */
static void
fire(struct tcn_story_index *s)
{
	uint64_t story = 0;

	for (uint64_t at = tcn_story_next(s, 0); at; at = tcn_story_next(s, at))
		story = at;
	tcn_story_mark_fired(s, story, 7);
}

/* Saves that fail, at whatever row, are as if they had never been tried. */
START_TEST(after_a_failure_nothing_counts_as_saved)
{
	struct tcn_story_index *s = new_stories(), *whole;
	struct tcn_buf log = { 0 };
	size_t n = 0;

	note_changes = false;
	sending_vectors = _i == 1;
	whole = new_stories();
	tcn_story_index_set_keep(s, 12 * TCN_HOUR_MS);
	tcn_story_index_set_keep(whole, 12 * TCN_HOUR_MS);
	for (uint64_t seq = 1; seq <= 900; seq++) {
		size_t left = seq * 7 % 31;

		advance(s, seq, &log);
		advance(whole, seq, &log);
		if (seq % 37 == 0)
			fire(s);
		if (seq % 37 == 0)
			fire(whole);
		if (seq % 10 == 0)
			ck_assert_int_eq(tcn_story_index_save(s, refuse, &left),
			    TCN_IO);
		if (seq % 30 == 0)
			ck_assert_int_eq(tcn_story_index_save(s, keep, NULL),
			    TCN_OK);
	}
	ck_assert_int_eq(tcn_story_index_save(whole, compare, &n), TCN_OK);
	ck_assert_uint_eq(n, rows_n);
	note_changes = true;
	tcn_buf_fini(&log);
	tcn_story_index_free(s);
	tcn_story_index_free(whole);
	drop_rows();
}
END_TEST

/* What an older program saved knows of no publishers: as in a first day. */
START_TEST(rows_of_publishers_may_be_missing)
{
	struct tcn_story_index *s = new_stories();
	struct tcn_buf log = { 0 };

	publishers = 1;
	dumping = true;
	for (uint64_t seq = 1; seq <= 1000; seq++)
		advance(s, seq, &log);
	ck_assert_double_gt(most_ratio, 2);
	ck_assert_int_eq(tcn_story_index_save(s, keep, NULL), TCN_OK);
	tcn_story_index_free(s);
	for (size_t i = rows_n; i-- > 0;)
		if (rows[i].kind == TCN_STATE_PUBLISHER) {
			tcn_mem_free(rows[i].bytes);
			rows[i] = rows[--rows_n];
		}
	s = restored();
	most_ratio = 0;
	for (uint64_t seq = 1001; seq <= 2000; seq++) {
		advance(s, seq, &log);
		ck_assert(seq > 1400 || most_ratio <= 0);
	}
	ck_assert_double_gt(most_ratio, 2);
	publishers = 9;
	dumping = false;
	tcn_buf_fini(&log);
	tcn_story_index_free(s);
	drop_rows();
}
END_TEST

/* Also at the very step at which a story splits. */
START_TEST(restored_is_live_as_a_story_splits)
{
	struct tcn_story_index *s = new_stories();
	struct tcn_story_stats stats;
	struct tcn_buf log = { 0 };

	telling_saga = true;
	for (uint64_t seq = 1; seq <= 60; seq++)
		advance(s, seq, &log);
	tcn_story_index_stats(s, &stats);
	ck_assert_uint_eq(stats.splits, 1);
	tcn_buf_fini(&log);
	tcn_story_index_free(s);
	for (uint64_t cut = 20; cut < 50; cut++)
		compare_from(cut, 60);
	telling_saga = false;
}
END_TEST

/* The stream above would prove little if nothing happened in it. */
START_TEST(the_stream_has_everything_in_it)
{
	struct tcn_story_index *s = new_stories();
	struct tcn_story_stats stats;
	struct tcn_buf log = { 0 };

	for (uint64_t seq = 1; seq <= 1500; seq++)
		advance(s, seq, &log);
	tcn_story_index_stats(s, &stats);
	ck_assert_uint_gt(stats.merged, 5);
	ck_assert_uint_gt(stats.closed, 20);
	ck_assert_uint_gt(stats.terms_evicted, 20);
	ck_assert_uint_le(stats.items, 151);
	tcn_buf_fini(&log);
	tcn_story_index_free(s);
}
END_TEST

START_TEST(hostile_rows_are_refused)
{
	struct tcn_story_index *s = new_stories();
	struct tcn_buf log = { 0 };
	size_t refused = 0;

	for (uint64_t seq = 1; seq <= 200; seq++)
		advance(s, seq, &log);
	ck_assert_int_eq(tcn_story_index_save(s, keep, NULL), TCN_OK);
	tcn_story_index_free(s);
	qsort(rows, rows_n, sizeof *rows, by_name);
	for (size_t cut = 0; cut < rows_n; cut += 7) {
		s = new_stories();
		for (size_t i = 0; i < rows_n; i++) {
			struct tcn_state_row state = { rows[i].kind, rows[i].id,
				rows[i].bytes, rows[i].n };

			if (i == cut)
				state.n -= state.n > 4 ? 3 : 1;
			if (tcn_story_index_load(s, &state) == TCN_CORRUPT)
				refused++;
		}
		tcn_story_index_free(s);
	}
	ck_assert_uint_ge(refused, rows_n / 7);
	tcn_buf_fini(&log);
	drop_rows();
}
END_TEST

TCN_TESTS(story_state)
{
	tcase_add_loop_test(tc, restored_is_live, 0, 8);
	tcase_add_loop_test(tc, restored_is_live_with_vectors, 0, 8);
	tcase_add_loop_test(tc, restored_is_live_without_corroboration, 0, 8);
	tcase_add_loop_test(tc, restored_is_live_while_publishers_dump, 0, 4);
	tcase_add_test(tc, questions_change_nothing);
	tcase_add_loop_test(tc, what_is_loaded_is_saved_as_it_was, 0, 2);
	tcase_add_loop_test(tc, after_a_failure_nothing_counts_as_saved, 0, 2);
	tcase_add_test(tc, rows_of_publishers_may_be_missing);
	tcase_add_test(tc, restored_is_live_as_a_story_splits);
	tcase_add_test(tc, the_stream_has_everything_in_it);
	tcase_add_test(tc, hostile_rows_are_refused);
}
