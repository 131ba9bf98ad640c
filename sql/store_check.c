#include "sql/store_check.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/err.h"
#include "engine/base/utf8.h"
#include "sql/query.h"
#include "sql/store_delta_impl.h"
#include "sql/store_read.h"

struct audit {
	const struct tcn_store *st;
	tcn_store_finding_fn *fn;
	void *ctx;
	uint64_t findings;
};

/* What must be true: each query returns a sentence a breach, at most 20. */
static const char *const invariants[] = {
	"SELECT 'article ' || seq || ' has no item of its own' "
	"FROM articles a WHERE NOT EXISTS (SELECT 1 FROM items i"
	" WHERE i.seq = a.seq AND i.article = a.seq) LIMIT 20",

	"SELECT 'item ' || seq || ' copies ' || article || ', which is no "
	"original' FROM items i WHERE article <> seq AND NOT EXISTS"
	" (SELECT 1 FROM items o WHERE o.seq = i.article"
	" AND o.article = o.seq) LIMIT 20",

	"SELECT 'item ' || seq || ' came before its original ' || article "
	"FROM items WHERE article > seq LIMIT 20",

	"SELECT 'item ' || seq || ' has no valid number or key' "
	"FROM items WHERE seq < 1 OR length(key) <> 16 LIMIT 20",

	"SELECT 'item ' || seq || ' names origin ' || origin || ', which is "
	"not stored' FROM items i WHERE origin <> 0 AND NOT EXISTS"
	" (SELECT 1 FROM items o WHERE o.seq = i.origin) AND origin > coalesce"
	" ((SELECT max(last) FROM removed WHERE kind IN ('copies', 'items')),"
	" 0) LIMIT 20",

	"SELECT 'the sketch of article ' || seq || ' is ' ||"
	" iif(length(bytes) % 4 OR complete < length(bytes) / 4, 'damaged',"
	" 'nobody''s') FROM sketches WHERE seq NOT IN (SELECT seq FROM "
	"articles)"
	" OR length(bytes) % 4 OR complete < length(bytes) / 4 LIMIT 20",

	"SELECT 'the words of story ' || id || ' cannot be read' FROM stories "
	"WHERE terms <> x'' AND story_shared(terms, terms) IS NULL LIMIT 20",

	"SELECT 'item ' || i.seq || ' is stored, and removed' FROM items i "
	"JOIN removed_keys k ON k.key = i.key LIMIT 20",

	"WITH RECURSIVE stands (id) AS"
	" (SELECT id FROM stories WHERE merged_into = 0 UNION"
	" SELECT id FROM unsettled"
	" WHERE id NOT IN (SELECT id FROM stories) UNION"
	" SELECT s.id FROM stands JOIN stories s"
	" ON s.merged_into = stands.id AND s.merged_into <> 0) "
	"SELECT 'story ' || id || ' redirects in a circle or to nowhere' "
	"FROM stories WHERE id NOT IN (SELECT id FROM stands) LIMIT 20",

	"SELECT 'story ' || id || ' ends before it begins' "
	"FROM stories WHERE last_ts < first_ts LIMIT 20",

	"SELECT 'event ' || e.id || ' lacks a revision' FROM events e "
	"WHERE e.revision <> 0 AND ((SELECT count(*) FROM event_revisions r"
	" WHERE r.event = e.id) <> e.revision"
	" OR (SELECT max(revision) FROM event_revisions r"
	" WHERE r.event = e.id) <> e.revision) LIMIT 20",

	"SELECT 'event ' || e.id || ' counted ' || r.items || ' items, its "
	"evidence is less' FROM events e JOIN event_revisions r"
	" ON r.event = e.id AND r.revision = 1 AND e.revision <> 0 "
	"WHERE (SELECT count(*) FROM evidence v WHERE v.event = e.id)"
	" < r.items LIMIT 20",

	"SELECT 'event ' || id || ' is open and closed' FROM events e "
	"WHERE open NOT IN (0, 1) OR open = 1 AND revision = 0 LIMIT 20",

	"SELECT 'evidence of event ' || event || ' names item ' || seq ||"
	" ' twice' FROM evidence GROUP BY event, seq HAVING count(*) > 1 "
	"LIMIT 20",

	"SELECT 'message ' || id || ' is ' || iif(done IS NULL, 'open', 'done')"
	" || ' in state ' || state FROM messages "
	"WHERE (done IS NULL) <> (state IN (0, 1)) OR state NOT BETWEEN 0 AND 5"
	" LIMIT 20",
};

static void
report(struct audit *audit, const char *finding)
{
	audit->findings++;
	if (audit->fn)
		audit->fn(audit->ctx, finding);
}

/* Damage met on the way is a finding; any other failure ends the check. */
static enum tcn_rc
absorb(struct audit *audit, enum tcn_rc rc)
{
	if (rc != TCN_CORRUPT)
		return rc;
	report(audit, tcn_store_error(audit->st)->text);
	return TCN_OK;
}

/* Each row's first column is a finding, unless it says "ok". */
static enum tcn_rc
audit_rows(struct audit *audit, const char *sql)
{
	struct tcn_query q = tcn_query(audit->st, sql);
	char text[256];

	while (tcn_query_next(&q)) {
		struct tcn_str s = tcn_query_get_str(&q);

		snprintf(text, sizeof text, "%.*s", TCN_STR_ARG(s));
		if (!tcn_str_equal(s, tcn_str("ok")))
			report(audit, text);
	}
	return absorb(audit, tcn_query_end(&q));
}

/* A statement that fails when the index and the texts differ. */
static enum tcn_rc
audit_search(struct audit *audit)
{
	static const char sql[] = "INSERT INTO search (search, rank) "
				  "VALUES ('integrity-check', 1)";
	struct tcn_query q;

	if (audit->st->read_only)
		return TCN_OK;
	q = tcn_query(audit->st, sql);
	return absorb(audit, tcn_query_run(&q));
}

static enum tcn_rc
audit_object(struct audit *audit, struct tcn_str name, struct tcn_str made)
{
	static const char sql[] =
	    "SELECT count(*) FROM sqlite_schema WHERE name = ? AND sql = ?";
	struct tcn_query q = TCN_QUERY(audit->st, sql, name, made);
	char text[256];

	if (tcn_query_next(&q) && tcn_query_get_int(&q) != 1) {
		snprintf(text, sizeof text,
		    "\"%.*s\" is not as this program makes it",
		    TCN_STR_ARG(name));
		report(audit, text);
	}
	return tcn_query_end(&q);
}

/*
 * Objects that no program of ours makes: a trigger or a view would act, or
 * answer, in place of our tables. What SQLite makes itself is called sqlite_.
 */
static enum tcn_rc
audit_object_is_ours(struct audit *audit, const struct tcn_store *fresh,
    struct tcn_str type, struct tcn_str name)
{
	static const char sql[] =
	    "SELECT count(*) FROM sqlite_schema WHERE type = ? AND name = ?";
	struct tcn_query q = TCN_QUERY(fresh, sql, type, name);
	char text[256];

	if (tcn_query_next(&q) && tcn_query_get_int(&q) == 0) {
		snprintf(text, sizeof text,
		    "the %.*s \"%.*s\" is not of this program: restore a copy "
		    "without it",
		    TCN_STR_ARG(type), TCN_STR_ARG(tcn_utf8_cut(name, 100)));
		report(audit, text);
	}
	return tcn_query_end(&q);
}

static enum tcn_rc
audit_foreign(struct audit *audit, const struct tcn_store *fresh)
{
	static const char sql[] =
	    "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', "
	    "'view') OR name NOT GLOB 'sqlite_*' ORDER BY type, name LIMIT "
	    "1000";
	struct tcn_query q = tcn_query(audit->st, sql);

	while (tcn_query_next(&q)) {
		struct tcn_str type = tcn_query_get_str(&q);

		tcn_query_fail(&q,
		    audit_object_is_ours(audit, fresh, type,
			tcn_query_get_str(&q)));
	}
	return tcn_query_end(&q);
}

/* Compares with a database made just now, in memory. */
static enum tcn_rc
audit_schema(struct audit *audit)
{
	static const char sql[] =
	    "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL "
	    "AND name NOT GLOB 'search_*' ORDER BY name";
	struct tcn_store *fresh;
	struct tcn_err err = { 0 };
	struct tcn_query q;
	enum tcn_rc rc =
	    tcn_store_open(":memory:", TCN_STORE_CREATE, &fresh, &err);

	if (rc)
		return tcn_db_fail_with(audit->st, rc, "%s", err.text);
	q = tcn_query(fresh, sql);
	while (tcn_query_next(&q)) {
		struct tcn_str name = tcn_query_get_str(&q);

		tcn_query_fail(&q,
		    audit_object(audit, name, tcn_query_get_str(&q)));
	}
	rc = tcn_query_end(&q);
	if (!rc)
		rc = audit_foreign(audit, fresh);
	tcn_store_close(fresh);
	return absorb(audit, rc);
}

/* --- What is written later --- */

static enum tcn_rc
note_unsettled(void *ctx, const struct tcn_state_row *row)
{
	static const char sql[] = "INSERT OR IGNORE INTO unsettled VALUES (?)";
	const struct audit *audit = ctx;
	struct tcn_query q = TCN_QUERY(audit->st, sql, row->id);

	return tcn_query_run(&q);
}

/*
 * Commits of deltas put off the rows of stories until the next compaction
 * (tools/pipeline/compactor.h). So a story without a row is no damage as long
 * as the log of deltas names it: its ids are listed here. The table is this
 * connection's own and goes with the transaction.
 */
static enum tcn_rc
list_unsettled(struct audit *audit)
{
	enum tcn_rc rc = tcn_db_exec(audit->st,
	    "CREATE TEMP TABLE unsettled (id INTEGER PRIMARY KEY)");

	return rc ? rc
		  : absorb(audit,
			tcn_store_each_delta(audit->st, note_unsettled, audit));
}

/* --- What cannot be read --- */

static void
report_unreadable(void *ctx, const struct tcn_store_item_row *item)
{
	bool can_be_mended = strcmp(item->unreadable, "texts or date") != 0;
	char text[256];

	snprintf(text, sizeof text,
	    "item %" PRIu64 " (%.*s): its %s cannot be read, so that replays "
	    "pass it over%s",
	    item->place.seq, TCN_STR_ARG(tcn_utf8_cut(item->article.id, 60)),
	    item->unreadable,
	    can_be_mended ? "; 'tocsin check --mend-items' removes them" : "");
	report(ctx, text);
}

static enum tcn_rc
audit_items(struct audit *audit)
{
	return absorb(audit,
	    tcn_store_each_unreadable(audit->st, report_unreadable, audit));
}

/* --- All of it --- */

static enum tcn_rc
audit_all(struct audit *audit)
{
	static const char structure[] = "PRAGMA integrity_check";
	static const char keys[] =
	    "SELECT 'a row of ' || \"table\" || ' names a row of ' || parent ||"
	    " ' that is not there' FROM pragma_foreign_key_check LIMIT 100";
	enum tcn_rc rc = absorb(audit, tcn_db_check_size(audit->st));

	if (!rc)
		rc = audit_rows(audit, structure);
	if (!rc)
		rc = absorb(audit, tcn_db_check_log(audit->st));
	if (!rc)
		rc = audit_schema(audit);
	if (!rc)
		rc = audit_rows(audit, keys);
	if (!rc)
		rc = audit_items(audit);
	if (!rc)
		rc = list_unsettled(audit);
	for (size_t i = 0; i < sizeof invariants / sizeof *invariants && !rc;
	     i++)
		rc = audit_rows(audit, invariants[i]);
	return rc;
}

/* One transaction over all: another program may be writing. The index of
 * searches is looked at before, because SQLite takes that for a write. */
enum tcn_rc
tcn_store_check(const struct tcn_store *st, tcn_store_finding_fn *fn, void *ctx)
{
	struct audit audit = { .st = st, .fn = fn, .ctx = ctx };
	enum tcn_rc rc = audit_search(&audit);

	assert(!st->in_tx && sqlite3_get_autocommit(st->db->sqlite));
	if (!rc)
		rc = tcn_db_exec(st, "BEGIN");
	if (!rc) {
		rc = audit_all(&audit);
		sqlite3_exec(st->db->sqlite, "ROLLBACK", NULL, NULL, NULL);
	}
	/* Or what was found may be of two moments. */
	if (tcn_db_confirm_alone(st))
		return TCN_BUSY;
	if (!rc && audit.findings)
		rc = tcn_db_fail_with(st, TCN_CORRUPT,
		    "the check has %" PRIu64 " findings: restore a copy of "
		    "the file, or run the stream into a new one",
		    audit.findings);
	return rc;
}

enum tcn_rc
tcn_store_memory_check(const struct tcn_store *st, struct tcn_err *err)
{
	const struct tcn_store_connection *db = st->db;

	if (st->in_tx && !db->failed && sqlite3_get_autocommit(db->sqlite))
		return tcn_err_set(err, TCN_CORRUPT,
		    "the store's transaction is not open in SQLite");
	if (st->tx.st != st || st->db != &st->own_db)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the store's transaction is another store's");
	if (!st->in_tx && (st->deltas.n || db->failed))
		return tcn_err_set(err, TCN_CORRUPT,
		    "changes or a failure are left of a transaction that "
		    "has ended");
	if (db->stmts_n > db->stmts_cap || db->known.n != db->stmts_n)
		return tcn_err_set(err, TCN_CORRUPT,
		    "%zu statements are prepared, %zu are known", db->stmts_n,
		    db->known.n);
	return tcn_store_compact_check(st, err);
}

enum tcn_rc
tcn_store_check_log(const struct tcn_store *st)
{
	return tcn_db_check_log(st);
}
