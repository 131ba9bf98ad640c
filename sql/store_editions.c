#include "sql/store_editions.h"

#include <assert.h>
#include <string.h>

#include "engine/base/map.h"
#include "sql/query_record.h"

static const char *const states[] = { "begun", "made", "skipped", NULL };

#define F(...)  TCN_FIELD(struct tcn_store_edition, __VA_ARGS__)
#define AS(...) TCN_FIELD_AS(struct tcn_store_edition, __VA_ARGS__)
#define AT(...) TCN_FIELD_TIME(struct tcn_store_edition, __VA_ARGS__)
static const struct tcn_field fields[] = {
	F(TEXT, name),
	F(WORD, state, .words = states),
	F(U64, number, .flags = TCN_FIELD_NULL),
	F(TEXT, title),
	AT(due),
	F(TEXT, wall, .key = "due_local"),
	F(TEXT, event),
	F(U64, events),
	AS(TIME, as_of_ms, .name = "as_of"),
	AT(made),
	F(TEXT, reason),
	F(TEXT, method),
	F(U64, cut, .flags = TCN_FIELD_HIDDEN),
	F(TEXT, settings, .flags = TCN_FIELD_HIDDEN),
	{ 0 },
};

const struct tcn_fields tcn_store_edition_record = {
	.table = "editions",
	.fields = fields,
	.bytes = sizeof(struct tcn_store_edition),
	.chars = 1000000,
	.flags = TCN_FIELD_PLAIN,
};

enum tcn_rc
tcn_store_put_edition(struct tcn_store_tx *tx,
    const struct tcn_store_edition *e)
{
	assert(e->name.n &&
	    (e->state == TCN_STORE_EDITION_MADE) == (e->number != 0));
	return tcn_query_put_record(tx, &tcn_store_edition_record, e, NULL);
}

enum tcn_rc
tcn_store_put_edition_body(struct tcn_store_tx *tx, struct tcn_str name,
    uint64_t number, const char *format, struct tcn_str bytes)
{
	static const char sql[] =
	    "INSERT INTO edition_bodies VALUES (?, ?, ?, ?)";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, name, number, format,
	    tcn_query_blob(bytes.at, bytes.n));

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_next_edition(const struct tcn_store *st, struct tcn_str name,
    uint64_t *number)
{
	static const char sql[] =
	    "SELECT ifnull(max(number), 0) + 1 FROM editions WHERE name = ?";
	struct tcn_query q = TCN_QUERY(st, sql, name);

	*number = 1;
	return TCN_QUERY_ONE(&q, NULL, number);
}

enum tcn_rc
tcn_store_editions(const struct tcn_store *st,
    const struct tcn_store_edition_filter *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_edition_list *editions)
{
	static const char sql[] =
	    "WHERE (?1 = '' OR name = ?1) AND (?2 = 0 OR number = ?2)"
	    " AND (?3 = 0 OR state = 1) AND (?4 = 0 OR event = '')"
	    " AND (?5 IS NULL OR due = ?5) AND (?6 IS NULL OR due < ?6)"
	    " ORDER BY due DESC, name, event LIMIT ?7";
	struct tcn_query q = TCN_RECORDS(st, &tcn_store_edition_record, sql,
	    filter->name, filter->number, filter->made, filter->scheduled,
	    tcn_query_time(filter->due_ms), tcn_query_time(filter->before_ms),
	    tcn_query_limit(limit));

	editions->at = tcn_query_get_records(&q, &tcn_store_edition_record,
	    arena, &editions->n);
	return q.rc;
}

enum tcn_rc
tcn_store_edition_body(const struct tcn_store *st, struct tcn_str name,
    uint64_t number, const char *format, struct tcn_arena *arena,
    struct tcn_str *bytes)
{
	static const char sql[] =
	    "SELECT bytes FROM edition_bodies "
	    "WHERE name = ? AND number = ? AND format = ?";
	struct tcn_query q = TCN_QUERY(st, sql, name, number, format);

	*bytes = (struct tcn_str){ NULL, 0 };
	return TCN_QUERY_ONE(&q, arena, bytes);
}

/* --- the ledger --- */

static enum tcn_rc
put_line(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told,
    const struct tcn_store_told_line *line)
{
	static const char sql[] =
	    "INSERT INTO told_lines VALUES (?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);
	unsigned char bytes[TCN_STORE_TOLD_TERMS_MAX * 8];

	assert(line->terms_n <= TCN_STORE_TOLD_TERMS_MAX);
	for (size_t i = 0; i < line->terms_n * 8; i++)
		bytes[i] = (unsigned char)(line->terms[i / 8] >> i % 8 * 8);
	TCN_QUERY_BIND(&q, name, told->event, told->number, line->hash,
	    tcn_query_blob(bytes, line->terms_n * 8));
	return tcn_query_run(&q);
}

/* The lines that the editions of that name told of the event, by hash. */
static enum tcn_rc
find_stored(struct tcn_store_tx *tx, struct tcn_str name, struct tcn_str event,
    struct tcn_map *stored)
{
	static const char sql[] =
	    "SELECT line FROM told_lines WHERE name = ? AND event = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, name, event);
	uint64_t *slot;

	while (tcn_query_next(&q))
		tcn_map_put(stored, tcn_query_get_u64(&q), &slot, NULL);
	return tcn_query_end(&q);
}

/* Stores the lines that are not stored yet: else each edition would repeat all
 * that was told before it. */
static enum tcn_rc
put_lines(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told)
{
	struct tcn_map stored = { 0 };
	enum tcn_rc rc = find_stored(tx, name, told->event, &stored);

	for (size_t i = 0; i < told->lines_n && !rc; i++) {
		uint64_t *slot;
		bool added;

		tcn_map_put(&stored, told->lines[i].hash, &slot, &added);
		if (added)
			rc = put_line(tx, name, told, &told->lines[i]);
	}
	tcn_map_fini(&stored);
	return rc;
}

static enum tcn_rc
put_figure(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told,
    const struct tcn_store_told_figure *figure)
{
	static const char sql[] =
	    "INSERT INTO told_figures VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, name, told->event, told->number, figure->slot,
		figure->unit, figure->lo, figure->hi, figure->number);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_told(struct tcn_store_tx *tx, struct tcn_str name,
    const struct tcn_store_told_event *told)
{
	static const char sql[] =
	    "INSERT INTO told_events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, name, told->event,
	    told->number, told->revision, told->closed, told->items,
	    told->origins, told->publishers, told->languages);
	enum tcn_rc rc;

	rc = tcn_query_run(&q);
	if (!rc)
		rc = put_lines(tx, name, told);
	for (size_t i = 0; i < told->figures_n && !rc; i++)
		rc = put_figure(tx, name, told, &told->figures[i]);
	return rc;
}

/* A blob of the wrong length has the terms that it has whole. */
static void
get_line(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_told_line *line)
{
	struct tcn_str bytes;
	uint64_t *terms;

	line->hash = tcn_query_get_u64(q);
	bytes = tcn_query_get_str(q);
	terms = tcn_arena_zalloc(arena, bytes.n / 8, sizeof *terms);
	for (size_t i = 0; i < bytes.n / 8 * 8; i++)
		terms[i / 8] |= (uint64_t)(unsigned char)bytes.at[i]
		    << i % 8 * 8;
	line->terms = terms;
	line->terms_n = bytes.n / 8;
}

/* Takes the lines of q, and ends it. */
static enum tcn_rc
collect_lines(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_told_event *told)
{
	struct tcn_store_told_line *lines = NULL;

	while (tcn_query_next(q)) {
		lines =
		    tcn_query_grow(arena, lines, told->lines_n, sizeof *lines);
		get_line(q, arena, &lines[told->lines_n++]);
	}
	told->lines = lines;
	return tcn_query_end(q);
}

static enum tcn_rc
get_lines(const struct tcn_store *st, struct tcn_str name, uint64_t before,
    struct tcn_arena *arena, struct tcn_store_told_event *told)
{
	static const char sql[] = "SELECT line, terms FROM told_lines"
				  " WHERE name = ? AND event = ? AND number < ?"
				  " GROUP BY line ORDER BY line";
	struct tcn_query q = TCN_QUERY(st, sql, name, told->event, before);

	return collect_lines(&q, arena, told);
}

enum tcn_rc
tcn_store_told_stories(const struct tcn_store *st, struct tcn_str name,
    uint64_t from, uint64_t before, struct tcn_arena *arena,
    struct tcn_store_told_event *told)
{
	/* ':' is the character behind '9'. */
	static const char sql[] =
	    "SELECT line, terms FROM told_lines WHERE name = ?"
	    " AND event > '" TCN_STORE_TOLD_STORY "'"
	    " AND event < '" TCN_STORE_TOLD_STORY ":'"
	    " AND number >= ? AND number < ?"
	    " ORDER BY event, number, line";
	struct tcn_query q = TCN_QUERY(st, sql, name, from, before);

	*told = (struct tcn_store_told_event){ 0 };
	return collect_lines(&q, arena, told);
}

/* Of each the value that was told last: SQLite takes the columns beside max()
 * from the row that has it. */
static enum tcn_rc
get_figures(const struct tcn_store *st, struct tcn_str name, uint64_t before,
    struct tcn_arena *arena, struct tcn_store_told_event *told)
{
	static const char sql[] =
	    "SELECT slot, unit, least, most, said, max(number)"
	    " FROM told_figures WHERE name = ? AND event = ? AND number < ?"
	    " GROUP BY slot, unit ORDER BY slot, unit";
	struct tcn_query q = TCN_QUERY(st, sql, name, told->event, before);
	struct tcn_store_told_figure *figures = NULL, *figure;

	while (tcn_query_next(&q)) {
		figures = tcn_query_grow(arena, figures, told->figures_n,
		    sizeof *figures);
		figure = &figures[told->figures_n++];
		TCN_QUERY_GET(&q, arena, &figure->slot, &figure->unit,
		    &figure->lo, &figure->hi, &figure->number);
	}
	told->figures = figures;
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_told_of(const struct tcn_store *st, struct tcn_str name,
    struct tcn_str event, uint64_t before, struct tcn_arena *arena,
    struct tcn_store_told_event **out)
{
	static const char sql[] =
	    "SELECT t.number, ifnull((SELECT e.cut FROM editions e"
	    "  WHERE e.name = t.name AND e.number = t.number), 0),"
	    " t.revision, t.closed, t.items, t.origins, t.publishers,"
	    " t.languages FROM told_events t"
	    " WHERE t.name = ? AND t.event = ? AND t.number < ?"
	    " ORDER BY t.number DESC LIMIT 1";
	struct tcn_query q = TCN_QUERY(st, sql, name, event, before);
	struct tcn_store_told_event *told = NULL;
	enum tcn_rc rc;

	*out = NULL;
	if (tcn_query_next(&q))
		told = tcn_arena_zalloc(arena, 1, sizeof *told);
	if (told) {
		told->event = event;
		TCN_QUERY_GET(&q, arena, &told->number, &told->cut,
		    &told->revision, &told->closed, &told->items,
		    &told->origins, &told->publishers, &told->languages);
	}
	rc = tcn_query_end(&q);
	if (!rc && told)
		rc = get_lines(st, name, before, arena, told);
	if (!rc && told)
		rc = get_figures(st, name, before, arena, told);
	*out = rc ? NULL : told;
	return rc;
}
