#include "tests/base/run.h"

#include <stddef.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "rules/lifecycle_impl.h"
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

/* To be called after whatever changes the lifecycle. */
static void
check_whole(const struct tcn_lifecycle *lifecycle)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_lifecycle_check(lifecycle, &err) == TCN_OK, "%s",
	    err.text);
}

static struct tcn_lifecycle_entry *
open_for(struct tcn_lifecycle *lifecycle, const char *rule, uint64_t group,
    uint64_t key)
{
	struct tcn_lifecycle_opening opening = {
		.group = group,
		.rule_key = tcn_rule_key(tcn_str(rule)),
		.rule = tcn_str(rule),
		.severity = TCN_SEVERITY_LOW,
		.kind = TCN_EVENT_SCHEDULED,
		.id_key = key,
		.keep_ms = 24 * TCN_HOUR_MS,
		.seq = key,
		.now_ms = counts.last_ms,
		.counts = counts,
	};
	struct tcn_lifecycle_entry *entry =
	    tcn_lifecycle_open(lifecycle, &opening);

	check_whole(lifecycle);
	return entry;
}

static struct tcn_lifecycle_entry *
open_one(struct tcn_lifecycle *lifecycle, uint64_t group, uint64_t key)
{
	return open_for(lifecycle, "story", group, key);
}

static void
close_event(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry,
    int64_t now_ms, struct tcn_lifecycle_entry *into, struct tcn_event *event)
{
	tcn_lifecycle_close(lifecycle, entry, now_ms, into, event);
	check_whole(lifecycle);
}

static void
merge(struct tcn_lifecycle *lifecycle, uint64_t from, uint64_t into,
    struct tcn_lifecycle_entry **superseded,
    struct tcn_lifecycle_entry **survivor)
{
	tcn_lifecycle_merge(lifecycle, from, into, superseded, survivor);
	check_whole(lifecycle);
}

static void
update(struct tcn_lifecycle *lifecycle, struct tcn_lifecycle_entry *entry,
    int64_t now_ms, unsigned why, const struct tcn_lifecycle_counts *now)
{
	tcn_lifecycle_update(lifecycle, entry, now_ms, why, now);
	check_whole(lifecycle);
}

static void
end_group(struct tcn_lifecycle *lifecycle, uint64_t group)
{
	tcn_lifecycle_end_group(lifecycle, group);
	check_whole(lifecycle);
}

static void
expire(struct tcn_lifecycle *lifecycle, int64_t now_ms)
{
	tcn_lifecycle_expire(lifecycle, now_ms);
	check_whole(lifecycle);
}

static struct tcn_lifecycle_entry *
find(const struct tcn_lifecycle *lifecycle, const char *rule, uint64_t group)
{
	return tcn_lifecycle_find(lifecycle, tcn_rule_key(tcn_str(rule)),
	    group);
}

/* How many items must come until the event is to be counted again. */
static int
items_until_recount(struct tcn_lifecycle_entry *entry, const char *lang)
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
	/* 7 publishers may double. */
	ck_assert_int_eq(items_until_recount(entry, ""), 7);
	more.items = 31;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more), 0);
	ck_assert_int_eq(items_until_recount(entry, ""), 1);
	more.items = 32;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more),
	    TCN_EVENT_CHANGE_GREW);
	more.last_ms += TCN_HOUR_MS;
	tcn_lifecycle_add_item(entry, more.last_ms, "");
	update(&lifecycle, entry, more.last_ms, TCN_EVENT_CHANGE_GREW, &more);
	ck_assert_uint_eq(tcn_lifecycle_event(entry)->revision, 2);
	ck_assert_int_eq(tcn_lifecycle_event(entry)->state, TCN_EVENT_UPDATED);
	ck_assert_int_eq(items_until_recount(entry, ""), 7);
	ck_assert_ptr_null(tcn_lifecycle_next_quiet(&lifecycle,
	    more.last_ms + 4 * TCN_HOUR_MS - 1, &quiet_ms));
	ck_assert_ptr_eq(tcn_lifecycle_next_quiet(&lifecycle,
			     more.last_ms + 9 * TCN_HOUR_MS, &quiet_ms),
	    entry);
	ck_assert_int_eq(quiet_ms, more.last_ms + 4 * TCN_HOUR_MS);
	close_event(&lifecycle, entry, quiet_ms, NULL, &event);
	ck_assert_uint_eq(event.revision, 3);
	ck_assert_int_eq(event.state, TCN_EVENT_CLOSED);
	ck_assert_int_eq(event.last_ms, more.last_ms);
	ck_assert(!tcn_lifecycle_is_active(find(&lifecycle, "story", 5)));
	tcn_lifecycle_fini(&lifecycle);
}
END_TEST

/* A language joins by its second item; publishers must double. */
START_TEST(other_changes_are_reported)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_lifecycle_counts more = counts;
	struct tcn_lifecycle_entry *entry;

	tcn_lifecycle_init(&lifecycle, &conf);
	entry = open_one(&lifecycle, 5, 77);
	tcn_lifecycle_add_language(entry, "en");
	/* 7 publishers may double. */
	ck_assert_int_eq(items_until_recount(entry, "en"), 7);
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more), 0);
	ck_assert_int_eq(items_until_recount(entry, "pt"), 2);
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more),
	    TCN_EVENT_CHANGE_LANGUAGE);
	more.publishers = 13;
	more.ahead = 1;
	update(&lifecycle, entry, counts.last_ms, TCN_EVENT_CHANGE_LANGUAGE,
	    &more);
	ck_assert_int_eq(items_until_recount(entry, "pt"), 12);
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &counts), 0);
	more.publishers = 25;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more), 0);
	ck_assert_int_eq(items_until_recount(entry, ""), 1);
	more.publishers = 26;
	ck_assert_uint_eq(tcn_lifecycle_changed(&lifecycle, entry, &more),
	    TCN_EVENT_CHANGE_PUBLISHERS);
	tcn_lifecycle_fini(&lifecycle);
}
END_TEST

/* It comes back as the next revision, until reopen_ms have passed. */
START_TEST(a_closed_event_may_reopen_for_a_while)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_event event;
	struct tcn_lifecycle_entry *entry;
	int64_t now_ms = counts.last_ms + 4 * TCN_HOUR_MS;

	tcn_lifecycle_init(&lifecycle, &conf);
	entry = open_one(&lifecycle, 5, 77);
	ck_assert(!tcn_lifecycle_may_reopen(&lifecycle, entry, now_ms));
	close_event(&lifecycle, entry, now_ms, NULL, &event);
	ck_assert(tcn_lifecycle_may_reopen(&lifecycle, entry,
	    now_ms + 24 * TCN_HOUR_MS - 1));
	ck_assert(!tcn_lifecycle_may_reopen(&lifecycle, entry,
	    now_ms + 24 * TCN_HOUR_MS));
	update(&lifecycle, entry, now_ms + TCN_HOUR_MS, 0, &counts);
	ck_assert_int_eq(tcn_lifecycle_event(entry)->state, TCN_EVENT_REOPENED);
	ck_assert_uint_eq(tcn_lifecycle_event(entry)->revision, 3);
	ck_assert_str_eq(tcn_lifecycle_event(entry)->id, event.id);
	now_ms += 9 * TCN_HOUR_MS;
	ck_assert_ptr_eq(tcn_lifecycle_next_quiet(&lifecycle, now_ms, &now_ms),
	    entry);
	close_event(&lifecycle, entry, now_ms, NULL, &event);
	expire(&lifecycle, now_ms + 99 * TCN_HOUR_MS);
	ck_assert_ptr_eq(find(&lifecycle, "story", 5), entry);
	end_group(&lifecycle, 5);
	expire(&lifecycle, now_ms + 24 * TCN_HOUR_MS - 1);
	ck_assert_ptr_eq(find(&lifecycle, "story", 5), entry);
	expire(&lifecycle, now_ms + 24 * TCN_HOUR_MS);
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
	merge(&lifecycle, 1, 9, &superseded, &survivor);
	ck_assert_ptr_null(superseded);
	ck_assert_ptr_eq(find(&lifecycle, "story", 9), one);
	ck_assert_uint_eq(tcn_lifecycle_event(one)->story, 9);
	ck_assert_uint_eq(tcn_lifecycle_event(find(&lifecycle, "other", 9))
			      ->story,
	    9);
	ck_assert_ptr_null(tcn_lifecycle_next(&lifecycle, 1, NULL));
	two = open_one(&lifecycle, 2, 2);
	open_for(&lifecycle, "third", 2, 2);
	merge(&lifecycle, 2, 9, &superseded, &survivor);
	ck_assert_ptr_eq(superseded, two);
	ck_assert_ptr_eq(survivor, one);
	close_event(&lifecycle, two, 5, survivor, &event);
	ck_assert_str_eq(event.merged_into, tcn_lifecycle_event(one)->id);
	merge(&lifecycle, 2, 9, &superseded, &survivor);
	ck_assert_ptr_null(superseded);
	ck_assert_ptr_nonnull(find(&lifecycle, "third", 9));
	ck_assert(tcn_lifecycle_is_pending(one));
	ck_assert(!tcn_lifecycle_is_pending(find(&lifecycle, "other", 9)));
	ck_assert_uint_eq(lifecycle.active.n, 3);
	merge(&lifecycle, 4, 9, &superseded, &survivor);
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
	close_event(&lifecycle, two, 9, NULL, &event);
	ck_assert(!tcn_lifecycle_save(&lifecycle, 7, keep_row, &rows));
	ck_assert_int_eq(rows.n, 3);
	for (int i = 0; i < rows.n; i++)
		ck_assert(!tcn_lifecycle_restore(&again, rows.bytes[i].at,
		    rows.bytes[i].n));
	check_whole(&again);
	one = find(&again, "story", 5);
	ck_assert(!tcn_lifecycle_is_active(find(&again, "other", 5)));
	ck_assert(tcn_lifecycle_next(&again, 5, NULL) == one ||
	    tcn_lifecycle_next(&again, 5,
		tcn_lifecycle_next(&again, 5, NULL)) == one);
	ck_assert(!tcn_lifecycle_save(&again, 7, keep_row, &twice));
	check_whole(&again);
	ck_assert_int_eq(twice.n, 0);
	ck_assert_int_eq(items_until_recount(find(&lifecycle, "story", 5),
			     "en"),
	    items_until_recount(one, "en"));
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
	check_whole(&again);
	drop_rows(&rows);
	drop_rows(&twice);
	tcn_lifecycle_fini(&lifecycle);
	tcn_lifecycle_fini(&again);
}
END_TEST

/* The validator sees each kind of damage. */
static const struct {
	size_t at; /* of a field of the entry */
	uint64_t xor ;
	const char *what;
} damages[] = {
	{ offsetof(struct tcn_lifecycle_entry, heap_at), 1, "heap" },
	{ offsetof(struct tcn_lifecycle_entry, due_ms), 1ull << 41, "late" },
	{ offsetof(struct tcn_lifecycle_entry, rule_key), 4, "another rule" },
	{ offsetof(struct tcn_lifecycle_entry, own.group), 8, "story" },
	{ offsetof(struct tcn_lifecycle_entry, event.id), 1, "id" },
};

START_TEST(damage_is_found)
{
	struct tcn_lifecycle lifecycle;
	struct tcn_lifecycle_entry *entry;
	struct tcn_err err = { 0 };
	uint64_t field;
	char *at;

	tcn_lifecycle_init(&lifecycle, &conf);
	open_one(&lifecycle, 5, 77);
	entry = open_for(&lifecycle, "other", 5, 77);
	at = (char *)entry + damages[_i].at;
	memcpy(&field, at, sizeof field);
	field ^= damages[_i].xor ;
	memcpy(at, &field, sizeof field);
	ck_assert_int_eq(tcn_lifecycle_check(&lifecycle, &err), TCN_CORRUPT);
	ck_assert_ptr_nonnull(strstr(err.text, damages[_i].what));
	field ^= damages[_i].xor ;
	memcpy(at, &field, sizeof field);
	check_whole(&lifecycle);
	tcn_map_remove(&lifecycle.by_group, 5);
	ck_assert_int_eq(tcn_lifecycle_check(&lifecycle, &err), TCN_CORRUPT);
	tcn_lifecycle_fini(&lifecycle);
}
END_TEST

TCN_TESTS(lifecycle)
{
	tcase_add_test(tc, opens_grows_and_goes_quiet);
	tcase_add_test(tc, other_changes_are_reported);
	tcase_add_test(tc, a_closed_event_may_reopen_for_a_while);
	tcase_add_test(tc, ids_follow_from_the_earliest_item);
	tcase_add_test(tc, merging_moves_or_supersedes);
	tcase_add_test(tc, saved_and_restored_is_the_same);
	TCN_EACH(damage_is_found, damages);
}
