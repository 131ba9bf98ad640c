#include "tests/base/store_digest.h"

#include "sql/query.h"
#include "sql/store_read.h"

/* Each table's rows in the order of its key; row numbers left out. */
static const struct table {
	const char *name;
	const char *sql;
} tables[] = {
	{ "articles", "SELECT * FROM articles ORDER BY seq" },
	{ "items", "SELECT * FROM items ORDER BY seq" },
	{ "sent", "SELECT * FROM sent ORDER BY seq" },
	{ "stories",
	    "SELECT id, merged_into, first_ts, last_ts, items, origins,"
	    " publishers, central, closed <> 0, terms FROM stories "
	    "ORDER BY id" },
	{ "story_splits", "SELECT * FROM story_splits ORDER BY story" },
	{ "story_merges", "SELECT * FROM story_merges ORDER BY story" },
	{ "origin_moves", "SELECT * FROM origin_moves ORDER BY item, seq" },
	{ "events", "SELECT * FROM events ORDER BY id" },
	/* Without seq: when no article comes an event closes by time, and in a
	 * replay with the next article. */
	{ "event_revisions",
	    "SELECT event, revision, story, state, changed, first_ts, last_ts,"
	    " items, origins, publishers, central, why, merged_into,"
	    " languages, severity, headline, headline_item,"
	    " headline_origins, headline_first, places FROM event_revisions "
	    "ORDER BY event, revision" },
	{ "event_terms",
	    "SELECT * FROM event_terms ORDER BY event, revision, rank" },
	{ "evidence", "SELECT * FROM evidence ORDER BY event, rank" },
	{ "reports",
	    "SELECT event, revision, format, bytes FROM reports "
	    "ORDER BY event, revision, format" },
	/* Without seq, for the same reason. */
	{ "event_stories",
	    "SELECT event, story, lang FROM event_stories "
	    "ORDER BY event, story" },
	{ "event_links",
	    "SELECT event, other FROM event_links ORDER BY event, other" },
	{ "event_reasons", "SELECT * FROM event_reasons ORDER BY event" },
	{ "actions", "SELECT * FROM actions ORDER BY id" },
	{ "split_items", "SELECT * FROM split_items ORDER BY event, seq" },
	{ "split_publishers",
	    "SELECT * FROM split_publishers ORDER BY event, publisher" },
	{ "silences", "SELECT * FROM silences ORDER BY id" },
	{ "told",
	    "SELECT seq, kind, event, number, says FROM told "
	    "ORDER BY seq" },
	{ "seen", "SELECT * FROM seen ORDER BY name, event" },
	{ "state_changes", "SELECT bytes FROM state_changes ORDER BY n" },
	{ "meta", "SELECT * FROM meta ORDER BY name" },
	{ "removed", "SELECT * FROM removed ORDER BY kind" },
	{ "searches", "SELECT * FROM searches ORDER BY name" },
	{ "editions", "SELECT * FROM editions ORDER BY name, due, event" },
	{ "edition_bodies",
	    "SELECT * FROM edition_bodies ORDER BY name, number, format" },
	{ "told_events",
	    "SELECT * FROM told_events ORDER BY name, event, number" },
	{ "told_lines",
	    "SELECT * FROM told_lines ORDER BY name, event, number, line" },
	{ "told_figures",
	    "SELECT * FROM told_figures "
	    "ORDER BY name, event, number, slot, unit" },
	{ "removed_keys", "SELECT * FROM removed_keys ORDER BY key" },
};

#define FNV_BASIS 0xcbf29ce484222325u

/* FNV-1a (Fowler, Noll, Vo): short, and good enough to tell files apart. */
static uint64_t
mix(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < n; i++)
		hash = (hash ^ at[i]) * 0x100000001b3u;
	return hash;
}

static uint64_t
mix_int(uint64_t hash, uint64_t value)
{
	return mix(hash, &value, sizeof value);
}

/* Type and length first, so that no two different rows give the same bytes. */
static uint64_t
mix_column(uint64_t hash, sqlite3_stmt *stmt, int i)
{
	int type = sqlite3_column_type(stmt, i);
	const void *bytes;
	size_t n;
	double real;

	hash = mix_int(hash, (uint64_t)type);
	if (type == SQLITE_INTEGER)
		return mix_int(hash, (uint64_t)sqlite3_column_int64(stmt, i));
	if (type == SQLITE_FLOAT) {
		real = sqlite3_column_double(stmt, i);
		return mix(hash, &real, sizeof real);
	}
	bytes = sqlite3_column_blob(stmt, i);
	n = (size_t)sqlite3_column_bytes(stmt, i);
	return mix(mix_int(hash, n), bytes, n);
}

static enum tcn_rc
digest(const struct tcn_store *st, const struct table *table,
    store_digest_fn *fn, void *ctx)
{
	struct tcn_query q = tcn_query(st, table->sql);
	uint64_t hash = FNV_BASIS;
	uint64_t rows = 0;
	enum tcn_rc rc;

	while (tcn_query_next(&q)) {
		for (int i = 0; i < sqlite3_column_count(q.stmt); i++)
			hash = mix_column(hash, q.stmt, i);
		rows++;
	}
	rc = tcn_query_end(&q);
	if (!rc)
		fn(ctx, table->name, rows, hash);
	return rc;
}

struct digest {
	uint64_t hash, rows;
};

static enum tcn_rc
mix_state(void *ctx, const struct tcn_state_row *row)
{
	struct digest *state = ctx;

	state->hash = mix_int(mix_int(state->hash, row->kind), row->id);
	state->hash = mix(mix_int(state->hash, row->n), row->bytes, row->n);
	state->rows++;
	return TCN_OK;
}

enum tcn_rc
store_digest(const struct tcn_store *st, store_digest_fn *fn, void *ctx)
{
	struct digest state = { .hash = FNV_BASIS };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < sizeof tables / sizeof *tables && !rc; i++)
		rc = digest(st, &tables[i], fn, ctx);
	if (rc == TCN_OK) /* however its pages were cut */
		rc = tcn_store_each_state(st, mix_state, NULL, &state);
	if (rc == TCN_OK)
		fn(ctx, "state", state.rows, state.hash);
	return rc;
}
