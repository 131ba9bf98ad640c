/*
 * The tokens that full-text search is given, ours beside SQLite's.
 */
#include "tests/base/run.h"

#include <sqlite3.h>

#include "engine/base/buf.h"
#include "sql/db.h"
#include "tests/base/random.h"

#define TEXTS 400

static sqlite3 *
open_index(bool ours)
{
	static const char sql[] =
	    "CREATE VIRTUAL TABLE search USING fts5 (text,"
	    " tokenize = 'unicode61 remove_diacritics 2');"
	    "CREATE VIRTUAL TABLE tokens USING fts5vocab (search, instance)";
	sqlite3 *db;

	ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
	if (ours)
		ck_assert_int_eq(tcn_db_add_tokenizer(db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	return db;
}

/* Of each text another length, some beyond ASCII; the last are very long. */
static void
make_text(int i, struct tcn_buf *text)
{
	static const char *const parts[] = { "a", "B", "7", " ", " ", "-", ".",
		"'", "\n", "flood", "Lima", "U.S.", "a_b", "\x7f", "Z" };
	uint64_t seed = (uint64_t)i + 1;
	size_t n =
	    i < TEXTS - 4 ? (size_t)i : (size_t)65536 - 2 + (size_t)(TEXTS - i);

	tcn_buf_clear(text);
	while (text->n < n)
		tcn_buf_z(text,
		    parts[random_below(&seed, sizeof parts / sizeof *parts)]);
	text->n = n;
	if (i % 5 == 4)
		tcn_buf_z(text, " \xc3\x89t\xc3\xa9 b");
}

static void
put_text(sqlite3 *db, const struct tcn_buf *text)
{
	sqlite3_stmt *stmt;

	ck_assert_int_eq(sqlite3_prepare_v2(db,
			     "INSERT INTO search (text) VALUES (?)", -1, &stmt,
			     NULL),
	    SQLITE_OK);
	sqlite3_bind_text(stmt, 1, text->at ? text->at : "", (int)text->n,
	    SQLITE_STATIC);
	ck_assert_int_eq(sqlite3_step(stmt), SQLITE_DONE);
	sqlite3_finalize(stmt);
}

START_TEST(tokens_are_those_of_sqlite)
{
	static const char list[] =
	    "SELECT term || '|' || doc || '|' || offset FROM tokens"
	    " ORDER BY doc, offset, term";
	sqlite3 *dbs[2] = { open_index(false), open_index(true) };
	sqlite3_stmt *rows[2];
	struct tcn_buf text = { 0 };
	int n = 0, code;

	for (int i = 0; i < TEXTS; i++) {
		make_text(i, &text);
		put_text(dbs[0], &text);
		put_text(dbs[1], &text);
	}
	for (int k = 0; k < 2; k++)
		ck_assert_int_eq(sqlite3_prepare_v2(dbs[k], list, -1, &rows[k],
				     NULL),
		    SQLITE_OK);
	for (;; n++) {
		code = sqlite3_step(rows[0]);
		ck_assert_int_eq(sqlite3_step(rows[1]), code);
		if (code != SQLITE_ROW)
			break;
		ck_assert_str_eq((const char *)sqlite3_column_text(rows[1], 0),
		    (const char *)sqlite3_column_text(rows[0], 0));
	}
	ck_assert_int_gt(n, 10000);
	for (int k = 0; k < 2; k++) {
		sqlite3_finalize(rows[k]);
		sqlite3_close(dbs[k]);
	}
	tcn_buf_fini(&text);
}
END_TEST

TCN_TESTS(tokenizer)
{
	tcase_add_test(tc, tokens_are_those_of_sqlite);
}
