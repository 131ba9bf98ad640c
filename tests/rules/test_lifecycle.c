#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "rules/lifecycle.h"
#include "rules/rule.h"

static const struct tcn_lifecycle_conf conf = {
	.quiet_ms = 4 * TCN_HOUR_MS,
	.reopen_ms = 24 * TCN_HOUR_MS,
	.update_factor = 2.0,
};

static const struct tcn_lifecycle_counts counts = {
	.first_ms = INT64_C(1394473079560),
	.last_ms = INT64_C(1394473079560) + TCN_HOUR_MS,
	.items = 16,
	.origins = 9,
	.publishers = 7,
	.central = 3,
};

static struct tcn_lifecycle_entry *
open_for(struct tcn_lifecycle *lifecycle, const char *rule, uint64_t group,
    uint64_t key)
{
	struct tcn_lifecycle_opening opening = {
		.group = group,
		.rule_key = tcn_rule_key(tcn_str(rule)),
		.rule = tcn_str(rule),
		.severity = TCN_SEVERITY_LOW,
		.id_key = key,
		.keep_ms = 24 * TCN_HOUR_MS,
		.seq = key,
		.now_ms = counts.last_ms,
		.counts = counts,
	};
	struct tcn_lifecycle_entry *entry;

	ck_assert_int_eq(tcn_lifecycle_open(lifecycle, &opening, &entry),
	    TCN_OK);
	return entry;
}

static struct tcn_lifecycle_entry *
open_one(struct tcn_lifecycle *lifecycle, uint64_t group, uint64_t key)
{
	return open_for(lifecycle, "story", group, key);
}

static struct tcn_lifecycle_entry *
find(const struct tcn_lifecycle *lifecycle, const char *rule, uint64_t group)
{
	return tcn_lifecycle_find(lifecycle, tcn_rule_key(tcn_str(rule)),
	    group);
}

/* How many items must come until it is counted again. */
static int
touches(struct tcn_lifecycle_entry *entry, const char *lang)
{
	int n = 1;

	while (!tcn_lifecycle_add_item(entry, counts.last_ms, lang))
		n++;
	return n;
}

START_TEST(opens_grows_and_goes_quiet)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_lifecycle_counts more = counts;
	struct tcn_lifecycle_entry *entry;
	struct tcn_event event;
	int64_t quiet_ms = 0;

	tcn_lifecycle_init(&lifecycle, &conf);
	entry = open_one(&lifecycle, 5, 77);
	ck_assert_int_eq(strncmp(tcn_lifecycle_event(entry)->id, "20140310-",
			     9),
	    0);
	ck_assert_int_eq(touches(entry, ""), 7); /* publishers may double */
	more.items = 31;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more), 0);
	ck_assert_int_eq(touches(entry, ""), 1);
	more.items = 32;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more),
	    TCN_EVENT_CHANGE_GREW);
	more.last_ms += TCN_HOUR_MS;
	tcn_lifecycle_add_item(entry, more.last_ms, "");
	tcn_lifecycle_update(&lifecycle, entry, more.last_ms,
	    TCN_EVENT_CHANGE_GREW, &more);
	ck_assert_uint_eq(tcn_lifecycle_event(entry)->revision, 2);
	ck_assert_int_eq(tcn_lifecycle_event(entry)->state, TCN_EVENT_UPDATED);
	ck_assert_int_eq(touches(entry, ""), 7);
	ck_assert_ptr_null(tcn_lifecycle_next_quiet(&lifecycle,
	    more.last_ms + 4 * TCN_HOUR_MS - 1, &quiet_ms));
	ck_assert_ptr_eq(tcn_lifecycle_next_quiet(&lifecycle,
			     more.last_ms + 9 * TCN_HOUR_MS, &quiet_ms),
	    entry);
	ck_assert_int_eq(quiet_ms, more.last_ms + 4 * TCN_HOUR_MS);
	ck_assert(!tcn_lifecycle_close(&lifecycle, entry, quiet_ms, NULL,
	    &event));
	ck_assert_uint_eq(event.revision, 3);
	ck_assert_int_eq(event.state, TCN_EVENT_CLOSED);
	ck_assert_int_eq(event.last_ms, more.last_ms);
	ck_assert(!tcn_lifecycle_is_active(find(&lifecycle, "story", 5)));
	tcn_lifecycle_fini(&lifecycle);
}
END_TEST

/* A language by its second item; publishers when they double. */
START_TEST(other_changes_are_told)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_lifecycle_counts more = counts;
	struct tcn_lifecycle_entry *entry;

	tcn_lifecycle_init(&lifecycle, &conf);
	entry = open_one(&lifecycle, 5, 77);
	tcn_lifecycle_add_language(entry, "en");
	ck_assert_int_eq(touches(entry, "en"), 7); /* publishers may double */
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more), 0);
	ck_assert_int_eq(touches(entry, "pt"), 2);
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more),
	    TCN_EVENT_CHANGE_LANGUAGE);
	more.publishers = 13;
	more.ahead = 1;
	tcn_lifecycle_update(&lifecycle, entry, counts.last_ms,
	    TCN_EVENT_CHANGE_LANGUAGE, &more);
	ck_assert_int_eq(touches(entry, "pt"), 12);
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &counts), 0);
	more.publishers = 25;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more), 0);
	ck_assert_int_eq(touches(entry, ""), 1);
	more.publishers = 26;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more),
	    TCN_EVENT_CHANGE_PUBLISHERS);
	tcn_lifecycle_fini(&lifecycle);
}
END_TEST

/* What rests comes back as the next revision, for as long as it may. */
START_TEST(what_rests_comes_back_within_its_bound)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_event event;
	struct tcn_lifecycle_entry *entry;
	int64_t now_ms = counts.last_ms + 4 * TCN_HOUR_MS;

	tcn_lifecycle_init(&lifecycle, &conf);
	entry = open_one(&lifecycle, 5, 77);
	ck_assert(!tcn_lifecycle_may_reopen(&lifecycle, entry, now_ms));
	ck_assert(!tcn_lifecycle_close(&lifecycle, entry, now_ms, NULL,
	    &event));
	ck_assert(tcn_lifecycle_may_reopen(&lifecycle, entry,
	    now_ms + 24 * TCN_HOUR_MS - 1));
	ck_assert(!tcn_lifecycle_may_reopen(&lifecycle, entry,
	    now_ms + 24 * TCN_HOUR_MS));
	tcn_lifecycle_update(&lifecycle, entry, now_ms + TCN_HOUR_MS, 0,
	    &counts);
	ck_assert_int_eq(tcn_lifecycle_event(entry)->state, TCN_EVENT_REOPENED);
	ck_assert_uint_eq(tcn_lifecycle_event(entry)->revision, 3);
	ck_assert_str_eq(tcn_lifecycle_event(entry)->id, event.id);
	now_ms += 9 * TCN_HOUR_MS;
	ck_assert_ptr_eq(tcn_lifecycle_next_quiet(&lifecycle, now_ms, &now_ms),
	    entry);
	ck_assert(!tcn_lifecycle_close(&lifecycle, entry, now_ms, NULL,
	    &event));
	ck_assert(!tcn_lifecycle_expire(&lifecycle, now_ms + 99 * TCN_HOUR_MS));
	ck_assert_ptr_eq(find(&lifecycle, "story", 5), entry);
	tcn_lifecycle_end_group(&lifecycle, 5);
	ck_assert(!tcn_lifecycle_expire(&lifecycle,
	    now_ms + 24 * TCN_HOUR_MS - 1));
	ck_assert_ptr_eq(find(&lifecycle, "story", 5), entry);
	ck_assert(!tcn_lifecycle_expire(&lifecycle, now_ms + 24 * TCN_HOUR_MS));
	ck_assert_ptr_null(find(&lifecycle, "story", 5));
	tcn_lifecycle_fini(&lifecycle);
}
END_TEST

/* The id follows from rule, day and earliest article only. */
START_TEST(ids_follow_from_the_earliest_item)
{
	struct tcn_lifecycle lifecycle, other;
	char first[TCN_EVENT_ID_BYTES];

	tcn_lifecycle_init(&lifecycle, &conf);
	tcn_lifecycle_init(&other, &conf);
	strcpy(first, tcn_lifecycle_event(open_one(&lifecycle, 1, 77))->id);
	ck_assert_str_eq(tcn_lifecycle_event(open_one(&other, 2, 77))->id,
	    first);
	ck_assert_str_ne(tcn_lifecycle_event(open_one(&lifecycle, 3, 78))->id,
	    first);
	ck_assert_str_ne(tcn_lifecycle_event(open_for(&lifecycle, "other", 1,
						 77))
			     ->id,
	    first);
	/* Stories that parted may begin with the same item. */
	ck_assert_str_ne(tcn_lifecycle_event(open_one(&lifecycle, 2, 77))->id,
	    first);
	tcn_lifecycle_fini(&lifecycle);
	tcn_lifecycle_fini(&other);
}
END_TEST

START_TEST(merging_moves_or_supersedes)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_lifecycle_entry *one, *two, *superseded, *survivor;
	struct tcn_event event;

	tcn_lifecycle_init(&lifecycle, &conf);
	one = open_one(&lifecycle, 1, 1);
	open_for(&lifecycle, "other", 1, 1);
	ck_assert(!tcn_lifecycle_merge(&lifecycle, 1, 9, &superseded,
	    &survivor));
	ck_assert_ptr_null(superseded);
	ck_assert_ptr_eq(find(&lifecycle, "story", 9), one);
	ck_assert_uint_eq(tcn_lifecycle_event(one)->story, 9);
	ck_assert_uint_eq(tcn_lifecycle_event(find(&lifecycle, "other", 9))
			      ->story,
	    9);
	ck_assert_ptr_null(tcn_lifecycle_next(&lifecycle, 1, NULL));
	two = open_one(&lifecycle, 2, 2);
	open_for(&lifecycle, "third", 2, 2);
	ck_assert(!tcn_lifecycle_merge(&lifecycle, 2, 9, &superseded,
	    &survivor));
	ck_assert_ptr_eq(superseded, two);
	ck_assert_ptr_eq(survivor, one);
	ck_assert(!tcn_lifecycle_close(&lifecycle, two, 5, survivor, &event));
	ck_assert_str_eq(event.merged_into, tcn_lifecycle_event(one)->id);
	ck_assert(!tcn_lifecycle_merge(&lifecycle, 2, 9, &superseded,
	    &survivor));
	ck_assert_ptr_null(superseded);
	ck_assert_ptr_nonnull(find(&lifecycle, "third", 9));
	ck_assert(tcn_lifecycle_is_pending(one));
	ck_assert(!tcn_lifecycle_is_pending(find(&lifecycle, "other", 9)));
	ck_assert_uint_eq(lifecycle.active.n, 3);
	ck_assert(!tcn_lifecycle_merge(&lifecycle, 4, 9, &superseded,
	    &survivor));
	ck_assert_ptr_null(superseded);
	tcn_lifecycle_fini(&lifecycle);
}
END_TEST

/* What is saved, by row. */
struct rows {
	uint64_t ids[8];
	struct tcn_buf bytes[8];
	int n;
};

static enum tcn_rc
keep_row(void *ctx, const struct tcn_state_row *row)
{
	struct rows *rows = ctx;
	int i = 0;

	ck_assert_uint_eq(row->kind, 7);
	while (i < rows->n && rows->ids[i] != row->id)
		i++;
	rows->ids[i] = row->id;
	tcn_buf_clear(&rows->bytes[i]);
	if (row->bytes)
		tcn_buf_add(&rows->bytes[i], row->bytes, row->n);
	rows->n += i == rows->n;
	return TCN_OK;
}

static void
drop_rows(struct rows *rows)
{
	for (int i = 0; i < rows->n; i++)
		tcn_buf_fini(&rows->bytes[i]);
}

START_TEST(saved_and_restored_is_the_same)
{
	struct tcn_lifecycle lifecycle, again;
	struct rows rows = { 0 }, twice = { 0 };
	struct tcn_lifecycle_entry *one, *two;
	struct tcn_event event;

	tcn_lifecycle_init(&lifecycle, &conf);
	tcn_lifecycle_init(&again, &conf);
	one = open_one(&lifecycle, 5, 77);
	two = open_for(&lifecycle, "other", 5, 77);
	open_for(&lifecycle, "third", 6, 78);
	tcn_lifecycle_add_language(one, "en");
	ck_assert(!tcn_lifecycle_close(&lifecycle, two, 9, NULL, &event));
	ck_assert(!tcn_lifecycle_save(&lifecycle, 7, keep_row, &rows));
	ck_assert_int_eq(rows.n, 3);
	for (int i = 0; i < rows.n; i++)
		ck_assert(!tcn_lifecycle_restore(&again, rows.bytes[i].at,
		    rows.bytes[i].n));
	one = find(&again, "story", 5);
	ck_assert(!tcn_lifecycle_is_active(find(&again, "other", 5)));
	ck_assert(tcn_lifecycle_next(&again, 5, NULL) == one ||
	    tcn_lifecycle_next(&again, 5,
		tcn_lifecycle_next(&again, 5, NULL)) == one);
	ck_assert(!tcn_lifecycle_save(&again, 7, keep_row, &twice));
	ck_assert_int_eq(twice.n, 0);
	ck_assert_int_eq(touches(find(&lifecycle, "story", 5), "en"),
	    touches(one, "en"));
	ck_assert(!tcn_lifecycle_save(&again, 7, keep_row, &twice));
	ck_assert(!tcn_lifecycle_save(&lifecycle, 7, keep_row, &rows));
	ck_assert_int_eq(twice.n, 1);
	for (int i = 0; i < rows.n; i++)
		ck_assert(rows.ids[i] != twice.ids[0] ||
		    tcn_str_equal(tcn_buf_view(&rows.bytes[i]),
			tcn_buf_view(&twice.bytes[0])));
	ck_assert_int_eq(tcn_lifecycle_restore(&again, rows.bytes[0].at,
			     rows.bytes[0].n),
	    TCN_CORRUPT);
	ck_assert_int_eq(tcn_lifecycle_restore(&again, rows.bytes[0].at, 99),
	    TCN_CORRUPT);
	drop_rows(&rows);
	drop_rows(&twice);
	tcn_lifecycle_fini(&lifecycle);
	tcn_lifecycle_fini(&again);
}
END_TEST

START_TEST(failed_opening_changes_nothing)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_lifecycle_entry *entry;
	struct tcn_lifecycle_opening opening = {
		.group = 1,
		.rule_key = 5,
		.rule = TCN_STR("story"),
		.counts = counts,
	};
	size_t before = tcn_mem_live_bytes();
	uint64_t nth = 0;
	enum tcn_rc rc;

	tcn_lifecycle_init(&lifecycle, &conf);
	do {
		tcn_mem_fail_at(++nth);
		rc = tcn_lifecycle_open(&lifecycle, &opening, &entry);
		tcn_mem_fail_at(0);
		if (rc)
			ck_assert_ptr_null(tcn_lifecycle_find(&lifecycle, 5,
			    1));
	} while (rc == TCN_NOMEM);
	ck_assert_int_eq(rc, TCN_OK);
	ck_assert_uint_gt(nth, 2);
	tcn_lifecycle_fini(&lifecycle);
	ck_assert_uint_eq(tcn_mem_live_bytes(), before);
}
END_TEST

TCN_SUITE(life)
{
	Suite *s = suite_create("lifecycle");
	TCase *tc = tcase_create("lifecycle");

	tcase_add_test(tc, opens_grows_and_goes_quiet);
	tcase_add_test(tc, other_changes_are_told);
	tcase_add_test(tc, what_rests_comes_back_within_its_bound);
	tcase_add_test(tc, ids_follow_from_the_earliest_item);
	tcase_add_test(tc, merging_moves_or_supersedes);
	tcase_add_test(tc, saved_and_restored_is_the_same);
	tcase_add_test(tc, failed_opening_changes_nothing);
	suite_add_tcase(s, tc);
	return s;
}
