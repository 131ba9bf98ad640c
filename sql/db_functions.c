/*
 * Functions that queries of ours call. Those of a hostile file's schema cannot
 * (SQLITE_DIRECTONLY).
 */
#include <sqlite3.h>

#include "engine/text/fold.h"
#include "sql/db.h"
#include "sql/store_terms_impl.h"

static void
fold(sqlite3_value *value, struct tcn_buf *out)
{
	struct tcn_str s = {
		.at = (const char *)sqlite3_value_text(value),
	};

	s.n = (size_t)sqlite3_value_bytes(value);
	if (s.at)
		tcn_fold(tcn_str_trim(s), out);
}

/* same_name(a, b): whether they read the same but for case; of NULL not. */
static void
same_name(sqlite3_context *ctx, int argc, sqlite3_value **argv)
{
	struct tcn_buf a = { 0 }, b = { 0 };

	(void)argc;
	fold(argv[0], &a);
	fold(argv[1], &b);
	sqlite3_result_int(ctx,
	    a.n && tcn_str_equal(tcn_buf_view(&a), tcn_buf_view(&b)));
	tcn_buf_fini(&a);
	tcn_buf_fini(&b);
}

int
tcn_db_add_functions(sqlite3 *db)
{
	int code = sqlite3_create_function_v2(db, "same_name", 2,
	    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL,
	    same_name, NULL, NULL, NULL);

	return code ? code : tcn_store_terms_functions(db);
}
