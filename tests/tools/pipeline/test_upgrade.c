/*
 * Stores that older programs made are upgraded: what a newsroom has in them
 * stays, the daemon goes on with what was open, and whatever moment it is
 * killed at leaves the old store or the new one.
 *
 * The program of schema N made golden/schema-N.db.gz: golden/make.sh.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "sql/migrate.h"
#include "sql/store_check.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/pipeline/upgrade.h"

#define KILLS 12

static const char *const settings[] = { NULL };
static const int schemas[] = { 12, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58 };
static char dir[TEMP_BYTES], db[TEMP_BYTES + 16], past[TEMP_BYTES + 16];

static void
golden_name(int schema, char name[512])
{
	const char *top = getenv("top_srcdir");

	snprintf(name, 512, "%s/tests/tools/pipeline/golden/schema-%d.db.gz",
	    top ? top : "..", schema);
}

/* past is the golden store, and db a copy of it. */
static void
unpack(int schema)
{
	char name[512], line[2048];

	golden_name(schema, name);
	snprintf(line, sizeof line,
	    "gzip -dc '%s' > '%s' && rm -f '%s'* && cp '%s' '%s'", name, past,
	    db, past, db);
	ck_assert_msg(system(line) == 0, "%s", line);
}

static void
setup(void)
{
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/n.db", dir);
	snprintf(past, sizeof past, "%s/past", dir);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static int64_t
ask(const char *file, const char *sql)
{
	sqlite3_stmt *stmt;
	sqlite3 *sqlite;
	char attach[TEMP_BYTES + 64];
	int64_t n;

	snprintf(attach, sizeof attach, "ATTACH '%s' AS past", past);
	ck_assert_int_eq(sqlite3_open(file, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite, attach, NULL, NULL, NULL),
	    SQLITE_OK);
	ck_assert_msg(!sqlite3_prepare_v2(sqlite, sql, -1, &stmt, NULL),
	    "%s: %s", sql, sqlite3_errmsg(sqlite));
	ck_assert_int_eq(sqlite3_step(stmt), SQLITE_ROW);
	n = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	sqlite3_close(sqlite);
	return n;
}

/* Of each table the columns that mean something to people, and the schema since
 * which its golden store has rows of it. */
static const struct {
	const char *table, *columns;
	int since;
} kept[] = {
	{ "articles", "seq, title, text, lang", 0 },
	{ "items",
	    "seq, article, key, id, source, url, category, published, ts,"
	    " story",
	    0 },
	{ "events", "id, rule, story, fired, revision, item, severity", 0 },
	{ "event_revisions",
	    "event, revision, story, state, changed, items, origins,"
	    " publishers, central, merged_into",
	    0 },
	{ "evidence", "event, rank, seq", 0 },
	{ "actions", "id, event, revision, at, author, kind, was, value", 0 },
	{ "silences",
	    "id, kind, value, author, reason, created, expires, ended", 0 },
	{ "messages", "id, event, revision, receiver, state, body", 0 },
	{ "tries", "*", 0 },
	{ "sent", "seq, given, lang, text, features", 0 },
	{ "feeds", "url, title, due", 0 },
	{ "editions", "*", 47 },
	{ "edition_bodies", "*", 47 },
	{ "told", "*", 47 },
	{ "told_events", "*", 47 },
	{ "told_figures", "*", 47 },
	{ "told_lines", "*", 47 },
};

static void
is_kept(int schema)
{
	char sql[512];

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		const char *c = kept[i].columns, *t = kept[i].table;

		if (schema < kept[i].since)
			continue;
		snprintf(sql, sizeof sql, "SELECT count(*) FROM past.%s", t);
		ck_assert_msg(ask(db, sql) > 0, "%s", sql);
		snprintf(sql, sizeof sql,
		    "SELECT count(*) FROM (SELECT %s FROM past.%s EXCEPT "
		    "SELECT %s FROM main.%s)",
		    c, t, c, t);
		ck_assert_msg(ask(db, sql) == 0, "%s", sql);
	}
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM actions"), 3);
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM silences"), 1);
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM main.events"), 3);
}

/* A further article that says what an item of the past says. */
static struct tcn_pipeline_outcome
feed_again(struct tcn_pipeline *pipe, const char *title, int64_t ts_ms)
{
	struct tcn_buf line = { 0 };
	struct tcn_pipeline_outcome outcome;

	tcn_buf_printf(&line,
	    "{\"id\":\"later\",\"source\":\"Later Post\",\"ts\":%.3f,"
	    "\"url\":\"https://later.example/a\",\"title\":\"",
	    (double)ts_ms / 1000);
	tcn_buf_z(&line, title);
	tcn_buf_z(&line, "\",\"lang\":\"en\"}");
	outcome = piped_feed(pipe, tcn_buf_view(&line));
	tcn_buf_fini(&line);
	return outcome;
}

/* The title of the last item of the event that is open, without quotes. */
static void
open_title(char title[1024], int64_t *story, int64_t *ts_ms)
{
	static const char item[] =
	    " FROM items i JOIN articles a ON a.seq = i.article WHERE i.story ="
	    " (SELECT story FROM events WHERE open = 1 ORDER BY fired DESC,"
	    " id DESC LIMIT 1) AND a.lang = 'en' AND a.title NOT GLOB '*\"*' "
	    "ORDER BY i.seq DESC LIMIT 1";
	char sql[512];
	sqlite3_stmt *stmt;
	sqlite3 *sqlite;

	snprintf(sql, sizeof sql,
	    "SELECT a.title, i.story, (SELECT max(ts) FROM items)%s", item);
	ck_assert_int_eq(sqlite3_open(db, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(sqlite, sql, -1, &stmt, NULL),
	    SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(stmt), SQLITE_ROW);
	snprintf(title, 1024, "%s", (const char *)sqlite3_column_text(stmt, 0));
	*story = sqlite3_column_int64(stmt, 1);
	*ts_ms = sqlite3_column_int64(stmt, 2);
	sqlite3_finalize(stmt);
	sqlite3_close(sqlite);
}

/* Byte 20 of a file of SQLite says how many bytes of a page are left to us: a
 * page's sum has eight. */
static void
has_sums(void)
{
	FILE *file = fopen(db, "rb");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fseek(file, 20, SEEK_SET), 0);
	ck_assert_int_eq(fgetc(file), 8);
	fclose(file);
}

START_TEST(each_released_schema_is_upgraded)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_pipeline *pipe;
	char title[1024];
	int64_t story, ts_ms;

	unpack(schemas[_i]);
	pipe = piped_open(db, settings, 0);
	tcn_pipeline_close(pipe);
	ck_assert(!tcn_upgrade_is_due(db));
	is_kept(schemas[_i]);
	if (schemas[_i] < tcn_migrate_newest())
		has_sums();
	open_title(title, &story, &ts_ms);
	pipe = piped_open(db, settings, 0);
	outcome = feed_again(pipe, title, ts_ms);
	ck_assert_uint_eq(outcome.placement.story, (uint64_t)story);
	ck_assert_uint_ne(piped_finish(pipe), 0);
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM main.events"), 3);
}
END_TEST

/* From now on every schema has a golden store: make one, see above. */
START_TEST(the_newest_schema_has_a_golden_store)
{
	struct tcn_store_past now;
	char name[512];
	struct stat st;

	unpack(schemas[0]);
	ck_assert_int_eq(tcn_store_schema(db, &now), TCN_OK);
	ck_assert_int_eq(now.schema, schemas[0]);
	golden_name(now.newest, name);
	ck_assert_msg(stat(name, &st) == 0, "%s is to be made", name);
	ck_assert_int_eq(schemas[sizeof schemas / sizeof *schemas - 1],
	    now.newest);
}
END_TEST

static void
change(const char *sql)
{
	sqlite3 *sqlite;

	ck_assert_int_eq(sqlite3_open(db, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL),
	    SQLITE_OK);
	ck_assert_int_gt(sqlite3_changes(sqlite), 0);
	sqlite3_close(sqlite);
}

static const char *const damage[] = {
	"UPDATE state SET bytes = x'00' WHERE kind = 3",
	"UPDATE state SET bytes = zeroblob(length(bytes)) WHERE kind = 0",
	"DELETE FROM state WHERE kind = 0",
	"UPDATE state SET bytes = substr(bytes, 1, length(bytes) - 1)",
};

START_TEST(a_state_that_cannot_be_read_is_made_anew)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_pipeline *pipe;
	char title[1024];
	int64_t story, ts_ms;

	unpack(schemas[0]);
	tcn_pipeline_close(piped_open(db, settings, 0));
	change(damage[_i]);
	open_title(title, &story, &ts_ms);
	pipe = piped_open(db, settings, 0);
	outcome = feed_again(pipe, title, ts_ms);
	ck_assert_uint_eq(outcome.placement.story, (uint64_t)story);
	ck_assert_uint_ne(piped_finish(pipe), 0);
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM main.events"), 3);
}
END_TEST

/* Each way to count, with an alert after the fourth item; headlines that it
 * counts, and in how many words of its own each differs from the others. */
static const struct quakes {
	const char *settings[4];
	const char *title;
	int words;
} kinds[] = {
	{ { "rules.kind=story", "rules.more_than=3", "rules.least=0" },
	    "Earthquake near Quilenge damages houses", 3 },
	{ { "rules.kind=similar", "rules.more_than=3" },
	    "Strong earthquake shakes coast of Quilenge tonight, towns report "
	    "damage",
	    1 },
	{ { "rules.kind=cluster", "rules.more_than=3" },
	    "Earthquake near Quilenge damages houses", 3 },
};

static void
feed_quakes(struct tcn_pipeline *pipe, const struct quakes *quakes, int from,
    int to)
{
	struct tcn_buf line = { 0 };

	for (int i = from; i < to; i++) {
		tcn_buf_clear(&line);
		tcn_buf_printf(&line,
		    "{\"id\":\"%d\",\"source\":\"Paper %d\",\"ts\":%d,"
		    "\"lang\":\"en\",\"title\":\"%s:",
		    i, i, 1700000000 + 60 * i, quakes->title);
		for (int word = 0; word < quakes->words; word++) {
			tcn_buf_char(&line, ' ');
			piped_word(&line, (uint64_t)(quakes->words * i + word));
		}
		tcn_buf_z(&line, "\"}");
		piped_feed(pipe, tcn_buf_view(&line));
	}
	tcn_buf_fini(&line);
}

START_TEST(an_event_of_any_rule_goes_on_with_a_state_made_anew)
{
	struct tcn_pipeline *pipe = piped_open(db, kinds[_i].settings, 0);

	feed_quakes(pipe, &kinds[_i], 0, 12);
	ck_assert_uint_ne(piped_finish(pipe), 0);
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM main.events"), 1);
	change(damage[2]);
	pipe = piped_open(db, kinds[_i].settings, 0);
	feed_quakes(pipe, &kinds[_i], 12, 30);
	ck_assert_uint_ne(piped_finish(pipe), 0);
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM main.events"), 1);
}
END_TEST

static fsblkcnt_t free_pages = 1 << 20;

/* In place of the C library's: a disk with so much room as a test wants. */
int
statvfs(const char *path, struct statvfs *disk)
{
	(void)path;
	*disk = (struct statvfs){ .f_bavail = free_pages, .f_frsize = 4096 };
	return 0;
}

START_TEST(without_room_nothing_is_changed)
{
	struct tcn_pipeline_conf conf = { 0 };
	struct tcn_err err = { 0 };
	struct stat before, after;

	unpack(schemas[0]);
	ck_assert_int_eq(stat(db, &before), 0);
	free_pages = (4 * (fsblkcnt_t)before.st_size + (16 << 20)) / 4096 - 1;
	ck_assert_int_eq(tcn_upgrade(&conf, db, &err), TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.text,
	    "make room, nothing was changed"));
	ck_assert_int_eq(stat(db, &after), 0);
	ck_assert(before.st_ino == after.st_ino &&
	    before.st_size == after.st_size);
	ck_assert(tcn_upgrade_is_due(db));
}
END_TEST

static const char *last_step;

static void
end_before(const char *step)
{
	if (strcmp(step, last_step) == 0)
		_exit(99);
}

/* Ends in the middle of an upgrade: before a step, or after some time. */
static void
upgrade_and_die(const char *step, long after_ns)
{
	const struct timespec span = { .tv_nsec = after_ns };
	int status;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		last_step = step;
		tcn_upgrade_before_step = step ? end_before : NULL;
		if (!freopen("/dev/null", "w", stderr))
			_exit(1);
		tcn_pipeline_close(piped_open(db, settings, 0));
		_exit(0);
	}
	if (after_ns) {
		nanosleep(&span, NULL);
		kill(pid, SIGKILL);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	if (step)
		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 99);
}

/* The old store is whole, under this name or the other; then it goes on. */
static void
goes_on(void)
{
	char name[TEMP_BYTES + 32];
	struct stat st;
	struct tcn_store_past now;

	ck_assert_int_eq(ask(db, "SELECT count(*) FROM actions"), 3);
	ck_assert_int_eq(ask(db, "SELECT count(*) FROM silences"), 1);
	tcn_pipeline_close(piped_open(db, settings, 0));
	is_kept(schemas[0]);
	ck_assert_int_eq(tcn_store_schema(db, &now), TCN_OK);
	ck_assert_int_eq(now.schema, now.newest);
	snprintf(name, sizeof name, "%s.before-%d", db, now.newest);
	ck_assert_int_eq(stat(name, &st), 0);
	ck_assert_int_eq(ask(name, "SELECT count(*) FROM actions"), 3);
	snprintf(name, sizeof name, "%s.upgrading", db);
	ck_assert_int_ne(stat(name, &st), 0);
	snprintf(name, sizeof name, "%s.old", db);
	ck_assert_int_ne(stat(name, &st), 0);
}

static const char *const steps[] = { "copy", "migrate", "rebuild", "swap",
	"rename", "name", "end" };

START_TEST(killed_before_each_step)
{
	unpack(schemas[0]);
	upgrade_and_die(steps[_i], 0);
	goes_on();
}
END_TEST

START_TEST(killed_at_any_moment)
{
	for (long i = 1; i <= KILLS; i++) {
		unpack(schemas[0]);
		upgrade_and_die(NULL, i * 15000000);
		goes_on();
	}
}
END_TEST

TCN_TESTS(upgrade)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(each_released_schema_is_upgraded, schemas);
	tcase_add_test(tc, the_newest_schema_has_a_golden_store);
	TCN_EACH(a_state_that_cannot_be_read_is_made_anew, damage);
	TCN_EACH(an_event_of_any_rule_goes_on_with_a_state_made_anew, kinds);
	tcase_add_test(tc, without_room_nothing_is_changed);
	TCN_EACH(killed_before_each_step, steps);
	tcase_add_test(tc, killed_at_any_moment);
}
