/*
 * A rule fires as it would if there were no others: of many rules over one
 * stream, each is run again alone.
 */
#include "tests/base/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tests/base/long.h"
#include "tests/rules/many.h"

/* Everything of an event but its id, which also tells apart what several
 * rules make of one story. */
static void
log_event(struct tcn_buf *log, const struct tcn_event *e)
{
	tcn_buf_printf(log,
	    "%d.%" PRIu32 " %d %ju %ju why %u %s%s at %ju %ju %ju-%ju: %" PRIu32
	    " %" PRIu32 " %" PRIu32 " central %ju of",
	    (int)e->state, e->revision, (int)e->severity, (uintmax_t)e->story,
	    (uintmax_t)e->item, e->why, *e->merged_into ? "merged " : "",
	    *e->split_from ? "split " : "", (uintmax_t)e->fired_ms,
	    (uintmax_t)e->changed_ms, (uintmax_t)e->first_ms,
	    (uintmax_t)e->last_ms, e->items, e->origins, e->publishers,
	    (uintmax_t)e->central);
	for (size_t i = 0; i < e->evidence_n; i++)
		tcn_buf_printf(log, " %ju", (uintmax_t)e->evidence[i]);
	for (size_t i = 0; i < e->terms_n; i++) {
		tcn_buf_char(log, ' ');
		tcn_buf_str(log, e->terms[i].word);
	}
	tcn_buf_char(log, '\n');
}

/* What becomes of the stream, a log for each rule. */
static void
run(struct tcn_buf *logs)
{
	struct tcn_detector *det = many_detector();
	struct tcn_placement place;
	struct tcn_detector_changes changes;

	ck_assert_ptr_nonnull(det);
	for (int i = 0; i < MANY_ITEMS; i++) {
		ck_assert(!many_step(det, i, &place, &changes));
		for (size_t e = 0; e < changes.events_n; e++) {
			size_t r = 0;

			while (!tcn_str_equal(many_rules[r].name,
			    changes.events[e].rule))
				r++;
			log_event(&logs[r], &changes.events[e]);
		}
	}
	tcn_detector_free(det);
}

/* Line by line, so that a difference is short enough to be shown. */
static void
compare(const char *a, const char *b)
{
	char line_a[2000], line_b[2000];

	a = a ? a : "";
	b = b ? b : "";
	while (*a || *b) {
		size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");

		snprintf(line_a, sizeof line_a, "%.*s", (int)n, a);
		snprintf(line_b, sizeof line_b, "%.*s", (int)m, b);
		ck_assert_str_eq(line_a, line_b);
		a += n + (a[n] == '\n');
		b += m + (b[m] == '\n');
	}
}

START_TEST(rules_do_not_touch_each_other)
{
	struct tcn_buf together[MANY_RULES] = { 0 };
	size_t n, events = 0;

	many_make((uint64_t)_i + 300);
	if (_i % 2)
		many_add_groups((uint64_t)_i);
	n = many_rules_n;
	run(together);
	for (size_t r = 0; r < n; r++) {
		struct tcn_buf alone = { 0 };

		many_make((uint64_t)_i + 300);
		if (_i % 2)
			many_add_groups((uint64_t)_i);
		many_keep_rule(r);
		run(&alone);
		compare(alone.at, together[r].at);
		events += alone.n > 0;
		tcn_buf_fini(&alone);
		tcn_buf_fini(&together[r]);
	}
	ck_assert_uint_gt(events, 0);
}
END_TEST

TCN_TESTS(many_alone)
{
	tcase_add_checked_fixture(tc, many_setup, many_teardown);
	tcase_add_loop_test(tc, rules_do_not_touch_each_other, 0,
	    (int)long_or(16, 8));
}
