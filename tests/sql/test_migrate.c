#include "tests/base/run.h"

#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/migrate.h"
#include "sql/query.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "sql/store_space.h"
#include "sql/store_upgrade.h"
#include "tests/base/long.h"
#include "tests/base/raw_store.h"
#include "tests/sql/sample.h"

/* Every table, index and view with its columns, a line each. */
static void
dump_schema(struct tcn_store *st, struct tcn_buf *dump)
{
	static const char sql[] =
	    "SELECT m.type || ' ' || m.name || coalesce(' (' ||"
	    " (SELECT group_concat(trim(c.name || ' ' || c.type ||"
	    "   iif(c.\"notnull\", ' not null', '') ||"
	    "   iif(c.pk, ' key ' || c.pk, '')), ', ')"
	    "  FROM pragma_table_xinfo(m.name) c) || ')',"
	    " ' on ' || m.tbl_name || ' (' ||"
	    " (SELECT group_concat(i.name, ', ')"
	    "  FROM pragma_index_info(m.name) i) || ')', '') "
	    "FROM sqlite_schema m WHERE m.name NOT GLOB 'search_*' "
	    "AND m.name NOT GLOB 'sqlite_*' ORDER BY m.type DESC, m.name";
	struct tcn_query q = tcn_query(st, sql);
	int64_t version, id;

	ck_assert(!tcn_db_int(st, "PRAGMA user_version", &version));
	ck_assert(!tcn_db_int(st, "PRAGMA application_id", &id));
	tcn_buf_clear(dump);
	tcn_buf_printf(dump, "version %d id %08x\n", (int)version,
	    (unsigned)id);
	while (tcn_query_next(&q)) {
		tcn_buf_str(dump, tcn_query_get_str(&q));
		tcn_buf_char(dump, '\n');
	}
	ck_assert_int_eq(tcn_query_end(&q), TCN_OK);
}

static struct tcn_store *
open_store(const char *path)
{
	struct tcn_store *st;
	struct tcn_err err;

	ck_assert_msg(!tcn_store_open(path, TCN_STORE_CREATE, &st, &err), "%s",
	    err.text);
	return st;
}

/* The same of an older program's, whose tables are changed first. */
static struct tcn_store *
upgrade_store(const char *path)
{
	struct tcn_err err;

	ck_assert_msg(!tcn_store_migrate(path, &err), "%s", err.text);
	return open_store(path);
}

/* Leaves a database as the program of that version made it. */
static void
make_version(int version)
{
	struct tcn_store *st = tcn_mem_calloc(1, sizeof *st);
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_db_open(st, sample_path(), TCN_STORE_CREATE),
	    TCN_OK);
	ck_assert_int_eq(tcn_db_enable_wal(st), TCN_OK);
	ck_assert_int_eq(tcn_migrate(st, 0, version), TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	if (version >= 1)
		ck_assert_int_eq(tcn_db_exec(st,
				     "INSERT INTO articles (seq, title,"
				     " text, lang, given) VALUES"
				     " (1, 'Old flood', '', 'en', 0);"
				     "INSERT INTO search (rowid, title, text)"
				     " VALUES (1, 'Old flood', '');"
				     "INSERT INTO items (seq, article, key,"
				     " id, source, url, category, label, ts,"
				     " publisher, text_key, origin, distance,"
				     " story) VALUES (1, 1, zeroblob(16), 'a',"
				     " '', '', '', '', 5, 0, 0, 1, 0, 0);"),
		    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
}

START_TEST(from_every_version)
{
	struct tcn_buf fresh = { 0 }, migrated = { 0 };
	struct tcn_store *st = open_store(":memory:");
	int64_t n;

	dump_schema(st, &fresh);
	tcn_store_close(st);
	for (int version = 0; version <= tcn_migrate_newest();
	     version += (int)long_or(1, 3)) {
		make_version(version);
		st = upgrade_store(sample_path());
		dump_schema(st, &migrated);
		ck_assert_str_eq(migrated.at, fresh.at);
		ck_assert_int_eq(tcn_db_int(st,
				     "SELECT count(*) FROM search "
				     "WHERE search MATCH 'flood'",
				     &n),
		    TCN_OK);
		ck_assert_int_eq(n, version >= 1);
		ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
		tcn_store_close(st);
		sample_unlink();
	}
	tcn_buf_fini(&fresh);
	tcn_buf_fini(&migrated);
	sample_clean();
}
END_TEST

/* An older store cannot shrink until it was rewritten once. */
START_TEST(an_older_store_shrinks_after_a_vacuum)
{
	struct tcn_store_space space;
	struct tcn_store *st;

	make_version(13);
	st = upgrade_store(sample_path());
	ck_assert_int_eq(tcn_store_space(st, &space), TCN_OK);
	ck_assert(!space.shrinks);
	ck_assert_int_eq(tcn_store_vacuum(st), TCN_OK);
	ck_assert_int_eq(tcn_store_space(st, &space), TCN_OK);
	ck_assert(space.shrinks);
	ck_assert_uint_eq(space.free_pages, 0);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
	sample_clean();
}
END_TEST

/* A changed schema needs a new migration, never a change to an old one. */
START_TEST(schema_is_the_golden_one)
{
	const char *top = getenv("top_srcdir");
	struct tcn_store *st = open_store(":memory:");
	struct tcn_buf dump = { 0 };
	char golden[32768];
	char name[512];
	FILE *file;

	dump_schema(st, &dump);
	snprintf(name, sizeof name, "%s/tests/sql/schema.golden",
	    top ? top : "..");
	file = fopen(name, "r");
	ck_assert_msg(file != NULL, "%s", name);
	golden[fread(golden, 1, sizeof golden - 1, file)] = '\0';
	fclose(file);
	ck_assert_str_eq(dump.at, golden);
	tcn_buf_fini(&dump);
	tcn_store_close(st);
}
END_TEST

/* The statements that made the tables, as SQLite keeps them, and settings of
 * the search. */
static void
dump_statements(struct tcn_store *st, struct tcn_buf *dump)
{
	static const char sql[] =
	    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL "
	    "AND name NOT GLOB 'search_*' "
	    "UNION ALL SELECT printf('INSERT INTO search (search, rank) "
	    "VALUES (%Q, %d)', k, v) FROM search_config "
	    "WHERE k <> 'version'";
	struct tcn_query q = tcn_query(st, sql);

	tcn_buf_clear(dump);
	while (tcn_query_next(&q)) {
		tcn_buf_str(dump, tcn_query_get_str(&q));
		tcn_buf_add(dump, ";\n", 2);
	}
	ck_assert_int_eq(tcn_query_end(&q), TCN_OK);
}

/* A migration that was added is to be brought into sql/schema/new.sql. */
START_TEST(a_new_store_is_what_the_migrations_make)
{
	struct tcn_buf fresh = { 0 }, migrated = { 0 };
	struct tcn_store *st = open_store(":memory:");

	dump_statements(st, &fresh);
	tcn_store_close(st);
	st = tcn_mem_calloc(1, sizeof *st);
	ck_assert_int_eq(tcn_db_open(st, ":memory:", TCN_STORE_CREATE), TCN_OK);
	ck_assert_int_eq(tcn_migrate(st, 0, tcn_migrate_newest()), TCN_OK);
	dump_statements(st, &migrated);
	tcn_store_close(st);
	if (strcmp(fresh.at, migrated.at) != 0) {
		FILE *file = fopen("schema_new.sql", "w");

		ck_assert(file && fputs(migrated.at, file) >= 0 &&
		    fclose(file) == 0);
		ck_abort_msg("sql/schema/new.sql must be, below its comment, "
			     "schema_new.sql, which was written here");
	}
	tcn_buf_fini(&fresh);
	tcn_buf_fini(&migrated);
}
END_TEST

/* SQL that makes a file not ours, and what must be said about it. */
static const struct {
	const char *sql;
	const char *says;
	enum tcn_rc rc;
} strangers[] = {
	{ "CREATE TABLE t (x)", "another program", TCN_CORRUPT },
	{ "PRAGMA user_version = 3", "another program", TCN_CORRUPT },
	{ "PRAGMA application_id = 77", "another program", TCN_CORRUPT },
	{ "PRAGMA application_id = 0x5463736e; PRAGMA user_version = 99",
	    "newer program", TCN_CORRUPT },
	{ "PRAGMA application_id = 0x5463736e; PRAGMA user_version = -1",
	    "never was", TCN_CORRUPT },
	{ "PRAGMA application_id = 0x5463736e", "never was", TCN_CORRUPT },
};

static void
exec_raw(const char *sql)
{
	sqlite3 *db;

	db = raw_store(sample_path());
	ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

/* Rows of the state: how many, and the one before. */
struct seen {
	unsigned n;
	struct tcn_state_row last;
};

static enum tcn_rc
see_row(void *ctx, const struct tcn_state_row *row)
{
	struct seen *seen = ctx;
	char text[32];

	if (seen->n && seen->last.kind == row->kind)
		ck_assert_uint_gt(row->id, seen->last.id);
	snprintf(text, sizeof text, "%u of %lld", (unsigned)row->kind,
	    (long long)row->id);
	ck_assert(tcn_str_equal((struct tcn_str){ row->bytes, row->n },
	    tcn_str(text)));
	seen->last = *row;
	seen->n++;
	return TCN_OK;
}

/* Of a store as it was when each row of the state and each word of a story was
 * a row of SQLite's. */
START_TEST(rows_become_pages)
{
	const struct tcn_story_term words[] = { { TCN_STR("flood"), 1, 0 },
		{ TCN_STR("sea"), 1, 0 }, { TCN_STR("Sea"), 1, 0 } };
	struct tcn_arena arena;
	struct tcn_story *story;
	struct seen seen = { 0 };
	uint64_t with[3];
	struct tcn_store *st;

	make_version(49);
	exec_raw("WITH RECURSIVE n (value) AS (VALUES (1) UNION ALL"
		 " SELECT value + 1 FROM n WHERE value < 300) "
		 "INSERT INTO state SELECT kind, id, kind || ' of ' || id FROM"
		 " (SELECT 2 + value % 2 AS kind,"
		 "  (value - 150) * 61234567890123 AS id FROM n);"
		 "INSERT INTO stories VALUES (1, 0, 5, 5, 1, 1, 1, 1, 1),"
		 " (2, 0, 5, 5, 1, 1, 1, 1, 0), (3, 0, 5, 5, 1, 1, 1, 1, 1);"
		 "INSERT INTO story_terms VALUES (1, 0, 'flood', 1.0 / 3),"
		 " (1, 1, 'sea', .25), (2, 0, 'sea', 1)");
	st = upgrade_store(sample_path());
	ck_assert_int_eq(tcn_store_each_state(st, see_row, NULL, &seen),
	    TCN_OK);
	ck_assert_uint_eq(seen.n, 300);
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_story(st, 1, &arena, &story), TCN_OK);
	ck_assert_uint_eq(story->terms_n, 2);
	ck_assert(tcn_str_equal(story->terms[0].word, tcn_str("flood")));
	ck_assert(story->terms[0].weight == 1.0 / 3);
	ck_assert_int_eq(tcn_store_stories_with(st, words, 3, with), TCN_OK);
	ck_assert_uint_eq(with[0], 1);
	ck_assert_uint_eq(with[1], 2);
	ck_assert_uint_eq(with[2], 0);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
	sample_clean();
}
END_TEST

static struct tcn_buf
file_bytes(void)
{
	FILE *file = fopen(sample_path(), "r");
	struct tcn_buf buf = { 0 };
	char part[4096];
	size_t n;

	ck_assert_ptr_nonnull(file);
	while ((n = fread(part, 1, sizeof part, file)) > 0)
		tcn_buf_add(&buf, part, n);
	fclose(file);
	return buf;
}

START_TEST(refuses_strangers_untouched)
{
	struct tcn_store *st;
	struct tcn_err err;
	struct tcn_buf before, after;

	sample_path();
	exec_raw("PRAGMA page_size = 1024");
	exec_raw(strangers[_i].sql);
	before = file_bytes();
	for (int mode = TCN_STORE_CREATE; mode <= TCN_STORE_READ_ONLY; mode++) {
		ck_assert_int_eq(tcn_store_open(sample_path(),
				     (enum tcn_store_mode)mode, &st, &err),
		    strangers[_i].rc);
		ck_assert_ptr_null(st);
		ck_assert_msg(strstr(err.text, strangers[_i].says) != NULL,
		    "%s", err.text);
		ck_assert_str_eq(err.file, sample_path());
	}
	after = file_bytes();
	ck_assert(tcn_str_equal(tcn_buf_view(&before), tcn_buf_view(&after)));
	tcn_buf_fini(&before);
	tcn_buf_fini(&after);
	sample_clean();
}
END_TEST

START_TEST(existing_must_hold_something)
{
	struct tcn_store *st;
	struct tcn_err err;

	ck_assert_int_eq(tcn_store_open("", TCN_STORE_CREATE, &st, &err),
	    TCN_INVALID);
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_EXISTING, &st,
			     &err),
	    TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "exist"));
	exec_raw("");
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_EXISTING, &st,
			     &err),
	    TCN_CORRUPT);
	ck_assert_ptr_nonnull(strstr(err.text, "empty"));
	make_version(1);
	for (int mode = TCN_STORE_CREATE; mode <= TCN_STORE_READ_ONLY; mode++) {
		ck_assert_int_eq(tcn_store_open(sample_path(),
				     (enum tcn_store_mode)mode, &st, &err),
		    TCN_CORRUPT);
		ck_assert_ptr_nonnull(strstr(err.text, "schema 1, this"));
		ck_assert_ptr_nonnull(strstr(err.text, "`tocsin upgrade"));
	}
	sample_clean();
}
END_TEST

START_TEST(a_second_writer_is_told)
{
	struct tcn_store *a = open_store(sample_path());
	struct tcn_store *b = open_store(sample_path());
	struct tcn_store_tx *tx;

	sqlite3_busy_timeout(b->db->sqlite, 10);
	ck_assert_int_eq(tcn_store_begin(a, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_begin(b, &tx), TCN_IO);
	ck_assert_ptr_nonnull(strstr(tcn_store_error(b)->text, "locked"));
	ck_assert_int_eq(tcn_store_commit(a), TCN_OK);
	ck_assert_int_eq(tcn_store_begin(b, &tx), TCN_OK);
	tcn_store_close(b);
	tcn_store_close(a);
	sample_clean();
}
END_TEST

TCN_TESTS(migrate)
{
	tcase_add_test(tc, from_every_version);
	tcase_add_test(tc, an_older_store_shrinks_after_a_vacuum);
	tcase_add_test(tc, schema_is_the_golden_one);
	tcase_add_test(tc, a_new_store_is_what_the_migrations_make);
	tcase_add_test(tc, rows_become_pages);
	TCN_EACH(refuses_strangers_untouched, strangers);
	tcase_add_test(tc, existing_must_hold_something);
	tcase_add_test(tc, a_second_writer_is_told);
}
