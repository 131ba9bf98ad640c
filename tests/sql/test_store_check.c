#include "tests/base/run.h"

#include <sqlite3.h>

#include "sql/store_check.h"
#include "tests/base/raw_store.h"
#include "tests/sql/sample.h"

/* Damage done behind the store's back, and what the check must find. */
static const struct {
	const char *sql;
	const char *finding;
} damages[] = {
	{ "DELETE FROM items WHERE seq = 2", "article 2 has no item" },
	{ "UPDATE items SET article = 999 WHERE seq = 4", "copies 999" },
	{ "UPDATE items SET article = 4 WHERE seq = 8", "copies 4" },
	{ "UPDATE items SET article = 9 WHERE seq = 4", "before its original" },
	{ "UPDATE items SET key = x'00' WHERE seq = 4", "number or key" },
	{ "UPDATE items SET origin = 999 WHERE seq = 4", "names origin 999" },
	{ "UPDATE stories SET merged_into = 9 WHERE id = 1;"
	  "UPDATE stories SET merged_into = 1 WHERE id = 9",
	    "story 9 redirects" },
	{ "UPDATE stories SET merged_into = 999 WHERE id = 9",
	    "story 9 redirects" },
	{ "UPDATE stories SET last_ts = 0 WHERE id = 9", "ends before" },
	{ "UPDATE stories SET terms = terms || x'00' WHERE id = 9",
	    "words of story 9" },
	{ "UPDATE events SET revision = 3 WHERE id = 'event-1'",
	    "event-1 lacks a revision" },
	{ "DELETE FROM evidence WHERE event = 'event-1' AND rank = 1",
	    "event event-1 counted 3" },
	{ "UPDATE evidence SET seq = 1 WHERE event = 'event-0'",
	    "item 1 twice" },
	{ "DELETE FROM event_revisions WHERE event = 'event-0'",
	    "reports names a row of event_revisions" },
	{ "DROP INDEX items_ts", "\"items_ts\" is not as" },
	{ "DROP TABLE feeds", "\"feeds\" is not as" },
	{ "DROP TABLE search", "\"search\" is not as" },
	{ "UPDATE articles SET title = 'changed' WHERE seq = 2", "damaged" },
	{ "DELETE FROM search_data WHERE id > 10", "damaged" },
};

struct search {
	const char *wanted;
	bool found;
};

static void
look_for(void *ctx, const char *finding)
{
	struct search *search = ctx;

	search->found |= strstr(finding, search->wanted) != NULL;
}

static void
damage(const char *sql)
{
	struct tcn_store *st;
	sqlite3 *db;

	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	for (unsigned b = 0; b < 2; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
	db = raw_store(sample_path());
	ck_assert_msg(!sqlite3_exec(db, sql, NULL, NULL, NULL), "%s",
	    sqlite3_errmsg(db));
	sqlite3_close(db);
}

START_TEST(finds_each_damage)
{
	struct search search = { .wanted = damages[_i].finding };
	struct tcn_store *st;

	damage(damages[_i].sql);
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_EXISTING, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_check(st, look_for, &search), TCN_CORRUPT);
	ck_assert_msg(search.found, "%s", damages[_i].sql);
	tcn_store_close(st);
	sample_clean();
}
END_TEST

TCN_TESTS(check)
{
	TCN_EACH(finds_each_damage, damages);
}
